"""The numbers of a gait report: joint angles, gait cycles with their mean curves, and the table of stride, cadence, stance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from .compiled import reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


    Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Gait:
    """What `motion.gait()` finds: the numbers of `marey measure --joint-angles` and `--gait`. Angles are in degrees with the signs of clinics,
    lengths in metres, times in seconds. A motion without a walk has angles, and no cycles.
    """

    angles: Dict[str, Numbers]
    """(frames) each: `hip flexion left`, `pelvis tilt`; NaN where there is none."""
    folded: Dict[str, str]
    """Angles of which only the shape is known, and why: `hip rotation`. They are among the others."""
    missing: Dict[str, str]
    """Angles that the motion does not tell, and why."""
    curves: List[Dict[str, Any]]
    """A curve for each angle and side: `angle`, `side`, `cycles` (indices of `cycles`), `values` (cycles, 101), `mean` (101), `sd` (101) or None,
    `lift_off` in percent. Cycles that turn are left out."""
    words: str
    """What was found, which cycles are left out and why, and what zero is."""
    walks: bool
    """Whether there are two cycles of each foot."""
    belt: float
    """The speed of the treadmill, metres a second; 0 for a person who walks through the room."""
    events: List[Tuple[float, str, str]]
    """Seconds, "left" or "right", "touch-down" or "lift-off"."""
    cycles: List[Dict[str, Any]]
    """`side`, `from`, `lift_off`, `to`, `turn`, `in_curves`, and the numbers of the table."""
    table: Dict[str, Dict[str, Any]]
    """For each number, such as `stride length`: `unit`, `left` and `right` (mean, standard deviation, number of cycles), `difference` in percent."""


def measure(archive: bytes, positions: NDArray[Any], zero: Union[str, int, None]) -> Gait:
    """The gait of a motion, by its archive and its positions."""
    import numpy as np

    given: Optional[str] = None if zero is None else str(zero)
    return Gait(**reader().gait(archive, np.ascontiguousarray(positions, np.float32), zero=given))
