//! First uses of the crate, from outside of it.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::model::Clip;
use marey::{Limits, formats};
use marey_write::{BvhOptions, Excerpt, GltfOptions, Moments, WriteClip, bvh, excerpt, glb};

const BVH: &[u8] = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation End Site { OFFSET 0 10 0 } }
    MOTION\nFrames: 5\nFrame Time: 0.5\n0\n10\n20\n30\n40\n";

fn clip() -> Clip {
    formats::parse("wave.bvh", BVH, Limits::default()).unwrap()
}

#[test]
fn options_are_made_with_setters() {
    let text = bvh(&clip(), 0, &BvhOptions::default().portable(true).angle_decimals(1)).unwrap();
    assert!(text.contains("Frame Time: 0.5\n"), "{text}");
    assert!(!glb(&clip(), &GltfOptions::default().mesh(false)).unwrap().is_empty());
    let wanted = Excerpt::default().moments(Moments::Frames(1..=2)).rate(None).behaviour(0);
    assert_eq!(excerpt(&clip(), &wanted).unwrap().behaviours[0].motion.frame_count(), 2);
    let refused = formats::parse("wave.bvh", BVH, Limits::default().frames(2));
    assert_eq!(refused.unwrap_err().code(), "bvh.too-many-frames");
}

#[test]
fn a_clip_is_cut_resampled_and_written() {
    let clip = clip();
    let cut = clip.cut(0.5..=1.5).unwrap();
    assert_eq!((cut.behaviours[0].motion.frame_count(), cut.behaviours[0].motion.duration()), (3, 1.0));
    assert_eq!(clip.resample(10.0).unwrap().behaviours[0].motion.frame_count(), 21);
    assert_eq!(
        formats::parse("wave.bvh", clip.to_bvh().unwrap().as_bytes(), Limits::default()).unwrap().skeleton.len(),
        2
    );
    assert_eq!(clip.positions(0, 0).unwrap()[1].to_array(), [0.0, 100.0, 0.0]);
}

#[test]
fn a_clip_is_mirrored() {
    let text = "HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation
        JOINT LeftLeg { OFFSET 10 0 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -90 0 } }
        JOINT RightLeg { OFFSET -10 0 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -90 0 } } }
        MOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n0 -60 10";
    let clip = formats::parse("step.bvh", text.as_bytes(), Limits::default()).unwrap();
    let mirrored = clip.mirror().unwrap();
    let [before, after] = [&clip, &mirrored].map(|clip| clip.positions(0, 1).unwrap());
    let [left, right] = ["LeftLeg", "RightLeg"].map(|name| clip.skeleton.find(name).unwrap() + 1);
    assert!(before[left].z > 50.0 && (after[right].z - before[left].z).abs() < 1e-3, "{after:?}");
    let refused = self::clip().mirror().unwrap_err();
    assert_eq!(refused.to_string(), "it cannot be mirrored: no left joint has a partner on the right");
}
