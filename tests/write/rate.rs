//! A motion with uneven keys, resampled for a format with one frame time, does what the keys say.

use glam::Affine3A;
use marey::body::off_body;
use marey::model::{Clip, Time};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey_write::{Choice, Conversion, Target, TargetOptions, convert};

use crate::clips::read;
use support::read_set;
use support::runs::corpus;

/// An arm of 0.7 m that is thrown up within 0.15 s of 1.9 s. The keys are hundredths of the duration: no common rate has frames at all of them.
fn throw() -> Clip {
    read(
        "throw.x3d",
        "<X3D profile='Full' version='4.0'><Scene>
         <HAnimHumanoid DEF='h' name='h' skeletalConfiguration='BASIC' version='2.0'>
         <HAnimJoint DEF='root' name='humanoid_root' center='0 0.9 0' containerField='skeleton'>
         <HAnimJoint DEF='shoulder' name='l_shoulder' center='0.2 1.4 0'>
         <HAnimJoint DEF='wrist' name='l_radiocarpal' center='0.2 0.7 0'/></HAnimJoint></HAnimJoint>
         </HAnimHumanoid>
         <TimeSensor DEF='t' cycleInterval='1.9' loop='true'/>
         <OrientationInterpolator DEF='i' key='0 0.41 0.49 1' keyValue='0 0 1 0 0 0 1 0.3 0 0 1 1.8 0 0 1 0'/>
         <ROUTE fromNode='t' fromField='fraction_changed' toNode='i' toField='set_fraction'/>
         <ROUTE fromNode='i' fromField='value_changed' toNode='shoulder' toField='set_rotation'/>
         </Scene></X3D>",
    )
}

/// The greatest distance, in the clip's unit, of a joint from its place in the file that is read back, at any of 2,000 moments, and the rate
/// that was chosen. `rate`: one that is asked for.
fn farthest(clip: &Clip, target: Target, rate: Option<f64>) -> (f32, Option<f64>) {
    let mut options = Conversion::default();
    options.rate = rate;
    let (part, choices) = convert(clip, target, &options).unwrap();
    let files = target.files(&part, &TargetOptions::default()).unwrap();
    let files: Vec<_> = target.extensions().iter().map(|extension| format!("a.{extension}")).zip(files).collect();
    let back = read_set(&files).remove(0).1.unwrap();
    let off_body = off_body(&clip.skeleton);
    let name = |name: &str| name.replace(|letter: char| !letter.is_alphanumeric(), "_");
    let pairs: Vec<(usize, usize)> = (0..clip.skeleton.len())
        .filter(|joint| !off_body[*joint] && !clip.skeleton.kinds()[*joint].is_point())
        .filter_map(|joint| {
            let own = name(&clip.skeleton.names()[joint]);
            Some((joint, back.skeleton.names().iter().position(|other| name(other) == own)?))
        })
        .collect();
    assert!(pairs.len() > 1, "{pairs:?}");
    let end = back.behaviours[0].motion.duration();
    let mut poses = [Pose::rest(&clip.skeleton), Pose::rest(&back.skeleton)];
    let mut farthest = 0.0_f32;
    for moment in 0..2000 {
        for (pose, clip) in poses.iter_mut().zip([clip, &back]) {
            let seconds = end * f64::from(moment) / 2000.0;
            sample(&clip.behaviours[0].motion, seconds, Interpolation::Linear, pose);
            world_matrices(&clip.skeleton, Affine3A::IDENTITY, pose);
        }
        let [own, other] = &poses;
        let distances = pairs.iter().map(|(a, b)| own.world[*a].translation.distance(other.world[*b].translation));
        farthest = distances.fold(farthest, f32::max);
    }
    let rate = choices.iter().find_map(|choice| if let Choice::Rate(rate) = choice { Some(*rate) } else { None });
    (farthest, rate)
}

#[test]
fn no_key_is_cut_short_by_even_frames() {
    let (at_30, _) = farthest(&throw(), Target::Bvh, Some(30.0));
    assert!(at_30 > 0.01, "{at_30} m");
    for target in [Target::Bvh, Target::Asf] {
        let (distance, rate) = farthest(&throw(), target, None);
        assert!(distance < 1e-3, "{target:?}: {distance} m");
        // The lowest rate from 30 on with frames at each hundredth of 1.9 s.
        assert!((rate.unwrap() - 100.0 / 1.9).abs() < 1e-9, "{target:?}: {rate:?}");
    }
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_keys_are_not_cut_short() {
    let mut count = 0;
    for (name, clip) in crate::corpus::clips(&corpus().join("corpus").join("hanim")) {
        let Some(motion) = clip.behaviours.first().map(|first| &first.motion) else { continue };
        let Time::Keys(keys) = motion.time() else { continue };
        // Two keys at a moment are a jump, which no frames show.
        let jumps = keys.windows(2).any(|pair| pair[1] - pair[0] < 1e-3);
        if jumps || motion.even_rate().is_none() {
            continue;
        }
        let (distance, rate) = farthest(&clip, Target::Bvh, None);
        assert!(distance < 1e-3, "{name}: {distance} m at {rate:?}");
        count += 1;
    }
    assert!(count > 3, "{count}");
}
