//! A frame as plain bytes, for renderers that are not wgpu: `www/render/` reads it and draws it with WebGL2 or Canvas2D.
//!
//! [`FrameTable`] is the one place that documents the layout; `www/render/frame.js` is its other side, and a test compares the
//! two.

use std::sync::Arc;

use marey::look::{BoneInstance, Instances, SkinJoint};
use marey::model::{Skin, SkinCorner};
use marey_stage::scene::FrameView;

use super::drawing::Drawing;
use super::mesh::{Meshes, Vertex};
use super::pixels::Pixels;
use super::skin_texels::{INFLUENCES_ROW, addressed};
use super::uniforms::Frame;

/// Where in the module's memory everything is that a picture shows: 32-bit words, in the order of `www/render/frame.js`.
///
/// `_at` is an address in bytes. What lies there stays as it is until the next step of the stage, and what belongs to meshes
/// and to a skin as long as they do. Lengths of arrays are counted in elements. Spaces, units and conventions are those of
/// the shaders: stage space is in metres with Y up, clip space has Y up and its depth from 1 (near) to 0, colours are sRGB,
/// matrices are stored by columns.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameTable {
    /// The canvas in pixels; 0 where there is nothing to draw on.
    width: u32,
    height: u32,
    /// 1: the page shows through, and colours are multiplied by alpha.
    transparent: u32,
    /// [`Frame`]: a uniform block in the layout std140.
    uniforms_at: u32,
    /// [`BoneInstance`], of 48 bytes: bones, then what is round, then marks.
    instances_at: u32,
    /// How many of them are bones; the rest is drawn with the mesh of a ball. Where there are simple bones these only throw
    /// shadows.
    bones: u32,
    /// How many throw a shadow, from the first.
    thrown: u32,
    instance_count: u32,
    /// 1: only marks are seen, from `thrown` on.
    hidden: u32,
    /// [`Vertex`], of 48 bytes, and indices of 16 bits: triangles of the mesh of a bone and of a ball.
    vertices_at: u32,
    vertex_count: u32,
    indices_at: u32,
    bone_first: u32,
    bone_count: u32,
    ball_first: u32,
    ball_count: u32,
    /// Simple bones, 128 in one draw of 24 indices each. How many there are: behind the other instances, each six times, once for
    /// each of its vertices.
    simple_first: u32,
    simple_count: u32,
    /// Another number with every other skin; 0 where none is shown. What follows counts only where there is one.
    skin: u32,
    /// [`SkinJoint`], of 64 bytes, in rows of 256: a texture of four floats a texel, 1024 texels a row.
    joints_at: u32,
    joint_rows: u32,
    /// Influences on corners, of 16 bytes, in rows of 1024: a texture like the other one.
    influences_at: u32,
    influence_rows: u32,
    /// [`SkinCorner`], of 44 bytes.
    corners_at: u32,
    corner_count: u32,
    /// Three indices of 32 bits a triangle.
    triangles_at: u32,
    /// The triangles that are shown.
    first_triangle: u32,
    end_triangle: u32,
    /// Runs of triangles that wear a picture, in order: the first, the end, the picture's number.
    textured_at: u32,
    textured_count: u32,
}

/// What a stage fills for another renderer.
#[derive(Default)]
pub struct PlainFrame {
    /// The size of its canvas.
    pub pixels: Pixels,
    drawing: Drawing,
    meshes: Meshes,
    skin: Option<PlainSkin>,
    /// Skins that were shown until now.
    skins: u32,
    /// In a box: the shell knows its address.
    table: Box<FrameTable>,
}

/// A skin in the form that textures take.
struct PlainSkin {
    skin: Arc<Skin>,
    influences: Vec<[f32; 4]>,
    textured: Vec<[u32; 3]>,
}

impl PlainFrame {
    /// Where the table is, in bytes. It stays there.
    pub fn at(&self) -> usize {
        std::ptr::from_ref(&*self.table).addr()
    }

    /// Fills the table. `skin` is the clip's, shown or not. `false`: there is nothing to draw on.
    pub fn draw(&mut self, view: &FrameView, instances: &Instances, skin: Option<&Arc<Skin>>, simple: bool) -> bool {
        let [width, height] = self.pixels.size;
        self.drawing.set(view, instances, self.pixels.ratio, simple);
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
            transparent: u32::from(view.transparent),
            uniforms_at: address(std::slice::from_ref::<Frame>(&drawing.uniforms)),
            instances_at: address::<BoneInstance>(&drawing.instances),
            bones: drawing.bones,
            thrown: drawing.thrown,
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
        Self { influences: addressed(skin), textured, skin: skin.clone() }
    }
}

/// In a module of 32 bits an address fits.
fn address<T>(slice: &[T]) -> u32 {
    slice.as_ptr().addr() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of fields in this file's table, in order.
    fn fields(source: &str, start: &str, end: &str, name: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let (_, rest) = source.split_once(start).unwrap();
        let (body, _) = rest.split_once(end).unwrap();
        body.lines().filter_map(|line| name(line.trim())).collect()
    }

    #[test]
    fn the_shell_reads_the_table_as_it_is_written() {
        let ours = fields(include_str!("plain.rs"), "pub struct FrameTable {", "\n}", |line| {
            Some(line.strip_suffix(": u32,")?.to_owned())
        });
        let theirs = fields(include_str!("../../../www/render/frame.js"), "const FIELDS = [", "];", |line| {
            let name = line.strip_prefix('\'')?.strip_suffix("',")?;
            let snake = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
            Some(name.chars().map(snake).collect())
        });
        assert_eq!(ours, theirs);
        assert_eq!(size_of::<FrameTable>(), 4 * ours.len());
    }

    #[test]
    fn elements_have_the_sizes_that_the_shell_knows() {
        let sizes = [
            size_of::<BoneInstance>(),
            size_of::<Vertex>(),
            size_of::<SkinJoint>(),
            size_of::<SkinCorner>(),
            size_of::<Frame>(),
        ];
        assert_eq!(sizes, [48, 48, 64, 44, 352]);
    }
}
