//! A body for poses whose file has rotations but no bones: a person of average build in the joints of SMPL and its successors.
//! Its lengths are those of this project's own samples, not of any licensed model.

use glam::Vec3;

use super::model::BodyModel;
use super::tables::{HUMANML3D, SMPL, SMPLH, SMPLX, Table};
use crate::checked::Checked;
use crate::model::JointKind;

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

/// The joints of SMPL that DIP-IMU measures.
const DIP: ModelPart =
    ModelPart { table: &SMPL, title: "DIP", joints: &[1, 2, 3, 4, 5, 6, 9, 12, 13, 14, 15, 16, 17, 18, 19] };
const WITHOUT_ROOT: [ModelPart; 2] = [
    ModelPart {
        table: &HUMANML3D,
        title: "SMPL without its root",
        joints: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    },
    ModelPart {
        table: &SMPL,
        title: "SMPL without its root",
        joints: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
    },
];

/// Some of the joints of a table.
#[derive(Debug)]
pub(super) struct ModelPart {
    table: &'static Table,
    title: &'static str,
    joints: &'static [u8],
}

/// The joints that rotations turn.
#[derive(Debug, Clone, Copy)]
pub(super) enum Turned {
    Whole(&'static Table),
    Part(&'static ModelPart),
}

impl Turned {
    /// The body that rotations of so many joints turn.
    pub(super) fn of_count(joints: usize) -> Option<Self> {
        const PARTS: [&ModelPart; 3] = [&DIP, &WITHOUT_ROOT[0], &WITHOUT_ROOT[1]];
        let part = || PARTS.into_iter().find(|part| part.joints.len() == joints).map(Self::Part);
        table_of(joints).map(Self::Whole).or_else(part)
    }

    /// The table whose joints these are, or are among.
    pub(super) fn table(self) -> &'static Table {
        match self {
            Self::Whole(table) => table,
            Self::Part(part) => part.table,
        }
    }

    /// The number of joints.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Whole(table) => table.len(),
            Self::Part(part) => part.joints.len(),
        }
    }

    /// Whether the root is among them.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Whole(_))
    }

    /// The name of the table that states these joints.
    pub(super) fn name(self) -> Option<&'static str> {
        if let Self::Whole(table) = self { Some(table.name) } else { None }
    }

    /// For people: `22 joints of HumanML3D`.
    pub(super) fn describe(self) -> String {
        let title = match self {
            Self::Whole(table) => table.title,
            Self::Part(part) => part.title,
        };
        format!("{} joints of {title}", self.len())
    }

    /// The table's number of each joint.
    fn joints(self) -> Vec<usize> {
        match self {
            Self::Whole(table) => (0..table.len()).collect(),
            Self::Part(part) => part.joints.iter().map(|joint| usize::from(*joint)).collect(),
        }
    }
}

/// A joint of a body, or a point of it that nothing turns.
pub(super) struct BodyJoint {
    pub(super) name: &'static str,
    /// `None` for the root.
    pub(super) parent: Option<usize>,
    /// The offset from the parent at rest in metres, or from the body's origin.
    pub(super) offset: Vec3,
    pub(super) kind: JointKind,
}

/// A body for poses.
pub(super) struct BodyShape {
    turned: Turned,
    /// Offsets of the table's joints from their parents at rest, in metres.
    offsets: Vec<Vec3>,
    /// The name of the model's file; empty for the neutral body.
    pub(super) file: String,
}

/// The table of poses of so many joints.
pub(super) fn table_of(joints: usize) -> Option<&'static Table> {
    [&HUMANML3D, &SMPL, &SMPLH, &SMPLX].into_iter().find(|table| table.len() == joints)
}

impl BodyShape {
    /// The neutral body.
    pub(super) fn neutral(turned: Turned) -> Self {
        let mirrored = |[x, y, z]: [f32; 3]| [-x, y, z];
        let left = |joint: &str| joint.starts_with("left_");
        let (mut offsets, mut fingers) = (BODY.to_vec(), 0);
        for name in turned.table().names().skip(BODY.len()) {
            offsets.push(match name {
                "jaw" => FACE[0],
                "left_eye" => FACE[1],
                "right_eye" => FACE[2],
                "left_hand" => HAND,
                "right_hand" => mirrored(HAND),
                name => {
                    let offset = FINGERS.at(fingers % FINGERS.len());
                    fingers += 1;
                    if left(name) { offset } else { mirrored(offset) }
                }
            });
        }
        Self { turned, offsets: offsets.into_iter().map(Vec3::from).collect(), file: String::new() }
    }

    /// The body of a model, in the shape that these numbers give it. `None` if it lacks joints of the table.
    pub(super) fn of_model(turned: Turned, model: &BodyModel, shape: &[f64]) -> Option<Self> {
        let (table, joints) = (turned.table(), model.joints(shape));
        let offsets = (0..table.len()).map(|joint| {
            let own = *joints.get(joint)?;
            let parent = table.parent(joint).map_or(Some(glam::DVec3::ZERO), |parent| joints.get(parent).copied())?;
            Some((own - parent).as_vec3())
        });
        let offsets: Vec<Vec3> = offsets.collect::<Option<_>>()?;
        let file = model.file.clone();
        offsets.iter().all(|offset| crate::model::is_placeable(*offset)).then_some(Self { turned, offsets, file })
    }

    /// The body: the joints that are turned, in the order of their rotations; before them the root, if nothing turns it, and after them the
    /// ends of bones below.
    pub(super) fn joints(&self) -> Vec<BodyJoint> {
        let (table, turned) = (self.turned.table(), self.turned.joints());
        let names: Vec<&'static str> = table.names().collect();
        let is_turned = |joint: usize| turned.contains(&joint);
        let root = (!is_turned(0)).then_some((0, JointKind::Site));
        let is_end = |end: &usize| *end > 0 && !is_turned(*end) && table.parent(*end).is_some_and(is_turned);
        let ends = (0..table.len()).filter(is_end).map(|end| (end, JointKind::EndSite));
        let joints = turned.iter().map(|joint| (*joint, JointKind::Joint));
        let all: Vec<(usize, JointKind)> = root.into_iter().chain(joints).chain(ends).collect();
        let joint = |&(joint, kind): &(usize, JointKind)| BodyJoint {
            name: names.at(joint),
            parent: table.parent(joint).and_then(|parent| all.iter().position(|(each, _)| *each == parent)),
            offset: self.offsets.at(joint),
            kind,
        };
        all.iter().map(joint).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neutral_body_is_symmetric_and_as_tall_as_a_person() {
        for joints in [22, 24, 52, 55] {
            let table = table_of(joints).unwrap();
            let body = BodyShape::neutral(Turned::Whole(table));
            assert_eq!(body.offsets.len(), joints);
            let mut places = vec![Vec3::ZERO; joints];
            for joint in 1..joints {
                places[joint] = places[table.parent(joint).unwrap()] + body.offsets[joint];
            }
            let names: Vec<&str> = table.names().collect();
            for (joint, name) in names.iter().enumerate() {
                let Some(other) = name.strip_prefix("left_") else { continue };
                let other = names.iter().position(|name| name.strip_prefix("right_") == Some(other)).unwrap();
                let mirrored = Vec3::new(-places[other].x, places[other].y, places[other].z);
                assert!(places[joint].distance(mirrored) < 1e-6, "{name}");
            }
            let (low, high) = (places[10].y, places[15].y);
            assert!((1.4..1.6).contains(&(high - low)), "{}", high - low);
        }
    }

    #[test]
    fn parts_of_a_body_hang_on_a_root_that_nothing_turns_and_have_ends_of_bones() {
        let shape = |joints: usize| {
            let all = BodyShape::neutral(Turned::of_count(joints).unwrap()).joints();
            let named = |kind: JointKind| {
                let names: Vec<&str> = all.iter().filter(|joint| joint.kind == kind).map(|joint| joint.name).collect();
                names.join(" ")
            };
            assert_eq!(all.iter().filter(|joint| joint.parent.is_none()).count(), 1);
            let turned = all.iter().filter(|joint| joint.kind == JointKind::Joint).count();
            (turned, named(JointKind::Site), named(JointKind::EndSite))
        };
        assert_eq!(shape(22), (22, String::new(), String::new()));
        assert_eq!((shape(21).1, shape(23).1), ("pelvis".into(), "pelvis".into()));
        assert_eq!(shape(15), (15, "pelvis".into(), "left_ankle right_ankle left_wrist right_wrist".into()));
    }
}
