//! The packed skeleton: tree, names, and offsets in steps of half a millimetre of a figure 1.8 m tall.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use super::bits::{Bit, Coder, NumberModel, Signed};
use super::damage::Damage;
use super::names::{Letters, Names, common_prefix, other_side};
use marey::checked::Checked;
use marey::model::JointKind;

/// Metres.
pub(super) const OFFSET_STEP: f32 = 0.0005;
/// Radians.
pub(super) const REST_STEP: f32 = 1.0 / 2048.0;
const KINDS: [JointKind; 4] = [JointKind::Joint, JointKind::EndSite, JointKind::Site, JointKind::Frame];
/// Largest offset, ten kilometres, in steps.
const MAX_OFFSET: u32 = 20_000_000;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkBone {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) kind: JointKind,
    /// Steps of [`OFFSET_STEP`].
    pub(super) offset: [i32; 3],
    /// Rotation vector in steps of [`REST_STEP`].
    pub(super) rest: [i32; 3],
}

/// The extra data of scaled skeletons; see [`marey::model::Scaling`]. Translations of `frames` are in metres.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BoneScaling {
    pub(super) frames: Vec<Affine3A>,
    pub(super) axes: Vec<Quat>,
    pub(super) rest_scales: Vec<Vec3>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkBones {
    pub(super) bones: Vec<LinkBone>,
    /// The mirror joint of each joint, if it has a lower index.
    pub(super) mirrors: Vec<Option<usize>>,
    pub(super) scaling: Option<BoneScaling>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BoneLimits {
    pub(super) joints: usize,
    pub(super) depth: usize,
    pub(super) name_bytes: usize,
}

impl LinkBones {
    pub(super) fn code<C: Coder>(
        coder: &mut C,
        letters: &mut Letters,
        input: Option<&Self>,
        limits: &BoneLimits,
    ) -> Result<Self, Damage> {
        let mut count_odds = NumberModel::NEW;
        let count = coder.unsigned(&mut count_odds, input.map_or(0, |input| input.bones.len() as u32))? as usize;
        if count > limits.joints {
            return Err(Damage::TooLarge("joints", limits.joints as u64));
        }
        if count == 0 {
            return Err(Damage::Inconsistent);
        }
        let mut bones = tree_and_names(coder, letters, input, count, limits)?;
        let mirrors = mirrors(&bones);
        offsets(coder, input, &mirrors, &mut bones)?;
        rests(coder, input, &mut bones)?;
        let scaling = scaling(coder, input.and_then(|input| input.scaling.as_ref()), count)?;
        Ok(Self { bones, mirrors, scaling })
    }

    /// Finds the mirror joints; codes nothing.
    pub(super) fn new(bones: Vec<LinkBone>, scaling: Option<BoneScaling>) -> Self {
        Self { mirrors: mirrors(&bones), bones, scaling }
    }

    pub(super) fn len(&self) -> usize {
        self.bones.len()
    }

    /// Whether every offset is within what the format holds.
    pub(super) fn are_near(&self) -> bool {
        self.bones.iter().flat_map(|bone| bone.offset).all(|steps| steps.unsigned_abs() <= MAX_OFFSET)
    }
}

fn tree_and_names<C: Coder>(
    coder: &mut C,
    letters: &mut Letters,
    input: Option<&LinkBones>,
    count: usize,
    limits: &BoneLimits,
) -> Result<Vec<LinkBone>, Damage> {
    let joints = input.iter().flat_map(|input| &input.bones).filter(|bone| bone.kind == JointKind::Joint);
    let prefix = common_prefix(joints.map(|bone| bone.name.as_str())).to_owned();
    let mut names = Names::new(letters, coder, &prefix, limits.name_bytes)?;
    let (mut like_mirror, mut kinds) = (Bit::EVEN, [[Bit::EVEN; 4]; 4]);
    let mut up_odds = [NumberModel::NEW, NumberModel::NEW];
    let mut bones: Vec<LinkBone> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    // The children of each joint so far, and its likely mirror joint.
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut partners: Vec<Option<usize>> = Vec::new();
    // Whether a joint has a side but no mirror joint yet, and from which child on each joint may have such children.
    let mut unpaired: Vec<bool> = Vec::new();
    let mut first_unpaired: Vec<usize> = Vec::new();
    let mut ups: Vec<usize> = Vec::new();
    for index in 0..count {
        let own = input.and_then(|input| input.bones.get(index));
        let kind = own.map_or(JointKind::Joint, |own| own.kind);
        // `up` leads from the last joint to the parent; one past the root: another root; beyond: the parent's index follows.
        let last_depth = index.checked_sub(1).and_then(|last| depths.get(last)).copied();
        let up = own.map_or(0, |own| steps_up(&bones, own.parent));
        let (up, kind) = match last_depth {
            None => (1, KINDS[coder.symbol(&mut kinds[0], 4, kind as usize)?]),
            Some(depth) => {
                let after = |partner: usize| (partner + 1 < index).then_some(partner + 1);
                let like = partners.get(index - 1).copied().flatten().and_then(after);
                let expected = like.and_then(|like| Some((*ups.get(like)?, bones.get(like)?.kind)));
                let same = expected.is_some() && coder.bit(&mut like_mirror, expected == Some((up, kind)))?;
                match expected {
                    Some(both) if same => both,
                    _ => {
                        let last = bones.get(index - 1).map_or(JointKind::Joint, |bone| bone.kind);
                        let kind = KINDS[coder.symbol(&mut kinds[last as usize], 4, kind as usize)?];
                        let up = coder.unsigned(&mut up_odds[usize::from(last.is_point())], up as u32)? as usize;
                        (up.min(depth + 2), kind)
                    }
                }
            }
        };
        let parent = match last_depth {
            None => None,
            Some(depth) if up < depth => (0..up).try_fold(index - 1, |at, _| bones.get(at)?.parent),
            Some(depth) if up == depth => None,
            Some(_) => {
                let place = own.and_then(|own| own.parent).unwrap_or(0);
                let read = coder.plain(16, place as u64)? as usize;
                if read >= index {
                    return Err(Damage::Inconsistent);
                }
                Some(read)
            }
        };
        let depth = parent.and_then(|parent| depths.get(parent)).map_or(1, |above| above + 1);
        if depth > limits.depth + usize::from(kind.is_point()) {
            return Err(Damage::TooLarge("joints in a row", limits.depth as u64));
        }
        // The same child of the parent's mirror joint is likely the mirror joint; else the first unpaired sibling.
        let rank = parent.and_then(|parent| children.get(parent)).map_or(0, Vec::len);
        let of_mirror = parent.and_then(|parent| partners.at(parent));
        let likely = match (parent, of_mirror) {
            (_, Some(other)) => children.get(other).and_then(|children| children.get(rank)).copied(),
            (Some(parent), None) => {
                let siblings = children.get(parent).map_or(&[][..], |siblings| siblings);
                let mut from = first_unpaired.at(parent);
                while siblings.get(from).is_some_and(|child| !unpaired[*child]) {
                    from += 1;
                }
                first_unpaired[parent] = from;
                siblings.get(from).copied()
            }
            (None, None) => None,
        };
        let mirror_name = likely.and_then(|likely| bones.get(likely)).map(|bone| bone.name.clone());
        let parent_name = parent.and_then(|parent| bones.get(parent)).map_or("", |bone| bone.name.as_str());
        let name = own.map_or("", |own| own.name.as_str());
        let name = names.code(coder, kind, parent_name, mirror_name.as_deref(), name)?;
        let is_mirror = mirror_name.as_deref().and_then(other_side).as_deref() == Some(name.as_str());
        let partner = likely.filter(|_| is_mirror || of_mirror.is_some());
        if let Some(partner) = partner {
            unpaired[partner] = false;
        }
        unpaired.push(partner.is_none() && other_side(&name).is_some());
        first_unpaired.push(0);
        partners.push(partner);
        if let Some(parent) = parent {
            children.change(parent, |own| own.push(index));
        }
        children.push(Vec::new());
        depths.push(depth);
        ups.push(up);
        bones.push(LinkBone { name, parent, kind, offset: [0; 3], rest: [0; 3] });
    }
    Ok(bones)
}

/// The number of steps from the last bone up to `parent`, as `tree_and_names` codes it.
fn steps_up(bones: &[LinkBone], parent: Option<usize>) -> usize {
    let mut at = bones.len().checked_sub(1);
    let mut up = 0;
    while let Some(index) = at {
        if Some(index) == parent {
            return up;
        }
        up += 1;
        at = bones.get(index).and_then(|bone| bone.parent);
    }
    if parent.is_none() { up } else { up + 1 }
}

/// The mirror joint of each joint, if it has a lower index: found by name; for end sites and sites also by position.
fn mirrors(bones: &[LinkBone]) -> Vec<Option<usize>> {
    let mut by_name = std::collections::BTreeMap::new();
    let mut ends = std::collections::BTreeMap::new();
    let mut mirrors: Vec<Option<usize>> = Vec::with_capacity(bones.len());
    let mut ranks = vec![0usize; bones.len()];
    for (index, bone) in bones.iter().enumerate() {
        let parent = bone.parent.unwrap_or(usize::MAX);
        let rank = ranks.get_mut(parent).map_or(0, |rank| {
            *rank += 1;
            *rank
        });
        let by_side = other_side(&bone.name).and_then(|name| by_name.get(&name).copied());
        let of_parent = bone.parent.and_then(|parent| mirrors.at(parent));
        let by_place = || ends.get(&(of_parent?, rank)).copied();
        mirrors.push(if bone.kind.is_point() { by_side.or_else(by_place) } else { by_side });
        by_name.entry(bone.name.clone()).or_insert(index);
        if bone.kind.is_point() {
            ends.insert((parent, rank), index);
        }
    }
    mirrors
}

fn offsets<C: Coder>(
    coder: &mut C,
    input: Option<&LinkBones>,
    mirrors: &[Option<usize>],
    bones: &mut [LinkBone],
) -> Result<(), Damage> {
    let own = |index: usize| input.and_then(|input| input.bones.get(index)).map_or([0; 3], |bone| bone.offset);
    // The left-right axis: along it the offsets of mirror joints differ most in sign.
    let mut against = [0i64; 3];
    for (index, mirror) in mirrors.iter().enumerate() {
        if let Some(mirror) = mirror {
            for (against, (one, other)) in against.iter_mut().zip(own(index).into_iter().zip(own(*mirror))) {
                *against -= i64::from(one) * i64::from(other);
            }
        }
    }
    let across = (0..3).max_by_key(|axis| against[*axis]).unwrap_or(0);
    let across = (coder.plain(2, across as u64)? as usize).min(2);
    let mut roots = Signed::NEW;
    let mut free = [Signed::NEW, Signed::NEW, Signed::NEW];
    let mut mirrored = free.clone();
    for index in 0..bones.len() {
        let offset = own(index);
        let mirror = mirrors.at(index).and_then(|mirror| bones.get(mirror)).map(|bone| bone.offset);
        let is_root = bones.get(index).is_some_and(|bone| bone.parent.is_none());
        let mut read = [0; 3];
        for axis in 0..3 {
            let (odds, expected) = match mirror {
                _ if is_root => (&mut roots, 0),
                Some(other) if axis == across => (&mut mirrored[axis], -other[axis]),
                Some(other) => (&mut mirrored[axis], other[axis]),
                None => (&mut free[axis], 0),
            };
            read[axis] = coder.signed(odds, offset[axis].wrapping_sub(expected))?.saturating_add(expected);
            if read[axis].unsigned_abs() > MAX_OFFSET {
                return Err(Damage::Inconsistent);
            }
        }
        bones.change(index, |bone| bone.offset = read);
    }
    Ok(())
}

fn rests<C: Coder>(coder: &mut C, input: Option<&LinkBones>, bones: &mut [LinkBone]) -> Result<(), Damage> {
    let own = |index: usize| input.and_then(|input| input.bones.get(index)).map_or([0; 3], |bone| bone.rest);
    let any = (0..bones.len()).any(|index| own(index) != [0; 3]);
    if !coder.even(any)? {
        return Ok(());
    }
    let mut odds = [Signed::NEW, Signed::NEW, Signed::NEW];
    for (index, bone) in bones.iter_mut().enumerate() {
        for ((slot, odds), own) in bone.rest.iter_mut().zip(&mut odds).zip(own(index)) {
            *slot = coder.signed(odds, own)?;
            // Half a turn, the longest vector, is 6,434 steps.
            if slot.unsigned_abs() > 8192 {
                return Err(Damage::Inconsistent);
            }
        }
    }
    Ok(())
}

/// Codes the scaling data as plain floats, since it is rare, and only where it differs from the identity.
fn scaling<C: Coder>(coder: &mut C, input: Option<&BoneScaling>, count: usize) -> Result<Option<BoneScaling>, Damage> {
    if !coder.even(input.is_some())? {
        return Ok(None);
    }
    let still = BoneScaling { frames: Vec::new(), axes: Vec::new(), rest_scales: Vec::new() };
    let input = input.unwrap_or(&still);
    let mut read = still.clone();
    let (mut framed, mut turned, mut scaled) = (Bit::EVEN, Bit::EVEN, Bit::EVEN);
    for index in 0..count {
        let frame = input.frames.get(index).copied().unwrap_or(Affine3A::IDENTITY);
        let axes = input.axes.get(index).copied().unwrap_or(Quat::IDENTITY);
        let scale = input.rest_scales.get(index).copied().unwrap_or(Vec3::ONE);
        let mut columns = frame.to_cols_array();
        if coder.bit(&mut framed, frame != Affine3A::IDENTITY)? {
            for number in &mut columns {
                *number = float(coder, *number)?;
            }
        } else {
            columns = Affine3A::IDENTITY.to_cols_array();
        }
        let [x, y, z, at] =
            [0, 3, 6, 9].map(|start| Vec3A::new(columns[start], columns[start + 1], columns[start + 2]));
        read.frames.push(Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: at });
        let mut axes = axes.to_array();
        if coder.bit(&mut turned, axes != Quat::IDENTITY.to_array())? {
            for number in &mut axes {
                *number = float(coder, *number)?;
            }
        } else {
            axes = Quat::IDENTITY.to_array();
        }
        read.axes.push(Quat::from_array(axes));
        let mut scale = scale.to_array();
        if coder.bit(&mut scaled, scale != [1.0; 3])? {
            for number in &mut scale {
                *number = float(coder, *number)?;
            }
        } else {
            scale = [1.0; 3];
        }
        read.rest_scales.push(Vec3::from_array(scale));
    }
    Ok(Some(read))
}

/// A float without its lowest eight bits.
pub(super) fn float<C: Coder>(coder: &mut C, number: f32) -> Result<f32, Damage> {
    let read = f32::from_bits((coder.plain(24, u64::from(number.to_bits() >> 8))? as u32) << 8);
    if read.is_finite() && read.abs() <= 1e9 { Ok(read) } else { Err(Damage::Inconsistent) }
}
