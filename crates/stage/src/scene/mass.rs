//! The centre of mass and its mark: a ball, and a plumb line to the ground, which shows whether the figure stands over its
//! feet.

use glam::Vec3;
use marey_kernels::instances::{BoneInstance, ROUND};

use super::Orbit;
use marey::look::Theme;
use marey::model::Mass;
use marey::pose::Pose;

/// The centre of mass of a pose (world matrices): the mean of the bones' centres, weighted by mass. File space. `None`
/// without masses.
pub fn mass_centre(masses: &[Mass], pose: &Pose) -> Option<Vec3> {
    let placed = |mass: &Mass| Some((pose.world.get(usize::from(mass.joint))?, f64::from(mass.mass), mass.centre));
    let total: f64 = masses.iter().filter_map(placed).map(|(_, mass, _)| mass).sum();
    let shares = masses.iter().filter_map(placed);
    (total > 0.0).then(|| shares.map(|(world, mass, at)| world.transform_point3(at) * (mass / total) as f32).sum())
}

/// The share of the way from the eye to its position at which the mark is drawn: in front of all limbs, but behind the near
/// plane.
const NEARNESS: f32 = 0.2;
/// Most dots of a plumb line.
const MAX_DOTS: f32 = 96.0;

/// Writes the mark of a centre of mass at `at` (stage space) for a figure `height` metres tall. The mark shows through the
/// body: it is drawn nearer to the eye and smaller in proportion, which changes only the depth in the picture.
pub fn write_mark(at: Vec3, height: f32, seen_from: &Orbit, theme: Theme, out: &mut Vec<BoneInstance>) {
    out.clear();
    let [core, rim] = match theme {
        Theme::Dark => [[0xd8, 0x8c, 0xff, 255], [0xf4, 0xea, 0xff, 255]],
        Theme::Light => [[0xa0, 0x3c, 0xd8, 255], [0x2e, 0x16, 0x48, 255]],
    };
    let mut ball = |at: Vec3, radius: f32, colour: [u8; 4], nearness: f32| {
        // In orthographic projection move along the view direction instead of towards one eye.
        let (eye, shrunk) = if seen_from.orthographic {
            (at + seen_from.eye() - seen_from.target, 1.0)
        } else {
            (seen_from.eye(), nearness)
        };
        let place = eye.lerp(at, nearness).to_array();
        let radius = radius * shrunk;
        out.push(BoneInstance {
            start: place,
            start_radius: radius,
            end: place,
            end_radius: radius,
            colour,
            style: ROUND,
            ..BoneInstance::default()
        });
    };
    let radius = 0.021 * height;
    let below = Vec3::new(at.x, 0.0, at.z);
    for (place, radius) in [(at, radius), (below, 0.6 * radius)] {
        ball(place, radius, core, NEARNESS);
        // A larger ball behind it forms the rim.
        ball(place, 1.36 * radius, rim, NEARNESS * 1.15);
    }
    // Dots at fixed heights stay still while the figure bobs.
    let spacing = (0.03 * height).max(at.y.abs() / MAX_DOTS);
    let dots = if spacing > 0.0 { (at.y.abs() / spacing) as u32 } else { 0 };
    for dot in 1..=dots {
        ball(below.with_y(dot as f32 * spacing * at.y.signum()), 0.0032 * height, core, NEARNESS);
    }
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Quat};

    use super::*;
    use marey::Limits;
    use marey::model::{JointKind, SkeletonBuilder};
    use marey::pose::world_matrices;

    /// Two bones of length 2 along X, the second rotated a quarter about Z to point up.
    fn bent() -> Pose {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let bend = b.add("bend", Some(root), JointKind::Joint, Vec3::X * 2.0, Quat::IDENTITY).unwrap();
        b.add("tip", Some(bend), JointKind::EndSite, Vec3::X * 2.0, Quat::IDENTITY).unwrap();
        let skeleton = b.finish().unwrap();
        let mut pose = Pose::rest(&skeleton);
        pose.rotations[1] = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut pose);
        pose
    }

    fn mass(joint: u16, mass: f32, along: f32) -> Mass {
        Mass { joint, mass, centre: Vec3::X * along }
    }

    #[test]
    fn the_centre_of_mass_is_the_weighted_mean_of_the_bones_centres() {
        let pose = bent();
        // One bone alone: 0.5 along it, from (0, 1, 0).
        assert_eq!(mass_centre(&[mass(0, 3.0, 0.5)], &pose), Some(Vec3::new(0.5, 1.0, 0.0)));
        // The second bone starts at (2, 1, 0) and points up: its centre is at (2, 2.5, 0).
        // (3 (0.5, 1, 0) + 1 (2, 2.5, 0)) / 4 = (0.875, 1.375, 0)
        let both = mass_centre(&[mass(0, 3.0, 0.5), mass(1, 1.0, 1.5)], &pose).unwrap();
        assert!(both.distance(Vec3::new(0.875, 1.375, 0.0)) < 1e-6, "{both}");
    }

    #[test]
    fn without_masses_there_is_no_centre_of_mass() {
        assert_eq!(mass_centre(&[], &bent()), None);
        assert_eq!(mass_centre(&[mass(9, 1.0, 0.0)], &bent()), None, "of a joint that is not there");
    }

    fn before(target: Vec3, orthographic: bool) -> Orbit {
        Orbit { yaw: 0.0, pitch: 0.0, distance: 4.0, target, orthographic }
    }

    #[test]
    fn the_mark_projects_to_its_position() {
        let at = Vec3::new(0.2, 1.0, 0.1);
        let camera = before(Vec3::new(1.0, 1.5, 0.0), false);
        let eye = camera.eye();
        let mut out = vec![BoneInstance::default()];
        write_mark(at, 2.0, &Orbit { orthographic: true, ..camera }, Theme::Dark, &mut out);
        let level = Vec3::from(out[0].start);
        assert!(level.with_z(0.1).distance(at) < 1e-6 && out[0].start_radius == 0.042 && level.z > 1.0, "{level}");
        write_mark(at, 2.0, &camera, Theme::Dark, &mut out);
        assert_eq!(out.len(), 4 + 16, "two balls with rims, and a dot every 6 cm");
        let seen = |instance: &BoneInstance| {
            let ray = Vec3::from(instance.start) - eye;
            (ray.normalize(), instance.start_radius / ray.length())
        };
        let (direction, size) = seen(&out[0]);
        assert!(direction.distance((at - eye).normalize()) < 1e-6);
        assert!((size - 0.042 / at.distance(eye)).abs() < 1e-6);
        let (on_ground, _) = seen(&out[2]);
        assert!(on_ground.distance((Vec3::new(0.2, 0.0, 0.1) - eye).normalize()) < 1e-6);
        let (rim, wider) = seen(&out[1]);
        assert!(rim.distance(direction) < 1e-6 && wider > size);
    }

    #[test]
    fn a_line_from_very_high_or_of_no_height_is_bounded() {
        let (mut out, camera) = (Vec::new(), before(Vec3::ZERO, false));
        write_mark(Vec3::Y * 1e6, 1.7, &camera, Theme::Light, &mut out);
        assert!(out.len() <= 4 + 96, "{}", out.len());
        write_mark(Vec3::ZERO, 0.0, &camera, Theme::Light, &mut out);
        assert_eq!(out.len(), 4);
    }
}
