//! The renderer: two uploads and four draws per frame, within the limits of WebGL2.
//!
//! Bones and joints are instances of two meshes. One pass over the screen draws the stage behind them (gradient, floor,
//! grid, shadow). An earlier pass draws the shadows of the bones into a small texture. A skin adds an upload of its joints
//! and a draw per run of triangles with one picture; its resources are created on first use.

pub mod drawing;
pub mod mesh;
pub mod pixels;
pub mod plain;
pub mod shaders;
pub mod skin_texels;
pub mod theme;
pub mod uniforms;

#[cfg(target_arch = "wasm32")]
mod gpu;
#[cfg(target_arch = "wasm32")]
mod pipelines;
#[cfg(target_arch = "wasm32")]
mod skin;
#[cfg(target_arch = "wasm32")]
mod surface;
#[cfg(target_arch = "wasm32")]
mod targets;

#[cfg(target_arch = "wasm32")]
pub use gpu::{Gpu, GpuError};
#[cfg(target_arch = "wasm32")]
pub use surface::Surface;

#[cfg(test)]
mod tests;
