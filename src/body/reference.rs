//! The reference pose of a figure, from which its rotations are counted: its rest pose if that shows a body, else the frame of its
//! motion in which it stands straightest.

use glam::Vec3;

use super::map::{BodyMap, SideMap};
use crate::pose::Pose;

/// Which pose of a figure is its reference pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferencePose {
    /// The frame of the motion; `None`: the rest pose.
    pub frame: Option<usize>,
    /// Whether it shows an upright body. If not, it is the best of all frames.
    pub is_body: bool,
}

impl ReferencePose {
    /// Chooses it. Searches all frames where the rest pose is no body, and finds none if no frame is one either. Poses have world matrices,
    /// with +Y up; `pose_at` writes that of a frame.
    pub fn choose(
        map: &BodyMap,
        rest: &Pose,
        frame_count: usize,
        mut pose_at: impl FnMut(usize, &mut Pose),
    ) -> Option<Self> {
        if Posture::of(rest, map).is_body {
            return Some(Self { frame: None, is_body: true });
        }
        let mut pose = rest.clone();
        let mut best: Option<(f32, usize, bool)> = None;
        for frame in 0..frame_count {
            pose_at(frame, &mut pose);
            let Posture { is_body, bent } = Posture::of(&pose, map);
            let bent = if is_body { bent } else { bent + NO_BODY };
            if bent.is_finite() && best.is_none_or(|(least, ..)| bent < least) {
                best = Some((bent, frame, is_body));
            }
        }
        // A single frame that is no body either is most often the rest pose again.
        let (_, frame, is_body) = best.filter(|(.., is_body)| *is_body || frame_count > 1)?;
        Some(Self { frame: Some(frame), is_body })
    }
}

/// Added to the score of a pose that is no upright body.
const NO_BODY: f32 = 10.0;

/// How a pose looks like a person who stands.
struct Posture {
    /// Whether all bones are where those of a standing person are.
    is_body: bool,
    /// How far it is from standing straight, with arms out: small is better.
    bent: f32,
}

impl Posture {
    fn of(pose: &Pose, map: &BodyMap) -> Self {
        let at = |joint: usize| pose.place(joint);
        let way = |a: usize, b: usize| (at(b) - at(a)).normalize_or_zero();
        let [l, r] = &map.sides;
        let hips = (at(l.thigh) + at(r.thigh)) / 2.0;
        let shoulders = (at(l.arm) + at(r.arm)) / 2.0;
        let up = (shoulders - hips).normalize_or_zero();
        let head = if map.has_head() { (at(map.head) - shoulders).normalize_or_zero() } else { up };
        let (has_arms, has_legs) = (map.sides.iter().all(SideMap::has_arm), map.sides.iter().all(SideMap::has_leg));
        let across = at(l.arm) - at(r.arm);
        let left = if has_legs { way(r.thigh, l.thigh) } else { across.normalize_or_zero() };
        let lateral = if has_arms { across.normalize_or_zero().dot(left) } else { 1.0 };
        let arm = at(l.arm).distance(at(l.fore)) + at(l.fore).distance(at(l.hand));
        let mut is_body = head.dot(up) > 0.5 && lateral > 0.7 && (!has_arms || across.length() > 0.1 * arm);
        // Legs alone have no trunk.
        is_body |= map.chest == map.hips && !has_arms;
        let mut bent = 2.0 * (1.0 - up.dot(Vec3::Y)) + 2.0 * (1.0 - lateral);
        for (side, sign) in [(l, 1.0), (r, -1.0)] {
            if side.has_leg() {
                let thigh = way(side.thigh, side.shin);
                let (down, knee) = (thigh.dot(up), thigh.dot(way(side.shin, side.foot)));
                is_body &= (down < -0.7 || up == Vec3::ZERO) && knee > 0.7;
                bent += (1.0 + down) + (1.0 - knee);
            }
            if side.has_arm() {
                let upper = way(side.arm, side.fore);
                let (arm_up, elbow) = (upper.dot(up), upper.dot(way(side.fore, side.hand)));
                is_body &= arm_up < 0.75;
                let inward = -sign * upper.dot(left) - 0.1;
                bent += (1.0 - elbow) + 2.0 * inward.max(0.0) + arm_up.max(0.0);
            }
        }
        Self { is_body, bent }
    }
}
