//! Frames to an animated GIF.

use marey::checked::Checked;
use std::collections::HashMap;
use std::io::{self, Write};

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::canvas::Canvas;

/// Colours of a GIF.
const COLOURS: usize = 256;
/// The most frequent colours, which are kept as they are: those of areas. The others are those of edges.
const KEPT: usize = 48;
/// The share of pixels from which the others are found: one in so many.
const SAMPLED: i32 = 6;
/// Bits of each part of a colour by which its place in the palette is remembered.
const BITS: u32 = 6;

/// Writes frames of one size. The colours come from samples of them.
pub(crate) struct GifWriter<W: Write> {
    encoder: Encoder<W>,
    palette: ColourTable,
    size: (u16, u16),
    /// The colours of the frame that is shown, by their places in the palette.
    shown: Vec<u8>,
    fps: f64,
    frames: u64,
}

impl<W: Write> GifWriter<W> {
    /// Begins a film that starts again at its end. `samples`: some of its frames.
    pub(crate) fn new(out: W, (width, height): (u16, u16), fps: f64, samples: &[Canvas]) -> io::Result<Self> {
        let palette = ColourTable::of(samples);
        let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(written)?;
        encoder.set_repeat(Repeat::Infinite).map_err(written)?;
        Ok(Self { encoder, palette, size: (width, height), shown: Vec::new(), fps, frames: 0 })
    }

    /// The places of a frame's colours in the palette.
    pub(crate) fn places(&mut self, canvas: &Canvas) -> Vec<u8> {
        self.palette.places(canvas.rgba())
    }

    /// Adds a frame by its [`places`](Self::places): the part of the picture that changed.
    pub(crate) fn add(&mut self, pixels: Vec<u8>) -> io::Result<()> {
        let (left, top, width, height) = changed(&self.shown, &pixels, self.size);
        let row = usize::from(self.size.0);
        let part = pixels.chunks_exact(row).skip(usize::from(top)).take(usize::from(height));
        let part = part.flat_map(|line| line.get(usize::from(left)..usize::from(left + width)).unwrap_or_default());
        let buffer: Vec<u8> = part.copied().collect();
        // The format counts in hundredths of a second: each frame ends at the nearest one, so that the film lasts as long as it should.
        let end = |frames: u64| (100.0 * frames as f64 / self.fps).round() as u64;
        let delay = u16::try_from(end(self.frames + 1) - end(self.frames)).unwrap_or(u16::MAX);
        self.frames += 1;
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left,
            top,
            width,
            height,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(written)?;
        self.shown = pixels;
        Ok(())
    }

    /// Ends the film.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map_err(written)?.flush()
    }
}

fn written(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

/// The smallest part that has all differences: left, top, width, height. Without a difference it is one pixel, since a frame has at least one.
fn changed(before: &[u8], now: &[u8], (width, height): (u16, u16)) -> (u16, u16, u16, u16) {
    let row = usize::from(width);
    if before.len() != now.len() {
        return (0, 0, width, height);
    }
    let (mut left, mut right, mut top, mut bottom) = (row, 0, None, 0);
    for (index, (old, new)) in before.chunks_exact(row).zip(now.chunks_exact(row)).enumerate() {
        let differs = |(old, new): (&u8, &u8)| old != new;
        let Some(first) = old.iter().zip(new).position(differs) else { continue };
        let last = row - 1 - old.iter().rev().zip(new.iter().rev()).position(differs).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last));
        top = top.or(Some(index));
        bottom = index;
    }
    let Some(top) = top else { return (0, 0, 1, 1) };
    let size = |from: usize, to: usize| u16::try_from(to + 1 - from).unwrap_or(u16::MAX);
    let start = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    (start(left), start(top), size(left, right), size(top, bottom))
}

/// The colours of a film.
struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// For the first bits of each part of a colour the place in the palette, plus one.
    known: Vec<u16>,
    /// The colours that are kept as they are, sorted, and their places.
    kept: Vec<([u8; 3], u8)>,
}

impl ColourTable {
    fn of(samples: &[Canvas]) -> Self {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for canvas in samples {
            // Neighbours are mostly alike.
            for alike in canvas.rgba().as_chunks().0.chunk_by(|a, b| a == b) {
                if let Some([red, green, blue, _]) = alike.first() {
                    *counts.entry([*red, *green, *blue]).or_default() += alike.len() as u32;
                }
            }
        }
        let mut list: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        list.sort_unstable_by_key(|(colour, count)| (u32::MAX - count, *colour));
        let whole = list.len() <= COLOURS;
        let kept = if whole { list.len() } else { KEPT };
        let mut colours: Vec<[u8; 3]> = list.iter().take(kept).map(|(colour, _)| *colour).collect();
        if !whole {
            // Each colour of an edge once: they are many, and each is rare.
            let rest: Vec<u8> =
                list.iter().skip(kept).flat_map(|([red, green, blue], _)| [*red, *green, *blue, 255]).collect();
            let found = NeuQuant::new(SAMPLED, COLOURS - kept, &rest).color_map_rgb();
            colours.extend(found.chunks_exact(3).filter_map(|colour| <[u8; 3]>::try_from(colour).ok()));
        }
        let mut kept: Vec<([u8; 3], u8)> = colours.iter().copied().take(kept).zip(0_u8..=u8::MAX).collect();
        kept.sort_unstable();
        Self { kept, colours, known: vec![0; 1 << (3 * BITS)] }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().collect()
    }

    /// The places of pixels in the palette.
    fn places(&mut self, rgba: &[u8]) -> Vec<u8> {
        let mut places = Vec::with_capacity(rgba.len() / 4);
        for alike in rgba.as_chunks().0.chunk_by(|a, b| a == b) {
            if let Some([red, green, blue, _]) = alike.first() {
                let place = self.place([*red, *green, *blue]);
                places.resize(places.len() + alike.len(), place);
            }
        }
        places
    }

    fn place(&mut self, colour: [u8; 3]) -> u8 {
        let kept = self.kept.binary_search_by_key(&colour, |(colour, _)| *colour).ok();
        if let Some((_, place)) = kept.and_then(|at| self.kept.get(at)) {
            return *place;
        }
        let key = colour.iter().fold(0, |key, part| key << BITS | usize::from(part >> (8 - BITS)));
        if let Some(known) = self.known.get(key).and_then(|known| known.checked_sub(1)) {
            return known as u8;
        }
        let distance =
            |other: &[u8; 3]| -> u32 { other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
        let nearest =
            self.colours.iter().enumerate().min_by_key(|(_, other)| distance(other)).map_or(0, |(place, _)| place);
        self.known.put(key, nearest as u16 + 1);
        nearest as u8
    }
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn the_part_that_changed_is_the_smallest() {
        let before = [0; 12];
        let mut now = before;
        assert_eq!(changed(&before, &now, (4, 3)), (0, 0, 1, 1));
        now[5] = 1;
        assert_eq!(changed(&before, &now, (4, 3)), (1, 1, 1, 1));
        now[11] = 1;
        assert_eq!(changed(&before, &now, (4, 3)), (1, 1, 3, 2));
        assert_eq!(changed(&[], &now, (4, 3)), (0, 0, 4, 3));
    }
}
