//! Joint centres of a person among the points: calculated by a model, or seen by a pose detector.

use super::labels::{Subject, Subjects};
use super::sets::both_sides;

/// A joint of the person: its name, the joint above it, and where it is. `|` stands between ways to know the place, the first of which counts whose points
/// are all there; `+` between points whose middle it is; `=` before a joint of this table. `@` is left or right, `*` its letter.
const JOINTS: [[&str; 3]; 12] = [
    ["@_hip", "pelvis", "*HJC|*FEP|*Hip|@_hip"],
    ["@_knee", "@_hip", "*KJC|*FEO|*Knee|@_knee"],
    ["@_ankle", "@_knee", "*AJC|*TIO|*Ankle|@_ankle"],
    ["@_toe", "@_ankle", "*TOO|*BigToe|@_foot_index|@_big_toe"],
    ["pelvis", "", "PELO|Hip|MidHip|CHip|pelvis|=left_hip+=right_hip"],
    ["@_shoulder", "neck", "*SJC|*HUP|*CLO|*Shoulder|@_shoulder"],
    ["@_elbow", "@_shoulder", "*EJC|*HUO|*Elbow|@_elbow"],
    ["@_wrist", "@_elbow", "*WJC|*RAO|*Wrist|@_wrist"],
    ["@_hand", "@_wrist", "*HNO"],
    ["chest", "pelvis", "TRXO"],
    ["neck", "chest", "Neck|=left_shoulder+=right_shoulder"],
    ["head", "neck", "HEDO|Head|LEar+REar|left_ear+right_ear|Nose"],
];

/// The joints without which there is no person.
const NEEDED: [&str; 6] = ["left_hip", "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle"];

/// A joint that lies in the middle of some points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Centre {
    pub(super) name: String,
    /// Its index among the centres.
    pub(super) parent: Option<usize>,
    pub(super) points: Vec<usize>,
}

/// The joint centres of all subjects; empty if nobody has any.
pub(super) fn centres(subjects: &Subjects<'_>) -> Vec<Centre> {
    let persons: Vec<(&str, Vec<Centre>)> =
        subjects.iter().filter_map(|subject| Some((subject.name, of_subject(subject)?))).collect();
    let several = persons.len() > 1;
    let mut all: Vec<Centre> = Vec::new();
    for (subject, joints) in persons {
        let first = all.len();
        all.extend(joints.into_iter().map(|joint| Centre {
            name: if several { format!("{subject}:{}", joint.name) } else { joint.name },
            parent: joint.parent.map(|parent| first + parent),
            points: joint.points,
        }));
    }
    all
}

fn of_subject(subject: &Subject<'_>) -> Option<Vec<Centre>> {
    let mut found: Vec<(String, String, Vec<usize>)> = Vec::new();
    for [name, parent, ways] in JOINTS {
        let rows = both_sides(&[name, parent, ways].join(" "));
        for row in &rows {
            let mut parts = row.splitn(3, ' ');
            let (Some(name), Some(parent), Some(ways)) = (parts.next(), parts.next(), parts.next()) else { continue };
            if let Some(points) = ways.split('|').find_map(|way| points_of(way, subject, &found)) {
                found.push((name.to_owned(), parent.to_owned(), points));
            }
        }
    }
    let is_there = |name: &str| found.iter().position(|(own, ..)| own == name);
    if NEEDED.iter().any(|name| is_there(name).is_none()) {
        return None;
    }
    let joints = found.iter().map(|(name, above, points)| {
        // A joint that is not there is passed over.
        let mut above = above.clone();
        let mut parent = is_there(&above);
        while parent.is_none() && !above.is_empty() {
            above = parent_of(&above);
            parent = is_there(&above);
        }
        Centre { name: name.clone(), parent, points: points.clone() }
    });
    Some(joints.collect())
}

/// The name of the joint above one of the table.
fn parent_of(name: &str) -> String {
    let rows = JOINTS.iter().flat_map(|[own, above, _]| both_sides(&[*own, *above].join(" ")));
    let above = |row: String| row.split_once(' ').filter(|(own, _)| *own == name).map(|(_, above)| above.to_owned());
    rows.filter_map(above).next().unwrap_or_default()
}

/// The points in whose middle a joint is; `None` if one of them is not there.
fn points_of(way: &str, subject: &Subject<'_>, found: &[(String, String, Vec<usize>)]) -> Option<Vec<usize>> {
    let mut points = Vec::new();
    for part in way.split('+') {
        match part.strip_prefix('=') {
            Some(joint) => points.extend(&found.iter().find(|(name, ..)| name == joint)?.2),
            None => points.push(subject.find(part)?),
        }
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(labels: &str) -> Vec<String> {
        let labels: Vec<String> = labels.split(' ').map(str::to_owned).collect();
        let all = centres(&Subjects::new(&labels));
        let points = |centre: &Centre| centre.points.iter().map(|point| labels[*point].clone()).collect::<Vec<_>>();
        let above = |centre: &Centre| centre.parent.map_or("-", |parent| all[parent].name.as_str());
        all.iter().map(|centre| format!("{} {} {}", centre.name, above(centre), points(centre).join("+"))).collect()
    }

    #[test]
    fn a_person_has_the_joints_that_the_points_tell() {
        let legs = "LHJC RHJC LKJC RKJC LAJC RAJC C7";
        let found = named(legs);
        assert_eq!(found.len(), 7);
        assert!(
            found.contains(&"pelvis - LHJC+RHJC".to_owned()) && found.contains(&"left_knee left_hip LKJC".to_owned())
        );
        assert_eq!(named("LHJC RHJC LKJC RKJC LAJC"), Vec::<String>::new(), "an ankle is missing");
    }

    #[test]
    fn joints_that_are_not_there_are_passed_over() {
        let found = named("LHip RHip LKnee RKnee LAnkle RAnkle Neck Head LShoulder LElbow RWrist");
        for joint in
            ["pelvis - LHip+RHip", "neck pelvis Neck", "left_elbow left_shoulder LElbow", "right_wrist neck RWrist"]
        {
            assert!(found.contains(&joint.to_owned()), "{joint}: {found:?}");
        }
    }

    #[test]
    fn subjects_are_persons_of_their_own() {
        let one = "LHJC RHJC LKJC RKJC LAJC RAJC";
        let both: Vec<String> =
            ["A", "B"].iter().flat_map(|name| one.split(' ').map(move |own| format!("{name}:{own}"))).collect();
        let found = named(&both.join(" "));
        assert_eq!(found.len(), 14);
        assert!(found.contains(&"B:left_knee B:left_hip B:LKJC".to_owned()), "{found:?}");
    }
}
