//! `marey convert --as`: motions with the rig of another program.

use std::fs;
use std::path::Path;

use marey::model::Clip;
use marey_study::targets::{target_rig, target_rigs};
use serde_json::Value;

use crate::retarget::motion;
use crate::{empty, ends, walk};

/// The programs that take each rig.
const CONSUMERS: [(&str, &[&str]); 10] = [
    ("lafan1", &["gmr-lafan1", "lafan1-repo", "robot-retarget-online", "hhtools"]),
    ("nokov", &["gmr-nokov", "jlpm-motion-matching", "bvh2vrma", "hhtools"]),
    ("soma", &["soma", "univrm"]),
    ("mixamo", &["deep-motion-editing", "ganimator", "bevy-motion-matching"]),
    ("cmu", &["three", "animated-drawings", "pymotion", "pybvh"]),
    ("smpl22", &["blender", "fairmotion", "three"]),
    ("humanml3d22", &["blender", "fairmotion", "three"]),
    ("vrm", &["blender", "univrm"]),
    ("unreal", &["univrm", "animated-drawings"]),
    ("second-life", &["second-life"]),
];

fn read(path: &Path) -> Clip {
    marey::read_file(path).unwrap()
}

/// The notes on the only file that a conversion writes.
fn notes(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let (out, _) = ends(folder, &[&["convert", "--json", "--force"], arguments].concat(), 0);
    let files: Value = serde_json::from_str(&out).unwrap();
    files[0]["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_rig_is_written_as_its_programs_take_it() {
    let folder = empty("rigs");
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    for (rig, consumers) in CONSUMERS {
        ends(&folder, &["convert", "--as", rig, "walk.bvh", "out.bvh", "--force"], 0);
        let (info, _) = ends(&folder, &["info", "--json", "out.bvh"], 0);
        let info: Value = serde_json::from_str(&info).unwrap();
        let target = target_rig(rig).unwrap();
        assert_eq!((info[0]["rig"].as_str(), info[0]["match"].as_str()), (Some(target.rig), Some("exact")), "{rig}");
        let clip = read(&folder.join("out.bvh"));
        assert!((clip.behaviours[0].motion.frame_time() * target.rate - 1.0).abs() < 1e-4, "{rig}");
        for consumer in consumers {
            ends(&folder, &["check", "--for", consumer, "out.bvh"], 0);
        }
    }
}

#[test]
fn channels_and_offsets_are_those_of_the_rig() {
    let folder = empty("rig-channels");
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    for target in target_rigs() {
        ends(&folder, &["convert", "--as", target.id, "walk.bvh", "out.bvh", "--force"], 0);
        let (clip, figure) = (read(&folder.join("out.bvh")), target.figure().unwrap());
        for (joint, name) in
            figure.skeleton.names().iter().enumerate().filter(|(joint, _)| figure.skeleton.is_joint(*joint))
        {
            let found = clip.skeleton.find(name).unwrap_or_else(|| panic!("{}: {name}", target.id));
            assert_eq!(clip.source.channels[found], figure.source.channels[joint], "{} {name}", target.id);
            let [own, wanted] =
                [(&clip, found), (&figure, joint)].map(|(clip, joint)| clip.skeleton.rest_translations()[joint]);
            assert!(own.distance(wanted) < 2e-6 * wanted.length().max(1.0), "{} {name}: {own} {wanted}", target.id);
        }
        let text = fs::read_to_string(folder.join("out.bvh")).unwrap();
        assert_eq!(text.contains(":Hips"), target.id == "mixamo");
    }
}

#[test]
fn what_was_changed_is_told() {
    let folder = empty("rig-notes");
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    let told = notes(&folder, &["--as", "cmu", "walk.bvh", "out.bvh"]);
    assert_eq!(told[0], "played on a figure of 1.75 m with the joints of CMU for MotionBuilder");
    assert!(told.iter().any(|note| note.starts_with("at rest, because the motion has no such joints: `")), "{told:?}");
    assert!(told.contains(&"120 frames a second instead of 25".to_owned()), "{told:?}");
    assert!(told.contains(&"the unit is `cmu`, and +Y is up".to_owned()), "{told:?}");
    // A figure that has the rig keeps its bones: what is written again is the same.
    ends(&folder, &["convert", "--as", "mixamo", "walk.bvh", "a.bvh", "--force"], 0);
    let told = notes(&folder, &["--as", "mixamo", "a.bvh", "b.bvh"]);
    assert_eq!(
        told,
        ["the figure has the rig of Mixamo already and keeps its bones", "the unit is `cm`, and +Y is up"]
    );
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| read(&folder.join(name)));
    assert_eq!(
        (a.skeleton.names(), a.skeleton.rest_translations()),
        (b.skeleton.names(), b.skeleton.rest_translations())
    );
    let told = notes(&folder, &["--as", "vrm", "--unit", "cm", "--fps", "25", "walk.bvh", "c.bvh"]);
    assert!(
        told.contains(&"the unit is `cm`, and +Y is up".to_owned())
            && !told.iter().any(|note| note.contains("instead")),
        "{told:?}"
    );
}

#[test]
fn folders_and_standard_output_need_no_format() {
    let folder = empty("rig-folders");
    for name in ["a", "b/c"] {
        let path = folder.join("in").join(name).with_extension("bvh");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, motion()).unwrap();
    }
    ends(&folder, &["convert", "--as", "nokov", "in", "out/"], 0);
    assert!(folder.join("out/a.bvh").exists() && folder.join("out/b/c.bvh").exists());
    let (text, _) = ends(&folder, &["convert", "--as", "smpl22", "in/a.bvh", "-"], 0);
    assert!(text.starts_with("HIERARCHY\nROOT Pelvis\n{\n\tOFFSET 0 0 0\n"), "{text}");
    ends(&folder, &["convert", "--as", "lafan1", "in/a.bvh", "a.glb"], 0);
    assert!(read(&folder.join("out/a.bvh")).skeleton.find("Spine3").is_some());
}

#[test]
fn what_is_no_person_is_refused_and_unknown_rigs_are_listed() {
    let folder = empty("rig-refused");
    fs::write(folder.join("walk.bvh"), walk(3)).unwrap();
    let (_, err) = ends(&folder, &["convert", "--as", "lafan1", "walk.bvh", "out.bvh"], 1);
    assert_eq!(err, "walk.bvh: this skeleton is not a person: it has no two legs with feet; --as needs a person\n");
    let (_, err) = ends(&folder, &["convert", "--as", "lafan2", "walk.bvh", "out.bvh"], 2);
    assert!(err.contains("[possible values: lafan1, nokov, soma, mixamo, cmu,"), "{err}");
}

#[test]
fn second_life_gets_its_frames() {
    let folder = empty("rig-second-life");
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    ends(&folder, &["convert", "--as", "second-life", "--fps", "25", "walk.bvh", "out.bvh"], 0);
    let text = fs::read_to_string(folder.join("out.bvh")).unwrap();
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Frame Time")).skip(1).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[2], rows[3]);
    assert!(rows[0].split(' ').skip(3).all(|number| number == "0"), "{}", rows[0]);
}

#[test]
fn humanml3d_is_an_array_of_positions() {
    let folder = empty("rig-humanml3d");
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    ends(&folder, &["convert", "--as", "humanml3d22", "walk.bvh", "out.bvh"], 0);
    ends(&folder, &["convert", "--as", "humanml3d22", "walk.bvh", "out.npy"], 0);
    let (bytes, clip) = (fs::read(folder.join("out.npy")).unwrap(), read(&folder.join("out.bvh")));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let frames = clip.behaviours[0].motion.frame_count();
    assert!(text.contains("'<f4'") && text.contains(&format!("({frames},22,3,)")), "{text}");
    let numbers = bytes[bytes.len() - frames * 22 * 12..].chunks_exact(4);
    let numbers: Vec<f32> = numbers.map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
    let figure = target_rig("humanml3d22").unwrap().figure().unwrap();
    for frame in 0..frames {
        let places = clip.positions(0, frame).unwrap();
        for joint in 0..22 {
            let place = places[clip.skeleton.find(figure.skeleton.name(joint)).unwrap()].to_array();
            for (axis, value) in place.into_iter().enumerate() {
                let found = numbers[(frame * 22 + joint) * 3 + axis];
                assert!((found - value).abs() < 1e-4, "{frame} {}: {found} {value}", figure.skeleton.name(joint));
            }
        }
    }
    assert_eq!((numbers[0], numbers[2]), (0.0, 0.0), "the pelvis begins at the origin");
}

/// A joint's own axis along which the next one is, in the rest pose, and where joints are in the motion.
#[test]
#[ignore = "needs MAREY_CORPUS"]
fn captured_motions_become_lafan1() {
    let Some(corpus) = std::env::var_os("MAREY_CORPUS") else { return };
    let folder = empty("rig-corpus");
    let target = target_rig("lafan1").unwrap();
    let own = Path::new(&corpus).join("corpus/bvh/cmu_01_01_motionbuilder.bvh");
    let told = notes(&folder, &["--as", "cmu", own.to_str().unwrap(), "cmu.bvh"]);
    assert_eq!(told[0], "the figure has the rig of CMU for MotionBuilder already and keeps its bones");
    assert_eq!(told[1], "renamed: `LFingers` to `LeftHandIndex1`, `RFingers` to `RightHandIndex1`");
    for name in ["cmu_01_01_motionbuilder", "upf_kate_49of65_pos", "freebvh_mixamorig_colon"] {
        let path = Path::new(&corpus).join("corpus/bvh").join(name).with_extension("bvh");
        let from = path.to_str().unwrap();
        let rate = (1.0 / read(&path).behaviours[0].motion.frame_time()).to_string();
        ends(&folder, &["convert", "--as", "lafan1", "--fps", &rate, from, "own.bvh", "--force"], 0);
        let (clip, played) = (read(&folder.join("own.bvh")), target.apply(&read(&path), 0).unwrap().clip);
        let figure = target.figure().unwrap();
        assert_eq!(figure.skeleton.names().iter().filter(|name| clip.skeleton.find(name).is_some()).count(), 22 + 5);
        let frames = played.behaviours[0].motion.frame_count();
        assert_eq!(clip.behaviours[0].motion.frame_count(), frames);
        for frame in (0..frames).step_by(7) {
            let [own, wanted] = [&clip, &played].map(|clip| clip.positions(0, frame).unwrap());
            for (joint, place) in wanted.iter().enumerate().take(22) {
                let found = clip.skeleton.find(played.skeleton.name(joint)).unwrap();
                assert!(own[found].distance(*place) < 1e-3, "{name} {frame}: {}", played.skeleton.name(joint));
            }
        }
        for joint in
            ["LeftLeg", "RightLeg", "LeftFoot", "RightFoot", "LeftForeArm", "RightForeArm", "LeftHand", "RightHand"]
        {
            let bone = clip.skeleton.rest_translations()[clip.skeleton.find(joint).unwrap()];
            assert!(bone.y.hypot(bone.z) <= 1e-4 * bone.x, "{name} {joint}: {bone}");
        }
        ends(&folder, &["convert", "--as", "lafan1", from, "out.bvh", "--force"], 0);
        ends(&folder, &["check", "--for", "gmr-lafan1", "out.bvh"], 0);
    }
}
