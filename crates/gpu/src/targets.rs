//! Intermediate render targets. All canvases share them, because they are drawn one after the other.

use std::rc::Rc;

use wgpu::{BindGroup, BindGroupLayout, Device, Sampler, TextureFormat, TextureUsages, TextureView};

use super::pipelines::{DEPTH, SAMPLES, SHADOW};

/// Texels per side of the shadow map. Shadows are so soft that more would not show.
const SHADOW_SIDE: u32 = 512;

/// The shadow map, and the bind group through which the stage reads it.
pub struct Shadow {
    pub map: TextureView,
    pub group: BindGroup,
}

impl Shadow {
    pub fn new(device: &Device, layout: &BindGroupLayout, sampler: &Sampler) -> Self {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let map = view(device, [SHADOW_SIDE; 2], 1, SHADOW, usage);
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(&map)),
                entry(1, wgpu::BindingResource::Sampler(sampler)),
            ],
        });
        Self { map, group }
    }
}

/// Multisampled colour and depth for pictures of one size.
pub struct Targets {
    pub size: [u32; 2],
    pub colour: TextureView,
    pub depth: TextureView,
}

impl Targets {
    pub fn new(device: &Device, format: TextureFormat, size: [u32; 2]) -> Rc<Self> {
        let target = |format| view(device, size, SAMPLES, format, TextureUsages::RENDER_ATTACHMENT);
        Rc::new(Self { size, colour: target(format), depth: target(DEPTH) })
    }
}

fn view(device: &Device, size: [u32; 2], samples: u32, format: TextureFormat, usage: TextureUsages) -> TextureView {
    texture(device, [size[0], size[1], 1], 1, samples, format, usage)
        .create_view(&wgpu::TextureViewDescriptor::default())
}

/// Creates a two-dimensional texture with `levels` mipmap levels. Nothing else may call `create_texture`: each call adds the names
/// of all formats to the module.
pub fn texture(
    device: &Device,
    [width, height, layers]: [u32; 3],
    levels: u32,
    samples: u32,
    format: TextureFormat,
    usage: TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: layers },
        mip_level_count: levels,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}
