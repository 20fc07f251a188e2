//! The connections of animations: which curve node belongs to which layer, which layer to which stack, and what moves what.

use super::models::{Models, Property};
use super::objects::{ObjectKind, Objects};
use crate::checked::Checked;

/// The number of each object among those of its kind.
pub(super) struct ObjectNumbers(Vec<usize>);

impl ObjectNumbers {
    pub(super) fn new(objects: &Objects<'_, '_>) -> Self {
        let mut numbers = vec![usize::MAX; objects.list.len()];
        for kind in [ObjectKind::Stack, ObjectKind::Layer, ObjectKind::CurveNode, ObjectKind::Curve] {
            for (number, index) in objects.of(kind).enumerate() {
                numbers.put(index, number);
            }
        }
        Self(numbers)
    }

    /// Of an object of another kind, a number that no list has.
    pub(super) fn of(&self, object: usize) -> usize {
        self.0.get(object).copied().unwrap_or(usize::MAX)
    }
}

/// For each curve node the properties of models that it moves.
pub(super) fn targets(
    objects: &Objects<'_, '_>,
    numbers: &ObjectNumbers,
    models: &Models<'_>,
) -> Vec<Vec<(usize, Property)>> {
    let mut targets = vec![Vec::new(); objects.of(ObjectKind::CurveNode).count()];
    for (node, model, property) in objects.between(ObjectKind::CurveNode, ObjectKind::Model) {
        let target = models.of_object(model).zip(Property::of(property));
        if let (Some(target), Some(list)) = (target, targets.get_mut(numbers.of(node))) {
            list.push(target);
        }
    }
    targets
}

/// For each object of a kind the objects of another one that belong to it. One may belong to several: the first counts.
pub(super) fn owned(
    objects: &Objects<'_, '_>,
    numbers: &ObjectNumbers,
    from: ObjectKind,
    to: ObjectKind,
) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); objects.of(to).count()];
    let mut is_owned = vec![false; objects.of(from).count()];
    for (own, owner, _) in objects.between(from, to).filter(|(_, _, property)| property.is_empty()) {
        let own = numbers.of(own);
        let is_first = is_owned.get_mut(own).is_some_and(|is_owned| !std::mem::replace(is_owned, true));
        if let Some(list) = lists.get_mut(numbers.of(owner)).filter(|_| is_first) {
            list.push(own);
        }
    }
    lists
}
