"""Measures of a motion: the numbers of `marey measure`, from its arrays, with the same formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


def between(a: Numbers, b: Numbers) -> Numbers:
    """Angles between directions, degrees: the arc tangent of the cross and the dot product. NaN without a direction."""
    import numpy as np

    angles = np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(-1)))
    return np.where(a.any(-1) & b.any(-1), angles, np.nan)


def around(values: Any, times: Numbers) -> Any:
    """The values of the frames before and after each, at both ends the frame itself, and the seconds between them."""
    import numpy as np

    frames = np.arange(len(times))
    before, after = np.maximum(frames - 1, 0), np.minimum(frames + 1, len(times) - 1)
    return values[before], values[after], times[after] - times[before]


def speeds(way: Numbers, times: Numbers) -> Numbers:
    """Lengths of velocities, by central differences."""
    import numpy as np

    before, after, seconds = around(way, times)
    found: Numbers = np.linalg.norm(after - before, axis=-1) / np.where(seconds > 0, seconds, 1.0)
    return found


def accelerations(way: Numbers, times: Numbers) -> Numbers:
    """Lengths of accelerations, by second differences; NaN in the first and the last frame."""
    import numpy as np

    found = np.full(len(times), np.nan)
    if len(times) > 2:
        velocities = np.diff(way, axis=0) / np.diff(times)[:, None]
        found[1:-1] = 2 * np.linalg.norm(np.diff(velocities, axis=0), axis=-1) / (times[2:] - times[:-2])
    return found


def angular_speeds(rotations: Any, times: Numbers) -> Numbers:
    """Degrees a second that rotations turn by, quaternions x y z w, by central differences."""
    import numpy as np

    before, after, seconds = around(rotations.astype(np.float64), times)
    # The conjugate of one rotation times the other.
    w = (before * after).sum(-1)
    xyz = before[:, 3:] * after[:, :3] - after[:, 3:] * before[:, :3] - np.cross(before[:, :3], after[:, :3])
    found: Numbers = np.degrees(2 * np.arctan2(np.linalg.norm(xyz, axis=-1), np.abs(w))) / np.where(seconds > 0, seconds, 1.0)
    return found
