//! Measures distances, angles, speeds, steps and so on in each frame, and when feet stand on the ground.

mod gait;
mod output;

use marey::body::Subject;
use marey::body::{self, ContactOptions, Stance, survey};
use marey::model::{Clip, Confidence};
use marey_study::measure::{Measure, Step, ankles, joint_called, measure_with, steps};
use serde_json::Value;

use self::output::{MeasuredRows, OutputColumn, npz};
use super::arguments::{MeasureArguments, MeasureFormat};
use super::files::{choose, message};
use super::library::{Grouping, Input, Library};
use super::units::{axis, metres};
use super::warnings::{first_in_words, lacking};
use super::wording::folded;
use super::{Stop, eprintln_quietly, print, print_bytes};

/// Makes a measure of its joints.
type Make = fn(&[usize]) -> Option<Measure>;

/// A measure as it is asked for: joints by their names.
struct WantedMeasures<'a> {
    make: Make,
    joints: Vec<&'a str>,
}

pub(super) fn measure_motions(arguments: &MeasureArguments) -> Result<(), Stop> {
    let wanted = wanted(arguments)?;
    let MeasureArguments { centre, steps, contacts, slide, joint_angles, .. } = arguments;
    let has_measures = !wanted.is_empty() || *centre || *steps || *contacts || *slide || *joint_angles;
    if let Some(rows) = arguments.gait {
        if has_measures {
            return Err(Stop::Usage("--gait has rows of its own: ask for the other measures alone".into()));
        }
        return gait::measure_walks(arguments, rows);
    }
    if !has_measures {
        return Err(Stop::Usage(
            "expected a measure: --distance, --angle, --vertical, --height, --speed, --acceleration, --angular-speed, --centre, --steps, \
             --contacts, --slide, --joint-angles or --gait"
                .into(),
        ));
    }
    if arguments.format == MeasureFormat::Svg {
        return Err(Stop::Usage("--format svg draws the curves of a walk: --gait cycles".into()));
    }
    let mut objects = Vec::new();
    let mut kept = Vec::new();
    let mut header = String::new();
    let failed = for_each_motion(arguments, |motion, with_files| {
        let rows = rows_of(motion, arguments, &wanted)?;
        match arguments.format {
            MeasureFormat::Json => objects.push(rows.object()),
            MeasureFormat::Npz => kept.push(rows),
            MeasureFormat::Csv | MeasureFormat::Svg => {
                // The sides of feet may differ from file to file; the columns are those of the first.
                let own = rows.header(with_files);
                if own != header {
                    print(&own)?;
                    header = own;
                }
                print(&rows.table(with_files))?;
            }
        }
        Ok(())
    })?;
    match arguments.format {
        MeasureFormat::Csv | MeasureFormat::Svg => {}
        MeasureFormat::Json => print(&format!("{}\n", Value::Array(objects)))?,
        MeasureFormat::Npz => {
            print_bytes(&npz(&kept).map_err(|error| Stop::Failed(error.to_string()))?)?;
        }
    }
    if failed { Err(Stop::Reported) } else { Ok(()) }
}

/// A motion that is measured.
struct MeasuredMotion<'a> {
    path: &'a str,
    clip: &'a Clip,
    subject: Subject<'a>,
}

impl MeasuredMotion<'_> {
    fn failed(&self, words: &str) -> Stop {
        Stop::Failed(format!("{}: {words}", self.path))
    }

    /// Says that lengths depend on a guess.
    fn tell_unsure_unit(&self, arguments: &MeasureArguments) {
        if arguments.source_unit.is_none() && self.subject.scale.confidence < Confidence::Likely {
            let (path, metres) = (self.path, self.subject.metres_per_unit());
            eprintln_quietly(&format!(
                "{path}: the unit is an unsure guess: {metres} m (--source-unit says otherwise)"
            ));
        }
    }
}

/// Reads all motions, one after the other. The other files of a data set are measured although one fails: returns whether one did.
/// `then` is told whether there are several.
fn for_each_motion(
    arguments: &MeasureArguments,
    mut then: impl FnMut(&MeasuredMotion<'_>, bool) -> Result<(), Stop>,
) -> Result<bool, Stop> {
    let mut library = Library::find(&arguments.files, Grouping::Together, None)?;
    library.read_as(&arguments.reading);
    if let Some((path, error)) = library.missing.first() {
        return Err(Stop::Failed(format!("{path}: {error}")));
    }
    let clips = library.clips();
    let with_files = clips.len() > 1;
    let mut failed = false;
    for file in clips {
        match read(&library, file, arguments, |motion| then(motion, with_files)) {
            Ok(()) => {}
            Err(Stop::Failed(message)) if with_files => {
                failed = true;
                eprintln_quietly(&message);
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(failed)
}

fn read(
    library: &Library,
    file: &Input,
    arguments: &MeasureArguments,
    then: impl FnOnce(&MeasuredMotion<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let clip = library.read(file).map_err(|failure| Stop::Failed(message(&failure, &file.path)))?;
    let index = choose(&clip, arguments.behaviour.as_deref())?;
    let subject = subject(&clip, index, arguments)?;
    let subject = subject.ok_or_else(|| Stop::Failed(format!("{}: there is no motion", file.path)))?;
    for words in first_in_words(&clip).into_iter().chain(lacking(&clip, index)) {
        eprintln_quietly(&format!("{}: {words}", file.path));
    }
    then(&MeasuredMotion { path: &file.path, clip: &clip, subject })
}

/// The measures of joints, in the order of the options.
fn wanted(arguments: &MeasureArguments) -> Result<Vec<WantedMeasures<'_>>, Stop> {
    let lists: [(&str, &[String], usize, Make); 7] = [
        ("distance", &arguments.distance, 2, |joints| {
            let [a, b] = joints.first_chunk()?;
            Some(Measure::Distance(*a, *b))
        }),
        ("angle", &arguments.angle, 3, |joints| {
            let [a, b, c] = joints.first_chunk()?;
            Some(Measure::Angle(*a, *b, *c))
        }),
        ("vertical", &arguments.vertical, 2, |joints| {
            let [a, b] = joints.first_chunk()?;
            Some(Measure::Vertical(*a, *b))
        }),
        ("height", &arguments.height, 1, |joints| joints.first().copied().map(Measure::Height)),
        ("speed", &arguments.speed, 1, |joints| joints.first().copied().map(Measure::Speed)),
        ("acceleration", &arguments.acceleration, 1, |joints| joints.first().copied().map(Measure::Acceleration)),
        ("angular-speed", &arguments.angular_speed, 1, |joints| joints.first().copied().map(Measure::AngularSpeed)),
    ];
    let mut all = Vec::new();
    for (option, texts, count, make) in lists {
        for text in texts {
            let joints: Vec<&str> = text.split(',').map(str::trim).collect();
            if joints.len() != count || joints.iter().any(|joint| joint.is_empty()) {
                let each = if count == 1 { "a joint".to_owned() } else { format!("{count} joints, with commas") };
                return Err(Stop::Usage(format!("expected --{option} to name {each}, found `{text}`")));
            }
            all.push(WantedMeasures { make, joints });
        }
    }
    Ok(all)
}

fn rows_of(
    motion: &MeasuredMotion<'_>,
    arguments: &MeasureArguments,
    wanted: &[WantedMeasures<'_>],
) -> Result<MeasuredRows, Stop> {
    let MeasuredMotion { path, clip, subject } = motion;
    let mut measures = Vec::new();
    for WantedMeasures { make, joints } in wanted {
        let joints: Vec<usize> = joints
            .iter()
            .map(|name| joint_called(&clip.skeleton, name).ok_or_else(|| motion.failed(&no_joint(clip, name))))
            .collect::<Result<_, _>>()?;
        measures.extend(make(&joints));
    }
    if arguments.centre {
        measures.extend([Measure::CentreHeight, Measure::CentreSpeed]);
    }
    if arguments.steps {
        measures.extend([Measure::StepLength, Measure::StepWidth, Measure::Cadence]);
    }
    let feet = ankles(subject);
    if arguments.contacts {
        measures.extend(feet.iter().map(|ankle| Measure::Planted(*ankle)));
    }
    if arguments.slide {
        measures.extend(feet.iter().map(|ankle| Measure::Slide(*ankle)));
    }
    let has_thresholds = arguments.contact_speed.or(arguments.contact_height).is_some();
    if has_thresholds || measures.iter().any(|measure| measure.has_lengths()) {
        motion.tell_unsure_unit(arguments);
    }
    let contacts = thresholds(subject, arguments);
    let measured = measure_with(subject, &measures, &contacts);
    let columns = measures.iter().zip(measured.values).map(|(measure, values)| OutputColumn {
        name: measure.name(),
        side: None,
        joints: measure.joints().into_iter().map(|joint| name(clip, joint)).collect(),
        unit: measure.unit(),
        values,
    });
    let mut columns: Vec<OutputColumn> = columns.collect();
    if arguments.joint_angles {
        columns.extend(gait::angle_columns(motion, arguments, &measured.times)?);
    }
    Ok(MeasuredRows {
        file: (*path).to_owned(),
        columns,
        times: measured.times,
        steps: arguments.steps.then(|| steps_of(clip, subject, &contacts)),
        stances: arguments.contacts.then(|| stances_of(clip, subject, &contacts)),
    })
}

/// The motion in metres with +Y up, by the options for unit and up axis.
fn subject<'a>(clip: &'a Clip, behaviour: usize, arguments: &MeasureArguments) -> Result<Option<Subject<'a>>, Stop> {
    let unit = arguments.source_unit.as_deref().map(metres).transpose()?;
    let up = arguments.source_up.as_deref().map(axis).transpose()?;
    let Some(motion) = clip.behaviours.get(behaviour).map(|behaviour| &behaviour.motion) else { return Ok(None) };
    let seen = survey(&clip.skeleton, motion, up.or(clip.source.up));
    let subject = Subject::surveyed(clip, behaviour, seen).ok();
    Ok(subject.map(|subject| {
        let (per_unit, up) = (subject.metres_per_unit(), subject.up());
        subject.with_space(unit.map_or(per_unit, |metres| metres / clip.source.length_factor), up)
    }))
}

/// When feet count as standing on the ground.
fn thresholds(subject: &Subject<'_>, arguments: &MeasureArguments) -> ContactOptions {
    let tall = f64::from(subject.survey.tall()) * subject.metres_per_unit();
    let usual = ContactOptions::default();
    usual
        .speed(arguments.contact_speed.map(|speed| (speed / tall) as f32))
        .height(arguments.contact_height.map_or(usual.height, |height| (height / tall) as f32))
}

fn steps_of(clip: &Clip, subject: &Subject<'_>, contacts: &ContactOptions) -> Vec<(String, Step)> {
    steps(subject, contacts).into_iter().map(|step| (name(clip, step.joint), step)).collect()
}

fn stances_of(clip: &Clip, subject: &Subject<'_>, contacts: &ContactOptions) -> Vec<(String, Stance)> {
    let all = body::contacts(&clip.skeleton, subject.motion(), &subject.survey, contacts);
    all.stances().map(|stance| (name(clip, stance.joint), stance)).collect()
}

fn name(clip: &Clip, joint: usize) -> String {
    clip.skeleton.name(joint).to_owned()
}

fn no_joint(clip: &Clip, name: &str) -> String {
    let names: Vec<&str> = clip.skeleton.names().iter().map(|name| &**name).filter(|name| !name.is_empty()).collect();
    format!("there is no joint `{name}`; the file has {}", folded(&names))
}
