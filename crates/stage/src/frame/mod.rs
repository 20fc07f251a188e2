//! The frame that renderers draw, as plain bytes: uniforms, instances of bones and joints, meshes, and a skin's tables.
//!
//! Bones and joints are instances of two meshes; a skin has its corners, triangles, joints and influences. [`FrameTable`] has the
//! layout. All renderers read the same bytes: wgpu in `crates/gpu`; WebGL 2, Canvas 2D and SVG in `www/`.

mod drawing;
pub mod mesh;
mod pixels;
mod plain;
mod skin_texels;
mod theme;
mod uniforms;

pub use pixels::{MAX_SIDE, Pixels};
pub use plain::{FrameTable, PlainFrame, SkinTable};
pub use skin_texels::INFLUENCES_ROW;
pub use uniforms::Uniforms;
