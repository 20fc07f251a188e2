//! BVH files.

use std::collections::HashSet;

use marey::model::{Format, JointKind, PositionMode};
use marey_write::{BvhChanges, BvhOptions, RotationOrder, Sampling, WriteError, bvh_changes};

use crate::clips::{clip, each, read};
use crate::tally::{SCALED, Tally, UNEVEN};
use crate::world::{compare, depth_first, is_body, paired, places};
use support::played;

#[test]
fn a_written_bvh_reads_back_the_same() {
    let mut tally = Tally::default();
    each(|name, clip, behaviour| {
        let Some(text) = tally.take(name, marey_write::bvh(clip, behaviour, &BvhOptions::default())) else { return };
        let found = read(name, text);
        let skeleton = &clip.skeleton;
        let order = depth_first(clip, is_body(skeleton));
        let pairs = paired(name, skeleton, &found.skeleton, &order, &marey_write::names(skeleton, Format::Bvh));
        let duration = found.behaviours[0].motion.duration();
        assert!((clip.behaviours[behaviour].motion.duration() - duration).abs() < 1e-6, "{name}");
        compare(name, (clip, behaviour, places), &found, &pairs, 1.0);
    });
    tally.check(420, &[("scale", SCALED), ("uneven", UNEVEN)]);
}

#[test]
fn moving_transforms_beside_the_body_are_left_out_whatever_their_scale() {
    let scene = "#X3D V4.0 utf8
        DEF Ball Transform { scale 1 2 1 children Shape { geometry Box { } } }
        HAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint { name \"l_hip\" center 0 1 0 } } }
        DEF T TimeSensor { } DEF P PositionInterpolator { key [ 0 1 ] keyValue [ 1 2 1 1 1 1 ] }
        ROUTE T.fraction_changed TO P.set_fraction ROUTE P.value_changed TO Ball.scale";
    let clip = read("ball.x3dv", scene);
    assert!(clip.skeleton.names().iter().any(|name| &**name == "Ball"));
    let mut options = BvhOptions::default();
    options.portable = true;
    let found = read("ball.bvh", marey_write::bvh(&clip, 0, &options).unwrap());
    let names: Vec<&str> = found.skeleton.names().iter().map(|name| &**name).collect();
    assert_eq!(names[..2], ["humanoid_root", "l_hip"]);
    assert!(!names.contains(&"Ball"));
}

/// The joints stay in place in readers that add positions to offsets and in those that replace offsets by them.
#[test]
fn a_portable_bvh_is_the_same_in_readers_that_add_and_in_readers_that_replace() {
    let mut options = BvhOptions::default();
    options.portable = true;
    let mut tally = Tally::default();
    each(|name, clip, behaviour| {
        let Some(text) = tally.take(name, marey_write::bvh(clip, behaviour, &options)) else { return };
        assert_eq!(text.lines().filter(|line| line.starts_with("ROOT ")).count(), 1, "{name}");
        let mut names = HashSet::new();
        let mut lines = text.lines().map(str::trim_start).peekable();
        while let Some(line) = lines.next() {
            let Some(joint) = line.strip_prefix("ROOT ").or_else(|| line.strip_prefix("JOINT ")) else { continue };
            assert!(joint.chars().all(|c| c.is_alphanumeric() || "_-".contains(c)), "{name}: {joint}");
            assert!(names.insert(joint.to_owned()), "{name}: {joint} appears twice");
            let (offset, channels) = (lines.nth(1).unwrap(), lines.next().unwrap());
            assert!(
                offset == "OFFSET 0 0 0" || !channels.contains("position"),
                "{name}: {joint} has {offset}, {channels}"
            );
        }
        let found = read(name, text);
        assert_eq!(found.source.position_mode, None, "{name}");
        let skeleton = &clip.skeleton;
        let order = depth_first(clip, is_body(skeleton));
        let roots = order.iter().filter(|joint| skeleton.parent(**joint).is_none()).count();
        let added = usize::from(roots > 1);
        assert_eq!(found.skeleton.len(), order.len() + added, "{name}");
        let pairs: Vec<(usize, usize)> = order.into_iter().zip(added..).collect();
        compare(name, (clip, behaviour, places), &found, &pairs, 1.0);
    });
    tally.check(420, &[("scale", SCALED), ("uneven", UNEVEN)]);
}

#[test]
fn changes_of_a_portable_bvh_are_reported() {
    let root = |name: &str| {
        format!("ROOT {name}\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n")
    };
    let roots = ["root", "a b", "a_b", "x:Hips"].map(root).concat();
    let clip = read("a.bvh", format!("HIERARCHY\n{roots}MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4\n"));
    let mut options = BvhOptions::default();
    assert_eq!(bvh_changes(&clip.skeleton, &options), BvhChanges::default());
    options.portable = true;
    let changes = bvh_changes(&clip.skeleton, &options);
    let names = [(2, "a_b"), (4, "a_b_2"), (6, "x_Hips")].map(|(joint, name)| (joint, name.to_owned()));
    assert_eq!((&*changes.renamed, changes.common_root.as_deref()), (&names[..], Some("root_2")));
    let found = read("b.bvh", marey_write::bvh(&clip, 0, &options).unwrap());
    let names: Vec<&str> = found.skeleton.names().iter().map(|name| &**name).collect();
    let end = "End Site";
    assert_eq!(names, ["root_2", "root", end, "a_b", end, "a_b_2", end, "x_Hips", end]);
    assert_eq!(found.skeleton.parent(3), Some(0));
}

/// Three joints, one of which turns about X alone and one not at all; positions are added to the offset.
const BVH: &[u8] =
    b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT Leg { OFFSET 0 -40 0 CHANNELS 1 Xrotation
    JOINT Foot { OFFSET 0 -45 0 CHANNELS 0 End Site { OFFSET 0 0 10 } } } }
    MOTION
    Frames: 2
    Frame Time: 0.1
    0 1 0 10 20 30 0
    3 1 0 11 19 33 40";

#[test]
fn the_default_has_six_channels_for_roots_and_three_for_joints() {
    let clip = read("walk.bvh", BVH);
    assert_eq!(clip.source.position_mode, Some(PositionMode::Add));
    let text = marey_write::bvh(&clip, 0, &BvhOptions::default()).unwrap();
    let expected = "HIERARCHY
ROOT Hips
{
\tOFFSET 0 90 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Leg
\t{
\t\tOFFSET 0 -40 0
\t\tCHANNELS 3 Xrotation Zrotation Yrotation
\t\tJOINT Foot
\t\t{
\t\t\tOFFSET 0 -45 0
\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\t\tEnd Site
\t\t\t{
\t\t\t\tOFFSET 0 0 10
\t\t\t}
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.1
0 91 0 10 20 30 0 0 0 0 0 0
3 91 0 11 19 33 40 0 0 0 0 0
";
    assert_eq!(text, expected);
    assert_eq!(read("walk.bvh", text).source.position_mode, Some(PositionMode::Replace));
}

#[test]
fn orders_can_be_chosen_and_constant_channels_left_out() {
    let clip = read("walk.bvh", BVH);
    let mut options = BvhOptions::default();
    options.order = Some(RotationOrder::Xyz);
    options.orders = vec![(1, RotationOrder::Yzx)];
    options.leave_out_still_channels = true;
    (options.length_decimals, options.angle_decimals) = (Some(1), Some(2));
    let text = marey_write::bvh(&clip, 0, &options).unwrap();
    let channels: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("CHANNELS ")).collect();
    let root = "6 Xposition Yposition Zposition Xrotation Yrotation Zrotation";
    assert_eq!(channels, [root, "1 Xrotation", "0"]);
    let row: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert_eq!((row.len(), row[6]), (7, "40"));
    assert!(row.iter().all(|number| number.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2)), "{row:?}");
}

/// The channels of each joint, as written.
fn channels(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.trim().strip_prefix("CHANNELS ")).collect()
}

#[test]
fn joints_keep_the_orders_of_their_file() {
    let other = String::from_utf8(BVH.to_vec()).unwrap();
    let other = other.replace("Zrotation Xrotation Yrotation", "Xrotation Zrotation Yrotation");
    let other = other
        .replace("CHANNELS 1 Xrotation", "CHANNELS 1 Yrotation")
        .replace("CHANNELS 0", "CHANNELS 3 Zrotation Xrotation Zrotation");
    let other = other.replace("30 0", "30 0 0 0 0").replace("33 40", "33 40 0 0 0");
    let clip = read("walk.bvh", other);
    let text = marey_write::bvh(&clip, 0, &BvhOptions::default()).unwrap();
    let root = "6 Xposition Yposition Zposition Xrotation Zrotation Yrotation";
    assert_eq!(channels(&text), [root, "3 Yrotation Zrotation Xrotation", "3 Zrotation Xrotation Yrotation"]);
    assert!(text.ends_with("\n0 91 0 10 20 30 0 0 0 0 0 0\n3 91 0 11 19 33 40 0 0 0 0 0\n"), "{text}");
}

#[test]
fn joints_with_positions_can_be_chosen() {
    let clip = read("walk.bvh", BVH);
    let mut options = BvhOptions::default();
    options.positions = Some(vec![1]);
    let text = marey_write::bvh(&clip, 0, &options).unwrap();
    let found: Vec<&str> = channels(&text).iter().map(|channels| &channels[..1]).collect();
    assert_eq!(found, ["3", "6", "3"]);
    // The root stays where it is in the first frame.
    assert!(text.contains("OFFSET 0 91 0\n") && text.contains("\n10 20 30 0 -40 0 0 0 0 0 0 0\n"), "{text}");
}

#[test]
fn the_frame_time_has_the_decimals_that_were_asked_for() {
    let time = |frame_time: &str, decimals: usize| {
        let text = String::from_utf8(BVH.to_vec()).unwrap().replace("0.1", frame_time);
        let mut options = BvhOptions::default();
        options.time_decimals = Some(decimals);
        let text = marey_write::bvh(&read("walk.bvh", text), 0, &options).unwrap();
        text.lines().find_map(|line| line.strip_prefix("Frame Time: ")).unwrap().to_owned()
    };
    assert_eq!([time("0.0166666667", 6), time("0.1", 6)], ["0.016667", "0.1"]);
    assert_eq!(time("0.004", 2), "0.004", "never 0");
}

#[test]
fn sites_are_written_as_ends_on_request() {
    let clip = clip("hanim", "sites.x3d");
    let ends = |options: &BvhOptions| {
        let found = read("sites.bvh", marey_write::bvh(&clip, 0, options).unwrap());
        found.skeleton.kinds().iter().filter(|kind| kind.is_point()).count()
    };
    let count = |kind: JointKind| clip.skeleton.kinds().iter().filter(|known| **known == kind).count();
    assert!(count(JointKind::Site) > 0);
    let mut options = BvhOptions::default();
    assert_eq!(ends(&options), count(JointKind::EndSite));
    options.sites = true;
    assert_eq!(ends(&options), count(JointKind::EndSite) + count(JointKind::Site));
}

/// Evenly spaced frames show what a player shows at their moments.
#[test]
fn uneven_frames_are_resampled() {
    let mut options = BvhOptions::default();
    options.sampling = Sampling::Rate(40.0);
    for name in UNEVEN.iter().filter(|name| name.contains(".x3d")) {
        let clip = clip("hanim", name);
        let Ok(text) = marey_write::bvh(&clip, 0, &options) else {
            assert_eq!(*name, "displaced.x3d", "this one is scaled, too");
            continue;
        };
        let found = read(name, text);
        let (motion, taken) = (&clip.behaviours[0].motion, &found.behaviours[0].motion);
        assert_eq!(taken.frame_count(), (motion.duration() * 40.0 + 1e-6) as usize + 1, "{name}");
        let order = depth_first(&clip, is_body(&clip.skeleton));
        for frame in 0..taken.frame_count() {
            let (expected, found) = (played(&clip, 0, frame as f64 / 40.0), places(&found, 0, frame));
            for (to, from) in order.iter().enumerate() {
                let expected = expected[*from].as_dvec3();
                assert!(expected.distance(found[to]) < 2e-5, "{name} {frame}: {expected} {}", found[to]);
            }
        }
    }
    let clip = read("walk.bvh", BVH);
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        options.sampling = Sampling::Rate(rate);
        assert!(matches!(marey_write::bvh(&clip, 0, &options), Err(WriteError::BadRate { .. })), "{rate}");
    }
}

#[test]
fn unsupported_clips_are_refused_with_the_reason() {
    let scaled = clip("hanim", "scale.x3dv");
    let clip = read("walk.bvh", BVH);
    let refused = marey_write::bvh(&clip, 1, &BvhOptions::default()).unwrap_err();
    assert_eq!(refused.to_string(), "there is no behaviour 1: the clip has 1");
    let refused = marey_write::bvh(&scaled, 0, &BvhOptions::default()).unwrap_err();
    assert!(refused.to_string().ends_with("` is scaled, which BVH cannot store"), "{refused}");
}

#[test]
fn a_figure_that_hangs_from_a_site_is_written_with_a_joint_there() {
    let clip = clip("arrays", "without_root");
    assert_eq!(clip.skeleton.kinds()[0], JointKind::Site);
    let found = read("a.bvh", marey_write::bvh(&clip, 0, &BvhOptions::default()).unwrap());
    assert_eq!(found.skeleton.len(), clip.skeleton.len());
    let frames = clip.behaviours[0].motion.frame_count();
    for frame in [0, frames / 2, frames - 1] {
        // A BVH lists joints depth first.
        for (name, place) in clip.skeleton.names().iter().zip(places(&clip, 0, frame)) {
            let same = found.skeleton.find(name).unwrap_or(0);
            assert!(places(&found, 0, frame)[same].distance(place) < 1e-3, "{name}");
        }
    }
}
