//! Reads a file's arrays into a clip: chooses what is shown, and whether it is positions or rotations.

use super::array::{Array, shape_text};
use super::clip::{ArrayFacts, ArraysClip};
use super::companions::ArraysCompanions;
use super::doubt::Doubt;
use super::keys::Keys;
use super::model::is_model;
use super::people::people;
use super::poses::PoseArrays;
use super::readings::{self, ArrayContent, Certainty, Hints};
use super::refusal::refuse;
use super::rig::ArrayRig;
use super::{own, poselib, tables};
use crate::compact::sorting::sort_by_key;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::{ArrayJoints, ArrayOptions, Holds, WarningLog};
use crate::model::Axis;

/// Clips of one array that are shown.
pub(super) const MOST_CLIPS: usize = 10_000;

/// Arrays of a file that are looked at.
const MOST_LOOKED_AT: usize = 100;

pub(super) fn no_memory() -> ParseError {
    refuse(ErrorKind::Limit, "arrays.limit", 0, "the machine has no memory left for the arrays")
}

/// A file's arrays on their way to a clip.
pub(super) struct FileReading<'a> {
    /// The clip's name.
    pub(super) name: &'a str,
    pub(super) keys: &'a Keys,
    pub(super) companions: &'a ArraysCompanions,
    pub(super) limits: &'a Limits,
}

/// Keys of positions that leave no doubt, the likeliest first.
pub(super) const POSITIONS: &[&str] = &[
    "posed_joints",
    "positions",
    "positions_3d",
    "joints",
    "joints3D",
    "joints3d",
    "joints_3d",
    "joint_positions",
    "keypoints3d_optim",
    "keypoints3d",
    "keypoints_3d",
];

/// Keys of motion that may hold anything, which are looked at before others.
const MOTIONS: &[&str] = &["motion", "motions", "keypoints", "keypoint", "x_train", "x_test", "data"];

impl<'a> FileReading<'a> {
    pub(super) fn clip(&self, warnings: WarningLog) -> Result<ArraysClip, ParseError> {
        if own::has_skeleton(self.keys) {
            return own::read(self.name, self.keys, self.limits, warnings).map(ArraysClip::Whole);
        }
        if poselib::is_motion(self.keys) {
            return poselib::read(self.name, self.keys, self.limits, warnings).map(ArraysClip::Whole);
        }
        if is_model(&self.keys.0) {
            return self.model(warnings).map(ArraysClip::Whole);
        }
        let options = self.options();
        self.refuse_robots()?;
        let sure = |key: &&str| {
            let array = self.keys.0.iter().find(|array| key_of(array) == *key && array.shape.len() > 1)?;
            let found = self.reading(array);
            (!matches!(found.content, ArrayContent::Nothing(_))).then_some((array, found))
        };
        let sure = POSITIONS.iter().find_map(sure);
        if let Some((array, found)) = sure {
            let is_weak = found.certainty == Certainty::Unsure && matches!(found.content, ArrayContent::Points(_));
            if !is_weak || self.people().is_empty() {
                return self.of_reading(array, found, warnings);
            }
        }
        let people = self.people();
        if !people.is_empty() {
            return self.poses(people, warnings).map(ArraysClip::Whole);
        }
        let (mut unsure, mut why) = (None, String::new());
        for array in self.by_likelihood() {
            let found = self.reading(array);
            match &found.content {
                ArrayContent::Nothing(reason) if why.is_empty() => why.clone_from(reason),
                ArrayContent::Nothing(_) => {}
                _ if found.certainty != Certainty::Unsure => return self.of_reading(array, found, warnings),
                _ => unsure = unsure.or(Some((array, found))),
            }
        }
        match unsure {
            Some((array, found)) => self.of_reading(array, found, warnings),
            None => Err(self.nothing(&why, options)),
        }
    }

    pub(super) fn options(&self) -> &'a ArrayOptions {
        &self.companions.options
    }

    /// The reading of an array.
    pub(super) fn reading(&self, array: &Array) -> readings::ArrayReading {
        self.read_as(array, self.options())
    }

    /// The reading of an array by these options.
    pub(super) fn read_as(&self, array: &Array, options: &ArrayOptions) -> readings::ArrayReading {
        let is_word = |part: &&str| !part.bytes().all(|byte| byte.is_ascii_digit());
        let key = array.name.rsplit('/').find(is_word).unwrap_or_default();
        readings::read(array, Hints::of_key(key), options)
    }

    /// The people of the file, unless positions are stated.
    pub(super) fn people(&self) -> Vec<PoseArrays<'a>> {
        let are_stated = self.options().holds() == Some(Holds::Positions)
            || self.options().axes().is_some()
            || self.options().joints().is_some_and(|joints| joints != ArrayJoints::Rotations);
        if are_stated { Vec::new() } else { people(self.keys) }
    }

    /// The arrays of more than one axis: those with a key of motion first, then the largest.
    pub(super) fn by_likelihood(&self) -> Vec<&'a Array> {
        let rank = |array: &Array| {
            let names = POSITIONS.iter().chain(MOTIONS);
            (names.into_iter().position(|name| key_of(array) == *name).unwrap_or(usize::MAX), usize::MAX - array.len())
        };
        let mut all: Vec<&'a Array> = self.keys.0.iter().filter(|array| array.shape.len() > 1).collect();
        sort_by_key(&mut all, |array| rank(array));
        all.truncate(MOST_LOOKED_AT);
        all
    }

    /// Refuses the joint angles of robots, which need the robot's model, unless positions are stated.
    pub(super) fn refuse_robots(&self) -> Result<(), ParseError> {
        let has = |key: &str| self.keys.get(key).is_some();
        let is_robot = has("dof_pos") && has("root_rot") || has("joint_pos") && has("body_pos_w");
        if !is_robot || *self.options() != ArrayOptions::default() {
            return Ok(());
        }
        let places = ["body_pos_w", "local_body_pos"].into_iter().find(|key| self.keys.numbers(key).is_some());
        let advice = places.map_or(String::new(), |key| {
            format!("; `{key}` has the places of its bodies, in Python: `import numpy; numpy.save('bodies.npy', numpy.load('FILE')['{key}'])`")
        });
        let message = format!(
            "this is the motion of a robot ({}), whose joint angles need the robot's own model{advice}",
            self.keys.describe()
        );
        Err(refuse(ErrorKind::Unsupported, "arrays.robot", 0, message))
    }

    /// The clip of an array, and of others like it.
    pub(super) fn of_reading(
        &self,
        array: &'a Array,
        found: readings::ArrayReading,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip, ParseError> {
        let mut facts = self.facts();
        if let Some(doubt) = Doubt::of(&found) {
            facts.notes.push((Doubt::TITLE.into(), doubt.note()));
            warnings.add("arrays.unsure", Some(Location::default()), || doubt.message());
        }
        if *self.options() != ArrayOptions::default()
            && let Some(doubt) = Doubt::of(&self.read_as(array, &ArrayOptions::default()))
        {
            facts.notes.push((Doubt::OTHERS.into(), doubt.note()));
        }
        match found.content {
            ArrayContent::Points(placed) => self.positions(array, &placed, facts, warnings),
            ArrayContent::Rotations(rotations) => {
                let clips = 0..rotations.clips.count().min(MOST_CLIPS);
                let mut poses: Vec<PoseArrays<'a>> =
                    clips.map(|clip| PoseArrays::of_reading(array, &rotations, clip)).collect();
                if let [_, _, ..] = poses.as_slice() {
                    for (clip, poses) in poses.iter_mut().enumerate() {
                        poses.name = (clip + 1).to_string();
                    }
                }
                if let Some(first) = poses.first_mut() {
                    facts.metres_per_unit = first.facts.metres_per_unit;
                    facts.usual_rate = first.facts.usual_rate;
                }
                self.poses_with(poses, facts, warnings).map(ArraysClip::Whole)
            }
            ArrayContent::Vectors(rows) => {
                let takes = self.vectors(array, &rows, &mut facts)?;
                let table = if rows.columns.length == 263 { &tables::HUMANML3D } else { &tables::KIT };
                let why = format!("{}, by {} numbers a frame", table.title, rows.columns.length);
                self.of_takes(takes, ArrayRig::of_table(table, why), false, facts, warnings)
            }
            ArrayContent::Nothing(why) => Err(self.nothing(&why, self.options())),
        }
    }

    /// The rate, unit and up axis that the file states.
    pub(super) fn facts(&self) -> ArrayFacts {
        let text = |key: &str| self.keys.get(key).and_then(Array::text);
        let metres = self.keys.numbers("metres_per_unit").and_then(Array::scalar);
        let metres = metres.filter(|metres| crate::model::FACTORS.contains(metres));
        ArrayFacts {
            metres_per_unit: metres,
            unit_stated: metres.is_some(),
            up: text("up").and_then(|up| Axis::from_name(&up)),
            frame_time: self.keys.frame_time(),
            ..ArrayFacts::default()
        }
    }

    /// The refusal of a file in which nothing can be shown.
    pub(super) fn nothing(&self, why: &str, options: &ArrayOptions) -> ParseError {
        let found = self.keys.describe();
        if let Some(ArrayJoints::Table(_)) = options.joints() {
            let joints = options.joints().map(ArrayJoints::count).unwrap_or_default();
            let message = format!("expected {joints} for the stated skeleton, found {found}");
            return refuse(ErrorKind::Inconsistent, "arrays.joints", 0, message);
        }
        if options.axes().is_some() {
            let message = format!("expected an array with the stated axes, found {found}");
            return refuse(ErrorKind::Inconsistent, "arrays.axes", 0, message);
        }
        let empty =
            self.keys.0.iter().find(|array| array.dtype.is_number() && array.len() == 0 && array.shape.len() > 1);
        if let Some(empty) = empty {
            let message = format!("expected frames, found an array without any: {}", shape_text(&empty.shape));
            return refuse(ErrorKind::Unsupported, "arrays.empty", 0, message);
        }
        let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
        let message = format!(
            "expected positions such as (frames, joints, 3), vectors of HumanML3D, or poses of SMPL, found {found}{why}"
        );
        refuse(ErrorKind::Unsupported, "arrays.nothing", 0, message)
    }
}

/// The first part of an array's key.
pub(super) fn key_of(array: &Array) -> &str {
    array.name.split('/').next().unwrap_or_default()
}
