//! The skin of the standard human: the generated body of the figure, which follows its own joints alone, so that a motion that is played on
//! it needs no more joints.

use anyhow::Result;
use marey::look::{body_of, plain_body};
use marey::model::{Axis, Motion, Skeleton, Skin, SkinCorner, SkinParts};

use super::Human;
use crate::clip;

/// Weights are hundredths, which makes the file smaller.
const STEPS: f32 = 100.0;
/// Frames in which the figure stands.
const STILL: usize = 16;

/// The skin of a figure whose skeleton is `skeleton`, in metres, Y up.
pub fn skin(human: &Human, skeleton: &Skeleton) -> Result<Skin> {
    let mut standing = clip::clip("human", skeleton.clone(), vec![("human", still(human, skeleton)?)]);
    (standing.source.metres_per_unit, standing.source.up) = (Some(1.0), Some(Axis::Y));
    let body = plain_body(&body_of(&standing)?, skeleton)?;
    let mut influences = Vec::new();
    let mut corners = Vec::new();
    for corner in body.corners() {
        let first = influences.len();
        influences.extend(rounded(body.influences_of(corner).0));
        let influences = (influences.len() - first) as u16;
        corners.push(SkinCorner { first: first as u32, influences, ..*corner });
    }
    let (binds, triangles) = (body.binds().to_vec(), body.triangles().to_vec());
    let parts = SkinParts { binds, influences, corners, triangles, ..SkinParts::default() };
    Ok(Skin::new("human", parts, skeleton)?)
}

/// Weights in whole steps, which add up to 1. The first is the largest.
fn rounded(all: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let steps = |[weight, .., bind]: &[f32; 4]| ((weight * STEPS).round(), *bind);
    let mut steps: Vec<(f32, f32)> = all.iter().map(steps).filter(|(weight, _)| *weight > 0.0).collect();
    let sum: f32 = steps.iter().map(|(weight, _)| weight).sum();
    if let Some((weight, _)) = steps.first_mut() {
        *weight += STEPS - sum;
    }
    steps.into_iter().map(|(weight, bind)| [weight / STEPS, 0.0, 0.0, bind]).collect()
}

/// A motion in which every joint stays as it is, long enough to tell that the feet stand.
fn still(human: &Human, skeleton: &Skeleton) -> Result<Motion> {
    let joints = (0..human.joints.len()).map(|joint| joint as u16).collect();
    clip::motion(skeleton, [joints, vec![0]], (25.0, STILL), |_, row| {
        row.translations[0] = human.joints[0].centre.as_vec3();
    })
}
