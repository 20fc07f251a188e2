//! Lays a chronophotograph out on a sheet and writes it as SVG. Lengths of the sheet are millimetres.

use std::fmt::{self, Write};

use glam::{DVec2, DVec3};

use super::choose::length;
use super::inks::{Ink, Paper, ink_of, inks};
use super::shapes::{FlatForm, PictureView, Shape};
use super::silhouettes::Silhouette;
use super::svg::{Colour, Line, N, Text};
use super::ticks::{bar, clock, with_room};
use super::{Figure, Layout, MOST_FIGURES, PictureError, check};
use marey::body::Side;
use marey::look::{Instances, Theme, Tint};
use marey::setters;

/// The sheet that a chronophotograph is drawn on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sheet {
    /// Its width, millimetres: 40 to 2,000.
    pub width: f64,
    /// Its colours. [`Selection::theme`](super::Selection::theme) should be the same.
    pub theme: Theme,
    /// Fill the background.
    pub background: bool,
    /// A title above the figures.
    pub title: Option<String>,
    /// The clip's name in the description, if it is not that of the file.
    pub name: Option<String>,
}

impl Default for Sheet {
    /// Two columns of a paper, white.
    fn default() -> Self {
        Self { width: 170.0, theme: Theme::Light, background: true, title: None, name: None }
    }
}

setters!(Sheet { width: f64, theme: Theme, background: bool } optional { title: String, name: String });

const WIDTHS: (f64, f64) = (40.0, 2000.0);
const MARGIN: f64 = 3.0;
/// Figures are at most this high, as a share of the width.
const TALLEST: f64 = 0.7;
/// 8.2 points: journals want 8 at least.
const FONT: f64 = 2.9;
const TITLE_FONT: f64 = 3.9;
const TITLE_ROOM: f64 = 6.5;
/// The width of a digit, as a share of the font's size.
const DIGIT: f64 = 0.58;
/// From the ground to the axis, half a tick, and from the axis to the times.
const TO_AXIS: f64 = 5.0;
const TICK: f64 = 0.9;
const TO_TIMES: f64 = 4.0;
/// From the times to the scale bar.
const TO_BAR: f64 = 6.5;
/// Room for the words of the scale bar, with the gaps beside them.
const BAR_WORDS: f64 = 11.0;
/// Width of outlines as a share of the figure's height, with the largest and the smallest, and lengths of dashes and gaps in these widths.
const LINE: (f64, f64, f64) = (0.0032, 0.07, 0.4);
const DASHES: (f64, f64) = (3.4, 1.7);
/// A figure whose lowest point is higher than this many times its height has no ground in the picture.
const HIGH: f64 = 1.0;

/// One figure's moment and place.
struct AxisMark {
    moment: f64,
    /// The carrier joint: metres.
    place: DVec2,
}

impl Figure<'_> {
    /// Draws a chronophotograph.
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if there is no figure with a finite size, [`PictureError::TooFar`].
    pub fn draw(&mut self, layout: &Layout, sheet: &Sheet) -> Result<String, PictureError> {
        let view = PictureView::new(layout.yaw);
        let (mut shapes, mut marks, mut instances) = (Vec::new(), Vec::new(), Instances::default());
        let mut silhouettes = Vec::new();
        for (index, still) in layout.figures.iter().take(MOST_FIGURES).enumerate() {
            let [x, z] = still.offset;
            let offset = DVec3::new(x, 0.0, z);
            match self.silhouettes(still.moment, &view, (index, offset)) {
                Some(mut own) => silhouettes.append(&mut own),
                None => {
                    self.write(still.moment, &view.look, &mut instances);
                    shapes.append(&mut view.shapes(&instances, index, offset));
                }
            }
            marks.push(AxisMark { moment: still.moment, place: view.flat(self.carrier(still.moment) + offset) });
        }
        // Far shapes first. The sort is stable, so that a bone is below the joint at its end.
        shapes.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let path = if layout.in_row { Vec::new() } else { self.path(layout.span) };
        let [from, to] = layout.span;
        let speed = if to > from { length(&path) / (to - from) } else { 0.0 };
        let path: Vec<DVec2> =
            if to > from { path.iter().map(|place| view.flat(*place)).collect() } else { Vec::new() };
        let drawing = SheetDrawing::new(self, layout, sheet, (&shapes, &silhouettes), marks, path, speed)?;
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = drawing.write(&mut out);
        Ok(out)
    }
}

/// Everything with its place on the sheet.
struct SheetDrawing<'a> {
    sheet: &'a Sheet,
    layout: &'a Layout,
    shapes: &'a [Shape],
    silhouettes: &'a [Silhouette],
    marks: Vec<AxisMark>,
    path: Vec<DVec2>,
    paper: Paper,
    name: &'a str,
    /// Mean speed along the floor, metres a second.
    speed: f64,
    width: f64,
    /// Millimetres of one metre.
    scale: f64,
    /// Where the origin of the stage is.
    origin: DVec2,
    /// The ends of the ground; `None`: it is far below.
    ground: Option<[f64; 2]>,
    axis: f64,
    line: f64,
}

impl<'a> SheetDrawing<'a> {
    fn new(
        figure: &'a Figure<'_>,
        layout: &'a Layout,
        sheet: &'a Sheet,
        (shapes, silhouettes): (&'a [Shape], &'a [Silhouette]),
        marks: Vec<AxisMark>,
        path: Vec<DVec2>,
        speed: f64,
    ) -> Result<Self, PictureError> {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let corners = shapes.iter().flat_map(Shape::bounds).chain(silhouettes.iter().flat_map(Silhouette::bounds));
        let corners = corners.chain(path.iter().copied());
        for corner in corners.chain(marks.iter().map(|mark| mark.place)) {
            (low, high) = (low.min(corner), high.max(corner));
        }
        check(low, high)?;
        if shapes.is_empty() && silhouettes.is_empty() || (high - low).max_element() <= 0.0 {
            return Err(PictureError::Nothing);
        }
        let has_ground = low.y < HIGH * figure.height();
        let base = if has_ground { low.y.min(0.0) } else { low.y };
        let width = sheet.width.clamp(WIDTHS.0, WIDTHS.1);
        // The largest outline and margin are taken off, so that nothing is cut off.
        let room = width - 2.0 * (MARGIN + LINE.2);
        let scale = (room / (high.x - low.x)).min(TALLEST * width / (high.y - base));
        if !scale.is_finite() {
            return Err(PictureError::Nothing);
        }
        let top = MARGIN + LINE.2 + if sheet.title.is_some() { TITLE_ROOM } else { 0.0 };
        let origin = DVec2::new(0.5 * width - 0.5 * (low.x + high.x) * scale, top + high.y * scale);
        let ends = [low.x, high.x].map(|x| origin.x + x * scale);
        Ok(Self {
            sheet,
            layout,
            shapes,
            silhouettes,
            marks,
            path,
            paper: Paper::new(sheet.theme),
            name: sheet.name.as_deref().unwrap_or(figure.name),
            speed,
            width,
            scale,
            origin,
            ground: has_ground.then_some(ends),
            // Figures in a row have no axis: their places mean nothing.
            axis: origin.y - base * scale + if layout.in_row { 1.0 } else { TO_AXIS },
            line: (LINE.0 * figure.height() * scale).clamp(LINE.1, LINE.2),
        })
    }

    fn on_sheet(&self, at: DVec2) -> DVec2 {
        DVec2::new(self.origin.x + at.x * self.scale, self.origin.y - at.y * self.scale)
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let Self { sheet, paper, width, .. } = self;
        let height = self.axis + TO_TIMES + TO_BAR + MARGIN;
        let size = (N(*width), N(height));
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{0}mm" height="{1}mm" viewBox="0 0 {0} {1}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="{FONT}" fill="{2}">"#,
            size.0, size.1, paper.text
        )?;
        self.write_words(out)?;
        if sheet.background {
            writeln!(out, r#"<path d="M0 0h{}v{}H0z" fill="{}"/>"#, size.0, size.1, Colour(paper.background))?;
        }
        if let Some(title) = &sheet.title {
            let baseline = N(MARGIN + TITLE_FONT);
            writeln!(
                out,
                r#"<text x="{MARGIN}" y="{baseline}" font-size="{TITLE_FONT}" font-weight="bold">{}</text>"#,
                Text(title)
            )?;
        }
        if let Some([left, right]) = self.ground {
            writeln!(
                out,
                r#"<path class="ground" d="M{} {}H{}" stroke="{}" stroke-width=".25"/>"#,
                N(left),
                N(self.origin.y),
                N(right),
                paper.faint
            )?;
        }
        self.write_figures(out)?;
        self.write_path(out)?;
        self.write_times(out)?;
        self.write_bar_and_key(out)?;
        writeln!(out, "</svg>")
    }

    /// The title and the description, which screen readers read.
    fn write_words(&self, out: &mut String) -> fmt::Result {
        let title =
            [self.sheet.title.as_deref().unwrap_or(""), self.name, "motion"].into_iter().find(|name| !name.is_empty());
        let count = self.marks.len();
        let moments = self.marks.iter().map(|mark| mark.moment);
        let longest = self.longest();
        let [first, last] =
            [moments.clone().next(), moments.clone().next_back()].map(|at| clock(at.unwrap_or(0.0), longest));
        let plural = if count == 1 { "" } else { "s" };
        writeln!(
            out,
            "<title>{}: chronophotograph, {count} moment{plural} from {first} to {last} seconds</title>",
            Text(title.unwrap_or_default())
        )?;
        let all: Vec<String> = moments.map(|at| clock(at, longest)).collect();
        let (left, right) = match self.sheet.theme {
            Theme::Light => ("light", "dark"),
            Theme::Dark => ("dark", "bright"),
        };
        let seen = if self.layout.in_row { "side by side, seen from the front" } else { "seen from the side" };
        let speed = if self.speed > 0.0 { format!(" Mean speed {:.2} m/s.", self.speed) } else { String::new() };
        writeln!(
            out,
            "<desc>Figures at {} seconds, {seen}. One metre is {} mm long.{speed} Left limbs are {} with a dashed outline, right limbs {}.</desc>",
            all.join(", "),
            N(self.scale),
            left,
            right
        )
    }

    fn write_figures(&self, out: &mut String) -> fmt::Result {
        let inks: Vec<[Ink; 3]> = self.layout.figures.iter().map(|still| inks(self.sheet.theme, &still.tint)).collect();
        writeln!(out, r#"<g stroke-width="{}" stroke-linejoin="round">"#, N(self.line))?;
        let mut open: Option<(usize, Side)> = None;
        for shape in self.shapes {
            let group = (shape.figure, shape.side);
            if open != Some(group) {
                if open.is_some() {
                    out.push_str("</g>\n");
                }
                let Some(inks) = inks.get(shape.figure) else { continue };
                write!(out, r#"<g class="f{}" {}>"#, shape.figure + 1, self.style(ink_of(inks, shape.side)))?;
                open = Some(group);
            }
            self.write_shape(out, shape)?;
        }
        out.push_str(if open.is_some() { "</g>\n" } else { "" });
        for silhouette in self.silhouettes {
            let Some(inks) = inks.get(silhouette.figure) else { continue };
            self.write_silhouette(out, silhouette, ink_of(inks, silhouette.side))?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    /// A part of a body: its fill, and its outline over it. Where it goes on in another part it has none.
    fn write_silhouette(&self, out: &mut String, silhouette: &Silhouette, ink: Ink) -> fmt::Result {
        write!(out, r#"<g class="f{}" {}>"#, silhouette.figure + 1, self.style(ink))?;
        let path = |out: &mut String, line: &[DVec2], is_closed: bool| {
            let points: Vec<DVec2> = line.iter().map(|point| self.on_sheet(*point)).collect();
            write!(out, "{}", Line { points: &points, is_closed })
        };
        out.push_str(r#"<path stroke="none" d=""#);
        silhouette.fill.iter().try_for_each(|line| path(out, line, true))?;
        if !silhouette.contours.is_empty() {
            out.push_str(r#""/><path fill="none" d=""#);
            silhouette.contours.iter().try_for_each(|(line, is_closed)| path(out, line, *is_closed))?;
        }
        out.push_str("\"/></g>\n");
        Ok(())
    }

    /// The attributes of a fill and an outline.
    fn style(&self, ink: Ink) -> String {
        let dashes = if ink.is_dashed {
            format!(r#" stroke-dasharray="{} {}""#, N(DASHES.0 * self.line), N(DASHES.1 * self.line))
        } else {
            String::new()
        };
        format!(r#"fill="{}" stroke="{}"{dashes}"#, Colour(ink.fill), Colour(ink.stroke))
    }

    fn write_shape(&self, out: &mut String, shape: &Shape) -> fmt::Result {
        match shape.form {
            FlatForm::Outline(points) => {
                let points = points.map(|point| self.on_sheet(point));
                write!(out, r#"<path d="{}"/>"#, Line { points: &points, is_closed: true })
            }
            FlatForm::Ellipse { at, radii, turn } => {
                let (at, radii) = (self.on_sheet(at), radii * self.scale);
                let (x, y) = (N(at.x), N(at.y));
                if radii.x - radii.y < 0.01 {
                    return write!(out, r#"<circle cx="{x}" cy="{y}" r="{}"/>"#, N(radii.y));
                }
                // The sheet's y points down.
                let degrees = N(-turn.to_degrees());
                write!(
                    out,
                    r#"<ellipse cx="{x}" cy="{y}" rx="{}" ry="{}" transform="rotate({degrees} {x} {y})"/>"#,
                    N(radii.x),
                    N(radii.y)
                )
            }
        }
    }

    /// The path of the joint that carries the figure, with a dot at each moment, over the limbs that would hide it.
    fn write_path(&self, out: &mut String) -> fmt::Result {
        if self.path.is_empty() {
            return Ok(());
        }
        let points: Vec<DVec2> = self.path.iter().map(|point| self.on_sheet(*point)).collect();
        let (line, halo) = (self.paper.line, Colour(self.paper.background));
        let data = Line { points: &points, is_closed: false };
        writeln!(
            out,
            r#"<g class="path" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{data}" stroke="{halo}" stroke-width=".9" stroke-opacity=".75"/><path d="{data}" stroke="{line}" stroke-width=".3"/></g>"#
        )?;
        write!(out, r#"<g class="dots" fill="{line}" stroke="{halo}" stroke-width=".2">"#)?;
        for mark in &self.marks {
            let at = self.on_sheet(mark.place);
            write!(out, r#"<circle cx="{}" cy="{}" r=".65"/>"#, N(at.x), N(at.y))?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    /// The largest time that is written, seconds.
    fn longest(&self) -> f64 {
        self.marks.iter().map(|mark| mark.moment).fold(0.0, f64::max)
    }

    /// The axis: a tick at each figure's place, and the times that have room.
    fn write_times(&self, out: &mut String) -> fmt::Result {
        let (longest, last) = (self.longest(), self.marks.len().saturating_sub(1));
        let words: Vec<String> = self
            .marks
            .iter()
            .enumerate()
            .map(|(index, mark)| clock(mark.moment, longest) + if index == last && longest < 60.0 { " s" } else { "" })
            .collect();
        let places: Vec<f64> = self.marks.iter().map(|mark| self.on_sheet(mark.place).x).collect();
        let wide = |text: &String| (text.chars().count() as f64 + 1.0) * DIGIT * FONT;
        let labels: Vec<(f64, f64)> = words
            .iter()
            .zip(&places)
            .map(|(text, x)| {
                let half = 0.5 * wide(text);
                // No `clamp`: it panics where a text is wider than the sheet.
                (x.max(half).min(self.width - half), 2.0 * half)
            })
            .collect();
        let has_room = with_room(&labels);
        let (axis, line) = (self.axis, self.paper.line);
        let seconds: Vec<String> = self.marks.iter().map(|mark| mark.moment.to_string()).collect();
        write!(out, r#"<g class="times" text-anchor="middle" data-seconds="{}">"#, seconds.join(" "))?;
        if !self.layout.in_row {
            let [first, end] =
                places.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(*x), b.max(*x)]);
            write!(out, r#"<path d="M{} {}H{}"#, N(first), N(axis), N(end))?;
            for x in &places {
                write!(out, "M{} {}v{}", N(*x), N(axis - TICK), N(2.0 * TICK))?;
            }
            writeln!(out, r#"" fill="none" stroke="{line}" stroke-width=".3"/>"#)?;
            write!(out, r#"<path d=""#)?;
            for x in &places {
                write!(out, "M{} {}V{}", N(*x), N(axis - TO_AXIS + 0.6), N(axis - TICK - 0.4))?;
            }
            writeln!(
                out,
                r#"" fill="none" stroke="{}" stroke-width=".3" stroke-linecap="round" stroke-dasharray="0 .9"/>"#,
                self.paper.faint
            )?;
        }
        for (index, (text, (x, _))) in words.iter().zip(&labels).enumerate() {
            if has_room.get(index) == Some(&true) {
                let bold = if index == last { r#" font-weight="bold""# } else { "" };
                write!(out, r#"<text x="{}" y="{}"{bold}>{text}</text>"#, N(*x), N(axis + TO_TIMES))?;
            }
        }
        out.push_str("</g>\n");
        Ok(())
    }

    fn write_bar_and_key(&self, out: &mut String) -> fmt::Result {
        let middle = self.axis + TO_TIMES + TO_BAR;
        let baseline = N(middle);
        let middle = middle - 0.36 * FONT;
        let speed = format!("{:.2} m/s", self.speed);
        let fact = match self.layout.in_row {
            true => "side by side",
            false if self.speed > 0.0 => speed.as_str(),
            false => "",
        };
        let mut right = self.width - MARGIN;
        if !fact.is_empty() {
            writeln!(out, r#"<text class="fact" x="{}" y="{baseline}" text-anchor="end">{fact}</text>"#, N(right))?;
            right -= (fact.len() as f64 + 2.0) * 0.53 * FONT;
        }
        let tint = self.layout.figures.last().map_or_else(Tint::default, |last| last.tint);
        let inks = inks(self.sheet.theme, &tint);
        for (side, words, room) in [(Side::Right, "right", 7.0), (Side::Left, "left", 5.5)] {
            let sides = self.shapes.iter().map(|shape| shape.side);
            if !sides.chain(self.silhouettes.iter().map(|one| one.side)).any(|own| own == side) {
                continue;
            }
            right -= room;
            writeln!(
                out,
                r#"<g class="key" stroke-width="{}"><path d="M{} {}v-1.3l2-.5l5 1.1v.6l-5 1.1l-2-.5z" {}/><text x="{}" y="{baseline}">{words}</text></g>"#,
                N(self.line.max(0.15)),
                N(right - 8.2),
                N(middle + 0.65),
                self.style(ink_of(&inks, side)),
                N(right)
            )?;
            right -= 10.5;
        }
        let (length, words) = bar((right - MARGIN - BAR_WORDS).max(1.0) / self.scale);
        let (line, end) = (self.paper.line, MARGIN + length * self.scale);
        writeln!(
            out,
            r#"<g class="bar"><path d="M{0} {1}v{2}M{0} {3}H{4}M{4} {1}v{2}" fill="none" stroke="{line}" stroke-width=".35"/><text x="{5}" y="{baseline}">{words}</text></g>"#,
            N(MARGIN),
            N(middle - TICK),
            N(2.0 * TICK),
            N(middle),
            N(end),
            N(end + 1.8)
        )
    }
}
