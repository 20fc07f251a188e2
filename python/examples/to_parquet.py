"""Turns a folder of clips into Parquet, one row a clip, with Dask: python to_parquet.py CLIPS OUT [WORKERS]

A part depends on its files alone and appears under its name only when it is whole. Dask computes it again when a worker is lost, and a
second run computes only the parts that are missing.
"""

import os
import sys
from pathlib import Path
from typing import List

import pyarrow as pa
import pyarrow.parquet as pq
from dask.distributed import Client, as_completed

import marey

#: Clips in a part.
SIZE = 200


def part(files: List[str], out: str) -> int:
    """Writes one part; returns how many clips were refused."""
    if os.path.exists(out):
        return int(pq.read_schema(out).metadata[b"refused"])
    rows, refused = [], 0
    # Dask has a process for each core already.
    for file, motion in zip(files, marey.read_many(files, threads=1, errors="return", fps=30, unit="m", up="y")):
        if isinstance(motion, Exception):
            refused += 1
            continue
        rows.append({
            "file": file,
            "joints": list(motion.names),
            "parents": motion.parents,
            "frames": motion.frames,
            "fps": motion.fps,
            # (frames, joints, 3) and (frames, joints, 4), row by row.
            "positions": motion.positions.ravel(),
            "rotations": motion.rotations.ravel(),
        })
    table = pa.Table.from_pylist(rows, SCHEMA).replace_schema_metadata({"refused": str(refused)})
    # A worker may end at any moment and leave half a file: readers of a folder skip names that begin with "_".
    half = Path(out).with_name(f"_{Path(out).stem}.{os.getpid()}")
    pq.write_table(table, half, compression="zstd")
    half.replace(out)
    return refused


SCHEMA = pa.schema([
    ("file", pa.string()), ("joints", pa.list_(pa.string())), ("parents", pa.list_(pa.int32())), ("frames", pa.int32()), ("fps", pa.float64()),
    ("positions", pa.list_(pa.float32())), ("rotations", pa.list_(pa.float32())),
])  # fmt: skip


def convert(client: Client, clips: Path, out: Path) -> int:
    """Converts all clips; returns how many were refused."""
    files = sorted(str(path) for path in clips.rglob("*.bvh"))
    out.mkdir(parents=True, exist_ok=True)
    parts = [client.submit(part, files[at : at + SIZE], str(out / f"part-{at // SIZE:05d}.parquet"), retries=3, pure=False) for at in range(0, len(files), SIZE)]
    return sum(future.result() for future in as_completed(parts))


if __name__ == "__main__":
    with Client(n_workers=int(sys.argv[3]) if len(sys.argv) > 3 else None, threads_per_worker=1) as client:
        print(convert(client, Path(sys.argv[1]), Path(sys.argv[2])), "clips were refused")
