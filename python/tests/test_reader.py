"""The compiled reader: every format, wrong files, other processes. Skipped where the reader is not installed."""

import doctest
import errno
import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest import mock

import marey
from clips import WALK

try:
    import numpy as np
    import marey_read
except ImportError:
    np = marey_read = None

#: The repository, whose fixtures and program are read; without it only the package itself is tested.
REPOSITORY = Path(os.environ.get("MAREY_REPOSITORY", Path(__file__).parents[2]))
FIXTURES = REPOSITORY / "tests/fixtures"
PROGRAM = os.environ.get("MAREY_PROGRAM")
CORPUS = os.environ.get("MAREY_CORPUS")
#: What a motion has for each frame or joint.
ARRAYS = ("positions", "rotations", "translations", "times", "offsets", "rest_rotations", "parents")


def same(one, other, close=None):
    for key in ARRAYS:
        a, b = getattr(one, key), getattr(other, key)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        if close is None:
            np.testing.assert_array_equal(a, b, key)
        else:
            np.testing.assert_allclose(a, b, atol=close, err_msg=key)


class WithoutReader(unittest.TestCase):
    def test_the_package_tells_how_to_get_the_reader(self):
        with mock.patch.dict(sys.modules, {"marey_read": None}), self.assertRaisesRegex(ImportError, r'pip install "marey\[read\]"'):
            marey.read("walk.bvh")

    def test_errors_can_be_pickled(self):
        error = marey.ReadError("expected `{`, found `}`", "walk.bvh", 3, 7, "bvh.syntax", "}")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual(str(again), "walk.bvh:3:7: bvh.syntax: expected `{`, found `}`")
        self.assertEqual((again.file, again.line, again.column, again.code, again.excerpt), ("walk.bvh", 3, 7, "bvh.syntax", "}"))
        self.assertEqual(str(marey.ReadError("the file is empty", "a.bvh")), "a.bvh: the file is empty")


@unittest.skipIf(marey_read is None, "the compiled reader is not installed")
class Reader(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.walk = self.folder / "walk.bvh"
        self.walk.write_bytes(WALK)

    def fixture(self, name):
        path = FIXTURES / name
        if not path.exists():
            self.skipTest("the fixtures are in the repository")
        return path


def bowing(frames=120, broken=()):
    """A BVH of somebody who bows again and again; `broken` are the chest's angles in some frames, in place of its own."""
    rows = []
    for frame in range(frames):
        own = 40 * np.sin(frame * 0.15)
        rows.append(f"0 90 {frame} 0 0 {frame / 2} {dict(broken).get(frame, f'0 {own:.6f} {own / 2:.6f}')}")
    head = """HIERARCHY
ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Chest { OFFSET 0 20 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 20 0 } } }
MOTION
"""
    return (f"{head}Frames: {frames}\nFrame Time: 0.0166667\n" + "\n".join(rows) + "\n").encode()


class Mend(Reader):
    def test_a_clean_motion_stays_as_it_is(self):
        motion = marey.read(bowing(), name="a.bvh")
        mended, report = motion.mend()
        same(motion, mended, close=1e-5)
        self.assertFalse(report["changed"])
        self.assertEqual(report["marks"], [])
        keys = {"first_frame", "frames", "rate", "person", "metres_per_unit", "changed", "largest", "before", "after", "steps", "marks"}
        self.assertEqual(set(report), keys)
        self.assertEqual([step["step"] for step in report["steps"]][:5], ["trim", "resample", "gaps", "spikes", "smooth"])

    def test_a_spike_and_a_gap_are_found_and_filled(self):
        clean = marey.read(bowing(), name="a.bvh")
        # Frames without values hold the last one; a spike turns the chest away for two frames.
        broken = {**{frame: "nan nan nan" for frame in range(36, 43)}, 80: "0 120 0", 81: "0 125 0"}
        motion = marey.read(bowing(broken=broken.items()), name="a.bvh")
        mended, report = motion.mend(spikes="joints")
        found = {(mark["kind"], mark["joint"], mark["first"], mark["last"], mark["filled"]) for mark in report["marks"]}
        self.assertEqual(found, {("frozen", "Chest", 36, 42, True), ("spike", "Chest", 80, 81, True)})
        self.assertTrue(report["changed"])
        self.assertEqual(report["before"]["spikes"], 1)
        self.assertEqual(report["after"]["spikes"], 0)

        def away(one):
            return np.abs(one.positions - clean.positions).max()

        self.assertLess(away(mended), 0.5)
        self.assertGreater(away(motion), 10)
        _, offered = motion.mend(gaps=False)
        self.assertFalse(any(mark["filled"] for mark in offered["marks"]))

    def test_a_wrong_option_is_refused(self):
        motion = marey.read(bowing(), name="a.bvh")
        with self.assertRaisesRegex(ValueError, "spikes takes off, root or joints, and is some"):
            motion.mend(spikes="some")
        with self.assertRaisesRegex(ValueError, "smooth takes auto, on or off"):
            motion.mend(smooth="much")
        with self.assertRaises(TypeError):
            motion.mend(trembling=True)


class Gait(Reader):
    def test_a_walk_has_angles_cycles_and_a_table(self):
        sample = REPOSITORY / "xtask/samples/clips/walk.bvh"
        if not sample.exists():
            self.skipTest("the samples are in the repository")
        motion = marey.read(sample)
        gait = motion.gait()
        self.assertIn("zero: rest pose", gait.words)
        knee = gait.angles["knee flexion left"]
        self.assertEqual(knee.shape, (motion.frames,))
        self.assertTrue(40 < knee.max() < 80, knee.max())
        mean, _, count = gait.table["stance"]["left"]
        self.assertEqual(count, len([cycle for cycle in gait.cycles if cycle["side"] == "left"]))
        self.assertTrue(50 < mean < 75, mean)
        # The sample walks in a circle.
        self.assertIn("of which 10 turn and are left out of the curves", gait.words)
        self.assertEqual(gait.curves, [])
        self.assertIn("hip rotation", gait.folded)
        self.assertNotIn("hip rotation left", motion.joint_angles())
        self.assertIn("hip rotation left", motion.joint_angles(rotations=True))
        self.assertAlmostEqual(motion.joint_angles(3)["pelvis tilt"][3], 0, places=3)
        with self.assertRaisesRegex(ValueError, "zero takes rest, straightest or the number of a frame"):
            motion.gait("later")


class Read(Reader):
    def test_what_an_array_is_can_be_said(self):
        humanml = FIXTURES / "arrays/humanml.npy"
        array = np.load(humanml)
        self.assertEqual(marey.read(humanml).names[0], "pelvis")
        np.testing.assert_allclose(marey.read(humanml).positions, array, atol=1e-5)
        self.assertEqual(marey.read(humanml, joints="lafan1").names[0], "Hips")
        points = marey.read(humanml, joints="points")
        self.assertTrue((points.parents == -1).all())
        turned = self.folder / "turned.npy"
        np.save(turned, np.ascontiguousarray(array.transpose(1, 0, 2)))
        np.testing.assert_array_equal(marey.read(turned, axes="JF3").positions, marey.read(humanml).positions)
        with self.assertRaisesRegex(ValueError, "joints takes humanml3d, .*, and is \"human\""):
            marey.read(humanml, joints="human")
        with self.assertRaisesRegex(ValueError, "axes takes a letter for each axis"):
            marey.read(humanml, axes="JJ3")
        unsure = FIXTURES / "arrays/unsure.npz"
        with self.assertWarnsRegex(UserWarning, "unsure.npz: arrays.unsure: .*holds=axis-angles") as told:
            (warning,) = marey.read(unsure).warnings
        self.assertEqual((len(told.warnings), told.filename), (1, __file__))
        self.assertEqual(warning.code, "arrays.unsure")
        self.assertIn("holds=axis-angles", warning.message)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(marey.read(unsure, holds="axis-angles").warnings, ())
        with self.assertRaisesRegex(ValueError, "holds takes positions, .*, and is \"angles\""):
            marey.read(unsure, holds="angles")

    def test_a_reference_pose_is_told_and_left_out_if_asked(self):
        reference = FIXTURES / "bvh/reference_frame.bvh"
        whole, own = marey.read(reference), marey.read(reference, skip_reference=True)
        self.assertEqual([warning.code for warning in whole.warnings + own.warnings], ["bvh.reference-frame"] * 2)
        self.assertEqual((whole.frames, own.frames), (4, 3))
        np.testing.assert_array_equal(whole.positions[1:], own.positions)

    def test_a_file_becomes_arrays(self):
        motion = marey.read(self.walk)
        self.assertEqual((motion.name, motion.kinds, motion.fps, motion.frames, motion.duration), ("walk", ("joint", "end"), 2, 3, 1))
        self.assertEqual(motion.parents.tolist(), [-1, 0])
        self.assertEqual(motion.times.tolist(), [0, 0.5, 1])
        self.assertEqual((motion.positions.dtype, motion.positions.shape, motion.rotations.shape), (np.float32, (3, 2, 3), (3, 2, 4)))
        np.testing.assert_allclose(motion.positions[2], [[8, 90, 0], [-2, 90, 0]], atol=1e-5)
        half = 0.5**0.5
        np.testing.assert_allclose(motion.rotations[1:, 0], [[0, half, 0, half], [0, 0, half, half]], atol=1e-6)
        self.assertEqual(repr(motion), "<marey.Motion walk: 2 joints, 3 frames at 2 a second>")
        self.assertEqual((motion.warnings, motion.behaviours), ((), ("walk",)))

    def test_the_rig_is_told_by_the_names(self):
        self.assertEqual((marey.read(self.walk).rig, marey.read(self.walk).rig_words), (None, "none known"))
        sides = [side + part for side in ("Left", "Right") for part in ("UpLeg", "Leg", "Foot", "ToeBase", "Shoulder", "Arm", "ForeArm", "Hand")]
        joint = "JOINT mixamorig:{} {{ OFFSET 0 1 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET 0 1 0 }} }}"
        joints = " ".join(joint.format(name) for name in ["Spine", "Spine1", "Spine2", "Neck", "Head"] + sides)
        head = "HIERARCHY ROOT mixamorig:Hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation " + joints + " }"
        text = head + " MOTION Frames: 1 Frame Time: 0.5\n" + "0 " * 66
        motion = marey.read(text.encode(), name="a.bvh")
        self.assertEqual((motion.rig, motion.rig_words), ("mixamo", "Mixamo names (22 of 22 names)"))

    def test_bytes_are_read_as_a_file_is(self):
        wanted = marey.read(self.walk)
        for motion in (marey.read(WALK, name="walk.bvh"), marey.read(("walk.bvh", WALK)), marey.read(bytearray(WALK)), marey.read(str(self.walk))):
            same(wanted, motion)
        self.assertEqual(marey.read(WALK, name="walk.bvh").name, "walk")

    def test_arrays_are_numpys_own_memory(self):
        motion = marey.read(self.walk)
        for key in ("positions", "rotations", "translations"):
            array = getattr(motion, key)
            self.assertTrue(array.flags.c_contiguous and array.flags.writeable)
            self.assertIsNotNone(array.base, "no copy")

    def test_every_format_is_read(self):
        read = 0
        for folder, extension, needed in (("bvh", ".bvh", None), ("acclaim", ".amc", ".asf"), ("skel", ".anim", ".skel"), ("hanim", ".x3d", None), ("arrays", ".npz", None)):
            self.fixture(folder)
            for path in sorted((FIXTURES / folder).glob(f"*{extension}")):
                beside = path.with_suffix(needed) if needed else None
                if beside and not beside.exists():
                    continue
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore", UserWarning)
                        motion = marey.read(path, skeleton=beside)
                except marey.ReadError as error:
                    self.assertTrue(error.code and error.message and error.file, path)
                    continue
                read += 1
                joints = len(motion.names)
                self.assertEqual(motion.positions.shape, (motion.frames, joints, 3), path)
                self.assertEqual(motion.rotations.shape, (motion.frames, joints, 4), path)
                self.assertTrue(np.isfinite(motion.positions).all(), path)
                self.assertTrue((motion.parents < np.arange(joints)).all(), path)
                np.testing.assert_allclose(np.linalg.norm(motion.rotations, axis=-1), 1, atol=1e-5)
        self.assertGreater(read, 200)

    def test_companions_are_paths_or_bytes_or_several(self):
        amc, asf = self.fixture("acclaim/plain.amc"), self.fixture("acclaim/plain.asf")
        wanted = marey.read(amc, skeleton=asf)
        same(wanted, marey.read(amc.read_bytes(), name="a.amc", skeleton=("plain.asf", asf.read_bytes())))
        same(wanted, marey.read(amc, skeleton=[str(asf)]))
        with self.assertRaises(marey.ReadError) as alone:
            marey.read(amc)
        self.assertEqual(alone.exception.code, "amc.needs-skeleton")

    def test_a_refusal_has_its_place(self):
        wrong = self.folder / "wrong.bvh"
        wrong.write_text("HIERARCHY\nROOT Hips {\n OFFSET 0 x 0 }")
        with self.assertRaises(marey.ReadError) as refused:
            marey.read(wrong)
        error = refused.exception
        self.assertEqual((error.file, error.line, error.column, error.code), (str(wrong), 3, 11, "bvh.expected-number"))
        self.assertIsInstance(error, ValueError)
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
        self.assertTrue(str(error).startswith(f"{wrong}:3:11: bvh.expected-number: "))

    def test_a_missing_file_is_an_error_of_the_system(self):
        with self.assertRaises(FileNotFoundError) as missing:
            marey.read(self.folder / "nowhere.bvh")
        self.assertEqual(missing.exception.filename, str(self.folder / "nowhere.bvh"))
        self.assertEqual(missing.exception.strerror, os.strerror(errno.ENOENT))
        with self.assertRaises(OSError):
            marey.read(self.folder)

    def test_warnings_have_their_place(self):
        motion = marey.read(WALK.replace(b"Frames: 3", b"Frames: 4"), name="a.bvh")
        self.assertEqual([(each.code, each.file, each.line, each.places) for each in motion.warnings], [("bvh.frames-count", "a.bvh", 12, 1)])
        self.assertTrue(str(motion.warnings[0]).startswith("a.bvh:12:"))

    def test_units_and_axes_are_converted_on_request(self):
        wanted = marey.read(self.walk)
        metres = marey.read(self.walk, source_unit="cm", unit="m", source_up="y", up="z")
        self.assertEqual((metres.metres_per_unit, metres.up), (1, "z"))
        x, y, z = np.moveaxis(wanted.positions, -1, 0)
        np.testing.assert_allclose(metres.positions, np.stack([x, -z, y], -1) / 100, atol=1e-6)
        self.assertEqual(marey.read(self.walk, fps=4).frames, 5)
        with self.assertWarnsRegex(UserWarning, "read.unit: .*source_unit"):
            self.assertIn("read.unit", [each.code for each in marey.read(self.walk, unit="m").warnings])
        for options, said in (({"unit": "furlong"}, "unit takes 'm', 'cm'"), ({"up": "w"}, "up takes 'x', 'y'"), ({"fps": -1}, "rate"), ({"behaviour": "run"}, "no motion `run`; the file has walk")):
            with self.subTest(said), self.assertRaisesRegex(ValueError, said):
                marey.read(self.walk, **options)

    @unittest.skipUnless(PROGRAM, "MAREY_PROGRAM names no program")
    def test_the_archive_of_the_program_has_the_same_arrays(self):
        for name in ("bvh/six_orders.bvh", "bvh/root_adds.bvh", "hanim/arm.wrl"):
            path, out = self.fixture(name), self.folder / "out.npz"
            subprocess.run([PROGRAM, "convert", "--force", path, out], check=True, stderr=subprocess.DEVNULL)
            motion = marey.read(path)
            with np.load(out) as loaded:
                arrays = motion.arrays()
                self.assertEqual(set(loaded.files), set(arrays))
                for key, wanted in arrays.items():
                    np.testing.assert_array_equal(loaded[key], wanted, f"{name}: {key}")

    @unittest.skipUnless(PROGRAM, "MAREY_PROGRAM names no program")
    def test_measures_of_the_program_are_those_of_numpy(self):
        files = [self.fixture("bvh/six_orders.bvh"), self.fixture("hanim/arm.wrl")]
        if CORPUS:
            files += sorted(Path(CORPUS, "corpus/bvh").glob("*.bvh"))
        checked = directed = 0
        for path in files:
            motion = marey.read(path, source_unit="m", source_up="y", unit="m", up="y")
            joints = [index for index, kind in enumerate(motion.kinds) if kind == "joint"][:3]
            if len(joints) < 3 or motion.frames < 3 or any("," in motion.names[joint] for joint in joints):
                continue
            a, b, c = (motion.names[joint] for joint in joints)
            asked = ["--distance", f"{a},{b}", "--angle", f"{a},{b},{c}", "--vertical", f"{a},{c}", "--speed", c]
            done = subprocess.run([PROGRAM, "measure", "--format", "json", "--source-unit", "m", "--source-up", "y", *asked, path], check=True, capture_output=True)
            [measured] = json.loads(done.stdout)
            distance, angle, vertical, speed = (np.array(each["values"], float) for each in measured["measures"])
            p, q, r = (motion.positions[:, joint].astype(float) for joint in joints)
            norm = lambda v: np.linalg.norm(v, axis=-1)
            near = lambda found, wanted, scale: np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5 * scale, err_msg=str(path))
            size = np.ptp(motion.positions.reshape(-1, 3), axis=0).max() + norm(motion.positions).max()
            near(distance, norm(p - q), size)
            with np.errstate(divide="ignore", invalid="ignore"):
                cosine = ((p - q) * (r - q)).sum(-1) / (norm(p - q) * norm(r - q))
                upright = (r - p)[:, 1] / norm(r - p)
            # The cosine says little of angles near 0 and 180.
            clear = np.abs(cosine) < 0.99
            near(angle[clear], np.degrees(np.arccos(cosine[clear])), 180)
            clear = np.abs(upright) < 0.99
            near(vertical[clear], np.degrees(np.arccos(upright[clear])), 180)
            if np.allclose(np.diff(motion.times), motion.frame_time):
                near(speed, norm(np.gradient(r, motion.frame_time, axis=0)), size / motion.frame_time)
            near(motion.distance(a, b), distance, size)
            # Positions have 24 bits: what rounding them turns a direction by at most, at both of its ends, degrees.
            step = 4 * np.finfo(np.float32).eps * np.abs(motion.positions).max()
            for found, wanted, lengths in ((motion.angle(a, b, c), angle, (norm(p - q), norm(r - q))), (motion.vertical(a, c), vertical, (norm(r - p),))):
                clear = np.min(lengths, axis=0) > 10 * step
                allowed = 0.001 + sum(np.degrees(step / length[clear]) for length in lengths)
                self.assertTrue((np.abs(found - wanted)[clear] <= allowed).all(), path)
                directed += int(clear.sum())
            near(motion.speed(c), speed, size / motion.frame_time)
            checked += 1
        self.assertGreater(checked, 11 if CORPUS else 0)
        self.assertGreater(directed, 1000 if CORPUS else 0)

    def test_measures_are_those_of_a_known_motion(self):
        motion = marey.read(("walk.bvh", WALK), source_unit="m", source_up="y")
        hips, end = motion.names
        np.testing.assert_allclose(motion.distance(hips, end), [10, 10, 10])
        np.testing.assert_allclose(motion.speed(hips), [8, 8, 8])
        np.testing.assert_allclose(motion.acceleration(hips), [np.nan, 0, np.nan])
        np.testing.assert_allclose(motion.vertical(hips, end), [0, 0, 90], atol=1e-4)
        np.testing.assert_allclose(motion.angular_speed(hips), [180, 90, 240], rtol=1e-4)
        self.assertTrue(np.isnan(motion.angle(hips, hips, end)).all())
        with self.assertRaisesRegex(KeyError, "there is no joint 'Tail'"):
            motion.speed("Tail")

    @unittest.skipUnless(CORPUS, "no corpus (MAREY_CORPUS)")
    def test_every_odd_file_of_the_corpus_is_read(self):
        files = sorted(Path(CORPUS, "corpus/bvh").glob("*.bvh"))
        self.assertGreater(len(files), 40)
        for path in files:
            self.assertGreater(marey.read(path).frames, 0, path)


class Motions(Reader):
    def test_motions_and_errors_go_to_other_processes_and_back(self):
        motion = marey.read(self.walk)
        buffers = []
        packed = pickle.dumps(motion, protocol=5, buffer_callback=buffers.append)
        self.assertGreaterEqual(len(buffers), 6)
        same(motion, pickle.loads(packed, buffers=buffers))
        self.assertEqual(pickle.loads(pickle.dumps(motion)).names, motion.names)
        with ProcessPoolExecutor(1) as pool:
            same(motion, pool.submit(marey.read, str(self.walk)).result())
            failed = pool.submit(marey.read, b"HIERARCHY", name="cut.bvh").exception()
        self.assertIsInstance(failed, marey.ReadError)
        self.assertEqual((failed.file, failed.line), ("cut.bvh", 1))

    def test_slices_are_seconds(self):
        motion = marey.read(self.walk)
        for part, times, first in (
            (motion[0.5:], [0, 0.5], 1),
            (motion[:0.5], [0], 0),
            (motion[0.2:0.9], [0], 1),
            (motion[-1:], [0, 0.5], 1),
            (motion[:], [0, 0.5, 1], 0),
            (motion[:99], [0, 0.5, 1], 0),
            (motion.take(slice(1, None)), [0, 0.5], 1),
            (motion.take([0, 2]), [0, 1], 0),
        ):
            self.assertEqual(part.times.tolist(), times)
            np.testing.assert_array_equal(part.positions[0], motion.positions[first])
            self.assertEqual((len(part.rotations), len(part.translations)), (len(times),) * 2)
        self.assertEqual(motion.take([0, 2]).fps, 1)
        self.assertTrue(np.shares_memory(motion[0.5:].positions, motion.positions))
        halves = [motion[:0.5], motion[0.5:]]
        self.assertEqual(sum(half.frames for half in halves), motion.frames)
        with self.assertRaisesRegex(TypeError, "sliced by seconds"):
            motion[1]
        with self.assertRaisesRegex(ValueError, "no frames"):
            motion[7:8]
        with self.assertRaisesRegex(ValueError, "in order"):
            motion.take([2, 1])

    def test_joints_are_found_by_name(self):
        motion = marey.read(self.walk)
        np.testing.assert_array_equal(motion.positions_of("Hips"), [[0, 90, 0], [4, 90, 0], [8, 90, 0]])
        self.assertTrue(np.shares_memory(motion.positions_of("Hips"), motion.positions))
        with self.assertRaisesRegex(KeyError, "did you mean 'Hips'"):
            motion.positions_of("Hip")

    def test_a_motion_is_not_changed_by_mistake(self):
        with self.assertRaises(AttributeError):
            marey.read(self.walk).name = "other"

    def test_many_files_are_read_in_their_order(self):
        paths = []
        for index in range(20):
            paths.append(self.folder / f"{index}.bvh")
            paths[-1].write_bytes(WALK.replace(b"0 90 0 0 0 0", b"%d 90 0 0 0 0" % index))
        for threads in (1, 3, None):
            motions = list(marey.read_many(paths, threads=threads))
            self.assertEqual([motion.positions[0, 0, 0] for motion in motions], list(range(20)))
        paths[7].write_text("HIERARCHY")
        paths[9].unlink()
        kinds = [type(each) for each in marey.read_many(paths, errors="return")]
        self.assertEqual((kinds[7], kinds[9], kinds.count(marey.Motion)), (marey.ReadError, FileNotFoundError, 18))
        with self.assertRaises(marey.ReadError):
            list(marey.read_many(paths))
        self.assertEqual(next(marey.read_many(iter(paths))).name, "0")
        for options, kind in (({"errors": "ignore"}, ValueError), ({"threads": 0}, ValueError), ({"name": "x"}, TypeError)):
            with self.assertRaises(kind):
                marey.read_many(paths, **options)
        amc, asf = self.fixture("acclaim/plain.amc"), self.fixture("acclaim/plain.asf")
        for motion in marey.read_many([amc, amc], skeleton=asf):
            same(motion, marey.read(amc, skeleton=asf))

    def test_a_motion_is_filmed_as_a_gif(self):
        motion = marey.read(self.walk)
        path = motion.film(self.folder / "walk.gif", size=(64, 48), fps=10, caption="{time}")
        gif = path.read_bytes()
        self.assertEqual((gif[:6], gif[6:10]), (b"GIF89a", bytes([64, 0, 48, 0])))
        self.assertEqual(gif.count(b"\x21\xf9\x04"), 10)
        with self.assertWarnsRegex(UserWarning, "without a body"):
            motion.film(path, size=(64, 48), look="body")
        for options, said in (
            ({"camera": "above"}, "camera takes 'front'"),
            ({"look": "skin"}, "look takes"),
            ({"fps": 60}, "as a GIF up to 50"),
            ({"size": (1, 1)}, "pixels on a side"),
        ):
            with self.subTest(options), self.assertRaisesRegex(ValueError, said):
                motion.film(path, **options)
        with self.assertRaisesRegex(ValueError, r"ends in '\.mp4'"):
            motion.film(self.folder / "walk.mp4")

    def test_threads_may_read_at_once(self):
        results = []
        threads = [threading.Thread(target=lambda: results.append(marey.read(WALK))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 8)
        for motion in results:
            same(motion, results[0])

    def test_every_format_is_written_and_read_again(self):
        motion = marey.read(WALK, name="walk.bvh")
        for extension, close in (("bvh", 1e-4), ("npz", 0), ("asf", 1e-3), ("x3d", 1e-3), ("marey", 1)):
            written = motion.save(self.folder / f"out.{extension}")
            again = marey.read(written[-1], skeleton=list(written[:-1]))
            np.testing.assert_allclose(again.positions[:, 0], motion.positions[:, 0], atol=close or 1e-7, err_msg=extension)
        for extension in ("skel", "gltf", "glb", "csv"):
            for path in motion.save(self.folder / f"out.{extension}", fps=30 if extension == "skel" else None):
                self.assertGreater(path.stat().st_size, 0)
        same(marey.read(motion.save(self.folder / "again.npz")[0]), motion, close=1e-6)
        with np.load(self.folder / "again.npz") as loaded:
            for key, wanted in motion.arrays().items():
                np.testing.assert_array_equal(loaded[key], wanted, key)
        self.assertEqual(marey.read(motion.save(self.folder / "fast.bvh", fps=4)[0]).frames, 5)
        self.assertEqual(marey.read(motion[0.5:].save(self.folder / "part.bvh")[0]).frames, 2)
        with self.assertRaisesRegex(ValueError, r"\.fbx is no format that is written; these are: bvh, asf"):
            motion.save(self.folder / "out.fbx")

    def test_a_bvh_keeps_the_orders_of_rotations(self):
        for order in ("Zrotation Xrotation Yrotation", "Xrotation Yrotation Zrotation"):
            motion = marey.read(WALK.replace(b"Zrotation Xrotation Yrotation", order.encode()), name="walk.bvh")
            self.assertEqual(motion.channels, (f"Xposition Yposition Zposition {order}", ""))
            for written in (motion, motion[0.5:], pickle.loads(pickle.dumps(motion))):
                again = marey.read(written.save(self.folder / "out.bvh")[0])
                self.assertEqual(again.channels, motion.channels)
            archived = marey.read(motion.save(self.folder / "out.npz")[0])
            self.assertEqual(archived.channels, ("Xposition Yposition Zposition rotation", ""))
            self.assertIn("Zrotation Xrotation Yrotation", archived.save(self.folder / "out.bvh")[0].read_text("utf-8"))

    def test_positions_that_are_not_those_of_the_rotations_are_not_written(self):
        motion = marey.read(WALK)
        motion.positions[1, 1] += 5
        with self.assertRaisesRegex(ValueError, "in frame 1 the position of Hips.* is .* away"):
            motion.save(self.folder / "out.bvh")

    def test_a_link_holds_the_motion(self):
        motion = marey.read(WALK)
        text = motion.to_link()
        link = motion.to_link("https://example.org/play#old", quality="faithful")
        self.assertTrue(link.startswith("https://example.org/play#clip="))
        for packed in (text, link):
            again = marey.from_link(packed)
            self.assertEqual(again.frames, 3)
            np.testing.assert_allclose(again.positions, motion.positions, atol=1)
        with self.assertRaisesRegex(ValueError, "quality takes 'tiny'"):
            motion.to_link(quality="best")
        with self.assertRaisesRegex(ValueError, "expected a link"):
            marey.from_link("https://example.org")
        with self.assertRaises(marey.ReadError):
            marey.from_link(link[:-9])

    def test_a_motion_is_shown(self):
        motion = marey.read(WALK, name="walk.bvh")
        player = motion.show(autoplay=True)
        self.assertEqual(repr(player), "<marey.Shown walk: 2 joints, 3 frames at 2 a second>")
        self.assertIn(" autoplay", player.to_html())
        self.assertIn('<marey-clip label="b"', marey.show([motion, motion[0.5:]], labels=["a", "b"]).to_html())
        self.assertIn('unit="0.01"', marey.read(WALK, source_unit="cm", unit="cm").show().to_html())


def load_tests(loader, tests, pattern):
    """The examples in the docstrings are tests, too."""
    if marey_read is not None:
        import marey.errors
        import marey.motion
        import marey.reading
        import marey.writing

        for module in (marey.errors, marey.motion, marey.reading, marey.writing):
            tests.addTests(doctest.DocTestSuite(module, extraglobs={"WALK": WALK}))
    return tests


if __name__ == "__main__":
    unittest.main()
