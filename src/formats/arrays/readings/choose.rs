//! Chooses the likeliest reading of an array.

use super::axis_angles::{Alignment, Evidence, alignments};
use super::exact::{Stated, exact, has_transforms, has_vectors};
use super::free_points::{Body, MOST_JOINTS, may_be_differences, rough, standing, unrest};
use super::layouts::{Layout, Spread, layouts, of_first_numbers, stated};
use super::sample::{FRAMES, Sample, Span, Spans, bounds, quantile};
use super::under_table::Fit;
use super::{Certainty, Content, Form, MOST_OTHERS, Placed, Reading, Rotations, VectorRows};
use crate::compact::sorting::sort_by;
use crate::formats::array_options::{ArrayOptions, Holds, Joints};
use crate::formats::arrays::array::Array;
use crate::formats::arrays::body::Turned;
use crate::formats::arrays::dtype::ItemKind;
use crate::formats::arrays::points::spread;
use crate::formats::arrays::tables::{self, TABLES, Table};
use crate::formats::arrays::vector::joints_of;

/// Clips that are looked at to find one that is not empty.
const CLIPS: usize = 16;
/// Fewer numbers are no motion.
const FEWEST_NUMBERS: usize = 9;
/// The numbers of a frame of Motion-X.
const MOTION_X: usize = 322;
/// The numbers of a frame of MotionStreamer.
const MOTION_STREAMER: usize = 272;
/// The numbers of a joint of AnyTop, of which the first three are its place.
const ANYTOP: usize = 13;
/// What differences of places are, for people.
const DIFFERENCES: &str =
    "differences from frame to frame, as velocities are: add them up onto a first frame, in Python with numpy.cumsum";

/// What is known of an array beside its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::formats::arrays) struct Hints {
    /// The key is one of positions.
    pub(in crate::formats::arrays) is_positions: bool,
    /// The key is one of rotations.
    pub(in crate::formats::arrays) is_rotations: bool,
}

impl Hints {
    /// What a key tells.
    pub(in crate::formats::arrays) fn of_key(key: &str) -> Self {
        const ROTATIONS: [&str; 12] = [
            "rot",
            "theta",
            "orient",
            "quat",
            "axis",
            "angle",
            "fullpose",
            "full_pose",
            "smpl_pose",
            "body_pose",
            "pose_body",
            "6d",
        ];
        const STARTS: [&str; 10] =
            ["position", "xyz", "landmark", "marker", "coord", "verts", "vertices", "pos_", "pos/", "pos "];
        const WITHIN: [&str; 6] = ["keyp", "kp2d", "kp3d", "skeleton", "body_pos_w", "body_pos"];
        let key = key.to_ascii_lowercase();
        let key = key.as_str();
        let is_rotations =
            ROTATIONS.iter().any(|word| key.contains(word)) && !key.contains("pose_w") || key.contains("pose_world");
        let is_joints = key.find("joint").is_some_and(|at| {
            let rest = key.get(at + 5..).unwrap_or_default();
            let rest = rest.strip_prefix('_').unwrap_or(rest);
            !["rot", "vel", "ang"].iter().any(|word| rest.starts_with(word))
        });
        let starts = |word: &str| {
            key.starts_with(word) || ["_", "/", " "].iter().any(|before| key.contains(&format!("{before}{word}")))
        };
        let is_positions = is_joints
            || WITHIN.iter().any(|word| key.contains(word))
            || STARTS.iter().any(|word| starts(word))
            || key == "pos"
            || key.ends_with("_pos");
        Self { is_positions: is_positions && !is_rotations, is_rotations }
    }
}

/// What places of a layout mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimensions {
    Space,
    /// With a number that says how sure each place is.
    ScoredSpace,
    Picture,
    ScoredPicture,
}

impl Dimensions {
    fn is_flat(self) -> bool {
        matches!(self, Self::Picture | Self::ScoredPicture)
    }
}

/// The places of a layout.
struct Look {
    layout: Layout,
    dimensions: Dimensions,
    sample: Sample,
    /// The first item of the clip that was looked at, and its frames without padding.
    start: usize,
    frames: usize,
    /// How far the first two coordinates reach.
    extent: f64,
}

impl Look {
    /// The layout with the meaning of its numbers.
    fn placed(&self, table: Option<(&'static Table, Fit)>) -> Content {
        let mut layout = self.layout.clone();
        let (coordinates, score) = match self.dimensions {
            Dimensions::Space => (3, None),
            Dimensions::ScoredSpace => (3, Some(3)),
            Dimensions::Picture => (2, None),
            Dimensions::ScoredPicture => (2, Some(2)),
        };
        (layout.view.coordinates, layout.view.score) = (coordinates, score);
        Content::Points(Placed { layout, table })
    }

    /// How many numbers a joint has.
    fn width(&self) -> usize {
        self.layout.view.coordinates
    }

    fn joints(&self) -> usize {
        self.layout.view.joints
    }
}

/// Places under a table.
#[derive(Clone, Copy)]
struct Fitted<'l> {
    look: &'l Look,
    table: &'static Table,
    fit: Fit,
    cost: f64,
}

impl Fitted<'_> {
    fn is_flat(&self) -> bool {
        self.look.dimensions.is_flat()
    }

    fn is_good(&self) -> bool {
        self.fit.is_good(self.is_flat())
            && (self.is_flat() || self.look.layout.spread != Spread::Planes || self.cost < 0.3)
    }

    fn is_same_view(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const *self.look, &raw const *other.look)
            || self.look.layout.view.strides == other.look.layout.view.strides
                && self.look.layout.view.joints == other.look.layout.view.joints
    }

    fn is_same(&self, other: &Self) -> bool {
        self.is_same_view(other) && self.look.dimensions == other.look.dimensions && self.is_same_table(other)
    }

    fn is_same_table(&self, other: &Self) -> bool {
        self.table.name == other.table.name
    }

    fn content(&self) -> Content {
        self.look.placed(Some((self.table, self.fit)))
    }
}

/// Reads an array, with whatever is stated of it.
pub(in crate::formats::arrays) fn read(array: &Array<'_>, hints: Hints, options: &ArrayOptions) -> Reading {
    if !array.dtype.is_number() || array.len() < FEWEST_NUMBERS {
        return Reading::nothing("no numbers");
    }
    let is_stated = *options != ArrayOptions::default();
    if array.dtype.kind != ItemKind::Float && array.dtype.width == 1 && !is_stated {
        return Reading::nothing("bytes, as pictures and masks have them");
    }
    if options.axes().is_none() && has_transforms(array) {
        return Reading::nothing("transforms: save [..., :3, 3] as positions, or [..., :3, :3] as matrices");
    }
    let stated_joints = options.joints();
    let stated_rotations = Stated { width: None, joints: count_of(stated_joints), axes: options.axes() };
    match options.holds() {
        Some(Holds::AxisAngles) => return of_stated_angles(array, stated_rotations),
        Some(Holds::Rotations(width)) => {
            return of_stated_rotations(array, Stated { width: Some(width), ..stated_rotations });
        }
        None if stated_joints == Some(Joints::Rotations) => return of_stated_rotations(array, stated_rotations),
        Some(Holds::Positions) | None => {}
    }
    let is_open = options.holds().is_none() && options.axes().is_none() && stated_joints.is_none();
    if is_open && let Some(found) = beyond_doubt(array) {
        return found;
    }
    let places: Vec<Layout> = match options.axes() {
        Some(axes) => stated(array, axes).into_iter().collect(),
        None => layouts(array),
    };
    let first = places.iter().find(|layout| layout.is_usual).cloned();
    let looks: Vec<Look> = places.into_iter().flat_map(|layout| looks(array, layout)).collect();
    if let Some(layout) = first.filter(|_| looks.is_empty()) {
        // Nothing is in the array, in a shape of positions.
        return Reading::of(Content::Points(Placed { layout, table: None }), Certainty::Unsure, Vec::new());
    }
    let table = match stated_joints {
        Some(Joints::Table(name)) => tables::called(name),
        _ => None,
    };
    let alignments = if is_open { alignments(array, Stated::default()) } else { Vec::new() };
    let hints = Hints { is_positions: hints.is_positions || !is_open, ..hints };
    let chooser = Chooser {
        array,
        hints,
        looks: &looks,
        alignments,
        is_free: stated_joints.is_some() && table.is_none(),
        is_stated: !is_open,
    };
    let found = chooser.choose(table);
    let mut found = if options.axes().is_some() { found } else { with_other_time(found) };
    if stated_joints.is_some() || options.holds().is_none() && options.axes().is_some() && found.others.is_empty() {
        (found.certainty, found.others) = (Certainty::Sure, Vec::new());
    }
    found
}

/// Asks about a reading whose time is open.
fn with_other_time(mut found: Reading) -> Reading {
    if let Content::Points(placed) = &mut found.content
        && let Some(layout) = placed.layout.otherwise.take()
    {
        found.others.insert(0, Content::Points(Placed { layout: *layout, table: placed.table }));
        found.others.truncate(MOST_OTHERS);
        found.certainty = Certainty::Unsure;
    }
    found
}

/// The number of joints of a stated table.
fn count_of(joints: Option<Joints>) -> Option<usize> {
    match joints {
        Some(Joints::Table(name)) => tables::called(name).map(Table::len),
        _ => None,
    }
}

/// Rotations, which are stated.
fn of_stated_rotations(array: &Array<'_>, stated: Stated<'_>) -> Reading {
    match exact(array, stated) {
        Some(found) => Reading::of(found.content, Certainty::Sure, Vec::new()),
        None if stated.width.is_none() => of_stated_angles(array, stated),
        None => Reading::nothing("no such rotations"),
    }
}

/// The likeliest axes and angles, which are stated.
fn of_stated_angles(array: &Array<'_>, stated: Stated<'_>) -> Reading {
    let mut all = alignments(array, stated);
    sort_by(&mut all, |a, b| b.evidence.likelihood.total_cmp(&a.evidence.likelihood));
    match all.into_iter().next() {
        Some(best) => Reading::of(Content::Rotations(best.rotations), Certainty::Sure, Vec::new()),
        None => Reading::nothing("no rows of rotations"),
    }
}

/// Rotations and vectors that leave no doubt.
fn beyond_doubt(array: &Array<'_>) -> Option<Reading> {
    if let Some(found) = exact(array, Stated::default()) {
        return Some(found);
    }
    if let Some(found) = vectors(array) {
        return Some(Reading::of(Content::Vectors(found), Certainty::Sure, Vec::new()));
    }
    let axes = array.shape.len();
    let row = axes.checked_sub(1).map_or(0, |last| array.length(last));
    if axes == 2 && row == MOTION_X {
        let columns = Span::of(array, 1);
        let frames: Vec<usize> = spread(array.length(0), FRAMES).map(|frame| frame * array.stride(0)).collect();
        let joints: Vec<usize> = (0..22).map(|joint| 3 * joint * columns.stride).collect();
        let sample = Sample::of(array, &frames, &joints, Span { length: 3, ..columns });
        if Evidence::of(&sample).in_range > 0.98 {
            let rotations = Rotations {
                form: Form::AxisAngle,
                turned: Turned::of_count(55)?,
                frames: array.length(0),
                clips: Spans::default(),
                start: 0,
                strides: [array.stride(0), 3 * columns.stride, columns.stride],
                path: Some((309 * columns.stride, columns.stride)),
                axes: String::new(),
            };
            return Some(Reading::of(Content::Rotations(rotations), Certainty::Sure, Vec::new()));
        }
    }
    if axes == 3 && row == ANYTOP {
        let layout = of_first_numbers(array)?;
        let what = "13 numbers of each joint, as AnyTop has them: those of its first joint are no place".into();
        let others = vec![Content::Nothing(what)];
        return Some(Reading::of(Content::Points(Placed { layout, table: None }), Certainty::Unsure, others));
    }
    if axes == 2 && row == MOTION_STREAMER {
        return Some(Reading::nothing("272 numbers a frame, as MotionStreamer has them: convert them to positions"));
    }
    None
}

/// Rows of HumanML3D's numbers, also normalized ones.
fn vectors(array: &Array<'_>) -> Option<VectorRows> {
    let span = |axis: usize| Span::of(array, axis);
    let (frames, columns, clips, may_be_normalized) = match array.shape.len() {
        2 => (span(0), span(1), Spans::default(), true),
        3 => (span(1), span(2), Spans(vec![span(0)]), false),
        // What motion diffusion models make.
        4 if array.length(2) == 1 => (span(3), span(1), Spans(vec![span(0)]), true),
        _ => return None,
    };
    joints_of(columns.length)?;
    (may_be_normalized || has_vectors(array, frames, columns, &clips)).then_some(VectorRows { frames, columns, clips })
}

/// The places of a layout, as points in space and of a picture, with and without scores.
fn looks(array: &Array<'_>, layout: Layout) -> Vec<Look> {
    let [frame, joint, at] = layout.view.strides;
    let all = layout.view.joints;
    let is_known = TABLES.iter().any(|table| table.len() == all);
    let joints: Vec<usize> = spread(all, if is_known { all } else { MOST_JOINTS }).map(|index| index * joint).collect();
    let numbers = Span { length: layout.view.coordinates.min(4), stride: at };
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

struct Chooser<'l> {
    array: &'l Array<'l>,
    hints: Hints,
    looks: &'l [Look],
    alignments: Vec<Alignment>,
    /// Whether the joints are stated to be in no known order.
    is_free: bool,
    /// Whether something is stated, so that there are positions.
    is_stated: bool,
}

/// Places of joints in no known order.
struct Free<'l> {
    look: &'l Look,
    body: Body,
    unrest: Option<f64>,
    roughness: Option<f64>,
}

impl<'l> Chooser<'l> {
    /// Places under tables, the nearest first.
    fn fitted(&self, stated: Option<&'static Table>) -> Vec<Fitted<'l>> {
        let mut found = Vec::new();
        for look in self.looks {
            for table in TABLES.into_iter().filter(|table| table.len() == look.joints()) {
                if stated.is_none_or(|stated| stated.name == table.name) {
                    let is_flat = look.dimensions.is_flat();
                    let fit = Fit::of(&look.sample, table, is_flat);
                    found.push(Fitted { look, table, fit, cost: fit.cost(is_flat) });
                }
            }
        }
        sort_by(&mut found, |a: &Fitted<'_>, b| a.cost.total_cmp(&b.cost));
        found
    }

    /// Layouts whose joints may be in no known order.
    fn open(&self) -> impl Iterator<Item = &'l Look> + use<'l> {
        let looks = self.looks;
        looks.iter().filter(|look| !matches!(look.layout.spread, Spread::Planes | Spread::Pairs))
    }

    fn choose(&self, stated: Option<&'static Table>) -> Reading {
        let fitted = if self.is_free { Vec::new() } else { self.fitted(stated) };
        if let Some(stated) = stated {
            let best = fitted.first().map(Fitted::content);
            let why = || format!("no positions of the {} joints of {}", stated.len(), stated.title);
            return best.map_or_else(|| Reading::nothing(why()), |best| Reading::of(best, Certainty::Sure, Vec::new()));
        }
        if let Some(found) = scored_picture(&fitted, self.hints) {
            return found;
        }
        let mut weak = Vec::new();
        let mut angles: Vec<&Alignment> = self.alignments.iter().collect();
        sort_by(&mut angles, |a, b| b.evidence.likelihood.total_cmp(&a.evidence.likelihood));
        if let Some(found) = self.under_table(&fitted, &angles, &mut weak) {
            return found;
        }
        weak.extend(fitted.iter().take(3).filter(|fit| fit.cost < 1.1 && !fit.is_good()).map(Fitted::content));
        if let Some(found) = self.as_rotations(&angles, &mut weak) {
            return found;
        }
        if let Some(found) = self.in_degrees(&mut weak) {
            return found;
        }
        self.in_no_order(&fitted, &angles, weak)
    }

    /// Places that fit the proportions of a table.
    fn under_table(&self, fitted: &[Fitted<'l>], angles: &[&Alignment], weak: &mut Vec<Content>) -> Option<Reading> {
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
        let mut rivals: Vec<Content> = others.filter(differs).map(Fitted::content).collect();
        let likely = angles.iter().find(|angle| angle.evidence.fits());
        if let Some(angle) = likely.filter(|_| !hints.is_positions && !best.is_flat()) {
            // Both fit: which one by far?
            let (places, turns) = ((0.42 - best.fit.proportions) / 0.42, (angle.evidence.likelihood + 0.1) / 0.9);
            if hints.is_rotations || turns > places + 0.4 {
                let certainty = if hints.is_rotations || places < 0.25 { Certainty::Likely } else { Certainty::Unsure };
                return Some(self.turned(angle, certainty, vec![best.content()], angles));
            }
            if best.cost > 0.3 {
                return Some(Reading::of(best.content(), Certainty::Unsure, vec![turns_of(angle)]));
            }
        }
        if hints.is_rotations && likely.is_none() && best.cost > 0.3 {
            return Some(Reading::of(best.content(), Certainty::Unsure, rivals));
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
            doubts.push(Content::Nothing(DIFFERENCES.into()));
        }
        let is_calm = best.cost < 0.3;
        let certainty = match (is_sure, is_calm) {
            (false, _) => Certainty::Unsure,
            (true, true) => Certainty::Sure,
            (true, false) => Certainty::Likely,
        };
        rivals.extend(doubts);
        rivals.append(weak);
        Some(Reading::of(best.content(), certainty, rivals))
    }

    fn unrest(&self, look: &Look) -> Option<f64> {
        unrest(self.array, &look.layout, look.start, look.frames)
    }

    /// Rotations of this alignment. Those of a body without its root look like others.
    fn turned(
        &self,
        angle: &Alignment,
        mut certainty: Certainty,
        mut others: Vec<Content>,
        all: &[&Alignment],
    ) -> Reading {
        let evidence = &angle.evidence;
        let rivals = || all.iter().filter(|other| !other.is_like(angle) && other.evidence.is_possible());
        if angle.lacks_root() && certainty != Certainty::Unsure && !evidence.is_human() {
            let is_alone = !rivals().any(|other| other.evidence.likelihood > evidence.likelihood - 0.35);
            let is_likely = evidence.likelihood > 0.6 && angle.rotations.frames >= 5;
            if !(is_likely && (angle.joints == 21 || angle.has_axes || is_alone)) {
                certainty = Certainty::Unsure;
                others.extend(rivals().take(3).map(|other| turns_of(other)));
            }
        }
        Reading::of(turns_of(angle), certainty, others)
    }

    /// Rotations that are as likely as a body's.
    fn as_rotations(&self, angles: &[&Alignment], weak: &mut Vec<Content>) -> Option<Reading> {
        let best = *angles.iter().find(|angle| angle.evidence.fits())?;
        let evidence = &best.evidence;
        let mut rivals: Vec<&Alignment> =
            angles.iter().copied().filter(|angle| angle.evidence.fits() && !angle.is_like(best)).collect();
        let frames = best.rotations.frames;
        let mut is_sure = !(best.roughness.is_some_and(|roughness| roughness > 0.9) && evidence.likelihood < 0.0);
        let near = if frames >= 5 { 0.12 } else { 0.4 };
        is_sure &= rivals.first().is_none_or(|rival| rival.evidence.likelihood <= evidence.likelihood - near);
        let is_human = evidence.is_human();
        if !is_human {
            let is_new = |angle: &&Alignment| !angle.is_like(best) && !rivals.iter().any(|rival| rival.is_like(angle));
            let more: Vec<&Alignment> =
                angles.iter().copied().filter(|angle| is_new(angle) && angle.evidence.is_possible()).collect();
            rivals.extend(more);
            is_sure &= !rivals.iter().any(|rival| rival.evidence.likelihood > evidence.likelihood - 0.35);
        }
        is_sure &= !self.hints.is_positions;
        if !is_human && may_be_differences(best.standing, frames) {
            is_sure = false;
            weak.push(Content::Nothing(DIFFERENCES.into()));
        }
        if !is_human && frames >= 5 && is_sure {
            let same = self.open().find(|look| {
                look.dimensions == Dimensions::Space && look.joints() == best.joints && look.frames == frames
            });
            if let Some(look) = same {
                let body = Body::of(&look.sample);
                if body.variation < 0.06 && body.stretch < 0.2 {
                    is_sure = false;
                    weak.push(look.placed(None));
                }
            }
        }
        if self.hints.is_positions {
            let same = self.open().find(|look| look.dimensions == Dimensions::Space && look.joints() == best.joints);
            weak.extend(same.map(|look| look.placed(None)));
        }
        let mut certainty = if is_sure { Certainty::Sure } else { Certainty::Unsure };
        if frames < 5 && !is_human && angles.iter().filter(|angle| angle.evidence.is_possible()).count() > 1 {
            certainty = Certainty::Unsure;
        }
        if frames < 5 && certainty == Certainty::Sure {
            let is_likely = evidence.likelihood > 0.5 && evidence.knees > 0.1;
            certainty = if is_likely { Certainty::Likely } else { Certainty::Unsure };
        }
        let others = rivals.into_iter().map(turns_of).chain(weak.drain(..)).collect();
        Some(self.turned(best, certainty, others, angles))
    }

    /// Angles in degrees, whose order nobody wrote down.
    fn in_degrees(&self, weak: &mut Vec<Content>) -> Option<Reading> {
        let array = self.array;
        let axes = array.shape.len();
        let row = Span::of(array, axes.checked_sub(1)?);
        let mut best: Option<(f64, Rotations)> = None;
        if self.alignments.is_empty() {
            return None;
        }
        for alignment in self.alignments.iter().filter(|each| each.rotations.clips.count() == 1 && !each.lacks_root()) {
            let rotations = &alignment.rotations;
            let [frame, joint, number] = rotations.strides;
            let width = if alignment.has_axes { 3 * alignment.joints } else { row.length };
            if !matches!(width - 3 * alignment.joints, 0 | 3) {
                continue;
            }
            let rows: Vec<usize> = spread(rotations.frames, FRAMES).map(|at| rotations.start + at * frame).collect();
            let joints: Vec<usize> = (0..alignment.joints).map(|at| at * joint).collect();
            let sample = Sample::of(array, &rows, &joints, Span { length: 3, stride: number }).without_broken_frames();
            let (low, high) = bounds(sample.each().flatten().copied());
            if !(6.3..=361.0).contains(&high.max(-low)) {
                continue;
            }
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let likelihood = Evidence::of(&sample.in_radians(order)).plain;
                if best.as_ref().is_none_or(|(other, _)| likelihood > *other) {
                    best = Some((likelihood, Rotations { form: Form::Degrees, ..rotations.clone() }));
                }
            }
        }
        let (_, rotations) = best.filter(|(likelihood, _)| *likelihood > -1.2)?;
        let joints = rotations.turned.len();
        let places = self.open().find(|look| {
            look.dimensions == Dimensions::Space && look.joints() == joints && look.frames == rotations.frames
        });
        if let Some(look) = places {
            let body = Body::of(&look.sample);
            weak.push(look.placed(None));
            if rotations.frames >= 5 && body.variation < 0.03 && body.stretch < 0.1 {
                return None;
            }
        }
        Some(Reading::of(Content::Rotations(rotations), Certainty::Unsure, std::mem::take(weak)))
    }

    /// Places of joints in no known order, or rotations that are like no body's.
    fn in_no_order(&self, fitted: &[Fitted<'l>], angles: &[&Alignment], weak: Vec<Content>) -> Reading {
        let (array, hints) = (self.array, self.hints);
        let is_usual = |look: &&Look| !look.dimensions.is_flat() || self.is_stated;
        let looks = self.open().filter(is_usual);
        let free = |look: &'l Look| Free {
            look,
            body: Body::of(&look.sample),
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
                Some(first) => Reading::of(first, Certainty::Unsure, weak.collect()),
                None => Reading::nothing("neither positions nor rotations have this shape"),
            };
        };
        let content = best.look.placed(None);
        if self.is_free {
            return Reading::of(content, Certainty::Sure, Vec::new());
        }
        let unrest = best.unrest.unwrap_or(f64::INFINITY);
        let is_moving = best.unrest.is_some() && best.look.frames > 4;
        let variation = best.body.variation;
        let angle = angles
            .first()
            .filter(|angle| angle.evidence.is_possible() && angle.evidence.root > 0.97 && angle.evidence.largest < 7.0);
        let unsure = |first: Vec<Content>| {
            let others =
                first.into_iter().chain(angle.map(|angle| turns_of(angle))).chain(weak.iter().cloned()).collect();
            Reading::of(content.clone(), Certainty::Unsure, others)
        };
        let runners_up = || all.iter().skip(1).take(2).map(|free| free.look.placed(None)).collect::<Vec<_>>();
        if is_moving && variation < 0.16 && unrest < 0.5 {
            let is_near = fitted.iter().any(|fit| {
                fit.look.joints() == best.look.joints()
                    && !fit.is_flat()
                    && fit.look.layout.spread != Spread::Planes
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
                unsure(vec![Content::Nothing(DIFFERENCES.into())])
            } else if is_near || is_turned {
                unsure(runners_up())
            } else {
                Reading::of(content, Certainty::Likely, Vec::new())
            };
        }
        let is_noise =
            best.look.frames >= 20 && variation > 0.3 && best.roughness.is_some_and(|roughness| roughness > 0.9);
        if is_noise {
            return if weak.is_empty() {
                Reading::nothing("noise: nothing stays in place")
            } else {
                unsure(Vec::new())
            };
        }
        if let Some(angle) = angle.filter(|_| hints.is_rotations) {
            return Reading::of(turns_of(angle), Certainty::Unsure, vec![content]);
        }
        let axes = array.shape.len();
        let row = axes.checked_sub(1).map_or(0, |last| array.length(last));
        let is_usual_row = matches!(row, 51 | 63 | 66 | 72 | 75 | 99 | 156 | 165);
        if axes == 2 && best.look.layout.is_row() && !is_usual_row && (!is_moving || variation > 0.3) {
            let is_none = variation > 0.45 && is_moving && !hints.is_positions && weak.is_empty();
            return if is_none { Reading::nothing("rows of numbers that are no joints") } else { unsure(Vec::new()) };
        }
        if axes == 2 && !is_moving && row == 3 {
            return Reading::nothing("the path of one point");
        }
        let is_plain = axes >= 3 && row == 3 && best.look.layout.is_usual && !best.look.layout.is_row();
        let is_only = || all.iter().filter(|free| !free.look.layout.is_row()).count() == 1;
        let is_known_count = TABLES.iter().any(|table| table.len() == best.look.joints());
        if is_plain && angle.is_none() && !hints.is_rotations && !is_moving && !is_known_count && is_only() {
            return Reading::of(content, Certainty::Likely, Vec::new());
        }
        unsure(runners_up())
    }
}

fn turns_of(angle: &Alignment) -> Content {
    Content::Rotations(angle.rotations.clone())
}

/// Points of a picture with scores, which are no third coordinate, however the points lie.
fn scored_picture(fitted: &[Fitted<'_>], hints: Hints) -> Option<Reading> {
    let mut scored =
        fitted.iter().filter(|fit| fit.look.dimensions == Dimensions::ScoredPicture && fit.look.extent > 20.0);
    let best = scored.next()?;
    let margin = if best.fit.proportions < 0.3 { 0.1 } else { 0.6 };
    let rivals: Vec<Content> =
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
    Some(Reading::of(best.content(), certainty, rivals))
}
