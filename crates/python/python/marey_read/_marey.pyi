"""The compiled reader. Work runs without Python's lock, and arrays are handed over without a copy."""

from typing import Any, Dict, List, Optional, Sequence, Tuple, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["__version__", "Refusal", "Companions", "read", "from_link", "write", "to_link", "onto", "mend", "gait", "film"]
__version__: str

class Refusal(Exception):
    """A file was refused. `args` are those of `marey.ReadError`."""

@final
class Companions:
    """Files that motions need, (name, bytes), parsed once for any number of motions and threads."""
    def __new__(cls, files: Sequence[Tuple[str, bytes]]) -> Companions: ...

def read(
    path: str,
    data: Optional[bytes],
    companions: Companions,
    *,
    behaviour: Optional[str] = None,
    fps: Optional[float] = None,
    unit: Optional[str] = None,
    up: Optional[str] = None,
    source_unit: Optional[str] = None,
    source_up: Optional[str] = None,
    joints: Optional[str] = None,
    axes: Optional[str] = None,
    holds: Optional[str] = None,
    skip_reference: bool = False,
) -> Dict[str, Any]:
    """The fields of a `marey.Motion`, with warnings as tuples."""

def from_link(text: str) -> Dict[str, Any]:
    """The fields of the `marey.Motion` in a link."""

def write(
    archive: bytes,
    positions: NDArray[np.float32],
    format: str,
    *,
    fps: Optional[float] = None,
    unit: Optional[str] = None,
    up: Optional[str] = None,
    channels: Optional[Sequence[str]] = None,
) -> List[Tuple[str, bytes]]:
    """The extensions and bytes of the files of a format, for the motion in the bytes of an `.npz`."""

def to_link(archive: bytes, positions: NDArray[np.float32], tier: str) -> Tuple[str, float, float]:
    """The text of a link, and its mean and largest error in millimetres of a figure 1.8 m tall."""

def onto(
    archive: bytes,
    positions: NDArray[np.float32],
    path: str,
    data: Optional[bytes],
    companions: Companions,
    *,
    feet: str = "follow",
) -> Dict[str, Any]:
    """The fields of the `marey.Motion` that the figure in a file performs."""

def mend(archive: bytes, positions: NDArray[np.float32], options: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The fields of the mended `marey.Motion`, and the report of what was found and done. `options` are all those of `marey.Motion.mend`."""

def gait(archive: bytes, positions: NDArray[np.float32], *, zero: Optional[str] = None) -> Dict[str, Any]:
    """The fields of a `marey.Gait`."""

def film(archive: bytes, positions: NDArray[np.float32], options: Dict[str, Any]) -> Tuple[bytes, Optional[str]]:
    """The bytes of a GIF, and why the figure wears no body where one was asked for. `options` are all those of `marey.Motion.film`, and `span`."""
