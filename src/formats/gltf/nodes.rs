//! The tree of nodes (glTF 2.0, 3.5): parents, the order in which a scene shows them, and each node's transform.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::json::Json;
use super::problem::Problem;
use crate::checked::Checked;
use crate::error::{ErrorKind, Location};
use crate::formats::reading::{WarningLog, growth};

/// Most nodes of a file.
const NODES: usize = 65_535;
/// The parent of a root.
const NONE: u32 = u32::MAX;
/// Largest part of a matrix, as a share of its longest column, that may be left over by translation, rotation and scale.
const SHEAR: f64 = 1e-4;

/// The nodes of a file.
#[derive(Debug)]
pub(super) struct NodeTree<'a> {
    pub(super) list: &'a [Json<'a>],
    parents: Vec<u32>,
    /// The scene of each node, by the first scene that has its root.
    scenes: Vec<Option<u32>>,
    /// All nodes, parents first: trees of the scenes in their order, then the others.
    pub(super) order: Vec<u32>,
}

/// Translation, rotation and scale: a point of the node is at `T * R * S * point` in its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NodeTransform {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl NodeTransform {
    pub(super) fn matrix(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    pub(super) fn is_identity(&self) -> bool {
        self.translation == DVec3::ZERO && self.rotation == DQuat::IDENTITY && self.scale == DVec3::ONE
    }
}

impl<'a> NodeTree<'a> {
    /// Reads the tree. Refuses a node that is its own ancestor.
    pub(super) fn read(root: &'a Json<'a>, place: Location, warnings: &mut WarningLog) -> Result<Self, Problem> {
        let list = root.list("nodes");
        if list.len() > NODES {
            let message = format!("expected no more than {NODES} nodes, found {}", list.len());
            return Err(Problem::new(ErrorKind::Limit, "gltf.too-many-nodes", message));
        }
        let mut parents = growth::list(list.iter().map(|_| NONE)).map_err(|_| Problem::no_memory())?;
        for (parent, node) in (0_u32..).zip(list) {
            for child in node.list("children") {
                let slot = child.as_index().and_then(|child| parents.get_mut(child));
                match slot {
                    Some(slot) if *slot == NONE => *slot = parent,
                    Some(slot) if *slot == parent => {}
                    Some(slot) => warning!(warnings.each => "gltf.two-parents", place,
                        "a child of /nodes/{parent} is that of /nodes/{slot}, too; only the first counts"),
                    None => {
                        warning!(warnings.each => "gltf.index", place,
                            "/nodes/{parent} has a child that is no node; it was ignored");
                    }
                }
            }
        }
        let mut nodes = Self { list, parents, scenes: vec![None; list.len()], order: Vec::new() };
        nodes.set_order(root)?;
        Ok(nodes)
    }

    fn set_order(&mut self, root: &Json<'_>) -> Result<(), Problem> {
        let mut placed = vec![false; self.list.len()];
        for (scene, entry) in (0_u32..).zip(root.list("scenes")) {
            for node in entry.list("nodes").iter().filter_map(Json::as_index) {
                self.add_tree(node, Some(scene), &mut placed);
            }
        }
        for node in 0..self.list.len() {
            if self.parent(node).is_none() {
                self.add_tree(node, None, &mut placed);
            }
        }
        match placed.iter().position(|placed| !placed) {
            Some(node) => {
                let message = format!("expected a tree of nodes, found that /nodes/{node} hangs on itself");
                Err(Problem::wrong("gltf.cycle", message))
            }
            None => Ok(()),
        }
    }

    /// Adds a root with all nodes below it, unless that was done.
    fn add_tree(&mut self, root: usize, scene: Option<u32>, placed: &mut [bool]) {
        let mut rest = vec![root];
        if root >= self.list.len() || self.parent(root).is_some() {
            return;
        }
        while let Some(node) = rest.pop() {
            let Some(seen) = placed.get_mut(node).filter(|seen| !**seen) else { continue };
            *seen = true;
            self.order.push(node as u32);
            self.scenes.put(node, scene);
            let start = rest.len();
            rest.extend(self.children(node));
            rest.get_mut(start..).unwrap_or_default().reverse();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).filter(|parent| **parent != NONE).map(|parent| *parent as usize)
    }

    /// The children of a node. A node that is listed twice may come twice.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let list = self.list.get(node).map_or(&[][..], |node| node.list("children"));
        list.iter().filter_map(Json::as_index).filter(move |child| self.parent(*child) == Some(node))
    }

    /// The scene that shows a node.
    pub(super) fn scene(&self, node: usize) -> Option<u32> {
        self.scenes.get(node).copied().flatten()
    }

    pub(super) fn name(&self, node: usize) -> &'a str {
        self.list.get(node).and_then(|node| node.text("name")).unwrap_or("")
    }

    /// A name for messages.
    pub(super) fn shown(&self, node: usize) -> String {
        let name = self.name(node);
        if name.is_empty() {
            format!("/nodes/{node}")
        } else {
            format!("`{}`", name.chars().take(60).collect::<String>())
        }
    }

    /// A node's transform. Refuses a matrix that is none of translation, rotation and scale.
    pub(super) fn transform(&self, node: usize) -> Result<NodeTransform, Problem> {
        let Some(fields) = self.list.get(node) else {
            return Ok(NodeTransform { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE });
        };
        if let Some(columns) = fields.numbers::<16>("matrix") {
            let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = columns;
            let matrix = DMat3::from_cols_array(&[a, b, c, d, e, f, g, h, i]);
            return parts(DVec3::new(x, y, z), matrix).ok_or_else(|| {
                let message = format!(
                    "the matrix of {} shears: a joint turns and scales, and cannot be drawn so. Apply the transforms in the \
                     program that wrote the file, and export it again",
                    self.shown(node)
                );
                Problem::new(ErrorKind::Unsupported, "gltf.shear", message)
            });
        }
        let vector = |name: &str, default: DVec3| fields.numbers(name).map_or(default, DVec3::from_array);
        let rotation = fields.numbers("rotation").map_or(DQuat::IDENTITY, DQuat::from_array);
        Ok(NodeTransform {
            translation: vector("translation", DVec3::ZERO),
            rotation: unit(rotation),
            scale: vector("scale", DVec3::ONE),
        })
    }
}

/// A rotation at unit length; the identity for one of no length.
pub(super) fn unit(rotation: DQuat) -> DQuat {
    if rotation.length_squared() > 1e-12 && rotation.is_finite() { rotation.normalize() } else { DQuat::IDENTITY }
}

/// The parts of a matrix. `None` if it has others: shear.
fn parts(translation: DVec3, matrix: DMat3) -> Option<NodeTransform> {
    let mut scale = DVec3::new(matrix.x_axis.length(), matrix.y_axis.length(), matrix.z_axis.length());
    let most = scale.max_element();
    if !most.is_finite() {
        return None;
    }
    if matrix.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let least = scale.abs().min_element();
    let rotation = if least > 1e-9 * most && most > 0.0 {
        let turn = DMat3::from_cols(matrix.x_axis / scale.x, matrix.y_axis / scale.y, matrix.z_axis / scale.z);
        unit(DQuat::from_mat3(&turn))
    } else {
        flat_rotation(&matrix)
    };
    let again = DMat3::from_quat(rotation) * DMat3::from_diagonal(scale);
    let off = (again - matrix).to_cols_array().into_iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    (off <= SHEAR * most).then_some(NodeTransform { translation, rotation, scale })
}

/// The rotation of a matrix that makes things flat: the missing directions are perpendicular to the others.
fn flat_rotation(matrix: &DMat3) -> DQuat {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.normalize_or_zero());
    let columns = match [x, y, z].map(|axis| axis != DVec3::ZERO) {
        [true, true, false] => [x, y, x.cross(y)],
        [true, false, true] => [x, z.cross(x), z],
        [false, true, true] => [y.cross(z), y, z],
        [true, false, false] => [x, x.any_orthonormal_pair().0, x.any_orthonormal_pair().1],
        [false, true, false] => [y.any_orthonormal_pair().1, y, y.any_orthonormal_pair().0],
        [false, false, true] => [z.any_orthonormal_pair().0, z.any_orthonormal_pair().1, z],
        _ => return DQuat::IDENTITY,
    };
    unit(DQuat::from_mat3(&DMat3::from_cols(columns[0], columns[1], columns[2])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::formats::gltf::json;

    fn nodes<T>(text: &str, ask: impl Fn(Result<NodeTree<'_>, Problem>) -> T) -> T {
        let root = json::read(text.as_bytes(), &[]).unwrap();
        ask(NodeTree::read(&root, Location::default(), &mut WarningLog::new(&Limits::default())))
    }

    #[test]
    fn scenes_come_first_and_children_in_their_order() {
        let text = r#"{"nodes":[{"children":[2,3]},{},{"children":[4]},{},{}],"scenes":[{"nodes":[1]},{"nodes":[0]}]}"#;
        let found = nodes(text, |nodes| nodes.map(|nodes| (nodes.order.clone(), nodes.scene(4))));
        assert_eq!(found, Ok((vec![1, 0, 2, 4, 3], Some(1))));
    }

    #[test]
    fn a_node_that_hangs_on_itself_is_refused() {
        for text in [r#"{"nodes":[{"children":[0]}]}"#, r#"{"nodes":[{"children":[1]},{"children":[0]},{}]}"#] {
            assert_eq!(nodes(text, |nodes| nodes.map(drop).unwrap_err().code), "gltf.cycle");
        }
    }

    #[test]
    fn matrices_are_taken_apart_unless_they_shear() {
        let turn = DQuat::from_rotation_z(0.3) * DQuat::from_rotation_x(1.0);
        for scale in [DVec3::ONE, DVec3::new(2.0, 0.5, 3.0), DVec3::new(-1.0, 1.0, 1.0), DVec3::new(1.0, 0.0, 1.0)] {
            let matrix = DMat3::from_quat(turn) * DMat3::from_diagonal(scale);
            let found = parts(DVec3::X, matrix).unwrap();
            let again = found.matrix();
            assert!(again.matrix3.abs_diff_eq(matrix, 1e-12) && again.translation == DVec3::X, "{scale}: {again}");
        }
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.01, 1.0, 0.0), DVec3::Z);
        assert_eq!(parts(DVec3::ZERO, shear), None);
    }
}
