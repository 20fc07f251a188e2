//! The motions of people by the keys of AMASS, AIST++, and of programs that estimate bodies in videos.
//!
//! A person is a group of keys: rotations of the root and of the body, or of both in one array, and maybe a path, a shape and hands. A
//! file has one, or a group for each person (`0/poses`, `person1/root_orient`), or an axis of persons.

use super::array::Array;
use super::body::Turned;
use super::keys::Keys;
use super::poses::{Path, PoseArrays, Segment};
use super::readings::{ArrayContent, Certainty, Form, Hints, read};
use crate::compact::sorting::sort_by;
use crate::formats::reading::ArrayOptions;

const ROOT: [&str; 2] = ["root_orient", "global_orient"];
const BODY: [&str; 2] = ["pose_body", "body_pose"];
/// Rows of root and body, and whether the key says that they are rotations.
const WHOLE: [(&str, bool); 10] = [
    ("pose_world", true),
    ("smpl_poses", true),
    ("fullpose", true),
    ("full_pose", true),
    ("poses", false),
    ("pose", false),
    ("thetas", true),
    ("theta", true),
    ("smpl_thetas", true),
    ("smpl_pose", true),
];
const PATH: [&str; 7] = ["trans", "transl", "smpl_trans", "root_trans", "translation", "root_translation", "Th"];
/// Groups that are preferred to others: those in the world, not in the camera.
const PREFERRED: [&str; 2] = ["smpl_params_global", "smpl_params_world"];
/// Matrices as programs write them.
const MATRIX: Form = Form::Matrix { by_columns: false };
/// People of one file that are shown.
const MOST_PEOPLE: usize = 1_000;

/// The arrays of one group of keys.
struct Group<'a> {
    /// The keys' common start, with its `/`.
    prefix: &'a str,
    arrays: Vec<&'a Array>,
}

/// A key's start up to its last `/`, and the rest.
fn parts(key: &str) -> (&str, &str) {
    key.split_at(key.rfind('/').map_or(0, |slash| slash + 1))
}

impl<'a> Group<'a> {
    fn get(&self, key: &str) -> Option<&'a Array> {
        let found = self.arrays.iter().copied().find(|array| parts(&array.name).1 == key);
        found.filter(|array| array.dtype.is_number() && array.len() > 0)
    }

    fn first(&self, keys: &[&str]) -> Option<&'a Array> {
        keys.iter().find_map(|key| self.get(key))
    }

    /// The motions of the group; none if it is no person's.
    fn people(&self) -> Vec<PoseArrays<'a>> {
        let parts = self.first(&ROOT).zip(self.first(&BODY));
        let mut found = match parts {
            Some((root, body)) => self.of_parts(root, body),
            None => self.of_rows(),
        };
        let path = if self.get("pose_world").is_some() { self.get("trans_world") } else { None };
        let path = path.or_else(|| self.first(&PATH));
        for (person, poses) in found.iter_mut().enumerate() {
            if let Some(path) = path.and_then(|path| Path::of(path, person)) {
                poses.path = Some(path);
            }
            if let Some(betas) = self.get("betas").or_else(|| self.get("smpl_betas")) {
                poses.shape = (0..betas.len().min(300))
                    .map(|item| betas.number(item))
                    .filter(|number| number.is_finite())
                    .collect();
            }
            if let Some(scaling) = self.get("smpl_scaling").or_else(|| self.get("smpl_trans")) {
                // AIST++ has a body of one unit, and the factor to the world's centimetres.
                let is_scaling = self.get("smpl_scaling").is_some();
                let scaling = scaling.scalar().filter(|scaling| is_scaling && *scaling > 0.0);
                poses.scale = 1.0 / scaling.unwrap_or(100.0);
                poses.facts.usual_rate = Some(60.0);
            }
        }
        found
    }

    /// The root, the body, and hands and face where there are any, each in an array of its own.
    fn of_parts(&self, root: &'a Array, body: &'a Array) -> Vec<PoseArrays<'a>> {
        let persons =
            |form: Form, count: usize| Segment::persons(body, form, count).map(|persons| (form, count, persons));
        let shapes = [(Form::AxisAngle, 21), (Form::AxisAngle, 23), (MATRIX, 21), (MATRIX, 23)];
        let Some((form, joints, persons)) = shapes.into_iter().find_map(|(form, count)| persons(form, count)) else {
            return Vec::new();
        };
        let person = |person: usize| {
            let part = |keys: &[&str], first: usize, count: usize| {
                self.first(keys).and_then(|array| Segment::of(array, person, form, first, count))
            };
            let jaw = part(&["pose_jaw", "jaw_pose"], 22, 1);
            let has_face = jaw.is_some();
            let start = if has_face { 25 } else { 22 };
            let both = part(&["pose_hand", "hand_pose"], start, 30);
            let sides = part(&["left_hand_pose"], start, 15).zip(part(&["right_hand_pose"], start + 15, 15));
            let has_hands = both.is_some() || sides.is_some();
            let mut segments =
                vec![Segment::of(root, person, form, 0, 1)?, Segment::of(body, person, form, 1, joints)?];
            if let Some(jaw) = jaw {
                segments.push(jaw);
                segments.extend(part(&["pose_eye"], 23, 2));
                segments.extend(part(&["leye_pose"], 23, 1));
                segments.extend(part(&["reye_pose"], 24, 1));
            }
            let (left, right) = sides.unzip();
            segments.extend(both.map_or_else(|| left.into_iter().chain(right).collect(), |both| vec![both]));
            let count = match (has_face, has_hands, joints) {
                (true, ..) => 55,
                (false, true, _) => 52,
                (.., 23) => 24,
                _ => 22,
            };
            // The two hands of SMPL's 24 joints are fingers in the others.
            if count > 24 {
                segments.get_mut(1)?.count = 21;
            }
            Some(PoseArrays::new(Turned::of_count(count)?, segments))
        };
        (0..persons.min(MOST_PEOPLE)).map_while(person).collect()
    }

    /// Rows of root and body. A key that other things have, too, is believed beside a path or a shape.
    fn of_rows(&self) -> Vec<PoseArrays<'a>> {
        let Some((array, key, is_sure)) =
            WHOLE.iter().find_map(|(key, is_sure)| Some((self.get(key)?, *key, *is_sure)))
        else {
            return Vec::new();
        };
        let is_sure = is_sure || PATH.iter().chain(&["betas", "trans_world", "gender"]).any(|key| self.has(key));
        let hints = if is_sure { Hints { is_rotations: true, is_positions: false } } else { Hints::of_key(key) };
        let found = read(array, hints, &ArrayOptions::default());
        let row = array.shape.len().checked_sub(1).map_or(0, |last| array.length(last));
        let whole = Turned::of_count(row / 3).filter(|turned| row.is_multiple_of(3) && turned.is_whole());
        let is_usual = matches!(row, 66 | 72 | 156 | 165);
        let known = match &found.content {
            ArrayContent::Rotations(rotations) => Some(rotations),
            _ => None,
        };
        let is_places = matches!(&found.content, ArrayContent::Points(places) if places.table.is_some());
        let doubts = found.certainty == Certainty::Unsure;
        if let Some(rotations) = known.filter(|_| is_sure || !doubts) {
            let clips = 0..rotations.clips.count().min(MOST_PEOPLE);
            return clips.map(|clip| PoseArrays::of_reading(array, rotations, clip)).collect();
        }
        if let Some(turned) = whole.filter(|_| is_sure && (!is_places || doubts && is_usual)) {
            let persons = Segment::persons(array, Form::AxisAngle, turned.len()).unwrap_or(0);
            let person = |person| {
                Some(PoseArrays::new(turned, vec![Segment::of(array, person, Form::AxisAngle, 0, turned.len())?]))
            };
            return (0..persons.min(MOST_PEOPLE)).map_while(person).collect();
        }
        Vec::new()
    }

    fn has(&self, key: &str) -> bool {
        self.arrays.iter().any(|array| parts(&array.name).1 == key)
    }
}

/// The motions of the people of a file, with the names of their groups.
pub(super) fn people<'a>(keys: &'a Keys) -> Vec<PoseArrays<'a>> {
    // Sorting is stable: within a group, arrays stay in their order.
    let mut arrays: Vec<(usize, &'a Array)> = keys.0.iter().enumerate().collect();
    sort_by(&mut arrays, |(_, a), (_, b)| parts(&a.name).0.cmp(parts(&b.name).0));
    let same = arrays.chunk_by(|(_, a), (_, b)| parts(&a.name).0 == parts(&b.name).0);
    let mut all: Vec<(usize, Group<'a>)> = same
        .filter_map(|group| {
            let (place, first) = *group.first()?;
            let arrays = group.iter().map(|(_, array)| *array).collect();
            Some((place, Group { prefix: parts(&first.name).0, arrays }))
        })
        .collect();
    sort_by(&mut all, |(a, _), (b, _)| a.cmp(b));
    let is_part = |array: &Array| {
        let leaf = parts(&array.name).1;
        ROOT.contains(&leaf) || WHOLE.iter().any(|(key, _)| *key == leaf)
    };
    let mut groups: Vec<(&str, Vec<PoseArrays<'a>>)> = Vec::new();
    let candidates = all.iter().map(|(_, group)| group).filter(|group| group.arrays.iter().any(|array| is_part(array)));
    for group in candidates.take(MOST_PEOPLE) {
        // What is inside a person's group is no other person.
        if groups.iter().any(|(other, _)| group.prefix.starts_with(other)) {
            continue;
        }
        let found = group.people();
        if !found.is_empty() {
            groups.push((group.prefix, found));
        }
    }
    let is_in = |prefix: &str, word: &str| prefix.split('/').any(|part| part == word);
    if let Some(word) = PREFERRED.into_iter().find(|word| groups.iter().any(|(prefix, _)| is_in(prefix, word))) {
        groups.retain(|(prefix, _)| is_in(prefix, word));
    }
    let mut all: Vec<PoseArrays<'a>> = Vec::new();
    for (prefix, found) in groups {
        let several = found.len() > 1;
        for (person, mut poses) in found.into_iter().enumerate() {
            let name = prefix.trim_end_matches('/');
            poses.name =
                if several { format!("{name} {}", person + 1).trim_start().to_owned() } else { name.to_owned() };
            all.push(poses);
        }
    }
    if let [only] = all.as_mut_slice() {
        only.name.clear();
    }
    all.truncate(MOST_PEOPLE);
    all
}
