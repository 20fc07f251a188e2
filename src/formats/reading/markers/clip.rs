//! The clip of a recording.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::figure::{MarkerFigure, MarkerJoint};
use super::recording::Recording;
use crate::checked::Checked;
use crate::decimal;
use crate::error::{Limits, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::{Count, folded};
use crate::model::{
    Behaviour, BuildError, Channels, Clip, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Source,
};

/// The size of a person's figure in metres, sitting children and raised arms included.
const PERSON: std::ops::RangeInclusive<f64> = 0.3..=3.5;

/// Why a recording is no clip.
#[derive(Debug)]
pub(crate) enum NoClip {
    /// All points are hidden in every frame.
    NoPlaces,
    /// A limit is exceeded.
    Limit(BuildError),
}

impl From<BuildError> for NoClip {
    fn from(error: BuildError) -> Self {
        Self::Limit(error)
    }
}

impl Recording {
    /// The clip. With `joint_centres` it has the joint centres of a person in place of the points, if the points tell them. `place` is that of
    /// warnings about the points.
    pub(crate) fn clip(
        mut self,
        joint_centres: bool,
        limits: &Limits,
        place: Location,
        mut warnings: WarningLog,
    ) -> Result<Clip, NoClip> {
        let far = self.hide_far();
        if far > 0 {
            let message = format_args!("points past 1e11 are hidden ({})", Count(far, "place"));
            warnings.each("markers.far", place, message);
        }
        let empty = self.leave_out_empty();
        if self.labels.is_empty() {
            return Err(NoClip::NoPlaces);
        }
        if self.places.iter().all(|place| place.is_nan() || *place == Vec3::ZERO) {
            warning!(warnings.each => "markers.zeros", place, "all points are at the origin: no place was recorded");
        }
        self.stand_up();
        let figure = MarkerFigure::new(&self, joint_centres);
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(figure.notes.iter().cloned());
        if !empty.is_empty() {
            let named: Vec<&str> = empty.iter().map(String::as_str).collect();
            notes.push(("Never seen".into(), format!("{}: {}", Count(empty.len(), "point"), folded(&named))));
        }
        self.check_unit(&figure, place, &mut warnings);
        let mut rows = OffsetRows::new(&self, &figure.joints);
        let mut builder = SkeletonBuilder::new(limits);
        rows.next();
        for (joint, offset) in figure.joints.iter().zip(&rows.offsets) {
            let parent = joint.parent.map(|parent| parent as u16);
            builder.add(&joint.name, parent, JointKind::Joint, *offset, Quat::IDENTITY)?;
        }
        for [a, b] in &figure.links {
            builder.link([*a as u16, *b as u16])?;
        }
        let skeleton = Arc::new(builder.finish()?);
        let joints = figure.joints.len();
        let channels = Channels { translated: (0..joints as u16).collect(), ..Channels::default() };
        let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, limits)?;
        motion.set_frame_time(self.frame_time);
        motion.reserve(self.frames());
        let mut rows = OffsetRows::new(&self, &figure.joints);
        while let Some(offsets) = rows.next() {
            motion.push_row(|row| row.translations.copy_from_slice(offsets))?;
        }
        if rows.hidden > 0 {
            let share = decimal::text(100.0 * rows.hidden as f64 / (rows.count * joints).max(1) as f64, 1);
            notes.push(("Hidden".into(), format!("{} ({share} %)", Count(rows.hidden, "place"))));
        }
        let visibility = if rows.seen.is_empty() { Vec::new() } else { vec![rows.seen] };
        let behaviour = Behaviour { name: self.name.clone(), motion: motion.finish()? };
        let source = Source {
            metres_per_unit: self.metres_per_unit,
            unit_stated: self.metres_per_unit.is_some(),
            rate_stated: self.rate_stated,
            up: self.up,
            channels: vec!["Xposition Yposition Zposition".into(); joints],
            ..Source::new(self.format)
        };
        let mut clip = Clip::new(self.name, skeleton, vec![behaviour], source);
        clip.visibility = visibility;
        clip.about.notes = notes;
        (clip.about.marks, clip.about.marks_dropped) = (self.marks, self.marks_dropped);
        (clip.warnings, clip.warnings_dropped) = warnings.into_list();
        Ok(clip)
    }

    /// Warns of a person whose size says that the unit in the file is wrong.
    fn check_unit(&self, figure: &MarkerFigure, place: Location, warnings: &mut WarningLog) {
        let (Some(size), Some(metres)) = (figure.person, self.metres_per_unit) else { return };
        let size = f64::from(size) * metres;
        if size > 0.0 && !PERSON.contains(&size) {
            let size = decimal::text(size, if size < 1.0 { 4 } else { 1 });
            let message = format_args!("the person is {size} m large by the unit in the file, which is probably wrong");
            warnings.each("markers.unit", place, message);
        }
    }
}

/// The joints' offsets from their parents, frame by frame.
struct OffsetRows<'a> {
    recording: &'a Recording,
    joints: &'a [MarkerJoint],
    /// The number of frames so far.
    count: usize,
    /// The place at which each joint was last seen; `None` before the recording's first frame with it is known.
    held: Vec<Option<Vec3>>,
    /// The sums of the offsets.
    world: Vec<Vec3>,
    offsets: Vec<Vec3>,
    /// The visibility of each joint in each frame so far; empty while all are seen.
    seen: Vec<u8>,
    /// Number of hidden places.
    hidden: usize,
}

impl<'a> OffsetRows<'a> {
    fn new(recording: &'a Recording, joints: &'a [MarkerJoint]) -> Self {
        // A joint that is hidden at first waits where it will be seen.
        let first = |joint: &MarkerJoint| {
            (0..recording.frames()).map(|frame| middle(recording, frame, joint)).find(|place| !place.is_nan())
        };
        let held = joints.iter().map(first).collect();
        let zeros = vec![Vec3::ZERO; joints.len()];
        Self { recording, joints, count: 0, held, world: zeros.clone(), offsets: zeros, seen: Vec::new(), hidden: 0 }
    }

    /// The offsets in the next frame. Rounding does not add up down the tree: an offset leads from where the sum of the offsets above it ends.
    fn next(&mut self) -> Option<&[Vec3]> {
        let frame = self.count;
        if frame >= self.recording.frames() {
            return None;
        }
        self.count += 1;
        for (index, joint) in self.joints.iter().enumerate() {
            let from = joint.parent.map_or(Vec3::ZERO, |parent| self.world.at(parent));
            let place = middle(self.recording, frame, joint);
            let is_seen = !place.is_nan();
            if is_seen {
                self.held.put(index, Some(place));
            } else {
                self.hidden += 1;
                self.seen.resize((frame * self.joints.len() + index).max(self.seen.len()), u8::MAX);
            }
            if !is_seen || !self.seen.is_empty() {
                self.seen.push(if is_seen { u8::MAX } else { 0 });
            }
            let offset = self.held.at(index).unwrap_or(from) - from;
            self.offsets.put(index, offset);
            self.world.put(index, from + offset);
        }
        Some(&self.offsets)
    }
}

/// The middle of a joint's points; NaN if one of them is hidden.
fn middle(recording: &Recording, frame: usize, joint: &MarkerJoint) -> Vec3 {
    match joint.points.as_slice() {
        [point] => recording.place(frame, *point),
        points => points.iter().map(|point| recording.place(frame, *point)).sum::<Vec3>() / points.len().max(1) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::super::recording::recording;
    use super::*;

    fn clip(recording: Recording) -> Clip {
        let limits = Limits::default();
        recording.clip(false, &limits, Location::default(), WarningLog::new(&limits)).unwrap()
    }

    #[test]
    fn a_hidden_point_stays_where_it_was_seen_and_is_not_visible() {
        let [x, y, z, gap] = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NAN];
        let clip = clip(recording(&["LKNE", "LANK"], vec![x, gap, gap, y, gap, gap, z, x]));
        let places: Vec<_> = (0..4).map(|frame| clip.positions(0, frame).unwrap()).collect();
        assert_eq!(places, [[x, y], [x, y], [x, y], [z, x]]);
        assert_eq!(clip.visibility, [[255, 0, 0, 255, 0, 0, 255, 255]]);
        let notes: Vec<&str> = clip.about.notes.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(notes, ["4 places (50 %)"]);
    }

    #[test]
    fn points_that_are_all_seen_need_no_visibility() {
        let clip = clip(recording(&["a", "b"], vec![Vec3::X, Vec3::Y]));
        assert_eq!((clip.visibility.len(), clip.skeleton.len()), (0, 2));
    }

    #[test]
    fn a_recording_of_nothing_is_no_clip() {
        let limits = Limits::default();
        let nothing = recording(&["a", "b"], vec![Vec3::NAN; 4]);
        let refused = nothing.clip(false, &limits, Location::default(), WarningLog::new(&limits));
        assert!(matches!(refused, Err(NoClip::NoPlaces)));
    }

    #[test]
    fn a_person_of_an_impossible_size_is_told() {
        let standing = |high: f32| {
            vec![Vec3::Y * high, Vec3::Y * 0.6 * high, Vec3::Y * 0.3 * high, Vec3::X * 0.01, Vec3::Z * 0.01]
        };
        let codes = |high: f32, metres: f64| {
            let labels = ["LASI", "LKNE", "LANK", "LHEE", "LTOE"];
            let all = Recording { metres_per_unit: Some(metres), ..recording(&labels, standing(high)) };
            clip(all).warnings.iter().map(|warning| warning.code.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(codes(1000.0, 0.001), Vec::<String>::new());
        assert_eq!(
            (codes(1000.0, 1.0), codes(1.0, 0.001)),
            (vec!["markers.unit".to_owned()], vec!["markers.unit".to_owned()])
        );
    }
}
