//! Marey on the command line: what a motion file holds, and where its joints are. See [`USAGE`].

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use marey::formats::Parser;
use marey::model::{Behaviour, Clip, PositionMode};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey::scene::{survey, unit_of};
use marey::{Limits, ParseError};
use serde_json::{Value, json};

const USAGE: &str = "\
usage: marey positions [SELECTION] [--behaviour NAME] [--figure N | --figure all] FILE
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
info        prints what a file holds, for people.

FILE may be `-` for standard input.
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
        "info" => info(rest),
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

/// Reads a clip the way a download arrives: chunk by chunk.
fn read(path: &str) -> Result<Clip, Stop> {
    let (mut source, size): (Box<dyn Read>, Option<u64>) = if path == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(|error| Stop::Failed(format!("{path}: {error}")))?;
        let size = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file), size)
    };
    let refused = |error: ParseError| Stop::Failed(format!("{path}:{error}"));
    let mut parser = Parser::new(path, size, Limits::default());
    let mut chunk = vec![0; 1 << 20];
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return parser.finish().map_err(refused),
            Ok(length) => parser.push(chunk.get(..length).unwrap_or_default()).map_err(refused)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Stop::Failed(format!("{path}: {error}"))),
        }
    }
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
    let (mut selection, mut behaviour, mut figure, mut files) = (Selection::Quarters, None, None, Vec::new());
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
    let [file] = files.as_slice() else {
        return Err(Stop::Usage(format!("expected one file, found {}", files.len())));
    };
    let clip = read(file)?;
    let chosen = match behaviour {
        None => clip.behaviours.first(),
        Some(name) => clip.behaviours.iter().find(|one| one.name == *name),
    };
    let Some(chosen) = chosen else {
        let names: Vec<&str> = clip.behaviours.iter().map(|one| one.name.as_str()).collect();
        return Err(Stop::Usage(format!("expected --behaviour to be one of: {}", names.join(", "))));
    };
    let json = describe(&clip, chosen, &selection, &Printed::choose(&clip, figure)?)?;
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
            let place = warning.location;
            json!({
                "code": warning.code,
                "line": place.map(|place| place.line),
                "column": place.map(|place| place.column),
                "message": warning.message,
            })
        })
        .collect();
    if printed.others > 0 {
        let message = format!("the file has {} figures; the first is printed (see --figure)", printed.others + 1);
        warnings.push(json!({ "code": "positions.figures", "line": null, "column": null, "message": message }));
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

fn info(files: &[String]) -> Result<(), Stop> {
    if files.is_empty() || files.iter().any(|file| file.starts_with("--")) {
        return Err(Stop::Usage("expected files after `info`".into()));
    }
    for file in files {
        let clip = read(file)?;
        let mut text = String::new();
        summary(&mut text, file, &clip).map_err(|_| Stop::Failed("marey: out of memory".into()))?;
        print(&text)?;
    }
    Ok(())
}

fn summary(out: &mut String, file: &str, clip: &Clip) -> std::fmt::Result {
    let skeleton = &clip.skeleton;
    let end_sites = skeleton.kinds().iter().filter(|kind| kind.is_point()).count();
    let roots = (0..skeleton.len()).filter(|joint| skeleton.parent(*joint).is_none()).count();
    writeln!(out, "{file}")?;
    writeln!(out, "  format     {}", clip.source.format.name())?;
    writeln!(out, "  joints     {}, {end_sites} end sites, {roots} root(s)", skeleton.len() - end_sites)?;
    for behaviour in &clip.behaviours {
        let motion = &behaviour.motion;
        let (frames, seconds) = (motion.frame_count(), motion.frame_time());
        writeln!(out, "  motion     {}: {frames} frame(s), {:.2} s", behaviour.name, motion.duration())?;
        writeln!(out, "  rate       {} (frame time {seconds} s)", rate(seconds))?;
    }
    if let Some(behaviour) = clip.behaviours.first() {
        let seen = survey(skeleton, &behaviour.motion, clip.source.up);
        let unit = unit_of(&clip.source, seen.height);
        let how = |stated: bool| if stated { "stated" } else { "guessed" };
        let metres = f64::from(seen.height) * unit.metres() / clip.source.length_factor;
        writeln!(out, "  height     {:.4} units, {metres:.2} m", seen.height)?;
        writeln!(out, "  unit       {} ({})", unit.name(), how(clip.source.metres_per_unit.is_some()))?;
        writeln!(out, "  up         {} ({})", seen.up.name(), how(clip.source.up.is_some()))?;
    }
    channels(out, clip)?;
    let positions = match clip.source.position_mode {
        None => "no joint has both positions and an offset",
        Some(PositionMode::Replace) => "stand in for the offset (decided by where the joints are)",
        Some(PositionMode::Add) => "add to the offset (decided by where the joints are)",
    };
    writeln!(out, "  positions  {positions}")?;
    writeln!(out, "  warnings   {}", clip.warnings.len() as u64 + clip.warnings_dropped)?;
    for warning in &clip.warnings {
        let place = warning.location.map_or(String::new(), |place| format!("{place}: "));
        writeln!(out, "    {place}{}: {}", warning.code, warning.message)?;
    }
    if clip.warnings_dropped > 0 {
        writeln!(out, "    and {} more", clip.warnings_dropped)?;
    }
    Ok(())
}

/// How many joints have which channels, the most frequent first.
fn channels(out: &mut String, clip: &Clip) -> std::fmt::Result {
    let mut lists: Vec<(&str, usize)> = Vec::new();
    for text in clip.source.channels.iter().filter(|text| !text.is_empty()) {
        match lists.iter_mut().find(|(known, _)| *known == &**text) {
            Some((_, count)) => *count += 1,
            None => lists.push((text, 1)),
        }
    }
    lists.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let total: usize = clip.source.channels.iter().map(|text| text.split_whitespace().count()).sum();
    writeln!(out, "  channels   {total}")?;
    for (list, count) in lists.iter().take(8) {
        writeln!(out, "    {count} joint(s): {list}")?;
    }
    if lists.len() > 8 {
        writeln!(out, "    and {} other lists", lists.len() - 8)?;
    }
    Ok(())
}

/// Frames a second; whole where the frame time is a whole rate rounded to a few digits.
fn rate(seconds: f64) -> String {
    let rate = 1.0 / seconds;
    let whole = rate.round();
    if whole >= 1.0 && (seconds * whole - 1.0).abs() < 5e-4 { format!("{whole} fps") } else { format!("{rate:.3} fps") }
}
