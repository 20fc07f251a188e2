//! Rotations of the joints of SMPL and its successors, as axis and angle or as matrices, under the keys of AMASS, AIST++,
//! Motion-X and programs like SMPLify.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

use super::array::Array;
use super::body::{Body, table_of};
use super::clip::{Facts, Poses};
use super::keys::Keys;
use super::model::BodyModel;
use super::tables::Table;
use crate::compact::maths::turn;
use crate::model::{Axis, is_placeable};

/// Frames that are looked at to tell rotations from positions.
const SAMPLED: usize = 64;
/// Numbers of a frame of Motion-X.
const MOTION_X: usize = 322;

/// Some of the joints of a frame.
struct Segment<'a> {
    array: &'a Array<'a>,
    /// The first of a row's numbers.
    start: usize,
    /// The joints whose rotations these are: the first and how many.
    first: usize,
    count: usize,
}

/// How the rotation of a joint is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Three numbers: an axis, whose length is the angle in radians.
    AxisAngle,
    /// Nine numbers: the rows of a matrix.
    Matrix,
}

/// The arrays of a motion.
pub(super) struct PoseArrays<'a> {
    pub(super) table: &'static Table,
    form: Form,
    segments: Vec<Segment<'a>>,
    /// The root's positions: an array and the first of a row's three numbers.
    roots: Option<(&'a Array<'a>, usize)>,
    /// Factor of the root's positions to metres.
    scale: f64,
    shape: Vec<f64>,
    pub(super) facts: Facts,
}

/// Numbers of a row of an array, in which all axes after the first are one.
fn width(array: &Array<'_>) -> usize {
    array.len().checked_div(array.length(0)).unwrap_or(0)
}

fn number(array: &Array<'_>, row: usize, at: usize) -> f64 {
    match array.shape.as_slice() {
        [_, _] => array.at(row, at),
        [_, _, last] => array.at3(row, at / (*last).max(1), at % (*last).max(1)),
        [_, _, b, c] => {
            let (b, c) = ((*b).max(1), (*c).max(1));
            let [joint, y, x] = [at / (b * c), at / c % b, at % c];
            array.number(row * array.stride(0) + joint * array.stride(1) + y * array.stride(2) + x * array.stride(3))
        }
        _ => f64::NAN,
    }
}

impl<'a> PoseArrays<'a> {
    /// Finds poses by keys.
    pub(super) fn find(keys: &'a Keys<'a>) -> Option<Self> {
        let rows = |key: &str| keys.numbers(key).filter(|array| array.shape.len() >= 2 && array.length(0) > 0);
        let first = |names: &[&str]| names.iter().find_map(|name| rows(name));
        let roots = first(&["trans", "transl", "smpl_trans", "root_trans", "translation"])
            .filter(|array| array.shape.len() == 2 && width(array) == 3);
        let root = first(&["root_orient", "global_orient"]).filter(|array| width(array) == 3);
        let body = first(&["pose_body", "body_pose"]).filter(|array| matches!(width(array), 63 | 69));
        let mut found = if let Some((root, body)) = root.zip(body) {
            Self::of_parts(root, body, &rows)?
        } else {
            let poses = first(&["smpl_poses", "fullpose", "poses", "pose"])?;
            Self::of_rows(poses)?
        };
        found.roots = roots.map(|array| (array, 0));
        found.shape = keys
            .numbers("betas")
            .map(|betas| (0..betas.len().min(300)).map(|item| betas.number(item)).collect())
            .unwrap_or_default();
        found.shape.retain(|number| number.is_finite());
        found.facts.metres_per_unit = Some(1.0);
        if keys.get("mocap_framerate").or(keys.get("mocap_frame_rate")).is_some() {
            // AMASS' world.
            found.facts.up = Some(Axis::Z);
        }
        if keys.get("smpl_scaling").is_some() || keys.get("smpl_trans").is_some() {
            // AIST++ has a body of one unit, and the factor to the world's centimetres.
            let scaling = keys.numbers("smpl_scaling").and_then(Array::scalar).filter(|scaling| *scaling > 0.0);
            found.scale = 1.0 / scaling.unwrap_or(100.0);
            found.facts.usual_rate = Some(60.0);
        }
        Some(found)
    }

    /// Poses in an array without a key. `None` unless the numbers can only be rotations.
    pub(super) fn of_array(array: &'a Array<'a>) -> Option<Self> {
        let is_motion_x = array.shape.len() == 2 && width(array) == MOTION_X;
        Self::of_shape(array).filter(|found| is_motion_x || found.form == Form::Matrix || found.are_angles())
    }

    /// Poses in an array of this shape.
    pub(super) fn of_shape(array: &'a Array<'a>) -> Option<Self> {
        if !array.dtype.is_number() || array.len() == 0 {
            return None;
        }
        if array.shape.len() == 2 && width(array) == MOTION_X {
            return Some(Self::of_motion_x(array));
        }
        Self::of_rows(array)
    }

    /// Rows of all joints, by their width.
    fn of_rows(array: &'a Array<'a>) -> Option<Self> {
        let (form, numbers) = match array.shape.as_slice() {
            [_, _] | [_, _, 3] => (Form::AxisAngle, 3),
            [_, _, 3, 3] | [_, _, 9] => (Form::Matrix, 9),
            _ => return None,
        };
        let width = width(array);
        let table = table_of(width / numbers).filter(|_| width.is_multiple_of(numbers))?;
        let segments = vec![Segment { array, start: 0, first: 0, count: table.len() }];
        let found = Self::new(table, form, segments);
        (form == Form::AxisAngle || found.are_matrices()).then_some(found)
    }

    fn new(table: &'static Table, form: Form, segments: Vec<Segment<'a>>) -> Self {
        let facts = Facts { metres_per_unit: Some(1.0), usual_rate: table.rate, ..Facts::default() };
        Self { table, form, segments, roots: None, scale: 1.0, shape: Vec::new(), facts }
    }

    /// The root, the body, and hands and face where there are any, each in an array of its own.
    fn of_parts(
        root: &'a Array<'a>,
        body: &'a Array<'a>,
        rows: &dyn Fn(&str) -> Option<&'a Array<'a>>,
    ) -> Option<Self> {
        let part = |names: &[&str], numbers: usize| {
            names.iter().find_map(|name| rows(name)).filter(|array| width(array) == numbers)
        };
        let segment = |array, first, count| Segment { array, start: 0, first, count };
        let both = part(&["pose_hand", "hand_pose"], 90);
        let sides = part(&["left_hand_pose"], 45).zip(part(&["right_hand_pose"], 45));
        let jaw = part(&["pose_jaw", "jaw_pose"], 3);
        let has_face = jaw.is_some();
        let mut segments = vec![segment(root, 0, 1), segment(body, 1, width(body) / 3)];
        let hands = if has_face { 25 } else { 22 };
        if let Some(jaw) = jaw {
            segments.push(segment(jaw, 22, 1));
            segments.extend(part(&["pose_eye"], 6).map(|eyes| segment(eyes, 23, 2)));
            segments.extend(part(&["leye_pose"], 3).map(|eye| segment(eye, 23, 1)));
            segments.extend(part(&["reye_pose"], 3).map(|eye| segment(eye, 24, 1)));
        }
        let has_hands = both.is_some() || sides.is_some();
        segments.extend(both.map(|hands_array| segment(hands_array, hands, 30)));
        if let (None, Some((left, right))) = (both, sides) {
            segments.extend([segment(left, hands, 15), segment(right, hands + 15, 15)]);
        }
        let joints = match (has_face, has_hands, width(body)) {
            (true, ..) => 55,
            (false, true, _) => 52,
            (.., 69) => 24,
            _ => 22,
        };
        // The two hands of SMPL's 24 joints are fingers in the others.
        if joints > 24 {
            segments.get_mut(1)?.count = 21;
        }
        Some(Self::new(table_of(joints)?, Form::AxisAngle, segments))
    }

    /// Motion-X: root, body, hands, jaw, expression, shape of the face, position, shape.
    fn of_motion_x(array: &'a Array<'a>) -> Self {
        let segment = |start, first, count| Segment { array, start, first, count };
        let segments = vec![segment(0, 0, 22), segment(66, 25, 30), segment(156, 22, 1)];
        let mut found = Self::new(&super::tables::SMPLX, Form::AxisAngle, segments);
        found.roots = Some((array, 309));
        found.shape = (312..322).map(|column| array.at(0, column)).collect();
        found.facts.usual_rate = Some(30.0);
        found
    }

    fn frames(&self) -> usize {
        let lengths = self.segments.iter().map(|segment| segment.array).chain(self.roots.map(|(array, _)| array));
        lengths.map(|array| array.length(0)).min().unwrap_or(0)
    }

    /// Whether the numbers may be angles: no rotation is much longer than half a turn, and those of most joints differ.
    fn are_angles(&self) -> bool {
        let mut lengths = Vec::new();
        for frame in super::points::spread(self.frames(), SAMPLED) {
            for segment in &self.segments {
                for joint in 0..segment.count {
                    let at = |axis: usize| number(segment.array, frame, segment.start + 3 * joint + axis);
                    lengths.push(DVec3::new(at(0), at(1), at(2)).length());
                }
            }
        }
        let small = lengths.iter().filter(|length| **length < 3.3).count();
        // Zeros may be anything.
        lengths.iter().any(|length| *length > 0.0) && 100 * small >= 98 * lengths.len()
    }

    fn are_matrices(&self) -> bool {
        super::points::spread(self.frames(), 8).all(|frame| {
            (0..self.table.len()).all(|joint| {
                let matrix = self.matrix(frame, joint);
                (matrix * matrix.transpose()).abs_diff_eq(DMat3::IDENTITY, 1e-2) && matrix.determinant() > 0.0
            })
        })
    }

    fn matrix(&self, frame: usize, joint: usize) -> DMat3 {
        let Some(segment) = self.segments.first() else { return DMat3::IDENTITY };
        let at = |index: usize| number(segment.array, frame, 9 * joint + index);
        DMat3::from_cols_array(&[0, 1, 2, 3, 4, 5, 6, 7, 8].map(at)).transpose()
    }

    /// The body of these poses: the model's that fits, or the neutral one.
    pub(super) fn body(&self, models: &[std::sync::Arc<BodyModel>]) -> Body {
        let fitting = models.iter().filter(|model| model.len() >= self.table.len());
        let fitting = fitting.min_by_key(|model| model.len() - self.table.len());
        let of_model = fitting.and_then(|model| Body::of_model(self.table, model, &self.shape));
        of_model.unwrap_or_else(|| Body::neutral(self.table))
    }

    /// The rotations of all frames, and the number of joints and positions that are no numbers. `None` without memory.
    pub(super) fn read(&self) -> Option<(Poses, usize)> {
        let (frames, joints) = (self.frames(), self.table.len());
        let (mut rotations, mut roots, mut broken) = (Vec::new(), Vec::new(), 0);
        rotations.try_reserve_exact(frames.checked_mul(joints)?).ok()?;
        for frame in 0..frames {
            let start = rotations.len();
            rotations.resize(start + joints, Quat::IDENTITY);
            let row = rotations.get_mut(start..)?;
            for segment in &self.segments {
                for joint in 0..segment.count {
                    let rotation = match self.form {
                        Form::Matrix => Some(DQuat::from_mat3(&self.matrix(frame, joint))).filter(|q| q.is_finite()),
                        Form::AxisAngle => {
                            let at = |axis: usize| number(segment.array, frame, segment.start + 3 * joint + axis);
                            of_axis_angle(DVec3::new(at(0), at(1), at(2)))
                        }
                    };
                    broken += usize::from(rotation.is_none());
                    if let (Some(slot), Some(rotation)) = (row.get_mut(segment.first + joint), rotation) {
                        *slot = rotation.normalize().as_quat();
                    }
                }
            }
            if let Some((array, start)) = self.roots {
                let at = |axis: usize| (number(array, frame, start + axis) * self.scale) as f32;
                let root = Vec3::new(at(0), at(1), at(2));
                broken += usize::from(!is_placeable(root));
                roots.push(if is_placeable(root) { root } else { roots.last().copied().unwrap_or_default() });
            }
        }
        Some((Poses { name: String::new(), rotations, roots }, broken))
    }

    /// For people: what the numbers are.
    pub(super) fn describe(&self) -> String {
        let form = if self.form == Form::Matrix { "matrices" } else { "axes and angles" };
        format!("rotations as {form} of {} joints of {}", self.table.len(), self.table.title)
    }
}

/// The rotation about an axis whose length is the angle; `None` without a direction.
fn of_axis_angle(rotation: DVec3) -> Option<DQuat> {
    let angle = rotation.length();
    if angle.is_nan() || angle > 1e6 {
        return None;
    }
    Some(if angle < 1e-12 { DQuat::IDENTITY } else { turn(rotation / angle, angle) })
}
