//! The contents of a skeleton file, section by section, before its tree is linked.

use glam::DVec3;

use super::grammar::Keyword;
use crate::euler::RotationOrder;
use crate::formats::acclaim::rig::Dof;

/// The whole file. Words are slices of its text.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub(super) name: &'a [u8],
    pub(super) units: Units,
    pub(super) documentation: Vec<String>,
    pub(super) root: BoneDraft<'a>,
    pub(super) bones: Vec<BoneDraft<'a>>,
    /// The words of each non-empty line of the hierarchy.
    pub(super) lines: Vec<Vec<&'a [u8]>>,
    pub(super) skins: Vec<String>,
    /// Offset of the first `:root`; likewise for the next two.
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

/// The root or a bone, as read so far.
#[derive(Debug, Default)]
pub(super) struct BoneDraft<'a> {
    /// Offset of its start in the text.
    pub(super) at: usize,
    /// The keyword `name` and its word.
    pub(super) name: Option<(&'a [u8], &'a [u8])>,
    /// The keyword `id` and its number.
    pub(super) id: Option<(&'a [u8], &'a [u8])>,
    /// Direction of a bone, position of the root.
    pub(super) vector: DVec3,
    /// The keyword of that vector.
    pub(super) vector_at: Option<&'a [u8]>,
    pub(super) length: f64,
    /// In the file's unit of angles.
    pub(super) angles: DVec3,
    /// The factors of its rotation: of an `XYZ`, whose turns are about fixed axes, `Zyx`.
    pub(super) order: Option<RotationOrder>,
    pub(super) dofs: Vec<(Dof, &'a [u8])>,
    /// The numbers of the joint limits, as written and parsed.
    pub(super) limits: Vec<(&'a [u8], f64)>,
    pub(super) limits_at: Option<&'a [u8]>,
    /// Whether the limits precede the dofs.
    pub(super) limits_first: bool,
    pub(super) mass: f64,
    /// Position of the centre of mass along the bone.
    pub(super) centre: Option<f64>,
    /// A bit for each keyword that occurred.
    seen: u32,
}

impl<'a> BoneDraft<'a> {
    pub(super) fn new(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.seen & (1 << keyword as u32) != 0
    }

    pub(super) fn note_keyword(&mut self, keyword: Keyword) {
        self.seen |= 1 << keyword as u32;
    }

    /// The keyword and word of the bone's name, or else of its id.
    pub(super) fn name_or_id(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.name.or(self.id)
    }
}
