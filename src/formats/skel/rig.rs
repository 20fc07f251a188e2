//! Builds a skeleton from a file's bones: links them by name, sorts parents first, and mirrors left-handed space to right-handed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use glam::{Quat, Vec3};

use super::fields::{Properties, Surplus};
use super::raw::{SimsBone, SimsSkeleton};
use super::skeleton;
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, Location, ParseError, Warning};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;
use crate::model::{BuildError, JointKind, Skeleton, SkeletonBuilder, is_placeable};

/// A skeleton that motions can be played on.
#[derive(Debug, Clone)]
pub(super) struct SimsRig {
    /// The name of its file; empty for the file being read.
    pub(super) file: String,
    /// Its name in the file.
    pub(super) name: String,
    pub(super) skeleton: Arc<Skeleton>,
    /// The first joint of each name.
    by_name: HashMap<String, u16>,
    /// The names of each joint's permissions.
    pub(super) channels: Vec<Box<str>>,
    /// Whether motions may translate and rotate each joint.
    permissions: Vec<[bool; 2]>,
    pub(super) notes: Vec<(String, String)>,
    pub(super) warnings: Vec<Warning>,
    pub(super) warnings_dropped: u64,
}

/// A translation in right-handed space: +Y up, facing +Z, left at +X. The files' space is its mirror image along X.
pub(super) fn translation([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(-x, y, z)
}

/// A rotation in the same space; `None` if it is invalid. Files store the conjugate of the textbook quaternion of a left-handed
/// rotation, and mirroring along X negates y and z, so in total only x changes its sign. (The format's text, taken literally,
/// gives the inverse rotation: a figure crumpled on its side.)
pub(super) fn rotation([x, y, z, w]: [f32; 4]) -> Option<Quat> {
    let turned = Quat::from_xyzw(-x, y, z, w);
    // Real files keep the length within a hundredth of 1. Far from it the square leaves the range of `f32`.
    (1e-12..=1e12).contains(&turned.length_squared()).then(|| turned.normalize())
}

impl SimsRig {
    /// Reads a whole `.skel`. Errors do not name it.
    pub(super) fn read(file: &str, bytes: &[u8], limits: &Limits) -> Result<Self, ParseError> {
        let (bones, surplus) = skeleton::read(bytes)?;
        Self::new(file, &bones, surplus, limits)
    }

    pub(super) fn new(
        file: &str,
        bones: &SimsSkeleton,
        surplus: Option<Surplus>,
        limits: &Limits,
    ) -> Result<Self, ParseError> {
        let mut warnings = WarningLog::new(limits);
        let list = &bones.bones;
        let parents = parents(list, &mut warnings);
        let order = order(list, &parents)?;
        let mut joints = vec![None; list.len()];
        let mut builder = SkeletonBuilder::new(limits);
        let mut by_name = HashMap::new();
        let (mut channels, mut permissions) = (Vec::new(), Vec::new());
        for &index in &order {
            let Some(bone) = list.get(index) else { continue };
            let parent = parents.at(index).and_then(|parent| joints.at(parent));
            let (offset, turn) = rest(bone, &mut warnings);
            let joint = builder
                .add(&bone.name, parent, JointKind::Joint, offset, turn)
                .map_err(|error| refused(error, bone.at))?;
            joints.put(index, Some(joint));
            channels.push(allowed(bone).into());
            let [translate, rotate, _] = bone.flags;
            permissions.push([translate != 0, rotate != 0]);
        }
        // A name means its first bone in the file, regardless of joint order.
        for (bone, joint) in list.iter().zip(&joints) {
            if let Some(joint) = joint {
                by_name.entry(bone.name.clone()).or_insert(*joint);
            }
        }
        let start = list.first().map_or_else(Location::default, |bone| bone.at);
        let skeleton = builder.finish().map_err(|error| refused(error, start))?;
        if let Some(Surplus { count, at }) = surplus {
            warning!(warnings.each => "skel.surplus", at,
                "what follows the last bone was ignored ({})", Count(count, "byte"));
        }
        let (warnings, warnings_dropped) = warnings.into_list();
        Ok(Self {
            file: file.to_owned(),
            name: bones.name.clone(),
            skeleton: Arc::new(skeleton),
            by_name,
            channels,
            permissions,
            notes: notes(bones),
            warnings,
            warnings_dropped,
        })
    }

    /// A name for messages: the file's, or else the skeleton's.
    pub(super) fn title(&self) -> &str {
        if self.file.is_empty() { &self.name } else { &self.file }
    }

    pub(super) fn permissions(&self, joint: u16) -> [bool; 2] {
        self.permissions.at(usize::from(joint))
    }

    /// The first joint with this name; case-sensitive.
    pub(super) fn joint(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }
}

/// Index of each bone's parent; a bone with an unknown parent becomes a root. Of several bones with the parent's name, the nearest
/// one before the child is used, or else the first.
fn parents(bones: &[SimsBone], warnings: &mut WarningLog) -> Vec<Option<usize>> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, bone) in bones.iter().enumerate() {
        let same = named.entry(&bone.name).or_default();
        if !same.is_empty() {
            warning!(warnings.each => "skel.duplicate-name", bone.at,
                "there is another bone `{}`; motions move the first", bone.name);
        }
        same.push(index);
    }
    let parent = |(index, bone): (usize, &SimsBone)| {
        if bone.parent == "NULL" {
            return None;
        }
        let Some(same) = named.get(bone.parent.as_str()) else {
            warning!(warnings.each => "skel.unknown-parent", bone.at,
                "`{}` hangs on `{}`, which is no bone; it was taken as a root", bone.name, bone.parent);
            return None;
        };
        let before = same.partition_point(|&other| other < index);
        same.get(before.wrapping_sub(1)).or_else(|| same.first()).copied()
    };
    bones.iter().enumerate().map(parent).collect()
}

/// Bone indices with parents first, otherwise in file order.
fn order(bones: &[SimsBone], parents: &[Option<usize>]) -> Result<Vec<usize>, ParseError> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); bones.len()];
    let mut ready = BTreeSet::new();
    for (index, parent) in parents.iter().enumerate() {
        match parent.and_then(|parent| children.get_mut(parent)) {
            Some(list) => list.push(index),
            None => {
                ready.insert(index);
            }
        }
    }
    let mut order = Vec::with_capacity(bones.len());
    while let Some(index) = ready.pop_first() {
        order.push(index);
        ready.extend(children.get(index).into_iter().flatten());
    }
    if order.len() < bones.len() {
        let mut placed = vec![false; bones.len()];
        for &index in &order {
            placed.put(index, true);
        }
        let round = bones.iter().zip(placed).find(|(_, placed)| !placed);
        if let Some((bone, _)) = round {
            let message = format!("expected a root above `{}`, found that it hangs on itself", bone.name);
            return Err(ParseError::new(ErrorKind::Inconsistent, "skel.cycle", message).at(bone.at));
        }
    }
    Ok(order)
}

fn rest(bone: &SimsBone, warnings: &mut WarningLog) -> (Vec3, Quat) {
    let offset = translation(bone.translation);
    let turn = rotation(bone.rotation);
    if !is_placeable(offset) {
        warning!(warnings.each => "skel.not-finite", bone.at,
            "the translation of `{}` is not a number from -1e12 to 1e12; 0 is used", bone.name);
    }
    if turn.is_none() {
        warning!(warnings.each => "skel.not-finite", bone.at,
            "the numbers of `{}` are no rotation; it was left unturned", bone.name);
    }
    (if is_placeable(offset) { offset } else { Vec3::ZERO }, turn.unwrap_or(Quat::IDENTITY))
}

fn refused(error: BuildError, at: Location) -> ParseError {
    ParseError::new(ErrorKind::Limit, "skel.limit", error.to_string()).at(at)
}

/// Permissions of a bone, for people to read. Other players ignore them, too.
fn allowed(bone: &SimsBone) -> String {
    let words = ["translate", "rotate", "blend"].into_iter().zip(bone.flags);
    words.filter(|(_, can)| *can != 0).map(|(word, _)| word).collect::<Vec<_>>().join(" ")
}

fn notes(bones: &SimsSkeleton) -> Vec<(String, String)> {
    let mut notes = vec![("Name".to_owned(), bones.name.clone())];
    let properties = bones.bones.iter().map(|bone| (bone.name.as_str(), &bone.properties));
    let lines: Vec<String> = properties.filter_map(|(name, list)| property_line(name, list)).collect();
    if !lines.is_empty() {
        notes.push(("Properties".to_owned(), lines.join("\n")));
    }
    let wiggling = bones.bones.iter().filter(|bone| bone.wiggle.iter().any(|value| *value != 0.0));
    let lines: Vec<String> =
        wiggling.map(|bone| format!("{}: {} / {}", bone.name, bone.wiggle[0], bone.wiggle[1])).collect();
    if !lines.is_empty() {
        notes.push(("Wiggle (value / power)".to_owned(), lines.join("\n")));
    }
    notes
}

/// `PELVIS: name = adult; ..`
pub(super) fn property_line(name: &str, properties: &Properties) -> Option<String> {
    let texts: Vec<String> = properties.iter().flatten().map(|(key, value)| format!("{key} = {value}")).collect();
    (!texts.is_empty()).then(|| format!("{name}: {}", texts.join("; ")))
}
