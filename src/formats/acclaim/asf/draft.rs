//! What a skeleton's file says, section by section, before its parts are put together.

use glam::DVec3;

use super::grammar::Keyword;
use crate::formats::acclaim::rig::Dof;

/// The whole file. Words are slices of its text.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub(super) name: &'a [u8],
    pub(super) units: Units,
    pub(super) documentation: Vec<String>,
    pub(super) root: BoneDraft<'a>,
    pub(super) bones: Vec<BoneDraft<'a>>,
    /// The lines of the hierarchy that have words.
    pub(super) lines: Vec<Vec<&'a [u8]>>,
    pub(super) skins: Vec<String>,
    /// Where the sections start first.
    pub(super) root_at: Option<usize>,
    pub(super) bones_at: Option<usize>,
    pub(super) hierarchy_at: Option<usize>,
}

/// "The units are interpreted by multiplying the relevant data directly on readin."
#[derive(Debug)]
pub(super) struct Units {
    pub(super) mass: f64,
    pub(super) length: f64,
    pub(super) radians: bool,
}

impl Default for Units {
    fn default() -> Self {
        Self { mass: 1.0, length: 1.0, radians: false }
    }
}

/// The root or a bone, as far as its lines have told.
#[derive(Debug, Default)]
pub(super) struct BoneDraft<'a> {
    /// Offset in the text of what begins it.
    pub(super) at: usize,
    /// The keyword `name` and the word behind it.
    pub(super) name: Option<(&'a [u8], &'a [u8])>,
    /// The keyword `id` and the number behind it.
    pub(super) id: Option<(&'a [u8], &'a [u8])>,
    /// A bone's direction, the root's position.
    pub(super) vector: DVec3,
    /// The keyword of the direction or position.
    pub(super) vector_at: Option<&'a [u8]>,
    pub(super) length: f64,
    /// In the file's unit of angles.
    pub(super) angles: DVec3,
    /// The axes in the order in which the angles are applied: 0, 1, 2 for x, y, z.
    pub(super) order: Option<[u8; 3]>,
    pub(super) dofs: Vec<(Dof, &'a [u8])>,
    /// Numbers of the joint limits as written, and what they mean.
    pub(super) limits: Vec<(&'a [u8], f64)>,
    /// The first keyword `limits`.
    pub(super) limits_at: Option<&'a [u8]>,
    /// Whether the limits stand before the dofs.
    pub(super) limits_first: bool,
    pub(super) mass: f64,
    /// Where the centre of mass is along the bone.
    pub(super) centre: Option<f64>,
    /// The keywords that were there, a bit each.
    seen: u32,
}

impl<'a> BoneDraft<'a> {
    /// A bone that begins at an offset of the text.
    pub(super) fn new(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    /// Whether the keyword was there.
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.seen & (1 << keyword as u32) != 0
    }

    /// Remembers that the keyword was there.
    pub(super) fn note_keyword(&mut self, keyword: Keyword) {
        self.seen |= 1 << keyword as u32;
    }

    /// The keyword and the word that the bone goes by: its name, or else its id.
    pub(super) fn called(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.name.or(self.id)
    }
}
