//! HAnim figures: encodings, masses, shapes, skins and displacers, with expected results calculated by hand.

use std::f64::consts::FRAC_PI_2;

use glam::Vec3;
use marey::body::{Unit, survey};
use marey::look::SkinPose;
use marey::model::Clip;
use marey::pose::Pose;
use support::{assert_near, case, codes, fixture, played, posed, read_alone, read_files, read_set, scene};

#[test]
fn files_in_every_encoding_are_the_same_figure() {
    let clip = |name: &str| read_alone(name, fixture("hanim", name)).unwrap();
    let xml = clip("arm.x3d");
    for name in ["arm.x3dv", "arm.wrl", "arm.x3dj", "arm_as.json", "bom.x3dv", "utf16.x3dv", "packed.x3dvz"] {
        let other = clip(name);
        assert_eq!((&other.skeleton, &other.behaviours), (&xml.skeleton, &xml.behaviours), "{name}");
    }
}

#[test]
fn masses_of_segments_are_placed_in_their_joints_frame() {
    let segment = "HAnimSegment { mass 3 centerOfMass 0 1.25 0 }";
    let text = format!("HAnimJoint {{ center 0 1 0 children [ {segment} HAnimJoint {{ }} ] }}");
    let found = scene(&text).masses;
    assert_eq!((found.len(), found[0].joint, found[0].mass, found[0].centre), (1, 0, 3.0, Vec3::Y * 0.25));
    // One segment without a mass: the total is unknown.
    assert!(scene(&text.replace("HAnimJoint { }", "HAnimSegment { }")).masses.is_empty());
}

#[test]
fn shapes_are_placed_in_the_written_pose_and_follow_their_joints() {
    let text = "HAnimHumanoid { scale 2 2 2 skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint {
            name \"l_hip\" center 0 1 0 rotation 0 0 1 1.5707963267948966
            children HAnimSegment { children Transform { translation 1 1 0 children [
                DEF S Shape { geometry Box { } }
                Transform { translation 0 0 9 children USE S }
                Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 2 -1 0 1 7 -1 ] } }
            ] } } } } }";
    let clip = scene(text);
    let skin = clip.skin.as_ref().unwrap();
    assert_eq!((skin.triangles().len(), skin.corners().len()), (12 + 12 + 1, 24 + 24 + 3));
    assert!(skin.corners().iter().all(|corner| skin.binds()[corner.first as usize].joint == 1));
    // The box is 1 beside the hip, turned a quarter to 1 above it, at twice the size.
    let (skin_pose, rest) = (SkinPose::new(skin, &clip.skeleton), Pose::rest(&clip.skeleton));
    let matrices = skin_pose.matrices(&rest);
    let corners = skin.corners()[..24].iter().map(|corner| SkinPose::place(skin, corner, &matrices, &rest));
    let (low, high) = (corners.clone().reduce(Vec3::min).unwrap(), corners.reduce(Vec3::max).unwrap());
    assert_near(&[low, high], &[[-2.0, 2.0, -2.0], [2.0, 6.0, 2.0]], 1e-5);
    assert!(skin.corners()[48].normal.distance(Vec3::Z) < 1e-6);
    assert_eq!(codes(&clip), ["hanim.face-index"]);
}

fn skinned(clip: &Clip, seconds: f64) -> Vec<Vec3> {
    let (skin, pose) = (clip.skin.as_ref().unwrap(), posed(clip, 0, seconds));
    let skin_pose = SkinPose::new(skin, &clip.skeleton);
    let matrices = skin_pose.matrices(&pose);
    skin.corners().iter().map(|corner| SkinPose::place(skin, corner, &matrices, &pose)).collect()
}

#[test]
fn joints_move_the_skin_by_their_weights_and_leave_the_rest() {
    // Two joints on the y axis; the elbow at height 1 bends a quarter to the right in one second. The humanoid is twice
    // as large and 10 to the side.
    let text = "DEF H HAnimHumanoid { translation 10 0 0 scale 2 2 2
            skeleton DEF S HAnimJoint { name \"l_shoulder\" skinCoordIndex [ 0 1 ] skinCoordWeight [ 1 0.5 ]
                children DEF E HAnimJoint { name \"l_elbow\" center 0 1 0
                    skinCoordIndex [ 1 2 3 9 ] skinCoordWeight [ 0.5 1 0.25 1 ] } }
            joints [ USE S USE E ] jointBindingPositions [ 0 0 0 0 0 3 ]
            skinCoord DEF P Coordinate { point [ 0 0 0  0 1 0  0 2 0  0 2 0  0 2 0 ] }
            skin Shape { geometry IndexedTriangleSet { index [ 0 1 2 2 3 4 ] coord USE P } } }
        DEF T TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 -1.5707963267948966 ] }
        ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO E.rotation";
    let clip = scene(text);
    assert_eq!(codes(&clip), ["hanim.skin-index"]);
    // In the humanoid's space, where the calculation is easy; then twice as large, and 10 to the side.
    let check = |seconds, points: [[f32; 3]; 5]| {
        let points = points.map(|point| 2.0 * Vec3::from(point) + 10.0 * Vec3::X);
        assert_near(&skinned(&clip, seconds), &points, 1e-5);
    };
    // The elbow's binding moves its points by 3 along z: half of point 1, all of point 2, a quarter of point 3.
    check(0.0, [[0.0, 0.0, 0.0], [0.0, 1.0, 1.5], [0.0, 2.0, 3.0], [0.0, 2.0, 0.75], [0.0, 2.0, 0.0]]);
    // Bent, the elbow takes (0, 2, 3) to (1, 1, 3), and (0, 1, 3) stays. Point 3: a quarter of (1, 1, 3) and three
    // quarters of (0, 2, 0). No joint moves point 4.
    check(1.0, [[0.0, 0.0, 0.0], [0.0, 1.0, 1.5], [1.0, 1.0, 3.0], [0.25, 1.75, 0.75], [0.0, 2.0, 0.0]]);
}

#[test]
fn displacers_move_points_of_the_skin_and_of_segments() {
    // The joint at height 1 is turned a quarter, so a displacement along x becomes one along y. Its displacer moves
    // point 1 of the skin, which has no joint, and point 2, which has this joint. The segment's displacer moves corner
    // 1 of its shape, which is 3 to the side.
    let text = "HAnimHumanoid {
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
    let clip = scene(text);
    assert_eq!(codes(&clip), ["hanim.displacer"]);
    // (3, 1, 0) and its neighbours, turned about (0, 1, 0), become (0, 4, 0); a quarter of 4 along z is 1. Point 2
    // turns from (0, 2, 0) to (-1, 1, 0); weight 0 does not move it, weight 2 moves it by 4 along z.
    let segment = [[0.0, 4.0, 0.0], [0.0, 5.0, 1.0], [0.0, 4.0, 1.0]];
    let check = |seconds, skin| assert_near(&skinned(&clip, seconds), &[segment, skin].concat(), 1e-5);
    check(0.0, [[0.0; 3], [1.0, 0.0, 0.0], [-1.0, 1.0, 0.0]]);
    check(1.0, [[0.0; 3], [1.0, 2.0, 0.0], [-1.0, 1.0, 4.0]]);
}

#[test]
fn a_skin_without_joints_does_not_move() {
    let text = "Transform { translation 0 5 0 children HAnimHumanoid { name \"statue\" skin Shape { geometry Box { size 2 2 2 } } } }";
    let clip = scene(text);
    assert_eq!(clip.skeleton.names(), ["statue".into()]);
    assert_eq!(codes(&clip), ["hanim.no-joints"]);
    assert!(skinned(&clip, 0.0).iter().all(|corner| (corner.y - 5.0).abs() == 1.0));
}

#[test]
fn only_joints_with_driven_displacers_have_weights() {
    let clip = case("hanim", "displaced.x3d").read().unwrap();
    // The second joint has a scale of its own, which does not change.
    assert!(clip.skeleton.scaling().is_some());
    let words: Vec<&str> = clip.source.channels.iter().map(|words| &**words).collect();
    assert_eq!(words, ["weight", "weight"]);
}

#[test]
fn too_many_driven_displacers_are_all_left_out_and_the_figure_is_shown() {
    let with = |count: usize| {
        let uses = "USE D ".repeat(count - 1);
        scene(&format!(
            "HAnimJoint {{ displacers [ DEF D HAnimDisplacer {{ weight 1 }} {uses} ] }}
            DEF T TimeSensor {{ }} DEF S ScalarInterpolator {{ key 0 keyValue 1 }}
            ROUTE T.fraction_changed TO S.set_fraction ROUTE S.value_changed TO D.set_weight"
        ))
    };
    // As many as 16 bits address.
    assert_eq!(with(65_535).skeleton.weights().len(), 65_535);
    for count in [65_536, 70_000] {
        let clip = with(count);
        assert_eq!((clip.skeleton.len(), clip.skeleton.weights().len()), (1, 0));
        assert_eq!(codes(&clip), ["hanim.displacers"]);
        assert_eq!(clip.warnings[0].location.map(|place| place.line), Some(2));
        assert!(clip.behaviours[0].motion.translations().joints().is_empty());
    }
}

#[test]
fn a_giant_in_metres_gets_a_warning_with_a_fitting_unit() {
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
        scene(&format!("{unit}\nHAnimHumanoid {{ skeleton {root} }}"))
    };
    let rather = |clip: &Clip| {
        let motion = &clip.behaviours[0].motion;
        survey(&clip.skeleton, motion, clip.source.up).scale(&clip.source).rather
    };
    let giant = figure(0.01, "");
    assert_eq!(rather(&giant), Some(Unit::Centimetre));
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

fn behaviours(clip: &Clip) -> Vec<&str> {
    clip.behaviours.iter().map(|behaviour| behaviour.name.as_str()).collect()
}

fn place(clip: &Clip, joint: &str, seconds: f64) -> Vec3 {
    played(clip, 0, seconds)[clip.skeleton.find(joint).unwrap()]
}

const ARM: &str = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint {
    name \"l_shoulder\" center 1 0 0 children HAnimJoint { name \"l_elbow\" center 2 0 0 } } } }";

#[test]
fn motions_without_a_figure_ask_for_one_and_find_its_joints_by_name() {
    let wave = motion_alone(&["humanoid_root", "l_shoulder"], "UNIT length cm 0.01");
    let refused = read_alone("wave.x3dv", &wave).unwrap_err();
    assert_eq!(refused.code(), "hanim.needs-skeleton");
    assert!(refused.message().contains("that has humanoid_root, l_shoulder beside it"), "{refused}");

    let leg = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" } }";
    let mut clips = read_set(&[("leg.x3dv", leg), ("wave.x3dv", &wave), ("arm.x3dv", ARM)]);
    let (name, clip) = clips.remove(1);
    let clip = clip.unwrap();
    assert_eq!((name.as_str(), &*clip.about.skeleton_file, &*clip.about.skeleton_doubt), ("wave.x3dv", "arm.x3dv", ""));
    assert_eq!((clip.behaviours[0].name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 2));
    // Both joints are moved by 2 cm; then the root and the shoulder turn by a quarter each.
    let elbow = [0.0, 0.5].map(|seconds| place(&clip, "l_elbow", seconds));
    assert_near(&elbow, &[[2.0, 0.0, 0.04], [-1.0, 1.0, 0.0]], 1e-6);
    assert!(clips.iter().all(|(_, clip)| clip.as_ref().is_ok_and(|clip| clip.about.skeleton_file.is_empty())));
}

#[test]
fn a_figure_that_lacks_joints_of_a_motion_is_doubted_and_one_that_has_none_is_refused() {
    let wave = motion_alone(&["l_shoulder", "l_wing", "l_fin"], "");
    let (_, clip) = read_set(&[("wave.x3dv", wave.as_str()), ("arm.x3dv", ARM)]).remove(0);
    assert_eq!(clip.unwrap().about.skeleton_doubt, "2 of the motion's 3 joints are not in it");
    let swim = motion_alone(&["l_fin"], "");
    let (_, refused) = read_set(&[("swim.x3dv", swim.as_str()), ("arm.x3dv", ARM)]).remove(0);
    let refused = refused.unwrap_err();
    assert_eq!((refused.code(), refused.message()), ("hanim.no-fit", "no figure fits: none has l_fin"));
}

/// A figure that turns its left wrist, with HAnim 1 names after the figure's name.
const WRIST: &str = "#X3D V4.0 utf8\nUNIT length cm 0.01\nHAnimHumanoid { skeleton DEF R HAnimJoint { name \"Joe_HumanoidRoot\" children
    DEF W HAnimJoint { name \"Joe_l_wrist\" center 50 0 0 } } }
    DEF Wave TimeSensor { cycleInterval 2 }
    DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1.5707963 ] }
    DEF Go PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0 0 100 ] }
    ROUTE Wave.fraction_changed TO Turn.set_fraction ROUTE Wave.fraction_changed TO Go.set_fraction
    ROUTE Turn.value_changed TO W.rotation ROUTE Go.value_changed TO R.translation";

#[test]
fn a_cycle_that_no_clock_can_show_is_clamped_with_a_warning() {
    for (given, seconds) in [
        ("2", 2.0),
        ("1e6", 1e6),
        ("1e9", 1e6),
        ("1e12", 1e6),
        ("1e-9", 1e-6),
        ("1e-12", 1e-6),
        ("0", 1.0),
        ("-1e9", 1.0),
    ] {
        let text = WRIST.replace("cycleInterval 2", &format!("cycleInterval {given}"));
        let clip = read_alone("wrist.x3dv", text.as_bytes()).unwrap();
        assert_eq!(clip.behaviours[0].motion.duration(), seconds, "{given}");
        let told = codes(&clip).contains(&"hanim.cycle-interval");
        assert_eq!(told, given.parse() != Ok(seconds), "{given}: {:?}", clip.warnings);
    }
}

#[test]
fn figures_read_together_share_their_motions_by_joint_names() {
    let hand = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" center 0 1 0 children HAnimJoint {
        name \"l_radiocarpal\" center 1 1 0 children HAnimSite { name \"tip\" translation 2 1 0 } } } }";
    let clips = read_set(&[("parts/wrist.x3dv", WRIST), ("hand.x3dv", hand)]);
    let (wrist, hand) = (clips[0].1.as_ref().unwrap(), clips[1].1.as_ref().unwrap());
    assert_eq!(behaviours(wrist), ["Wave"]);
    // It has no behaviour of its own: its pose comes last.
    assert_eq!(behaviours(hand), ["Wave (wrist.x3dv)", "hand"]);
    assert!(!hand.behaviours[1].motion.moves());
    let motion = &hand.behaviours[0].motion;
    assert_eq!((motion.frame_count(), motion.duration()), (2, 2.0));
    // The root moves by 100 cm, the hand turns by a quarter about the wrist.
    assert_near(&[place(hand, "tip", 2.0)], &[[1.0, 2.0, 1.0]], 1e-5);
    // The same figure in centimetres, scaled down by its humanoid: its joints move by 100 of its units.
    let small = "#X3D V4.0 utf8\nHAnimHumanoid { scale 0.01 0.01 0.01 skeleton HAnimJoint { name \"humanoid_root\" center 0 100 0
        children HAnimJoint { name \"l_radiocarpal\" center 100 100 0 } } }";
    let clip = read_set(&[("wrist.x3dv", WRIST), ("small.x3dv", small)]).remove(1).1.unwrap();
    let places = clip.behaviours[0].motion.translations();
    assert_near(&[places.row(1)[0] - places.row(0)[0]], &[[0.0, 0.0, 100.0]], 1e-3);
}

#[test]
fn files_in_any_order_give_the_same_behaviours() {
    let wave = motion_alone(&["humanoid_root"], "");
    let bow = WRIST.replace("Wave", "Bow");
    let second = ARM.replace("center 1 0 0", "center 1 0 1");
    let files = [
        ("wrist.x3dv", WRIST),
        ("b/wrist.x3dv", WRIST),
        ("bow.x3dv", &bow),
        ("arm.x3dv", ARM),
        ("arm2.x3dv", &second),
        ("wave.x3dv", &wave),
    ];
    let outcome = |order: &[usize]| {
        let clips = read_set(&order.iter().map(|at| files[*at]).collect::<Vec<_>>());
        let mut outcome: Vec<(String, Vec<String>, String)> = clips
            .into_iter()
            .map(|(name, clip)| {
                let clip = clip.unwrap();
                let behaviours = behaviours(&clip).into_iter().map(str::to_owned).collect();
                (name, behaviours, clip.about.skeleton_file.to_string())
            })
            .collect();
        outcome.sort();
        outcome
    };
    let one = outcome(&[0, 1, 2, 3, 4, 5]);
    let (_, arm, _) = one.iter().find(|(name, ..)| name == "arm.x3dv").unwrap();
    // By the names of the files, with their folders.
    assert_eq!(*arm, ["Wave (wrist.x3dv)", "Bow (bow.x3dv)", "Wave (wrist.x3dv) 2", "arm"]);
    assert_eq!(one.iter().find(|(name, ..)| name == "wave.x3dv").unwrap().2, "arm.x3dv");
    for order in [[5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2], [2, 5, 1, 4, 0, 3]] {
        assert_eq!(outcome(&order), one, "{order:?}");
    }
}

#[test]
fn motions_of_other_joints_and_of_too_many_files_are_not_shared() {
    let check = |wrists: &[String], expected: &[&str]| {
        let wrists = wrists.iter().map(|text| ("wrist.x3dv", text.as_str()));
        let files: Vec<_> = wrists.chain([("arm.x3dv", ARM)]).collect();
        assert_eq!(behaviours(read_set(&files).pop().unwrap().1.as_ref().unwrap()), expected);
    };
    // The root is known, the wrist is not: half of the moving joints is enough, less is not.
    check(&[WRIST.to_owned()], &["Wave (wrist.x3dv)", "arm"]);
    check(&[WRIST.replace("Joe_HumanoidRoot", "Joe_fin")], &["arm"]);
    check(&[0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| format!("{WRIST} # {at}")), &["arm"]);
}

#[test]
fn shapes_on_moving_transforms_beside_the_body_follow_them() {
    let clip = case("hanim", "beside.x3d").read().unwrap();
    assert_eq!(codes(&clip), ["hanim.viewpoint", "hanim.route-field"]);
    // The middle of each box at the start and at the end: the ball flies 4 up and 8 away, the hand holds the other.
    let middles = |behaviour: usize, seconds: f64| {
        let (skin, pose) = (clip.skin.as_ref().unwrap(), posed(&clip, behaviour, seconds));
        let skin_pose = SkinPose::new(skin, &clip.skeleton);
        let matrices = skin_pose.matrices(&pose);
        let place = |corner| SkinPose::place(skin, corner, &matrices, &pose);
        let corners: Vec<Vec3> = skin.corners().iter().map(place).collect();
        corners.chunks(24).map(|corners| corners.iter().sum::<Vec3>() / 24.0).collect::<Vec<_>>()
    };
    let [before, after] = [0.0, 2.0].map(|seconds| middles(1, seconds));
    assert_eq!(before.len(), 2);
    let moved: Vec<Vec3> = before.iter().zip(&after).map(|(before, after)| after - before).collect();
    let held = moved.iter().position(|way| way.length() < 1.0).unwrap();
    // It turns by 3 about a centre 0.25 above its own, at twice the size.
    let turned = Vec3::new(0.0, -0.5 * 3.0_f32.cos() + 0.5, -0.5 * 3.0_f32.sin());
    assert_near(&[moved[1 - held]], &[Vec3::new(0.0, 4.0, 8.0) + turned], 1e-5);
    let [before, after] = [0.0, 4.0].map(|seconds| middles(0, seconds)[held]);
    assert!(before.distance(after - 2.0 * Vec3::Z) > 0.1, "{before} {after}");
}

#[test]
fn a_scene_in_which_only_transforms_without_joints_move_is_no_figure_of_its_own() {
    let ball = "DEF B Transform { children Shape { geometry Box { } } } DEF T TimeSensor { }
        DEF P PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 ] }
        ROUTE T.fraction_changed TO P.set_fraction ROUTE P.value_changed TO B.translation";
    let refused = read_alone("ball.x3dv", format!("#X3D V4.0 utf8\n{ball}")).unwrap_err();
    assert_eq!(refused.code(), "hanim.no-joints");
    // Nodes that use each other end.
    let clip = scene(&format!(
        "HAnimJoint {{ }} {ball} DEF A Group {{ children [ DEF C Transform {{ children [ USE A
        Viewpoint {{ }} ] }} ] }} ROUTE P.value_changed TO C.translation"
    ));
    assert_eq!(codes(&clip), ["hanim.use-cycle"]);
}

/// A joint with rotation, bend, binding and camera angles in `unit`, of which `quarter` are a right angle.
fn angles(header: &str, quarter: f64) -> String {
    format!(
        "#X3D V4.0 utf8\n{header}
        PROTO Arm [ initializeOnly SFRotation turned 0 0 1 {quarter} ] {{
            HAnimJoint {{ name \"l_elbow\" center 0 1 0 rotation IS turned skinCoordIndex [ 0 1 2 ] skinCoordWeight [ 1 1 0 ] }} }}
        HAnimHumanoid {{ rotation 1 0 0 {quarter}
            skeleton DEF R HAnimJoint {{ name \"humanoid_root\" children [ DEF E Arm {{ }} Viewpoint {{ fieldOfView {quarter} }} ] }}
            joints USE R jointBindingRotations [ 0 0 1 {quarter} ]
            skinCoord DEF P Coordinate {{ point [ 0 0 0  0 1 0  1 1 0 1 1 1 ] }}
            skin Shape {{ geometry IndexedFaceSet {{ creaseAngle {quarter} coordIndex [ 0 1 2 -1 1 2 3 -1 ] coord USE P }} }} }}"
    )
}

#[test]
fn angles_are_read_in_the_unit_of_the_file_that_has_them() {
    let (radians, degrees) = (angles("", FRAC_PI_2), angles("UNIT angle degree 0.017453292519943295", 90.0));
    let expected = scene(&radians);
    let clip = scene(&degrees);
    assert_eq!(
        (&clip.skeleton, &clip.skin, &clip.viewpoints),
        (&expected.skeleton, &expected.skin, &expected.viewpoints)
    );
    assert!(clip.skeleton.rest_rotations()[1].angle_between(glam::Quat::from_rotation_z(FRAC_PI_2 as f32)) < 1e-6);
    // The file with the Inline has radians, the inlined one degrees; then the other way round.
    let with = |unit: &str, angle: f64| {
        format!("#X3D V4.0 utf8\n{unit}\nTransform {{ rotation 0 1 0 {angle} children Inline {{ url \"arm.x3dv\" }} }}")
    };
    let [one, other] =
        [(with("", FRAC_PI_2), &degrees), (with("UNIT angle gon 0.015707963267948967", 100.0), &radians)]
            .map(|(text, arm)| read_files(&[("arm.x3dv", arm.as_str()), ("scene.x3dv", &text)]).unwrap());
    assert_near(&played(&one, 0, 0.0), &played(&other, 0, 0.0), 1e-6);
    assert_near(&played(&one, 0, 0.0)[1..], &[[1.0, 0.0, 0.0]], 1e-6);
}

#[test]
fn copies_of_prototypes_are_limited_and_an_inline_of_itself_is_left_out() {
    let mut text = String::from("PROTO P0 [ ] { HAnimJoint { name \"a\" } }\n");
    for at in 1..40 {
        let one = format!("P{} {{ }} ", at - 1);
        text += &format!("PROTO P{at} [ ] {{ Group {{ children [ {} ] }} }}\n", one.repeat(10));
    }
    text += "HAnimJoint { name \"root\" children P39 { } }";
    let clip = scene(&text);
    assert!(codes(&clip).contains(&"hanim.too-many-copies"), "{:?}", clip.warnings);
    let own = "#X3D V4.0 utf8\nHAnimJoint { name \"root\" children Inline { url \"own.x3dv\" } }";
    let clip = read_set(&[("own.x3dv", own)]).remove(0).1.unwrap();
    assert_eq!((clip.skeleton.len(), &*clip.warnings[0].code), (1, "hanim.copy-cycle"));
    let [a, b] = [("b.x3dv", "a"), ("a.x3dv", "b")].map(|(url, name)| {
        format!("#X3D V4.0 utf8\nHAnimJoint {{ name \"{name}\" children Inline {{ url \"{url}\" }} }}")
    });
    let clip = read_set(&[("a.x3dv", &a), ("b.x3dv", &b)]).remove(0).1.unwrap();
    assert_eq!(clip.skeleton.names().iter().map(|name| &**name).collect::<Vec<_>>(), ["a", "b"]);
    let clip = read_alone("a.x3dv", a).unwrap();
    assert!(clip.warnings[0].message.contains("drop `b.x3dv` together with this file"), "{}", clip.warnings[0].message);
}

/// The skin of two joints in `skin_arm.x3d`: its points at a moment, calculated by hand.
fn check_arm(seconds: f64, points: [[f32; 3]; 5]) {
    let clip = case("hanim", "skin_arm.x3d").read().unwrap();
    let corners = skinned(&clip, seconds);
    let order = clip.skin.as_ref().unwrap().triangles().as_flattened();
    let found: Vec<Vec3> = order.iter().map(|corner| corners[*corner as usize]).collect();
    assert_near(&found, &[0, 1, 2, 2, 3, 4].map(|point| points[point]), 1e-5);
}

// Points, in the humanoid's space: p0 (2 1 0), p1 (4 0 0), p2 (3 1 0), p3 (4 0 0), p4 (0 0 5).
// Shoulder, about (1 0 0), three times as large along y: S(x y z) = (x 3y z).
// Elbow at rest turns nothing: E = S. At the end a quarter about z through (3 0 0): first (3 - y, x - 3, z), then S, so
// E(x y z) = (3 - y, 3(x - 3), z).
// Humanoid: twice as large, a quarter about y, which takes (x y z) to (z y -x), and 10 along x: H = (10 + 2z, 2y, -2x).

#[test]
fn a_skin_of_two_joints_at_rest_follows_the_formula() {
    let points = [
        [10.0, 6.0, -4.0], // S p0 = (2 3 0)
        [10.0, 0.0, -8.0], // E p1 = (4 0 0)
        [10.0, 6.0, -6.0], // half S p2 and half E p2, both (3 3 0)
        [10.0, 0.0, -8.0], // a quarter of E p3 and three of p3, both (4 0 0)
        [20.0, 0.0, 0.0],  // p4 = (0 0 5): only the humanoid moves it
    ];
    check_arm(0.0, points);
}

#[test]
fn a_skin_of_two_joints_bends_by_weights_that_need_not_sum_to_one() {
    let points = [
        [10.0, 6.0, -4.0], // S p0 = (2 3 0)
        [10.0, 6.0, -6.0], // E p1 = (3 - 0, 3(4 - 3), 0) = (3 3 0)
        [10.0, 3.0, -5.0], // half S p2 = (3 3 0) and half E p2 = (2 0 0): (2.5 1.5 0)
        [10.0, 1.5, -7.5], // a quarter of E p3 = (3 3 0) and three of p3 = (4 0 0): (3.75 0.75 0)
        [20.0, 0.0, 0.0],  // p4 = (0 0 5)
    ];
    check_arm(1.0, points);
}
