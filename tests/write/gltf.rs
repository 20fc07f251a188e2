//! glTF, posed by the formulas of its specification.

use glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3};
use marey::look::{BodyTurns, SkinPose, body_of};
use marey::model::{Axis, Clip};
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_write::GltfOptions;
use serde_json::Value;

use crate::clips::{clip, clips, read};
use crate::world::{matrices, upright};
use support::golden::bent;
use support::moving::dancer;

struct Document {
    json: Value,
    buffer: Vec<u8>,
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

fn index(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

impl Document {
    fn of(clip: &Clip, options: &GltfOptions) -> Self {
        let bytes = marey_write::glb(clip, options).unwrap();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        Self { json: serde_json::from_slice(&bytes[20..20 + length]).unwrap(), buffer: bytes[28 + length..].to_vec() }
    }

    /// The elements of an accessor. Normalized ones are from 0 to 1.
    fn elements(&self, accessor: &Value) -> Vec<Vec<f64>> {
        let accessor = &self.json["accessors"][index(accessor)];
        let view = &self.json["bufferViews"][index(&accessor["bufferView"])];
        let start =
            [&view["byteOffset"], &accessor["byteOffset"]].map(|at| at.as_u64().unwrap_or(0)).iter().sum::<u64>();
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let kind = index(&accessor["componentType"]);
        let size = match kind {
            5121 => 1,
            5123 => 2,
            _ => 4,
        };
        let whole = if accessor["normalized"] == true { (1_u64 << (8 * size)) as f64 - 1.0 } else { 1.0 };
        let bytes = &self.buffer[start as usize..][..index(&accessor["count"]) * width * size];
        let number = |bytes: &[u8]| match kind {
            5126 => f64::from(f32::from_le_bytes(bytes.try_into().unwrap())),
            _ => bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)) as f64 / whole,
        };
        bytes.chunks_exact(width * size).map(|one| one.chunks_exact(size).map(number).collect()).collect()
    }

    /// World matrices of all nodes at a moment of an animation, or at rest.
    fn world(&self, moment: Option<(usize, f64)>) -> Vec<DAffine3> {
        let nodes = list(&self.json["nodes"]);
        let mut local: Vec<[Vec<f64>; 3]> =
            nodes.iter().map(|node| ["translation", "rotation", "scale"].map(|path| numbers(&node[path]))).collect();
        if let Some((animation, time)) = moment {
            let animation = &self.json["animations"][animation];
            for channel in list(&animation["channels"]) {
                let sampler = &animation["samplers"][index(&channel["sampler"])];
                let (times, values) = (self.elements(&sampler["input"]), self.elements(&sampler["output"]));
                // Only moments of frames are requested.
                let key = times.iter().rposition(|key| key[0] <= time + 1e-6).unwrap_or(0);
                let path =
                    ["translation", "rotation", "scale"].iter().position(|path| channel["target"]["path"] == *path);
                let Some(path) = path else { continue };
                local[index(&channel["target"]["node"])][path].clone_from(&values[key]);
            }
        }
        let mut parents = vec![None; nodes.len()];
        for (parent, node) in nodes.iter().enumerate() {
            list(&node["children"]).iter().for_each(|child| parents[index(child)] = Some(parent));
        }
        let matrix = |node: usize| {
            let [at, turn, scale] = &local[node];
            let vector =
                |list: &[f64], or: f64| if list.is_empty() { DVec3::splat(or) } else { DVec3::from_slice(list) };
            let turn = if turn.is_empty() { DQuat::IDENTITY } else { DQuat::from_slice(turn).normalize() };
            DAffine3::from_scale_rotation_translation(vector(scale, 1.0), turn, vector(at, 0.0))
        };
        (0..nodes.len())
            .map(|node| {
                let above = std::iter::successors(parents[node], |node| parents[*node]);
                above.fold(matrix(node), |world, above| matrix(above) * world)
            })
            .collect()
    }

    fn mesh(&self, name: &str) -> Option<&Value> {
        list(&self.json["meshes"]).iter().find(|mesh| mesh["name"] == name)
    }

    /// The corners of all triangles of a mesh.
    fn triangles(&self, name: &str, moment: Option<(usize, f64)>) -> Vec<[DVec3; 3]> {
        let world = self.world(moment);
        let skin = &self.json["skins"][0];
        let binds = self.elements(&skin["inverseBindMatrices"]);
        let joints: Vec<DAffine3> = list(&skin["joints"])
            .iter()
            .zip(binds)
            .map(|(node, bind)| world[index(node)] * DAffine3::from_mat4(DMat4::from_cols_slice(&bind)))
            .collect();
        let mut all = Vec::new();
        for primitive in list(&self.mesh(name).unwrap()["primitives"]) {
            let attributes = &primitive["attributes"];
            let [positions, pulls, weights] =
                ["POSITION", "JOINTS_0", "WEIGHTS_0"].map(|name| self.elements(&attributes[name]));
            let places: Vec<DVec3> = (0..positions.len())
                .map(|corner| {
                    let own = pulls[corner].iter().zip(&weights[corner]);
                    let at = DVec3::from_slice(&positions[corner]);
                    own.map(|(joint, weight)| *weight * joints[*joint as usize].transform_point3(at)).sum()
                })
                .collect();
            let indices: Vec<usize> = self.elements(&primitive["indices"]).iter().map(|one| one[0] as usize).collect();
            all.extend(indices.chunks_exact(3).map(|one| [places[one[0]], places[one[1]], places[one[2]]]));
        }
        all
    }

    fn lift(&self) -> DVec3 {
        let top = &self.json["nodes"][index(&self.json["scenes"][0]["nodes"][0])];
        let lift = numbers(&top["translation"]);
        if lift.is_empty() { DVec3::ZERO } else { DVec3::from_slice(&lift) }
    }
}

fn placed(clip: &Clip, document: &Document, at: DVec3) -> DVec3 {
    let metres = clip.source.metres_per_unit.map_or(1.0, |metres| metres / clip.source.length_factor);
    upright(clip) * at * metres + document.lift()
}

fn boxed(triangles: &[[DVec3; 3]]) -> [DVec3; 2] {
    let all = triangles.as_flattened();
    [all.iter().copied().fold(DVec3::INFINITY, DVec3::min), all.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max)]
}

/// A hip at 90 and feet at 0, walking along X from `start`; with `calibration` the first frame is at the origin.
fn walk(start: f64, hip: f64, calibration: bool) -> Clip {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Head\n{\nOFFSET 0 80 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n",
    );
    for (side, x) in [("Left", 10), ("Right", -10)] {
        text += &format!(
            "JOINT {side}UpLeg\n{{\nOFFSET {x} 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT {side}Foot\n{{\n\
             OFFSET 0 -90 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 0 10\n}}\n}}\n}}\n"
        );
    }
    text += "}\nMOTION\nFrames: 20\nFrame Time: 0.05\n";
    for frame in 0..20 {
        let x = if calibration && frame == 0 { 0.0 } else { start + 5.0 * f64::from(frame) };
        text += &format!("{x} {hip} 0 0 0 0{}\n", " 0 0 0".repeat(5));
    }
    let mut clip = read("walk.bvh", text);
    (clip.source.metres_per_unit, clip.source.up) = (Some(0.01), Some(Axis::Y));
    clip
}

#[test]
fn nodes_rest_at_the_start_of_the_motion_on_the_floor() {
    // Where it walks, the height of its hip, whether a calibration frame comes first; the resting position of its hip.
    for (start, hip, calibration, expected) in [
        (0.0, 90.0, false, DVec3::new(0.0, 0.9, 0.0)),
        (400.0, 90.0, false, DVec3::new(4.0, 0.9, 0.0)),
        (400.0, 90.0, true, DVec3::new(4.05, 0.9, 0.0)),
        // Sunk up to its hip, and floating: it is put on the floor.
        (0.0, 0.0, false, DVec3::new(0.0, 0.9, 0.0)),
        (0.0, 500.0, false, DVec3::new(0.0, 0.9, 0.0)),
    ] {
        let document = Document::of(&walk(start, hip, calibration), &GltfOptions::default());
        let [rest, first] =
            [None, Some((0, if calibration { 0.05 } else { 0.0 }))].map(|at| document.world(at)[0].translation);
        assert!(rest.distance(expected) < 1e-5, "{rest} is not {expected}");
        assert!(rest.distance(first) < 1e-6, "{rest} is not {first}");
        let [least, most] = boxed(&document.triangles("bones", None));
        assert!(least.y.abs() < 0.03 && (most.y - 1.8).abs() < 0.03, "from {least} to {most}");
        // The topmost node shifts the clip's own coordinates.
        assert!((document.lift().y - (0.9 - 0.01 * hip)).abs() < 1e-5);
    }
}

#[test]
fn bones_are_left_right_and_middle_in_the_players_colours() {
    let document = Document::of(&walk(0.0, 90.0, false), &GltfOptions::default());
    let primitives = list(&document.mesh("bones").unwrap()["primitives"]);
    let of = |primitive: &Value| {
        let material = &document.json["materials"][index(&primitive["material"])];
        let corners = document.elements(&primitive["attributes"]["POSITION"]);
        let mean = corners.iter().map(|corner| corner[0]).sum::<f64>() / corners.len() as f64;
        let colour = numbers(&material["pbrMetallicRoughness"]["baseColorFactor"]);
        (material["name"].as_str().unwrap().to_owned(), mean, colour)
    };
    let [left, right, middle] = [0, 1, 2].map(|at| of(&primitives[at]));
    assert_eq!((left.0, right.0, middle.0), ("left".to_owned(), "right".to_owned(), "middle".to_owned()));
    assert!(left.1 > 0.05 && right.1 < -0.05 && middle.1.abs() < 0.02, "{} {} {}", left.1, right.1, middle.1);
    // sRGB 17 a6 97, as linear light.
    let expected = [0x17, 0xA6, 0x97].map(|part| ((f64::from(part) / 255.0 + 0.055) / 1.055).powf(2.4));
    assert!(left.2.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{:?}", left.2);
}

/// Every corner of every bone follows the joint that turns it, in any pose.
#[test]
fn bones_follow_their_joints() {
    let document = Document::of(&walk(0.0, 90.0, false), &GltfOptions::default());
    let [rest, last] = [None, Some((0, 0.95))].map(|at| document.triangles("bones", at));
    for (a, b) in rest.as_flattened().iter().zip(last.as_flattened()) {
        assert!((*a + DVec3::X * 0.95).distance(*b) < 1e-5, "{a} {b}");
    }
}

#[test]
fn extras_describe_the_source_file() {
    let document = Document::of(&walk(0.0, 90.0, false), &GltfOptions::default());
    let top = &document.json["nodes"][index(&document.json["scenes"][0]["nodes"][0])];
    let expected = serde_json::json!({
        "source": "walk", "sourceFormat": "BVH", "sourceMetresPerUnit": 0.01, "sourceUp": "y",
    });
    assert_eq!(top["extras"], expected);
}

/// Every triangle of a clip's skin has one in the glTF that is at the same place in all frames.
#[test]
fn skins_bend_as_in_the_clip() {
    let mut compared = 0;
    for (name, clip) in clips() {
        let Some(skin) = clip.skin.as_ref().filter(|skin| skin.morphs().is_empty()) else { continue };
        let is_plain = |corner: &marey::model::SkinCorner| {
            let own = skin.influences_of(corner).0;
            let sum: f32 = own.iter().map(|[weight, ..]| weight).sum();
            corner.is_rigid()
                || own.len() <= 4 && (sum - 1.0).abs() < 1e-3 && own.iter().all(|[weight, ..]| *weight >= 0.0)
        };
        if !skin.corners().iter().all(is_plain) {
            continue;
        }
        let document = Document::of(&clip, &GltfOptions::default());
        for (behaviour, own) in clip.behaviours.iter().enumerate() {
            let frames = (0..own.motion.frame_count()).step_by(3);
            let rest = matrices(&clip, None);
            let pairs: Vec<[Vec<[DVec3; 3]>; 2]> = frames
                .map(|frame| {
                    let at = bent(skin, &matrices(&clip, Some((behaviour, frame))), &rest, &[]);
                    let place = |corner: u32| placed(&clip, &document, at[corner as usize]);
                    let wanted = skin.triangles().iter().map(|triangle| triangle.map(place)).collect();
                    let named = list(&document.json["animations"]).iter().position(|one| one["name"] == *own.name);
                    let moment = named.map(|animation| (animation, own.motion.frame_start(frame)));
                    [wanted, document.triangles("skin", moment)]
                })
                .collect();
            let size = pairs[0][0].as_flattened().iter().map(|at| at.abs().max_element()).fold(0.0, f64::max);
            for [wanted, found] in &pairs {
                assert_eq!(wanted.len(), found.len(), "{name}");
            }
            for triangle in 0..pairs[0][0].len() {
                let off = |other: usize| {
                    let of = |[wanted, found]: &[Vec<[DVec3; 3]>; 2]| {
                        wanted[triangle].iter().zip(&found[other]).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
                    };
                    pairs.iter().map(of).fold(0.0, f64::max)
                };
                let nearest = (0..pairs[0][1].len()).map(off).fold(f64::INFINITY, f64::min);
                // Weights are in 65535ths.
                assert!(nearest < 5e-5 * size, "{name}, {}: triangle {triangle} is {nearest} off", own.name);
            }
        }
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}

#[test]
fn skins_have_their_colours_and_pictures() {
    // The first bytes of a PNG, which is as much as is checked.
    let png = b"\x89PNG\r\n\x1a\n--".to_vec();
    let (mut coloured, mut pictured) = (0, 0);
    for (name, clip) in clips() {
        let Some(skin) = clip.skin.as_ref() else { continue };
        let mut options = GltfOptions::default();
        options.pictures = skin.pictures().iter().map(|name| (name.clone(), png.clone())).collect();
        let document = Document::of(&clip, &options);
        let Some(mesh) = document.mesh("skin") else { continue };
        for primitive in list(&mesh["primitives"]) {
            let material = &document.json["materials"][index(&primitive["material"])];
            assert_eq!(material["doubleSided"], true, "{name}");
            let attributes = &primitive["attributes"];
            if let Some(texture) = material["pbrMetallicRoughness"].get("baseColorTexture") {
                let image =
                    &document.json["images"][index(&document.json["textures"][index(&texture["index"])]["source"])];
                let view = &document.json["bufferViews"][index(&image["bufferView"])];
                let bytes =
                    &document.buffer[view["byteOffset"].as_u64().unwrap_or(0) as usize..][..index(&view["byteLength"])];
                assert!(bytes.starts_with(&png[..8]), "{name}");
                assert!(document.elements(&attributes["TEXCOORD_0"]).iter().flatten().all(|part| part.is_finite()));
                pictured += 1;
            } else {
                let colours = document.elements(&attributes["COLOR_0"]);
                assert!(colours.iter().all(|colour| colour[3] == 1.0), "{name}");
                coloured += 1;
            }
        }
    }
    assert!(coloured > 5 && pictured > 0, "{coloured} {pictured}");
}

#[test]
fn without_its_texture_a_skin_has_its_colours() {
    let clip = clips().into_iter().map(|(_, clip)| clip).find(|clip| {
        clip.skin.as_ref().is_some_and(|skin| skin.pictures().iter().any(|name| !name.starts_with("data:")))
    });
    let document = Document::of(&clip.unwrap(), &GltfOptions::default());
    assert_eq!((document.json.get("images"), document.json.get("textures")), (None, None));
}

#[test]
fn a_skin_that_covers_the_body_hides_its_bones() {
    let arm = clip("hanim", "skin_arm.x3d");
    assert!(arm.skin.is_some());
    let names = |document: &Document| -> Vec<String> {
        list(&document.json["meshes"]).iter().map(|mesh| mesh["name"].as_str().unwrap().to_owned()).collect()
    };
    let document = Document::of(&arm, &GltfOptions::default());
    assert_eq!(names(&document), ["skin"]);
    assert_eq!(names(&Document::of(&walk(0.0, 90.0, false), &GltfOptions::default())), ["bones"]);
}

/// The joints between the clip's own that a generated body adds turn as its skin does in the player.
#[test]
fn generated_bodies_bend_as_in_the_clip() {
    let mut clip = dancer(90);
    let skin = body_of(&clip).unwrap();
    clip.skin = Some(skin.clone().into());
    let document = Document::of(&clip, &GltfOptions::default());
    assert!(document.mesh("bones").is_none(), "a body hides the bones");
    let skin_pose = SkinPose::new(&skin, &clip.skeleton);
    let mut pose = Pose::rest(&clip.skeleton);
    for frame in [0, 31, 89] {
        let motion = &clip.behaviours[0].motion;
        sample_frame(motion, frame, &mut pose);
        world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
        let mut matrices = skin_pose.matrices(&pose);
        BodyTurns::new(&skin).turn(&mut matrices);
        let place = |corner: u32| {
            let corner = &skin.corners()[corner as usize];
            placed(&clip, &document, SkinPose::place(&skin, corner, &matrices, &pose).as_dvec3())
        };
        let found = document.triangles("skin", Some((0, motion.frame_start(frame))));
        assert_eq!(found.len(), skin.triangles().len());
        for (triangle, found) in skin.triangles().iter().zip(found) {
            let off = triangle.map(place).iter().zip(found).map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
            assert!(off < 0.02, "{off} cm in frame {frame}");
        }
    }
}
