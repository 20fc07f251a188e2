//! Readings that an array's shape and exact numbers leave no doubt of.

use super::axis_angles::Evidence;
use super::exact::{exact, has_vectors};
use super::layouts::of_first_numbers;
use super::sample::{FRAMES, Sample, SampleSpan, Spans};
use super::stated::Stated;
use super::{ArrayContent, ArrayReading, Certainty, Form, Placed, Rotations, VectorRows};
use crate::formats::arrays::array::Array;
use crate::formats::arrays::body::Turned;
use crate::formats::arrays::points::spread;
use crate::formats::arrays::vector::joints_of;

/// The numbers of a frame of Motion-X.
const MOTION_X: usize = 322;
/// The numbers of a frame of MotionStreamer.
const MOTION_STREAMER: usize = 272;
/// The numbers of a joint of AnyTop, of which the first three are its place.
const ANYTOP: usize = 13;

/// Rotations and vectors that leave no doubt.
pub(super) fn beyond_doubt(array: &Array) -> Option<ArrayReading> {
    if let Some(found) = exact(array, Stated::default()) {
        return Some(found);
    }
    if let Some(found) = vectors(array) {
        return Some(ArrayReading::of(ArrayContent::Vectors(found), Certainty::Sure, Vec::new()));
    }
    let axes = array.shape.len();
    let row = axes.checked_sub(1).map_or(0, |last| array.length(last));
    if axes == 2 && row == MOTION_X {
        let columns = SampleSpan::of(array, 1);
        let frames: Vec<usize> = spread(array.length(0), FRAMES).map(|frame| frame * array.stride(0)).collect();
        let joints: Vec<usize> = (0..22).map(|joint| 3 * joint * columns.stride).collect();
        let sample = Sample::of(array, &frames, &joints, SampleSpan { length: 3, ..columns });
        if Evidence::of(&sample).in_range > 0.98 {
            let rotations = Rotations {
                form: Form::AxisAngle,
                turned: Turned::of_count(55)?,
                frames: array.length(0),
                clips: Spans::default(),
                start: 0,
                strides: [array.stride(0), 3 * columns.stride, columns.stride],
                path: Some((309 * columns.stride, columns.stride)),
                axes: String::new(),
            };
            return Some(ArrayReading::of(ArrayContent::Rotations(rotations), Certainty::Sure, Vec::new()));
        }
    }
    if axes == 3 && row == ANYTOP {
        let layout = of_first_numbers(array)?;
        let what = "13 numbers of each joint, as AnyTop has them: those of its first joint are no place".into();
        let others = vec![ArrayContent::Nothing(what)];
        return Some(ArrayReading::of(ArrayContent::Points(Placed { layout, table: None }), Certainty::Unsure, others));
    }
    if axes == 2 && row == MOTION_STREAMER {
        return Some(ArrayReading::nothing(
            "272 numbers a frame, as MotionStreamer has them: convert them to positions",
        ));
    }
    None
}

/// Rows of HumanML3D's numbers, also normalized ones.
fn vectors(array: &Array) -> Option<VectorRows> {
    let span = |axis: usize| SampleSpan::of(array, axis);
    let (frames, columns, clips, may_be_normalized) = match array.shape.len() {
        2 => (span(0), span(1), Spans::default(), true),
        3 => (span(1), span(2), Spans(vec![span(0)]), false),
        // Results of motion diffusion models.
        4 if array.length(2) == 1 => (span(3), span(1), Spans(vec![span(0)]), true),
        _ => return None,
    };
    joints_of(columns.length)?;
    (may_be_normalized || has_vectors(array, frames, columns, &clips)).then_some(VectorRows { frames, columns, clips })
}
