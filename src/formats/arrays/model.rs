//! The user's own body model (SMPL, SMPL-H or SMPL-X as `.npz`), from which the joints of a body shape are calculated:
//! `J_regressor @ (v_template + shapedirs @ betas)`.

use glam::DVec3;

use super::array::Array;

/// Keys of a model's file.
const KEYS: [&str; 4] = ["v_template", "J_regressor", "kintree_table", "shapedirs"];
/// Shape numbers that are used. Further ones change the joints by less than a millimetre.
const MOST_SHAPES: usize = 16;

/// The joints of a body model, and how its shape moves them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyModel {
    /// The name of its file.
    pub(super) file: String,
    /// The mean body's joints.
    mean: Vec<DVec3>,
    /// For each shape number, how far it moves the joints.
    shapes: Vec<Vec<DVec3>>,
    /// The parent of each joint; `None` for the root.
    pub(super) parents: Vec<Option<usize>>,
}

/// Whether these arrays are those of a model.
pub(super) fn is_model(arrays: &[Array]) -> bool {
    KEYS.iter().all(|key| arrays.iter().any(|array| array.name == *key))
}

impl BodyModel {
    /// The model of these arrays; `None` if they do not fit each other.
    pub(super) fn new(file: &str, arrays: &[Array]) -> Option<Self> {
        let find = |key: &str| arrays.iter().find(|array| array.name == key && array.dtype.is_number());
        let [template, regressor, tree, dirs] = KEYS.map(find);
        let (template, regressor, tree, dirs) = (template?, regressor?, tree?, dirs?);
        let (joints, corners) = (regressor.length(0), regressor.length(1));
        let fits = template.shape == [corners, 3] && dirs.length(0) == corners && dirs.length(1) == 3;
        if !fits || tree.shape.len() != 2 || tree.length(1) != joints || joints > 1000 {
            return None;
        }
        // Of thousands of corners a few influence a joint.
        let weights: Vec<Vec<(usize, f64)>> = (0..joints)
            .map(|joint| {
                let weights = (0..corners).map(|corner| (corner, regressor.at(joint, corner)));
                weights.filter(|(_, weight)| *weight != 0.0).collect()
            })
            .collect();
        let of_corners = |place: &dyn Fn(usize) -> DVec3| -> Vec<DVec3> {
            weights
                .iter()
                .map(|weights| weights.iter().map(|(corner, weight)| place(*corner) * *weight).sum())
                .collect()
        };
        let mean = of_corners(&|corner| DVec3::from([0, 1, 2].map(|axis| template.at(corner, axis))));
        let shape =
            |index: usize| of_corners(&|corner| DVec3::from([0, 1, 2].map(|axis| dirs.at3(corner, axis, index))));
        let shapes = (0..dirs.length(2).min(MOST_SHAPES)).map(shape).collect();
        let parents = (0..joints).map(|joint| {
            let parent = tree.at(0, joint);
            (parent >= 0.0 && parent < joint as f64).then_some(parent as usize)
        });
        Some(Self { file: file.to_owned(), mean, shapes, parents: parents.collect() })
    }

    /// The joints of a body of this shape, in metres.
    pub(super) fn joints(&self, shape: &[f64]) -> Vec<DVec3> {
        let mut joints = self.mean.clone();
        for (moved, amount) in self.shapes.iter().zip(shape) {
            for (joint, by) in joints.iter_mut().zip(moved) {
                *joint += *by * *amount;
            }
        }
        joints
    }

    pub(super) fn len(&self) -> usize {
        self.mean.len()
    }
}
