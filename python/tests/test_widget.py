"""The player that Python and the page share, without a page: what goes there, and what comes back."""

import gzip
import subprocess
import sys
import unittest

import marey
from marey.marks import marks_of, marks_text

try:
    import traitlets
    from marey.widget import Player
except ImportError:
    Player = None

BVH = b"HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xposition Yposition Zposition\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n"


class Marks(unittest.TestCase):
    def test_marks_are_a_text_there_and_back(self):
        text = "a step@1.25; @0; turn of e@2@2-3.5"
        marks = [("a step", 1.25), ("", 0), ("turn of e@2", 2, 3.5)]
        self.assertEqual(marks_of(text), marks)
        self.assertEqual(marks_text(marks), text)
        self.assertEqual(marks_text([["one\n two", 1 / 3, 1 / 3]]), "one two@0.3333")
        self.assertEqual(marks_of(" ; "), [])

    def test_what_is_no_mark_is_said(self):
        for marks, error, said in [
            ([("a",)], TypeError, "a mark is"),
            (["ab"], TypeError, "a mark is"),
            ([("a;b", 1)], ValueError, "no semicolon"),
            ([("a", -1)], ValueError, "count from 0"),
            ([("a", 2, 1)], ValueError, "the end after the beginning"),
        ]:
            with self.subTest(said), self.assertRaisesRegex(error, said):
                marks_text(marks)
        with self.assertRaisesRegex(ValueError, "a mark has a name, @ and a second"):
            marks_of("step")


class Missing(unittest.TestCase):
    def test_without_anywidget_all_else_works_and_the_player_says_what_it_needs(self):
        said = subprocess.run(
            [sys.executable, "-c", "import sys; sys.modules['anywidget'] = None\nfrom marey import *\nimport marey\nmarey.show(('a.bvh', b'x'))\nmarey.Player"],
            capture_output=True,
            text=True,
        ).stderr
        self.assertIn('ImportError: marey.Player needs anywidget 0.11 or later: pip install "marey[widget]"', said)
        self.assertIn("Player", dir(marey))
        with self.assertRaises(AttributeError):
            marey.Playr


@unittest.skipIf(Player is None, "anywidget is not installed")
class Shared(unittest.TestCase):
    def setUp(self):
        self.player = Player(("a.bvh", BVH), loop=True)

    def page(self, **state):
        """What the page sends."""
        self.player.set_state(state)

    def test_files_and_options_go_to_the_page(self):
        state = Player([("a.bvh", BVH), ("b.bvh", BVH)], labels=["captured", "predicted"], in_place=True, width=300).get_state()
        self.assertEqual(state["_options"], {"controls": None, "theme": "auto", "in-place": None})
        self.assertEqual(state["_size"], {"width": "300px", "height": None})
        self.assertEqual([clip["attributes"] for clip in state["_clips"]], [{"label": "captured"}, {"label": "predicted"}])
        self.assertEqual(gzip.decompress(state["_clips"][1]["files"][0]["data"]), BVH)
        with self.assertRaisesRegex(TypeError, "no option 'autplay'; did you mean 'autoplay'"):
            Player(("a.bvh", BVH), autplay=True)

    def test_all_widgets_of_a_kernel_share_the_players_code(self):
        other = Player(("b.bvh", BVH))
        self.assertIs(other._shared_code, self.player._shared_code)
        self.assertIs(type(other._shared_code.get_state()["packed"]), bytes)
        self.assertLess(len(other._esm), 12_000)
        self.player._shared_code.close()
        self.assertIsNot(Player(("c.bvh", BVH))._shared_code, other._shared_code, "a closed model cannot be shared")

    def test_what_a_reader_does_is_in_the_attributes_and_is_not_sent_back(self):
        sent = []
        self.player.send_state = lambda key=None: sent.append(key)
        heard = []
        self.player.observe(lambda change: heard.append((change["name"], change["new"])))
        self.page(joints=["Hips", "End Site", "End Site"], duration=2.0, current_time=1.5, playing=True)
        self.page(selected_joint=2, range=[1, 2], marks="step@1.2; turn@2-3.5")
        player = self.player
        self.assertEqual((player.current_time, player.playing, player.selected_joint, player.range), (1.5, True, 2, (1.0, 2.0)))
        self.assertEqual(player.marks, [("step", 1.2), ("turn", 2.0, 3.5)])
        self.assertEqual((player.joints, player.duration), (["Hips", "End Site", "End Site"], 2.0))
        self.assertIn(("range", (1.0, 2.0)), heard)
        self.assertEqual(sent, [])
        self.page(selected_joint=None, range=None, marks=None)
        self.assertEqual((player.selected_joint, player.range, player.marks), (None, None, []))
        self.assertEqual(sent, [])

    def test_what_is_set_goes_to_the_page(self):
        player = Player(("a.bvh", BVH), marks="step@1.2", range=(0, 1), current_time=1)
        self.assertEqual(player.marks, [("step", 1.2)])
        player.marks = [("turn", 2, 3.5)]
        player.selected_joint = "Hips"
        state = player.get_state()
        self.assertEqual([state[name] for name in ("marks", "selected_joint", "current_time")], ["turn@2-3.5", "Hips", 1.0])
        self.assertEqual(list(state["range"]), [0.0, 1.0])
        player.marks = ()
        self.assertIsNone(player.get_state()["marks"])

    def test_what_makes_no_sense_is_refused(self):
        self.page(joints=["Hips", "LeftHand"])
        for name, value, said in [
            ("current_time", -1, "seconds from 0 on"),
            ("current_time", float("nan"), "seconds from 0 on"),
            ("range", (2, 1), "its first and its last second"),
            ("range", (1, 2, 3), "range"),
            ("marks", [("a", 2, 1)], "the end after the beginning"),
            ("marks", "step", "a mark has a name"),
            ("selected_joint", "LeftHnd", "did you mean 'LeftHand'"),
            ("selected_joint", 2, "an index from 0 to 1"),
            ("selected_joint", True, "a name or an index"),
            ("playing", "yes", "playing"),
            ("joints", [], "read-only"),
        ]:
            with self.subTest(name=name, value=value), self.assertRaisesRegex(traitlets.TraitError, said):
                setattr(self.player, name, value)


if __name__ == "__main__":
    unittest.main()
