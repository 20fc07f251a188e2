//! Writes The Sims Online's skeletons (`.skel`, version 1) and motions (`.anim`, version 2): big-endian integers,
//! little-endian floats.

use glam::{DQuat, DVec3};

use super::figure::{FormatSpace, FullPose, Rigid, RigidPose, WorldTree, reach};
use super::names::{LONGEST_TEXT, NO_PARENT, names, windows_1252};
use super::readable::{check_skeleton, deepest};
use super::{Sampling, WriteError, behaviour};
use marey::checked::Checked;
use marey::model::{Clip, Format};

/// Options of a skeleton of The Sims Online.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SkelOptions {
    /// The skeleton's name. `None`: the clip's name.
    pub name: Option<String>,
    /// Fields of single bones.
    pub bones: Vec<SkelBone>,
    /// Writes [sites](marey::model::JointKind::Site), points fixed to a joint, as bones. Otherwise they are left out.
    pub sites: bool,
}

/// Fields of a bone that do not follow from the clip.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SkelBone {
    /// The joint that becomes the bone.
    pub joint: u16,
    /// Pairs of key and value.
    pub properties: Vec<(String, String)>,
    /// Whether motions may translate, rotate and blend the bone.
    pub can: [bool; 3],
    /// Value and power of a random movement, which the games never implemented.
    pub wiggle: [f32; 2],
}

/// Options of a motion of The Sims Online.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AnimOptions {
    /// The moments that become frames. The games play 30 frames a second.
    pub sampling: Sampling,
    /// Timed events.
    pub events: Vec<AnimEvent>,
    /// Distance on the ground that a cycle covers.
    pub distance: f32,
    /// Whether the figure travels.
    pub moving: bool,
    /// As in [`SkelOptions::sites`].
    pub sites: bool,
}

/// An event at a moment of a motion.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnimEvent {
    /// The joint whose track holds the event.
    pub joint: u16,
    /// Milliseconds from the start.
    pub milliseconds: u32,
    /// Pairs of key and value, for example `footstep` and `L`.
    pub properties: Vec<(String, String)>,
}

/// The games' unit is a third of a metre.
const UNITS_A_METRE: f64 = 3.0;
/// Rate of every motion, in frames a second.
pub(super) const RATE: f64 = 30.0;
/// Largest relative deviation of a motion's rate from [`RATE`].
const SAME_RATE: f64 = 1e-4;

/// Writes the skeleton of a clip as the bytes of a `.skel`.
///
/// Every joint and end site is a bone; sites are optional. The games' unit is a third of a metre, +Y is up, and their space is
/// left-handed. Lengths are converted if the clip [states its unit](marey::model::Source::metres_per_unit), and the figure is
/// turned if it states another up axis. [`names`] lists the changes of names.
///
/// # Errors
/// [`WriteError::Scale`], [`WriteError::TooManyJoints`] and [`WriteError::TooDeep`].
pub fn skel(clip: &Clip, options: &SkelOptions) -> Result<Vec<u8>, WriteError> {
    let skeleton = &*clip.skeleton;
    let rest = Rigid::new(skeleton, Format::Skel).rest()?;
    let space = FormatSpace::new(&clip.source, UNITS_A_METRE);
    let tree = WorldTree::of_body(skeleton, options.sites);
    let written: Vec<usize> = (0..skeleton.len()).filter(|joint| tree.has(skeleton, *joint)).collect();
    check_skeleton(Format::Skel, written.len(), deepest(skeleton, &|joint| tree.has(skeleton, joint)))?;
    let count = u16::try_from(written.len());
    let count = count.map_err(|_| WriteError::TooManyJoints { format: Format::Skel, most: usize::from(u16::MAX) })?;
    let names = names(skeleton, Format::Skel);
    let activity = joint_activity(clip, &rest)?;
    let mut out = BigEndianBytes::default();
    out.int(1);
    out.text(options.name.as_deref().unwrap_or(&clip.name));
    out.0.extend(count.to_be_bytes());
    for joint in written {
        let name = |joint: usize| names.get(joint).map_or("", String::as_str);
        let own = options.bones.iter().find(|bone| usize::from(bone.joint) == joint);
        let (at, turn) = space.local(skeleton, &rest, joint);
        out.int(1);
        out.text(name(joint));
        out.text(skeleton.parent(joint).map_or(NO_PARENT, name));
        match own.map(|own| &own.properties).filter(|list| !list.is_empty()) {
            Some(list) => {
                out.0.push(1);
                out.properties(list);
            }
            None => out.0.push(0),
        }
        out.translation(at);
        out.rotation(turn);
        let (moves, _) = activity.at(joint);
        let can = own.map_or([moves || skeleton.parent(joint).is_none(), true, true], |own| own.can);
        can.iter().for_each(|can| out.int(u32::from(*can)));
        own.map_or([0.0; 2], |own| own.wiggle).iter().for_each(|value| out.float(*value));
    }
    Ok(out.0)
}

/// Writes a behaviour as the bytes of an `.anim`, for the skeleton that [`skel`] writes.
///
/// Joints that stay in their rest pose have no track, except the first root.
///
/// # Errors
/// [`WriteError::NoBehaviour`], [`WriteError::Scale`], [`WriteError::UnevenFrames`], [`WriteError::BadRate`],
/// [`WriteError::FixedRate`] if the rate is not 30 frames a second, and [`WriteError::TooManyKeys`].
pub fn anim(clip: &Clip, behaviour: usize, options: &AnimOptions) -> Result<Vec<u8>, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let frame_count = options.sampling.count(motion)?;
    let frame_time = options.sampling.frame_time(motion, Format::Skel)?;
    if frame_count > 1 && (frame_time * RATE - 1.0).abs() > SAME_RATE {
        return Err(WriteError::FixedRate { format: Format::Skel, frame_time, rate: RATE });
    }
    let skeleton = &*clip.skeleton;
    let rest = Rigid::new(skeleton, Format::Skel).rest()?;
    let space = FormatSpace::new(&clip.source, UNITS_A_METRE);
    let mut keys: Vec<AnimKeys> = (0..skeleton.len()).map(|_| AnimKeys::default()).collect();
    let mut full = FullPose::rest(skeleton);
    let mut rigid = Rigid::new(skeleton, Format::Skel);
    let tolerance = reach(skeleton, &rest) * STILL;
    for frame in 0..frame_count {
        full.sample(motion, options.sampling, frame);
        let pose = rigid.of(&full)?;
        for (joint, keys) in keys.iter_mut().enumerate() {
            let (at, turn) = space.local(skeleton, pose, joint);
            keys.translations.push(at);
            keys.rotations.push(turn);
            let (moves, turns) = differs(pose, &rest, joint, tolerance);
            keys.moves |= moves;
            keys.turns |= turns;
        }
    }
    let tree = WorldTree::of_body(skeleton, options.sites);
    if let Some(root) = tree.roots.first() {
        keys.change(*root, |root| (root.moves, root.turns) = (true, true));
    }
    let has_track = |joint: usize, keys: &AnimKeys| {
        let happens = options.events.iter().any(|event| usize::from(event.joint) == joint);
        tree.has(skeleton, joint) && (keys.moves || keys.turns || happens)
    };
    let tracks: Vec<(usize, &AnimKeys)> =
        keys.iter().enumerate().filter(|(joint, keys)| has_track(*joint, keys)).collect();
    let milliseconds = (frame_count as f64 * 1000.0 / RATE) as f32;
    let mut out = BigEndianBytes::default();
    out.int(2);
    let name = clip.behaviours.get(behaviour).map_or("", |behaviour| &behaviour.name);
    let name = encode(name, LONGEST_TEXT);
    out.0.extend((name.len() as u16).to_be_bytes());
    out.0.extend(name);
    out.float(milliseconds);
    out.float(options.distance);
    out.0.push(u8::from(options.moving));
    out.count(tracks.iter().map(|(_, keys)| if keys.moves { keys.translations.len() } else { 0 }).sum())?;
    for (_, keys) in tracks.iter().filter(|(_, keys)| keys.moves) {
        keys.translations.iter().for_each(|key| out.translation(*key));
    }
    out.count(tracks.iter().map(|(_, keys)| if keys.turns { keys.rotations.len() } else { 0 }).sum())?;
    for (_, keys) in tracks.iter().filter(|(_, keys)| keys.turns) {
        keys.rotations.iter().for_each(|key| out.rotation(*key));
    }
    out.count(tracks.len())?;
    let names = names(skeleton, Format::Skel);
    let (mut first_translation, mut first_rotation) = (0_u32, 0_u32);
    for (joint, keys) in tracks {
        out.int(0);
        out.text(names.get(joint).map_or("", String::as_str));
        out.count(frame_count)?;
        out.float(milliseconds);
        out.0.extend([u8::from(keys.moves), u8::from(keys.turns)]);
        for (is_there, first) in [(keys.moves, &mut first_translation), (keys.turns, &mut first_rotation)] {
            // -1: no keys.
            out.int(if is_there { *first } else { u32::MAX });
            *first += if is_there { frame_count as u32 } else { 0 };
        }
        out.0.push(0);
        let events = options.events.iter().filter(|event| usize::from(event.joint) == joint);
        let events: Vec<&AnimEvent> = events.collect();
        out.0.push(u8::from(!events.is_empty()));
        if !events.is_empty() {
            out.int(1);
            out.count(events.len())?;
            for event in events {
                out.int(event.milliseconds);
                out.properties(&event.properties);
            }
        }
    }
    Ok(out.0)
}

#[derive(Default)]
struct AnimKeys {
    translations: Vec<DVec3>,
    rotations: Vec<DQuat>,
    moves: bool,
    turns: bool,
}

/// Smaller movements count as none: a fraction of the figure's size, or radians.
const STILL: f64 = 1e-9;

/// Whether a joint's translation and its rotation differ from the rest pose.
fn differs(pose: &RigidPose, rest: &RigidPose, joint: usize, tolerance: f64) -> (bool, bool) {
    let moves = pose.translations.get(joint).zip(rest.translations.get(joint));
    let turns = pose.rotations.get(joint).zip(rest.rotations.get(joint));
    (
        moves.is_some_and(|(a, b)| a.distance(*b) > tolerance),
        turns.is_some_and(|(a, b)| (a.conjugate() * *b).xyz().length() > STILL),
    )
}

/// Whether each joint translates, and whether it rotates, in any behaviour.
fn joint_activity(clip: &Clip, rest: &RigidPose) -> Result<Vec<(bool, bool)>, WriteError> {
    let tolerance = reach(&clip.skeleton, rest) * STILL;
    let mut all = vec![(false, false); clip.skeleton.len()];
    for behaviour in &clip.behaviours {
        let mut full = FullPose::rest(&clip.skeleton);
        let mut rigid = Rigid::new(&clip.skeleton, Format::Skel);
        for frame in 0..behaviour.motion.frame_count() {
            full.sample(&behaviour.motion, Sampling::Frames, frame);
            let pose = rigid.of(&full)?;
            for (joint, activity) in all.iter_mut().enumerate() {
                let (moves, turns) = differs(pose, rest, joint, tolerance);
                *activity = (activity.0 || moves, activity.1 || turns);
            }
        }
    }
    Ok(all)
}

#[derive(Default)]
struct BigEndianBytes(Vec<u8>);

impl BigEndianBytes {
    fn int(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    /// A count, which readers take for a signed integer.
    fn count(&mut self, count: usize) -> Result<(), WriteError> {
        let count = i32::try_from(count).map_err(|_| WriteError::TooManyKeys { format: Format::Skel })?;
        self.int(count.cast_unsigned());
        Ok(())
    }

    fn float(&mut self, value: f32) {
        self.0.extend(value.to_le_bytes());
    }

    /// Mirrors X: the games' space is left-handed.
    fn translation(&mut self, at: DVec3) {
        [-at.x, at.y, at.z].iter().for_each(|value| self.float(*value as f32 + 0.0));
    }

    /// Files store the conjugate of the left-handed quaternion. Mirroring and conjugating together negate only x.
    fn rotation(&mut self, turn: DQuat) {
        [-turn.x, turn.y, turn.z, turn.w].iter().for_each(|value| self.float(*value as f32 + 0.0));
    }

    fn text(&mut self, text: &str) {
        let bytes = encode(text, LONGEST_TEXT);
        self.0.push(bytes.len() as u8);
        self.0.extend(bytes);
    }

    /// A property list with these pairs.
    fn properties(&mut self, pairs: &[(String, String)]) {
        self.int(1);
        self.int(pairs.len() as u32);
        for (key, value) in pairs {
            self.text(key);
            self.text(value);
        }
    }
}

/// Encodes as Windows-1252, with `?` for other characters.
fn encode(text: &str, most: usize) -> Vec<u8> {
    text.chars().map(|character| windows_1252(character).unwrap_or(b'?')).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_windows_1252_of_at_most_255_bytes() {
        assert_eq!(encode("Lé€ď\u{81}", 255), b"L\xE9\x80??");
        let mut out = BigEndianBytes::default();
        out.text(&"x".repeat(300));
        assert_eq!((out.0.len(), out.0.first()), (256, Some(&255)));
    }
}
