"""Reading and writing files with the compiled reader, the package `marey-read`."""

from __future__ import annotations

import os
import warnings
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union

from .errors import ReadError, ReadWarning
from .motion import Motion

if TYPE_CHECKING:
    from marey_read import _marey

#: Codes of what was assumed, and could be said.
ASSUMED = ("arrays.unsure", "read.unit", "read.up")

#: A file by its path, bytes, or bytes with a name.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, Tuple[str, bytes]]


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
    return _read(_input(file, name), _companions(skeleton), dict(behaviour=behaviour, fps=fps, unit=unit, up=up, source_unit=source_unit, source_up=source_up, joints=joints, axes=axes, holds=holds, skip_reference=skip_reference))


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
    return _in_order(files, threads or _processors(), errors == "return", _companions(skeleton), options)


def _in_order(files: Iterable[Source], threads: int, returned: bool, companions: _marey.Companions, options: Dict[str, Any]) -> Iterator[Any]:
    def one(file: Source) -> Any:
        try:
            return _read(_input(file, None), companions, options)
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


def write(path: Union[str, "os.PathLike[str]"], motion: Motion, *, fps: Optional[float] = None, unit: Optional[str] = None, up: Optional[str] = None) -> Tuple[Path, ...]:
    """Writes a motion in the format of the path's extension: bvh, asf (with amc), skel (with anim), x3d, gltf, glb, csv, npz, marey.

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


def _written(motion: Motion, extension: str, **options: Any) -> List[Tuple[str, bytes]]:
    import numpy as np

    files = _reader().write(motion.archive(), np.ascontiguousarray(motion.positions, np.float32), extension, **options)
    return [(own, bytes(data)) for own, data in files]


def shown(motion: Motion) -> bytes:
    """A motion as a BVH file to show."""
    from .bvh import bvh

    try:
        return _written(motion, "bvh")[0][1]
    except (ImportError, ValueError):
        # Without the reader, and for what files cannot hold, positions are shown.
        return bvh(motion.positions, [int(parent) for parent in motion.parents], motion.names, frame_time=motion.frame_time).encode()


def to_link(motion: Motion, page: Optional[str] = None, *, quality: str = "standard") -> str:
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

    text: str = _reader().to_link(motion.archive(), np.ascontiguousarray(motion.positions, np.float32), quality)[0]
    return text if page is None else f"{page.split('#')[0]}#clip={text}"


def from_link(link: str) -> Motion:
    """The motion in a link.

    Raises:
        ReadError: it is damaged.
        ValueError: there is no motion in it.
    """
    reader = _reader()
    try:
        return _motion(reader.from_link(link), "")
    except reader.Refusal as refusal:
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
    import numpy as np

    reader = _reader()
    name, data = (f"{figure.name}.npz", figure.archive()) if isinstance(figure, Motion) else _input(figure, None)
    try:
        return _motion(reader.onto(motion.archive(), np.ascontiguousarray(motion.positions, np.float32), name, data, _companions(skeleton), feet=feet), name)
    except reader.Refusal as refusal:
        raise ReadError(*refusal.args) from None


def _reader() -> Any:
    """The compiled module, or an error that says how to get it."""
    from ._version import __version__

    try:
        from marey_read import _marey
    except ModuleNotFoundError as missing:
        if missing.name not in ("marey_read", "numpy"):
            raise
        raise ImportError('reading needs the compiled reader and NumPy: pip install "marey[read]"') from missing
    if _marey.__version__ != __version__:
        raise ImportError(f'marey {__version__} needs marey-read {__version__}, and finds {_marey.__version__}: pip install --upgrade "marey[read]"')
    return _marey


def _input(file: Source, name: Optional[str]) -> Tuple[str, Optional[bytes]]:
    """A name, with bytes unless it is a path."""
    if isinstance(file, tuple):
        return name or file[0], bytes(file[1])
    if isinstance(file, (bytes, bytearray, memoryview)):
        return name or "motion", bytes(file)
    return os.path.expanduser(os.fspath(file)), None


def _companions(skeleton: Union[Source, Sequence[Source], None]) -> _marey.Companions:
    one = isinstance(skeleton, (str, bytes, bytearray, os.PathLike)) or isinstance(skeleton, tuple) and len(skeleton) == 2 and isinstance(skeleton[1], (bytes, bytearray))
    listed: Iterable[Any] = () if skeleton is None else (skeleton,) if one else skeleton  # type: ignore[assignment]
    files = []
    for each in listed:
        name, data = _input(each, None)
        files.append((name, Path(name).read_bytes() if data is None else data))
    companions: _marey.Companions = _reader().Companions(files)
    return companions


def _read(source: Tuple[str, Optional[bytes]], companions: _marey.Companions, options: Dict[str, Any]) -> Motion:
    reader = _reader()
    name, data = source
    options = {key: str(value) if key in ("unit", "source_unit") and value is not None else value for key, value in options.items()}
    try:
        motion = _motion(reader.read(name, data, companions, **options), name)
    except reader.Refusal as refusal:
        raise ReadError(*refusal.args) from None
    assumed = [f"{odd.code}: {odd.message}" for odd in motion.warnings if odd.code in ASSUMED]
    if assumed:
        # From `read`, to the line that calls it.
        warnings.warn(f"{name}: {'; '.join(assumed)}", UserWarning, stacklevel=3)
    return motion


def _motion(fields: Dict[str, Any], file: str) -> Motion:
    odd = tuple(ReadWarning(code, message, own or file, line, column, places) for code, message, own, line, column, places in fields.pop("warnings"))
    return Motion(**fields, warnings=odd)


def _processors() -> int:
    # What the process may use, where the system tells.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
