//! The size of a canvas in pixels.

/// Largest width and height of a canvas in pixels: every WebGPU adapter supports it.
pub const MAX_SIDE: u32 = 8192;
/// Maximum number of pixels of a canvas: four samples of colour and depth take 32 bytes per pixel.
const MAX_PIXELS: f64 = 3840.0 * 2160.0;

/// The size of a canvas in device pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pixels {
    /// Width and height; 0 if the canvas has no area.
    pub size: [u32; 2],
    /// Device pixels per CSS pixel.
    pub ratio: f32,
}

impl Default for Pixels {
    fn default() -> Self {
        Self { size: [0; 2], ratio: 1.0 }
    }
}

impl Pixels {
    /// From a size in CSS pixels and the device pixels per CSS pixel, reduced to fit the limits.
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
