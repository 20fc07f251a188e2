//! Writes the clip's skin as a mesh.

use std::collections::HashMap;
use std::ops::Range;

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::buffer::Buffer;
use super::materials::{Materials, linear};
use super::mesh::{Corners, FULL_WEIGHT, JointWeights, turn_normal};
use super::nodes::Nodes;
use super::pictures::files;
use super::rig::{Followed, GltfRig, finite};
use crate::figure::{FullPose, binds, world};
use marey::body::Side;
use marey::checked::Checked;
use marey::look::Palette;
use marey::model::{NO_PARENT, Skeleton, Skin, SkinCorner};

/// The clip's skin, with binds to nodes.
pub(super) struct Surface<'a> {
    skin: &'a Skin,
    /// The visible triangles.
    shown: Range<usize>,
    /// Joint of each bind, and the transform from the skin's space, in metres, to that joint's node.
    binds: Vec<(u16, DAffine3)>,
    /// From the skin's space, in metres, to mesh space.
    placement: DAffine3,
    metres: f64,
}

impl<'a> Surface<'a> {
    /// `shown`: the visible triangles. `pose`: the rest pose of the nodes.
    pub(super) fn new(skin: &'a Skin, shown: Range<u32>, skeleton: &Skeleton, pose: &FullPose, nodes: &Nodes) -> Self {
        let metres = nodes.factor;
        let mut resting = Vec::new();
        world(skeleton, pose, &mut resting);
        let matrix = |joint: usize| resting.at(joint);
        let node = |joint: usize| nodes.joints.at(joint);
        let binds = binds(skin, skeleton).into_iter().map(|(joint, bind)| {
            let own = usize::from(joint);
            // Without a node of its own, a site's corners follow the joint above it.
            let mut above = Some(own).filter(|_| joint != NO_PARENT);
            while let Some(joint) = above.filter(|joint| node(*joint).is_none()) {
                above = skeleton.parent(joint);
            }
            let Some(above) = above else { return (NO_PARENT, in_metres(bind, metres)) };
            let bind = if above == own { bind } else { finite(matrix(above).inverse() * matrix(own)) * bind };
            // The node applies its scale along these directions: see `Scaling`.
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

    /// The joints that move visible corners. A joint that is blended with others comes with its inverse bind matrix: only that
    /// blends corners as in the clip.
    pub(super) fn followed(&self) -> Vec<Followed> {
        // For each bind: whether it moves corners, and whether it does so together with others.
        let mut used = vec![(false, false); self.binds.len()];
        for corner in self.corners() {
            for (bind, _) in self.influences(corner) {
                used.change(bind, |(any, blended)| {
                    *any = true;
                    *blended |= !corner.is_rigid();
                });
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

    /// The binds that move a corner, with their weights above 0.
    fn influences(&self, corner: &SkinCorner) -> Vec<(usize, f64)> {
        if corner.is_rigid() {
            return vec![(corner.first as usize, 1.0)];
        }
        let (own, _) = self.skin.influences_of(corner);
        own.iter().filter(|[weight, ..]| *weight > 0.0).map(|[w, .., bind]| (*bind as usize, f64::from(*w))).collect()
    }

    /// The primitives of the mesh: one for each picture, and one without a picture. `pictures`: names and files.
    pub(super) fn primitives(
        &self,
        rig: &GltfRig,
        (palette, sides): (&Palette, &[Side]),
        pictures: &[(String, Vec<u8>)],
        materials: &mut Materials,
        buffer: &mut Buffer,
    ) -> Vec<String> {
        let names = self.skin.pictures();
        let picture_materials: Vec<Option<usize>> = names
            .iter()
            .zip(files(names, pictures))
            .map(|(name, file)| {
                // A `data:` URL is no name for people.
                let name = if name.starts_with("data:") { "picture" } else { name.as_str() };
                materials.with_picture(name, &file?, buffer)
            })
            .collect();
        let mut textured = self.skin.textured().iter().peekable();
        // For each material: its corners, and their indices by the skin's.
        let mut sheets: Vec<(Option<usize>, Corners, HashMap<u32, u32>)> = Vec::new();
        for (index, triangle) in self.skin.triangles().iter().enumerate().take(self.shown.end) {
            while textured.next_if(|run| run.triangles.end as usize <= index).is_some() {}
            if index < self.shown.start {
                continue;
            }
            let run = textured.peek().filter(|run| run.triangles.contains(&(index as u32)));
            let material = run.and_then(|run| picture_materials.get(usize::from(run.picture)).copied().flatten());
            let at = sheets.iter().position(|(known, ..)| *known == material).unwrap_or_else(|| {
                sheets.push((material, Corners::default(), HashMap::new()));
                sheets.len() - 1
            });
            let Some((_, corners, known)) = sheets.get_mut(at) else { continue };
            for corner in triangle {
                let index = *known.entry(*corner).or_insert_with(|| {
                    let corner = self.skin.corners().at(*corner as usize);
                    if material.is_some() {
                        let [x, y] = corner.texture;
                        corners.texture_coordinates.extend([x, 1.0 - y]);
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
            let material = material.unwrap_or_else(|| materials.vertex_coloured("skin"));
            made.push(corners.write(material, rig.len(), buffer));
        }
        made
    }

    /// Adds a corner in mesh space with its four strongest joints, which is glTF's limit for one set of weights.
    fn corner(&self, corner: &SkinCorner, rig: &GltfRig, out: &mut Corners) -> u32 {
        // Binds of the same joint are added up.
        let mut joint_weights: Vec<(u16, f64, DAffine3)> = Vec::new();
        for (bind, weight) in self.influences(corner) {
            let (number, matrix) = self.to_mesh(bind, rig);
            let matrix = DAffine3 { matrix3: matrix.matrix3 * weight, translation: matrix.translation * weight };
            match joint_weights.iter_mut().find(|(known, ..)| *known == number) {
                Some((_, sum, known)) => (*sum, *known) = (*sum + weight, added(*known, matrix)),
                None => joint_weights.push((number, weight, matrix)),
            }
        }
        joint_weights.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
        joint_weights.truncate(4);
        let whole: f64 = joint_weights.iter().map(|(_, weight, _)| weight).sum();
        let (mut joints, mut weights) = ([0_u16; 4], [0_u16; 4]);
        let mut matrix = DAffine3 { matrix3: DMat3::ZERO, translation: DVec3::ZERO };
        for (((number, weight, own), joint), part) in joint_weights.iter().zip(&mut joints).zip(&mut weights) {
            let share = weight / whole;
            matrix = added(matrix, DAffine3 { matrix3: own.matrix3 / whole, translation: own.translation / whole });
            *part = (share * f64::from(FULL_WEIGHT)).round() as u16;
            // As glTF asks: joint 0 where the weight is 0.
            *joint = if *part > 0 { *number } else { 0 };
        }
        if joint_weights.is_empty() {
            matrix = self.placement;
        }
        // Rounding errors go to the strongest joint, so that the weights sum exactly.
        let [first, others @ ..] = &mut weights;
        *first = FULL_WEIGHT - others.iter().sum::<u16>();
        let at = matrix.transform_point3(corner.position.as_dvec3() * self.metres);
        out.push(at, turn_normal(&matrix, corner.normal.as_dvec3()), JointWeights { joints, weights })
    }

    /// The number of a bind's joint, and the transform from the skin's space, in metres, to mesh space.
    fn to_mesh(&self, bind: usize, rig: &GltfRig) -> (u16, DAffine3) {
        let (joint, bind) = self.binds.at(bind);
        let number = rig.number(joint).unwrap_or_default();
        let meshes = rig.bind(number);
        // Exact if this bind is the joint's own, even if it is singular.
        if meshes == bind * self.placement.inverse() {
            return (number, self.placement);
        }
        (number, finite(meshes.inverse() * bind))
    }

    /// The corner's own colour, or else the blend of the colours of its joints' sides, as linear light.
    fn colour(&self, corner: &SkinCorner, palette: &Palette, sides: &[Side]) -> [u16; 4] {
        let [r, g, b, alpha] = corner.colour;
        let mut colour = [r, g, b].map(|part| f32::from(part) / 255.0);
        if alpha == 0 {
            colour = [0.0; 3];
            let influences = self.influences(corner);
            let sum: f64 = influences.iter().map(|(_, weight)| weight).sum();
            for (bind, weight) in influences {
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

/// Scales a transform's translation from the clip's unit to metres.
fn in_metres(bind: DAffine3, metres: f64) -> DAffine3 {
    DAffine3 { translation: bind.translation * metres, ..bind }
}
