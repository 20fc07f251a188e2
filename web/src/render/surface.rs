//! Drawing of frames on one canvas.

use std::rc::Rc;
use std::sync::Arc;

use wgpu::{BufferUsages, TextureUsages, TextureView};

use super::drawing::Drawing;
use super::gpu::Gpu;
use super::mesh::{SIMPLE_PER_DRAW, SIMPLE_VERTICES};
use super::pixels::{MAX_SIDE, Pixels};
use super::skin::{Pictures, SkinBuffers};
use super::targets::Targets;
use super::uniforms::Frame;
use marey::look::{BoneInstance, Instances};
use marey::model::Skin;
use marey_stage::scene::FrameView;

/// A canvas with its buffers.
pub struct Surface {
    gpu: Rc<Gpu>,
    surface: wgpu::Surface<'static>,
    uniforms: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    drawing: Drawing,
    /// The last skin drawn.
    skin_buffers: Option<SkinBuffers>,
    pictures: Option<Pictures>,
    pixels: Pixels,
    screen: Option<Screen>,
}

/// Resources that depend on the canvas's size and transparency.
struct Screen {
    transparent: bool,
    targets: Rc<Targets>,
}

impl Surface {
    /// The surface draws nothing before [`resize`](Self::resize).
    pub fn new(gpu: Rc<Gpu>, canvas: web_sys::HtmlCanvasElement) -> Result<Self, wgpu::CreateSurfaceError> {
        let surface = gpu.instance.create_surface(wgpu::SurfaceTarget::Canvas(canvas))?;
        let device = &gpu.device;
        let uniforms = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: size_of::<Frame>() as u64,
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
            drawing: Drawing::default(),
            skin_buffers: None,
            pictures: None,
            pixels: Pixels::default(),
            screen: None,
            surface,
            uniforms,
            gpu,
        })
    }

    /// Computes the size in pixels from the size in CSS pixels. The next [`draw`](Self::draw) must follow in the same task, as
    /// the canvas is empty until then. Returns whether anything changed.
    pub fn resize(&mut self, width: f64, height: f64, pixel_ratio: f64) -> bool {
        let pixels = Pixels::of(width, height, pixel_ratio);
        let changed = pixels != self.pixels;
        if pixels.size != self.pixels.size {
            self.screen = None;
        }
        self.pixels = pixels;
        changed
    }

    /// Sets a picture of the next skin drawn. `bytes` holds consecutive mipmap levels, each half as wide and high as the one
    /// before. Bytes after the last whole level are ignored.
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

    /// Drops the pictures, since another clip has others.
    pub fn forget_pictures(&mut self) {
        self.pictures = None;
    }

    /// Draws a frame. `skin` is the clip's, whether shown or not. Returns `false` if there is nothing to draw on.
    pub fn draw(&mut self, view: &FrameView, instances: &Instances, skin: Option<&Arc<Skin>>, simple: bool) -> bool {
        let [width, height] = self.pixels.size;
        if width == 0 || height == 0 {
            return false;
        }
        let gpu = &self.gpu;
        let screen = match &mut self.screen {
            Some(screen) if screen.transparent == view.transparent => screen,
            old => old.insert(Screen::new(gpu, &self.surface, self.pixels.size, view.transparent)),
        };
        let texture = match self.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(texture) | wgpu::CurrentSurfaceTexture::Suboptimal(texture) => texture,
            _ => {
                self.screen = None;
                return false;
            }
        };
        let canvas = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());

        self.drawing.set(view, instances, self.pixels.ratio, simple);
        let Drawing { casters, first, count: all, simple, ref uniforms, .. } = self.drawing;
        let bytes: &[u8] = bytemuck::cast_slice(&self.drawing.instances);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = instance_buffer(gpu, self.drawing.instances.len().next_power_of_two());
        }
        if !bytes.is_empty() {
            gpu.queue.write_buffer(&self.instances, 0, bytes);
        }
        gpu.queue.write_buffer(&self.uniforms, 0, bytemuck::bytes_of(uniforms));

        if self
            .skin_buffers
            .as_ref()
            .is_some_and(|skin_buffers| skin.is_none_or(|skin| !Arc::ptr_eq(&skin_buffers.skin, skin)))
        {
            self.skin_buffers = None;
        }
        // A hidden skin has no joints.
        let skin_buffers = skin.filter(|_| !instances.skin.is_empty()).map(|skin| {
            let skin_buffers = self.skin_buffers.get_or_insert_with(|| SkinBuffers::new(gpu, skin, &instances.skin));
            skin_buffers.pose(&gpu.queue, &instances.skin);
            skin_buffers
        });

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
            if let Some(skin_buffers) = skin_buffers {
                let pictures = self.pictures.get_or_insert_with(|| Pictures::new(gpu));
                skin_buffers.draw(gpu, &mut pass, instances.skin_triangles.clone(), pictures);
            }
            pass.set_vertex_buffer(0, gpu.meshes.vertices.slice(..));
            pass.set_index_buffer(gpu.meshes.indices.slice(..), wgpu::IndexFormat::Uint16);
            if simple > 0 {
                pass.set_pipeline(gpu.simple());
            }
            for from in (0..simple).step_by(SIMPLE_PER_DRAW) {
                let start = u64::from(all + from * SIMPLE_VERTICES as u32) * size_of::<BoneInstance>() as u64;
                pass.set_vertex_buffer(1, self.instances.slice(start..));
                let mesh = &gpu.meshes.simple;
                let index_count =
                    mesh.len() as u32 / SIMPLE_PER_DRAW as u32 * (simple - from).min(SIMPLE_PER_DRAW as u32);
                pass.draw_indexed(mesh.start..mesh.start + index_count, 0, 0..1);
            }
            pass.set_pipeline(&pipelines.figure);
            // WebGL2 cannot start a draw at a later instance, so the buffer slice starts there instead.
            for (range, mesh) in [(first[0]..first[1], &gpu.meshes.bone), (first[1]..all, &gpu.meshes.ball)] {
                if !range.is_empty() {
                    let start = u64::from(range.start) * size_of::<BoneInstance>() as u64;
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
        Self { transparent, targets: gpu.targets(size) }
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
        size: (count * size_of::<BoneInstance>()) as u64,
        usage: BufferUsages::VERTEX | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
