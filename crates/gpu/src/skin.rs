//! A clip's skin on the device. Binds, morphs and influences are textures: WebGL2's uniform buffers are too small for them,
//! and it has no storage buffers.

use std::ops::Range;

use marey::look::SkinJoint;
use marey_stage::frame::{FrameTable, INFLUENCES_ROW};
use wgpu::{BufferUsages, TextureFormat, TextureUsages};

use super::device::Gpu;
use super::targets::texture;

/// Bytes per texel: four floats.
const TEXEL: usize = 16;
/// Texels in a row of joints.
const JOINTS_ROW: usize = SkinJoint::ROW * size_of::<SkinJoint>() / TEXEL;

/// The buffers and textures of a skin.
pub struct SkinBuffers {
    /// First triangle, end, number of the picture.
    textured: Vec<[u32; 3]>,
    corners: wgpu::Buffer,
    indices: wgpu::Buffer,
    joints: wgpu::Texture,
    group: wgpu::BindGroup,
}

impl SkinBuffers {
    /// Allocates room for as many joints as the frame has. `None` if the arrays do not have the lengths in the table.
    pub fn new(
        gpu: &Gpu,
        table: &FrameTable,
        corners: &[u8],
        triangles: &[u8],
        influences: &[u8],
        textured: &[u32],
    ) -> Option<Self> {
        let texels = |width: usize, rows: u32| {
            let usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
            texture(&gpu.device, [width as u32, rows], 1, 1, TextureFormat::Rgba32Float, usage)
        };
        if influences.len() != table.influence_rows as usize * INFLUENCES_ROW * TEXEL || table.joint_rows == 0 {
            return None;
        }
        let joints = texels(JOINTS_ROW, table.joint_rows);
        let influence_texels = texels(INFLUENCES_ROW, table.influence_rows);
        fill(&gpu.queue, &influence_texels, influences);
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let views = [view(&joints), view(&influence_texels)];
        let entry =
            |(binding, view)| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) };
        let entries: Vec<_> = (0..).zip(&views).map(entry).collect();
        Some(Self {
            textured: textured.as_chunks().0.to_vec(),
            corners: gpu.filled(corners, BufferUsages::VERTEX),
            indices: gpu.filled(triangles, BufferUsages::INDEX),
            group: gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &gpu.skin().joints,
                entries: &entries,
            }),
            joints,
        })
    }

    /// Uploads the joints of a frame. `false` if there are not as many as the skin has.
    pub fn pose(&self, queue: &wgpu::Queue, joints: &[u8]) -> bool {
        let fits = joints.len() == self.joints.height() as usize * JOINTS_ROW * TEXEL;
        if fits {
            fill(queue, &self.joints, joints);
        }
        fits
    }

    /// Draws some of the triangles with the pictures loaded so far. Group 0 must hold the frame's uniforms.
    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, triangles: Range<u32>, pictures: &Pictures) {
        pass.set_pipeline(&gpu.skin().pipeline);
        pass.set_bind_group(1, &self.group, &[]);
        pass.set_vertex_buffer(0, self.corners.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let mut draw = |run: Range<u32>, picture: &wgpu::BindGroup| {
            let run = run.start.max(triangles.start)..run.end.min(triangles.end);
            if !run.is_empty() {
                pass.set_bind_group(2, picture, &[]);
                pass.draw_indexed(3 * run.start..3 * run.end, 0, 0..1);
            }
        };
        let mut plain = 0;
        for [first, end, picture] in &self.textured {
            let Some(Some(group)) = pictures.groups.get(*picture as usize) else { continue };
            draw(plain..*first, &pictures.none);
            draw(*first..*end, group);
            plain = *end;
        }
        draw(plain..u32::MAX, &pictures.none);
    }
}

/// The pictures of a clip's skin that have been loaded.
pub struct Pictures {
    groups: Vec<Option<wgpu::BindGroup>>,
    /// Replaces missing pictures: one transparent texel.
    none: wgpu::BindGroup,
}

impl Pictures {
    pub fn new(gpu: &Gpu) -> Self {
        Self { groups: Vec::new(), none: picture(gpu, [1, 1], &[&[0; 4]]) }
    }

    /// Sets picture number `index`: sRGB with alpha, each mipmap level half the size of the one before. Texels with alpha 0 show
    /// the skin's own colour.
    pub fn set(&mut self, gpu: &Gpu, index: usize, size: [u32; 2], levels: &[&[u8]]) {
        if self.groups.len() <= index {
            self.groups.resize(index + 1, None);
        }
        if let Some(slot) = self.groups.get_mut(index) {
            *slot = Some(picture(gpu, size, levels));
        }
    }
}

fn picture(gpu: &Gpu, [width, height]: [u32; 2], levels: &[&[u8]]) -> wgpu::BindGroup {
    let usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    let texture = texture(&gpu.device, [width, height], levels.len() as u32, 1, TextureFormat::Rgba8Unorm, usage);
    let mut size = texture.size();
    for (mip_level, bytes) in (0..).zip(levels) {
        let to = wgpu::TexelCopyTextureInfo { mip_level, ..texture.as_image_copy() };
        let layout = wgpu::TexelCopyBufferLayout {
            bytes_per_row: Some(size.width * 4),
            ..wgpu::TexelCopyBufferLayout::default()
        };
        gpu.queue.write_texture(to, bytes, layout, size);
        (size.width, size.height) = ((size.width / 2).max(1), (size.height / 2).max(1));
    }
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &gpu.layouts.shadow,
        entries: &[
            entry(0, wgpu::BindingResource::TextureView(&view)),
            entry(1, wgpu::BindingResource::Sampler(&gpu.skin().sampler)),
        ],
    })
}

fn fill(queue: &wgpu::Queue, texture: &wgpu::Texture, bytes: &[u8]) {
    let size = texture.size();
    let layout = wgpu::TexelCopyBufferLayout {
        bytes_per_row: Some(size.width * TEXEL as u32),
        ..wgpu::TexelCopyBufferLayout::default()
    };
    queue.write_texture(texture.as_image_copy(), bytes, layout, size);
}
