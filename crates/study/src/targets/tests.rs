use marey::body::{BodyMap, Part, Rig, RigMatch, Side, survey};
use marey::checked::Checked;
use marey::glam::{Quat, Vec3};
use marey::model::Clip;

use super::*;

/// The world positions of the first frame, by names.
fn place(clip: &Clip, name: &str) -> Vec3 {
    clip.positions(0, 0).unwrap().at(clip.skeleton.find(name).unwrap())
}

#[test]
fn each_figure_is_told_as_its_rig_in_its_unit() {
    for target in target_rigs() {
        let figure = target.figure().unwrap();
        let rig = Rig::of_clip(&figure);
        assert_eq!((rig.id, rig.matched), (Some(target.rig), RigMatch::Exact), "{}", target.id);
        let seen = survey(&figure.skeleton, &figure.behaviours[0].motion, figure.source.up);
        let mut unknown = figure.source.clone();
        (unknown.metres_per_unit, unknown.unit_stated) = (None, false);
        let scale = seen.scale(&unknown);
        assert!((scale.unit.metres() / target.unit.metres() - 1.0).abs() < 1e-6, "{}: {:?}", target.id, scale);
        assert!((scale.stature.unwrap() - 1.75).abs() < 0.03, "{}: {:?}", target.id, scale);
        assert_eq!(target_rig(&target.id.to_uppercase()).map(|found| found.id), Some(target.id));
    }
    assert!(target_rig("fbx").is_none());
}

#[test]
fn each_figure_stands_in_a_t_pose() {
    for target in target_rigs() {
        let figure = target.figure().unwrap();
        // The root of SOMA is on the ground.
        let places = figure.positions(0, 0).unwrap().into_iter().skip(1);
        let metres = places.map(|at| at * target.unit.metres() as f32);
        let (low, high) =
            metres.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        assert!((low.y - 0.02).abs() < 1e-4 && (high.y - 1.75).abs() < 1e-4, "{}: {low} {high}", target.id);
        assert!((high.x - 0.885).abs() < 1e-4 && (low.x + high.x).abs() < 1e-4, "{}: {low} {high}", target.id);
    }
}

#[test]
fn limbs_lie_along_the_axes_of_the_rig() {
    let figure = target_rig("lafan1").unwrap().figure().unwrap();
    for name in ["Leg", "Foot", "Toe", "Arm", "ForeArm", "Hand"] {
        for side in ["Left", "Right"] {
            let offset =
                figure.skeleton.rest_translations().at(figure.skeleton.find(&format!("{side}{name}")).unwrap());
            assert!(offset.y.abs() + offset.z.abs() < 1e-4 && offset.x > 10.0, "{side}{name}: {offset}");
        }
    }
    assert_eq!(place(&figure, "Hips"), Vec3::new(0.0, 95.5, 0.0));
    let soma = target_rig("soma").unwrap().figure().unwrap();
    for (name, x) in [("LeftForeArm", 28.5), ("RightForeArm", -28.5), ("LeftShin", 43.0), ("RightShin", -43.0)] {
        let offset = soma.skeleton.rest_translations().at(soma.skeleton.find(name).unwrap());
        assert!(offset.distance(Vec3::X * x) < 1e-3, "{name}: {offset}");
    }
}

#[test]
fn orders_and_positions_are_those_of_the_rig() {
    let channels = |id: &str, name: &str| {
        let figure = target_rig(id).unwrap().figure().unwrap();
        figure.source.channels[figure.skeleton.find(name).unwrap()].to_string()
    };
    assert_eq!(channels("nokov", "Hips"), "Xposition Yposition Zposition Yrotation Xrotation Zrotation");
    assert_eq!(channels("mixamo", "mixamorig:LeftToe_End"), "Xrotation Yrotation Zrotation");
    for (name, order) in [("hip", "XZY"), ("lShldr", "ZYX"), ("rCollar", "YZX"), ("lFoot", "XYZ"), ("rThigh", "XZY")] {
        let found: String = channels("second-life", name)
            .split(' ')
            .filter(|word| word.ends_with("rotation"))
            .map(|word| &word[..1])
            .collect();
        assert_eq!(found, order, "{name}");
    }
    let names: Vec<String> =
        target_rig("humanml3d22").unwrap().figure().unwrap().skeleton.names().iter().map(ToString::to_string).collect();
    let smpl = "Pelvis L_Hip R_Hip Spine1 L_Knee R_Knee Spine2 L_Ankle R_Ankle Spine3 L_Foot R_Foot Neck L_Collar R_Collar Head L_Shoulder \
                R_Shoulder L_Elbow R_Elbow L_Wrist R_Wrist";
    assert_eq!(names[..22].join(" "), smpl);
}

/// Whatever rig a person has, the others can be made of it, and its own is kept.
#[test]
fn each_rig_becomes_each_other_one() {
    for from in target_rigs() {
        let figure = from.figure().unwrap();
        for onto in target_rigs() {
            let applied = onto.apply(&figure, 0).unwrap();
            let is_same = from.rig == onto.rig && from.unit == onto.unit;
            assert_eq!(applied.keeps_figure, is_same, "{} to {}", from.id, onto.id);
            assert_eq!(Rig::of_clip(&applied.clip).id, Some(onto.rig), "{} to {}", from.id, onto.id);
            let metres = |clip: &Clip, target: &TargetRig, place: &str| {
                let joint = target.joints().iter().position(|joint| joint.place == place).unwrap();
                clip.positions(0, 0).unwrap()[joint] * target.unit.metres() as f32
            };
            for limb in ["hips", "shin", "foot", "fore", "hand", "head"] {
                let [was, is] =
                    [(&figure, from), (&applied.clip, onto)].map(|(clip, target)| metres(clip, target, limb));
                // Lowered by the height of the balls of the feet. In CMU's rig the bone to the arm rises from the chest.
                let near = if [from.id, onto.id].contains(&"cmu") { 0.09 } else { 0.025 };
                assert!(was.distance(is) < near, "{} to {}: {limb} {was} {is}", from.id, onto.id);
            }
        }
    }
}

#[test]
fn joints_without_a_partner_are_told() {
    let alone = |from: &str, onto: &str| {
        let figure = target_rig(from).unwrap().figure().unwrap();
        target_rig(onto).unwrap().apply(&figure, 0).unwrap().at_rest
    };
    assert_eq!(alone("lafan1", "cmu"), ["LeftFingerBase", "RightFingerBase", "LThumb", "RThumb"]);
    assert_eq!(alone("lafan1", "mixamo"), [""; 0]);
}

#[test]
fn the_balls_of_the_feet_are_joints() {
    for target in target_rigs().iter().filter(|target| target.id != "second-life") {
        let (figure, joints) = (target.figure().unwrap(), target.joints());
        let map = BodyMap::of_clip(&figure).unwrap();
        for (side, is_right) in [(Side::Left, false), (Side::Right, true)] {
            let ball = joints.iter().position(|joint| joint.place == "ball" && (joint.at.x < 0.0) == is_right);
            assert_eq!(map.joint(Part::Ball(side)), ball, "{}", target.id);
        }
    }
}

#[test]
fn prefixes_are_those_of_the_rig() {
    let mixamo = target_rig("mixamo").unwrap();
    let figure = mixamo.figure().unwrap();
    let plain = mixamo.joints();
    let mut builder = marey::model::SkeletonBuilder::new(&marey::Limits::default());
    for (index, name) in figure.skeleton.names().iter().enumerate() {
        let parent = figure.skeleton.parent(index).map(|parent| parent as u16);
        let offset = figure.skeleton.rest_translations()[index];
        let name = name.replace("mixamorig:", "mixamorig6_");
        builder.add(&name, parent, figure.skeleton.kinds()[index], offset, Quat::IDENTITY).unwrap();
    }
    let mut other = figure.clone();
    other.skeleton = std::sync::Arc::new(builder.finish().unwrap());
    let applied = mixamo.apply(&other, 0).unwrap();
    assert!(applied.keeps_figure);
    assert_eq!(applied.renamed.len(), plain.len());
    assert_eq!(applied.renamed[0], ("mixamorig6_Hips".to_owned(), "mixamorig:Hips".to_owned()));
    assert_eq!(applied.clip.skeleton.names(), figure.skeleton.names());
    assert_eq!(applied.positions, [0]);
}

#[test]
fn second_life_gets_its_reference_frame_and_a_last_one() {
    let target = target_rig("second-life").unwrap();
    let figure = target_rig("cmu").unwrap().figure().unwrap();
    let applied = target.apply(&figure, 0).unwrap();
    let made = target.finish(applied.clip.clone()).unwrap();
    let (own, found) = (&applied.clip.behaviours[0].motion, &made.behaviours[0].motion);
    assert_eq!(found.frame_count(), own.frame_count() + 2);
    assert!(found.rotations().row(0).iter().all(|turn| turn.is_near_identity()));
    assert!((found.translations().row(0)[0].y * 2.54 - 93.5).abs() < 1e-3);
    assert_eq!(found.rotations().row(1), own.rotations().row(0));
    assert_eq!(found.rotations().row(own.frame_count() + 1), own.rotations().row(own.frame_count() - 1));
}

#[test]
fn humanml3d_begins_at_the_origin_facing_z() {
    let target = target_rig("humanml3d22").unwrap();
    let mut figure = target.figure().unwrap();
    let turned = |row: &mut marey::model::RowMut<'_>| {
        row.rotations[0] = Quat::from_rotation_y(2.0);
        row.translations[0] = Vec3::new(3.0, 1.5, -2.0);
    };
    let motion = &figure.behaviours[0].motion;
    let channels = marey::model::Channels { rotated: vec![0], translated: vec![0], ..Default::default() };
    let limits = marey::Limits::default();
    let mode = marey::model::PositionMode::Replace;
    let mut rows = marey::model::MotionBuilder::new(&figure.skeleton, channels, mode, &limits).unwrap();
    for _ in 0..motion.frame_count() {
        rows.push_row(turned).unwrap();
    }
    figure.behaviours[0].motion = rows.finish().unwrap();
    let made = target.finish(figure).unwrap();
    assert!(place(&made, "Pelvis").distance(Vec3::Y * 0.935) < 1e-5, "{}", place(&made, "Pelvis"));
    assert!(place(&made, "L_Wrist").distance(Vec3::new(0.71, 1.405, 0.0)) < 1e-4, "{}", place(&made, "L_Wrist"));
}

#[test]
fn what_is_no_person_is_refused() {
    let text = "HIERARCHY ROOT Box { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 1 0 } }\n\
                MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0";
    let clip = marey::formats::parse("box.bvh", text.as_bytes(), marey::Limits::default()).unwrap();
    let error = target_rig("lafan1").unwrap().apply(&clip, 0).unwrap_err();
    assert_eq!(error.to_string(), "the names of the joints do not say which part of a body they are");
}
