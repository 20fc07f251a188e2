//! Interpolation of rotations between two frames.

use glam::{Quat, Vec4};

use crate::lanes::{columns_of, lanes_of};

/// Above this cosine of the angle between two quaternions (less than 5.1° apart, nearly all captured motion) the normalised chord
/// differs from the arc at constant speed by less than 3e-6 rad. Longer arcs are halved until they are that short.
const CHORD_IS_ENOUGH: f32 = 0.999;

/// The rotation at fraction `t` of the shortest arc from `a` to `b` (unit quaternions), within 3e-6 rad (tested).
#[inline]
pub fn mix_rotations(a: Quat, b: Quat, t: f32) -> Quat {
    let dot = a.dot(b);
    // q and -q are the same rotation: take the nearer one.
    let b = if dot < 0.0 { -b } else { b };
    let (mut a, mut b, mut t, mut dot) = (a, b, t, dot.abs());
    // Six halvings shorten half a turn enough.
    for _ in 0..6 {
        if dot > CHORD_IS_ENOUGH {
            break;
        }
        let middle = (a + b).normalize();
        (a, b, t) = if t < 0.5 { (a, middle, 2.0 * t) } else { (middle, b, 2.0 * t - 1.0) };
        dot = a.dot(b);
    }
    (a * (1.0 - t) + b * t).normalize()
}

/// Writes [`mix_rotations`] of `joints` in the frames before and after into the pose. Joints past its end are skipped.
#[inline(never)]
pub fn mix_frames(joints: &[u16], from: &[Quat], to: &[Quat], t: f32, pose: &mut [Quat]) {
    let ((fours, last), (a, last_a), (b, last_b)) = (joints.as_chunks(), from.as_chunks(), to.as_chunks());
    for ((joints, a), b) in fours.iter().zip(a).zip(b) {
        match mix_four(lanes_of(a), lanes_of(b), t) {
            Some(mixed) => {
                let [a, b, c, d] = columns_of(mixed).map(Quat::from_vec4);
                let [of_a, of_b, of_c, of_d] = *joints;
                put(pose, of_a, a);
                put(pose, of_b, b);
                put(pose, of_c, c);
                put(pose, of_d, d);
            }
            None => mix_one_by_one(joints, a, b, t, pose),
        }
    }
    mix_one_by_one(last, last_a, last_b, t, pose);
}

#[inline(never)]
fn mix_one_by_one(joints: &[u16], from: &[Quat], to: &[Quat], t: f32, pose: &mut [Quat]) {
    for ((&joint, &a), &b) in joints.iter().zip(from).zip(to) {
        put(pose, joint, mix_rotations(a, b, t));
    }
}

#[inline(always)]
fn put(pose: &mut [Quat], joint: u16, rotation: Quat) {
    if let Some(slot) = pose.get_mut(usize::from(joint)) {
        *slot = rotation;
    }
}

/// The normalised chords of four arcs; `None` if one of the arcs is too long.
#[inline(always)]
fn mix_four([ax, ay, az, aw]: [Vec4; 4], [bx, by, bz, bw]: [Vec4; 4], t: f32) -> Option<[Vec4; 4]> {
    let dot = (ax * bx + ay * by) + (az * bz + aw * bw);
    if !dot.abs().cmpgt(Vec4::splat(CHORD_IS_ENOUGH)).all() {
        return None;
    }
    let (rest, part) = (Vec4::splat(1.0 - t), Vec4::splat(t).copysign(dot));
    let [x, y, z, w] = [ax * rest + bx * part, ay * rest + by * part, az * rest + bz * part, aw * rest + bw * part];
    let scale = Vec4::ONE / ((x * x + y * y) + (z * z + w * w)).sqrt();
    Some([x * scale, y * scale, z * scale, w * scale])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn four_at_once_agree_with_one_by_one() {
        let mut random = Random(0x0BAD_5EED);
        for round in 0..20_000_u16 {
            let count = usize::from(round % 11);
            let joints: Vec<u16> = (0..count as u16).map(|joint| (joint * 7 + round) % 13).collect();
            let from: Vec<Quat> = joints.iter().map(|_| random.rotation()).collect();
            // Mostly near rotations, as in captured motion, some with opposite sign, and some far ones.
            let to: Vec<Quat> = from
                .iter()
                .map(|&from| match random.below(20) {
                    0 => random.rotation(),
                    1 => from,
                    kind => {
                        let near = from * Quat::from_scaled_axis(random.vector() * 0.05);
                        if kind < 10 { -near } else { near }
                    }
                })
                .collect();
            let t = random.signed().abs();
            // One joint fewer than named.
            let (mut all, mut plain) = ([Quat::IDENTITY; 12], [Quat::IDENTITY; 12]);
            mix_frames(&joints, &from, &to, t, &mut all);
            mix_one_by_one(&joints, &from, &to, t, &mut plain);
            for (all, plain) in all.iter().zip(&plain) {
                assert!((*all - *plain).length() < 1e-6, "{all} is not {plain}");
            }
        }
    }

    #[test]
    fn lists_are_read_to_the_end_of_the_shortest() {
        let mut pose = [Quat::IDENTITY; 6];
        let turned = Quat::from_rotation_x(0.05);
        mix_frames(&[0, 1, 2, 3, 4, 5], &[turned; 5], &[turned; 6], 0.5, &mut pose);
        assert!(pose[..4].iter().all(|rotation| rotation.abs_diff_eq(turned, 1e-6)), "{pose:?}");
        assert_eq!(pose[5], Quat::IDENTITY);
    }
}
