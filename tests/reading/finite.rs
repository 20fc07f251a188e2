//! Whatever numbers a file contains, everything on the stage stays finite. What cannot be placed is refused or left
//! out.

use marey::body::Unit;
use marey::look::{BoneInstance, SkinJoint};
use marey::model::{Axis, Clip};
use marey::pose::boxes;
use marey_stage::pack::Unpacked;
use marey_stage::scene::{Orbit, Scene};
use support::sims::{Animation, Bone, Track, UNTURNED, animation, arm, skeleton};
use support::{Random, codes, read_alone, read_files};

fn check(clip: Clip) -> Result<(), String> {
    let boxes = clip.behaviours.iter().map(|one| boxes(&clip.skeleton, &one.motion)).collect();
    let behaviours = clip.behaviours.len();
    let mut scene = Scene::new();
    scene.set_viewport(640.0, 360.0);
    scene.show(Unpacked { clip, boxes, complete: true, expected_frames: 0 });
    scene.set_mass_centre(true);
    let mut now = 0.0;
    for behaviour in 0..behaviours {
        scene.set_behaviour(behaviour);
        for step in 0..12 {
            let duration = scene.figure().unwrap().motion().duration();
            scene.clock.seek(duration * f64::from(step) / 8.0);
            match step {
                4 => scene.set_in_place(true),
                6 => scene.set_in_place(false),
                8 => scene.set_follow(Some(true)),
                9 => scene.set_unit(Some(Unit::Millimetre)),
                10 => scene.set_up(Some(Axis::NegX)),
                _ => {}
            }
            now += 0.02;
            scene.advance(now);
            finite(&scene).map_err(|what| format!("{what} at step {step} of behaviour {behaviour}"))?;
        }
        scene.set_follow(None);
        scene.set_unit(None);
        scene.set_up(None);
    }
    Ok(())
}

fn finite(scene: &Scene) -> Result<(), String> {
    let figure = scene.figure().unwrap();
    let (placement, view, instances) = (figure.placement(), scene.view(), scene.instances());
    let mut all: Vec<(&str, Vec<f32>)> = vec![
        ("placement", placement.transform.to_cols_array().to_vec()),
        ("scale, height", vec![placement.scale, figure.height()]),
        ("the view", view.view_projection.to_cols_array().to_vec()),
        ("the way back", view.inverse.to_cols_array().to_vec()),
        ("shadow", [&view.shadow_centre[..], &[view.shadow_half]].concat()),
        ("grid", vec![view.grid_cell, view.grid_blend, view.fade, scene.grid_spacing()]),
        ("the eye", [view.eye.to_array(), view.target.to_array()].concat()),
    ];
    all.extend(figure.pose().world.iter().map(|world| ("world", world.to_cols_array().to_vec())));
    let centres = [figure.mass_centre(), figure.facing()].into_iter().flatten();
    all.extend(centres.map(|centre| ("a centre or a direction", centre.to_array().to_vec())));
    let bones = instances.bones.iter().chain(&instances.joints).chain(&instances.marks);
    all.extend(bones.map(|BoneInstance { start, start_radius, end, end_radius, .. }| {
        ("an instance", [start.as_slice(), end, &[*start_radius, *end_radius]].concat())
    }));
    all.extend(instances.skin.iter().map(|SkinJoint { rows, .. }| ("a skin's joint", rows.as_flattened().to_vec())));
    for Orbit { yaw, pitch, distance, target, orthographic: _ } in [scene.camera.now(), scene.camera.goal()] {
        all.push(("the camera", vec![yaw, pitch, distance, target.x, target.y, target.z]));
    }
    if placement.scale <= 0.0 {
        return Err(format!("a scale of {}", placement.scale));
    }
    match all.into_iter().find(|(_, numbers)| !numbers.iter().all(|number| number.is_finite())) {
        Some((what, numbers)) => Err(format!("{what} {numbers:?}")),
        None => Ok(()),
    }
}

/// The warning codes of a clip that is finite on the stage, or the code of a refusal with a place.
fn plays(files: &[(&str, impl AsRef<[u8]>)]) -> Result<Vec<String>, String> {
    match read_files(files) {
        Ok(clip) => {
            let codes = codes(&clip).into_iter().map(str::to_owned).collect();
            check(clip).map(|()| codes)
        }
        Err(refusal) if refusal.location().is_some() => Ok(vec![refusal.code().to_owned()]),
        Err(refusal) => Err(format!("a refusal without its place: {refusal}")),
    }
}

/// Numbers that readers accept, and numbers that they must warn about.
const TAKEN: &[&str] = &["1e-45", "1e-30", "1e-12", "1e-5", "1e5", "9e11", "-9e11"];
const TOLD: &[&str] = &["1e13", "-1e13", "1e20", "3e38", "-3e38", "1e39", "1e300"];

/// Tries every number in turn: on the stage all is finite, and a number that cannot be placed gives a warning.
fn with_numbers(what: &str, write: impl Fn(&str) -> Vec<(&'static str, String)>) {
    let mut failures = Vec::new();
    for (number, warns) in TAKEN.iter().map(|number| (number, false)).chain(TOLD.iter().map(|number| (number, true))) {
        match plays(&write(number)) {
            Err(why) => failures.push(format!("{what} {number}: {why}")),
            Ok(codes) if warns && codes.is_empty() => failures.push(format!("{what} {number}: no warning")),
            Ok(_) => {}
        }
    }
    none(failures);
}

fn none(failures: Vec<String>) {
    let shown = failures.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} failures, such as\n{shown}", failures.len());
}

#[test]
fn bvh_files_of_any_numbers() {
    let file = |offset: &str, position: &str, angle: &str| {
        let text = format!(
            "HIERARCHY ROOT Hips {{ OFFSET {offset} {offset} 0 CHANNELS 6 Xposition Yposition Zposition Zrotation \
             Xrotation Yrotation JOINT LeftLeg {{ OFFSET {offset} 1 0 CHANNELS 3 Xposition Yposition Zrotation End Site \
             {{ OFFSET 1 {offset} 0 }} }} }}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0 0 0 0\n\
             {position} 0 0 {angle} 2 3 {position} 1 3\n"
        );
        vec![("a.bvh", text)]
    };
    with_numbers("offset", |n| file(n, "1", "1"));
    with_numbers("position", |n| file("2", n, "1"));
    with_numbers("angle", |n| file("2", "2", n));
    with_numbers("all", |n| file(n, n, n));
}

fn asf(units: &str, bone: &str, root: &str) -> String {
    format!(
        ":version 1.10\n:units\n{units}\n:root\norder tx ty tz rx ry rz\naxis XYZ\nposition {root} 0 0\n:bonedata\n\
         begin name hip direction 0 1 0 length {bone} axis 0 0 0 XYZ dof rx tx l bodymass {bone} cofmass 1 end\n\
         begin name LeftFoot direction 1 0 0 length 2 axis 0 0 0 XYZ dof rx bodymass 1 cofmass {bone} end\n\
         :hierarchy\nbegin\nroot hip\nhip LeftFoot\nend\n"
    )
}

fn motion(root: &str, hip: &str) -> String {
    format!(
        ":fully-specified\n1\nroot 0 0 0 0 0 0\nhip 0 0 0\nLeftFoot 3\n2\nroot {root} 0 0 10 0 0\nhip 5 {hip} {hip}\n\
         LeftFoot 2\n"
    )
}

fn pair(skeleton: String, motion: String) -> Vec<(&'static str, String)> {
    vec![("a.asf", skeleton), ("a.amc", motion)]
}

#[test]
fn acclaim_skeletons_of_any_numbers() {
    let plain = || motion("1", "2");
    with_numbers("bone", |n| pair(asf("length 1", n, "0"), plain()));
    with_numbers("bone times factor", |n| pair(asf("length 1e5", n, "0"), plain()));
    with_numbers("root", |n| pair(asf("length 1", "5", n), plain()));
    with_numbers("mass", |n| pair(asf(&format!("mass {n}"), "5", "0"), plain()));
    with_numbers("skeleton alone", |n| vec![("a.asf", asf("length 0.45", n, n))]);
}

#[test]
fn acclaim_motions_of_any_numbers() {
    let plain = || asf("length 0.45", "5", "0");
    with_numbers("root", |n| pair(plain(), motion(n, "0")));
    with_numbers("bone", |n| pair(plain(), motion("0", n)));
}

/// Lengths are multiplied by the unit, and divided by it on the way to metres.
#[test]
fn impossible_units_of_length_are_ignored() {
    for number in ["1e-45", "1e-40", "1e-30", "1e-7", "1e7", "1e30", "3e38", "1e39", "1e300"] {
        let both = pair(asf(&format!("length {number}"), "5", "0"), motion("1", "2"));
        for files in [&both[..1], &both] {
            assert_eq!(plays(files), Ok(vec!["asf.unit-value".to_owned()]), "{number}");
        }
        assert_eq!(read_files(&both[..1]).unwrap().source.length_factor, 1.0);
    }
}

#[test]
fn chains_as_long_and_bones_as_large_as_they_may_be() {
    let mut text = ":root\norder tx ty tz rx ry rz\n:bonedata\n".to_owned();
    let mut tree = ":hierarchy\nroot b0\n".to_owned();
    for bone in 0..1990 {
        text += &format!("begin name b{bone} direction 0 1 0 length 9e11 axis 0 0 0 XYZ dof rx end\n");
        tree += &format!("b{bone} b{}\n", bone + 1);
    }
    assert_eq!(plays(&[("a.asf", text + &tree)]), Ok(vec!["asf.unknown-bone".to_owned()]));
}

#[test]
fn acclaim_skins_of_any_numbers() {
    let bones = || asf("length 0.45", "5", "0");
    let skin = |n: &str| format!("v {n} 0 0\nv 0 {n} 0\nv 0 0 1\nv 1 1 1\ng hip\nf 1 2 3\nf 2 3 4\n");
    with_numbers("skin", |n| vec![("a.obj", skin(n)), ("a.asf", bones())]);
}

#[test]
fn fields_of_humanoids_of_any_numbers() {
    for field in ["scale", "center", "translation", "rotation"] {
        let file = |n: &str| {
            let value = if field == "rotation" { format!("{n} 0 {n} 1") } else { format!("{n} {n} {n}") };
            let text = format!(
                "<X3D><Scene><HAnimHumanoid name='h'><HAnimJoint name='humanoid_root' containerField='skeleton' \
                 {field}='{value}'><HAnimJoint DEF='s' name='vl5' center='0 1 0' {field}='{value}'><HAnimSegment \
                 mass='1' centerOfMass='{n} 0 0'/></HAnimJoint></HAnimJoint></HAnimHumanoid><TimeSensor DEF='t' \
                 cycleInterval='1'/><PositionInterpolator DEF='p' key='0 1' keyValue='1 1 1 {n} {n} {n}'/>\
                 <ROUTE fromNode='t' fromField='fraction_changed' toNode='p' toField='set_fraction'/>\
                 <ROUTE fromNode='p' fromField='value_changed' toNode='s' toField='set_scale'/></Scene></X3D>"
            );
            vec![("a.x3d", text)]
        };
        with_numbers(field, file);
    }
}

#[test]
fn an_invisible_figure_is_reported() {
    let file = |unit: &str, scale: &str| {
        format!(
            "<X3D><head><unit category='length' name='u' conversionFactor='{unit}'/></head><Scene><HAnimHumanoid \
             name='h'><HAnimJoint name='humanoid_root' containerField='skeleton' scale='{scale} 1 1'><HAnimJoint \
             name='vl5' center='0 1 0'/></HAnimJoint></HAnimHumanoid></Scene></X3D>"
        )
    };
    let units = ["1e-45", "1e-7", "1e7", "1e300", "0", "-1", "x"].map(|unit| (unit, "1", vec!["hanim.unit"]));
    let scales = ["1e-40", "-1e-13"].map(|scale| ("0.01", scale, vec!["hanim.scale"]));
    // A scale of 0 hides parts that are not needed.
    for (unit, scale, codes) in units.into_iter().chain(scales).chain([("0.01", "0", vec![])]) {
        let expected = codes.into_iter().map(str::to_owned).collect();
        assert_eq!(plays(&[("a.x3d", file(unit, scale))]), Ok(expected), "{unit} {scale}");
    }
}

#[test]
fn scales_in_scales_of_humanoids() {
    for (scale, deep) in [("1e12 1e12 1e12", 8), ("2 2 2", 1000), ("-1e9 1 1e-9", 40), ("1e-12 1e-12 1e-12", 40)] {
        for (field, set) in [("scale", ""), ("name", "set_scale")] {
            let joint = |n: usize| format!("<HAnimJoint DEF='j{n}' name='j{n}' center='0 {n} 0' {field}='{scale}'>");
            let joints: String = (0..deep).map(joint).collect();
            let joints = joints.replacen("<HAnimJoint", "<HAnimJoint containerField='skeleton'", 1);
            let route =
                |n: usize| format!("<ROUTE fromNode='p' fromField='value_changed' toNode='j{n}' toField='{set}'/>");
            let routes: String = (0..deep).filter(|_| !set.is_empty()).map(route).collect();
            let text = format!(
                "<X3D><Scene><HAnimHumanoid name='h'>{joints}{}</HAnimHumanoid><TimeSensor DEF='t' \
                 cycleInterval='1'/><PositionInterpolator DEF='p' key='0 1' keyValue='1 1 1 {scale}'/><ROUTE \
                 fromNode='t' fromField='fraction_changed' toNode='p' toField='set_fraction'/>{routes}</Scene></X3D>",
                "</HAnimJoint>".repeat(deep)
            );
            let found = plays(&[("a.x3d", text)]).map_err(|why| format!("{field} {scale}: {why}"));
            let grows = field == "scale" && !scale.starts_with("1e-12");
            assert_eq!(found.unwrap().contains(&"hanim.figure".to_owned()), grows, "{field} {scale}");
        }
    }
}

fn sims() -> ([Bone; 3], Animation) {
    let track = |bone: &str| Track { translations: Some(0), ..Track::turning(bone, 2) };
    let wave = Animation {
        name: "a2o-wave".into(),
        duration: 66.7,
        translations: vec![[0.0; 3], [0.0, 3.0, 0.0]],
        rotations: vec![UNTURNED, [0.5, 0.5, -0.5, 0.5]],
        tracks: ["ROOT", "ARM"].map(track).to_vec(),
        ..Animation::default()
    };
    (arm(), wave)
}

fn play_many(mut change: impl FnMut(&mut Random) -> [Vec<u8>; 2]) {
    let mut random = Random(7);
    let failure = |round: usize| {
        let [skel, anim] = change(&mut random);
        let result = plays(&[("adult.skel", skel), ("wave.anim", anim)]);
        result.err().map(|why| format!("round {round}: {why}"))
    };
    none((0..4000).filter_map(failure).collect());
}

#[test]
fn sims_rotations_and_translations_of_any_bits() {
    play_many(|random| {
        let (mut bones, mut wave) = sims();
        for _ in 0..1 + random.below(3) {
            let mut number = f32::from_bits(random.below(1 << 32) as u32);
            if random.below(2) == 0 {
                number = [1e20, 3e38, -3e38, 1e-30, 1e-45, 0.0, 1e13, f32::NAN, f32::INFINITY][random.below(9)];
            }
            match random.below(4) {
                0 => bones[random.below(3)].translation[random.below(3)] = number,
                1 => bones[random.below(3)].rotation[random.below(4)] = number,
                2 => wave.translations[random.below(2)][random.below(3)] = number,
                _ => wave.rotations[random.below(2)][random.below(4)] = number,
            }
        }
        [skeleton("adult", &bones), animation(&wave)]
    });
}

#[test]
fn damaged_sims_files() {
    let (bones, wave) = sims();
    let whole = [skeleton("adult", &bones), animation(&wave)];
    play_many(|random| {
        let mut files = whole.clone();
        for _ in 0..1 + random.below(3) {
            let file = &mut files[random.below(2)];
            let at = random.below(file.len());
            file[at] = random.below(256) as u8;
        }
        files
    });
}

#[test]
fn an_impossible_unit_is_ignored() {
    let text = "HIERARCHY ROOT Hips { OFFSET 0 1 0 CHANNELS 0 End Site { OFFSET 0 1 0 } }\nMOTION\nFrames: 0\n";
    let clip = read_alone("a.bvh", text).unwrap();
    let boxes = vec![boxes(&clip.skeleton, &clip.behaviours[0].motion)];
    let mut scene = Scene::new();
    scene.show(Unpacked { clip, boxes, complete: true, expected_frames: 0 });
    let before = *scene.figure().unwrap().placement();
    for metres in [0.0, -1.0, 1e-300, 1e-7, 1e7, 1e300, f64::NAN, f64::INFINITY] {
        scene.set_unit(Some(Unit::Custom(metres)));
        scene.advance(0.0);
        assert_eq!(scene.figure().unwrap().placement(), &before, "{metres}");
        finite(&scene).unwrap();
    }
}
