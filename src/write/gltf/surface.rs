//! What the clip wears: its skin as a mesh that joints move.

use std::collections::HashMap;
use std::ops::Range;

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::buffer::Buffer;
use super::materials::{Materials, linear};
use super::mesh::{Corners, Pull, WHOLE, turn_normal};
use super::nodes::Nodes;
use super::pictures::files;
use super::rig::{Followed, Rig, finite};
use crate::body::Side;
use crate::look::Palette;
use crate::model::{NO_PARENT, Skeleton, Skin, SkinCorner};
use crate::write::figure::{FullPose, binds, world};

/// The clip's skin, and how its binds lead to nodes.
pub(super) struct Surface<'a> {
    skin: &'a Skin,
    /// The triangles that are shown.
    shown: Range<usize>,
    /// Each bind's joint, and the way from the skin's space, in metres, to the node of that joint.
    binds: Vec<(u16, DAffine3)>,
    /// From the skin's space, in metres, to the space of the meshes.
    placement: DAffine3,
    metres: f64,
}

impl<'a> Surface<'a> {
    /// `shown`: which triangles. `pose`: that of the nodes.
    pub(super) fn new(skin: &'a Skin, shown: Range<u32>, skeleton: &Skeleton, pose: &FullPose, nodes: &Nodes) -> Self {
        let metres = nodes.factor;
        let mut resting = Vec::new();
        world(skeleton, pose, &mut resting);
        let matrix = |joint: usize| resting.get(joint).copied().unwrap_or_default();
        let node = |joint: usize| nodes.joints.get(joint).copied().flatten();
        let binds = binds(skin, skeleton).into_iter().map(|(joint, bind)| {
            let own = usize::from(joint);
            // What rides on a site that has no node rides on the joint above it.
            let mut above = Some(own).filter(|_| joint != NO_PARENT);
            while let Some(joint) = above.filter(|joint| node(*joint).is_none()) {
                above = skeleton.parent(joint);
            }
            let Some(above) = above else { return (NO_PARENT, in_metres(bind, metres)) };
            let bind = if above == own { bind } else { finite(matrix(above).inverse() * matrix(own)) * bind };
            // What the joint scales it scales along these directions: see `Scaling`.
            let axes = node(above).map_or(DQuat::IDENTITY, |node| node.axes);
            let bind = DAffine3::from_quat(axes.conjugate()) * in_metres(bind, metres);
            (u16::try_from(above).unwrap_or(NO_PARENT), bind)
        });
        let binds = binds.collect();
        Self { skin, shown: shown.start as usize..shown.end as usize, binds, placement: nodes.placement(), metres }
    }

    fn triangles(&self) -> &'a [[u32; 3]] {
        self.skin.triangles().get(self.shown.clone()).unwrap_or_default()
    }

    fn corners(&self) -> impl Iterator<Item = &'a SkinCorner> {
        self.triangles().as_flattened().iter().filter_map(|corner| self.skin.corners().get(*corner as usize))
    }

    /// Every joint that moves corners. Where one is bound together with others its matrix is told: only with that do corners
    /// go the way between them that they go in the skin.
    pub(super) fn followed(&self) -> Vec<Followed> {
        // Of each bind, whether it moves corners, alone or with others.
        let mut used = vec![(false, false); self.binds.len()];
        for corner in self.corners() {
            for (bind, _) in self.influences(corner) {
                if let Some((any, blended)) = used.get_mut(bind) {
                    *any = true;
                    *blended |= !corner.is_rigid();
                }
            }
        }
        let back = self.placement.inverse();
        let mut followed: Vec<Followed> = Vec::new();
        for ((joint, bind), (any, blended)) in self.binds.iter().zip(used) {
            if !any {
                continue;
            }
            let matrix = blended.then(|| *bind * back);
            match followed.iter_mut().find(|(known, _)| known == joint) {
                Some((_, known)) => *known = known.or(matrix),
                None => followed.push((*joint, matrix)),
            }
        }
        followed
    }

    /// The binds that move a corner and their weights, which are above 0.
    fn influences(&self, corner: &SkinCorner) -> Vec<(usize, f64)> {
        if corner.is_rigid() {
            return vec![(corner.first as usize, 1.0)];
        }
        let (own, _) = self.skin.influences_of(corner);
        own.iter().filter(|[weight, ..]| *weight > 0.0).map(|[w, .., bind]| (*bind as usize, f64::from(*w))).collect()
    }

    /// The primitives of the mesh: one for the triangles of each picture, and one for those without. `pictures`: files and their names.
    pub(super) fn primitives(
        &self,
        rig: &Rig,
        (palette, sides): (&Palette, &[Side]),
        pictures: &[(String, Vec<u8>)],
        materials: &mut Materials,
        buffer: &mut Buffer,
    ) -> Vec<String> {
        let names = self.skin.pictures();
        let worn: Vec<Option<usize>> = names
            .iter()
            .zip(files(names, pictures))
            .map(|(name, file)| {
                // A picture in the clip's own file has its bytes for a name.
                let name = if name.starts_with("data:") { "picture" } else { name.as_str() };
                materials.pictured(name, &file?, buffer)
            })
            .collect();
        let mut textured = self.skin.textured().iter().peekable();
        // Each with the index of every corner that is in it.
        let mut sheets: Vec<(Option<usize>, Corners, HashMap<u32, u32>)> = Vec::new();
        for (index, triangle) in self.skin.triangles().iter().enumerate().take(self.shown.end) {
            while textured.next_if(|run| run.triangles.end as usize <= index).is_some() {}
            if index < self.shown.start {
                continue;
            }
            let run = textured.peek().filter(|run| run.triangles.contains(&(index as u32)));
            let material = run.and_then(|run| worn.get(usize::from(run.picture)).copied().flatten());
            let at = sheets.iter().position(|(known, ..)| *known == material).unwrap_or_else(|| {
                sheets.push((material, Corners::default(), HashMap::new()));
                sheets.len() - 1
            });
            let Some((_, corners, known)) = sheets.get_mut(at) else { continue };
            for corner in triangle {
                let index = *known.entry(*corner).or_insert_with(|| {
                    let corner = self.skin.corners().get(*corner as usize).copied().unwrap_or_default();
                    if material.is_some() {
                        let [x, y] = corner.texture;
                        corners.places.extend([x, 1.0 - y]);
                    } else {
                        corners.colours.push(self.colour(&corner, palette, sides));
                    }
                    self.corner(&corner, rig, corners)
                });
                corners.indices.push(index);
            }
        }
        let mut made = Vec::new();
        for (material, corners, _) in &sheets {
            let material = material.unwrap_or_else(|| materials.of_corners("skin"));
            made.push(corners.write(material, rig.len(), buffer));
        }
        made
    }

    /// Adds a corner in the space of the meshes. glTF has four joints for it: the strongest.
    fn corner(&self, corner: &SkinCorner, rig: &Rig, out: &mut Corners) -> u32 {
        // Several binds may be of one joint.
        let mut pulls: Vec<(u16, f64, DAffine3)> = Vec::new();
        for (bind, weight) in self.influences(corner) {
            let (number, matrix) = self.to_mesh(bind, rig);
            let matrix = DAffine3 { matrix3: matrix.matrix3 * weight, translation: matrix.translation * weight };
            match pulls.iter_mut().find(|(known, ..)| *known == number) {
                Some((_, sum, known)) => (*sum, *known) = (*sum + weight, added(*known, matrix)),
                None => pulls.push((number, weight, matrix)),
            }
        }
        pulls.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
        pulls.truncate(4);
        let whole: f64 = pulls.iter().map(|(_, weight, _)| weight).sum();
        let (mut joints, mut weights) = ([0_u16; 4], [0_u16; 4]);
        let mut matrix = DAffine3 { matrix3: DMat3::ZERO, translation: DVec3::ZERO };
        for (((number, weight, own), joint), part) in pulls.iter().zip(&mut joints).zip(&mut weights) {
            let share = weight / whole;
            matrix = added(matrix, DAffine3 { matrix3: own.matrix3 / whole, translation: own.translation / whole });
            *part = (share * f64::from(WHOLE)).round() as u16;
            // A joint that has no weight is written as the first.
            *joint = if *part > 0 { *number } else { 0 };
        }
        if pulls.is_empty() {
            matrix = self.placement;
        }
        // What rounding took or gave is the strongest one's.
        let [first, others @ ..] = &mut weights;
        *first = WHOLE - others.iter().sum::<u16>();
        let at = matrix.transform_point3(corner.position.as_dvec3() * self.metres);
        out.push(at, turn_normal(&matrix, corner.normal.as_dvec3()), Pull { joints, weights })
    }

    /// The number of a bind's joint, and the way from the skin's space, in metres, to the space of the meshes.
    fn to_mesh(&self, bind: usize, rig: &Rig) -> (u16, DAffine3) {
        let (joint, bind) = self.binds.get(bind).copied().unwrap_or((NO_PARENT, DAffine3::IDENTITY));
        let number = rig.number(joint).unwrap_or_default();
        let meshes = rig.bind(number);
        // The same, where the joint is bound by this bind; also where nothing leads back from it.
        if meshes == bind * self.placement.inverse() {
            return (number, self.placement);
        }
        (number, finite(meshes.inverse() * bind))
    }

    /// The corner's own colour, or that of the sides of what moves it, as linear light.
    fn colour(&self, corner: &SkinCorner, palette: &Palette, sides: &[Side]) -> [u16; 4] {
        let [r, g, b, alpha] = corner.colour;
        let mut colour = [r, g, b].map(|part| f32::from(part) / 255.0);
        if alpha == 0 {
            colour = [0.0; 3];
            let pulls = self.influences(corner);
            let sum: f64 = pulls.iter().map(|(_, weight)| weight).sum();
            for (bind, weight) in pulls {
                let joint = self.binds.get(bind).map_or(NO_PARENT, |(joint, _)| *joint);
                let [left, right, middle] = palette.skin;
                let side = match sides.get(usize::from(joint)) {
                    Some(Side::Left) => left,
                    Some(Side::Right) => right,
                    _ => middle,
                };
                colour.iter_mut().zip(side).for_each(|(sum_of, part)| *sum_of += part * (weight / sum) as f32);
            }
        }
        let [r, g, b] = colour.map(|part| (linear(part.clamp(0.0, 1.0)) * 65535.0).round() as u16);
        [r, g, b, u16::MAX]
    }
}

fn added(a: DAffine3, b: DAffine3) -> DAffine3 {
    DAffine3 { matrix3: a.matrix3 + b.matrix3, translation: a.translation + b.translation }
}

/// The same transform of lengths in metres, where there are so many in one of its own.
fn in_metres(bind: DAffine3, metres: f64) -> DAffine3 {
    DAffine3 { translation: bind.translation * metres, ..bind }
}
