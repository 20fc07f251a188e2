"""The compiled reader of `marey`. Use it as `marey.read`, `marey.read_many`, `marey.write` and `marey.to_link`."""

from ._marey import Companions, __version__, from_link, read, to_link, write

__all__ = ["Companions", "__version__", "from_link", "read", "to_link", "write"]
