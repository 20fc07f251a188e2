"""A tiny reader of BVH files, independent of the package: the position of every joint in every frame."""

import math


def read(text):
    """Names, parents, seconds a frame, and world positions: (frames, joints, 3)."""
    head, body = text.split("MOTION\n")
    names, parents, channels, stack = [], [], [], []
    for line in head.splitlines():
        words = line.split()
        if words[0] in ("ROOT", "JOINT"):
            parents.append(stack[-1] if stack else None)
            stack.append(len(names))
            names.append(line.strip().split(" ", 1)[1])
        elif words[0] == "CHANNELS":
            assert len(words) == int(words[1]) + 2
            channels.append(words[2:])
        elif words[0] == "}":
            stack.pop()
    assert not stack
    count, seconds, *rows = body.splitlines()
    assert count == f"Frames: {len(rows)}"
    frames = [world(names, parents, channels, [float(word) for word in row.split()]) for row in rows]
    return names, parents, float(seconds.removeprefix("Frame Time: ") if hasattr(seconds, "removeprefix") else seconds[12:]), frames


def world(names, parents, channels, values):
    numbers = iter(values)
    placed = []
    for joint, parent in enumerate(parents):
        at, turn = [0.0, 0.0, 0.0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        for channel in channels[joint]:
            axis, value = "XYZ".index(channel[0]), next(numbers)
            if channel.endswith("position"):
                at[axis] = value
            else:
                turn = times(turn, about(axis, math.radians(value)))
        if parent is not None:
            above, around = placed[parent]
            at = [above[row] + sum(around[row][k] * at[k] for k in range(3)) for row in range(3)]
            turn = times(around, turn)
        placed.append((at, turn))
    assert next(numbers, None) is None
    return [at for at, _ in placed]


def times(a, b):
    return [[sum(a[row][k] * b[k][column] for k in range(3)) for column in range(3)] for row in range(3)]


def about(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    turn = [[float(row == column) for column in range(3)] for row in range(3)]
    turn[one][one], turn[one][two], turn[two][one], turn[two][two] = c, -s, s, c
    return turn
