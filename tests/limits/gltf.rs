//! What a glTF may ask for.

use marey::Limits;
use support::{codes, fixture, read_alone, read_within};

/// A file of a skin over these nodes.
fn rig(nodes: &str) -> String {
    format!(r#"{{"nodes":[{nodes}],"skins":[{{"joints":[0]}}]}}"#)
}

fn code(text: &str) -> &'static str {
    read_alone("a.gltf", text).map_or_else(|refusal| refusal.code(), |_| "a clip")
}

#[test]
fn nodes_joints_and_depth_are_limited() {
    assert_eq!(code(&rig("{}")), "a clip");
    assert_eq!(code(&rig(&vec!["{}"; 65_536].join(","))), "gltf.too-many-nodes");
    let chain = |count: usize| -> String {
        (0..count).map(|node| format!(r#"{{"children":[{}]}},"#, node + 1)).collect::<String>() + "{}"
    };
    // The last node is an end site, which may hang on the deepest joint.
    assert_eq!([code(&rig(&chain(2_000))), code(&rig(&chain(2_001)))], ["a clip", "gltf.limit"]);
    assert_eq!(code(&rig(&chain(60_000))), "gltf.limit");
}

#[test]
fn json_is_nested_and_texts_are_long_within_limits() {
    let nested = |depth: usize| format!(r#"{{"nodes":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert_eq!([code(&nested(63)), code(&nested(64))], ["gltf.no-motion", "gltf.too-deep"]);
    assert_eq!(code(&rig(&format!(r#"{{"name":"{}"}}"#, "a".repeat(70_000)))), "gltf.long-text");
    let clip = read_alone("a.gltf", rig(&format!(r#"{{"name":"{}"}}"#, "\u{e9}".repeat(600)))).unwrap();
    assert_eq!(clip.skeleton.name(0).len(), 1_000);
}

/// Many animations may name the same numbers: a file gets only as many as its size justifies.
#[test]
fn numbers_that_are_used_again_and_again_are_limited() {
    let animation =
        r#"{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":1}]},"#;
    let file = |animations: usize| {
        let zeros = "A".repeat(1 << 20);
        format!(
            r#"{{"nodes":[{{}}],"animations":[{}{}],"accessors":[
            {{"bufferView":0,"componentType":5126,"count":49152,"type":"SCALAR"}},
            {{"bufferView":0,"componentType":5126,"count":49152,"type":"VEC3"}}],
            "bufferViews":[{{"buffer":0,"byteLength":786432}}],
            "buffers":[{{"byteLength":786432,"uri":"data:;base64,{zeros}"}}]}}"#,
            animation.repeat(animations - 1),
            animation.trim_end_matches(','),
        )
    };
    assert_eq!([code(&file(100)), code(&file(1_000))], ["a clip", "gltf.too-many-numbers"]);
}

#[test]
fn frames_are_limited_by_number_and_by_memory() {
    let plain = ("plain.glb", fixture("gltf", "plain.glb"));
    let codes_within = |limits: Limits| codes(&read_within(std::slice::from_ref(&plain), limits).unwrap()).join(" ");
    assert_eq!(codes_within(Limits::default()), "");
    assert_eq!(codes_within(Limits::default().frames(3)), "gltf.too-many-keys");
    assert_eq!(codes_within(Limits::default().motion_bytes(100)), "gltf.too-many-keys");
}
