//! Films that the program draws itself.

use std::fs;
use std::path::Path;

use marey::look::Theme;
use marey_film::{Film, FilmError, FilmOptions};
use marey_study::picture::{Figure, FilmLook, Reading};

use super::{FilmTake, Studio, tell};
use crate::Stop;
use crate::arguments::{FilmFollow, FilmFormat, PictureLook, PictureTheme};
use crate::cores::ProgressLine;
use crate::library::Input;
use crate::remade::make_all;
use crate::units::{axis, metres};
use crate::whole_file::write;

/// How many films of a motion were made, and how many were there.
#[derive(Default)]
struct Done {
    made: usize,
    kept: usize,
}

pub(super) fn films(studio: &Studio<'_>, clips: &[&Input]) -> Result<(), Stop> {
    let arguments = studio.arguments;
    let unit = arguments.source_unit.as_deref().map(metres).transpose()?;
    let up = arguments.source_up.as_deref().map(axis).transpose()?;
    let reading = Reading::default().metres_per_unit(unit).up(up);
    let is_alone = clips.len() == 1;
    let (mut made, mut kept) = (0, 0);
    let result = make_all(
        clips,
        |input, notes| film_all(studio, input, &reading, is_alone, notes),
        |done| {
            (made, kept) = (made + done.made, kept + done.kept);
            Ok(())
        },
    );
    tell(studio, made, kept);
    result
}

/// Makes the films of a motion.
fn film_all(
    studio: &Studio<'_>,
    input: &Input,
    reading: &Reading,
    is_alone: bool,
    notes: &mut Vec<String>,
) -> Result<Done, Stop> {
    let clip = studio.library.read_or_stop(input)?;
    let mut done = Done::default();
    for take in studio.takes(input, &clip)? {
        if studio.has(&take) {
            done.kept += 1;
            continue;
        }
        let note = film(studio, &take, reading, is_alone)
            .map_err(|error| match error {
                FilmStop::Film(error) => Stop::Failed(format!("{}: {error}", input.path)),
                FilmStop::Stop(stop) => stop,
            })?
            .map(|note| format!("{}: {note}", input.path));
        done.made += 1;
        notes.extend(note);
    }
    Ok(done)
}

enum FilmStop {
    Film(FilmError),
    Stop(Stop),
}

impl<E: Into<FilmError>> From<E> for FilmStop {
    fn from(error: E) -> Self {
        Self::Film(error.into())
    }
}

/// Makes a film. Returns a remark.
fn film(
    studio: &Studio<'_>,
    take: &FilmTake<'_>,
    reading: &Reading,
    is_alone: bool,
) -> Result<Option<String>, FilmStop> {
    let arguments = studio.arguments;
    let mut figure = Figure::new(take.clip, take.behaviour, reading)?;
    let mut note = None;
    if arguments.look == PictureLook::Body
        && let Err(reason) = figure.wear_body()
    {
        note = Some(format!("filmed as bones, without a body: {reason}"));
    }
    let camera = arguments.drawn_camera().map_err(|error| FilmStop::Stop(Stop::Usage(error)))?;
    let look = FilmLook::default()
        .size(arguments.size)
        .theme(match arguments.theme {
            PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
        })
        .camera(camera)
        .follows(match arguments.follow {
            FilmFollow::Auto => None,
            FilmFollow::On => Some(true),
            FilmFollow::Off => Some(false),
        });
    let options = FilmOptions::default().fps(studio.fps).speed(arguments.speed).caption(take.caption.clone());
    let mut film = Film::new(&mut figure, take.span, &look, &options)?;
    let frames = film.frames();
    let mut line = is_alone.then(|| ProgressLine::new(1));
    let mut progress = |done: usize| {
        line.iter_mut().for_each(|line| line.show_share(done as f64 / frames as f64));
        true
    };
    if studio.format == FilmFormat::Gif {
        let mut bytes = Vec::new();
        film.write_gif(&mut bytes, &mut progress)?;
        studio.put(&take.name, &take.key, bytes).map_err(FilmStop::Stop)?;
    } else {
        numbered(studio, take, &mut film, &mut progress)?;
    }
    line.iter_mut().for_each(ProgressLine::hide);
    Ok(note)
}

/// Writes the frames of a film as numbered pictures.
fn numbered(
    studio: &Studio<'_>,
    take: &FilmTake<'_>,
    film: &mut Film<'_, '_>,
    progress: &mut impl FnMut(usize) -> bool,
) -> Result<(), FilmStop> {
    let folder = studio.path(&take.name);
    let folder = Path::new(&folder);
    let failed = |error: std::io::Error| FilmStop::Stop(Stop::Failed(format!("{}: {error}", folder.display())));
    let may_replace = studio.arguments.force || studio.ledger.knows(&take.name);
    let is_there = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_there && !may_replace {
        let what = "exists already, with files of its own (replace them with --force)";
        return Err(FilmStop::Stop(Stop::Failed(format!("{}: {what}", folder.display()))));
    }
    studio.ledger.begin(&take.name).map_err(FilmStop::Stop)?;
    // Pictures of a longer film would be left.
    if is_there {
        remove_pictures(folder, studio.format.extension()).map_err(failed)?;
    }
    let digits = film.frames().to_string().len().max(4);
    for frame in 0..film.frames() {
        let bytes = match studio.format {
            FilmFormat::Svg => film.svg(frame)?.into_bytes(),
            _ => film.frame(frame)?.png().ok_or(FilmError::Size)?,
        };
        let name = format!("{frame:0digits$}.{}", studio.format.extension());
        write(&folder.join(name), &bytes).map_err(failed)?;
        progress(frame + 1);
    }
    studio.ledger.finish(&take.name, &take.key).map_err(FilmStop::Stop)
}

/// Removes the numbered pictures of an earlier film.
fn remove_pictures(folder: &Path, extension: &str) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_numbered =
            path.file_stem().is_some_and(|stem| stem.to_string_lossy().bytes().all(|byte| byte.is_ascii_digit()));
        if is_numbered && path.extension().is_some_and(|own| own == extension) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
