//! The places of a layout, and what they may mean.

use super::free_points::MOST_JOINTS;
use super::layouts::ArrayLayout;
use super::sample::{FRAMES, Sample, SampleSpan, bounds, quantile};
use super::under_table::TableFit;
use super::{ArrayContent, Placed};
use crate::formats::arrays::array::Array;
use crate::formats::arrays::points::spread;
use crate::formats::arrays::tables::{TABLES, Table};

/// Clips that are looked at to find one that is not empty.
const CLIPS: usize = 16;

/// What places of a layout mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimensions {
    Space,
    /// With a number that says how sure each place is.
    ScoredSpace,
    Picture,
    ScoredPicture,
}

impl Dimensions {
    pub(super) fn is_flat(self) -> bool {
        matches!(self, Self::Picture | Self::ScoredPicture)
    }
}

/// The places of a layout.
pub(super) struct Look {
    pub(super) layout: ArrayLayout,
    pub(super) dimensions: Dimensions,
    pub(super) sample: Sample,
    /// The first item of the clip that was looked at, and its frames without padding.
    pub(super) start: usize,
    pub(super) frames: usize,
    /// How far the first two coordinates reach.
    pub(super) extent: f64,
}

impl Look {
    /// The layout with the meaning of its numbers.
    pub(super) fn placed(&self, table: Option<(&'static Table, TableFit)>) -> ArrayContent {
        let mut layout = self.layout.clone();
        let (coordinates, score) = match self.dimensions {
            Dimensions::Space => (3, None),
            Dimensions::ScoredSpace => (3, Some(3)),
            Dimensions::Picture => (2, None),
            Dimensions::ScoredPicture => (2, Some(2)),
        };
        (layout.view.coordinates, layout.view.score) = (coordinates, score);
        ArrayContent::Points(Placed { layout, table })
    }

    /// How many numbers a joint has.
    pub(super) fn width(&self) -> usize {
        self.layout.view.coordinates
    }

    pub(super) fn joints(&self) -> usize {
        self.layout.view.joints
    }
}

/// The places of a layout, as points in space and of a picture, with and without scores.
pub(super) fn looks(array: &Array, layout: ArrayLayout) -> Vec<Look> {
    let [frame, joint, at] = layout.view.strides;
    let all = layout.view.joints;
    let is_known = TABLES.iter().any(|table| table.len() == all);
    let joints: Vec<usize> = spread(all, if is_known { all } else { MOST_JOINTS }).map(|index| index * joint).collect();
    let numbers = SampleSpan { length: layout.view.coordinates.min(4), stride: at };
    // The first clip that is not empty.
    let is_empty = |start: &usize| {
        let frames: Vec<usize> = spread(layout.view.frames, 8).map(|index| start + index * frame).collect();
        let mut sample = Sample::of(array, &frames, &joints, numbers);
        sample.clean();
        sample.frames == 0
    };
    let starts = (0..layout.clips.count().min(CLIPS)).map(|clip| layout.clips.item(clip));
    let start = starts.into_iter().find(|start| !is_empty(start)).unwrap_or(0);
    let row = |index: usize| Sample::of(array, &[start + index * frame], &joints, numbers);
    let frames = filled(layout.view.frames, layout.may_repeat, &row);
    let rows: Vec<usize> = spread(frames, FRAMES).map(|index| start + index * frame).collect();
    let mut sample = Sample::of(array, &rows, &joints, numbers);
    sample.clean();
    if sample.frames == 0 {
        return Vec::new();
    }
    let column = |axis: usize| sample.each().filter_map(move |joint| joint.get(axis).copied());
    let reach = |axis: usize| {
        let (low, high) = bounds(column(axis));
        high - low
    };
    let extent = reach(0).max(reach(1));
    let is_share = |axis: usize| {
        let (low, high) = bounds(column(axis));
        low >= -1e-6 && high <= 1.0001
    };
    let mut found = Vec::new();
    match sample.width {
        3 => {
            let mut scores: Vec<f64> = column(2).filter(|score| !score.is_nan()).collect();
            let (low, high) = bounds(column(0).chain(column(1)));
            let is_score = quantile(&mut scores, 0.5) > 0.5 && low > -0.6 && high < 1.6;
            // Beside pixels a number of 0 to 1 is no third coordinate, however the points lie.
            let is_sure = is_share(2) && extent > 20.0 && bounds(column(2)).1 > 0.0;
            if !is_sure {
                found.push(Dimensions::Space);
            }
            if is_sure || is_share(2) && is_score {
                found.push(Dimensions::ScoredPicture);
            }
        }
        4 if is_share(3) => found.push(Dimensions::ScoredSpace),
        2 => found.push(Dimensions::Picture),
        _ => {}
    }
    let look = |dimensions: Dimensions| {
        let mut sample = sample.clone();
        if dimensions == Dimensions::ScoredPicture {
            sample.hide_zeros(f64::INFINITY);
        } else if !dimensions.is_flat() && sample.has_zeros() {
            sample.hide_zeros(0.5);
        }
        if dimensions.is_flat() {
            sample = sample.flat();
        }
        Look { layout: layout.clone(), dimensions, sample, start, frames, extent }
    };
    found.into_iter().map(look).collect()
}

/// The number of frames without those that only fill a clip up: empty ones and, where it may be, repetitions of the last that are half of
/// the clip.
fn filled(frames: usize, may_repeat: bool, row: &dyn Fn(usize) -> Sample) -> usize {
    let is_empty = |frame: &usize| row(*frame).each().flatten().all(|number| number.is_nan() || *number == 0.0);
    let filled = frames - (0..frames).rev().take_while(is_empty).count();
    if !may_repeat || filled < 2 {
        return filled;
    }
    let last = row(filled - 1);
    let is_last = |frame: &usize| row(*frame).each().flatten().eq(last.each().flatten());
    let still = (0..filled).rev().take_while(is_last).count();
    if still > 1 && still < filled && 2 * still >= filled { filled - still + 1 } else { filled }
}
