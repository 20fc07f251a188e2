//! Measures distances, angles, heights and speeds in each frame, and when feet stand on the ground.

use std::fmt::Write;

use marey::body::{Side, side_of_name, stances};
use marey::compare::Subject;
use marey::measure::{Measure, joint_called, measure};
use marey::model::{Clip, Confidence, Motion};
use serde_json::{Value, json};

use super::arguments::{MeasureArguments, MeasureFormat};
use super::files::{choose, message};
use super::library::{Grouping, Input, Library};
use super::units::{axis, metres};
use super::wording::folded;
use super::{Stop, eprintln_quietly, print};

/// Makes a measure of its joints.
type Make = fn(&[usize]) -> Option<Measure>;

/// A measure as it is asked for: joints by their names.
struct Wanted<'a> {
    make: Make,
    joints: Vec<&'a str>,
}

/// The values of a motion.
struct Rows {
    file: String,
    times: Vec<f64>,
    columns: Vec<Column>,
}

struct Column {
    /// `angle`, or `planted`.
    name: &'static str,
    joints: Vec<String>,
    /// Empty for what is or is not.
    unit: &'static str,
    values: Vec<f64>,
}

pub(super) fn measure_motions(arguments: &MeasureArguments) -> Result<(), Stop> {
    let wanted = wanted(arguments)?;
    if wanted.is_empty() && !arguments.contacts {
        return Err(Stop::Usage(
            "expected a measure: --distance, --angle, --vertical, --height, --speed or --contacts".into(),
        ));
    }
    let mut library = Library::find(&arguments.files, Grouping::Together, None)?;
    library.read_arrays_as(&arguments.arrays.options());
    if let Some((path, error)) = library.missing.first() {
        return Err(Stop::Failed(format!("{path}: {error}")));
    }
    let clips = library.clips();
    let with_files = clips.len() > 1;
    let mut failed = false;
    let mut objects = Vec::new();
    let mut header = String::new();
    for file in clips {
        let rows = match rows_of(&library, file, arguments, &wanted) {
            Ok(rows) => rows,
            // The other files of a data set are measured all the same.
            Err(Stop::Failed(message)) if with_files => {
                failed = true;
                eprintln_quietly(&message);
                continue;
            }
            Err(stop) => return Err(stop),
        };
        match arguments.format {
            MeasureFormat::Json => objects.push(rows.object()),
            MeasureFormat::Csv => {
                // The sides of feet may differ from file to file; the columns are those of the first.
                let own = rows.header(with_files);
                if own != header {
                    print(&own)?;
                    header = own;
                }
                print(&rows.table(with_files))?;
            }
        }
    }
    if arguments.format == MeasureFormat::Json {
        print(&format!("{}\n", Value::Array(objects)))?;
    }
    if failed { Err(Stop::Reported) } else { Ok(()) }
}

/// The measures in the order distances, angles, against the vertical, heights, speeds.
fn wanted(arguments: &MeasureArguments) -> Result<Vec<Wanted<'_>>, Stop> {
    let lists: [(&str, &[String], usize, Make); 5] = [
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
    ];
    let mut all = Vec::new();
    for (option, texts, count, make) in lists {
        for text in texts {
            let joints: Vec<&str> = text.split(',').map(str::trim).collect();
            if joints.len() != count || joints.iter().any(|joint| joint.is_empty()) {
                let each = if count == 1 { "a joint".to_owned() } else { format!("{count} joints, with commas") };
                return Err(Stop::Usage(format!("expected --{option} to name {each}, found `{text}`")));
            }
            all.push(Wanted { make, joints });
        }
    }
    Ok(all)
}

fn rows_of(library: &Library, file: &Input, arguments: &MeasureArguments, wanted: &[Wanted<'_>]) -> Result<Rows, Stop> {
    let clip = library.read(file).map_err(|failure| Stop::Failed(message(&failure, &file.path)))?;
    let index = choose(&clip, arguments.behaviour.as_deref())?;
    let failed = |words: String| Stop::Failed(format!("{}: {words}", file.path));
    let mut subject = Subject::new(&clip, index).map_err(|error| failed(error.to_string()))?;
    let unit = arguments.source_unit.as_deref().map(metres).transpose()?;
    let up = arguments.source_up.as_deref().map(axis).transpose()?;
    let (per_unit, axis) = (subject.metres_per_unit(), subject.up());
    subject =
        subject.with_space(unit.map_or(per_unit, |metres| metres / clip.source.length_factor), up.unwrap_or(axis));
    if unit.is_none() && measures_lengths(wanted) && subject.scale.confidence < Confidence::Likely {
        eprintln_quietly(&format!(
            "{}: the unit is an unsure guess: {per_unit} m (--source-unit says otherwise)",
            file.path
        ));
    }
    let mut measures = Vec::new();
    for Wanted { make, joints } in wanted {
        let joints: Vec<usize> = joints
            .iter()
            .map(|name| joint_called(&clip.skeleton, name).ok_or_else(|| failed(no_joint(&clip, name))))
            .collect::<Result<_, _>>()?;
        measures.extend(make(&joints));
    }
    let measured = measure(&subject, &measures);
    let name = |joint: usize| clip.skeleton.names().get(joint).map_or(String::new(), |name| name.to_string());
    let mut columns: Vec<Column> = measures
        .iter()
        .zip(measured.values)
        .map(|(measure, values)| Column {
            name: measure.name(),
            joints: measure.joints().into_iter().map(name).collect(),
            unit: measure.unit(),
            values,
        })
        .collect();
    if arguments.contacts {
        columns.extend(planted(&clip, subject.motion(), &subject, &measured.times));
    }
    Ok(Rows { file: file.path.clone(), times: measured.times, columns })
}

/// Whether a measure depends on the unit.
fn measures_lengths(wanted: &[Wanted<'_>]) -> bool {
    wanted.iter().any(|one| (one.make)(&[0, 0, 0]).is_some_and(|measure| measure.unit() != "deg"))
}

/// Whether each foot stands on the ground: 1 or 0.
fn planted(clip: &Clip, motion: &Motion, subject: &Subject<'_>, times: &[f64]) -> Vec<Column> {
    let all = stances(&clip.skeleton, motion, &subject.survey);
    let Some(legs) = subject.survey.parts.legs else { return Vec::new() };
    let foot = |ankle: usize| {
        let on_ground = |time: f64| all.iter().any(|one| one.joint == ankle && (one.from..=one.to).contains(&time));
        let name = clip.skeleton.names().get(ankle).map_or(String::new(), |name| name.to_string());
        let values = times.iter().map(|time| f64::from(u8::from(on_ground(*time)))).collect();
        Column { name: "planted", joints: vec![name], unit: "", values }
    };
    let mut feet: Vec<Column> = legs.ends.iter().map(|ankle| foot(*ankle)).collect();
    feet.sort_by_key(|foot| foot.joints.first().is_some_and(|name| side_of_name(name) == Side::Right));
    feet
}

fn no_joint(clip: &Clip, name: &str) -> String {
    let names: Vec<&str> = clip.skeleton.names().iter().map(|name| &**name).filter(|name| !name.is_empty()).collect();
    format!("there is no joint `{name}`; the file has {}", folded(&names))
}

impl Column {
    /// `angle LeftHip LeftKnee LeftFoot [deg]`.
    fn title(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        format!("{} {}{unit}", self.name, self.joints.join(" "))
    }
}

impl Rows {
    fn header(&self, with_file: bool) -> String {
        let first = if with_file { "file,frame,time" } else { "frame,time" };
        let titles = self.columns.iter().map(|column| quoted(&column.title()));
        format!("{}\n", [first.to_owned()].into_iter().chain(titles).collect::<Vec<_>>().join(","))
    }

    fn table(&self, with_file: bool) -> String {
        let file = if with_file { format!("{},", quoted(&self.file)) } else { String::new() };
        let mut out = String::new();
        for (frame, time) in self.times.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{file}{frame},{}", number(*time));
            for column in &self.columns {
                let value = column.values.get(frame).copied().unwrap_or(f64::NAN);
                let _ = write!(out, ",{}", if value.is_nan() { String::new() } else { number(value) });
            }
            out.push('\n');
        }
        out
    }

    fn object(&self) -> Value {
        let columns = self.columns.iter().map(|column| {
            let values = column.values.iter().map(|value| (!value.is_nan()).then_some(*value)).collect::<Vec<_>>();
            json!({ "measure": column.name, "joints": column.joints, "unit": column.unit, "values": values })
        });
        json!({ "file": self.file, "times": self.times, "measures": columns.collect::<Vec<_>>() })
    }
}

/// A number to nine places, without zeros at its end.
fn number(value: f64) -> String {
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A field of a table as RFC 4180 writes it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
