//! Points that interpolators move: how far each key pushes each of them. Like displacers they become morphs, one for
//! each key; a point that several joints influence is pushed by each of them, by its weight.

use glam::{DMat3, DVec3, Vec3};

use super::GrowingSurface;
use super::displacers::PointDisplacement;
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::MovedPoints;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::formats::reading::growth::push;
use crate::model::{Morph, is_placeable};

/// How a key pushes a point: from its written position to that of the key.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointMove {
    pub(super) point: u32,
    /// The key's index among the skeleton's weights.
    weight: u16,
    displacement: Vec3,
}

#[derive(Debug)]
pub(super) struct MovingPoints {
    all: Vec<MovedPoints>,
    /// At the index of a Coordinate's first entry, how its points move, once that was read.
    known: Vec<Option<Vec<PointMove>>>,
}

impl MovingPoints {
    /// `all`: sorted by Coordinate.
    pub(super) fn new(all: Vec<MovedPoints>) -> Self {
        Self { known: all.iter().map(|_| None).collect(), all }
    }

    /// The same list, with `is_shown` set for the points that the surface has.
    pub(super) fn finish(mut self) -> Vec<MovedPoints> {
        let mut shown = None;
        for (one, known) in self.all.iter_mut().zip(&self.known) {
            shown = known.as_ref().map_or(shown, |_| Some(one.coordinate));
            one.is_shown = shown == Some(one.coordinate);
        }
        self.all
    }

    /// How the points of a Coordinate move, sorted by point. Points that a key does not move are left out.
    pub(super) fn of(
        &mut self,
        tree: &SceneTree,
        coordinate: NodeId,
        surface: &mut GrowingSurface,
        report: &mut SceneReport<'_>,
    ) -> &[PointMove] {
        let from = self.all.partition_point(|one| one.coordinate < coordinate);
        let own = self.all.get(from..).unwrap_or_default().iter().take_while(|one| one.coordinate == coordinate);
        let Some(known) = self.known.get_mut(from).filter(|_| own.clone().next().is_some()) else { return &[] };
        known.get_or_insert_with(|| {
            let mut moves = Vec::new();
            for one in own {
                if read(tree, one, &mut moves, surface, report).is_none() {
                    let place = tree.node(one.interpolator).map_or(0, |node| node.place());
                    let message = format_args!("keys move too many points; some do not move");
                    report.warn_once("hanim.moved-points", place, message);
                    break;
                }
            }
            sort_by_key(&mut moves, |one| one.point);
            moves
        })
    }
}

/// Adds the moves of one interpolator. `None` if there is no room for all of them.
fn read(
    tree: &SceneTree,
    one: &MovedPoints,
    moves: &mut Vec<PointMove>,
    surface: &mut GrowingSurface,
    report: &mut SceneReport<'_>,
) -> Option<()> {
    let (coordinate, interpolator) = (tree.node(one.coordinate)?, tree.node(one.interpolator)?);
    if !surface.take_text(tree, coordinate, 1) || !surface.take_text(tree, interpolator, 1) {
        return None;
    }
    let written = tree.numbers(coordinate, "point", report);
    let numbers = tree.numbers(interpolator, "keyValue", report);
    let keys = numbers.as_chunks::<3>().0.chunks_exact(one.points_per_key);
    for (weight, points) in (one.first_weight..).zip(keys.take(usize::from(one.keys))) {
        for (point, (to, from)) in (0..).zip(points.iter().zip(written.as_chunks::<3>().0)) {
            let displacement = (DVec3::from_array(*to) - DVec3::from_array(*from)).as_vec3();
            if displacement == Vec3::ZERO || !is_placeable(displacement) {
                continue;
            }
            if !surface.memory.take(1, size_of::<PointMove>()) {
                return None;
            }
            push(moves, PointMove { point, weight, displacement }).ok()?;
        }
    }
    Some(())
}

/// The morphs of moving points: one for each bind and weight.
#[derive(Debug)]
pub(super) struct MovingMorphs {
    first_bind: u32,
    first_weight: u16,
    weights: usize,
    /// Morph indices by bind and weight, from the first ones on; [`NO_MORPH`] until made. Empty: a bind without morphs.
    known: Vec<Vec<u32>>,
}

const NO_MORPH: u32 = u32::MAX;

impl MovingMorphs {
    /// For these moves, and for binds from `first_bind` on.
    pub(super) fn new(first_bind: u32, moves: &[PointMove]) -> Self {
        let weights = || moves.iter().map(|one| one.weight);
        let (first_weight, last) = (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
        Self { first_bind, first_weight, weights: usize::from(last - first_weight) + 1, known: Vec::new() }
    }

    /// The index of a morph, which is made if it is missing; `None` if there is no room for it.
    fn number(&mut self, bind: u32, weight: u16, surface: &mut GrowingSurface) -> Option<u32> {
        let at = bind.checked_sub(self.first_bind)? as usize;
        let parts = &mut surface.parts;
        while self.known.len() <= at {
            surface.memory.take(1, size_of::<Vec<u32>>()).then_some(())?;
            push(&mut self.known, Vec::new()).ok()?;
        }
        let of_bind = self.known.get_mut(at)?;
        if of_bind.is_empty() {
            surface.memory.take(self.weights, size_of::<u32>()).then_some(())?;
            of_bind.try_reserve_exact(self.weights).ok()?;
            of_bind.resize(self.weights, NO_MORPH);
        }
        let known = of_bind.get_mut(usize::from(weight.checked_sub(self.first_weight)?))?;
        if *known == NO_MORPH {
            surface.memory.take(1, size_of::<Morph>()).then_some(())?;
            let number = parts.morphs.len() as u32;
            push(&mut parts.morphs, Morph { bind: u16::try_from(bind).ok()?, weight }).ok()?;
            *known = number;
        }
        Some(*known)
    }

    /// The displacement of a point by a move, for a bind that influences the point by `share`. `None` if there is no
    /// room for it. `to_bind`: from the point's space to that of the bind's points.
    pub(super) fn displacement(
        &mut self,
        one: &PointMove,
        (bind, share): (u32, f64),
        to_bind: DMat3,
        surface: &mut GrowingSurface,
    ) -> Option<PointDisplacement> {
        let morph = self.number(bind, one.weight, surface)?;
        let pushed = (to_bind * one.displacement.as_dvec3() * share).as_vec3();
        let pushed = if is_placeable(pushed) { pushed } else { Vec3::ZERO };
        surface.memory.take(1, size_of::<PointDisplacement>()).then_some(())?;
        Some((one.point, [pushed.x, pushed.y, pushed.z, morph as f32]))
    }
}
