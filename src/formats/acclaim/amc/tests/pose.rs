use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3, Quat, Vec3};

use super::{ROOT, TURNS, leg, read, rig};
use crate::formats::acclaim::rig::{AcclaimRig, Dof};
use crate::model::{Motion, PositionMode};

/// The local rotation and translation of a joint in the first frame.
fn local(rig: &AcclaimRig, values: &str, joint: u16) -> (Quat, Vec3) {
    let found = read(rig, &format!(":FULLY-SPECIFIED\n1\n{values}\n"));
    assert!(found.warnings.iter().all(|warning| warning.code == "amc.missing-bone"), "{:?}", found.warning_codes());
    let motion = &found.motion;
    let at = |list: &[u16]| list.iter().position(|listed| *listed == joint);
    let rotation = at(motion.rotations().joints()).map_or(Quat::IDENTITY, |slot| motion.rotations().values()[slot]);
    let rest = rig.skeleton.rest_translations()[usize::from(joint)];
    let translation = at(motion.translations().joints())
        .map_or(rest, |slot| motion.translations().values()[slot] + motion.translation_bases()[slot]);
    (rotation, translation)
}

fn near(found: Vec3, expected: Vec3) {
    assert!(found.abs_diff_eq(expected, 1e-6), "{found}, not {expected}");
}

#[test]
fn a_bone_turns_about_the_axes_of_its_own_frame() {
    let mut rig = leg();
    // C maps x to y: rx rotates about y, which maps z to x.
    rig.parts[1].frame = DQuat::from_rotation_z(FRAC_PI_2);
    let (rotation, _) = local(&rig, "leg 90 0 0", 1);
    near(rotation * Vec3::Z, Vec3::X);
    near(rotation * Vec3::Y, Vec3::Y);
    // The rest pose does not depend on the frame.
    near(local(&rig, "leg 0 0 0", 1).0 * Vec3::X, Vec3::X);
}

#[test]
fn the_first_dof_is_applied_first() {
    let rig =
        rig(ROOT, &[("leg", 0, &[Dof::Rz, Dof::Ry, Dof::Rx]), ("shin", 1, TURNS), ("toe", 2, &[Dof::Ry, Dof::Rx])]);
    // z by 90 maps x to y, then x by 90 maps y to z.
    near(local(&rig, "leg 90 0 90", 1).0 * Vec3::X, Vec3::Z);
    // x by 90 keeps x, then z by 90 maps x to y.
    near(local(&rig, "shin 90 0 90", 2).0 * Vec3::X, Vec3::Y);
    // y by 90 maps z to x, x by 90 keeps it; in the reverse order z would end at -y.
    near(local(&rig, "toe 90 90", 3).0 * Vec3::Z, Vec3::X);
}

#[test]
fn rotations_that_the_skeleton_does_not_name_come_in_the_order_x_y_z() {
    let rig = rig(ROOT, &[("leg", 0, &[Dof::Rx, Dof::Rz]), ("shin", 1, &[Dof::Ry]), ("toe", 2, &[Dof::Rz, Dof::Ry])]);
    let force = |line: &str, joint: u16| {
        let text = format!(":FULLY-SPECIFIED\n:FORCE-ALL-JOINTS-BE-3DOF\n1\n{line}\n");
        let motion = read(&rig, &text).motion;
        let slot = motion.rotations().joints().iter().position(|rotated| *rotated == joint).unwrap();
        motion.rotations().values()[slot]
    };
    // rx rz, with ry between them: y by 90 maps z to x, z by 90 maps x to y.
    near(force("leg 0 90 90", 1) * Vec3::Z, Vec3::Y);
    // ry, with rx before and rz after it: x by 90 maps y to z, y by 90 maps z to x, z by 90 maps x to y.
    near(force("shin 90 90 90", 2) * Vec3::Y, Vec3::Y);
    // rz before ry, as in the skeleton, and x before both: y to z, z stays, z to x.
    near(force("toe 90 90 90", 3) * Vec3::Y, Vec3::X);
}

#[test]
fn an_axis_may_come_twice() {
    let mut rig = rig(ROOT, &[("leg", 0, &[Dof::Rx, Dof::Ry, Dof::Rx])]);
    // x by 90: y to z; y by 90: z to x; x keeps x.
    near(local(&rig, "leg 90 90 90", 1).0 * Vec3::Y, Vec3::X);
    // In a frame that maps x to y and y to -x: about y, then -x, then y.
    rig.parts[1].frame = DQuat::from_rotation_z(FRAC_PI_2);
    near(local(&rig, "leg 90 90 90", 1).0 * Vec3::X, Vec3::NEG_Y);
}

#[test]
fn translations_are_multiplied_and_move_in_the_frame_of_the_bone() {
    let mut rig = rig(ROOT, &[("leg", 0, TURNS), ("shin", 1, &[Dof::Tx, Dof::Ty, Dof::Rz])]);
    rig.factor = 0.5;
    rig.parts[2].rest = DVec3::new(0.0, 1.0, 0.0);
    rig.parts[2].frame = DQuat::from_rotation_z(FRAC_PI_2);
    let (rotation, translation) = local(&rig, "shin 2 4 90", 2);
    // 2 along x is 1 along y; 4 along y is 2 along -x.
    near(translation, Vec3::new(-2.0, 2.0, 0.0));
    near(rotation * Vec3::X, Vec3::Y);
    near(local(&rig, "root 1 2 3 0 0 0", 0).1, Vec3::new(0.5, 1.0, 1.5));
}

#[test]
fn a_longer_bone_moves_its_children() {
    let mut rig = rig(ROOT, &[("leg", 0, &[Dof::L]), ("shin", 1, &[Dof::L, Dof::Tx]), ("toe", 2, TURNS)]);
    rig.factor = 0.5;
    for part in &mut rig.parts[2..] {
        part.rest = DVec3::Y;
    }
    near(local(&rig, "leg 3", 2).1, Vec3::new(0.0, 2.5, 0.0));
    near(local(&rig, "leg 3\nshin -1 4", 2).1, Vec3::new(2.0, 2.5, 0.0));
    near(local(&rig, "leg 3\nshin -1 4", 3).1, Vec3::new(0.0, 0.5, 0.0));
}

#[test]
fn the_root_moves_from_its_position_in_its_orientation() {
    let mut rig = rig(&[Dof::Rx, Dof::Tx, Dof::Ty, Dof::Tz, Dof::Ry, Dof::Rz], &[]);
    rig.factor = 2.0;
    rig.parts[0].rest = DVec3::new(10.0, 0.0, 0.0);
    rig.parts[0].frame = DQuat::from_rotation_y(FRAC_PI_2);
    let (rotation, translation) = local(&rig, "root 90 1 2 3 0 0", 0);
    // The orientation maps x to -z and z to x; rotations and translations are independent of their order.
    near(translation, Vec3::new(10.0 + 6.0, 4.0, -2.0));
    // x by 90 maps y to z, the orientation maps z to x.
    near(rotation * Vec3::Y, Vec3::X);
}

#[test]
fn angles_are_in_the_unit_of_the_motion_or_else_of_the_skeleton() {
    let mut rig = leg();
    let turn = |rig: &AcclaimRig, head: &str| read(rig, &format!("{head}1\nleg 1.5 0 0\n")).turns(1);
    assert_eq!(turn(&rig, ":FULLY-SPECIFIED\n:RADIANS\n"), [86]);
    assert_eq!(turn(&rig, ":FULLY-SPECIFIED\n"), [2]);
    rig.radians = true;
    assert_eq!(turn(&rig, ":FULLY-SPECIFIED\n"), [86]);
    assert_eq!(turn(&rig, ":FULLY-SPECIFIED\n:DEGREES\n"), [2]);
}

#[test]
fn only_joints_with_dofs_have_tracks() {
    let found = read(&leg(), ":FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\nleg 1 2 3\nshin 4\n");
    let motion = &found.motion;
    assert_eq!((motion.rotations().joints(), motion.translations().joints()), (&[0, 1, 2][..], &[0][..]));
    assert_eq!(motion.frame_time(), 1.0 / 120.0);
}

#[test]
fn a_joint_beyond_the_range_of_numbers_is_at_rest() {
    let mut rig = leg();
    rig.factor = 1e6;
    rig.parts[0].rest = DVec3::X;
    let found = read(&rig, ":FULLY-SPECIFIED\n1\nroot 1e11 0 0 0 0 0\nleg 1 2 3\nshin 4\n");
    assert_eq!((found.warning_codes(), found.roots()), (vec!["amc.too-far 2:1".to_owned()], vec![1.0]));
}

#[test]
fn whole_lengths_switch_to_added_ones_and_back_without_other_changes() {
    let mut rig = rig(ROOT, &[("leg", 0, &[Dof::L]), ("shin", 1, &[Dof::L, Dof::Tx]), ("toe", 2, TURNS)]);
    rig.parts[1].limits = vec![Some([2.0, 4.0])];
    let text = ":FULLY-SPECIFIED\n1\nroot 1 0 0 0 0 0\nleg 3\nshin 1 4\n";
    let mut motion = read(&rig, text).motion;
    let places = |motion: &Motion| {
        let values = motion.translations().values().iter().zip(motion.translation_bases());
        values.map(|(value, base)| *value + *base).collect::<Vec<_>>()
    };
    let own = places(&motion);
    // The root, the tip of the leg that also translates by itself, the tip of the shin.
    assert_eq!(own, [Vec3::new(1.0, 0.0, 0.0), Vec3::new(4.0, 3.0, 0.0), Vec3::new(0.0, 3.0, 0.0)]);
    motion.set_position_mode(&rig.skeleton, PositionMode::Add);
    assert_eq!(places(&motion), [own[0], Vec3::new(4.0, 5.0, 0.0), own[2]]);
    motion.set_position_mode(&rig.skeleton, PositionMode::Replace);
    assert_eq!(places(&motion), own);
}
