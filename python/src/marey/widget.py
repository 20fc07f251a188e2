"""A player that Python and the page share: what a reader does in it arrives here, and what is set here happens there."""

# anywidget may not be installed where types are checked.
# mypy: disable-error-code="import-not-found,misc,untyped-decorator,no-any-return"
from __future__ import annotations

import difflib
import gzip
import math
from importlib.resources import files
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from .attributes import attributes
from .marks import marks_of, marks_text
from .player import length
from .sources import sources

try:
    import anywidget
    import traitlets as t

    WidgetTrait = anywidget.WidgetTrait
except (ImportError, AttributeError) as error:
    raise ImportError('marey.Player needs anywidget 0.11 or later: pip install "marey[widget]". marey.show() needs nothing') from error


class _Code(anywidget.AnyWidget):
    """The code of the player, a model of its own: `_esm` goes to the page with every widget, and this once."""

    _esm = "export default {}"
    packed = t.Bytes().tag(sync=True)


_shared: Optional[_Code] = None


def _code() -> _Code:
    """The one of this kernel."""
    global _shared
    if _shared is None or _shared.comm is None:
        # There is none yet, or somebody closed all widgets.
        _shared = _Code(packed=gzip.compress((files(__package__) / "marey-player.standalone.js").read_bytes(), 9, mtime=0))
    return _shared


def _marks_to_json(marks: List[Tuple[Any, ...]], _: Any) -> Optional[str]:
    return marks_text(marks) or None


def _marks_from_json(text: Optional[str], _: Any) -> List[Tuple[Any, ...]]:
    return marks_of(text or "")


class Player(anywidget.AnyWidget):
    """Shows a motion under the cell, as `marey.show` does, with attributes that both sides change.

    Takes the arguments of `show` except `script`, and the attributes below: `Player("walk.bvh", loop=True, current_time=1.5)`.
    `player.observe(function, "current_time")` calls a function at each change.
    """

    _esm = Path(__file__).parent / "widget.js"
    _shared_code = WidgetTrait().tag(sync=True)
    _files = t.List().tag(sync=True)
    _clips = t.List().tag(sync=True)
    _options = t.Dict().tag(sync=True)
    _size = t.Dict().tag(sync=True)

    #: The second that is shown. While it plays it arrives at most four times a second.
    current_time = t.Float(0.0).tag(sync=True)
    playing = t.Bool(False).tag(sync=True)
    #: The name of the selected joint, or its index where several joints have that name; None: none.
    selected_joint = t.Union([t.Int(), t.Unicode()], allow_none=True, default_value=None).tag(sync=True)
    #: The first and last second of the loop, or None for the whole clip.
    range = t.Tuple(t.Float(), t.Float(), allow_none=True, default_value=None).tag(sync=True)
    #: Own marks on the timeline: (name, second) for an event, (name, from, to) for a span. A text as the option `marks` sets them, too.
    marks = t.Any(default_value=()).tag(sync=True, to_json=_marks_to_json, from_json=_marks_from_json)

    #: The names of the joints, once the page has read the motion.
    joints = t.List(t.Unicode(), read_only=True).tag(sync=True)
    #: Seconds; 0 before the page has read the motion.
    duration = t.Float(0.0, read_only=True).tag(sync=True)
    #: Why the motion cannot be shown; empty otherwise.
    error = t.Unicode("", read_only=True).tag(sync=True)

    def __init__(
        self,
        motion: Any,
        parents: Any = None,
        names: Any = None,
        *,
        rotations: Any = None,
        order: Optional[str] = None,
        name: Optional[str] = None,
        width: Union[int, str] = "min(100%, 800px)",
        height: Union[int, str, None] = None,
        labels: Any = None,
        **options: Any,
    ) -> None:
        both = {key: options.pop(key) for key in ("current_time", "playing", "selected_joint", "range", "marks") if key in options}
        given = dict(options)
        what = sources(motion, parents, names, rotations, name, given, labels, order)
        self._description = what.description
        super().__init__(
            _shared_code=_code(),
            _files=_packed(what.files),
            _clips=[{"files": _packed(clip.files), "attributes": {key: str(value) for key, value in clip.attributes.items()}} for clip in what.clips],
            _options={**what.addresses, **attributes({"controls": True, "theme": "auto", **what.attributes, **given})},
            _size={"width": length(width, "width"), "height": None if height is None else length(height, "height")},
            **both,
        )

    def __repr__(self) -> str:
        return f"<marey.Player {self._description}>"

    @t.validate("current_time")
    def _check_time(self, proposal: Dict[str, Any]) -> float:
        if not 0 <= proposal["value"] < math.inf:
            raise t.TraitError(f"current_time takes seconds from 0 on, and is {proposal['value']}")
        return proposal["value"]

    @t.validate("range")
    def _check_range(self, proposal: Dict[str, Any]) -> Optional[Tuple[float, float]]:
        span = proposal["value"]
        if span is not None and not 0 <= span[0] < span[1] < math.inf:
            raise t.TraitError(f"range takes its first and its last second, such as (1, 2.5), or None, and is {span}")
        return span

    @t.validate("marks")
    def _check_marks(self, proposal: Dict[str, Any]) -> List[Tuple[Any, ...]]:
        value = proposal["value"]
        try:
            return marks_of(value if isinstance(value, str) else marks_text(value or ()))
        except (TypeError, ValueError) as error:
            raise t.TraitError(str(error)) from None

    @t.validate("selected_joint")
    def _check_joint(self, proposal: Dict[str, Any]) -> Union[int, str, None]:
        joint = proposal["value"]
        if isinstance(joint, bool):
            raise t.TraitError(f"selected_joint takes a name or an index, and is {joint}")
        if joint is None or not self.joints:
            return joint
        if isinstance(joint, str) and joint not in self.joints:
            close = difflib.get_close_matches(joint, self.joints, 1)
            raise t.TraitError(f"there is no joint {joint!r}{f'; did you mean {close[0]!r}?' if close else ''}")
        if isinstance(joint, int) and not 0 <= joint < len(self.joints):
            raise t.TraitError(f"selected_joint takes a name, or an index from 0 to {len(self.joints) - 1}, and is {joint}")
        return joint


def _packed(given: List[Tuple[str, bytes]]) -> List[Dict[str, Any]]:
    return [{"name": name, "data": gzip.compress(data, 6, mtime=0)} for name, data in given]
