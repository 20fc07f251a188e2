//! Animation stacks: the takes of a file, each of which has layers of curve nodes.

use std::collections::BTreeMap;

use glam::DVec3;

use super::arrays::ArrayBudget;
use super::connections::{ObjectNumbers, owned, targets};
use super::curves::Curve;
use super::layers::{Blend, Layer};
use super::models::{Model, Models, Movable, Property};
use super::objects::{Object, ObjectKind, Objects};
use super::problem::Problem;
use super::properties::{Properties, Templates};
use super::settings::Settings;
use crate::checked::Checked;
use crate::error::Location;
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;

/// Most stacks of a file; the others are left out.
const MOST: usize = 1_024;

/// How far a property of a model has to move for the model to move, as a share of the property and of 1.
const MOVES: f64 = 1e-6;

/// The curves of a property, one for each axis. An axis without curve has the node's own value.
#[derive(Debug)]
pub(super) struct CurveNode {
    pub(super) defaults: DVec3,
    /// Indices of curves.
    axes: [Option<usize>; 3],
}

/// A take.
#[derive(Debug)]
pub(super) struct Stack {
    pub(super) name: String,
    pub(super) at: usize,
    /// Seconds of the file at which it begins and ends. `None` if it does not say.
    pub(super) span: Option<[f64; 2]>,
    pub(super) layers: Vec<Layer>,
    /// For each property of a model the layers that move it, lowest first, each with its curve node.
    pub(super) moved: BTreeMap<(usize, Property), Vec<(usize, usize)>>,
}

/// The takes of a file with all that they need.
#[derive(Debug)]
pub(super) struct Stacks {
    pub(super) list: Vec<Stack>,
    pub(super) nodes: Vec<CurveNode>,
    curves: Vec<Option<Curve>>,
}

impl CurveNode {
    fn new(properties: &Properties<'_, '_, '_>) -> Self {
        let value = |name: &str| properties.number(name).unwrap_or(0.0);
        Self { defaults: DVec3::new(value("d|X"), value("d|Y"), value("d|Z")), axes: [None; 3] }
    }
}

fn place(object: &Object<'_, '_>) -> Location {
    Location { byte: object.node.record.at as u64, ..Location::default() }
}

/// The layers of all stacks, without what they move.
fn layers(
    objects: &Objects<'_, '_>,
    numbers: &ObjectNumbers,
    templates: &Templates<'_, '_>,
    warnings: &mut WarningLog,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    for object in objects.of(ObjectKind::Layer).filter_map(|index| objects.get(index)) {
        let layer = Layer::read(&Properties::new(&object.node, templates));
        if layer.blend == Blend::Unknown {
            let message = format_args!("a layer blends in a way that is unknown; it replaces those below it");
            warnings.each("fbx.layer", place(object), message);
        }
        layers.push(layer);
    }
    for (node, layer, property) in objects.between(ObjectKind::CurveNode, ObjectKind::Layer) {
        if let Some(layer) = layers.get_mut(numbers.of(layer)).filter(|_| property == b"Weight") {
            layer.weight_node = Some(numbers.of(node));
        }
    }
    layers
}

impl Stacks {
    pub(super) fn read(
        objects: &Objects<'_, '_>,
        models: &Models<'_>,
        (templates, settings): (&Templates<'_, '_>, &Settings),
        budget: &mut ArrayBudget,
        warnings: &mut WarningLog,
    ) -> Result<Self, Problem> {
        let numbers = ObjectNumbers::new(objects);
        let nodes = objects.of(ObjectKind::CurveNode).filter_map(|index| objects.get(index));
        let nodes = nodes.map(|object| CurveNode::new(&Properties::new(&object.node, templates))).collect();
        let mut stacks = Self { list: Vec::new(), nodes, curves: Vec::new() };
        stacks.read_curves(objects, &numbers, settings, budget, warnings)?;
        let layers = layers(objects, &numbers, templates, warnings);
        let targets = targets(objects, &numbers, models);
        let nodes_of_layers = owned(objects, &numbers, ObjectKind::CurveNode, ObjectKind::Layer);
        let layers_of_stacks = owned(objects, &numbers, ObjectKind::Layer, ObjectKind::Stack);
        let count = layers_of_stacks.len();
        for (index, layers_of) in objects.of(ObjectKind::Stack).zip(layers_of_stacks) {
            let Some(object) = objects.get(index) else { continue };
            if stacks.list.len() >= MOST {
                let more = Count(count - MOST, "animation");
                let message = format_args!("{more} more than are played, which are left out: a file may have {MOST}");
                warnings.each("fbx.more-animations", place(object), message);
                break;
            }
            let mut stack = Stack {
                name: object.name.clone().into_owned(),
                at: object.node.record.at,
                span: span(&Properties::new(&object.node, templates), settings),
                layers: Vec::new(),
                moved: BTreeMap::new(),
            };
            for layer in layers_of {
                let Some(own) = layers.get(layer) else { continue };
                stack.add(*own, nodes_of_layers.get(layer).map_or(&[][..], |nodes| nodes), &targets);
            }
            stacks.list.push(stack);
        }
        Ok(stacks)
    }

    fn read_curves(
        &mut self,
        objects: &Objects<'_, '_>,
        numbers: &ObjectNumbers,
        settings: &Settings,
        budget: &mut ArrayBudget,
        warnings: &mut WarningLog,
    ) -> Result<(), Problem> {
        let mut is_read = vec![false; objects.of(ObjectKind::Curve).count()];
        self.curves = std::iter::repeat_with(|| None).take(is_read.len()).collect();
        for (curve, node, property) in objects.between(ObjectKind::Curve, ObjectKind::CurveNode) {
            let number = numbers.of(curve);
            let axis = match property {
                b"d|X" => 0,
                b"d|Y" => 1,
                b"d|Z" => 2,
                // Of a property with one number: the weight of a layer.
                _ => 0,
            };
            let node = self.nodes.get_mut(numbers.of(node));
            if let Some(axis) = node.and_then(|node| node.axes.get_mut(axis)) {
                *axis = axis.or(Some(number));
            }
            let Some(object) = objects.get(curve) else { continue };
            if is_read.get_mut(number).is_none_or(|is_read| std::mem::replace(is_read, true)) {
                continue;
            }
            match Curve::read(&object.node, settings.ticks_a_second, budget)? {
                Some(Ok(read)) => {
                    self.curves.put(number, Some(read));
                }
                Some(Err(reason)) => {
                    warning!(warnings.each => "fbx.keys", place(object), "a curve is ignored: {reason}");
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The curves of a node, one for each axis that has one.
    pub(super) fn curves(&self, node: usize) -> [Option<&Curve>; 3] {
        let axes = self.nodes.get(node).map_or([None; 3], |node| node.axes);
        axes.map(|curve| curve.and_then(|curve| self.curves.get(curve)?.as_ref()))
    }

    /// The value of a curve node at a moment.
    pub(super) fn value(&self, node: usize, seconds: f64) -> DVec3 {
        let defaults = self.nodes.get(node).map_or(DVec3::ZERO, |node| node.defaults).to_array();
        let mut value = defaults;
        for (axis, curve) in value.iter_mut().zip(self.curves(node)) {
            *axis = curve.map_or(*axis, |curve| curve.at(seconds));
        }
        DVec3::from_array(value)
    }

    /// How far each axis of a curve node may be from a value.
    fn farthest_from(&self, node: usize, value: DVec3) -> [f64; 3] {
        let defaults = self.nodes.get(node).map_or(value, |node| node.defaults);
        let off = (defaults - value).abs().to_array();
        let mut axes = self.curves(node).into_iter().zip(value.to_array());
        off.map(|off| match axes.next() {
            Some((Some(curve), value)) => curve.farthest_from(value),
            _ => off,
        })
    }

    /// Whether a curve node always has a value that differs from another one by no more than a share of it and of 1.
    fn stays_near(&self, node: usize, value: DVec3, share: f64) -> bool {
        let off = self.farthest_from(node, value).into_iter().zip(value.to_array());
        off.into_iter().all(|(off, value)| off <= share * (1.0 + value.abs()))
    }

    /// How far a curve node of scales is from scaling nothing.
    pub(super) fn scales_by(&self, node: usize) -> f64 {
        self.farthest_from(node, DVec3::ONE).into_iter().fold(0.0, f64::max)
    }

    /// Whether a stack has curves for a model.
    pub(super) fn has_curves(&self, stack: &Stack, model: usize) -> bool {
        let nodes = Property::ALL.into_iter().filter_map(|property| stack.moved.get(&(model, property))).flatten();
        nodes.map(|(_, node)| *node).any(|node| self.curves(node).iter().any(Option::is_some))
    }

    /// The seconds between which a stack has keys.
    pub(super) fn keys(&self, stack: &Stack) -> Option<[f64; 2]> {
        let nodes = stack.moved.values().flatten().map(|(_, node)| *node);
        let curves = nodes.flat_map(|node| self.curves(node)).flatten();
        let spans = curves.filter_map(|curve| Some([curve.keys.first()?.time, curve.keys.last()?.time]));
        spans.reduce(|[from, to], [first, last]| [from.min(first), to.max(last)])
    }

    /// The times of the keys of the curve that has most of them.
    pub(super) fn densest(&self, stack: &Stack) -> Option<&Curve> {
        let nodes = stack.moved.values().flatten().map(|(_, node)| *node);
        nodes.flat_map(|node| self.curves(node)).flatten().max_by_key(|curve| curve.keys.len())
    }
}

impl Stack {
    /// Adds a layer on those that are there, with its curve nodes.
    fn add(&mut self, layer: Layer, nodes: &[usize], targets: &[Vec<(usize, Property)>]) {
        let number = self.layers.len();
        self.layers.push(layer);
        for node in nodes {
            for target in targets.get(*node).into_iter().flatten() {
                let list = self.moved.entry(*target).or_default();
                // Of several curve nodes of a layer for one property the first counts.
                if list.last().is_none_or(|(last, _)| *last != number) {
                    list.push((number, *node));
                }
            }
        }
    }

    /// The models that curve nodes move, each once, in their order.
    pub(super) fn models(&self) -> Vec<usize> {
        let mut models: Vec<usize> = self.moved.keys().map(|(model, _)| *model).collect();
        models.dedup();
        models
    }

    /// Whether curves move a model away from its rest.
    pub(super) fn leaves_rest(&self, stacks: &Stacks, index: usize, model: &Model<'_>) -> bool {
        Property::ALL.into_iter().any(|property| {
            let nodes = self.moved.get(&(index, property)).into_iter().flatten();
            nodes.enumerate().any(|(number, (layer, node))| {
                // A layer on others is at rest where it adds nothing.
                let stays = match (number == 0 || *layer == 0, property) {
                    (true, _) => model.rest.of(property),
                    (false, Property::Scaling) => DVec3::ONE,
                    (false, _) => DVec3::ZERO,
                };
                !stacks.stays_near(*node, stays, MOVES)
            })
        })
    }

    /// A property of a model at a moment; `rest` without any motion.
    fn property(
        &self,
        stacks: &Stacks,
        (index, model): (usize, &Model<'_>),
        property: Property,
        rest: DVec3,
        seconds: f64,
    ) -> DVec3 {
        let mut value = rest;
        for (number, node) in self.moved.get(&(index, property)).into_iter().flatten() {
            let Some(layer) = self.layers.get(*number) else { continue };
            let own = stacks.value(*node, seconds);
            // The lowest layer is the motion itself.
            value = if *number == 0 {
                own
            } else {
                let weight = layer.weight(layer.weight_node.map(|node| stacks.value(node, seconds).x));
                layer.put(weight, property, value, own, model)
            };
        }
        value
    }

    /// The moved properties of a model at a moment.
    pub(super) fn at(&self, stacks: &Stacks, index: usize, model: &Model<'_>, seconds: f64) -> Movable {
        let value = |property: Property, rest: DVec3| self.property(stacks, (index, model), property, rest, seconds);
        Movable {
            translation: value(Property::Translation, model.rest.translation),
            rotation: value(Property::Rotation, model.rest.rotation),
            scaling: value(Property::Scaling, model.rest.scaling),
        }
    }
}

/// The span of a stack in seconds. `None` for one that is empty.
fn span(properties: &Properties<'_, '_, '_>, settings: &Settings) -> Option<[f64; 2]> {
    let seconds = |name: &str| properties.integer(name).map(|ticks| ticks as f64 / settings.ticks_a_second);
    let pair = |from: &str, to: &str| seconds(from).zip(seconds(to)).filter(|(from, to)| to > from);
    pair("LocalStart", "LocalStop").or_else(|| pair("ReferenceStart", "ReferenceStop")).map(<[f64; 2]>::from)
}
