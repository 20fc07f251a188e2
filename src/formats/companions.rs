//! Files that may belong to the one that is read.

#[cfg(feature = "acclaim")]
use super::acclaim;
#[cfg(feature = "hanim")]
use super::hanim;
#[cfg(feature = "skel")]
use super::skel;
use crate::error::Limits;

/// Files that may belong to the one that is read: skeletons, skins, keys, and scenes with figures. A clone is cheap and shares what was read: motions
/// that are read with clones of the same companions share their skeleton.
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
    /// Adds a file. This cannot fail: a file that no motion needs is ignored, and a broken one is refused when a motion needs
    /// it. Of several that fit a motion equally well, the first one that was added is taken.
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

    /// Scenes no longer play each other's motions: each has its own alone. One without a figure still gets one, and Inlines
    /// still find their files.
    pub fn keep_motions_apart(&mut self) {
        #[cfg(feature = "hanim")]
        self.hanim.keep_motions_apart();
    }

    /// Of several skins that fit a figure, that of the file of this name is worn; without a wish the one that fits best: one
    /// that the skeleton lists, then one for most of its bones, then the finest. All that fit are
    /// [listed](crate::model::About::skins).
    pub fn wear(&mut self, name: &str) {
        #[cfg(feature = "acclaim")]
        self.acclaim.wear(name);
        #[cfg(not(feature = "acclaim"))]
        let _ = name;
    }
}
