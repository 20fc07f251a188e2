//! Packs a motion into the text of a link, or a small file.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use marey::link::{Encoded, Excerpt, LeftOut, Quality, encode, encode_file, to_text};
use marey::write::{self, excerpt};
use serde_json::json;

use super::arguments::{LinkArguments, Tier};
use super::files::choose;
use super::library::{Input, Library};
use super::span::Span;
use super::{Stop, eprintln_quietly, print};

pub(super) fn link(arguments: &LinkArguments) -> Result<(), Stop> {
    let quality = quality(arguments)?;
    let span = Span::new(&arguments.span)?;
    let library = Library::find_all(&arguments.files, None)?;
    let clips = library.clips();
    let output = Output::of(arguments.output.as_deref(), &clips)?;
    let [one] = clips.as_slice() else {
        // One that is refused does not keep the others from being packed.
        let mut failed = false;
        for file in clips {
            match pack(arguments, &library, file, quality, &span, &output) {
                Err(Stop::Failed(message)) => {
                    eprintln_quietly(&message);
                    failed = true;
                }
                done => done?,
            }
        }
        return if failed { Err(Stop::Told) } else { Ok(()) };
    };
    pack(arguments, &library, one, quality, &span, &output)
}

/// Where files are written.
enum Output {
    /// Links are printed.
    Printed,
    File(String),
    Folder(PathBuf),
}

impl Output {
    fn of(name: Option<&str>, clips: &[&Input]) -> Result<Self, Stop> {
        let Some(name) = name else { return Ok(Self::Printed) };
        if !Path::new(name).is_dir() && !name.ends_with(['/', '\\']) {
            return match clips.len() {
                0 | 1 => Ok(Self::File(name.to_owned())),
                count => Err(Stop::Usage(format!(
                    "{count} motions cannot be written to one file: name a folder that is there, or end its name in /"
                ))),
            };
        }
        Ok(Self::Folder(PathBuf::from(name)))
    }

    fn path(&self, input: &Input) -> Option<String> {
        match self {
            Self::Printed => None,
            Self::File(name) => Some(name.clone()),
            Self::Folder(folder) => {
                let name = format!("{}.marey", input.stem);
                Some(folder.join(&input.below).join(name).to_string_lossy().into_owned())
            }
        }
    }

    /// Writes a file that is not there yet, or over one with `force`.
    fn write(&self, path: &str, bytes: &[u8], force: bool) -> Result<(), Stop> {
        if Path::new(path).exists() && !force {
            return Err(Stop::Failed(format!("{path}: it is there already (see --force)")));
        }
        let failed = |error: io::Error| Stop::Failed(format!("{path}: {error}"));
        if let (Self::Folder(_), Some(folder)) = (self, Path::new(path).parent()) {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        std::fs::write(path, bytes).map_err(failed)
    }
}

/// Packs one motion.
fn pack(
    arguments: &LinkArguments,
    library: &Library,
    input: &Input,
    quality: Quality,
    span: &Span,
    output: &Output,
) -> Result<(), Stop> {
    let clip = library.read_or_stop(input)?;
    let file = &input.path;
    let path = output.path(input);
    let behaviour = choose(&clip, arguments.behaviour.as_deref())?;
    let mut wanted = write::Excerpt::default();
    // A file holds all behaviours, unless one is asked for.
    wanted.behaviour = (path.is_none() || arguments.behaviour.is_some()).then_some(behaviour);
    if let Some(chosen) = clip.behaviours.get(behaviour) {
        wanted.moments = span.moments(&chosen.motion);
    }
    let failed = |error: &dyn std::fmt::Display| Stop::Failed(format!("{file}: {error}"));
    let mut part = excerpt(&clip, &wanted).map_err(|error| failed(&error))?;
    if let Some(title) = &arguments.title {
        part.name.clone_from(title);
    }
    let mut progress = Progress::new();
    let packed = match &path {
        Some(_) => encode_file(&part, quality, &mut |share| progress.tell(share)),
        None => encode(&part, &Excerpt::whole(quality), &mut |share| progress.tell(share)),
    };
    progress.clear();
    let packed = packed.map_err(|error| failed(&error))?;
    if let Some(path) = &path {
        output.write(path, &packed.bytes, arguments.force)?;
    }
    tell(arguments, &packed, file, path.as_deref(), &clip)
}

fn quality(arguments: &LinkArguments) -> Result<Quality, Stop> {
    if let Some(characters) = arguments.characters {
        // Four characters for every three bytes.
        return Ok(Quality::Bytes(characters / 4 * 3));
    }
    match (arguments.mean, arguments.quality) {
        (Some(mean), _) if mean.is_finite() && mean > 0.0 => Ok(Quality::Mean(mean)),
        (Some(mean), _) => Err(Stop::Usage(format!("expected millimetres above 0, found {mean}"))),
        (None, Tier::Tiny) => Ok(Quality::TINY),
        (None, Tier::Standard) => Ok(Quality::STANDARD),
        (None, Tier::Faithful) => Ok(Quality::FAITHFUL),
    }
}

fn tell(
    arguments: &LinkArguments,
    packed: &Encoded,
    file: &str,
    output: Option<&str>,
    clip: &marey::model::Clip,
) -> Result<(), Stop> {
    let Encoded { bytes, report } = packed;
    let text = if output.is_some() { None } else { Some(to_text(bytes)) };
    let link = text.as_ref().map(|text| match &arguments.page {
        Some(page) => format!("{}#clip={text}", page.split('#').next().unwrap_or_default()),
        None => text.clone(),
    });
    let left_out: Vec<&str> = report.left_out.iter().map(|what| name(*what)).collect();
    if arguments.json {
        let object = json!({
            "file": file, "name": clip.name, "link": link, "output": output, "bytes": bytes.len(),
            "characters": text.as_ref().map(String::len), "frames": report.frames, "joints": report.joints,
            "mean_mm": report.accuracy.mean_mm, "p99_mm": report.accuracy.p99_mm, "max_mm": report.max_mm,
            "slide_mm_s": report.slide.map(|slide| [slide.original_mm_s, slide.packed_mm_s]),
            "left_out": left_out,
        });
        return print(&format!("{object}\n"));
    }
    let (size, what) = text.as_ref().map_or((bytes.len(), "bytes"), |text| (text.len(), "characters"));
    let mut note = format!(
        "{file}: {size} {what}, {} frames, off by {:.1} mm on average, {:.0} mm at most",
        report.frames, report.accuracy.mean_mm, report.max_mm
    );
    if !left_out.is_empty() {
        note += &format!("; without {}", left_out.join(", "));
    }
    eprintln_quietly(&note);
    link.map_or(Ok(()), |link| print(&format!("{link}\n")))
}

fn name(what: LeftOut) -> &'static str {
    match what {
        LeftOut::Skin => "its skin",
        LeftOut::Weights => "the skin's weights",
        LeftOut::Masses => "masses",
        LeftOut::Notes => "notes",
        LeftOut::OtherBehaviours => "its other behaviours",
        LeftOut::LongNames => "the ends of long names",
    }
}

/// A line on a terminal, and nothing anywhere else.
struct Progress {
    percent: Option<u32>,
}

impl Progress {
    fn new() -> Self {
        Self { percent: io::stderr().is_terminal().then_some(0) }
    }

    fn tell(&mut self, share: f32) -> bool {
        let now = (100.0 * share) as u32;
        if let Some(percent) = &mut self.percent
            && now > *percent
        {
            *percent = now;
            write!(io::stderr(), "\rpacking: {now} %").ok();
        }
        true
    }

    fn clear(&self) {
        if self.percent.is_some() {
            write!(io::stderr(), "\r\x1b[K").ok();
        }
    }
}
