//! A surface that moves with the joints.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3};

use super::{BuildError, NO_PARENT, Skeleton, is_placeable, is_placeable_matrix};

/// A corner of a surface: 44 bytes, as a packet carries it and as the GPU takes it.
///
/// Where it is at a moment:
///
/// `sum(weight * M[bind] * position) + sum(w[morph] * mat3(M[morph's bind]) * displacement)`
///
/// with `M[bind] = world[bind.joint] * bind.matrix`, over its influences and its morphs, `w` the [weights of the
/// pose](Skeleton::weights). Weights are taken as they are: a reader that wants them to sum to 1 sees to it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct SkinCorner {
    /// The skin's space, file units.
    pub position: Vec3,
    /// Outward, unit length, in the same space.
    pub normal: Vec3,
    /// sRGB. Alpha 0: it has no colour of its own and takes that of its joint's side.
    pub colour: [u8; 4],
    /// Without influences and morphs: the bind that it follows. Otherwise where its [`SkinParts::influences`] begin.
    pub first: u32,
    /// How many binds move it.
    pub influences: u16,
    /// How many morphs displace it; their entries follow those of the binds.
    pub morphs: u16,
    /// Where it is on its picture: from 0, 0 at the lower left to 1, 1 at the upper right; pictures repeat beyond.
    pub texture: [f32; 2],
}

impl SkinCorner {
    /// A corner that follows one bind rigidly.
    pub fn rigid(position: Vec3, normal: Vec3, bind: u32) -> Self {
        Self { position, normal, first: bind, ..Self::default() }
    }

    /// Whether it follows one bind and nothing else.
    pub fn is_rigid(&self) -> bool {
        self.influences == 0 && self.morphs == 0
    }

    /// Where its entries are among all [`SkinParts::influences`].
    fn entries(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first.saturating_add(usize::from(self.influences) + usize::from(self.morphs))
    }
}

/// The way from the skin's space to a joint's frame (the inverse bind matrix of other formats).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bind {
    /// [`NO_PARENT`] for what stays where it is in the file's own space.
    pub joint: u16,
    /// From the skin's space to that joint's frame.
    pub matrix: Affine3A,
}

/// A displacement of some corners whose strength moves with time (a displacer, a morph target, a shape key).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Morph {
    /// The bind whose matrix turns the displacements.
    pub bind: u16,
    /// Which of the [weights of the pose](Skeleton::weights) is its strength.
    pub weight: u16,
}

/// Triangles that wear a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Textured {
    /// Which triangles.
    pub triangles: Range<u32>,
    /// Which of the [pictures](SkinParts::pictures).
    pub picture: u16,
}

/// What a [`Skin`] is made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkinParts {
    /// Empty: one for each joint, in their order, from where the joint is in the rest pose. The skin's space is then
    /// the file's, with the figure at rest.
    pub binds: Vec<Bind>,
    /// Displacements that move.
    pub morphs: Vec<Morph>,
    /// What moves the corners that are not rigid, one corner after the other: first the influences of its binds,
    /// `[weight, 0, 0, bind]`, then its morphs, `[x, y, z, morph]` with the displacement at full strength in the skin's space.
    pub influences: Vec<[f32; 4]>,
    /// The corners of the triangles; what is the same at several is there once.
    pub corners: Vec<SkinCorner>,
    /// Corners of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// So many triangles, from the first on, are shapes of segments: solid things that ride on joints. The others are
    /// skin.
    pub segments: usize,
    /// Names of the files of pictures that triangles wear. The pictures themselves are no part of a clip: who shows it
    /// finds them, or leaves them out.
    pub pictures: Vec<String>,
    /// Who wears which, in the order of the triangles; the others wear none.
    pub textured: Vec<Textured>,
}

/// Triangles whose corners follow joints.
///
/// Made by [`Skin::new`] alone: every joint is in the skeleton, every index in its list, every number is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    name: String,
    bind_count: usize,
    parts: SkinParts,
}

impl Skin {
    /// Triangles that a surface may have: with corners of their own they still fit in one buffer of a GPU.
    pub const MOST_TRIANGLES: usize = 2_000_000;
    /// Pulls that a surface may have: they fit in one texture of the smallest GPU, 2048 texels a side.
    pub const MOST_INFLUENCES: usize = 2048 * 2048;

    /// A surface for `skeleton`, of one triangle at least.
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
                // What is no number fails here, too.
                if !(0.0..most as f32).contains(index) || index.fract() != 0.0 {
                    return Err(BuildError::UnknownJoint);
                }
                if !is_placeable(Vec3::new(*x, *y, *z)) {
                    return Err(BuildError::NotFinite);
                }
            }
        }
        Ok(Self { name: name.to_owned(), bind_count, parts })
    }

    /// For people: usually the file's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// See [`SkinParts::binds`].
    pub fn binds(&self) -> &[Bind] {
        &self.parts.binds
    }

    /// How many binds there are, those of the rest pose included.
    pub fn bind_count(&self) -> usize {
        self.bind_count
    }

    /// See [`SkinParts::morphs`].
    pub fn morphs(&self) -> &[Morph] {
        &self.parts.morphs
    }

    /// See [`SkinParts::influences`].
    pub fn influences(&self) -> &[[f32; 4]] {
        &self.parts.influences
    }

    /// What moves a corner: the influences of its binds, `[weight, 0, 0, bind]`, and its morphs, `[x, y, z, morph]`. A rigid corner
    /// has neither.
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
    fn binds_morphs_and_pulls_are_checked_once() {
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
        assert_eq!(made(&|parts| parts.morphs[0].bind = 2), Err(BuildError::UnknownJoint));
        assert_eq!(made(&|parts| parts.morphs[0].weight = 1), Err(BuildError::UnknownJoint));
        for index in [-1.0, 0.5, 2.0, f32::NAN] {
            assert_eq!(made(&|parts| parts.influences[0][3] = index), Err(BuildError::UnknownJoint), "{index}");
        }
        assert_eq!(made(&|parts| parts.influences[1][3] = 1.0), Err(BuildError::UnknownJoint));
        assert_eq!(made(&|parts| parts.influences[1][1] = f32::INFINITY), Err(BuildError::NotFinite));
    }
}
