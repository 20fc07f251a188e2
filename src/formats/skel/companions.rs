//! Companion files: skeletons and keys.

use std::collections::HashSet;
use std::sync::Arc;

use super::catalogue;
use super::raw::Skill;
use super::rig::SimsRig;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::Kind;
use crate::formats::reading::wording::folded;

/// Skeletons and keys. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct SimsCompanions {
    /// Each with its file name. The error of a broken file is returned only if a motion needs it.
    rigs: Vec<(String, Result<Arc<SimsRig>, ParseError>)>,
    keys: Vec<(String, Arc<[u8]>)>,
}

impl SimsCompanions {
    /// Adds a skeleton or keys, replacing a file of the same name; ignores motions.
    pub(super) fn add(&mut self, kind: Kind, file: &str, bytes: &[u8], limits: &Limits) {
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

    /// The name and bytes of the file of keys with this name, in any case.
    pub(super) fn keys(&self, name: &str) -> Option<(&str, &[u8])> {
        fn base(file: &str) -> &str {
            file.rsplit(['/', '\\']).next().unwrap_or_default()
        }
        let name = base(name);
        let found = self.keys.iter().find(|(file, _)| base(file).eq_ignore_ascii_case(name));
        found.map(|(file, bytes)| (file.as_str(), &**bytes))
    }

    pub(super) fn bytes_of_keys(&self) -> usize {
        self.keys.iter().map(|(_, bytes)| bytes.len()).sum()
    }

    /// The skeleton with most of the bones that the skills move. Of equals, one whose name starts with the motion's first letter
    /// (`a2o-..` is an adult's), or else the last one given. The second result is a reason for doubt, empty if there is none.
    pub(super) fn rig_for(&self, skills: &[&Skill]) -> Result<(Arc<SimsRig>, String), ParseError> {
        let tracks = skills.iter().flat_map(|skill| &skill.tracks);
        let mut seen = HashSet::new();
        let bones: Vec<&str> = tracks.map(|track| track.bone.as_str()).filter(|bone| seen.insert(*bone)).collect();
        let at = skills.first().map(|skill| skill.at).unwrap_or_default();
        let wanted = skills.first().and_then(|skill| first_letter(&skill.name));
        let good = self.rigs.iter().filter_map(|(_, rig)| rig.as_ref().ok());
        let known = |rig: &SimsRig| bones.iter().filter(|bone| rig.joint(bone).is_some()).count();
        let best = good.max_by_key(|rig| (known(rig), first_letter(&rig.name) == wanted));
        match best {
            Some(rig) if known(rig) > 0 || bones.is_empty() => {
                let (all, unknown) = (bones.len(), bones.len() - known(rig));
                let owner = wanted.filter(|letter| first_letter(&rig.name) != Some(*letter)).and_then(owner);
                let doubt = match (unknown, owner) {
                    (1, _) => "one of the motion's bones is not in it".to_owned(),
                    (2.., _) => format!("{unknown} of the motion's {all} bones are not in it"),
                    (0, Some(owner)) => format!("by its name the motion is {owner}"),
                    (0, None) => String::new(),
                };
                Ok((rig.clone(), doubt))
            }
            Some(rig) => {
                let message = format!(
                    "expected a skeleton with the bones of this motion, found {}, which has none of: {}",
                    rig.file,
                    folded(&bones)
                );
                Err(ParseError::new(ErrorKind::Inconsistent, "anim.no-fit", message).at(at))
            }
            None => match self.rigs.first() {
                Some((file, Err(error))) => Err(error.clone().in_file(file)),
                _ => {
                    let message =
                        format!("expected a skeleton that has {} beside it: drop its .skel too", folded(&bones));
                    Err(ParseError::new(ErrorKind::Inconsistent, "anim.needs-skeleton", message).at(at))
                }
            },
        }
    }
}

fn first_letter(name: &str) -> Option<char> {
    name.chars().next().map(|first| first.to_ascii_lowercase())
}

/// The owner of a motion, by the first letter of its name, as in `a2o-walk`.
fn owner(letter: char) -> Option<&'static str> {
    match letter {
        'a' => Some("an adult's"),
        'c' => Some("a child's"),
        'd' => Some("a dog's"),
        'k' => Some("a cat's"),
        _ => None,
    }
}
