//! Puts a motion's clip together from its files.

use std::sync::Arc;

use super::companions::AcclaimCompanions;
use super::rig::AcclaimRig;
use super::skin::{ChosenSkin, choose};
use crate::error::{Limits, Warning};
use crate::model::{About, Behaviour, Clip, Format, Motion, Source};

#[derive(Debug, Clone)]
pub(super) struct SkinnedRig {
    pub(super) rig: Arc<AcclaimRig>,
    skin: ChosenSkin,
}

impl SkinnedRig {
    /// The skin is a companion that fits, if there is one.
    pub(super) fn new(rig: Arc<AcclaimRig>, companions: &AcclaimCompanions, limits: &Limits) -> Self {
        let skin = choose(&rig, companions.skins(), companions.wanted_skin(), limits);
        Self { rig, skin }
    }

    /// The clip of a motion, with the warnings of the skeleton's file and then the skin's, but not the motion's own.
    pub(super) fn clip(&self, name: String, motion: Motion) -> Clip {
        let Self { rig, skin } = self;
        let source = Source {
            length_factor: rig.factor,
            rate_stated: false,
            channels: rig.channels.clone(),
            ..Source::new(Format::Acclaim)
        };
        let about = About {
            skeleton_file: rig.file.clone(),
            notes: rig.notes.clone(),
            labels: rig.labels.clone(),
            skins: skin.fitting.clone(),
            ..About::default()
        };
        let of_skeleton = |warning: &Warning| Warning { file: rig.file.clone(), ..warning.clone() };
        let mut warnings: Vec<Warning> = rig.warnings.iter().map(of_skeleton).collect();
        warnings.extend_from_slice(&skin.warnings);
        let behaviours = vec![Behaviour { name: name.clone(), motion }];
        Clip {
            masses: rig.masses.clone(),
            skin: skin.skin.clone(),
            about,
            warnings,
            warnings_dropped: rig.warnings_dropped + skin.warnings_dropped,
            ..Clip::new(name, rig.skeleton.clone(), behaviours, source)
        }
    }
}
