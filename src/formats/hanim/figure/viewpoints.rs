//! Cameras: Viewpoints on joints, in segments and sites, of the humanoid, and anywhere else in the scene.
//!
//! A Viewpoint looks along its -Z with +Y up, from where all that is around it puts it (ISO/IEC 19775-1 clause 23). One
//! node is one camera: a `USE` of it, or of a site around it, is the same camera.

use std::f64::consts::{FRAC_PI_4, PI};

use glam::{DMat3, DVec3, Quat};

use super::NodePlace;
use super::transform::axis_angle;
use crate::error::Limits;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::model::{Viewpoint, is_placeable};

/// The cameras so far.
#[derive(Debug, Default)]
pub(super) struct Viewpoints {
    pub(super) list: Vec<Viewpoint>,
    nodes: Vec<NodeId>,
}

impl Viewpoints {
    /// Reads one that stands at `place`.
    pub(super) fn read(
        &mut self,
        tree: &SceneTree,
        (id, node): (NodeId, &SceneNode),
        place: &NodePlace,
        limits: &Limits,
        report: &mut Report<'_>,
    ) {
        // Parallel views have another field of view, and are not read.
        if tree.type_name(node) != "Viewpoint" || self.nodes.contains(&id) {
            return;
        }
        if self.nodes.len() == Viewpoint::MOST {
            let message = format_args!("viewpoints from the {}th on are left out", Viewpoint::MOST + 1);
            report.warn_once("hanim.viewpoints", node.place(), message);
            return;
        }
        self.nodes.push(id);
        let position = DVec3::from(tree.vector(node, "position", [0.0, 0.0, 10.0], report));
        let turn = axis_angle(tree.rotation(node, "orientation", report));
        let position = place.to_parent.transform_point3(position).as_vec3();
        let axes = Viewpoint::axes(&(place.to_parent.matrix3 * DMat3::from_quat(turn)).as_mat3().into());
        let Some(axes) = axes.filter(|_| is_placeable(position)) else {
            report.warn("hanim.viewpoint", node.place(), format_args!("nothing can be seen from here; it is left out"));
            return;
        };
        let field_of_view = field_of_view(tree, node, report);
        let name = self.name(tree, node, limits);
        let orientation = Quat::from_mat3a(&axes).normalize();
        self.list.push(Viewpoint { name, joint: place.parent, position, orientation, field_of_view });
    }

    /// The description, else the node's name, else a number; with a number behind it where another one is called the same.
    fn name(&self, tree: &SceneTree, node: &SceneNode, limits: &Limits) -> String {
        let given = tree.string(node, "description");
        let given = if given.trim().is_empty() { tree.def(node) } else { &given }.trim();
        let given = given.get(..given.floor_char_boundary(limits.name_bytes)).unwrap_or_default();
        let (mut name, mut number) = (given.to_owned(), self.nodes.len());
        if given.is_empty() {
            name = format!("View {number}");
        } else {
            number = 1;
        }
        while self.list.iter().any(|known| known.name == name) {
            number += 1;
            name = format!("{} {number}", if given.is_empty() { "View" } else { given });
        }
        name
    }
}

/// Radians.
fn field_of_view(tree: &SceneTree, node: &SceneNode, report: &mut Report<'_>) -> f32 {
    let angle = tree.angle(node, "fieldOfView", FRAC_PI_4, report);
    // As a number of 32 bits, too, it has to lie between the ends.
    if angle > 1e-6 && angle < PI - 1e-6 {
        return angle as f32;
    }
    let message =
        format_args!("a field of view is an angle between 0 and \u{3c0}, found {angle}; the default is taken");
    let place = tree.field(node, "fieldOfView").map_or(node.place(), |field| field.place());
    report.warn("hanim.viewpoint", place, message);
    FRAC_PI_4 as f32
}
