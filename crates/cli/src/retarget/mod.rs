//! Plays motions on another figure.

mod object;
mod pairs;

use marey::body::{BodyMap, NoMap};
use marey::model::Clip;
use marey_study::retarget::{Feet, Note, Options, Retarget, RetargetError, measures};
use marey_study::targets::fit;
use marey_write::{Choice, Conversion, Target, TargetOptions, WriteError};
use serde_json::Value;

use super::arguments::RetargetArguments;
use super::convert::excerpt_options::note;
use super::cores::in_order;
use super::files::choose;
use super::library::{Input, Library};
use super::outputs::{Out, Outputs};
use super::{Stop, eprintln_quietly, pictures, print};

/// The figure that motions are played on.
struct OntoFigure {
    file: String,
    clip: Clip,
    options: TargetOptions,
}

/// A motion that was written.
struct Done {
    /// Remarks for standard error.
    notes: Vec<String>,
    report: Result<Value, Stop>,
}

pub(super) fn retarget(arguments: &RetargetArguments) -> Result<(), Stop> {
    if arguments.map {
        return print_map(arguments);
    }
    let out = arguments.output.as_deref().unwrap_or("-");
    if out == "-" && arguments.report {
        return Err(Stop::Usage("standard output takes the motion or --report: name a file to write".into()));
    }
    let out = Out::new(out, arguments.format, &arguments.files)?;
    let mut library = Library::find_all(&arguments.files, out.folder())?;
    library.read_as(&arguments.reading);
    library.read_joint_centres();
    if arguments.behaviour.is_none() {
        library.keep_motions_apart();
    }
    let clips = library.clips();
    let mut figures = Library::find_all(&arguments.onto, None)?;
    figures.read_joint_centres();
    let outputs = Outputs::new(out, arguments.force, &library, &clips)?;
    let figure = read_figure(&figures, outputs.target)?;
    let mut reports = Vec::new();
    let mut failed = None;
    let work = |input: &&Input| {
        let mut notes = Vec::new();
        let report = play_one(&library, input, &figure, arguments, &outputs, &mut notes);
        Done { notes, report }
    };
    in_order(&clips, work, |_, done| {
        done.notes.iter().for_each(|note| eprintln_quietly(note));
        match done.report {
            Ok(report) => reports.push(report),
            // The other files can still be played.
            Err(Stop::Failed(message)) => {
                eprintln_quietly(&message);
                failed = Some(Stop::Reported);
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    })?;
    if arguments.report {
        print(&format!("{}\n", Value::Array(reports)))?;
    }
    failed.map_or(Ok(()), Err)
}

/// The only figure of `--onto`: a motion, or a skeleton at rest, with the files that it needs.
fn read_figure(figures: &Library, target: Target) -> Result<OntoFigure, Stop> {
    let clips = figures.clips();
    let [input] = clips.as_slice() else {
        return Err(Stop::Usage(format!("expected one figure with --onto, found {}", clips.len())));
    };
    let clip = figures.read_or_stop(input)?;
    let mut options = TargetOptions::default();
    if matches!(target, Target::Gltf | Target::Glb) {
        let (found, missing) = pictures::read(&clip, &input.path);
        options.gltf.pictures = found;
        missing.iter().for_each(|note| eprintln_quietly(&format!("{}: {note}", input.path)));
    }
    Ok(OntoFigure { file: input.path.clone(), clip, options })
}

fn play_one(
    library: &Library,
    input: &Input,
    figure: &OntoFigure,
    arguments: &RetargetArguments,
    outputs: &Outputs,
    notes: &mut Vec<String>,
) -> Result<Value, Stop> {
    let clip = library.read_or_stop(input)?;
    let file = &input.path;
    let behaviour = choose(&clip, arguments.behaviour.as_deref())?;
    if arguments.behaviour.is_none() && clip.behaviours.len() > 1 {
        let count = clip.behaviours.len();
        notes.push(format!(
            "{file}: the file has {count} motions; the first is played (choose another with --behaviour)"
        ));
    }
    let feet = match (arguments.no_feet, arguments.still_feet) {
        (true, _) => Feet::Free,
        (_, true) => Feet::Still,
        _ => Feet::Follow,
    };
    let mut options = Options::default().feet(feet);
    if let Some(path) = &arguments.pairs {
        let [source, target] = pairs::mended_maps(path, (file, &clip), (&figure.file, &figure.clip))?;
        options = options.source_map(source).target_map(target);
    }
    let mut retarget = Retarget::new(&clip, behaviour, &figure.clip, &options).map_err(|error| match error {
        RetargetError::Target(reason) => Stop::Failed(refusal(&figure.file, reason)),
        RetargetError::Source(reason) => Stop::Failed(refusal(file, reason)),
        other => Stop::Failed(format!("{file}: {other}")),
    })?;
    let played = retarget.clip().map_err(|error| Stop::Failed(format!("{file}: {error}")))?;
    let missing = retarget.notes().into_iter().filter(|note| matches!(note, Note::Missing { .. }));
    notes.extend(missing.map(|note| format!("{file}: {note}")));
    let mut report = object::maps(&retarget, &clip, &figure.clip);
    report["file"] = file.as_str().into();
    report["onto"] = figure.file.as_str().into();
    if arguments.report {
        report["measures"] = object::measures(&measures(&retarget, &played));
    }
    let written = write(&played, figure, input, outputs, notes)?;
    report["written"] = written.into();
    Ok(report)
}

/// Writes a motion of the figure. Returns the paths.
fn write(
    played: &Clip,
    figure: &OntoFigure,
    input: &Input,
    outputs: &Outputs,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Stop> {
    let file = &input.path;
    let failed = |error: WriteError| Stop::Failed(format!("{file}: {error}"));
    let made = fit(played, &Conversion::default(), outputs.target);
    let made = made.map_err(|error| Stop::Failed(format!("{file}: {error}")))?;
    let (part, choices) = (made.clip, made.choices);
    // The options that correct other choices belong to `convert`.
    let rates = choices.iter().filter(|choice| matches!(choice, Choice::Rate(_)));
    notes.extend(rates.filter_map(note).filter_map(|note| Some(format!("{file}: {}", note.split(" (").next()?))));
    let keeps_no_skin =
        matches!(outputs.target, Target::Bvh | Target::Asf | Target::Vrma | Target::Csv | Target::Npz | Target::Npy);
    if part.skin.is_some() && keeps_no_skin {
        notes.push(format!("{file}: this format has no skin; .glb and .x3d keep the figure's"));
    }
    let paths = outputs.target.extensions().iter().map(|extension| outputs.path(input, None, extension));
    let files: Vec<_> = paths.zip(outputs.target.files(&part, &figure.options).map_err(failed)?).collect();
    outputs.write(&files)?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn print_map(arguments: &RetargetArguments) -> Result<(), Stop> {
    let mut library = Library::find_all(&arguments.files, None)?;
    library.read_as(&arguments.reading);
    library.read_joint_centres();
    let clips = library.clips();
    let Some(input) = clips.first() else { return Err(Stop::Usage("expected a file".into())) };
    let clip = library.read_or_stop(input)?;
    print(&format!("{}\n", object::map(&clip, &BodyMap::of_clip(&clip))))
}

/// The message for a figure that cannot be understood, with what helps.
fn refusal(file: &str, reason: NoMap) -> String {
    let help = match reason {
        NoMap::RestIsNoBody => "; name a motion of this figure instead",
        NoMap::NoNames | NoMap::NoFeet | NoMap::NoHands | NoMap::NoHead | NoMap::TwoFigures => {
            "; if it is a person, say with --pairs which joints belong together"
        }
        _ => "",
    };
    format!("{file}: {reason}{help}")
}
