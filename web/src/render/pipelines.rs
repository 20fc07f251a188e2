//! The three pipelines and the layouts they share.

use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, BufferBindingType, ColorTargetState, ColorWrites,
    CompareFunction, DepthStencilState, Device, FragmentState, MultisampleState, PipelineCompilationOptions,
    PrimitiveState, PrimitiveTopology, RenderPipeline, RenderPipelineDescriptor, ShaderStages, TextureFormat,
    VertexBufferLayout, VertexState, VertexStepMode, vertex_attr_array,
};

use super::mesh::Vertex;
use super::shaders;
use marey::scene::BoneInstance;

/// Samples a pixel.
pub const SAMPLES: u32 = 4;
/// Reversed depth needs a float to be worth it.
pub const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// How much of a shadow map's texel is covered.
pub const SHADOW: TextureFormat = TextureFormat::R8Unorm;

/// What the bind groups hold.
pub struct Layouts {
    /// Group 0 of every pass: the uniforms.
    pub frame: wgpu::BindGroupLayout,
    /// Group 1 of the stage: the shadow map and its sampler.
    pub shadow: wgpu::BindGroupLayout,
}

impl Layouts {
    pub fn new(device: &Device) -> Self {
        let entry = |binding, visibility, ty| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
        let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        Self {
            frame: layout(&[entry(
                0,
                ShaderStages::VERTEX_FRAGMENT,
                wgpu::BindingType::Buffer {
                    ty: BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
            )]),
            shadow: layout(&[
                entry(
                    0,
                    ShaderStages::FRAGMENT,
                    wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                ),
                entry(1, ShaderStages::FRAGMENT, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
            ]),
        }
    }
}

/// The pipelines.
pub struct Pipelines {
    /// Draws the shadow map.
    pub shadow: RenderPipeline,
    /// Draws what is behind the figure.
    pub stage: RenderPipeline,
    /// Draws bones and joints.
    pub figure: RenderPipeline,
}

impl Pipelines {
    /// `format` is the canvas's.
    pub fn new(device: &Device, layouts: &Layouts, format: TextureFormat) -> Self {
        let make = |recipe: Recipe| recipe.make(device);
        let target = |format, blend| [Some(ColorTargetState { format, blend, write_mask: ColorWrites::ALL })];
        let depth = |write, compare| {
            Some(DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState::default(),
            })
        };
        let strip = PrimitiveState { topology: PrimitiveTopology::TriangleStrip, ..PrimitiveState::default() };
        let mesh = VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: VertexStepMode::Vertex,
            attributes: &vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
        };
        let bones = |attributes| VertexBufferLayout {
            array_stride: size_of::<BoneInstance>() as u64,
            step_mode: VertexStepMode::Instance,
            attributes,
        };
        let ends = vertex_attr_array![3 => Float32x4, 4 => Float32x4];
        // The joint's number lies between colour and style.
        let mut whole = vertex_attr_array![3 => Float32x4, 4 => Float32x4, 5 => Unorm8x4, 6 => Uint32];
        if let Some(style) = whole.last_mut() {
            style.offset = std::mem::offset_of!(BoneInstance, style) as u64;
        }
        let most = BlendComponent {
            src_factor: BlendFactor::One,
            dst_factor: BlendFactor::One,
            operation: BlendOperation::Max,
        };
        Self {
            shadow: make(Recipe {
                code: shaders::SHADOW,
                groups: &[Some(&layouts.frame)],
                buffers: &[Some(bones(&ends))],
                primitive: strip,
                depth: None,
                samples: 1,
                targets: &target(SHADOW, Some(BlendState { color: most, alpha: most })),
            }),
            stage: make(Recipe {
                code: shaders::STAGE,
                groups: &[Some(&layouts.frame), Some(&layouts.shadow)],
                buffers: &[],
                primitive: PrimitiveState::default(),
                depth: depth(false, CompareFunction::Always),
                samples: SAMPLES,
                targets: &target(format, None),
            }),
            figure: make(Recipe {
                code: shaders::FIGURE,
                groups: &[Some(&layouts.frame)],
                buffers: &[Some(mesh), Some(bones(&whole))],
                primitive: PrimitiveState { cull_mode: Some(wgpu::Face::Back), ..PrimitiveState::default() },
                depth: depth(true, CompareFunction::Greater),
                samples: SAMPLES,
                targets: &target(format, None),
            }),
        }
    }
}

/// Where the pipelines differ.
struct Recipe<'a> {
    code: &'static str,
    groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    primitive: PrimitiveState,
    depth: Option<DepthStencilState>,
    samples: u32,
    targets: &'a [Option<ColorTargetState>],
}

impl Recipe<'_> {
    fn make(self, device: &Device) -> RenderPipeline {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(self.code.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: self.groups,
            immediate_size: 0,
        });
        device.create_render_pipeline(&RenderPipelineDescriptor {
            label: None,
            layout: Some(&layout),
            vertex: VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: PipelineCompilationOptions::default(),
                buffers: self.buffers,
            },
            primitive: self.primitive,
            depth_stencil: self.depth,
            multisample: MultisampleState { count: self.samples, ..MultisampleState::default() },
            fragment: Some(FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options: PipelineCompilationOptions::default(),
                targets: self.targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
