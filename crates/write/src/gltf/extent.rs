//! The extent of a motion, for files without meshes.

use glam::{DAffine3, DVec3};

use super::buffer::{Buffer, BufferUse};
use super::nodes::Nodes;
use super::standing::Standing;
use marey::model::{Bounds, Clip};
use marey::pose::boxes;

/// A mesh between two opposite corners of the box around all joints in all frames, as a JSON object. Viewers place their camera by the meshes, and
/// fail if there are none. Its one triangle has no area, so that nothing is drawn.
pub(super) fn mesh(clip: &Clip, standing: &Standing, nodes: &Nodes, buffer: &mut Buffer) -> String {
    let mut bounds = Bounds::EMPTY;
    standing.world.world.iter().for_each(|world| bounds.include(world.translation.into()));
    for behaviour in &clip.behaviours {
        bounds = bounds.union(Bounds::around(&boxes(&clip.skeleton, &behaviour.motion)));
    }
    let to_metres = nodes.placement() * DAffine3::from_scale(DVec3::splat(nodes.factor));
    let Bounds { min, max } = bounds.transformed(&to_metres.as_affine3a());
    let corners: Vec<f32> = [min, max, max].into_iter().flat_map(|corner| corner.to_array()).collect();
    let positions = buffer.floats(BufferUse::Vertices, 3, &corners, true);
    format!("{{\"name\":\"extent\",\"primitives\":[{{\"attributes\":{{\"POSITION\":{positions}}}}}]}}")
}
