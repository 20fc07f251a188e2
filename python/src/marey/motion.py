"""A motion as arrays."""

from __future__ import annotations

import difflib
import io
import os
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple, Union

from . import measures
from .compiled import Source, companions, named, reader
from .errors import ReadError, ReadWarning
from .gait import Gait, measure
from .player import Shown, show
from .writing import Writable, to_link, write

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.float64]

#: The arrays of an archive (`.npz`) with a value for each frame.
BY_FRAME = ("positions", "rotations", "translations", "times")


@dataclass(frozen=True, eq=False, repr=False)
class Motion(Writable):
    """A skeleton and one motion of it: what `marey.read` returns, with the same names and values as the `.npz` of `marey convert`.

    Positions are in the file's own axes and unit, unless `read` was asked for others. Quaternions are x y z w (SciPy's order), relative to
    the parent. Joints are in the file's order, parents before children; the ends of chains are joints of the kind "end".

    It can be pickled, with the arrays out of band (protocol 5): Dask, Ray and multiprocessing take it as it is.

    >>> import marey
    >>> motion = marey.read(("walk.bvh", WALK))
    >>> motion
    <marey.Motion walk: 2 joints, 3 frames at 2 a second>
    >>> motion.positions.shape
    (3, 2, 3)
    >>> motion.positions_of("Hips")[:, 0]
    array([0., 4., 8.], dtype=float32)
    >>> motion[0.5:].times
    array([0. , 0.5])
    """

    name: str
    """The clip's name: usually the file's, without its extension."""
    names: Tuple[str, ...]
    """(joints): unique; repeated names get `_2`, `_3`, .."""
    parents: NDArray[np.int32]
    """(joints), int32: the index of each joint's parent; -1 for a root."""
    kinds: Tuple[str, ...]
    """(joints): "joint", "end" (only the end of a bone), "site" or "frame" (HAnim)."""
    times: NDArray[np.float64]
    """(frames), float64: seconds from the first frame."""
    frame_time: float
    """Seconds from frame to frame; the mean if frames are uneven."""
    positions: Floats
    """(frames, joints, 3), float32: world positions."""
    rotations: Floats
    """(frames, joints, 4), float32: unit quaternions x y z w, relative to the parent."""
    translations: Floats
    """(frames, joints, 3), float32: offsets from the parent, in its space."""
    offsets: Floats
    """(joints, 3), float32: `translations` at rest."""
    rest_rotations: Floats
    """(joints, 4), float32: `rotations` at rest."""
    metres_per_unit: Optional[float]
    """The unit of positions, in metres: the file's, or guessed from the figure; None if it is not known."""
    up: Optional[str]
    """The up axis: "x", "y", "z", "-x", "-y" or "-z": the format's, or guessed from the figure; None if it is not known."""
    rig: Optional[str] = None
    """The convention of the joint names: "mixamo", "lafan1", "smpl", ..; None: no known one. It does not say which program wrote the file."""
    rig_words: str = ""
    """The same for people, with how the names fit: "LAFAN1 (22 of 22 names)"."""
    channels: Tuple[str, ...] = ()
    """(joints): the animated channels of each joint in the file, "Zrotation Xrotation Yrotation", or "rotation" without an order as in an `.npz`; ""
    without any. A BVH that `save` writes has these orders."""
    behaviours: Tuple[str, ...] = ()
    """The names of all motions in the file; `read(.., behaviour=)` chooses one."""
    warnings: Tuple[ReadWarning, ...] = ()
    """What the reader repaired or assumed."""

    @property
    def fps(self) -> float:
        """Frames a second; the mean if frames are uneven."""
        return 1.0 / self.frame_time

    @property
    def frames(self) -> int:
        """The number of frames."""
        return len(self.times)

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last."""
        return float(self.times[-1])

    def index(self, name: str) -> int:
        """The index of a joint.

        Raises:
            KeyError: there is no such joint.
        """
        try:
            return self.names.index(name)
        except ValueError:
            close = difflib.get_close_matches(name, self.names, 1)
            near = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(self.names)}"
            raise KeyError(f"there is no joint {name!r}{near}") from None

    def positions_of(self, name: str) -> Floats:
        """(frames, 3), float32: a joint's world positions, as a view of `positions`."""
        return self.positions[:, self.index(name)]

    def _metres(self, joint: str) -> Numbers:
        """(frames, 3): a joint's positions, in metres where the unit is known."""
        return self.positions_of(joint).astype("float64") * (self.metres_per_unit or 1.0)

    def distance(self, a: str, b: str) -> Numbers:
        """(frames): between two joints, metres; in the file's unit where that is not known."""
        import numpy as np

        found: Numbers = np.linalg.norm(self._metres(a) - self._metres(b), axis=-1)
        return found

    def angle(self, a: str, b: str, c: str) -> Numbers:
        """(frames): at the joint `b` between the directions to `a` and `c`, degrees; 180 where they are in line, NaN without a direction."""
        at = self._metres(b)
        return measures.between(self._metres(a) - at, self._metres(c) - at)

    def vertical(self, a: str, b: str) -> Numbers:
        """(frames): between the direction from `a` to `b` and the vertical, degrees; 0 where `b` is above.

        Raises:
            ValueError: the up axis is not known.
        """
        import numpy as np

        if not self.up:
            raise ValueError("the up axis is not known; read the file with up=")
        vertical = np.zeros(3)
        vertical["xyz".index(self.up[-1])] = -1.0 if self.up.startswith("-") else 1.0
        direction = self._metres(b) - self._metres(a)
        return measures.between(direction, np.broadcast_to(vertical, direction.shape))

    def speed(self, joint: str) -> Numbers:
        """(frames): metres a second, from the frame before to the frame after."""
        return measures.speeds(self._metres(joint), self.times)

    def acceleration(self, joint: str) -> Numbers:
        """(frames): metres a second squared, the length of the acceleration; NaN in the first and the last frame."""
        return measures.accelerations(self._metres(joint), self.times)

    def angular_speed(self, joint: str) -> Numbers:
        """(frames): how fast a joint turns relative to its parent, degrees a second, from the frame before to the frame after."""
        return measures.angular_speeds(self.rotations[:, self.index(joint)], self.times)

    def gait(self, zero: Union[str, int, None] = None) -> Gait:
        """Joint angles, gait cycles and the table of stride, cadence, stance and so on of a person.

        Args:
            zero: the pose in which angles are zero: "rest", "straightest", or a frame. None: the rest pose if a person stands in it, else the
                straightest frame.

        >>> import marey
        >>> marey.read(("walk.bvh", WALK)).gait().words.split("; ")[0]
        'no legs that are recognised'
        """
        return measure(self.archive(), self.positions, zero)

    def joint_angles(self, zero: Union[str, int, None] = None, *, rotations: bool = False) -> Dict[str, Numbers]:
        """(frames) each: the angles of pelvis, trunk, hips, knees, ankles, shoulders and elbows, degrees with the signs of clinics.

        Args:
            zero: as in `gait`.
            rotations: those of limbs, too, of which only the shape is known.
        """
        found = self.gait(zero)
        return {name: values for name, values in found.angles.items() if rotations or name.rsplit(" ", 1)[0] not in found.folded}

    def __getitem__(self, seconds: slice) -> Motion:
        """The part from one second to another, without the last moment, as for lists: `motion[1.5:4]`, `motion[-2:]`. It begins at 0 s, and
        its arrays are views.
        """
        import numpy as np

        if not isinstance(seconds, slice) or seconds.step is not None:
            raise TypeError("a motion is sliced by seconds: motion[1.5:4]; motion.take(frames) takes frames")
        # Moments that rounding puts just before a frame's own mean that frame.
        slack = 1e-6 * self.frame_time
        end = self.duration + self.frame_time
        first, last = (
            missing if moment is None else moment + end if moment < 0 else float(moment) for moment, missing in ((seconds.start, 0.0), (seconds.stop, end + 1.0))
        )
        start, stop = np.searchsorted(self.times, [first - slack, last - slack])
        return self.take(slice(int(start), int(stop)))

    def take(self, frames: Any) -> Motion:
        """Some frames: a slice (`slice(10, 20)`), indices or a mask. The first becomes 0 s.

        Raises:
            ValueError: there are none.
        """
        import numpy as np

        times = self.times[frames]
        if times.ndim != 1 or len(times) == 0:
            raise ValueError(f"there are no frames in this part of {self.duration:g} s")
        times = times - times[0]
        if (np.diff(times) <= 0).any():
            raise ValueError("the frames to take must be in order")
        step = float(times[-1] / (len(times) - 1)) if len(times) > 1 else self.frame_time
        # The mean of even steps is the step itself, without what rounding adds.
        step = self.frame_time if abs(step - self.frame_time) < 1e-9 * step else step
        parts = {key: getattr(self, key)[frames] for key in BY_FRAME if key != "times"}
        return replace(self, times=times, frame_time=step, **parts)

    def arrays(self) -> Dict[str, Any]:
        """The arrays of an `.npz`, as `numpy.load` gives them."""
        import numpy as np

        return {
            "positions": self.positions,
            "rotations": self.rotations,
            "translations": self.translations,
            "times": self.times,
            "frame_time": np.float64(self.frame_time),
            "names": np.array(self.names),
            "parents": self.parents,
            "kinds": np.array(self.kinds),
            "offsets": self.offsets,
            "rest_rotations": self.rest_rotations,
            "metres_per_unit": np.float64("nan" if self.metres_per_unit is None else self.metres_per_unit),
            "up": np.array(self.up or ""),
            "name": np.array(self.name),
        }

    def archive(self) -> bytes:
        """The bytes of an `.npz`, with `arrays()`."""
        import numpy as np

        packed = io.BytesIO()
        np.savez(packed, **self.arrays())
        return packed.getvalue()

    def save(self, path: Union[str, "os.PathLike[str]"], *, fps: Optional[float] = None, unit: Optional[str] = None, up: Optional[str] = None) -> Tuple[Path, ...]:
        """Writes a file, or the two of Acclaim and The Sims. Takes the arguments of `marey.write`."""
        return write(path, self, fps=fps, unit=unit, up=up)

    def to_link(self, page: Optional[str] = None, *, quality: str = "standard") -> str:
        """A link that holds the motion. Takes the arguments of `marey.to_link`."""
        return to_link(self, page, quality=quality)

    def onto(self, figure: Union[Source, Motion], *, skeleton: Union[Source, Sequence[Source], None] = None, feet: str = "follow") -> Motion:
        """The motion on another person's figure: a file, or a motion of it. Takes the options of `marey.onto`."""
        import numpy as np

        compiled = reader()
        name, data = (f"{figure.name}.npz", figure.archive()) if isinstance(figure, Motion) else named(figure, None)
        try:
            fields = compiled.onto(self.archive(), np.ascontiguousarray(self.positions, np.float32), name, data, companions(skeleton), feet=feet)
        except compiled.Refusal as refusal:
            raise ReadError(*refusal.args) from None
        return Motion.of_reader(fields, name)

    def mend(
        self,
        *,
        fps: Optional[float] = None,
        gaps: bool = True,
        longest_gap: float = 0.4,
        spikes: str = "root",
        spike_degrees: float = 25.0,
        smooth: str = "auto",
        strength: float = 1.0,
        level: bool = False,
        loop: bool = False,
        least_loop: float = 0.5,
        path: bool = False,
        feet: bool = False,
        in_place: bool = False,
    ) -> Tuple[Motion, Dict[str, Any]]:
        """The mended motion, and a report of what was found and done.

        By default only what a motion without faults does not mind is mended: gaps, spikes of the figure's place, and noise. `spikes` is
        "off", "root" or "joints", and `smooth` is "auto", "on" or "off". The report is that of `marey mend --json`.
        """
        import numpy as np

        options = dict(
            fps=fps,
            gaps=gaps,
            longest_gap=longest_gap,
            spikes=spikes,
            spike_degrees=spike_degrees,
            smooth=smooth,
            strength=strength,
            level=level,
            loop=loop,
            least_loop=least_loop,
            path=path,
            feet=feet,
            in_place=in_place,
        )
        fields, report = reader().mend(self.archive(), np.ascontiguousarray(self.positions, np.float32), options)
        return Motion.of_reader(fields, self.name), report

    def film(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        size: Tuple[int, int] = (640, 360),
        fps: float = 20.0,
        speed: float = 1.0,
        look: str = "bones",
        theme: str = "light",
        camera: str = "home",
        follow: str = "auto",
        caption: str = "",
    ) -> Path:
        """Writes a GIF of the motion, drawn without a window. `marey film`, the program, makes videos, numbered pictures, and films of many files.

        Args:
            path: where to; it ends in .gif.
            size: width and height, pixels.
            fps: frames a second, up to 50.
            speed: 1 is real time.
            look: "bones", or "body" around a person's joints.
            theme: "light" or "dark".
            camera: "front", "back", "left", "right", "top", "home", or degrees as "yaw,pitch".
            follow: whether the camera goes with the figure: "on", "off", or "auto", if the figure would be small otherwise.
            caption: a text at the lower left, in which `{time}` is the time.

        Raises:
            ValueError: another ending, or an argument that makes no sense.

        >>> import marey, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     marey.read(WALK).film(os.path.join(folder, "walk.gif"), size=(64, 48)).name
        'walk.gif'
        """
        import numpy as np

        target = Path(path).expanduser()
        if target.suffix.lower() != ".gif":
            raise ValueError(f"a film is a .gif here, and the path ends in '{target.suffix}'; the program `marey film` makes others")
        options = dict(
            size=tuple(size), fps=fps, speed=speed, span=[0.0, float(self.duration)], look=look, theme=theme, camera=camera, follow=follow, caption=caption
        )
        gif, bare = reader().film(self.archive(), np.ascontiguousarray(self.positions, np.float32), options)
        if bare:
            warnings.warn(f"filmed as bones, without a body: {bare}", stacklevel=2)
        target.write_bytes(gif)
        return target

    @classmethod
    def of_reader(cls, fields: Dict[str, Any], file: str) -> Motion:
        """A motion of what the compiled reader returns. Warnings without a file of their own are this file's."""
        odd = tuple(ReadWarning(code, message, own or file, line, column, places) for code, message, own, line, column, places in fields.pop("warnings"))
        return cls(**fields, warnings=odd)

    def show(self, **options: Any) -> Shown:
        """Shows the motion under the cell. Takes the options of `marey.show`."""
        return show(self, **options)

    def space(self) -> Dict[str, Any]:
        """The unit and up axis as options of `show`, where they are known."""
        unit = {} if self.metres_per_unit is None else {"unit": f"{self.metres_per_unit:g}"}
        return {**unit, **({"up": self.up} if self.up else {})}

    def __repr__(self) -> str:
        return f"<marey.Motion {self.name}: {_counted(len(self.names), 'joint')}, {_counted(self.frames, 'frame')} at {self.fps:.6g} a second>"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
