//! The device and what all stages share on it.

use wgpu::{Device, Queue, TextureFormat};

use super::mesh::Meshes;
use super::pipelines::{Layouts, Pipelines};

/// Pixels along a side of a canvas, at most: what every WebGPU adapter can do. Beside it the limits are WebGL2's.
pub(super) const MAX_SIDE: u32 = 8192;

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
    name: String,
}

/// [`Meshes`] on the device.
pub(super) struct Buffers {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub bone: std::ops::Range<u32>,
    pub ball: std::ops::Range<u32>,
}

impl Gpu {
    /// Asks the browser. `rgba` is whether it prefers that order of channels on a canvas.
    pub async fn request(rgba: bool) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::BROWSER_WEBGPU,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions::default();
        let adapter = instance.request_adapter(&options).await.map_err(|_| GpuError::Missing)?;
        let limits = wgpu::Limits { max_texture_dimension_2d: MAX_SIDE, ..wgpu::Limits::downlevel_webgl2_defaults() };
        let wanted = wgpu::DeviceDescriptor { required_limits: limits, ..wgpu::DeviceDescriptor::default() };
        let (device, queue) = adapter.request_device(&wanted).await.map_err(failed)?;

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
            name: adapter.get_info().name,
            instance,
            device,
            queue,
            layouts,
            format,
            pipelines,
        };
        match scope.pop().await {
            None => Ok(gpu),
            Some(error) => Err(failed(error)),
        }
    }

    /// What the browser calls the adapter; often empty.
    pub fn name(&self) -> &str {
        &self.name
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
        let filled = |bytes: &[u8], usage| {
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: bytes.len() as u64,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            queue.write_buffer(&buffer, 0, bytes);
            buffer
        };
        // Uploads come in fours of bytes.
        let mut indices = meshes.indices.clone();
        indices.resize(indices.len().next_multiple_of(2), 0);
        Self {
            vertices: filled(bytemuck::cast_slice(&meshes.vertices), wgpu::BufferUsages::VERTEX),
            indices: filled(bytemuck::cast_slice(&indices), wgpu::BufferUsages::INDEX),
            bone: meshes.bone.clone(),
            ball: meshes.ball.clone(),
        }
    }
}

fn failed(error: impl std::fmt::Display) -> GpuError {
    GpuError::Failed(error.to_string())
}
