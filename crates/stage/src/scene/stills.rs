//! Figures of the clip at other moments, which stand still while the clip's own figure plays among them: a chronophotograph.
//!
//! The figures share the clip's frames. `www/moments` chooses their moments and places.

use glam::{Vec2, Vec3};

use super::{Scene, View};
use marey::compact::maths::yaw;
use marey::look::{FigureLook, Instances, Palette};
use marey::model::Bounds;

/// Most figures.
const MOST: usize = 100;
/// Moments nearer to each other are the same, seconds.
const SAME: f64 = 1e-3;
/// Elevation of the camera, radians: low, but the floor shows.
pub(super) const PITCH: f32 = 0.12;

/// A figure at a moment of the clip.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Still {
    /// Seconds in the clip's time.
    pub moment: f64,
    /// Its displacement on the stage, metres.
    pub offset: Vec3,
    /// The colour that its own colours are mixed with, sRGB from 0 to 255.
    pub colour: [f32; 3],
    /// The share of that colour, from 0 to 1.
    pub share: f32,
    /// The share of their saturation that its own colours lose.
    pub greyed: f32,
    /// The brightness of right limbs, from 0 to 1, if the mixed colours do not tell the sides apart; the spine is in the middle.
    pub right: f32,
}

impl Still {
    /// The numbers of one figure for [`from_numbers`](Self::from_numbers).
    pub const NUMBERS: usize = 9;

    /// A figure from its moment, its displacement along x and z, its colour (r, g, b), `share`, `greyed` and `right`.
    pub fn from_numbers(numbers: &[f64; Self::NUMBERS]) -> Self {
        let [moment, x, z, r, g, b, share, greyed, right] = *numbers;
        Self {
            moment,
            offset: Vec3::new(x as f32, 0.0, z as f32),
            colour: [r as f32, g as f32, b as f32],
            share: share as f32,
            greyed: greyed as f32,
            right: right as f32,
        }
    }

    fn palette(&self, own: Palette) -> Palette {
        let mixed = |colour: [u8; 3], brightness: f32| {
            let grey = (f32::from(colour[0]) + 2.0 * f32::from(colour[1]) + f32::from(colour[2])) * 0.25;
            let mut out = colour;
            for (value, other) in out.iter_mut().zip(self.colour) {
                let plain = mix(f32::from(*value), grey, self.greyed);
                *value = (mix(plain, other, self.share) * brightness) as u8;
            }
            out
        };
        Palette {
            left: mixed(own.left, 1.0),
            right: mixed(own.right, self.right),
            middle: mixed(own.middle, (1.0 + self.right) * 0.5),
            ..own
        }
    }
}

/// The figures and their instances.
#[derive(Debug, Clone, Default)]
pub(super) struct Stills {
    all: Vec<Still>,
    /// The box of each figure's joints, head and hands, stage space.
    pub(super) boxes: Vec<Bounds>,
    /// The instances of all figures, one figure after the other.
    instances: Instances,
    /// The camera's yaw in the home view.
    yaw: f32,
    /// The figures are to be posed again.
    pub(super) stale: bool,
}

impl Stills {
    /// Replaces the figures.
    #[inline(never)]
    fn set(&mut self, all: Vec<Still>, yaw: f32) {
        *self = Self { all, yaw, stale: true, ..Self::default() };
    }

    /// Removes the figures.
    pub(super) fn clear(&mut self) {
        self.set(Vec::new(), 0.0);
    }

    /// Copies the figures without their poses.
    pub(super) fn unposed(&self) -> Self {
        Self { all: self.all.clone(), yaw: self.yaw, stale: true, ..Self::default() }
    }
}

/// Moves a figure.
fn shift(figure: &mut Instances, offset: Vec3) {
    let Instances { joints, bones, solids, .. } = figure;
    for list in [joints, bones, solids] {
        for instance in list {
            instance.start = (Vec3::from(instance.start) + offset).to_array();
            instance.end = (Vec3::from(instance.end) + offset).to_array();
        }
    }
}

impl Scene {
    /// Shows figures at these moments, in order of time, at most 100; none ends it. `yaw`: of the camera in the home view. Frames all of
    /// them from there if there were none before; later unless the user moved the camera.
    pub fn set_stills(&mut self, mut stills: Vec<Still>, yaw: f32) {
        stills.truncate(MOST);
        if self.stills.all.is_empty() != stills.is_empty() {
            self.framed = Some(View::Home);
        }
        self.stills.set(stills, yaw);
        self.refresh();
    }

    /// Poses the figures if something has changed.
    pub(super) fn pose_stills(&mut self) {
        if !std::mem::take(&mut self.stills.stale) {
            return;
        }
        let look = FigureLook { highlighted: None, ..self.look() };
        let Some(figure) = &mut self.figure else { return };
        let Stills { all, boxes, instances, .. } = &mut self.stills;
        let Instances { bones, joints, solids, .. } = instances;
        for list in [&mut *bones, joints, solids] {
            list.clear();
        }
        boxes.clear();
        let mut one = Instances::default();
        for still in all {
            let look = FigureLook { palette: still.palette(look.palette), ..look };
            figure.write(still.moment, self.interpolation, self.in_place, &look, &mut one);
            shift(&mut one, still.offset);
            let mut bounds = Bounds::EMPTY;
            for joint in &one.joints {
                if joint.start_radius > 0.0 {
                    bounds.include(joint.end.into());
                }
            }
            for solid in &one.solids {
                let [start, end] = solid.poles();
                bounds.include(start);
                bounds.include(end);
            }
            boxes.push(bounds);
            bones.append(&mut one.bones);
            joints.append(&mut one.joints);
            solids.append(&mut one.solids);
        }
    }

    /// Moves the clip's own figure to where the figures of its moment stand.
    pub(super) fn shift_among_stills(&mut self) {
        let all = &self.stills.all;
        let after = all.partition_point(|still| still.moment <= self.posed);
        let (Some(before), Some(after)) = (all.get(after.saturating_sub(1)), all.get(after).or(all.last())) else {
            return;
        };
        let between = after.moment - before.moment;
        let share = if between > 0.0 { ((self.posed - before.moment) / between) as f32 } else { 0.0 };
        shift(&mut self.instances, before.offset.lerp(after.offset, share));
    }

    /// Whether the clip's own figure is drawn: not where another stands at the same moment.
    pub fn moves_among_stills(&self) -> bool {
        self.highlighted.is_some() || self.stills.all.iter().all(|still| (still.moment - self.posed).abs() > SAME)
    }

    /// Whether there are other figures.
    pub(super) fn has_stills(&self) -> bool {
        !self.stills.all.is_empty()
    }

    /// The boxes of the figures, stage space, and the yaw from which to see them.
    pub(super) fn stills_to_frame(&mut self) -> (&[Bounds], f32) {
        self.pose_stills();
        (&self.stills.boxes, self.stills.yaw)
    }

    /// The instances of the other figures as of the last [`advance`](Self::advance) or [`settle`](Self::settle).
    pub fn still_instances(&self) -> &Instances {
        &self.stills.instances
    }

    /// For choosing moments: the figure's height (metres), its facing as a yaw, then x, y, z of its carrier joint on the stage at each of
    /// these moments; empty without a clip.
    pub fn carriers(&mut self, moments: &[f64]) -> Vec<f32> {
        let mut out = Vec::new();
        let Some(figure) = &mut self.figure else { return out };
        let facing = figure.facing().unwrap_or(Vec3::Z);
        out.extend_from_slice(&[figure.height(), yaw(facing.x, facing.z)]);
        for moment in moments {
            let place = figure.carrier_at(*moment, self.interpolation, self.in_place);
            out.extend_from_slice(&place.to_array());
        }
        // The pose belongs to the instances.
        figure.pose_at(self.posed, self.interpolation);
        out
    }

    /// The moment of the other figure at a point in the picture: the one with a joint nearest to the point, at most `reach` CSS pixels away.
    pub fn pick_still(&self, x: f32, y: f32, reach: f32) -> Option<f64> {
        let view_projection = self.camera.view_projection();
        let joints = &self.stills.instances.joints;
        let mut best = (reach, None);
        for (index, joint) in joints.iter().enumerate().filter(|(_, joint)| joint.start_radius > 0.0) {
            let seen = self.camera.to_screen(&view_projection, joint.end.into());
            let off = seen.map_or(f32::INFINITY, |at| at.distance(Vec2::new(x, y)));
            if off <= best.0 {
                best = (off, Some(index));
            }
        }
        let each = joints.len() / self.stills.all.len().max(1);
        Some(self.stills.all.get(best.1? / each.max(1))?.moment)
    }
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

#[cfg(test)]
mod tests;
