"""Turns a folder of clips into Zarr, one group a clip, with Ray: python to_zarr.py CLIPS OUT

Ray runs a task again when its worker is lost; the task writes the same arrays again.
"""

import sys
from pathlib import Path
from typing import List

import ray
import zarr

import marey

#: Clips in a task.
SIZE = 200


@ray.remote(max_retries=3)
def part(files: List[str], out: str) -> int:
    """Writes the groups of some clips; returns how many were refused."""
    refused = 0
    root = zarr.open_group(out, mode="a")
    for file, motion in zip(files, marey.read_many(files, threads=1, errors="return", fps=30, unit="m", up="y")):
        if isinstance(motion, Exception):
            refused += 1
            continue
        group = root.require_group(Path(file).stem)
        group.attrs.update(joints=list(motion.names), parents=motion.parents.tolist(), fps=motion.fps)
        group.create_array("positions", data=motion.positions, overwrite=True)
        group.create_array("rotations", data=motion.rotations, overwrite=True)
    return refused


if __name__ == "__main__":
    clips = sorted(str(path) for path in Path(sys.argv[1]).rglob("*.bvh"))
    zarr.open_group(sys.argv[2], mode="a")
    tasks = [part.remote(clips[at : at + SIZE], sys.argv[2]) for at in range(0, len(clips), SIZE)]
    print(sum(ray.get(tasks)), "clips were refused")
