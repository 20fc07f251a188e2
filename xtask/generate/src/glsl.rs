//! The renderer's shaders for WebGL2: naga translates WGSL to GLSL ES 3.00 and tells the names of the uniforms and textures that the
//! shell binds. The tests are in `crates/gpu`, which includes this file.

use anyhow::{Context, Result, anyhow, ensure};
use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage};
use serde_json::{Map, Value, json};

use crate::shaders;

/// The target that a program draws on. The sources use WebGPU's clip space.
#[derive(Clone, Copy, PartialEq)]
pub enum Target {
    /// The canvas: its first row is the lowest.
    Screen,
    /// A texture that another program samples. It is flipped, so that its rows are in WebGPU's order.
    Texture,
}

/// A program of WebGL2, from two entry points of a shader.
pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    pub vertex: &'static str,
    pub fragment: &'static str,
    pub target: Target,
}

pub const PROGRAMS: [Program; 4] = [
    Program {
        name: "shadow",
        source: shaders::SHADOW,
        vertex: "vertex",
        fragment: "fragment",
        target: Target::Texture,
    },
    Program { name: "stage", source: shaders::STAGE, vertex: "vertex", fragment: "fragment", target: Target::Screen },
    Program { name: "figure", source: shaders::FIGURE, vertex: "vertex", fragment: "fragment", target: Target::Screen },
    Program {
        name: "skin",
        source: shaders::FIGURE,
        vertex: "skin",
        fragment: "skin_fragment",
        target: Target::Screen,
    },
];

/// naga's last line of each vertex shader: from WebGPU's clip space to OpenGL's, with Y flipped.
const TO_OPENGL: &str = "gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);";
const TO_OPENGL_UPRIGHT: &str = "gl_Position.z = gl_Position.z * 2.0 - gl_Position.w;";

/// The path from the root of the project.
pub const FILE: &str = "www/render/glsl.js";

/// The programs as an ES module, which `www/render/glsl.d.ts` declares.
pub fn text() -> Result<String> {
    Ok(format!(
        "/** Written by `cargo xtask generate` from the shaders of `crates/gpu`. */\nexport const PROGRAMS = {};\n",
        programs()?
    ))
}

/// Each program's two texts, the names of its uniform blocks, and the names of its textures by those in the WGSL source.
pub fn programs() -> Result<Value> {
    let mut all = Map::new();
    for Program { name, source, vertex, fragment, target } in PROGRAMS {
        let mut names = Names::default();
        let mut text = |stage, entry| {
            shader(source, stage, entry, target, &mut names).with_context(|| format!("{entry} of {name}"))
        };
        let (vertex, fragment) = (text(ShaderStage::Vertex, vertex)?, text(ShaderStage::Fragment, fragment)?);
        let Names { blocks, textures } = names;
        all.insert(
            name.to_owned(),
            json!({ "vertex": vertex, "fragment": fragment, "blocks": blocks, "textures": textures }),
        );
    }
    Ok(Value::Object(all))
}

/// The names that the shell binds.
#[derive(Default)]
struct Names {
    blocks: Vec<String>,
    textures: Map<String, Value>,
}

fn shader(source: &str, stage: ShaderStage, entry: &str, target: Target, names: &mut Names) -> Result<String> {
    let mut module = naga::front::wgsl::parse_str(source).map_err(|error| anyhow!(error.emit_to_string(source)))?;
    // Functions of the other entry points would stay in the text.
    module.entry_points.retain(|each| each.name == entry && each.stage == stage);
    naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| anyhow!(error.emit_to_string(source)))?;
    let options = glsl::Options {
        version: glsl::Version::new_gles(300),
        writer_flags: glsl::WriterFlags::ADJUST_COORDINATE_SPACE,
        ..glsl::Options::default()
    };
    let pipeline = glsl::PipelineOptions { shader_stage: stage, entry_point: entry.to_owned(), multiview: None };
    let mut text = String::new();
    let reflection =
        glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, BoundsCheckPolicies::default())?.write()?;

    for (handle, block) in reflection.uniforms {
        ensure!(module.global_variables[handle].space == AddressSpace::Uniform, "{block} is no uniform block");
        names.blocks.push(block);
    }
    for (name, mapping) in reflection.texture_mapping {
        names.textures.insert(name_of(&module, mapping.texture)?, name.into());
    }
    if stage == ShaderStage::Vertex {
        ensure!(text.matches(TO_OPENGL).count() == 1, "naga no longer ends vertex shaders with `{TO_OPENGL}`");
        if target == Target::Screen {
            text = text.replace(TO_OPENGL, TO_OPENGL_UPRIGHT);
        }
    }
    Ok(minified(&text))
}

fn name_of(module: &Module, handle: naga::Handle<naga::GlobalVariable>) -> Result<String> {
    module.global_variables[handle].name.clone().context("a texture has no name")
}

/// GLSL without comments and needless white space.
pub fn minified(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.starts_with('#') {
            // A directive needs a line of its own.
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            out += line;
            out.push('\n');
            continue;
        }
        for word in line.split_whitespace() {
            let (before, after) = (out.chars().next_back(), word.chars().next());
            if let (Some(before), Some(after)) = (before, after) {
                let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                // Two equal signs in a row would become another operator.
                if (in_name(before) && in_name(after)) || (before == after && "+-&|".contains(after)) {
                    out.push(' ');
                }
            }
            out += word;
        }
    }
    out
}
