//! A body for poses whose file has rotations but no bones: a person of average build in the joints of SMPL and its successors.
//! Its lengths are those of this project's own samples, not of any licensed model.

use glam::Vec3;

use super::model::BodyModel;
use super::tables::{HUMANML3D, SMPL, SMPLH, SMPLX, Table};

/// Offsets from the parent in metres, in a T pose: y up, facing +z, left at +x.
const BODY: [[f32; 3]; 22] = [
    [0.0, 0.0, 0.0],
    [0.0875, -0.04, 0.0],
    [-0.0875, -0.04, 0.0],
    [0.0, 0.08, -0.01],
    [0.0, -0.4288, 0.0],
    [0.0, -0.4288, 0.0],
    [0.0, 0.12, -0.01],
    [0.0, -0.4305, 0.0],
    [0.0, -0.4305, 0.0],
    [0.0, 0.13, -0.005],
    [0.0, -0.0503, 0.12],
    [0.0, -0.0503, 0.12],
    [0.0, 0.1952, 0.005],
    [0.025, 0.124, 0.03],
    [-0.025, 0.124, 0.03],
    [0.0, 0.0857, 0.02],
    [0.1675, 0.01, -0.035],
    [-0.1675, 0.01, -0.035],
    [0.3255, 0.0, 0.0],
    [-0.3255, 0.0, 0.0],
    [0.2555, 0.0, 0.0],
    [-0.2555, 0.0, 0.0],
];
/// The left hand's fingers as in SMPL-H: index, middle, little and ring finger, thumb; three joints each.
const FINGERS: [[f32; 3]; 15] = [
    [0.095, 0.0, 0.025],
    [0.04, 0.0, 0.0],
    [0.025, 0.0, 0.0],
    [0.1, 0.0, 0.003],
    [0.045, 0.0, 0.0],
    [0.028, 0.0, 0.0],
    [0.085, -0.005, -0.038],
    [0.032, 0.0, 0.0],
    [0.02, 0.0, 0.0],
    [0.095, 0.0, -0.018],
    [0.041, 0.0, 0.0],
    [0.026, 0.0, 0.0],
    [0.03, -0.01, 0.03],
    [0.03, 0.0, 0.025],
    [0.025, 0.0, 0.015],
];
/// The middle of SMPL's left hand.
const HAND: [f32; 3] = [0.085, 0.0, 0.0];
/// SMPL-X' jaw, left eye and right eye, from the head's joint.
const FACE: [[f32; 3]; 3] = [[0.0, 0.0, 0.015], [0.032, 0.065, 0.075], [-0.032, 0.065, 0.075]];

/// A body for a table of poses.
pub(super) struct Body {
    pub(super) table: &'static Table,
    /// Offsets from the parents at rest, in metres.
    pub(super) offsets: Vec<Vec3>,
    /// The name of the model's file; empty for the neutral body.
    pub(super) file: String,
}

/// The table of poses of so many joints.
pub(super) fn table_of(joints: usize) -> Option<&'static Table> {
    [&HUMANML3D, &SMPL, &SMPLH, &SMPLX].into_iter().find(|table| table.len() == joints)
}

impl Body {
    /// The neutral body.
    pub(super) fn neutral(table: &'static Table) -> Self {
        let mirrored = |[x, y, z]: [f32; 3]| [-x, y, z];
        let left = |joint: &str| joint.starts_with("left_");
        let (mut offsets, mut fingers) = (BODY.to_vec(), 0);
        for name in table.names.iter().skip(BODY.len()) {
            offsets.push(match *name {
                "jaw" => FACE[0],
                "left_eye" => FACE[1],
                "right_eye" => FACE[2],
                "left_hand" => HAND,
                "right_hand" => mirrored(HAND),
                name => {
                    let offset = FINGERS.get(fingers % FINGERS.len()).copied().unwrap_or_default();
                    fingers += 1;
                    if left(name) { offset } else { mirrored(offset) }
                }
            });
        }
        Self { table, offsets: offsets.into_iter().map(Vec3::from).collect(), file: String::new() }
    }

    /// The body of a model, in the shape that these numbers give it. `None` if it lacks joints of the table.
    pub(super) fn of_model(table: &'static Table, model: &BodyModel, shape: &[f64]) -> Option<Self> {
        let joints = model.joints(shape);
        let offsets = (0..table.len()).map(|joint| {
            let own = *joints.get(joint)?;
            let parent = table.parent(joint).map_or(Some(glam::DVec3::ZERO), |parent| joints.get(parent).copied())?;
            Some((own - parent).as_vec3())
        });
        let offsets: Vec<Vec3> = offsets.collect::<Option<_>>()?;
        let file = model.file.clone();
        offsets.iter().all(|offset| crate::model::is_placeable(*offset)).then_some(Self { table, offsets, file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neutral_body_is_symmetric_and_as_tall_as_a_person() {
        for joints in [22, 24, 52, 55] {
            let body = Body::neutral(table_of(joints).unwrap());
            assert_eq!(body.offsets.len(), joints);
            let mut places = vec![Vec3::ZERO; joints];
            for joint in 1..joints {
                places[joint] = places[body.table.parent(joint).unwrap()] + body.offsets[joint];
            }
            for (joint, name) in body.table.names.iter().enumerate() {
                let Some(other) = name.strip_prefix("left_") else { continue };
                let other =
                    body.table.names.iter().position(|name| name.strip_prefix("right_") == Some(other)).unwrap();
                let mirrored = Vec3::new(-places[other].x, places[other].y, places[other].z);
                assert!(places[joint].distance(mirrored) < 1e-6, "{name}");
            }
            let (low, high) = (places[10].y, places[15].y);
            assert!((1.4..1.6).contains(&(high - low)), "{}", high - low);
        }
    }
}
