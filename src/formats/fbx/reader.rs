//! Collects the bytes of a file, then reads its clip.

use super::arrays::ArrayBudget;
use super::behaviours;
use super::figure::FbxFigure;
use super::models::Models;
use super::objects::Objects;
use super::problem::Problem;
use super::properties::Templates;
use super::settings::Settings;
use super::stacks::Stacks;
use super::tree::Tree;
use super::values::{Encoding, PropertyValue};
use super::{ascii, binary};
use crate::decimal;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::scenes::{channels, start_of};
use crate::formats::reading::text::Ruler;
use crate::formats::reading::wording::damaged;
use crate::formats::reading::{FormatReader, ReaderStart, WarningLog, growth};
use crate::model::{Clip, Format, Source, Take};

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;
/// Bytes in memory of a number of an array.
const NUMBER_BYTES: u64 = 8;
/// Most takes of which the notes tell something.
const TAKES_TOLD: usize = 12;
/// The first version that is read.
const OLDEST: u32 = 7_000;

/// Collects a whole file, because its connections come last.
pub(super) struct FbxReader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    bytes: Vec<u8>,
}

impl FbxReader {
    pub(super) fn new(start: ReaderStart) -> Self {
        let ReaderStart { name, limits, size, ruler, .. } = start;
        let mut bytes = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        bytes.try_reserve_exact(size as usize).ok();
        Self { name, limits, ruler, bytes }
    }
}

impl FormatReader for FbxReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        growth::reserve(&mut self.bytes, bytes.len())
            .map_err(|_| refusal(Problem::no_memory(0), Location::default()))?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Self { name, limits, ruler, bytes } = *self;
        let is_binary = bytes.starts_with(binary::MAGIC);
        let place = |at: usize| {
            if is_binary { Location { byte: at as u64, ..Location::default() } } else { ruler.location_in(&bytes, at) }
        };
        let mut warnings = WarningLog::new(&limits);
        let clip = read(name, &bytes, is_binary, &limits, &mut warnings);
        let clip = clip.map_err(|mut problem| {
            let at = place(problem.at);
            if is_binary && problem.kind == ErrorKind::Syntax {
                problem.message = damaged(&problem.message);
            }
            refusal(problem, at)
        })?;
        let (mut warnings, warnings_dropped) = warnings.into_list();
        // Warnings have offsets so far.
        for warning in &mut warnings {
            let more = warning.more.iter_mut().map(|one| &mut one.location);
            for location in std::iter::once(&mut warning.location).chain(more).flatten() {
                *location = place(location.byte as usize);
            }
        }
        Ok(Clip { warnings, warnings_dropped, ..clip })
    }
}

fn refusal(problem: Problem, at: Location) -> ParseError {
    ParseError::new(problem.kind, problem.code, problem.message).at(at)
}

fn tree(bytes: &[u8], is_binary: bool) -> Result<(Tree<'_>, Encoding), Problem> {
    let (version, at) =
        if is_binary { (Some(binary::version(bytes)?), binary::VERSION_AT) } else { (ascii::version(bytes), 0) };
    if let Some(version) = version.filter(|version| *version < OLDEST) {
        let found = format!("{}.{}", version / 1_000, version % 1_000 / 100);
        let message = format!(
            "expected FBX 7, found an older version ({found}): save it again as FBX 2013 or later (Autodesk FBX Converter, Blender, MotionBuilder)"
        );
        return Err(Problem::new(ErrorKind::Unsupported, "fbx.version", at, message));
    }
    Ok(match version.filter(|_| is_binary) {
        Some(version) => (binary::read(bytes, version)?, Encoding::Binary),
        None => (ascii::read(bytes)?, Encoding::Ascii),
    })
}

/// The takes that begin later in the file's time, and in which nothing moves; at most some of them. `None` if all begin at 0 and move.
fn takes_in_words(takes: &[Take]) -> Option<String> {
    let told: Vec<&Take> = takes.iter().filter(|take| take.begin != 0.0 || take.behaviour.is_none()).collect();
    let line = |take: &&Take| match take.behaviour {
        None => format!("{}: nothing moves in it", take.name),
        Some(_) => format!("{}: begins at {} s of the file", take.name, decimal::text(take.begin, 3)),
    };
    let mut lines: Vec<String> = told.iter().take(TAKES_TOLD).map(line).collect();
    if told.len() > TAKES_TOLD {
        lines.push(format!("and {} more", told.len() - TAKES_TOLD));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The clip without warnings.
fn read(
    name: String,
    bytes: &[u8],
    is_binary: bool,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<Clip, Problem> {
    let (tree, encoding) = tree(bytes, is_binary)?;
    let templates = Templates::read(&tree);
    let settings = Settings::read(&tree);
    let objects = Objects::read(&tree, encoding)?;
    let models = Models::read(&objects, &templates, warnings)?;
    let justified = limits.motion_bytes.min(Limits::justified_by(bytes.len() as u64));
    let mut budget = ArrayBudget(usize::try_from(justified / NUMBER_BYTES).unwrap_or(usize::MAX));
    let stacks = Stacks::read(&objects, &models, (&templates, &settings), &mut budget, warnings)?;
    let figure = FbxFigure::read(&models, &stacks, limits, warnings)?;
    let source = behaviours::Source { models: &models, stacks: &stacks, figure: &figure, settings: &settings };
    let (behaviours, takes) = behaviours::read(&name, &source, limits, bytes.len(), warnings)?;
    if settings.is_left_handed {
        let message = format_args!("the axes of the file are those of a left hand; the figure is shown mirrored");
        warnings.each("fbx.left-handed", Location::default(), message);
    }
    let source = Source {
        metres_per_unit: settings.metres_per_unit,
        unit_stated: settings.metres_per_unit.is_some(),
        rate_stated: settings.rate_stated,
        up: settings.up,
        channels: channels(&figure.skeleton, &behaviours),
        ..Source::new(Format::Fbx)
    };
    let mut clip = Clip::new(name, figure.skeleton.clone(), behaviours, source);
    clip.about.notes.extend(takes_in_words(&takes).map(|text| ("Takes".to_owned(), text)));
    clip.about.takes = takes;
    let creator = tree.root("Creator").and_then(|creator| creator.value(0)).and_then(PropertyValue::text);
    if let Some(creator) = creator.map(String::from_utf8_lossy).filter(|text| !text.trim().is_empty()) {
        clip.about.notes.push(("Written by".to_owned(), start_of(&creator, limits.name_bytes).to_owned()));
    }
    Ok(clip)
}
