//! The report as JSON. Other programs depend on its fields.

use marey::body::Subject;
use marey::checked::Checked;
use marey::model::JointKind;
use marey_study::compare::{Distance, PairedBy};
use serde_json::{Value, json};

use super::{ComparedMotion, ComparisonReport, Together};
use crate::info::{confidence, unit_origin};
use crate::warnings::{own_warning, warnings};

impl ComparisonReport<'_> {
    pub(super) fn object(&self) -> Value {
        let [a, b] = self.sides;
        let [of_a, of_b] = self.subjects;
        let pairs = self.common.pairs.iter().zip(&self.compared.joints);
        let joints = pairs.map(|(pair, errors)| {
            json!({
                "a": joint(a, pair.a),
                "b": joint(b, pair.b),
                "by": match pair.by { PairedBy::Name => "name", PairedBy::Landmark => "landmark" },
                "mpjpe": measure(&errors.mpjpe),
                "root_relative": measure(&errors.root_relative),
                "pa_mpjpe": measure(&errors.pa_mpjpe),
            })
        });
        let (offset, best, warp) = match &self.together {
            Together::Offset(seconds) => (Some(*seconds), None, None),
            Together::Best(best) => (Some(best.map_or(0.0, |best| best.offset)), *best, None),
            Together::Warp(warp) => (None, None, Some(&warp.path)),
        };
        let root = self.common.pairs.get(self.common.root);
        let moments = &self.compared.moments;
        let remarks = self.remarks();
        json!({
            "a": side(a, of_a),
            "b": side(b, of_b),
            "offset": offset,
            "correlation": best.map(|best| best.correlation),
            "warp": warp,
            "moments": moments.len(),
            "from": moments.first().map(|moment| moment.time),
            "to": moments.last().map(|moment| moment.time),
            "root": root.map(|root| json!({ "a": joint(a, root.a), "b": joint(b, root.b) })),
            "mpjpe": measure(&self.compared.mpjpe),
            "root_relative": measure(&self.compared.root_relative),
            "pa_mpjpe": measure(&self.compared.pa_mpjpe),
            "joints": joints.collect::<Vec<_>>(),
            "only_a": self.unpaired(a, self.common.pairs.iter().map(|pair| pair.a)),
            "only_b": self.unpaired(b, self.common.pairs.iter().map(|pair| pair.b)),
            "warnings": remarks.iter().map(|(code, message)| own_warning(code, message)).collect::<Vec<_>>(),
        })
    }

    /// Names of the joints of a figure that are in no pair.
    fn unpaired<'a>(&self, side: &'a ComparedMotion, paired: impl Iterator<Item = usize>) -> Vec<&'a str> {
        let skeleton = &side.clip.skeleton;
        let mut alone: Vec<bool> = skeleton.kinds().iter().map(|kind| *kind == JointKind::Joint).collect();
        for joint in paired {
            alone.put(joint, false);
        }
        let named = skeleton.names().iter().zip(alone);
        named.filter(|(_, alone)| *alone).map(|(name, _)| &**name).collect()
    }
}

fn side(side: &ComparedMotion, subject: &Subject<'_>) -> Value {
    let source = &side.clip.source;
    let motion = side.chosen().map(|behaviour| &behaviour.motion);
    json!({
        "file": side.file,
        "format": source.format.name(),
        "behaviour": side.chosen().map(|behaviour| &behaviour.name),
        "frame_count": motion.map(|motion| motion.frame_count()),
        "frame_time": motion.map(|motion| motion.frame_time()),
        "duration": motion.map(|motion| motion.duration()),
        "metres_per_unit": subject.metres_per_unit(),
        "unit": {
            "name": subject.scale.unit.name(),
            "from": unit_origin(source, &subject.scale),
            "confidence": confidence(subject.scale.confidence),
        },
        "up": subject.up().name(),
        "warnings": warnings(&side.clip),
    })
}

fn joint(side: &ComparedMotion, joint: usize) -> Value {
    json!({ "name": side.clip.skeleton.names().get(joint), "index": joint })
}

/// Millimetres, and seconds on the clocks of A and B.
fn measure(measure: &Distance) -> Value {
    json!({
        "mean": measure.mean,
        "worst": measure.worst,
        "when": measure.when,
        "when_b": measure.when_other,
    })
}
