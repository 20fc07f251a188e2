//! Places of joints in a known order.

use super::axis_angles::Alignment;
use super::chooser::{Chooser, DIFFERENCES, turns_of};
use super::free_points::{may_be_differences, standing};
use super::hints::Hints;
use super::layouts::AxisOrder;
use super::look::{Dimensions, Look};
use super::under_table::TableFit;
use super::{ArrayContent, ArrayReading, Certainty};
use crate::compact::sorting::sort_by;
use crate::formats::arrays::tables::{TABLES, Table};

/// Places under a table.
#[derive(Clone, Copy)]
pub(super) struct Fitted<'l> {
    pub(super) look: &'l Look,
    pub(super) table: &'static Table,
    pub(super) fit: TableFit,
    pub(super) cost: f64,
}

impl Fitted<'_> {
    pub(super) fn is_flat(&self) -> bool {
        self.look.dimensions.is_flat()
    }

    pub(super) fn is_good(&self) -> bool {
        self.fit.is_good(self.is_flat())
            && (self.is_flat() || self.look.layout.spread != AxisOrder::Planes || self.cost < 0.3)
    }

    pub(super) fn is_same_view(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const *self.look, &raw const *other.look)
            || self.look.layout.view.strides == other.look.layout.view.strides
                && self.look.layout.view.joints == other.look.layout.view.joints
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_same_view(other) && self.look.dimensions == other.look.dimensions && self.is_same_table(other)
    }

    pub(super) fn is_same_table(&self, other: &Self) -> bool {
        self.table.name == other.table.name
    }

    pub(super) fn content(&self) -> ArrayContent {
        self.look.placed(Some((self.table, self.fit)))
    }
}

impl<'l> Chooser<'l> {
    /// Places under tables, the nearest first.
    pub(super) fn fitted(&self, stated: Option<&'static Table>) -> Vec<Fitted<'l>> {
        let mut found = Vec::new();
        for look in self.looks {
            for table in TABLES.into_iter().filter(|table| table.len() == look.joints()) {
                if stated.is_none_or(|stated| stated.name == table.name) {
                    let is_flat = look.dimensions.is_flat();
                    let fit = TableFit::of(&look.sample, table, is_flat);
                    found.push(Fitted { look, table, fit, cost: fit.cost(is_flat) });
                }
            }
        }
        sort_by(&mut found, |a: &Fitted<'_>, b| a.cost.total_cmp(&b.cost));
        found
    }

    /// Places that fit the proportions of a table.
    pub(super) fn under_table(
        &self,
        fitted: &[Fitted<'l>],
        angles: &[&Alignment],
        weak: &mut Vec<ArrayContent>,
    ) -> Option<ArrayReading> {
        let hints = self.hints;
        let mut good: Vec<Fitted<'l>> = fitted.iter().filter(|fit| fit.is_good()).copied().collect();
        if good.iter().any(|fit| !fit.is_flat() && fit.cost < 0.45) {
            good.retain(|fit| fit.look.dimensions != Dimensions::Picture);
        }
        let mut best = *good.first()?;
        if best.is_flat() {
            // The same view read flat and in space: space wins if its bones stay.
            let in_space = good.iter().find(|fit| !fit.is_flat()).filter(|fit| fit.cost < 0.3);
            best = in_space.copied().unwrap_or(best);
        } else if best.look.width() == 3 && best.look.extent > 20.0 {
            let is_scored = |fit: &&Fitted<'_>| {
                fit.look.dimensions == Dimensions::ScoredPicture && fit.is_same_view(&best) && fit.is_same_table(&best)
            };
            best = fitted.iter().find(is_scored).filter(|fit| fit.is_good()).copied().unwrap_or(best);
        }
        let others = good.iter().filter(|fit| !fit.is_same(&best));
        let differs = |fit: &&Fitted<'_>| {
            let [own, other] = [best.look, fit.look].map(|look| (look.joints(), look.frames));
            fit.cost < best.cost + 0.1 && (!fit.is_same_table(&best) || own != other)
        };
        let mut rivals: Vec<ArrayContent> = others.filter(differs).map(Fitted::content).collect();
        let likely = angles.iter().find(|angle| angle.evidence.fits());
        if let Some(angle) = likely.filter(|_| !hints.is_positions && !best.is_flat()) {
            // Both fit: which one by far?
            let (places, turns) = ((0.42 - best.fit.proportions) / 0.42, (angle.evidence.likelihood + 0.1) / 0.9);
            if hints.is_rotations || turns > places + 0.4 {
                let certainty = if hints.is_rotations || places < 0.25 { Certainty::Likely } else { Certainty::Unsure };
                return Some(self.turned(angle, certainty, vec![best.content()], angles));
            }
            if best.cost > 0.3 {
                return Some(ArrayReading::of(best.content(), Certainty::Unsure, vec![turns_of(angle)]));
            }
        }
        if hints.is_rotations && likely.is_none() && best.cost > 0.3 {
            return Some(ArrayReading::of(best.content(), Certainty::Unsure, rivals));
        }
        let mut is_sure = true;
        if best.look.dimensions == Dimensions::Picture {
            let unrest = (best.look.width() == 2).then(|| self.unrest(best.look)).flatten();
            let is_unlike = best.fit.proportions > 0.3 && !(hints.is_positions && best.fit.proportions < 0.45);
            let is_restless = unrest.is_some_and(|unrest| unrest > 0.6) && best.fit.proportions > 0.2;
            is_sure &= !is_unlike && !is_restless;
        }
        if best.is_flat() {
            let others =
                || fitted.iter().filter(|fit| fit.is_flat() && fit.is_same_view(&best) && !fit.is_same_table(&best));
            if best.fit.proportions > 0.35 || others().any(|fit| fit.cost < best.cost + 0.25) {
                is_sure = false;
                rivals.extend(others().map(Fitted::content));
            }
        }
        is_sure &= rivals.is_empty();
        if best.look.dimensions == Dimensions::Picture && !is_sure && rivals.is_empty() {
            weak.push(best.content());
            return None;
        }
        let is_hand = best.table.is_hand();
        let mut doubts = Vec::new();
        let is_unlike = best.cost > 0.45 || is_hand && best.cost > 0.3 || best.look.frames == 1 && best.cost > 0.35;
        if !best.is_flat() && is_unlike && !hints.is_positions {
            is_sure = false;
            let same = self
                .open()
                .filter(|look| look.layout.view == best.look.layout.view && look.dimensions == best.look.dimensions);
            doubts.extend(same.map(|look| look.placed(None)));
        }
        let other_hands = || fitted.iter().filter(|fit| fit.is_same_view(&best) && !fit.is_same(&best));
        if is_hand && is_sure && other_hands().any(|fit| fit.table.is_hand() && fit.cost < best.cost + 0.2) {
            is_sure = false;
            rivals.extend(other_hands().take(2).map(Fitted::content));
        }
        if !best.is_flat() && may_be_differences(standing(&best.look.sample), best.look.frames) {
            is_sure = false;
            doubts.push(ArrayContent::Nothing(DIFFERENCES.into()));
        }
        let is_calm = best.cost < 0.3;
        let certainty = match (is_sure, is_calm) {
            (false, _) => Certainty::Unsure,
            (true, true) => Certainty::Sure,
            (true, false) => Certainty::Likely,
        };
        rivals.extend(doubts);
        rivals.append(weak);
        Some(ArrayReading::of(best.content(), certainty, rivals))
    }
}

/// Points of a picture with scores, which are no third coordinate, however the points lie.
pub(super) fn scored_picture(fitted: &[Fitted<'_>], hints: Hints) -> Option<ArrayReading> {
    let mut scored =
        fitted.iter().filter(|fit| fit.look.dimensions == Dimensions::ScoredPicture && fit.look.extent > 20.0);
    let best = scored.next()?;
    let margin = if best.fit.proportions < 0.3 { 0.1 } else { 0.6 };
    let rivals: Vec<ArrayContent> =
        scored.filter(|fit| !fit.is_same_table(best) && fit.cost < best.cost + margin).map(Fitted::content).collect();
    let is_row = best.look.layout.is_row();
    let is_like = best.fit.proportions < if is_row { 0.35 } else { 0.8 };
    if !is_like || is_row && best.look.frames <= 4 && !hints.is_positions {
        return None;
    }
    let certainty = match (rivals.is_empty(), best.cost < 0.5) {
        (false, _) => Certainty::Unsure,
        (true, true) => Certainty::Sure,
        (true, false) => Certainty::Likely,
    };
    Some(ArrayReading::of(best.content(), certainty, rivals))
}
