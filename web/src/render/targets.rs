//! What is drawn into on the way to a canvas. Pictures are drawn one after the other, so that all canvases share it.

use std::rc::Rc;

use wgpu::{BindGroup, TextureFormat, TextureUsages, TextureView};

use super::gpu::Gpu;
use super::pipelines::{DEPTH, SAMPLES, SHADOW};

/// Texels along a side of the shadow map. Soft as it is, more would not show.
const SHADOW_SIDE: u32 = 512;

/// The shadow map, and the group that the stage reads it with.
pub struct Shadow {
    pub map: TextureView,
    pub group: BindGroup,
}

impl Shadow {
    pub fn new(gpu: &Gpu) -> Self {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let map = view(gpu, [SHADOW_SIDE; 2], 1, SHADOW, usage);
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &gpu.layouts.shadow,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(&map)),
                entry(1, wgpu::BindingResource::Sampler(&gpu.sampler)),
            ],
        });
        Self { map, group }
    }
}

/// Colour and depth of a picture of one size, with several samples a pixel.
pub struct Targets {
    pub size: [u32; 2],
    pub colour: TextureView,
    pub depth: TextureView,
}

impl Targets {
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Rc<Self> {
        let target = |format| view(gpu, size, SAMPLES, format, TextureUsages::RENDER_ATTACHMENT);
        Rc::new(Self { size, colour: target(gpu.format), depth: target(DEPTH) })
    }
}

fn view(gpu: &Gpu, size: [u32; 2], samples: u32, format: TextureFormat, usage: TextureUsages) -> TextureView {
    gpu.texture(size, 1, samples, format, usage).create_view(&wgpu::TextureViewDescriptor::default())
}
