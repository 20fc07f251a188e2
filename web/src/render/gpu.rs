//! The device and what all stages share on it.

use std::cell::{OnceCell, RefCell};
use std::future::Future;
use std::rc::{Rc, Weak};

use wgpu::{BufferUsages, Device, Queue, TextureFormat};

use super::mesh::Meshes;
use super::pipelines::{Layouts, Pipelines, SkinPipeline, figure};
use super::pixels::MAX_SIDE;
use super::targets::{Shadow, Targets};

/// Why there is no device.
pub enum GpuError {
    /// The browser has no WebGPU, or has it and gives nobody an adapter.
    Missing,
    /// There is an adapter, but it does not do what every adapter must.
    Failed(String),
}

/// A device with everything on it that does not depend on a canvas.
pub struct Gpu {
    pub(super) instance: wgpu::Instance,
    pub(super) device: Device,
    pub(super) queue: Queue,
    pub(super) layouts: Layouts,
    pub(super) meshes: Buffers,
    pub(super) sampler: wgpu::Sampler,
    /// What a canvas holds. Its values are sRGB, and the shaders encode them: a target that encodes itself would have to
    /// average linear values at edges, and where the page shows through that leaves bright fringes.
    pub(super) format: TextureFormat,
    pub(super) pipelines: Pipelines,
    skin: OnceCell<SkinPipeline>,
    simple: OnceCell<wgpu::RenderPipeline>,
    shadow: OnceCell<Shadow>,
    /// Of each size that some canvas has.
    targets: RefCell<Vec<Weak<Targets>>>,
}

/// [`Meshes`] on the device.
pub(super) struct Buffers {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub bone: std::ops::Range<u32>,
    pub ball: std::ops::Range<u32>,
    pub simple: std::ops::Range<u32>,
}

impl Gpu {
    /// Asks the browser for an adapter, before this returns, and then for a device. `rgba` is whether the browser prefers
    /// that order of channels on a canvas.
    ///
    /// What comes is used at once. Whether the browser takes everything that was made on it, it tells tens of
    /// milliseconds later: the second future has what it found wrong, if anything.
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
            // Beside the sides of a canvas the limits are WebGL2's.
            let limits =
                wgpu::Limits { max_texture_dimension_2d: MAX_SIDE, ..wgpu::Limits::downlevel_webgl2_defaults() };
            let wanted = wgpu::DeviceDescriptor { required_limits: limits, ..wgpu::DeviceDescriptor::default() };
            let (device, queue) =
                adapter.request_device(&wanted).await.map_err(|error| GpuError::Failed(error.to_string()))?;

            let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
            let format = if rgba { TextureFormat::Rgba8Unorm } else { TextureFormat::Bgra8Unorm };
            let layouts = Layouts::new(&device);
            let pipelines = Pipelines::new(&device, &layouts, format);
            let gpu = Self {
                meshes: Buffers::new(&device, &queue, &Meshes::new()),
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

    /// Most clips have no skin: what draws one is made when the first comes.
    pub(super) fn skin(&self) -> &SkinPipeline {
        self.skin.get_or_init(|| SkinPipeline::new(&self.device, &self.layouts, self.format))
    }

    /// What draws simple bones is made with the first of them.
    pub(super) fn simple(&self) -> &wgpu::RenderPipeline {
        self.simple.get_or_init(|| figure(&self.device, &self.layouts, self.format, wgpu::VertexStepMode::Vertex))
    }

    pub(super) fn shadow(&self) -> &Shadow {
        self.shadow.get_or_init(|| Shadow::new(&self.device, &self.layouts.shadow, &self.sampler))
    }

    /// Canvases of one size have the same ones, which are gone with the last of them.
    pub(super) fn targets(&self, size: [u32; 2]) -> Rc<Targets> {
        let mut known = self.targets.borrow_mut();
        known.retain(|each| each.strong_count() > 0);
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(|each| each.size == size) {
            return found;
        }
        let made = Targets::new(&self.device, self.format, size);
        known.push(Rc::downgrade(&made));
        made
    }

    /// A buffer of these bytes.
    pub(super) fn filled(&self, bytes: &[u8], usage: BufferUsages) -> wgpu::Buffer {
        filled(&self.device, &self.queue, bytes, usage)
    }

    /// Calls `callback` once, when the device is gone, with the browser's reason.
    pub fn on_lost(&self, callback: impl Fn(String) + Send + 'static) {
        self.device.set_device_lost_callback(move |_, message| callback(message));
    }
}

impl Drop for Gpu {
    /// The browser would keep the memory until it collects garbage.
    fn drop(&mut self) {
        self.device.destroy();
    }
}

impl Buffers {
    fn new(device: &Device, queue: &Queue, meshes: &Meshes) -> Self {
        // Uploads come in fours of bytes.
        let mut indices = meshes.indices.clone();
        indices.resize(indices.len().next_multiple_of(2), 0);
        Self {
            vertices: filled(device, queue, bytemuck::cast_slice(&meshes.vertices), BufferUsages::VERTEX),
            indices: filled(device, queue, bytemuck::cast_slice(&indices), BufferUsages::INDEX),
            bone: meshes.bone.clone(),
            ball: meshes.ball.clone(),
            simple: meshes.simple.clone(),
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
