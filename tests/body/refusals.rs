//! Figures that are no people keep their bones, and the reason is a sentence.

use marey::look::{BodyPart, NoBody, body_of};
use marey::model::JointKind;

use super::figures::{Arms, Joint, person, standing};

/// A chain of joints below a parent, with these names, each this far from the one before.
fn chain(joints: &mut Vec<Joint>, mut parent: Option<u16>, names: &[&str], step: [f32; 3]) -> u16 {
    for name in names {
        joints.push(((*name).to_owned(), parent, JointKind::Joint, step));
        parent = Some((joints.len() - 1) as u16);
    }
    parent.unwrap()
}

fn elephant() -> Vec<Joint> {
    let mut joints = Vec::new();
    let root = chain(&mut joints, None, &["pelvis", "spine1", "spine2"], [0.0, 0.0, 60.0]);
    chain(&mut joints, Some(root), &["neck", "head", "trunk1", "trunk2"], [0.0, -10.0, 40.0]);
    for (side, x) in [("L", 35.0), ("R", -35.0)] {
        let names = ["upperleg", "lowerleg", "foot"];
        for (end, parent) in [("hind", 0), ("front", root)] {
            let names = names.map(|name| format!("{side}_{end}{name}"));
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            chain(&mut joints, Some(parent), &names, [x, -60.0, 0.0]);
        }
    }
    chain(&mut joints, Some(0), &["tail1", "tail2"], [0.0, -10.0, -30.0]);
    joints
}

fn chicken() -> Vec<Joint> {
    let mut joints = Vec::new();
    let root = chain(&mut joints, None, &["hips", "chest"], [0.0, 10.0, 5.0]);
    chain(&mut joints, Some(root), &["neck", "head", "beak"], [0.0, 8.0, 3.0]);
    for (side, x) in [("left", 4.0), ("right", -4.0)] {
        let names = ["thigh", "shin", "foot"].map(|name| format!("{side}_{name}"));
        chain(&mut joints, Some(0), &names.each_ref().map(String::as_str), [x, -9.0, 0.0]);
        let names = ["wing1", "wing2"].map(|name| format!("{side}_{name}"));
        chain(&mut joints, Some(root), &names.each_ref().map(String::as_str), [x, 0.0, -5.0]);
    }
    joints
}

fn crab() -> Vec<Joint> {
    let mut joints = Vec::new();
    let root = chain(&mut joints, None, &["body"], [0.0, 10.0, 0.0]);
    for (side, x) in [("left", 6.0), ("right", -6.0)] {
        for leg in 1..=4 {
            let names = ["coxa", "femur", "claw"].map(|name| format!("{side}_{name}{leg}"));
            chain(&mut joints, Some(root), &names.each_ref().map(String::as_str), [x, -2.0, 3.0 - leg as f32]);
        }
    }
    joints
}

fn hand() -> Vec<Joint> {
    let mut joints = Vec::new();
    let root = chain(&mut joints, None, &["wrist"], [0.0, 0.0, 0.0]);
    for (finger, x) in [("thumb", -4.0), ("index", -2.0), ("middle", 0.0), ("ring", 2.0), ("pinky", 4.0)] {
        let names = [1, 2, 3].map(|part| format!("{finger}{part}"));
        chain(&mut joints, Some(root), &names.each_ref().map(String::as_str), [x, 3.0, 0.0]);
    }
    joints
}

fn robot_arm() -> Vec<Joint> {
    let mut joints = Vec::new();
    chain(
        &mut joints,
        None,
        &["base", "shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "gripper"],
        [0.0, 20.0, 0.0],
    );
    joints
}

fn rope() -> Vec<Joint> {
    let mut joints = Vec::new();
    let names: Vec<String> = (0..12).map(|link| format!("link{link}")).collect();
    chain(&mut joints, None, &names.iter().map(String::as_str).collect::<Vec<_>>(), [0.0, -5.0, 0.0]);
    joints
}

#[test]
fn what_is_no_person_has_no_body() {
    for (name, joints) in [
        ("elephant", elephant()),
        ("chicken", chicken()),
        ("crab", crab()),
        ("hand", hand()),
        ("robot's arm", robot_arm()),
        ("rope", rope()),
    ] {
        let Err(refusal) = body_of(&standing(&joints)) else { panic!("the {name} has a body") };
        assert!(matches!(refusal, NoBody::NoMap(_)), "{name}: {refusal}");
        assert!(refusal.to_string().len() > 20, "{name}: {refusal}");
    }
}

/// A person with some bones longer by a factor.
fn stretched(names: &[&str], factor: f32) -> Result<marey::model::Skin, NoBody> {
    let mut joints = person(Arms::Out, false);
    for (name, .., at) in &mut joints {
        if names.iter().any(|part| name.ends_with(part)) {
            *at = at.map(|value| value * factor);
        }
    }
    body_of(&standing(&joints))
}

#[test]
fn parts_that_do_not_fit_each_other_are_refused() {
    let arms = ["ForeArm", "Hand"];
    assert!(stretched(&arms, 1.3).is_ok());
    let refusal = stretched(&arms, 1.9).unwrap_err();
    assert!(matches!(refusal, NoBody::Proportions { parts: [BodyPart::Arms, _], .. }), "{refusal:?}");
    let sentence = refusal.to_string();
    assert!(sentence.starts_with("this is no person: by the arms it would be"), "{sentence}");
    let refusal = stretched(&["Spine", "Chest", "Shoulder"], 0.4).unwrap_err();
    assert!(matches!(refusal, NoBody::Proportions { parts: [_, BodyPart::Trunk], .. }), "{refusal:?}");
}

#[test]
fn hips_that_are_too_wide_are_refused() {
    let mut joints = person(Arms::Out, false);
    for (name, .., at) in joints.iter_mut().filter(|(name, ..)| name.ends_with("UpLeg")) {
        at[0] *= 2.0;
        assert!(name.len() > 4);
    }
    let refusal = body_of(&standing(&joints)).unwrap_err();
    assert!(matches!(refusal, NoBody::WideHips { .. }), "{refusal:?}");
    assert!(refusal.to_string().starts_with("this is no person: the hips are"), "{refusal}");
}
