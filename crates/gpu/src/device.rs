//! The device, and the resources that all canvases share.

use std::cell::{OnceCell, RefCell};
use std::future::Future;
use std::rc::{Rc, Weak};

use wgpu::{BufferUsages, Device, Queue, TextureFormat};

use super::pipelines::{Layouts, Pipelines, SkinPipeline, figure};
use super::targets::{Shadow, Targets};
use marey_stage::frame::mesh::{SIMPLE_INDICES, SIMPLE_PER_DRAW};
use marey_stage::frame::{FrameTable, MAX_SIDE};

/// Why there is no device.
pub enum GpuError {
    /// The browser has no WebGPU, or provides no adapter.
    Missing,
    /// There is an adapter, but it lacks something required of every adapter.
    Failed(String),
}

/// A device with all resources that do not depend on a canvas.
pub struct Gpu {
    pub(super) instance: wgpu::Instance,
    pub(super) device: Device,
    pub(super) queue: Queue,
    pub(super) layouts: Layouts,
    meshes: OnceCell<MeshBuffers>,
    pub(super) sampler: wgpu::Sampler,
    /// Format of canvases. The shaders encode sRGB themselves: an sRGB target would average linear values at edges, and on a
    /// transparent canvas that leaves bright fringes.
    pub(super) format: TextureFormat,
    pub(super) pipelines: Pipelines,
    skin: OnceCell<SkinPipeline>,
    simple: OnceCell<wgpu::RenderPipeline>,
    shadow: OnceCell<Shadow>,
    /// Render targets, by the size of the canvas.
    targets: RefCell<Vec<Weak<Targets>>>,
}

/// The meshes in buffers of the device.
pub(super) struct MeshBuffers {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub bone: std::ops::Range<u32>,
    pub ball: std::ops::Range<u32>,
    pub simple: std::ops::Range<u32>,
}

impl Gpu {
    /// Asks the browser for an adapter before it returns, and later for a device. `rgba`: the browser prefers that channel order
    /// on canvases.
    ///
    /// The device is ready for use as soon as the outer future resolves. The inner future resolves tens of milliseconds later,
    /// with a validation error if the browser rejected one of the resources.
    pub fn request(
        rgba: bool,
    ) -> impl Future<Output = Result<(Self, impl Future<Output = Option<wgpu::Error>>), GpuError>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::BROWSER_WEBGPU,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default());
        async move {
            let adapter = adapter.await.map_err(|_| GpuError::Missing)?;
            // Apart from the size of a canvas, the limits are WebGL2's.
            let limits =
                wgpu::Limits { max_texture_dimension_2d: MAX_SIDE, ..wgpu::Limits::downlevel_webgl2_defaults() };
            let descriptor = wgpu::DeviceDescriptor { required_limits: limits, ..wgpu::DeviceDescriptor::default() };
            let (device, queue) =
                adapter.request_device(&descriptor).await.map_err(|error| GpuError::Failed(error.to_string()))?;

            let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
            let format = if rgba { TextureFormat::Rgba8Unorm } else { TextureFormat::Bgra8Unorm };
            let layouts = Layouts::new(&device);
            let pipelines = Pipelines::new(&device, &layouts, format);
            let gpu = Self {
                meshes: OnceCell::new(),
                sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                    mag_filter: wgpu::FilterMode::Linear,
                    min_filter: wgpu::FilterMode::Linear,
                    ..wgpu::SamplerDescriptor::default()
                }),
                instance,
                device,
                queue,
                layouts,
                format,
                pipelines,
                skin: OnceCell::new(),
                simple: OnceCell::new(),
                shadow: OnceCell::new(),
                targets: RefCell::default(),
            };
            Ok((gpu, scope.pop()))
        }
    }

    /// Creates the skin pipeline with the first skin, because most clips have none.
    pub(super) fn skin(&self) -> &SkinPipeline {
        self.skin.get_or_init(|| SkinPipeline::new(&self.device, &self.layouts, self.format))
    }

    /// Creates the pipeline for simple bones on first use.
    pub(super) fn simple(&self) -> &wgpu::RenderPipeline {
        self.simple.get_or_init(|| figure(&self.device, &self.layouts, self.format, wgpu::VertexStepMode::Vertex))
    }

    pub(super) fn shadow(&self) -> &Shadow {
        self.shadow.get_or_init(|| Shadow::new(&self.device, &self.layouts.shadow, &self.sampler))
    }

    /// Render targets of this size, shared by all canvases of the size and freed with the last of them.
    pub(super) fn targets(&self, size: [u32; 2]) -> Rc<Targets> {
        let mut alive = self.targets.borrow_mut();
        alive.retain(|each| each.strong_count() > 0);
        if let Some(found) = alive.iter().filter_map(Weak::upgrade).find(|each| each.size == size) {
            return found;
        }
        let made = Targets::new(&self.device, self.format, size);
        alive.push(Rc::downgrade(&made));
        made
    }

    /// Uploads the meshes on the first call. They are the same in all frames.
    pub(super) fn set_meshes(&self, table: &FrameTable, vertices: &[u8], indices: &[u8]) {
        self.meshes.get_or_init(|| MeshBuffers::new(self, table, vertices, indices));
    }

    pub(super) fn meshes(&self) -> Option<&MeshBuffers> {
        self.meshes.get()
    }

    /// Creates a buffer with these bytes. Their number must be a multiple of four.
    pub(super) fn filled(&self, bytes: &[u8], usage: BufferUsages) -> wgpu::Buffer {
        filled(&self.device, &self.queue, bytes, usage)
    }

    /// Calls `callback` once, with the browser's reason, when the device is lost.
    pub fn on_lost(&self, callback: impl Fn(String) + Send + 'static) {
        self.device.set_device_lost_callback(move |_, message| callback(message));
    }
}

impl Drop for Gpu {
    /// Frees the GPU's memory at once, instead of at the browser's next garbage collection.
    fn drop(&mut self) {
        self.device.destroy();
    }
}

impl MeshBuffers {
    fn new(gpu: &Gpu, table: &FrameTable, vertices: &[u8], indices: &[u8]) -> Self {
        let range = |first: u32, count: u32| first..first.saturating_add(count);
        let mut padded = indices.to_vec();
        padded.resize(indices.len().next_multiple_of(4), 0);
        Self {
            vertices: gpu.filled(vertices, BufferUsages::VERTEX),
            indices: gpu.filled(&padded, BufferUsages::INDEX),
            bone: range(table.bone_first, table.bone_count),
            ball: range(table.ball_first, table.ball_count),
            simple: range(table.simple_first, (SIMPLE_INDICES * SIMPLE_PER_DRAW) as u32),
        }
    }
}

fn filled(device: &Device, queue: &Queue, bytes: &[u8], usage: BufferUsages) -> wgpu::Buffer {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: usage | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    queue.write_buffer(&buffer, 0, bytes);
    buffer
}
