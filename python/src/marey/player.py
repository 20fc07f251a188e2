"""A player as a page, for notebooks and web sites."""

from __future__ import annotations

import base64
import gzip
import html
import json
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from .attributes import attributes
from .sources import ADDRESS, Sources, sources

#: The element in which `script()` leaves the player for all cells.
SHARED = "marey-player-script"
FRAME_STYLE = "html,body{margin:0;height:100%}marey-player{display:block;width:100%;height:100%;aspect-ratio:auto}"
PAGE_STYLE = ":root{color-scheme:light dark}" + FRAME_STYLE


def show(
    motion: Any,
    parents: Any = None,
    names: Any = None,
    *,
    rotations: Any = None,
    order: Optional[str] = None,
    name: Optional[str] = None,
    width: Union[int, str] = "min(100%, 800px)",
    height: Union[int, str, None] = None,
    script: str = "own",
    labels: Any = None,
    **options: Any,
) -> "Shown":
    """Shows a motion under the cell, or several on one stage.

    Args:
        motion: a path; several as a list, in which each motion is a clip, with the skeletons and skins of the list; a list of lists, one
            for each clip; bytes (with `name`) or (name, bytes); an address (https://..), which the reader's browser fetches; or an
            array of world positions (frames, joints, 3) or (frames, joints * 3), with a dimension more for several clips.
        parents: with an array: for each joint the index of its parent, -1 or None for a root. Without them the player guesses the joints of an
            array of NumPy, and what its axes are: joints="humanml3d" and axes="FJ3" say it.
        names: with an array: the names of the joints.
        rotations: with an array: local rotations as `bvh` takes them.
        order: of quaternions in `rotations`: "xyzw" or "wxyz".
        name: the clip's name.
        width: of the player, in CSS pixels or as a CSS length.
        height: likewise; without it the player is 16 to 9.
        script: the source of the player's code: "own" puts it into every output, which plays anywhere; "shared" takes it from
            the cell with `marey.script()`; or the address of a marey-player.standalone.js.
        labels: the names of several clips.
        **options: the attributes of `<marey-player>`, with `_` for `-`: autoplay=True, loop=True, camera="front",
            start="1.5", theme="dark", in_place=True, .. For an array fps or frame_time (30 frames a second), unit ("m"), up ("y").
            `controls=False` leaves out the bar.
    """
    given = dict(options)
    what = sources(motion, parents, names, rotations, name, given, labels, order)
    values = attributes({"controls": True, "theme": "auto", **what.attributes, **given})
    if script not in ("own", "shared") and not ADDRESS.match(script):
        raise ValueError(f'script takes "own", "shared" or an address (https://..), and is {script!r}')
    return Shown(what, values, length(width, "width"), None if height is None else length(height, "height"), script)


def to_html(motion: Any, *args: Any, **options: Any) -> str:
    """A whole page as text, with everything in it. Takes the arguments of `show`."""
    return show(motion, *args, **options).to_html()


def save(path: Union[str, "os.PathLike[str]"], motion: Any, *args: Any, **options: Any) -> Path:
    """Writes a web page with everything in it, which also plays from the disk. Takes the arguments of `show` after the path."""
    return show(motion, *args, **options).save(path)


def script() -> "PlayerScript":
    """The player's code for all cells of a notebook with script="shared". Show it in a cell before them."""
    return PlayerScript()


class Shown:
    """The result of `show`: notebooks display it, `save` and `to_html` make it a page."""

    def __init__(self, what: Sources, values: Dict[str, Optional[str]], width: str, height: Optional[str], script: str) -> None:
        self._what = what
        self._attributes = values
        self._width = width
        self._height = height
        self._script = script

    def __repr__(self) -> str:
        return f"<marey.Shown {self._what.description}>"

    def _repr_html_(self) -> str:
        shape = f"height:{self._height}" if self._height else "aspect-ratio:16/9"
        box = f"position:relative;width:{self._width};{shape};overflow:hidden"
        title = html.escape(self._what.description)
        # The frame covers the text, unless the notebook's host removes it.
        return (
            f'<div class="marey" style="{html.escape(box)}">'
            f"<p>{title}. It plays where a notebook's scripts may run: trust the notebook, or run the cell.</p>"
            f'<iframe title="{html.escape(self._what.title)}" style="position:absolute;inset:0;width:100%;height:100%;border:0" '
            f'allow="fullscreen; clipboard-write" loading="lazy" srcdoc="{html.escape(self._page(FRAME_STYLE, self._script))}"></iframe></div>'
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def to_html(self) -> str:
        """A whole page as text, with everything in it, also with script="shared": a page has no other cells."""
        return self._page(PAGE_STYLE, "own" if self._script == "shared" else self._script)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> Path:
        """Writes the page, and returns its path."""
        target = Path(path).expanduser()
        target.write_text(self.to_html(), "utf-8")
        return target

    def _page(self, style: str, script: str) -> str:
        player = {**self._what.addresses, **self._attributes}
        if script == "own":
            parts = [_data("player", _packed_player())]
        elif script == "shared":
            parts = []
        else:
            parts = [f'<script src="{html.escape(script)}"></script>']
        parts += [_data("file", _packed(data), name) for name, data in self._what.files]
        for index, clip in enumerate(self._what.clips):
            parts += [_data("file", _packed(data), name, clip=index) for name, data in clip.files]
        clips = "".join(f"<marey-clip{_written({key: str(value) for key, value in clip.attributes.items()})}></marey-clip>" for clip in self._what.clips)
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self._what.title)}</title><style>{style}</style></head>"
            f"<body><marey-player{_written(player)}>{clips}</marey-player>{''.join(parts)}<script>{_resource('start.js')}</script></body></html>"
        )


class PlayerScript:
    """The result of `script`: the player's code, for the cells that share it."""

    def __repr__(self) -> str:
        return '<marey.PlayerScript for the cells with script="shared">'

    def _repr_html_(self) -> str:
        return f'{_data("player", _packed_player(), identity=SHARED)}<p>The Marey player is here, for all cells with <code>script="shared"</code>.</p>'


def length(value: Union[int, float, str], what: str) -> str:
    """A CSS length; numbers are pixels."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise TypeError(f"{what} takes a number of pixels or a length of CSS, and is {value!r}")
    if isinstance(value, str):
        if not value.strip() or any(letter in value for letter in ';{}"<>'):
            raise ValueError(f"{what} takes a number of pixels or a length of CSS, and is {value!r}")
        return f"{value}px" if value.strip().isdigit() else value
    if not 0 < value < 1e5:
        raise ValueError(f"{what} takes a number of pixels above 0, and is {value}")
    return f"{value:g}px"


def _written(values: Dict[str, Optional[str]]) -> str:
    return "".join(f" {name}" if value is None else f' {name}="{html.escape(value)}"' for name, value in values.items())


def _data(kind: str, packed: str, name: Optional[str] = None, identity: Optional[str] = None, clip: Optional[int] = None) -> str:
    """Bytes in a page, as a script element that does not run."""
    values: Dict[str, Optional[str]] = {"type": "text/plain", "data-marey": kind}
    if name is not None:
        values["data-name"] = name
    if clip is not None:
        values["data-clip"] = str(clip)
    if identity is not None:
        values["id"] = identity
    return f"<script{_written(values)}>{packed}</script>"


def _packed(data: bytes) -> str:
    # Deterministic, so that running a cell again changes nothing in the notebook's file.
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _resource(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


@lru_cache(maxsize=None)
def _packed_player() -> str:
    return _packed(_resource("marey-player.standalone.js").encode())
