"""Shows the motion files that a visitor chooses, and tells Python what happens in the player."""

from html import escape
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

import gradio as gr

PLAYER = str(files("marey") / "marey-player.standalone.js")
# Gradio serves nothing else from the disk.
gr.set_static_paths([PLAYER])


def address(path):
    """Relative, since the app may be below a path of its host. A name may have any letters in it."""
    return f"gradio_api/file={quote(path)}"


def chosen(paths):
    """A motion, and its skeleton if it has one of its own."""
    paths = sorted(paths or [], key=lambda path: path.lower().endswith((".asf", ".skel")))
    return {key: address(path) for key, path in zip(("src", "skeleton"), paths)}


def named(paths):
    """The names of files are a visitor's: in HTML they are escaped."""
    return "".join(f"<li>{escape(Path(path).name)}</li>" for path in paths or [])


def told(event: gr.EventData):
    return f"{event.joints} joints, {event.duration:.2f} s, {event.joint or 'no joint'} selected"


# It has no value in it: otherwise each choice would make a new player, without the camera and the moment of the last one.
TEMPLATE = '<marey-player controls theme="auto" loading="eager" style="display:block;aspect-ratio:16/9"></marey-player>'
ON_LOAD = """
const player = element.querySelector('marey-player');
const show = () => {
  const { src, skeleton } = props.value ?? {};
  if (skeleton) player.setAttribute('skeleton', skeleton); else player.removeAttribute('skeleton');
  if (src) player.setAttribute('src', src);
};
const tell = () => {
  const { joints, duration } = player.clips[0];
  trigger('select', { joints: joints.length, duration, joint: joints[player.selectedJoint]?.name ?? '' });
};
watch('value', show);
player.addEventListener('cliploaded', tell);
player.addEventListener('jointselect', tell);
show();
"""

with gr.Blocks(title="Motion") as app:
    picked = gr.File(file_count="multiple", file_types=[".bvh", ".amc", ".asf", ".x3d", ".npz", ".npy"], label="Motion")
    names = gr.HTML()
    player = gr.HTML({}, html_template=TEMPLATE, js_on_load=ON_LOAD, head=f'<script src="{address(PLAYER)}"></script>')
    words = gr.Textbox(label="What Python was told")
    picked.change(chosen, picked, player)
    picked.change(named, picked, names)
    player.select(told, None, words)

if __name__ == "__main__":
    app.launch()
