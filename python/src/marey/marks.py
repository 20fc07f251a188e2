"""Marks on the timeline: the text of the option `marks`, and lists of names with seconds."""

from __future__ import annotations

import math
import re
from typing import Any, Iterable, List, Tuple

#: As in the player: `step@1.2`, or `turn@2-3.5` for a span. A name may have `@` in it.
MARK = re.compile(r"(.*)@(\d*\.?\d+)(?:-(\d*\.?\d+))?", re.S)


def marks_of(text: str) -> List[Tuple[Any, ...]]:
    """(name, second) for each event, (name, from, to) for each span. Raises ValueError where a part is no mark."""
    marks: List[Tuple[Any, ...]] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        found = MARK.fullmatch(part)
        if not found:
            raise ValueError(f"a mark has a name, @ and a second, or two for a span, such as 'step@1.2; turn@2-3.5', and is {part!r}")
        name, *seconds = found.groups()
        marks.append((name.strip(), *(float(second) for second in seconds if second is not None)))
    return marks


def marks_text(marks: Iterable[Any]) -> str:
    """The text of the option, with seconds to four decimals, as the player writes them."""
    return "; ".join(_text(mark) for mark in marks)


def _text(mark: Any) -> str:
    if isinstance(mark, str) or not hasattr(mark, "__len__") or len(mark) not in (2, 3) or not isinstance(mark[0], str):
        raise TypeError(f"a mark is (name, second) or (name, from, to), and is {mark!r}")
    name, *seconds = mark
    if ";" in name:
        raise ValueError(f"the name of a mark has no semicolon in it, and is {name!r}")
    seconds = [float(second) for second in seconds]
    if not all(0 <= second < math.inf for second in seconds) or sorted(seconds) != seconds:
        raise ValueError(f"a mark's seconds count from 0, the end after the beginning, and are {seconds} of {name!r}")
    written = [f"{second:.4f}".rstrip("0").rstrip(".") for second in seconds]
    return f"{' '.join(name.split())}@{'-'.join(written if written[:1] != written[1:] else written[:1])}"
