//! The channels of an HAnimMotion: which value each number of a frame sets.

use std::cmp::Reverse;
use std::ops::Range;

use glam::{DQuat, DVec3};

use super::rows::MotionColumn;
use super::{AnimatedProperty, PropertyValue};
use crate::checked::Checked;
use crate::compact::maths::turn;
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::{HanimFigure, JointNames, NameMatch};
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree, TextSpan, shown};
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;

/// The name of a joint whose channels move nothing.
pub(super) const IGNORED: &str = "IGNORED";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MotionChannel {
    /// Property and axis; `None` if the name is unknown, so that its numbers are skipped.
    target: Option<(AnimatedProperty, u8)>,
    is_enabled: bool,
}

/// The channels of one joint.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChannelGroup {
    /// The range of its channels among all.
    start: u32,
    end: u32,
    /// `None` if the group is `IGNORED` or the figure lacks its joint.
    joints: Option<NameMatch>,
}

/// All channels of a motion. A frame has one number for each, in their order.
#[derive(Debug, Default)]
pub(super) struct MotionChannels {
    channels: Vec<MotionChannel>,
    groups: Vec<ChannelGroup>,
}

/// Whether a motion changes scales, by the names of its channels.
pub(super) fn changes_scales(tree: &SceneTree) -> bool {
    let motions = tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Motion);
    let mut tokens = motions.flat_map(|(_, node)| tree.tokens(node, "channels"));
    tokens.any(|(_, token)| channel(token).is_some_and(|(property, _)| property == AnimatedProperty::Scale))
}

/// Parses `Xposition`, `Zrotation`, `Yscale`, ignoring case.
fn channel(token: &[u8]) -> Option<(AnimatedProperty, u8)> {
    let (first, rest) = token.split_first()?;
    let axis = (0..).zip(b"xyz").find(|(_, axis)| axis.eq_ignore_ascii_case(first))?.0;
    let property = match rest.to_ascii_lowercase().as_slice() {
        b"position" | b"translation" => AnimatedProperty::Translation,
        b"rotation" => AnimatedProperty::Rotation,
        b"scale" => AnimatedProperty::Scale,
        _ => return None,
    };
    Some((property, axis))
}

impl MotionChannels {
    /// Reads `channels`: for each joint a number and that many names. If number and names disagree, the names count.
    pub(super) fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Self {
        let mut all = Self::default();
        // The stated number of channels of the last group, and its place.
        let mut stated: Option<(usize, usize)> = None;
        for (place, token) in tree.tokens(node, "channels") {
            if let Some(count) = std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()) {
                all.check_last(stated.replace((count, place)), report);
                let start = all.channels.len() as u32;
                let group = ChannelGroup { start, end: start, joints: None };
                if push(&mut all.groups, group).is_err() {
                    break;
                }
                continue;
            }
            let target = channel(token);
            if target.is_none() {
                let name = String::from_utf8_lossy(token.get(..40).unwrap_or(token));
                warning!(report.warn => "hanim.channel", place, "`{name}` is not a channel; its values are ignored");
            }
            let Some(group) = all.groups.last_mut() else {
                warning!(report.warn => "hanim.channel-count", place,
                    "expected the number of channels before their names");
                continue;
            };
            if push(&mut all.channels, MotionChannel { target, is_enabled: true }).is_err() {
                break;
            }
            group.end += 1;
        }
        all.check_last(stated, report);
        all.enable(tree, node, report);
        all
    }

    fn check_last(&self, stated: Option<(usize, usize)>, report: &mut SceneReport<'_>) {
        let Some((count, place)) = stated else { return };
        let found = self.groups.last().map_or(0, |group| group.range().len());
        if found != count {
            warning!(report.warn => "hanim.channel-count", place,
                "`channels` says {count}, but {found} are named; those named are used");
        }
    }

    /// Reads `channelsEnabled`: a boolean per channel (as in the X3D object model) or per joint (as in X_ITE). The
    /// length of the list tells which. Missing values are true.
    fn enable(&mut self, tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) {
        let (width, joints) = (self.width(), self.groups.len());
        let found = tree.truths(node, "channelsEnabled").count();
        if found == 0 {
            return;
        }
        if found != width && found != joints {
            warning!(report.warn => "hanim.channels-enabled", node.place(),
                "`channelsEnabled` has {} for {} of {}; they are taken as one for each channel",
                Count(found, "value"), Count(width, "channel"), Count(joints, "joint"));
        }
        let mut truths = tree.truths(node, "channelsEnabled");
        if found != joints || found == width {
            for channel in &mut self.channels {
                channel.is_enabled = truths.next().unwrap_or(true);
            }
            return;
        }
        for group in &self.groups {
            let is_enabled = truths.next().unwrap_or(true);
            let channels = self.channels.get_mut(group.range()).unwrap_or_default();
            channels.iter_mut().for_each(|channel| channel.is_enabled = is_enabled);
        }
    }

    /// Numbers per frame.
    pub(super) fn width(&self) -> usize {
        self.channels.len()
    }

    pub(super) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Finds the joints of each group within a humanoid. `listed`: the motion's `joints`, a name for each group.
    pub(super) fn find_joints(
        &mut self,
        tree: &SceneTree,
        place: usize,
        humanoid: Option<NodeId>,
        listed: &[TextSpan],
        names: &mut JointNames<'_>,
        report: &mut SceneReport<'_>,
    ) {
        if listed.len() != self.groups.len() {
            let (names, groups) = (listed.len(), self.groups.len());
            warning!(report.warn => "hanim.motion-joints", place,
                "`joints` names {}, but `channels` has {groups}; the surplus is ignored", Count(names, "joint"));
        }
        // The first joint whose name differs from the one written here, and the number of such joints.
        let mut others: Option<(TextSpan, NameMatch)> = None;
        let mut count = 0_usize;
        for (group, span) in self.groups.iter_mut().zip(listed) {
            let name = tree.text_of(*span);
            if name.eq_ignore_ascii_case(IGNORED) {
                continue;
            }
            group.joints = names.find(humanoid, name);
            match &group.joints {
                Some(found) if found.is_loose => {
                    count += 1;
                    others.get_or_insert_with(|| (*span, found.clone()));
                }
                Some(_) => {}
                None => warning!(report.warn => "hanim.motion-joint", span.start(),
                    "there is no joint `{}`; its values are ignored", shown(name)),
            }
        }
        if let Some((span, found)) = others {
            let (name, own) = (shown(tree.text_of(span)), shown(names.name(&found)));
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            warning!(report.warn => "hanim.motion-names", span.start(),
                "this motion names joints in another way than the figure: `{name}` was taken as `{own}`{more}");
        }
    }

    /// The columns of the groups, each with the index of its group. If a joint is named twice, the last group counts.
    pub(super) fn columns(&self, names: &JointNames<'_>) -> Vec<(MotionColumn, u32)> {
        // Unique by match first, then by joint: many groups may name the same many joints, and only the last counts.
        let mut found: Vec<(&NameMatch, AnimatedProperty, u32)> = Vec::new();
        for (index, group) in (0..).zip(&self.groups) {
            let Some(joints) = &group.joints else { continue };
            let channels = self.channels.get(group.range()).unwrap_or_default();
            for property in [AnimatedProperty::Translation, AnimatedProperty::Rotation, AnimatedProperty::Scale] {
                let moves = |channel: &MotionChannel| {
                    channel.is_enabled && channel.target.is_some_and(|(known, _)| known == property)
                };
                if channels.iter().any(moves) && push(&mut found, (joints, property, index)).is_err() {
                    return Vec::new();
                }
            }
        }
        sort_by_key(&mut found, |(joints, property, index)| (*joints, *property, Reverse(*index)));
        found.dedup_by(|later, first| (later.0, later.1) == (first.0, first.1));
        let mut all: Vec<(MotionColumn, u32)> = Vec::new();
        for (joints, property, index) in found {
            all.extend(names.joints(joints).into_iter().map(|joint| (MotionColumn { joint, property }, index)));
        }
        sort_by_key(&mut all, |(column, index)| (column.joint, column.property, Reverse(*index)));
        all.dedup_by_key(|(column, _)| *column);
        all
    }

    /// The value of a column in a frame. Axes without a channel keep the joint's value in the file. `scale`: of
    /// lengths.
    pub(super) fn value(
        &self,
        group: u32,
        column: MotionColumn,
        figure: &HanimFigure,
        scale: f64,
        frame: &[f64],
    ) -> PropertyValue {
        let range = self.groups.get(group as usize).map(ChannelGroup::range).unwrap_or_default();
        let channels = self.channels.get(range.clone()).unwrap_or_default();
        let own = channels.iter().zip(frame.get(range).unwrap_or_default()).filter_map(|(channel, value)| {
            let (property, axis) = channel.target.filter(|_| channel.is_enabled)?;
            (property == column.property).then_some((usize::from(axis), *value))
        });
        if column.property == AnimatedProperty::Rotation {
            // `Zrotation Xrotation Yrotation`: Rz * Rx * Ry, as in BVH.
            return PropertyValue::Rotation(own.fold(DQuat::IDENTITY, |rotation, (axis, degrees)| {
                let axis = DVec3::AXES.at(axis);
                rotation * turn(axis, degrees.to_radians())
            }));
        }
        let joint = figure.joint(column.joint);
        let (written, factor) = match column.property {
            AnimatedProperty::Scale => (joint.map_or(DVec3::ONE, |joint| joint.scale), 1.0),
            _ => (joint.map_or(DVec3::ZERO, |joint| joint.translation), scale),
        };
        let mut vector = written.to_array();
        for (axis, value) in own {
            vector.put(axis, value * factor);
        }
        PropertyValue::Vector(vector.into())
    }
}

impl ChannelGroup {
    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
