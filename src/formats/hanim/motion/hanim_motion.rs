//! HAnimMotion (ISO/IEC 19774-2): rows of numbers like BVH's, with the joint's centre in place of an offset.

use glam::{DQuat, DVec3};

use super::behaviours::{Column, Room, Rows};
use super::interpolators::Given;
use super::routes::Property;
use crate::error::Limits;
use crate::formats::hanim::figure::assembly::Figure;
use crate::formats::hanim::figure::names::{Hit, Names};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::Motion;

/// Seconds a frame where the file does not say.
const FRAME_DURATION: f64 = 0.1;

/// Every Motion of the file, and the humanoid that has it.
pub(crate) fn all(tree: &Tree, figure: &Figure) -> Vec<(NodeId, Option<NodeId>)> {
    let mut found: Vec<(NodeId, Option<NodeId>)> = Vec::new();
    for humanoid in &figure.humanoids {
        let Some(node) = tree.nodes.get(humanoid.0 as usize) else { continue };
        let motions = tree.nodes_in(node, "motions").iter().filter_map(|id| tree.resolve(*id));
        found.extend(motions.filter(|(_, node)| node.kind == Kind::Motion).map(|(id, _)| (id, Some(*humanoid))));
    }
    let others = tree.own_nodes().filter(|(_, node)| node.kind == Kind::Motion).map(|(id, _)| (id, None));
    found.extend(others);
    // Those that a humanoid has come first.
    sort_by_key(&mut found, |(id, humanoid)| (*id, humanoid.is_none(), *humanoid));
    found.dedup_by(|later, earlier| later.0 == earlier.0 && later.1.is_none());
    found
}

/// What a channel's numbers change: an axis of one property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Channel {
    /// `None`: a name that is not known; its numbers are passed over.
    what: Option<(Property, usize)>,
    enabled: bool,
}

/// The channels of one joint.
#[derive(Debug, Clone, PartialEq)]
struct Group {
    channels: Vec<Channel>,
    /// `None` where the group is `IGNORED` or names no joint of the figure.
    joints: Option<Hit>,
}

/// What a Motion says, whoever moves by it.
#[derive(Debug, Default)]
struct Script {
    groups: Vec<Group>,
    /// Places and names.
    joints: Vec<(usize, String)>,
    values: Vec<f64>,
}

/// Reads Motions.
pub(crate) struct Reader<'a> {
    tree: &'a Tree,
    figure: &'a Figure,
    limits: &'a Limits,
    names: Names<'a>,
    /// The last one: several humanoids may have it.
    script: Option<(NodeId, Script)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(tree: &'a Tree, figure: &'a Figure, limits: &'a Limits) -> Self {
        Self { tree, figure, limits, names: Names::new(tree, figure), script: None }
    }

    /// Reads one Motion for a humanoid; `None` where it moves nothing.
    pub(crate) fn read(
        &mut self,
        id: NodeId,
        node: &Node,
        humanoid: Option<NodeId>,
        room: &mut Room,
        report: &mut Report<'_>,
    ) -> Option<Motion> {
        let Self { tree, figure, limits, names, script } = self;
        let (_, Script { groups, joints, values }) = match script {
            Some(known) if known.0 == id => known,
            other => other.insert((id, Script::read(tree, node, report))),
        };
        let full = format_args!("a Motion has more frames than there is room for; left out");
        if !room.take(groups.len().max(joints.len()), size_of::<Group>()) {
            report.warn("hanim.behaviour-size", node.place, full);
            return None;
        }
        find_joints(node, humanoid, groups, joints, names, report);
        let width: usize = groups.iter().map(|group| group.channels.len()).sum();
        let count = values.len().checked_div(width).unwrap_or(0);
        if count == 0 {
            let found = values.len();
            report.warn(
                "hanim.motion-empty",
                node.place,
                format_args!("a Motion has {found} values for {width} channels: not one frame; left out"),
            );
            return None;
        }
        if !values.len().is_multiple_of(width) {
            let rest = values.len() % width;
            report.warn(
                "hanim.motion-values",
                node.place,
                format_args!("a Motion's last frame has {rest} of {width} values; left out"),
            );
        }
        let columns = columns(groups, names);
        if columns.is_empty() {
            report.warn(
                "hanim.motion-still",
                node.place,
                format_args!("a Motion moves no joint of the figure; left out"),
            );
            return None;
        }
        let mut rows = Rows::new(figure, columns.iter().map(|(column, _)| *column).collect(), limits).ok()?;
        let frames = frames(tree, node, count, report);
        if !room.take(frames.len(), rows.row_bytes()) {
            report.warn("hanim.behaviour-size", node.place, full);
            return None;
        }
        let starts: Vec<usize> = starts(groups);
        for frame in frames {
            let row = values.get(frame * width..(frame + 1) * width).unwrap_or_default();
            let value = |index: usize| {
                let (column, at) = columns.get(index)?;
                let row = row.get(*starts.get(*at)?..)?;
                Some(groups.get(*at)?.value(*column, figure, row))
            };
            let pushed = rows.push(|index| value(index).unwrap_or(Given::Turn(DQuat::IDENTITY)));
            if let Err(error) = pushed {
                report.warn("hanim.motion-cut", node.place, format_args!("a Motion ends at frame {frame}: {error}"));
                break;
            }
        }
        let mut motion = rows.finish();
        let seconds = tree.scalar(node, "frameDuration", FRAME_DURATION, report);
        if seconds <= 0.0 {
            report.warn(
                "hanim.frame-duration",
                node.place,
                format_args!("a Motion takes {seconds} s a frame; played with {FRAME_DURATION} s"),
            );
        }
        motion.set_frame_time(if seconds > 0.0 { seconds } else { FRAME_DURATION });
        Some(motion)
    }
}

impl Script {
    fn read(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Self {
        let mut groups = groups(tree, node, report);
        enable(tree, node, &mut groups, report);
        let name = |(at, name): (usize, &[u8])| (at, String::from_utf8_lossy(name).into_owned());
        let joints = tree.tokens(node, "joints").map(name).collect();
        Self { groups, joints, values: tree.numbers(node, "values", report) }
    }
}

impl Group {
    /// What one frame shows: `row` starts with the group's numbers. Axes without a channel keep what is written.
    fn value(&self, column: Column, figure: &Figure, row: &[f64]) -> Given {
        let entry = figure.entries.get(usize::from(column.joint));
        let own = self.channels.iter().zip(row).filter_map(|(channel, value)| {
            let (property, axis) = channel.what.filter(|_| channel.enabled)?;
            (property == column.property).then_some((axis, *value))
        });
        if column.property == Property::Rotation {
            // `Zrotation Xrotation Yrotation`: Rz * Rx * Ry, as in BVH.
            return Given::Turn(own.fold(DQuat::IDENTITY, |turn, (axis, degrees)| {
                turn * DQuat::from_axis_angle(DVec3::AXES.get(axis).copied().unwrap_or(DVec3::Z), degrees.to_radians())
            }));
        }
        let written = match column.property {
            Property::Scale => entry.map_or(DVec3::ONE, |entry| entry.placing.scale),
            _ => entry.map_or(DVec3::ZERO, |entry| entry.placing.translation),
        };
        let mut vector = written.to_array();
        for (axis, value) in own {
            if let Some(slot) = vector.get_mut(axis) {
                *slot = value;
            }
        }
        Given::Vector(vector.into())
    }
}

/// `channels`: a number and so many names for each joint. Where number and names disagree the names count.
fn groups(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut stated: Vec<(usize, usize)> = Vec::new();
    for (place, token) in tree.tokens(node, "channels") {
        if let Some(count) = std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()) {
            groups.push(Group { channels: Vec::new(), joints: None });
            stated.push((count, place));
            continue;
        }
        let what = channel(token);
        if what.is_none() {
            let name = String::from_utf8_lossy(token.get(..40).unwrap_or(token));
            report.warn("hanim.channel", place, format_args!("`{name}` is no channel; its values are passed over"));
        }
        match groups.last_mut() {
            Some(group) => group.channels.push(Channel { what, enabled: true }),
            None => report.warn(
                "hanim.channel-count",
                place,
                format_args!("expected a number before the names of channels"),
            ),
        }
    }
    for (group, (count, place)) in groups.iter().zip(stated) {
        let found = group.channels.len();
        if found != count {
            report.warn(
                "hanim.channel-count",
                place,
                format_args!("{count} channels are stated, {found} are named; those named are taken"),
            );
        }
    }
    groups
}

/// `Xposition`, `Zrotation`, `Yscale`, in any case.
fn channel(token: &[u8]) -> Option<(Property, usize)> {
    let (first, rest) = token.split_first()?;
    let axis = b"xyz".iter().position(|axis| axis.eq_ignore_ascii_case(first))?;
    let property = match rest.to_ascii_lowercase().as_slice() {
        b"position" | b"translation" => Property::Translation,
        b"rotation" => Property::Rotation,
        b"scale" => Property::Scale,
        _ => return None,
    };
    Some((property, axis))
}

/// Whether a Motion changes scales, told without reading it whole.
pub(crate) fn changes_scales(tree: &Tree) -> bool {
    let motions = tree.own_nodes().filter(|(_, node)| node.kind == Kind::Motion);
    let mut tokens = motions.flat_map(|(_, node)| tree.tokens(node, "channels"));
    tokens.any(|(_, token)| channel(token).is_some_and(|(property, _)| property == Property::Scale))
}

/// `channelsEnabled`: one truth value a channel, as the object model says, or one a joint, as players take it. The
/// list's length tells which is meant; missing values are true.
fn enable(tree: &Tree, node: &Node, groups: &mut [Group], report: &mut Report<'_>) {
    let truths = tree.truths(node, "channelsEnabled");
    let width: usize = groups.iter().map(|group| group.channels.len()).sum();
    if truths.is_empty() {
        return;
    }
    if truths.len() != width && truths.len() != groups.len() {
        let (found, joints) = (truths.len(), groups.len());
        report.warn(
            "hanim.channels-enabled",
            node.place,
            format_args!(
                "channelsEnabled has {found} values for {width} channels of {joints} joints; taken by channel"
            ),
        );
    }
    let by_joint = truths.len() == groups.len() && truths.len() != width;
    let mut truths = truths.into_iter();
    for group in groups {
        let joint = if by_joint { truths.next().unwrap_or(true) } else { true };
        for channel in &mut group.channels {
            channel.enabled = if by_joint { joint } else { truths.next().unwrap_or(true) };
        }
    }
}

/// `joints`: a name for each group.
fn find_joints(
    node: &Node,
    humanoid: Option<NodeId>,
    groups: &mut [Group],
    listed: &[(usize, String)],
    names: &mut Names<'_>,
    report: &mut Report<'_>,
) {
    if listed.len() != groups.len() {
        let (names, groups) = (listed.len(), groups.len());
        report.warn(
            "hanim.motion-joints",
            node.place,
            format_args!("a Motion names {names} joints and has channels for {groups}"),
        );
    }
    // The first joint that has another name than is written here, and how many have.
    let mut others: Option<(usize, &str, Hit)> = None;
    let mut count = 0_usize;
    for (group, (place, name)) in groups.iter_mut().zip(listed) {
        if name.eq_ignore_ascii_case("IGNORED") {
            continue;
        }
        group.joints = names.find(humanoid, name);
        match &group.joints {
            Some(hit) if hit.loose => {
                count += 1;
                others.get_or_insert_with(|| (*place, name, hit.clone()));
            }
            Some(_) => {}
            None => report.warn(
                "hanim.motion-joint",
                *place,
                format_args!("there is no joint `{name}`; its values are passed over"),
            ),
        }
    }
    if let Some((place, name, hit)) = others {
        let own = names.name(&hit);
        let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
        report.warn(
            "hanim.motion-names",
            place,
            format_args!("a Motion calls joints by other names than the figure: `{name}` is taken for `{own}`{more}"),
        );
    }
}

/// What the groups move, each with its group. A joint that is named twice follows the last group.
fn columns(groups: &[Group], names: &Names<'_>) -> Vec<(Column, usize)> {
    // By what is found rather than by name: many groups may name the same many joints.
    let mut found: Vec<(&Hit, Property, usize)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let Some(hit) = &group.joints else { continue };
        for property in [Property::Translation, Property::Rotation, Property::Scale] {
            let enabled = |channel: &Channel| channel.enabled && channel.what.is_some_and(|(what, _)| what == property);
            if group.channels.iter().any(enabled) {
                found.push((hit, property, index));
            }
        }
    }
    sort_by_key(&mut found, |(hit, property, index)| (hit.place(), *property, std::cmp::Reverse(*index)));
    found.dedup_by(|later, first| (later.0, later.1) == (first.0, first.1));
    let mut all: Vec<(Column, usize)> = Vec::new();
    for (hit, property, index) in found {
        all.extend(names.joints(hit).into_iter().map(|joint| (Column { joint, property }, index)));
    }
    sort_by_key(&mut all, |(column, index)| (column.joint, column.property, std::cmp::Reverse(*index)));
    all.dedup_by_key(|(column, _)| *column);
    all
}

/// Where each group's numbers start in a row.
fn starts(groups: &[Group]) -> Vec<usize> {
    let mut start = 0;
    let mut next = |group: &Group| {
        let here = start;
        start += group.channels.len();
        here
    };
    groups.iter().map(&mut next).collect()
}

/// The frames that are played, in their order: `startFrame` to `endFrame` (0: the last), by `frameIncrement` at a time,
/// backwards where that is negative.
fn frames(tree: &Tree, node: &Node, count: usize, report: &mut Report<'_>) -> Vec<usize> {
    let last = count.saturating_sub(1);
    let start = tree.scalar(node, "startFrame", 0.0, report);
    let end = tree.scalar(node, "endFrame", 0.0, report);
    let step = tree.scalar(node, "frameIncrement", 1.0, report);
    let fits = start >= 0.0 && end >= 0.0 && start <= last as f64 && end <= last as f64;
    let (first, end) = if !fits || (end > 0.0 && end < start) {
        report.warn(
            "hanim.frame-range",
            node.place,
            format_args!("frames {start} to {end} are not in 0 to {last}; all are played"),
        );
        (0, last)
    } else {
        (start as usize, if end > 0.0 { end as usize } else { last })
    };
    let stride = (step.abs() as usize).max(1);
    if step < 0.0 { (first..=end).rev().step_by(stride).collect() } else { (first..=end).step_by(stride).collect() }
}
