//! The table, the object and the arrays that are printed.

use std::fmt::Write;

use marey::body::Stance;
use marey::checked::Checked;
use marey_study::measure::Step;
use marey_write::{NpzWriter, WriteError, csv_number, csv_text};
use serde_json::{Value, json};

/// The values of a motion.
pub(super) struct MeasuredRows {
    pub(super) file: String,
    pub(super) times: Vec<f64>,
    pub(super) columns: Vec<OutputColumn>,
    /// The steps and the names of their feet, where they are asked for.
    pub(super) steps: Option<Vec<(String, Step)>>,
    /// The stances and the names of their feet, where they are asked for.
    pub(super) stances: Option<Vec<(String, Stance)>>,
}

pub(super) struct OutputColumn {
    /// `angle`, or `planted`.
    pub(super) name: &'static str,
    /// `left` or `right`, for an angle of a limb.
    pub(super) side: Option<&'static str>,
    pub(super) joints: Vec<String>,
    /// Empty for what is or is not.
    pub(super) unit: &'static str,
    pub(super) values: Vec<f64>,
}

impl OutputColumn {
    /// `angle LeftHip LeftKnee LeftFoot [deg]`.
    fn title(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        format!("{}{unit}", self.label())
    }

    /// `angle LeftHip LeftKnee LeftFoot`, `hip flexion left`.
    fn label(&self) -> String {
        let words = [self.name].into_iter().chain(self.side);
        words.chain(self.joints.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    }
}

impl MeasuredRows {
    pub(super) fn header(&self, with_file: bool) -> String {
        let first = if with_file { "file,frame,time" } else { "frame,time" };
        let titles = self.columns.iter().map(|column| csv_text(&column.title()));
        format!("{}\n", [first.to_owned()].into_iter().chain(titles).collect::<Vec<_>>().join(","))
    }

    pub(super) fn table(&self, with_file: bool) -> String {
        let file = if with_file { format!("{},", csv_text(&self.file)) } else { String::new() };
        let mut out = String::new();
        for (frame, time) in self.times.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{file}{frame},{}", csv_number(*time));
            for column in &self.columns {
                let value = column.values.at(frame);
                let _ = write!(out, ",{}", if value.is_nan() { String::new() } else { csv_number(value) });
            }
            out.push('\n');
        }
        out
    }

    pub(super) fn object(&self) -> Value {
        let columns = self.columns.iter().map(|column| {
            let values = column.values.iter().map(|value| (!value.is_nan()).then_some(*value)).collect::<Vec<_>>();
            let mut object =
                json!({ "measure": column.name, "joints": column.joints, "unit": column.unit, "values": values });
            if let Some(side) = column.side {
                object["side"] = side.into();
            }
            object
        });
        let mut object = json!({ "file": self.file, "times": self.times, "measures": columns.collect::<Vec<_>>() });
        if let Some(steps) = &self.steps {
            let step = |(name, step): &(String, Step)| {
                let Step { time, length, width, cadence, .. } = step;
                json!({ "time": time, "joint": name, "length": length, "width": width, "cadence": cadence })
            };
            object["steps"] = steps.iter().map(step).collect();
        }
        if let Some(stances) = &self.stances {
            let stance =
                |(name, stance): &(String, Stance)| json!({ "joint": name, "from": stance.from, "to": stance.to });
            object["stances"] = stances.iter().map(stance).collect();
        }
        object
    }
}

/// All motions as one `.npz`: `values` with a row for each frame and a column for each of `names` and `units`, NaN where there is no
/// value; `times`, `frame` and `file` of each row, and the names of the `files`.
pub(super) fn npz(motions: &[MeasuredRows]) -> Result<Vec<u8>, WriteError> {
    // The joints of feet may differ from file to file.
    let mut columns: Vec<(String, &'static str)> = Vec::new();
    for column in motions.iter().flat_map(|rows| &rows.columns) {
        let own = (column.label(), column.unit);
        if !columns.contains(&own) {
            columns.push(own);
        }
    }
    let (mut times, mut frames, mut files, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (index, rows) in motions.iter().enumerate() {
        let own = |(label, _): &(String, &str)| rows.columns.iter().find(|column| column.label() == *label);
        let own: Vec<Option<&OutputColumn>> = columns.iter().map(own).collect();
        for (frame, time) in rows.times.iter().enumerate() {
            times.push(*time);
            frames.push(frame as i32);
            files.push(index as i32);
            values.extend(
                own.iter().map(|column| column.and_then(|one| one.values.get(frame).copied()).unwrap_or(f64::NAN)),
            );
        }
    }
    let mut npz = NpzWriter::default();
    let rows = times.len();
    npz.floats("values", &[rows, columns.len()], values)?;
    npz.texts("names", &columns.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>())?;
    npz.texts("units", &columns.iter().map(|(_, unit)| *unit).collect::<Vec<_>>())?;
    npz.floats("times", &[rows], times)?;
    npz.integers("frame", frames)?;
    npz.integers("file", files)?;
    npz.texts("files", &motions.iter().map(|rows| rows.file.as_str()).collect::<Vec<_>>())?;
    npz.finish()
}
