"""The input of a player: files, bytes with a name, addresses, or an array."""

from __future__ import annotations

import io
import os
import re
import warnings
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from .bvh import bvh
from .kinds import COMPANIONS
from .writing import Writable, shown

#: A larger total makes a notebook slow to open and to save.
MANY_BYTES = 20_000_000
#: The skeletons of motions that have none.
SKELETONS = {".amc": ".asf", ".anim": ".skel"}
ADDRESS = re.compile(r"https?://", re.I)


class Clip(NamedTuple):
    """A clip of several: its files, and the attributes of its `<marey-clip>`."""

    files: List[Tuple[str, bytes]]
    attributes: Dict[str, Any]


class Sources(NamedTuple):
    """Files for the page, or attributes with addresses, and a description of both."""

    files: List[Tuple[str, bytes]]
    addresses: Dict[str, str]
    #: Attributes that the input needs.
    attributes: Dict[str, Any]
    title: str
    description: str
    clips: List[Clip] = []


def sources(
    motion: Any, parents: Any, names: Any, rotations: Any, name: Optional[str], options: Dict[str, Any], labels: Any = None, order: Optional[str] = None
) -> Sources:
    """Takes the arguments of an array out of the options."""
    groups = _clips(motion, parents)
    if labels is not None and (isinstance(labels, str) or len(labels) != len(groups)):
        raise ValueError(f"labels takes a name for each of the {_counted(len(groups), 'clip')}, and is {labels!r}")
    if len(groups) > 1 and rotations is not None:
        raise TypeError("rotations goes with one array; write several with marey.bvh and show the results")
    own: List[Optional[str]] = [str(label) for label in labels or []] or [None] * len(groups)
    made = [_one(group, parents, names, rotations, (index == 0 and name) or label, dict(options), order) for index, (group, label) in enumerate(zip(groups, own))]
    for key in ("fps", "frame_time") if parents is not None else ("frame_time",):
        options.pop(key, None)
    first, others = made[0], made[1:]
    if not others:
        return first
    clips = [Clip(one.files, {**({"label": label} if label else {}), **one.addresses, **one.attributes}) for one, label in zip(others, own[1:])]
    first = first._replace(description="; ".join(one.description for one in made), clips=clips)
    if not own[0]:
        return first
    # A player has no label: it takes its own clip from the first element, which has one.
    return first._replace(files=[], addresses={}, clips=[Clip(first.files, {"label": own[0], **first.addresses}), *clips])


def _clips(motion: Any, parents: Any) -> List[Any]:
    """The clips in a list: each motion is one, with the skeletons and skins of the list; so is each list in a list."""
    if parents is not None:
        depth = _depth(motion)
        # (clips, frames, joints * 3) has several, too.
        flat = depth == 3 and len(parents) > 1 and len(motion) > 0 and len(motion[0]) > 0 and len(motion[0][0]) == 3 * len(parents)
        return list(motion) if depth == 4 or flat else [motion]
    if not isinstance(motion, (list, tuple)) or _is_one(motion):
        return [motion]
    if motion and all(isinstance(item, Writable) for item in motion):
        return list(motion)
    if any(isinstance(item, list) for item in motion) and all(_is_files(item) for item in motion):
        return list(motion)
    if not _is_files(motion):
        return [motion]
    beside = [item for item in motion if _extension(item) in COMPANIONS]
    motions = [item for item in motion if _extension(item) not in COMPANIONS]
    return [[one, *beside] for one in motions] if len(motions) > 1 else [motion]


def _depth(array: Any) -> int:
    """The number of an array's dimensions."""
    if hasattr(array, "ndim"):
        return int(array.ndim)
    if isinstance(array, (list, tuple)) or hasattr(array, "__len__") and not isinstance(array, (str, bytes)):
        return 1 + (_depth(array[0]) if len(array) else 0)
    return 0


def _extension(item: Any) -> str:
    name = item[0] if isinstance(item, tuple) else item if isinstance(item, (str, os.PathLike)) else ""
    return os.path.splitext(re.sub(r"[?#].*", "", os.fspath(name)) if ADDRESS.match(os.fspath(name)) else os.fspath(name))[1].lower()


def _one(motion: Any, parents: Any, names: Any, rotations: Any, name: Optional[str], options: Dict[str, Any], order: Optional[str]) -> Sources:
    """One clip; takes the arguments of an array out of the options."""
    if isinstance(motion, Writable):
        title = name or motion.name
        file = title if title.lower().endswith(".bvh") else f"{title}.bvh"
        options.pop("frame_time", None)
        return Sources(_checked([(file, shown(motion))]), {}, motion.space(), title, repr(motion)[len("<marey.Motion ") : -1])
    if parents is None and _is_files(motion):
        for argument, value in {"names": names, "rotations": rotations, "order": order, "frame_time": options.get("frame_time")}.items():
            if value is not None:
                raise TypeError(f"{argument} goes with an array of positions; a file has its own")
        options.pop("frame_time", None)
        return _of_files([motion] if _is_one(motion) else list(motion), name)
    title = name or "motion"
    if parents is None:
        for argument, value in {"names": names, "rotations": rotations, "order": order}.items():
            if value is not None:
                raise TypeError(f"{argument} goes with the parents of the joints")
        frame_time = options.pop("frame_time", None)
        rate = {"fps": 1 / frame_time} if frame_time else {}
        file = title if title.lower().endswith(".npy") else f"{title}.npy"
        return Sources(_checked([(file, _npy(motion))]), {}, rate, title, f"{title}: an array {tuple(motion.shape)}")
    rates = {"fps": options.pop("fps", None), "frame_time": options.pop("frame_time", None)}
    text = bvh(motion, parents, names, rotations=rotations, order=order, **rates)
    _, frames, seconds = re.search(r"Frames: (\d+)\nFrame Time: (\S+)", text).group(0, 1, 2)  # type: ignore[union-attr]
    counts = [_counted(len(parents), "joint"), _counted(int(frames), "frame")]
    description = f"{title}: {counts[0]}, {counts[1]} at {1 / float(seconds):g} a second"
    file = title if title.lower().endswith(".bvh") else f"{title}.bvh"
    # Most arrays are in metres with y up; a guess from a single pose would be no better.
    return Sources(_checked([(file, text.encode())]), {}, {"positions": "replace", "unit": "m", "up": "y"}, title, description)


def _npy(array: Any) -> bytes:
    """The file of an array, whose joints the player tells or guesses."""
    shape = getattr(array, "shape", ())
    if len(shape) < 2 or not hasattr(array, "dtype"):
        raise TypeError(
            "a list of positions needs parents: for each joint the index of its parent, -1 for a root ([-1] * joints shows points); of an "
            "array of NumPy the player guesses them"
        )
    # An array of numbers is NumPy's, or can become one.
    import numpy

    file = io.BytesIO()
    numpy.save(file, numpy.asarray(array, dtype="<f4"), allow_pickle=False)
    return file.getvalue()


def _is_one(motion: Any) -> bool:
    return isinstance(motion, (str, os.PathLike, bytes, bytearray)) or _is_named_bytes(motion)


def _is_named_bytes(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) and isinstance(item[1], (bytes, bytearray))


def _is_files(motion: Any) -> bool:
    return _is_one(motion) or (isinstance(motion, (list, tuple)) and len(motion) > 0 and all(map(_is_one, motion)))


def _of_files(items: List[Any], name: Optional[str]) -> Sources:
    _check_companions(items)
    remote = [item for item in items if isinstance(item, str) and ADDRESS.match(item)]
    if remote and len(remote) < len(items):
        raise ValueError("files and addresses do not mix: a page reads the one from itself and the other from the network")
    if remote:
        addresses: Dict[str, str] = {}
        for url in remote:
            path = re.sub(r"[?#].*", "", url)
            what = COMPANIONS.get(os.path.splitext(path)[1].lower(), "src")
            if what in addresses:
                raise ValueError(f"{addresses[what]} and {url} are both a {'motion' if what == 'src' else what}; a player shows one clip")
            addresses[what] = url
        if "src" not in addresses:
            # A skeleton alone can be shown, too.
            addresses["src"] = addresses.pop("skeleton") if "skeleton" in addresses else addresses.pop("skin")
        title = name or re.sub(r"[?#].*", "", addresses["src"]).rstrip("/").rsplit("/", 1)[-1]
        return Sources([], addresses, {}, title, f"{title}: from {addresses['src']}")
    files = [_file(item, name) for item in items]
    title = name or next((file for file, _ in files if os.path.splitext(file)[1].lower() not in COMPANIONS), files[0][0])
    description = ", ".join(f"{file} ({_size(len(data))})" for file, data in files)
    return Sources(_checked(files), {}, {}, title, description)


def _check_companions(items: List[Any]) -> None:
    """Motions without a skeleton need another file."""
    extensions = {_extension(item) for item in items}
    for item in items:
        needed = SKELETONS.get(_extension(item))
        if needed and needed not in extensions:
            file = item[0] if isinstance(item, tuple) else os.fspath(item)
            raise ValueError(f"{file} has no skeleton of its own: show it with its {needed} file, as marey.show([\"..{needed}\", {file!r}])")


def _file(item: Union[str, "os.PathLike[str]", bytes, bytearray, Tuple[str, bytes]], name: Optional[str]) -> Tuple[str, bytes]:
    if isinstance(item, tuple):
        return item[0], bytes(item[1])
    if isinstance(item, (bytes, bytearray)):
        if not name:
            raise TypeError("bytes need a name that tells the format: marey.show(data, name=\"walk.bvh\"), or (\"walk.bvh\", data) in a list")
        return name, bytes(item)
    path = Path(item).expanduser()
    if not path.exists():
        raise FileNotFoundError(f"there is no file {str(path)!r} in {os.getcwd()}" if not path.is_absolute() else f"there is no file {str(path)!r}")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder; give the files in it")
    return path.name, path.read_bytes()


def _checked(files: List[Tuple[str, bytes]]) -> List[Tuple[str, bytes]]:
    for file, data in files:
        if not data:
            raise ValueError(f"{file} is empty")
    total = sum(len(data) for _, data in files)
    if total > MANY_BYTES:
        warnings.warn(f"{_size(total)} go into the page (packed, about a third of it): a notebook grows by as much. An address in place of the file keeps it small", stacklevel=4)
    return files


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB" if count >= 1e3 else f"{count} bytes"
