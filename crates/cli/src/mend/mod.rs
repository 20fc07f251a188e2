//! Mends motions: fills gaps, takes out noise, holds feet.

mod object;

use marey::model::Clip;
use marey_study::mend::{MendError, Outcome, Report, Spikes, Step, Steps, Switch, mend};
use marey_write::TargetOptions;
use serde_json::Value;

use super::arguments::{MendArguments, MendSpikes};
use super::library::{Input, Library};
use super::outputs::{Out, Outputs};
use super::span::TimeSpan;
use super::warnings::first_in_words;
use super::{Stop, pictures, print, remade};

pub(super) fn mend_motions(arguments: &MendArguments) -> Result<(), Stop> {
    let steps = steps(arguments)?;
    let out = match arguments.output.as_deref() {
        Some("-") if arguments.report || arguments.json => {
            return Err(Stop::Usage("standard output takes the motion or the report: name a file to write".into()));
        }
        Some(out) => Some(Out::new(out, arguments.format, &arguments.files)?),
        None => None,
    };
    let library = remade::find(&arguments.files, out.as_ref(), &arguments.reading, arguments.behaviour.as_deref())?;
    let clips = library.clips();
    let is_to_standard_output = arguments.output.as_deref() == Some("-");
    let outputs = out.map(|out| Outputs::new(out, arguments.force, &library, &clips)).transpose()?;
    let mut objects = Vec::new();
    let make =
        |input: &Input, notes: &mut Vec<String>| mend_one(&library, input, arguments, &steps, outputs.as_ref(), notes);
    let made = remade::make_all(&clips, make, |(object, text)| {
        objects.push(object);
        if arguments.json || is_to_standard_output { Ok(()) } else { print(&text) }
    });
    if arguments.json && matches!(made, Ok(()) | Err(Stop::Reported)) {
        print(&format!("{}\n", Value::Array(objects)))?;
    }
    made
}

/// The steps of the command line, but for the span, which is a matter of each motion.
fn steps(arguments: &MendArguments) -> Result<Steps, Stop> {
    if let Some(fps) = arguments.fps.filter(|fps| !(1.0..=1000.0).contains(fps)) {
        return Err(Stop::Usage(format!("expected --fps to be from 1 to 1000, found {fps}")));
    }
    let spikes = match arguments.spikes {
        MendSpikes::Off => Spikes::Off,
        MendSpikes::Root => Spikes::Root,
        MendSpikes::Joints => Spikes::All,
    };
    let strength = arguments.smooth.parse().ok().filter(|strength: &f64| (0.3..=3.0).contains(strength));
    let (smooth, strength) = match (arguments.smooth.as_str(), strength) {
        ("auto", _) => (Switch::Auto, 1.0),
        ("on", _) => (Switch::On, 1.0),
        ("off", _) => (Switch::Off, 1.0),
        (_, Some(strength)) => (Switch::On, strength),
        (other, None) => {
            let expected = "expected --smooth to be auto, on, off or a number from 0.3 to 3";
            return Err(Stop::Usage(format!("{expected}, found `{other}`")));
        }
    };
    let steps = Steps::default()
        .resample(arguments.fps)
        .gaps(!arguments.no_gaps)
        .longest_fill(arguments.longest_gap)
        .spikes(spikes)
        .spike_degrees(arguments.spike_degrees)
        .smooth(smooth)
        .strength(strength)
        .level(arguments.level)
        .cycle(arguments.cycle)
        .least_cycle(arguments.least_loop)
        .path(arguments.path)
        .feet(arguments.feet)
        .in_place(arguments.in_place);
    Ok(steps)
}

/// The report as JSON, and as text.
fn mend_one(
    library: &Library,
    input: &Input,
    arguments: &MendArguments,
    steps: &Steps,
    outputs: Option<&Outputs>,
    notes: &mut Vec<String>,
) -> Result<(Value, String), Stop> {
    let clip = library.read_or_stop(input)?;
    let file = &input.path;
    notes.extend(first_in_words(&clip).map(|words| format!("{file}: {words}")));
    let behaviour = remade::chosen(&clip, arguments.behaviour.as_deref(), file, "mended", notes)?;
    let mut steps = steps.clone();
    if let Some(own) = clip.behaviours.get(behaviour) {
        steps.trim = TimeSpan::new(&arguments.span)?.frames(&own.motion)?;
    }
    let mended = mend(&clip, behaviour, &steps).map_err(|refusal| {
        let option = if matches!(refusal, MendError::Uneven { .. }) { " (--fps)" } else { "" };
        Stop::Failed(format!("{file}: {refusal}{option}"))
    })?;
    let (clip, report) = (mended.clip, mended.report);
    let mut object = object::report(&clip, &report);
    object["file"] = file.as_str().into();
    object["behaviour"] = clip.behaviours.first().map(|own| own.name.as_str()).into();
    if let Some(outputs) = outputs {
        object["written"] = write(&clip, input, outputs, notes)?.into();
    }
    Ok((object, text(file, &clip, &report, outputs.is_none())))
}

/// Writes a mended motion. Returns the paths.
fn write(clip: &Clip, input: &Input, outputs: &Outputs, notes: &mut Vec<String>) -> Result<Vec<String>, Stop> {
    let mut options = TargetOptions::default();
    let (found, missing) = pictures::read(clip, input);
    options.gltf.pictures = found;
    notes.extend(missing.iter().map(|note| format!("{}: {note}", input.path)));
    remade::write(clip, input, outputs, &options, |_| true, notes)
}

/// The report for people: what was done, or what was found and would be done; then the marks.
fn text(file: &str, clip: &Clip, report: &Report, is_plan: bool) -> String {
    let mut lines = vec![format!("{file}:")];
    for step in &report.steps {
        let words = match (step.outcome, is_plan) {
            // What is found counts in the frames that are left.
            (Outcome::Done, true) if step.step <= Step::Resample => step.done.clone(),
            (Outcome::Done, true) => format!("{} Would be mended.", step.found).trim().to_owned(),
            (Outcome::Done, false) => [step.found.as_str(), step.done.as_str()].join(" ").trim().to_owned(),
            (Outcome::Offered, _) => format!("{} Left as it is.", step.found),
            (Outcome::Impossible, _) | (Outcome::Nothing, true) => step.found.clone(),
            (Outcome::Nothing, false) => String::new(),
        };
        if !words.is_empty() {
            lines.push(format!("  {:<9} {words}", step.step.name()));
        }
    }
    for mark in &report.marks {
        let frames = if mark.first == mark.last {
            format!("frame {}", mark.first)
        } else {
            format!("frames {}-{}", mark.first, mark.last)
        };
        let guess = if mark.guess && mark.filled { ", a guess" } else { "" };
        lines.push(format!("    {frames}: {}: {}{guess}", clip.skeleton.name(usize::from(mark.joint)), mark.text));
    }
    if lines.len() == 1 {
        lines.push("  Nothing to mend.".into());
    }
    if let Some(largest) = report.largest {
        let joint = clip.skeleton.name(usize::from(largest.joint));
        lines.push(format!("  The largest change is {:.0} mm: {joint}, frame {}.", largest.mm, largest.frame));
    }
    lines.join("\n") + "\n"
}
