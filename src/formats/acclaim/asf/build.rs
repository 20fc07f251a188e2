//! From what the file says to joints.
//!
//! A bone's joint is at its start: at the tip of the bone that it hangs on. "The length and the direction when combined
//! with the hierarchy will allow you to build a correctly oriented/positioned stick figure skeleton." Directions are
//! global, so every bone rests unturned; its `axis` only says about what it turns.
//!
//! A bone whose dofs move it (`tx ty tz`) leaves the tip that it hangs on. It has two joints of its name: one at that tip,
//! so that the bone above keeps its length, and on it the one that moves and turns.

use std::fmt::Write as _;
use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};

use super::draft::{Draft, Found, Reader};
use super::grammar::Keyword;
use super::items::Part as PartDraft;
use super::tree::Tree;
use crate::error::{ErrorKind, ParseError};
use crate::formats::acclaim::names;
use crate::formats::acclaim::rig::{Dof, Part, Rig};
use crate::formats::text::Excerpt;
use crate::model::{BuildError, JointKind, Mass, SkeletonBuilder, is_placeable};

/// A direction may be so much longer or shorter than 1 and still be called normalised.
const NEARLY_ONE: f64 = 1e-3;

/// Texts for people are cut behind so many bytes.
pub(super) const LONGEST_NOTE: usize = 32 << 10;

const ROOT_ORDER: [Dof; 6] = [Dof::Tx, Dof::Ty, Dof::Tz, Dof::Rx, Dof::Ry, Dof::Rz];

impl<'a> Reader<'a, '_> {
    /// The rig, but for its file and its warnings.
    pub(super) fn build(&mut self, mut draft: Draft<'a>) -> Result<Rig, ParseError> {
        let tree = self.tree(&draft);
        self.check_root(&mut draft);
        for &bone in &tree.bones {
            if let Some(bone) = draft.bones.get_mut(bone) {
                self.check_bone(bone);
            }
        }
        self.check_positional(&draft, &tree);
        let mut built = Built { skeleton: SkeletonBuilder::new(self.limits), parts: Vec::new(), channels: Vec::new() };
        let (mut masses, mut without_centre) = (Vec::new(), Vec::new());
        let mut part_of = vec![0; tree.children.len()];
        // Nodes to add, the last one first, and the parts that they hang on.
        let mut waiting: Vec<(usize, Option<usize>)> = vec![(0, None)];
        while let Some((node, above)) = waiting.pop() {
            let from = node.checked_sub(1).and_then(|bone| draft.bones.get(*tree.bones.get(bone)?));
            let (from, at) = from.map_or((&draft.root, draft.root.at), |bone| (bone, bone.at));
            let name = if node == 0 { self.root_name(tree.root_name) } else { self.name(from) };
            let part = self.part(&draft, from, name, above.and_then(|above| built.parts.get(above)));
            let children = tree.children.get(node).map_or(&[][..], Vec::as_slice);
            let is_tip = node > 0 && children.is_empty();
            let index =
                built.add(part, above, is_tip, draft.units.length).map_err(|error| self.unbuildable(error, at))?;
            if let Some(slot) = part_of.get_mut(node) {
                *slot = index;
            }
            if let Some(part) = built.parts.get(index) {
                // Joints that do not move are before it, and its end site behind it.
                built.channels.resize(usize::from(part.joint), "".into());
                built.channels.push(channels(from).into());
                let mass = (from.mass * draft.units.mass) as f32;
                match from.centre.map(|centre| (part.direction * (centre * draft.units.length)).as_vec3()) {
                    _ if !(mass > 0.0 && mass.is_finite()) => {}
                    Some(centre) if is_placeable(centre) => masses.push(Mass { joint: part.joint, mass, centre }),
                    _ => without_centre.push(part.name.clone()),
                }
            }
            waiting.extend(children.iter().rev().map(|child| (*child, Some(index))));
        }
        let end = self.block.trim_ascii_end().len();
        let skeleton = built.skeleton.finish().map_err(|error| self.unbuildable(error, end))?;
        built.channels.resize(skeleton.len(), "".into());
        let mut index: Vec<(Box<[u8]>, usize)> =
            tree.names.into_iter().filter_map(|(name, node)| Some((name.into(), *part_of.get(node)?))).collect();
        index.sort_unstable();
        let mut notes = notes(&draft);
        if let Some(first) = without_centre.first() {
            masses.clear();
            let text = format!("`{first}` has a bodymass but no cofmass, so that the centre of mass is not known");
            notes.push(("Masses".to_owned(), text));
        }
        let labels: Vec<Box<str>> = skeleton
            .names()
            .iter()
            .zip(skeleton.kinds())
            .map(|(name, kind)| Some(name).filter(|_| *kind == JointKind::Joint).and_then(|name| names::label(name)))
            .map(|label| label.unwrap_or_default().into())
            .collect();
        Ok(Rig {
            file: String::new(),
            skeleton: Arc::new(skeleton),
            factor: draft.units.length,
            radians: draft.units.radians,
            parts: built.parts,
            channels: built.channels,
            labels,
            masses,
            notes,
            skins: draft.skins,
            warnings: Vec::new(),
            warnings_dropped: 0,
            index,
        })
    }

    fn check_root(&mut self, draft: &mut Draft<'a>) {
        let root = &mut draft.root;
        if root.dofs.is_empty() {
            if draft.root_at.is_some() {
                self.note("asf.root-order", root.at, format_args!("expected `order`; tx ty tz rx ry rz was taken"));
            } else {
                root.at = draft.bones_at.or(draft.hierarchy_at).unwrap_or(0);
                let message =
                    format_args!("expected :root before this; the origin and the order tx ty tz rx ry rz were taken");
                self.note("asf.no-root", root.at, message);
            }
            root.dofs = ROOT_ORDER.map(|dof| (dof, &b""[..])).to_vec();
        }
        if root.order.is_none() && root.angles != DVec3::ZERO {
            self.note("asf.axis-order", root.at, format_args!("expected `axis`; the order XYZ was taken"));
        }
    }

    fn check_bone(&mut self, bone: &mut PartDraft<'a>) {
        let name = self.shown(bone);
        let missing = [Keyword::Direction, Keyword::Length, Keyword::Axis].into_iter().filter(|item| !bone.has(*item));
        let missing: Vec<&str> = missing.map(Keyword::name).collect();
        if !missing.is_empty() {
            let message = format_args!("{name} has no {}; 0 was taken", missing.join(" and no "));
            self.note("asf.item-missing", bone.at, message);
        }
        let size = bone.vector.length();
        if let Some(at) = bone.vector_at {
            if size == 0.0 && bone.length != 0.0 {
                let message = format_args!("the direction of {name} is 0, so that it has no length");
                self.note("asf.no-direction", self.offset(at), message);
            } else if size > 0.0 && (size - 1.0).abs() > NEARLY_ONE {
                let message = format_args!("the direction of {name} is not of length 1; it was made so");
                self.note("asf.direction-length", self.offset(at), message);
                bone.vector /= size;
            }
        }
        self.check_limits(bone);
    }

    fn check_limits(&mut self, bone: &PartDraft<'a>) {
        let name = self.shown(bone);
        let Some(at) = bone.limits_at.map(|at| self.offset(at)) else { return };
        let (numbers, dofs) = (bone.limits.len(), bone.dofs.len());
        if dofs == 0 {
            return self.note(
                "asf.limits-without-dof",
                at,
                format_args!("{name} has limits but no dof; they were ignored"),
            );
        }
        if bone.limits_first {
            self.note("asf.limits-first", at, format_args!("`limits` stands before `dof`; it was taken as behind it"));
        }
        if numbers != 2 * dofs {
            let wanted = 2 * dofs;
            let message = format_args!("expected {wanted} numbers, two for each dof of {name}, found {numbers}");
            self.note("asf.limits-count", at, message);
        }
        if bone.limits.chunks(2).any(|pair| matches!(pair, [low, high] if low.1 > high.1)) {
            self.note("asf.limits-order", at, format_args!("a lower limit of {name} is above the upper one"));
        }
        let holds = |limits: &[f64; 2], value: f64| (limits[0]..=limits[1]).contains(&value);
        for ((dof, word), limits) in bone.dofs.iter().zip(limits(bone)) {
            if *dof == Dof::L && limits.is_some_and(|limits| holds(&limits, bone.length) && !holds(&limits, 0.0)) {
                let message = format_args!(
                    "the limits of `l` hold the length of {name}, but not 0: perhaps whole lengths are meant; they are added"
                );
                self.note("asf.stretch-limits", self.offset(word), message);
            }
        }
    }

    /// "You can then inform the user as this will affect the kind of tools they will need to process it."
    fn check_positional(&mut self, draft: &Draft<'a>, tree: &Tree<'a>) {
        let bones = tree.bones.iter().filter_map(|bone| draft.bones.get(*bone));
        let mut dofs = bones.flat_map(|bone| &bone.dofs).peekable();
        let Some((_, first)) = dofs.peek().copied() else { return };
        if dofs.all(|(dof, _)| matches!(dof, Dof::Tx | Dof::Ty | Dof::Tz)) {
            let message =
                format_args!("the bones of this skeleton only move, they do not turn: it is of positional data");
            self.note("asf.positional", self.offset(first), message);
        }
    }

    fn part(&mut self, draft: &Draft<'a>, from: &PartDraft<'a>, name: Box<str>, above: Option<&Part>) -> Part {
        let units = &draft.units;
        let is_root = above.is_none();
        let angles = if units.radians { from.angles } else { from.angles * (std::f64::consts::PI / 180.0) };
        let rest = match above {
            None => from.vector * units.length,
            Some(above) => above.direction * (above.length * units.length),
        };
        Part {
            name,
            joint: 0,
            dofs: from.dofs.iter().map(|(dof, _)| *dof).collect(),
            limits: limits(from).collect(),
            frame: frame(angles, from.order.unwrap_or([0, 1, 2])),
            direction: if is_root { DVec3::ZERO } else { from.vector },
            length: from.length,
            followers: Vec::new(),
            rest,
        }
    }

    fn root_name(&mut self, name: &[u8]) -> Box<str> {
        if name.is_empty() { "root".into() } else { String::from_utf8_lossy(name).into() }
    }

    /// The name for people, cut at the limit.
    fn name(&mut self, bone: &PartDraft<'a>) -> Box<str> {
        let Some((at, name)) = bone.name.or(bone.id) else { return "".into() };
        if std::str::from_utf8(name).is_err() {
            let message = format_args!(
                "the name {} is not UTF-8; its bytes that cannot be read are shown as \u{FFFD}",
                Found(name)
            );
            self.note("asf.name-encoding", self.offset(at), message);
        }
        let Some(cut) = name.get(..self.limits.name_bytes).filter(|cut| cut.len() < name.len()) else {
            return String::from_utf8_lossy(name).into();
        };
        let (length, most) = (name.len(), self.limits.name_bytes);
        self.note("asf.name-cut", self.offset(at), format_args!("a name of {length} bytes was cut to {most}"));
        String::from_utf8_lossy(cut).trim_end_matches('\u{FFFD}').into()
    }

    /// The name for a message.
    fn shown(&self, bone: &PartDraft<'a>) -> String {
        format!("`{}`", Excerpt(bone.name.or(bone.id).map_or(b"", |(_, name)| name)))
    }

    fn unbuildable(&mut self, error: BuildError, at: usize) -> ParseError {
        let (code, message) = match error {
            BuildError::TooManyJoints => ("asf.too-many-joints", format!("more than {} joints", self.limits.joints)),
            BuildError::TooDeep => ("asf.too-deep", format!("bones are nested more than {} deep", self.limits.depth)),
            other => ("asf.skeleton", format!("the skeleton cannot be built: {other}")),
        };
        self.refusal(ErrorKind::Limit, code, &message, at)
    }
}

/// Joints so far.
struct Built {
    skeleton: SkeletonBuilder,
    parts: Vec<Part>,
    /// Parallel to the joints.
    channels: Vec<Box<str>>,
}

impl Built {
    /// Adds the joints of a part, and the end site at its tip. Tells the part's index.
    fn add(&mut self, mut part: Part, above: Option<usize>, is_tip: bool, factor: f64) -> Result<usize, BuildError> {
        let index = self.parts.len();
        // "To orient the skeleton": the root rests turned, and with it all that hangs on it.
        let turn = if above.is_none() { part.frame.as_quat() } else { Quat::IDENTITY };
        let mut parent = above.and_then(|above| self.parts.get(above)).map(|parent| parent.joint);
        let moves = part.dofs.iter().any(|dof| matches!(dof, Dof::Tx | Dof::Ty | Dof::Tz));
        let start = part.rest.as_vec3();
        part.joint = self.skeleton.add(&part.name, parent, JointKind::Joint, start, turn)?;
        if let Some(parent) = above.and_then(|above| self.parts.get_mut(above)) {
            parent.followers.push(part.joint);
        }
        if moves && above.is_some() {
            parent = Some(part.joint);
            part.rest = DVec3::ZERO;
            part.joint = self.skeleton.add(&part.name, parent, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY)?;
        }
        if is_tip {
            let tip: Vec3 = (part.direction * (part.length * factor)).as_vec3();
            let end = self.skeleton.add("End Site", Some(part.joint), JointKind::EndSite, tip, Quat::IDENTITY)?;
            part.followers.push(end);
        }
        self.parts.push(part);
        Ok(index)
    }
}

/// The turn that aligns the global axes with these. "The xyz tokens specify order of rotation": each about the fixed axes,
/// the first one first.
fn frame(angles: DVec3, order: [u8; 3]) -> DQuat {
    order.into_iter().fold(DQuat::IDENTITY, |turned, axis| {
        let turn = match axis {
            0 => DQuat::from_rotation_x(angles.x),
            1 => DQuat::from_rotation_y(angles.y),
            _ => DQuat::from_rotation_z(angles.z),
        };
        turn * turned
    })
}

/// A pair for each dof, as far as they go.
fn limits<'p>(part: &'p PartDraft<'_>) -> impl Iterator<Item = Option<[f64; 2]>> + 'p {
    (0..part.dofs.len()).map(|dof| match part.limits.get(2 * dof..2 * dof + 2) {
        Some([low, high]) => Some([low.1, high.1]),
        _ => None,
    })
}

/// The dofs with their limits, as the file writes them.
fn channels(part: &PartDraft<'_>) -> String {
    let mut text = String::new();
    let written = |(word, value): &(&[u8], f64)| match *value {
        f64::INFINITY => "inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        _ => String::from_utf8_lossy(word).into_owned(),
    };
    for (index, (dof, _)) in part.dofs.iter().enumerate() {
        let gap = if index > 0 { " " } else { "" };
        text.extend([gap, dof.name()]);
        if let Some([low, high]) = part.limits.get(2 * index..2 * index + 2) {
            write!(text, " ({} {})", written(low), written(high)).ok();
        }
    }
    text
}

fn notes(draft: &Draft<'_>) -> Vec<(String, String)> {
    let skins = draft.skins.join(", ");
    let list = [
        ("Name", String::from_utf8_lossy(draft.name).into_owned()),
        ("Documentation", draft.documentation.join("\n")),
        (if draft.skins.len() == 1 { "Skin" } else { "Skins" }, skins),
    ];
    list.into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(title, text)| (title.to_owned(), shortened(text)))
        .collect()
}

fn shortened(mut text: String) -> String {
    if text.len() > LONGEST_NOTE {
        text.truncate((0..=LONGEST_NOTE).rfind(|end| text.is_char_boundary(*end)).unwrap_or(0));
        text += " \u{2026}";
    }
    text
}
