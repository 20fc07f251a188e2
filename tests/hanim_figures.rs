//! HAnim figures: encodings, masses, shapes, skins and displacers, where the expected result is worked out by hand.
#![cfg(feature = "scene")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]
#![cfg(feature = "hanim")]

mod support;

use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey::scene::{SkinPose, Unit, survey};
use support::{case, fixture, read_alone};

#[test]
fn files_in_every_encoding_are_the_same_figure() {
    let clip = |name: &str| read_alone(name, &fixture("hanim", name)).unwrap();
    let xml = clip("arm.x3d");
    for name in ["arm.x3dv", "arm.wrl", "arm.x3dj", "arm_as.json", "bom.x3dv", "utf16.x3dv", "packed.x3dvz"] {
        let other = clip(name);
        assert_eq!((&other.skeleton, &other.behaviours), (&xml.skeleton, &xml.behaviours), "{name}");
    }
}

#[test]
fn segments_with_mass_are_weighed_in_their_joints_frame() {
    let clip = |text: &str| read_alone("a.x3dv", text.as_bytes()).unwrap();
    let segment = "HAnimSegment { mass 3 centerOfMass 0 1.25 0 }";
    let text = format!("#X3D V4.0 utf8\nHAnimJoint {{ center 0 1 0 children [ {segment} HAnimJoint {{ }} ] }}");
    let found = clip(&text).masses;
    assert_eq!((found.len(), found[0].joint, found[0].mass, found[0].centre), (1, 0, 3.0, glam::Vec3::Y * 0.25));
    // One segment without a mass: the whole is not known.
    assert!(clip(&text.replace("HAnimJoint { }", "HAnimSegment { }")).masses.is_empty());
}

#[test]
fn shapes_lie_where_the_written_pose_puts_them_and_follow_their_joints() {
    let text = "#X3D V4.0 utf8
        HAnimHumanoid { scale 2 2 2 skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint {
            name \"l_hip\" center 0 1 0 rotation 0 0 1 1.5707963267948966
            children HAnimSegment { children Transform { translation 1 1 0 children [
                DEF S Shape { geometry Box { } }
                Transform { translation 0 0 9 children USE S }
                Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 2 -1 0 1 7 -1 ] } }
            ] } } } } }";
    let clip = read_alone("a.x3dv", text.as_bytes()).unwrap();
    let skin = clip.skin.as_ref().unwrap();
    assert_eq!((skin.triangles().len(), skin.corners().len()), (12 + 12 + 1, 24 + 24 + 3));
    assert!(skin.corners().iter().all(|corner| skin.binds()[corner.first as usize].joint == 1));
    // The box is 1 beside the hip, turned a quarter to 1 above it, at twice the size.
    let (skin_pose, rest) = (SkinPose::new(skin, &clip.skeleton), Pose::rest(&clip.skeleton));
    let corners = skin.corners()[..24].iter().map(|corner| skin_pose.place(skin, corner, &rest));
    let low = corners.clone().reduce(glam::Vec3::min).unwrap();
    let high = corners.reduce(glam::Vec3::max).unwrap();
    assert!(low.distance(glam::Vec3::new(-2.0, 2.0, -2.0)) < 1e-5, "{low}");
    assert!(high.distance(glam::Vec3::new(2.0, 6.0, 2.0)) < 1e-5, "{high}");
    // The triangle looked along z, and still does.
    assert!(skin.corners()[48].normal.distance(glam::Vec3::Z) < 1e-6);
    assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["hanim.face-index"]);
}

/// Where the points of the skin are, one corner for each.
fn skinned(clip: &Clip, seconds: f64) -> Vec<glam::Vec3> {
    let skin = clip.skin.as_ref().unwrap();
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[0].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
    let skin_pose = SkinPose::new(skin, &clip.skeleton);
    skin.corners().iter().map(|corner| skin_pose.place(skin, corner, &pose)).collect()
}

#[test]
fn joints_pull_at_the_skin_by_their_weights_and_leave_the_rest() {
    // Two joints on the y axis, the elbow at height 1, which bends a quarter to the right in one second. The humanoid is
    // twice as large and stands 10 to the side.
    let text = "#X3D V4.0 utf8
        DEF H HAnimHumanoid { translation 10 0 0 scale 2 2 2
            skeleton DEF S HAnimJoint { name \"l_shoulder\" skinCoordIndex [ 0 1 ] skinCoordWeight [ 1 0.5 ]
                children DEF E HAnimJoint { name \"l_elbow\" center 0 1 0
                    skinCoordIndex [ 1 2 3 9 ] skinCoordWeight [ 0.5 1 0.25 1 ] } }
            joints [ USE S USE E ] jointBindingPositions [ 0 0 0 0 0 3 ]
            skinCoord DEF P Coordinate { point [ 0 0 0  0 1 0  0 2 0  0 2 0  0 2 0 ] }
            skin Shape { geometry IndexedTriangleSet { index [ 0 1 2 2 3 4 ] coord USE P } } }
        DEF T TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 -1.5707963267948966 ] }
        ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO E.rotation";
    let clip = read_alone("a.x3dv", text.as_bytes()).unwrap();
    assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["hanim.skin-index"]);
    let near = |seconds: f64, expected: [[f32; 3]; 5]| {
        for (found, expected) in skinned(&clip, seconds).iter().zip(expected) {
            // In the humanoid's space, where the arithmetic is easy; then twice as large, and 10 to the side.
            let expected = 2.0 * glam::Vec3::from(expected) + 10.0 * glam::Vec3::X;
            assert!(found.distance(expected) < 1e-5, "{found} is not {expected} at {seconds}");
        }
    };
    // The elbow's binding moves what it pulls at by 3 along z: half of point 1, all of point 2, a quarter of point 3.
    near(0.0, [[0.0, 0.0, 0.0], [0.0, 1.0, 1.5], [0.0, 2.0, 3.0], [0.0, 2.0, 0.75], [0.0, 2.0, 0.0]]);
    // Bent, the elbow takes (0, 2, 3) to (1, 1, 3), and (0, 1, 3) stays. Point 3: a quarter of (1, 1, 3) and three quarters
    // of (0, 2, 0). No joint pulls at point 4.
    near(1.0, [[0.0, 0.0, 0.0], [0.0, 1.0, 1.5], [1.0, 1.0, 3.0], [0.25, 1.75, 0.75], [0.0, 2.0, 0.0]]);
}

#[test]
fn displacers_push_points_of_the_skin_and_of_segments() {
    // The joint at height 1 is turned a quarter, so that a push along x becomes one along y. Its displacer pushes point 1
    // of the skin, which no joint pulls at, and point 2, which this joint pulls at. The segment's displacer pushes corner 1
    // of its shape, which stands 3 to the side.
    let text = "#X3D V4.0 utf8
        HAnimHumanoid {
            skeleton HAnimJoint { name \"root\" center 0 1 0 rotation 0 0 1 1.5707963267948966
                skinCoordIndex 2 skinCoordWeight 1
                displacers DEF D HAnimDisplacer { coordIndex [ 1 2 7 ] displacements [ 1 0 0 0 0 2 9 9 9 ] weight 0.5 }
                children HAnimSegment { name \"s\" coord DEF Q Coordinate { point [ 0 1 0  1 1 0  0 1 1 ] }
                    displacers HAnimDisplacer { coordIndex 1 displacements [ 0 0 4 ] weight 0.25 }
                    children Transform { translation 3 0 0
                        children Shape { geometry IndexedTriangleSet { index [ 0 1 2 ] coord USE Q } } } } }
            skinCoord DEF P Coordinate { point [ 0 0 0  1 0 0  0 2 0 ] }
            skin Shape { geometry IndexedTriangleSet { index [ 0 1 2 ] coord USE P } } }
        DEF T TimeSensor { } DEF I ScalarInterpolator { key [ 0 1 ] keyValue [ 0 2 ] }
        ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO D.set_weight";
    let clip = read_alone("a.x3dv", text.as_bytes()).unwrap();
    assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["hanim.displacer"]);
    let near = |seconds: f64, expected: [[f32; 3]; 6]| {
        for (found, expected) in skinned(&clip, seconds).iter().zip(expected) {
            assert!(found.distance(expected.into()) < 1e-5, "{found} is not {expected:?} at {seconds}");
        }
    };
    // (3, 1, 0) and its neighbours, turned about (0, 1, 0), become (0, 4, 0); a quarter of 4 along z is 1. Point 2 turns
    // from (0, 2, 0) to (-1, 1, 0); at weight 0 nothing pushes it, at weight 2 it is 4 along z.
    let segment = [[0.0, 4.0, 0.0], [0.0, 5.0, 1.0], [0.0, 4.0, 1.0]];
    let with = |skin: [[f32; 3]; 3]| [segment[0], segment[1], segment[2], skin[0], skin[1], skin[2]];
    near(0.0, with([[0.0; 3], [1.0, 0.0, 0.0], [-1.0, 1.0, 0.0]]));
    near(1.0, with([[0.0; 3], [1.0, 2.0, 0.0], [-1.0, 1.0, 4.0]]));
}

#[test]
fn a_skin_without_joints_stands_still() {
    let text = "#X3D V4.0 utf8
        Transform { translation 0 5 0 children HAnimHumanoid { name \"statue\" skin Shape { geometry Box { size 2 2 2 } } } }";
    let clip = read_alone("a.x3dv", text.as_bytes()).unwrap();
    assert_eq!(clip.skeleton.names(), ["statue".into()]);
    assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["hanim.no-joints"]);
    assert!(skinned(&clip, 0.0).iter().all(|corner| (corner.y - 5.0).abs() == 1.0));
}

#[test]
fn joints_with_driven_displacers_say_so_and_others_do_not() {
    let clip = case("hanim", "displaced.x3d").read().unwrap();
    // The second joint has a scale of its own, which nothing moves.
    assert!(clip.skeleton.scaling().is_some());
    let words: Vec<&str> = clip.source.channels.iter().map(|words| &**words).collect();
    assert_eq!(words, ["weight", "weight"]);
}

#[test]
fn more_displacers_than_may_move_are_all_left_out_and_the_figure_shown() {
    let with = |count: usize| {
        let uses = "USE D ".repeat(count - 1);
        let text = format!(
            "#X3D V4.0 utf8\nHAnimJoint {{ displacers [ DEF D HAnimDisplacer {{ weight 1 }} {uses} ] }}
            DEF T TimeSensor {{ }} DEF S ScalarInterpolator {{ key 0 keyValue 1 }}
            ROUTE T.fraction_changed TO S.set_fraction ROUTE S.value_changed TO D.set_weight"
        );
        read_alone("a.x3dv", text.as_bytes()).unwrap()
    };
    // As many as 16 bits address.
    assert_eq!(with(65_535).skeleton.weights().len(), 65_535);
    for count in [65_536, 70_000] {
        let clip = with(count);
        assert_eq!((clip.skeleton.len(), clip.skeleton.weights().len()), (1, 0));
        assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["hanim.displacers"]);
        assert_eq!(clip.warnings[0].location.map(|place| place.line), Some(2));
        assert_eq!(clip.behaviours[0].motion.translations().joints(), []);
    }
}

#[test]
fn a_giant_in_metres_is_told_which_unit_would_suit_it() {
    // A person whose numbers mean metres when they are multiplied by `size`.
    let figure = |size: f64, unit: &str| {
        let joint = |name: &str, [x, y]: [f64; 2], inside: &str| {
            format!("HAnimJoint {{ name \"{name}\" center {} {} 0 children [ {inside} ] }}", x / size, y / size)
        };
        let leg = |side: &str, x: f64| {
            let ankle = joint(&format!("{side}_ankle"), [x, 0.07], "");
            joint(&format!("{side}_hip"), [x, 0.9], &joint(&format!("{side}_knee"), [x, 0.48], &ankle))
        };
        let body = format!("{} {} {}", leg("l", 0.1), leg("r", -0.1), joint("skullbase", [0.0, 1.5], ""));
        let root = joint("humanoid_root", [0.0, 0.9], &body);
        let text = format!("#X3D V4.0 utf8\n{unit}\nHAnimHumanoid {{ skeleton {root} }}");
        read_alone("a.x3dv", text.as_bytes()).unwrap()
    };
    let rather = |clip: &Clip| {
        let motion = &clip.behaviours[0].motion;
        survey(&clip.skeleton, motion, clip.source.up).scale(&clip.source).rather
    };
    let giant = figure(0.01, "");
    assert_eq!(rather(&giant), Some(Unit::Centimetre));
    // The standard's unit is kept.
    assert_eq!((giant.source.metres_per_unit, giant.source.unit_stated), (Some(1.0), false));
    for (size, unit) in [(1.0, ""), (0.4, ""), (0.01, "UNIT length centimetre 0.01")] {
        let person = figure(size, unit);
        assert_eq!((rather(&person), person.source.unit_stated), (None, !unit.is_empty()), "{size} {unit}");
    }
}

/// A motion of two frames for these joints, each turned by 90 degrees about z in the second one.
fn motion_alone(joints: &[&str], unit: &str) -> String {
    let turned = "0 0 0 90 ".repeat(joints.len()) + "0";
    let channels = "4 Xposition Yposition Zposition Zrotation ".repeat(joints.len());
    format!(
        "#X3D V4.0 utf8\n{unit}\nHAnimMotion {{ name \"wave\" frameDuration 0.5 joints \"{}\" channels \"{channels}1 Xrotation\" \
         values [ {} {turned} ] }}",
        joints.join(" ") + " IGNORED",
        "0 0 2 0 ".repeat(joints.len()) + "0"
    )
}

fn set(files: &[(&str, &str)]) -> Vec<(String, Result<Clip, marey::ParseError>)> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    marey::formats::parse_set(&files, marey::Limits::default())
}

const ARM: &str = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint {
    name \"l_shoulder\" center 1 0 0 children HAnimJoint { name \"l_elbow\" center 2 0 0 } } } }";

#[test]
fn motions_without_a_figure_ask_for_one_and_play_on_it_by_the_names_of_joints() {
    let wave = motion_alone(&["humanoid_root", "l_shoulder"], "UNIT length cm 0.01");
    let refused = read_alone("wave.x3dv", wave.as_bytes()).unwrap_err();
    assert_eq!(refused.code(), "hanim.needs-skeleton");
    assert!(refused.message().contains("that has humanoid_root, l_shoulder beside it"), "{refused}");

    let leg = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" } }";
    let mut clips = set(&[("leg.x3dv", leg), ("wave.x3dv", &wave), ("arm.x3dv", ARM)]);
    let (name, clip) = clips.remove(1);
    let clip = clip.unwrap();
    assert_eq!((name.as_str(), &*clip.about.skeleton_file, &*clip.about.skeleton_doubt), ("wave.x3dv", "arm.x3dv", ""));
    assert_eq!((clip.behaviours[0].name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 2));
    let mut pose = Pose::rest(&clip.skeleton);
    let mut elbow = |seconds: f64| {
        sample(&clip.behaviours[0].motion, seconds, Interpolation::Nearest, &mut pose);
        world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
        pose.world[clip.skeleton.find("l_elbow").unwrap()].translation
    };
    // Both joints are moved by 2 cm; then the root and the shoulder turn by a quarter each.
    assert!(elbow(0.0).distance(glam::Vec3A::new(2.0, 0.0, 0.04)) < 1e-6, "{}", elbow(0.0));
    assert!(elbow(0.5).distance(glam::Vec3A::new(-1.0, 1.0, 0.0)) < 1e-6, "{}", elbow(0.5));
    // The figure alone is as it was.
    assert!(clips.iter().all(|(_, clip)| clip.as_ref().is_ok_and(|clip| clip.about.skeleton_file.is_empty())));
}

#[test]
fn a_figure_that_lacks_joints_of_a_motion_is_doubted_and_one_that_has_none_is_refused() {
    let wave = motion_alone(&["l_shoulder", "l_wing", "l_fin"], "");
    let (_, clip) = set(&[("wave.x3dv", &wave), ("arm.x3dv", ARM)]).remove(0);
    assert_eq!(clip.unwrap().about.skeleton_doubt, "2 of the motion's 3 joints are not in it");
    let swim = motion_alone(&["l_fin"], "");
    let (_, refused) = set(&[("swim.x3dv", &swim), ("arm.x3dv", ARM)]).remove(0);
    let refused = refused.unwrap_err();
    assert_eq!((refused.code(), refused.message()), ("hanim.no-fit", "no figure fits: none has l_fin"));
}

/// A figure that turns its left wrist, under the names of HAnim 1 and behind the name of the figure.
const WRIST: &str = "#X3D V4.0 utf8\nUNIT length cm 0.01\nHAnimHumanoid { skeleton DEF R HAnimJoint { name \"Joe_HumanoidRoot\" children
    DEF W HAnimJoint { name \"Joe_l_wrist\" center 50 0 0 } } }
    DEF Wave TimeSensor { cycleInterval 2 }
    DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1.5707963 ] }
    DEF Go PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0 0 100 ] }
    ROUTE Wave.fraction_changed TO Turn.set_fraction ROUTE Wave.fraction_changed TO Go.set_fraction
    ROUTE Turn.value_changed TO W.rotation ROUTE Go.value_changed TO R.translation";

#[test]
fn figures_that_are_given_together_share_their_motions_by_the_names_of_joints() {
    let hand = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" center 0 1 0 children HAnimJoint {
        name \"l_radiocarpal\" center 1 1 0 children HAnimSite { name \"tip\" translation 2 1 0 } } } }";
    let clips = set(&[("parts/wrist.x3dv", WRIST), ("hand.x3dv", hand)]);
    let names = |clip: &Clip| clip.behaviours.iter().map(|behaviour| behaviour.name.clone()).collect::<Vec<_>>();
    let (wrist, hand) = (clips[0].1.as_ref().unwrap(), clips[1].1.as_ref().unwrap());
    assert_eq!(names(wrist), ["Wave"]);
    // It does nothing by itself: its own pose comes last.
    assert_eq!(names(hand), ["Wave (wrist.x3dv)", "hand"]);
    assert!(!hand.behaviours[1].motion.moves());
    let motion = &hand.behaviours[0].motion;
    assert_eq!((motion.frame_count(), motion.duration()), (2, 2.0));
    let mut pose = Pose::rest(&hand.skeleton);
    sample(motion, 2.0, Interpolation::Nearest, &mut pose);
    world_matrices(&hand.skeleton, glam::Affine3A::IDENTITY, &mut pose);
    // The root goes 100 cm, the hand turns by a quarter about the wrist.
    let tip = pose.world[hand.skeleton.find("tip").unwrap()].translation;
    assert!(tip.distance(glam::Vec3A::new(1.0, 2.0, 1.0)) < 1e-5, "{tip}");
    // The same figure in centimetres, made small by its humanoid: its joints go 100 of its units.
    let small = "#X3D V4.0 utf8\nHAnimHumanoid { scale 0.01 0.01 0.01 skeleton HAnimJoint { name \"humanoid_root\" center 0 100 0
        children HAnimJoint { name \"l_radiocarpal\" center 100 100 0 } } }";
    let clip = set(&[("wrist.x3dv", WRIST), ("small.x3dv", small)]).remove(1).1.unwrap();
    let motion = &clip.behaviours[0].motion;
    let root = motion.translations().row(1)[0] - motion.translations().row(0)[0];
    assert!(root.distance(glam::Vec3::new(0.0, 0.0, 100.0)) < 1e-3, "{root}");
}

#[test]
fn motions_of_other_joints_and_of_more_files_than_can_be_read_for_each_other_are_not_shared() {
    let names = |clip: &Result<Clip, marey::ParseError>| -> Vec<String> {
        clip.as_ref().unwrap().behaviours.iter().map(|behaviour| behaviour.name.clone()).collect()
    };
    // The root is known, the wrist is not: half of what moves is enough, less is not.
    assert_eq!(names(&set(&[("wrist.x3dv", WRIST), ("arm.x3dv", ARM)])[1].1), ["Wave (wrist.x3dv)", "arm"]);
    let fins = WRIST.replace("Joe_HumanoidRoot", "Joe_fin");
    assert_eq!(names(&set(&[("wrist.x3dv", &fins), ("arm.x3dv", ARM)])[1].1), ["arm"]);
    let others: Vec<String> = (0..9).map(|at| format!("{WRIST} # {at}")).collect();
    let mut files: Vec<(&str, &str)> = others.iter().map(|text| ("wrist.x3dv", text.as_str())).collect();
    files.push(("arm.x3dv", ARM));
    let clips = set(&files);
    assert_eq!(names(&clips[9].1), ["arm"]);
}

#[test]
fn copies_of_prototypes_are_limited_and_an_inline_of_itself_is_left_out() {
    let mut text = String::from("#X3D V4.0 utf8\nPROTO P0 [ ] { HAnimJoint { name \"a\" } }\n");
    for at in 1..40 {
        let one = format!("P{} {{ }} ", at - 1);
        text += &format!("PROTO P{at} [ ] {{ Group {{ children [ {} ] }} }}\n", one.repeat(10));
    }
    text += "HAnimJoint { name \"root\" children P39 { } }";
    let clip = read_alone("laughs.x3dv", text.as_bytes()).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.too-many-copies"), "{:?}", clip.warnings);
    let own = "#X3D V4.0 utf8\nHAnimJoint { name \"root\" children Inline { url \"own.x3dv\" } }";
    let clip = set(&[("own.x3dv", own)]).remove(0).1.unwrap();
    assert_eq!(clip.skeleton.len(), 1);
    assert_eq!(clip.warnings[0].code, "hanim.copy-cycle");
    // Two files that name each other.
    let [a, b] = [("b.x3dv", "a"), ("a.x3dv", "b")].map(|(url, name)| {
        format!("#X3D V4.0 utf8\nHAnimJoint {{ name \"{name}\" children Inline {{ url \"{url}\" }} }}")
    });
    let clip = set(&[("a.x3dv", &a), ("b.x3dv", &b)]).remove(0).1.unwrap();
    assert_eq!(clip.skeleton.names().iter().map(|name| &**name).collect::<Vec<_>>(), ["a", "b"]);
    // One that is not there is asked for by name.
    let clip = read_alone("a.x3dv", a.as_bytes()).unwrap();
    assert!(clip.warnings[0].message.contains("drop `b.x3dv` together with this file"), "{}", clip.warnings[0].message);
}
