//! Catches broken shaders before they reach a browser.

use marey_stage::frame::Uniforms;

use super::shaders;

fn validated(code: &str) -> naga::Module {
    let module = naga::front::wgsl::parse_str(code).unwrap_or_else(|e| panic!("{}", e.emit_to_string(code)));
    naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|e| panic!("{}", e.emit_to_string(code)));
    module
}

#[test]
fn every_shader_is_valid_and_has_its_entry_points() {
    let entries: [(&str, &[&str]); 3] = [
        (shaders::FIGURE, &["vertex", "skin", "skin_fragment", "fragment"]),
        (shaders::SHADOW, &["vertex", "fragment"]),
        (shaders::STAGE, &["vertex", "fragment"]),
    ];
    for (code, entries) in entries {
        let module = validated(code);
        let names: Vec<&str> = module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, entries);
    }
}

#[test]
fn shaders_are_shipped_without_comments() {
    for code in [shaders::FIGURE, shaders::SHADOW, shaders::STAGE] {
        assert!(code.starts_with("struct Frame {\nview_projection") && !code.contains("//") && !code.contains("\n\n"));
    }
}

#[test]
fn the_uniforms_are_where_the_shaders_read_them() {
    let module = validated(shaders::STAGE);
    let (_, ty) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Frame")).unwrap();
    let naga::TypeInner::Struct { span, members } = &ty.inner else { panic!("Frame is not a struct") };
    assert_eq!(*span as usize, size_of::<Uniforms>());
    let fields = Uniforms::offsets();
    assert_eq!(members.len(), fields.len());
    for (member, (name, offset)) in members.iter().zip(fields) {
        assert_eq!((member.name.as_deref(), member.offset as usize), (Some(name), offset));
    }
}
