//! Writes cameras as Viewpoints.

use std::fmt::Write;

use glam::DVec3;

use super::scene::X3dScene;
use super::xml::escaped;
use marey::model::Viewpoint;

impl<'a> X3dScene<'a> {
    /// The cameras on a joint. `None`: the fixed cameras.
    pub(super) fn viewpoints(&self, joint: Option<usize>) -> impl Iterator<Item = &'a Viewpoint> + use<'a> {
        self.clip.viewpoints.iter().filter(move |viewpoint| viewpoint.joint.map(usize::from) == joint)
    }

    /// Writes the cameras on a joint. Inside the joint's node the joint is at `center`, so that is added to their positions.
    pub(super) fn write_viewpoints(&self, joint: Option<usize>, indent: &str, out: &mut String) {
        let center = joint.and_then(|joint| self.nodes.get(joint)).map_or(DVec3::ZERO, |node| node.center);
        for viewpoint in self.viewpoints(joint) {
            let _ = write!(out, "{indent}<Viewpoint description='{}' position='", escaped(&viewpoint.name));
            self.numbers.vector(out, center + viewpoint.position.as_dvec3());
            out.push_str("' orientation='");
            self.numbers.rotation(out, viewpoint.orientation.as_dquat().normalize());
            let _ = writeln!(out, "' fieldOfView='{}'/>", viewpoint.field_of_view);
        }
    }
}
