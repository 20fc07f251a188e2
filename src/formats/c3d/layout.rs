//! Where the frames are, and how long they are.

use super::header::{BLOCK, Header, block};
use super::parameters::Parameters;

/// Bytes by which a file may be longer or shorter than its frames: it ends with its last block, or with a few more.
const SLACK: usize = 4 * BLOCK;

/// The layout of the frames.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
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

impl Layout {
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
