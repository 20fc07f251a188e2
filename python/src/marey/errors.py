"""Why a file was refused, and what was odd about one that was read."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple


class ReadError(ValueError):
    """A file was refused. It can be pickled, so that it comes back from other processes.

    Attributes:
        message: one sentence: what was expected and what was found.
        file: the file of the place: the one that was read, or its skeleton.
        line: from 1; None where there is no place, and in binary files.
        column: in characters, from 1; None likewise.
        code: stable, beginning with the format: "bvh.syntax".
        excerpt: the text of the line, perhaps cut, or "".

    >>> error = ReadError("expected `{`, found `}`", "walk.bvh", 3, 7, "bvh.syntax")
    >>> str(error)
    'walk.bvh:3:7: bvh.syntax: expected `{`, found `}`'
    >>> import pickle
    >>> pickle.loads(pickle.dumps(error)).line
    3
    """

    message: str
    file: str
    line: Optional[int]
    column: Optional[int]
    code: str
    excerpt: str

    def __init__(self, message: str, file: str = "", line: Optional[int] = None, column: Optional[int] = None, code: str = "", excerpt: str = "") -> None:
        super().__init__(message, file, line, column, code, excerpt)
        self.message, self.file, self.line, self.column, self.code, self.excerpt = message, file, line, column, code, excerpt

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.line is not None:
            place += [str(self.line), str(self.column)]
        return ": ".join([*([":".join(place)] if place else []), *([self.code] if self.code else []), self.message])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), self.args


class ReadWarning(NamedTuple):
    """Something that the reader repaired or assumed.

    >>> print(ReadWarning("bvh.frames", "the file has 9 frames instead of 10", "walk.bvh", 30, 1))
    walk.bvh:30:1: bvh.frames: the file has 9 frames instead of 10
    """

    code: str
    """Stable, beginning with the format: "bvh.frames"."""
    message: str
    """What was found, and what was done about it."""
    file: str = ""
    """The file of the place: the one that was read, or its skeleton."""
    line: Optional[int] = None
    """From 1; None without a place."""
    column: Optional[int] = None
    """In characters, from 1; None without a place."""
    places: int = 1
    """How many places there are."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.code}: {self.message}" if place else f"{self.code}: {self.message}"
