//! Packs motions into links or small files.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use marey::model::Clip;
use marey_link::{Encoded, Excerpt, LeftOut, MARKS_NOTE, Quality, encode, encode_file, to_text};
use marey_write::excerpt;
use serde_json::json;

use super::arguments::{LinkArguments, Tier};
use super::files::choose;
use super::library::{Input, Library};
use super::span::TimeSpan;
use super::wording::counted;
use super::writing::{FileWriter, check_files, is_folder};
use super::{Stop, eprintln_quietly, print};

pub(super) fn link(arguments: &LinkArguments) -> Result<(), Stop> {
    let quality = quality(arguments)?;
    let span = TimeSpan::new(&arguments.span)?;
    let out = Out::of(arguments.output.as_deref());
    let mut library = Library::find_all(&arguments.files, out.folder())?;
    library.read_as(&arguments.reading);
    // Packed motion has no sticks beside the tree.
    library.read_joint_centres();
    let clips = library.clips();
    if !matches!(out, Out::Printed) {
        check_files(&clips, out.folder().is_some())?;
    }
    let packer = Packer {
        arguments,
        library: &library,
        quality,
        span,
        writer: FileWriter::new(&library, arguments.force, out.folder().is_some()),
        out,
    };
    let [only] = clips.as_slice() else {
        // A refused motion does not stop the others.
        let mut failed = false;
        for file in clips {
            match packer.pack(file) {
                Err(Stop::Failed(message)) => {
                    eprintln_quietly(&message);
                    failed = true;
                }
                done => done?,
            }
        }
        return if failed { Err(Stop::Reported) } else { Ok(()) };
    };
    packer.pack(only)
}

/// Where packed motions go.
enum Out {
    /// To standard output, as text.
    Printed,
    File(String),
    Folder(PathBuf),
}

impl Out {
    fn of(name: Option<&str>) -> Self {
        match name {
            None => Self::Printed,
            Some(name) if is_folder(name) => Self::Folder(PathBuf::from(name)),
            Some(name) => Self::File(name.to_owned()),
        }
    }

    fn folder(&self) -> Option<&Path> {
        if let Self::Folder(folder) = self { Some(folder) } else { None }
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
}

struct Packer<'a> {
    arguments: &'a LinkArguments,
    library: &'a Library,
    quality: Quality,
    span: TimeSpan,
    writer: FileWriter,
    out: Out,
}

impl Packer<'_> {
    fn pack(&self, input: &Input) -> Result<(), Stop> {
        let clip = self.library.read_or_stop(input)?;
        let file = &input.path;
        let path = self.out.path(input);
        let behaviour = choose(&clip, self.arguments.behaviour.as_deref())?;
        let mut wanted = marey_write::Excerpt::default();
        // A file holds all behaviours, unless one is chosen.
        wanted.behaviour = (path.is_none() || self.arguments.behaviour.is_some()).then_some(behaviour);
        if let Some(chosen) = clip.behaviours.get(behaviour) {
            wanted.moments = self.span.moments(&chosen.motion);
        }
        let failed = |error: &dyn std::fmt::Display| Stop::Failed(format!("{file}: {error}"));
        let mut part = excerpt(&clip, &wanted).map_err(|error| failed(&error))?;
        if let Some(title) = &self.arguments.title {
            part.name.clone_from(title);
        }
        // A link has no marks, and those of the whole motion have other times than a part of it.
        let loses_marks = (path.is_none() || wanted.moments != marey_write::Moments::All) && has_marks(&part);
        if loses_marks {
            part.about.notes.retain(|(title, _)| title != MARKS_NOTE);
        }
        let mut progress = Progress::new();
        let packed = match &path {
            Some(_) => encode_file(&part, self.quality, &mut |share| progress.show(share)),
            None => encode(&part, &Excerpt::whole(self.quality), &mut |share| progress.show(share)),
        };
        progress.clear();
        let mut packed = packed.map_err(|error| failed(&error))?;
        if loses_marks && !packed.report.left_out.contains(&LeftOut::Notes) {
            packed.report.left_out.push(LeftOut::Notes);
        }
        if let Some(path) = &path {
            self.writer.write(&[(path.clone(), packed.bytes.clone())])?;
        }
        print_result(self.arguments, &packed, file, path.as_deref(), &clip)
    }
}

fn has_marks(clip: &Clip) -> bool {
    clip.about.notes.iter().any(|(title, _)| title == MARKS_NOTE)
}

fn quality(arguments: &LinkArguments) -> Result<Quality, Stop> {
    if let Some(characters) = arguments.characters {
        // Base64 has four characters for three bytes.
        return Ok(Quality::Bytes(characters / 4 * 3));
    }
    match (arguments.mean, arguments.quality) {
        (Some(mean), _) if mean.is_finite() && mean > 0.0 => Ok(Quality::Mean(mean)),
        (Some(mean), _) => Err(Stop::Usage(format!("expected --mean to be above 0 mm, found {mean}"))),
        (None, tier) => Ok(tier.quality()),
    }
}

impl Tier {
    /// What the packer calls this quality.
    pub(super) fn quality(self) -> Quality {
        match self {
            Self::Tiny => Quality::TINY,
            Self::Standard => Quality::STANDARD,
            Self::Faithful => Quality::FAITHFUL,
        }
    }
}

fn print_result(
    arguments: &LinkArguments,
    packed: &Encoded,
    file: &str,
    output: Option<&str>,
    clip: &Clip,
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
        "{file}: {size} {what}, {}, off by {:.1} mm on average, {:.0} mm at most",
        counted(report.frames, "frame"),
        report.accuracy.mean_mm,
        report.max_mm
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
        LeftOut::Notes => "notes and marks",
        LeftOut::OtherBehaviours => "its other behaviours",
        LeftOut::LongNames => "the ends of long names",
    }
}

/// A progress line on a terminal. Prints nothing elsewhere.
struct Progress {
    percent: Option<u32>,
}

impl Progress {
    fn new() -> Self {
        Self { percent: io::stderr().is_terminal().then_some(0) }
    }

    fn show(&mut self, share: f32) -> bool {
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
