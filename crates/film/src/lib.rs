//! Films of a figure without a window: an animated GIF, or numbered pictures for an encoder of one's own.
//!
//! ```
//! use marey_film::{Film, FilmOptions};
//! use marey_study::picture::{Figure, FilmLook, Reading};
//! # let file = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition JOINT Chest { OFFSET 0 60 0
//! #     End Site { OFFSET 0 10 0 } } } MOTION\nFrames: 2\nFrame Time: 0.5\n0 90 0\n40 90 0";
//! # let clip = marey::formats::parse("a.bvh", file, marey::Limits::default())?;
//!
//! let mut figure = Figure::new(&clip, 0, &Reading::default())?;
//! let options = FilmOptions::default().fps(20.0);
//! let mut film = Film::new(&mut figure, [0.0, 0.5], &FilmLook::default().size((160, 90)), &options)?;
//! assert_eq!(film.frames(), 10);
//! let mut gif = Vec::new();
//! film.write_gif(&mut gif, |_| true)?;
//! assert!(gif.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod canvas;
mod caption;
mod fading;
mod film;
mod gif;

pub use self::canvas::Canvas;
pub use self::film::{Film, FilmError, FilmOptions, MOST_FRAMES, MOST_GIF_FPS, MOST_PIXELS};
