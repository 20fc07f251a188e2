//! Places of joints in no known order.

use super::axis_angles::Alignment;
use super::chooser::{Chooser, DIFFERENCES, turns_of};
use super::free_points::{PointBody, may_be_differences, rough, standing};
use super::known_order::Fitted;
use super::layouts::AxisOrder;
use super::look::Look;
use super::{ArrayContent, ArrayReading, Certainty};
use crate::compact::sorting::sort_by;
use crate::formats::arrays::tables::TABLES;

/// Places of joints in no known order.
struct Free<'l> {
    look: &'l Look,
    body: PointBody,
    unrest: Option<f64>,
    roughness: Option<f64>,
}

impl<'l> Chooser<'l> {
    /// Places of joints in no known order, or rotations that are like no body's.
    pub(super) fn in_no_order(
        &self,
        fitted: &[Fitted<'l>],
        angles: &[&Alignment],
        weak: Vec<ArrayContent>,
    ) -> ArrayReading {
        let (array, hints) = (self.array, self.hints);
        let is_usual = |look: &&Look| !look.dimensions.is_flat() || self.is_stated;
        let looks = self.open().filter(is_usual);
        let free = |look: &'l Look| Free {
            look,
            body: PointBody::of(&look.sample),
            unrest: self.unrest(look),
            roughness: rough(array, &look.layout, look.start, look.frames),
        };
        let mut all: Vec<Free<'l>> = looks.map(free).collect();
        let is_unusual = |free: &Free<'_>| f64::from(u8::from(!free.look.layout.is_usual));
        let rank = |free: &Free<'_>| {
            let unrest = free.unrest.map_or(0.15, |unrest| unrest.min(2.0));
            let row = f64::from(u8::from(free.look.layout.is_row()));
            free.body.variation + unrest + 0.03 * free.body.length + 0.05 * is_unusual(free) + 0.1 * row
        };
        sort_by(&mut all, |a, b| rank(a).total_cmp(&rank(b)));
        let Some(best) = all.first() else {
            if let Some(angle) = angles.first().filter(|_| hints.is_rotations) {
                return self.turned(angle, Certainty::Unsure, weak, angles);
            }
            // Points of a picture, of joints in no known order.
            let picture = self.open().find(|look| look.layout.is_usual && !look.layout.is_row());
            let picture = picture.filter(|look| self.unrest(look).is_some_and(|unrest| unrest < 0.5));
            let mut weak = weak.into_iter().chain(picture.map(|look| look.placed(None)));
            return match weak.next() {
                Some(first) => ArrayReading::of(first, Certainty::Unsure, weak.collect()),
                None => ArrayReading::nothing("neither positions nor rotations have this shape"),
            };
        };
        let content = best.look.placed(None);
        if self.is_free {
            return ArrayReading::of(content, Certainty::Sure, Vec::new());
        }
        let unrest = best.unrest.unwrap_or(f64::INFINITY);
        let is_moving = best.unrest.is_some() && best.look.frames > 4;
        let variation = best.body.variation;
        let angle = angles
            .first()
            .filter(|angle| angle.evidence.is_possible() && angle.evidence.root > 0.97 && angle.evidence.largest < 7.0);
        let unsure = |first: Vec<ArrayContent>| {
            let others =
                first.into_iter().chain(angle.map(|angle| turns_of(angle))).chain(weak.iter().cloned()).collect();
            ArrayReading::of(content.clone(), Certainty::Unsure, others)
        };
        let runners_up = || all.iter().skip(1).take(2).map(|free| free.look.placed(None)).collect::<Vec<_>>();
        if is_moving && variation < 0.16 && unrest < 0.5 {
            let is_near = fitted.iter().any(|fit| {
                fit.look.joints() == best.look.joints()
                    && !fit.is_flat()
                    && fit.look.layout.spread != AxisOrder::Planes
                    && fit.cost < 0.7
            });
            let is_rigid = variation < 0.02 && best.body.stretch < 0.05;
            let is_body = |angle: &&&Alignment| {
                let zeros = angle.evidence.zeros <= 1.0 / best.look.joints() as f64;
                variation < 0.1 && best.body.stretch < 0.3 && angle.evidence.likelihood < -2.4 && zeros
            };
            let is_turned = !hints.is_positions && !is_rigid && angle.is_some() && angle.filter(is_body).is_none();
            let is_difference = may_be_differences(standing(&best.look.sample), best.look.frames);
            return if is_difference {
                unsure(vec![ArrayContent::Nothing(DIFFERENCES.into())])
            } else if is_near || is_turned {
                unsure(runners_up())
            } else {
                ArrayReading::of(content, Certainty::Likely, Vec::new())
            };
        }
        let is_noise =
            best.look.frames >= 20 && variation > 0.3 && best.roughness.is_some_and(|roughness| roughness > 0.9);
        if is_noise {
            return if weak.is_empty() {
                ArrayReading::nothing("noise: nothing stays in place")
            } else {
                unsure(Vec::new())
            };
        }
        if let Some(angle) = angle.filter(|_| hints.is_rotations) {
            return ArrayReading::of(turns_of(angle), Certainty::Unsure, vec![content]);
        }
        let axes = array.shape.len();
        let row = axes.checked_sub(1).map_or(0, |last| array.length(last));
        let is_usual_row = matches!(row, 51 | 63 | 66 | 72 | 75 | 99 | 156 | 165);
        if axes == 2 && best.look.layout.is_row() && !is_usual_row && (!is_moving || variation > 0.3) {
            let is_none = variation > 0.45 && is_moving && !hints.is_positions && weak.is_empty();
            return if is_none {
                ArrayReading::nothing("rows of numbers that are no joints")
            } else {
                unsure(Vec::new())
            };
        }
        if axes == 2 && !is_moving && row == 3 {
            return ArrayReading::nothing("the path of one point");
        }
        let is_plain = axes >= 3 && row == 3 && best.look.layout.is_usual && !best.look.layout.is_row();
        let is_only = || all.iter().filter(|free| !free.look.layout.is_row()).count() == 1;
        let is_known_count = TABLES.iter().any(|table| table.len() == best.look.joints());
        if is_plain && angle.is_none() && !hints.is_rotations && !is_moving && !is_known_count && is_only() {
            return ArrayReading::of(content, Certainty::Likely, Vec::new());
        }
        unsure(runners_up())
    }
}
