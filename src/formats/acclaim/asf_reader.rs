//! Reads a skeleton file on its own, without a motion.

use super::asf;
use super::clip::SkinnedRig;
use super::companions::AcclaimCompanions;
use crate::error::{Limits, ParseError};
use crate::formats::reading::FormatReader;
use crate::formats::reading::text::Ruler;
use crate::model::{Clip, Motion};

/// Collects the text of a skeleton and shows its rest pose as one frame.
pub(in crate::formats) struct AsfReader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    companions: AcclaimCompanions,
    text: Vec<u8>,
}

impl AsfReader {
    pub(in crate::formats) fn new(name: String, limits: Limits, ruler: Ruler, companions: AcclaimCompanions) -> Self {
        Self { name, limits, ruler, companions, text: Vec::new() }
    }
}

impl FormatReader for AsfReader {
    fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        // Keep at most one byte past the limit, so that the error's place does not depend on the chunks.
        let room = (asf::LONGEST + 1).saturating_sub(self.text.len()).min(text.len());
        self.text.extend_from_slice(text.get(..room).unwrap_or(text));
        if self.text.len() > asf::LONGEST { Err(asf::too_long(&self.text, self.ruler)) } else { Ok(()) }
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let rig = asf::read_text(&self.text, self.ruler, &self.limits)?;
        let mut still = Motion::rest();
        still.set_frame_time(super::FRAME_TIME);
        let skinned = SkinnedRig::new(rig.into(), &self.companions, &self.limits);
        Ok(skinned.clip(self.name, still))
    }
}
