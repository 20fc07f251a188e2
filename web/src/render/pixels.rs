//! How many pixels a canvas has.

/// Pixels along a side of a canvas, at most: what every WebGPU adapter can do.
pub const MAX_SIDE: u32 = 8192;
/// Pixels of a canvas, at most: four samples of colour and depth cost 32 bytes each.
const MAX_PIXELS: f64 = 3840.0 * 2160.0;

/// The size of a canvas in its own pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pixels {
    /// Width and height; 0 where there is nothing to draw on.
    pub size: [u32; 2],
    /// How many make a CSS pixel.
    pub ratio: f32,
}

impl Default for Pixels {
    fn default() -> Self {
        Self { size: [0; 2], ratio: 1.0 }
    }
}

impl Pixels {
    /// For a size in CSS pixels, and the device's pixels a CSS pixel.
    pub fn of(width: f64, height: f64, pixel_ratio: f64) -> Self {
        let max_side = f64::from(MAX_SIDE);
        let sound = |x: f64| x.is_finite() && x > 0.0;
        if !sound(width) || !sound(height) {
            return Self::default();
        }
        let mut ratio = if sound(pixel_ratio) { pixel_ratio } else { 1.0 };
        ratio = ratio.min(max_side / width).min(max_side / height).min((MAX_PIXELS / (width * height)).sqrt());
        let side = |x: f64| (x * ratio).round().max(1.0).min(max_side) as u32;
        Self { size: [side(width), side(height)], ratio: ratio as f32 }
    }
}
