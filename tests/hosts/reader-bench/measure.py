"""Times readers of BVH in turns: python measure.py FOLDER WHEEL. Machines are shared and change their speed: only ratios within one run count."""

import contextlib
import io
import os
import sys
import time
import warnings
from pathlib import Path

import marey

ROUNDS = 9
LARGEST = 3


def with_pybvh(path):
    import pybvh

    return pybvh.read_bvh_file(str(path))


def with_pymotion(path):
    from pymotion.io.bvh import BVH

    file = BVH()
    file.load(str(path))
    return file.data


def with_bvh(path):
    from bvh import Bvh

    return Bvh(path.read_text()).frames


READERS = {"marey": marey.read, "pybvh": with_pybvh, "upc-pymotion": with_pymotion, "bvh": with_bvh}


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@contextlib.contextmanager
def quietly():
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def main(folder, wheel):
    files = sorted(folder.glob("*.bvh"))
    large = sorted(files, key=lambda path: -path.stat().st_size)[:LARGEST]
    print(f"load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}; wheel {os.path.getsize(wheel)} bytes")
    print("\nmilliseconds a megabyte, best of several rounds in turns, and as a multiple of Marey's")
    for path in large:
        megabytes = path.stat().st_size / 1e6
        best = {}
        for round in range(ROUNDS):
            for name, read in READERS.items():
                # The slow ones are measured less often.
                if name not in ("marey", "pybvh") and round % 3:
                    continue
                try:
                    with quietly():
                        best[name] = min(best.get(name, 1e9), seconds(lambda: read(path)))
                except Exception as error:
                    best.setdefault(name, float("nan"))
        told = (f"{name} {1e3 * time / megabytes:.2f} ({time / best['marey']:.1f})" for name, time in best.items())
        print(f"{path.name}, {megabytes:.2f} MB: {', '.join(told)}")
    print(f"\nreads of {len(files)} files")
    for name, read in READERS.items():
        count = 0
        for path in files:
            with contextlib.suppress(Exception), quietly():
                read(path)
                count += 1
        print(f"{name}: {count}")
    many = large * 8
    times = {1: 1e9, 2: 1e9}
    for _ in range(ROUNDS):
        for threads in times:
            times[threads] = min(times[threads], seconds(lambda: [motion.frames for motion in marey.read_many(many, threads=threads)]))
    print(f"\n{len(many)} files: {1e3 * times[1]:.0f} ms with one thread, {1e3 * times[2]:.0f} ms with two: {times[1] / times[2]:.2f} times as fast")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
