"""Measures motions with NumPy and compares the result with `marey measure`.

Arguments: a JSON file with a list of motions. Each has its files, the object that `marey measure --format json` printed, the metres
per unit of the positions in the file, the stature in metres, and the names of the body's joints. The files are read here, and the
poses are computed here, in double precision, so that nothing of Marey is checked against itself except the floor's height, the
stature, the unit and the up axis, which are guesses.

A value may differ by 1e-5 of the largest value of its column. Speeds divide the rounding of rotations and places, which Marey keeps in
single precision, by the frame time, and accelerations by its square: they may also differ by as much as that rounding can be.
"""

import json
import sys

import numpy as np

RELATIVE = 1e-5
# Of a number in single precision, and how many such roundings add up on the way to a joint.
ROUNDING, CHAIN = 2.0**-24, 3
# `marey measure` looks for contacts in each frame, at most so often, and for the place of a standing foot so often.
FASTEST, RATE, NOISE = 125.0, 60.0, 0.07
# Contacts are found in single precision: so far they may be off, seconds.
MOMENT = 1e-5
# A resting foot is slower, statures a second, and at most so high, statures.
SPEED, HEIGHT = 0.6, 0.045


class Motion:
    """Names, parents, kinds, and for each frame and joint a local rotation and a local place."""

    def __init__(self, names, parents, ends, places, turns, seconds):
        self.names, self.parents, self.ends = names, parents, ends
        self.places, self.turns, self.seconds = places, turns, seconds
        self.times = np.arange(len(places)) * seconds

    def world(self, places, turns):
        """Positions of all joints for local places and rotations."""
        points, axes = np.zeros_like(places), np.zeros_like(turns)
        for joint, parent in enumerate(self.parents):
            if parent < 0:
                points[:, joint], axes[:, joint] = places[:, joint], turns[:, joint]
            else:
                points[:, joint] = points[:, parent] + (axes[:, parent] @ places[:, joint, :, None])[..., 0]
                axes[:, joint] = axes[:, parent] @ turns[:, joint]
        return points

    def at(self, times):
        """Positions between frames: rotations by the shortest way, places along straight lines."""
        last = len(self.places) - 1
        before = np.clip(np.floor(times / self.seconds + 1e-9).astype(int), 0, last)
        after = np.minimum(before + 1, last)
        share = np.clip(times / self.seconds - before, 0.0, 1.0)
        places = self.places[before] + (self.places[after] - self.places[before]) * share[:, None, None]
        between = np.swapaxes(self.turns[before], -1, -2) @ self.turns[after]
        return self.world(places, self.turns[before] @ power(between, share[:, None]))


def axis_turn(axis, degrees):
    """Rotation matrices about a coordinate axis."""
    a, b = [(1, 2), (2, 0), (0, 1)]["xyz".index(axis)]
    radians = np.radians(degrees)
    out = np.zeros(np.shape(degrees) + (3, 3))
    out[...] = np.eye(3)
    out[..., a, a] = out[..., b, b] = np.cos(radians)
    out[..., b, a] = np.sin(radians)
    out[..., a, b] = -np.sin(radians)
    return out


def twist(turns):
    """The axis of each rotation times twice the sine of its angle."""
    return np.stack([turns[..., 2, 1] - turns[..., 1, 2], turns[..., 0, 2] - turns[..., 2, 0], turns[..., 1, 0] - turns[..., 0, 1]], -1)


def turned(turns):
    """The angle of each rotation, radians."""
    return np.arctan2(np.linalg.norm(twist(turns), axis=-1), np.trace(turns, axis1=-2, axis2=-1) - 1.0)


def power(turns, share):
    """A share of each rotation, by Rodrigues' formula."""
    axis, angle = twist(turns), turned(turns) * share
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    x, y, z = np.moveaxis(np.divide(axis, length, out=np.zeros_like(axis), where=length > 1e-14), -1, 0)
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).reshape(x.shape + (3, 3))
    angle = angle[..., None, None]
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


def read_bvh(text):
    words = text.split()
    names, parents, ends, offsets, channels, above = [], [], [], [], [], []
    at = 1
    while words[at] != "MOTION":
        word = words[at]
        if word in ("ROOT", "JOINT", "End"):
            names.append(words[at + 1])
            ends.append(word == "End")
            parents.append(above[-1] if above else -1)
            channels.append([])
            at += 2
        elif word == "{":
            above.append(len(names) - 1)
            at += 1
        elif word == "}":
            above.pop()
            at += 1
        elif word == "OFFSET":
            offsets.append([float(number) for number in words[at + 1 : at + 4]])
            at += 4
        elif word == "CHANNELS":
            count = int(words[at + 1])
            channels[-1] = words[at + 2 : at + 2 + count]
            at += 2 + count
        else:
            raise ValueError(word)
    frames, seconds = int(words[at + 2]), float(words[at + 5])
    width = sum(map(len, channels))
    rows = np.array(words[at + 6 : at + 6 + frames * width], float).reshape(frames, width)
    places = np.tile(np.array(offsets), (frames, 1, 1))
    turns = np.tile(np.eye(3), (frames, len(names), 1, 1))
    column = 0
    for joint, own in enumerate(channels):
        for channel in own:
            axis, values = channel[0].lower(), rows[:, column]
            column += 1
            if channel[1:].lower() == "position":
                places[:, joint, "xyz".index(axis)] = values
            else:
                turns[:, joint] = turns[:, joint] @ axis_turn(axis, values)
    return Motion(names, parents, ends, places, turns, seconds)


def read_acclaim(skeleton, motion, seconds=1 / 120):
    """Bones as joints at their start. A bone's rotation is about axes of its own, which are turned by its `axis` line."""
    bones, order, parent_of, own, section = {}, ["TX", "TY", "TZ", "RX", "RY", "RZ"], {}, None, ""
    for line in skeleton.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0].startswith(":"):
            section = words[0]
        elif section == ":root" and words[0] == "order":
            order = words[1:]
        elif section == ":bonedata":
            if words[0] == "begin":
                own = {"dof": [], "axis": np.eye(3)}
            elif words[0] == "name":
                bones[words[1]] = own
            elif words[0] == "direction":
                own["direction"] = np.array(words[1:4], float)
            elif words[0] == "length":
                own["length"] = float(words[1])
            elif words[0] == "axis":
                for axis, degrees in zip(words[4].lower(), words[1:4]):
                    own["axis"] = axis_turn(axis, float(degrees)) @ own["axis"]
            elif words[0] == "dof":
                own["dof"] = words[1:]
        elif section == ":hierarchy" and words[0] not in ("begin", "end"):
            parent_of.update((child, words[0]) for child in words[1:])
    names, waiting = ["root"], list(parent_of)
    while waiting:
        ready = [name for name in waiting if parent_of[name] in names]
        names += ready
        waiting = [name for name in waiting if name not in ready]
    frames, current = [], None
    for line in motion.splitlines():
        words = line.split()
        if words and words[0].isdigit() and len(words) == 1:
            current = {}
            frames.append(current)
        elif words and current is not None:
            current[words[0]] = [float(word) for word in words[1:]]
    count = len(frames)
    places, turns = np.zeros((count, len(names), 3)), np.tile(np.eye(3), (count, len(names), 1, 1))
    for joint, name in enumerate(names):
        given = [channel.upper() for channel in (order if joint == 0 else bones[name]["dof"])]
        values = np.array([frame.get(name, [0.0] * len(given)) for frame in frames])
        turn = np.tile(np.eye(3), (count, 1, 1))
        for column, channel in enumerate(given):
            if channel[0] == "R":
                turn = axis_turn(channel[1].lower(), values[:, column]) @ turn
            else:
                places[:, joint, "XYZ".index(channel[1])] = values[:, column]
        if joint > 0:
            axis, above = bones[name]["axis"], parent_of[name]
            turn = axis @ turn @ axis.T
            if above != "root":
                places[:, joint] = bones[above]["direction"] * bones[above]["length"]
        turns[:, joint] = turn
    parents = [-1 if name == "root" else names.index(parent_of[name]) for name in names]
    # The tips of bones without children are joints, too.
    tips = [joint for joint in range(1, len(names)) if joint not in parents]
    tip = lambda joint: np.tile(bones[names[joint]]["direction"] * bones[names[joint]]["length"], (count, 1))
    places = np.concatenate([places] + [tip(joint)[:, None] for joint in tips], 1)
    turns = np.concatenate([turns, np.tile(np.eye(3), (count, len(tips), 1, 1))], 1)
    ends = [False] * len(names) + [True] * len(tips)
    return Motion(names + [names[joint] + "_end" for joint in tips], parents + tips, ends, places, turns, seconds)


def read(files):
    texts = {path.rsplit(".", 1)[1]: open(path, encoding="utf-8", newline=None).read() for path in files}
    return read_bvh(texts["bvh"]) if "bvh" in texts else read_acclaim(texts["asf"], texts["amc"])


def direction_angle(a, b):
    return np.degrees(np.arccos(np.clip((a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1), -1, 1)))


def around(values):
    last = len(values) - 1
    index = np.arange(len(values))
    return values[np.maximum(index - 1, 0)], values[np.minimum(index + 1, last)]


def speed(way, times):
    (a, b), (start, end) = around(way), around(times)
    return np.linalg.norm(b - a, axis=-1) / (end - start)


def acceleration(way, times):
    velocity = np.diff(way, axis=0) / np.diff(times)[:, None]
    out = np.full(len(way), np.nan)
    out[1:-1] = np.linalg.norm(np.diff(velocity, axis=0) / ((times[2:] - times[:-2]) / 2)[:, None], axis=-1)
    return out


def angular_speed(turns, times):
    (a, b), (start, end) = around(turns), around(times)
    return np.degrees(turned(np.swapaxes(a, -1, -2) @ b)) / (end - start)


def centre(points, body, joint):
    """The centre of mass by Winter's table 4.1 (2009)."""
    at = lambda name: points[:, joint(name)]
    mass, total = np.zeros_like(points[:, 0]), 0.0
    sides = list(zip(body["arms"], body["legs"]))
    parts = [(0.497, sum(at(arm[0]) + at(leg[0]) for arm, leg in sides) / 4), (0.081, at(body["head"]))]
    for (upper, elbow, wrist), (thigh, knee, ankle, *toes) in sides:
        between = lambda a, b, share: at(a) * (1 - share) + at(b) * share
        parts += [(0.028, between(upper, elbow, 0.436)), (0.016, between(elbow, wrist, 0.430)), (0.006, at(wrist))]
        parts += [(0.100, between(thigh, knee, 0.433)), (0.0465, between(knee, ankle, 0.433))]
        parts += [(0.0145, between(ankle, toes[0], 0.5) if toes else at(ankle))]
    for share, place in parts:
        mass, total = mass + share * place, total + share
    return mass / total


def foot_of(motion, ankle):
    foot = [ankle]
    for joint, parent in enumerate(motion.parents):
        if parent in foot:
            foot.append(joint)
    return foot


def slopes(way, reach, seconds):
    """The slope of the parabola of least squares over `reach` seconds to either side; beyond its ends a way goes on, turned about them."""
    width = max(int(reach / seconds), 1)
    if len(way) - 1 > width:
        way = np.concatenate([2 * way[:1] - way[width:0:-1], way, 2 * way[-1:] - way[-2 : -2 - width : -1]])
    else:
        way = np.pad(way, [(width, width), (0, 0)], mode="edge")
    offsets = np.arange(-width, width + 1)
    windows = np.lib.stride_tricks.sliding_window_view(way, 2 * width + 1, axis=0)
    return windows @ offsets / (offsets @ offsets * seconds)


def runs(on):
    """First and last index of each run of true values."""
    edges = np.diff(np.concatenate([[False], on, [False]]).astype(int))
    return list(zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1))


def belt(balls, hips, seconds):
    """The velocity of the ground under a body that walks in place, else zero: the commonest one of low, level balls of feet."""
    feet = []
    for ball in balls:
        velocity = slopes(ball, 0.04, seconds)
        low = ball[:, 1] < np.percentile(ball[:, 1], 10) + 0.03
        feet.append((velocity * [1, 0, 1])[low & (np.abs(velocity[:, 1]) < 0.15 / 1.75)])
    every = np.concatenate(feet)
    if len(every) < 5:
        return np.zeros(3)
    alike = lambda one, radius: np.linalg.norm(every - one, axis=-1) < radius / 1.75
    tried = every[:: max(len(every) // 200, 1)]
    found = max(reversed(tried), key=lambda one: alike(one, 0.15).sum())
    for radius in [0.15] * 5 + [0.08] * 5:
        if alike(found, radius).any():
            found = every[alike(found, radius)].mean(0)
    way = np.linalg.norm((hips[-1] - hips[0]) * [1, 0, 1])
    fast = np.linalg.norm(found)
    shares = [(np.linalg.norm(foot - found, axis=-1) < 0.2 / 1.75).sum() / max(len(foot), 1) for foot in feet]
    is_belt = fast > 0.25 / 1.75 and way < 0.3 * fast * seconds * (len(hips) - 1) and min(shares) > 0.3
    return found if is_belt else np.zeros(3)


def crossing(speeds, at, level):
    """Where the speed passes the level between an index and the next."""
    here, after = speeds[at], speeds[at + 1]
    return at + (0.0 if here == after else np.clip((level - here) / (after - here), 0.0, 1.0))


def contacts(feet, hips, seconds):
    """The velocity of the ground, statures a second, and of each foot the contacts: first and last moment, whether it comes.

    `feet`: the paths of the joints that are looked at in statures, the ball last, and whether one of them is a heel.
    """
    ground = belt([paths[-1] for paths, _ in feet], hips, seconds)
    speeds = [np.min([np.linalg.norm(slopes(path, 0.03, seconds) - ground, axis=-1) for path in paths], 0) for paths, _ in feet]
    heights = [np.min([path[:, 1] for path in paths], 0) for paths, _ in feet]
    rests = [min(0.3 * max(np.percentile(speed, 95), 0.4), SPEED) for speed in speeds]
    noise, found = NOISE / seconds, []
    for own, (_, has_heel) in enumerate(feet):
        other, speed, height = 1 - own, speeds[own], heights[own]
        on = (speed < rests[own]) & (height < np.percentile(height, 10) + HEIGHT)
        for start, end in runs(speed < rests[own]):
            then, lasts = slice(start, end + 1), (end - start) * seconds
            swings = (speeds[other][then] > rests[other]).mean() > 0.3
            over = np.median(height[then] - heights[other][then])
            if swings and (lasts > 0.2) or over < 0.06 and lasts > 0.3:
                on[then] = True
        joined = []
        for start, end in runs(on):
            if joined and start - joined[-1][1] <= noise:
                joined[-1][1] = end
            else:
                joined.append([start, end])
        joined = [(start, end) for start, end in joined if end - start >= noise]
        last, refined = len(speed) - 1, []
        for index, (start, end) in enumerate(joined):
            comes, leaves, first, final = start > noise, end < last - noise, start, end
            if comes:
                before = joined[index - 1][1] if index else 0
                peak = before + np.argmax(speed[before : start + 1])
                level = np.clip((0.13 if has_heel else 0.16) * speed[peak], 0.10, 0.6)
                under = peak + np.flatnonzero(speed[peak : end + 1] < level)
                if len(under):
                    first = crossing(speed, under[0] - 1, level) if under[0] else 0.0
            if leaves:
                after = joined[index + 1][0] if index + 1 < len(joined) else last
                peak = end + np.argmax(speed[end : after + 1])
                level = np.clip(0.36 * speed[peak], 0.20, 0.75)
                under = start + np.flatnonzero(speed[start : peak + 1] < level)
                if len(under) and under[-1] < last:
                    final = crossing(speed, under[-1], level)
            if final > first:
                refined.append((first * seconds, final * seconds, comes))
        found.append(refined)
    return ground, found


def usual(places):
    """The mean, then twice that of the half of the places that is nearer to it."""
    middle = places.mean(0)
    for _ in range(2):
        off = np.linalg.norm(places - middle, axis=-1)
        middle = places[np.argsort(off, kind="stable")[: -(-len(places) // 2)]].mean(0)
    return middle


def steps(motion, feet, ground, metres, upright, tall):
    """Time, length, width and cadence of each step. `feet`: left and right, each an ankle, a ball and its contacts."""
    level = lambda times: (motion.at(np.array(times)) @ upright.T * metres - np.array(times)[:, None, None] * ground)[..., [0, 2]]
    stood = []
    for ankle, ball, given in feet:
        own = []
        for start, end, comes in given:
            places = level(np.linspace(start, end, int((end - start) * RATE) + 2))[:, ball]
            own.append((start, end, comes, usual(places), level([(start + end) / 2])[0, ankle]))
        stood.append(own)
    found = []
    for own, other, side in [(0, 1, 1), (1, 0, -1)]:
        for before, now in zip(stood[own], stood[own][1:]):
            between = [one for one in stood[other] if one[2] and before[0] < one[0] < now[0]]
            if not now[2] or len(between) != 1:
                continue
            start, end, _, ball, ankle = between[0]
            until, stride = min(now[0], end), now[3] - before[3]
            in_the_air = max(until - max(before[1], start), 0)
            length = np.linalg.norm(stride)
            if not 0.2 <= now[0] - start <= 2 or in_the_air < max(0.08, 0.15 * (until - start)) or length < 0.1 / 1.75 * tall:
                continue
            along = stride / length
            across = np.array([along[1], -along[0]])
            found.append((now[0], (now[3] - ball) @ along, side * (now[4] - ankle) @ across, 60 / (now[0] - start)))
    return sorted(found)


def same(found, wanted, what, allowed=0.0):
    found = np.array([np.nan if value is None else value for value in found])
    assert (np.isnan(found) == np.isnan(wanted)).all(), f"{what}: other frames have a value"
    largest = np.nanmax(np.abs(wanted), initial=0.0)
    off = np.nanmax(np.abs(found - wanted), initial=0.0)
    assert off <= RELATIVE * largest + allowed + 1e-12, f"{what}: {off} of {largest}"
    return off / largest if largest > 0 else 0.0


def checked(clip):
    name, measured, metres, tall = clip["name"], clip["measured"], clip["metres"], clip["stature"]
    motion, upright = read(clip["files"]), np.array(clip["upright"], float)
    joint = motion.names.index
    times, seconds = motion.times, motion.seconds
    assert len(times) == len(measured["times"]) and np.allclose(times, measured["times"], rtol=1e-9), name
    points = motion.world(motion.places, motion.turns) @ upright.T * metres
    legs = clip["body"]["legs"]
    ankles = [joint(leg[2]) for leg in legs]
    balls = [joint(leg[3]) if len(leg) > 3 else motion.parents.index(ankle) for leg, ankle in zip(legs, ankles)]
    count = min(len(times) - 1, int(times[-1] * FASTEST))
    step = times[-1] / count
    sampled = motion.at(np.arange(count + 1) * step) @ upright.T * metres / tall
    given = {leg[2]: [] for leg in legs}
    for stance in measured["stances"]:
        given[stance["joint"]].append((stance["from"], stance["to"]))
    feet = [([sampled[:, each] for each in dict.fromkeys([ankle, ball])], False) for ankle, ball in zip(ankles, balls)]
    hips = sampled[:, [joint(leg[0]) for leg in legs]].mean(1)
    ground, found = contacts(feet, hips, step)
    stood = 0
    for ankle, own in zip(ankles, found):
        own, theirs = np.array([one[:2] for one in own]).reshape(-1, 2), np.array(given[motion.names[ankle]]).reshape(-1, 2)
        assert own.shape == theirs.shape and np.allclose(own, theirs, atol=MOMENT), f"{name}: contacts of {motion.names[ankle]}: {own} {theirs}"
        stood += len(own)
    walked = steps(motion, list(zip(ankles, balls, found)), ground * tall, metres, upright, tall)
    assert len(walked) == len(measured["steps"]), f"{name}: {len(measured['steps'])} steps instead of {len(walked)}"
    last = np.searchsorted([step[0] for step in walked], times + 1e-9, side="right") - 1
    of_step = lambda part: np.where(last >= 0, np.array([step[part] for step in walked] + [np.nan])[last], np.nan)
    planted = lambda ankle: np.array([any(a - 1e-9 <= time <= b + 1e-9 for a, b in given[motion.names[ankle]]) for time in times])
    # How far a position may be from its value by rounding, metres.
    rounding = np.abs(points).max() * ROUNDING * CHAIN
    worst, floors = {}, []
    for measure in measured["measures"]:
        kind, joints = measure["measure"], [joint(each) for each in measure["joints"]]
        at = [points[:, each] for each in joints]
        allowed = 0.0
        if kind == "distance":
            wanted = np.linalg.norm(at[0] - at[1], axis=-1)
        elif kind == "angle":
            wanted = direction_angle(at[0] - at[1], at[2] - at[1])
        elif kind == "vertical":
            wanted = direction_angle(at[1] - at[0], np.array([0.0, 1.0, 0.0]))
        elif kind == "height":
            # The floor is a guess; it is the same one for all joints and frames.
            floors.append(np.median(at[0][:, 1] - np.array(measure["values"])))
            wanted = at[0][:, 1] - floors[0]
        elif kind == "speed":
            wanted, allowed = speed(at[0], times), rounding / seconds
        elif kind == "acceleration":
            wanted = acceleration(at[0], times)
            allowed = 4 * rounding / seconds**2
        elif kind == "angular speed":
            wanted = angular_speed(motion.turns[:, joints[0]], times)
        elif kind == "centre of mass height":
            wanted = centre(points, clip["body"], joint)[:, 1] - floors[0]
        elif kind == "centre of mass speed":
            wanted, allowed = speed(centre(points, clip["body"], joint), times), rounding / seconds
        elif kind in ("step length", "step width", "cadence"):
            wanted = of_step({"step length": 1, "step width": 2, "cadence": 3}[kind])
        elif kind == "planted":
            wanted = planted(joints[0]).astype(float)
        elif kind == "slide":
            level = points[:, foot_of(motion, joints[0])] * [1.0, 0.0, 1.0]
            slides = np.stack([speed(level[:, each], times) for each in range(level.shape[1])]).min(0) * 1000
            wanted, allowed = np.where(planted(joints[0]), slides, np.nan), 1000 * rounding / seconds
        else:
            raise ValueError(kind)
        off = same(measure["values"], wanted, f"{name}: {kind} {measure['joints']}", allowed)
        worst[kind] = max(worst.get(kind, 0.0), off)
    print(f"{name}: {len(times)} frames, {stood} contacts, {len(walked)} steps, " + ", ".join(f"{kind} {off:.1e}" for kind, off in worst.items()))
    return set(worst)


def main():
    clips = json.load(open(sys.argv[1], encoding="utf-8"))
    kinds = set().union(*(checked(clip) for clip in clips))
    print(f"{len(clips)} motions measured: {', '.join(sorted(kinds))}")


main()
