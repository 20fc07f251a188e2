//! Pixels to draw on.

use marey::glam::DVec2;
use marey_study::picture::{Painter, SHEET_HEIGHT};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::fading::Fading;

/// A picture of opaque pixels, which pictures of [`marey_study::picture`] are painted on.
#[derive(Debug, Clone)]
pub struct Canvas {
    pub(crate) pixels: Pixmap,
    /// From the sheet's units to pixels.
    whole: Transform,
}

impl Canvas {
    /// A canvas of this size, pixels; `None` for a size that is empty or does not fit into memory.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let scale = height as f32 / SHEET_HEIGHT as f32;
        Some(Self { pixels: Pixmap::new(width, height)?, whole: Transform::from_scale(scale, scale) })
    }

    /// Width and height, pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// The pixels, a row after the other from the top: red, green, blue and 255 each.
    pub fn rgba(&self) -> &[u8] {
        self.pixels.data()
    }

    /// The picture as a file: with the feature `png`, which is on by default. `None` if it does not fit into memory.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Option<Vec<u8>> {
        self.pixels.encode_png().ok()
    }
}

impl Painter for Canvas {
    fn polygon(&mut self, points: &[DVec2], colour: [u8; 3], opacity: f64) {
        // A filled path needs no line back to its start.
        if let Some(path) = through([points].into_iter()) {
            self.pixels.fill_path(&path, &paint(colour, opacity), FillRule::Winding, self.whole, None);
        }
    }

    fn ellipse(&mut self, centre: DVec2, radii: DVec2, turn: f64, colour: [u8; 3]) {
        let (centre, radii) = (centre.as_vec2(), radii.as_vec2());
        let oval = Rect::from_xywh(-radii.x, -radii.y, 2.0 * radii.x, 2.0 * radii.y).and_then(PathBuilder::from_oval);
        let Some(oval) = oval else { return };
        let turned = Transform::from_rotate(turn.to_degrees() as f32).post_translate(centre.x, centre.y);
        let transform = turned.post_concat(self.whole);
        self.pixels.fill_path(&oval, &paint(colour, 1.0), FillRule::Winding, transform, None);
    }

    fn lines(&mut self, lines: &[Vec<DVec2>], width: f64, colour: [u8; 3], opacity: f64) {
        let stroke =
            Stroke { width: width as f32, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = through(lines.iter().map(Vec::as_slice)) {
            self.pixels.stroke_path(&path, &paint(colour, opacity), &stroke, self.whole, None);
        }
    }

    fn fading_lines(&mut self, lines: &[[DVec2; 2]], width: f64, colour: [u8; 3], centre: DVec2, reach: f64) {
        let (scale, wide) = (f64::from(self.whole.sx), self.pixels.width() as usize);
        let fading = Fading { colour, width: width * scale, centre: centre * scale, reach: reach * scale };
        lines.iter().for_each(|line| fading.draw(line.map(|end| end * scale), self.pixels.data_mut(), wide));
    }
}

/// A path of lines through points.
fn through<'a>(lines: impl Iterator<Item = &'a [DVec2]>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for line in lines {
        for (index, point) in line.iter().map(|point| point.as_vec2()).enumerate() {
            if index == 0 { path.move_to(point.x, point.y) } else { path.line_to(point.x, point.y) }
        }
    }
    path.finish()
}

fn paint([red, green, blue]: [u8; 3], opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}
