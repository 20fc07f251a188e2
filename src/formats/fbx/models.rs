//! Models, the nodes of a scene: their tree, and the transform of each.

use std::borrow::Cow;

use glam::{DQuat, DVec3};

use super::objects::{ObjectKind, Objects};
use super::problem::Problem;
use super::properties::{Properties, Templates};
use crate::checked::Checked;
use crate::error::{ErrorKind, Location};
use crate::euler::{self, RotationOrder};
use crate::formats::reading::WarningLog;

/// Most models of a file.
const MOST: usize = 65_535;

/// How a model takes part in the scale of its parent (`FbxTransform::EInheritType`). R and S are the rotation and the scale of the parent, r and s its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inherit {
    /// R S r s: as in other formats.
    Normal,
    /// R r S s: scales multiply axis by axis, and never shear.
    Componentwise,
    /// R r s: the parent's scale moves it, and does not scale it.
    NoScale,
}

/// The kinds of contents of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Holds {
    #[default]
    Nothing,
    /// The model is drawn as a bone.
    Limb,
    Mesh,
    /// A camera or a light, which look at a figure and are no part of it.
    Onlooker,
    /// A handle by which people move a figure.
    Handle,
}

/// Translation, rotation and scale: a point of the model is at `T * R * S * point` in its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LocalTransform {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl LocalTransform {
    pub(super) fn is_identity(&self) -> bool {
        self.translation == DVec3::ZERO && self.rotation == DQuat::IDENTITY && self.scale == DVec3::ONE
    }
}

/// A property that curves move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scaling,
}

impl Property {
    pub(super) const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scaling];

    pub(super) fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"Lcl Translation" => Some(Self::Translation),
            b"Lcl Rotation" => Some(Self::Rotation),
            b"Lcl Scaling" => Some(Self::Scaling),
            _ => None,
        }
    }
}

/// The three properties of a model that curves move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Movable {
    pub(super) translation: DVec3,
    /// Euler angles, degrees.
    pub(super) rotation: DVec3,
    pub(super) scaling: DVec3,
}

impl Movable {
    pub(super) fn of(&self, property: Property) -> DVec3 {
        match property {
            Property::Translation => self.translation,
            Property::Rotation => self.rotation,
            Property::Scaling => self.scaling,
        }
    }
}

/// A model.
#[derive(Debug)]
pub(super) struct Model<'a> {
    pub(super) name: Cow<'a, str>,
    /// Offset in the file.
    pub(super) at: usize,
    pub(super) holds: Holds,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// The properties without any motion.
    pub(super) rest: Movable,
    pub(super) order: RotationOrder,
    pub(super) inherit: Inherit,
    before: DQuat,
    after: DQuat,
    rotation_offset: DVec3,
    rotation_pivot: DVec3,
    scaling_offset: DVec3,
    scaling_pivot: DVec3,
}

/// The rotation of Euler angles.
pub(super) fn rotation(order: RotationOrder, degrees: DVec3) -> DQuat {
    let angles = degrees.to_array();
    euler::product(order.axes().map(|axis| (axis, angles.at(axis).to_radians())))
}

impl Model<'_> {
    /// `T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1`, as the FBX SDK defines it
    /// ("Computing transformation matrices" of its guide). It is always a translation, a rotation and a scale.
    pub(super) fn transform(&self, of: &Movable) -> LocalTransform {
        let turn = self.before * rotation(self.order, of.rotation) * self.after;
        let within = self.scaling_offset + self.scaling_pivot - of.scaling * self.scaling_pivot - self.rotation_pivot;
        LocalTransform {
            translation: of.translation + self.rotation_offset + self.rotation_pivot + turn * within,
            rotation: turn,
            scale: of.scaling,
        }
    }
}

/// The models of a file, in its order.
#[derive(Debug)]
pub(super) struct Models<'a> {
    pub(super) list: Vec<Model<'a>>,
    /// The model of each object.
    of_object: Vec<Option<u32>>,
    /// Parents first, as the scene shows them.
    pub(super) order: Vec<usize>,
    /// Whether a skin bends with a model.
    pub(super) bends: Vec<bool>,
    /// Number of meshes.
    pub(super) meshes: usize,
}

impl<'a> Models<'a> {
    pub(super) fn read(
        objects: &Objects<'_, 'a>,
        templates: &Templates<'_, 'a>,
        warnings: &mut WarningLog,
    ) -> Result<Self, Problem> {
        let mut of_object = vec![None; objects.list.len()];
        let mut list = Vec::new();
        for index in objects.of(ObjectKind::Model) {
            let Some(object) = objects.get(index) else { continue };
            if list.len() >= MOST {
                let message = format!("expected no more than {MOST} models");
                return Err(Problem::limit("fbx.too-many-nodes", object.node.record.at, message));
            }
            of_object.put(index, Some(list.len() as u32));
            let properties = Properties::new(&object.node, templates);
            list.push(model(object.name.clone(), object.node.record.at, object.class, &properties));
        }
        let mut models = Self { bends: vec![false; list.len()], list, of_object, order: Vec::new(), meshes: 0 };
        models.meshes = objects.of(ObjectKind::Geometry).filter(|index| is_mesh(objects, *index)).count();
        models.connect(objects, warnings);
        models.set_order()?;
        Ok(models)
    }

    /// The model of an object.
    pub(super) fn of_object(&self, object: usize) -> Option<usize> {
        self.of_object.get(object).copied().flatten().map(|model| model as usize)
    }

    fn connect(&mut self, objects: &Objects<'_, 'a>, warnings: &mut WarningLog) {
        for (child, parent, _) in objects.between(ObjectKind::Model, ObjectKind::Model) {
            let (Some(child), Some(parent)) = (self.of_object(child), self.of_object(parent)) else { continue };
            let Some(model) = self.list.get_mut(child) else { continue };
            if model.parent.is_some_and(|first| first != parent) {
                let place = Location { byte: model.at as u64, ..Location::default() };
                let message = format_args!("a model hangs on two others; only the first counts");
                warnings.each("fbx.two-parents", place, message);
            } else if model.parent.is_none() {
                model.parent = Some(parent);
                if let Some(parent) = self.list.get_mut(parent) {
                    parent.children.push(child);
                }
            }
        }
        let mut hold = |object: usize, holds: Holds| {
            if let Some(model) = self.of_object(object).and_then(|model| self.list.get_mut(model))
                && model.holds != Holds::Limb
            {
                model.holds = holds;
            }
        };
        for (attribute, model, _) in objects.between(ObjectKind::Attribute, ObjectKind::Model) {
            match objects.get(attribute).map(|attribute| holds(attribute.class)) {
                None | Some(Holds::Nothing) => {}
                Some(holds) => hold(model, holds),
            }
        }
        for (_, model, _) in objects.between(ObjectKind::Geometry, ObjectKind::Model) {
            hold(model, Holds::Mesh);
        }
        for (model, deformer, _) in objects.between(ObjectKind::Model, ObjectKind::Deformer) {
            let is_cluster = objects.get(deformer).is_some_and(|deformer| deformer.class == b"Cluster");
            if let Some(bends) = self.of_object(model).and_then(|model| self.bends.get_mut(model)) {
                *bends |= is_cluster;
            }
        }
    }

    /// Refuses models that hang on themselves.
    fn set_order(&mut self) -> Result<(), Problem> {
        let mut placed = vec![false; self.list.len()];
        let mut rest: Vec<usize> = (0..self.list.len()).filter(|index| self.parent(*index).is_none()).collect();
        rest.reverse();
        while let Some(index) = rest.pop() {
            placed.put(index, true);
            self.order.push(index);
            let children = self.list.get(index).map_or(&[][..], |model| &*model.children);
            rest.extend(children.iter().rev());
        }
        match placed.iter().position(|placed| !placed).and_then(|index| self.list.get(index)) {
            Some(model) => {
                let message = format!("expected a tree of models, found that `{}` hangs on itself", shown(&model.name));
                Err(Problem::new(ErrorKind::Inconsistent, "fbx.cycle", model.at, message))
            }
            None => Ok(()),
        }
    }

    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        self.list.get(index).and_then(|model| model.parent)
    }
}

/// The start of a name, for messages.
pub(super) fn shown(name: &str) -> String {
    name.chars().take(60).collect()
}

fn is_mesh(objects: &Objects<'_, '_>, index: usize) -> bool {
    objects.get(index).is_some_and(|geometry| geometry.class != b"Shape")
}

fn holds(class: &[u8]) -> Holds {
    match class {
        b"LimbNode" | b"Limb" | b"Root" => Holds::Limb,
        b"Mesh" | b"NurbsSurface" | b"NurbsCurve" | b"Nurbs" | b"Patch" | b"Line" | b"TrimNurbsSurface"
        | b"Boundary" => Holds::Mesh,
        b"Camera" | b"CameraSwitcher" | b"CameraStereo" | b"Light" => Holds::Onlooker,
        b"IKEffector" | b"FKEffector" => Holds::Handle,
        _ => Holds::Nothing,
    }
}

fn model<'a>(name: Cow<'a, str>, at: usize, class: &[u8], properties: &Properties<'_, '_, 'a>) -> Model<'a> {
    let vector = |name: &str| properties.vector(name).unwrap_or(DVec3::ZERO);
    // Without this, the SDK turns by X, Y, Z alone.
    let is_active = properties.integer("RotationActive").unwrap_or(1) != 0
        && properties.integer("RotationSpaceForLimitOnly").unwrap_or(0) == 0;
    let fixed = |name: &str| {
        if is_active { rotation(RotationOrder::Zyx, vector(name)) } else { DQuat::IDENTITY }
    };
    let order = properties.integer("RotationOrder").filter(|_| is_active).unwrap_or(0);
    Model {
        name,
        at,
        holds: holds(class),
        parent: None,
        children: Vec::new(),
        rest: Movable {
            translation: vector("Lcl Translation"),
            rotation: vector("Lcl Rotation"),
            scaling: properties.vector("Lcl Scaling").unwrap_or(DVec3::ONE),
        },
        order: rotation_order(order),
        inherit: match properties.integer("InheritType") {
            Some(0) => Inherit::Componentwise,
            Some(2) => Inherit::NoScale,
            _ => Inherit::Normal,
        },
        before: fixed("PreRotation"),
        after: fixed("PostRotation").inverse(),
        rotation_offset: vector("RotationOffset"),
        rotation_pivot: vector("RotationPivot"),
        scaling_offset: vector("ScalingOffset"),
        scaling_pivot: vector("ScalingPivot"),
    }
}

/// The order of a property `RotationOrder` (`EFbxRotationOrder`), which names the axes in the order in which they turn: the first is the last factor.
fn rotation_order(order: i64) -> RotationOrder {
    match order {
        1 => RotationOrder::Yzx,
        2 => RotationOrder::Xzy,
        3 => RotationOrder::Zxy,
        4 => RotationOrder::Yxz,
        5 => RotationOrder::Xyz,
        _ => RotationOrder::Zyx,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_axis_of_an_order_turns_first() {
        let degrees = DVec3::new(90.0, 0.0, 90.0);
        // About X, then about Z: Y goes to Z and stays there.
        let turned = rotation(rotation_order(0), degrees) * DVec3::Y;
        assert!(turned.abs_diff_eq(DVec3::Z, 1e-12), "{turned}");
        // About Z, then about X: Y goes to -X and stays there.
        let turned = rotation(rotation_order(5), degrees) * DVec3::Y;
        assert!(turned.abs_diff_eq(DVec3::NEG_X, 1e-12), "{turned}");
    }
}
