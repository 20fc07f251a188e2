//! Files that lie beside a motion: skeletons, and skins for them.

use std::sync::Arc;

use super::rig::Rig;
use super::{asf, obj};
use crate::error::{Limits, ParseError, Warning, Warnings};
use crate::formats::notes::Notes;
use crate::formats::{Kind, clip_name, kind_of};
use crate::model::{About, Behaviour, Clip, Format, Motion, Skin, Source};

/// A skeleton that a motion may belong to.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) file: String,
    /// A broken one is refused when it is chosen.
    pub(super) rig: Result<Arc<Rig>, ParseError>,
}

/// Read once, however many motions share them.
#[derive(Debug, Clone, Default)]
pub(in crate::formats) struct Companions {
    skeletons: Vec<Arc<Candidate>>,
    /// Names and bytes.
    skins: Vec<(Arc<str>, Arc<[u8]>)>,
}

/// A skeleton with what it wears, ready for a motion.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    pub(super) rig: Arc<Rig>,
    skin: Option<Arc<Skin>>,
    /// Of the skins; they name their file.
    warnings: Vec<Warning>,
    warnings_dropped: u64,
}

impl Companions {
    pub(in crate::formats) fn add(&mut self, name: &str, bytes: &[u8], limits: &Limits) {
        match kind_of(name, bytes) {
            Some(Kind::Asf) => {
                let rig = asf::read(name, bytes, limits).map(Arc::new).map_err(|error| error.in_file(name));
                self.skeletons.push(Arc::new(Candidate { file: name.to_owned(), rig }));
            }
            Some(Kind::Obj) => self.skins.push((name.into(), bytes.into())),
            _ => {}
        }
    }

    pub(super) fn skeletons(&self) -> &[Arc<Candidate>] {
        &self.skeletons
    }
}

impl Figure {
    /// Of the skins among `companions`, the figure wears the first one that the skeleton's file lists, or else the first
    /// one that has its bones.
    pub(super) fn new(rig: Arc<Rig>, companions: &Companions, limits: &Limits) -> Self {
        let listed =
            |name: &str| rig.skins.iter().position(|skin| clip_name(skin).eq_ignore_ascii_case(&clip_name(name)));
        let mut skins: Vec<_> = companions.skins.iter().collect();
        skins.sort_by_key(|(name, _)| listed(name).unwrap_or(usize::MAX));
        // Groups of faces are "named exactly the same as the bone names"; numbers are no names.
        let joint_of = |name: &[u8]| {
            let part = rig.parts.get(rig.part(name)?)?;
            part.name.as_bytes().eq_ignore_ascii_case(name).then_some(part.joint)
        };
        let mut figure = Self { rig: rig.clone(), skin: None, warnings: Vec::new(), warnings_dropped: 0 };
        for (name, bytes) in skins {
            let mut warnings = Warnings::new(limits);
            figure.skin = obj::read(name, bytes, &rig.skeleton, joint_of, rig.factor, &mut warnings).map(Arc::new);
            if figure.skin.is_some() {
                // Why others were passed over is of no interest now.
                figure.warnings.clear();
                figure.warnings_dropped = 0;
            }
            figure.warnings.extend(of_file(name, warnings.kept()));
            figure.warnings_dropped += warnings.dropped();
            if figure.skin.is_some() {
                break;
            }
        }
        figure
    }

    /// The clip of a motion; `notes` are those of its file. The skeleton's own come first, unless it is that file.
    pub(super) fn clip(&self, name: String, motion: Motion, notes: &Notes) -> Clip {
        let rig = &self.rig;
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
            ..About::default()
        };
        let (own, dropped) = notes.list();
        let mut warnings: Vec<Warning> = of_file(&rig.file, &rig.warnings).collect();
        warnings.extend(own);
        warnings.extend_from_slice(&self.warnings);
        let behaviours = vec![Behaviour { name: name.clone(), motion }];
        Clip {
            masses: rig.masses.clone(),
            skin: self.skin.clone(),
            about,
            warnings,
            warnings_dropped: rig.warnings_dropped + dropped + self.warnings_dropped,
            ..Clip::new(name, rig.skeleton.clone(), behaviours, source)
        }
    }
}

fn of_file<'w>(file: &'w str, warnings: &'w [Warning]) -> impl Iterator<Item = Warning> + 'w {
    warnings.iter().map(|warning| Warning { file: file.to_owned(), ..warning.clone() })
}
