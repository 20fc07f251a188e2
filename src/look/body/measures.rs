//! The sizes of a body: how tall the person is, and how wide.

use glam::Vec3;

use super::bind_pose::BindPose;
use super::person::Person;
use super::refusal::{BodyPart, NoBody};
use crate::compact::maths::{exp2, log2};

/// The person in whose metres the tables are.
pub(super) const STATURE: f32 = 1.75;
const LEG: f32 = 0.8606;
const TRUNK: f32 = 0.525;
const ARM: f32 = 0.573;
/// Heights of the hip and the shoulder joints, their distances from the middle, and how far the shoulders are behind the hips.
pub(super) const HIP_HEIGHT: f32 = 0.912;
pub(super) const SHOULDER_HEIGHT: f32 = 1.4376;
pub(super) const HIP: f32 = 0.0961;
pub(super) const SHOULDER: f32 = 0.2029;
pub(super) const SHOULDER_DEPTH: f32 = -0.0387;
const HEAD: f32 = 0.222;
/// How much larger a person may be by one part than by another.
const MOST_RATIO: f32 = 1.6;

/// Metres of the bind pose.
pub(super) struct BodyMeasures {
    /// The person's size in that of one of 1.75 m.
    pub(super) k: f32,
    /// The middle of the hip joints.
    pub(super) hips: Vec3,
    /// The middle of the shoulder joints.
    pub(super) shoulders: Vec3,
    /// Factors of widths at the hips and at the shoulders.
    pub(super) hip_width: f32,
    pub(super) chest_width: f32,
    /// The depth at which the chest stands over the pelvis.
    pub(super) chest_depth: f32,
    /// The height of the head.
    pub(super) head: f32,
}

impl BodyMeasures {
    pub(super) fn new(person: &Person<'_>, bind: &BindPose) -> Result<Self, NoBody> {
        let [l, r] = &person.map.sides;
        let length = |a: usize, b: usize| bind.way(a, b).length();
        let mean = |of: &dyn Fn(&crate::body::SideMap) -> f32| (of(l) + of(r)) / 2.0;
        let leg = mean(&|side| length(side.thigh, side.shin) + length(side.shin, side.foot));
        let arm = mean(&|side| length(side.arm, side.fore) + length(side.fore, side.hand));
        let trunk = mean(&|side| bind.way(side.thigh, side.arm).y);
        let parts = [(BodyPart::Legs, leg / LEG), (BodyPart::Trunk, trunk / TRUNK), (BodyPart::Arms, arm / ARM)];
        let by_size = |a: &&(BodyPart, f32), b: &&(BodyPart, f32)| a.1.total_cmp(&b.1);
        if let (Some((large, most)), Some((small, least))) =
            (parts.iter().max_by(by_size), parts.iter().min_by(by_size))
        {
            let ratio = most / least.max(f32::MIN_POSITIVE);
            if ratio >= MOST_RATIO || !ratio.is_finite() {
                return Err(NoBody::Proportions { parts: [*large, *small], ratio: ratio.min(99.9) });
            }
        }
        let k = 0.5 * leg / LEG + 0.3 * trunk / TRUNK + 0.2 * arm / ARM;
        let middle = |a: usize, b: usize| (bind.place(a) + bind.place(b)) / 2.0;
        let (hips, shoulders) = (middle(l.thigh, r.thigh), middle(l.arm, r.arm));
        let hip_half = bind.way(r.thigh, l.thigh).x / 2.0;
        let shoulder_half = bind.way(r.arm, l.arm).x / 2.0;
        let ratio = hip_half / (HIP * k);
        if ratio > MOST_RATIO {
            return Err(NoBody::WideHips { ratio });
        }
        // Shoulders right over the hips are a model's: the chest is a little behind them.
        let behind = if (shoulders.z - hips.z).abs() > 0.012 * k { SHOULDER_DEPTH } else { -0.018 };
        let stature = STATURE * k;
        // Children have large heads.
        let head = HEAD * if stature > 1.0 && stature < 1.7 { exp2(0.45 * log2(stature / STATURE)) } else { k };
        Ok(Self {
            k,
            hips,
            shoulders,
            hip_width: (hip_half / (HIP * k)).clamp(0.8, 1.2).sqrt() * k,
            chest_width: (shoulder_half / (SHOULDER * k)).clamp(0.72, 1.3) * k,
            chest_depth: shoulders.z - behind * k,
            head,
        })
    }

    /// The height of the figure's own body for one of the table's.
    pub(super) fn height(&self, height: f32) -> f32 {
        let share = (height - HIP_HEIGHT) / (SHOULDER_HEIGHT - HIP_HEIGHT);
        if share < 0.0 {
            self.hips.y + (height - HIP_HEIGHT) * self.k
        } else if share < 1.0 {
            self.hips.y + share * (self.shoulders.y - self.hips.y)
        } else {
            self.shoulders.y + (height - SHOULDER_HEIGHT) * self.k
        }
    }

    /// How far a height of the table is on the way from the hips to the shoulders, 0 to 1.
    fn share(&self, height: f32) -> f32 {
        ((self.height(height) - self.hips.y) / (self.shoulders.y - self.hips.y)).clamp(0.0, 1.0)
    }

    /// The place of a width of the table at a height of the table.
    pub(super) fn across(&self, width: f32, height: f32) -> f32 {
        let share = self.share(height);
        let smooth = share * share * (3.0 - 2.0 * share);
        width * (self.hip_width * (1.0 - smooth) + self.chest_width * smooth)
    }

    /// The place of a depth of the table at a height of the table.
    pub(super) fn deep(&self, depth: f32, height: f32) -> f32 {
        let share = self.share(height);
        self.hips.z * (1.0 - share) + self.chest_depth * share + depth * self.k
    }
}
