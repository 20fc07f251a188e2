//! Measures how two motions differ.

mod object;
mod remarks;
mod table;

use marey::body::Subject;
use marey::model::{Behaviour, Clip};
use marey_study::compare::{
    BestOffset, CommonJoints, CompareError, Comparison, Timing, Warp, best_offset, common_joints, compare, warp,
};

use super::arguments::CompareArguments;
use super::files::choose;
use super::library::{Input, Library};
use super::wording::counted;
use super::{Stop, print};

/// One of both motions, with the clip that it is from.
struct ComparedMotion {
    file: String,
    clip: Clip,
    behaviour: usize,
}

impl ComparedMotion {
    fn read(library: &Library, file: &Input, behaviour: Option<&String>) -> Result<Self, Stop> {
        let clip = library.read_or_stop(file)?;
        let behaviour = choose(&clip, behaviour.map(String::as_str))?;
        Ok(Self { file: file.path.clone(), clip, behaviour })
    }

    fn subject(&self) -> Result<Subject<'_>, Stop> {
        Subject::new(&self.clip, self.behaviour).map_err(|error| Stop::Failed(format!("{}: {error}", self.file)))
    }

    fn chosen(&self) -> Option<&Behaviour> {
        self.clip.behaviours.get(self.behaviour)
    }
}

/// How the moments of both motions were brought together.
enum Together {
    /// Seconds from the start of A to that of B.
    Offset(f64),
    /// The same, found by `--offset best`. `None`: no offset is better than others, and 0 was taken.
    Best(Option<BestOffset>),
    Warp(Warp),
}

impl Together {
    fn find(
        arguments: &CompareArguments,
        a: &Subject<'_>,
        b: &Subject<'_>,
        common: &CommonJoints,
    ) -> Result<Self, Stop> {
        Ok(match arguments.offset.as_deref() {
            _ if arguments.warp => Self::Warp(warp(a, b, common)),
            None => Self::Offset(0.0),
            Some("best") => Self::Best(best_offset(a, b, common)),
            Some(text) => {
                let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite());
                Self::Offset(seconds.ok_or_else(|| {
                    Stop::Usage(format!("expected --offset to be seconds (1.5, -0.2) or `best`, found `{text}`"))
                })?)
            }
        })
    }

    fn timing(&self) -> Timing<'_> {
        match self {
            Self::Offset(seconds) => Timing::Offset(*seconds),
            Self::Best(best) => Timing::Offset(best.map_or(0.0, |best| best.offset)),
            Self::Warp(warp) => Timing::Warp(warp),
        }
    }
}

/// All that is printed.
struct ComparisonReport<'a> {
    sides: [&'a ComparedMotion; 2],
    subjects: [&'a Subject<'a>; 2],
    common: CommonJoints,
    together: Together,
    compared: Comparison,
}

pub(super) fn compare_motions(arguments: &CompareArguments) -> Result<(), Stop> {
    let mut library = Library::find_all(&arguments.files, None)?;
    library.read_as(&arguments.reading);
    if arguments.behaviour.is_empty() {
        library.keep_motions_apart();
    }
    let [first, second] = arguments
        .behaviour
        .as_slice()
        .first_chunk()
        .map_or([arguments.behaviour.first(), None], |[first, second]: &[String; 2]| [Some(first), Some(second)]);
    let clips = library.clips();
    let [a, b] = clips.as_slice() else {
        let found = counted(clips.len(), "motion");
        return Err(Stop::Usage(format!("expected two motions, A and B, and the files that they need; found {found}")));
    };
    let (a, b) = (ComparedMotion::read(&library, a, first)?, ComparedMotion::read(&library, b, second)?);
    let (of_a, of_b) = (a.subject()?, b.subject()?);
    let stopped = |error: CompareError| match error {
        CompareError::NoOverlap { .. } => Stop::Usage(error.to_string()),
        _ => Stop::Failed(format!("{}, {}: {error}", a.file, b.file)),
    };
    let common = common_joints(&of_a, &of_b).map_err(stopped)?;
    let together = Together::find(arguments, &of_a, &of_b, &common)?;
    let compared = compare(&of_a, &of_b, &common, together.timing()).map_err(stopped)?;
    let report = ComparisonReport { sides: [&a, &b], subjects: [&of_a, &of_b], common, together, compared };
    if arguments.json { print(&format!("{}\n", report.object())) } else { print(&report.table()) }
}
