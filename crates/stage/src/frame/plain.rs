//! The table that locates a frame's bytes. `www/render/frame.js` reads it (a test compares the two).

use std::sync::Arc;

use crate::scene::Scene;
use bytemuck::{Pod, Zeroable};
use marey::look::{BoneInstance, SkinJoint};
use marey::model::{Skin, SkinCorner};

use super::drawing::Drawing;
use super::mesh::{Meshes, Vertex};
use super::pixels::Pixels;
use super::skin_texels::{INFLUENCES_ROW, influence_rows};
use super::uniforms::Uniforms;

/// Locates, in the module's memory, everything that a picture shows. Consists of 32-bit words in the order of
/// `www/render/frame.js`.
///
/// `_at` is an address in bytes. Frame data stay valid until the stage's next step, meshes and skins as long as they exist.
/// Array lengths count elements. Spaces, units and conventions are the shaders': stage space in metres with Y up; clip space
/// with Y up and depth from 1 (near) to 0; sRGB colours; column-major matrices.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
pub struct FrameTable {
    /// Size of the canvas in pixels; 0 if it has no area.
    pub width: u32,
    /// See `width`.
    pub height: u32,
    /// 1: the page shows through; colours are premultiplied by alpha.
    pub transparent: u32,
    /// [`Uniforms`], a uniform block in std140 layout.
    pub uniforms_at: u32,
    /// [`BoneInstance`], 48 bytes each: bones, then balls and ellipsoids, then marks.
    pub instances_at: u32,
    /// Number of bones; the other instances use the ball's mesh. If there are simple bones, these only cast shadows.
    pub bones: u32,
    /// Number of instances, from the first, that cast shadows.
    pub casters: u32,
    /// Number of instances, without simple bones.
    pub instance_count: u32,
    /// 1: only marks are visible, from index `casters` on.
    pub hidden: u32,
    /// [`Vertex`], 48 bytes each, of all meshes.
    pub vertices_at: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// 16-bit indices: three per triangle.
    pub indices_at: u32,
    /// The bone's first index.
    pub bone_first: u32,
    /// Number of the bone's indices.
    pub bone_count: u32,
    /// The ball's first index.
    pub ball_first: u32,
    /// Number of the ball's indices.
    pub ball_count: u32,
    /// The first index of simple bones, which are drawn 128 at a time with 24 indices each. They follow the other instances, each
    /// repeated six times, once per vertex.
    pub simple_first: u32,
    /// Number of simple bones.
    pub simple_count: u32,
    /// Changes with every new skin; 0 if no skin is shown, and then the fields below are unused.
    pub skin: u32,
    /// [`SkinJoint`], 64 bytes each, in rows of 256: a texture of four floats per texel, 1024 texels per row.
    pub joints_at: u32,
    /// Number of rows of joints.
    pub joint_rows: u32,
    /// Influences on corners, 16 bytes each, in rows of 1024: a texture of the same format.
    pub influences_at: u32,
    /// Number of rows of influences.
    pub influence_rows: u32,
    /// [`SkinCorner`], 44 bytes each.
    pub corners_at: u32,
    /// Number of corners.
    pub corner_count: u32,
    /// Three 32-bit indices per triangle.
    pub triangles_at: u32,
    /// Number of all triangles of the skin.
    pub triangle_count: u32,
    /// The range of visible triangles.
    pub first_triangle: u32,
    /// See `first_triangle`.
    pub end_triangle: u32,
    /// Runs of triangles with a picture, in order: first triangle, end, number of the picture.
    pub textured_at: u32,
    /// Number of runs.
    pub textured_count: u32,
}

/// A frame as plain bytes, which every renderer reads.
#[derive(Default)]
pub struct PlainFrame {
    /// The size of the canvas.
    pub pixels: Pixels,
    drawing: Drawing,
    meshes: Meshes,
    skin: Option<PlainSkin>,
    /// Number of skins shown so far.
    skins: u32,
    /// Boxed, because the shell keeps its address.
    table: Box<FrameTable>,
}

/// A skin's data in the layout of textures.
struct PlainSkin {
    skin: Arc<Skin>,
    influences: Vec<[f32; 4]>,
    textured: Vec<[u32; 3]>,
}

impl PlainFrame {
    /// Address of the table in bytes; it never changes.
    pub fn at(&self) -> usize {
        std::ptr::from_ref(&*self.table).addr()
    }

    /// Fills the table with a scene's picture. Returns `false` if the canvas has no area.
    pub fn draw(&mut self, scene: &Scene, simple: bool) -> bool {
        let instances = scene.instances();
        let skin = scene.figure().and_then(|figure| figure.clip().skin.as_ref());
        let [width, height] = self.pixels.size;
        self.drawing.set(scene, self.pixels.ratio, simple);
        if self.skin.as_ref().is_some_and(|old| skin.is_none_or(|skin| !Arc::ptr_eq(&old.skin, skin))) {
            self.skin = None;
        }
        if let Some(skin) = skin.filter(|_| self.skin.is_none() && !instances.skin.is_empty()) {
            self.skins += 1;
            self.skin = Some(PlainSkin::new(skin));
        }
        let Self { drawing, meshes, .. } = self;
        let mut table = FrameTable {
            width,
            height,
            transparent: u32::from(scene.is_transparent()),
            uniforms_at: address(std::slice::from_ref::<Uniforms>(&drawing.uniforms)),
            instances_at: address::<BoneInstance>(&drawing.instances),
            bones: drawing.bones,
            casters: drawing.casters,
            instance_count: drawing.count,
            hidden: u32::from(instances.hidden),
            vertices_at: address::<Vertex>(&meshes.vertices),
            vertex_count: meshes.vertices.len() as u32,
            indices_at: address(&meshes.indices),
            bone_first: meshes.bone.start,
            bone_count: meshes.bone.len() as u32,
            ball_first: meshes.ball.start,
            ball_count: meshes.ball.len() as u32,
            simple_first: meshes.simple.start,
            simple_count: drawing.simple,
            ..FrameTable::default()
        };
        if let Some(PlainSkin { skin, influences, textured }) =
            self.skin.as_ref().filter(|_| !instances.skin.is_empty())
        {
            table.skin = self.skins;
            table.joints_at = address::<SkinJoint>(&instances.skin);
            table.joint_rows = (instances.skin.len() / SkinJoint::ROW) as u32;
            table.influences_at = address(influences);
            table.influence_rows = (influences.len() / INFLUENCES_ROW) as u32;
            table.corners_at = address::<SkinCorner>(skin.corners());
            table.corner_count = skin.corners().len() as u32;
            table.triangles_at = address(skin.triangles());
            table.triangle_count = skin.triangles().len() as u32;
            table.first_triangle = instances.skin_triangles.start;
            table.end_triangle = instances.skin_triangles.end;
            table.textured_at = address(textured);
            table.textured_count = textured.len() as u32;
        }
        *self.table = table;
        width > 0 && height > 0
    }
}

impl PlainSkin {
    fn new(skin: &Arc<Skin>) -> Self {
        let textured = skin.textured().iter();
        let textured = textured.map(|one| [one.triangles.start, one.triangles.end, u32::from(one.picture)]).collect();
        Self { influences: influence_rows(skin), textured, skin: skin.clone() }
    }
}

/// The module's addresses have 32 bits.
fn address<T>(slice: &[T]) -> u32 {
    slice.as_ptr().addr() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the fields of a table in `source`, in order.
    fn fields(source: &str, start: &str, end: &str, name: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let (_, rest) = source.split_once(start).unwrap();
        let (body, _) = rest.split_once(end).unwrap();
        body.lines().filter_map(|line| name(line.trim())).collect()
    }

    #[test]
    fn the_script_reads_the_table_as_it_is_written() {
        let ours = fields(include_str!("plain.rs"), "pub struct FrameTable {", "\n}", |line| {
            Some(line.strip_prefix("pub ")?.strip_suffix(": u32,")?.to_owned())
        });
        let theirs = fields(include_str!("../../../../www/render/frame.js"), "const FIELDS = [", "];", |line| {
            let name = line.strip_prefix('\'')?.strip_suffix("',")?;
            let snake = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
            Some(name.chars().map(snake).collect())
        });
        assert_eq!(ours, theirs);
        assert_eq!(size_of::<FrameTable>(), 4 * ours.len());
    }

    #[test]
    fn elements_have_the_sizes_in_the_script() {
        let sizes = [
            size_of::<BoneInstance>(),
            size_of::<Vertex>(),
            size_of::<SkinJoint>(),
            size_of::<SkinCorner>(),
            size_of::<Uniforms>(),
        ];
        assert_eq!(sizes, [48, 48, 64, 44, 368]);
    }
}
