//! Angles and events against those that Vicon's Plug-in Gait wrote into a C3D file.

use std::sync::Arc;

use glam::{Quat, Vec3};
use marey::Limits;
use marey::body::{Side, Subject};
use marey::formats::{Companions, Parser};
use marey::model::{
    Axis, Behaviour, Channels, Clip, Format, JointKind, MarkKind, MotionBuilder, PositionMode, SkeletonBuilder, Source,
};
use marey_study::gait::{Angle, EventKind, GaitOptions, Rule, analyse};
use marey_write::{Excerpt, Moments, excerpt};
use serde_json::Value;

/// The joints of the legs, and which of the golden's they are.
const JOINTS: [(&str, Option<usize>, &str); 9] = [
    ("Hips", None, "hips"),
    ("LeftUpLeg", Some(0), "hip left"),
    ("LeftLeg", Some(1), "knee left"),
    ("LeftFoot", Some(2), "ankle left"),
    ("LeftToeBase", Some(3), "ball left"),
    ("RightUpLeg", Some(0), "hip right"),
    ("RightLeg", Some(5), "knee right"),
    ("RightFoot", Some(6), "ankle right"),
    ("RightToeBase", Some(7), "ball right"),
];

fn vector(value: &Value) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| value[axis].as_f64().unwrap() as f32 / 1000.0))
}

fn quaternion(value: &Value) -> Quat {
    Quat::from_array([0, 1, 2, 3].map(|axis| value[axis].as_f64().unwrap() as f32)).normalize()
}

/// A clip whose joints are where the golden has them, and turn as its segments do.
fn clip(golden: &Value) -> Clip {
    let mut skeleton = SkeletonBuilder::new(&Limits::default());
    for (name, parent, _) in JOINTS {
        let parent = parent.map(|parent| parent as u16);
        skeleton.add(name, parent, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    }
    let skeleton = Arc::new(skeleton.finish().unwrap());
    let all: Vec<u16> = (0..JOINTS.len() as u16).collect();
    let channels = Channels { rotated: all.clone(), translated: all, ..Channels::default() };
    let frame_time = golden["frame_time"].as_f64().unwrap();
    let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    motion.set_frame_time(frame_time);
    let (places, turns) = (&golden["centres_mm_y_up"], &golden["turns_quaternion_xyzw"]);
    for frame in 0..golden["frames"].as_u64().unwrap() as usize {
        let place = |key: &str| match key {
            "hips" => (vector(&places["hip left"][frame]) + vector(&places["hip right"][frame])) / 2.0,
            _ => vector(&places[key][frame]),
        };
        let turn = |key: &str| turns.get(key).map_or(Quat::IDENTITY, |turns| quaternion(&turns[frame]));
        motion
            .push_row(|row| {
                for (index, (_, parent, key)) in JOINTS.iter().enumerate() {
                    let above = parent.map(|parent| JOINTS[parent].2);
                    let undo = above.map_or(Quat::IDENTITY, |above| turn(above).inverse());
                    row.rotations[index] = undo * turn(key);
                    row.translations[index] = undo * (place(key) - above.map_or(Vec3::ZERO, place));
                }
            })
            .unwrap();
    }
    let mut source = Source::new(Format::Bvh);
    source.channels = vec![Box::default(); skeleton.len()];
    (source.metres_per_unit, source.up) = (Some(1.0), Some(Axis::Y));
    let behaviour = Behaviour { name: String::new(), motion: motion.finish().unwrap() };
    Clip::new(String::new(), skeleton, vec![behaviour], source)
}

/// Where a clip does not agree with Plug-in Gait.
fn disagreements(golden: &Value, clip: &Clip) -> Vec<String> {
    let mut wrong = Vec::new();
    let gait = analyse(&Subject::new(clip, 0).unwrap(), &GaitOptions::default());
    let angles = gait.angles.as_ref().unwrap();
    for (joint, their, kinds) in [
        ("hip", "HipAngles", [Some(Angle::HipFlexion), Some(Angle::HipAdduction), Some(Angle::HipRotation)]),
        ("knee", "KneeAngles", [Some(Angle::KneeFlexion), None, None]),
        ("ankle", "AnkleAngles", [Some(Angle::Dorsiflexion), None, None]),
        (
            "pelvis",
            "PelvisAngles",
            [Some(Angle::PelvisTilt), Some(Angle::PelvisObliquity), Some(Angle::PelvisRotation)],
        ),
    ] {
        for (letter, side, sign) in [("L", Side::Left, -1.0), ("R", Side::Right, 1.0)] {
            for (component, angle) in kinds.into_iter().enumerate() {
                let tolerance = golden["tolerances"]["rms_after_offset_degrees"][joint][component].as_f64();
                let (Some(angle), Some(tolerance)) = (angle, tolerance) else { continue };
                let own =
                    angles.series.iter().find(|one| one.angle == angle && [side, Side::Middle].contains(&one.side));
                let Some(own) = own else {
                    let is_told = angles.missing.iter().any(|one| one.angle == angle);
                    assert!(is_told && angles.rule == Rule::Positions, "{angle:?}");
                    continue;
                };
                // Central angles have the signs of the right side.
                let sign = if own.side == Side::Middle && component > 0 { sign } else { 1.0 };
                let their = golden["angles"][format!("{letter}{their}")].as_array().unwrap();
                let pelvis = golden["angles"][format!("{letter}PelvisAngles")].as_array().unwrap();
                // Without a point that tells the tilt of the pelvis, hips count from the vertical: theirs without the tilt.
                let is_from_vertical = angle == Angle::HipFlexion && angles.is_hip_from_vertical;
                let off: Vec<f64> = own
                    .degrees
                    .iter()
                    .zip(their.iter().zip(pelvis))
                    .filter_map(|(own, (their, pelvis))| {
                        let tilt = if is_from_vertical { pelvis[0].as_f64()? } else { 0.0 };
                        let difference = sign * own - (their[component].as_f64()? - tilt);
                        Some(difference - 360.0 * (difference / 360.0).round())
                    })
                    .collect();
                let mut sorted = off.clone();
                sorted.sort_by(f64::total_cmp);
                let offset = sorted[sorted.len() / 2];
                let rms = (off.iter().map(|off| (off - offset).powi(2)).sum::<f64>() / off.len() as f64).sqrt();
                println!("{} {side:?}: rms {rms:.2} offset {offset:.1}", angle.name());
                if rms > tolerance {
                    wrong.push(format!("{} {side:?}: {rms:.2} degrees, {tolerance} are allowed", angle.name()));
                }
            }
        }
    }
    let seconds = clip.behaviours[0].motion.duration();
    let near_an_end = golden["tolerances"]["not_near_the_ends_seconds"].as_f64().unwrap();
    let mut errors = Vec::new();
    for event in golden["events"].as_array().unwrap() {
        let time = event["time"].as_f64().unwrap();
        if time < near_an_end || time > seconds - near_an_end {
            continue;
        }
        let side = if event["side"] == "left" { Side::Left } else { Side::Right };
        let kind = if event["event"] == "Foot Off" { EventKind::LiftOff } else { EventKind::TouchDown };
        let own = gait.walk.events.iter().filter(|one| one.side == side && one.kind == kind);
        errors.push(own.map(|one| one.time - time).min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(9.0));
    }
    println!("events {errors:.3?}");
    let tolerances = &golden["tolerances"];
    let worst = errors.iter().copied().fold(0.0, |worst, error| f64::max(worst, error.abs()));
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    if worst > tolerances["events_seconds"].as_f64().unwrap()
        || mean.abs() > tolerances["events_mean_seconds"].as_f64().unwrap()
    {
        wrong.push(format!("events: {errors:?}"));
    }
    wrong
}

/// The goldens of Plug-in Gait, each with the C3D file that they are from.
fn goldens() -> Vec<(Value, Vec<u8>)> {
    let corpus = support::runs::corpus();
    let paths = support::paths(&corpus.join("goldens/gait"));
    let goldens = paths.iter().map(|path| serde_json::from_slice::<Value>(&std::fs::read(path).unwrap()).unwrap());
    let of_vicon = goldens.filter(|golden| !golden["centres_mm_y_up"].is_null());
    let with_file = |golden: Value| {
        let file = corpus.join("corpus").join(golden["file"].as_str().unwrap());
        (golden, std::fs::read(file).unwrap())
    };
    let all: Vec<_> = of_vicon.map(with_file).collect();
    assert!(!all.is_empty());
    all
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn angles_and_events_agree_with_plug_in_gait() {
    for (golden, _) in goldens() {
        let wrong = disagreements(&golden, &clip(&golden));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn the_file_of_plug_in_gait_tells_its_own_angles() {
    // What `marey measure --joint-centres` reads.
    for (golden, bytes) in goldens() {
        let mut companions = Companions::default();
        companions.options.joint_centres = true;
        let mut parser = Parser::new("walk.c3d", None, Limits::default()).with_companions(companions);
        parser.push(&bytes).unwrap();
        let clip = parser.finish().unwrap();
        // The golden begins with the first frame that has all points, its events tell which one that is.
        let first = golden["events"][0]["time"].as_f64().unwrap() / golden["frame_time"].as_f64().unwrap();
        let event = clip.about.marks.iter().find(|mark| mark.kind == MarkKind::Event).unwrap();
        let first = event.first - first.round() as usize;
        let mut wanted = Excerpt::default();
        wanted.moments = Moments::Frames(first..=first + golden["frames"].as_u64().unwrap() as usize - 1);
        let wrong = disagreements(&golden, &excerpt(&clip, &wanted).unwrap());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
