"""Shows skeletal motion in notebooks and web pages, and reads it into NumPy arrays.

    import marey

    marey.show("walk.bvh")                      # under the cell
    marey.show(["07.asf", "07_01.amc"])         # files that belong together
    marey.show(positions, parents, names, fps=30)
    marey.save("walk.html", "walk.bvh")         # one file that plays anywhere

With the compiled reader, `pip install "marey[read]"`:

    motion = marey.read("walk.bvh")             # names, parents, positions, rotations, ..
    for motion in marey.read_many(paths): ..
"""

from ._version import __version__
from .bvh import bvh
from .errors import ReadError, ReadWarning
from .gait import Gait
from .motion import Motion
from .player import Player, PlayerScript, save, script, show, to_html
from .reading import from_link, onto, read, read_many
from .writing import to_link, write

__all__ = [
    "Gait",
    "Motion",
    "Player",
    "PlayerScript",
    "ReadError",
    "ReadWarning",
    "__version__",
    "bvh",
    "from_link",
    "onto",
    "read",
    "read_many",
    "save",
    "script",
    "show",
    "to_html",
    "to_link",
    "write",
]
