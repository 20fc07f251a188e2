//! Behaviours of HAnimMotions (ISO/IEC 19774-2): rows as in BVH, with the joint's centre in place of the offset.

use glam::DQuat;

use super::PropertyValue;
use super::channels::{ChannelGroup, IGNORED, MotionChannels};
use super::rows::MotionRows;
use crate::compact::sorting::sort_by_key;
use crate::error::Limits;
use crate::formats::hanim::figure::{HanimFigure, JointNames};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree, TextSpan};
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;
use crate::model::Motion;

/// Default seconds per frame.
const FRAME_DURATION: f64 = 0.1;

/// Every HAnimMotion of the file with the humanoid that has it.
pub(super) fn all_motions(tree: &SceneTree, figure: &HanimFigure) -> Vec<(NodeId, Option<NodeId>)> {
    let mut found: Vec<(NodeId, Option<NodeId>)> = Vec::new();
    for humanoid in &figure.humanoids {
        let Some(node) = tree.node(*humanoid) else { continue };
        let motions = tree.nodes_in(node, "motions").filter_map(|id| tree.resolve(id));
        found.extend(motions.filter(|(_, node)| node.kind == NodeKind::Motion).map(|(id, _)| (id, Some(*humanoid))));
    }
    found.extend(motions_in(tree).map(|id| (id, None)));
    // A motion that a humanoid has is not also read without a humanoid.
    sort_by_key(&mut found, |(id, humanoid)| (*id, humanoid.is_none(), *humanoid));
    found.dedup_by(|later, earlier| later.0 == earlier.0 && later.1.is_none());
    found
}

pub(super) fn motions_in(tree: &SceneTree) -> impl Iterator<Item = NodeId> {
    tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Motion).map(|(id, _)| id)
}

/// The joints that a file's motions name, each once, in alphabetical order.
pub(crate) fn named_joints(tree: &SceneTree) -> Vec<&str> {
    let mut names = Vec::new();
    for node in motions_in(tree).filter_map(|id| tree.node(id)) {
        for (_, token) in tree.tokens(node, "joints") {
            let name = std::str::from_utf8(token).unwrap_or_default();
            if !name.eq_ignore_ascii_case(IGNORED) && push(&mut names, name).is_err() {
                return names;
            }
        }
    }
    sort_by_key(&mut names, |name| *name);
    names.dedup();
    names
}

/// The fields of a motion, which are the same for each humanoid that has it.
#[derive(Debug, Default)]
struct MotionFields {
    channels: MotionChannels,
    /// Names of joints.
    joints: Vec<TextSpan>,
    /// `[frame][channel]`
    values: Vec<f64>,
}

impl MotionFields {
    fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Self {
        let channels = MotionChannels::read(tree, node, report);
        let mut joints = Vec::new();
        for (place, token) in tree.tokens(node, "joints") {
            if push(&mut joints, TextSpan::new(place, token.len())).is_err() {
                break;
            }
        }
        Self { channels, joints, values: tree.numbers(node, "values", report) }
    }
}

pub(super) struct HanimMotions<'a> {
    tree: &'a SceneTree,
    figure: &'a HanimFigure,
    limits: &'a Limits,
    names: JointNames<'a>,
    /// Factor from the motion's lengths to the figure's unit.
    scale: f64,
    /// The last motion that was read, because several humanoids may share one.
    last: Option<(NodeId, MotionFields)>,
}

impl<'a> HanimMotions<'a> {
    /// `names`: those of the figure's joints. `tree` has the motions; the figure may be of another file.
    pub(super) fn new(
        tree: &'a SceneTree,
        figure: &'a HanimFigure,
        names: JointNames<'a>,
        scale: f64,
        limits: &'a Limits,
    ) -> Self {
        Self { tree, figure, limits, names, scale, last: None }
    }

    /// Reads one motion for a humanoid; `None` if it moves nothing.
    pub(super) fn read(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        humanoid: Option<NodeId>,
        budget: &mut MemoryBudget,
        report: &mut SceneReport<'_>,
    ) -> Option<Motion> {
        let Self { tree, figure, limits, names, scale, last } = self;
        let place = node.place();
        if last.as_ref().is_none_or(|known| known.0 != id) {
            // Free the old one before reading the new one.
            *last = None;
        }
        let (_, MotionFields { channels, joints, values }) =
            last.get_or_insert_with(|| (id, MotionFields::read(tree, node, report)));
        let too_many_frames = format_args!("this motion has too many frames; it is left out");
        if !budget.take(channels.group_count().max(joints.len()), size_of::<ChannelGroup>()) {
            report.warn("hanim.behaviour-size", place, too_many_frames);
            return None;
        }
        channels.find_joints(tree, place, humanoid, joints, names, report);
        let width = channels.width();
        let count = values.len().checked_div(width).unwrap_or(0);
        if count == 0 {
            let found = values.len();
            warning!(report.warn => "hanim.motion-empty", place,
                "this motion has {} for {}, not one frame; it is left out", Count(found, "value"), Count(width, "channel"));
            return None;
        }
        if !values.len().is_multiple_of(width) {
            let rest = values.len() % width;
            warning!(report.warn => "hanim.motion-values", place,
                "the last frame has {rest} of {width} values; it was dropped");
        }
        let columns = channels.columns(names);
        if columns.is_empty() {
            warning!(report.warn => "hanim.motion-still", place,
                "this motion moves no joint of the figure; it is left out");
            return None;
        }
        let mut rows = MotionRows::new(figure, columns.iter().map(|(column, _)| *column).collect(), limits).ok()?;
        let frames = FrameRange::read(tree, node, count, report);
        if !budget.take(frames.count(), rows.row_bytes()) {
            report.warn("hanim.behaviour-size", place, too_many_frames);
            return None;
        }
        rows.reserve(frames.count());
        for frame in frames.iter() {
            let row = values.get(frame * width..(frame + 1) * width).unwrap_or_default();
            let pushed = rows.push(|index| match columns.get(index) {
                Some((column, group)) => channels.value(*group, *column, figure, *scale, row),
                None => PropertyValue::Rotation(DQuat::IDENTITY),
            });
            if let Err(error) = pushed {
                warning!(report.warn => "hanim.motion-cut", place, "this motion was cut at frame {frame}: {error}");
                break;
            }
        }
        let mut motion = rows.finish();
        let seconds = tree.scalar(node, "frameDuration", FRAME_DURATION, report);
        if seconds <= 0.0 {
            warning!(report.warn => "hanim.frame-duration", place,
                "`frameDuration` is {seconds} s; {FRAME_DURATION} s is used");
        }
        motion.set_frame_time(if seconds > 0.0 { seconds } else { FRAME_DURATION });
        Some(motion)
    }
}

/// The played frames: `startFrame` to `endFrame` (0: the last) by `frameIncrement`, backwards if that is negative.
#[derive(Debug, Clone, Copy)]
struct FrameRange {
    first: usize,
    last: usize,
    stride: usize,
    is_backwards: bool,
}

impl FrameRange {
    /// The range of a motion with `count` frames, which is at least 1.
    fn read(tree: &SceneTree, node: &SceneNode, count: usize, report: &mut SceneReport<'_>) -> Self {
        let last = count.saturating_sub(1);
        let start = tree.scalar(node, "startFrame", 0.0, report);
        let end = tree.scalar(node, "endFrame", 0.0, report);
        let step = tree.scalar(node, "frameIncrement", 1.0, report);
        if step.abs() < 1.0 {
            let place = tree.field(node, "frameIncrement").map_or(node.place(), |field| field.place());
            let message =
                format_args!("`frameIncrement` is {step}, by which nothing would move; frames are played one by one");
            report.warn("hanim.frame-increment", place, message);
        }
        let fits = start >= 0.0 && end >= 0.0 && start <= last as f64 && end <= last as f64;
        let (first, last) = if !fits || (end > 0.0 && end < start) {
            warning!(report.warn => "hanim.frame-range", node.place(),
                "frames {start} to {end} are not within 0 to {last}; all are played");
            (0, last)
        } else {
            (start as usize, if end > 0.0 { end as usize } else { last })
        };
        Self { first, last, stride: (step.abs() as usize).max(1), is_backwards: step < 0.0 }
    }

    fn count(&self) -> usize {
        (self.last - self.first) / self.stride + 1
    }

    /// The frames in playing order.
    fn iter(self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(move |index| {
            let behind = index * self.stride;
            if self.is_backwards { self.last - behind } else { self.first + behind }
        })
    }
}
