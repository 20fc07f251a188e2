//! Which models are the figure, and its skeleton.
//!
//! The members are limb nodes, models with which skins bend, and models that curves move away from their rest. The models around them follow, as
//! [`scenes::roles`] says. A file without members is a rig at rest if it is a tree of empty models.

use std::sync::Arc;

use glam::{Affine3A, Quat};

use super::models::{Holds, Inherit, LocalTransform, Model, Models, Property, shown};
use super::problem::Problem;
use super::stacks::Stacks;
use super::worlds::drop_scales;
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::scenes::{self, ROUNDING, SceneTree, start_of};
use crate::formats::reading::wording::Count;
use crate::model::{BuildError, FARTHEST, JointKind, Scaling, Skeleton, SkeletonBuilder};
use crate::pose::reach;

/// Fewest models with children that make a rig of a file that names no joints.
const RIG: usize = 3;

/// Joints that are scaled by no more are not meant to be: some programs round so. Places stay exact without such scales.
const NOISE: f64 = 1e-3;

/// A skeleton, and which model is which joint.
#[derive(Debug)]
pub(super) struct FbxFigure {
    pub(super) skeleton: Arc<Skeleton>,
    /// The model of each joint, and the joint of each model.
    pub(super) models: Vec<usize>,
    pub(super) joints: Vec<Option<usize>>,
    /// The transform of each joint at rest, as the model has it, and as the skeleton has it.
    pub(super) own_rest: Vec<LocalTransform>,
    pub(super) rest: Vec<LocalTransform>,
    pub(super) parents: Vec<Option<usize>>,
    pub(super) inherits: Vec<Inherit>,
    /// Whether scales are dropped, because joints do not inherit them in the usual way, or only round.
    pub(super) drops_scales: bool,
}

impl FbxFigure {
    /// Finds the figure and makes its skeleton.
    pub(super) fn read(
        models: &Models<'_>,
        stacks: &Stacks,
        limits: &Limits,
        warnings: &mut WarningLog,
    ) -> Result<Self, Problem> {
        let members = members(models, stacks, warnings)?;
        let roles = roles(models, &members);
        let order: Vec<usize> = limbs_first(models).into_iter().filter(|index| roles.at(*index).is_some()).collect();
        let mut joints = vec![None; models.list.len()];
        for (joint, model) in order.iter().enumerate() {
            joints.put(*model, Some(joint));
        }
        let parents: Vec<Option<usize>> =
            order.iter().map(|model| models.parent(*model).and_then(|parent| joints.at(parent))).collect();
        let list = || order.iter().filter_map(|index| models.list.get(*index));
        let inherits: Vec<Inherit> = list().map(|model| model.inherit).collect();
        let own_rest: Vec<LocalTransform> = list().map(|model| model.transform(&model.rest)).collect();
        let scales = scales(models, stacks);
        let scaled: Vec<bool> = order.iter().map(|model| scales.at(*model) > ROUNDING).collect();
        let is_joint = |model: &&usize| roles.at(**model) == Some(JointKind::Joint);
        let most = order.iter().filter(is_joint).map(|model| scales.at(*model)).fold(0.0, f64::max);
        let is_noise = most > ROUNDING && most <= NOISE;
        let drops_scales = is_noise
            || parents
                .iter()
                .zip(&inherits)
                .any(|(parent, inherit)| *inherit != Inherit::Normal && parent.is_some_and(|parent| scaled.at(parent)));
        let mut rest = own_rest.clone();
        if drops_scales {
            drop_scales(&mut rest, &parents, &inherits);
        }
        let has_scales = scaled.contains(&true) && !drops_scales;
        let skeleton = build(models, &order, &roles, (&rest, &parents), has_scales, limits)?;
        Ok(Self {
            skeleton: Arc::new(skeleton),
            models: order,
            joints,
            own_rest,
            rest,
            parents,
            inherits,
            drops_scales,
        })
    }

    /// Makes the transforms of all joints in a pose those that the skeleton has.
    pub(super) fn settle(&self, pose: &mut [LocalTransform]) {
        if self.drops_scales {
            drop_scales(pose, &self.parents, &self.inherits);
        }
    }
}

/// How far each model is from scaling nothing, at rest and at any key.
fn scales(models: &Models<'_>, stacks: &Stacks) -> Vec<f64> {
    let mut scales: Vec<f64> = models.list.iter().map(|model| (model.rest.scaling - 1.0).abs().max_element()).collect();
    for ((model, property), nodes) in stacks.list.iter().flat_map(|stack| &stack.moved) {
        if *property == Property::Scaling
            && let Some(scale) = scales.get_mut(*model)
        {
            *scale = nodes.iter().map(|(_, node)| stacks.scales_by(*node)).fold(*scale, f64::max);
        }
    }
    scales
}

/// The members. Warns where nothing but meshes is there to be shown.
fn members(models: &Models<'_>, stacks: &Stacks, warnings: &mut WarningLog) -> Result<Vec<bool>, Problem> {
    let limbs = models.list.iter().zip(&models.bends);
    let mut members: Vec<bool> = limbs.map(|(model, bends)| *bends || model.holds == Holds::Limb).collect();
    for stack in &stacks.list {
        for index in stack.models() {
            let Some(model) = models.list.get(index) else { continue };
            let is_other = model.holds == Holds::Handle || model.holds == Holds::Onlooker && model.children.is_empty();
            if !members.at(index) && !is_other && stack.leaves_rest(stacks, index, model) {
                members.put(index, true);
            }
        }
    }
    if members.contains(&true) {
        return Ok(members);
    }
    let is_empty = |model: &Model<'_>| model.holds == Holds::Nothing;
    let carriers: Vec<bool> = models.list.iter().map(|model| !model.children.is_empty()).collect();
    if carriers.iter().filter(|carries| **carries).count() >= RIG && models.list.iter().all(is_empty) {
        return Ok(carriers);
    }
    let meshes: Vec<bool> = models.list.iter().map(|model| model.holds == Holds::Mesh).collect();
    let count = meshes.iter().filter(|mesh| **mesh).count().max(models.meshes);
    let shown = Count(count, "mesh");
    // A take of which no key is kept: people see where things stand.
    if let Some(stack) = stacks.list.iter().find(|stack| stack.span.is_some()).filter(|_| meshes.contains(&true)) {
        let place = Location { byte: stack.at as u64, ..Location::default() };
        let message =
            format_args!("the file holds {shown} and no skeleton, and nothing moves; each mesh is shown as a joint");
        warnings.each("fbx.nothing-moves", place, message);
        return Ok(meshes);
    }
    let message = if count > 0 {
        format!("this file holds {shown} and no skeleton: there is no motion in it")
    } else {
        "this file holds no skeleton and no animation: there is no motion in it".to_owned()
    };
    Err(Problem::new(ErrorKind::Unsupported, "fbx.no-motion", 0, message))
}

/// The part of each model in the skeleton.
fn roles(models: &Models<'_>, members: &[bool]) -> Vec<Option<JointKind>> {
    let parents: Vec<Option<usize>> = (0..models.list.len()).map(|model| models.parent(model)).collect();
    let tree = SceneTree { parents: &parents, order: &models.order, members };
    let is = |index: usize, test: &dyn Fn(&Model<'_>) -> bool| models.list.get(index).is_some_and(test);
    scenes::roles(
        &tree,
        |index| is(index, &|model| matches!(model.holds, Holds::Mesh | Holds::Onlooker | Holds::Handle)),
        |index, is_top| is_top && is(index, &|model| model.transform(&model.rest).is_identity()),
    )
}

/// All models, parents first; trees with limbs come before others.
fn limbs_first(models: &Models<'_>) -> Vec<usize> {
    let mut has_limbs: Vec<bool> =
        models.list.iter().zip(&models.bends).map(|(model, bends)| *bends || model.holds == Holds::Limb).collect();
    for index in models.order.iter().rev() {
        if let Some(parent) = models.parent(*index).filter(|_| has_limbs.at(*index)) {
            has_limbs.put(parent, true);
        }
    }
    let mut first = false;
    let mut of_limbs = vec![false; models.list.len()];
    for index in &models.order {
        if models.parent(*index).is_none() {
            first = has_limbs.at(*index);
        }
        of_limbs.put(*index, first);
    }
    let (limbs, others): (Vec<usize>, Vec<usize>) = models.order.iter().partition(|index| of_limbs.at(**index));
    [limbs, others].concat()
}

fn build(
    models: &Models<'_>,
    order: &[usize],
    roles: &[Option<JointKind>],
    (rest, parents): (&[LocalTransform], &[Option<usize>]),
    has_scales: bool,
    limits: &Limits,
) -> Result<Skeleton, Problem> {
    let mut builder = SkeletonBuilder::new(limits);
    for ((index, at), parent) in order.iter().zip(rest).zip(parents) {
        let (Some(kind), Some(model)) = (roles.at(*index), models.list.get(*index)) else { continue };
        let name = start_of(&model.name, limits.name_bytes);
        let parent = parent.and_then(|parent| u16::try_from(parent).ok());
        let added = builder.add(name, parent, kind, at.translation.as_vec3(), at.rotation.as_quat());
        added.map_err(|error| Problem::limit("fbx.limit", model.at, format!("`{}`: {error}", shown(&model.name))))?;
    }
    if has_scales {
        let rest_scales = rest.iter().map(|at| at.scale.as_vec3()).collect();
        let (frames, axes) = (vec![Affine3A::IDENTITY; rest.len()], vec![Quat::IDENTITY; rest.len()]);
        let scaling = Scaling { frames, axes, rest_scales };
        builder.set_scaling(scaling).map_err(|error| Problem::of_build(0, error))?;
    }
    let skeleton = builder.finish().map_err(|error| Problem::of_build(0, error))?;
    if skeleton.scaling().is_some() && reach(&skeleton) > f64::from(FARTHEST) {
        return Err(Problem::of_build(0, BuildError::NotFinite));
    }
    Ok(skeleton)
}
