//! What the figure can do: each TimeSensor with what it moves, and each Motion.

use glam::{DQuat, DVec3, Vec3};

use super::curve::{Curve, Given, moments};
use super::figure::Figure;
use super::motion;
use super::order::{sort_and_thin, sort_by_key};
use super::report::Report;
use super::routes::{Drive, Property};
use super::tree::{Node, NodeId, Tree};
use crate::error::Limits;
use crate::model::{Behaviour, BuildError, Motion, MotionBuilder, PositionMode, Time};

/// Bytes that the frames of all TimeSensors may take. Their number is that of all keys, their width that of all joints:
/// the product may be far larger than the file.
const MOST_BYTES: u64 = 256 << 20;

/// What a column of a motion's rows shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) joint: u16,
    pub(super) property: Property,
}

/// Rows of a motion, by what they show of which joint.
pub(super) struct Rows<'a> {
    figure: &'a Figure,
    columns: Vec<Column>,
    /// For each column, its index among the row's rotations or vectors.
    slots: Vec<usize>,
    builder: MotionBuilder,
}

impl<'a> Rows<'a> {
    /// Rows that show these columns; each only once.
    pub(super) fn new(figure: &'a Figure, columns: Vec<Column>, limits: &Limits) -> Result<Self, BuildError> {
        let (mut turned, mut moved, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        for column in &columns {
            let (list, index) = match column.property {
                Property::Rotation => (&mut turned, Some(column.joint)),
                Property::Translation => (&mut moved, Some(column.joint)),
                Property::Scale => (&mut moved, figure.skeleton.scale_slot(column.joint)),
            };
            slots.push(list.len());
            list.push(index.ok_or(BuildError::UnknownParent)?);
        }
        let masks = vec![Vec3::ONE; moved.len()];
        let builder = MotionBuilder::new(&figure.skeleton, turned, moved, masks, PositionMode::Replace, limits)?;
        Ok(Self { figure, columns, slots, builder })
    }

    pub(super) fn row_bytes(&self) -> usize {
        self.builder.row_bytes()
    }

    /// Appends a frame: `value` gives what each column shows, by its index, as the node's own field would have it.
    pub(super) fn push(&mut self, mut value: impl FnMut(usize) -> Given) -> Result<(), BuildError> {
        let Self { figure, columns, slots, builder } = self;
        builder.push_row(|turns, vectors| {
            for (index, (column, slot)) in columns.iter().zip(slots.iter()).enumerate() {
                let base = figure.entries.get(usize::from(column.joint)).map_or(DVec3::ZERO, |entry| entry.base);
                match (column.property, value(index)) {
                    (Property::Rotation, Given::Turn(turn)) => {
                        if let Some(slot) = turns.get_mut(*slot) {
                            *slot = turn.as_quat().normalize();
                        }
                    }
                    (property, Given::Vector(vector)) => {
                        let vector = if property == Property::Translation { vector + base } else { vector };
                        if let Some(slot) = vectors.get_mut(*slot) {
                            *slot = vector.as_vec3();
                        }
                    }
                    // A rotation where there is none: columns are made by what is given.
                    _ => {}
                }
            }
        })
    }

    pub(super) fn finish(self) -> Motion {
        self.builder.finish(&self.figure.skeleton)
    }
}

/// Everything that the file lets the figure do, in the order of the file.
pub(super) fn read(
    tree: &Tree,
    figure: &Figure,
    drives: &[Drive],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Vec<Behaviour> {
    let mut found: Vec<(NodeId, Behaviour)> = Vec::new();
    let mut room = MOST_BYTES;
    for group in drives.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = keyed(tree, figure, node, group, &mut room, limits, report) {
            found.push((sensor, Behaviour { name: node.def.to_string(), motion }));
        }
    }
    for (id, humanoid) in motion::all(tree, figure) {
        let Some(node) = tree.nodes.get(id.0 as usize) else { continue };
        if let Some(motion) = motion::read(tree, figure, node, humanoid, limits, report) {
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

/// The motion of one TimeSensor: its keys stay the frames.
fn keyed(
    tree: &Tree,
    figure: &Figure,
    sensor: &Node,
    drives: &[Drive],
    room: &mut u64,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Option<Motion> {
    let mut interpolators: Vec<NodeId> = drives.iter().map(|drive| drive.interpolator).collect();
    sort_and_thin(&mut interpolators);
    let mut read = |id: &NodeId| Curve::read(tree, tree.nodes.get(id.0 as usize)?, report);
    let curves: Vec<Option<Curve>> = interpolators.iter().map(&mut read).collect();
    let (columns, sources) = columns(figure, drives, &interpolators, &curves, report);
    let used: Vec<&Curve> = sources.iter().filter_map(|at| curves.get(*at)?.as_ref()).collect();
    if used.is_empty() {
        return None;
    }
    let cycle = cycle_interval(tree, sensor, report);
    // A curve that moves several joints counts once.
    let mut once = sources.clone();
    sort_and_thin(&mut once);
    let moments = moments(once.iter().filter_map(|at| curves.get(*at)?.as_ref()));
    let mut rows = Rows::new(figure, columns, limits).ok()?;
    let bytes = (moments.len() as u64).saturating_mul(rows.row_bytes() as u64);
    let Some(left) = room.checked_sub(bytes) else {
        let (keys, name) = (moments.len(), &sensor.def);
        report.warn(
            "hanim.behaviour-size",
            sensor.place,
            format_args!("`{name}` has {keys} keys for many joints: more than there is room for; left out"),
        );
        return None;
    };
    *room = left;
    for (fraction, side) in &moments {
        let row = rows.push(|column| match used.get(column) {
            Some(curve) => curve.at(*fraction, *side),
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

/// What moves, each thing once, and for each the index of the curve that moves it.
fn columns(
    figure: &Figure,
    drives: &[Drive],
    interpolators: &[NodeId],
    curves: &[Option<Curve>],
    report: &mut Report<'_>,
) -> (Vec<Column>, Vec<usize>) {
    // By joint and property, and then by place: the last one counts.
    let mut all: Vec<(u16, Property, usize, usize)> = Vec::new();
    for drive in drives {
        let Ok(curve) = interpolators.binary_search(&drive.interpolator) else { continue };
        if curves.get(curve).is_some_and(Option::is_some) {
            all.extend(figure.joints_of(drive.target).map(|joint| (joint, drive.property, drive.place, curve)));
        }
    }
    sort_by_key(&mut all, |(joint, property, place, _)| (*joint, *property, *place));
    let (mut columns, mut sources) = (Vec::new(), Vec::new());
    for same in all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let [.., (joint, property, place, curve)] = same else { continue };
        if same.len() > 1 {
            let name = figure.skeleton.names().get(usize::from(*joint)).map_or("", |name| name);
            report.warn(
                "hanim.driven-twice",
                *place,
                format_args!("`{name}` is moved twice at the same time; the last ROUTE counts"),
            );
        }
        columns.push(Column { joint: *joint, property: *property });
        sources.push(*curve);
    }
    (columns, sources)
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
