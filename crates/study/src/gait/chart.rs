//! The curves of a gait as small multiples for a paper, as SVG. Lengths are millimetres.

use std::fmt::{self, Write};

use glam::DVec2;
use marey::body::Side;
use marey::checked::Checked;
use marey::look::{Palette, Theme};
use marey::setters;

use super::curves::{AngleCurve, POINTS, curves};
use super::{Angle, GaitAnalysis, Trust, angles_in_words, walk_in_words};
use crate::picture::svg::{Colour, Line, N, Text};

/// How the curves are drawn.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ChartOptions {
    /// A title above the curves.
    pub title: Option<String>,
    /// Draw what is [folded away](Trust::Folded), too.
    pub with_folded: bool,
}

setters!(ChartOptions { with_folded: bool } optional { title: String });

/// Two columns of a paper.
const WIDTH: f64 = 170.0;
const COLUMNS: usize = 4;
const MARGIN: f64 = 3.0;
const TITLE_ROOM: f64 = 6.5;
/// One angle: its box, and the part of it that curves are drawn in.
const CELL: DVec2 = DVec2::new((WIDTH - 2.0 * MARGIN) / COLUMNS as f64, 37.0);
const INNER: (DVec2, DVec2) = (DVec2::new(8.5, 8.0), DVec2::new(CELL.x - 2.5, 31.0));
const FONT: f64 = 2.5;
const NAME_FONT: f64 = 2.9;
const TITLE_FONT: f64 = 3.9;
/// Steps between labels, degrees, of which the smallest is used that makes at most so many.
const STEPS: [f64; 7] = [2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 90.0];
const MOST_STEPS: f64 = 5.0;
/// The smallest range of an axis, degrees: a person who does not move has no mountains.
const LEAST_RANGE: f64 = 10.0;

/// Draws the angles over the gait cycle: left and right with a band of one standard deviation to either side, and a dashed line at each
/// lift-off. `None` if there is no cycle or no angle.
pub fn chart(gait: &GaitAnalysis, options: &ChartOptions) -> Option<String> {
    let angles = gait.angles.as_ref().ok()?;
    let all = curves(angles, &gait.walk);
    let is_drawn = |angle: &Angle| options.with_folded || angle.trust() == Trust::Shown;
    let shown: Vec<Vec<&AngleCurve>> = Angle::ALL
        .iter()
        .filter(|angle| is_drawn(angle))
        .map(|angle| all.iter().filter(|curve| curve.angle == *angle).collect::<Vec<_>>())
        .filter(|curves| !curves.is_empty())
        .collect();
    if shown.is_empty() {
        return None;
    }
    let words = walk_in_words(&gait.walk).into_iter().chain(angles_in_words(angles)).collect::<Vec<_>>().join("; ");
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_sheet(&mut out, &shown, &words, options.title.as_deref());
    Some(out)
}

fn write_sheet(out: &mut String, shown: &[Vec<&AngleCurve>], words: &str, title: Option<&str>) -> fmt::Result {
    let top = if title.is_some() { MARGIN + TITLE_ROOM } else { MARGIN };
    let rows = shown.len().div_ceil(COLUMNS) as f64;
    let height = top + rows * CELL.y + 2.0 * FONT + MARGIN;
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{2}\" fill=\"#1a2132\" stroke-linejoin=\"round\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        N(WIDTH),
        N(height),
        N(FONT)
    )?;
    if let Some(title) = title {
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
            N(MARGIN),
            N(MARGIN + TITLE_FONT),
            N(TITLE_FONT),
            Text(title)
        )?;
    }
    for (index, curves) in shown.iter().enumerate() {
        let place = DVec2::new((index % COLUMNS) as f64, (index / COLUMNS) as f64) * CELL;
        Panel::new(DVec2::new(MARGIN, top) + place, curves).write(out, curves)?;
    }
    let y = top + rows * CELL.y + FONT;
    let Palette { left, right, .. } = Theme::Light.palette();
    writeln!(
        out,
        "<text x=\"{}\" y=\"{}\"><tspan fill=\"{}\">left</tspan> and <tspan fill=\"{}\">right</tspan>, mean and one \
         standard deviation, percent of the cycle; dashed: lift-off; {}</text>\n</svg>",
        N(MARGIN),
        N(y),
        Colour(left),
        Colour(right),
        Text(words)
    )
}

/// The box of an angle with the range of its axis.
struct Panel {
    corner: DVec2,
    /// Degrees at the bottom and at the top, and between labels.
    low: f64,
    high: f64,
    step: f64,
}

impl Panel {
    fn new(corner: DVec2, curves: &[&AngleCurve]) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (mean, sd) in curves.iter().flat_map(|curve| band(curve)) {
            if mean.is_finite() {
                (low, high) = (low.min(mean - sd), high.max(mean + sd));
            }
        }
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        let more = (LEAST_RANGE - (high - low)).max(0.0) / 2.0;
        (low, high) = (low - more, high + more);
        let [.., widest] = STEPS;
        let step = STEPS.into_iter().find(|step| high - low <= MOST_STEPS * step).unwrap_or(widest);
        Self { corner, low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    fn at(&self, percent: f64, degrees: f64) -> DVec2 {
        let (from, to) = INNER;
        let up = (degrees - self.low) / (self.high - self.low);
        self.corner + DVec2::new(from.x + (to.x - from.x) * percent / 100.0, to.y + (from.y - to.y) * up)
    }

    fn write(&self, out: &mut String, curves: &[&AngleCurve]) -> fmt::Result {
        let Some(angle) = curves.first().map(|curve| curve.angle) else { return Ok(()) };
        let ((from, to), name) = (INNER, angle.name());
        writeln!(out, "<g>\n<title>{name}, degrees, {} positive</title>", angle.positive())?;
        let at = self.corner + DVec2::new(from.x, from.y - 3.2);
        writeln!(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\">{name}</text>", N(at.x), N(at.y), N(NAME_FONT))?;
        let at = self.corner + DVec2::new(from.x, from.y - 0.7);
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"2\" fill=\"#3a4152\">{} +</text>",
            N(at.x),
            N(at.y),
            angle.positive()
        )?;
        for label in 0..=((self.high - self.low) / self.step).round() as usize {
            let degrees = self.low + self.step * label as f64;
            let (start, end) = (self.at(0.0, degrees), self.at(100.0, degrees));
            let ink = if degrees.abs() < 1e-9 { "#3a4152" } else { "#d5d9e2" };
            let (line, text) = (Line { points: &[start, end], is_closed: false }, N(degrees));
            writeln!(out, "<path d=\"{line}\" stroke=\"{ink}\" stroke-width=\".15\"/>")?;
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{text}</text>",
                N(start.x - 0.8),
                N(start.y + 0.9)
            )?;
        }
        for percent in [0.0, 50.0, 100.0] {
            let x = self.at(percent, self.low).x;
            let y = self.corner.y + to.y + 3.0;
            writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", N(x), N(y), N(percent))?;
        }
        let Palette { left, right, .. } = Theme::Light.palette();
        for curve in curves {
            let ink = Colour(if curve.side == Side::Left { left } else { right });
            self.write_curve(out, curve, ink)?;
        }
        out.write_str("</g>\n")
    }

    fn write_curve(&self, out: &mut String, curve: &AngleCurve, ink: Colour) -> fmt::Result {
        let point = |index: usize, degrees: f64| self.at(100.0 * index as f64 / (POINTS - 1) as f64, degrees);
        let rows: Vec<(f64, f64)> = band(curve).collect();
        // A shoulder has no angle in a part of the cycle: the pieces between are drawn.
        let moments: Vec<usize> = (0..rows.len()).collect();
        for piece in moments.chunk_by(|a, b| rows.at(*a).0.is_finite() == rows.at(*b).0.is_finite()) {
            let known =
                || piece.iter().map(|index| (*index, rows.at(*index))).filter(|(_, (mean, _))| mean.is_finite());
            let line: Vec<DVec2> = known().map(|(index, (mean, _))| point(index, mean)).collect();
            if line.is_empty() {
                continue;
            }
            if curve.sd.is_some() {
                let mut edge: Vec<DVec2> = known().map(|(index, (mean, sd))| point(index, mean + sd)).collect();
                edge.extend(known().rev().map(|(index, (mean, sd))| point(index, mean - sd)));
                let edge = Line { points: &edge, is_closed: true };
                writeln!(out, "<path d=\"{edge}\" fill=\"{ink}\" fill-opacity=\".2\"/>")?;
            }
            let line = Line { points: &line, is_closed: false };
            writeln!(out, "<path d=\"{line}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".45\"/>")?;
        }
        let upright = [self.at(curve.lift_off, self.low), self.at(curve.lift_off, self.high)];
        let upright = Line { points: &upright, is_closed: false };
        writeln!(out, "<path d=\"{upright}\" stroke=\"{ink}\" stroke-width=\".3\" stroke-dasharray=\"1.2 .8\"/>")
    }
}

/// Mean and standard deviation of a curve at each point; 0 for a single cycle.
fn band(curve: &AngleCurve) -> impl DoubleEndedIterator<Item = (f64, f64)> + ExactSizeIterator {
    let sd = |index: usize| curve.sd.as_ref().and_then(|sd| sd.get(index).copied()).unwrap_or(0.0);
    curve.mean.iter().enumerate().map(move |(index, mean)| (*mean, sd(index)))
}
