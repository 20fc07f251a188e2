"""Measures pairs of motions with NumPy and compares the result with `marey compare`.

Arguments: a JSON file with a list of pairs. Each has the object that `marey compare --json` printed, positions of all joints of
both motions at the same moments, the metres per unit of both files, and the matrices that turn their axes.
"""

import json
import sys

import numpy as np

MILLIMETRES = 1000.0
# Millimetres, and a share of large distances.
ABSOLUTE, RELATIVE = 1e-4, 1e-9


def aligned(points, wanted):
    """Points moved, turned and scaled onto others by least squares (Umeyama 1991), without mirroring."""
    centre, goal = points.mean(0), wanted.mean(0)
    own, other = points - centre, wanted - goal
    u, values, vt = np.linalg.svd(other.T @ own)
    signs = np.array([1.0, 1.0, np.sign(np.linalg.det(u) * np.linalg.det(vt))])
    rotation = u @ np.diag(signs) @ vt
    variance = (own**2).sum()
    scale = (values * signs).sum() / variance if variance > 0 else 1.0
    return scale * own @ rotation.T + goal


def placed(positions, metres, upright, joints):
    """Positions of some joints in all poses: metres, +Y up."""
    points = np.array([pose["positions"] for pose in positions["poses"]], float)
    return (points @ np.array(upright, float).T * metres)[:, joints]


def distances(a, b, root):
    """For each measure the distances in millimetres: moments by joints."""
    world = np.linalg.norm(a - b, axis=-1)
    at_root = np.linalg.norm((a - a[:, root : root + 1]) - (b - b[:, root : root + 1]), axis=-1)
    rigid = np.stack([np.linalg.norm(aligned(theirs, ours) - ours, axis=-1) for ours, theirs in zip(a, b)])
    return {"mpjpe": world * MILLIMETRES, "root_relative": at_root * MILLIMETRES, "pa_mpjpe": rigid * MILLIMETRES}


def same(found, values, times, what):
    """Whether a measure is that of these values, one for each moment, which is a time of each motion."""
    near = lambda a, b: abs(a - b) <= ABSOLUTE + RELATIVE * abs(b)
    assert near(found["mean"], values.mean()), f"{what}: mean {found['mean']} is not {values.mean()}"
    assert near(found["worst"], values.max()), f"{what}: worst {found['worst']} is not {values.max()}"
    at = values[np.abs(times - [found["when"], found["when_b"]]).sum(1).argmin()]
    assert near(at, values.max()), f"{what}: {at} at {found['when']} s is not the worst"


def measured(pair):
    name, found = pair["name"], pair["compared"]
    joints = [[each[side]["index"] for each in found["joints"]] for side in ("a", "b")]
    root = joints[0].index(found["root"]["a"]["index"])
    a, b = (placed(pair[side], pair["metres"][side], pair["upright"][side], own) for side, own in zip(("a", "b"), joints))
    times = np.array(pair["times"])
    assert len(times) == found["moments"], f"{name}: {found['moments']} moments instead of {len(times)}"
    assert abs(found["from"] - times[0, 0]) < 1e-9 and abs(found["to"] - times[-1, 0]) < 1e-9, name
    for measure, values in distances(a, b, root).items():
        same(found[measure], values.mean(1), times, f"{name}: {measure}")
        for index, each in enumerate(found["joints"]):
            same(each[measure], values[:, index], times, f"{name}: {measure} of {each['a']['name']}")


def speeds(positions, metres, joints):
    points = np.array([pose["positions"] for pose in positions["poses"]], float)[:, joints] * metres
    return np.linalg.norm(np.diff(points, axis=0), axis=-1).mean(1)


def shifted(pair):
    """The offset by `numpy.correlate`, of motions with the same frame time."""
    name, found = pair["name"], pair["compared"]
    a, b = (
        speeds(pair["whole"][side], pair["metres"][side], [each[side]["index"] for each in found["joints"]])
        for side in ("a", "b")
    )
    products = np.correlate(a - a.mean(), b - b.mean(), "full")
    lag = int(products.argmax()) - (len(b) - 1)
    offset = lag * pair["whole"]["a"]["frame_time"]
    assert abs(offset - pair["offset"]) < 1e-9, f"{name}: NumPy's best offset is {offset}"
    assert abs(found["offset"] - offset) < 0.01 * pair["whole"]["a"]["frame_time"], f"{name}: {found['offset']} is not {offset}"
    ours, theirs = (a[lag:], b) if lag > 0 else (a, b[-lag:])
    count = min(len(ours), len(theirs))
    correlation = np.corrcoef(ours[:count], theirs[:count])[0, 1]
    assert abs(found["correlation"] - correlation) < 1e-6, f"{name}: {found['correlation']} is not {correlation}"


def warped(pair):
    """Whether no path has a smaller sum of distances than the printed one, which goes from both starts to both ends."""
    name, found = pair["name"], pair["compared"]
    joints = [[each[side]["index"] for each in found["joints"]] for side in ("a", "b")]
    root = joints[0].index(found["root"]["a"]["index"])
    grids = [np.array([pose["time"] for pose in pair["grid"][side]["poses"]]) for side in ("a", "b")]
    a, b = (placed(pair["grid"][side], pair["metres"][side], pair["upright"][side], own) for side, own in zip(("a", "b"), joints))
    a, b = a - a[:, root : root + 1], b - b[:, root : root + 1]
    # The best rotation about the up axis adds this much to the sum of products.
    along = np.einsum("ijk,mjk->im", a[..., [0, 2]], b[..., [0, 2]])
    across = np.einsum("ij,mj->im", a[..., 0], b[..., 2]) - np.einsum("ij,mj->im", a[..., 2], b[..., 0])
    products = np.einsum("ij,mj->im", a[..., 1], b[..., 1]) + np.hypot(along, across)
    squares = (a**2).sum((1, 2))[:, None] + (b**2).sum((1, 2))[None] - 2 * products
    costs = np.sqrt(np.maximum(squares, 0) / len(joints[0]))
    rows, columns = costs.shape
    diagonal = np.arange(rows)[:, None] * (columns - 1) / (rows - 1)
    costs = np.where(np.abs(np.arange(columns)[None] - diagonal) <= np.ceil(0.2 * max(rows, columns)) - 1, costs, np.inf)
    sums = np.full((rows + 1, columns + 1), np.inf)
    sums[0, 0] = 0
    for row in range(rows):
        for column in range(columns):
            sums[row + 1, column + 1] = costs[row, column] + min(sums[row, column], sums[row, column + 1], sums[row + 1, column])
    path = np.array([[np.abs(grid - at).argmin() for grid, at in zip(grids, step)] for step in found["warp"]])
    steps = np.diff(path, axis=0)
    assert (steps >= 0).all() and (steps <= 1).all() and steps.any(1).all(), f"{name}: the warp leaves out moments or goes back"
    assert path[0].tolist() == [0, 0] and path[-1].tolist() == [rows - 1, columns - 1], f"{name}: {path[0]} to {path[-1]}"
    total = costs[path[:, 0], path[:, 1]].sum()
    assert abs(total - sums[-1, -1]) < 1e-6, f"{name}: the path costs {total}, the best one {sums[-1, -1]}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        pairs = json.load(file)
    for pair in pairs:
        measured(pair)
        if "offset" in pair:
            shifted(pair)
        if pair["compared"]["warp"]:
            warped(pair)
    print(f"{len(pairs)} pairs compared")


main()
