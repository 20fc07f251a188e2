//! Cameras: Viewpoints on joints, in segments and sites, in the humanoid's `viewpoints`, and anywhere else.
//!
//! A Viewpoint looks along its -Z with +Y up, transformed by all nodes around it (ISO/IEC 19775-1 clause 23). One node
//! is one camera: a `USE` of it, or of a site around it, is the same camera.

use std::f64::consts::{FRAC_PI_4, PI};

use glam::{DVec3, Quat};

use super::NodePlace;
use super::transform::{NodeTransform, axis_angle};
use super::walk::{SceneOrder, WalkStep};
use crate::compact::sorting::sort_by_key;
use crate::error::Limits;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};
use crate::formats::hanim::slices::start_of;
use crate::model::{Viewpoint, is_placeable};

#[derive(Debug, Default)]
pub(super) struct Viewpoints {
    all: Vec<PlacedCamera>,
}

#[derive(Debug)]
struct PlacedCamera {
    node: NodeId,
    order: SceneOrder,
    /// Unnamed until `finish`; `None` if its view is flattened.
    viewpoint: Option<Viewpoint>,
}

impl Viewpoints {
    /// Whether a node is a new camera, or a known one that this step meets earlier in scene order. Warns of
    /// orthographic viewpoints, which have another field of view.
    pub(super) fn admits(&self, tree: &SceneTree, step: &WalkStep<'_>, report: &mut SceneReport<'_>) -> bool {
        let (name, place) = (tree.type_name(step.node), step.node.place());
        if name != "Viewpoint" {
            let message =
                format_args!("`{}` is an orthographic viewpoint, which is not supported; it is left out", shown(name));
            report.warn("hanim.viewpoint", place, message);
            return false;
        }
        if let Some(known) = self.all.iter().find(|known| known.node == step.id) {
            return step.order < known.order;
        }
        let has_room = self.all.len() < Viewpoint::MOST;
        if !has_room {
            let message = format_args!("more than {} viewpoints; the others are left out", Viewpoint::MOST);
            report.warn_once("hanim.viewpoints", place, message);
        }
        has_room
    }

    /// From the camera's axes to the space around its node. The camera looks along -Z.
    pub(super) fn transform(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> NodeTransform {
        let translation = DVec3::from(tree.vector(node, "position", [0.0, 0.0, 10.0], report));
        let rotation = axis_angle(tree.rotation(node, "orientation", report));
        NodeTransform { translation, rotation, ..NodeTransform::IDENTITY }
    }

    /// Adds a camera that was admitted. `transform`: from the camera's axes to the space at `place`.
    pub(super) fn add(
        &mut self,
        tree: &SceneTree,
        step: &WalkStep<'_>,
        (place, transform): (&NodePlace, &NodeTransform),
        report: &mut SceneReport<'_>,
    ) {
        let frame = place.to_parent * transform.frame();
        let position = frame.translation.as_vec3();
        let axes = Viewpoint::axes(&frame.matrix3.as_mat3().into()).filter(|_| is_placeable(position));
        if axes.is_none() {
            let message = format_args!("the transforms above this viewpoint flatten its view; it is left out");
            report.warn("hanim.viewpoint", step.node.place(), message);
        }
        let viewpoint = axes.map(|axes| Viewpoint {
            name: String::new(),
            joint: place.parent,
            position,
            orientation: Quat::from_mat3a(&axes).normalize(),
            field_of_view: field_of_view(tree, step.node, report),
        });
        self.all.retain(|known| known.node != step.id);
        self.all.push(PlacedCamera { node: step.id, order: step.order, viewpoint });
    }

    /// All cameras in scene order, with unique names.
    pub(super) fn finish(mut self, tree: &SceneTree, limits: &Limits) -> Vec<Viewpoint> {
        sort_by_key(&mut self.all, |camera| camera.order);
        let mut list: Vec<Viewpoint> = Vec::new();
        for (number, camera) in (1..).zip(self.all) {
            if let (Some(node), Some(viewpoint)) = (tree.node(camera.node), camera.viewpoint) {
                let name = name(tree, node, number, &list, limits);
                list.push(Viewpoint { name, ..viewpoint });
            }
        }
        list
    }
}

/// The description, else the DEF, else a number; a number is appended until the name is unique.
fn name(tree: &SceneTree, node: &SceneNode, mut number: usize, known: &[Viewpoint], limits: &Limits) -> String {
    let given = tree.string(node, "description");
    let given = if given.trim().is_empty() { tree.def(node) } else { &given }.trim();
    let given = start_of(given, limits.name_bytes);
    let mut name = given.to_owned();
    if given.is_empty() {
        name = format!("View {number}");
    } else {
        number = 1;
    }
    while known.iter().any(|known| known.name == name) {
        number += 1;
        name = format!("{} {number}", if given.is_empty() { "View" } else { given });
    }
    name
}

/// In radians.
fn field_of_view(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> f32 {
    let angle = tree.angle(node, "fieldOfView", FRAC_PI_4, report);
    // The margins keep it between the ends as `f32`, too.
    if angle > 1e-6 && angle < PI - 1e-6 {
        return angle as f32;
    }
    let message = format_args!("expected a field of view between 0 and \u{3c0}, found {angle}; the default is used");
    let place = tree.field(node, "fieldOfView").map_or(node.place(), |field| field.place());
    report.warn("hanim.viewpoint", place, message);
    FRAC_PI_4 as f32
}
