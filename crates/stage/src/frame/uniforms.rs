//! Per-frame uniforms of the shaders; must match `common.wgsl` in `crates/gpu` (a test there compares the two).

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::theme::StagePalette;
use crate::scene::FrameView;

/// Height of the person for whom the shaders' lengths are tuned, metres.
const PERSON: f32 = 1.75;
/// Smallest length of a stage, metres.
const SMALLEST: f32 = 1e-6;

/// Contents of the uniform buffer.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
pub struct Uniforms {
    view_projection: [f32; 16],
    inverse: [f32; 16],
    eye: [f32; 4],
    light: [f32; 4],
    focus: [f32; 4],
    shadow: [f32; 4],
    grid: [f32; 4],
    top: [f32; 4],
    bottom: [f32; 4],
    floor: [f32; 4],
    line: [f32; 4],
    key: [f32; 4],
    fill: [f32; 4],
    sky: [f32; 4],
    ground: [f32; 4],
    rim: [f32; 4],
    tile: [f32; 4],
}

impl Uniforms {
    /// The uniforms of a frame on a screen with `pixel_ratio` device pixels per CSS pixel.
    pub fn new(view: &FrameView, pixel_ratio: f32) -> Self {
        let palette = StagePalette::of(view.theme);
        let with = |v: Vec3, w: f32| [v.x, v.y, v.z, w];
        let rgb = |[r, g, b]: [f32; 3], w: f32| [r, g, b, w];
        let lines = palette.lines.map(|line| if view.grid { line } else { 0.0 });
        // A single point has no height and is lit like a person.
        let tall = if view.height > 0.0 { view.height / PERSON } else { 1.0 };
        let shadow = if view.shadow { palette.shadow } else { 0.0 };
        Self {
            view_projection: view.view_projection.to_cols_array(),
            inverse: view.inverse.to_cols_array(),
            eye: with(view.eye, f32::from(u8::from(palette.light))),
            light: with(view.light, pixel_ratio),
            focus: with(view.target, view.fade.max(SMALLEST)),
            shadow: [view.shadow_centre[0], view.shadow_centre[1], view.shadow_half.max(SMALLEST), shadow],
            grid: [view.grid_cell.max(1e-3 * SMALLEST), view.grid_blend, lines[0], lines[1]],
            top: rgb(palette.top, view.shadow_girth),
            bottom: rgb(palette.bottom, f32::from(u8::from(view.orthographic))),
            floor: rgb(palette.floor, palette.floor_light),
            line: rgb(palette.line, f32::from(u8::from(view.transparent))),
            key: rgb(palette.key, tall),
            fill: rgb(palette.fill, 0.0),
            sky: rgb(palette.sky, 0.0),
            ground: rgb(palette.ground, 0.0),
            rim: rgb(palette.rim, palette.rim_strength),
            // The whole picture; the page draws a large one in parts.
            tile: [1.0, 1.0, 0.0, 0.0],
        }
    }
}

impl Uniforms {
    /// Every field and its offset in bytes, for a test of `crates/gpu`, which compares them with the shaders.
    pub fn offsets() -> Vec<(&'static str, usize)> {
        macro_rules! fields {
            ($($name:ident)*) => { vec![$((stringify!($name), std::mem::offset_of!(Uniforms, $name))),*] };
        }
        fields!(view_projection inverse eye light focus shadow grid top bottom floor line key fill sky ground rim tile)
    }
}
