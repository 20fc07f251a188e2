"""A moment of a motion as Blender's viewport shows it, for the docs; run in Blender 3.4 with a window, which Xvfb can be:

    blender --window-geometry 0 0 1200 850 --factory-startup --python body-pictures-blender.py -- FILE.bvh FRAME home|left OUT.png

`marey convert` makes a BVH of the other samples, and one with three rotations a joint, which Blender needs. `docs/guide/bodies/blender.webp` has
the frames 67 of walk, 73 of dance, 121 of jump, 157 of march from the left, and 25 of stroll.
"""
import builtins
import sys

import bpy

PATH, FRAME, SIDE, OUT = sys.argv[sys.argv.index('--') + 1:]
opened = builtins.open


def open_as_today(file, mode='r', *rest, **more):
    """The importer of Blender 3.4 asks for a mode that Python 3.11 has no longer."""
    return opened(file, mode.replace('U', ''), *rest, **more)


def draw():
    builtins.open = open_as_today
    bpy.ops.object.select_all(action='SELECT')
    bpy.ops.object.delete()
    bpy.ops.import_anim.bvh(filepath=PATH, update_scene_fps=True, update_scene_duration=True)
    scene = bpy.context.scene
    scene.frame_set(int(FRAME))
    scene.render.resolution_x, scene.render.resolution_y = 450, 510
    scene.render.image_settings.file_format = 'PNG'
    scene.render.filepath = OUT
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == 'VIEW_3D')
    region = next(region for region in area.regions if region.type == 'WINDOW')
    space = area.spaces.active
    space.overlay.show_text = False
    space.show_gizmo = False
    with bpy.context.temp_override(window=window, area=area, region=region):
        view = space.region_3d
        bpy.ops.view3d.view_axis(type='LEFT' if SIDE == 'left' else 'FRONT')
        if SIDE != 'left':
            bpy.ops.view3d.view_orbit(angle=0.5, type='ORBITRIGHT')
            bpy.ops.view3d.view_orbit(angle=0.2, type='ORBITUP')
        view.view_perspective = 'PERSP'
        bpy.ops.view3d.view_selected()
        view.view_distance *= 0.74
        bpy.ops.wm.redraw_timer(type='DRAW_WIN_SWAP', iterations=1)
        bpy.ops.render.opengl(write_still=True, view_context=True)
    bpy.ops.wm.quit_blender()


bpy.app.timers.register(draw, first_interval=1.0)
