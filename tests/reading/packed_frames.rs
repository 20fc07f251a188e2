//! Motions too large to be kept in full precision: rotations take half the memory, and no joint of a real motion is off
//! by a hundredth of a millimetre. `MAREY_CORPUS` names a folder with `corpus/<format>/`; without it this is ignored.

use crate::framing::clips;
use marey::model::{Bounds, Clip, Frames, Motion, Skeleton};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey_stage::pack::{unpack, unpack_with};
use support::fuzz::packed;
use support::runs::corpus;

/// Every joint's position at a moment, file units.
fn places(skeleton: &Skeleton, motion: &Motion, seconds: f64) -> Vec<glam::Vec3> {
    let mut pose = Pose::rest(skeleton);
    sample(motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(skeleton, glam::Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|matrix| matrix.translation.into()).collect()
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn packed_motions_are_exact_to_a_hundredth_of_a_millimetre() {
    let mut worst = (0.0, String::new());
    let mut count = 0;
    for (name, clip) in clips(&corpus()) {
        let bytes = packed(&clip);
        let whole = unpack(&bytes).unwrap().clip;
        let mut small = |clip: &mut Clip, index: usize, frames: Frames<'_>| {
            clip.behaviours[index].motion.append_packed(frames).unwrap();
            Ok(())
        };
        let small = unpack_with(&bytes, &mut small).unwrap().clip;
        let rest = Pose::rest(&clip.skeleton);
        let mut body = Bounds::EMPTY;
        rest.world.iter().for_each(|matrix| body.include(matrix.translation.into()));
        let height = body.size().max_element();
        for (a, b) in whole.behaviours.iter().zip(&small.behaviours) {
            assert!(a.motion.rotations().joints().is_empty() || b.motion.bytes() < a.motion.bytes(), "{name}");
            count += 1;
            for step in 0..=40 {
                let seconds = a.motion.duration() * f64::from(step) / 40.0;
                let [a, b] = [&a.motion, &b.motion].map(|motion| places(&clip.skeleton, motion, seconds));
                let off = a.iter().zip(&b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                // Scaled to the height of a person.
                let millimetres = off / height * 1800.0;
                if millimetres > worst.0 {
                    worst = (millimetres, format!("{name} at {seconds} s"));
                }
            }
        }
    }
    eprintln!("{count} motions, at worst {} mm: {}", worst.0, worst.1);
    assert!(count > 80, "{count} motions");
    assert!(worst.0 < 0.01, "{} mm: {}", worst.0, worst.1);
}
