//! Texts on a canvas.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

use crate::canvas::Canvas;

/// A caption's distance from the edges, as a share of the picture's height.
const EDGE: f64 = 1.0 / 24.0;
/// Pictures of so many pixels in height have large letters.
const LARGE: u32 = 600;
/// Stands for letters that the font does not have.
const UNKNOWN: char = '?';

/// Writes a text at the lower left, as far as it fits into the width.
pub(crate) fn write(canvas: &mut Canvas, text: &str, colour: [u8; 3]) {
    let (width, height) = canvas.size();
    let size = if height < LARGE { RasterHeight::Size16 } else { RasterHeight::Size24 };
    let edge = (EDGE * f64::from(height)).round() as usize;
    let top = (height as usize).saturating_sub(edge + size.val());
    let mut left = edge;
    for letter in text.chars() {
        let of = |letter| get_raster(letter, FontWeight::Regular, size);
        let Some(raster) = of(letter).or_else(|| of(UNKNOWN)) else { continue };
        if left + raster.width() + edge > width as usize {
            return;
        }
        for (row, covers) in raster.rows().enumerate() {
            let start = ((top + row) * width as usize + left) * 4;
            let line = canvas.pixels.data_mut().get_mut(start..start + 4 * covers.len()).unwrap_or_default();
            for (pixel, cover) in line.chunks_exact_mut(4).zip(covers.iter()) {
                for (part, wanted) in pixel.iter_mut().zip(colour) {
                    let cover = u32::from(*cover);
                    *part = ((u32::from(*part) * (255 - cover) + u32::from(wanted) * cover + 127) / 255) as u8;
                }
            }
        }
        left += raster.width();
    }
}
