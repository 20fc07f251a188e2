"""Writes a data set of walks that differ in stride and height: python make_clips.py FOLDER COUNT"""

import math
import sys
from pathlib import Path

JOINTS = """HIERARCHY
ROOT Hips
{{
  OFFSET 0 {leg:.2f} 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
{legs}  JOINT Head
  {{
    OFFSET 0 {back:.2f} 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {{
      OFFSET 0 20 0
    }}
  }}
}}
MOTION
Frames: {frames}
Frame Time: 0.0333333
"""
LEG = """  JOINT {side}UpLeg
  {{
    OFFSET {x} 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT {side}Leg
    {{
      OFFSET 0 {half:.2f} 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {{
        OFFSET 0 {half:.2f} 0
      }}
    }}
  }}
"""


def clip(index: int) -> str:
    """The text of one walk."""
    leg, frames, swing = 80 + index % 21, 30 + index % 31, 20 + index % 17
    legs = "".join(LEG.format(side=side, x=x, half=-leg / 2) for side, x in (("Left", 10), ("Right", -10)))
    rows = []
    for frame in range(frames):
        phase = 2 * math.pi * frame / 30
        left, right = swing * math.sin(phase), -swing * math.sin(phase)
        bent = [max(0.0, swing * math.cos(phase + turn)) for turn in (0, math.pi)]
        rows.append(f"0 {leg} {frame * 4:.2f} 0 0 0 0 {-left:.3f} 0 0 {bent[0]:.3f} 0 0 {-right:.3f} 0 0 {bent[1]:.3f} 0 0 0 {swing * math.sin(2 * phase) / 10:.3f}")
    return JOINTS.format(leg=leg, legs=legs, back=leg * 0.7, frames=frames) + "\n".join(rows) + "\n"


def write(folder: Path, count: int) -> None:
    """Writes clips, a thousand in each folder."""
    for index in range(count):
        path = folder / f"{index // 1000:03d}" / f"{index:06d}.bvh"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(clip(index))


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
