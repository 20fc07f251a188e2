//! First uses of the crate, from outside of it.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::model::Clip;
use marey::write::{BvhOptions, Excerpt, GltfOptions, Moments, bvh, excerpt, glb};
use marey::{Limits, formats};

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
    let cut = clip.cut(Moments::Seconds(0.5..=1.5)).unwrap();
    assert_eq!((cut.behaviours[0].motion.frame_count(), cut.behaviours[0].motion.duration()), (3, 1.0));
    assert_eq!(clip.resample(10.0).unwrap().behaviours[0].motion.frame_count(), 21);
    assert_eq!(
        formats::parse("wave.bvh", clip.to_bvh().unwrap().as_bytes(), Limits::default()).unwrap().skeleton.len(),
        2
    );
    assert_eq!(clip.positions(0, 0).unwrap()[1].to_array(), [0.0, 100.0, 0.0]);
}
