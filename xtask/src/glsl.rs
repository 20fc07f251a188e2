//! The renderer's shaders for WebGL2: naga translates WGSL to GLSL ES 3.00 and tells the names of the uniforms and textures that the
//! shell binds.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, ensure};
use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage};
use serde_json::{Map, Value, json};

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};

// The same text that wgpu gets.
#[path = "../../crates/gpu/src/shaders.rs"]
mod shaders;

/// The target that a program draws on. The sources use WebGPU's clip space.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// The canvas: its first row is the lowest.
    Screen,
    /// A texture that another program samples. It is flipped, so that its rows are in WebGPU's order.
    Texture,
}

struct Program {
    name: &'static str,
    source: &'static str,
    vertex: &'static str,
    fragment: &'static str,
    target: Target,
}

const PROGRAMS: [Program; 4] = [
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

/// Writes the programs as an ES module, which `www/render/glsl.d.ts` declares, and returns its path.
pub fn translate(paths: &Paths) -> Result<PathBuf> {
    let out = paths.glsl();
    let inputs = Inputs::new()
        .folder(&paths.root.join("crates/gpu/src/shaders"))?
        .file(&paths.root.join("crates/gpu/src/shaders.rs"))?
        .file(&paths.root.join("xtask/src/glsl.rs"))?
        .file(&paths.root.join("Cargo.lock"))?;
    BuildStep { name: "glsl", doing: "translates the shaders for WebGL2", outputs: std::slice::from_ref(&out) }.run(
        paths,
        &inputs,
        || Ok(fs::write(&out, format!("export const PROGRAMS = {};\n", programs()?))?),
    )?;
    Ok(out)
}

/// Each program's two texts, the names of its uniform blocks, and the names of its textures by those in the WGSL source.
fn programs() -> Result<Value> {
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
fn minified(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_point_is_in_a_program_and_is_translated() {
        for source in [shaders::SHADOW, shaders::STAGE, shaders::FIGURE] {
            for entry in naga::front::wgsl::parse_str(source).unwrap().entry_points {
                let drawn = PROGRAMS.iter().filter(|program| program.source == source);
                assert!(
                    drawn.flat_map(|one| [one.vertex, one.fragment]).any(|name| name == entry.name),
                    "{}",
                    entry.name
                );
            }
        }
        let programs = programs().unwrap();
        for Program { name, target, .. } in PROGRAMS {
            let [vertex, fragment] = ["vertex", "fragment"].map(|stage| programs[name][stage].as_str().unwrap());
            for text in [vertex, fragment] {
                assert!(text.starts_with("#version 300 es\n") && !text.contains("//") && !text.contains("  "));
                assert!(text.contains("void main()"));
            }
            assert_eq!(vertex.contains("-gl_Position.y"), target == Target::Texture, "{name}");
        }
    }

    #[test]
    fn the_script_finds_its_bindings() {
        let programs = programs().unwrap();
        let shell = ["webgl-context.js", "webgl-skin.js"]
            .map(|name| fs::read_to_string(format!("{}/../www/render/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap())
            .concat();
        let expected: [(&str, &[&str]); 4] = [
            ("shadow", &[]),
            ("stage", &["shadow_map"]),
            ("figure", &[]),
            ("skin", &["influences", "joints", "picture"]),
        ];
        for (program, textures) in expected {
            let program = &programs[program];
            let text = ["vertex", "fragment"].map(|stage| program[stage].as_str().unwrap()).concat();
            let blocks = program["blocks"].as_array().unwrap();
            assert!(!blocks.is_empty() && blocks.iter().all(|block| text.contains(block.as_str().unwrap())));
            let named = program["textures"].as_object().unwrap();
            assert_eq!(named.keys().collect::<Vec<_>>(), textures);
            for (texture, uniform) in named {
                let kind = if texture == "joints" { "sampler2DArray" } else { "sampler2D" };
                assert!(text.contains(&format!("{kind} {};", uniform.as_str().unwrap())), "{uniform}");
                assert!(shell.contains(&format!("'{texture}'")), "the shell does not bind {texture}");
            }
        }
    }

    #[test]
    fn minified_text_keeps_its_meaning() {
        let text = "#version 300 es\n\nprecision highp float;\nfloat f(float a) {\n    // why\n    return a - -1.0 * +a; // so\n}\n#define X 1\nint b;\n";
        assert_eq!(
            minified(text),
            "#version 300 es\nprecision highp float;float f(float a){return a- -1.0*+a;}\n#define X 1\nint b;"
        );
    }
}
