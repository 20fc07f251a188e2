//! Films of motions.

mod drawn;
mod ledger;
mod played;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use marey::model::Clip;
use serde_json::json;

use self::ledger::Ledger;
use super::arguments::{FilmArguments, FilmFormat};
use super::browser::{self, PagePlayer};
use super::file_names::file_name;
use super::files::choose;
use super::library::{Input, Library};
use super::span::TimeSpan;
use super::wording::counted;
use super::writing::{FileWriter, check_files};
use super::{Stop, eprintln_quietly, hash};

/// Films whose makers drew them in another way are made again.
const EDITION: u32 = 1;

/// The settings and the folder of all films of a run.
struct Studio<'a> {
    arguments: &'a FilmArguments,
    library: &'a Library,
    format: FilmFormat,
    fps: f64,
    /// The version of the player that makes the films; empty where the program draws them.
    player: String,
    span: TimeSpan,
    ledger: Ledger,
    /// Writes films whose place is free, and those that may be replaced.
    writer: FileWriter,
    replacing: FileWriter,
}

/// A film to be made of a motion that was read.
struct FilmTake<'c> {
    clip: &'c Clip,
    behaviour: usize,
    /// First and last moment, seconds.
    span: [f64; 2],
    /// The file, or the folder of numbered pictures, in the folder of films.
    name: String,
    /// The hash of all that the film depends on.
    key: String,
    caption: String,
}

pub(super) fn film(arguments: &FilmArguments) -> Result<(), Stop> {
    let player = arguments.player.as_deref().map(PagePlayer::find).transpose()?;
    let player = match player {
        Some(player) => browser_of(arguments)?.map(|program| (player, program)),
        None => None,
    };
    let format = arguments.format.unwrap_or(if player.is_some() { FilmFormat::Webm } else { FilmFormat::Gif });
    if player.is_none() && matches!(format, FilmFormat::Webm | FilmFormat::Mp4) {
        let what = "is written by the player in a browser: name the folder of the player (--player FOLDER)";
        let other = "without it there are gif, and png for an encoder";
        return Err(Stop::Usage(format!("--format {} {what}; {other}", format.extension())));
    }
    fs::create_dir_all(&arguments.out).map_err(|error| Stop::Failed(format!("{}: {error}", arguments.out)))?;
    let mut library = Library::find_all(&arguments.files, Some(Path::new(&arguments.out)))?;
    library.read_as(&arguments.reading);
    library.keep_motions_apart();
    let clips = library.clips();
    check_files(&clips, true)?;
    let player = player.filter(|_| !format.is_numbered());
    let studio = Studio {
        arguments,
        library: &library,
        format,
        fps: arguments.fps.unwrap_or(if format == FilmFormat::Gif { 20.0 } else { 30.0 }),
        player: player.as_ref().map(|(player, _)| player.key()).transpose()?.unwrap_or_default(),
        span: TimeSpan::new(&arguments.span)?,
        ledger: Ledger::read(Path::new(&arguments.out))?,
        writer: FileWriter::new(&library, false, true),
        replacing: FileWriter::new(&library, true, true),
    };
    match player {
        Some((player, program)) => played::films(&studio, &clips, &player, program),
        None => {
            arguments.drawn_camera().map_err(Stop::Usage)?;
            drawn::films(&studio, &clips)
        }
    }
}

/// The browser for the player. Without one that is named, there may be none: the program then draws the films itself.
fn browser_of(arguments: &FilmArguments) -> Result<Option<PathBuf>, Stop> {
    match browser::find(arguments.browser.as_deref().unwrap_or_default()) {
        Ok(program) => Ok(Some(program)),
        Err(Stop::Usage(message)) if arguments.browser.is_none() => {
            eprintln_quietly(&format!("{message}. The program draws the films itself"));
            Ok(None)
        }
        Err(stop) => Err(stop),
    }
}

impl Studio<'_> {
    /// The films to be made of a motion.
    fn takes<'c>(&self, input: &Input, clip: &'c Clip) -> Result<Vec<FilmTake<'c>>, Stop> {
        let named = self.arguments.behaviour.as_deref();
        let behaviours: Vec<usize> = match named {
            Some(_) => vec![choose(clip, named)?],
            None => (0..clip.behaviours.len()).collect(),
        };
        let is_single = clip.behaviours.len() < 2 || named.is_some();
        let content = self.content(input).map_err(|error| Stop::Failed(format!("{}: {error}", input.path)))?;
        let take = |behaviour: usize| {
            let Some(shown) = clip.behaviours.get(behaviour) else { return Ok(None) };
            let span = self.span.seconds(&shown.motion)?;
            let own = if is_single { String::new() } else { format!(".{}", file_name(&shown.name)) };
            let stem = format!("{}{own}", input.stem);
            let end =
                if self.format.is_numbered() { String::from("/") } else { format!(".{}", self.format.extension()) };
            let name = input.below.join(format!("{stem}{end}")).to_string_lossy().replace('\\', "/");
            let title = if is_single { input.stem.clone() } else { shown.name.clone() };
            let caption = self.arguments.caption.replace("{name}", &title);
            let key = hash::hex(json!([content, behaviour, span, caption, self.options()]).to_string().as_bytes());
            Ok(Some(FilmTake { clip, behaviour, span, name, key, caption }))
        };
        let takes: Vec<Option<FilmTake<'c>>> = behaviours.into_iter().map(take).collect::<Result<_, Stop>>()?;
        Ok(takes.into_iter().flatten().collect())
    }

    /// A hash of a motion's file and of those that it may need.
    fn content(&self, input: &Input) -> std::io::Result<String> {
        // Standard input may be another motion each time, and of a link only the start is known here: their films are always made again.
        let is_file = input.opened.is_file();
        let mut all = if is_file { hash::of_file(&input.opened)?.0 } else { format!("{:?}", SystemTime::now()) };
        for companion in self.library.possible_companions(input) {
            all += &hash::of_file(&companion.opened).map(|(hash, _)| hash).unwrap_or_default();
        }
        Ok(hash::hex(all.as_bytes()))
    }

    /// All options on which a film depends.
    fn options(&self) -> String {
        let FilmArguments { size, speed, look, theme, camera, follow, source_unit, source_up, reading, .. } =
            self.arguments;
        let how =
            (self.format, self.fps, size, speed, look, theme, camera, follow, source_unit, source_up, &self.player);
        format!("{EDITION} {} {how:?} {reading:?}", env!("CARGO_PKG_VERSION"))
    }

    /// Whether a film is finished already.
    fn has(&self, take: &FilmTake<'_>) -> bool {
        !self.arguments.force && self.ledger.has(&take.name, &take.key) && Path::new(&self.path(&take.name)).exists()
    }

    /// The place of a film.
    fn path(&self, name: &str) -> String {
        Path::new(&self.arguments.out).join(name).to_string_lossy().into_owned()
    }

    /// Writes a film of one file, and notes that it is finished.
    fn put(&self, name: &str, key: &str, bytes: Vec<u8>) -> Result<(), Stop> {
        let may_replace = self.arguments.force || self.ledger.knows(name);
        let writer = if may_replace { &self.replacing } else { &self.writer };
        writer.write(&[(self.path(name), bytes)])?;
        self.ledger.finish(name, key)
    }
}

/// The last line: how many films were made, and how many were there.
fn tell(studio: &Studio<'_>, made: usize, kept: usize) {
    let kept = match kept {
        0 => String::new(),
        kept => format!(", {} kept that {} finished", kept, if kept == 1 { "was" } else { "were" }),
    };
    eprintln_quietly(&format!("{}: {}{kept}", studio.arguments.out, counted(made, "film")));
}
