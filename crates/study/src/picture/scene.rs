//! A figure on the stage with its floor and shadow at one moment, drawn as SVG or on a painter.

use std::fmt::Write;

use glam::{DVec2, DVec3};

use super::shapes::{FlatForm, PictureView, Shape};
use super::silhouettes::Silhouette;
use super::svg::{Colour, Line, N, Text};
use super::{Figure, PictureError, check};
use marey::body::Side;
use marey::look::{Instances, Palette, Theme};

/// Height of every sheet. Widths and distances on a sheet are in the same units; whoever draws it makes them pixels.
pub(super) const HEIGHT: f64 = 240.0;
/// The floor's lines are seen up to this distance from the figure.
const REACH: f64 = 230.0;
/// Opacity of the dark half of a bone.
const DARK: f64 = 0.2;
/// Width and opacity of the lines at which a body's surface turns away.
const CONTOUR: (f64, f64) = (0.9, 0.45);
/// Where the top of a figure throws its shadow on the floor: metres along the picture's right, and away from the camera, a metre of height.
const SHADOW: (f64, f64) = (0.42, 0.22);
/// A round shape with a smaller radius is drawn without shading.
const SHADED: f64 = 4.0;
/// Half the number of floor lines in each direction, a metre apart.
const LINES: i32 = 6;
/// A metre that takes more of the sheet has no floor in the picture.
const MOST_PIXELS: f64 = 1e5;
/// A figure whose lowest point is higher than this many times its height has no floor in the picture.
const HIGH: f64 = 1.0;

/// A caption's distance from the sheet's edges, and the size of its letters.
const CAPTION: (f64, f64) = (10.0, 9.0);

const DEFS: &str = r##"<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop class="t"/><stop offset="1" class="u"/></linearGradient><radialGradient id="h" cx=".36" cy=".3" r=".75"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient><filter id="s" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="2.4"/></filter>"##;

/// The purpose of an SVG.
#[derive(Debug, Clone, Copy)]
pub(super) enum SvgUse<'a> {
    /// A page, in the colours of the reader's scheme (`prefers-color-scheme`).
    Page,
    /// A film's frame, in the colours of a theme, with a caption, which may be empty.
    Frame(Theme, &'a str),
}

/// Draws flat shapes on a sheet, y down, colours in sRGB. A sheet is [240 units](SHEET_HEIGHT) high.
pub trait Painter {
    /// Fills a polygon. `opacity`: from 0 to 1.
    fn polygon(&mut self, points: &[DVec2], colour: [u8; 3], opacity: f64);
    /// Fills an ellipse. `turn`: of its first radius, radians, clockwise in the picture.
    fn ellipse(&mut self, centre: DVec2, radii: DVec2, turn: f64, colour: [u8; 3]);
    /// Draws lines through points, with round ends and bends, which may cross without being darker there.
    fn lines(&mut self, lines: &[Vec<DVec2>], width: f64, colour: [u8; 3], opacity: f64);
    /// Draws straight lines whose opacity falls evenly from 1 at `centre` to 0 at the distance `reach` from it.
    fn fading_lines(&mut self, lines: &[[DVec2; 2]], width: f64, colour: [u8; 3], centre: DVec2, reach: f64);
}

/// The height of every sheet that a [`Painter`] draws on.
pub const SHEET_HEIGHT: f64 = HEIGHT;

/// The visible parts of a figure at a moment.
pub(super) struct FigureParts {
    pub(super) instances: Instances,
    /// The farthest first.
    pub(super) shapes: Vec<Shape>,
    /// Of a body, in place of shapes.
    pub(super) silhouettes: Vec<Silhouette>,
    /// The lower left and the upper right corner of all that is seen: metres.
    pub(super) low: DVec2,
    pub(super) high: DVec2,
}

impl FigureParts {
    /// The parts of a figure at a moment (seconds).
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if there is nothing of a finite size, [`PictureError::TooFar`].
    pub(super) fn new(figure: &mut Figure<'_>, moment: f64, view: &PictureView) -> Result<Self, PictureError> {
        let mut instances = Instances::default();
        figure.write(moment, &view.look, &mut instances);
        let worn = figure.silhouettes(moment, view, (0, DVec3::ZERO));
        let mut shapes = if worn.is_some() { Vec::new() } else { view.shapes(&instances, 0, DVec3::ZERO) };
        shapes.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let silhouettes = worn.unwrap_or_default();
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for corner in shapes.iter().flat_map(Shape::bounds).chain(silhouettes.iter().flat_map(Silhouette::bounds)) {
            (low, high) = (low.min(corner), high.max(corner));
        }
        check(low, high)?;
        Ok(Self { instances, shapes, silhouettes, low, high })
    }
}

/// The place of metres on a sheet: the point of the view at `middle` is in the sheet's middle.
#[derive(Debug, Clone, Copy)]
pub(super) struct OnSheet {
    /// Units of the sheet in a metre.
    pub(super) scale: f64,
    pub(super) middle: DVec2,
    pub(super) width: f64,
}

/// All that is drawn on a sheet.
pub(super) struct SheetScene<'v> {
    pub(super) view: &'v PictureView,
    pub(super) parts: FigureParts,
    pub(super) sheet: OnSheet,
    /// The middle of the floor that is seen.
    pub(super) ground: DVec3,
    /// Whether the floor is in the picture.
    pub(super) has_floor: bool,
}

impl<'v> SheetScene<'v> {
    /// The parts of a figure at a moment (seconds), with the floor around `ground`; without one, around the figure.
    pub(super) fn new(
        figure: &mut Figure<'_>,
        moment: f64,
        parts: FigureParts,
        view: &'v PictureView,
        sheet: OnSheet,
        ground: Option<DVec3>,
    ) -> Self {
        let carrier = figure.carrier(moment);
        let foot = DVec3::new(carrier.x, 0.0, carrier.z);
        let stands = parts.low.y - view.flat(foot).y < HIGH * figure.height();
        // Of a figure smaller than a grain the floor's lines would be far outside.
        let has_floor = stands && sheet.scale < MOST_PIXELS;
        Self { view, parts, sheet, ground: ground.unwrap_or(foot), has_floor }
    }

    /// The scene as SVG of this size, pixels.
    pub(super) fn svg(&self, size: (u32, u32), purpose: SvgUse<'_>) -> String {
        let is_body = !self.parts.silhouettes.is_empty();
        let style = match purpose {
            SvgUse::Frame(theme, _) => scheme(theme, is_body),
            SvgUse::Page => {
                let dark = scheme(Theme::Dark, is_body);
                format!("{}@media(prefers-color-scheme:dark){{{dark}}}", scheme(Theme::Light, is_body))
            }
        };
        let sheet = &self.sheet;
        let mut out = String::with_capacity(8192);
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{}" height="{}"><style>{style}</style><defs>{DEFS}"#,
            size.0,
            size.1,
            w = N(sheet.width),
            h = N(HEIGHT)
        );
        let centre = sheet.at(self.view.flat(self.ground));
        let _ = write!(
            out,
            r#"<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="{}" cy="{}" r="{REACH}"><stop class="f"/><stop offset="1" class="f" stop-opacity="0"/></radialGradient></defs><path d="M0 0h{}v{}H0z" fill="url(#b)"/>"#,
            N(centre.x),
            N(centre.y),
            N(sheet.width),
            N(HEIGHT)
        );
        if self.has_floor {
            sheet.write_floor(&mut out, self.view, self.ground);
            sheet.write_shadow(&mut out, self.view, &self.parts.instances);
        }
        sheet.write_figure(&mut out, &self.parts.shapes);
        self.parts.silhouettes.iter().for_each(|silhouette| sheet.write_silhouette(&mut out, silhouette));
        if let SvgUse::Frame(theme, caption) = purpose
            && !caption.is_empty()
        {
            let (edge, size) = CAPTION;
            let (x, y, fill) = (N(edge), N(HEIGHT - edge), Colour(theme_text(theme)));
            let _ = write!(
                out,
                r#"<text fill="{fill}" x="{x}" y="{y}" font-family="sans-serif" font-size="{size}">{}</text>"#,
                Text(caption)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// Draws the same picture on a painter, in the colours of a theme.
    pub(super) fn paint(&self, theme: Theme, painter: &mut dyn Painter) {
        let sheet = &self.sheet;
        let FigureParts { instances, shapes, silhouettes, .. } = &self.parts;
        let [left, right, middle] = colours(theme, !silhouettes.is_empty());
        let SheetColours { plain, floor, shadow, .. } = SheetColours::of(theme);
        let corners = [(0.0, 0.0), (sheet.width, 0.0), (sheet.width, HEIGHT), (0.0, HEIGHT)].map(DVec2::from);
        painter.polygon(&corners, plain, 1.0);
        if self.has_floor {
            let centre = sheet.at(self.view.flat(self.ground));
            painter.fading_lines(&sheet.floor(self.view, self.ground), 1.0, floor, centre, REACH);
            let (limbs, width) = sheet.shadow(self.view, instances);
            let limbs: Vec<Vec<DVec2>> = limbs.iter().map(|limb| limb.to_vec()).collect();
            // Several widths over each other have a soft edge.
            for wider in [1.6, 1.3, 1.0] {
                painter.lines(&limbs, width * wider, [0, 0, 0], shadow / 3.0);
            }
        }
        let colour_of = |side: Side| match side {
            Side::Left => left,
            Side::Right => right,
            Side::Middle => middle,
        };
        for shape in shapes {
            let colour = colour_of(shape.side);
            match shape.form {
                FlatForm::Outline(points) => {
                    let points = points.map(|point| sheet.at(point));
                    painter.polygon(&points, colour, 1.0);
                    painter.polygon(&dark_half(points), [0, 0, 0], DARK);
                }
                FlatForm::Ellipse { at, radii, turn } => {
                    // The picture's y points down.
                    painter.ellipse(sheet.at(at), radii * sheet.scale, -turn, colour);
                }
            }
        }
        for Silhouette { side, fill, contours, .. } in silhouettes {
            for line in fill {
                painter.polygon(&sheet.all_at(line), colour_of(*side), 1.0);
            }
            let lines = contours.iter().map(|(line, is_closed)| {
                let mut points = sheet.all_at(line);
                points.extend(points.first().copied().filter(|_| *is_closed));
                points
            });
            let lines: Vec<Vec<DVec2>> = lines.collect();
            if !lines.is_empty() {
                painter.lines(&lines, CONTOUR.0, [0, 0, 0], CONTOUR.1);
            }
        }
    }
}

/// The colour of texts.
pub(super) fn theme_text(theme: Theme) -> [u8; 3] {
    match theme {
        Theme::Light => [0x3a, 0x41, 0x52],
        Theme::Dark => [0xc9, 0xd3, 0xe6],
    }
}

/// Colours of the stage.
struct SheetColours {
    /// The background's, at its top and at its bottom, and where it has one colour.
    top: [u8; 3],
    bottom: [u8; 3],
    plain: [u8; 3],
    floor: [u8; 3],
    /// The shadow's opacity.
    shadow: f64,
}

impl SheetColours {
    fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                top: [0xf6, 0xf7, 0xf9],
                bottom: [0xe8, 0xeb, 0xf1],
                plain: [0xef, 0xf1, 0xf5],
                floor: [0xc6, 0xcd, 0xd9],
                shadow: 0.26,
            },
            Theme::Dark => Self {
                top: [0x14, 0x1a, 0x26],
                bottom: [0x22, 0x2b, 0x3c],
                plain: [0x1b, 0x22, 0x31],
                floor: [0x46, 0x53, 0x6c],
                shadow: 0.6,
            },
        }
    }
}

/// The colours left, right and in the middle, of bones or of a body.
fn colours(theme: Theme, is_body: bool) -> [[u8; 3]; 3] {
    let Palette { left, right, middle, skin, .. } = theme.palette();
    let bytes = |colour: [f32; 3]| colour.map(|part| (255.0 * part).round() as u8);
    if is_body { skin.map(bytes) } else { [left, right, middle] }
}

/// The style sheet of a colour scheme.
fn scheme(theme: Theme, is_body: bool) -> String {
    let [left, right, middle] = colours(theme, is_body);
    let SheetColours { top, bottom, floor, shadow, .. } = SheetColours::of(theme);
    format!(
        ".l{{fill:{}}}.r{{fill:{}}}.m{{fill:{}}}.t{{stop-color:{}}}.u{{stop-color:{}}}.f{{stop-color:{}}}.w{{opacity:{}}}.d{{fill:#000;fill-opacity:.2}}.c{{fill:none;stroke:#000;stroke-opacity:{};stroke-width:{}}}",
        Colour(left),
        Colour(right),
        Colour(middle),
        Colour(top),
        Colour(bottom),
        Colour(floor),
        N(shadow),
        N(CONTOUR.1),
        N(CONTOUR.0)
    )
}

/// The class of a side's colour.
fn class(side: Side) -> char {
    match side {
        Side::Left => 'l',
        Side::Right => 'r',
        Side::Middle => 'm',
    }
}

impl OnSheet {
    fn at(&self, at: DVec2) -> DVec2 {
        let way = (at - self.middle) * self.scale;
        DVec2::new(0.5 * self.width + way.x, 0.5 * HEIGHT - way.y)
    }

    fn all_at(&self, line: &[DVec2]) -> Vec<DVec2> {
        line.iter().map(|point| self.at(*point)).collect()
    }

    /// Lines a metre apart, along the stage's axes, that fade with the distance from the figure.
    fn write_floor(&self, out: &mut String, view: &PictureView, ground: DVec3) {
        out.push_str(r#"<path fill="none" stroke="url(#g)" d=""#);
        for points in self.floor(view, ground) {
            let _ = write!(out, "{}", Line { points: &points, is_closed: false });
        }
        out.push_str(r#""/>"#);
    }

    /// The ends of the floor's lines.
    fn floor(&self, view: &PictureView, ground: DVec3) -> Vec<[DVec2; 2]> {
        let reach = f64::from(LINES);
        let corner = DVec3::new(ground.x.round(), 0.0, ground.z.round());
        let mut lines = Vec::new();
        for step in -LINES..=LINES {
            let step = f64::from(step);
            let ends = |a: DVec3, b: DVec3| [a, b].map(|end| self.at(view.flat(corner + end)));
            lines.push(ends(DVec3::new(-reach, 0.0, step), DVec3::new(reach, 0.0, step)));
            lines.push(ends(DVec3::new(step, 0.0, -reach), DVec3::new(step, 0.0, reach)));
        }
        lines
    }

    /// The bones' shadow on the floor: lines as wide as a limb, softened.
    fn write_shadow(&self, out: &mut String, view: &PictureView, instances: &Instances) {
        let (limbs, width) = self.shadow(view, instances);
        let _ = write!(
            out,
            r##"<path class="w" fill="none" stroke="#000" stroke-width="{}" stroke-linecap="round" filter="url(#s)" d=""##,
            N(width)
        );
        for points in limbs {
            let _ = write!(out, "{}", Line { points: &points, is_closed: false });
        }
        out.push_str(r#""/>"#);
    }

    /// The lines of the shadow, and their width.
    fn shadow(&self, view: &PictureView, instances: &Instances) -> (Vec<[DVec2; 2]>, f64) {
        let away = DVec3::new(view.right.z, 0.0, -view.right.x);
        let on_floor = |at: [f32; 3]| {
            let at = glam::Vec3::from(at).as_dvec3();
            let height = at.y.max(0.0);
            let place = DVec3::new(at.x, 0.0, at.z) + view.right * (SHADOW.0 * height) + away * (SHADOW.1 * height);
            self.at(view.flat(place))
        };
        let limbs = instances.bones.iter().filter(|bone| bone.start_radius > 0.0);
        let widths: Vec<f64> = limbs.clone().map(|bone| f64::from(bone.start_radius)).collect();
        let width = 1.5 * self.scale * widths.iter().sum::<f64>() / widths.len().max(1) as f64;
        let lines = limbs.map(|bone| [bone.start, bone.end].map(on_floor));
        (lines.filter(|points| points.iter().all(|point| point.is_finite())).collect(), width)
    }

    fn write_figure(&self, out: &mut String, shapes: &[Shape]) {
        let mut open: Option<Side> = None;
        for shape in shapes {
            if open != Some(shape.side) {
                let class = class(shape.side);
                let _ = write!(out, r#"{}<g class="{class}">"#, if open.is_some() { "</g>" } else { "" });
                open = Some(shape.side);
            }
            self.write_shape(out, shape);
        }
        out.push_str(if open.is_some() { "</g>" } else { "" });
    }

    /// A part of a body, and over it the lines at which its surface turns away.
    fn write_silhouette(&self, out: &mut String, Silhouette { side, fill, contours, .. }: &Silhouette) {
        let _ = write!(out, r#"<path class="{}" d=""#, class(*side));
        for line in fill {
            let _ = write!(out, "{}", Line { points: &self.all_at(line), is_closed: true });
        }
        out.push_str(r#""/><path class="c" d=""#);
        for (line, is_closed) in contours {
            let _ = write!(out, "{}", Line { points: &self.all_at(line), is_closed: *is_closed });
        }
        out.push_str(r#""/>"#);
    }

    fn write_shape(&self, out: &mut String, shape: &Shape) {
        match shape.form {
            FlatForm::Outline(points) => {
                let points = points.map(|point| self.at(point));
                let _ = write!(out, r#"<path d="{}"/>"#, Line { points: &points, is_closed: true });
                let half = dark_half(points);
                let _ = write!(out, r#"<path class="d" d="{}"/>"#, Line { points: &half, is_closed: true });
            }
            FlatForm::Ellipse { at, radii, turn } => {
                let (at, radii) = (self.at(at), radii * self.scale);
                let (x, y) = (N(at.x), N(at.y));
                // Its colour, and a large one's light and shade over that. An element's own `fill` is stronger than its group's.
                let fills = if radii.y < SHADED { &[""][..] } else { &["", r#" fill="url(#h)""#] };
                for fill in fills {
                    if radii.x - radii.y < 0.05 {
                        let _ = write!(out, r#"<circle cx="{x}" cy="{y}" r="{}"{fill}/>"#, N(radii.y));
                    } else {
                        // The sheet's y points down.
                        let degrees = N(-turn.to_degrees());
                        let _ = write!(
                            out,
                            r#"<ellipse cx="{x}" cy="{y}" rx="{}" ry="{}" transform="rotate({degrees} {x} {y})"{fill}/>"#,
                            N(radii.x),
                            N(radii.y)
                        );
                    }
                }
            }
        }
    }
}

/// The half of a bone that is turned away from a light at the upper left.
fn dark_half([a, b, c, d, e, f]: [DVec2; 6]) -> [DVec2; 5] {
    let across = b - e;
    let (side, far, tip) = if across.x + across.y > 0.0 { (b, c, a) } else { (e, d, f) };
    [0.5 * (a + f), tip, side, far, 0.5 * (c + d)]
}
