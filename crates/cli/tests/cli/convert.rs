//! `marey convert`: what it writes, and what it leaves out.

use std::fs;
use std::path::{Path, PathBuf};

use marey::model::{Axis, Clip};
use marey::{read_file, read_file_with};
use serde_json::Value;

use crate::{FIXTURES, empty, ends, walk, with_walk};

fn folder(name: &str) -> PathBuf {
    with_walk(&format!("convert-{name}"), 4)
}

fn convert(folder: &Path, arguments: &[&str], expected: i32) -> (String, String) {
    ends(folder, &[&["convert"], arguments].concat(), expected)
}

fn done(folder: &Path, arguments: &[&str]) {
    assert_eq!(convert(folder, arguments, 0), (String::new(), String::new()), "{arguments:?}");
}

/// Expects a failure with this code and with a message that contains `part`.
fn fails(folder: &Path, arguments: &[&str], code: i32, part: &str) {
    let (_, err) = convert(folder, arguments, code);
    assert!(err.contains(part), "{arguments:?}: {err}");
}

/// The position of the first joint in a frame of the first behaviour.
fn root(clip: &Clip, frame: usize) -> [f32; 3] {
    let motion = &clip.behaviours[0].motion;
    (motion.translations().row(frame)[0] + motion.translation_bases()[0]).to_array()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| name != "walk.bvh").collect();
    names.sort();
    names
}

#[test]
fn the_extension_decides_the_format() {
    let folder = folder("formats");
    let stated = ["--source-unit", "cm", "--source-up", "y", "walk.bvh"];
    for name in ["a.bvh", "a.skel", "b.anim", "a.x3d", "a.gltf", "a.glb", "a.csv", "a.NPZ"] {
        done(&folder, &[&stated[..], &[name]].concat());
    }
    for name in ["a.asf", "b.amc"] {
        let (out, err) = convert(&folder, &[&stated[..], &[name]].concat(), 0);
        assert!(out.is_empty() && err.starts_with("walk.bvh: AMC holds no rate: 2 frames a second"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    let wanted = "a.NPZ a.amc a.anim a.asf a.bvh a.csv a.glb a.gltf a.skel a.x3d b.amc b.anim b.asf b.skel";
    assert_eq!(files(&folder).join(" "), wanted);
    assert_eq!(root(&read_file(folder.join("a.bvh")).unwrap(), 2), [20.0, 90.0, 10.0]);
    assert_eq!(root(&read_file(folder.join("a.x3d")).unwrap(), 0), [0.0, 90.0, 0.0]);
    let read = |motion, skeleton| read_file_with(folder.join(motion), &[folder.join(skeleton)]).unwrap();
    assert_eq!(root(&read("a.amc", "a.asf"), 3), [30.0, 90.0, 15.0]);
    // The Sims' motions have thirty frames a second, in thirds of a metre: 90 cm are 2.7.
    let sims = read("a.anim", "a.skel");
    assert_eq!(sims.behaviours[0].motion.frame_count(), 46);
    assert!((root(&sims, 0)[1] - 2.7).abs() < 1e-6);
    assert!(fs::read_to_string(folder.join("a.csv")).unwrap().starts_with("frame,time,Hips.x,Hips.y,Hips.z,Neck.x"));
    assert!(fs::read(folder.join("a.NPZ")).unwrap().starts_with(b"PK\x03\x04"));
}

/// A figure whose skin has the texture `cloth.png`.
const CLOTHED: &str = "<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid DEF='h' name='h' version='2.0'>
<HAnimJoint DEF='j' name='humanoid_root' containerField='skeleton'><HAnimSegment name='sacrum' containerField='children'>
<Shape><Appearance><ImageTexture url='\"images/cloth.png\"'/></Appearance>
<IndexedFaceSet coordIndex='0 1 2 -1' texCoordIndex='0 1 2 -1'><Coordinate point='0 0 0 1 0 0 0 1 0'/>
<TextureCoordinate point='0 0 1 0 0 1'/></IndexedFaceSet></Shape></HAnimSegment></HAnimJoint>
<HAnimJoint USE='j' containerField='joints'/></HAnimHumanoid></Scene></X3D>";

#[test]
fn pictures_beside_the_file_go_into_gltf() {
    let folder = folder("pictures");
    fs::write(folder.join("clothed.x3d"), CLOTHED).unwrap();
    let (_, message) = convert(&folder, &["--source-unit", "m", "clothed.x3d", "bare.glb"], 0);
    assert!(
        message.contains("the skin is written without its picture `cloth.png`, which is not in the folder of the file"),
        "{message}"
    );
    let png = b"\x89PNG\r\n\x1a\n as far as anybody looks";
    fs::write(folder.join("cloth.png"), png).unwrap();
    let (_, message) = convert(&folder, &["--source-unit", "m", "clothed.x3d", "clothed.glb"], 0);
    assert!(!message.contains("cloth.png"), "{message}");
    let has = |name: &str| fs::read(folder.join(name)).unwrap().windows(png.len()).any(|part| part == png);
    assert_eq!((has("bare.glb"), has("clothed.glb")), (false, true));
}

#[test]
fn a_part_is_selected_by_seconds_or_frames() {
    let folder = folder("parts");
    for (name, arguments, frames, first) in [
        ("a.bvh", &["--from", "0.5", "--to", "1"][..], 2, 10.0),
        ("b.bvh", &["--frames", "1-2"], 2, 10.0),
        ("c.bvh", &["--from", "f2"], 2, 20.0),
        ("d.bvh", &["--from", "0:00.5", "--to", "f3", "--fps", "4"], 5, 10.0),
        ("e.bvh", &["--frames", "3"], 1, 30.0),
        ("f.bvh", &["--to", "99"], 4, 0.0),
        ("g.bvh", &["--frames", "all"], 4, 0.0),
        ("h.bvh", &["--frames", "2-"], 2, 20.0),
        ("i.bvh", &["--frames", "1,2-3"], 3, 10.0),
    ] {
        done(&folder, &[&["walk.bvh", name], arguments].concat());
        let clip = read_file(folder.join(name)).unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), frames, "{name}");
        assert_eq!(root(&clip, 0)[0], first, "{name}");
    }
    for arguments in [["--from", "f9"], ["--frames", "4-7"], ["--from", "7"]] {
        let (_, err) = convert(&folder, &[&["walk.bvh", "z.bvh"], &arguments[..]].concat(), 1);
        assert_eq!(err, "walk.bvh: no frame lies in that range\n", "{arguments:?}");
    }
}

#[test]
fn units_and_axes_are_converted_as_asked() {
    let folder = folder("spaces");
    done(&folder, &["walk.bvh", "a.bvh", "--unit", "m", "--up", "z", "--source-unit", "cm"]);
    let clip = read_file(folder.join("a.bvh")).unwrap();
    assert!(root(&clip, 1).iter().zip([0.1, -0.05, 0.9]).all(|(is, wanted)| (is - wanted).abs() < 1e-6));
    done(&folder, &["walk.bvh", "b.bvh", "--in-place"]);
    assert_eq!(root(&read_file(folder.join("b.bvh")).unwrap(), 3), [0.0, 90.0, 0.0]);
    done(&folder, &["walk.bvh", "a.x3d", "--source-unit", "in", "--source-up", "z"]);
    let clip = read_file(folder.join("a.x3d")).unwrap();
    assert_eq!((clip.source.metres_per_unit, clip.source.up), (Some(0.0254), Some(Axis::Y)));
    let fixed = [["a.glb", "--unit", "cm"], ["a.glb", "--up", "z"], ["c.x3d", "--up", "-y"], ["a.skel", "--unit", "m"]];
    for arguments in fixed {
        let (_, err) = convert(&folder, &[&["walk.bvh"], &arguments[..]].concat(), 2);
        assert!(err.contains("leave --unit and --up out") && err.contains("Usage: marey convert"), "{err}");
    }
}

#[test]
fn a_mirrored_motion_exchanges_left_and_right() {
    let folder = folder("mirror");
    let leg = |name: &str, x: i32, more: &str| {
        format!(
            "JOINT {name}Leg {{ OFFSET {x} 0 0 CHANNELS 1 Xrotation JOINT {name}Foot {{ OFFSET 0 -90 0 CHANNELS 0 \
            End Site {{ OFFSET 0 0 9 }} {more} }} }}"
        )
    };
    let step = |more: &str| {
        format!(
            "HIERARCHY ROOT Hips {{ OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition {} {} }} MOTION\nFrames: 1\n\
            Frame Time: 0.1\n5 90 0 -45 0\n",
            leg("Left", 10, more),
            leg("Right", -10, "")
        )
    };
    fs::write(folder.join("step.bvh"), step("")).unwrap();
    done(&folder, &["step.bvh", "a.bvh", "--mirror"]);
    let clip = read_file(folder.join("a.bvh")).unwrap();
    let at = |name: &str| clip.positions(0, 0).unwrap()[clip.skeleton.find(name).unwrap()];
    assert!(at("RightFoot").z > 50.0 && at("LeftFoot").z.abs() < 1e-3 && at("Hips").x == -5.0);

    fs::write(folder.join("ball.bvh"), step("JOINT Ball { OFFSET 0 0 20 CHANNELS 0 }")).unwrap();
    let (_, err) = convert(&folder, &["ball.bvh", "b.bvh", "--mirror"], 0);
    assert_eq!(err, "ball.bvh: only one side of the figure has these joints, which are not mirrored: Ball\n");
    let (_, err) = convert(&folder, &["walk.bvh", "c.bvh", "--mirror"], 1);
    assert_eq!(err, "walk.bvh: it cannot be mirrored: no left joint has a partner on the right\n");
}

#[test]
fn a_folder_takes_any_number_of_motions() {
    let folder = folder("folders");
    fs::write(folder.join("run.bvh"), walk(4)).unwrap();
    fs::copy(format!("{FIXTURES}bvh/x_no_brace.bvh"), folder.join("broken.bvh")).unwrap();
    let space = ["--source-unit", "cm", "--source-up", "y"];
    let (out, err) = convert(&folder, &[&["--json", "--format", "glb", "*.bvh", "out/"], &space[..]].concat(), 1);
    assert!(err.starts_with("broken.bvh:8:3: bvh.expected-brace: "), "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["out/run.glb", "out/walk.glb"]);
    assert_eq!(json[0]["bytes"], fs::metadata(folder.join("out/run.glb")).unwrap().len());
    assert_eq!(files(&folder.join("out")), ["run.glb", "walk.glb"]);
    fails(&folder, &["walk.bvh", "run.bvh", "both.glb"], 2, "2 motions cannot be written to one file");
    fails(
        &folder,
        &["--format", "glb", "out/walk.glb", "walk.bvh", "out/"],
        2,
        "out/walk.glb and walk.bvh would be written to the same file",
    );
    fails(&folder, &["walk.bvh", "out"], 2, "expected --format");
    assert_eq!(convert(&folder, &["nothing*.bvh", "a.glb"], 1).1, "nothing*.bvh: no file matches\n");
}

#[test]
fn existing_files_stay_without_force() {
    let folder = folder("force");
    fs::write(folder.join("a.csv"), "mine").unwrap();
    for (arguments, message) in [
        (&["walk.bvh", "walk.bvh"][..], "walk.bvh: is one of the files that are read; choose another name\n"),
        (
            &["walk.bvh", "--force", "./walk.bvh"],
            "./walk.bvh: is one of the files that are read; choose another name\n",
        ),
        (
            &["--force", "--format", "bvh", "walk.bvh", "."],
            "./walk.bvh: is one of the files that are read; choose another name\n",
        ),
        (&["walk.bvh", "a.csv"], "a.csv: exists already (replace it with --force)\n"),
    ] {
        assert_eq!(convert(&folder, arguments, 1), (String::new(), message.to_owned()), "{arguments:?}");
    }
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(text("a.csv"), "mine");
    done(&folder, &["walk.bvh", "a.csv", "--force"]);
    assert_ne!(text("a.csv"), "mine");
    assert_eq!(text("walk.bvh"), walk(4));
    let (_, err) = convert(&folder, &["walk.bvh", "nowhere/a.csv"], 1);
    assert!(err.starts_with("nowhere/a.csv: "), "{err}");
    assert_eq!(files(&folder), ["a.csv"]);
}

#[test]
fn a_file_gets_one_of_several_motions_and_a_folder_all() {
    let folder = folder("behaviours");
    let scene = format!("{FIXTURES}hanim/two_behaviours.x3dv");
    let names: Vec<String> =
        read_file(&scene).unwrap().behaviours.iter().map(|behaviour| behaviour.name.clone()).collect();
    assert!(names.len() > 1);
    let (_, err) = convert(&folder, &["--fps", "30", &scene, "first.bvh"], 0);
    assert!(err.ends_with("motions; the first is written (choose another with --behaviour)\n"), "{err}");
    done(&folder, &["--behaviour", &names[1], "--fps", "30", &scene, "second.bvh"]);
    done(&folder, &["--fps", "30", "--format", "bvh", &scene, "all/"]);
    let mut wanted: Vec<String> = names.iter().map(|name| format!("two_behaviours.{name}.bvh")).collect();
    wanted.sort();
    assert_eq!(files(&folder.join("all")), wanted);
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(text(&format!("all/two_behaviours.{}.bvh", names[1])), text("second.bvh"));
    done(&folder, &[&scene, "all.gltf"]);
    assert!(names.iter().all(|name| text("all.gltf").contains(&format!("\"name\":\"{name}\""))));
    fails(&folder, &["--behaviour", "none", &scene, "none.bvh"], 2, "there is no motion `none`; the file has ");
}

#[test]
fn uneven_keys_are_written_at_a_reported_rate() {
    let folder = folder("uneven");
    let scene = format!("{FIXTURES}hanim/two_curves.x3dv");
    let (_, err) = convert(&folder, &[&scene, "a.bvh"], 0);
    assert!(
        err.ends_with("its keys are unevenly spaced; written at 30 frames a second (choose another rate with --fps)\n"),
        "{err}"
    );
    let frame_time = |name: &str| read_file(folder.join(name)).unwrap().behaviours[0].motion.frame_time();
    assert!((frame_time("a.bvh") * 30.0 - 1.0).abs() < 1e-9);
    let (out, _) = convert(&folder, &["--json", &scene, "a.asf"], 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json[1]["file"], "a.amc");
    assert_eq!(
        json[1]["notes"][0],
        "its keys are unevenly spaced; written at 30 frames a second (choose another rate with --fps)"
    );
    // A chosen rate, and a format with uneven keys of its own, need no message.
    done(&folder, &["--fps", "50", &scene, "b.bvh"]);
    assert!((frame_time("b.bvh") * 50.0 - 1.0).abs() < 1e-9);
    done(&folder, &[&scene, "a.x3d"]);
}

#[test]
fn changes_in_a_bvh_are_reported() {
    let folder = folder("portable");
    let root = |name: &str| {
        format!(
            "ROOT {name}\n{{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\nJOINT a b\n{{\nOFFSET 1 0 0\nCHANNELS 1 Zrotation\n}}\n}}\n"
        )
    };
    let text = format!("HIERARCHY\n{}{}MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4\n", root("x:Hips"), root("Hips"));
    fs::write(folder.join("two.bvh"), text).unwrap();
    let (out, err) = convert(&folder, &["--json", "two.bvh", "a.bvh"], 0);
    let names = "joints are renamed, because many programs do not read such names: `x:Hips` to `x_Hips`, `a b` to `a_b`, `a b` to `a_b_2`";
    let above = "a joint `root` is added above its roots, because most programs read one root only";
    assert_eq!(err, format!("two.bvh: {names}\ntwo.bvh: {above}\n"));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json[0]["notes"], serde_json::json!([names, above]));
    assert_eq!(json[0]["renamed"][2], serde_json::json!({ "from": "a b", "to": "a_b_2" }));
    done(&folder, &["--source-unit", "cm", "--source-up", "y", "two.bvh", "a.glb"]);
}

#[test]
fn a_figure_is_written_with_its_own_motions_and_with_a_named_one_of_another_figure() {
    let folder = folder("shared");
    let arm = |motion: &str| {
        format!(
            "#X3D V4.0 utf8\nHAnimHumanoid {{ skeleton DEF R HAnimJoint {{ name \"humanoid_root\" children DEF H HAnimJoint {{ name \"l_hip\" center 0 1 0 }} }} }}\n{motion}"
        )
    };
    let kick = "DEF Kick TimeSensor { } DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 1 0 0 0, 1 0 0 1 ] }
        ROUTE Kick.fraction_changed TO O.set_fraction ROUTE O.value_changed TO H.rotation";
    fs::write(folder.join("still.x3dv"), arm("")).unwrap();
    fs::write(folder.join("kick.x3dv"), arm(kick)).unwrap();
    let both = ["still.x3dv", "kick.x3dv", "all/"];
    done(&folder, &[&["--fps", "30", "--format", "bvh"], &both[..]].concat());
    assert_eq!(files(&folder.join("all")), ["kick.bvh", "still.bvh"]);
    assert!(fs::read_to_string(folder.join("all/still.bvh")).unwrap().contains("\nFrames: 1\n"));
    let named = ["--fps", "30", "--format", "bvh", "--force", "--behaviour", "Kick (kick.x3dv)"];
    fails(&folder, &[&named[..], &both[..]].concat(), 1, "kick.x3dv: there is no motion `");
    assert!(!fs::read_to_string(folder.join("all/still.bvh")).unwrap().contains("\nFrames: 1\n"));
}

#[test]
fn standard_output_takes_one_file() {
    let folder = folder("streams");
    let (out, err) = convert(&folder, &["--format", "csv", "--columns", "both", "walk.bvh", "-"], 0);
    assert_eq!(err, "");
    assert!(out.starts_with("frame,time,Hips.x,Hips.y,Hips.z,Hips.qx,"));
    for arguments in [["walk.bvh", "-"].as_slice(), &["--format", "asf", "walk.bvh", "-"]] {
        convert(&folder, arguments, 2);
    }
}

#[test]
fn unsure_guesses_are_reported() {
    let folder = folder("guesses");
    let (_, err) = convert(&folder, &["walk.bvh", "a.glb"], 0);
    assert!(err.starts_with("walk.bvh: its unit is an unsure guess: "), "{err}");
    assert!(err.contains("(correct it with --source-unit)\n"), "{err}");
    let (_, err) = convert(&folder, &["--source-unit", "in", "--up", "z", "walk.bvh", "a.bvh"], 0);
    assert!(!err.contains("--source-unit"), "{err}");
    // Values written unconverted need no guess.
    done(&folder, &["walk.bvh", "b.bvh"]);
}

#[test]
fn an_unused_skeleton_is_reported() {
    let folder = folder("idle");
    let skeleton = format!("{FIXTURES}acclaim/dof_subsets.asf");
    let (_, err) = convert(&folder, &["walk.bvh", &skeleton, "a.bvh"], 0);
    assert_eq!(err, format!("{skeleton}: no motion here uses this skeleton; it is not written\n"));
    done(&folder, &[&skeleton.replace(".asf", ".amc"), &skeleton, "b.bvh"]);
    done(&folder, &[&skeleton, "c.csv"]);
    assert_eq!(files(&folder), ["a.bvh", "b.bvh", "c.csv"]);
}

#[test]
fn wrong_options_are_refused() {
    let folder = folder("wishes");
    for arguments in [
        &["walk.bvh"][..],
        &["walk.bvh", "a.fbx"],
        &["walk.bvh", "a.glb", "--format", "bvh"],
        &["walk.bvh", "a.glb", "--from", "soon"],
        &["walk.bvh", "a.glb", "--frames", "9-x"],
        &["walk.bvh", "a.glb", "--frames", "0,2"],
        &["walk.bvh", "a.glb", "--frames", "3-1"],
        &["walk.bvh", "a.glb", "--frames", "1-2", "--from", "0"],
        &["walk.bvh", "a.bvh", "--unit", "yard"],
        &["walk.bvh", "a.bvh", "--up", "w"],
        &["walk.bvh", "a.bvh", "--fps", "0"],
        &["walk.bvh", "a.bvh", "--fps", "nan"],
        &["walk.bvh", "a.bvh", "--loud"],
    ] {
        let (out, err) = convert(&folder, arguments, 2);
        assert!(out.is_empty() && err.contains("marey convert"), "{arguments:?}: {out}{err}");
    }
    assert_eq!(files(&folder), [""; 0]);
}

/// A folder `in` with two files of one name, a skeleton above its motion, and a file that is no motion.
fn tree(name: &str) -> PathBuf {
    let folder = empty(&format!("convert-{name}"));
    for (from, to) in [
        ("bvh/plain.bvh", "in/walk.bvh"),
        ("bvh/frames_more.bvh", "in/a/walk.bvh"),
        ("acclaim/dof_subsets.asf", "in/07/07.asf"),
        ("acclaim/dof_subsets.amc", "in/07/more/07_02.amc"),
        ("bvh/x_no_brace.bvh", "in/.hidden/c.bvh"),
    ] {
        let path = folder.join(to);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(format!("{FIXTURES}{from}"), path).unwrap();
    }
    fs::write(folder.join("in/README.md"), "nothing").unwrap();
    folder
}

#[test]
fn a_folder_keeps_its_tree() {
    let folder = tree("tree");
    done(&folder, &["--format", "csv", "in", "out/"]);
    for name in ["walk.csv", "a/walk.csv", "07/more/07_02.csv"] {
        assert!(folder.join("out").join(name).is_file(), "{name}");
    }
    assert_eq!(files(&folder.join("out")), ["07", "a", "walk.csv"]);
    assert!(!folder.join("out/07/07.csv").exists());
    done(&folder, &["--format", "csv", "in/a", "in/07", "both/"]);
    assert!(folder.join("both/a/walk.csv").is_file() && folder.join("both/07/more/07_02.csv").is_file());
    // Earlier output below the input folder is not read again.
    done(&folder, &["--format", "bvh", "in", "in/bvh/"]);
    done(&folder, &["--force", "--format", "bvh", "in", "in/bvh/"]);
    assert!(folder.join("in/bvh/a/walk.bvh").is_file() && !folder.join("in/bvh/bvh").exists());
    fs::create_dir_all(folder.join("none")).unwrap();
    fails(&folder, &["--format", "bvh", "none", "out/"], 2, "there is no motion in none");
    fs::write(folder.join("in/a/walk.wrl"), "#VRML V2.0 utf8").unwrap();
    fails(&folder, &["--format", "bvh", "in", "more/"], 2, "in/a/walk.bvh and in/a/walk.wrl");
    assert!(!folder.join("more").exists());
}

#[test]
fn an_unknown_format_is_refused_with_the_list_of_formats() {
    let folder = folder("wanted");
    for arguments in [&["walk.bvh", "a.fbx"][..], &["--format", "fbx", "walk.bvh", "-"], &["walk.bvh", "out/"]] {
        let (_, err) = convert(&folder, arguments, 2);
        assert!(err.contains("bvh, asf, skel, x3d, gltf, glb, vrma, csv, npz, npy"), "{arguments:?}: {err}");
    }
    fails(&folder, &["walk.bvh", "a.fbx"], 2, "`a.fbx` ends in .fbx, a format that is not written");
}

#[test]
fn a_folder_is_written_to_a_folder() {
    let folder = folder("folder-to-folder");
    fs::create_dir(folder.join("in")).unwrap();
    fs::rename(folder.join("walk.bvh"), folder.join("in/walk.bvh")).unwrap();
    done(&folder, &["--source-unit", "cm", "--source-up", "y", "--format", "npz", "in", "out"]);
    assert!(folder.join("out/walk.npz").is_file());
}

#[test]
fn a_reference_pose_is_left_out_if_asked() {
    let folder = empty("convert-reference");
    fs::copy(Path::new(FIXTURES).join("bvh/reference_frame.bvh"), folder.join("reference.bvh")).unwrap();
    let told = "the first frame is a T-pose for reference; the motion starts at the second";
    let (out, _) = ends(&folder, &["info", "reference.bvh"], 0);
    assert!(out.contains(told), "{out}");
    let (out, _) = ends(&folder, &["check", "--deny", "all", "reference.bvh"], 1);
    assert!(out.contains("bvh.reference-frame"), "{out}");
    for (flags, frames) in [(&[][..], 4), (&["--skip-reference"][..], 3)] {
        convert(&folder, &[flags, &["--force", "reference.bvh", "out.bvh"]].concat(), 0);
        assert_eq!(read_file(folder.join("out.bvh")).unwrap().behaviours[0].motion.frame_count(), frames);
    }
}
