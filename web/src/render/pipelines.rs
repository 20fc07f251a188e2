//! The pipelines and the layouts they share.

use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, BufferBindingType, ColorTargetState, ColorWrites,
    CompareFunction, DepthStencilState, Device, FragmentState, MultisampleState, PipelineCompilationOptions,
    PrimitiveState, PrimitiveTopology, RenderPipeline, RenderPipelineDescriptor, ShaderStages, TextureFormat,
    VertexBufferLayout, VertexState, VertexStepMode, vertex_attr_array,
};

use super::mesh::Vertex;
use super::shaders;
use marey::look::BoneInstance;
use marey::model::SkinCorner;

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
    /// Group 1 of the stage: the shadow map and its sampler. Group 2 of a skin: a picture and its sampler.
    pub shadow: wgpu::BindGroupLayout,
}

impl Layouts {
    pub fn new(device: &Device) -> Self {
        let uniforms = wgpu::BindingType::Buffer {
            ty: BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        Self {
            frame: layout(device, ShaderStages::VERTEX_FRAGMENT, &[uniforms]),
            shadow: layout(device, ShaderStages::FRAGMENT, &[texture(true), sampler]),
        }
    }
}

/// Bindings from 0 up.
fn layout(device: &Device, visibility: ShaderStages, types: &[wgpu::BindingType]) -> wgpu::BindGroupLayout {
    let entry = |(binding, &ty)| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let entries: Vec<_> = (0..).zip(types).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn texture(filterable: bool) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
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
        let four = MultisampleState { count: SAMPLES, ..MultisampleState::default() };
        let strip = PrimitiveState { topology: PrimitiveTopology::TriangleStrip, ..PrimitiveState::default() };
        let ends = VertexBufferLayout {
            array_stride: size_of::<BoneInstance>() as u64,
            step_mode: VertexStepMode::Instance,
            attributes: &vertex_attr_array![3 => Float32x4, 4 => Float32x4],
        };
        let most = BlendComponent {
            src_factor: BlendFactor::One,
            dst_factor: BlendFactor::One,
            operation: BlendOperation::Max,
        };
        Self {
            shadow: make(Recipe {
                code: shaders::SHADOW,
                vertex: "vertex",
                fragment: "fragment",
                groups: &[Some(&layouts.frame)],
                buffers: &[Some(ends)],
                primitive: strip,
                depth: None,
                multisample: MultisampleState::default(),
                targets: &target(SHADOW, Some(BlendState { color: most, alpha: most })),
            }),
            stage: make(Recipe {
                code: shaders::STAGE,
                vertex: "vertex",
                fragment: "fragment",
                groups: &[Some(&layouts.frame), Some(&layouts.shadow)],
                buffers: &[],
                primitive: PrimitiveState::default(),
                depth: depth(false, CompareFunction::Always),
                multisample: four,
                targets: &target(format, None),
            }),
            figure: figure(device, layouts, format, VertexStepMode::Instance),
        }
    }
}

/// Draws bones and joints. `step`: there is one for each instance of a mesh, or one for each vertex.
pub fn figure(device: &Device, layouts: &Layouts, format: TextureFormat, step: VertexStepMode) -> RenderPipeline {
    let mesh = VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
    };
    let bones = VertexBufferLayout {
        array_stride: size_of::<BoneInstance>() as u64,
        step_mode: step,
        attributes: &vertex_attr_array![
            3 => Float32x4, 4 => Float32x4, 5 => Unorm8x4, 6 => Uint32, 7 => Snorm8x4
        ],
    };
    Recipe {
        code: shaders::FIGURE,
        vertex: "vertex",
        fragment: "fragment",
        groups: &[Some(&layouts.frame)],
        buffers: &[Some(mesh), Some(bones)],
        primitive: PrimitiveState { cull_mode: Some(wgpu::Face::Back), ..PrimitiveState::default() },
        depth: depth(true, CompareFunction::Greater),
        multisample: MultisampleState { count: SAMPLES, ..MultisampleState::default() },
        targets: &target(format, None),
    }
    .make(device)
}

/// What draws a skin.
pub struct SkinPipeline {
    /// Its group 1: the textures of what moves it, and of the influences on its corners.
    pub joints: wgpu::BindGroupLayout,
    /// How pictures are looked up.
    pub sampler: wgpu::Sampler,
    /// It, lit as bones are. Alpha is how many of a pixel's samples it covers: no order of drawing shows.
    pub pipeline: RenderPipeline,
}

impl SkinPipeline {
    /// `format` is the canvas's.
    pub fn new(device: &Device, layouts: &Layouts, format: TextureFormat) -> Self {
        let joints = layout(device, ShaderStages::VERTEX, &[texture(false), texture(false)]);
        let corners = VertexBufferLayout {
            array_stride: size_of::<SkinCorner>() as u64,
            step_mode: VertexStepMode::Vertex,
            attributes: &vertex_attr_array![
                0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Uint32, 4 => Uint16x2, 5 => Float32x2
            ],
        };
        let recipe = Recipe {
            code: shaders::FIGURE,
            vertex: "skin",
            fragment: "skin_fragment",
            groups: &[Some(&layouts.frame), Some(&joints), Some(&layouts.shadow)],
            buffers: &[Some(corners)],
            primitive: PrimitiveState::default(),
            depth: depth(true, CompareFunction::Greater),
            multisample: MultisampleState {
                count: SAMPLES,
                alpha_to_coverage_enabled: true,
                ..MultisampleState::default()
            },
            targets: &target(format, None),
        };
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Self { pipeline: recipe.make(device), joints, sampler }
    }
}

fn target(format: TextureFormat, blend: Option<BlendState>) -> [Option<ColorTargetState>; 1] {
    [Some(ColorTargetState { format, blend, write_mask: ColorWrites::ALL })]
}

fn depth(write: bool, compare: CompareFunction) -> Option<DepthStencilState> {
    Some(DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    })
}

/// Where the pipelines differ.
struct Recipe<'a> {
    code: &'static str,
    /// The entry points.
    vertex: &'static str,
    fragment: &'static str,
    groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    primitive: PrimitiveState,
    depth: Option<DepthStencilState>,
    multisample: MultisampleState,
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
                entry_point: Some(self.vertex),
                compilation_options: PipelineCompilationOptions::default(),
                buffers: self.buffers,
            },
            primitive: self.primitive,
            depth_stencil: self.depth,
            multisample: self.multisample,
            fragment: Some(FragmentState {
                module: &module,
                entry_point: Some(self.fragment),
                compilation_options: PipelineCompilationOptions::default(),
                targets: self.targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
