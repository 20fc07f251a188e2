//! The corners and triangles of a primitive (glTF 2.0, 3.7.2).

use glam::Vec3;

use super::accessors::Accessors;
use super::json::Json;
use super::problem::Problem;
use crate::formats::reading::growth;
use crate::model::is_placeable;

/// Most sets of four joints of a corner.
const SETS: [(&str, &str); 2] = [("JOINTS_0", "WEIGHTS_0"), ("JOINTS_1", "WEIGHTS_1")];

/// A primitive. All lists but the triangles have an entry for each corner, or none.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub(super) positions: Vec<Vec3>,
    /// Unit length.
    pub(super) normals: Vec<Vec3>,
    /// 0, 0 at the lower left.
    pub(super) texture: Vec<[f32; 2]>,
    /// Linear red, green, blue.
    pub(super) colours: Vec<[f32; 3]>,
    /// For each set of four: joints as numbers in the skin, and weights.
    pub(super) weights: Vec<(Vec<u32>, Vec<f32>)>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Reads a primitive; without triangles if it is one of points or lines. `is_skinned`: reads joints and weights.
pub(super) fn read(primitive: &Json<'_>, accessors: &Accessors<'_>, is_skinned: bool) -> Result<Mesh, Problem> {
    let mode = primitive.index("mode").unwrap_or(4);
    let attribute = |name: &str| primitive.get("attributes").and_then(|all| all.index(name));
    let (Some(position), 4..=6) = (attribute("POSITION"), mode) else { return Ok(Mesh::default()) };
    let count = accessors.count(position).unwrap_or(0);
    let vectors = |index: usize| -> Result<Vec<Vec3>, Problem> {
        let numbers = accessors.numbers(index, 3, count)?;
        list(numbers.as_chunks::<3>().0.iter().map(|at| Vec3::from_array(*at)))
    };
    let mut mesh = Mesh { positions: vectors(position)?, ..Mesh::default() };
    for at in &mut mesh.positions {
        if !is_placeable(*at) {
            *at = Vec3::ZERO;
        }
    }
    mesh.triangles = triangles(primitive, accessors, mode, mesh.positions.len())?;
    mesh.normals = match attribute("NORMAL") {
        Some(normals) => vectors(normals)?.into_iter().map(unit).collect(),
        None => normals(&mesh.positions, &mesh.triangles)?,
    };
    mesh.normals.resize(mesh.positions.len(), Vec3::Y);
    if let Some(index) = attribute("TEXCOORD_0") {
        let numbers = accessors.numbers(index, 2, count)?;
        let finite = |[s, t]: [f32; 2]| if s.is_finite() && t.is_finite() { [s, 1.0 - t] } else { [0.0; 2] };
        mesh.texture = list(numbers.as_chunks::<2>().0.iter().map(|place| finite(*place)))?;
        mesh.texture.resize(mesh.positions.len(), [0.0; 2]);
    }
    if let Some(index) = attribute("COLOR_0") {
        let numbers = accessors.numbers(index, 4, count).or_else(|_| accessors.numbers(index, 3, count))?;
        let width = if numbers.len() == count * 4 { 4 } else { 3 };
        let colours = numbers.chunks_exact(width).map(|colour| colour.first_chunk::<3>().copied().unwrap_or_default());
        mesh.colours = list(colours)?;
        mesh.colours.resize(mesh.positions.len(), [1.0; 3]);
    }
    for (joints, weights) in SETS.into_iter().filter(|_| is_skinned) {
        if let (Some(joints), Some(weights)) = (attribute(joints), attribute(weights)) {
            mesh.weights.push((accessors.indices(joints, 4, count)?, accessors.numbers(weights, 4, count)?));
        }
    }
    Ok(mesh)
}

fn list<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, Problem> {
    growth::list(items).map_err(|_| Problem::no_memory())
}

/// A vector at unit length; +Y if it has none.
fn unit(vector: Vec3) -> Vec3 {
    vector.try_normalize().unwrap_or(Vec3::Y)
}

fn triangles(
    primitive: &Json<'_>,
    accessors: &Accessors<'_>,
    mode: usize,
    corners: usize,
) -> Result<Vec<[u32; 3]>, Problem> {
    let indices = match primitive.index("indices") {
        Some(indices) => accessors.indices(indices, 1, usize::MAX)?,
        None => {
            let mut all = Vec::new();
            all.try_reserve_exact(corners).map_err(|_| Problem::no_memory())?;
            all.extend(0..corners as u32);
            all
        }
    };
    let mut triangles = Vec::new();
    let count = if mode == 4 { indices.len() / 3 } else { indices.len().saturating_sub(2) };
    triangles.try_reserve_exact(count).map_err(|_| Problem::no_memory())?;
    match mode {
        4 => triangles.extend_from_slice(indices.as_chunks::<3>().0),
        // Of a strip every second triangle is turned.
        5 => triangles.extend(indices.windows(3).enumerate().filter_map(|(at, three)| match three {
            [a, b, c] => Some(if at % 2 == 0 { [*a, *b, *c] } else { [*b, *a, *c] }),
            _ => None,
        })),
        _ => {
            let hub = indices.first().copied().unwrap_or(0);
            let rim = indices.get(1..).unwrap_or_default();
            triangles
                .extend(rim.windows(2).filter_map(|two| if let [a, b] = two { Some([hub, *a, *b]) } else { None }));
        }
    }
    let before = triangles.len();
    triangles.retain(|triangle| triangle.iter().all(|corner| (*corner as usize) < corners));
    if triangles.len() < before {
        return Err(Problem::wrong("gltf.mesh", "its triangles have corners that are not there"));
    }
    Ok(triangles)
}

/// Smooth normals, by the areas of the triangles.
fn normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Vec<Vec3>, Problem> {
    let mut normals = Vec::new();
    normals.try_reserve_exact(positions.len()).map_err(|_| Problem::no_memory())?;
    normals.resize(positions.len(), Vec3::ZERO);
    let at = |corner: u32| positions.get(corner as usize).copied().unwrap_or_default();
    for triangle in triangles {
        let [a, b, c] = triangle.map(at);
        let normal = (b - a).cross(c - a);
        for corner in triangle {
            if let Some(sum) = normals.get_mut(*corner as usize) {
                *sum += normal;
            }
        }
    }
    normals.iter_mut().for_each(|normal| *normal = unit(*normal));
    Ok(normals)
}
