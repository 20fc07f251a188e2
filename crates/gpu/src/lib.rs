//! Draws frames with wgpu, on WebGPU: an [`Engine`] per page, a [`CanvasPainter`] per canvas.
//!
//! A frame consists of the bytes that `marey_stage::frame` documents, as for the other renderers. It takes two uploads and four
//! draws, within the limits of WebGL 2: the first pass draws the shadows of the bones into a small texture, the second one the
//! stage (gradient, floor, grid, shadow), then the bones and the joints as instances of two meshes. A skin adds an upload of its
//! joints and a draw per run of triangles with one picture; its resources are created on first use.
//!
//! Rust never calls JavaScript that could call Rust again, and no argument from a page makes it panic.

pub mod shaders;

#[cfg(target_arch = "wasm32")]
mod device;
#[cfg(target_arch = "wasm32")]
mod engine;
#[cfg(test)]
mod glsl_tests;
#[cfg(target_arch = "wasm32")]
mod painter;
#[cfg(target_arch = "wasm32")]
mod pipelines;
#[cfg(test)]
mod shader_tests;
#[cfg(target_arch = "wasm32")]
mod skin;
#[cfg(target_arch = "wasm32")]
mod targets;

#[cfg(target_arch = "wasm32")]
pub use {engine::Engine, painter::CanvasPainter};

/// Half the size of the standard library's allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Sends panics to the console. Runs when the module is instantiated.
#[cfg(all(target_arch = "wasm32", feature = "debug"))]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
