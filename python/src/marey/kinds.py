"""Companions by their extensions. Written by `cargo xtask generate`."""

#: The attribute of the player that takes such a file; a motion goes to `src`.
COMPANIONS = {
    ".asf": "skeleton",
    ".skel": "skeleton",
    ".obj": "skin",
}
