//! Tests the written figures as Marey reads them.

use super::flesh::{Piece, flesh};
use super::wave::{RATE, Stance, gestures};
use super::{Human, files, standard};
use glam::{Affine3A, Quat, Vec3};
use marey::Limits;
use marey::look::SkinPose;
use marey::model::{Clip, JointKind};
use marey::pose::{Interpolation, Pose, sample, world_matrices};

fn read(name: &str) -> Clip {
    let (name, text) = files().unwrap().into_iter().find(|(file, _)| file == name).unwrap();
    marey::formats::parse(&name, text.as_bytes(), Limits::default()).unwrap()
}

fn note<'a>(clip: &'a Clip, heading: &str) -> &'a str {
    clip.about.notes.iter().find(|(known, _)| known == heading).map_or("", |(_, text)| text)
}

fn world(clip: &Clip, moment: Option<(usize, f64)>) -> Vec<Vec3> {
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some((behaviour, seconds)) = moment {
        sample(&clip.behaviours[behaviour].motion, seconds, Interpolation::Linear, &mut pose);
    }
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|matrix| matrix.translation.into()).collect()
}

#[test]
fn every_level_matches_the_standard() {
    let standard = standard::joints();
    for (level, count) in [(1_u8, 18), (2, 71), (3, 94), (4, 146)] {
        let clip = read(&format!("human-loa{level}.x3d"));
        assert_eq!(clip.warnings, []);
        let found = format!("{level} by its joints, {level} claimed");
        assert_eq!(note(&clip, "Level of articulation"), found);
        for heading in ["Missing joints", "Misspelt joints", "Sites on other segments"] {
            assert_eq!(note(&clip, heading), "", "level {level}: {heading}");
        }
        let skeleton = &clip.skeleton;
        let joints: Vec<usize> = (0..skeleton.len()).filter(|at| skeleton.kinds()[*at] == JointKind::Joint).collect();
        assert_eq!((joints.len(), skeleton.len() - joints.len()), (count, 118), "level {level}");
        for joint in joints {
            let name = &*skeleton.names()[joint];
            let known = standard.iter().find(|known| known.name == name).unwrap();
            let above = std::iter::successors(known.parent, |above| standard[*above].parent);
            let above = above.map(|above| &standard[above]).find(|above| above.level <= level);
            let parent = skeleton.parent(joint).map(|parent| &*skeleton.names()[parent]);
            assert_eq!(parent, above.map(|above| above.name.as_str()), "level {level}: {name}");
        }
    }
}

#[test]
fn sites_are_on_the_segments_of_table_4_7() {
    for level in 1..=4 {
        let human = Human::new(level);
        for (site, known) in human.sites.iter().zip(standard::sites()) {
            let segment = &human.joints[site.joint].segment;
            assert_eq!((&site.name, segment), (&known.name, &known.segments[4 - usize::from(level)]), "level {level}");
        }
    }
}

#[test]
fn the_figure_is_symmetric_and_stands_on_the_ground() {
    for level in 1..=4 {
        let clip = read(&format!("human-loa{level}.x3d"));
        let (names, kinds, at) = (clip.skeleton.names(), clip.skeleton.kinds(), world(&clip, None));
        assert!(at.iter().all(|at| at.is_finite()));
        for (index, name) in names.iter().enumerate() {
            let other = match name.split_at_checked(2) {
                Some(("l_", rest)) => format!("r_{rest}"),
                Some(("r_", rest)) => format!("l_{rest}"),
                _ => name.to_string(),
            };
            let is_point = |kind: JointKind| kind.is_point();
            let twin = (0..names.len())
                .find(|twin| *names[*twin] == *other && is_point(kinds[*twin]) == is_point(kinds[index]));
            let mirrored = at[twin.unwrap()] * Vec3::new(-1.0, 1.0, 1.0);
            assert!(at[index].distance(mirrored) < 1e-5, "level {level}: {name}");
        }
        let lowest = at.iter().map(|at| at.y).fold(f32::MAX, f32::min);
        let highest = at.iter().map(|at| at.y).fold(f32::MIN, f32::max);
        assert!((0.0..0.01).contains(&lowest), "level {level}: {lowest}");
        assert!((1.74..1.76).contains(&highest), "level {level}: {highest}");
    }
}

/// A child lies below its joint in the limbs, and above it in the spine.
#[test]
fn every_centre_is_in_its_direction() {
    let human = Human::new(4);
    for joint in &human.joints {
        let Some(parent) = joint.parent.map(|parent| &human.joints[parent]) else { continue };
        let up = joint.centre.y - parent.centre.y;
        let is_spine = joint.name.starts_with('v') && parent.name != "humanoid_root";
        let is_limb = joint.name.contains("phalangeal") || joint.name.contains("carpal");
        assert!(!is_spine || up > 0.0, "{} is {up} above {}", joint.name, parent.name);
        assert!(!is_limb || up < 0.0, "{} is {up} above {}", joint.name, parent.name);
        let toes = joint.name.contains("tars") && parent.name.contains("tars");
        assert!(!toes || joint.centre.z > parent.centre.z, "{} is behind {}", joint.name, parent.name);
        assert!(joint.centre.distance(parent.centre) < 0.45, "{}", joint.name);
    }
}

#[test]
fn the_wave_is_the_same_by_interpolators_and_by_rows() {
    let (keys, rows) = (read("wave.x3d"), read("wave-motion.x3d"));
    for clip in [&keys, &rows] {
        assert_eq!(clip.warnings, []);
        assert_eq!(note(clip, "Level of articulation"), "2 by its joints, 2 claimed");
        assert_eq!(note(clip, "Joints (71)"), "71 of the standard");
        assert_eq!(note(clip, "Sites on other segments"), "");
        assert!(clip.skin.is_some());
    }
    let names = |clip: &Clip| clip.behaviours.iter().map(|behaviour| behaviour.name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&keys), names(&rows)), (vec!["Wave".into(), "Bow".into(), "Nod".into()], vec!["Wave".into()]));
    assert_eq!(keys.skeleton.names(), rows.skeleton.names());
    let seconds = keys.behaviours[0].motion.duration();
    assert!((seconds - rows.behaviours[0].motion.duration()).abs() < 1e-9);
    for step in 0..=300 {
        let moment = Some((0, seconds * f64::from(step) / 300.0));
        let pairs = world(&keys, moment).into_iter().zip(world(&rows, moment));
        let worst = pairs.map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!(worst < 3e-4, "step {step}: {worst} m");
    }
}

#[test]
fn feet_stay_on_the_ground_and_every_behaviour_ends_as_it_began() {
    let clip = read("wave.x3d");
    let rest = world(&clip, None);
    for (index, behaviour) in clip.behaviours.iter().enumerate() {
        for step in 0..=100 {
            let now = world(&clip, Some((index, behaviour.motion.duration() * f64::from(step) / 100.0)));
            for name in ["l_talocrural", "r_talocrural", "l_calcaneus_posterior", "r_tarsal_distal_phalanx_1"] {
                let at = clip.skeleton.names().iter().position(|known| **known == *name).unwrap();
                let off = now[at].distance(rest[at]);
                assert!(off < 1.5e-3, "{}: {name} slides {off} m", behaviour.name);
            }
        }
        let (first, last) = (world(&clip, Some((index, 0.0))), world(&clip, Some((index, 1e3))));
        assert!(first.iter().zip(last).all(|(a, b)| a.distance(b) < 1e-4), "{}", behaviour.name);
    }
}

/// The greatest rotation of a joint in degrees, and whether it is a hinge.
fn limit(joint: &str) -> (f64, bool) {
    match joint.split_at_checked(2).map_or(joint, |(side, rest)| if side.ends_with('_') { rest } else { joint }) {
        "humanoid_root" | "hip" => (60.0, false),
        "elbow" => (145.0, true),
        "shoulder" => (130.0, false),
        "radiocarpal" => (40.0, false),
        "sternoclavicular" | "acromioclavicular" | "talocrural" => (20.0, false),
        "skullbase" => (20.0, false),
        "carpometacarpal_1" => (30.0, false),
        name if name.contains("interphalangeal") => (60.0, true),
        name if name.contains("metacarpophalangeal") => (60.0, false),
        _ => (8.0, false),
    }
}

#[test]
fn joints_stay_within_human_limits() {
    let human = Human::new(2);
    for gesture in gestures(&human) {
        for joint in gesture.turning() {
            let (name, of) = (&human.joints[joint].name, gesture.name);
            let (most, hinge) = limit(name);
            for stance in &gesture.stances {
                let (axis, angle) = stance.turns[joint].to_axis_angle();
                assert!(angle.to_degrees() <= most, "{of}: {name} turns {}", angle.to_degrees());
                assert!(!hinge || angle < 1e-6 || axis.abs().max_element() > 0.9999, "{of}: {name} is a hinge");
            }
        }
    }
}

#[test]
fn no_joint_jumps() {
    let human = Human::new(2);
    for gesture in gestures(&human) {
        for joint in gesture.turning() {
            let name = &human.joints[joint].name;
            let turned = |pair: &[Stance<'_>]| pair[0].turns[joint].angle_between(pair[1].turns[joint]);
            let speed: Vec<f64> = gesture.stances.windows(2).map(|pair| turned(pair).to_degrees() * RATE).collect();
            let fastest = speed.iter().copied().fold(0.0, f64::max);
            let change = speed.windows(2).map(|pair| (pair[1] - pair[0]).abs() * RATE).fold(0.0, f64::max);
            assert!(fastest < 300.0 && change < 2500.0, "{}: {name} {fastest} deg/s, {change} deg/s2", gesture.name);
        }
    }
}

#[test]
fn the_mannequin_is_made_of_closed_pieces_on_its_own_segments() {
    let human = Human::new(2);
    let pieces = flesh(&human);
    assert_eq!(pieces.len(), 7 + 2 * (7 + 1 + 15));
    let mut volume = 0.0;
    for Piece { joint, mesh, .. } in &pieces {
        assert!(mesh.volume() > 0.0, "{}", human.joints[*joint].name);
        volume += mesh.volume();
        // Every edge occurs once in each direction.
        let edges = |face: &Vec<usize>| {
            let next = face.iter().cycle().skip(1);
            face.iter().copied().zip(next.copied()).take(face.len()).collect::<Vec<_>>()
        };
        let mut all: Vec<(usize, usize)> = mesh.faces.iter().flat_map(edges).collect();
        let mut back: Vec<(usize, usize)> = all.iter().map(|(a, b)| (*b, *a)).collect();
        all.sort_unstable();
        back.sort_unstable();
        assert_eq!(all, back);
        let lowest = mesh.points.iter().map(|point| point.y).fold(f64::MAX, f64::min);
        assert!(lowest > -1e-9, "{lowest}");
    }
    // In cubic metres: a person of 70 kg, where pieces overlap counted twice.
    assert!((0.05..0.10).contains(&volume), "{volume}");
}

/// The corners of the skin in a pose in which some joints are turned.
fn skinned(clip: &Clip, turns: &[(&str, Quat)]) -> Vec<Vec3> {
    let skin = clip.skin.as_deref().unwrap();
    let mut pose = Pose::rest(&clip.skeleton);
    for (name, turn) in turns {
        pose.rotations[clip.skeleton.find(name).unwrap()] = *turn;
    }
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    let matrices = SkinPose::new(skin, &clip.skeleton).matrices(&pose);
    skin.corners().iter().map(|corner| SkinPose::place(skin, corner, &matrices, &pose)).collect()
}

#[test]
fn the_skin_of_the_standard_human_is_closed_and_symmetric_and_stands_on_the_ground() {
    let clip = read("human.x3d");
    assert_eq!(clip.warnings, []);
    let skin = clip.skin.as_deref().unwrap();
    assert!((2500..=3000).contains(&skin.corners().len()), "{}", skin.corners().len());
    // Every edge occurs once in each direction.
    let edges = |[a, b, c]: &[u32; 3]| [(*a, *b), (*b, *c), (*c, *a)];
    let mut all: Vec<(u32, u32)> = skin.triangles().iter().flat_map(edges).collect();
    let mut back: Vec<(u32, u32)> = all.iter().map(|(a, b)| (*b, *a)).collect();
    all.sort_unstable();
    back.sort_unstable();
    assert_eq!(all, back);
    let corners = skinned(&clip, &[]);
    let bounds = corners.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
    let (low, high) = bounds;
    assert!(low.y.abs() < 0.005, "it stands on the ground: {low}");
    assert!((1.70..1.80).contains(&high.y) && (low.x + high.x).abs() < 2e-3, "{low} {high}");
    for at in &corners {
        let mirrored = *at * Vec3::new(-1.0, 1.0, 1.0);
        assert!(corners.iter().any(|other| other.distance(mirrored) < 2e-3), "{at}");
    }
}

#[test]
fn the_skin_of_the_standard_human_follows_its_joints() {
    let clip = read("human.x3d");
    let skin = clip.skin.as_deref().unwrap();
    assert!(skin.generated().is_none(), "it needs no turns");
    for corner in skin.corners() {
        let (binds, morphs) = skin.influences_of(corner);
        let sum: f32 = binds.iter().map(|one| one[0]).sum();
        assert!(morphs.is_empty() && binds.len() <= 4, "{corner:?}");
        assert!(corner.is_rigid() || (sum - 1.0).abs() < 1e-3, "{corner:?}");
    }
    // A bent elbow and a bent finger take their part of the arm along, and nothing else.
    let rest = skinned(&clip, &[]);
    for (joint, least, highest) in [("l_elbow", 500, 1.25), ("l_carpal_proximal_interphalangeal_2", 30, 0.83)] {
        let bent = skinned(&clip, &[(joint, Quat::from_rotation_x(-1.0))]);
        let moved: Vec<&Vec3> =
            rest.iter().zip(&bent).filter(|(at, now)| at.distance(**now) > 1e-3).map(|(at, _)| at).collect();
        assert!(moved.len() > least, "{joint}: {}", moved.len());
        assert!(moved.iter().all(|at| at.x > 0.1 && at.y > 0.6 && at.y < highest), "{joint}");
    }
}
