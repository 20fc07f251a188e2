//! Marey on the command line: what a motion file holds, and where its joints are. See [`USAGE`].

mod files;
mod info;

use std::io::{self, Write};
use std::process::ExitCode;

use marey::model::{Behaviour, Clip};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use serde_json::{Value, json};

use self::files::Given;

const USAGE: &str = "\
usage: marey positions [SELECTION] [--behaviour NAME] [--figure N | --figure all] FILE...
       marey info FILE...

positions   prints world positions of all joints as one JSON object, in the file's own axes and units.
            SELECTION is one of
              --frames 0,10,25      frames, counted from 0
              --times 0,0.5         seconds; between frames the pose is interpolated
              --fractions 0,0.1     parts of the duration, 0 to 1
              --rest                the pose without motion
            Without one: the first, quarter, half, three quarters and last frame.
            --behaviour NAME picks one of several motions in a file; the first is taken without it.
            --figure N picks one of several figures (a file may have more than one root), counted from 1;
            the first is taken without it, and a warning tells that there are more.
info        prints what files hold, for people.

FILE may be `-` for standard input. Files that need each other are given together, in any order: an Acclaim motion
(.amc) needs its skeleton (.asf), and may have a skin (.obj). Of several motions `positions` prints the first, and a
warning tells that there are more; `info` tells of all.
exit        0: done   1: a file was refused (FILE:LINE:COLUMN: code: message)   2: wrong usage
";

/// Why the program ends early.
enum Stop {
    /// Exit 2, with the usage.
    Usage(String),
    /// Exit 1.
    Failed(String),
    /// Nobody reads our output any more. Exit 0.
    PipeClosed,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Failed(format!("marey: {error}")),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    match run(&arguments) {
        Ok(()) | Err(Stop::PipeClosed) => ExitCode::SUCCESS,
        Err(Stop::Failed(message)) => {
            writeln!(io::stderr(), "{message}").ok();
            ExitCode::FAILURE
        }
        Err(Stop::Usage(message)) => {
            writeln!(io::stderr(), "marey: {message}\n\n{USAGE}").ok();
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Stop> {
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => return Err(Stop::Usage("expected a command".into())),
    };
    match command {
        "positions" => positions(rest),
        "info" => info::info(rest),
        "help" | "--help" | "-h" => print(USAGE),
        "version" | "--version" | "-V" => print(concat!("marey ", env!("CARGO_PKG_VERSION"), "\n")),
        other => Err(Stop::Usage(format!("there is no command `{other}`"))),
    }
}

fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Which poses to print.
enum Selection {
    Quarters,
    Frames(Vec<usize>),
    Times(Vec<f64>),
    Fractions(Vec<f64>),
    Rest,
}

fn positions(arguments: &[String]) -> Result<(), Stop> {
    let (mut selection, mut behaviour, mut figure) = (Selection::Quarters, None, None);
    let mut files: Vec<&str> = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| Stop::Usage(format!("expected a value after {argument}")));
        let chosen = match argument.as_str() {
            "--frames" => Selection::Frames(list(value()?, "frame numbers")?),
            "--times" => Selection::Times(finite(list(value()?, "seconds")?)?),
            "--fractions" => Selection::Fractions(finite(list(value()?, "fractions")?)?),
            "--rest" => Selection::Rest,
            "--behaviour" => {
                behaviour = Some(value()?);
                continue;
            }
            "--figure" => {
                figure = Some(value()?.as_str());
                continue;
            }
            option if option.starts_with("--") => return Err(Stop::Usage(format!("there is no option `{option}`"))),
            file => {
                files.push(file);
                continue;
            }
        };
        if !matches!(selection, Selection::Quarters) {
            return Err(Stop::Usage("expected one of --frames, --times, --fractions and --rest".into()));
        }
        selection = chosen;
    }
    let given = Given::sort(&files)?;
    let Some(file) = given.first() else { return Err(Stop::Usage("expected a file".into())) };
    let clip = given.read(file)?;
    let chosen = match behaviour {
        None => clip.behaviours.first(),
        Some(name) => clip.behaviours.iter().find(|one| one.name == *name),
    };
    let Some(chosen) = chosen else {
        let names: Vec<&str> = clip.behaviours.iter().map(|one| one.name.as_str()).collect();
        return Err(Stop::Usage(format!("expected --behaviour to be one of: {}", names.join(", "))));
    };
    let mut json = describe(&clip, chosen, &selection, &Printed::choose(&clip, figure)?)?;
    if given.motions.len() > 1
        && let Some(warnings) = json.get_mut("warnings").and_then(Value::as_array_mut)
    {
        let message = format!("{} motions are given; the first is printed", given.motions.len());
        warnings.push(own_warning("positions.motions", &message));
    }
    print(&format!("{json}\n"))
}

fn list<T: std::str::FromStr>(text: &str, what: &str) -> Result<Vec<T>, Stop> {
    let parse = |item: &str| item.trim().parse().map_err(|_| Stop::Usage(format!("expected {what}, found `{item}`")));
    text.split(',').map(parse).collect()
}

fn finite(numbers: Vec<f64>) -> Result<Vec<f64>, Stop> {
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(Stop::Usage("expected finite numbers".into()))
    }
}

/// The joints to print: those below one root, or all.
struct Printed {
    /// Ascending.
    joints: Vec<usize>,
    /// How many figures the file has beside the one that is printed.
    others: usize,
}

impl Printed {
    fn choose(clip: &Clip, figure: Option<&str>) -> Result<Self, Stop> {
        let skeleton = &clip.skeleton;
        // Which figure each joint belongs to. Parents come first, so theirs is known.
        let (mut figure_of, mut figures): (Vec<usize>, usize) = (Vec::new(), 0);
        for joint in 0..skeleton.len() {
            let above = skeleton.parent(joint).and_then(|parent| figure_of.get(parent).copied());
            figure_of.push(above.unwrap_or_else(|| {
                figures += 1;
                figures
            }));
        }
        let wanted = match figure {
            Some("all") => return Ok(Self { joints: (0..skeleton.len()).collect(), others: 0 }),
            Some(text) => text.parse().ok().filter(|number| (1..=figures).contains(number)).ok_or_else(|| {
                Stop::Usage(format!("expected --figure to be `all` or a number from 1 to {figures}, found `{text}`"))
            })?,
            None => 1,
        };
        let joints = (0..skeleton.len()).filter(|joint| figure_of.get(*joint) == Some(&wanted)).collect();
        Ok(Self { joints, others: if figure.is_none() { figures - 1 } else { 0 } })
    }
}

/// The JSON object of `positions`.
fn describe(clip: &Clip, behaviour: &Behaviour, selection: &Selection, printed: &Printed) -> Result<Value, Stop> {
    let (motion, skeleton) = (&behaviour.motion, &clip.skeleton);
    let last = motion.frame_count().saturating_sub(1);
    let times: Vec<Option<f64>> = match selection {
        Selection::Rest => vec![None],
        Selection::Quarters => (0..5).map(|part| Some(motion.frame_start(last * part / 4))).collect(),
        Selection::Times(times) => times.iter().copied().map(Some).collect(),
        Selection::Fractions(parts) => parts.iter().map(|part| Some(part * motion.duration())).collect(),
        Selection::Frames(frames) => {
            if let Some(frame) = frames.iter().find(|frame| **frame > last) {
                return Err(Stop::Usage(format!("there is no frame {frame}: frames are 0 to {last}")));
            }
            frames.iter().map(|frame| Some(motion.frame_start(*frame))).collect()
        }
    };
    let mut pose = Pose::rest(skeleton);
    let mut poses = Vec::new();
    for time in times {
        pose.reset(skeleton);
        if let Some(time) = time {
            sample(motion, time, Interpolation::Linear, &mut pose);
        }
        world_matrices(skeleton, glam::Affine3A::IDENTITY, &mut pose);
        let place = |world: &glam::Affine3A| world.translation.to_array().map(f64::from);
        let positions: Vec<[f64; 3]> =
            printed.joints.iter().filter_map(|joint| pose.world.get(*joint)).map(place).collect();
        poses.push(json!({ "time": time, "positions": positions }));
    }
    let joints: Vec<Value> = printed
        .joints
        .iter()
        .map(|&joint| {
            let parent = skeleton.parent(joint);
            json!({
                "name": skeleton.names().get(joint),
                "parent": parent.and_then(|parent| printed.joints.binary_search(&parent).ok()),
                "end_site": skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point()),
            })
        })
        .collect();
    let mut warnings: Vec<Value> = clip
        .warnings
        .iter()
        .map(|warning| {
            // Binary files have no lines: there the byte tells the place.
            let place = warning.location;
            let in_text = place.filter(|place| place.line > 0);
            json!({
                "code": warning.code,
                "line": in_text.map(|place| place.line),
                "column": in_text.map(|place| place.column),
                "byte": place.map(|place| place.byte),
                "file": Some(&warning.file).filter(|file| !file.is_empty()),
                "message": warning.to_string(),
                "count": warning.count,
            })
        })
        .collect();
    if printed.others > 0 {
        let message = format!("the file has {} figures; the first is printed (see --figure)", printed.others + 1);
        warnings.push(own_warning("positions.figures", &message));
    }
    Ok(json!({
        "format": clip.source.format.name(),
        "frame_count": motion.frame_count(),
        "frame_time": motion.frame_time(),
        "joints": joints,
        "poses": poses,
        "warnings": warnings,
    }))
}

/// A warning of the command's own.
fn own_warning(code: &str, message: &str) -> Value {
    json!({ "code": code, "line": null, "column": null, "byte": null, "file": null, "message": message, "count": 1 })
}
