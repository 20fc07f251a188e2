"""A gallery of parts is that of one run, though a worker is killed: python test_index.py FOLDER [CLIPS]"""

import filecmp
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from dask.distributed import Client

import index_dask
import make_clips


def kill_with_first_part(worker: int, parts: Path) -> None:
    """Ends a worker without notice once there is a part."""
    while not list(parts.glob("*/clips/*/facts.json")):
        time.sleep(0.005)
    os.kill(worker, signal.SIGKILL)


def all_files(folder: Path) -> list:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def gallery(*arguments: str) -> str:
    return subprocess.run([index_dask.MAREY, "gallery", *arguments], check=True, capture_output=True, text=True).stderr


def main(folder: Path, count: int) -> None:
    motions, parts = folder / "motions", folder / "parts"
    for index in range(count):
        path = motions / f"{index % 20:03d}" / f"{index:06d}.bvh"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make_clips.clip(index))
    (motions / "000/broken.bvh").write_text("HIERARCHY ROOT { OFFSET x")
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        before = set(client.run(os.getpid).values())
        killer = threading.Thread(target=kill_with_first_part, args=(min(before), parts))
        killer.start()
        assert index_dask.index(client, str(motions), str(parts), 10) == count
        killer.join()
        assert min(before) not in client.run(os.getpid).values(), "one worker is another"
    said = gallery("--from", str(parts), str(motions), str(folder / "joined"))
    assert f"{count} clips (0 new or changed, {count} from parts), 1 file not read" in said, said
    gallery(str(motions), str(folder / "alone"))
    names = all_files(folder / "alone")
    assert all_files(folder / "joined") == names
    _, different, missing = filecmp.cmpfiles(folder / "alone", folder / "joined", names, shallow=False)
    assert not different and not missing, (different, missing)
    print(f"{count} clips, one worker killed, nothing lost and nothing double")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 400)
