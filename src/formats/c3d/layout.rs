//! The place of the frames in the file, and their length.

use super::header::{BLOCK, Header, block};
use super::parameters::Parameters;

/// Bytes by which a file may be longer or shorter than its frames: it ends with its last block, or with a few more.
const SLACK: usize = 4 * BLOCK;

/// The layout of the frames.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FrameLayout {
    pub(super) points: usize,
    /// Analog numbers in a frame.
    pub(super) analog: usize,
    /// Offset of the first frame.
    pub(super) data: usize,
    /// Number of frames that the file states.
    pub(super) frames: usize,
    /// Number of the first frame, from 1.
    pub(super) first: usize,
    /// Factor of whole numbers; `None` for a file of floats.
    pub(super) scale: Option<f32>,
    /// Whether the parameters decided against the header.
    pub(super) is_of_parameters: bool,
}

impl FrameLayout {
    /// Bytes of a frame.
    pub(super) fn stride(&self) -> usize {
        (4 * self.points + self.analog) * self.width()
    }

    /// Bytes of a number.
    pub(super) fn width(&self) -> usize {
        if self.scale.is_some() { 2 } else { 4 }
    }

    /// How far the end of the frames is from the end of a file of so many bytes.
    fn misses(&self, length: usize) -> usize {
        self.data.saturating_add(self.frames.saturating_mul(self.stride())).abs_diff(length)
    }

    /// The layout of a file of so many bytes. The header counts, unless its frames miss the file's end and those of the parameters do not.
    pub(super) fn of(header: &Header, parameters: &Parameters<'_>, length: usize) -> Self {
        let number = |name: &str| parameters.count("POINT", name);
        let stated = parameters.number("POINT", "SCALE").map(|scale| scale as f32);
        let scale = if header.scale.is_finite() && header.scale != 0.0 { header.scale } else { stated.unwrap_or(-1.0) };
        let data = Some(header.data).filter(|data| *data > 0 && *data < length);
        let data = data.or(number("DATA_START").map(block)).unwrap_or(0);
        let of_header = Self {
            points: header.points,
            analog: header.analog,
            data,
            frames: frames(header, parameters),
            first: header.first.max(1),
            scale: (scale >= 0.0).then_some(scale),
            is_of_parameters: false,
        };
        let rates = parameters.number("ANALOG", "RATE").zip(parameters.number("POINT", "RATE"));
        let samples = rates.map_or(1.0, |(analog, points)| (analog / points).round());
        let samples = if (1.0..=1e4).contains(&samples) { samples as usize } else { 1 };
        let of_parameters = Self {
            points: number("USED").unwrap_or(header.points),
            analog: parameters.count("ANALOG", "USED").map_or(header.analog, |used| used.saturating_mul(samples)),
            is_of_parameters: true,
            ..of_header.clone()
        };
        if of_header.misses(length) > SLACK && of_parameters.misses(length) <= SLACK {
            return of_parameters;
        }
        of_header
    }
}

/// Number of frames. The header's numbers have 16 bits; for longer recordings they are in `TRIAL`, and in `POINT:LONG_FRAMES`.
fn frames(header: &Header, parameters: &Parameters<'_>) -> usize {
    let field = |name: &str| {
        let halves = parameters.numbers("TRIAL", name);
        let half = |at: usize| halves.get(at).map(|half| if *half < 0.0 { *half + 65_536.0 } else { *half } as usize);
        Some(half(0)? + 65_536 * half(1)?)
    };
    let of_trial = || Some((field("ACTUAL_END_FIELD")? + 1).saturating_sub(field("ACTUAL_START_FIELD")?));
    let long = || parameters.count("POINT", "LONG_FRAMES");
    let of_points = || parameters.count("POINT", "FRAMES");
    let own = header.frames();
    // A header whose numbers ran over says less than it has.
    match own {
        0 => of_trial().filter(|frames| *frames > 0).or_else(long).or_else(of_points).unwrap_or(0),
        _ if header.last >= 65_535 || of_trial().is_some_and(|frames| frames > 65_535) => {
            of_trial().into_iter().chain(long()).fold(own, usize::max)
        }
        own => own,
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::{Bytes, Processor};
    use super::*;

    const HEADER: Header = Header { points: 2, analog: 0, first: 1, last: 10, scale: -1.0, data: 1024, rate: 100.0 };

    /// Parameters of numbers: the group, the name, and words.
    fn parameters(all: &[(u8, &str, &[u16])]) -> Vec<u8> {
        let mut bytes = vec![1, 0x50, 1, 84];
        for (number, name) in [(1_i8, "POINT"), (2, "ANALOG"), (3, "TRIAL")] {
            bytes.extend([name.len() as u8, number.wrapping_neg().cast_unsigned()]);
            bytes.extend(name.bytes().chain([3, 0, 0]));
        }
        for (group, name, words) in all {
            bytes.extend([name.len() as u8, *group]);
            bytes.extend(name.bytes());
            bytes.extend((2 * words.len() as u16 + 6).to_le_bytes());
            bytes.extend([2, 1, words.len() as u8]);
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()).chain([0]));
        }
        bytes.resize(1024, 0);
        bytes
    }

    fn layout(header: &Header, all: &[(u8, &str, &[u16])], length: usize) -> FrameLayout {
        let bytes = parameters(all);
        let bytes = Bytes { all: &bytes, processor: Processor::Intel };
        FrameLayout::of(header, &Parameters::read(bytes, 0, 1024), length)
    }

    #[test]
    fn the_header_counts_unless_only_the_parameters_fit_the_file() {
        let three: [(u8, &str, &[u16]); 1] = [(1, "USED", &[30])];
        let length = |points: usize| 1024 + 10 * points * 16;
        assert_eq!(layout(&HEADER, &three, length(2)).points, 2);
        let found = layout(&HEADER, &three, length(30));
        assert_eq!((found.points, found.is_of_parameters), (30, true));
        assert_eq!(layout(&HEADER, &three, 100_000).points, 2, "neither fits");
    }

    #[test]
    fn frames_past_the_numbers_of_the_header_are_counted_elsewhere() {
        let frames = |last: usize, all: &[(u8, &str, &[u16])]| layout(&Header { last, ..HEADER }, all, 1024).frames;
        let trial: [(u8, &str, &[u16]); 2] = [(3, "ACTUAL_START_FIELD", &[1, 0]), (3, "ACTUAL_END_FIELD", &[4_464, 1])];
        assert_eq!((frames(65_535, &trial), frames(4_464, &trial)), (70_000, 70_000));
        assert_eq!(frames(65_535, &[]), 65_535);
        assert_eq!((frames(10, &[(1, "FRAMES", &[99])]), frames(0, &[(1, "FRAMES", &[99])])), (10, 99));
        assert_eq!(frames(0, &[(1, "FRAMES", &[0xFFFF])]), 65_535, "a count without a sign");
    }

    #[test]
    fn the_scale_tells_floats_from_whole_numbers() {
        let found = |scale: f32| layout(&Header { scale, ..HEADER }, &[], 1024);
        assert_eq!((found(-0.1).scale, found(-0.1).stride()), (None, 32));
        assert_eq!((found(0.1).scale, found(0.1).stride()), (Some(0.1), 16));
        assert_eq!(found(f32::NAN).scale, None, "nothing is stated");
    }
}
