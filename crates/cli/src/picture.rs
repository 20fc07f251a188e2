//! Draws several moments of a motion in one picture.

use marey::look::Theme;
use marey::model::Motion;
use marey_study::picture::{Colouring, Figure, PictureError, Reading, Selection, Sheet, Spacing};

use super::arguments::{PictureArguments, PictureLook, PictureSpacing, PictureTheme, PictureTint};
use super::files::choose;
use super::library::Library;
use super::span::{SpanEnd, TimeSpan};
use super::units::{axis, metres};
use super::wording::counted;
use super::writing::FileWriter;
use super::{Stop, print};

pub(super) fn picture(arguments: &PictureArguments) -> Result<(), Stop> {
    let (files, out) = match arguments.files.split_last() {
        Some((out, files)) if out.to_lowercase().ends_with(".svg") => (files, Some(out)),
        _ => (&*arguments.files, None),
    };
    if files.is_empty() {
        return Err(Stop::Usage("expected a motion file before the picture to write".into()));
    }
    let mut library = Library::find_all(files, None)?;
    library.read_as(&arguments.reading);
    let clips = library.clips();
    let [file] = clips.as_slice() else {
        let found = counted(clips.len(), "motion");
        return Err(Stop::Usage(format!("expected one motion, and the files that it needs; found {found}")));
    };
    let span = TimeSpan::new(&arguments.span)?;
    let reading = reading(arguments)?;
    let clip = library.read_or_stop(file)?;
    let behaviour = choose(&clip, arguments.behaviour.as_deref())?;
    let refused = |error: PictureError| {
        let what_helps = match error {
            PictureError::NoContacts => " (spread the moments by --spacing time or distance)",
            _ => "",
        };
        Stop::Failed(format!("{}: {error}{what_helps}", file.path))
    };
    let mut figure = Figure::new(&clip, behaviour, &reading).map_err(refused)?;
    if arguments.look == PictureLook::Body {
        figure.wear_body().map_err(|reason| Stop::Failed(format!("{}: no body: {reason}", file.path)))?;
    }
    let Some(shown) = clip.behaviours.get(behaviour) else { return Err(refused(PictureError::NoMotion)) };
    let theme = match arguments.theme {
        PictureTheme::Light => Theme::Light,
        PictureTheme::Dark => Theme::Dark,
    };
    let selection = Selection::default()
        .count(arguments.moments.map(usize::from))
        .spacing(match arguments.spacing {
            PictureSpacing::Time => Spacing::Time,
            PictureSpacing::Distance => Spacing::Distance,
            PictureSpacing::Contacts => Spacing::Contacts,
        })
        .colouring(match arguments.tint {
            PictureTint::Fade => Colouring::Fade,
            PictureTint::Viridis => Colouring::Viridis,
            PictureTint::None => Colouring::Own,
        })
        .theme(theme)
        .span(span.seconds(&shown.motion)?)
        .at(moments(arguments, &shown.motion)?);
    let layout = figure.choose(&selection).map_err(refused)?;
    let sheet = Sheet::default()
        .width(arguments.width)
        .theme(theme)
        .background(!arguments.transparent)
        .title(arguments.title.clone());
    let svg = figure.draw(&layout, &sheet).map_err(refused)?;
    match out {
        Some(out) => FileWriter::new(&library, arguments.force, false).write(&[(out.clone(), svg.into_bytes())]),
        None => print(&svg),
    }
}

/// The moments of `--at`, seconds.
fn moments(arguments: &PictureArguments, motion: &Motion) -> Result<Vec<f64>, Stop> {
    let Some(list) = &arguments.at else { return Ok(Vec::new()) };
    let parse = |text: &str| {
        let Some(moment) = SpanEnd::parse(text.trim()) else {
            let forms = "seconds (0.5), minutes (2:03) or frames (f120), with commas";
            return Err(Stop::Usage(format!("expected --at to be {forms}, found `{text}`")));
        };
        let seconds = moment.seconds(motion);
        // The last frame's time may have been written with fewer digits than it has.
        if seconds > motion.duration() + 0.5 * motion.frame_time() {
            let (frames, duration) = (counted(motion.frame_count(), "frame"), motion.duration());
            return Err(Stop::Usage(format!("there is no moment `{text}`: the motion has {frames}, {duration:.2} s")));
        }
        Ok(seconds.min(motion.duration()))
    };
    let moments: Vec<f64> = list.split(',').map(parse).collect::<Result<_, _>>()?;
    if moments.len() > marey_study::picture::MOST_FIGURES {
        return Err(Stop::Usage(format!("a picture has at most {} figures", marey_study::picture::MOST_FIGURES)));
    }
    Ok(moments)
}

fn reading(arguments: &PictureArguments) -> Result<Reading, Stop> {
    let unit = arguments.source_unit.as_deref().map(metres).transpose()?;
    Ok(Reading::default().metres_per_unit(unit).up(arguments.source_up.as_deref().map(axis).transpose()?))
}
