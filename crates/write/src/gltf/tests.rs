use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};

use super::*;
use crate::figure;
use marey::Limits;
use marey::model::{
    Axis, Behaviour, Channels, Format, JointKind, Motion, MotionBuilder, PositionMode, Scaling, SkeletonBuilder, Source,
};

/// Splits a `.glb` into its JSON and buffer, and checks the header, the chunks and their lengths.
fn chunks(bytes: &[u8]) -> (String, Vec<u8>) {
    let int = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..8], int(8)), (&b"glTF\x02\0\0\0"[..], bytes.len()));
    let json = int(12);
    assert_eq!((&bytes[16..20], json % 4), (&b"JSON"[..], 0));
    assert_eq!((&bytes[24 + json..28 + json], int(20 + json)), (&b"BIN\0"[..], bytes.len() - 28 - json));
    (String::from_utf8(bytes[20..20 + json].to_vec()).unwrap(), bytes[28 + json..].to_vec())
}

/// Two roots, a name with quotes, an end site; one behaviour rotates the first root, the other nothing.
fn clip() -> Clip {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let hip = b.add("hip \"1\"\n", None, JointKind::Joint, Vec3::new(0.0, 0.0, 100.0), Quat::IDENTITY).unwrap();
    b.add("End Site", Some(hip), JointKind::EndSite, Vec3::new(0.0, 0.0, 50.0), Quat::IDENTITY).unwrap();
    b.add("prop", None, JointKind::Joint, Vec3::X, Quat::IDENTITY).unwrap();
    let skeleton = Arc::new(b.finish().unwrap());
    let behaviour = |name: &str, angle: f32| {
        let channels = Channels { rotated: vec![0, 2], translated: vec![2], ..Channels::default() };
        let mut rows = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for frame in 0..3 {
            rows.push_row(|row| {
                row.rotations[0] = Quat::from_rotation_z(angle * frame as f32);
                row.translations[0] = Vec3::X;
            })
            .unwrap();
        }
        Behaviour { name: name.into(), motion: rows.finish().unwrap() }
    };
    let behaviours = vec![behaviour("turn", 1.0), behaviour("stand", 0.0)];
    let mut source = Source::new(Format::Bvh);
    (source.metres_per_unit, source.up) = (Some(0.01), Some(Axis::Z));
    Clip::new("a \u{e9}".into(), skeleton, behaviours, source)
}

#[test]
fn nodes_are_in_metres_with_y_up_and_only_moving_channels_are_written() {
    let (json, buffer) = chunks(&glb(&clip(), &GltfOptions::default()).unwrap());
    for part in [
        r#""name":"hip \"1\"_","translation":[0,1,0]"#,
        r#""name":"hip \"1\"__end","translation":[0,0,0.5]"#,
        r#""name":"a é","extras":{"source":"a é","sourceFormat":"BVH","sourceMetresPerUnit":0.01,"sourceUp":"z"},"children":[0,2]"#,
        r#""scenes":[{"nodes":[3,4]}]"#,
        r#""name":"turn","channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]"#,
        r#""name":"stand","channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]"#,
        r#""joints":[0,2]"#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    assert!(json.contains(&format!("\"buffers\":[{{\"byteLength\":{}}}]", buffer.len())));
    // The times are followed by the first rotation: +Z up turned to +Y up.
    let float = |at: usize| f32::from_le_bytes(buffer[at..at + 4].try_into().unwrap());
    let times: Vec<f32> = (0..3).map(|frame| float(4 * frame)).collect();
    assert_eq!(times, [0.0, 1.0 / 30.0, 2.0 / 30.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert!((float(12) + half).abs() < 1e-6 && (float(24) - half).abs() < 1e-6);
}

#[test]
fn text_and_binary_have_the_same_content() {
    let (json, buffer) = chunks(&glb(&clip(), &GltfOptions::default()).unwrap());
    let text = gltf(&clip(), &GltfOptions::default()).unwrap();
    let start = json.find("\"buffers\"").unwrap();
    assert_eq!(text[..start], json[..start]);
    let mut code = String::new();
    base64(&buffer, &mut code);
    assert!(text.ends_with(&format!("base64,{code}\"}}]}}")));
}

#[test]
fn without_a_mesh_there_is_no_skin_but_the_extent_of_the_motion() {
    let (json, _) = chunks(&glb(&clip(), &GltfOptions { mesh: false, ..GltfOptions::default() }).unwrap());
    assert!(!json.contains("skin") && json.contains(r#""scenes":[{"nodes":[3,4]}]"#), "{json}");
    assert!(json.contains(r#""meshes":[{"name":"extent","#) && json.matches("\"mesh\"").count() == 1, "{json}");
    // From the prop at 1 cm along x, at 0 cm, up to the end site at 150 cm.
    assert!(json.contains(r#""min":[0,0,0],"max":[0.01,1.5,"#), "{json}");
}

#[test]
fn frames_and_directions_of_scales_are_nodes_of_their_own() {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let hip = b.add("hip", None, JointKind::Joint, Vec3::Y, Quat::from_rotation_x(0.4)).unwrap();
    let knee = b.add("knee", Some(hip), JointKind::Joint, Vec3::NEG_Y, Quat::from_rotation_z(0.4)).unwrap();
    b.add("toe", Some(knee), JointKind::EndSite, Vec3::NEG_Y, Quat::IDENTITY).unwrap();
    let turned = Affine3A::from_rotation_translation(Quat::from_rotation_z(0.5), Vec3::new(1.0, 2.0, 3.0));
    let sheared = Affine3A::from_scale(Vec3::new(1.0, 2.0, 1.0)) * Affine3A::from_rotation_x(0.7);
    let scaling = Scaling {
        frames: vec![turned, sheared, Affine3A::IDENTITY],
        axes: vec![Quat::from_rotation_y(1.0), Quat::from_rotation_x(0.5), Quat::IDENTITY],
        rest_scales: vec![Vec3::new(1.0, 1.0, 2.0), Vec3::new(0.5, 1.0, 2.0), Vec3::ONE],
    };
    b.set_scaling(scaling).unwrap();
    let skeleton = b.finish().unwrap();
    for up in [Axis::Y, Axis::Z] {
        let mut source = Source::new(Format::Hanim);
        (source.metres_per_unit, source.up) = (Some(0.5), Some(up));
        let nodes =
            Nodes::new(&skeleton, &FormatSpace::new(&source, 1.0), false, &figure::FullPose::rest(&skeleton), 0.0)
                .unwrap();
        let (world, mut wanted) = (nodes.world(), Vec::new());
        figure::world(&skeleton, &figure::FullPose::rest(&skeleton), &mut wanted);
        for (joint, wanted) in nodes.joints.iter().zip(wanted) {
            let at = world[joint.unwrap().node].translation;
            let wanted = figure::upright(up) * wanted.translation * 0.5;
            assert!(at.distance(wanted) < 1e-6, "{at} is not {wanted}");
        }
    }
    let mut flat = SkeletonBuilder::new(&limits);
    flat.add("hip", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
    let frames = vec![Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0))];
    flat.set_scaling(Scaling { frames, axes: vec![Quat::IDENTITY], rest_scales: vec![Vec3::ONE] }).unwrap();
    let mut clip = clip();
    clip.skeleton = Arc::new(flat.finish().unwrap());
    clip.behaviours[0].motion = Motion::rest();
    assert_eq!(gltf(&clip, &GltfOptions::default()), Err(WriteError::Flat { joint: "hip".into() }));
}

#[test]
fn numbers_are_finite_whatever_is_scaled() {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let mut parent = None;
    for _ in 0..6 {
        parent = Some(b.add("a", parent, JointKind::Joint, Vec3::splat(1e12), Quat::IDENTITY).unwrap());
    }
    let (frames, axes) = (vec![Affine3A::from_scale(Vec3::splat(1e12)); 6], vec![Quat::IDENTITY; 6]);
    b.set_scaling(Scaling { frames, axes, rest_scales: vec![Vec3::splat(1e12); 6] }).unwrap();
    let mut clip = clip();
    (clip.skeleton, clip.source.metres_per_unit) = (Arc::new(b.finish().unwrap()), Some(1e6));
    let (json, buffer) = chunks(&glb(&clip, &GltfOptions::default()).unwrap());
    assert!(!json.contains("inf") && !json.contains("NaN"), "{json}");
    assert!(json.contains("\"POSITION\"") && !buffer.is_empty());
}
