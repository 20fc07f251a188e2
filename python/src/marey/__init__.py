"""Shows skeletal motion in notebooks and web pages, and reads it into NumPy arrays.

    import marey

    marey.show("walk.bvh")                      # under the cell
    marey.show(["07.asf", "07_01.amc"])         # files that belong together
    marey.show(positions, parents, names, fps=30)
    marey.save("walk.html", "walk.bvh")         # one file that plays anywhere

    player = marey.Player("walk.bvh")           # as show, and Python and the page share its state: pip install "marey[widget]"
    player.current_time, player.range, player.marks = 1.5, (1, 2), [("step", 1.2)]

With the compiled reader, `pip install "marey[read]"`:

    motion = marey.read("walk.bvh")             # names, parents, positions, rotations, ..
    for motion in marey.read_many(paths): ..
"""

from typing import TYPE_CHECKING, Any, List

from ._version import __version__
from .bvh import bvh
from .errors import ReadError, ReadWarning
from .gait import Gait
from .motion import Motion
from .player import PlayerScript, Shown, save, script, show, to_html
from .reading import from_link, onto, read, read_many
from .writing import to_link, write

if TYPE_CHECKING:
    from .widget import Player

# Without `Player`, which needs another package: `from marey import *` works without it.
__all__ = [
    "Gait",
    "Motion",
    "PlayerScript",
    "ReadError",
    "ReadWarning",
    "Shown",
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


def __getattr__(name: str) -> Any:
    if name != "Player":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .widget import Player

    return Player


def __dir__() -> List[str]:
    return [*globals(), "Player"]
