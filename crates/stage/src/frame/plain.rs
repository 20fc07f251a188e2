//! The table that locates a frame's bytes. `www/render/frame.js` reads it (a test compares the two).

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::scene::{Scene, StageFigure};
use bytemuck::{Pod, Zeroable};
use marey::look::{BoneInstance, Instances, SkinJoint};
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
    /// [`BoneInstance`], 48 bytes each: figures inside their skins, then bones, balls and ellipsoids, and marks.
    pub instances_at: u32,
    /// Number of instances, from the first, that a skin hides: they only cast shadows.
    pub hidden: u32,
    /// Index after the last bone; later instances use the ball's mesh. If there are simple bones, those from `hidden` to here only
    /// cast shadows.
    pub bones: u32,
    /// Number of instances, from the first, that cast shadows.
    pub casters: u32,
    /// Number of instances, without simple bones.
    pub instance_count: u32,
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
    /// [`SkinTable`]: the shown skins. The joints of each follow those of the one before.
    pub skins_at: u32,
    /// Number of skins.
    pub skin_count: u32,
}

/// Locates one skin and the figures that wear it, as [`FrameTable`] does the rest.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
pub struct SkinTable {
    /// Names the skin: no later one has the same number.
    pub number: u32,
    /// The number of a [generated body](Skin::generated), whose last joints are still to be turned; 0 for other skins.
    pub body: u32,
    /// Number of figures.
    pub figures: u32,
    /// [`SkinJoint`], 64 bytes each, in rows of 256: a texture of four floats per texel, 1024 texels per row, with a layer per figure.
    pub joints_at: u32,
    /// Number of rows of joints of one figure.
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
    skins: Vec<PlainSkin>,
    /// Number of skins shown so far.
    skin_count: u32,
    /// The joints of all shown skins.
    joints: Vec<SkinJoint>,
    skin_tables: Vec<SkinTable>,
    /// Boxed, because the shell keeps its address.
    table: Box<FrameTable>,
}

/// A skin's data in the layout of textures.
struct PlainSkin {
    /// The parts of the skin's table that stay the same from picture to picture.
    table: SkinTable,
    skin: Arc<Skin>,
    /// Kept, because the table has their address.
    _influences: Vec<[f32; 4]>,
    textured: Vec<[u32; 3]>,
}

impl PlainFrame {
    /// Address of the table in bytes; it never changes.
    pub fn at(&self) -> usize {
        std::ptr::from_ref(&*self.table).addr()
    }

    /// Fills the table with a scene's picture. Returns `false` if the canvas has no area.
    pub fn draw(&mut self, scene: &Scene, simple: bool) -> bool {
        let [width, height] = self.pixels.size;
        let figures = scene.drawn();
        self.drawing.set(scene, &figures, self.pixels.ratio, simple);
        self.list_skins(scene, &figures);
        let Self { drawing, meshes, skin_tables, .. } = self;
        *self.table = FrameTable {
            width,
            height,
            transparent: u32::from(scene.is_transparent()),
            uniforms_at: address(std::slice::from_ref::<Uniforms>(&drawing.uniforms)),
            instances_at: address::<BoneInstance>(&drawing.instances),
            hidden: drawing.hidden,
            bones: drawing.bones,
            casters: drawing.casters,
            instance_count: drawing.count,
            vertices_at: address::<Vertex>(&meshes.vertices),
            vertex_count: meshes.vertices.len() as u32,
            indices_at: address(&meshes.indices),
            bone_first: meshes.bone.start,
            bone_count: meshes.bone.len() as u32,
            ball_first: meshes.ball.start,
            ball_count: meshes.ball.len() as u32,
            simple_first: meshes.simple.start,
            simple_count: drawing.simple,
            skins_at: address::<SkinTable>(skin_tables),
            skin_count: skin_tables.len() as u32,
        };
        width > 0 && height > 0
    }

    /// Lists the shown skins, each with the joints of all figures that wear it.
    fn list_skins(&mut self, scene: &Scene, figures: &[(&StageFigure, &Instances)]) {
        let Self { skins, joints, skin_tables, .. } = self;
        for skin in &mut *skins {
            skin.table.figures = 0;
        }
        for (figure, one) in figures {
            let Some(skin) = figure.clip().skin.as_ref().filter(|_| !one.skin.is_empty()) else { continue };
            let index = skins.iter().position(|old| Arc::ptr_eq(&old.skin, skin)).unwrap_or(skins.len());
            if index == skins.len() {
                self.skin_count += 1;
                skins.push(PlainSkin::new(skin, self.skin_count));
            }
            let Some(PlainSkin { table, .. }) = skins.get_mut(index) else { continue };
            table.figures += 1;
            table.joint_rows = (one.skin.len() / SkinJoint::ROW) as u32;
            (table.first_triangle, table.end_triangle) = (one.skin_triangles.start, one.skin_triangles.end);
        }
        skins.retain(|skin| skin.table.figures > 0);
        joints.clear();
        skin_tables.clear();
        let own = scene.figure().and_then(|figure| figure.clip().skin.as_ref());
        for PlainSkin { table, skin, textured, .. } in &*skins {
            let mut table = SkinTable { joints_at: (joints.len() * size_of::<SkinJoint>()) as u32, ..*table };
            // Only the pictures of the stage's own clip are loaded.
            if own.is_some_and(|own| Arc::ptr_eq(own, skin)) {
                table.textured_count = textured.len() as u32;
            }
            for (figure, one) in figures {
                if figure.clip().skin.as_ref().is_some_and(|worn| Arc::ptr_eq(worn, skin)) {
                    joints.extend_from_slice(&one.skin);
                }
            }
            skin_tables.push(table);
        }
        let start = address::<SkinJoint>(joints);
        for table in skin_tables {
            table.joints_at += start;
        }
    }
}

impl PlainSkin {
    fn new(skin: &Arc<Skin>, number: u32) -> Self {
        let textured = skin.textured().iter();
        let textured: Vec<_> =
            textured.map(|one| [one.triangles.start, one.triangles.end, u32::from(one.picture)]).collect();
        let influences = influence_rows(skin);
        let table = SkinTable {
            number,
            body: skin.generated().map_or(0, NonZeroU32::get),
            influences_at: address(&influences),
            influence_rows: (influences.len() / INFLUENCES_ROW) as u32,
            corners_at: address::<SkinCorner>(skin.corners()),
            corner_count: skin.corners().len() as u32,
            triangles_at: address(skin.triangles()),
            triangle_count: skin.triangles().len() as u32,
            textured_at: address(&textured),
            ..SkinTable::default()
        };
        Self { table, _influences: influences, textured, skin: skin.clone() }
    }
}

/// The module's addresses have 32 bits.
fn address<T>(slice: &[T]) -> u32 {
    slice.as_ptr().addr() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::{dressed, walker};
    use crate::scene::{Actor, When};

    /// Names of the fields of a table in `source`, in order.
    fn fields(source: &str, start: &str, end: &str, name: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let (_, rest) = source.split_once(start).unwrap();
        let (body, _) = rest.split_once(end).unwrap();
        body.lines().filter_map(|line| name(line.trim())).collect()
    }

    #[test]
    fn the_script_reads_the_table_as_it_is_written() {
        let lists = [
            ("pub struct FrameTable {", "const FIELDS = [", size_of::<FrameTable>()),
            ("pub struct SkinTable {", "const SKIN_FIELDS = [", size_of::<SkinTable>()),
        ];
        for (ours, theirs, bytes) in lists {
            let ours = fields(include_str!("plain.rs"), ours, "\n}", |line| {
                Some(line.strip_prefix("pub ")?.strip_suffix(": u32,")?.to_owned())
            });
            let theirs = fields(include_str!("../../../../www/render/frame.js"), theirs, "];", |line| {
                let name = line.strip_prefix('\'')?.strip_suffix("',")?;
                let snake = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
                Some(name.chars().map(snake).collect())
            });
            assert_eq!(ours, theirs);
            assert_eq!(bytes, 4 * ours.len());
        }
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

    #[test]
    fn figures_of_a_clip_share_its_skin_and_bones_inside_only_cast_shadows() {
        let mut scene = Scene::new();
        scene.set_viewport(800.0, 600.0);
        scene.show(dressed());
        let [mut other, mut bare] = [dressed(), walker()].map(|unpacked| {
            let mut other = Scene::new();
            other.show(unpacked);
            other
        });
        scene.lend(0, &mut other);
        scene.lend(1, &mut bare);
        let at = |clip| Actor { clip, when: When::At(1.0), ..Actor::default() };
        scene.set_actors(vec![at(0), at(1), at(2), at(0)], None);
        scene.advance(10.0);
        let mut frame = PlainFrame::default();
        frame.draw(&scene, false);
        let counts = |frame: &PlainFrame| -> Vec<_> {
            frame
                .skin_tables
                .iter()
                .map(|skin| (skin.number, skin.figures, skin.joint_rows, skin.end_triangle))
                .collect()
        };
        assert_eq!(counts(&frame), [(1, 3, 1, 1), (2, 1, 1, 1)]);
        assert_eq!((frame.table.skin_count, frame.joints.len()), (2, 4 * SkinJoint::ROW));
        let apart = frame.skin_tables[1].joints_at - frame.skin_tables[0].joints_at;
        assert_eq!(apart as usize, 3 * SkinJoint::ROW * size_of::<SkinJoint>());
        let FrameTable { hidden, bones, casters, .. } = *frame.table;
        let each = casters / 5;
        assert_eq!((hidden, casters % 5), (4 * each, 0), "all but the figure without a skin");
        assert!(bones > hidden && bones < casters);
        // A clip that leaves takes its skin along.
        scene.remove_other(0);
        scene.advance(10.1);
        frame.draw(&scene, false);
        assert_eq!(counts(&frame), [(1, 1, 1, 1)]);
        assert_eq!(frame.skins.len(), 1);
    }
}
