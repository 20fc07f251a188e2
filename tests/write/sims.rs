//! The Sims' skeletons and motions.

use marey::model::Format;
use marey_write::{AnimEvent, AnimOptions, Sampling, SkelBone, SkelOptions, WriteError};

use crate::clips::{each, read, read_set};
use crate::tally::{SCALED, Tally};
use crate::world::{compare, is_body, paired, places, upright_places};

#[test]
fn written_sims_files_read_back_the_same() {
    let mut tally = Tally::default();
    each(|name, clip, behaviour| {
        // The games have one rate.
        let clip = &mut clip.clone();
        clip.behaviours[behaviour].motion.set_frame_time(1.0 / 30.0);
        let Some(skeleton) = tally.take(name, marey_write::skel(clip, &SkelOptions::default())) else { return };
        let Some(motion) = tally.take(name, marey_write::anim(clip, behaviour, &AnimOptions::default())) else {
            return;
        };
        let found = read_set(&[("written.skel", &skeleton), ("written.anim", &motion)]);
        let (own, read) = (&clip.skeleton, &found.skeleton);
        let is_body = is_body(own);
        let written: Vec<usize> = (0..own.len()).filter(|joint| is_body(*joint)).collect();
        let pairs = paired(name, own, read, &written, &marey_write::names(own, Format::Skel));
        // Metres become thirds of a metre.
        let factor = clip.source.metres_per_unit.map_or(1.0, |metres| metres * 3.0);
        compare(name, (clip, behaviour, upright_places), &found, &pairs, factor);
    });
    tally.check(850, &[("scale", &[&["displaced.x3d"], SCALED].concat())]);
}

#[test]
fn a_motion_of_another_rate_is_refused_or_resampled() {
    let clip = read("walk.bvh", BVH);
    let refused = marey_write::anim(&clip, 0, &AnimOptions::default());
    assert_eq!(refused, Err(WriteError::FixedRate { format: Format::Skel, frame_time: 0.1, rate: 30.0 }));
    let words = "SKEL plays 30 frames a second, and this motion has one every 0.1 s: choose that rate";
    assert_eq!(refused.unwrap_err().to_string(), words);
    let mut options = AnimOptions::default();
    options.sampling = Sampling::Rate(30.0);
    let skeleton = marey_write::skel(&clip, &SkelOptions::default()).unwrap();
    let found = read_set(&[("walk.skel", skeleton), ("walk.anim", marey_write::anim(&clip, 0, &options).unwrap())]);
    // 0.2 s are six steps. The height goes from 90 to 100 to 80 in two of a tenth.
    let heights: Vec<f64> = (0..7).map(|frame| places(&found, 0, frame)[0].y).collect();
    let expected = [90.0, 93.0 + 1.0 / 3.0, 96.0 + 2.0 / 3.0, 100.0, 93.0 + 1.0 / 3.0, 86.0 + 2.0 / 3.0, 80.0];
    assert_eq!(found.behaviours[0].motion.frame_count(), 7);
    assert!(heights.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{heights:?}");
}

#[test]
fn bones_have_properties_and_flags_and_tracks_have_events() {
    let clip = read("walk.bvh", BVH);
    let pair = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let mut options = SkelOptions::default();
    options.name = Some("adult".to_owned());
    options.bones =
        vec![SkelBone { joint: 1, properties: pair("name", "adult"), can: [true, false, true], wiggle: [0.5, 2.0] }];
    let skeleton = marey_write::skel(&clip, &options).unwrap();
    let mut options = AnimOptions::default();
    options.sampling = Sampling::Rate(30.0);
    (options.distance, options.moving) = (1.5, true);
    options.events = vec![AnimEvent { joint: 1, milliseconds: 100, properties: pair("footstep", "L") }];
    let found = read_set(&[("walk.skel", skeleton), ("walk.anim", marey_write::anim(&clip, 0, &options).unwrap())]);
    assert_eq!(found.source.channels.join(", "), "translate rotate blend, translate blend, rotate blend");
    let note = |heading: &str| &found.about.notes.iter().find(|(known, _)| known == heading).unwrap().1;
    assert_eq!((note("Name").as_str(), note("Properties").as_str()), ("adult", "Leg: name = adult"));
    assert_eq!((note("Wiggle (value / power)").as_str(), note("Distance").as_str()), ("Leg: 0.5 / 2", "1.5"));
    assert_eq!((note("Moves on").as_str(), note("Animation").as_str()), ("yes", "walk"));
    let marks: Vec<_> = found.about.marks.iter().map(|mark| (mark.joint, mark.first, mark.text.as_str())).collect();
    assert_eq!(marks, [(Some(1), 3, "footstep L")]);
}

/// A root that moves, a joint that turns, and an end.
const BVH: &[u8] = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition
    JOINT Leg { OFFSET 0 -40 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -45 0 } } }
    MOTION
    Frames: 3
    Frame Time: 0.1
    0 90 0 0
    0 100 0 30
    0 80 0 0";
