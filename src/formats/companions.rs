//! Companion files: files that the one being read may need.

#[cfg(feature = "acclaim")]
use super::acclaim;
#[cfg(feature = "hanim")]
use super::hanim;
#[cfg(feature = "skel")]
use super::skel;
use crate::error::Limits;

/// Files that the one being read may need: skeletons, skins, keys, and scenes with figures. Clones are cheap and share what was
/// parsed: motions read with clones of the same companions share their skeleton.
#[derive(Debug, Clone, Default)]
pub struct Companions {
    #[cfg(feature = "acclaim")]
    pub(super) acclaim: acclaim::AcclaimCompanions,
    #[cfg(feature = "hanim")]
    pub(super) hanim: hanim::HanimCompanions,
    #[cfg(feature = "skel")]
    pub(super) skel: skel::SimsCompanions,
}

impl Companions {
    /// Adds a file. Never fails: files that no motion needs are ignored, and the error of a broken file is returned when a motion
    /// needs it. Of Acclaim skeletons that fit equally well the first one added is used, of The Sims' the last one.
    pub fn add(&mut self, name: &str, bytes: &[u8], limits: &Limits) {
        #[cfg(feature = "acclaim")]
        self.acclaim.add(name, bytes, limits);
        #[cfg(feature = "hanim")]
        self.hanim.add(name, bytes, limits);
        #[cfg(feature = "skel")]
        self.skel.add(name, bytes, limits);
        #[cfg(not(any(feature = "acclaim", feature = "hanim", feature = "skel")))]
        let _ = (name, bytes, limits);
    }

    /// Makes each scene play only its own motions. Scenes without a figure still get one, and Inlines still find their files.
    pub fn keep_motions_apart(&mut self) {
        #[cfg(feature = "hanim")]
        self.hanim.keep_motions_apart();
    }

    /// Chooses the skin by its file's name if several fit a figure. Otherwise the best is used: one that the skeleton lists, then
    /// one for most of its bones, then the finest. [`About::skins`](crate::model::About::skins) lists all that fit.
    pub fn wear(&mut self, name: &str) {
        #[cfg(feature = "acclaim")]
        self.acclaim.wear(name);
        #[cfg(not(feature = "acclaim"))]
        let _ = name;
    }
}
