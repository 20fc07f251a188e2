"""Heads of pose bones, as Blender imports BVH.

Arguments: a JSON file with a list of {file, frames, scale}, where frames count from 0 and scale is the number of metres in a unit of the file, and
the file to write: a list with {names, poses}, or {error}, for each file. Places are in the file's axes and unit again.
"""

import json
import sys

import bpy


def imported(file, frames, scale):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # The options are the operator's defaults, but for the scale.
    bpy.ops.import_anim.bvh(
        filepath=file, global_scale=scale, frame_start=1, rotate_mode="NATIVE", axis_forward="-Z", axis_up="Y"
    )
    armature = bpy.context.object
    poses = []
    for frame in frames:
        # The first row is at frame 1.
        bpy.context.scene.frame_set(frame + 1)
        heads = [armature.matrix_world @ bone.head for bone in armature.pose.bones]
        # Blender turns +Y up into +Z up.
        poses.append([[head.x / scale, head.z / scale, -head.y / scale] for head in heads])
    return {"names": [bone.name for bone in armature.pose.bones], "poses": poses}


def main(clips, out):
    found = []
    with open(clips) as text:
        for clip in json.load(text):
            try:
                found.append({"blender": imported(clip["file"], clip["frames"], clip["scale"])})
            except Exception as error:
                found.append({"blender": {"error": f"{type(error).__name__}: {error}"[-400:]}})
    with open(out, "w") as text:
        text.write(json.dumps(found).replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null"))


main(*sys.argv[1:])
