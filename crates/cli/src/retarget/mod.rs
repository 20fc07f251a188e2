//! Plays motions on another figure.

mod object;
mod pairs;

use marey::body::{BodyMap, NoMap};
use marey::model::Clip;
use marey_study::retarget::{Feet, Note, Options, Retarget, RetargetError, measures};
use marey_write::{Choice, Target, TargetOptions};
use serde_json::Value;

use super::arguments::RetargetArguments;
use super::library::{Input, Library};
use super::outputs::{Out, Outputs};
use super::{Stop, eprintln_quietly, pictures, print, remade};

/// The figure that motions are played on.
struct OntoFigure {
    file: String,
    clip: Clip,
    options: TargetOptions,
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
    let library = remade::find(&arguments.files, Some(&out), &arguments.reading, arguments.behaviour.as_deref())?;
    let clips = library.clips();
    let mut figures = Library::find_all(&arguments.onto, None)?;
    figures.read_joint_centres();
    let outputs = Outputs::new(out, arguments.force, &library, &clips)?;
    let figure = read_figure(&figures, outputs.target)?;
    let mut reports = Vec::new();
    let make = |input: &Input, notes: &mut Vec<String>| play_one(&library, input, &figure, arguments, &outputs, notes);
    let made = remade::make_all(&clips, make, |report| {
        reports.push(report);
        Ok(())
    });
    if arguments.report && matches!(made, Ok(()) | Err(Stop::Reported)) {
        print(&format!("{}\n", Value::Array(reports)))?;
    }
    made
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
        let (found, missing) = pictures::read(&clip, input);
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
    let behaviour = remade::chosen(&clip, arguments.behaviour.as_deref(), file, "played", notes)?;
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
    let keeps_no_skin =
        matches!(outputs.target, Target::Bvh | Target::Asf | Target::Vrma | Target::Csv | Target::Npz | Target::Npy);
    if played.skin.is_some() && keeps_no_skin {
        notes.push(format!("{}: this format has no skin; .glb and .x3d keep the figure's", input.path));
    }
    let is_rate = |choice: &Choice| matches!(choice, Choice::Rate(_));
    remade::write(played, input, outputs, &figure.options, is_rate, notes)
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
