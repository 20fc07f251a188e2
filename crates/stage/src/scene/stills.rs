//! The chronophotograph: figures of the clip at several moments in one picture, as Étienne-Jules Marey photographed motion.
//!
//! The figures stand still while the clip's own figure plays among them. They share the clip's frames.

use glam::{Vec2, Vec3};

use super::figure::Figure;
use super::{Camera, Scene, View};
use marey::compact::maths::yaw;
use marey::look::{FigureLook, Instances, Palette, Theme};
use marey::model::Bounds;
use marey::pose::Interpolation;

/// Most figures.
const MOST: usize = 100;
/// Steps in which the path is measured and drawn.
const STEPS: usize = 256;
/// A figure whose path crosses less of the floor stays in place: heights of the figure.
const STAYS: f32 = 0.5;
/// The way from the first to the last place tells the direction of a path, unless it is a smaller share of its length.
const STRAIGHT: f32 = 0.5;
/// Moments nearer to each other are the same, seconds.
const SAME: f64 = 1e-3;
/// Elevation of the camera, radians: low, but the floor shows.
pub(super) const PITCH: f32 = 0.12;
/// How far before the figure's path its time is written, heights of the figure.
const LABEL: f32 = 0.24;

/// How the moments are spaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spacing {
    /// At equal times.
    #[default]
    Time,
    /// At equal distances along the figure's path.
    Distance,
}

/// How figures show their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tint {
    /// From faint to the figure's own colours.
    #[default]
    Fade,
    /// By the colours of viridis, from dark blue to yellow.
    Viridis,
}

/// A figure of a chronophotograph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Still {
    /// Seconds in the clip's time.
    pub moment: f64,
    /// The figure's displacement on the stage: a motion that stays in place is laid out in a row.
    offset: Vec3,
    /// Where the figure's path touches the floor, stage space.
    place: Vec3,
    /// The box of its joints, head and hands, stage space.
    pub(super) bounds: Bounds,
}

/// The figures of a chronophotograph, their settings and their instances.
#[derive(Debug, Clone, Default)]
pub(super) struct Stills {
    count: usize,
    spacing: Spacing,
    fade: f32,
    tint: Tint,
    all: Vec<Still>,
    /// The whole path on the floor, stage space; empty if the figures stand in a row.
    path: Vec<Vec3>,
    /// The instances of all figures, one figure after the other.
    pub(super) instances: Instances,
    /// The yaw from which the motion goes to the right.
    yaw: f32,
    /// The way from figure to figure in a row, stage space; 0 if they stand on their path.
    step: Vec3,
    /// Start and end of the time that the figures are spread over.
    span: (f64, f64),
    /// The figures are to be posed again.
    pub(super) stale: bool,
}

impl Stills {
    /// The same settings without any figures yet.
    pub(super) fn with_the_same_settings(&self) -> Self {
        let Self { count, spacing, fade, tint, .. } = *self;
        Self { count, spacing, fade, tint, stale: true, ..Self::default() }
    }

    /// Chooses the moments between two times, and poses the figures. Leaves the figure in some pose.
    pub(super) fn pose(&mut self, figure: &mut Figure, range: (f64, f64), look: &FigureLook, shown: Shown) {
        let path = FloorPath::new(figure, range, &shown);
        let row = path.extent() < STAYS * figure.height();
        let count = self.count;
        let moments: Vec<f64> = (0..count)
            .map(|index| {
                let share = if count > 1 { index as f32 / (count - 1) as f32 } else { 1.0 };
                path.moment(share, self.spacing == Spacing::Distance && !row)
            })
            .collect();
        self.yaw = if row { figure.facing().map_or(0.0, |facing| yaw(facing.x, facing.z)) } else { path.yaw() };
        let (sin, cos) = marey::compact::maths::sin_cos(self.yaw);
        self.step = if row { Vec3::new(cos, 0.0, -sin) * figure.height() } else { Vec3::ZERO };
        self.all.clear();
        let Instances { bones, joints, solids, .. } = &mut self.instances;
        for list in [bones, joints, solids] {
            list.clear();
        }
        let mut one = Instances::default();
        for (index, moment) in moments.into_iter().enumerate() {
            let offset = self.step * (index as f32 - (count - 1) as f32 * 0.5);
            let palette = self.palette(index, look.palette, shown.theme);
            figure.write(moment, shown.interpolation, shown.in_place, &FigureLook { palette, ..*look }, &mut one);
            let mut bounds = Bounds::EMPTY;
            shift(&mut one, offset);
            for joint in one.joints.iter().filter(|joint| joint.start_radius > 0.0) {
                bounds.include(joint.end.into());
            }
            for pole in one.solids.iter().flat_map(|solid| solid.poles()) {
                bounds.include(pole);
            }
            self.instances.bones.append(&mut one.bones);
            self.instances.joints.append(&mut one.joints);
            self.instances.solids.append(&mut one.solids);
            let place = (figure.carrier_on_stage(shown.in_place) + offset).with_y(0.0);
            self.all.push(Still { moment, offset, place, bounds });
        }
        self.path = if row { Vec::new() } else { path.places };
    }

    /// The displacement of the clip's own figure at a moment: it goes along a row, and is at each figure at its moment.
    fn offset_at(&self, moment: f64) -> Vec3 {
        let (from, to) = self.span;
        let last = self.count.saturating_sub(1) as f32;
        let share = if to > from { ((moment - from) / (to - from)) as f32 } else { 0.0 };
        self.step * (last * (share - 0.5))
    }

    /// The colours of one of the figures.
    fn palette(&self, index: usize, own: Palette, theme: Theme) -> Palette {
        let last = self.count.saturating_sub(1).max(1) as f32;
        let share = index as f32 / last;
        if self.tint == Tint::Viridis {
            let middle = viridis(share);
            let dark = |by: f32| middle.map(|value| (f32::from(value) * by) as u8);
            return Palette { left: middle, right: dark(0.66), middle: dark(0.83), ..own };
        }
        let faint = (1.0 - share) * self.fade;
        let (paper, most) = match theme {
            Theme::Dark => ([0x3c_u8, 0x52, 0x74], 0.7),
            Theme::Light => ([0xed, 0xf1, 0xf6], 0.62),
        };
        let faded = |colour: [u8; 3]| {
            let [r, g, b] = colour.map(f32::from);
            let grey = 0.3 * r + 0.59 * g + 0.11 * b;
            let mut out = colour;
            for (value, paper) in out.iter_mut().zip(paper) {
                let plain = mix(f32::from(*value), grey, 0.5 * faint);
                *value = mix(plain, f32::from(paper), most * faint) as u8;
            }
            out
        };
        Palette { left: faded(own.left), right: faded(own.right), middle: faded(own.middle), ..own }
    }
}

/// Moves a figure.
fn shift(figure: &mut Instances, offset: Vec3) {
    if offset == Vec3::ZERO {
        return;
    }
    for instance in figure.joints.iter_mut().chain(&mut figure.bones).chain(&mut figure.solids) {
        instance.start = (Vec3::from(instance.start) + offset).to_array();
        instance.end = (Vec3::from(instance.end) + offset).to_array();
    }
}

/// The settings of the stage that the figures share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub(super) interpolation: Interpolation,
    pub(super) in_place: bool,
    pub(super) theme: Theme,
}

/// The path of a figure on the floor between two times, in equal steps of time.
struct FloorPath {
    range: (f64, f64),
    places: Vec<Vec3>,
    /// The length up to each place, metres.
    lengths: Vec<f32>,
    length: f32,
}

impl FloorPath {
    fn new(figure: &mut Figure, range: (f64, f64), shown: &Shown) -> Self {
        let (mut places, mut lengths, mut length) = (Vec::new(), Vec::new(), 0.0);
        for step in 0..=STEPS {
            let moment = range.0 + (range.1 - range.0) * step as f64 / STEPS as f64;
            let place = figure.carrier_at(moment, shown.interpolation, shown.in_place).with_y(0.0);
            length += places.last().map_or(0.0, |before: &Vec3| before.distance(place));
            places.push(place);
            lengths.push(length);
        }
        Self { range, places, lengths, length }
    }

    /// The moment at a share of the time, or of the path's length.
    fn moment(&self, share: f32, by_distance: bool) -> f64 {
        let mut at = f64::from(share);
        if by_distance {
            let wanted = share * self.length;
            let next = self.lengths.partition_point(|length| *length < wanted).clamp(1, STEPS);
            let [before, after] = [next - 1, next].map(|step| self.lengths.get(step).copied().unwrap_or(0.0));
            let within = if after > before { (wanted - before) / (after - before) } else { 0.0 };
            at = ((next - 1) as f64 + f64::from(within)) / STEPS as f64;
        }
        self.range.0 + (self.range.1 - self.range.0) * at
    }

    /// The longer side of the area on the floor that the path crosses, metres.
    fn extent(&self) -> f32 {
        self.area().size().max_element()
    }

    fn area(&self) -> Bounds {
        let mut area = Bounds::EMPTY;
        self.places.iter().for_each(|place| area.include(*place));
        area
    }

    /// The yaw of a camera that sees the motion go to the right.
    fn yaw(&self) -> f32 {
        let (first, last) = (self.places.first().copied(), self.places.last().copied());
        let mut way = last.unwrap_or_default() - first.unwrap_or_default();
        if way.length() < STRAIGHT * self.length {
            // A path that returns is seen across its longer side.
            let size = self.area().size();
            way = if size.x >= size.z { Vec3::X } else { Vec3::NEG_Z };
        }
        yaw(-way.z, way.x)
    }
}

impl Scene {
    /// Shows this many figures at moments of the clip, or of the clock's range; 0: none.
    pub fn set_moments(&mut self, count: usize) {
        let count = count.min(MOST);
        if count != self.stills.count {
            if self.stills.count == 0 || count == 0 {
                self.framed = Some(View::Home);
            }
            self.stills.count = count;
            self.stills_changed();
        }
    }

    /// Sets how the moments are spaced.
    pub fn set_spacing(&mut self, spacing: Spacing) {
        self.stills.spacing = spacing;
        self.stills_changed();
    }

    /// Sets how faint the first figure is: from 0, like the last, to 1.
    pub fn set_fade(&mut self, fade: f32) {
        if fade.is_finite() {
            self.stills.fade = fade.clamp(0.0, 1.0);
            self.changed();
        }
    }

    /// Sets how the figures show their order.
    pub fn set_tint(&mut self, tint: Tint) {
        self.stills.tint = tint;
        self.changed();
    }

    /// Frames the figures anew, unless the user moved the camera.
    fn stills_changed(&mut self) {
        self.changed();
        if let Some(view) = self.framed {
            self.frame(view);
        }
    }

    /// Poses the figures of the chronophotograph, if there is one and something has changed.
    pub(super) fn pose_stills(&mut self) {
        let span = self.clock.span();
        if !self.stills.stale && span == self.stills.span {
            return;
        }
        if !self.shows_moments() {
            self.stills = self.stills.with_the_same_settings();
            return;
        }
        let look = FigureLook { highlighted: None, ..self.look() };
        let shown = Shown { interpolation: self.interpolation, in_place: self.in_place, theme: self.theme };
        let Some(figure) = &mut self.figure else { return };
        self.stills.pose(figure, span, &look, shown);
        self.stills.span = span;
        self.stills.stale = false;
    }

    /// Moves the clip's own figure along the row, if the figures stand in one.
    pub(super) fn shift_along_row(&mut self) {
        if self.shows_moments() {
            shift(&mut self.instances, self.stills.offset_at(self.posed));
        }
    }

    /// Whether there is a chronophotograph: a single pose has no moments.
    pub(super) fn shows_moments(&self) -> bool {
        let (from, to) = self.clock.span();
        self.stills.count > 0 && to > from
    }

    /// Whether figures are shown that no longer belong to the clock's range.
    pub(super) fn stills_differ(&self) -> bool {
        self.shows_moments() && self.stills.span != self.clock.span()
    }

    /// The boxes of the figures, stage space, and the yaw from which their motion goes to the right; `None` without a chronophotograph.
    pub(super) fn stills_to_frame(&mut self) -> Option<(Vec<Bounds>, f32)> {
        self.pose_stills();
        let boxes: Vec<Bounds> = self.stills.all.iter().map(|still| still.bounds).collect();
        (!boxes.is_empty()).then_some((boxes, self.stills.yaw))
    }

    /// Whether the clip's own figure is drawn: not where a figure of the chronophotograph stands at the same moment.
    pub fn moves_among_stills(&self) -> bool {
        let same = |still: &Still| (still.moment - self.posed).abs() < SAME;
        self.highlighted.is_some() || !self.stills.all.iter().any(same)
    }

    /// The figures of the chronophotograph, as of the last step.
    pub fn stills(&self) -> &[Still] {
        &self.stills.all
    }

    /// For each figure: the point of its path on the floor in the picture, and where its time is written, CSS pixels. `None` behind the
    /// camera.
    pub fn stills_on_screen(&self) -> Vec<Option<[Vec2; 2]>> {
        let view_projection = self.camera.view_projection();
        let before = before_the_path(&self.camera) * LABEL * self.figure.as_ref().map_or(1.0, Figure::height);
        let to_screen = |at: Vec3| self.camera.to_screen(&view_projection, at);
        let both = |still: &Still| Some([to_screen(still.place)?, to_screen(still.place + before)?]);
        self.stills.all.iter().map(both).collect()
    }

    /// The figures' path on the floor in the picture, CSS pixels, without points behind the camera. Empty if the figures stand in a row.
    pub fn path_on_screen(&self) -> Vec<Vec2> {
        let view_projection = self.camera.view_projection();
        self.stills.path.iter().filter_map(|place| self.camera.to_screen(&view_projection, *place)).collect()
    }

    /// The figure of the chronophotograph at a point in the picture: the one with a joint nearest to the point, at most `reach` CSS pixels
    /// away.
    pub fn pick_still(&self, x: f32, y: f32, reach: f32) -> Option<&Still> {
        let view_projection = self.camera.view_projection();
        let each = self.stills.instances.joints.len() / self.stills.all.len().max(1);
        let mut best: Option<(usize, f32)> = None;
        for (index, joint) in self.stills.instances.joints.iter().enumerate() {
            let seen = self.camera.to_screen(&view_projection, joint.end.into());
            let off = seen.map_or(f32::INFINITY, |at| at.distance(Vec2::new(x, y)));
            if off <= reach && joint.start_radius > 0.0 && best.is_none_or(|(_, least)| off < least) {
                best = Some((index / each.max(1), off));
            }
        }
        best.and_then(|(still, _)| self.stills.all.get(still))
    }
}

/// The direction on the floor towards the viewer.
fn before_the_path(camera: &Camera) -> Vec3 {
    let orbit = camera.now();
    (camera.eye() - orbit.target).with_y(0.0).normalize_or_zero()
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// The colour map viridis of matplotlib, linear between nine of its colours.
fn viridis(share: f32) -> [u8; 3] {
    const COLOURS: [[u8; 3]; 9] = [
        [0x44, 0x01, 0x54],
        [0x48, 0x28, 0x78],
        [0x3e, 0x49, 0x89],
        [0x31, 0x68, 0x8e],
        [0x26, 0x82, 0x8e],
        [0x1f, 0x9e, 0x89],
        [0x35, 0xb7, 0x79],
        [0x6e, 0xce, 0x58],
        [0xfd, 0xe7, 0x25],
    ];
    let at = share.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f32;
    let index = (at as usize).min(COLOURS.len() - 2);
    let [from, to] = [index, index + 1].map(|index| COLOURS.get(index).copied().unwrap_or_default());
    let within = at - index as f32;
    let mut out = from;
    for (value, to) in out.iter_mut().zip(to) {
        *value = mix(f32::from(*value), f32::from(to), within) as u8;
    }
    out
}

#[cfg(test)]
mod tests;
