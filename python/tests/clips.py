"""A small clip for tests and for the examples in docstrings."""

WALK = b"""HIERARCHY
ROOT Hips
{
\tOFFSET 0 90 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tEnd Site
\t{
\t\tOFFSET 0 10 0
\t}
}
MOTION
Frames: 3
Frame Time: 0.5
0 90 0 0 0 0
4 90 0 0 0 90
8 90 0 90 0 0
"""
