//! A motion as an animated GIF.

use marey::look::Theme;
use marey_film::{Film, FilmOptions};
use marey_study::picture::{Figure, FilmCamera, FilmLook, Reading};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failures::Failure;
use crate::motion::clip_of_arrays;

/// The keyword arguments of `marey.Motion.film`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FilmChoice {
    size: (u32, u32),
    fps: f64,
    speed: f64,
    span: [f64; 2],
    look: String,
    theme: String,
    camera: String,
    follow: String,
    caption: String,
}

/// How a film is made, once all words are understood.
pub(crate) struct FilmPlan {
    look: FilmLook,
    options: FilmOptions,
    span: [f64; 2],
    wears_body: bool,
}

impl FilmChoice {
    pub(crate) fn plan(self) -> PyResult<FilmPlan> {
        let wrong = |name: &str, takes: &str, found: &str| {
            PyValueError::new_err(format!("{name} takes {takes}, and is '{found}'"))
        };
        let wears_body = match self.look.as_str() {
            "bones" => false,
            "body" => true,
            other => return Err(wrong("look", "'bones' or 'body'", other)),
        };
        let theme = match self.theme.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => return Err(wrong("theme", "'light' or 'dark'", other)),
        };
        let follows = match self.follow.as_str() {
            "auto" => None,
            "on" => Some(true),
            "off" => Some(false),
            other => return Err(wrong("follow", "'auto', 'on' or 'off'", other)),
        };
        let camera = FilmCamera::from_text(&self.camera).ok_or_else(|| {
            let takes = "'front', 'back', 'left', 'right', 'top', 'home', or degrees as 'yaw,pitch'";
            wrong("camera", takes, &self.camera)
        })?;
        Ok(FilmPlan {
            look: FilmLook::default().size(self.size).theme(theme).camera(camera).follows(follows),
            options: FilmOptions::default().fps(self.fps).speed(self.speed).caption(self.caption),
            span: self.span,
            wears_body,
        })
    }
}

impl FilmPlan {
    /// The film of a motion's archive as a GIF, and why the figure wears no body where one was asked for.
    pub(crate) fn gif(&self, archive: &[u8], positions: &[f32]) -> Result<(Vec<u8>, Option<String>), Failure> {
        let refused = |error: &dyn std::fmt::Display| Failure::Argument(error.to_string());
        let clip = clip_of_arrays(archive, positions)?;
        let mut figure = Figure::new(&clip, 0, &Reading::default()).map_err(|error| refused(&error))?;
        let bare = if self.wears_body { figure.wear_body().err().map(|reason| reason.to_string()) } else { None };
        let mut film = Film::new(&mut figure, self.span, &self.look, &self.options).map_err(|error| refused(&error))?;
        let mut gif = Vec::new();
        film.write_gif(&mut gif, |_| true).map_err(|error| refused(&error))?;
        Ok((gif, bare))
    }
}
