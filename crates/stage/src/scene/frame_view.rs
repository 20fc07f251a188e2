//! Camera, light and floor for the renderers.

use std::f32::consts::LOG2_10;

use glam::{Mat4, Vec3};

use super::{Scene, StageFigure};
use marey::compact::maths::log2;
use marey::look::Theme;

/// Direction towards the light: high, from the front left of the home view.
const LIGHT: Vec3 = Vec3::new(0.32, 1.0, 0.28);

/// How far a contact shadow reaches beyond a joint, heights of the figure.
const CONTACT: f32 = 0.16;

/// The renderers' input beside the instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameView {
    /// Stage space to clip space; depth 1 at the near plane, 0 at infinity.
    pub view_projection: Mat4,
    /// Inverse of `view_projection`.
    pub inverse: Mat4,
    /// Position of the eye, stage space.
    pub eye: Vec3,
    /// Unit vector towards the light.
    pub light: Vec3,
    /// Metres between fine grid lines; every tenth line is strong.
    pub grid_cell: f32,
    /// Fading of the fine lines: 0 full strength, towards 1 faded out while the next coarser level takes over.
    pub grid_blend: f32,
    /// Distance from the target at which the grid has faded out, metres.
    pub fade: f32,
    /// The point that the camera looks at.
    pub target: Vec3,
    /// Orthographic: all rays are parallel to the direction from eye to target.
    pub orthographic: bool,
    /// Centre of the figure's shadow on the ground: x, z.
    pub shadow_centre: [f32; 2],
    /// The figure's height, metres; scales the pool of light and contact shadows.
    pub height: f32,
    /// Half the edge of the shadow's square, metres.
    pub shadow_half: f32,
    /// Factor by which shadow casters are thicker than bones and joints.
    pub shadow_girth: f32,
    /// Colours of the stage.
    pub theme: Theme,
    /// Draw no background.
    pub transparent: bool,
    /// Draw the floor's grid.
    pub grid: bool,
    /// Draw the floor's shadow.
    pub shadow: bool,
}

impl Scene {
    /// The current view.
    pub fn view(&self) -> FrameView {
        let view_projection = self.camera.view_projection();
        let orbit = self.camera.now();
        let (grid_cell, grid_blend) = self.grid();
        let shadow = self.box_of_all();
        let (centre, size) = (shadow.centre(), shadow.size());
        let height = self.figure.as_ref().map_or(0.0, StageFigure::height);
        FrameView {
            view_projection,
            inverse: view_projection.inverse(),
            eye: self.camera.eye(),
            light: LIGHT.normalize(),
            grid_cell,
            grid_blend,
            fade: orbit.distance * 6.0,
            target: orbit.target,
            orthographic: orbit.orthographic,
            // The light is not overhead, so the shadow lies to the side.
            shadow_centre: [
                centre.x - LIGHT.x / LIGHT.y * shadow.max.y.max(0.0) * 0.5,
                centre.z - LIGHT.z / LIGHT.y * shadow.max.y.max(0.0) * 0.5,
            ],
            height,
            // The shadow of a joint is wider than the joint: that of a single point, too, is in the square.
            shadow_half: (size.x.max(size.z) * 0.5 + size.y * 0.5).max(CONTACT * height) * 1.15,
            shadow_girth: if self.instances.skin.is_empty() { 1.0 } else { 2.5 },
            theme: self.theme,
            transparent: self.transparent,
            grid: !self.gridless,
            shadow: !self.shadowless,
        }
    }

    /// [`FrameView::grid_cell`] and [`FrameView::grid_blend`].
    fn grid(&self) -> (f32, f32) {
        let level = log2(self.camera.now().distance * 0.25) / LOG2_10;
        (10_f32.powi(level.floor() as i32), level - level.floor())
    }

    /// Metres between the clearly visible grid lines.
    pub fn grid_spacing(&self) -> f32 {
        let (cell, blend) = self.grid();
        if blend > 0.5 { cell * 10.0 } else { cell }
    }
}
