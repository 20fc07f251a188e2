//! Checks and repairs a draft whose bones are known.

use glam::DVec3;

use super::draft::{BoneDraft, Draft};
use super::grammar::Keyword;
use super::joint_limits;
use super::log::AsfLog;
use super::tree::BoneTree;
use crate::checked::Checked;
use crate::formats::acclaim::rig::Dof;
use crate::formats::reading::text::Quoted;

/// Tolerance for the length of a direction to count as normalised.
const NEARLY_ONE: f64 = 1e-3;

const ROOT_ORDER: [Dof; 6] = [Dof::Tx, Dof::Ty, Dof::Tz, Dof::Rx, Dof::Ry, Dof::Rz];

pub(super) fn check<'a>(draft: &mut Draft<'a>, tree: &BoneTree<'a>, log: &mut AsfLog<'a, '_>) {
    check_root(draft, log);
    for &bone in &tree.bones {
        draft.bones.change(bone, |bone| check_bone(bone, log));
    }
    check_positional(draft, tree, log);
}

fn check_root(draft: &mut Draft<'_>, log: &mut AsfLog<'_, '_>) {
    let root = &mut draft.root;
    if root.dofs.is_empty() {
        if draft.root_at.is_some() {
            warning!(log.warn => "asf.root-order", root.at, "expected `order`; tx ty tz rx ry rz was taken");
        } else {
            root.at = draft.bones_at.or(draft.hierarchy_at).unwrap_or(0);
            let message =
                format_args!("expected :root before this; the origin and the order tx ty tz rx ry rz were taken");
            log.warn("asf.no-root", root.at, message);
        }
        root.dofs = ROOT_ORDER.map(|dof| (dof, &b""[..])).to_vec();
    }
    if root.order.is_none() && root.angles != DVec3::ZERO {
        warning!(log.warn => "asf.axis-order", root.at, "expected `axis`; the order XYZ was taken");
    }
}

fn check_bone(bone: &mut BoneDraft<'_>, log: &mut AsfLog<'_, '_>) {
    let name = format!("`{}`", Quoted(bone.name_or_id().map_or(b"", |(_, name)| name)));
    let missing = [Keyword::Direction, Keyword::Length, Keyword::Axis].into_iter().filter(|item| !bone.has(*item));
    let missing: Vec<&str> = missing.map(Keyword::name).collect();
    if !missing.is_empty() {
        let message = format_args!("{name} has no {}; 0 was taken", missing.join(" and no "));
        log.warn("asf.item-missing", bone.at, message);
    }
    let size = bone.vector.length();
    if let Some(keyword) = bone.vector_at {
        if size == 0.0 && bone.length != 0.0 {
            let message = format_args!("the direction of {name} is 0, so that it has no length");
            log.warn_of("asf.no-direction", keyword, message);
        } else if size > 0.0 && (size - 1.0).abs() > NEARLY_ONE {
            let message = format_args!("the direction of {name} is not of length 1; it was made so");
            log.warn_of("asf.direction-length", keyword, message);
            bone.vector /= size;
        }
    }
    joint_limits::check(bone, &name, log);
}

/// "You can then inform the user as this will affect the kind of tools they will need to process it."
fn check_positional(draft: &Draft<'_>, tree: &BoneTree<'_>, log: &mut AsfLog<'_, '_>) {
    let bones = tree.bones.iter().filter_map(|bone| draft.bones.get(*bone));
    let mut dofs = bones.flat_map(|bone| &bone.dofs).peekable();
    let Some((_, first)) = dofs.peek().copied() else { return };
    if dofs.all(|(dof, _)| matches!(dof, Dof::Tx | Dof::Ty | Dof::Tz)) {
        let message = format_args!("the bones of this skeleton only move, they do not turn: it is of positional data");
        log.warn_of("asf.positional", first, message);
    }
}
