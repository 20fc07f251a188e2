//! A clip's skin on the device. Its joints are a texture: uniform buffers are too small for them in WebGL2, which has no
//! storage buffers.

use std::sync::Arc;

use marey::model::Skin;
use marey::scene::SkinJoint;
use wgpu::{BufferUsages, TextureFormat, TextureUsages};

use super::gpu::Gpu;

/// Bytes of four floats.
const TEXEL: u32 = 16;

/// A skin that is drawn.
pub struct Worn {
    /// Whose it is.
    pub skin: Arc<Skin>,
    corners: wgpu::Buffer,
    indices: wgpu::Buffer,
    joints: wgpu::Texture,
    group: wgpu::BindGroup,
}

impl Worn {
    /// For as many joints as a frame's.
    pub fn new(gpu: &Gpu, skin: &Arc<Skin>, joints: &[SkinJoint]) -> Self {
        let row = SkinJoint::ROW * size_of::<SkinJoint>() / TEXEL as usize;
        let joints = gpu.texture(
            [row as u32, (joints.len() / SkinJoint::ROW) as u32],
            1,
            TextureFormat::Rgba32Float,
            TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        );
        let view = joints.create_view(&wgpu::TextureViewDescriptor::default());
        Self {
            skin: skin.clone(),
            corners: gpu.filled(bytemuck::cast_slice(skin.corners()), BufferUsages::VERTEX),
            indices: gpu.filled(bytemuck::cast_slice(skin.triangles()), BufferUsages::INDEX),
            group: gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &gpu.skin().joints,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) }],
            }),
            joints,
        }
    }

    /// Takes the joints of a frame.
    pub fn pose(&self, queue: &wgpu::Queue, joints: &[SkinJoint]) {
        let size = self.joints.size();
        let layout = wgpu::TexelCopyBufferLayout {
            bytes_per_row: Some(size.width * TEXEL),
            ..wgpu::TexelCopyBufferLayout::default()
        };
        queue.write_texture(self.joints.as_image_copy(), bytemuck::cast_slice(joints), layout, size);
    }

    /// The frame's uniforms are group 0.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        pass.set_pipeline(pipeline);
        pass.set_bind_group(1, &self.group, &[]);
        pass.set_vertex_buffer(0, self.corners.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..3 * self.skin.triangles().len() as u32, 0, 0..1);
    }
}
