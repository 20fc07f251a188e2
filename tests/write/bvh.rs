//! BVH.

use marey::model::{Format, JointKind, PositionMode};
use marey::write::{self, BvhOptions, RotationOrder, Sampling, WriteError};

use crate::clips::{clip, each, read};
use crate::support::played;
use crate::tally::{SCALED, Tally, UNEVEN};
use crate::world::{compare, depth_first, paired, places};

#[test]
fn a_bvh_is_read_as_it_was_written() {
    let mut tally = Tally::default();
    each(|name, clip, behaviour| {
        let Some(text) = tally.take(name, write::bvh(clip, behaviour, &BvhOptions::default())) else { return };
        let found = read(name, text);
        let skeleton = &clip.skeleton;
        let order = depth_first(clip, |joint| skeleton.kinds()[joint] != JointKind::Site);
        let pairs = paired(name, skeleton, &found.skeleton, &order, &write::names(skeleton, Format::Bvh));
        let duration = found.behaviours[0].motion.duration();
        assert!((clip.behaviours[behaviour].motion.duration() - duration).abs() < 1e-6, "{name}");
        compare(name, (clip, behaviour, places), &found, &pairs, 1.0);
    });
    tally.check(420, &[("scale", SCALED), ("uneven", UNEVEN)]);
}

/// Three joints, of which one turns about X alone and one not at all; positions that add to the offset.
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
    let text = write::bvh(&clip, 0, &BvhOptions::default()).unwrap();
    let expected = "HIERARCHY
ROOT Hips
{
\tOFFSET 0 90 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Leg
\t{
\t\tOFFSET 0 -40 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
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
3 91 0 11 19 33 0 40 0 0 0 0
";
    assert_eq!(text, expected);
    assert_eq!(read("walk.bvh", text).source.position_mode, Some(PositionMode::Replace));
}

#[test]
fn orders_are_chosen_and_still_channels_left_out() {
    let clip = read("walk.bvh", BVH);
    let mut options = BvhOptions::default();
    options.order = RotationOrder::Xyz;
    options.orders = vec![(1, RotationOrder::Yzx)];
    options.leave_out_still_channels = true;
    (options.length_decimals, options.angle_decimals) = (Some(1), Some(2));
    let text = write::bvh(&clip, 0, &options).unwrap();
    let channels: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("CHANNELS ")).collect();
    let root = "6 Xposition Yposition Zposition Xrotation Yrotation Zrotation";
    assert_eq!(channels, [root, "1 Xrotation", "0"]);
    let row: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert_eq!((row.len(), row[6]), (7, "40"));
    assert!(row.iter().all(|number| number.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2)), "{row:?}");
}

#[test]
fn sites_are_ends_where_they_are_asked_for() {
    let clip = clip("hanim", "sites.x3d");
    let ends = |options: &BvhOptions| {
        let found = read("sites.bvh", write::bvh(&clip, 0, options).unwrap());
        found.skeleton.kinds().iter().filter(|kind| kind.is_point()).count()
    };
    let count = |kind: JointKind| clip.skeleton.kinds().iter().filter(|known| **known == kind).count();
    assert!(count(JointKind::Site) > 0);
    let mut options = BvhOptions::default();
    assert_eq!(ends(&options), count(JointKind::EndSite));
    options.sites = true;
    assert_eq!(ends(&options), count(JointKind::EndSite) + count(JointKind::Site));
}

/// Frames at even moments are what a player shows then.
#[test]
fn uneven_frames_are_taken_at_a_rate() {
    let mut options = BvhOptions::default();
    options.sampling = Sampling::Rate(40.0);
    for name in UNEVEN {
        let clip = clip("hanim", name);
        let Ok(text) = write::bvh(&clip, 0, &options) else {
            assert_eq!(*name, "displaced.x3d", "this one is scaled, too");
            continue;
        };
        let found = read(name, text);
        let (motion, taken) = (&clip.behaviours[0].motion, &found.behaviours[0].motion);
        assert_eq!(taken.frame_count(), (motion.duration() * 40.0 + 1e-6) as usize + 1, "{name}");
        let order = depth_first(&clip, |joint| clip.skeleton.kinds()[joint] != JointKind::Site);
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
        assert!(matches!(write::bvh(&clip, 0, &options), Err(WriteError::BadRate { .. })), "{rate}");
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    let scaled = clip("hanim", "scale.x3dv");
    let clip = read("walk.bvh", BVH);
    let refused = write::bvh(&clip, 1, &BvhOptions::default()).unwrap_err();
    assert_eq!(refused.to_string(), "there is no behaviour 1: the clip has 1");
    let refused = write::bvh(&scaled, 0, &BvhOptions::default()).unwrap_err();
    assert!(refused.to_string().ends_with("` is scaled, and BVH has no scales"), "{refused}");
}
