//! The renderer: one upload and four draws a frame, within the limits of WebGL2.
//!
//! Bones and joints are instances of two meshes. The stage behind them (gradient, floor, grid, shadow) is one pass over
//! the screen. The shadow is a small texture that a pass before draws the bones into, as seen from the light. A clip's
//! skin is one draw more, its joints one upload more; made when the first comes.

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
