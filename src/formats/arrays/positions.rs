//! The clip of positions, and of vectors that become positions.

use super::array::Array;
use super::clip::{ArrayFacts, ArraysClip, NamedPoints, of_points};
use super::points::{Points, PointsView};
use super::reading::{FileReading, MOST_CLIPS, POSITIONS, key_of, no_memory};
use super::readings::{ArrayContent, Placed, TableFit, VectorRows};
use super::refusal::refuse;
use super::rig::ArrayRig;
use super::tables::Table;
use super::vector::{VectorFile, joints_of};
use crate::compact::sorting::sort_by;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::wording::Count;
use crate::formats::reading::{ArrayJoints, WarningLog};
use crate::model::Axis;

impl<'a> FileReading<'a> {
    /// Positions in an array, and in others of the same key that are like it.
    pub(super) fn positions(
        &self,
        array: &'a Array,
        placed: &Placed,
        mut facts: ArrayFacts,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip, ParseError> {
        let mut takes: Vec<NamedPoints> = Vec::new();
        let mut left_out = 0;
        facts.notes.push(("Array".into(), format!("{}: {}", array.describe(), placed.layout.axes())));
        let is_known = placed.table.is_some();
        let name = placed.table.map(|(table, _)| table.name);
        let likes =
            self.keys.0.iter().filter(|other| other.shape.len() == array.shape.len() && other.dtype.is_number());
        for other in likes {
            let is_first = std::ptr::eq(other, array);
            let has_key = !array.name.is_empty() && key_of(other) == key_of(array);
            if !(is_first || has_key || is_known && !POSITIONS.contains(&key_of(array))) {
                continue;
            }
            // Clips of one list are alike.
            let is_known_layout = is_first || has_key && other.is_laid_out_like(array);
            let own = if is_known_layout { None } else { Some(self.reading(other).content) };
            let layout = match &own {
                None => &placed.layout,
                Some(ArrayContent::Points(own)) if own.layout.view.joints == placed.layout.view.joints => {
                    if own.table.map(|(table, _)| table.name) != name && !has_key {
                        continue;
                    }
                    &own.layout
                }
                Some(_) => {
                    left_out += usize::from(has_key);
                    continue;
                }
            };
            let count = layout.clips.count();
            left_out += count.saturating_sub(MOST_CLIPS);
            for clip in 0..count.min(MOST_CLIPS) {
                let view = PointsView { start: layout.clips.item(clip), ..layout.view };
                let own = if count > 1 { (clip + 1).to_string() } else { String::new() };
                let separator = if other.name.is_empty() || own.is_empty() { "" } else { " " };
                let name = format!("{}{separator}{own}", other.name);
                takes.push(NamedPoints { name, points: Points::of_view(other, view) });
            }
            if takes.len() >= MOST_CLIPS {
                break;
            }
        }
        let far = takes.first().and_then(|take| take.points.far_place());
        if let Some(place) = far {
            takes.iter_mut().for_each(|take| take.points.take_off(place));
            warnings.add("arrays.far-origin", Some(Location::default()), || {
                let [x, y, z] = place.to_array().map(|part| crate::decimal::text(part, 0));
                format!("the figure is moved by minus ({x}, {y}, {z}), because single precision would shake it there")
            });
        }
        if left_out > 0 {
            warning!(warnings.each => "arrays.left-out", Location::default(),
                "clips of other joints than the first, or after the most, are left out ({})", Count(left_out, "clip"));
        }
        if placed.layout.view.coordinates == 2 {
            facts.up = Some(Axis::NegY);
            facts.assumed.push("points of a picture, whose y points down".into());
        }
        let first = takes.first().map(|take| take.points.clone());
        let stated = first.as_ref().and_then(|first| ArrayRig::stated(first, self.options().joints()));
        let rig = match (stated, placed.table, first) {
            (Some(stated), ..) => stated,
            (None, Some((table, fit)), _) => ArrayRig::of_table(table, self.why(table, &fit)),
            (None, None, first) => ArrayRig::inferred(&first.unwrap_or_else(|| Points::new(0, Vec::new()))),
        };
        if let Some((table, fit)) = placed.table {
            facts.metres_per_unit = table.metres.filter(|metres| (0.5..1.5).contains(&(fit.scale() * metres)));
        }
        self.of_takes(takes, rig, placed.layout.may_repeat, facts, warnings)
    }

    /// Why these are the joints, for people.
    fn why(&self, table: &Table, fit: &TableFit) -> String {
        match self.options().joints() {
            Some(ArrayJoints::Table(_)) => format!("{}, as stated", table.title),
            _ => format!("{}, guessed by {} joints and {}", table.title, table.len(), fit.describe()),
        }
    }

    /// The clip of takes with these joints.
    pub(super) fn of_takes(
        &self,
        mut takes: Vec<NamedPoints>,
        rig: ArrayRig,
        may_repeat: bool,
        mut facts: ArrayFacts,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip, ParseError> {
        let nothing = takes.first().and_then(|take| take.points.nothing());
        self.cut(&mut takes, may_repeat, &mut warnings);
        takes.retain(|take| take.points.frames() > 0 && take.points.nothing().is_none());
        if takes.is_empty() {
            let found = nothing.unwrap_or("no frames");
            let message = format!("expected positions, found {found}: {}", self.keys.describe());
            return Err(refuse(ErrorKind::Unsupported, "arrays.empty", 0, message));
        }
        facts.notes.push(("Skeleton".into(), rig.why.clone()));
        facts.usual_rate = facts.usual_rate.or(rig.table.and_then(|table| table.rate));
        self.name_takes(&mut takes);
        of_points(self.name, &rig, takes, facts, self.limits, warnings)
    }

    /// Gives clips the texts that describe them, if the file has as many. A text that comes again gets a number, because a name chooses
    /// a clip. An only clip needs no name of its own.
    fn name_takes(&self, takes: &mut [NamedPoints]) {
        if let [only] = takes {
            only.name.clear();
            return;
        }
        let texts: Vec<String> =
            self.keys.0.iter().filter(|array| key_of(array) == "text").flat_map(Array::texts).collect();
        if texts.len() == takes.len() {
            let start_of = |text: &String| {
                let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= self.limits.name_bytes);
                text.get(..end.unwrap_or(text.len())).unwrap_or_default().to_owned()
            };
            let texts: Vec<String> = texts.iter().map(start_of).collect();
            let mut named: Vec<(&String, &mut NamedPoints)> = texts.iter().zip(takes).collect();
            // Stable: those of one text stay in their order.
            sort_by(&mut named, |(a, _), (b, _)| a.cmp(b));
            for same in named.chunk_by_mut(|(a, _), (b, _)| a == b) {
                for (before, (text, take)) in same.iter_mut().enumerate() {
                    take.name = if before > 0 { format!("{text} {}", before + 1) } else { text.clone() };
                }
            }
        }
    }

    /// Cuts frames that only fill clips up, by the lengths in the file or because nothing is in them.
    fn cut(&self, takes: &mut [NamedPoints], may_repeat: bool, warnings: &mut WarningLog) {
        let lengths = self.keys.numbers("lengths").filter(|lengths| lengths.shape == [takes.len()]);
        let mut cut = 0;
        for (index, take) in takes.iter_mut().enumerate() {
            let stated = lengths.map(|lengths| lengths.number(index)).filter(|length| *length >= 1.0);
            cut += match stated {
                Some(stated) => take.points.keep_frames(stated as usize),
                None => take.points.cut_padding(may_repeat),
            };
        }
        if cut > 0 {
            warning!(warnings.each => "arrays.padding", Location::default(),
                "the array's end only fills it up, and is cut ({})", Count(cut, "frame"));
        }
    }

    /// The clips of HumanML3D's vectors.
    pub(super) fn vectors(
        &self,
        array: &'a Array,
        rows: &VectorRows,
        facts: &mut ArrayFacts,
    ) -> Result<Vec<NamedPoints>, ParseError> {
        let width = rows.columns.length;
        let Some(joints) = joints_of(width) else { return Ok(Vec::new()) };
        let scaled = self.companions.scaled(width);
        let strides = [rows.frames.stride, rows.columns.stride];
        let clips = rows.clips.count();
        let mut takes = Vec::new();
        for clip in 0..clips.min(MOST_CLIPS) {
            let start = rows.clips.item(clip);
            let plain = VectorFile { array, start, frames: rows.frames.length, strides, joints, scaled: None };
            let vectors = if plain.are_normalized() { VectorFile { scaled: scaled.as_ref(), ..plain } } else { plain };
            if vectors.are_normalized() {
                let message = format!(
                    "expected vectors of {width} numbers whose last four are 0 or 1, found normalized ones ({}): open them \
                     together with Mean.npy and Std.npy of their data set",
                    array.describe()
                );
                return Err(refuse(ErrorKind::Unsupported, "arrays.normalized", 0, message));
            }
            let name = if clips > 1 { (clip + 1).to_string() } else { String::new() };
            takes.push(NamedPoints { name, points: vectors.points().ok_or_else(no_memory)? });
        }
        facts.notes.push(("Array".into(), format!("{}: vectors of HumanML3D's kind", array.describe())));
        facts.up = Some(Axis::Y);
        Ok(takes)
    }
}
