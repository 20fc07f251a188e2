"""BVH files written from arrays have every joint in its place."""

import math
import random
import unittest

import marey
from reader import about, read, times

#: A chain, a fork, a second root, and parents after their children.
PARENTS = [3, 0, 0, None, 3, -1, 5]
NAMES = ["spine", "left arm", "right arm", "hips", "leg{L}", "ball", "lace"]
#: The joints in the file's order: from each root down.
LISTED = [3, 0, 1, 2, 4, 5, 6]


def positions(frames=12, size=1.0, seed=1):
    numbers = random.Random(seed)
    return [[[numbers.uniform(-size, size) for _ in range(3)] for _ in PARENTS] for _ in range(frames)]


def largest_error(wanted, text):
    found = read(text)[3]
    return max(abs(a - b) for frame, other in zip(wanted, found) for place, joint in enumerate(LISTED) for a, b in zip(frame[joint], other[place]))


class Written(unittest.TestCase):
    def test_every_joint_is_where_the_array_has_it(self):
        for size in (0.01, 1.0, 2500.0):
            wanted = positions(size=size)
            names, parents, seconds, frames = read(marey.bvh(wanted, PARENTS, NAMES, fps=120))
            self.assertEqual(names, ["hips", "spine", "left arm", "right arm", "leg(L)", "ball", "lace"])
            self.assertEqual(parents, [None, 0, 1, 1, 0, None, 5])
            self.assertAlmostEqual(seconds, 1 / 120)
            self.assertEqual(len(frames), len(wanted))
            self.assertLess(largest_error(wanted, marey.bvh(wanted, PARENTS, NAMES)), size * 1e-4)

    def test_a_long_chain_adds_up_no_errors(self):
        numbers = random.Random(2)
        chain = [[[numbers.uniform(-1, 1) for _ in range(3)] for _ in range(300)]]
        found = read(marey.bvh(chain, range(-1, 299)))[3]
        self.assertLess(max(abs(a - b) for p, q in zip(chain[0], found[0]) for a, b in zip(p, q)), 1e-6)

    def test_rotations_turn_joints_and_move_none(self):
        numbers = random.Random(3)
        wanted = positions()

        def turn():
            return times(times(about(2, numbers.uniform(-4, 4)), about(1, numbers.uniform(-4, 4))), about(0, numbers.uniform(-4, 4)))

        # One of them is in gimbal lock.
        rotations = [[turn() for _ in PARENTS] for _ in wanted]
        rotations[0][3] = about(1, math.pi / 2)
        text = marey.bvh(wanted, PARENTS, NAMES, rotations=rotations)
        self.assertLess(largest_error(wanted, text), 1e-4)
        half = math.sqrt(0.5)
        quaternions = [[[half, 0.0, half, 0.0]] * len(PARENTS) for _ in wanted]
        matrices = [[about(1, math.pi / 2)] * len(PARENTS) for _ in wanted]
        text = marey.bvh(wanted, PARENTS, rotations=matrices)
        self.assertEqual(marey.bvh(wanted, PARENTS, rotations=quaternions, order="wxyz"), text)
        quaternions = [[[0.0, half, 0.0, half]] * len(PARENTS) for _ in wanted]
        self.assertEqual(marey.bvh(wanted, PARENTS, rotations=quaternions, order="xyzw"), text)
        with self.assertWarnsRegex(FutureWarning, "taken as x, y, z, w; up to marey 0.1 they were w, x, y, z") as warned:
            self.assertEqual(marey.bvh(wanted, PARENTS, rotations=quaternions), text)
        self.assertEqual(warned.filename, __file__)
        with self.assertWarns(FutureWarning) as warned:
            marey.show(wanted, PARENTS, rotations=quaternions)
        self.assertEqual(warned.filename, __file__)

    def test_parents_without_a_sign_are_roots(self):
        self.assertEqual(read(marey.bvh([[[0, 0, 0], [0, 1, 0]]], [2**32 - 1, 0]))[1], [None, 0])

    def test_what_does_not_fit_is_named_with_its_place(self):
        gap = positions()
        gap[4][1][2] = math.nan
        short = positions()
        short[2] = short[2][:-1]
        for arguments, options, said in [
            ((gap, PARENTS, NAMES), {}, r"frame 4 of positions has no finite numbers for joint 1 \(left arm\): .*nan"),
            ((short, PARENTS), {}, "frame 2 of positions has 6 joints, and the first one has 7"),
            ((positions(), PARENTS[:-1]), {}, "positions has 7 joints, and parents has 6"),
            (([positions()], PARENTS), {}, r"has \(1, 12, 7, 3\); for one of several clips, positions\[0\]"),
            ((positions(), PARENTS), {"rotations": [[[0, 0, 0, 1]] * 7] * 12, "order": "zyxw"}, "order takes 'xyzw' or 'wxyz', and is 'zyxw'"),
            ((positions()[0], PARENTS), {}, r"\(frames, joints, 3\), and has \(7, 3\); for one pose, positions\[None\]"),
            (([[[0, 0, 0]]], [-1, 0]), {}, "positions has 1 joint, and parents has 2"),
            (([], PARENTS), {}, r"has \(0,\)"),
            ((positions(), PARENTS, ["a"]), {}, "a list of 7 names, one for each joint, and has 1"),
            ((positions(), [*PARENTS[:-1], 9]), {}, "parent of joint 6 is 9, and there are 7 joints"),
            ((positions(), [1, 2, 0, None, 3, -1, 5]), {}, r"parents of joint 0 \(joint0\) go in a circle"),
            ((positions(), PARENTS), {"fps": 30, "frame_time": 0.1}, "give only one of them"),
            ((positions(), PARENTS), {"fps": 0}, "fps takes a number above 0, and is 0"),
            ((positions(), PARENTS), {"rotations": positions()}, r"rotations takes an array of \(frames, joints, 4\) or \(frames, joints, 3, 3\), and has \(12, 7, 3\)"),
            ((positions(), PARENTS), {"rotations": [[[2, 0, 0, 0]] * 7] * 12, "order": "wxyz"}, "is not a unit quaternion: 2, 0, 0, 0"),
        ]:
            with self.subTest(said), self.assertRaisesRegex(ValueError, said):
                marey.bvh(*arguments, **options)


if __name__ == "__main__":
    unittest.main()
