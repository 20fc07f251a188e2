//! Rasterises triangles: depth, light, a soft shadow on the ground. As `shaders/figure.wgsl`, without gloss and patterns.

use glam::{Vec3, Vec4Swizzles};
use marey::look::Theme;
use marey_stage::scene::FrameView;

use super::theme::Palette;

/// Samples of a pixel in each direction.
const SAMPLES: usize = 2;
/// Pixels of blur at the shadow's edge.
const BLUR: usize = 2;

/// sRGB and alpha from 0 to 1, not premultiplied.
pub type Rgba = [f32; 4];

#[derive(Clone, Copy)]
pub struct Corner {
    /// Metres.
    pub at: Vec3,
    pub normal: Vec3,
    /// Linear.
    pub albedo: Vec3,
    /// Ambient occlusion: the fraction of the ambient light that reaches it.
    pub open: f32,
}

pub struct Light {
    palette: &'static Palette,
    /// The shadow's colour and how dark it is.
    shadow: ([f32; 3], f32),
}

impl Light {
    pub fn new(theme: Theme) -> Self {
        let palette = Palette::of(theme);
        Self { palette, shadow: if palette.light { ([0.24, 0.28, 0.36], 0.3) } else { ([0.02, 0.03, 0.05], 0.55) } }
    }

    /// The colour of a corner, sRGB.
    fn shade(&self, view: &FrameView, at: Vec3, normal: Vec3, albedo: Vec3, open: f32) -> [f32; 3] {
        let Palette { key, fill, sky, ground, rim, rim_strength, .. } = self.palette;
        let to_eye = (view.eye - at).normalize_or_zero();
        // An open skin may be seen from inside.
        let n = if normal.dot(to_eye) < 0.0 { -normal } else { normal };
        let light = view.light;
        let main = ((n.dot(light) + 0.2) / 1.2).max(0.0);
        let behind = n.dot(Vec3::new(-light.x, 0.35, -light.z).normalize_or_zero()) * 0.5 + 0.5;
        let ambient = Vec3::from(*ground).lerp(Vec3::from(*sky), n.y * 0.5 + 0.5) * open;
        let mut colour = albedo * (Vec3::from(*key) * main * main + Vec3::from(*fill) * behind * behind + ambient);
        let edge = (1.0 - n.dot(to_eye).clamp(0.0, 1.0)).powf(3.5);
        if *rim_strength < 0.0 {
            colour *= 1.0 + rim_strength * edge;
        } else {
            let raised = 0.45 + 0.55 * (n.y + 0.4).clamp(0.0, 1.0);
            colour += (albedo * 0.6 + 0.4) * Vec3::from(*rim) * edge * *rim_strength * raised;
        }
        let peak = colour.max_element();
        let over = (peak - 0.7).max(0.0);
        encode(colour * ((peak.min(0.7) + 0.3 * over / (over + 0.3)) / peak.max(1e-4)))
    }
}

pub fn decode(colour: [f32; 3]) -> Vec3 {
    Vec3::from(colour.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }))
}

fn encode(colour: Vec3) -> [f32; 3] {
    colour.to_array().map(|c| if c <= 0.003_130_8 { c.max(0.0) * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 })
}

pub struct Canvas {
    edge: usize,
    /// 1 at the near plane, 0 at infinity and without a surface.
    depth: Vec<f32>,
    colour: Vec<[f32; 3]>,
    shadow: Vec<f32>,
}

/// A corner in the picture: samples across and down, depth, and 1 / w.
type Point = (f32, f32, f32, f32);

impl Canvas {
    /// `edge`: pixels across and down.
    pub fn new(edge: usize) -> Self {
        let samples = (edge * SAMPLES).pow(2);
        Self {
            edge: edge * SAMPLES,
            depth: vec![0.0; samples],
            colour: vec![[0.0; 3]; samples],
            shadow: vec![0.0; samples],
        }
    }

    pub fn solid(&mut self, view: &FrameView, light: &Light, triangle: &[Corner; 3]) {
        // Lighting the corners suffices for pictures of this size.
        let shaded = triangle.map(|c| Vec3::from(light.shade(view, c.at, c.normal, c.albedo, c.open)));
        let Self { depth, colour, .. } = self;
        fill(self.edge, view, triangle.map(|corner| corner.at), |at, near, [a, b, c]| {
            if near > depth[at] {
                depth[at] = near;
                colour[at] = (shaded[0] * a + shaded[1] * b + shaded[2] * c).to_array();
            }
        });
    }

    pub fn shadow(&mut self, view: &FrameView, triangle: &[Corner; 3]) {
        let down = view.light / view.light.y;
        let Self { shadow, .. } = self;
        fill(self.edge, view, triangle.map(|corner| corner.at - down * corner.at.y), |at, _, _| shadow[at] = 1.0);
    }

    /// The picture: the figure over its shadow, row by row from the top.
    pub fn finish(self, light: &Light) -> Vec<Rgba> {
        let pixels = self.edge / SAMPLES;
        let count = (SAMPLES * SAMPLES) as f32;
        let samples = |index: usize| {
            let (x, y) = (index % pixels * SAMPLES, index / pixels * SAMPLES);
            (0..SAMPLES * SAMPLES).map(move |s| (y + s / SAMPLES) * self.edge + x + s % SAMPLES)
        };
        let all = 0..pixels * pixels;
        let mut shadow: Vec<f32> =
            all.clone().map(|index| samples(index).map(|at| self.shadow[at]).sum::<f32>() / count).collect();
        // Two box blurs are nearly a Gaussian.
        for _ in 0..2 {
            shadow = blurred(&shadow, pixels);
        }
        let (dark, strength) = light.shadow;
        let pixel = |index: usize| {
            let (mut sum, mut cover) = (Vec3::ZERO, 0.0);
            for at in samples(index).filter(|at| self.depth[*at] > 0.0) {
                cover += 1.0 / count;
                sum += Vec3::from(self.colour[at]) / count;
            }
            let under = shadow[index] * strength * (1.0 - cover);
            let alpha = cover + under;
            let [r, g, b] = ((sum + Vec3::from(dark) * under) / alpha.max(1e-6)).to_array();
            [r, g, b, alpha]
        };
        all.map(pixel).collect()
    }
}

/// Calls `put` with the sample, the depth and the barycentric coordinates for every sample in a triangle.
fn fill(edge: usize, view: &FrameView, corners: [Vec3; 3], mut put: impl FnMut(usize, f32, [f32; 3])) {
    let half = edge as f32 / 2.0;
    let points: [Point; 3] = corners.map(|corner| {
        let clip = view.view_projection * corner.extend(1.0);
        let at = clip.xyz() / clip.w;
        ((at.x + 1.0) * half, (1.0 - at.y) * half, at.z, clip.w)
    });
    // A framed figure is in front of the camera.
    if points.iter().any(|point| point.3 <= 0.0) {
        return;
    }
    let [a, b, c] = points;
    let area = |p: Point, q: Point, x: f32, y: f32| (q.0 - p.0) * (y - p.1) - (q.1 - p.1) * (x - p.0);
    let whole = area(a, b, c.0, c.1);
    if whole.abs() < 1e-9 {
        return;
    }
    let span = |pick: fn(&Point) -> f32| {
        let (low, high) =
            points.iter().map(pick).fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(v), high.max(v)));
        (low.floor().max(0.0) as usize)..(high.ceil().clamp(0.0, edge as f32) as usize)
    };
    for y in span(|point| point.1) {
        for x in span(|point| point.0) {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let shares = [area(b, c, px, py) / whole, area(c, a, px, py) / whole, area(a, b, px, py) / whole];
            if shares.iter().all(|share| *share >= 0.0) {
                let near = shares[0] * a.2 + shares[1] * b.2 + shares[2] * c.2;
                put(y * edge + x, near, shares);
            }
        }
    }
}

fn blurred(from: &[f32], edge: usize) -> Vec<f32> {
    let along = |from: &[f32], step: usize, line: usize| -> Vec<f32> {
        let mut out = vec![0.0; from.len()];
        for row in 0..edge {
            for at in 0..edge {
                let range = at.saturating_sub(BLUR)..(at + BLUR + 1).min(edge);
                let sum: f32 = range.map(|other| from[row * line + other * step]).sum();
                out[row * line + at * step] = sum / (2 * BLUR + 1) as f32;
            }
        }
        out
    };
    along(&along(from, 1, edge), edge, 1)
}
