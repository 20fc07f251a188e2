//! Files that belong to the one that is read.

#[cfg(feature = "acclaim")]
use super::acclaim;
#[cfg(feature = "skel")]
use super::skel;
use crate::error::Limits;

/// Files that may belong to the one that is read: skeletons and skins. Cheap to clone, and what is in them is shared:
/// several motions read with the same companions have one skeleton between them.
#[derive(Debug, Clone, Default)]
pub struct Companions {
    #[cfg(feature = "acclaim")]
    pub(super) acclaim: acclaim::AcclaimCompanions,
    #[cfg(feature = "skel")]
    pub(super) skel: skel::SimsCompanions,
}

impl Companions {
    /// Adds a file. It never fails: a file that no motion needs is passed over, and a broken one is only refused when a
    /// motion needs it. Where several fit a motion equally well, the first one added is taken.
    pub fn add(&mut self, name: &str, bytes: &[u8], limits: &Limits) {
        #[cfg(feature = "acclaim")]
        self.acclaim.add(name, bytes, limits);
        #[cfg(feature = "skel")]
        self.skel.add(name, bytes, limits);
        #[cfg(not(any(feature = "acclaim", feature = "skel")))]
        let _ = (name, bytes, limits);
    }
}
