"""The compiled reader, the package `marey-read`, and the files that it is given."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Tuple, Union

from ._version import __version__

if TYPE_CHECKING:
    from marey_read import _marey

#: A file by its path, bytes, or bytes with a name.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, Tuple[str, bytes]]


def reader() -> Any:
    """The compiled module, or an error that says how to get it."""
    try:
        from marey_read import _marey
    except ModuleNotFoundError as missing:
        if missing.name not in ("marey_read", "numpy"):
            raise
        raise ImportError('reading needs the compiled reader and NumPy: pip install "marey[read]"') from missing
    if _marey.__version__ != __version__:
        raise ImportError(f'marey {__version__} needs marey-read {__version__}, and finds {_marey.__version__}: pip install --upgrade "marey[read]"')
    return _marey


def named(file: Source, name: Optional[str]) -> Tuple[str, Optional[bytes]]:
    """A name, with bytes unless it is a path."""
    if isinstance(file, tuple):
        return name or file[0], bytes(file[1])
    if isinstance(file, (bytes, bytearray, memoryview)):
        return name or "motion", bytes(file)
    return os.path.expanduser(os.fspath(file)), None


def companions(skeleton: Union[Source, Sequence[Source], None]) -> _marey.Companions:
    """Files that a motion or a figure needs: one, or several."""
    one = isinstance(skeleton, (str, bytes, bytearray, os.PathLike)) or isinstance(skeleton, tuple) and len(skeleton) == 2 and isinstance(skeleton[1], (bytes, bytearray))
    listed: Iterable[Any] = () if skeleton is None else (skeleton,) if one else skeleton  # type: ignore[assignment]
    files = []
    for each in listed:
        name, data = named(each, None)
        files.append((name, Path(name).read_bytes() if data is None else data))
    made: _marey.Companions = reader().Companions(files)
    return made
