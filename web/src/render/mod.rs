//! The renderer: one upload and four draws a frame, within the limits of WebGL2.
//!
//! Bones and joints are instances of two meshes. The stage behind them (gradient, floor, grid, shadow) is one pass over
//! the screen. The shadow is a small texture that a pass before draws the bones into, as seen from the light.

pub mod mesh;
pub mod theme;
pub mod uniforms;

#[cfg(target_arch = "wasm32")]
mod gpu;
#[cfg(target_arch = "wasm32")]
mod pipelines;
#[cfg(target_arch = "wasm32")]
mod surface;

#[cfg(target_arch = "wasm32")]
pub use gpu::{Gpu, GpuError};
#[cfg(target_arch = "wasm32")]
pub use surface::Surface;

/// The shaders, each with what all share in front.
pub mod shaders {
    macro_rules! with_common {
        ($file:literal) => {
            concat!(include_str!("../shaders/common.wgsl"), include_str!(concat!("../shaders/", $file)))
        };
    }
    /// Bones and joints.
    pub const FIGURE: &str = with_common!("figure.wgsl");
    /// The shadow map.
    pub const SHADOW: &str = with_common!("shadow.wgsl");
    /// What is behind the figure.
    pub const STAGE: &str = with_common!("stage.wgsl");
}

#[cfg(test)]
mod tests;
