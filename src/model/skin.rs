//! A surface that moves with the joints.

use std::num::NonZeroU32;
use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3};

use super::{BuildError, NO_PARENT, Skeleton, Turn, is_placeable, is_placeable_matrix};

/// A corner of a surface: 44 bytes, the layout of packets and of the GPU's vertex buffer.
///
/// Its position in a pose:
///
/// `sum(weight * M[bind] * position) + sum(w[morph] * mat3(M[morph's bind]) * displacement)`
///
/// with `M[bind] = world[bind.joint] * bind.matrix`, or as its [`Turn`] has it, over its influences and its morphs, `w` the [weights of the
/// pose](Skeleton::weights). Influences are not normalised: their sum is the reader's choice.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct SkinCorner {
    /// The skin's space, file units.
    pub position: Vec3,
    /// Outward, unit length, in the same space.
    pub normal: Vec3,
    /// sRGB. Alpha 0: no colour of its own; drawn in the colour of its joint's side, darkened by its red in a fold of the surface (0: not at
    /// all).
    pub colour: [u8; 4],
    /// A rigid corner's bind; otherwise the index of its first entry in [`SkinParts::influences`].
    pub first: u32,
    /// Number of binds that move it.
    pub influences: u16,
    /// Number of morphs that displace it; their entries follow those of the binds.
    pub morphs: u16,
    /// Texture coordinates: 0, 0 at the lower left, 1, 1 at the upper right; pictures repeat beyond.
    pub texture: [f32; 2],
}

impl SkinCorner {
    /// A corner that follows one bind.
    pub fn rigid(position: Vec3, normal: Vec3, bind: u32) -> Self {
        Self { position, normal, first: bind, ..Self::default() }
    }

    /// Whether it follows one bind and has no morphs.
    pub fn is_rigid(&self) -> bool {
        self.influences == 0 && self.morphs == 0
    }

    /// Its entries in [`SkinParts::influences`].
    fn entries(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first.saturating_add(usize::from(self.influences) + usize::from(self.morphs))
    }
}

/// A joint and its inverse bind matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bind {
    /// [`NO_PARENT`] for parts fixed in the file's space.
    pub joint: u16,
    /// From the skin's space to the joint's frame.
    pub matrix: Affine3A,
}

/// A displacement of corners with an animated weight (displacer, morph target, shape key).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Morph {
    /// The bind whose matrix rotates the displacements.
    pub bind: u16,
    /// Index of its weight in the [weights of the pose](Skeleton::weights).
    pub weight: u16,
}

/// Consecutive triangles with the same picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Textured {
    /// Range of triangles.
    pub triangles: Range<u32>,
    /// Index into the [pictures](SkinParts::pictures).
    pub picture: u16,
}

/// The lists of a [`Skin`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkinParts {
    /// Empty: one bind for each joint, in joint order, at its rest pose. The skin's space is then the file's.
    pub binds: Vec<Bind>,
    /// Displacements with animated weights.
    pub morphs: Vec<Morph>,
    /// Entries of the corners that are not rigid, corner by corner: first its binds as `[weight, 0, 0, bind]`, then its morphs as
    /// `[x, y, z, morph]`, the displacement at weight 1 in the skin's space.
    pub influences: Vec<[f32; 4]>,
    /// Corners of the triangles; identical ones are shared.
    pub corners: Vec<SkinCorner>,
    /// Corners of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Number of triangles, from the first on, of segments: rigid shapes that ride on joints. The others are skin.
    pub segments: usize,
    /// File names of the pictures. The clip does not contain the pictures: the player finds them or leaves them out.
    pub pictures: Vec<String>,
    /// Triangles with pictures, in ascending order; the others have none.
    pub textured: Vec<Textured>,
}

/// Triangles whose corners follow joints.
///
/// Only [`Skin::new`] makes one: every joint is in the skeleton, every index in its list, every number finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    name: String,
    bind_count: usize,
    parts: SkinParts,
    turns: Vec<Turn>,
    generated: Option<NonZeroU32>,
}

impl Skin {
    /// Most triangles of a surface: even with unshared corners they fit into one GPU buffer.
    pub const MOST_TRIANGLES: usize = 2_000_000;
    /// Most influences of a surface: they fit into one texture of the smallest GPU, 2048 texels a side.
    pub const MOST_INFLUENCES: usize = 2048 * 2048;

    /// A surface for `skeleton` with at least one triangle.
    pub fn new(name: &str, parts: SkinParts, skeleton: &Skeleton) -> Result<Self, BuildError> {
        let SkinParts { binds, morphs, influences, corners, triangles, segments, pictures, textured } = &parts;
        if triangles.len() > Self::MOST_TRIANGLES || influences.len() > Self::MOST_INFLUENCES {
            return Err(BuildError::TooManyTriangles);
        }
        if triangles.is_empty()
            || *segments > triangles.len()
            || triangles.as_flattened().iter().any(|&corner| corner as usize >= corners.len())
        {
            return Err(BuildError::WrongLength);
        }
        let mut end = 0;
        for Textured { triangles: run, picture } in textured {
            if run.start < end || run.end < run.start || usize::from(*picture) >= pictures.len() {
                return Err(BuildError::WrongLength);
            }
            end = run.end;
        }
        if end as usize > triangles.len() {
            return Err(BuildError::WrongLength);
        }
        let bind_count = if binds.is_empty() { skeleton.len() } else { binds.len() };
        let joint = |joint: u16| joint == NO_PARENT || usize::from(joint) < skeleton.len();
        let weight = |weight: u16| usize::from(weight) < skeleton.weights().len();
        if !binds.iter().all(|bind| joint(bind.joint))
            || !morphs.iter().all(|morph| usize::from(morph.bind) < bind_count && weight(morph.weight))
        {
            return Err(BuildError::UnknownJoint);
        }
        if !binds.iter().all(|bind| is_placeable_matrix(&bind.matrix)) {
            return Err(BuildError::NotFinite);
        }
        for corner in corners {
            let placed = is_placeable(corner.position) && corner.texture.iter().all(|x| x.is_finite());
            if !placed || !corner.normal.is_finite() {
                return Err(BuildError::NotFinite);
            }
            if !corner.normal.is_normalized() {
                return Err(BuildError::NotUnitLength);
            }
            if corner.is_rigid() && corner.first as usize >= bind_count {
                return Err(BuildError::UnknownJoint);
            }
            let own = if corner.is_rigid() {
                &[][..]
            } else {
                influences.get(corner.entries()).ok_or(BuildError::WrongLength)?
            };
            for (at, [x, y, z, index]) in own.iter().enumerate() {
                let most = if at < usize::from(corner.influences) { bind_count } else { morphs.len() };
                // NaN fails here, too.
                if !(0.0..most as f32).contains(index) || index.fract() != 0.0 {
                    return Err(BuildError::UnknownJoint);
                }
                if !is_placeable(Vec3::new(*x, *y, *z)) {
                    return Err(BuildError::NotFinite);
                }
            }
        }
        Ok(Self { name: name.to_owned(), bind_count, parts, turns: Vec::new(), generated: None })
    }

    /// For people: usually the file's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// See [`SkinParts::binds`].
    pub fn binds(&self) -> &[Bind] {
        &self.parts.binds
    }

    /// Number of binds; that of the joints where [`binds`](Self::binds) is empty.
    pub fn bind_count(&self) -> usize {
        self.bind_count
    }

    /// Makes it a [generated body](Self::generated) with the number 1, whose last binds turn so, one for each; each uses binds before its
    /// own, and the places of joints that have binds. [`BodyTurns`](crate::look::BodyTurns) computes them.
    pub fn with_turns(mut self, turns: Vec<Turn>) -> Result<Self, BuildError> {
        let first_turned = self.parts.binds.len().checked_sub(turns.len()).ok_or(BuildError::WrongLength)?;
        for (bind, turn) in (first_turned..).zip(&turns) {
            turn.check(bind, |joint| self.parts.binds.iter().any(|bind| bind.joint == joint))?;
        }
        self.turns = turns;
        Ok(self.with_number(NonZeroU32::new(1)))
    }

    /// Makes it a [generated body](Self::generated) with this number, or none.
    pub fn with_number(mut self, generated: Option<NonZeroU32>) -> Self {
        self.generated = generated;
        self
    }

    /// Lets it turn as another skin of the same skeleton with as many binds.
    pub fn with_turns_of(mut self, other: &Self) -> Result<Self, BuildError> {
        if !other.turns.is_empty() && self.bind_count != other.bind_count {
            return Err(BuildError::WrongLength);
        }
        self.turns.clone_from(&other.turns);
        Ok(self.with_number(other.generated))
    }

    /// How the last of the binds turn, see [`with_turns`](Self::with_turns).
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The number of a body that was generated around the joints, by which a player finds its turns; `None` for other skins. A generated body is
    /// whole, and hides the bones.
    pub fn generated(&self) -> Option<NonZeroU32> {
        self.generated
    }

    /// See [`SkinParts::morphs`].
    pub fn morphs(&self) -> &[Morph] {
        &self.parts.morphs
    }

    /// See [`SkinParts::influences`].
    pub fn influences(&self) -> &[[f32; 4]] {
        &self.parts.influences
    }

    /// A corner's entries: its binds `[weight, 0, 0, bind]`, and its morphs `[x, y, z, morph]`. Both are empty for a rigid corner.
    pub fn influences_of(&self, corner: &SkinCorner) -> (&[[f32; 4]], &[[f32; 4]]) {
        let own = if corner.is_rigid() { None } else { self.parts.influences.get(corner.entries()) };
        own.unwrap_or_default().split_at_checked(usize::from(corner.influences)).unwrap_or_default()
    }

    /// See [`SkinParts::corners`].
    pub fn corners(&self) -> &[SkinCorner] {
        &self.parts.corners
    }

    /// See [`SkinParts::triangles`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.parts.triangles
    }

    /// See [`SkinParts::segments`].
    pub fn segments(&self) -> usize {
        self.parts.segments
    }

    /// See [`SkinParts::pictures`].
    pub fn pictures(&self) -> &[String] {
        &self.parts.pictures
    }

    /// See [`SkinParts::textured`].
    pub fn textured(&self) -> &[Textured] {
        &self.parts.textured
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    fn skeleton() -> Skeleton {
        let mut skeleton = SkeletonBuilder::new(&Limits::default());
        skeleton.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        skeleton.set_weights(vec![0.5]).unwrap();
        skeleton.finish().unwrap()
    }

    const GOOD: SkinCorner = SkinCorner {
        position: Vec3::X,
        normal: Vec3::Z,
        colour: [0; 4],
        first: 0,
        influences: 0,
        morphs: 0,
        texture: [0.0; 2],
    };

    #[test]
    fn corners_and_triangles_are_checked_once() {
        let skeleton = skeleton();
        let made = |corner: SkinCorner, triangles: &[[u32; 3]]| {
            let corners = vec![GOOD, corner, GOOD];
            Skin::new("box", SkinParts { corners, triangles: triangles.to_vec(), ..SkinParts::default() }, &skeleton)
        };
        let all = [[0, 1, 2]];
        for position in [Vec3::NAN, 1.1e12 * Vec3::Y] {
            assert_eq!(made(SkinCorner { position, ..GOOD }, &all), Err(BuildError::NotFinite));
        }
        for normal in [Vec3::INFINITY, Vec3::NAN] {
            assert_eq!(made(SkinCorner { normal, ..GOOD }, &all), Err(BuildError::NotFinite));
        }
        for normal in [Vec3::ZERO, Vec3::ONE] {
            assert_eq!(made(SkinCorner { normal, ..GOOD }, &all), Err(BuildError::NotUnitLength));
        }
        assert_eq!(made(SkinCorner { first: 1, ..GOOD }, &all), Err(BuildError::UnknownJoint));
        assert_eq!(made(SkinCorner { influences: 1, ..GOOD }, &all), Err(BuildError::WrongLength));
        assert_eq!(made(GOOD, &[]), Err(BuildError::WrongLength));
        assert_eq!(made(GOOD, &[[0, 1, 3]]), Err(BuildError::WrongLength));
        let many = vec![[0, 1, 2]; Skin::MOST_TRIANGLES + 1];
        assert_eq!(made(GOOD, &many), Err(BuildError::TooManyTriangles));
        assert_eq!(made(GOOD, &all).unwrap().corners(), [GOOD; 3]);
    }

    #[test]
    fn binds_morphs_and_influences_are_checked_once() {
        let skeleton = skeleton();
        let bind = Bind { joint: 0, matrix: Affine3A::IDENTITY };
        let good = SkinParts {
            binds: vec![bind, Bind { joint: NO_PARENT, ..bind }],
            morphs: vec![Morph { bind: 1, weight: 0 }],
            influences: vec![[0.25, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]],
            corners: vec![SkinCorner { influences: 1, morphs: 1, ..GOOD }],
            triangles: vec![[0; 3]],
            segments: 1,
            pictures: vec!["arm.png".to_owned()],
            textured: vec![Textured { triangles: 0..1, picture: 0 }],
        };
        let made = |change: &dyn Fn(&mut SkinParts)| {
            let mut parts = good.clone();
            change(&mut parts);
            Skin::new("arm", parts, &skeleton)
                .map(|skin| (skin.influences_of(&skin.corners()[0]).0.len(), skin.segments()))
        };
        assert_eq!(made(&|_| {}), Ok((1, 1)));
        assert_eq!(made(&|parts| parts.segments = 2), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.textured[0].picture = 1), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.textured[0].triangles = 0..2), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.textured.push(parts.textured[0].clone())), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.corners[0].texture[1] = f32::NAN), Err(BuildError::NotFinite));
        assert_eq!(made(&|parts| parts.corners[0].first = 1), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.binds[0].joint = 1), Err(BuildError::UnknownJoint));
        assert_eq!(made(&|parts| parts.binds[0].matrix.translation.x = f32::NAN), Err(BuildError::NotFinite));
        let turn = |from, axis, swing| Turn::Between { from, to: 0, axis, swing, twist: 0.5 };
        let turned = |turns| Skin::new("arm", good.clone(), &skeleton)?.with_turns(turns);
        assert!(
            turned(vec![turn(0, Vec3::Y, 0.5)]).is_ok_and(|skin| skin.generated().is_some() && skin.turns().len() == 1)
        );
        for from in [1, 2] {
            assert_eq!(turned(vec![turn(from, Vec3::Y, 0.5)]), Err(BuildError::UnknownJoint));
        }
        assert_eq!(turned(vec![turn(0, Vec3::ONE, 0.5)]), Err(BuildError::NotUnitLength));
        for swing in [-0.1, 1.1, f32::NAN] {
            assert_eq!(turned(vec![turn(0, Vec3::Y, swing)]), Err(BuildError::NotFinite), "{swing}");
        }
        let aimed = |joint| Turn::Aimed { base: 0, bone: [0, joint], along: Vec3::X };
        assert_eq!(turned(vec![aimed(1)]), Err(BuildError::UnknownJoint));
        assert_eq!(turned(vec![aimed(0); 3]), Err(BuildError::WrongLength));
        assert_eq!(made(&|parts| parts.morphs[0].bind = 2), Err(BuildError::UnknownJoint));
        assert_eq!(made(&|parts| parts.morphs[0].weight = 1), Err(BuildError::UnknownJoint));
        for index in [-1.0, 0.5, 2.0, f32::NAN] {
            assert_eq!(made(&|parts| parts.influences[0][3] = index), Err(BuildError::UnknownJoint), "{index}");
        }
        assert_eq!(made(&|parts| parts.influences[1][3] = 1.0), Err(BuildError::UnknownJoint));
        assert_eq!(made(&|parts| parts.influences[1][1] = f32::INFINITY), Err(BuildError::NotFinite));
    }
}
