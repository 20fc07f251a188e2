//! Cameras, as Viewpoints where they ride.

use std::fmt::Write;

use glam::DVec3;

use super::scene::X3dScene;
use super::xml::escaped;
use crate::model::Viewpoint;

impl<'a> X3dScene<'a> {
    /// The cameras on a joint; `None`: those that stand still.
    pub(super) fn viewpoints(&self, joint: Option<usize>) -> impl Iterator<Item = &'a Viewpoint> + use<'a> {
        self.clip.viewpoints.iter().filter(move |one| one.joint.map(usize::from) == joint)
    }

    /// Writes them. The node of a joint has its children around the joint's `center`.
    pub(super) fn write_viewpoints(&self, joint: Option<usize>, indent: &str, out: &mut String) {
        let center = joint.and_then(|joint| self.nodes.get(joint)).map_or(DVec3::ZERO, |node| node.center);
        for viewpoint in self.viewpoints(joint) {
            // Writing to a String cannot fail.
            let _ = write!(out, "{indent}<Viewpoint description='{}' position='", escaped(&viewpoint.name));
            self.numbers.vector(out, center + viewpoint.position.as_dvec3());
            out.push_str("' orientation='");
            self.numbers.rotation(out, viewpoint.orientation.as_dquat().normalize());
            let _ = writeln!(out, "' fieldOfView='{}'/>", viewpoint.field_of_view);
        }
    }
}
