//! Builds joints from a draft and its tree.
//!
//! A bone's joint is at its start, the tip of its parent. "The length and the direction when combined with the hierarchy will
//! allow you to build a correctly oriented/positioned stick figure skeleton." Directions are global, so bones have no rest
//! rotation; `axis` only sets the axes of their motion.
//!
//! A bone with translation dofs (`tx ty tz`) leaves its parent's tip and gets two joints: one fixed at the tip, so that the
//! parent keeps its length, and a child of it that translates and rotates.

use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};

use super::draft::{BoneDraft, Draft};
use super::joint_limits;
use super::log::{AsfLog, FoundWord};
use super::texts;
use super::tree::BoneTree;
use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::euler::{RotationOrder, product};
use crate::formats::acclaim::names_in_words;
use crate::formats::acclaim::rig::{AcclaimRig, Dof, RigBone};
use crate::model::{BuildError, JointKind, MOVED, Mass, SkeletonBuilder, is_placeable};

/// The rig without its file name and warnings.
pub(super) fn build<'a>(
    draft: Draft<'a>,
    tree: BoneTree<'a>,
    limits: &Limits,
    log: &mut AsfLog<'a, '_>,
) -> Result<AcclaimRig, ParseError> {
    let mut joints = AsfJoints { skeleton: SkeletonBuilder::new(limits), parts: Vec::new(), channels: Vec::new() };
    let mut masses = Masses::default();
    let mut part_of = vec![0; tree.children.len()];
    // Stack of nodes to add, each with the index of its parent's part.
    let mut waiting: Vec<(usize, Option<usize>)> = vec![(0, None)];
    while let Some((node, above)) = waiting.pop() {
        let bone = node.checked_sub(1).and_then(|bone| draft.bones.get(*tree.bones.get(bone)?));
        let (bone, at) = bone.map_or((&draft.root, draft.root.at), |bone| (bone, bone.at));
        let name = if node == 0 { root_name(tree.root_name) } else { shown_name(bone, limits, log) };
        let part = part(&draft, bone, name, above.and_then(|above| joints.parts.get(above)));
        let children = tree.children.get(node).map_or(&[][..], Vec::as_slice);
        let is_tip = node > 0 && children.is_empty();
        let index =
            joints.add(part, above, is_tip, draft.units.length).map_err(|error| unbuildable(error, at, limits, log))?;
        part_of.put(node, index);
        if let Some(part) = joints.parts.get(index) {
            // Pad for the joints without channels before it: end sites and fixed joints.
            joints.channels.resize(usize::from(part.joint), "".into());
            joints.channels.push(texts::channels(bone).into());
            masses.add(&draft, bone, part);
        }
        waiting.extend(children.iter().rev().map(|child| (*child, Some(index))));
    }
    let AsfJoints { skeleton, parts, mut channels } = joints;
    let skeleton = skeleton.finish().map_err(|error| unbuildable(error, log.end(), limits, log))?;
    channels.resize(skeleton.len(), "".into());
    let mut index: Vec<(Box<[u8]>, usize)> =
        tree.names.into_iter().filter_map(|(name, node)| Some((name.into(), *part_of.get(node)?))).collect();
    sort_by(&mut index, Ord::cmp);
    let mut notes = texts::notes(&draft);
    if let Some(first) = masses.without_centre {
        masses.list.clear();
        let text = format!("`{first}` has a bodymass but no cofmass, so that the centre of mass is not known");
        notes.push(("Masses".to_owned(), text));
    }
    let label = |name: &str, kind| match kind {
        JointKind::Joint => names_in_words::label(name.strip_suffix(MOVED).unwrap_or(name)),
        _ => None,
    };
    let named = skeleton.names().iter().zip(skeleton.kinds());
    let labels = named.map(|(name, kind)| label(name, *kind).unwrap_or_default().into()).collect();
    Ok(AcclaimRig {
        file: String::new(),
        skeleton: Arc::new(skeleton),
        factor: draft.units.length,
        is_cut: tree.is_cut,
        radians: draft.units.radians,
        parts,
        channels,
        labels,
        masses: masses.list,
        notes,
        skins: draft.skins,
        warnings: Vec::new(),
        warnings_dropped: 0,
        index,
    })
}

/// A part without joints; [`AsfJoints::add`] adds them. `above` is its parent.
fn part(draft: &Draft<'_>, bone: &BoneDraft<'_>, name: Box<str>, above: Option<&RigBone>) -> RigBone {
    let units = &draft.units;
    let angles = if units.radians { bone.angles } else { bone.angles * (std::f64::consts::PI / 180.0) };
    let rest = match above {
        None => bone.vector * units.length,
        Some(above) => above.direction * (above.length * units.length),
    };
    RigBone {
        name,
        joint: 0,
        dofs: bone.dofs.iter().map(|(dof, _)| *dof).collect(),
        limits: joint_limits::pairs(bone).collect(),
        frame: frame(angles, bone.order.unwrap_or(RotationOrder::Zyx)),
        direction: if above.is_none() { DVec3::ZERO } else { bone.vector },
        length: bone.length,
        tip_joints: Vec::new(),
        rest,
    }
}

fn root_name(name: &[u8]) -> Box<str> {
    if name.is_empty() { "root".into() } else { String::from_utf8_lossy(name).into() }
}

/// The name for people, cut at the limit.
fn shown_name<'a>(bone: &BoneDraft<'a>, limits: &Limits, log: &mut AsfLog<'a, '_>) -> Box<str> {
    let Some((keyword, name)) = bone.name_or_id() else { return "".into() };
    if std::str::from_utf8(name).is_err() {
        let name = FoundWord(name);
        let message = format_args!("the name {name} is not UTF-8; its bytes that cannot be read are shown as \u{FFFD}");
        log.warn_of("asf.name-encoding", keyword, message);
    }
    let Some(cut) = name.get(..limits.name_bytes).filter(|cut| cut.len() < name.len()) else {
        return String::from_utf8_lossy(name).into();
    };
    let (length, most) = (name.len(), limits.name_bytes);
    log.warn_of("asf.name-cut", keyword, format_args!("a name of {length} bytes was cut to {most}"));
    String::from_utf8_lossy(cut).trim_end_matches('\u{FFFD}').into()
}

fn unbuildable(error: BuildError, at: usize, limits: &Limits, log: &mut AsfLog<'_, '_>) -> ParseError {
    let (code, message) = match error {
        BuildError::TooManyJoints => ("asf.too-many-joints", format!("more than {} joints", limits.joints)),
        BuildError::TooDeep => ("asf.too-deep", format!("bones are nested more than {} deep", limits.depth)),
        other => ("asf.skeleton", format!("the skeleton cannot be built: {other}")),
    };
    log.refusal(ErrorKind::Limit, code, &message, at)
}

#[derive(Default)]
struct Masses {
    list: Vec<Mass>,
    /// The first bone that has a mass but no centre of mass.
    without_centre: Option<Box<str>>,
}

impl Masses {
    fn add(&mut self, draft: &Draft<'_>, bone: &BoneDraft<'_>, part: &RigBone) {
        let mass = (bone.mass * draft.units.mass) as f32;
        if !(mass > 0.0 && mass.is_finite()) {
            return;
        }
        let centre = bone.centre.map(|centre| (part.direction * (centre * draft.units.length)).as_vec3());
        match centre.filter(|centre| is_placeable(*centre)) {
            Some(centre) => self.list.push(Mass { joint: part.joint, mass, centre }),
            None => {
                self.without_centre.get_or_insert_with(|| part.name.clone());
            }
        }
    }
}

struct AsfJoints {
    skeleton: SkeletonBuilder,
    parts: Vec<RigBone>,
    /// One entry a joint.
    channels: Vec<Box<str>>,
}

impl AsfJoints {
    /// Adds the joints of a part, and an end site if it is a tip. Returns the part's index.
    fn add(&mut self, mut part: RigBone, above: Option<usize>, is_tip: bool, factor: f64) -> Result<usize, BuildError> {
        let index = self.parts.len();
        // "To orient the skeleton": the root's rest rotation turns the whole skeleton.
        let turn = if above.is_none() { part.frame.as_quat() } else { Quat::IDENTITY };
        let mut parent = above.and_then(|above| self.parts.get(above)).map(|parent| parent.joint);
        let moves = part.dofs.iter().any(|dof| matches!(dof, Dof::Tx | Dof::Ty | Dof::Tz));
        let start = part.rest.as_vec3();
        part.joint = self.skeleton.add(&part.name, parent, JointKind::Joint, start, turn)?;
        if let Some(above) = above {
            self.parts.change(above, |parent| parent.tip_joints.push(part.joint));
        }
        if moves && above.is_some() {
            parent = Some(part.joint);
            part.rest = DVec3::ZERO;
            let name = format!("{}{MOVED}", part.name);
            part.joint = self.skeleton.add(&name, parent, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY)?;
        }
        if is_tip {
            let tip: Vec3 = (part.direction * (part.length * factor)).as_vec3();
            let end = self.skeleton.add("End Site", Some(part.joint), JointKind::EndSite, tip, Quat::IDENTITY)?;
            part.tip_joints.push(end);
        }
        self.parts.push(part);
        Ok(index)
    }
}

/// The rotation from global axes to the given ones. "The xyz tokens specify order of rotation": about fixed axes, first token first.
fn frame(angles: DVec3, order: RotationOrder) -> DQuat {
    product(order.axes().map(|axis| (axis, angles[axis])))
}
