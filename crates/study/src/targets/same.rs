//! Whether a figure has a rig already, so that its joints need new names at most.

use marey::body::{Rig, RigMatch, own_names};
use marey::checked::Checked;
use marey::glam::Vec3;
use marey::model::{Clip, Motion};

use super::table::TargetRig;
use super::tree::TargetJoint;

/// Smallest cosine between a limb and that of the rig at rest: 26 degrees. The legs of CMU's own figures are 20 degrees apart from the vertical.
const ALONG: f32 = 0.9;
/// A joint that moves farther from its parent, as a share of the figure's height, has no bone of a steady length.
const STEADY: f32 = 0.005;
/// The places of joints at the end of a limb's bone.
const LIMBS: [&str; 4] = ["shin", "foot", "fore", "hand"];

/// The joint of the clip for each joint of the rig. `None` where a joint is missing, hangs elsewhere or rests in another direction, where bones
/// change their lengths, and where there are joints that the rig has not.
pub(super) fn same_joints(
    target: &TargetRig,
    joints: &[TargetJoint],
    clip: &Clip,
    motion: &Motion,
) -> Option<Vec<usize>> {
    let rig = Rig::of_clip(clip);
    if rig.id != Some(target.rig) || rig.matched != RigMatch::Exact {
        return None;
    }
    let skeleton = &clip.skeleton;
    let own: Vec<Option<String>> = own_names(skeleton).into_iter().map(|name| name.map(|name| key(&name))).collect();
    let found = |joint: &TargetJoint| own.iter().position(|name| name.as_deref() == Some(&key(&joint.name)));
    let found: Vec<usize> = joints.iter().map(found).collect::<Option<_>>()?;
    let others = own.iter().filter(|name| name.is_some()).count() - found.len();
    if others > 0 && !target.has_others {
        return None;
    }
    let of_rig = joints.iter().map(|joint| joint.parent.map(|parent| found.at(parent)));
    if !of_rig.eq(found.iter().map(|joint| skeleton.parent(*joint))) {
        return None;
    }
    let at_rest = skeleton.rest_positions();
    let bones = joints.iter().zip(&found).filter(|(joint, _)| LIMBS.contains(&joint.place));
    let along = |(joint, found): (&TargetJoint, &usize)| {
        let parent = joint.parent.zip(skeleton.parent(*found));
        parent.is_some_and(|(parent, own)| {
            let above = joints.get(parent).map_or(joint.axes, |above| above.axes);
            let from = joints.get(parent).map_or(Vec3::ZERO, |above| above.at);
            let wanted = (above.transpose() * (joint.at - from)).normalize_or_zero();
            // CMU's rig has joints without a bone in the hand.
            wanted == Vec3::ZERO || (at_rest.at(*found) - at_rest.at(own)).normalize_or_zero().dot(wanted) > ALONG
        })
    };
    let moves: Vec<usize> =
        joints.iter().zip(&found).filter(|(joint, _)| joint.moves).map(|(_, found)| *found).collect();
    let size = extent(&at_rest);
    (bones.into_iter().all(along) && is_steady(motion, &moves, STEADY * size)).then_some(found)
}

/// A name in small letters, with SMPL's sides as single letters, and with the older names of CMU's fingers as the newer ones.
fn key(name: &str) -> String {
    let low = name.to_lowercase();
    match low.as_str() {
        "lfingers" => return "lefthandindex1".to_owned(),
        "rfingers" => return "righthandindex1".to_owned(),
        _ => {}
    }
    for (word, letter) in [("left_", "l_"), ("right_", "r_")] {
        if let Some(rest) = low.strip_prefix(word) {
            return format!("{letter}{rest}");
        }
    }
    low
}

/// The longest edge of a box around points.
fn extent(points: &[Vec3]) -> f32 {
    let (low, high) =
        points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    (high - low).max_element()
}

/// Whether no joint but those of `moves` leaves its place below its parent.
fn is_steady(motion: &Motion, moves: &[usize], tolerance: f32) -> bool {
    let tracks = motion.translations();
    let still: Vec<usize> = tracks
        .joints()
        .iter()
        .enumerate()
        .filter(|(_, joint)| !moves.contains(&usize::from(**joint)))
        .map(|(slot, _)| slot)
        .collect();
    let first = tracks.row(0);
    (1..motion.frame_count()).all(|frame| {
        let row = tracks.row(frame);
        still.iter().all(|slot| row.at(*slot).distance(first.at(*slot)) <= tolerance)
    })
}
