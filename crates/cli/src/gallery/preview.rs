//! Draws a poster as a PNG, for services that show no SVG in previews of links.

use marey::glam::DVec2;
use marey_study::picture::{Figure, POSTER_SIZE, Painter};
use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Pixels of the PNG for each of the poster.
const SCALE: u16 = 3;

/// The poster of a moment (seconds) in the light colours, 1080 by 720. `None` if it cannot be drawn.
pub(super) fn preview(figure: &mut Figure<'_>, moment: f64) -> Option<Vec<u8>> {
    let (width, height) = POSTER_SIZE;
    let pixels = Pixmap::new(width * u32::from(SCALE), height * u32::from(SCALE))?;
    let scale = f32::from(SCALE);
    let mut sheet = PreviewSheet { pixels, whole: Transform::from_scale(scale, scale) };
    figure.paint_poster(moment, &mut sheet).ok()?;
    sheet.pixels.encode_png().ok()
}

struct PreviewSheet {
    pixels: Pixmap,
    /// From the poster's pixels to those of the PNG.
    whole: Transform,
}

impl Painter for PreviewSheet {
    fn polygon(&mut self, points: &[DVec2], colour: [u8; 3], opacity: f64) {
        let mut path = PathBuilder::new();
        for (index, point) in points.iter().map(|point| point.as_vec2()).enumerate() {
            if index == 0 { path.move_to(point.x, point.y) } else { path.line_to(point.x, point.y) }
        }
        path.close();
        if let Some(path) = path.finish() {
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

    fn lines(&mut self, lines: &[[DVec2; 2]], width: f64, colour: [u8; 3], opacity: f64) {
        let mut path = PathBuilder::new();
        for [from, to] in lines.iter().map(|ends| ends.map(|end| end.as_vec2())) {
            path.move_to(from.x, from.y);
            path.line_to(to.x, to.y);
        }
        let stroke = Stroke { width: width as f32, line_cap: LineCap::Round, ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.pixels.stroke_path(&path, &paint(colour, opacity), &stroke, self.whole, None);
        }
    }
}

fn paint([red, green, blue]: [u8; 3], opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}
