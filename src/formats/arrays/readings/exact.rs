//! Rotations that leave no doubt: nine numbers that are a matrix, six that are two columns of one, four that are a unit quaternion.

use glam::{DMat3, DQuat, DVec3};

use super::axis_angles::Evidence;
use super::sample::{Sample, SampleSpan, Spans, mean, share};
use super::stated::Stated;
use super::{ArrayContent, ArrayReading, Certainty, Form, Rotations};
use crate::compact::maths::{angle_of, turn};
use crate::formats::arrays::array::Array;
use crate::formats::arrays::body::Turned;
use crate::formats::arrays::points::spread;
use crate::formats::arrays::vector::joints_of;

/// A share that all numbers have.
const ANY: f64 = -1.0;
/// Rows that are looked at.
const ROWS: usize = 60;
/// Rows and joints at which steps are measured.
const STARTS: usize = 12;
/// Fewer joints are no body's.
const FEWEST: usize = 5;
/// Steps in time are at most this part of those from joint to joint, where that is sure.
const CALM: f64 = 0.6;
/// Most that an entry of a matrix times its transpose is off.
const MATRIX: f64 = 0.03;
/// Most that two columns are off the length 1 and a right angle.
const COLUMNS: f64 = 0.02;
/// The same for columns that a network has put out, and nobody has straightened.
const ROUGH_COLUMNS: f64 = 0.2;
/// Most that a quaternion is off the length 1.
const UNIT: f64 = 0.01;
/// Numbers that may be behind the rotations of a row: a path, a shape, both, a longer shape.
const TAILS: [usize; 5] = [0, 3, 10, 13, 16];

/// Rows of an array: joints of `width` numbers, and whatever is before and behind them.
struct ArrayRows {
    frames: SampleSpan,
    clips: Spans,
    joints: SampleSpan,
    numbers: SampleSpan,
    start: usize,
}

impl ArrayRows {
    /// The numbers of some rows of all clips.
    fn sample(&self, array: &Array) -> Sample {
        let all = Spans([&self.clips.0[..], &[self.frames]].concat());
        let frames: Vec<usize> = spread(all.count(), ROWS).map(|row| self.start + all.item(row)).collect();
        let joints: Vec<usize> = (0..self.joints.length).map(|joint| joint * self.joints.stride).collect();
        let mut sample = Sample::of(array, &frames, &joints, self.numbers);
        sample.clean();
        sample
    }

    fn rotations(&self, form: Form, turned: Turned, path: Option<(usize, usize)>) -> Rotations {
        Rotations {
            form,
            turned,
            frames: self.frames.length,
            clips: self.clips.clone(),
            start: self.start,
            strides: [self.frames, self.joints, self.numbers].map(|span| span.stride),
            path,
            axes: String::new(),
        }
    }
}

/// The share of joints whose nine numbers are a rotation's.
fn matrices(sample: &Sample) -> f64 {
    share(sample.each().map(is_matrix))
}

fn is_matrix(nine: &[f64]) -> bool {
    let Some(nine) = nine.first_chunk::<9>() else { return false };
    let matrix = DMat3::from_cols_array(nine);
    (matrix * matrix.transpose()).abs_diff_eq(DMat3::IDENTITY, MATRIX) && matrix.determinant() > 0.0
}

/// Whether the last two axes are transforms, 4 x 4 or 3 x 4 numbers: a rotation, and a place beside it.
pub(super) fn has_transforms(array: &Array) -> bool {
    let Some(leading) = array.shape.len().checked_sub(2).filter(|leading| *leading > 0) else { return false };
    let (rows, columns) = (SampleSpan::of(array, leading), SampleSpan::of(array, leading + 1));
    if columns.length != 4 || !matches!(rows.length, 3 | 4) {
        return false;
    }
    let all = Spans((0..leading).map(|axis| SampleSpan::of(array, axis)).collect());
    let starts: Vec<usize> = spread(all.count(), ROWS).map(|item| all.item(item)).collect();
    let rows_of = |start: usize| [0, 1, 2].map(|row| start + row * rows.stride);
    let sample = Sample::of(
        array,
        &starts.into_iter().flat_map(rows_of).collect::<Vec<_>>(),
        &[0],
        SampleSpan { length: 3, stride: columns.stride },
    );
    let numbers: Vec<f64> = sample.each().flatten().copied().collect();
    share(numbers.chunks_exact(9).map(is_matrix)) > 0.95
}

/// The two columns of six numbers, one after the other or by turns.
fn columns(six: &[f64; 6], is_interleaved: bool) -> [DVec3; 2] {
    let [a, b, c, d, e, f] = *six;
    if is_interleaved { [DVec3::new(a, c, e), DVec3::new(b, d, f)] } else { [DVec3::new(a, b, c), DVec3::new(d, e, f)] }
}

/// The share of joints whose six numbers are two columns, within `most`.
fn are_columns(sample: &Sample, is_interleaved: bool, most: f64) -> f64 {
    share(sample.each().map(|six| {
        let Some(six) = six.first_chunk::<6>() else { return false };
        let [a, b] = columns(six, is_interleaved);
        (a.length() - 1.0).abs() < most && (b.length() - 1.0).abs() < most && a.dot(b).abs() < most
    }))
}

/// The better one of the two orders, and its share.
fn better_columns(sample: &Sample, most: f64) -> (f64, bool) {
    let [plain, interleaved] = [false, true].map(|order| are_columns(sample, order, most));
    if interleaved > plain { (interleaved, true) } else { (plain, false) }
}

/// The share of joints whose four numbers are a unit quaternion, and whether w is the first of them: the largest on average.
fn quaternions(sample: &Sample) -> (f64, bool) {
    let unit = share(
        sample.each().map(|four| (four.iter().map(|number| number * number).sum::<f64>().sqrt() - 1.0).abs() < UNIT),
    );
    let size = |at: usize| mean(sample.each().filter_map(|four| four.get(at).map(|number| number.abs())));
    (unit, size(0) > size(3))
}

/// The form of joints of so many numbers, of which this share at least is exact; any are with a share below 0, which is for stated forms.
fn form(sample: &Sample, least: f64) -> Option<Form> {
    if sample.frames == 0 {
        return None;
    }
    match sample.width {
        9 => (matrices(sample) > least).then_some(Form::Matrix { by_columns: false }),
        6 => {
            let (exact, is_interleaved) = better_columns(sample, COLUMNS);
            let (rough, is_rough_interleaved) = better_columns(sample, ROUGH_COLUMNS);
            if exact > least {
                Some(Form::Columns { is_interleaved })
            } else {
                (rough > 0.9).then_some(Form::Columns { is_interleaved: is_rough_interleaved })
            }
        }
        4 => {
            let (unit, is_w_first) = quaternions(sample);
            let least = if least > 0.0 { 0.98 } else { least };
            (unit > least).then_some(Form::Quaternion { is_w_first })
        }
        _ => None,
    }
}

/// Whether six numbers are columns or rows of a matrix, which turns the other way: whichever a body is likelier to do.
fn columns_or_rows(sample: &Sample) -> Form {
    let likelihood = |form: Form| {
        let turned = sample.turned(|six| {
            let rotation = rotation(form, six)?;
            let (axis, w) =
                if rotation.w < 0.0 { (-rotation.xyz(), -rotation.w) } else { (rotation.xyz(), rotation.w) };
            let sine = axis.length();
            Some(if sine > 0.0 { axis / sine * (2.0 * angle_of(sine, w)) } else { DVec3::ZERO })
        });
        Evidence::of(&turned).likelihood
    };
    let columns = Form::Columns { is_interleaved: false };
    if likelihood(Form::Rows) > likelihood(columns) { Form::Rows } else { columns }
}

/// The rotation that numbers stand for; `None` where they stand for none.
pub(in crate::formats::arrays) fn rotation(form: Form, numbers: &[f64]) -> Option<DQuat> {
    let matrix = match form {
        Form::AxisAngle => {
            let rotation = DVec3::from(*numbers.first_chunk::<3>()?);
            let angle = rotation.length();
            return match angle {
                _ if angle.is_nan() || angle > 1e6 => None,
                _ if angle < 1e-12 => Some(DQuat::IDENTITY),
                _ => Some(turn(rotation / angle, angle)),
            };
        }
        Form::Degrees => {
            let angles = *numbers.first_chunk::<3>()?;
            if !angles.iter().all(|angle| angle.abs() < 1e6) {
                return None;
            }
            let [x, y, z] = angles.map(f64::to_radians);
            return Some(turn(DVec3::Z, z) * turn(DVec3::Y, y) * turn(DVec3::X, x));
        }
        Form::Quaternion { is_w_first } => {
            let [a, b, c, d] = *numbers.first_chunk::<4>()?;
            let rotation = if is_w_first { DQuat::from_xyzw(b, c, d, a) } else { DQuat::from_xyzw(a, b, c, d) };
            let square = rotation.length_squared();
            return (square > 1e-12 && square < 1e12).then(|| rotation.normalize());
        }
        Form::Matrix { by_columns } => {
            let matrix = DMat3::from_cols_array(numbers.first_chunk::<9>()?);
            if by_columns { matrix } else { matrix.transpose() }
        }
        Form::Columns { .. } | Form::Rows => {
            let [a, b] = columns(numbers.first_chunk::<6>()?, form == Form::Columns { is_interleaved: true });
            let a = a.try_normalize()?;
            let b = (b - a * a.dot(b)).try_normalize()?;
            let matrix = DMat3::from_cols(a, b, a.cross(b));
            if form == Form::Rows { matrix.transpose() } else { matrix }
        }
    };
    Some(DQuat::from_mat3(&matrix)).filter(|rotation| rotation.is_finite()).map(DQuat::normalize)
}

/// Mean step of numbers from frame to frame, in steps from joint to joint: small where the frames are time.
fn restlessness(array: &Array, rows: &ArrayRows) -> f64 {
    let step = |along: SampleSpan, across: SampleSpan| {
        let starts = spread(across.length, STARTS).map(|at| rows.start + at * across.stride);
        mean(starts.flat_map(|start| {
            let at = move |index: usize, number: usize| {
                array.number(start + index * along.stride + number * rows.numbers.stride)
            };
            (1..along.length.min(ROWS)).flat_map(move |index| {
                (0..rows.numbers.length).map(move |number| (at(index, number) - at(index - 1, number)).abs())
            })
        }))
    };
    let (in_time, to_next) = (step(rows.frames, rows.joints), step(rows.joints, rows.frames));
    if in_time.is_finite() && to_next > 0.0 { in_time / to_next } else { 0.0 }
}

/// The letters of axes whose last one has the numbers of a joint.
fn letters(all: usize, frames: usize, joints: usize) -> String {
    let letter = |axis: usize| match axis {
        _ if axis == frames => 'F',
        _ if axis == joints => 'J',
        _ if axis + 1 == all => 'C',
        _ => 'N',
    };
    (0..all).map(letter).collect()
}

/// Rotations of an array that are exact; with stated numbers a joint also others of as many. Nothing where nobody knows the body that
/// they turn; `None` where they are not exact.
pub(super) fn exact(array: &Array, stated: Stated<'_>) -> Option<ArrayReading> {
    let axes = array.shape.len();
    let span = |axis: usize| SampleSpan::of(array, axis);
    let outer = |end: usize| Spans((0..end).map(span).collect());
    let is_wanted = |width: usize| stated.width.is_none_or(|stated| stated == width);
    let least = if stated.width.is_some() { ANY } else { 0.95 };
    let unknown = |form: Form, joints: usize| {
        ArrayReading::nothing(format!("{} of {joints} joints of no known body", form.name()))
    };
    let found = |rows: &ArrayRows, form: Form, path, axes: String| {
        let joints = rows.joints.length;
        let Some(turned) = Turned::of_count(joints) else { return unknown(form, joints) };
        if !stated.allows_joints(joints) {
            return ArrayReading::nothing("rotations of other joints than the stated ones");
        }
        let form = if form == (Form::Columns { is_interleaved: false }) && turned.is_whole() {
            columns_or_rows(&rows.sample(array))
        } else {
            form
        };
        let is_usual = joints >= 22 || matches!(form, Form::Matrix { .. });
        let certainty = if is_usual { Certainty::Sure } else { Certainty::Likely };
        let rotations = Rotations { axes, ..rows.rotations(form, turned, path) };
        ArrayReading::of(ArrayContent::Rotations(rotations), certainty, Vec::new())
    };
    // Frames and joints on an axis each, in this order or the other one, before `end` axes.
    let of_axes = |end: usize, numbers: SampleSpan, by_columns: bool| {
        let rows = |frame_axis: Option<usize>, joint_axis: usize| {
            let frames = frame_axis.map_or(SampleSpan { length: 1, stride: 0 }, span);
            let joints = span(joint_axis);
            let is_allowed = joints.length >= FEWEST && stated.allows_axes(end + 1, frame_axis, joint_axis, end);
            let rows = ArrayRows { frames, clips: outer(end.saturating_sub(2)), joints, numbers, start: 0 };
            let form = form(&rows.sample(array), least).filter(|_| is_allowed)?;
            let form = if matches!(form, Form::Matrix { .. }) { Form::Matrix { by_columns } } else { form };
            let letters = letters(end + 1, frame_axis.unwrap_or(axes), joint_axis);
            Some((rows, form, letters))
        };
        let usual = rows(end.checked_sub(2), end.checked_sub(1)?);
        let other = end.checked_sub(2).and_then(|joints| rows(Some(end - 1), joints));
        let read = |(rows, form, letters): &(ArrayRows, Form, String)| found(rows, *form, None, letters.clone());
        let is_known = |rows: &&(ArrayRows, Form, String)| {
            let joints = rows.0.joints.length;
            Turned::of_count(joints).is_some() && stated.allows_joints(joints)
        };
        let (usual, other) = match (usual, other) {
            (Some(usual), Some(other)) => (usual, other),
            (Some((rows, form, _)), None) => return Some(found(&rows, form, None, String::new())),
            (None, other) => return other.as_ref().map(read),
        };
        let restlessness = restlessness(array, &usual.0);
        let is_usual_time = restlessness < 1.0;
        let is_clear = !(CALM..1.0 / CALM).contains(&restlessness);
        let (likelier, second) = match (is_known(&&usual), is_known(&&other)) {
            (true, true) if is_usual_time => (&usual, &other),
            (true, true) => (&other, &usual),
            // What has a known body by chance has its frames on the wrong axis.
            (true, false) if is_usual_time || !is_clear => return Some(found(&usual.0, usual.1, None, String::new())),
            (true, false) => (&usual, &other),
            (false, true) if is_usual_time && is_clear => (&usual, &other),
            (false, true) if is_clear => return Some(read(&other)),
            (false, true) => (&other, &usual),
            (false, false) => return Some(found(&usual.0, usual.1, None, String::new())),
        };
        let likelier = read(likelier);
        if is_known(&&usual) && is_known(&&other) && is_clear || matches!(likelier.content, ArrayContent::Nothing(_)) {
            return Some(likelier);
        }
        Some(ArrayReading { certainty: Certainty::Unsure, others: vec![read(second).content], ..likelier })
    };
    let [first, second] = [1, 2].map(|back| axes.checked_sub(back).map_or(0, |axis| array.length(axis)));
    // One axis less is a single pose, which nothing tells from the frames of one rotation.
    let fewest = if stated.width.is_some() { 2 } else { 3 };
    if axes > fewest && (first, second) == (3, 3) && is_wanted(9) {
        // In Fortran's order the columns of a matrix are together, or else its rows.
        let [row, column] = [2, 1].map(|back| array.stride(axes - back));
        let by_columns = column == 3 * row;
        let numbers = SampleSpan { length: 9, stride: row.min(column) };
        if (by_columns || row == 3 * column)
            && let Some(found) = of_axes(axes - 2, numbers, by_columns)
        {
            return Some(found);
        }
    }
    if axes >= fewest
        && matches!(first, 9 | 6 | 4)
        && is_wanted(first)
        && let Some(found) = of_axes(axes - 1, span(axes - 1), false)
    {
        return Some(found);
    }
    // What motion diffusion models make: clips of joints of six numbers of frames, with the path in a last joint.
    if let [_, joints @ (22 | 24 | 25 | 52), 6, _] = *array.shape.as_slice()
        && is_wanted(6)
        && stated.allows_axes(4, Some(3), 1, 2)
    {
        let has_path = joints == 25;
        let joint = SampleSpan { length: joints - usize::from(has_path), ..span(1) };
        let rows = ArrayRows { frames: span(3), clips: outer(1), joints: joint, numbers: span(2), start: 0 };
        if let Some(form) = form(&rows.sample(array), least) {
            let path = has_path.then(|| (24 * array.stride(1), array.stride(2)));
            return Some(found(&rows, form, path, "NJCF".into()));
        }
    }
    let is_row = axes == 2 || axes == 3 && first >= 60;
    if is_row && stated.allows_axes(axes, Some(axes - 2), axes - 1, axes - 1) {
        return flat(array, stated.width).map(|ExactRows { rows, form, path }| found(&rows, form, path, String::new()));
    }
    None
}

/// Rows of a frame each, in which rotations are exact.
struct ExactRows {
    rows: ArrayRows,
    form: Form,
    /// The path's first item, and the items from one of its numbers to the next.
    path: Option<(usize, usize)>,
}

/// The rows of an array of rows, if rotations in them are exact.
fn flat(array: &Array, stated: Option<usize>) -> Option<ExactRows> {
    let axis = array.shape.len().checked_sub(1)?;
    let row = SampleSpan::of(array, axis);
    let clips = Spans((0..axis - 1).map(|axis| SampleSpan::of(array, axis)).collect());
    let rows = |start: usize, joints: usize, width: usize| ArrayRows {
        frames: SampleSpan::of(array, axis - 1),
        clips: clips.clone(),
        joints: SampleSpan { length: joints, stride: width * row.stride },
        numbers: SampleSpan { length: width, stride: row.stride },
        start: start * row.stride,
    };
    let mut best: Option<(f64, ArrayRows, Form, usize, usize)> = None;
    let is_wanted = |width: &usize| stated.is_none_or(|stated| stated == *width);
    let least = |usual: f64| if stated.is_some() { ANY } else { usual };
    for width in [9, 6, 4].into_iter().filter(is_wanted) {
        for start in [0, 3] {
            for tail in TAILS {
                let Some(numbers) = row.length.checked_sub(start + tail).filter(|numbers| *numbers > 0) else {
                    continue;
                };
                let joints = numbers / width;
                let is_known = Turned::of_count(joints).is_some() && (joints > 15 || width > 4);
                if !numbers.is_multiple_of(width) || !is_known || width == 4 && tail > 3 {
                    continue;
                }
                let rows = rows(start, joints, width);
                let sample = rows.sample(array);
                let Some(form) = form(&sample, least(0.93)) else { continue };
                // Of two ways to read rotations near to none the more exact one counts: the end of one joint and the start of the next are
                // nearly orthonormal, too.
                let exactness = if width == 6 { better_columns(&sample, COLUMNS).0 } else { 1.0 };
                if best.as_ref().is_none_or(|(other, ..)| exactness > *other + 0.02) {
                    best = Some((exactness, rows, form, start, tail));
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    if let Some((_, rows, form, start, tail)) = best {
        let behind = (start + rows.joints.length * rows.numbers.length) * row.stride;
        let path = if start == 3 { Some(0) } else { matches!(tail, 3 | 13).then_some(behind) };
        return Some(ExactRows { rows, form, path: path.map(|item| (item, row.stride)) });
    }
    // Quaternions of any number of joints.
    let joints = row.length / 4;
    if row.length.is_multiple_of(4) && joints >= 5 && stated.is_none() {
        let rows = rows(0, joints, 4);
        if let Some(form) = form(&rows.sample(array), 0.98) {
            return Some(ExactRows { rows, form, path: None });
        }
    }
    None
}

/// Whether the rotations in vectors of HumanML3D are exact; they are not where the numbers are normalized.
pub(super) fn has_vectors(array: &Array, frames: SampleSpan, columns: SampleSpan, clips: &Spans) -> bool {
    let Some(joints) = joints_of(columns.length) else { return false };
    let first = 4 + 3 * (joints - 1);
    let rows = ArrayRows {
        frames,
        clips: clips.clone(),
        joints: SampleSpan { length: joints - 1, stride: 6 * columns.stride },
        numbers: SampleSpan { length: 6, stride: columns.stride },
        start: first * columns.stride,
    };
    let sample = rows.sample(array);
    sample.frames > 0 && better_columns(&sample, ROUGH_COLUMNS).0 > 0.95
}
