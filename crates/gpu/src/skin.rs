//! A clip's skin on the device. Binds, morphs and influences are textures: WebGL2's uniform buffers are too small for them,
//! and it has no storage buffers.

use std::ops::Range;

use marey::look::SkinJoint;
use marey_stage::frame::{INFLUENCES_ROW, SkinTable};
use wgpu::{BufferUsages, TextureFormat, TextureUsages, TextureViewDimension};

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
    influences: wgpu::TextureView,
    /// The joints of all figures that wear the skin, a layer each, for as many as there are.
    joints: Option<(wgpu::Texture, wgpu::BindGroup)>,
}

impl SkinBuffers {
    /// `None` if the arrays do not have the lengths in the table.
    pub fn new(
        gpu: &Gpu,
        table: &SkinTable,
        corners: &[u8],
        triangles: &[u8],
        influences: &[u8],
        textured: &[u32],
    ) -> Option<Self> {
        if influences.len() != table.influence_rows as usize * INFLUENCES_ROW * TEXEL {
            return None;
        }
        let influence_texels = texels(gpu, [INFLUENCES_ROW as u32, table.influence_rows, 1]);
        fill(&gpu.queue, &influence_texels, influences);
        Some(Self {
            textured: textured.as_chunks().0.to_vec(),
            corners: gpu.filled(corners, BufferUsages::VERTEX),
            indices: gpu.filled(triangles, BufferUsages::INDEX),
            influences: view(&influence_texels, TextureViewDimension::D2),
            joints: None,
        })
    }

    /// Uploads the joints of a frame, of one figure after the other, and returns the rest of `joints`; `None` if these are too few.
    pub fn pose<'a>(&mut self, gpu: &Gpu, table: &SkinTable, joints: &'a [u8]) -> Option<&'a [u8]> {
        let size = [JOINTS_ROW as u32, table.joint_rows, table.figures];
        let (own, rest) = joints.split_at_checked(size.iter().map(|side| *side as usize).product::<usize>() * TEXEL)?;
        if self.joints.as_ref().is_none_or(|(texture, _)| texture.depth_or_array_layers() != table.figures) {
            let texture = texels(gpu, size);
            let entry =
                |(binding, view)| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) };
            let views = [&view(&texture, TextureViewDimension::D2Array), &self.influences];
            let entries: Vec<_> = (0..).zip(views).map(entry).collect();
            let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &gpu.skin().joints,
                entries: &entries,
            });
            self.joints = Some((texture, group));
        }
        fill(&gpu.queue, &self.joints.as_ref()?.0, own);
        Some(rest)
    }

    /// Draws the figures of a frame with the pictures loaded so far. Group 0 must hold the frame's uniforms.
    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, table: &SkinTable, pictures: &Pictures) {
        let Some((_, group)) = &self.joints else { return };
        let triangles = table.first_triangle..table.end_triangle;
        pass.set_pipeline(&gpu.skin().pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.set_vertex_buffer(0, self.corners.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let mut draw = |run: Range<u32>, picture: &wgpu::BindGroup| {
            let run = run.start.max(triangles.start)..run.end.min(triangles.end);
            if !run.is_empty() {
                pass.set_bind_group(2, picture, &[]);
                pass.draw_indexed(3 * run.start..3 * run.end, 0, 0..table.figures);
            }
        };
        let mut plain = 0;
        for [first, end, picture] in self.textured.iter().take(table.textured_count as usize) {
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

fn texels(gpu: &Gpu, size: [u32; 3]) -> wgpu::Texture {
    let usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    texture(&gpu.device, size, 1, 1, TextureFormat::Rgba32Float, usage)
}

fn view(texture: &wgpu::Texture, dimension: TextureViewDimension) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(dimension),
        ..wgpu::TextureViewDescriptor::default()
    })
}

fn picture(gpu: &Gpu, [width, height]: [u32; 2], levels: &[&[u8]]) -> wgpu::BindGroup {
    let usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    let texture = texture(&gpu.device, [width, height, 1], levels.len() as u32, 1, TextureFormat::Rgba8Unorm, usage);
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
    let view = view(&texture, TextureViewDimension::D2);
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
        rows_per_image: Some(size.height),
        ..wgpu::TexelCopyBufferLayout::default()
    };
    queue.write_texture(texture.as_image_copy(), bytes, layout, size);
}
