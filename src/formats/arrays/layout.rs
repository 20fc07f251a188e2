//! Which axis of an array is time, which the joints, and which their coordinates.

use glam::DVec3;

use super::array::Array;
use super::points::{View, spread};
use crate::formats::array_options::Meaning::{
    self, Bodies, Clips, Coordinates, Frames, FramesOrJoints, Joints, Numbers,
};
use crate::model::in_range;

/// Frames and joints that are looked at to tell axes apart.
const SAMPLED: usize = 32;
/// Clips of one array that are shown.
pub(super) const MOST_CLIPS: usize = 10_000;
/// Fewer points are no figure.
const FEWEST_JOINTS: usize = 3;
/// Numbers of a frame of MediaPipe in one row: 33 joints with a visibility.
const MEDIAPIPE_WIDTH: usize = 33 * 4;
/// Numbers of a frame of NTU RGB+D in one row: two bodies of 25 joints.
const NTU_WIDTH: usize = 2 * 25 * 3;
/// Numbers of each joint in AnyTop's arrays, of which the first three are the position.
const ANYTOP_WIDTH: usize = 13;

/// The clips in an array, and how they were found.
pub(super) struct Layout {
    /// At least one.
    pub(super) views: Vec<View>,
    /// The meaning of each axis, for people: `frames, joints, coordinates`.
    pub(super) axes: String,
    /// Number of clips after [`MOST_CLIPS`].
    pub(super) left_out: usize,
}

/// An axis of an array.
#[derive(Clone, Copy)]
struct Axis {
    length: usize,
    stride: usize,
    meaning: Meaning,
}

/// Finds positions in an array of two to five axes, of which `stated` tells the meanings; `None` if its shape or its numbers are
/// not those of positions.
pub(super) fn layout(array: &Array<'_>, stated: Option<&[Meaning]>) -> Option<Layout> {
    if !array.dtype.is_number() || array.len() == 0 {
        return None;
    }
    let meanings = match stated {
        Some(stated) => stated.to_vec(),
        None => meanings(&array.shape)?,
    };
    if meanings.len() != array.shape.len() {
        return None;
    }
    let axis =
        |(axis, meaning): (usize, Meaning)| Axis { length: array.length(axis), stride: array.stride(axis), meaning };
    let mut axes: Vec<Axis> = meanings.into_iter().enumerate().map(axis).collect();
    tell_frames_from_joints(array, &mut axes);
    let names: Vec<&str> = axes.iter().map(|axis| axis.meaning.name()).collect();
    let names = names.join(", ");
    let find = |meaning: Meaning| axes.iter().find(|axis| axis.meaning == meaning).copied();
    let frames = find(Frames)?;
    let (clips, mut bodies) = (find(Clips), find(Bodies));
    let view = match (find(Numbers), find(Joints), find(Coordinates)) {
        (Some(numbers), ..) => {
            let mut width = numbers.length;
            if clips.is_some() && width == NTU_WIDTH {
                width /= 2;
                bodies = Some(Axis { length: 2, stride: width * numbers.stride, meaning: Bodies });
            }
            let each = if width == MEDIAPIPE_WIDTH {
                4
            } else if width.is_multiple_of(3) {
                3
            } else {
                2
            };
            let joints = Axis { length: width / each, stride: each * numbers.stride, meaning: Joints };
            let coordinates = Axis { length: each, stride: numbers.stride, meaning: Coordinates };
            if !width.is_multiple_of(each) {
                return None;
            }
            view(array, frames, joints, coordinates)?
        }
        (_, Some(joints), Some(coordinates)) => view(array, frames, joints, coordinates)?,
        _ => return None,
    };
    let single = Axis { length: 1, stride: 0, meaning: Clips };
    let (clips, bodies) = (clips.unwrap_or(single), bodies.unwrap_or(single));
    let count = clips.length.checked_mul(bodies.length)?;
    let start = |clip: usize| clip / bodies.length * clips.stride + clip % bodies.length * bodies.stride;
    let views = (0..count.min(MOST_CLIPS)).map(|clip| View { start: start(clip), ..view }).collect();
    Some(Layout { views, axes: names, left_out: count.saturating_sub(MOST_CLIPS) })
}

/// The meanings of the axes of a shape. Of several axes of two to four numbers the last one has the coordinates.
fn meanings(shape: &[usize]) -> Option<Vec<Meaning>> {
    let is_point = |axis: usize| shape.get(axis).is_some_and(|length| matches!(length, 2..=4));
    let of_point = |axis: usize| shape.get(axis) == Some(&3);
    let meanings = match shape {
        [_, _] => vec![Frames, Numbers],
        [_, _, NTU_WIDTH] => vec![Clips, Frames, Numbers],
        [_, _, ANYTOP_WIDTH] => vec![Frames, Joints, Coordinates],
        // Matrices of rotations.
        [_, _, 3, 3] => return None,
        [_, _, _] | [_, _, _, _] => {
            let last = shape.len() - 1;
            // The first of four axes counts clips.
            let least = shape.len() - 3;
            let coordinates =
                (least..=last).rev().find(|axis| of_point(*axis)).or_else(|| is_point(last).then_some(last))?;
            let meaning = |axis: usize| match axis {
                _ if axis == coordinates => Coordinates,
                _ if axis < least => Clips,
                _ => FramesOrJoints,
            };
            (0..shape.len()).map(meaning).collect()
        }
        [_, 2..=4, _, _, _] => vec![Clips, Coordinates, Frames, Joints, Bodies],
        _ => return None,
    };
    Some(meanings)
}

/// Decides which of two axes is time: the one along which the numbers change less.
fn tell_frames_from_joints(array: &Array<'_>, axes: &mut [Axis]) {
    let Some(coordinates) = axes.iter().find(|axis| axis.meaning == Coordinates).copied() else { return };
    let mut open = axes.iter_mut().filter(|axis| axis.meaning == FramesOrJoints);
    let (Some(first), Some(second)) = (open.next(), open.next()) else { return };
    let step = |along: &Axis, across: &Axis| {
        let (mut sum, mut count) = (0.0, 0.0);
        for a in spread(along.length.saturating_sub(1), SAMPLED) {
            for b in spread(across.length, SAMPLED) {
                let at = |a: usize| {
                    let start = a * along.stride + b * across.stride;
                    let number =
                        |axis: usize| array.number(start + axis.min(coordinates.length - 1) * coordinates.stride);
                    DVec3::new(number(0), number(1), number(2))
                };
                let step = at(a).distance(at(a + 1));
                if in_range(step) {
                    (sum, count) = (sum + step, count + 1.0);
                }
            }
        }
        sum / count
    };
    // Without a second frame or joint the mean is not a number, and the first axis is time.
    let is_swapped = step(second, first) < step(first, second);
    (first.meaning, second.meaning) = if is_swapped { (Joints, Frames) } else { (Frames, Joints) };
}

/// The view of these axes, with the meaning of a third or fourth number.
fn view(array: &Array<'_>, frames: Axis, joints: Axis, coordinates: Axis) -> Option<View> {
    if joints.length < FEWEST_JOINTS {
        return None;
    }
    let strides = [frames.stride, joints.stride, coordinates.stride];
    let coordinate_count = coordinates.length.min(3);
    let view = View {
        start: 0,
        frames: frames.length,
        joints: joints.length,
        coordinates: coordinate_count,
        strides,
        score: None,
    };
    let numbers = Sample::of(array, &view, coordinates.length.min(4));
    match coordinates.length {
        // Points in a picture, and how sure their detector is.
        3 if numbers.are_within_one(2) && numbers.extent(0).max(numbers.extent(1)) > 20.0 => {
            Some(View { coordinates: 2, score: Some(2), ..view })
        }
        2 | 3 | ANYTOP_WIDTH => Some(view),
        4 if numbers.are_within_one(3) && !numbers.are_unit_quaternions() => Some(View { score: Some(3), ..view }),
        _ => None,
    }
}

/// Some of an array's numbers: those of each joint.
struct Sample(Vec<[f64; 4]>);

impl Sample {
    fn of(array: &Array<'_>, view: &View, width: usize) -> Self {
        let mut numbers = Vec::new();
        for frame in spread(view.frames, SAMPLED) {
            for joint in spread(view.joints, SAMPLED) {
                numbers.push(
                    [0, 1, 2, 3].map(|axis| if axis < width { view.number(array, frame, joint, axis) } else { 0.0 }),
                );
            }
        }
        Self(numbers)
    }

    fn column(&self, axis: usize) -> impl Iterator<Item = f64> {
        self.0.iter().filter_map(move |numbers| numbers.get(axis).copied()).filter(|number| in_range(*number))
    }

    fn are_within_one(&self, axis: usize) -> bool {
        self.column(axis).all(|number| (0.0..=1.0).contains(&number))
    }

    fn extent(&self, axis: usize) -> f64 {
        let (low, high) = self.column(axis).fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(n), high.max(n)));
        high - low
    }

    fn are_unit_quaternions(&self) -> bool {
        self.0.iter().all(|numbers| (numbers.iter().map(|number| number * number).sum::<f64>() - 1.0).abs() < 1e-3)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::formats::arrays::dtype::Dtype;

    /// An array whose items are `number` of their indices.
    fn array(shape: &[usize], number: impl Fn(&[usize]) -> f32) -> Array<'static> {
        let count: usize = shape.iter().product();
        let mut bytes = Vec::new();
        for item in 0..count {
            let mut rest = item;
            let mut indices: Vec<usize> = shape
                .iter()
                .rev()
                .map(|length| {
                    let index = rest % length;
                    rest /= length;
                    index
                })
                .collect();
            indices.reverse();
            bytes.extend(number(&indices).to_le_bytes());
        }
        Array::new(String::new(), Dtype::of_name("<f4").unwrap(), shape.to_vec(), false, Cow::Owned(bytes)).unwrap()
    }

    /// A figure that moves slowly: coordinate `c` of joint `j` in frame `f` of a clip.
    fn place(clip: usize, f: usize, j: usize, c: usize) -> f32 {
        (clip * 1000) as f32 + 0.01 * f as f32 + (j * (c + 1)) as f32 * 0.3
    }

    /// The axes, and the last number of the last joint of frame 1 of the last clip, as the layout finds it.
    fn found(array: &Array<'_>) -> (String, f32) {
        let layout = layout(array, None).unwrap();
        let view = layout.views.last().unwrap();
        let last = view.number(array, 1, view.joints - 1, view.coordinates - 1);
        (layout.axes, last as f32)
    }

    #[test]
    fn positions_are_found_in_every_order_of_axes() {
        let expected = place(0, 1, 4, 2);
        for (shape, order, axes) in [
            ([6, 5, 3], [0, 1, 2], "frames, joints, coordinates"),
            ([5, 6, 3], [1, 0, 2], "joints, frames, coordinates"),
            ([6, 3, 5], [0, 2, 1], "frames, coordinates, joints"),
            ([5, 3, 6], [2, 0, 1], "joints, coordinates, frames"),
            ([3, 6, 5], [1, 2, 0], "coordinates, frames, joints"),
        ] {
            let array = array(&shape, |at| place(0, at[order[0]], at[order[1]], at[order[2]]));
            assert_eq!(found(&array), (axes.to_owned(), expected));
        }
    }

    #[test]
    fn one_array_may_have_several_clips() {
        let expected = place(1, 1, 4, 2);
        let four = array(&[2, 6, 5, 3], |at| place(at[0], at[1], at[2], at[3]));
        assert_eq!(found(&four), ("clips, frames, joints, coordinates".into(), expected));
        let mdm = array(&[2, 5, 3, 6], |at| place(at[0], at[3], at[1], at[2]));
        assert_eq!(found(&mdm), ("clips, joints, coordinates, frames".into(), expected));
        let ntu = array(&[1, 3, 6, 5, 2], |at| place(at[4], at[2], at[3], at[1]));
        assert_eq!(found(&ntu), ("clips, coordinates, frames, joints, bodies".into(), expected));
    }

    #[test]
    fn a_row_may_have_all_joints() {
        let flat = array(&[6, 15], |at| place(0, at[0], at[1] / 3, at[1] % 3));
        assert_eq!(found(&flat), ("frames, numbers of all joints".into(), place(0, 1, 4, 2)));
        let pair = array(&[6, 10], |at| place(0, at[0], at[1] / 2, at[1] % 2));
        assert_eq!(found(&pair), ("frames, numbers of all joints".into(), place(0, 1, 4, 1)));
        let has = |shape: &[usize]| layout(&array(shape, |_| 0.0), None).is_some();
        assert!(!has(&[6, 11]) && !has(&[6, 3]));
    }

    #[test]
    fn axes_that_are_stated_are_not_guessed() {
        let array = array(&[6, 5, 3], |at| place(0, at[0], at[1], at[2]));
        let view =
            |letters: &[Meaning]| layout(&array, Some(letters)).map(|layout| (layout.views[0].frames, layout.axes));
        assert_eq!(view(&[Joints, Frames, Coordinates]), Some((5, "joints, frames, coordinates".into())));
        assert_eq!(view(&[Frames, Numbers]), None, "an axis too many");
        assert_eq!(view(&[Frames, Coordinates, Joints]), None, "five coordinates");
    }

    #[test]
    fn scores_are_no_coordinates() {
        let score =
            |at: &[usize], width: usize| if at[2] == width { 0.5 } else { 100.0 * place(0, at[0], at[1], at[2]) };
        let view =
            |array: &Array<'_>| layout(array, None).map(|layout| (layout.views[0].coordinates, layout.views[0].score));
        assert_eq!(view(&array(&[6, 17, 3], |at| score(at, 2))), Some((2, Some(2))));
        assert_eq!(view(&array(&[6, 33, 4], |at| score(at, 3))), Some((3, Some(3))));
        assert_eq!(view(&array(&[6, 17, 2], |at| score(at, 2))), Some((2, None)));
        assert_eq!(view(&array(&[6, 17, 4], |_| 0.5)), None, "unit quaternions are no positions");
    }
}
