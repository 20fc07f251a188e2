"""Makes the clips of a gallery on a Dask cluster: python index_dask.py MOTIONS PARTS [TASKS]

MOTIONS and PARTS are folders, or addresses that fsspec opens (s3://bucket/motions). Each task makes the clips of some folders with
`marey index`, and stores them as a part of its own. It depends on its files alone: Dask runs it again when a worker is lost, and a second
run makes only what changed. `marey gallery --from PARTS MOTIONS SITE` then joins all parts.
"""

import os
import posixpath
import subprocess
import sys
import tempfile
from typing import List

import fsspec
from dask.distributed import Client, as_completed

#: The program.
MAREY = os.environ.get("MAREY_PROGRAM", "marey")


def folders_of(motions: str) -> List[str]:
    """The folders that have files, relative to that of the motions. A skeleton lies in the folder of its motions."""
    storage, root = fsspec.core.url_to_fs(motions)
    return sorted({posixpath.relpath(posixpath.dirname(file), root) for file in storage.find(root)})


def part(motions: str, parts: str, folders: List[str], name: str) -> int:
    """Makes the clips of these folders; returns how many there are."""
    storage, root = fsspec.core.url_to_fs(motions)
    with tempfile.TemporaryDirectory() as work:
        source, made = posixpath.join(work, "motions"), posixpath.join(work, "part")
        for folder in folders:
            # Paths stay as they are in the whole: by them the gallery finds its clips.
            for file in storage.find(posixpath.normpath(posixpath.join(root, folder)), maxdepth=1):
                copy = posixpath.join(source, posixpath.relpath(file, root))
                os.makedirs(posixpath.dirname(copy), exist_ok=True)
                storage.get_file(file, copy)
        subprocess.run([MAREY, "index", source, made], check=True)
        target, there = fsspec.core.url_to_fs(f"{parts}/{name}")
        clips = 0
        # A clip's facts come last: without them nobody takes its other files.
        for file in sorted((posixpath.join(at, file) for at, _, files in os.walk(made) for file in files), key=lambda file: file.endswith("facts.json")):
            goal = posixpath.join(there, posixpath.relpath(file, made))
            target.makedirs(posixpath.dirname(goal), exist_ok=True)
            target.put_file(file, goal)
            clips += file.endswith("facts.json")
        return clips


def index(client: Client, motions: str, parts: str, tasks: int) -> int:
    """Makes all clips; returns how many there are."""
    folders = folders_of(motions)
    shares = [share for share in (folders[at::tasks] for at in range(tasks)) if share]
    futures = [client.submit(part, motions, parts, share, f"{at:05d}", retries=3, pure=False) for at, share in enumerate(shares)]
    return sum(future.result() for future in as_completed(futures))


if __name__ == "__main__":
    with Client(threads_per_worker=1) as client:
        print(index(client, sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 64), "clips")
