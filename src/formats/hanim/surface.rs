//! The shapes on a figure's joints as one surface, each corner of which follows its joint.

use glam::{DAffine3, DVec3, Vec3};

use super::mesh::{self, Mesh};
use super::report::Report;
use super::tree::{Node, NodeId, Tree};
use crate::model::{Skeleton, Skin, SkinCorner, SkinParts};

/// A surface that grows.
#[derive(Debug, Default)]
pub(super) struct Surface {
    corners: Vec<SkinCorner>,
    triangles: Vec<[u32; 3]>,
    /// Shapes read so far: one that is used often is read once.
    meshes: Vec<Option<Mesh>>,
    /// By node: 0, or the number of its mesh, from 1.
    read: Vec<u32>,
    full: bool,
}

impl Surface {
    /// Adds a Shape that follows `joint`; `to_world` takes its points to where they are in the rest pose.
    pub(super) fn add(
        &mut self,
        tree: &Tree,
        (id, node): (NodeId, &Node),
        joint: u16,
        to_world: &DAffine3,
        report: &mut Report<'_>,
    ) {
        let node_at = id.0 as usize;
        if self.read.len() <= node_at {
            self.read.resize(node_at + 1, 0);
        }
        let Some(number) = self.read.get_mut(node_at) else { return };
        if *number == 0 {
            self.meshes.push(mesh::read(tree, node, report));
            *number = self.meshes.len() as u32;
        }
        let Some(Some(mesh)) = self.meshes.get(*number as usize - 1) else { return };
        if self.full || self.triangles.len() + mesh.triangles.len() > Skin::MOST_TRIANGLES {
            self.full = true;
            let most = Skin::MOST_TRIANGLES;
            report.warn_once(
                "hanim.too-many-triangles",
                node.place,
                format_args!("more than {most} triangles; this shape is left out, and all behind it"),
            );
            return;
        }
        let first = self.corners.len() as u32;
        let turned = to_world.matrix3.inverse().transpose();
        for corner in &mesh.corners {
            let normal = (turned * corner.normal).try_normalize().unwrap_or(DVec3::Y).as_vec3();
            let (position, normal) =
                (to_world.transform_point3(corner.position), normal.try_normalize().unwrap_or(Vec3::Y));
            self.corners.push(SkinCorner::rigid(position.as_vec3(), normal, u32::from(joint)));
        }
        // A mirror turns the corners' order round.
        let mirrored = to_world.matrix3.determinant() < 0.0;
        self.triangles.extend(mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| first + corner);
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
    }

    /// The finished surface; `None` without a triangle.
    pub(super) fn finish(self, name: &str, skeleton: &Skeleton) -> Option<Skin> {
        let Self { corners, triangles, .. } = self;
        let segments = triangles.len();
        Skin::new(name, SkinParts { corners, triangles, segments, ..SkinParts::default() }, skeleton).ok()
    }
}
