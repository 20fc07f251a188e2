"""A worker that is killed loses nothing: python test_dask.py FOLDER [CLIPS]"""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet as pq
from dask.distributed import Client

import make_clips
import to_parquet


def kill_with_first_file(worker: int, out: Path) -> None:
    """Ends a worker without notice once a part is there, or begun."""
    while not list(out.glob("*")):
        time.sleep(0.005)
    os.kill(worker, signal.SIGKILL)


def main(folder: Path, count: int) -> None:
    clips, out = folder / "clips", folder / "out"
    make_clips.write(clips, count)
    (clips / "000/broken.bvh").write_text("HIERARCHY ROOT { OFFSET x")
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        before = set(client.run(os.getpid).values())
        threading.Thread(target=kill_with_first_file, args=(min(before), out)).start()
        assert to_parquet.convert(client, clips, out) == 1, "one file is broken"
        assert min(before) not in client.run(os.getpid).values(), "one worker is another"
    rows = pq.read_table(out, columns=["file", "frames", "joints", "positions"])
    names = [Path(name).stem for name in rows["file"].to_pylist()]
    assert sorted(names) == [f"{index:06d}" for index in range(count)], len(names)
    for frames, joints, positions in zip(rows["frames"].to_pylist()[:50], rows["joints"].to_pylist(), rows["positions"]):
        assert len(positions) == frames * len(joints) * 3
    print(f"{count} clips, one worker killed, nothing lost")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
