//! Draws one moment of a figure as a small SVG for lists of clips, in colours that follow the reader's colour scheme.

use std::fmt::Write;

use glam::{DVec2, DVec3};

use super::shapes::{FlatForm, PictureView, Shape};
use super::silhouettes::Silhouette;
use super::svg::{Colour, Line, N};
use super::{Figure, PictureError, check};
use marey::body::Side;
use marey::look::{Instances, Palette, Theme};

const SIZE: (f64, f64) = (POSTER_SIZE.0 as f64, POSTER_SIZE.1 as f64);
/// The floor's lines are seen up to this distance from the figure: pixels.
const REACH: f64 = 230.0;
/// Colours where there are no gradients: the background's in its middle, and the floor's.
const BACKGROUND: [u8; 3] = [0xef, 0xf1, 0xf5];
const FLOOR: [u8; 3] = [0xc6, 0xcd, 0xd9];
/// Opacity of the shadow, and of the dark half of a bone.
const SHADE: f64 = 0.26;
const DARK: f64 = 0.2;
/// Width and opacity of the lines at which a body's surface turns away.
const CONTOUR: (f64, f64) = (0.9, 0.45);
/// The most that the figure takes of the height and of the width.
const SHARES: (f64, f64) = (0.8, 0.84);
/// The camera is turned this far from the figure's front and raised over the horizon: radians.
const TURN: f64 = 0.62;
const PITCH: f64 = 0.2;
/// Where the top of a figure throws its shadow on the floor: metres along the picture's right, and away from the camera, a metre of height.
const SHADOW: (f64, f64) = (0.42, 0.22);
/// A round shape with a smaller radius is drawn without shading.
const SHADED: f64 = 4.0;
/// Half the number of floor lines in each direction, a metre apart.
const LINES: i32 = 6;
/// A metre of more pixels has no floor in the picture.
const MOST_PIXELS: f64 = 1e5;
/// A figure whose lowest point is higher than this many times its height has no floor in the picture.
const HIGH: f64 = 1.0;

const DEFS: &str = r##"<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop class="t"/><stop offset="1" class="u"/></linearGradient><radialGradient id="h" cx=".36" cy=".3" r=".75"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient><filter id="s" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="2.4"/></filter>"##;

impl Figure<'_> {
    /// Draws the figure, or the [body](Self::wear_body) that it wears, at a moment (seconds) from its front and a little above: an SVG of 360 by
    /// 240, a few kilobytes, with light and dark colours by the reader's scheme (`prefers-color-scheme`). It refers to nothing outside, and contains no name.
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if there is no figure with a finite size, [`PictureError::TooFar`].
    pub fn poster(&mut self, moment: f64) -> Result<String, PictureError> {
        let PosterScene { view, instances, shapes, silhouettes, sheet, foot, has_floor } = self.scene(moment)?;
        let mut out = String::with_capacity(8192);
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}"><style>{}@media(prefers-color-scheme:dark){{{}}}</style><defs>{DEFS}"#,
            scheme(Theme::Light, !silhouettes.is_empty()),
            scheme(Theme::Dark, !silhouettes.is_empty()),
            w = N(SIZE.0),
            h = N(SIZE.1)
        );
        let centre = sheet.at(view.flat(foot));
        let _ = write!(
            out,
            r#"<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="{}" cy="{}" r="{REACH}"><stop class="f"/><stop offset="1" class="f" stop-opacity="0"/></radialGradient></defs><path d="M0 0h{}v{}H0z" fill="url(#b)"/>"#,
            N(centre.x),
            N(centre.y),
            N(SIZE.0),
            N(SIZE.1)
        );
        if has_floor {
            sheet.write_floor(&mut out, &view, foot);
            sheet.write_shadow(&mut out, &view, &instances);
        }
        sheet.write_figure(&mut out, &shapes);
        silhouettes.iter().for_each(|silhouette| sheet.write_silhouette(&mut out, silhouette));
        out.push_str("</svg>\n");
        Ok(out)
    }

    /// Draws the same picture in the light colours on a painter: for programs that show no SVG.
    ///
    /// # Errors
    /// As [`poster`](Self::poster).
    pub fn paint_poster(&mut self, moment: f64, painter: &mut dyn Painter) -> Result<(), PictureError> {
        let PosterScene { view, instances, shapes, silhouettes, sheet, foot, has_floor } = self.scene(moment)?;
        let [left, right, middle] = colours(Theme::Light, !silhouettes.is_empty());
        let corners = [(0.0, 0.0), (SIZE.0, 0.0), (SIZE.0, SIZE.1), (0.0, SIZE.1)].map(DVec2::from);
        painter.polygon(&corners, BACKGROUND, 1.0);
        if has_floor {
            let centre = sheet.at(view.flat(foot));
            for ends in sheet.floor(&view, foot) {
                // Each piece is fainter the farther it is from the figure.
                let pieces = f64::from(2 * LINES);
                for piece in 0..2 * LINES {
                    let at = |step: i32| ends[0].lerp(ends[1], f64::from(step) / pieces);
                    let [from, to] = [at(piece), at(piece + 1)];
                    let opacity = 1.0 - centre.distance(0.5 * (from + to)) / REACH;
                    if opacity > 0.0 {
                        painter.lines(&[[from, to]], 1.0, FLOOR, opacity);
                    }
                }
            }
            let (limbs, width) = sheet.shadow(&view, &instances);
            // Several widths over each other have a soft edge.
            for wider in [1.6, 1.3, 1.0] {
                painter.lines(&limbs, width * wider, [0, 0, 0], SHADE / 3.0);
            }
        }
        let colour_of = |side: Side| match side {
            Side::Left => left,
            Side::Right => right,
            Side::Middle => middle,
        };
        for shape in &shapes {
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
        for Silhouette { side, fill, contours, .. } in &silhouettes {
            for line in fill {
                painter.polygon(&sheet.all_at(line), colour_of(*side), 1.0);
            }
            for (line, is_closed) in contours {
                let mut points = sheet.all_at(line);
                points.extend(points.first().copied().filter(|_| *is_closed));
                let lines: Vec<[DVec2; 2]> = points.iter().zip(points.iter().skip(1)).map(|(a, b)| [*a, *b]).collect();
                painter.lines(&lines, CONTOUR.0, [0, 0, 0], CONTOUR.1);
            }
        }
        Ok(())
    }

    /// The parts of the poster at a moment (seconds).
    fn scene(&mut self, moment: f64) -> Result<PosterScene, PictureError> {
        let facing = self.facing();
        let yaw = facing.x.atan2(facing.z) + TURN;
        let view = PictureView::from_above(yaw, PITCH);
        let mut instances = Instances::default();
        self.write(moment, &view.look, &mut instances);
        let worn = self.silhouettes(moment, &view, (0, DVec3::ZERO));
        let mut shapes = if worn.is_some() { Vec::new() } else { view.shapes(&instances, 0, DVec3::ZERO) };
        let silhouettes = worn.unwrap_or_default();
        shapes.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let worn = silhouettes.iter().flat_map(Silhouette::bounds);
        for corner in shapes.iter().flat_map(Shape::bounds).chain(worn) {
            (low, high) = (low.min(corner), high.max(corner));
        }
        check(low, high)?;
        let size = high - low;
        let scale = (SHARES.0 * SIZE.1 / size.y).min(SHARES.1 * SIZE.0 / size.x);
        if (shapes.is_empty() && silhouettes.is_empty()) || !size.is_finite() || !scale.is_finite() || scale <= 0.0 {
            return Err(PictureError::Nothing);
        }
        let middle = 0.5 * (low + high);
        let sheet = OnSheet { scale, middle };
        let carrier = self.carrier(moment);
        let foot = DVec3::new(carrier.x, 0.0, carrier.z);
        let stands = middle.y - 0.5 * size.y - view.flat(foot).y < HIGH * self.height();
        // Of a figure smaller than a grain the floor's lines would be far outside.
        let has_floor = stands && scale < MOST_PIXELS;
        Ok(PosterScene { view, instances, shapes, silhouettes, sheet, foot, has_floor })
    }
}

/// Draws flat shapes: in the pixels of a poster of [`POSTER_SIZE`], y down, colours in sRGB.
pub trait Painter {
    /// Fills a polygon. `opacity`: from 0 to 1.
    fn polygon(&mut self, points: &[DVec2], colour: [u8; 3], opacity: f64);
    /// Fills an ellipse. `turn`: of its first radius, radians, clockwise in the picture.
    fn ellipse(&mut self, centre: DVec2, radii: DVec2, turn: f64, colour: [u8; 3]);
    /// Draws lines with round ends, which may cross without being darker there.
    fn lines(&mut self, lines: &[[DVec2; 2]], width: f64, colour: [u8; 3], opacity: f64);
}

/// Width and height of a poster.
pub const POSTER_SIZE: (u32, u32) = (360, 240);

/// The parts of a poster, and the view that places them.
struct PosterScene {
    view: PictureView,
    instances: Instances,
    /// The farthest first.
    shapes: Vec<Shape>,
    /// Of a body, in place of shapes.
    silhouettes: Vec<Silhouette>,
    sheet: OnSheet,
    /// On the floor below the joint that carries the figure.
    foot: DVec3,
    has_floor: bool,
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
    let (top, bottom, floor, shadow) = match theme {
        Theme::Light => ("#f6f7f9", "#e8ebf1", "#c6cdd9", ".26"),
        Theme::Dark => ("#141a26", "#222b3c", "#46536c", ".6"),
    };
    format!(
        ".l{{fill:{}}}.r{{fill:{}}}.m{{fill:{}}}.t{{stop-color:{top}}}.u{{stop-color:{bottom}}}.f{{stop-color:{floor}}}.w{{opacity:{shadow}}}.d{{fill:#000;fill-opacity:.2}}.c{{fill:none;stroke:#000;stroke-opacity:{};stroke-width:{}}}",
        Colour(left),
        Colour(right),
        Colour(middle),
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

/// From metres to the poster.
struct OnSheet {
    scale: f64,
    middle: DVec2,
}

impl OnSheet {
    fn at(&self, at: DVec2) -> DVec2 {
        let way = (at - self.middle) * self.scale;
        DVec2::new(0.5 * SIZE.0 + way.x, 0.5 * SIZE.1 - way.y)
    }

    fn all_at(&self, line: &[DVec2]) -> Vec<DVec2> {
        line.iter().map(|point| self.at(*point)).collect()
    }

    /// Lines a metre apart, along the stage's axes, that fade with the distance from the figure.
    fn write_floor(&self, out: &mut String, view: &PictureView, foot: DVec3) {
        out.push_str(r#"<path fill="none" stroke="url(#g)" d=""#);
        for points in self.floor(view, foot) {
            let _ = write!(out, "{}", Line { points: &points, is_closed: false });
        }
        out.push_str(r#""/>"#);
    }

    /// The ends of the floor's lines.
    fn floor(&self, view: &PictureView, foot: DVec3) -> Vec<[DVec2; 2]> {
        let reach = f64::from(LINES);
        let corner = DVec3::new(foot.x.round(), 0.0, foot.z.round());
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
