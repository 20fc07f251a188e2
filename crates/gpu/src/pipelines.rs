//! The pipelines and the layouts they share.

use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, BufferBindingType, ColorTargetState, ColorWrites,
    CompareFunction, DepthStencilState, Device, FragmentState, MultisampleState, PipelineCompilationOptions,
    PrimitiveState, PrimitiveTopology, RenderPipeline, RenderPipelineDescriptor, ShaderStages, TextureFormat,
    TextureViewDimension,
    TextureViewDimension::{D2, D2Array},
    VertexBufferLayout, VertexState, VertexStepMode, vertex_attr_array,
};

use super::shaders;
use marey::look::BoneInstance;
use marey::model::SkinCorner;
use marey_stage::frame::mesh::Vertex;

/// Samples per pixel.
pub const SAMPLES: u32 = 4;
/// Alpha becomes sample coverage, so that the result does not depend on the order of drawing, and a translucent figure hides its own
/// inside.
const COVERAGE: MultisampleState = MultisampleState { count: SAMPLES, mask: !0, alpha_to_coverage_enabled: true };
/// Reversed depth only gains precision in a float format.
pub const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// Each texel of the shadow map stores its coverage.
pub const SHADOW: TextureFormat = TextureFormat::R8Unorm;

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
            shadow: layout(device, ShaderStages::FRAGMENT, &[texture(true, D2), sampler]),
        }
    }
}

/// A layout with bindings numbered from 0.
fn layout(device: &Device, visibility: ShaderStages, types: &[wgpu::BindingType]) -> wgpu::BindGroupLayout {
    let entry = |(binding, &ty)| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let entries: Vec<_> = (0..).zip(types).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn texture(filterable: bool, view_dimension: TextureViewDimension) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension,
        multisampled: false,
    }
}

/// The pipelines that every clip needs.
pub struct Pipelines {
    pub shadow: RenderPipeline,
    pub stage: RenderPipeline,
    pub figure: RenderPipeline,
}

impl Pipelines {
    /// `format` is the canvas's.
    pub fn new(device: &Device, layouts: &Layouts, format: TextureFormat) -> Self {
        let make = |settings: PipelineSettings| settings.make(device);
        let multisample = MultisampleState { count: SAMPLES, ..MultisampleState::default() };
        let strip = PrimitiveState { topology: PrimitiveTopology::TriangleStrip, ..PrimitiveState::default() };
        let ends = VertexBufferLayout {
            array_stride: size_of::<BoneInstance>() as u64,
            step_mode: VertexStepMode::Instance,
            attributes: &vertex_attr_array![3 => Float32x4, 4 => Float32x4],
        };
        let max = BlendComponent {
            src_factor: BlendFactor::One,
            dst_factor: BlendFactor::One,
            operation: BlendOperation::Max,
        };
        Self {
            shadow: make(PipelineSettings {
                code: shaders::SHADOW,
                vertex: "vertex",
                fragment: "fragment",
                groups: &[Some(&layouts.frame)],
                buffers: &[Some(ends)],
                primitive: strip,
                depth: None,
                multisample: MultisampleState::default(),
                targets: &target(SHADOW, Some(BlendState { color: max, alpha: max })),
            }),
            stage: make(PipelineSettings {
                code: shaders::STAGE,
                vertex: "vertex",
                fragment: "fragment",
                groups: &[Some(&layouts.frame), Some(&layouts.shadow)],
                buffers: &[],
                primitive: PrimitiveState::default(),
                depth: depth(false, CompareFunction::Always),
                multisample,
                targets: &target(format, None),
            }),
            figure: figure(device, layouts, format, VertexStepMode::Instance),
        }
    }
}

/// Creates the pipeline for bones and joints. `step`: bone attributes advance per instance or per vertex.
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
    PipelineSettings {
        code: shaders::FIGURE,
        vertex: "vertex",
        fragment: "fragment",
        groups: &[Some(&layouts.frame)],
        buffers: &[Some(mesh), Some(bones)],
        primitive: PrimitiveState { cull_mode: Some(wgpu::Face::Back), ..PrimitiveState::default() },
        depth: depth(true, CompareFunction::Greater),
        multisample: COVERAGE,
        targets: &target(format, None),
    }
    .make(device)
}

pub struct SkinPipeline {
    /// Group 1: the textures of binds and morphs, and of influences on corners.
    pub joints: wgpu::BindGroupLayout,
    /// Samples the pictures.
    pub sampler: wgpu::Sampler,
    /// Lit like bones.
    pub pipeline: RenderPipeline,
}

impl SkinPipeline {
    /// `format` is the canvas's.
    pub fn new(device: &Device, layouts: &Layouts, format: TextureFormat) -> Self {
        let joints = layout(device, ShaderStages::VERTEX, &[texture(false, D2Array), texture(false, D2)]);
        let corners = VertexBufferLayout {
            array_stride: size_of::<SkinCorner>() as u64,
            step_mode: VertexStepMode::Vertex,
            attributes: &vertex_attr_array![
                0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Uint32, 4 => Uint16x2, 5 => Float32x2
            ],
        };
        let settings = PipelineSettings {
            code: shaders::FIGURE,
            vertex: "skin",
            fragment: "skin_fragment",
            groups: &[Some(&layouts.frame), Some(&joints), Some(&layouts.shadow)],
            buffers: &[Some(corners)],
            primitive: PrimitiveState::default(),
            depth: depth(true, CompareFunction::Greater),
            multisample: COVERAGE,
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
        Self { pipeline: settings.make(device), joints, sampler }
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

/// The properties in which pipelines differ.
struct PipelineSettings<'a> {
    code: &'static str,
    vertex: &'static str,
    fragment: &'static str,
    groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    primitive: PrimitiveState,
    depth: Option<DepthStencilState>,
    multisample: MultisampleState,
    targets: &'a [Option<ColorTargetState>],
}

impl PipelineSettings<'_> {
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
