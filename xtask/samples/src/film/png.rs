//! Writes a strip of pictures as a PNG with a palette, which takes a third of the bytes of full colours.

use std::collections::HashMap;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::draw::Rgba;

/// Steps of each colour, and of alpha, before the palette is chosen.
const STEPS: [f32; 4] = [48.0, 48.0, 48.0, 15.0];
const COLOURS: usize = 256;

pub fn encode(edge: usize, pictures: &[Vec<Rgba>]) -> Vec<u8> {
    let pixels: Vec<[u8; 4]> = pictures.iter().flatten().map(|pixel| rounded(*pixel)).collect();
    let palette = palette(&pixels);
    let mut nearest: HashMap<[u8; 4], u8> = HashMap::new();
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / edge);
    for row in pixels.chunks(edge) {
        // Filters do not help with indices.
        rows.push(0);
        rows.extend(row.iter().map(|pixel| *nearest.entry(*pixel).or_insert_with(|| closest(&palette, *pixel))));
    }
    let height = edge * pictures.len();
    let header = [&(edge as u32).to_be_bytes()[..], &(height as u32).to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    let colours: Vec<u8> = palette.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let alphas: Vec<u8> = palette.iter().map(|pixel| pixel[3]).collect();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [
        (b"IHDR", header),
        (b"PLTE", colours),
        (b"tRNS", alphas),
        (b"IDAT", compress_to_vec_zlib(&rows, 10)),
        (b"IEND", Vec::new()),
    ] {
        png.extend((data.len() as u32).to_be_bytes());
        let start = png.len();
        png.extend(kind);
        png.extend(data);
        let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&png[start..]);
        png.extend(sum.to_be_bytes());
    }
    png
}

fn rounded(pixel: Rgba) -> [u8; 4] {
    let alpha = (pixel[3].clamp(0.0, 1.0) * STEPS[3]).round();
    if alpha == 0.0 {
        return [0; 4];
    }
    std::array::from_fn(|at| ((pixel[at].clamp(0.0, 1.0) * STEPS[at]).round() / STEPS[at] * 255.0).round() as u8)
}

/// The most frequent colours. The first is transparent.
fn palette(pixels: &[[u8; 4]]) -> Vec<[u8; 4]> {
    let mut counts: HashMap<[u8; 4], usize> = HashMap::new();
    for pixel in pixels {
        *counts.entry(*pixel).or_default() += 1;
    }
    counts.remove(&[0; 4]);
    let mut colours: Vec<_> = counts.into_iter().collect();
    // Ties are ordered, so that builds are reproducible.
    colours.sort_by_key(|(colour, count)| (usize::MAX - count, *colour));
    std::iter::once([0; 4]).chain(colours.into_iter().map(|(colour, _)| colour)).take(COLOURS).collect()
}

/// The index of the closest colour; alpha counts four times.
fn closest(palette: &[[u8; 4]], pixel: [u8; 4]) -> u8 {
    let far = |other: &[u8; 4]| -> i32 {
        let part = |at: usize| (i32::from(other[at]) - i32::from(pixel[at])).pow(2);
        part(0) + part(1) + part(2) + 4 * part(3)
    };
    let at = palette.iter().enumerate().min_by_key(|(_, other)| far(other)).map_or(0, |(at, _)| at);
    u8::try_from(at).unwrap_or_default()
}
