//! Arrays made here, of people that move in other ways, in every spelling: none is misread, and few are asked about.

use glam::{DMat3, DQuat, DVec3};

use super::*;
use crate::formats::arrays::array::Array;
use crate::formats::arrays::dtype::Dtype;
use crate::formats::arrays::tables::{self, TABLES};
use crate::formats::reading::ArrayOptions;

/// Numbers of a generator by Knuth (MMIX).
struct Chance(u64);

impl Chance {
    /// From -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// About normal, with this deviation.
    fn normal(&mut self, deviation: f64) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() / 2.0 * deviation
    }

    fn direction(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()).try_normalize().unwrap_or(DVec3::Y)
    }
}

/// Numbers in a shape.
#[derive(Clone)]
struct Numbers {
    shape: Vec<usize>,
    values: Vec<f64>,
}

impl Numbers {
    fn made(shape: &[usize], number: impl Fn(&[usize]) -> f64) -> Self {
        let count = shape.iter().product();
        let values = (0..count).map(|item| number(&indices(shape, item))).collect();
        Self { shape: shape.to_vec(), values }
    }

    fn at(&self, index: &[usize]) -> f64 {
        let item = self.shape.iter().zip(index).fold(0, |item, (length, at)| item * length + at);
        self.values[item]
    }

    /// The axes in another order.
    fn turned(&self, order: &[usize]) -> Self {
        let shape: Vec<usize> = order.iter().map(|axis| self.shape[*axis]).collect();
        Self::made(&shape, |index| {
            let mut back = vec![0; order.len()];
            for (axis, at) in order.iter().zip(index) {
                back[*axis] = *at;
            }
            self.at(&back)
        })
    }

    /// The same numbers in another shape.
    fn shaped(&self, shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), values: self.values.clone() }
    }

    /// With rows of other numbers behind the last axis of two.
    fn beside(&self, other: &Self) -> Self {
        let (width, more) = (self.shape[1], other.shape[1]);
        Self::made(&[self.shape[0], width + more], |index| {
            if index[1] < width { self.at(index) } else { other.at(&[index[0], index[1] - width]) }
        })
    }

    fn array(&self, dtype: &str, is_fortran: bool) -> Array {
        let dtype = Dtype::of_name(dtype).unwrap();
        let values = if is_fortran {
            let back: Vec<usize> = (0..self.shape.len()).rev().collect();
            self.turned(&back).values
        } else {
            self.values.clone()
        };
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| {
                let mut bytes = match dtype.width {
                    2 => half(*value).to_le_bytes().to_vec(),
                    4 => (*value as f32).to_le_bytes().to_vec(),
                    _ => value.to_le_bytes().to_vec(),
                };
                if dtype.big_endian {
                    bytes.reverse();
                }
                bytes
            })
            .collect();
        Array::new(String::new(), dtype, self.shape.clone(), is_fortran, bytes.into()).unwrap()
    }
}

fn indices(shape: &[usize], mut item: usize) -> Vec<usize> {
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|length| {
            let at = item % length;
            item /= length;
            at
        })
        .collect();
    index.reverse();
    index
}

/// A number as half a float, cut.
fn half(value: f64) -> u16 {
    let bits = (value as f32).to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xFF) as i32 - 112;
    match exponent {
        ..=0 => sign,
        31.. => sign | 0x7BFF,
        _ => sign | (exponent as u16) << 10 | (bits >> 13 & 0x3FF) as u16,
    }
}

/// A motion.
#[derive(Clone, Copy)]
struct Motion {
    frames: usize,
    /// Deviation of each place in metres.
    noise: f64,
    /// How much bones grow over the clip.
    drift: f64,
    /// Units in a metre.
    unit: f64,
}

/// A person in the joints of a table, (frames, joints, 3): bones of usual lengths, of a build of their own, turn like limbs.
fn person(table: &Table, motion: Motion, chance: &mut Chance) -> Numbers {
    let joints = table.len();
    let mirror = table.mirror();
    let build: Vec<f64> = (0..joints).map(|_| 1.0 + 0.06 * chance.next()).collect();
    let bones: Vec<(DVec3, DVec3, f64, f64)> = (0..joints)
        .map(|joint| {
            let length = table.bone(joint) * build[joint.min(mirror[joint])];
            (chance.direction() * length, chance.direction(), 0.5 * chance.next(), 3.0 * chance.next())
        })
        .collect();
    let mut values = Vec::new();
    for frame in 0..motion.frames {
        let time = frame as f64 / 30.0;
        let mut places: Vec<Option<DVec3>> = vec![None; joints];
        while places.contains(&None) {
            for joint in 0..joints {
                let (bone, axis, amount, phase) = bones[joint];
                let start = match table.parent(joint) {
                    None => Some(DVec3::new(0.8 * time, 0.9 + 0.02 * (6.0 * time).sin(), 0.3 * (0.7 * time).sin())),
                    Some(parent) => places[parent],
                };
                let turn = DQuat::from_axis_angle(axis, amount * (4.0 * time + phase).sin());
                let growth = 1.0 + motion.drift * frame as f64 / motion.frames as f64;
                places[joint] = places[joint].or(start.map(|start| start + turn * bone * growth));
            }
        }
        for place in places.into_iter().flatten() {
            values.extend(place.to_array().map(|part| (part + chance.normal(motion.noise)) * motion.unit));
        }
    }
    Numbers { shape: vec![motion.frames, joints, 3], values }
}

/// A walk, a kick or somebody who waves, as rotations of SMPL's joints: (frames, joints, 3).
fn turns(frames: usize, joints: usize, chance: &mut Chance) -> Numbers {
    let (pace, bend, arms) = (5.0 + chance.next(), 0.5 + 0.3 * chance.next(), 0.9 + 0.3 * chance.next());
    let tilt: Vec<DVec3> =
        (0..joints).map(|_| 0.06 * DVec3::new(chance.next(), chance.next(), chance.next())).collect();
    Numbers::made(&[frames, joints, 3], |index| {
        let time = index[0] as f64 / 30.0;
        let swing = (pace * time).sin();
        let own = match index[1] {
            0 => DVec3::new(0.05, 0.6 + 0.2 * time.sin(), 0.0),
            1 => DVec3::X * (-0.2 - 0.45 * swing),
            2 => DVec3::X * (-0.2 + 0.45 * swing),
            4 => DVec3::X * (bend + 0.4 * swing),
            5 => DVec3::X * (bend - 0.4 * swing),
            16 => DVec3::new(0.1 + 0.3 * swing, -0.2, -arms),
            17 => DVec3::new(0.1 - 0.3 * swing, 0.2, arms),
            18 => DVec3::Y * (-0.6 - 0.3 * swing),
            19 => DVec3::Y * (0.6 - 0.3 * swing),
            22.. if joints > 24 => DVec3::Z * if index[1] < 37 { -0.3 } else { 0.3 },
            _ => DVec3::new(0.03 * swing, 0.05 * swing, 0.0),
        };
        (own + tilt[index[1]]).to_array()[index[2]]
    })
}

/// Rotations in another form: so many numbers each.
fn formed(turns: &Numbers, width: usize, form: impl Fn(DQuat) -> Vec<f64>) -> Numbers {
    let values = turns
        .values
        .as_chunks::<3>()
        .0
        .iter()
        .flat_map(|turn| form(DQuat::from_scaled_axis(DVec3::from(*turn))))
        .collect();
    Numbers { shape: vec![turns.shape[0], turns.shape[1], width], values }
}

fn flat(numbers: &Numbers) -> Numbers {
    numbers.shaped(&[numbers.shape[0], numbers.shape[1..].iter().product()])
}

fn columns(frames: usize, width: usize, number: impl Fn(usize, usize) -> f64) -> Numbers {
    Numbers::made(&[frames, width], |index| number(index[0], index[1]))
}

fn path(frames: usize) -> Numbers {
    columns(frames, 3, |frame, axis| [0.02 * frame as f64 - 1.0, 0.02 * (0.4 * frame as f64).sin() + 0.9, 0.3][axis])
}

/// What was made of arrays: right, asked about, wrong.
#[derive(Default)]
struct Score {
    right: usize,
    asked: Vec<String>,
    wrong: Vec<String>,
}

impl Score {
    fn add(&mut self, what: &str, found: &ArrayReading, expected: &str) {
        let described = match &found.content {
            ArrayContent::Points(Placed { layout, table }) => {
                let table = table.map_or("none", |(table, _)| table.name);
                format!("points {table} {} {}", layout.view.frames, layout.clips.count())
            }
            ArrayContent::Rotations(turns) => {
                let path = if turns.path.is_some() { " path" } else { "" };
                format!(
                    "{} {} {} {}{path}",
                    turns.form.word().unwrap_or("degrees"),
                    turns.turned.len(),
                    turns.frames,
                    turns.clips.count()
                )
            }
            ArrayContent::Vectors(_) => "vectors".into(),
            ArrayContent::Nothing(why) => format!("nothing: {why}"),
        };
        if described == expected {
            self.right += 1;
        } else if found.certainty == Certainty::Unsure {
            self.asked.push(format!("{what}: {described}, not {expected}"));
        } else {
            self.wrong.push(format!("{what}: {described}, not {expected}"));
        }
    }

    fn check(&self, most_asked: usize) {
        assert!(self.wrong.is_empty(), "{} wrong of {}: {:#?}", self.wrong.len(), self.all(), self.wrong);
        assert!(self.asked.len() <= most_asked, "{} asked of {}: {:#?}", self.asked.len(), self.all(), self.asked);
    }

    fn all(&self) -> usize {
        self.right + self.asked.len() + self.wrong.len()
    }
}

fn reading(numbers: &Numbers, dtype: &str, is_fortran: bool, key: &str) -> ArrayReading {
    read(&numbers.array(dtype, is_fortran), Hints::of_key(key), &ArrayOptions::default())
}

/// Whether all is tried, as with `cargo xtask test --deep`.
fn is_deep() -> bool {
    std::env::var_os("MAREY_DEEP").is_some()
}

const DTYPES: [&str; 5] = ["<f4", "<f8", ">f4", "<f2", ">f8"];

#[test]
fn places_are_read_in_every_spelling() {
    let mut score = Score::default();
    let mut chance = Chance(1);
    for (number, table) in TABLES.into_iter().enumerate() {
        for (at, (noise, drift)) in [(0.0, 0.0), (0.005, 0.0), (0.02, 0.08)].into_iter().enumerate() {
            for frames in [5, 40, 160] {
                let noise = if table.is_hand() { noise / 10.0 } else { noise };
                let motion = Motion { frames, noise, drift, unit: [1.0, 100.0, 0.7][(number + at) % 3] };
                let made = person(table, motion, &mut chance);
                let joints = table.len();
                let spellings = [
                    made.clone(),
                    made.turned(&[1, 0, 2]),
                    made.turned(&[1, 2, 0]),
                    made.turned(&[0, 2, 1]),
                    made.turned(&[2, 0, 1]),
                    flat(&made),
                    made.shaped(&[1, frames, joints, 3]),
                    made.shaped(&[frames, 1, joints, 3]),
                    made.turned(&[1, 2, 0]).shaped(&[1, joints, 3, frames]),
                ];
                // Each table and motion has three of the nine spellings by turns, and one if not all are tried.
                let apart = if is_deep() { 3 } else { 9 };
                let by_turns = spellings.iter().enumerate().skip((number + at + frames) % apart).step_by(apart);
                for (place, spelled) in by_turns {
                    let dtype = DTYPES[(number + at + place) % DTYPES.len()];
                    // A half has three digits: enough for metres.
                    let dtype = if dtype == "<f2" && motion.unit > 1.0 { "<f4" } else { dtype };
                    let found = reading(spelled, dtype, place % 2 == 1, ["", "arr_0", "positions"][place % 3]);
                    let what = format!("{} {:?} noise {noise} drift {drift}", table.name, spelled.shape);
                    score.add(&what, &found, &format!("points {} {frames} 1", table.name));
                }
            }
        }
    }
    score.check(score.all() / 20);
}

#[test]
fn rotations_are_read_in_every_spelling() {
    let mut score = Score::default();
    let mut chance = Chance(2);
    let matrix = |rotation: DQuat| DMat3::from_quat(rotation);
    for joints in [22, 24, 52, 55] {
        for frames in [10, 40, 160] {
            let made = turns(frames, joints, &mut chance);
            let shape = columns(frames, 16, |_, column| (column as f64).sin());
            let betas = |count: usize| columns(frames, count, |_, column| shape.at(&[0, column]));
            let rows = formed(&made, 9, |rotation| matrix(rotation).transpose().to_cols_array().to_vec());
            let noise: Vec<f64> = (0..frames * joints * 6).map(|_| chance.normal(0.03)).collect();
            let six = formed(&made, 6, |rotation| matrix(rotation).to_cols_array()[..6].to_vec());
            let by_turns = formed(&made, 6, |rotation| {
                let all = matrix(rotation).to_cols_array();
                [0, 3, 1, 4, 2, 5].map(|at| all[at]).to_vec()
            });
            let network =
                Numbers { values: six.values.iter().zip(&noise).map(|(a, b)| a + b).collect(), ..six.clone() };
            let quaternions = |is_w_first: bool| {
                formed(&made, 4, |q| if is_w_first { vec![q.w, q.x, q.y, q.z] } else { q.to_array().to_vec() })
            };
            let angles = format!("axis-angles {joints} {frames} 1");
            let mut spellings = vec![
                (made.clone(), angles.clone()),
                (flat(&made), angles.clone()),
                (flat(&made).beside(&path(frames)), format!("{angles} path")),
                (path(frames).beside(&flat(&made)), format!("{angles} path")),
                (rows.shaped(&[frames, joints, 3, 3]), format!("matrices {joints} {frames} 1")),
                (flat(&rows), format!("matrices {joints} {frames} 1")),
                (six.clone(), format!("6d {joints} {frames} 1")),
                (flat(&six).beside(&path(frames)), format!("6d {joints} {frames} 1 path")),
                (by_turns, format!("6d {joints} {frames} 1")),
                (flat(&network), format!("6d {joints} {frames} 1")),
                (quaternions(true), format!("quaternions {joints} {frames} 1")),
                (flat(&quaternions(false)), format!("quaternions {joints} {frames} 1")),
            ];
            if joints == 24 {
                spellings.push((flat(&made).beside(&betas(10)), angles.clone()));
                spellings.push((flat(&made).beside(&path(frames)).beside(&betas(10)), format!("{angles} path")));
            }
            for (place, (spelled, expected)) in spellings.iter().enumerate() {
                let dtype = DTYPES[place % DTYPES.len()];
                let found = reading(spelled, dtype, place % 2 == 0, ["", "data", "poses"][place % 3]);
                score.add(&format!("{joints} joints {:?}", spelled.shape), &found, expected);
            }
        }
    }
    score.check(score.all() / 20);
}

#[test]
fn one_frame_of_places_is_known_by_its_proportions() {
    let mut score = Score::default();
    let mut chance = Chance(3);
    for table in TABLES.into_iter().filter(|table| !table.is_hand()) {
        let made = person(table, Motion { frames: 1, noise: 0.003, drift: 0.0, unit: 1.0 }, &mut chance);
        score.add(table.name, &reading(&made, "<f4", false, ""), &format!("points {} 1 1", table.name));
    }
    score.check(score.all() / 5);
}

#[test]
fn several_clips_stay_apart() {
    let mut score = Score::default();
    let mut chance = Chance(4);
    for table in [&tables::HUMANML3D, &tables::LAFAN1, &tables::SOMA30, &tables::COCO] {
        for frames in [20, 60] {
            let motion = Motion { frames, noise: 0.005, drift: 0.0, unit: 1.0 };
            let clips: Vec<Numbers> = (0..3).map(|_| person(table, motion, &mut chance)).collect();
            let values = clips.iter().flat_map(|clip| clip.values.clone()).collect();
            let all = Numbers { shape: vec![3, frames, table.len(), 3], values };
            for order in [[0, 1, 2, 3], [0, 2, 3, 1], [0, 2, 1, 3]] {
                let spelled = all.turned(&order);
                let found = reading(&spelled, "<f4", false, "");
                score.add(
                    &format!("{} {:?}", table.name, spelled.shape),
                    &found,
                    &format!("points {} {frames} 3", table.name),
                );
            }
        }
    }
    score.check(1);
}

#[test]
fn points_of_a_picture_have_scores_and_not_a_third_coordinate() {
    let mut chance = Chance(5);
    for table in [&tables::COCO, &tables::OPENPOSE_BODY25, &tables::HALPE26] {
        let made = person(table, Motion { frames: 30, noise: 0.002, drift: 0.0, unit: 300.0 }, &mut chance);
        let scored = Numbers::made(&made.shape, |index| if index[2] == 2 { 0.9 } else { made.at(index) });
        let found = reading(&scored, "<f4", false, "");
        let ArrayContent::Points(placed) = &found.content else { panic!("{found:?}") };
        assert_eq!((placed.layout.view.coordinates, placed.layout.view.score), (2, Some(2)), "{}", table.name);
    }
}

#[test]
fn what_is_no_motion_is_refused_or_asked_about() {
    let mut chance = Chance(6);
    let mut noise = |shape: &[usize]| {
        let values = (0..shape.iter().product()).map(|_| chance.normal(1.0)).collect();
        Numbers { shape: shape.to_vec(), values }
    };
    for shape in [&[60, 63][..], &[30, 256], &[40, 128], &[60, 22, 3], &[100, 24, 3]] {
        let found = reading(&noise(shape), "<f4", false, "");
        let is_shown = !matches!(found.content, ArrayContent::Nothing(_)) && found.certainty != Certainty::Unsure;
        assert!(!is_shown, "{shape:?}: {found:?}");
    }
    let dtype = Dtype::of_name("|u1").unwrap();
    let picture = Array::new(String::new(), dtype, vec![40, 52, 3], false, vec![7; 40 * 52 * 3].into()).unwrap();
    assert!(matches!(read(&picture, Hints::default(), &ArrayOptions::default()).content, ArrayContent::Nothing(_)));
}

#[test]
fn what_is_stated_is_not_asked_about() {
    let made = turns(40, 24, &mut Chance(7));
    let array = made.array("<f4", false);
    let stated = |options: ArrayOptions| read(&array, Hints::default(), &options);
    let all = ArrayOptions::default();
    let found = stated(all.clone().with_holds("positions").unwrap().with_joints("smpl").unwrap());
    assert!(matches!(found.content, ArrayContent::Points(_)) && found.certainty == Certainty::Sure, "{found:?}");
    let found = stated(all.clone().with_holds("axis-angles").unwrap());
    assert!(matches!(found.content, ArrayContent::Rotations(_)) && found.certainty == Certainty::Sure, "{found:?}");
    let found = stated(all.with_axes("JF3").unwrap().with_joints("points").unwrap());
    let ArrayContent::Points(placed) = found.content else { panic!("{found:?}") };
    assert_eq!((placed.layout.view.frames, placed.layout.view.joints), (24, 40));
}

#[test]
fn transforms_are_refused_and_statements_that_cannot_be_followed_too() {
    let made = turns(30, 22, &mut Chance(8));
    let matrices = formed(&made, 9, |turn| DMat3::from_quat(turn).transpose().to_cols_array().to_vec());
    for rows in [3, 4] {
        let shape = [30, 22, rows, 4];
        let transforms = Numbers::made(&shape, |at| match *at {
            [_, _, 3, column] => f64::from(u8::from(column == 3)),
            [frame, joint, row, 3] => (frame + joint + row) as f64 * 0.1,
            [frame, joint, row, column] => matrices.at(&[frame, joint, 3 * row + column]),
            _ => 0.0,
        });
        let found = reading(&transforms, "<f4", false, "");
        let ArrayContent::Nothing(why) = &found.content else { panic!("{found:?}") };
        assert!(why.starts_with("transforms"), "{why}");
    }
    let array = matrices.shaped(&[30, 22, 3, 3]).array("<f4", false);
    let holds = |joints: &str, axes: &str| {
        let mut options = ArrayOptions::default().with_holds("matrices").unwrap();
        if !joints.is_empty() {
            options = options.with_joints(joints).unwrap();
        }
        if !axes.is_empty() {
            options = options.with_axes(axes).unwrap();
        }
        read(&array, Hints::default(), &options).content
    };
    assert!(
        matches!(holds("", ""), ArrayContent::Rotations(_))
            && matches!(holds("humanml3d", ""), ArrayContent::Rotations(_))
    );
    assert!(matches!(holds("smpl", ""), ArrayContent::Nothing(_)), "24 joints");
    assert!(matches!(holds("", "JF3"), ArrayContent::Nothing(_)), "joints first");
}

#[test]
fn keys_tell_positions_from_rotations() {
    let told = |key: &str| {
        let hints = Hints::of_key(key);
        (hints.is_positions, hints.is_rotations)
    };
    for key in
        ["positions", "joints3D", "joint_positions", "keypoints", "body_pos_w", "pos", "root/xyz", "kp3d", "landmarks"]
    {
        assert_eq!(told(key), (true, false), "{key}");
    }
    for key in ["rotations", "thetas", "joint_rot", "body_pose", "rot6d", "quaternions", "pose_world", "global_orient"]
    {
        assert_eq!(told(key), (false, true), "{key}");
    }
    for key in ["poses", "pose", "motion", "data", "", "trans", "posed"] {
        assert_eq!(told(key), (false, false), "{key}");
    }
}

/// Motions that differ a little from one another, as a model makes them from one beginning: (motions, frames, joints, 3).
fn alike(of: &Numbers, count: usize, most: f64, chance: &mut Chance) -> Numbers {
    let [frames, joints, _] = *of.shape.as_slice() else { panic!("frames of joints") };
    let phases: Vec<[f64; 2]> = (0..count * joints * 3).map(|_| [3.0 * chance.next(), chance.next()]).collect();
    Numbers::made(&[count, frames, joints, 3], |index| {
        let [motion, frame, joint, axis] = *index else { panic!("four axes") };
        let [phase, amount] = phases[(motion * joints + joint) * 3 + axis];
        of.at(&[frame, joint, axis]) + most * amount * (frame as f64 / 12.0 + phase).sin()
    })
}

#[test]
fn motions_that_differ_a_little_are_no_frames() {
    let mut score = Score::default();
    let mut chance = Chance(9);
    for table in [&tables::HUMANML3D, &tables::LAFAN1, &tables::SMPL, &tables::SOMA30, &tables::H36M] {
        for count in 1..=10 {
            for (frames, noise) in [(40, 0.0), (120, 0.005)] {
                let motion = Motion { frames, noise: 0.0, drift: 0.0, unit: 1.0 };
                let mut all = alike(&person(table, motion, &mut chance), count, 0.03, &mut chance);
                all.values.iter_mut().for_each(|value| *value += chance.normal(noise));
                let orders = [[0, 1, 2, 3], [0, 2, 3, 1], [1, 0, 2, 3]];
                // One of the three by turns, if not all are tried.
                for order in
                    orders.into_iter().skip(if is_deep() { 0 } else { count % 3 }).take(if is_deep() { 3 } else { 1 })
                {
                    let spelled = all.turned(&order);
                    let found = reading(&spelled, "<f4", false, "");
                    let what = format!("{} {:?} noise {noise}", table.name, spelled.shape);
                    score.add(&what, &found, &format!("points {} {frames} {count}", table.name));
                }
            }
        }
    }
    score.check(0);
}

#[test]
fn rotations_are_read_whichever_axis_has_the_joints() {
    let mut score = Score::default();
    let mut chance = Chance(10);
    for joints in [22, 24, 52] {
        for frames in [22, 24, 40, 120] {
            let made = turns(frames, joints, &mut chance);
            let matrices = formed(&made, 9, |turn| DMat3::from_quat(turn).transpose().to_cols_array().to_vec());
            let matrices = matrices.shaped(&[frames, joints, 3, 3]);
            let quaternions = formed(&made, 4, |q| vec![q.w, q.x, q.y, q.z]);
            let six = formed(&made, 6, |turn| DMat3::from_quat(turn).to_cols_array()[..6].to_vec());
            let mut spellings = vec![
                (matrices.turned(&[1, 0, 2, 3]), "matrices"),
                (quaternions.turned(&[1, 0, 2]), "quaternions"),
                (six.turned(&[1, 0, 2]), "6d"),
            ];
            for order in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
                spellings.push((made.turned(&order), "axis-angles"));
            }
            for (place, (spelled, word)) in spellings.iter().enumerate() {
                let found = reading(spelled, "<f4", false, ["", "poses", "data"][place % 3]);
                let what = format!("{word} of {joints} joints {:?}", spelled.shape);
                score.add(&what, &found, &format!("{word} {joints} {frames} 1"));
            }
        }
    }
    score.check(score.all() / 20);
}

#[test]
fn an_order_of_axes_can_be_stated_for_rotations() {
    let made = turns(24, 24, &mut Chance(11));
    let quaternions = formed(&made, 4, |q| q.to_array().to_vec());
    let matrices = formed(&made, 9, |turn| DMat3::from_quat(turn).transpose().to_cols_array().to_vec());
    let matrices = matrices.shaped(&[24, 24, 3, 3]);
    let steps = |numbers: &Numbers, holds: &str, axes: &str| {
        let options = ArrayOptions::default().with_holds(holds).unwrap().with_axes(axes).unwrap();
        match read(&numbers.array("<f8", false), Hints::default(), &options).content {
            ArrayContent::Rotations(found) => found.strides,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(steps(&quaternions, "quaternions", "FJ4"), [96, 4, 1]);
    assert_eq!(steps(&quaternions, "quaternions", "JF4"), [4, 96, 1]);
    assert_eq!(steps(&matrices, "matrices", "JFC"), [9, 216, 1]);
    assert_eq!(steps(&made, "axis-angles", "JF3"), [3, 72, 1]);
    assert_eq!(steps(&made.turned(&[2, 1, 0]), "axis-angles", "3JF"), [1, 24, 576]);
    assert_eq!(steps(&flat(&made), "axis-angles", "FV"), [72, 3, 1]);
}

#[test]
fn differences_from_frame_to_frame_are_no_places_and_no_rotations() {
    let mut chance = Chance(12);
    let mut silent = Vec::new();
    for table in [&tables::HUMANML3D, &tables::SMPL, &tables::LAFAN1, &tables::SOMA30, &tables::COCO] {
        for (frames, scale) in [(30, 1.0), (90, 1.0), (90, 30.0), (240, 1.0), (240, 100.0)] {
            let made = person(table, Motion { frames, noise: 0.0, drift: 0.0, unit: scale }, &mut chance);
            let joints = table.len();
            let differences = Numbers::made(&[frames - 1, joints, 3], |index| {
                let [frame, joint, axis] = *index else { panic!("three axes") };
                made.at(&[frame + 1, joint, axis]) - made.at(&[frame, joint, axis])
            });
            let rootless = Numbers::made(&[frames - 1, joints - 1, 3], |at| differences.at(&[at[0], at[1] + 1, at[2]]));
            let all = [(differences.clone(), "positions"), (flat(&differences), ""), (differences, ""), (rootless, "")];
            for (spelled, key) in all {
                let found = reading(&spelled, "<f4", false, key);
                if found.certainty != Certainty::Unsure && !matches!(found.content, ArrayContent::Nothing(_)) {
                    silent.push(format!(
                        "{} {:?} {scale} {key}: {}",
                        table.name,
                        spelled.shape,
                        found.content.describe()
                    ));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}
