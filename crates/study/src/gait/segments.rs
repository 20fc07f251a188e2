//! The frames of a person's segments: forwards, up along the segment, and to the right on both sides.
//!
//! Positions give the long axis of each segment. Where joints turn, their rotations give the twist about it (rule A); their own axes do not
//! matter, because each direction that is used is first found in those axes from what the motion shows. Else the bend of the limb gives it
//! (rule B).

use glam::DVec3;
use marey::checked::Checked;

use super::Rule;
use super::body::{At, BodyTracks, JointTrack, SideTracks, hip, shoulder};
use super::foot::{FootFrames, foot};
use super::standing::Neutral;
use super::vectors::{SegmentFrames, frame_across, frame_along, median};
use crate::measure::usual_direction;

/// A limb that bends by more shows the axis of its hinge: the sine of 15 degrees.
const BENT: f64 = 0.258_819_045_102_520_76;
/// It has to bend for so long, seconds.
const LONG: f64 = 0.1;
/// With positions only, the axis of the hinge counts from the first sine of the bend, and alone from the second, at 25 degrees.
const FADES: (f64, f64) = (0.17, 0.43);

/// The frames of all segments that are known.
pub(super) struct Segments {
    pub(super) pelvis: SegmentFrames,
    /// Whether the pelvis' tilt is known.
    pub(super) has_tilt: bool,
    pub(super) trunk: Option<SegmentFrames>,
    /// Left, right.
    pub(super) sides: [SideSegments; 2],
}

/// The frames of one side.
pub(super) struct SideSegments {
    pub(super) thigh: SegmentFrames,
    pub(super) shank: SegmentFrames,
    pub(super) foot: Option<FootFrames>,
    /// Upper arm, forearm.
    pub(super) arm: Option<[SegmentFrames; 2]>,
}

impl Segments {
    pub(super) fn new(body: &BodyTracks, neutral: Neutral) -> Self {
        let (pelvis, has_tilt) = pelvis(body, neutral);
        let trunk = trunk(body, neutral);
        let sides = [0, 1].map(|side: usize| {
            let empty = SideTracks::default();
            let tracks = body.sides.get(side).unwrap_or(&empty);
            let [thigh, shank] = limb(body, &tracks.leg, -1.0, &pelvis, neutral, across_hips(body, neutral));
            let arm = tracks.arm.as_ref().map(|arm| {
                let across = across_shoulders(body, neutral);
                limb(body, arm, 1.0, trunk.as_ref().unwrap_or(&pelvis), neutral, across)
            });
            let foot = foot(body, tracks, &shank, neutral);
            SideSegments { thigh, shank, foot, arm }
        });
        Self { pelvis, has_tilt, trunk, sides }
    }
}

/// To the right in the pose that is zero.
fn across_hips(body: &BodyTracks, neutral: Neutral) -> DVec3 {
    body.across(hip, neutral.at).unwrap_or_default()
}

/// As [`across_hips`], horizontally along the shoulders.
fn across_shoulders(body: &BodyTracks, neutral: Neutral) -> DVec3 {
    let across = body.across(shoulder, neutral.at).unwrap_or_else(|| across_hips(body, neutral));
    frame_along(DVec3::Y, across).z_axis
}

/// The direction in a joint's own axes that is up when the person stands.
fn upright(track: &JointTrack, neutral: Neutral) -> DVec3 {
    if neutral.is_zero {
        return track.turn(neutral.at).transpose() * DVec3::Y;
    }
    usual_direction(&track.seen(DVec3::Y))
}

/// The pelvis, and whether its tilt is known.
fn pelvis(body: &BodyTracks, neutral: Neutral) -> (SegmentFrames, bool) {
    let across = || body.moments().map(|at| body.across(hip, at).unwrap_or_default());
    match body.rule {
        Rule::Turns => {
            let up = upright(&body.hips, neutral);
            (
                body.hips.turns.iter().zip(across()).map(|(turn, across)| frame_across(across, *turn * up)).collect(),
                true,
            )
        }
        Rule::Positions => match third_point(body) {
            Some(point) => {
                let tilted: SegmentFrames = across()
                    .zip(body.moments())
                    .map(|(across, at)| {
                        let middle = body.middle(hip, at).unwrap_or_default();
                        frame_across(across, point.place(at) - middle)
                    })
                    .collect();
                let up = match neutral.at {
                    At::Moment(moment) if neutral.is_zero => tilted.at(moment).transpose() * DVec3::Y,
                    _ => usual_direction(&tilted.iter().map(|frame| frame.transpose() * DVec3::Y).collect::<Vec<_>>()),
                };
                (tilted.iter().map(|frame| frame_across(frame.z_axis, *frame * up)).collect(), true)
            }
            None => (across().map(|across| frame_across(across, DVec3::Y)).collect(), false),
        },
    }
}

/// How rigidly a third point moves with the hip joints, and how far off their line it is: shares of the hips' width.
const RIGID: f64 = 0.02;
const OFF_THE_LINE: f64 = 0.15;

/// The point that moves rigidly with the hip joints and is farthest from their line.
fn third_point(body: &BodyTracks) -> Option<&JointTrack> {
    let [left, right] = &body.sides;
    let (left, right) = (hip(left)?, hip(right)?);
    let pairs = || left.places.iter().zip(&right.places);
    let width = median(pairs().map(|(left, right)| left.distance(*right)).collect())?;
    let mut best: Option<(f64, &JointTrack)> = None;
    for point in &body.near {
        let is_rigid = [left, right].into_iter().all(|end| {
            let distances: Vec<f64> = point.places.iter().zip(&end.places).map(|(a, b)| a.distance(*b)).collect();
            let mean = distances.iter().sum::<f64>() / distances.len() as f64;
            let variance =
                distances.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / distances.len() as f64;
            variance.sqrt() < RIGID * width
        });
        let off = point.places.iter().zip(pairs()).map(|(place, (left, right))| {
            (*place - (*left + *right) / 2.0).cross((*right - *left).normalize_or_zero()).length()
        });
        let off = median(off.collect())?;
        if is_rigid && off > OFF_THE_LINE * width && best.is_none_or(|(most, _)| off > most) {
            best = Some((off, point));
        }
    }
    best.map(|(_, point)| point)
}

fn trunk(body: &BodyTracks, neutral: Neutral) -> Option<SegmentFrames> {
    match body.rule {
        Rule::Turns => {
            let chest = body.chest.as_ref()?;
            let up = upright(chest, neutral);
            let right = chest.turn(neutral.at).transpose() * across_shoulders(body, neutral);
            let own = frame_along(up, right);
            Some(chest.turns.iter().map(|turn| *turn * own).collect())
        }
        Rule::Positions => body
            .moments()
            .map(|at| {
                let (hips, shoulders) = (body.middle(hip, at)?, body.middle(shoulder, at)?);
                Some(frame_along(shoulders - hips, body.across(shoulder, at)?))
            })
            .collect(),
    }
}

/// The frames of both segments of a limb. `sign`: of its hinge, whose axis points to the right: -1 for a knee, 1 for an elbow. `carrier` is
/// what the limb hangs on; `across` is to the right in the pose that is zero, for a limb that never bends.
fn limb(
    body: &BodyTracks,
    [upper, middle, lower]: &[JointTrack; 3],
    sign: f64,
    carrier: &SegmentFrames,
    neutral: Neutral,
    across: DVec3,
) -> [SegmentFrames; 2] {
    let places = upper.places.iter().zip(&middle.places).zip(&lower.places);
    let bones: Vec<[DVec3; 2]> = places.map(|((a, b), c)| [*b - *a, *c - *b].map(DVec3::normalize_or_zero)).collect();
    let hinges: Vec<DVec3> = bones.iter().map(|[upper, lower]| sign * upper.cross(*lower)).collect();
    let along = |axes: &dyn Fn(usize) -> [DVec3; 2]| {
        let frames = |bone: usize| -> SegmentFrames {
            let moments = bones.iter().enumerate();
            moments.map(|(moment, bones)| frame_along(-bones.at(bone), axes(moment).at(bone))).collect()
        };
        [frames(0), frames(1)]
    };
    if body.rule == Rule::Positions {
        return along(&|moment| {
            let hinge = hinges.at(moment);
            let share = ((hinge.length() - FADES.0) / (FADES.1 - FADES.0)).clamp(0.0, 1.0);
            [hinge.normalize_or_zero() * share + carrier.at(moment).z_axis * (1.0 - share); 2]
        });
    }
    let bent = hinges.iter().filter(|hinge| hinge.length() > BENT).count();
    let own_axis = |track: &JointTrack| {
        if (bent as f64) * body.between < LONG {
            return track.turn(neutral.at).transpose() * across;
        }
        let seen = track.turns.iter().zip(&hinges).filter(|(_, hinge)| hinge.length() > BENT);
        seen.map(|(turn, hinge)| turn.transpose() * *hinge).sum::<DVec3>()
    };
    let axes = [own_axis(upper), own_axis(middle)];
    along(&|moment| [upper.turns.at(moment) * axes.at(0), middle.turns.at(moment) * axes.at(1)])
}
