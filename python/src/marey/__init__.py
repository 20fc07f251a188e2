"""Shows skeletal motion in notebooks and web pages.

>>> import marey
>>> marey.show("walk.bvh")                      # under the cell
>>> marey.show(["07.asf", "07_01.amc"])         # files that belong together
>>> marey.show(positions, parents, names, fps=30)
>>> marey.save("walk.html", "walk.bvh")         # one file that plays anywhere
"""

from ._version import __version__
from .bvh import bvh
from .player import Player, PlayerScript, save, script, show, to_html

__all__ = ["Player", "PlayerScript", "__version__", "bvh", "save", "script", "show", "to_html"]
