//! The frames of a film, one after the other.

use std::fmt;
use std::io::{self, Write};

use marey::setters;
use marey_study::picture::{Figure, FilmLook, PictureError, Reel};

use crate::canvas::Canvas;
use crate::caption;
use crate::gif::GifWriter;

/// Most frames of a film.
pub const MOST_FRAMES: usize = 36_000;
/// Most pixels on a side of a film.
pub const MOST_PIXELS: u32 = 4096;
/// Programs that show GIFs take faster ones for slow ones.
pub const MOST_GIF_FPS: f64 = 50.0;
/// A figure without motion is seen for so long: seconds.
const STANDS: f64 = 3.0;
/// Most frames from which the colours of a GIF are taken.
const SAMPLES: usize = 12;

/// How long a film is and what is written in it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FilmOptions {
    /// Frames a second.
    pub fps: f64,
    /// 1 is real time.
    pub speed: f64,
    /// A text at the lower left of each frame, in which `{time}` is the time in the motion. Empty: none.
    pub caption: String,
}

impl Default for FilmOptions {
    fn default() -> Self {
        Self { fps: 20.0, speed: 1.0, caption: String::new() }
    }
}

setters!(FilmOptions { fps: f64, speed: f64, caption: String });

/// Why there is no film.
#[derive(Debug)]
#[non_exhaustive]
pub enum FilmError {
    /// A moment cannot be drawn.
    Picture(PictureError),
    /// The size is empty or over [`MOST_PIXELS`] on a side.
    Size,
    /// The rate or the speed is no number above 0, or the rate is over 240, for a GIF over [`MOST_GIF_FPS`].
    Rate,
    /// The film would have more than [`MOST_FRAMES`].
    Long,
    /// The caller stopped it.
    Stopped,
    /// The output cannot be written.
    Io(io::Error),
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(error) => error.fmt(f),
            Self::Size => write!(f, "a film has from 16 to {MOST_PIXELS} pixels on a side"),
            Self::Rate => {
                write!(f, "a film has up to 240 frames a second, as a GIF up to {MOST_GIF_FPS}, and a speed above 0")
            }
            Self::Long => {
                write!(f, "a film has at most {MOST_FRAMES} frames: choose a shorter range or fewer frames a second")
            }
            Self::Stopped => f.write_str("the film was stopped"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FilmError {}

impl From<PictureError> for FilmError {
    fn from(error: PictureError) -> Self {
        Self::Picture(error)
    }
}

impl From<io::Error> for FilmError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A film of a figure.
#[derive(Debug)]
pub struct Film<'f, 'a> {
    figure: &'f mut Figure<'a>,
    reel: Reel,
    options: FilmOptions,
    from: f64,
    to: f64,
    frames: usize,
    canvas: Canvas,
}

impl<'f, 'a> Film<'f, 'a> {
    /// A film of the motion from one moment to another (seconds). It has as many frames as its duration times its rate, at least one; a
    /// figure without motion stands for three seconds.
    ///
    /// # Errors
    /// [`FilmError::Picture`], [`FilmError::Size`], [`FilmError::Rate`], [`FilmError::Long`].
    pub fn new(
        figure: &'f mut Figure<'a>,
        [from, to]: [f64; 2],
        look: &FilmLook,
        options: &FilmOptions,
    ) -> Result<Self, FilmError> {
        let FilmOptions { fps, speed, .. } = *options;
        if !(fps > 0.0 && fps <= 240.0 && speed > 0.0 && speed.is_finite()) {
            return Err(FilmError::Rate);
        }
        let sides = 16..=MOST_PIXELS;
        if !sides.contains(&look.size.0) || !sides.contains(&look.size.1) {
            return Err(FilmError::Size);
        }
        let seconds = if to > from { (to - from) / speed } else { STANDS };
        let frames = (seconds * fps).round().max(1.0);
        if frames > MOST_FRAMES as f64 {
            return Err(FilmError::Long);
        }
        let reel = figure.reel([from, to], look)?;
        let canvas = Canvas::new(look.size.0, look.size.1).ok_or(FilmError::Size)?;
        Ok(Self { figure, reel, options: options.clone(), from, to, frames: frames as usize, canvas })
    }

    /// The number of frames.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// The moment of a frame in the motion, seconds.
    pub fn moment(&self, frame: usize) -> f64 {
        (self.from + frame as f64 * self.options.speed / self.options.fps).min(self.to)
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// [`FilmError::Picture`].
    pub fn frame(&mut self, frame: usize) -> Result<&Canvas, FilmError> {
        let (moment, caption) = (self.moment(frame), self.caption(frame));
        self.reel.paint(self.figure, moment, &mut self.canvas)?;
        caption::write(&mut self.canvas, &caption, self.reel.ink());
        Ok(&self.canvas)
    }

    /// Draws a frame as SVG.
    ///
    /// # Errors
    /// [`FilmError::Picture`].
    pub fn svg(&mut self, frame: usize) -> Result<String, FilmError> {
        let (moment, caption) = (self.moment(frame), self.caption(frame));
        Ok(self.reel.svg(self.figure, moment, &caption)?)
    }

    /// Writes the film as a GIF that starts again at its end. `progress` gets the number of frames that are done, and stops the film if it
    /// returns false.
    ///
    /// # Errors
    /// [`FilmError::Picture`], [`FilmError::Rate`] over [`MOST_GIF_FPS`], [`FilmError::Stopped`], [`FilmError::Io`].
    pub fn write_gif(&mut self, out: impl Write, mut progress: impl FnMut(usize) -> bool) -> Result<(), FilmError> {
        if self.options.fps > MOST_GIF_FPS {
            return Err(FilmError::Rate);
        }
        let (width, height) = self.canvas.size();
        let size =
            (u16::try_from(width).map_err(|_| FilmError::Size)?, u16::try_from(height).map_err(|_| FilmError::Size)?);
        let (last, count) = (self.frames - 1, self.frames.min(SAMPLES));
        let sampled = (0..count).map(|index| index * last / (count - 1).max(1));
        let samples: Vec<Canvas> = sampled.clone().map(|frame| self.frame(frame).cloned()).collect::<Result<_, _>>()?;
        let mut gif = GifWriter::new(out, size, self.options.fps, &samples)?;
        // The samples are drawn once only. Their colours' places take a quarter of their memory.
        let drawn: Vec<(usize, Vec<u8>)> =
            sampled.zip(samples).map(|(frame, canvas)| (frame, gif.places(&canvas))).collect();
        let mut drawn = drawn.into_iter().peekable();
        for frame in 0..self.frames {
            let places = match drawn.next_if(|(sampled, _)| *sampled == frame) {
                Some((_, places)) => places,
                None => gif.places(self.frame(frame)?),
            };
            gif.add(places)?;
            if !progress(frame + 1) {
                return Err(FilmError::Stopped);
            }
        }
        Ok(gif.finish()?)
    }

    fn caption(&self, frame: usize) -> String {
        self.options.caption.replace("{time}", &format!("{:.2} s", self.moment(frame)))
    }
}
