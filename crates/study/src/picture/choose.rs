//! Chooses the moments of a chronophotograph, where its figures stand and how they are coloured. The player's own chronophotograph
//! follows the same rules (`www/tools/moments/choose.js`), so that a picture shows what the page shows.

use glam::{DVec2, DVec3};

use super::shapes::PictureView;
use super::{Figure, MOST_FIGURES, PictureError};
use marey::checked::Checked;
use marey::look::{Instances, Theme, Tint};
use marey::setters;

/// How the moments are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Spacing {
    /// Equal times.
    #[default]
    Time,
    /// Equal distances along the path of the joint that carries the figure.
    Distance,
    /// One moment for each touch-down of a foot.
    Contacts,
}

/// How the figures are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Colouring {
    /// The first is faint, the last has its own colours.
    #[default]
    Fade,
    /// The colours of matplotlib's viridis, from the first to the last.
    Viridis,
    /// All have their own colours.
    Own,
}

/// Which moments to show.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Selection {
    /// Number of figures, at most [`MOST_FIGURES`]. `None`: for [`Spacing::Distance`] as many as stand beside each other without
    /// overlapping, for [`Spacing::Contacts`] one for each, up to 24; else 8.
    pub count: Option<usize>,
    /// How they are spread.
    pub spacing: Spacing,
    /// The moments themselves, seconds; if there are any, `count` and `spacing` do not matter.
    pub at: Vec<f64>,
    /// The part of the motion, seconds; `None`: all of it.
    pub span: Option<[f64; 2]>,
    /// Their colours.
    pub colouring: Colouring,
    /// The background for which they are coloured.
    pub theme: Theme,
}

impl Default for Selection {
    /// Eight figures at equal times, on white paper.
    fn default() -> Self {
        Self {
            count: None,
            spacing: Spacing::Time,
            at: Vec::new(),
            span: None,
            colouring: Colouring::Fade,
            theme: Theme::Light,
        }
    }
}

setters!(Selection { spacing: Spacing, at: Vec<f64>, colouring: Colouring, theme: Theme } optional { count: usize, span: [f64; 2] });

/// One figure of a chronophotograph.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Still {
    /// Seconds.
    pub moment: f64,
    /// Its displacement along the stage's X and Z, metres.
    pub offset: [f64; 2],
    /// Its colours.
    pub tint: Tint,
}

/// What a chronophotograph shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// In order of time.
    pub figures: Vec<Still>,
    /// The direction from the figures to the camera, radians from +Z towards +X.
    pub yaw: f64,
    /// The part of the motion, seconds.
    pub span: [f64; 2],
    /// The motion stays in place, and its figures stand in a row.
    pub in_row: bool,
}

/// Steps in which the path is measured and drawn.
const STEPS: usize = 256;
/// Number of figures unless it is given.
const USUAL: usize = 8;
/// Most contacts that are shown unless the number is given.
const MOST_CONTACTS: usize = 24;
/// Feet that come down within this time make one figure: seconds.
const TOGETHER: f64 = 0.1;
/// A figure whose path crosses less of the floor stays in place: heights of the figure.
const STAYS: f64 = 0.5;
/// The way from the first to the last place tells the direction of a path, unless it is a smaller share of the path's length.
const STRAIGHT: f64 = 0.5;
/// What faint figures are mixed with, and how much of it the first one has.
const PAPER: [([f32; 3], f32); 2] = [([60.0, 82.0, 116.0], 0.7), ([237.0, 241.0, 246.0], 0.62)];
/// The share of its saturation that the first figure loses.
const GREYED: f32 = 0.5;
/// Brightness of right limbs where colours do not tell the sides apart.
const RIGHT: f32 = 0.66;
/// Nine colours of matplotlib's viridis.
const VIRIDIS: [[f32; 3]; 9] = [
    [68.0, 1.0, 84.0],
    [72.0, 40.0, 120.0],
    [62.0, 73.0, 137.0],
    [49.0, 104.0, 142.0],
    [38.0, 130.0, 142.0],
    [31.0, 158.0, 137.0],
    [53.0, 183.0, 121.0],
    [110.0, 206.0, 88.0],
    [253.0, 231.0, 37.0],
];

impl Figure<'_> {
    /// Chooses the moments and the side from which the motion goes to the right. A motion that stays in place is laid out in a row, a
    /// stature apart.
    ///
    /// # Errors
    /// [`PictureError::NoContacts`] for [`Spacing::Contacts`] if no foot comes down in this part of the motion.
    pub fn choose(&mut self, selection: &Selection) -> Result<Layout, PictureError> {
        let [from, to] = selection.span.unwrap_or([0.0, self.duration()]);
        let path = self.path([from, to]);
        let lengths = lengths(&path);
        let extent = extent(&path);
        let in_row = extent.max_element() < STAYS * self.height();
        let view = if in_row {
            let facing = self.facing();
            facing.x.atan2(facing.z)
        } else {
            across(&path, &lengths, extent)
        };
        let along_path = selection.spacing == Spacing::Distance && !in_row;
        let mut moments = if !selection.at.is_empty() {
            selection.at.clone()
        } else if selection.spacing == Spacing::Contacts {
            self.contacts([from, to], selection.count)?
        } else if along_path && selection.count.is_none() {
            self.beside_each_other([from, to], view)
        } else {
            let count = selection.count.unwrap_or(USUAL).min(MOST_FIGURES);
            let length = lengths.last().copied().unwrap_or(0.0);
            let moment = |share: f64| {
                from + (to - from) * if along_path { share_of_time(&lengths, share * length) } else { share }
            };
            (0..count).map(|index| moment(share(index, count))).collect()
        };
        moments.sort_unstable_by(f64::total_cmp);
        moments.dedup();
        moments.truncate(MOST_FIGURES);
        let count = moments.len();
        let step = if in_row { self.height() } else { 0.0 };
        let right = PictureView::new(view).right;
        let figures = moments.iter().enumerate().map(|(index, moment)| {
            let way = (index as f64 - 0.5 * count.saturating_sub(1) as f64) * step;
            let tint = tint(share(index, count) as f32, selection.colouring, selection.theme);
            Still { moment: *moment, offset: [right.x * way, right.z * way], tint }
        });
        Ok(Layout { figures: figures.collect(), yaw: view, span: [from, to], in_row })
    }

    /// The places of the carrier joint at equal steps of time.
    pub(super) fn path(&mut self, span: [f64; 2]) -> Vec<DVec3> {
        (0..=STEPS).map(|step| self.carrier(step_at(span, step))).collect()
    }

    /// When feet come down: evenly thinned out if there are more than `count`.
    fn contacts(&self, [from, to]: [f64; 2], count: Option<usize>) -> Result<Vec<f64>, PictureError> {
        let mut all: Vec<f64> = self.touch_downs().iter().map(|one| one.time).collect();
        all.retain(|time| (from..=to).contains(time));
        // Both feet may land from a jump.
        all.dedup_by(|next, before| *next - *before < TOGETHER);
        if all.is_empty() {
            return Err(PictureError::NoContacts);
        }
        let count = count.unwrap_or(MOST_CONTACTS).min(all.len());
        let last = (all.len() - 1) as f64;
        let nth = |index: usize| all.get((share(index, count) * last).round() as usize).copied();
        Ok((0..count).filter_map(nth).collect())
    }

    /// Each moment is the first at which the figure stands beyond the one before, as seen in the picture.
    fn beside_each_other(&mut self, span: [f64; 2], yaw: f64) -> Vec<f64> {
        let view = PictureView::new(yaw);
        let (mut moments, mut edge) = (Vec::new(), f64::NEG_INFINITY);
        let mut instances = Instances::default();
        for step in 0..=STEPS {
            let moment = step_at(span, step);
            self.write(moment, &view.look, &mut instances);
            let seen = view.shapes(&instances, 0, DVec3::ZERO);
            let (left, right) = seen.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(left, right), shape| {
                let [low, high] = shape.bounds();
                (left.min(low.x), right.max(high.x))
            });
            if left >= edge && right.is_finite() {
                moments.push(moment);
                edge = right;
            }
        }
        moments
    }
}

fn step_at([from, to]: [f64; 2], step: usize) -> f64 {
    from + (to - from) * (step as f64 / STEPS as f64)
}

/// The share of the way from the first figure to the last; a single figure is the last.
fn share(index: usize, count: usize) -> f64 {
    if count > 1 { index as f64 / (count - 1) as f64 } else { 1.0 }
}

/// The length of the path along the floor up to each of its points.
fn lengths(path: &[DVec3]) -> Vec<f64> {
    let mut sum = 0.0;
    let steps = path.windows(2).map(|pair| match pair {
        [a, b] => on_floor(*b - *a).length(),
        _ => 0.0,
    });
    std::iter::once(0.0)
        .chain(steps.map(|step| {
            sum += step;
            sum
        }))
        .collect()
}

/// The length of the path along the floor.
pub(super) fn length(path: &[DVec3]) -> f64 {
    lengths(path).last().copied().unwrap_or(0.0)
}

fn on_floor(way: DVec3) -> DVec2 {
    DVec2::new(way.x, way.z)
}

/// How far the path reaches along X and Z.
fn extent(path: &[DVec3]) -> DVec2 {
    let (low, high) = path
        .iter()
        .map(|place| on_floor(*place))
        .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high): (DVec2, DVec2), place| {
            (low.min(place), high.max(place))
        });
    if path.is_empty() { DVec2::ZERO } else { high - low }
}

/// The yaw of a camera that sees the motion go to the right.
fn across(path: &[DVec3], lengths: &[f64], extent: DVec2) -> f64 {
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return 0.0 };
    let way = on_floor(*last - *first);
    if way.length() >= STRAIGHT * lengths.last().copied().unwrap_or(0.0) {
        return (-way.y).atan2(way.x);
    }
    // A path that returns is seen across its longer side.
    if extent.x >= extent.y { 0.0 } else { std::f64::consts::FRAC_PI_2 }
}

/// The share of the time at which the path has this length.
fn share_of_time(lengths: &[f64], wanted: f64) -> f64 {
    let next = lengths.iter().position(|length| *length >= wanted).unwrap_or(0).max(1);
    let (before, after) = (lengths.at(next - 1), lengths.at(next));
    let rest = if after > before { (wanted - before) / (after - before) } else { 0.0 };
    ((next - 1) as f64 + rest) / STEPS as f64
}

/// `share`: of the way from the first figure to the last.
fn tint(share: f32, colouring: Colouring, theme: Theme) -> Tint {
    match colouring {
        Colouring::Own => Tint::default(),
        Colouring::Viridis => {
            let at = share * (VIRIDIS.len() - 1) as f32;
            let index = (at as usize).min(VIRIDIS.len() - 2);
            let [mut colour, next] = [VIRIDIS.at(index), VIRIDIS.at(index + 1)];
            for (value, next) in colour.iter_mut().zip(next) {
                *value += (next - *value) * (at - index as f32);
            }
            Tint { colour, share: 1.0, right: RIGHT, ..Tint::default() }
        }
        Colouring::Fade => {
            let [dark, light] = PAPER;
            let (colour, most) = if theme == Theme::Light { light } else { dark };
            Tint { colour, share: most * (1.0 - share), greyed: GREYED * (1.0 - share), ..Tint::default() }
        }
    }
}
