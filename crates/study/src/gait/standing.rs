//! The pose that is zero: one in which a person stands upright.

use glam::DVec3;

use super::body::{At, BodyTracks, SideTracks, hip, shoulder};
use super::{Rule, Zero, ZeroPose};

/// A person stands whose trunk is within 20 degrees of the vertical, and whose hips slope by less than 10: cosine, and sine.
const UPRIGHT: f64 = 0.94;
const LEVEL: f64 = 0.17;
/// How straight thighs and knees are at least, cosines: 20 degrees in a frame, 30 in a rest pose, which is known not to move.
const STRAIGHT: f64 = 0.94;
const STRAIGHT_AT_REST: f64 = 0.87;
/// Added for a person who does not stand.
const NOT_STANDING: f64 = 10.0;

/// The pose that is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neutral {
    /// The pose, also where nobody stands in it: the one that is nearest to standing.
    pub(super) at: At,
    /// Whether what is upright in it counts as upright. If not, tilts are zero in the mean.
    pub(super) is_zero: bool,
}

impl Neutral {
    pub(super) fn choose(body: &BodyTracks, zero: Zero) -> Self {
        let has_rest = body.rule == Rule::Turns;
        let last = body.times.len().saturating_sub(1);
        match zero {
            Zero::Frame(frame) => Self { at: At::Moment(frame.min(last)), is_zero: true },
            Zero::RestPose if has_rest => Self { at: At::Rest, is_zero: true },
            Zero::Straightest => Self { is_zero: true, ..Self::straightest(body) },
            Zero::Usual | Zero::RestPose => {
                if has_rest && posture(body, At::Rest, STRAIGHT_AT_REST).stands {
                    return Self { at: At::Rest, is_zero: true };
                }
                Self::straightest(body)
            }
        }
    }

    fn straightest(body: &BodyTracks) -> Self {
        let mut best: Option<(f64, Self)> = None;
        for (at, _) in body.moments().zip(&body.known).filter(|(_, known)| **known) {
            let StandingPosture { bent, stands } = posture(body, at, STRAIGHT);
            let bent = if stands { bent } else { bent + NOT_STANDING };
            if bent.is_finite() && best.is_none_or(|(least, _)| bent < least) {
                best = Some((bent, Self { at, is_zero: stands }));
            }
        }
        best.map_or(Self { at: At::Moment(0), is_zero: false }, |(_, best)| best)
    }

    pub(super) fn pose(self) -> ZeroPose {
        match self.at {
            _ if !self.is_zero => ZeroPose::Mean,
            At::Rest => ZeroPose::RestPose,
            At::Moment(moment) => ZeroPose::Frame(moment),
        }
    }
}

/// How a person stands.
struct StandingPosture {
    /// 0 for a person who stands straight. Arms do not count.
    bent: f64,
    stands: bool,
}

fn posture(body: &BodyTracks, at: At, straight: f64) -> StandingPosture {
    let unit = |vector: Option<DVec3>| vector.unwrap_or_default().normalize_or_zero();
    let across = unit(body.across(hip, at));
    let hips = body.middle(hip, at).unwrap_or_default();
    // Without arms the chest tells where the trunk points.
    let top = body.middle(shoulder, at).or_else(|| Some(body.chest.as_ref()?.place(at)));
    let up = top.map_or(DVec3::Y, |top| (top - hips).normalize_or(DVec3::Y));
    let shoulders = body.across(shoulder, at).map_or(across, DVec3::normalize_or_zero);
    let mut bent = 2.0 * (1.0 - up.y) + 2.0 * (1.0 - shoulders.dot(across));
    let mut stands = up.y > UPRIGHT && across.y.abs() < LEVEL && across != DVec3::ZERO;
    for SideTracks { leg: [hip, knee, ankle], .. } in &body.sides {
        let thigh = (knee.place(at) - hip.place(at)).normalize_or_zero();
        let shank = (ankle.place(at) - knee.place(at)).normalize_or_zero();
        let (down, knee) = (-thigh.dot(up), thigh.dot(shank));
        bent += 1.0 - down + 1.0 - knee;
        stands &= down > straight && knee > straight;
    }
    StandingPosture { bent, stands }
}
