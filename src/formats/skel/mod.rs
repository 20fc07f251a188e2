//! The Sims Online: skeletons (`.skel`) and their motions (`.anim`); and The Sims 1, the same model in other files:
//! catalogues as text (`.cmx`) and binary (`.cmx.bcf`), with keys in files of their own (`.cfp`).
//!
//! Files are small, so they are read whole. A warning tells of every repair:
//!
//! | code | what was found, and what was done |
//! |---|---|
//! | `skel.unknown-parent`, `skel.duplicate-name` | a parent that is no bone, a name twice; a root, both kept and motions move the first |
//! | `skel.not-finite`, `anim.not-finite` | numbers past 1e12 or none, quaternions that are no rotation; 0 and unturned, the key before |
//! | `skel.surplus`, `anim.surplus`, `cmx.surplus`, `bcf.surplus`, `cfp.surplus` | bytes or lines behind the end; ignored |
//! | `skel.several` | a catalogue with several skeletons; the first |
//! | `anim.unknown-bones`, `anim.duplicate-track` | tracks for bones that the skeleton lacks, two for one bone; left out, the first |
//! | `anim.keys-outside` | a track that points outside the tables; the bone rests |
//! | `anim.forbidden` | keys for bones whose flags forbid to translate or rotate them; played, as other players do |
//! | `anim.nothing-moves` | no track moves a bone; the rest pose |
//! | `cmx.no-keys` | a skill whose keys are missing; left out |
//!
//! Refusals: `*.version`, `*.cut`, `*.count` (a count that the bytes left cannot hold), `cmx.syntax`, `skel.no-bones`,
//! `skel.cycle`, `skel.limit`, `skel.too-long`, `anim.limit`, `cmx.nothing`; and what needs another file beside it:
//! `anim.needs-skeleton`, `anim.no-fit`, `cmx.needs-keys`, `cfp.alone`.

mod anim;
mod binary;
mod catalogue;
mod cfp;
mod clip;
mod companions;
mod fields;
mod lines;
mod motion;
mod raw;
mod reader;
mod rig;
mod skeleton;
#[cfg(test)]
mod tests;
mod windows_1252;

pub(super) use companions::SimsCompanions;
pub(super) use reader::SimsReader;
