"""The output for notebooks and pages."""

import base64
import gzip
import html
import io
import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path

import marey

BVH = "HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xposition Yposition Zposition\n\tJOINT b\n\t{\n\t\tOFFSET 0 1 0\n\t\tCHANNELS 0\n\t}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n"


def files_in(page):
    found = re.findall(r'<script type="text/plain" data-marey="file" data-name="([^"]*)">([^<]*)</script>', page)
    return {html.unescape(name): gzip.decompress(base64.b64decode(data)) for name, data in found}


def tag_in(page):
    return re.search(r"<marey-player[^>]*>", page).group(0)


def frame_in(output):
    return html.unescape(re.search(r'srcdoc="([^"]*)"', output).group(1))


class Shown(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ('walk "1" <b>.bvh', "07.asf", "07_01.amc"):
            (self.folder / name).write_text(BVH)

    def test_files_are_in_the_page_with_their_names(self):
        path = self.folder / 'walk "1" <b>.bvh'
        player = marey.show(str(path))
        self.assertEqual(files_in(frame_in(player._repr_html_())), {path.name: BVH.encode()})
        self.assertEqual(repr(player), f"<marey.Shown {path.name} ({len(BVH)} bytes)>")
        self.assertEqual(player._repr_mimebundle_()["text/plain"], repr(player))
        both = marey.show([self.folder / "07.asf", ("08.amc", b"x")])
        self.assertEqual(files_in(both.to_html()), {"07.asf": BVH.encode(), "08.amc": b"x"})
        self.assertEqual(files_in(marey.show(BVH.encode(), name="own.bvh").to_html()), {"own.bvh": BVH.encode()})

    def test_words_stand_where_scripts_do_not_run(self):
        output = marey.show([self.folder / "07.asf", self.folder / "07_01.amc"])._repr_html_()
        self.assertRegex(output, r"<p>07\.asf \(\d+ bytes\), 07_01\.amc \(\d+ bytes\)\. It plays where a notebook's scripts may run: trust the notebook")

    def test_addresses_stay_addresses(self):
        page = marey.show(["https://a.example/07.asf", "https://a.example/b/07_01.amc?x=1&y"]).to_html()
        self.assertIn('src="https://a.example/b/07_01.amc?x=1&amp;y"', tag_in(page))
        self.assertIn('skeleton="https://a.example/07.asf"', tag_in(page))
        self.assertEqual(files_in(page), {})
        with self.assertRaisesRegex(ValueError, "do not mix"):
            marey.show(["https://a.example/07.asf", self.folder / "07_01.amc"])

    def test_several_motions_stand_on_one_stage(self):
        walk = self.folder / 'walk "1" <b>.bvh'
        page = marey.show([walk, ("b.bvh", BVH.encode())], labels=["captured", "predicted"]).to_html()
        self.assertIn('><marey-clip label="captured"></marey-clip><marey-clip label="predicted"></marey-clip></marey-player>', page)
        self.assertIn('.bvh" data-clip="0"', page)
        self.assertIn('data-name="b.bvh" data-clip="1"', page)
        self.assertEqual(set(files_in(page)), set(), "the player takes its own clip from the first element")
        page = marey.show([walk, ("b.bvh", BVH.encode())]).to_html()
        self.assertEqual(set(files_in(page)), {walk.name})
        both = marey.show([self.folder / "07.asf", self.folder / "07_01.amc", ("07_02.amc", b"x")]).to_html()
        self.assertEqual(len(re.findall(r'data-name="07.asf"', both)), 2, "the skeleton is with each motion")
        self.assertIn("<marey-clip></marey-clip>", both)
        listed = marey.show([[self.folder / "07.asf", self.folder / "07_01.amc"], [walk]])
        self.assertRegex(repr(listed), r"07\.asf .*07_01\.amc .*; walk")
        with self.assertRaisesRegex(ValueError, "labels takes a name for each of the 2 clips"):
            marey.show([walk, walk], labels=["one"])

    def test_addresses_of_several_motions_stay_addresses(self):
        page = marey.show(["https://a.example/a.bvh", "https://a.example/b.bvh"], labels=["a", "b"]).to_html()
        self.assertNotIn('src=', tag_in(page))
        self.assertIn('<marey-clip label="a" src="https://a.example/a.bvh">', page)
        self.assertIn('<marey-clip label="b" src="https://a.example/b.bvh">', page)

    def test_arrays_of_several_clips(self):
        frames = [[[0, 0, 0], [0, 1, 0]]] * 3
        player = marey.show([frames, frames], [-1, 0], ["a", "b"], fps=60, labels=["captured", "predicted"])
        self.assertRegex(repr(player), r"captured: 2 joints, 3 frames at 60 a second; predicted: 2 joints")
        page = player.to_html()
        self.assertIn('<marey-clip label="predicted" positions="replace" unit="m" up="y">', page)

    def test_an_array_is_a_clip_in_metres(self):
        player = marey.show([[[0, 0, 0], [0, 1, 0]]] * 3, [-1, 0], ["a", "b"], fps=60, name="push")
        self.assertEqual(repr(player), "<marey.Shown push: 2 joints, 3 frames at 60 a second>")
        self.assertEqual(list(files_in(player.to_html())), ["push.bvh"])
        for written in ('unit="m"', 'up="y"', 'positions="replace"'):
            self.assertIn(written, tag_in(player.to_html()))
        self.assertIn('up="z"', tag_in(marey.show([[[0, 0, 0]]], [-1], up="z").to_html()))
        with self.assertRaisesRegex(TypeError, "a list of positions needs parents"):
            marey.show([[[0, 0, 0]]])

    def test_the_player_guesses_the_joints_of_an_array_without_parents(self):
        try:
            import numpy as np
        except ImportError:
            self.skipTest("NumPy is not installed")
        positions = np.arange(60.0).reshape(5, 4, 3)
        player = marey.show(positions, name="push", joints="inferred", axes="FJ3", frame_time=0.02)
        self.assertEqual(repr(player), "<marey.Shown push: an array (5, 4, 3)>")
        page = player.to_html()
        written = np.load(io.BytesIO(files_in(page)["push.npy"]))
        self.assertEqual((written.dtype, written.tolist()), (np.dtype("<f4"), positions.tolist()))
        for said in ('joints="inferred"', 'axes="FJ3"', 'fps="50'):
            self.assertIn(said, tag_in(page))
        self.assertNotIn("unit=", tag_in(page))
        for wrong, error, said in [
            ({"names": ["a"] * 4}, TypeError, "names goes with the parents"),
            ({"rotations": positions}, TypeError, "rotations goes with the parents"),
        ]:
            with self.assertRaisesRegex(error, said):
                marey.show(positions, **wrong)
        with self.assertRaises((TypeError, ValueError)):
            marey.show(np.array([[{}], [1]], dtype=object))

    def test_rows_of_all_joints_are_taken_apart(self):
        rows = [[0, 0, 0, 0, 1, 0]] * 3
        one = marey.show(rows, [-1, 0])
        self.assertEqual(one.to_html(), marey.show([[[0, 0, 0], [0, 1, 0]]] * 3, [-1, 0]).to_html())
        self.assertRegex(repr(marey.show([rows, rows], [-1, 0])), "; motion: 2 joints, 3 frames")

    def test_a_motion_without_a_skeleton_is_told(self):
        with self.assertRaisesRegex(ValueError, r"07_01\.amc has no skeleton of its own: show it with its \.asf file"):
            marey.show(self.folder / "07_01.amc")
        with self.assertRaisesRegex(ValueError, r"with its \.skel file"):
            marey.show("https://a.example/walk.anim?x=1")

    def test_arrays_in_files_go_to_the_player(self):
        path = self.folder / "clip.npz"
        path.write_bytes(b"PK")
        self.assertEqual(list(files_in(marey.show(path).to_html())), ["clip.npz"])

    def test_options_are_the_elements_attributes(self):
        tag = tag_in(marey.show(self.folder / "07.asf", autoplay=True, loop=False, in_place=True, camera="front", start=1.5, follow=False, poster='"').to_html())
        self.assertEqual(tag, '<marey-player controls theme="auto" autoplay in-place camera="front" start="1.5" follow="off" poster="&quot;">')
        self.assertNotIn("controls", tag_in(marey.show(self.folder / "07.asf", controls=False).to_html()))
        tag = tag_in(marey.show(self.folder / "07.asf", ghosts=(3, 1), moments=[0.2, 0.5], trails=["LeftHand", "RightHand"], trail_window=float("inf")).to_html())
        self.assertIn('ghosts="3 1" moments="0.2 0.5" trails="LeftHand, RightHand" trail-window="all"', tag)
        self.assertIn('loop="pingpong"', tag_in(marey.show(self.folder / "07.asf", loop="pingpong").to_html()))
        for options, kind, said in [
            ({"autplay": True}, TypeError, "no option 'autplay'; did you mean 'autoplay'"),
            ({"src": "x"}, TypeError, "'src' is not an option here: give it as the first argument"),
            ({"theme": "blue"}, ValueError, "theme takes 'auto', 'dark' or 'light', and is 'blue'"),
            ({"autoplay": "yes"}, TypeError, "autoplay takes True or False"),
            ({"loop": "yes"}, ValueError, "loop takes True, False, 'forward'"),
            ({"frame_time": 0.1}, TypeError, "frame_time goes with an array"),
            ({"width": "1px;x"}, ValueError, "width takes a number of pixels"),
            ({"script": "no"}, ValueError, "script takes"),
        ]:
            with self.subTest(said), self.assertRaisesRegex(kind, said):
                marey.show(self.folder / "07.asf", **options)

    def test_the_script_is_in_each_cell_or_in_one(self):
        own = marey.show(self.folder / "07.asf")
        shared = marey.show(self.folder / "07.asf", script="shared")
        self.assertGreater(len(own._repr_html_()), 300_000)
        self.assertLess(len(shared._repr_html_()), 10_000)
        self.assertIn('id="marey-player-script"', marey.script()._repr_html_())
        # A page has no other cells.
        self.assertEqual(shared.to_html(), own.to_html())
        linked = marey.show(self.folder / "07.asf", script="https://a.example/marey-player.standalone.js").to_html()
        self.assertIn('<script src="https://a.example/marey-player.standalone.js"></script>', linked)
        self.assertLess(len(linked), 10_000)

    def test_a_page_is_saved_whole(self):
        target = marey.save(self.folder / "out.html", self.folder / "07.asf", loop=True)
        self.assertEqual(target.read_text("utf-8"), marey.to_html(self.folder / "07.asf", loop=True))
        self.assertTrue(target.read_text("utf-8").startswith("<!doctype html>"))

    def test_what_is_not_there_or_too_much_is_said(self):
        with self.assertRaisesRegex(FileNotFoundError, r"there is no file 'nowhere\.bvh' in " + re.escape(os.getcwd())):
            marey.show("nowhere.bvh")
        with self.assertRaisesRegex(IsADirectoryError, "is a folder"):
            marey.show(self.folder)
        with self.assertRaisesRegex(TypeError, "bytes need a name"):
            marey.show(b"x")
        with self.assertRaisesRegex(ValueError, "x.bvh is empty"):
            marey.show(("x.bvh", b""))
        with self.assertWarnsRegex(UserWarning, r"21\.0 MB go into the page"):
            marey.show(("long.bvh", bytes(21_000_000)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            marey.show(("short.bvh", bytes(19_000_000)))


if __name__ == "__main__":
    unittest.main()
