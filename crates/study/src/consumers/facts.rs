//! The facts about a file beside its letters: names, rest pose, size and up axis.

use marey::body::{Scale, Survey, own_names, survey};
use marey::checked::Checked;
use marey::glam::Vec3;
use marey::model::{Axis, Clip, Confidence, PositionMode};

use super::text::BvhText;

/// Smallest cosine between a bone and the axis along which it points: 20 degrees.
const ALONG: f32 = 0.94;
/// A shorter bone, or an offset of a root, is none: file units.
const NO_LENGTH: f32 = 1e-9;

/// The facts about a file.
#[derive(Debug, Clone)]
pub struct FileFacts {
    pub(super) text: BvhText,
    /// The joints of the figure: own names in lower case without prefixes, and offsets at rest.
    joints: Vec<(String, Vec3)>,
    /// Number of joints with three position channels.
    pub(super) moving: usize,
    /// Number of joints other than the first that have position channels and an offset.
    pub(super) displaced: usize,
    /// The unit that the body tells; `None` where it is unsure.
    pub(super) scale: Option<Scale>,
    /// The up axis that the body tells; `None` where it is unsure.
    pub(super) up: Option<Axis>,
    /// Whether positions are surely added to the root's offset.
    pub(super) adds_positions: bool,
}

impl FileFacts {
    /// Offsets below it are zero: file units.
    pub(super) const ZERO_OFFSET: f32 = 1e-3;

    /// The facts of a clip and of its file's letters; without them, of those that a careful writer would make.
    pub fn new(clip: &Clip, text: Option<BvhText>) -> Self {
        let text = text.unwrap_or_else(|| BvhText::of_clip(clip));
        let offsets = clip.skeleton.rest_translations();
        let named = own_names(&clip.skeleton).into_iter().enumerate();
        let joints: Vec<(String, Vec3)> =
            named.filter_map(|(joint, name)| Some((name?.to_lowercase(), offsets.at(joint)))).collect();
        let moving = clip.source.channels.iter().filter(|text| text.matches("position").count() >= 3).count();
        let channels = clip.source.channels.iter().enumerate().skip(1);
        let displaced = channels
            .filter(|(joint, text)| {
                text.contains("position") && offsets.at(*joint).abs().max_element() >= Self::ZERO_OFFSET
            })
            .count();
        let seen = clip.behaviours.first().map(|first| survey(&clip.skeleton, &first.motion, clip.source.up));
        let sure = |confidence: Confidence| matches!(confidence, Confidence::Sure | Confidence::Likely);
        let scale = seen.as_ref().map(|seen| seen.scale(&clip.source)).filter(|scale| sure(scale.confidence));
        let of_body = |seen: &Survey| seen.parts.legs.is_some() && sure(seen.up_guess.confidence);
        let up = clip.source.up.or(seen.as_ref().filter(|seen| of_body(seen)).map(|seen| seen.up));
        let adds = clip.source.position_mode == Some(PositionMode::Add);
        let adds_positions = adds && clip.source.position_confidence == Confidence::Sure;
        Self { text, joints, moving, displaced, scale, up, adds_positions }
    }

    /// Whether there are joints of all these own names, which blanks part; in any case.
    pub(super) fn has_own(&self, names: &str) -> bool {
        names.split_ascii_whitespace().all(|name| self.joints.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)))
    }

    /// The axis along which a joint is from its parent: `+x`, or `mixed`; `nowhere` for a joint that is not there or is at its parent.
    pub(super) fn axis(&self, name: &str) -> &'static str {
        let Some((_, offset)) = self.joints.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) else {
            return "nowhere";
        };
        let length = offset.length();
        if length < NO_LENGTH {
            return "nowhere";
        }
        let axes = [
            ("+x", Vec3::X),
            ("-x", Vec3::NEG_X),
            ("+y", Vec3::Y),
            ("-y", Vec3::NEG_Y),
            ("+z", Vec3::Z),
            ("-z", Vec3::NEG_Z),
        ];
        axes.into_iter().find(|(_, axis)| axis.dot(*offset) > ALONG * length).map_or("mixed", |(name, _)| name)
    }

    /// The largest coordinate of the first joint's offset: file units.
    pub(super) fn root_offset(&self) -> Option<f32> {
        self.joints.first().map(|(_, offset)| offset.abs().max_element())
    }

    /// The person's height in a program that takes so many metres for a unit.
    pub(super) fn height_with(&self, metres_per_unit: f64) -> Option<f64> {
        let scale = self.scale?;
        Some(scale.stature? / scale.unit.metres() * metres_per_unit)
    }
}
