//! Writes VRMA (VRMC_vrm_animation-1.0): the motion of a humanoid, which plays on any VRM.

use std::fmt::Write;

use glam::{DAffine3, DQuat, DVec3};

use super::animation::times;
use super::buffer::{Buffer, BufferUse};
use super::container::{asset, container};
use super::json::{floats, list, quoted};
use crate::figure::{FormatSpace, FullPose, world};
use crate::{Sampling, WriteError, names};
use marey::body::Humanoid;
use marey::checked::Checked;
use marey::model::{Clip, Format, Motion, Skeleton};
use marey::pose::rotation_of;

/// Writes a behaviour of a humanoid as the bytes of a `.vrma`.
///
/// The bones are those that the clip's file [states](Humanoid::stated), a VRM or VRMA, or those after which the joints are
/// [named](Humanoid::named). The skeleton has to rest in a T-pose, as that of a VRM does; `marey_study::targets::fit` makes such a clip of any
/// person.
///
/// The nodes are the bones alone, each below the nearest bone above it, in metres with +Y up, facing +Z. None is turned at rest, so that
/// rotations are what VRM calls normalized. The hips go where they are in the world, and other bones only turn: one that leaves its place below
/// its parent, or is scaled, stays as it rests. Frames are keys with linear interpolation.
///
/// # Errors
/// [`WriteError::NoBehaviour`], [`WriteError::Humanoid`] if a bone that VRM requires is missing or not below the hips, and
/// [`WriteError::TooLarge`].
pub fn vrma(clip: &Clip, behaviour: usize) -> Result<Vec<u8>, WriteError> {
    let motion = crate::behaviour(clip, behaviour)?;
    let figure = VrmFigure::new(clip)?;
    let mut buffer = Buffer::default();
    let animation = figure.animation(motion, &mut buffer);
    let name = clip.behaviours.get(behaviour).map_or("", |behaviour| &behaviour.name);
    let bones = figure.bones.iter().enumerate().map(|(node, bone)| format!("\"{}\":{{\"node\":{node}}}", bone.name));
    let mut out = format!(
        "{{\"asset\":{},\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{{\"VRMC_vrm_animation\":{{\
         \"specVersion\":\"1.0\",\"humanoid\":{{\"humanBones\":{{{}}}}}}}}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\
         \"nodes\":[{}],\"animations\":[{{\"name\":{},{animation}}}],",
        asset(clip),
        bones.collect::<Vec<_>>().join(","),
        figure.nodes(),
        quoted(name)
    );
    buffer.tables(&mut out);
    container(out, &buffer.bytes)
}

/// A bone, which is the node of the same index.
struct VrmBone {
    name: &'static str,
    joint: usize,
    /// `None` for the hips.
    parent: Option<usize>,
    at_rest: DAffine3,
}

struct VrmFigure<'a> {
    skeleton: &'a Skeleton,
    /// The hips first, and each bone after its parent.
    bones: Vec<VrmBone>,
    /// From the file's space to metres, with +Y up and the figure facing +Z at rest.
    placement: DAffine3,
}

impl<'a> VrmFigure<'a> {
    fn new(clip: &'a Clip) -> Result<Self, WriteError> {
        let skeleton = &*clip.skeleton;
        let humanoid = Humanoid::stated(clip).or_else(|| Humanoid::named(skeleton));
        let humanoid = humanoid.ok_or(WriteError::Humanoid { bone: "hips" })?;
        if let Some(bone) = humanoid.missing() {
            return Err(WriteError::Humanoid { bone });
        }
        let FormatSpace { turn, factor } = FormatSpace::new(&clip.source, 1.0);
        let mut at_rest = Vec::new();
        world(skeleton, &FullPose::rest(skeleton), &mut at_rest);
        let faces_back = humanoid.faces_back(|joint| (turn * at_rest.at(joint).translation).x);
        let facing = DQuat::from_rotation_y(if faces_back { std::f64::consts::PI } else { 0.0 });
        let scale = DVec3::splat(factor);
        let placement = DAffine3::from_scale_rotation_translation(scale, facing * turn, DVec3::ZERO);

        let mut order = humanoid.bones().to_vec();
        // Parents come before their children among joints.
        order.sort_unstable_by_key(|(_, joint)| *joint);
        let mut bones: Vec<VrmBone> = Vec::with_capacity(order.len());
        for (name, joint) in order {
            let mut above = skeleton.parent(joint);
            let parent = loop {
                let Some(joint) = above else { break None };
                if let Some(parent) = bones.iter().position(|bone| bone.joint == joint) {
                    break Some(parent);
                }
                above = skeleton.parent(joint);
            };
            if parent.is_none() && name != "hips" {
                return Err(WriteError::Humanoid { bone: name });
            }
            bones.push(VrmBone { name, joint, parent, at_rest: placement * at_rest.at(joint) });
        }
        Ok(Self { skeleton, bones, placement })
    }

    /// The nodes of all bones, as JSON objects with commas between.
    fn nodes(&self) -> String {
        let names = names(self.skeleton, Format::Hanim);
        let node = |(index, bone): (usize, &VrmBone)| {
            let above = bone.parent.and_then(|parent| self.bones.get(parent));
            let at = bone.at_rest.translation - above.map_or(DVec3::ZERO, |above| above.at_rest.translation);
            let name = names.get(bone.joint).map_or(bone.name, String::as_str);
            let mut out = format!("{{\"name\":{},\"translation\":{}", quoted(name), floats(at.to_array()));
            let of_this = |(_, other): &(usize, &VrmBone)| other.parent == Some(index);
            let children: Vec<usize> = self.bones.iter().enumerate().filter(of_this).map(|(child, _)| child).collect();
            if !children.is_empty() {
                let _ = write!(out, ",\"children\":{}", list(children));
            }
            out + "}"
        };
        self.bones.iter().enumerate().map(node).collect::<Vec<_>>().join(",")
    }

    /// The channels and samplers of a motion.
    fn animation(&self, motion: &Motion, buffer: &mut Buffer) -> String {
        let times = times(motion);
        let unturned: Vec<DQuat> = self.bones.iter().map(|bone| turn_of(&bone.at_rest).conjugate()).collect();
        let mut places = Vec::with_capacity(3 * times.len());
        let mut turns = vec![Vec::with_capacity(4 * times.len()); self.bones.len()];
        let mut before = vec![DQuat::IDENTITY; self.bones.len()];
        let (mut pose, mut posed, mut turned) = (FullPose::rest(self.skeleton), Vec::new(), Vec::new());
        for frame in 0..times.len() {
            pose.sample(motion, Sampling::Frames, frame);
            world(self.skeleton, &pose, &mut posed);
            turned.clear();
            for ((index, bone), unturned) in self.bones.iter().enumerate().zip(&unturned) {
                let now = self.placement * posed.at(bone.joint);
                let turn: DQuat = (turn_of(&now) * *unturned).normalize();
                let above = bone.parent.map_or(DQuat::IDENTITY, |parent| turned.at(parent));
                turned.push(turn);
                let own = (above.conjugate() * turn).normalize();
                // Of both signs the one that makes linear interpolation go the shorter way.
                let own = if own.dot(before.at(index)) < 0.0 { -own } else { own };
                before.put(index, own);
                if bone.parent.is_none() {
                    places.extend(now.translation.to_array().map(|value| value as f32));
                }
                turns.change(index, |list| list.extend(own.to_array().map(|value| value as f32)));
            }
        }
        let mut tracks = Tracks { times, keys: None, first: None, samplers: Vec::new(), channels: Vec::new() };
        for (index, turns) in turns.iter().enumerate() {
            if index == 0 {
                tracks.push(index, "translation", 3, &places, buffer);
            }
            // A bone without a channel stays unturned.
            if index == 0 || turns.chunks_exact(4).any(|turn| turn != [0.0, 0.0, 0.0, 1.0]) {
                tracks.push(index, "rotation", 4, turns, buffer);
            }
        }
        format!("\"channels\":[{}],\"samplers\":[{}]", tracks.channels.join(","), tracks.samplers.join(","))
    }
}

/// The channels of an animation.
struct Tracks {
    times: Vec<f32>,
    /// The accessors of all times, and of the first alone, once something needs them.
    keys: Option<usize>,
    first: Option<usize>,
    samplers: Vec<String>,
    channels: Vec<String>,
}

impl Tracks {
    /// Adds the values of a node, `width` for each frame; a single key if they stay the same.
    fn push(&mut self, node: usize, path: &str, width: usize, values: &[f32], buffer: &mut Buffer) {
        let first = values.get(..width).unwrap_or_default();
        let is_still = values.chunks_exact(width).all(|value| value == first);
        let (slot, times) = if is_still { (&mut self.first, &[0.0][..]) } else { (&mut self.keys, &*self.times) };
        let input = *slot.get_or_insert_with(|| buffer.floats(BufferUse::Keys, 1, times, true));
        let output = buffer.floats(BufferUse::Keys, width, if is_still { first } else { values }, false);
        let sampler = self.samplers.len();
        self.samplers.push(format!("{{\"input\":{input},\"output\":{output}}}"));
        self.channels.push(format!("{{\"sampler\":{sampler},\"target\":{{\"node\":{node},\"path\":\"{path}\"}}}}"));
    }
}

fn turn_of(world: &DAffine3) -> DQuat {
    rotation_of(&world.as_affine3a()).as_dquat().normalize()
}
