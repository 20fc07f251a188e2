"""Places of joints as pybvh, upc-pymotion and bvh read them from BVH, and NumPy from `.npy`.

Arguments: a JSON file with a list of {file, frames}, and the file to write: a list with an object for each file, from the name of a program to
{names, poses} or {error}.
"""

import json
import sys
import warnings

import numpy as np
import pybvh
from bvh import Bvh
from pymotion.io.bvh import BVH
from pymotion.ops.skeleton import fk

# The order of HumanML3D's arrays.
SMPL = (
    "Pelvis L_Hip R_Hip Spine1 L_Knee R_Knee Spine2 L_Ankle R_Ankle Spine3 L_Foot R_Foot Neck L_Collar R_Collar Head L_Shoulder R_Shoulder "
    "L_Elbow R_Elbow L_Wrist R_Wrist"
).split()


def with_pybvh(file, frames):
    motion = pybvh.read_bvh_file(file, world_up="+y")
    return motion.joint_names, motion.joint_positions()[frames]


def with_pymotion(file, frames):
    motion = BVH()
    motion.load(file)
    rotations, positions, parents, offsets, _, _ = motion.get_data()
    places, _ = fk(rotations, positions[:, 0], offsets, parents)
    return list(motion.data["names"]), places[frames]


def about(axis, degrees):
    """The rotation matrix about an axis."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[one, one] = matrix[other, other] = cosine
    matrix[one, other], matrix[other, one] = -sine, sine
    return matrix


def with_bvh(file, frames):
    """The package only reads: the joints are placed here, by its offsets, channels and parents. Positions replace an offset."""
    with open(file) as text:
        motion = Bvh(text.read())
    names, poses = motion.get_joints_names(), []
    assert motion.nframes == len(motion.frames), f"{len(motion.frames)} rows of {motion.nframes}"
    for frame in frames:
        places, turns = [], []
        for joint in names:
            parent = motion.joint_parent_index(joint)
            channels = motion.joint_channels(joint)
            offset, turn = list(motion.joint_offset(joint)), np.eye(3)
            for channel, value in zip(channels, motion.frame_joint_channels(frame, joint, channels), strict=True):
                axis = "XYZ".index(channel[0])
                if channel.endswith("position"):
                    offset[axis] = value
                else:
                    turn = turn @ about(axis, value)
            places.append(offset if parent < 0 else places[parent] + turns[parent] @ offset)
            turns.append(turn if parent < 0 else turns[parent] @ turn)
        poses.append(places)
    return names, np.array(poses)


def with_numpy(file, frames):
    array = np.load(file, allow_pickle=False)
    assert array.dtype == np.float32 and array.shape[1:] == (22, 3), (array.dtype, array.shape)
    return SMPL, array[frames]


BVH_READERS = {"pybvh": with_pybvh, "pymotion": with_pymotion, "bvh": with_bvh}


def outcome(read, file, frames):
    try:
        names, poses = read(file, frames)
        return {"names": names, "poses": np.asarray(poses, float).tolist()}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main(clips, out):
    warnings.simplefilter("ignore")
    found = []
    with open(clips) as text:
        for clip in json.load(text):
            readers = {"numpy": with_numpy} if clip["file"].endswith(".npy") else BVH_READERS
            found.append({name: outcome(read, clip["file"], clip["frames"]) for name, read in readers.items()})
    with open(out, "w") as text:
        # A place that is no number is null.
        text.write(json.dumps(found).replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null"))


main(*sys.argv[1:])
