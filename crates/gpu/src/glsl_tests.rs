//! The shaders for WebGL 2, which `cargo xtask generate` translates, are those that are translated now.

use std::fs;

use naga::front::wgsl;

#[path = "../../../xtask/generate/src/glsl.rs"]
mod glsl;

use super::shaders;
use glsl::{PROGRAMS, Program, Target, minified, programs};

fn file(from_root: &str) -> String {
    fs::read_to_string(format!("{}/../../{from_root}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn the_translated_shaders_are_up_to_date() {
    assert!(file(glsl::FILE) == glsl::text().unwrap(), "run `cargo xtask generate`");
}

#[test]
fn every_entry_point_is_in_a_program_and_is_translated() {
    for source in [shaders::SHADOW, shaders::STAGE, shaders::FIGURE] {
        for entry in wgsl::parse_str(source).unwrap().entry_points {
            let drawn = PROGRAMS.iter().filter(|program| program.source == source);
            assert!(drawn.flat_map(|one| [one.vertex, one.fragment]).any(|name| name == entry.name), "{}", entry.name);
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
    let shell = ["webgl-context.js", "webgl-skin.js"].map(|name| file(&format!("www/render/{name}"))).concat();
    let expected: [(&str, &[&str]); 4] =
        [("shadow", &[]), ("stage", &["shadow_map"]), ("figure", &[]), ("skin", &["influences", "joints", "picture"])];
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
