"""World positions of joints as a BVH file, which plays them exactly."""

from __future__ import annotations

import math
import sys
import warnings
from typing import Any, List, Optional, Sequence, Set, Tuple

Matrix = Tuple[float, float, float, float, float, float, float, float, float]

IDENTITY: Matrix = (1, 0, 0, 0, 1, 0, 0, 0, 1)
#: -1 as an unsigned number, as in some files (the kintree_table of SMPL).
UNSIGNED_NONE = 2**32 - 1
#: The precision of written positions, relative to the extent of the figure and its path.
FINENESS = 1e-7


def bvh(
    positions: Any,
    parents: Sequence[Optional[int]],
    names: Optional[Sequence[Any]] = None,
    *,
    rotations: Any = None,
    order: Optional[str] = None,
    fps: Optional[float] = None,
    frame_time: Optional[float] = None,
) -> str:
    """The text of a BVH file with these world positions.

    Args:
        positions: the position of each joint in each frame: (frames, joints, 3) or (frames, joints * 3), as an array of any library, or
            nested lists.
        parents: for each joint the index of its parent; -1 or None for a root. In any order; there may be several roots.
        names: for each joint its name; without them `joint0`, `joint1`, ..
        rotations: for each frame and joint its rotation relative to its parent, as a matrix (frames, joints, 3, 3) that turns
            column vectors, or as a unit quaternion (frames, joints, 4). Without them joints do not turn; their positions are the same.
        order: of quaternions: "xyzw", as in SciPy and in `.npz` files of Marey, or "wxyz". Up to 0.1 it was always "wxyz"; therefore a warning
            asks for it where it is missing.
        fps: frames a second; 30 if `frame_time` is not given either.
        frame_time: seconds from one frame to the next, instead of `fps`.

    Every joint gets position channels that replace its OFFSET.

    Raises:
        ValueError: a wrong shape, an invalid number, or a cycle of parents, with the place.
    """
    frames = _nested(positions)
    count = len(parents)
    shape = _shape(positions, frames)
    if len(shape) == 2 and count > 0 and shape[1] == 3 * count and all(len(row) == 3 * count for row in frames):
        frames = [[row[at : at + 3] for at in range(0, 3 * count, 3)] for row in frames]
        shape = (shape[0], count, 3)
    _check_shape(frames, shape, "positions", count, "3", {3})
    turns = None if rotations is None else _matrices(rotations, len(frames), count, order)
    labels = _names(names, count)
    _check_finite(frames, labels, "positions")
    above = [_parent(parent, joint, count) for joint, parent in enumerate(parents)]
    listed, depths = _depth_first(above, labels)
    seconds = _frame_time(fps, frame_time)

    extent = max((abs(value) for frame in frames for joint in frame for value in joint), default=0.0)
    decimals = max(0, min(12, -math.floor(math.log10((extent or 1.0) * FINENESS))))
    rows = [_row(frame, turns[at] if turns else None, above, listed, decimals) for at, frame in enumerate(frames)]

    width = 6 if turns else 3
    channels = "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation" if turns else "CHANNELS 3 Xposition Yposition Zposition"
    number = f"%.{decimals}f"
    lines = ["HIERARCHY"]
    open_blocks = 0
    for place, (joint, depth) in enumerate(zip(listed, depths)):
        while open_blocks > depth:
            open_blocks -= 1
            lines.append("\t" * open_blocks + "}")
        indent = "\t" * depth
        offset = rows[0][place * width : place * width + 3]
        lines += [
            f"{indent}{'ROOT' if above[joint] is None else 'JOINT'} {labels[joint]}",
            f"{indent}{{",
            f"{indent}\tOFFSET {' '.join(number % value for value in offset)}",
            f"{indent}\t{channels}",
        ]
        open_blocks += 1
    while open_blocks > 0:
        open_blocks -= 1
        lines.append("\t" * open_blocks + "}")
    lines += ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {seconds!r}"]
    line = " ".join(([number] * 3 + ["%.6f"] * (width - 3)) * count)
    lines += [line % tuple(row) for row in rows]
    return "\n".join(lines) + "\n"


def _nested(array: Any) -> Any:
    """An array of any library as nested lists."""
    return array.tolist() if hasattr(array, "tolist") else array


def _shape(array: Any, nested: Any) -> Tuple[int, ...]:
    """The shape; of nested lists along their first elements."""
    if hasattr(array, "shape"):
        return tuple(int(size) for size in array.shape)
    sizes: List[int] = []
    while isinstance(nested, (list, tuple)):
        sizes.append(len(nested))
        if not nested:
            break
        nested = nested[0]
    return tuple(sizes)


def _counted(count: int, noun: str) -> str:
    """A counted noun: `1 joint`, `2 joints`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _check_shape(nested: Any, shape: Tuple[int, ...], what: str, joints: int, last: str, sizes: Set[int]) -> None:
    wanted = f"{what} takes an array of (frames, joints, {last}), and has {shape}"
    if len(shape) != 3 or shape[2] not in sizes:
        one = len(shape) == 2 and shape[-1] in sizes
        several = len(shape) == 4 and shape[-1] in sizes
        raise ValueError(wanted + (f"; for one pose, {what}[None]" if one else f"; for one of several clips, {what}[0]" if several else ""))
    if shape[0] == 0 or joints == 0:
        raise ValueError(f"{wanted}: there is nothing to show")
    if shape[1] != joints:
        raise ValueError(f"{what} has {_counted(shape[1], 'joint')}, and parents has {joints}")
    for at, frame in enumerate(nested):
        if len(frame) != joints:
            raise ValueError(f"frame {at} of {what} has {_counted(len(frame), 'joint')}, and the first one has {joints}")
        for joint, values in enumerate(frame):
            if len(values) != shape[2]:
                raise ValueError(f"frame {at}, joint {joint} of {what} has {_counted(len(values), 'number')} instead of {shape[2]}")


def _check_finite(frames: Any, labels: List[str], what: str) -> None:
    for at, frame in enumerate(frames):
        for joint, values in enumerate(frame):
            if not all(map(math.isfinite, values)):
                numbers = ", ".join(map(str, values))
                raise ValueError(f"frame {at} of {what} has no finite numbers for joint {joint} ({labels[joint]}): {numbers}. Fill gaps first, or leave such frames out")


def _names(names: Optional[Sequence[Any]], count: int) -> List[str]:
    if names is None:
        return [f"joint{joint}" for joint in range(count)]
    if isinstance(names, str) or len(names) != count:
        raise ValueError(f"names takes a list of {_counted(count, 'name')}, one for each joint, and has {1 if isinstance(names, str) else len(names)}")
    # A BVH keeps blanks inside names, but no braces.
    cleaned = ("".join(letter if letter.isprintable() else "_" for letter in str(name)) for name in names)
    return [name.replace("{", "(").replace("}", ")").strip() or f"joint{joint}" for joint, name in enumerate(cleaned)]


def _parent(parent: Optional[int], joint: int, count: int) -> Optional[int]:
    if parent is None:
        return None
    index = int(parent)
    if index != parent:
        raise ValueError(f"the parent of joint {joint} is {parent}, which is not an index")
    if index == -1 or index == UNSIGNED_NONE:
        return None
    if not 0 <= index < count:
        raise ValueError(f"the parent of joint {joint} is {index}, and there are {_counted(count, 'joint')}; a root has -1 or None")
    return index


def _depth_first(above: List[Optional[int]], labels: List[str]) -> Tuple[List[int], List[int]]:
    """The joints in a BVH's order, and the depth of each."""
    children: List[List[int]] = [[] for _ in above]
    roots: List[int] = []
    for joint, parent in enumerate(above):
        (roots if parent is None else children[parent]).append(joint)
    order: List[int] = []
    depths: List[int] = []
    open_joints = [(root, 0) for root in reversed(roots)]
    while open_joints:
        joint, depth = open_joints.pop()
        order.append(joint)
        depths.append(depth)
        open_joints += [(child, depth + 1) for child in reversed(children[joint])]
    if len(order) < len(above):
        lost = min(set(range(len(above))) - set(order))
        raise ValueError(f"the parents of joint {lost} ({labels[lost]}) go in a circle; a root has -1 or None")
    return order, depths


def _frame_time(fps: Optional[float], frame_time: Optional[float]) -> float:
    if fps is not None and frame_time is not None:
        raise ValueError("fps and frame_time say the same: give only one of them")
    what, given = ("fps", 30 if fps is None else fps) if frame_time is None else ("frame_time", frame_time)
    if not (math.isfinite(given) and given > 0):
        raise ValueError(f"{what} takes a number above 0, and is {given}")
    return float(given) if what == "frame_time" else 1 / float(given)


def _row(frame: Any, turns: Optional[List[Matrix]], above: List[Optional[int]], order: List[int], decimals: int) -> List[float]:
    """One frame's channels: positions relative to the parent's, and rotations."""
    # Rounded positions are subtracted, so that errors do not add up along a chain.
    world = [tuple(round(value, decimals) for value in joint) for joint in frame]
    row: List[float] = []
    if turns is None:
        for joint in order:
            x, y, z = world[joint]
            parent = above[joint]
            if parent is not None:
                px, py, pz = world[parent]
                x, y, z = x - px, y - py, z - pz
            row += (x, y, z)
        return row
    turned: List[Matrix] = [IDENTITY] * len(above)
    for joint in order:
        parent = above[joint]
        x, y, z = world[joint]
        around = IDENTITY
        if parent is not None:
            around = turned[parent]
            px, py, pz = world[parent]
            x, y, z = x - px, y - py, z - pz
            # The inverse of a rotation is its transpose.
            x, y, z = (around[at] * x + around[at + 3] * y + around[at + 6] * z for at in range(3))
        turned[joint] = _product(around, turns[joint])
        row += (x, y, z, *_zyx(turns[joint]))
    return row


def _product(a: Matrix, b: Matrix) -> Matrix:
    return tuple(sum(a[3 * row + k] * b[3 * k + column] for k in range(3)) for row in range(3) for column in range(3))  # type: ignore[return-value]


def _zyx(m: Matrix) -> Tuple[float, float, float]:
    """Degrees about z, then the turned y, then the turned x: m = Z Y X."""
    y = math.asin(max(-1.0, min(1.0, -m[6])))
    if abs(m[6]) > 1 - 1e-9:
        # Gimbal lock: x and z turn about the same axis, and z gets the whole angle.
        return math.degrees(math.atan2(-m[1], m[4])), math.degrees(y), 0.0
    return math.degrees(math.atan2(m[3], m[0])), math.degrees(y), math.degrees(math.atan2(m[7], m[8]))


def _matrices(rotations: Any, frames: int, joints: int, order: Optional[str]) -> List[List[Matrix]]:
    if order not in (None, "xyzw", "wxyz"):
        raise ValueError(f"order takes 'xyzw' or 'wxyz', and is {order!r}")
    nested = _nested(rotations)
    shape = _shape(rotations, nested)
    if len(shape) == 4 and shape[2:] == (3, 3):
        nested = [[[value for row in matrix for value in row] for matrix in frame] for frame in nested]
        shape = (*shape[:2], 9)
    _check_shape(nested, shape, "rotations", joints, "4) or (frames, joints, 3, 3", {4, 9})
    if len(nested) != frames:
        raise ValueError(f"rotations has {_counted(len(nested), 'frame')}, and positions has {frames}")
    if order is None and shape[2] == 4:
        warnings.warn(
            "quaternions are taken as x, y, z, w; up to marey 0.1 they were w, x, y, z. order='xyzw' or order='wxyz' says which, and ends this warning",
            FutureWarning,
            stacklevel=_outside(),
        )
    return [[_matrix(values, at, joint, order == "wxyz") for joint, values in enumerate(frame)] for at, frame in enumerate(nested)]


def _outside() -> int:
    """The `stacklevel` of the caller's caller outside of this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
        frame, level = frame.f_back, level + 1
    return level


def _matrix(values: Sequence[float], frame: int, joint: int, is_wxyz: bool) -> Matrix:
    if len(values) == 4:
        length = math.sqrt(sum(value * value for value in values))
        if not 0.9 < length < 1.1:
            raise ValueError(f"frame {frame}, joint {joint} of rotations is not a unit quaternion: {', '.join(map(str, values))}")
        first, second, third, fourth = (value / length for value in values)
        w, x, y, z = (first, second, third, fourth) if is_wxyz else (fourth, first, second, third)
        return (
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
        )  # fmt: skip
    matrix: Matrix = tuple(float(value) for value in values)  # type: ignore[assignment]
    again = _product(matrix, tuple(matrix[3 * column + row] for row in range(3) for column in range(3)))  # type: ignore[arg-type]
    if not all(abs(a - b) < 0.05 for a, b in zip(again, IDENTITY)):
        raise ValueError(f"frame {frame}, joint {joint} of rotations is not a rotation matrix: {', '.join(map(str, values))}")
    return matrix
