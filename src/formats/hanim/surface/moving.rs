//! Points that interpolators move: how far each key pushes each of them. They go where displacers go, with a morph for each
//! key; what several joints pull at is pushed by each of them, by its weight.

use std::collections::BTreeMap;

use glam::{DMat3, DVec3, Vec3};

use super::GrowingSurface;
use super::displacers::PointDisplacement;
use crate::formats::hanim::figure::MovedPoints;
use crate::formats::hanim::memory::push;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::{Morph, is_placeable};

/// How a key pushes a point: from where it is written to where the key has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointMove {
    pub(super) point: u32,
    /// The weight of the key among those of the skeleton.
    weight: u16,
    displacement: Vec3,
}

/// The points of all Coordinates that interpolators move.
#[derive(Debug)]
pub(super) struct MovingPoints {
    all: Vec<MovedPoints>,
    /// What was read: each Coordinate with how its points move.
    known: BTreeMap<NodeId, Vec<PointMove>>,
}

impl MovingPoints {
    /// `all` is sorted by Coordinate.
    pub(super) fn new(all: Vec<MovedPoints>) -> Self {
        Self { all, known: BTreeMap::new() }
    }

    /// The same list, in which those are marked that the surface has.
    pub(super) fn finish(mut self) -> Vec<MovedPoints> {
        for one in &mut self.all {
            one.is_shown = self.known.contains_key(&one.coordinate);
        }
        self.all
    }

    /// How the points of a Coordinate move, sorted by point. Points that a key leaves where they are written are left out.
    pub(super) fn of(
        &mut self,
        tree: &SceneTree,
        coordinate: NodeId,
        surface: &mut GrowingSurface,
        report: &mut Report<'_>,
    ) -> &[PointMove] {
        let from = self.all.partition_point(|one| one.coordinate < coordinate);
        let own = self.all.get(from..).unwrap_or_default().iter().take_while(|one| one.coordinate == coordinate);
        if own.clone().next().is_none() {
            return &[];
        }
        self.known.entry(coordinate).or_insert_with(|| {
            let mut moves = Vec::new();
            for one in own {
                if read(tree, one, &mut moves, surface, report).is_none() {
                    let place = tree.node(one.interpolator).map_or(0, |node| node.place());
                    let message = format_args!("keys move more points than there is room for; some stand still");
                    report.warn_once("hanim.moved-points", place, message);
                    break;
                }
            }
            sort_by_key(&mut moves, |one| one.point);
            moves
        })
    }
}

/// Adds how one interpolator moves its points. `None` where there is no room for all of it.
fn read(
    tree: &SceneTree,
    one: &MovedPoints,
    moves: &mut Vec<PointMove>,
    surface: &mut GrowingSurface,
    report: &mut Report<'_>,
) -> Option<()> {
    let (coordinate, interpolator) = (tree.node(one.coordinate)?, tree.node(one.interpolator)?);
    if !surface.take_text(tree, coordinate, 1) || !surface.take_text(tree, interpolator, 1) {
        return None;
    }
    let written = tree.numbers(coordinate, "point", report);
    let numbers = tree.numbers(interpolator, "keyValue", report);
    let keys = numbers.as_chunks::<3>().0.chunks_exact(one.each);
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
#[derive(Debug, Default)]
pub(super) struct MovingMorphs {
    known: BTreeMap<(u32, u16), u32>,
}

impl MovingMorphs {
    /// A move of a point that a bind pulls at by a `share`, as influences have it. `None` where there is no room for it.
    /// `to_bind` brings the point's space to that of the bind's points.
    pub(super) fn displacement(
        &mut self,
        one: &PointMove,
        (bind, share): (u32, f64),
        to_bind: DMat3,
        surface: &mut GrowingSurface,
    ) -> Option<PointDisplacement> {
        let morph = match self.known.get(&(bind, one.weight)) {
            Some(known) => *known,
            None => {
                // With its place among those that are known it takes as much again.
                if !surface.memory.take(1, 8 * size_of::<Morph>()) {
                    return None;
                }
                let number = surface.parts.morphs.len() as u32;
                push(&mut surface.parts.morphs, Morph { bind: u16::try_from(bind).ok()?, weight: one.weight }).ok()?;
                self.known.insert((bind, one.weight), number);
                number
            }
        };
        let pushed = (to_bind * one.displacement.as_dvec3() * share).as_vec3();
        let pushed = if is_placeable(pushed) { pushed } else { Vec3::ZERO };
        surface.memory.take(1, size_of::<PointDisplacement>()).then_some(())?;
        Some((one.point, [pushed.x, pushed.y, pushed.z, morph as f32]))
    }
}
