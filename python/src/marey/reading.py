"""Reads files with the compiled reader, the package `marey-read`."""

from __future__ import annotations

import os
import warnings
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union

from .compiled import Source, companions, named, reader
from .errors import ReadError
from .motion import Motion

if TYPE_CHECKING:
    from marey_read import _marey

#: Codes of what was assumed, and could be said.
ASSUMED = ("arrays.unsure", "read.unit", "read.up")


def read(
    file: Source,
    *,
    name: Optional[str] = None,
    skeleton: Union[Source, Sequence[Source], None] = None,
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
) -> Motion:
    """Reads a file of any format: BVH, Acclaim, The Sims, HAnim, arrays, `.marey`. It needs the reader, `marey[read]`.

    Other threads run meanwhile. The result depends on the arguments alone.

    Args:
        file: a path, bytes, or (name, bytes).
        name: of bytes, for the clip's name and where the bytes do not tell the format: "walk.bvh".
        skeleton: files that the motion needs, the ASF of an AMC or the body model of poses: one, or several of which the best fits.
        behaviour: the motion of a file that has several; the first if None.
        fps: frames a second to interpolate; the file's own frames if None.
        unit: of the positions to return: "m", "cm", "mm", "dm", "in", "cmu" or a length in metres. The file's own if None.
        up: the up axis to turn them to: "y", "z", .. The file's own if None.
        source_unit: the file's unit, where the guess from its figure is wrong.
        source_up: the file's up axis, likewise.
        joints: of an array, where the guess is wrong: "humanml3d", "smpl", .., "inferred", "points" or "rotations".
        axes: of an array, a letter for each axis: "FJ3" for frames, joints, coordinates; N clips, B bodies, V all values of a frame, P all x, then all y, then all z.
        holds: of an array, where the guess is wrong: "positions", or rotations of a SMPL body as "axis-angles", "6d", "matrices" or
            "quaternions".
        skip_reference: leaves out the first frame of a BVH if it is a T-pose for reference.

    What is assumed comes as one `UserWarning`, with the arguments that settle it: what an array may hold else, a unit and an up axis that are unsure
    guesses. It is in the motion's warnings, too (`arrays.unsure`, `read.unit`, `read.up`).

    Returns:
        A `Motion`: positions (frames, joints, 3), rotations (frames, joints, 4) as quaternions x y z w, ..

    Raises:
        ReadError: the file is refused; with file, line, column and code.
        OSError: a file cannot be read.
        ValueError: an argument has no meaning.

    >>> import marey
    >>> marey.read(WALK).names
    ('Hips', 'Hips_end')
    >>> marey.read(WALK, source_unit="cm", unit="m").positions[0, 1].tolist()
    [0.0, 1.0, 0.0]
    >>> marey.read(b"HIERARCHY ROOT Hips { OFFSET x }", name="cut.bvh")
    Traceback (most recent call last):
        ...
    marey.errors.ReadError: cut.bvh:1:30: bvh.expected-number: expected three numbers after `OFFSET`, found `x`
    """
    return _read(named(file, name), companions(skeleton), dict(behaviour=behaviour, fps=fps, unit=unit, up=up, source_unit=source_unit, source_up=source_up, joints=joints, axes=axes, holds=holds, skip_reference=skip_reference))


def read_many(
    files: Iterable[Source],
    *,
    threads: Optional[int] = None,
    errors: Literal["raise", "return"] = "raise",
    skeleton: Union[Source, Sequence[Source], None] = None,
    **options: Any,
) -> Iterator[Motion]:
    """Reads files in threads, in their order, a few ahead of what is taken: `for motion in marey.read_many(paths)`.

    Args:
        files: paths, or (name, bytes).
        threads: as many as there are processors if None.
        errors: "raise" ends with the first error; "return" yields it in the motion's place, a `ReadError` or `OSError`.
        skeleton: as for `read`; read once for all.
        **options: those of `read`.

    >>> import marey
    >>> [motion.frames for motion in marey.read_many([WALK, WALK], threads=2)]
    [3, 3]
    """
    if errors not in ("raise", "return"):
        raise ValueError(f"errors takes 'raise' or 'return', and is {errors!r}")
    if threads is not None and threads < 1:
        raise ValueError(f"threads takes a number above 0, and is {threads}")
    unknown = set(options) - {"behaviour", "fps", "unit", "up", "source_unit", "source_up", "joints", "axes", "holds", "skip_reference"}
    if unknown:
        raise TypeError(f"read_many has no option {sorted(unknown)[0]!r}")
    return _in_order(files, threads or _processors(), errors == "return", companions(skeleton), options)


def _in_order(files: Iterable[Source], threads: int, returned: bool, companions: _marey.Companions, options: Dict[str, Any]) -> Iterator[Any]:
    def one(file: Source) -> Any:
        try:
            return _read(named(file, None), companions, options)
        except (ReadError, OSError) as error:
            if returned:
                return error
            raise

    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Any] = deque()
        try:
            for file in files:
                ahead.append(pool.submit(one, file))
                if len(ahead) > 2 * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def from_link(link: str) -> Motion:
    """The motion in a link.

    Raises:
        ReadError: it is damaged.
        ValueError: there is no motion in it.
    """
    compiled = reader()
    try:
        return Motion.of_reader(compiled.from_link(link), "")
    except compiled.Refusal as refusal:
        raise ReadError(*refusal.args) from None


def onto(
    motion: Motion,
    figure: Union[Source, Motion],
    *,
    skeleton: Union[Source, Sequence[Source], None] = None,
    feet: Literal["follow", "still", "free"] = "follow",
) -> Motion:
    """Plays a motion on another person's figure, whatever names, rest poses, axes and proportions both have.

    Limbs point as in the motion, and the feet go where its feet go, scaled by the length of the legs.

    Args:
        motion: its rotations and translations are played; the positions must be theirs.
        figure: a file with the figure, as for `read`, or a motion of it.
        skeleton: files that the figure needs.
        feet: "still" keeps feet that stand on the ground where they are; "free" leaves them where the legs put them.

    Returns:
        The motion of the figure, in its unit and axes.

    Raises:
        ReadError: the figure's file is refused.
        ValueError: one of both is no person.
    """
    return motion.onto(figure, skeleton=skeleton, feet=feet)


def _read(source: Tuple[str, Optional[bytes]], companions: _marey.Companions, options: Dict[str, Any]) -> Motion:
    compiled = reader()
    name, data = source
    options = {key: str(value) if key in ("unit", "source_unit") and value is not None else value for key, value in options.items()}
    try:
        motion = Motion.of_reader(compiled.read(name, data, companions, **options), name)
    except compiled.Refusal as refusal:
        raise ReadError(*refusal.args) from None
    assumed = [f"{odd.code}: {odd.message}" for odd in motion.warnings if odd.code in ASSUMED]
    if assumed:
        # From `read`, to the line that calls it.
        warnings.warn(f"{name}: {'; '.join(assumed)}", UserWarning, stacklevel=3)
    return motion


def _processors() -> int:
    # What the process may use, where the system tells.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
