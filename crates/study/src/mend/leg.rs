//! Two bones that put an ankle where it belongs.

use glam::{DQuat, DVec3};

use super::figure::{Leg, ScaledFigure, WorldPoses};
use super::sample::arc;
use super::tracks::MotionTracks;
use marey::checked::Checked;
use marey::within::Within;

/// A leg is never straighter: of its length.
const STRAIGHTEST: f64 = 0.9995;
/// How far a knee is beside the line from hip to ankle, in thighs, between which its own side counts more and more.
const BENT: [f64; 2] = [0.03, 0.10];
/// From this correction on, metres, a nearly straight knee points to its usual side.
const CORRECTED: f64 = 0.02;

/// A leg with what is known of its knee.
#[derive(Debug)]
pub(super) struct Bones {
    leg: Leg,
    /// Where the knee usually points, seen from the thigh.
    usual: DVec3,
}

/// The knee beside the line from hip to ankle.
fn beside(hip: DVec3, knee: DVec3, ankle: DVec3) -> DVec3 {
    let along = (ankle - hip).normalize_or_zero();
    (knee - hip) - along * (knee - hip).dot(along)
}

impl Bones {
    pub(super) fn new(figure: &ScaledFigure<'_>, tracks: &MotionTracks, leg: Leg) -> Self {
        let mut sum = DVec3::ZERO;
        let mut world = WorldPoses::default();
        for frame in 0..tracks.frames() {
            figure.pose(tracks, frame, &mut world);
            let place = |joint: usize| world.places.at(joint);
            let side = beside(place(leg.thigh), place(leg.shin), place(leg.foot));
            sum += world.turns.at(leg.thigh).conjugate() * side.normalize_or_zero() * side.length_squared();
        }
        Self { leg, usual: sum.normalize_or(DVec3::X) }
    }

    /// Puts the ankle at a place and turns the foot in the world, in a frame that `world` is the pose of.
    pub(super) fn reach(
        &self,
        figure: &ScaledFigure<'_>,
        tracks: &mut MotionTracks,
        frame: usize,
        world: &WorldPoses,
        to: DVec3,
        foot: DQuat,
    ) {
        let Leg { thigh, shin, foot: ankle_joint, .. } = self.leg;
        let [hip, knee, ankle] = [thigh, shin, ankle_joint].map(|joint| world.places.at(joint));
        let (upper, lower) = (hip.distance(knee), knee.distance(ankle));
        let asked = to - hip;
        let least = (upper - lower).abs() * 1.01 + 1e-9;
        let length = asked.length().within(least, ((upper + lower) * STRAIGHTEST).max(least));
        let Some(along) = asked.try_normalize() else { return };
        let to_ankle = hip + along * length;
        let own = beside(hip, knee, ankle);
        let bent = own.length() / upper.max(1e-9);
        let own_counts = ((bent - BENT[0]) / (BENT[1] - BENT[0])).clamp(0.0, 1.0);
        let corrected = (to_ankle.distance(ankle) * figure.metres / CORRECTED).min(1.0);
        let usual_counts = (1.0 - own_counts) * corrected;
        let usual = world.turns.at(thigh) * self.usual;
        let side = (own.normalize_or(usual) * (1.0 - usual_counts) + usual * usual_counts).normalize_or(usual);
        let swung = arc(ankle - hip, asked) * side;
        let side = (swung - along * swung.dot(along)).normalize_or(along.any_orthonormal_vector());
        let cosine = ((upper * upper + length * length - lower * lower) / (2.0 * upper * length)).clamp(-1.0, 1.0);
        let to_knee = hip + (along * cosine + side * (1.0 - cosine * cosine).sqrt()) * upper;
        // A joint that turns in the world turns all joints below it.
        let turned_thigh = arc(knee - hip, to_knee - hip);
        let turned_shin = arc(ankle - knee, to_ankle - to_knee);
        let mut put = |joint: usize, above: DQuat, turn: DQuat| {
            let (parent, ..) = figure.above(world, joint);
            let local = ((above * parent).conjugate() * turn * world.turns.at(joint)).normalize();
            if let Some(track) = figure.turn_slot(joint).and_then(|slot| tracks.turns.get_mut(slot)) {
                let nearer = if track.values.at(frame).dot(local) < 0.0 { -local } else { local };
                track.values.put(frame, nearer);
            }
        };
        put(thigh, DQuat::IDENTITY, turned_thigh);
        put(shin, turned_thigh, turned_shin);
        put(ankle_joint, turned_shin, foot);
    }
}
