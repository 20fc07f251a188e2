//! Draws frames on one canvas.

use std::rc::Rc;

use js_sys::Error;
use marey::look::BoneInstance;
use marey_stage::frame::mesh::{SIMPLE_INDICES, SIMPLE_PER_DRAW, SIMPLE_VERTICES};
use marey_stage::frame::{FrameTable, MAX_SIDE, SkinTable, Uniforms};
use wasm_bindgen::prelude::*;
use wgpu::{BufferUsages, TextureUsages, TextureView};

use crate::device::Gpu;
use crate::engine::{Engine, gpu_error};
use crate::skin::{Pictures, SkinBuffers};
use crate::targets::Targets;

const INSTANCE_BYTES: usize = size_of::<BoneInstance>();

/// A canvas with its buffers.
#[wasm_bindgen]
pub struct CanvasPainter {
    gpu: Rc<Gpu>,
    surface: wgpu::Surface<'static>,
    uniforms: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    skins: Vec<Option<SkinBuffers>>,
    pictures: Option<Pictures>,
    screen: Option<Screen>,
}

/// Resources that depend on the canvas's size and transparency.
struct Screen {
    size: [u32; 2],
    transparent: bool,
    targets: Rc<Targets>,
}

#[wasm_bindgen]
impl CanvasPainter {
    /// Creates a painter for a canvas that has no context yet. Throws an `Error` named `GpuError` on failure.
    #[wasm_bindgen(constructor)]
    pub fn new(engine: &Engine, canvas: web_sys::HtmlCanvasElement) -> Result<Self, Error> {
        let gpu = engine.gpu();
        let surface = gpu
            .instance
            .create_surface(wgpu::SurfaceTarget::Canvas(canvas))
            .map_err(|_| gpu_error("The canvas cannot be drawn on with WebGPU"))?;
        let device = &gpu.device;
        let uniforms = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: size_of::<Uniforms>() as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &gpu.layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniforms.as_entire_binding() }],
        });
        Ok(Self {
            frame_group,
            instances: instance_buffer(&gpu, 128),
            skins: Vec::new(),
            pictures: None,
            screen: None,
            surface,
            uniforms,
            gpu,
        })
    }

    /// Uploads the meshes that a frame's table locates. Needed once for a device, before the first [`draw`](Self::draw).
    #[wasm_bindgen(js_name = setMeshes)]
    pub fn set_meshes(&self, table: &[u32], vertices: &[u8], indices: &[u8]) {
        if let Some(table) = table_of(table) {
            self.gpu.set_meshes(table, vertices, indices);
        }
    }

    /// Uploads the last of the skins that these tables locate, in place of the one with that number and all later ones. `corners`,
    /// `triangles`, `influences` and `textured` are the arrays that its table locates; `triangles` has the hidden ones, too.
    #[wasm_bindgen(js_name = setSkin)]
    pub fn set_skin(&mut self, skins: &[u32], corners: &[u8], triangles: &[u8], influences: &[u8], textured: &[u32]) {
        if let Some((skin, before)) = skins_of(skins).split_last() {
            self.skins.truncate(before.len());
            self.skins.push(SkinBuffers::new(&self.gpu, skin, corners, triangles, influences, textured));
        }
    }

    /// Sets picture number `index` of the skin: sRGB with alpha, rows from the top. `bytes` holds consecutive mipmap levels, each
    /// half as wide and high as the one before; bytes of an incomplete level are ignored. Texels with alpha 0 show the skin's own
    /// colour.
    #[wasm_bindgen(js_name = setPicture)]
    pub fn set_picture(&mut self, index: usize, width: u32, height: u32, bytes: &[u8]) {
        let (mut rest, mut levels) = (bytes, Vec::new());
        let mut level = (width, height);
        while width.max(height) <= MAX_SIDE
            && let Some((mip, remaining)) = rest.split_at_checked(level.0 as usize * level.1 as usize * 4)
            && !mip.is_empty()
            && levels.len() < 32 - width.max(height).leading_zeros() as usize
        {
            levels.push(mip);
            rest = remaining;
            level = ((level.0 / 2).max(1), (level.1 / 2).max(1));
        }
        if !levels.is_empty() {
            let pictures = self.pictures.get_or_insert_with(|| Pictures::new(&self.gpu));
            pictures.set(&self.gpu, index, [width, height], &levels);
        }
    }

    /// Drops the pictures of the old clip.
    #[wasm_bindgen(js_name = forgetPictures)]
    pub fn forget_pictures(&mut self) {
        self.pictures = None;
    }

    /// Draws a frame from its table, those of the skins and the arrays that they locate. Returns whether it drew.
    pub fn draw(&mut self, table: &[u32], skins: &[u32], uniforms: &[u8], instances: &[u8], mut joints: &[u8]) -> bool {
        let Some(table) = table_of(table) else { return false };
        let size = [table.width, table.height];
        if size.contains(&0) || uniforms.len() != size_of::<Uniforms>() {
            return false;
        }
        let gpu = &self.gpu;
        let Some(meshes) = gpu.meshes() else { return false };
        let transparent = table.transparent != 0;
        let screen = match &mut self.screen {
            Some(screen) if screen.size == size && screen.transparent == transparent => screen,
            old => old.insert(Screen::new(gpu, &self.surface, size, transparent)),
        };
        let texture = match self.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(texture) | wgpu::CurrentSurfaceTexture::Suboptimal(texture) => texture,
            _ => {
                self.screen = None;
                return false;
            }
        };
        let canvas = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());

        if instances.len() as u64 > self.instances.size() {
            self.instances = instance_buffer(gpu, instances.len().div_ceil(INSTANCE_BYTES).next_power_of_two());
        }
        if !instances.is_empty() {
            gpu.queue.write_buffer(&self.instances, 0, instances);
        }
        gpu.queue.write_buffer(&self.uniforms, 0, uniforms);
        let skins = skins_of(skins);
        self.skins.truncate(skins.len());
        for (table, skin) in skins.iter().zip(&mut self.skins) {
            let Some(skin) = skin else { break };
            joints = skin.pose(gpu, table, joints).unwrap_or_default();
        }

        let FrameTable { casters, bones, instance_count: all, simple_count: simple, .. } = *table;
        let first = if simple > 0 { bones } else { table.hidden };
        let pipelines = &gpu.pipelines;
        let shadow = gpu.shadow();
        let targets = &screen.targets;
        let mut commands = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[attachment(&shadow.map, None, wgpu::StoreOp::Store)],
                ..wgpu::RenderPassDescriptor::default()
            });
            if casters > 0 {
                pass.set_pipeline(&pipelines.shadow);
                pass.set_bind_group(0, &self.frame_group, &[]);
                pass.set_vertex_buffer(0, self.instances.slice(..));
                pass.draw(0..4, 0..casters);
            }
        }
        {
            let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[attachment(&targets.colour, Some(&canvas), wgpu::StoreOp::Discard)],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &targets.depth,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
                    stencil_ops: None,
                }),
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_bind_group(0, &self.frame_group, &[]);
            pass.set_bind_group(1, &shadow.group, &[]);
            pass.set_pipeline(&pipelines.stage);
            pass.draw(0..3, 0..1);
            for (table, skin) in skins.iter().zip(&self.skins) {
                let Some(skin) = skin else { break };
                let pictures = self.pictures.get_or_insert_with(|| Pictures::new(gpu));
                skin.draw(gpu, &mut pass, table, pictures);
            }
            pass.set_vertex_buffer(0, meshes.vertices.slice(..));
            pass.set_index_buffer(meshes.indices.slice(..), wgpu::IndexFormat::Uint16);
            if simple > 0 {
                pass.set_pipeline(gpu.simple());
            }
            for from in (0..simple).step_by(SIMPLE_PER_DRAW) {
                let start = u64::from(all + from * SIMPLE_VERTICES as u32) * INSTANCE_BYTES as u64;
                pass.set_vertex_buffer(1, self.instances.slice(start..));
                let mesh = &meshes.simple;
                let index_count = SIMPLE_INDICES as u32 * (simple - from).min(SIMPLE_PER_DRAW as u32);
                pass.draw_indexed(mesh.start..mesh.start + index_count, 0, 0..1);
            }
            pass.set_pipeline(&pipelines.figure);
            // WebGL2 cannot start a draw at a later instance, so the buffer slice starts there instead.
            for (range, mesh) in [(first..bones, &meshes.bone), (bones..all, &meshes.ball)] {
                if !range.is_empty() {
                    let start = u64::from(range.start) * INSTANCE_BYTES as u64;
                    pass.set_vertex_buffer(1, self.instances.slice(start..));
                    pass.draw_indexed(mesh.clone(), 0, 0..range.len() as u32);
                }
            }
        }
        gpu.queue.submit([commands.finish()]);
        gpu.queue.present(texture);
        true
    }
}

impl Screen {
    fn new(gpu: &Gpu, surface: &wgpu::Surface<'_>, size: [u32; 2], transparent: bool) -> Self {
        surface.configure(
            &gpu.device,
            &wgpu::SurfaceConfiguration {
                usage: TextureUsages::RENDER_ATTACHMENT,
                format: gpu.format,
                color_space: wgpu::SurfaceColorSpace::Auto,
                width: size[0],
                height: size[1],
                present_mode: wgpu::PresentMode::Fifo,
                desired_maximum_frame_latency: 2,
                alpha_mode: if transparent {
                    wgpu::CompositeAlphaMode::PreMultiplied
                } else {
                    wgpu::CompositeAlphaMode::Opaque
                },
                view_formats: Vec::new(),
            },
        );
        Self { size, transparent, targets: gpu.targets(size) }
    }
}

fn attachment<'a>(
    view: &'a TextureView,
    resolve_target: Option<&'a TextureView>,
    store: wgpu::StoreOp,
) -> Option<wgpu::RenderPassColorAttachment<'a>> {
    Some(wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store },
    })
}

fn instance_buffer(gpu: &Gpu, count: usize) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: (count * INSTANCE_BYTES) as u64,
        usage: BufferUsages::VERTEX | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// The words as tables of skins; none if their number is wrong.
fn skins_of(words: &[u32]) -> &[SkinTable] {
    bytemuck::try_cast_slice(words).unwrap_or_default()
}

/// The words as a table; `None` if their number is wrong.
fn table_of(words: &[u32]) -> Option<&FrameTable> {
    bytemuck::try_from_bytes(bytemuck::cast_slice(words)).ok()
}
