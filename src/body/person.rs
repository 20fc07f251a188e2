//! A person to measure, for tests.

use glam::{Quat, Vec3};

use marey::Limits;
use marey::model::{JointKind, Skeleton, SkeletonBuilder};

/// A person of 165 units, standing along `up`, left at `left`, its root `above` the ground.
pub fn person(up: Vec3, left: Vec3, above: f32) -> Skeleton {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let mut add = |name: &str, parent: Option<u16>, offset: Vec3| {
        b.add(name, parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap()
    };
    let hips = add("Hips", None, up * above);
    let neck = add("Neck", Some(hips), up * 50.0);
    add("Head", Some(neck), up * 25.0);
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let leg = add(&format!("{side}UpLeg"), Some(hips), left * 10.0 * sign);
        let knee = add(&format!("{side}Leg"), Some(leg), -up * 45.0);
        add(&format!("{side}Foot"), Some(knee), -up * 45.0);
        let arm = add(&format!("{side}Arm"), Some(neck), left * 20.0 * sign);
        let elbow = add(&format!("{side}ForeArm"), Some(arm), left * 30.0 * sign);
        add(&format!("{side}Hand"), Some(elbow), left * 30.0 * sign);
    }
    b.finish().unwrap()
}
