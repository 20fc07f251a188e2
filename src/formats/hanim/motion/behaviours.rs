//! What the figure can do: each TimeSensor with what it moves, and each Motion.

use glam::{DQuat, DVec3, Vec3};

use super::hanim_motion;
use super::interpolators::{Curve, Given, moments};
use super::routes::{Drive, Property};
use crate::error::Limits;
use crate::formats::hanim::figure::assembly::Figure;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree};
use crate::formats::hanim::sorting::{sort_and_thin, sort_by_key};
use crate::model::{Behaviour, BuildError, Channels, Motion, MotionBuilder, PositionMode, Time};

/// Bytes that the frames of all behaviours may take, where the file is small. Their number is that of all keys, their
/// width that of all joints, and names make them anew: the product may be far larger than the file.
const MOST_BYTES: u64 = 32 << 20;
/// Bytes of frames for each byte of a large file: a value of two bytes may turn a joint.
const BYTES_A_BYTE: u64 = 8;

/// What a column of a motion's rows shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column {
    /// The index of the joint; of a weight, its own.
    pub(crate) joint: u16,
    pub(crate) property: Property,
}

/// Rows of a motion, by what they show of which joint.
pub(crate) struct Rows<'a> {
    figure: &'a Figure,
    columns: Vec<Column>,
    /// For each column, its index in the row's list of its property.
    slots: Vec<usize>,
    builder: MotionBuilder,
}

impl<'a> Rows<'a> {
    /// Rows that show these columns; each only once.
    pub(crate) fn new(figure: &'a Figure, columns: Vec<Column>, limits: &Limits) -> Result<Self, BuildError> {
        let (mut channels, mut slots) = (Channels::default(), Vec::new());
        for column in &columns {
            let list = match column.property {
                Property::Rotation => &mut channels.rotated,
                Property::Translation => &mut channels.translated,
                Property::Scale => &mut channels.scaled,
                Property::Weight => &mut channels.weighted,
            };
            slots.push(list.len());
            list.push(column.joint);
        }
        let builder = MotionBuilder::new(&figure.skeleton, channels, PositionMode::Replace, limits)?;
        Ok(Self { figure, columns, slots, builder })
    }

    pub(crate) fn row_bytes(&self) -> usize {
        self.builder.so_far().row_bytes()
    }

    /// Appends a frame: `value` gives what each column shows, by its index, as the node's own field would have it.
    pub(crate) fn push(&mut self, mut value: impl FnMut(usize) -> Given) -> Result<(), BuildError> {
        let Self { figure, columns, slots, builder } = self;
        builder.push_row(|row| {
            for (index, (column, slot)) in columns.iter().zip(slots.iter()).enumerate() {
                match (column.property, value(index)) {
                    (Property::Rotation, Given::Turn(turn)) => set(row.rotations, *slot, turn.as_quat().normalize()),
                    (Property::Translation, Given::Vector(vector)) => {
                        let base =
                            figure.entries.get(usize::from(column.joint)).map_or(DVec3::ZERO, |entry| entry.base);
                        set(row.translations, *slot, (vector + base).as_vec3());
                    }
                    (Property::Scale, Given::Vector(vector)) => set(row.scales, *slot, vector.as_vec3()),
                    (Property::Weight, Given::Vector(weight)) => set(row.weights, *slot, weight.x as f32),
                    // Columns are made by what is given: a rotation is never given for a vector, or the other way about.
                    (_, Given::Turn(_)) | (Property::Rotation, Given::Vector(_)) => {}
                }
            }
        })
    }

    pub(crate) fn finish(self) -> Motion {
        self.builder.finish_remaining()
    }
}

fn set<T>(row: &mut [T], slot: usize, value: T) {
    if let Some(slot) = row.get_mut(slot) {
        *slot = value;
    }
}

/// Room for frames, in bytes, shared by all behaviours.
#[derive(Debug)]
pub(crate) struct Room(u64);

impl Room {
    /// Takes room for so many rows. Where one behaviour finds none there is none for those behind it either, so that
    /// nothing more is worked out.
    pub(crate) fn take(&mut self, rows: usize, row_bytes: usize) -> bool {
        let left = self.0.checked_sub((rows as u64).saturating_mul(row_bytes as u64));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Everything that the file lets the figure do, in the order of the file.
pub(crate) fn read(
    tree: &Tree,
    figure: &Figure,
    drives: &[Drive],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Vec<Behaviour> {
    let mut found: Vec<(NodeId, Behaviour)> = Vec::new();
    let mut room = Room(MOST_BYTES.max(BYTES_A_BYTE * tree.text.len() as u64));
    let mut sensors = Sensors { tree, figure, limits, numbers: Vec::new(), curves: Vec::new() };
    for group in drives.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = sensors.keyed(node, group, &mut room, report) {
            found.push((sensor, Behaviour { name: node.def.to_string(), motion }));
        }
    }
    let mut motions = hanim_motion::Reader::new(tree, figure, limits);
    for (id, humanoid) in hanim_motion::all(tree, figure) {
        let Some(node) = tree.nodes.get(id.0 as usize) else { continue };
        if let Some(motion) = motions.read(id, node, humanoid, &mut room, report) {
            let mut name = node.def.to_string();
            if name.is_empty() {
                name = tree.string(node, "name");
            }
            found.push((id, Behaviour { name: if name.is_empty() { "motion".into() } else { name }, motion }));
        }
    }
    sort_by_key(&mut found, |(id, _)| *id);
    found.into_iter().map(|(_, behaviour)| behaviour).collect()
}

/// TimeSensors, and the interpolators that were read for them: one may serve many.
struct Sensors<'a> {
    tree: &'a Tree,
    figure: &'a Figure,
    limits: &'a Limits,
    /// By node: 0, or the number of its curve, from 1.
    numbers: Vec<u32>,
    curves: Vec<Option<Curve>>,
}

impl Sensors<'_> {
    fn read_curve(&mut self, id: NodeId, report: &mut Report<'_>) {
        self.numbers.resize(self.tree.nodes.len(), 0);
        let at = id.0 as usize;
        if let (Some(number @ 0), Some(node)) = (self.numbers.get_mut(at), self.tree.nodes.get(at)) {
            self.curves.push(Curve::read(self.tree, node, report));
            *number = self.curves.len() as u32;
        }
    }

    fn curve(&self, id: NodeId) -> Option<&Curve> {
        let number = *self.numbers.get(id.0 as usize)? as usize;
        self.curves.get(number.checked_sub(1)?)?.as_ref()
    }

    /// The motion of one TimeSensor: its keys stay the frames.
    fn keyed(&mut self, sensor: &Node, drives: &[Drive], room: &mut Room, report: &mut Report<'_>) -> Option<Motion> {
        for Drive { interpolator, .. } in drives {
            self.read_curve(*interpolator, report);
        }
        let Self { figure, limits, .. } = *self;
        let curve = |drive: &Drive| self.curve(drive.interpolator);
        let plays = |drive: &&Drive| curve(drive).is_some() && figure.became(drive.target).next().is_some();
        let drives = last_of_each(figure, drives.iter().filter(plays).copied(), report);
        // A curve that moves several joints counts once.
        let mut once: Vec<NodeId> = drives.iter().map(|drive| drive.interpolator).collect();
        sort_and_thin(&mut once);
        let once: Vec<&Curve> = once.into_iter().filter_map(|id| self.curve(id)).collect();
        if once.is_empty() {
            return None;
        }
        let cycle = cycle_interval(self.tree, sensor, report);
        let width: usize = drives.iter().map(|drive| figure.became(drive.target).count()).sum();
        let keys: usize = once.iter().map(|curve| curve.len()).sum();
        let row = width.saturating_mul(size_of::<Vec3>()).saturating_add(size_of::<f64>());
        if !room.take(keys.max(2), row) {
            let name = &sensor.def;
            report.warn(
                "hanim.behaviour-size",
                sensor.place,
                format_args!("`{name}` has {keys} keys for {width} joints: more than there is room for; left out"),
            );
            return None;
        }
        let mut columns: Vec<(Column, &Curve)> = Vec::new();
        for drive in &drives {
            let column = |joint| Some((Column { joint, property: drive.property }, curve(drive)?));
            columns.extend(figure.became(drive.target).filter_map(column));
        }
        sort_by_key(&mut columns, |(column, _)| (column.joint, column.property));
        let moments = moments(once.into_iter());
        let mut rows = Rows::new(figure, columns.iter().map(|(column, _)| *column).collect(), limits).ok()?;
        for (fraction, side) in &moments {
            let row = rows.push(|column| match columns.get(column) {
                Some((_, curve)) => curve.at(*fraction, *side),
                None => Given::Turn(DQuat::IDENTITY),
            });
            if let Err(error) = row {
                report.warn("hanim.behaviour", sensor.place, format_args!("`{}` is left out: {error}", sensor.def));
                return None;
            }
        }
        let mut motion = rows.finish();
        motion.set_time(Time::Keys(moments.iter().map(|(fraction, _)| fraction * cycle).collect())).ok()?;
        Some(motion)
    }
}

/// What moves, each thing once: of several routes to one field the last counts.
fn last_of_each(figure: &Figure, drives: impl Iterator<Item = Drive>, report: &mut Report<'_>) -> Vec<Drive> {
    let mut all: Vec<Drive> = drives.collect();
    sort_by_key(&mut all, |drive| (drive.target, drive.property, drive.place));
    let mut last = Vec::new();
    for same in all.chunk_by(|a, b| (a.target, a.property) == (b.target, b.property)) {
        let [.., drive] = same else { continue };
        if same.len() > 1 {
            let joint = figure.became(drive.target).next().and_then(|index| match drive.property {
                Property::Weight => Some(figure.displaced.get(usize::from(index))?.joint),
                _ => Some(index),
            });
            let name = joint.and_then(|joint| figure.skeleton.names().get(usize::from(joint)));
            report.warn(
                "hanim.driven-twice",
                drive.place,
                format_args!(
                    "`{}` is moved twice at the same time; the last ROUTE counts",
                    name.map_or("", |name| name)
                ),
            );
        }
        last.push(*drive);
    }
    last
}

/// Seconds that one cycle of a TimeSensor takes: 1 where the file does not say.
fn cycle_interval(tree: &Tree, sensor: &Node, report: &mut Report<'_>) -> f64 {
    let seconds = tree.scalar(sensor, "cycleInterval", 1.0, report);
    if seconds > 0.0 {
        return seconds;
    }
    report.warn(
        "hanim.cycle-interval",
        sensor.place,
        format_args!("`{}` takes {seconds} s a cycle; played in 1 s", sensor.def),
    );
    1.0
}
