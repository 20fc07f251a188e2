//! The Sims Online: skeletons (`.skel`) and motions (`.anim`). The Sims 1, the same model in other files: catalogues as text
//! (`.cmx`) and binary (`.cmx.bcf`), with keys in separate files (`.cfp`).
//!
//! Files are small and read whole. A warning reports every repair:
//!
//! | code | cause; repair |
//! |---|---|
//! | `skel.unknown-parent`, `skel.duplicate-name` | an unknown parent; a repeated name; becomes a root; both are kept, motions move the first |
//! | `skel.not-finite`, `anim.not-finite` | numbers past 1e12 or NaN, invalid quaternions; 0 and no rotation, the previous key |
//! | `skel.surplus`, `anim.surplus`, `cmx.surplus`, `bcf.surplus`, `cfp.surplus` | bytes or lines after the end; ignored |
//! | `skel.several` | a catalogue with several skeletons; the first is used |
//! | `anim.unknown-bones`, `anim.duplicate-track` | tracks for bones missing from the skeleton, two for one bone; left out, the first is used |
//! | `anim.keys-outside` | a track that points outside the tables; the bone stays at rest |
//! | `anim.forbidden` | keys that a bone's flags forbid; played, as other players do |
//! | `anim.nothing-moves` | no track moves a bone; the rest pose |
//! | `cmx.no-keys` | a skill without its keys; left out |
//!
//! Errors: `*.version`, `*.cut`, `*.count` (a count that the remaining bytes cannot hold), `cmx.syntax`, `skel.no-bones`,
//! `skel.cycle`, `skel.limit`, `skel.too-long`, `anim.limit`, `cmx.nothing`; and without a companion: `anim.needs-skeleton`,
//! `anim.no-fit`, `cmx.needs-keys`, `cfp.alone`.

mod anim;
mod binary;
mod catalogue;
mod cfp;
mod clip;
mod companions;
mod family;
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

pub use family::family;
