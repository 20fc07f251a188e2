//! A person whose angles are known, told in other ways.

use glam::{DMat3, DQuat, DVec3};
use marey::body::Side;

use super::angles::measure;
use super::body::{BodyTracks, JointTrack, SideTracks};
use super::{Angle, JointAngles, Rule, Zero, ZeroPose};

const FRAMES: usize = 241;
const BETWEEN: f64 = 1.0 / 120.0;

/// The angles of one side at a moment, degrees.
#[derive(Clone, Copy)]
struct Limbs {
    hip: [f64; 3],
    knee: f64,
    ankle: f64,
    shoulder: [f64; 3],
    elbow: f64,
}

/// Angles at a moment: of pelvis and trunk (tilt, right side up, right side forwards), and of both sides.
#[derive(Clone, Copy)]
struct Pose {
    pelvis: [f64; 3],
    trunk: [f64; 3],
    sides: [Limbs; 2],
}

fn pose(seconds: f64) -> Pose {
    let wave = |size: f64, phase: f64| size * (std::f64::consts::TAU * (seconds + phase)).sin();
    let limbs = |phase: f64| Limbs {
        hip: [10.0 + wave(30.0, phase), wave(6.0, phase + 0.1), wave(8.0, phase + 0.3)],
        knee: 32.0 + wave(30.0, phase + 0.2),
        ankle: wave(12.0, phase + 0.6),
        shoulder: [wave(25.0, phase + 0.5), -12.0 + wave(4.0, phase), wave(15.0, phase)],
        elbow: 40.0 + wave(20.0, phase),
    };
    Pose {
        pelvis: [8.0 + wave(2.0, 0.0), wave(5.0, 0.2), wave(7.0, 0.4)],
        trunk: [4.0 + wave(3.0, 0.1), wave(4.0, 0.7), wave(-9.0, 0.4)],
        sides: [limbs(0.0), limbs(0.5)],
    }
}

fn limb([flexion, adduction, rotation]: [f64; 3], sign: f64) -> DMat3 {
    let [a, b, c] = [flexion, sign * adduction, sign * rotation].map(f64::to_radians);
    DMat3::from_rotation_z(a) * DMat3::from_rotation_x(b) * DMat3::from_rotation_y(c)
}

fn segment([tilt, obliquity, rotation]: [f64; 3]) -> DMat3 {
    let [a, b, c] = [-tilt, -obliquity, rotation].map(f64::to_radians);
    DMat3::from_rotation_y(c) * DMat3::from_rotation_x(b) * DMat3::from_rotation_z(a)
}

/// Place and turn of hips and chest, and of hip, knee, ankle, ball, shoulder, elbow and wrist of both sides.
fn joints(pose: &Pose, centre: DVec3) -> Vec<(DVec3, DMat3)> {
    let (pelvis, trunk) = (segment(pose.pelvis), segment(pose.trunk));
    let chest = centre + pelvis * DVec3::new(0.0, 0.2, 0.0);
    let mut all = vec![(centre, pelvis), (chest, trunk)];
    for (limbs, sign) in pose.sides.iter().zip([-1.0, 1.0]) {
        let thigh = pelvis * limb(limbs.hip, sign);
        let shank = thigh * DMat3::from_rotation_z(-limbs.knee.to_radians());
        let foot = shank * DMat3::from_rotation_z(limbs.ankle.to_radians());
        let upper = trunk * limb(limbs.shoulder, sign);
        let fore = upper * DMat3::from_rotation_z(limbs.elbow.to_radians());
        let hip = centre + pelvis * DVec3::new(0.0, 0.0, 0.09 * sign);
        let knee = hip + thigh * DVec3::new(0.0, -0.42, 0.0);
        let ankle = knee + shank * DVec3::new(0.0, -0.43, 0.0);
        let ball = ankle + foot * DVec3::new(0.15, -0.06, 0.0);
        let shoulder = chest + trunk * DVec3::new(0.0, 0.3, 0.2 * sign);
        let elbow = shoulder + upper * DVec3::new(0.0, -0.3, 0.0);
        let wrist = elbow + fore * DVec3::new(0.0, -0.25, 0.0);
        all.extend([
            (hip, thigh),
            (knee, shank),
            (ankle, foot),
            (ball, foot),
            (shoulder, upper),
            (elbow, fore),
            (wrist, fore),
        ]);
    }
    all
}

/// A person who glides so fast that no foot stands.
fn person(pose: impl Fn(f64) -> Pose) -> BodyTracks {
    let still = Limbs { hip: [0.0; 3], knee: 0.0, ankle: 0.0, shoulder: [0.0; 3], elbow: 0.0 };
    let rest = Pose { pelvis: [0.0; 3], trunk: [0.0; 3], sides: [still; 2] };
    let rest = joints(&rest, DVec3::new(0.0, 0.9, 0.0));
    let mut tracks: Vec<JointTrack> =
        rest.iter().map(|rest| JointTrack { rest: *rest, ..JointTrack::default() }).collect();
    let times: Vec<f64> = (0..FRAMES).map(|frame| BETWEEN * frame as f64).collect();
    for seconds in &times {
        let now = joints(&pose(*seconds), DVec3::new(6.0 * seconds, 0.9, 0.3));
        for (track, (place, turn)) in tracks.iter_mut().zip(now) {
            track.places.push(place);
            track.turns.push(turn);
        }
    }
    let mut tracks = tracks.into_iter();
    let mut next = || tracks.next().unwrap();
    let (hips, chest) = (next(), Some(next()));
    let mut side =
        || SideTracks { leg: [next(), next(), next()], ball: Some(next()), arm: Some([next(), next(), next()]) };
    let sides = [side(), side()];
    BodyTracks {
        known: vec![true; times.len()],
        times,
        between: BETWEEN,
        rule: Rule::Turns,
        hips,
        chest,
        sides,
        near: Vec::new(),
        stature: 0.85 / 0.4918,
    }
}

/// Changes all tracks.
fn changed(mut body: BodyTracks, mut change: impl FnMut(&mut JointTrack)) -> BodyTracks {
    change(&mut body.hips);
    body.chest.iter_mut().for_each(&mut change);
    for side in &mut body.sides {
        side.leg.iter_mut().chain(&mut side.ball).chain(side.arm.iter_mut().flatten()).for_each(&mut change);
    }
    body.near.iter_mut().for_each(change);
    body
}

fn angles(body: BodyTracks) -> JointAngles {
    measure(body, Zero::Usual, DVec3::ZERO).angles
}

fn degrees(angles: &JointAngles, angle: Angle, side: Side) -> &[f64] {
    let found = angles.series.iter().find(|one| one.angle == angle && [side, Side::Middle].contains(&one.side));
    &found.unwrap_or_else(|| panic!("no {angle:?} {side:?}")).degrees
}

fn check_equal(a: &JointAngles, b: &JointAngles, most: f64) {
    assert_eq!(a.series.len(), b.series.len());
    for (a, b) in a.series.iter().zip(&b.series) {
        assert_eq!((a.angle, a.side), (b.angle, b.side));
        for (frame, (x, y)) in a.degrees.iter().zip(&b.degrees).enumerate() {
            assert!((x - y).abs() < most, "{:?} {:?} in frame {frame}: {x} {y}", a.angle, a.side);
        }
    }
}

#[test]
fn angles_are_those_that_the_person_was_made_with() {
    let found = angles(person(pose));
    assert_eq!((found.zero, found.rule), (ZeroPose::RestPose, Rule::Turns));
    assert!(found.missing.is_empty(), "{:?}", found.missing);
    for (frame, seconds) in found.times.iter().enumerate() {
        let pose = pose(*seconds);
        let check = |angle: Angle, side: Side, expected: f64| {
            let own = degrees(&found, angle, side)[frame];
            assert!((own - expected).abs() < 1e-6, "{angle:?} {side:?} in frame {frame}: {own}, not {expected}");
        };
        let [tilt, obliquity, rotation] = pose.pelvis;
        check(Angle::PelvisTilt, Side::Middle, tilt);
        check(Angle::PelvisObliquity, Side::Middle, obliquity);
        check(Angle::PelvisRotation, Side::Middle, rotation);
        let [tilt, obliquity, rotation] = pose.trunk;
        check(Angle::TrunkTilt, Side::Middle, tilt);
        check(Angle::TrunkObliquity, Side::Middle, obliquity);
        check(Angle::TrunkRotation, Side::Middle, rotation);
        for (limbs, side) in pose.sides.iter().zip([Side::Left, Side::Right]) {
            check(Angle::HipFlexion, side, limbs.hip[0]);
            check(Angle::HipAdduction, side, limbs.hip[1]);
            check(Angle::HipRotation, side, limbs.hip[2]);
            check(Angle::KneeFlexion, side, limbs.knee);
            check(Angle::KneeRotation, side, 0.0);
            check(Angle::Dorsiflexion, side, limbs.ankle);
            check(Angle::ShoulderFlexion, side, limbs.shoulder[0]);
            check(Angle::ShoulderAdduction, side, limbs.shoulder[1]);
            check(Angle::ShoulderRotation, side, limbs.shoulder[2]);
            check(Angle::ElbowFlexion, side, limbs.elbow);
        }
    }
}

#[test]
fn angles_do_not_depend_on_the_axes_of_joints() {
    let mut seed = 0.1;
    let turned = changed(person(pose), |track| {
        seed += 0.7;
        let own = DMat3::from_quat(DQuat::from_euler(glam::EulerRot::XYZ, seed, 2.0 * seed, 3.0 * seed));
        track.turns.iter_mut().for_each(|turn| *turn *= own);
        track.rest.1 *= own;
    });
    check_equal(&angles(person(pose)), &angles(turned), 1e-6);
}

#[test]
fn angles_do_not_depend_on_place_and_heading() {
    let (turn, place) = (DMat3::from_rotation_y(2.3), DVec3::new(-40.0, 3.0, 17.0));
    let elsewhere = changed(person(pose), |track| {
        track.places.iter_mut().for_each(|own| *own = turn * *own + place);
        track.turns.iter_mut().for_each(|own| *own = turn * *own);
    });
    check_equal(&angles(person(pose)), &angles(elsewhere), 1e-6);
}

#[test]
fn angles_of_a_mirrored_person_change_sides() {
    let mirror = DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0));
    let mut body = changed(person(pose), |track| {
        track.places.iter_mut().for_each(|own| *own = mirror * *own);
        track.turns.iter_mut().for_each(|own| *own = mirror * *own * mirror);
        track.rest = (mirror * track.rest.0, mirror * track.rest.1 * mirror);
    });
    body.sides.reverse();
    let (own, mirrored) = (angles(person(pose)), angles(body));
    for series in &own.series {
        let other = match series.side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::Middle => Side::Middle,
        };
        let sign = if series.angle.turns_with_side() { -1.0 } else { 1.0 };
        for (a, b) in series.degrees.iter().zip(degrees(&mirrored, series.angle, other)) {
            assert!((a - sign * b).abs() < 1e-6, "{:?}: {a} {b}", series.angle);
        }
    }
}

#[test]
fn positions_alone_tell_bends_and_say_what_they_do_not() {
    let mut body = changed(person(pose), |track| track.turns.clear());
    body.rule = Rule::Positions;
    let found = angles(body);
    let own = angles(person(pose));
    assert!(found.is_hip_from_vertical && found.rule == Rule::Positions);
    let missing: Vec<Angle> = found.missing.iter().map(|one| one.angle).collect();
    use Angle::{AnkleRotation, HipRotation, KneeRotation, PelvisTilt, ShoulderRotation};
    assert_eq!(missing, [PelvisTilt, HipRotation, KneeRotation, AnkleRotation, ShoulderRotation]);
    for side in [Side::Left, Side::Right] {
        for (angle, most) in [(Angle::ElbowFlexion, 1e-6), (Angle::PelvisObliquity, 0.3), (Angle::KneeFlexion, 2.0)] {
            let pairs = degrees(&found, angle, side).iter().zip(degrees(&own, angle, side));
            let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < most, "{angle:?} {side:?}: {worst}");
        }
    }
}

#[test]
fn a_third_point_of_the_pelvis_tells_its_tilt() {
    let mut body = person(pose);
    let hips = body.hips.clone();
    let sacrum = hips.places.iter().zip(&hips.turns).map(|(place, turn)| *place + *turn * DVec3::new(-0.1, 0.05, 0.0));
    body.near = vec![JointTrack { places: sacrum.collect(), ..JointTrack::default() }];
    let mut body = changed(body, |track| track.turns.clear());
    body.rule = Rule::Positions;
    let (found, own) = (angles(body), angles(person(pose)));
    let pairs =
        degrees(&found, Angle::PelvisTilt, Side::Middle).iter().zip(degrees(&own, Angle::PelvisTilt, Side::Middle));
    let offsets: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
    let spread = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        - offsets.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(spread < 0.5, "the shape is known, the zero is not: {spread}");
}

#[test]
fn zero_can_be_a_frame() {
    let found = measure(person(pose), Zero::Frame(60), DVec3::ZERO).angles;
    assert_eq!(found.zero, ZeroPose::Frame(60));
    assert!(degrees(&found, Angle::PelvisTilt, Side::Middle)[60].abs() < 1e-9);
    let straightest = measure(person(pose), Zero::Straightest, DVec3::ZERO).angles;
    assert!(matches!(straightest.zero, ZeroPose::Frame(_)), "{:?}", straightest.zero);
    let last = measure(person(pose), Zero::Frame(usize::MAX), DVec3::ZERO).angles;
    assert_eq!(last.zero, ZeroPose::Frame(FRAMES - 1));
}

#[test]
fn a_frame_without_values_is_not_zero() {
    let zero = |body| measure(body, Zero::Straightest, DVec3::ZERO).angles.zero;
    let ZeroPose::Frame(straightest) = zero(person(pose)) else { panic!("nobody stands") };
    let mut body = person(pose);
    body.known[straightest] = false;
    let other = zero(body);
    assert!(matches!(other, ZeroPose::Frame(frame) if frame != straightest), "{other:?}");
}

#[test]
fn nobody_stands_and_tilts_are_zero_in_the_mean() {
    let kneeling = |seconds: f64| {
        let mut pose = pose(seconds);
        pose.sides.iter_mut().for_each(|limbs| limbs.knee += 90.0);
        pose
    };
    let mut body = person(kneeling);
    let folded = body.sides.each_ref().map(|side| side.leg[2].places[0] - side.leg[1].places[0]);
    for (side, shank) in body.sides.iter_mut().zip(folded) {
        side.leg[2].rest.0 = side.leg[1].rest.0 + shank;
    }
    let found = angles(body);
    assert_eq!(found.zero, ZeroPose::Mean);
    let tilt = degrees(&found, Angle::PelvisTilt, Side::Middle);
    let mean = tilt.iter().sum::<f64>() / tilt.len() as f64;
    assert!(mean.abs() < 1.0, "{mean}");
}

#[test]
fn an_arm_to_the_side_has_no_flexion() {
    let found = angles(person(|seconds| {
        let mut pose = pose(seconds);
        pose.sides[1].shoulder[1] = -85.0;
        pose
    }));
    assert!(degrees(&found, Angle::ShoulderFlexion, Side::Right).iter().all(|one| one.is_nan()));
    assert!(degrees(&found, Angle::ShoulderFlexion, Side::Left).iter().all(|one| one.is_finite()));
    assert!(degrees(&found, Angle::ArmRaise, Side::Right).iter().all(|one| (60.0..110.0).contains(one)));
}

#[test]
fn an_angle_past_half_a_turn_does_not_jump() {
    // A somersault backwards in tuck: hips bend to more than half a turn.
    let found = angles(person(|seconds| {
        let mut pose = pose(seconds);
        pose.sides.iter_mut().for_each(|limbs| limbs.hip[0] = 100.0 * seconds);
        pose
    }));
    let flexion = degrees(&found, Angle::HipFlexion, Side::Left);
    assert!(flexion.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 5.0) && flexion[FRAMES - 1] > 190.0);
}
