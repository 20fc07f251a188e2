//! Rotations of the joints of SMPL and its successors in frames.

use glam::{Quat, Vec3};

use super::array::Array;
use super::body::{BodyShape, Turned};
use super::clip::{ArrayFacts, BodyPoses};
use super::model::BodyModel;
use super::readings::{Form, Rotations, SampleSpan, Spans, rotation};
use crate::checked::Checked;
use crate::formats::reading::wording::Count;
use crate::model::is_placeable;

/// Numbers of a joint at most: a matrix.
const MOST_NUMBERS: usize = 9;

/// Some of the joints of a body in frames.
pub(super) struct Segment<'a> {
    array: &'a Array,
    form: Form,
    /// The first item.
    start: usize,
    frames: usize,
    /// Items from one frame, joint and number to the next.
    strides: [usize; 3],
    /// The joints whose rotations these are: the first and how many.
    pub(super) first: usize,
    pub(super) count: usize,
}

/// Places of the root in frames.
pub(super) struct Path<'a> {
    array: &'a Array,
    start: usize,
    frames: usize,
    /// Items from one frame and one number to the next.
    strides: [usize; 2],
}

/// The arrays of a person's motion.
pub(super) struct PoseArrays<'a> {
    /// The name of the motion; empty for an only one.
    pub(super) name: String,
    pub(super) turned: Turned,
    pub(super) segments: Vec<Segment<'a>>,
    pub(super) path: Option<Path<'a>>,
    /// Factor of the root's positions to metres.
    pub(super) scale: f64,
    pub(super) shape: Vec<f64>,
    pub(super) facts: ArrayFacts,
}

/// The axes of an array that ends with joints of some numbers: persons, frames, joints, numbers. `None` for another shape.
fn axes(array: &Array, joints: usize, numbers: usize) -> Option<(Spans, SampleSpan, SampleSpan, SampleSpan)> {
    let shape = array.shape.as_slice();
    let count = shape.len();
    let span = |axis: usize| SampleSpan::of(array, axis);
    let stride = |axis: usize| array.stride(axis);
    let row = |axis: usize, each: usize| {
        (
            SampleSpan { length: joints, stride: each * stride(axis) },
            SampleSpan { length: numbers, stride: stride(axis) },
        )
    };
    let (outer, joint, number) = match *shape {
        [.., a, 3, 3] if a == joints && numbers == 9 && stride(count - 2) == 3 * stride(count - 1) => {
            (count - 3, span(count - 3), SampleSpan { length: 9, stride: stride(count - 1) })
        }
        [.., 3, 3] if joints == 1 && numbers == 9 && stride(count - 2) == 3 * stride(count - 1) => {
            (count - 2, SampleSpan { length: 1, stride: 0 }, SampleSpan { length: 9, stride: stride(count - 1) })
        }
        [.., a, b] if a == joints && b == numbers => (count - 2, span(count - 2), span(count - 1)),
        [.., a] if a == joints * numbers => {
            let (joint, number) = row(count - 1, numbers);
            (count - 1, joint, number)
        }
        _ => return None,
    };
    let frames = outer.checked_sub(1).map_or(SampleSpan { length: 1, stride: 0 }, span);
    Some((Spans((0..outer.saturating_sub(1)).map(span).collect()), frames, joint, number))
}

impl<'a> Segment<'a> {
    /// The rotations of a person in an array of its own; `None` for another shape.
    pub(super) fn of(array: &'a Array, person: usize, form: Form, first: usize, count: usize) -> Option<Self> {
        let (persons, frames, joint, number) = axes(array, count, form.width())?;
        let start = (person < persons.count()).then(|| persons.item(person))?;
        let strides = [frames, joint, number].map(|span| span.stride);
        Some(Self { array, form, start, frames: frames.length, strides, first, count })
    }

    /// How many persons an array of so many joints has.
    pub(super) fn persons(array: &Array, form: Form, count: usize) -> Option<usize> {
        axes(array, count, form.width()).map(|(persons, ..)| persons.count())
    }

    /// The rotation of a joint; `None` for numbers that are none.
    fn rotation(&self, frame: usize, joint: usize) -> Option<Quat> {
        let [frames, joints, numbers] = self.strides;
        let frame = if self.frames == 1 { 0 } else { frame };
        let start = self.start + frame * frames + joint * joints;
        let mut row = [0.0; MOST_NUMBERS];
        for (at, slot) in row.iter_mut().take(self.form.width()).enumerate() {
            *slot = self.array.number(start + at * numbers);
        }
        rotation(self.form, row.get(..self.form.width())?).map(|rotation| rotation.as_quat())
    }
}

impl<'a> Path<'a> {
    /// The path of a person; `None` for another shape than that of places.
    pub(super) fn of(array: &'a Array, person: usize) -> Option<Self> {
        let (persons, frames, _, number) = axes(array, 1, 3)?;
        let start = (person < persons.count()).then(|| persons.item(person))?;
        Some(Self { array, start, frames: frames.length, strides: [frames.stride, number.stride] })
    }
}

impl<'a> PoseArrays<'a> {
    pub(super) fn new(turned: Turned, segments: Vec<Segment<'a>>) -> Self {
        let usual_rate = turned.table().rate;
        let facts = ArrayFacts { metres_per_unit: Some(1.0), usual_rate, ..ArrayFacts::default() };
        Self { name: String::new(), turned, segments, path: None, scale: 1.0, shape: Vec::new(), facts }
    }

    /// The rotations of a clip of an array, as they were read.
    pub(super) fn of_reading(array: &'a Array, found: &Rotations, clip: usize) -> Self {
        let start = found.start + found.clips.item(clip);
        let count = found.turned.len();
        let (frames, strides) = (found.frames, found.strides);
        let segment = Segment { array, form: found.form, start, frames, strides, first: 0, count };
        let path = found.path.map(|(item, stride)| Path {
            array,
            start: found.clips.item(clip) + item,
            frames,
            strides: [strides[0], stride],
        });
        Self { path, ..Self::new(found.turned, vec![segment]) }
    }

    /// How the rotations are written.
    fn form(&self) -> Form {
        self.segments.first().map_or(Form::AxisAngle, |segment| segment.form)
    }

    /// The frames of the poses, and those of the path; one of an array with a single frame, which lasts.
    fn lengths(&self) -> (usize, Option<usize>) {
        let shortest = |all: &mut dyn Iterator<Item = usize>| all.filter(|frames| *frames != 1).min();
        let poses = shortest(&mut self.segments.iter().map(|segment| segment.frames));
        let path = shortest(&mut self.path.iter().map(|path| path.frames));
        (poses.unwrap_or(1), path)
    }

    fn frames(&self) -> usize {
        match self.lengths() {
            (1, Some(path)) => path,
            (poses, path) => path.map_or(poses, |path| path.min(poses)),
        }
    }

    /// The frames of poses and of a path of another length, and of parts of the poses that differ; `None` if nothing is cut.
    pub(super) fn cut(&self) -> Option<String> {
        let (poses, path) = self.lengths();
        let longest = self.segments.iter().map(|segment| segment.frames).max().unwrap_or(poses);
        let (shorter, longer) = match path {
            Some(path) if path != poses && poses > 1 => (Count(path, "frame"), Count(poses, "frame")),
            _ if longest > poses => {
                return Some(format!(
                    "some rotations have {} and others {}",
                    Count(poses, "frame"),
                    Count(longest, "frame")
                ));
            }
            _ => return None,
        };
        Some(format!("the path has {shorter} and the poses have {longer}"))
    }

    /// The body of these poses: the model's that fits, or the neutral one.
    pub(super) fn body(&self, models: &[std::sync::Arc<BodyModel>]) -> BodyShape {
        let needed = self.turned.table().len();
        let fitting = models.iter().filter(|model| model.len() >= needed);
        let fitting = fitting.min_by_key(|model| model.len() - needed);
        let of_model = fitting.and_then(|model| BodyShape::of_model(self.turned, model, &self.shape));
        of_model.unwrap_or_else(|| BodyShape::neutral(self.turned))
    }

    /// The rotations of all frames, and the number of joints and positions that are no numbers. `None` without memory.
    pub(super) fn read(&self) -> Option<(BodyPoses, usize)> {
        let (frames, joints) = (self.frames(), self.turned.len());
        let (mut rotations, mut roots, mut broken) = (Vec::new(), Vec::new(), 0);
        rotations.try_reserve_exact(frames.checked_mul(joints)?).ok()?;
        for frame in 0..frames {
            let start = rotations.len();
            rotations.resize(start + joints, Quat::IDENTITY);
            let row = rotations.get_mut(start..)?;
            for segment in &self.segments {
                for joint in 0..segment.count {
                    let rotation = segment.rotation(frame, joint);
                    broken += usize::from(rotation.is_none());
                    if let Some(rotation) = rotation {
                        row.put(segment.first + joint, rotation);
                    }
                }
            }
            if let Some(path) = &self.path {
                let [frames, numbers] = path.strides;
                let frame = if path.frames == 1 { 0 } else { frame };
                let start = path.start + frame * frames;
                let at = |axis: usize| (path.array.number(start + axis * numbers) * self.scale) as f32;
                let root = Vec3::new(at(0), at(1), at(2));
                broken += usize::from(!is_placeable(root));
                roots.push(if is_placeable(root) { root } else { roots.last().copied().unwrap_or_default() });
            }
        }
        Some((BodyPoses { name: self.name.clone(), rotations, roots }, broken))
    }

    /// For people: what the numbers are.
    pub(super) fn describe(&self) -> String {
        format!("{} of {}", self.form().name(), self.turned.describe())
    }
}
