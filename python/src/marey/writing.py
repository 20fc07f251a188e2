"""Writes motions: as files, and into links."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from .bvh import bvh
from .compiled import reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Writable:
    """A motion as writers take it: `marey.Motion`, which has all of this."""

    name: str
    names: Tuple[str, ...]
    parents: NDArray[np.int32]
    positions: NDArray[np.float32]
    frame_time: float
    channels: Tuple[str, ...]

    def archive(self) -> bytes:
        """The bytes of an `.npz`, with all arrays."""
        raise NotImplementedError

    def space(self) -> Dict[str, Any]:
        """The unit and up axis as options of `show`, where they are known."""
        raise NotImplementedError


def write(path: Union[str, "os.PathLike[str]"], motion: Writable, *, fps: Optional[float] = None, unit: Optional[str] = None, up: Optional[str] = None) -> Tuple[Path, ...]:
    """Writes a motion in the format of the path's extension: bvh, asf (with amc), skel (with anim), x3d, gltf, glb, vrma, csv, npz, marey.

    Args:
        path: where to. Of the two files of Acclaim and The Sims each gets its own extension.
        motion: its rotations and translations are written; the positions must be theirs.
        fps, unit, up: as for `read`.

    Returns:
        The paths of the written files.

    Raises:
        ValueError: a format that is not written, or that cannot hold this motion; positions that are not those of the rotations.

    >>> import marey, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [written.name for written in marey.write(os.path.join(folder, "walk.asf"), marey.read(WALK))]
    ['walk.asf', 'walk.amc']
    """
    target = Path(path).expanduser()
    extension = target.suffix[1:].lower()
    if extension == "npz" and (fps, unit, up) == (None, None, None):
        target.write_bytes(motion.archive())
        return (target,)
    files = _written(motion, extension, fps=fps, unit=unit, up=up)
    written = [(target if len(files) == 1 else target.with_suffix(f".{own}"), data) for own, data in files]
    for each, data in written:
        each.write_bytes(data)
    return tuple(each for each, _ in written)


def _written(motion: Writable, extension: str, **options: Any) -> List[Tuple[str, bytes]]:
    import numpy as np

    files = reader().write(motion.archive(), np.ascontiguousarray(motion.positions, np.float32), extension, channels=motion.channels, **options)
    return [(own, bytes(data)) for own, data in files]


def shown(motion: Writable) -> bytes:
    """A motion as a BVH file to show."""
    try:
        return _written(motion, "bvh")[0][1]
    except (ImportError, ValueError):
        # Without the reader, and for what files cannot hold, positions are shown.
        return bvh(motion.positions, [int(parent) for parent in motion.parents], motion.names, frame_time=motion.frame_time).encode()


def to_link(motion: Writable, page: Optional[str] = None, *, quality: str = "standard") -> str:
    """Packs a motion into a link, which holds it whole: a few thousand characters for some seconds.

    Args:
        motion: positions must be those of its rotations.
        page: the address of a page with the player, which plays what follows `#clip=`. None: only that text.
        quality: "tiny" is off by 5 mm on average, for a figure 1.8 m tall; "standard" by 1.5 mm; "faithful" by at most 2 mm in 99 of 100
            places.

    >>> import marey
    >>> link = marey.to_link(marey.read(WALK), "https://example.org/")
    >>> link.startswith("https://example.org/#clip=")
    True
    >>> marey.from_link(link).frames
    3
    """
    import numpy as np

    text: str = reader().to_link(motion.archive(), np.ascontiguousarray(motion.positions, np.float32), quality)[0]
    return text if page is None else f"{page.split('#')[0]}#clip={text}"
