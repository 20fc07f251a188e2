//! Converts between the stage and the picture: positions on screen, and picking.

use glam::{Affine3A, Vec2, Vec3};
use marey_kernels::instances::{BoneInstance, OFF_BODY};

use super::measure::ScreenMeasure;
use super::{Actor, Scene};
use marey::model::Bounds;

/// A kind of numbers that [`Scene::path`] gives of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tracked {
    /// Its position on the stage, where its figure stands among others: x, y, z, metres.
    Position,
    /// Its rotation relative to its parent: a unit quaternion x, y, z, w.
    Rotation,
    /// Its position relative to its parent: x, y, z, the parent's axes, file units.
    Translation,
}

impl Scene {
    pub(super) fn measured(&self) -> Option<(ScreenMeasure, [Vec2; 2])> {
        // Without the skin, since this runs for every picture.
        let figure = self.bones_on_screen()?;
        let before = self.measure.map(|(one, _)| one);
        let vp = self.camera.view_projection();
        ScreenMeasure::beside(self.body_box().centre(), self.grid_spacing(), &self.camera, &vp, &figure, before)
    }

    /// The ends of the scale bar beside the figure, CSS pixels; it is [`grid_spacing`](Self::grid_spacing) long. `None` if there
    /// is no room.
    pub fn measure_on_screen(&self) -> Option<[Vec2; 2]> {
        self.measure.map(|(_, ends)| ends)
    }

    /// The bounding box of the joints on the body, stage space.
    pub(super) fn body_box(&self) -> Bounds {
        let mut body = Bounds::EMPTY;
        for joint in self.instances.joints.iter().filter(on_body) {
            body.include(Vec3::from(joint.end));
        }
        body
    }

    /// The bounding box of all figures, stage space.
    pub(super) fn box_of_all(&self) -> Bounds {
        self.body_box().union(Bounds::around(&self.actors.boxes))
    }

    /// A joint's position on the stage, metres, as of the last [`advance`](Self::advance).
    pub fn joint_on_stage(&self, joint: usize) -> Option<Vec3> {
        self.instances.joints.get(joint).map(|instance| Vec3::from(instance.end))
    }

    /// A joint's position in the picture, CSS pixels; `None` behind the camera.
    pub fn joint_on_screen(&self, joint: usize) -> Option<Vec2> {
        self.camera.to_screen(&self.camera.view_projection(), self.joint_on_stage(joint)?)
    }

    /// Positions, rotations or translations of a joint at these moments of the clip; empty if there is no such joint.
    pub fn path(&mut self, joint: usize, moments: &[f64], tracked: Tracked) -> Vec<f32> {
        let mut out = Vec::new();
        let place = self.own_actor().map_or(Affine3A::IDENTITY, Actor::place);
        let Some(figure) = &mut self.figure else { return out };
        for moment in moments {
            let Some(at) = figure.joint_at(joint, *moment, self.interpolation, self.in_place) else { break };
            let pose = figure.pose();
            match tracked {
                Tracked::Position => out.extend_from_slice(&place.transform_point3(at).to_array()),
                Tracked::Rotation => {
                    out.extend(pose.rotations.get(joint).iter().flat_map(|rotation| rotation.to_array()))
                }
                Tracked::Translation => out.extend(pose.translations.get(joint).iter().flat_map(|at| at.to_array())),
            }
        }
        // The pose belongs to the instances.
        figure.pose_at(self.posed, self.interpolation);
        out
    }

    /// The joint nearest to a point in the picture, at most `reach` CSS pixels away. Of overlapping joints, the nearest to the
    /// eye.
    pub fn pick(&self, x: f32, y: f32, reach: f32) -> Option<usize> {
        let (view_projection, eye, pointer) = (self.camera.view_projection(), self.camera.eye(), Vec2::new(x, y));
        let on_screen = |at: Vec3| self.camera.to_screen(&view_projection, at);
        let mut best: Option<(usize, f32)> = None;
        // Three pixels count as much as one hundredth of the distance to the eye.
        let mut offer = |joint, at: Vec3, off: f32| {
            let weight = off / 3.0 + 100.0 * at.distance(eye) / self.camera.now().distance;
            if best.is_none_or(|(_, least)| weight < least) {
                best = Some((joint, weight));
            }
        };
        for (joint, instance) in self.instances.joints.iter().enumerate() {
            let at = Vec3::from(instance.end);
            let off = on_screen(at).map(|place| place.distance(pointer));
            if let Some(off) = off.filter(|off| *off <= reach && instance.start_radius > 0.0) {
                offer(joint, at, off);
            }
        }
        // Heads and hands can be picked, too, but joints under the pointer go first.
        for solid in &self.instances.solids {
            let at = Vec3::from(solid.start).midpoint(solid.end.into());
            let edge = on_screen(at + self.camera.right() * solid.end_radius);
            if let (Some(middle), Some(edge)) = (on_screen(at), edge)
                && middle.distance(pointer) <= middle.distance(edge)
            {
                offer(solid.joint as usize, at, reach);
            }
        }
        best.map(|(joint, _)| joint)
    }

    /// The figure's bounding box in the picture, CSS pixels: min x, min y, max x, max y. Includes head, hands and the visible skin.
    /// `None` without a figure, or if part of it is behind the camera.
    pub fn figure_on_screen(&self) -> Option<[f32; 4]> {
        let mut area = self.bones_on_screen()?;
        if let Some(figure) = &self.figure {
            let view_projection = self.camera.view_projection();
            let place = self.own_place();
            for corner in figure.skin_on_stage(self.instances.skin_triangles.clone(), self.in_place) {
                let corner = place.transform_point3(corner);
                area.include(self.camera.to_screen(&view_projection, corner)?.extend(0.0));
            }
        }
        Some([area.min.x, area.min.y, area.max.x, area.max.y])
    }

    /// The bounding box of joints, head and hands in the picture, CSS pixels, without the skin; z is 0.
    fn bones_on_screen(&self) -> Option<Bounds> {
        let view_projection = self.camera.view_projection();
        let mut area = Bounds::EMPTY;
        let mut include = |at: Vec3| {
            let seen = self.camera.to_screen(&view_projection, at);
            area.include(seen?.extend(0.0));
            Some(())
        };
        for joint in self.instances.joints.iter().filter(on_body).filter(|joint| joint.start_radius > 0.0) {
            include(joint.end.into())?;
        }
        for solid in &self.instances.solids {
            for pole in solid.poles() {
                include(pole)?;
            }
        }
        (!area.is_empty()).then_some(area)
    }
}

/// Joints off the body may be anywhere, and so may those that are not seen.
fn on_body(joint: &&BoneInstance) -> bool {
    joint.style & OFF_BODY == 0 && joint.colour[3] > 0
}

#[cfg(test)]
mod tests;
