//! Behaviours of TimeSensors: everything that a sensor drives through its interpolators.

use std::collections::BTreeMap;
use std::rc::Rc;

use glam::{DQuat, Vec3};

use super::interpolators::{InterpolatorCurve, moments};
use super::routes::{FractionStep, RouteChain, StepId};
use super::rows::{MotionColumn, MotionRows};
use super::{AnimatedProperty, PropertyValue};
use crate::compact::sorting::{sort_and_thin, sort_by_key};
use crate::error::Limits;
use crate::formats::hanim::figure::HanimFigure;
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};
use crate::formats::reading::growth::list;
use crate::model::{Motion, Time};

/// Most keys of all composed curves and of the curves that drive them.
const MOST_KEYS: usize = 200_000;
/// The shortest and the longest cycle, seconds: with others a clock cannot tell the moments of a motion apart.
const SHORTEST: f64 = 1e-6;
const LONGEST: f64 = 1e6;

/// The last step before an interpolator, and the interpolator.
type CurveKey = (Option<StepId>, NodeId);

/// A column and its curve. For a key of moving points, also the key's index and the number of keys.
type SensorColumn<'c> = (MotionColumn, &'c InterpolatorCurve, Option<(usize, usize)>);

/// Reads TimeSensors. Keeps the curves that were read, because several sensors may drive one interpolator.
pub(super) struct TimeSensors<'a> {
    tree: &'a SceneTree,
    figure: &'a HanimFigure,
    limits: &'a Limits,
    steps: &'a [FractionStep],
    /// `None` for an interpolator without keys, or with more than there is room for.
    curves: BTreeMap<CurveKey, Option<Rc<InterpolatorCurve>>>,
    /// Number of keys that composed curves and their drivers may still have.
    keys_left: usize,
}

impl<'a> TimeSensors<'a> {
    pub(super) fn new(
        tree: &'a SceneTree,
        figure: &'a HanimFigure,
        steps: &'a [FractionStep],
        limits: &'a Limits,
    ) -> Self {
        Self { tree, figure, limits, steps, curves: BTreeMap::new(), keys_left: MOST_KEYS }
    }

    /// Reads the curve of an interpolator and those of the steps before it.
    fn read_curve(&mut self, chain: &RouteChain, report: &mut SceneReport<'_>) {
        let mut way = vec![(chain.through, chain.interpolator)];
        let steps = self.steps;
        let step = |through: &Option<StepId>| steps.get((*through)? as usize);
        while let Some(step) = way.last().and_then(|(through, _)| step(through)) {
            way.push((step.before, step.node));
        }
        let mut warp: Option<Rc<InterpolatorCurve>> = None;
        for key in way.into_iter().rev() {
            if !self.curves.contains_key(&key) {
                let own = self.own_curve(key.1, report);
                let curve = if key.0.is_none() { own } else { self.driven_curve(own.zip(warp), key.1, report) };
                self.curves.insert(key, curve);
            }
            warp = self.curves.get(&key).cloned().flatten();
        }
    }

    /// The curve of an interpolator as written.
    fn own_curve(&mut self, id: NodeId, report: &mut SceneReport<'_>) -> Option<Rc<InterpolatorCurve>> {
        let Self { tree, curves, .. } = self;
        let read = || InterpolatorCurve::read(tree, tree.node(id)?, report).map(Rc::new);
        curves.entry((None, id)).or_insert_with(read).clone()
    }

    /// Composes a curve with the curve that drives it: that makes the fractions.
    fn driven_curve(
        &mut self,
        both: Option<(Rc<InterpolatorCurve>, Rc<InterpolatorCurve>)>,
        id: NodeId,
        report: &mut SceneReport<'_>,
    ) -> Option<Rc<InterpolatorCurve>> {
        let (own, warp) = both?;
        let room = self.keys_left.saturating_sub(warp.len());
        let curve = if room > 0 { own.driven_by(&warp, room) } else { None };
        if let Some(curve) = &curve {
            self.keys_left = room.saturating_sub(curve.len());
        } else if let Some(node) = self.tree.node(id) {
            let name = self.tree.shown_def(node);
            let message = format_args!("`{name}` is eased with too many keys; it is left out");
            report.warn("hanim.behaviour-size", node.place(), message);
        }
        curve.map(Rc::new)
    }

    fn curve(&self, chain: &RouteChain) -> Option<&InterpolatorCurve> {
        self.curves.get(&(chain.through, chain.interpolator))?.as_deref()
    }

    /// The motion of one TimeSensor, with a frame for each key of its interpolators.
    pub(super) fn read(
        &mut self,
        sensor: &SceneNode,
        chains: &[RouteChain],
        budget: &mut MemoryBudget,
        report: &mut SceneReport<'_>,
    ) -> Option<Motion> {
        for chain in chains {
            self.read_curve(chain, report);
        }
        let Self { figure, limits, .. } = *self;
        let curve = |chain: &RouteChain| self.curve(chain);
        // The joints or weights that a chain moves; for moving points, also the key's index and the number of keys.
        let moves = |chain: &RouteChain| {
            let points = figure.moved_points(chain.target, chain.interpolator);
            let points = points.filter(|_| chain.property == AnimatedProperty::Points);
            let weights = points.into_iter().flat_map(|points| {
                let count = usize::from(points.keys);
                (points.first_weight..).zip(0..count).map(move |(weight, key)| (weight, Some((key, count))))
            });
            figure.indices_of(chain.target).map(|joint| (joint, None)).chain(weights)
        };
        let plays = |chain: &&RouteChain| curve(chain).is_some() && moves(chain).next().is_some();
        let chains = last_of_each(self.tree, figure, chains.iter().filter(plays).copied(), curve, report);
        // A curve that moves several joints counts once.
        let mut unique: Vec<CurveKey> = chains.iter().map(|chain| (chain.through, chain.interpolator)).collect();
        sort_and_thin(&mut unique);
        let unique = unique.iter().filter_map(|key| self.curves.get(key)?.as_deref());
        let keys: usize = unique.clone().map(InterpolatorCurve::len).sum();
        if keys == 0 {
            return None;
        }
        let cycle = cycle_interval(self.tree, sensor, report);
        let name = self.tree.shown_def(sensor);
        let width: usize = chains.iter().map(|chain| moves(chain).count()).sum();
        let row = width.saturating_mul(size_of::<Vec3>()).saturating_add(size_of::<f64>());
        if !budget.take(keys.max(2), row) {
            warning!(report.warn => "hanim.behaviour-size", sensor.place(),
                "`{name}` has too many values ({keys} keys, {width} joints); it is left out");
            return None;
        }
        let mut columns: Vec<SensorColumn<'_>> = Vec::new();
        for chain in &chains {
            let column = |(joint, key)| Some((MotionColumn { joint, property: chain.property }, curve(chain)?, key));
            columns.extend(moves(chain).filter_map(column));
        }
        sort_by_key(&mut columns, |(column, ..)| (column.joint, column.property));
        let Ok(moments) = moments(unique) else {
            report.no_memory(sensor.place());
            return None;
        };
        let mut rows = MotionRows::new(figure, columns.iter().map(|(column, ..)| *column).collect(), limits).ok()?;
        rows.reserve(moments.len());
        for (fraction, side) in &moments {
            let row = rows.push(|column| match columns.get(column) {
                Some((_, curve, Some((key, count)))) => curve.list_weight(*key, *count, *fraction, *side),
                Some((_, curve, None)) => curve.at(*fraction, *side),
                None => PropertyValue::Rotation(DQuat::IDENTITY),
            });
            if let Err(error) = row {
                warning!(report.warn => "hanim.behaviour", sensor.place(), "`{name}` is left out: {error}");
                return None;
            }
        }
        let mut motion = rows.finish();
        let Ok(times) = list(moments.iter().map(|(fraction, _)| fraction * cycle)) else {
            report.no_memory(sensor.place());
            return None;
        };
        motion.set_time(Time::Keys(times)).ok()?;
        Some(motion)
    }
}

/// One chain for each field that moves: of several routes to one field the last counts. Interpolators with the same
/// keys and values do not contradict each other, nor does a repeated ROUTE.
fn last_of_each<'c>(
    tree: &SceneTree,
    figure: &HanimFigure,
    chains: impl Iterator<Item = RouteChain>,
    curve: impl Fn(&RouteChain) -> Option<&'c InterpolatorCurve>,
    report: &mut SceneReport<'_>,
) -> Vec<RouteChain> {
    let mut all: Vec<RouteChain> = chains.collect();
    sort_by_key(&mut all, |chain| (chain.target, chain.property, chain.place));
    let mut last = Vec::new();
    for same in all.chunk_by(|a, b| (a.target, a.property) == (b.target, b.property)) {
        let [earlier @ .., chain] = same else { continue };
        let key = |chain: &RouteChain| (chain.through, chain.interpolator);
        let differs = |other: &&RouteChain| key(other) != key(chain) && curve(other) != curve(chain);
        if let Some(other) = earlier.iter().rfind(differs) {
            warn_of_conflict(tree, figure, [other, chain], report);
        }
        last.push(*chain);
    }
    last
}

/// Warns of two interpolators that move the same field at the same time, at the place of the second ROUTE.
fn warn_of_conflict(
    tree: &SceneTree,
    figure: &HanimFigure,
    [first, last]: [&RouteChain; 2],
    report: &mut SceneReport<'_>,
) {
    report.warn_with("hanim.driven-twice", last.place as usize, |report| {
        let def = |id: NodeId| tree.node(id).map_or("", |node| tree.shown_def(node));
        let joint = figure.indices_of(last.target).next().filter(|_| last.property != AnimatedProperty::Weight);
        let name = joint.and_then(|joint| figure.skeleton.names().get(usize::from(joint)));
        let (name, property) = (name.map_or(def(last.target), |name| shown(name)), last.property.name());
        let (one, other) = (def(first.interpolator), def(last.interpolator));
        let line = report.location(first.place as usize).line;
        format!(
            "the {property} of `{name}` is driven by `{one}` (line {line}) and here by `{other}`; the last ROUTE counts"
        )
    });
}

/// Seconds per cycle of a TimeSensor; 1 by default, and in place of a number that is not above 0.
fn cycle_interval(tree: &SceneTree, sensor: &SceneNode, report: &mut SceneReport<'_>) -> f64 {
    let seconds = tree.scalar(sensor, "cycleInterval", 1.0, report);
    let used = if seconds > 0.0 { seconds.clamp(SHORTEST, LONGEST) } else { 1.0 };
    if used == seconds {
        return used;
    }
    let name = tree.shown_def(sensor);
    warning!(report.warn => "hanim.cycle-interval", sensor.place(),
        "`cycleInterval` of `{name}` is {seconds} s; {used} s is used");
    used
}
