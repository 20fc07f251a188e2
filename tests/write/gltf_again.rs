//! What Marey writes as glTF it reads again: the same joints in the same places at every frame, and no mesh of bones as a skin.

use marey::model::{Axis, Format};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey_write::GltfOptions;

use crate::clips::clips;

/// How far a joint may be off, as a share of the figure's size in metres.
const TOLERANCE: f32 = 3e-6;

/// Positions of all joints at a moment, in metres, as the file has them.
fn places(clip: &marey::model::Clip, behaviour: usize, seconds: f64) -> Vec<glam::Vec3> {
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[behaviour].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
    (0..clip.skeleton.len()).map(|joint| pose.place(joint)).collect()
}

#[test]
fn glb_comes_back_with_the_same_joints_in_the_same_places() {
    let mut compared = 0;
    for (name, clip) in clips() {
        // Units and axes are converted, and scales become nodes of their own.
        let source = &clip.source;
        let is_plain = clip.skeleton.scaling().is_none() && source.up.is_none_or(|up| up == Axis::Y);
        if !is_plain || clip.skin.is_some() || clip.skeleton.kinds().iter().any(|kind| kind.name() == "site") {
            continue;
        }
        let Ok(bytes) = marey_write::glb(&clip, &GltfOptions::default()) else { continue };
        let again = match support::read_alone(&format!("{name}.glb"), &bytes) {
            Ok(again) => again,
            // A figure that nothing moves and that has no bones to draw is no figure to others.
            Err(refusal) if refusal.code() == "gltf.no-motion" => continue,
            Err(refusal) => panic!("{name}: {refusal}"),
        };
        assert_eq!(again.source.format, Format::Gltf);
        assert!(again.skin.is_none(), "{name}: the bones are a skin");
        let written = marey_write::names(&clip.skeleton, Format::Hanim);
        let found: Vec<&str> = again.skeleton.names().iter().map(|name| &**name).collect();
        assert_eq!(found, written, "{name}");
        assert_eq!(again.skeleton.parents(), clip.skeleton.parents(), "{name}");
        let metres = source.metres_per_unit.map_or(1.0, |metres| metres / source.length_factor) as f32;
        for (index, behaviour) in
            clip.behaviours.iter().enumerate().filter(|_| again.behaviours.len() == clip.behaviours.len())
        {
            for frame in 0..behaviour.motion.frame_count().min(20) {
                let seconds = behaviour.motion.frame_start(frame);
                let [own, read] = [places(&clip, index, seconds), places(&again, index, seconds)];
                let size = own.iter().map(|at| at.length()).fold(1e-6, f32::max) * metres;
                for (joint, (own, read)) in own.iter().zip(&read).enumerate() {
                    let off = (*own * metres).distance(*read);
                    assert!(
                        off <= TOLERANCE * size.max(1.0) * 10.0,
                        "{name}, frame {frame}, joint {joint}: {own} {read}"
                    );
                }
            }
        }
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}
