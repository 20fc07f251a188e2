//! Films that the player makes in a browser.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::{FilmTake, Studio, tell};
use crate::arguments::{FilmFollow, PictureTheme};
use crate::browser::{self, BrowserSettings, DrawingJob, PagePlayer};
use crate::library::Input;
use crate::remade::make_all;
use crate::{Stop, eprintln_quietly};

/// Most files that a clip is given besides its own.
const MOST_COMPANIONS: usize = 60;
/// The name of the film in the order.
const FILM: &str = "film";

/// A film to be made, without the motion that was read.
struct FilmRequest {
    name: String,
    key: String,
    file: String,
    job: DrawingJob,
}

pub(super) fn films(studio: &Studio<'_>, clips: &[&Input], player: &PagePlayer, program: PathBuf) -> Result<(), Stop> {
    let (mut wanted, mut kept) = (Vec::new(), 0);
    let read = make_all(
        clips,
        |input, _| {
            if !input.opened.is_file() {
                let what = "a browser films files: save what a link or standard input contains as a file first";
                return Err(Stop::Failed(format!("{}: {what}", input.path)));
            }
            let clip = studio.library.read_or_stop(input)?;
            let is_single = clip.behaviours.len() < 2;
            let takes = studio.takes(input, &clip)?;
            let (there, missing): (Vec<_>, Vec<_>) = takes.into_iter().partition(|take| studio.has(take));
            let missing: Vec<FilmRequest> =
                missing.into_iter().map(|take| film(studio, input, take, is_single)).collect();
            Ok((there.len(), missing))
        },
        |(there, missing)| {
            kept += there;
            wanted.extend(missing);
            Ok(())
        },
    );
    let mut has_failed = match read {
        Ok(()) => false,
        Err(Stop::Reported) => true,
        Err(stop) => return Err(stop),
    };
    let settings = BrowserSettings {
        program,
        flags: studio.arguments.browser_flag.clone(),
        limit: Duration::from_secs(studio.arguments.browser_timeout),
        otherwise: "the films that it has not made are missing; run the command again to go on",
    };
    let mut made = 0;
    let (jobs, films): (Vec<DrawingJob>, Vec<(String, String, String)>) =
        wanted.into_iter().map(|one| (one.job, (one.name, one.key, one.file))).unzip();
    if !jobs.is_empty() {
        browser::draw(&jobs, &settings, player, |index, drawn| {
            let Some((name, key, file)) = films.get(index) else { return Ok(()) };
            let bytes = drawn.and_then(|mut drawn| {
                drawn
                    .remove(FILM)
                    .filter(|bytes| !bytes.is_empty())
                    .ok_or_else(|| "the browser sent no film".to_owned())
            });
            match bytes {
                Ok(bytes) => {
                    made += 1;
                    studio.put(name, key, bytes)
                }
                Err(message) => {
                    eprintln_quietly(&format!("{file}: not filmed: {message}"));
                    has_failed = true;
                    Ok(())
                }
            }
        })?;
    }
    tell(studio, made, kept);
    if has_failed { Err(Stop::Reported) } else { Ok(()) }
}

/// The order for a film.
fn film(studio: &Studio<'_>, input: &Input, take: FilmTake<'_>, is_single: bool) -> FilmRequest {
    let arguments = studio.arguments;
    let (width, height) = arguments.size;
    let mut files = vec![(name_of(&input.path), input.opened.clone())];
    let companions = studio.library.possible_companions(input).iter().filter(|file| file.path != input.path);
    files.extend(companions.take(MOST_COMPANIONS).map(|file| (name_of(&file.path), file.opened.clone())));
    let theme = match arguments.theme {
        PictureTheme::Light => "light",
        PictureTheme::Dark => "dark",
    };
    let follow = match arguments.follow {
        FilmFollow::Auto => "auto",
        FilmFollow::On => "on",
        FilmFollow::Off => "off",
    };
    let behaviour = take.clip.behaviours.get(take.behaviour).filter(|_| !is_single).map(|one| &one.name);
    let reading = &arguments.reading;
    let order = json!({
        "moment": take.span[0],
        "attributes": {
            "joints": reading.joints, "axes": reading.axes, "holds": reading.holds, "unit": arguments.source_unit,
            "up": arguments.source_up, "skip-reference": reading.skip_reference.then_some(""),
            "look": arguments.look.attribute(), "behaviour": behaviour, "follow": follow, "camera": arguments.camera,
        },
        "width": width, "height": height, "pictures": [],
        "film": {
            "name": FILM, "format": studio.format.extension(), "width": width, "height": height, "theme": theme,
            "fps": studio.fps, "speed": arguments.speed, "from": take.span[0], "to": take.span[1], "caption": take.caption,
        },
    });
    FilmRequest { name: take.name, key: take.key, file: input.path.clone(), job: DrawingJob { files, order } }
}

fn name_of(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
