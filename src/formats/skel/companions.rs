//! Files that lie beside the one that is read: skeletons that a motion may be for, and keys.

use std::collections::HashSet;
use std::sync::Arc;

use super::catalogue;
use super::motion::some_of;
use super::raw::Skill;
use super::rig::SimsRig;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::{Kind, sniff};

/// Skeletons and keys. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(in crate::formats) struct SimsCompanions {
    /// Each with the name of its file. A broken one is only refused when a motion needs it.
    rigs: Vec<(String, Result<Arc<SimsRig>, ParseError>)>,
    keys: Vec<(String, Arc<[u8]>)>,
}

impl SimsCompanions {
    /// Adds a file, unless it is of another kind. It replaces one of the same name.
    pub(in crate::formats) fn add(&mut self, file: &str, bytes: &[u8], limits: &Limits) {
        let Ok(kind) = sniff(file, bytes) else { return };
        let rig = match kind {
            Kind::Skel => Some(SimsRig::read(file, bytes, limits)),
            Kind::Cmx | Kind::Bcf => match catalogue::read(kind, bytes) {
                Ok((catalogue, _)) => catalogue.skeletons.first().map(|bones| SimsRig::new(file, bones, None, limits)),
                Err(error) => Some(Err(error)),
            },
            Kind::Cfp => {
                self.keys.retain(|(other, _)| other != file);
                self.keys.push((file.to_owned(), bytes.into()));
                None
            }
            _ => None,
        };
        if let Some(rig) = rig {
            self.rigs.retain(|(other, _)| other != file);
            self.rigs.push((file.to_owned(), rig.map(Arc::new)));
        }
    }

    /// The file of keys of that name, in any case: its name as it was given, and its bytes.
    pub(super) fn keys(&self, name: &str) -> Option<(&str, &[u8])> {
        let base = |file: &str| file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
        let found = self.keys.iter().find(|(file, _)| base(file) == base(name));
        found.map(|(file, bytes)| (file.as_str(), &**bytes))
    }

    /// How many bytes the files of keys have together.
    pub(super) fn bytes_of_keys(&self) -> usize {
        self.keys.iter().map(|(_, bytes)| bytes.len()).sum()
    }

    /// The skeleton that has most of the bones that the skills move. Of several with as many bones, the one whose name
    /// starts with the same letter as the motion's (`a2o-..` is an adult's), or else the last one given.
    pub(super) fn rig_for(&self, skills: &[&Skill]) -> Result<Arc<SimsRig>, ParseError> {
        let tracks = skills.iter().flat_map(|skill| &skill.tracks);
        let mut seen = HashSet::new();
        let bones: Vec<&str> = tracks.map(|track| track.bone.as_str()).filter(|bone| seen.insert(*bone)).collect();
        let at = skills.first().map(|skill| skill.at).unwrap_or_default();
        let letter = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
        let wanted = skills.first().and_then(|skill| letter(&skill.name));
        let good = self.rigs.iter().filter_map(|(_, rig)| rig.as_ref().ok());
        let known = |rig: &SimsRig| bones.iter().filter(|bone| rig.joint(bone).is_some()).count();
        let best = good.max_by_key(|rig| (known(rig), letter(&rig.name) == wanted));
        match best {
            Some(rig) if known(rig) > 0 || bones.is_empty() => Ok(rig.clone()),
            Some(rig) => {
                let message = format!(
                    "expected a skeleton with the bones of this motion, found {}, which has none of: {}",
                    rig.file,
                    some_of(&bones)
                );
                Err(ParseError::new(ErrorKind::Inconsistent, "anim.no-fit", message).at(at))
            }
            None => match self.rigs.first() {
                Some((file, Err(error))) => Err(error.clone().in_file(file)),
                _ => {
                    let message =
                        format!("expected a skeleton that has {} beside it: drop its .skel too", some_of(&bones));
                    Err(ParseError::new(ErrorKind::Inconsistent, "anim.needs-skeleton", message).at(at))
                }
            },
        }
    }
}
