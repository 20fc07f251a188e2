//! A grid of what is in front in a picture.

use glam::{DVec2, Vec2};

use marey::checked::Checked;

/// Cells along the longer side.
const CELLS: f64 = 420.0;
/// Points this far behind the front are hidden: metres.
const BEHIND: f64 = 0.022;

/// The depth of what is in front at each cell of a grid.
pub(super) struct DepthMap {
    low: DVec2,
    /// Cells a metre.
    scale: f64,
    wide: usize,
    high: usize,
    /// The depth of the front in each cell, less `first`.
    depths: Vec<f32>,
    /// The depth of the first point.
    first: f64,
}

impl DepthMap {
    /// `depths`: of the points, more is nearer.
    pub(super) fn new(points: &[DVec2], depths: &[f64], triangles: &[[u32; 3]]) -> Self {
        let low = points.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        let size = high - low;
        let scale = CELLS / size.max_element().max(f64::MIN_POSITIVE);
        let count = |length: f64| if length.is_finite() { (length * scale) as usize + 2 } else { 1 };
        let (wide, high) = (count(size.x).min(CELLS as usize + 2), count(size.y).min(CELLS as usize + 2));
        let first = depths.first().copied().unwrap_or_default();
        let mut made = Self { low, scale, wide, high, depths: vec![f32::NEG_INFINITY; wide * high], first };
        let points: Vec<(Vec2, f32)> = points
            .iter()
            .zip(depths)
            .map(|(point, depth)| (made.on_grid(*point).as_vec2(), (depth - first) as f32))
            .collect();
        for triangle in triangles {
            let corners = triangle.map(|corner| points.at(corner as usize));
            made.fill(corners.map(|(at, _)| at), corners.map(|(_, depth)| depth));
        }
        made
    }

    fn on_grid(&self, at: DVec2) -> DVec2 {
        (at - self.low) * self.scale
    }

    fn fill(&mut self, [a, b, c]: [Vec2; 3], depths: [f32; 3]) {
        let area = (b - a).perp_dot(c - a);
        if area <= 0.0 {
            return;
        }
        let (low, top) = (a.min(b).min(c), a.max(b).max(c));
        let range =
            |from: f32, to: f32, count: usize| (from.max(0.0) as usize)..(to.max(0.0).ceil() as usize + 1).min(count);
        let across = range(low.x, top.x, self.wide);
        // From one cell to the next the shares of the corners, and so the depth, change evenly.
        let [toward_a, toward_b, toward_c] = [b.y - c.y, c.y - a.y, a.y - b.y];
        let [depth_a, depth_b, depth_c] = depths.map(|depth| depth / area);
        let slope = toward_a * depth_a + toward_b * depth_b + toward_c * depth_c;
        for y in range(low.y, top.y, self.high) {
            let at = Vec2::new(across.start as f32, y as f32);
            let (mut of_a, mut of_b, mut of_c) =
                ((c - b).perp_dot(at - b), (a - c).perp_dot(at - c), (b - a).perp_dot(at - a));
            let mut depth = of_a * depth_a + of_b * depth_b + of_c * depth_c;
            let row = self.depths.get_mut(y * self.wide + across.start..y * self.wide + across.end);
            for known in row.unwrap_or_default() {
                if of_a >= 0.0 && of_b >= 0.0 && of_c >= 0.0 && depth > *known {
                    *known = depth;
                }
                (of_a, of_b, of_c, depth) = (of_a + toward_a, of_b + toward_b, of_c + toward_c, depth + slope);
            }
        }
    }

    /// One and a half cells: metres.
    pub(super) fn reach(&self) -> f64 {
        1.5 / self.scale
    }

    /// Whether a point is at the front, or hardly behind it.
    pub(super) fn shows(&self, at: DVec2, depth: f64) -> bool {
        let on_grid = self.on_grid(at);
        let (x, y) = (on_grid.x.round().max(0.0) as usize, on_grid.y.round().max(0.0) as usize);
        let front = self.depths.get(y * self.wide + x.min(self.wide - 1));
        front.is_none_or(|front| f64::from(*front) <= depth - self.first + BEHIND)
    }
}
