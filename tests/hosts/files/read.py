"""Compares what `marey convert` wrote, read by NumPy and pygltflib, with `marey positions`.

Arguments: a JSON file with a list of [name, npz, csv, glb, positions of all frames, metres per unit, matrix to +Y up].
"""

import csv
import json
import sys
from functools import cache

import numpy as np
import pygltflib

# Both sides store 24-bit mantissas and multiply some dozens of them.
TOLERANCE = 2e-5
KINDS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def near(found, wanted, what):
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    assert found.shape == wanted.shape, f"{what}: {found.shape} is not {wanted.shape}"
    far = np.abs(found - wanted).max() / max(np.abs(wanted).max(), 1e-3)
    assert far < TOLERANCE, f"{what}: off by {far}"


def turned(q, v):
    """Rotates vectors by quaternions x y z w."""
    u, w = q[..., :3], q[..., 3:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def product(a, b):
    u, s, v, t = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    vector = s * v + t * u + np.cross(u, v)
    return np.concatenate([vector, s * t - (u * v).sum(-1, keepdims=True)], -1)


def without_props(expected, names):
    """The figures alone: balls and cameras that move beside them are in no array."""
    joints, kept, at = expected["joints"], [], {}
    for index, joint in enumerate(joints):
        if joint["parent"] in at or joint["parent"] is None and any(own.startswith(joint["name"]) for own in names):
            at[index] = len(kept)
            kept.append(index)
    own = [{**joints[index], "parent": at.get(joints[index]["parent"])} for index in kept]
    poses = [{**pose, "positions": [pose["positions"][index] for index in kept]} for pose in expected["poses"]]
    return {**expected, "joints": own, "poses": poses}


def arrays(name, path, expected, moves_rigidly):
    with np.load(path, allow_pickle=False) as file:
        expected = without_props(expected, file["names"].tolist())
        positions, rotations = file["positions"], file["rotations"]
        translations, parents, times = file["translations"], file["parents"], file["times"]
        frames, joints = len(expected["poses"]), len(expected["joints"])
        assert positions.dtype == np.float32 and positions.shape == (frames, joints, 3)
        assert rotations.shape == (frames, joints, 4) and file["offsets"].shape == (joints, 3)
        near(positions, [pose["positions"] for pose in expected["poses"]], f"{name}: positions")
        near(times, [pose["time"] for pose in expected["poses"]], f"{name}: times")
        assert float(file["frame_time"]) == expected["frame_time"], name
        own = [-1 if joint["parent"] is None else joint["parent"] for joint in expected["joints"]]
        assert parents.tolist() == own and parents.dtype == np.int32, name
        names = file["names"].tolist()
        assert len(set(names)) == joints, f"{name}: {names}"
        ends = [kind in ("end", "site") for kind in file["kinds"].tolist()]
        assert ends == [joint["end_site"] for joint in expected["joints"]], name
        assert str(file["up"]) in ("x", "y", "z", "-x", "-y", "-z") and float(file["metres_per_unit"]) > 0
        if moves_rigidly:
            places, turns = np.zeros_like(positions, float), np.zeros_like(rotations, float)
            for joint, parent in enumerate(own):
                at, turn = translations[:, joint].astype(float), rotations[:, joint].astype(float)
                if parent >= 0:
                    at = places[:, parent] + turned(turns[:, parent], at)
                    turn = product(turns[:, parent], turn)
                places[:, joint], turns[:, joint] = at, turn
            near(places, positions, f"{name}: what rotations and translations make")


def table(name, path, expected):
    with open(path, newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    assert head[:2] == ["frame", "time"] and len(set(head)) == len(head), f"{name}: {head}"
    ends = [head[2 + 3 * joint + axis].endswith("." + "xyz"[axis]) for joint in range(len(expected["joints"])) for axis in range(3)]
    assert all(ends) and len(rows) == len(expected["poses"]), name
    numbers = np.array(rows, float)
    near(numbers[:, 1], [pose["time"] for pose in expected["poses"]], f"{name}: times")
    near(numbers[:, 2:].reshape(len(rows), -1, 3), [pose["positions"] for pose in expected["poses"]], f"{name}: table")


def values(gltf, blob, index):
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
    kind, width = KINDS[accessor.componentType], WIDTHS[accessor.type]
    return np.frombuffer(blob, kind, accessor.count * width, start).reshape(accessor.count, width)


def figure(name, path, expected, metres, upright):
    """World positions of the joints' nodes at frames that all have a key."""
    gltf = pygltflib.GLTF2().load(path)
    blob = gltf.binary_blob()
    frames = len(expected["poses"])
    channels = {}
    for channel in gltf.animations[0].channels if gltf.animations else []:
        sampler = gltf.animations[0].samplers[channel.sampler]
        keys = values(gltf, blob, sampler.output).astype(float)
        assert len(keys) in (1, frames), f"{name}: {len(keys)} keys for {frames} frames"
        if len(keys) == frames:
            near(values(gltf, blob, sampler.input)[:, 0], [pose["time"] for pose in expected["poses"]], f"{name}: keys")
        channels[channel.target.node, channel.target.path] = np.broadcast_to(keys, (frames, keys.shape[1]))
    parents = {child: index for index, node in enumerate(gltf.nodes) for child in node.children or []}

    @cache
    def matrix(index):
        node = gltf.nodes[index]
        rest = {"translation": node.translation or [0, 0, 0], "rotation": node.rotation or [0, 0, 0, 1], "scale": node.scale or [1, 1, 1]}
        part = {path: channels.get((index, path), np.broadcast_to(np.array(own, float), (frames, len(own)))) for path, own in rest.items()}
        local = np.zeros((frames, 4, 4))
        for axis in range(3):
            unit = np.broadcast_to(np.eye(3)[axis], (frames, 3))
            local[:, :3, axis] = turned(part["rotation"], unit) * part["scale"][:, axis : axis + 1]
        local[:, :3, 3], local[:, 3, 3] = part["translation"], 1
        return matrix(parents[index]) @ local if index in parents else local

    # The topmost node, which puts the figure on its floor, and the meshes follow the joints.
    top = gltf.scenes[0].nodes[0]
    lift = gltf.nodes[top].translation or [0, 0, 0]
    joints = [index for index, node in enumerate(gltf.nodes[:top]) if not node.name.endswith(("_frame", "_axes"))]
    assert len(joints) == len(expected["joints"]), name
    found = np.stack([matrix(index)[:, :3, 3] for index in joints], 1) - lift
    wanted = np.array([pose["positions"] for pose in expected["poses"]]) @ np.array(upright).T * metres
    near(found, wanted, f"{name}: figure")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        clips = json.load(file)
    sys.setrecursionlimit(10_000)
    for clip in clips:
        name, expected = clip["name"], clip["positions"]
        arrays(name, clip["npz"], expected, clip["rigid"])
        table(name, clip["csv"], expected)
        figure(name, clip["glb"], expected, clip["metres"], clip["upright"])
    print(f"{len(clips)} clips compared")


main()
