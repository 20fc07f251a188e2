//! Packs a motion into the text of a link, or a small file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use marey::link::{Encoded, Excerpt, LeftOut, Quality, encode, encode_file, to_text};
use marey::write::{self, excerpt};
use serde_json::json;

use super::arguments::{LinkArguments, Tier};
use super::files::{Given, choose};
use super::span::Span;
use super::{Stop, print};

pub(super) fn link(arguments: &LinkArguments) -> Result<(), Stop> {
    let quality = quality(arguments)?;
    let span = Span::new(&arguments.span)?;
    let given = Given::sort(&arguments.files)?;
    let Some(file) = given.first() else { return Err(Stop::Usage("expected a file".into())) };
    let clip = given.read(file)?;
    let behaviour = choose(&clip, arguments.behaviour.as_deref())?;
    let mut wanted = write::Excerpt::default();
    // A file holds all behaviours, unless one is asked for.
    wanted.behaviour = (arguments.output.is_none() || arguments.behaviour.is_some()).then_some(behaviour);
    if let Some(chosen) = clip.behaviours.get(behaviour) {
        wanted.moments = span.moments(&chosen.motion);
    }
    let failed = |error: &dyn std::fmt::Display| Stop::Failed(format!("{file}: {error}"));
    let mut part = excerpt(&clip, &wanted).map_err(|error| failed(&error))?;
    if let Some(title) = &arguments.title {
        part.name.clone_from(title);
    }
    let mut progress = Progress::new();
    let packed = match &arguments.output {
        Some(_) => encode_file(&part, quality, &mut |share| progress.tell(share)),
        None => encode(&part, &Excerpt::whole(quality), &mut |share| progress.tell(share)),
    };
    progress.clear();
    let packed = packed.map_err(|error| failed(&error))?;
    if let Some(path) = &arguments.output {
        if Path::new(path).exists() && !arguments.force {
            return Err(Stop::Failed(format!("{path}: it is there already (see --force)")));
        }
        std::fs::write(path, &packed.bytes).map_err(|error| Stop::Failed(format!("{path}: {error}")))?;
    }
    tell(arguments, &packed, file, &clip)
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

fn tell(arguments: &LinkArguments, packed: &Encoded, file: &str, clip: &marey::model::Clip) -> Result<(), Stop> {
    let Encoded { bytes, report } = packed;
    let text = if arguments.output.is_some() { None } else { Some(to_text(bytes)) };
    let link = text.as_ref().map(|text| match &arguments.page {
        Some(page) => format!("{}#clip={text}", page.split('#').next().unwrap_or_default()),
        None => text.clone(),
    });
    let left_out: Vec<&str> = report.left_out.iter().map(|what| name(*what)).collect();
    if arguments.json {
        let object = json!({
            "file": file, "name": clip.name, "link": link, "output": arguments.output, "bytes": bytes.len(),
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
    writeln!(io::stderr(), "{note}").ok();
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
