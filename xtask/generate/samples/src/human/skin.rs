//! The standard human: the figure of level 2 in a skin that bends at its joints. The trunk, each limb and each finger is a tube of rings;
//! where limbs begin, they are inside the trunk.

use std::f64::consts::FRAC_1_SQRT_2;

use anyhow::{Context, Result};
use glam::DVec3;
use marey::model::{Skeleton, Skin, SkinCorner, SkinParts};

use super::flesh::{along, level, upright};
use super::{Human, places};
use crate::mesh::{Mesh, Ring, tube};

/// Share of a bone beside a joint in which the skin follows both bones.
const BENDS: f64 = 0.22;
const SIDES: usize = 14;
const SIDES_OF_FINGERS: usize = 6;

/// Joints that move a ring, and their weights, which sum to 1.
type Weights = Vec<(usize, f64)>;

/// A ring on a bone: number of the bone, then as [`along`].
type LimbRing = (usize, [f64; 4]);

/// The skin of a figure, whose skeleton is `skeleton`.
pub fn skin(human: &Human, skeleton: &Skeleton) -> Result<Skin> {
    let mut parts = SkinParts::default();
    let mut add = |rings: &[(Ring, Weights)], sides: usize, both: bool| {
        let (rings, weights): (Vec<Ring>, Vec<Weights>) = rings.iter().cloned().unzip();
        let mesh = tube(&rings, sides);
        if both {
            let right = weights.iter().map(|one| one.iter().map(|(joint, w)| (opposite(human, *joint), *w)).collect());
            append(&mut parts, &mesh.mirrored(), &right.collect::<Vec<_>>(), sides);
        }
        append(&mut parts, &mesh, &weights, sides);
    };
    let joint = |name: &str| human.joint(name).with_context(|| format!("the figure has no {name}"));
    add(&trunk(human), 18, false);
    let head = joint("skullbase")?;
    add(&HEAD.map(|ring| (level(ring), vec![(head, 1.0)])), SIDES, false);
    let bones = |names: &[&str]| names.iter().map(|name| joint(name)).collect::<Result<Vec<_>>>();
    let mut arm = limb(human, &bones(ARM.0)?, ARM.1, ARM.2)?;
    // At the shoulder, half-way between the directions of the collarbone and of the arm.
    let shoulder = Ring {
        at: human.joints[joint("l_shoulder")?].centre,
        wide: DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0) * 0.046,
        deep: DVec3::Z * 0.053,
    };
    arm.insert(2, (shoulder, bend(&bones(ARM.0)?, 1, 0.0)));
    add(&arm, SIDES, true);
    add(&limb(human, &bones(LEG.0)?, LEG.1, LEG.2)?, SIDES, true);
    let [ankle, toes] = [joint("l_talocrural")?, joint("l_metatarsophalangeal_2")?];
    let foot = FOOT.map(|(toe, ring)| {
        let weights = [(ankle, 1.0 - toe), (toes, toe)].into_iter().filter(|(_, weight)| *weight > 0.0);
        (upright(ring), weights.collect())
    });
    add(&foot, SIDES, true);
    let tip = places(super::SITES);
    for (finger, thick) in [(1, 0.0125), (2, 0.0108), (3, 0.0112), (4, 0.0108), (5, 0.0095)] {
        let chain: [&str; 3] = if finger == 1 {
            ["carpometacarpal", "metacarpophalangeal", "carpal_interphalangeal"]
        } else {
            ["metacarpophalangeal", "carpal_proximal_interphalangeal", "carpal_distal_interphalangeal"]
        };
        let mut bones = vec![joint("l_radiocarpal")?];
        for name in chain {
            bones.push(joint(&format!("l_{name}_{finger}"))?);
        }
        let mut ends: Vec<DVec3> = bones.iter().map(|bone| human.joints[*bone].centre).collect();
        ends.push(tip(&format!("l_carpal_distal_phalanx_{finger}")));
        let rings = FINGER.map(|(bone, part, w)| {
            let ring = along(ends[bone], ends[bone + 1], &[[part, 0.0, w * thick, w * thick]])[0];
            (ring, bend(&bones, bone, part))
        });
        add(&rings, SIDES_OF_FINGERS, true);
    }
    Ok(Skin::new("human", parts, skeleton)?)
}

/// The joint on the other side.
fn opposite(human: &Human, joint: usize) -> usize {
    let name = &human.joints[joint].name;
    name.strip_prefix("l_").and_then(|rest| human.joint(&format!("r_{rest}"))).unwrap_or(joint)
}

/// Adds a tube, `sides` points for each of the rings with these weights, and one at both ends.
fn append(parts: &mut SkinParts, mesh: &Mesh, weights: &[Weights], sides: usize) {
    let first = parts.corners.len() as u32;
    let normals = normals(mesh);
    for (index, (point, normal)) in mesh.points.iter().zip(normals).enumerate() {
        let ends = index.checked_sub(weights.len() * sides).map(|end| if end == 0 { 0 } else { weights.len() - 1 });
        let weights = &weights[ends.unwrap_or(index / sides)];
        let entries = parts.influences.len() as u32;
        parts.influences.extend(weights.iter().map(|(joint, weight)| [*weight as f32, 0.0, 0.0, *joint as f32]));
        parts.corners.push(SkinCorner {
            position: point.as_vec3(),
            normal: normal.as_vec3(),
            first: entries,
            influences: weights.len() as u16,
            ..SkinCorner::default()
        });
    }
    for face in &mesh.faces {
        for pair in face[1..].windows(2) {
            parts.triangles.push([face[0], pair[0], pair[1]].map(|corner| first + corner as u32));
        }
    }
}

/// The mean direction of the faces around each point.
fn normals(mesh: &Mesh) -> Vec<DVec3> {
    let mut all = vec![DVec3::ZERO; mesh.points.len()];
    for face in &mesh.faces {
        let [a, b, c] = [face[0], face[1], face[2]].map(|corner| mesh.points[corner]);
        let normal = (b - a).cross(c - a);
        face.iter().for_each(|corner| all[*corner] += normal);
    }
    all.into_iter().map(|normal| normal.normalize_or(DVec3::Y)).collect()
}

/// The rings of a limb, along bones that begin at `bones` and end at the next one, the last at `end`.
fn limb(human: &Human, bones: &[usize], end: &str, rings: &[LimbRing]) -> Result<Vec<(Ring, Weights)>> {
    let end = human.joint(end).with_context(|| format!("the figure has no {end}"))?;
    let ends: Vec<DVec3> = bones.iter().chain([&end]).map(|joint| human.joints[*joint].centre).collect();
    let ring = |(bone, ring): &LimbRing| {
        (along(ends[*bone], ends[*bone + 1], std::slice::from_ref(ring))[0], bend(bones, *bone, ring[0]))
    };
    Ok(rings.iter().map(ring).collect())
}

/// The weights of a ring at a part of a bone's length.
fn bend(bones: &[usize], bone: usize, part: f64) -> Weights {
    // 0.5 at the joint, 1 inside the bone.
    let share = |part: f64| {
        let at = (part / BENDS * 0.5 + 0.5).clamp(0.0, 1.0);
        (at * at * (3.0 - 2.0 * at) * 100.0).round() / 100.0
    };
    let (own, other) = match (bone.checked_sub(1), bones.get(bone + 1)) {
        (Some(before), _) if part < BENDS => (share(part), Some(bones[before])),
        (_, Some(next)) if part > 1.0 - BENDS => (share(1.0 - part), Some(*next)),
        _ => (1.0, None),
    };
    let all = [(bones[bone], own), (other.unwrap_or(bones[bone]), 1.0 - own)];
    all.into_iter().filter(|(_, weight)| *weight > 0.0).collect()
}

/// The trunk and the neck. Each joint of the spine moves the skin most half-way to the next one.
fn trunk(human: &Human) -> Vec<(Ring, Weights)> {
    let joints = ["sacroiliac", "vl5", "vl3", "vl1", "vt10", "vt6", "vt1", "vc4", "vc2"];
    let spine: Vec<usize> = joints.iter().filter_map(|name| human.joint(name)).collect();
    let height = |joint: usize| human.joints[joint].centre.y;
    let middles: Vec<f64> = spine.windows(2).map(|pair| (height(pair[0]) + height(pair[1])) / 2.0).collect();
    let weights = |y: f64| {
        let after = middles.partition_point(|middle| *middle < y);
        let Some(before) = after.checked_sub(1) else { return vec![(spine[0], 1.0)] };
        let Some(next) = middles.get(after) else { return vec![(spine[before], 1.0)] };
        let part = ((y - middles[before]) / (next - middles[before]) * 100.0).round() / 100.0;
        vec![(spine[before], 1.0 - part), (spine[after], part)]
    };
    TRUNK.iter().map(|ring| (level(*ring), weights(ring[0]))).collect()
}

/// From the crotch to the upper neck; see [`level`].
const TRUNK: [[f64; 4]; 22] = [
    [0.815, 0.0, 0.06, 0.06],
    [0.84, -0.004, 0.12, 0.098],
    [0.875, -0.01, 0.155, 0.118],
    [0.92, -0.013, 0.165, 0.124],
    [0.96, -0.012, 0.16, 0.117],
    [1.0, -0.007, 0.147, 0.107],
    [1.04, -0.003, 0.136, 0.1],
    [1.08, 0.0, 0.129, 0.095],
    [1.13, 0.0, 0.127, 0.093],
    [1.18, 0.001, 0.131, 0.096],
    [1.23, 0.002, 0.14, 0.104],
    [1.28, 0.004, 0.15, 0.112],
    [1.33, 0.004, 0.159, 0.116],
    [1.37, 0.0, 0.163, 0.115],
    [1.405, -0.006, 0.158, 0.108],
    [1.435, -0.013, 0.142, 0.094],
    [1.458, -0.02, 0.115, 0.078],
    [1.476, -0.026, 0.085, 0.065],
    [1.495, -0.029, 0.066, 0.058],
    [1.52, -0.027, 0.056, 0.055],
    [1.55, -0.02, 0.053, 0.053],
    [1.59, -0.012, 0.05, 0.052],
];

const HEAD: [[f64; 4]; 11] = [
    [1.53, 0.05, 0.022, 0.02],
    [1.54, 0.042, 0.037, 0.037],
    [1.555, 0.033, 0.047, 0.052],
    [1.58, 0.017, 0.058, 0.072],
    [1.61, 0.005, 0.067, 0.085],
    [1.64, -0.003, 0.073, 0.092],
    [1.67, -0.007, 0.075, 0.095],
    [1.70, -0.009, 0.071, 0.09],
    [1.722, -0.009, 0.06, 0.076],
    [1.738, -0.008, 0.043, 0.055],
    [1.747, -0.008, 0.023, 0.03],
];

/// Joints at which the bones of a limb begin, the joint at the end of the last one, and the rings.
type Limb = (&'static [&'static str], &'static str, &'static [LimbRing]);

const ARM: Limb = (
    &["l_sternoclavicular", "l_shoulder", "l_elbow", "l_radiocarpal"],
    "l_metacarpophalangeal_3",
    &[
        (0, [0.42, 0.0, 0.034, 0.05]),
        (0, [0.76, 0.0, 0.038, 0.052]),
        (1, [0.13, 0.0, 0.048, 0.053]),
        (1, [0.25, 0.001, 0.047, 0.052]),
        (1, [0.45, 0.002, 0.044, 0.048]),
        (1, [0.7, 0.002, 0.041, 0.043]),
        (1, [0.86, 0.001, 0.038, 0.04]),
        (1, [0.96, -0.002, 0.037, 0.039]),
        (2, [0.05, 0.0, 0.038, 0.04]),
        (2, [0.15, 0.0, 0.04, 0.042]),
        (2, [0.3, 0.0, 0.04, 0.042]),
        (2, [0.6, 0.0, 0.033, 0.035]),
        (2, [0.85, 0.0, 0.025, 0.029]),
        (2, [0.98, 0.0, 0.021, 0.028]),
        (3, [0.2, -0.002, 0.019, 0.032]),
        (3, [0.5, -0.006, 0.019, 0.042]),
        (3, [0.8, -0.01, 0.016, 0.048]),
        (3, [1.02, -0.012, 0.012, 0.046]),
    ],
);

const LEG: Limb = (
    &["sacroiliac", "l_hip", "l_knee", "l_talocrural"],
    "l_metatarsophalangeal_2",
    &[
        (1, [-0.02, 0.0, 0.06, 0.058]),
        (1, [0.05, 0.0, 0.074, 0.074]),
        (1, [0.12, 0.002, 0.08, 0.085]),
        (1, [0.22, 0.004, 0.08, 0.09]),
        (1, [0.42, 0.008, 0.071, 0.081]),
        (1, [0.7, 0.005, 0.058, 0.066]),
        (1, [0.86, 0.004, 0.053, 0.058]),
        (1, [0.96, 0.004, 0.051, 0.056]),
        (2, [0.04, 0.003, 0.05, 0.055]),
        (2, [0.14, -0.006, 0.053, 0.058]),
        (2, [0.28, -0.015, 0.055, 0.06]),
        (2, [0.48, -0.013, 0.047, 0.051]),
        (2, [0.72, -0.004, 0.036, 0.039]),
        (2, [0.9, 0.0, 0.031, 0.036]),
        (2, [1.0, 0.0, 0.031, 0.037]),
    ],
);

/// From the heel on: the share of the toes' joint, then as [`upright`].
const FOOT: [(f64, [f64; 4]); 11] = [
    (0.0, [-0.112, 0.108, 0.02, 0.02]),
    (0.0, [-0.1, 0.108, 0.031, 0.03]),
    (0.0, [-0.07, 0.109, 0.037, 0.044]),
    (0.0, [-0.035, 0.11, 0.038, 0.046]),
    (0.0, [0.0, 0.112, 0.041, 0.037]),
    (0.15, [0.04, 0.116, 0.046, 0.027]),
    (0.5, [0.066, 0.118, 0.048, 0.02]),
    (0.85, [0.09, 0.119, 0.048, 0.017]),
    (1.0, [0.115, 0.117, 0.044, 0.014]),
    (1.0, [0.132, 0.113, 0.034, 0.011]),
    (1.0, [0.141, 0.111, 0.022, 0.008]),
];

/// Number of the bone from the wrist's on, part of its length, and thickness.
const FINGER: [(usize, f64, f64); 8] = [
    (1, 0.05, 1.0),
    (1, 0.5, 1.0),
    (1, 0.92, 0.98),
    (2, 0.12, 0.96),
    (2, 0.9, 0.9),
    (3, 0.12, 0.88),
    (3, 0.6, 0.8),
    (3, 0.88, 0.6),
];
