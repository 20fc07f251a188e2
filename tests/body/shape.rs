//! The surface: closed, around its joints, and the same for the same person.

use std::collections::BTreeMap;

use glam::{Affine3A, Quat, Vec3};
use marey::body::BodyMap;
use marey::look::{BodyTurns, SkinPose, body_of};
use marey::model::{Axis, Channels, Clip, Format, JointKind, PositionMode, Skin};
use marey::pose::{sample_frame, world_matrices};
use marey_write::{Excerpt, Space, excerpt};
use support::moving::{PERSON, built, tree};

use super::figures::{Arms, Joint, built_place, corners, person, standing, turned};
use super::measures::{is_inside, open_edges, volume};

fn people() -> Vec<(&'static str, Clip)> {
    let few: Vec<Joint> =
        PERSON.iter().map(|(name, parent, kind, at)| ((*name).to_owned(), *parent, *kind, *at)).collect();
    vec![
        ("arms out", standing(&person(Arms::Out, false))),
        ("fingers", standing(&person(Arms::Out, true))),
        ("arms hanging", standing(&person(Arms::Hanging, false))),
        ("no toes, no clavicles", standing(&few)),
        ("no joints turn", of_positions(&person(Arms::Slanted, false))),
    ]
}

/// A person whose joints only move, as in arrays of positions.
fn of_positions(joints: &[Joint]) -> Clip {
    let skeleton = tree(joints).finish().unwrap();
    let places = skeleton.rest_positions();
    let loose: Vec<Joint> =
        joints.iter().map(|(name, parent, kind, _)| (name.clone(), *parent, *kind, [0.0; 3])).collect();
    let all: Vec<u16> = (0..joints.len() as u16).collect();
    let channels = Channels { translated: all, ..Channels::default() };
    built("points", Format::Bvh, tree(&loose), channels, PositionMode::Replace, 12, |frame, row| {
        for (joint, slot) in row.translations.iter_mut().enumerate() {
            let above = skeleton.parent(joint).map_or(Vec3::ZERO, |parent| places[parent]);
            *slot = places[joint] - above + if joint == 0 { Vec3::X * 0.01 * frame } else { Vec3::ZERO };
        }
    })
}

#[test]
fn a_body_is_one_closed_surface_of_few_points_around_its_joints() {
    for (name, clip) in people() {
        let skin = body_of(&clip).unwrap();
        assert_eq!(open_edges(skin.triangles()), 0, "{name}");
        assert!(skin.corners().len() <= 3000, "{name}: {} points", skin.corners().len());
        let most = skin.corners().iter().map(|corner| corner.influences).max();
        assert!(most <= Some(4), "{name}: {most:?}");
        for corner in skin.corners() {
            let sum: f32 = skin.influences_of(corner).0.iter().map(|[weight, ..]| weight).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{name}: weights add up to {sum}");
        }
        let map = BodyMap::of_clip(&clip).unwrap();
        let points: Vec<Vec3> = skin.corners().iter().map(|corner| corner.position).collect();
        for joint in map.main_joints().into_iter().chain(map.spine.clone()).chain(map.necks.clone()) {
            let Some(at) = built_place(&skin, joint) else { continue };
            assert!(is_inside(at, &points, skin.triangles()), "{name}: {} is outside", clip.skeleton.name(joint));
        }
        let up = skin.corners().iter().map(|corner| corner.position.y);
        let (low, high) = up.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
        assert!((155.0..190.0).contains(&(high - low)), "{name}: {} cm tall", high - low);
    }
}

/// The body's pieces that share no corner: trunk and limbs, and each finger.
fn pieces(triangles: &[[u32; 3]]) -> Vec<Vec<[u32; 3]>> {
    let count = triangles.as_flattened().iter().max().map_or(0, |last| *last as usize + 1);
    // Each corner knows one of its piece with a lower index, or itself.
    let mut lower: Vec<usize> = (0..count).collect();
    let first = |lower: &[usize], mut at: usize| {
        while lower[at] != at {
            at = lower[at];
        }
        at
    };
    for [a, b, c] in triangles {
        let firsts = [*a, *b, *c].map(|corner| first(&lower, corner as usize));
        let least = firsts[0].min(firsts[1]).min(firsts[2]);
        firsts.into_iter().for_each(|at| lower[at] = least);
    }
    let mut pieces: BTreeMap<usize, Vec<[u32; 3]>> = BTreeMap::new();
    for triangle in triangles {
        pieces.entry(first(&lower, triangle[0] as usize)).or_default().push(*triangle);
    }
    pieces.into_values().collect()
}

#[test]
fn fingers_face_outwards_wherever_they_point() {
    for thumb in [[0.0, 0.0, 3.5], [0.5, 0.0, 3.5], [0.0, -3.5, 0.0], [3.5, 0.0, 0.0]] {
        let mut joints = person(Arms::Out, true);
        for index in 0..joints.len() {
            let above = joints[index].1.map_or("", |parent| joints[usize::from(parent)].0.as_str());
            if above.contains("HandThumb") {
                let sign = if above.starts_with("Left") { 1.0 } else { -1.0 };
                joints[index].3 = [thumb[0] * sign, thumb[1], thumb[2]];
            }
        }
        let skin = body_of(&standing(&joints)).unwrap();
        let points = positions(&skin);
        let pieces = pieces(skin.triangles());
        assert_eq!(pieces.len(), 11, "{thumb:?}");
        for piece in pieces {
            let at = points[piece[0][0] as usize];
            assert!(volume(&points, &piece) > 0.0, "{thumb:?}: inside out at {at}");
        }
    }
}

#[test]
fn only_people_with_fingers_have_fingers() {
    let count = |fingers| body_of(&standing(&person(Arms::Out, fingers))).unwrap().corners().len();
    assert!(count(true) > count(false) + 300);
}

#[test]
fn a_body_turns_alike_in_every_space_and_but_once() {
    for (name, clip) in people() {
        let skin = body_of(&clip).unwrap();
        let turns = BodyTurns::new(&skin);
        assert_eq!(BodyTurns::from_words(&turns.to_words()), Some(turns.clone()), "{name}");
        let bent = [("LeftForeArm", Quat::from_rotation_y(1.4)), ("RightLeg", Quat::from_rotation_x(1.0))];
        let mut pose = turned(&clip, &bent);
        if name == "no joints turn" {
            sample_frame(&clip.behaviours[0].motion, 0, &mut pose);
            world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
        }
        let loose = SkinPose::new(&skin, &clip.skeleton).matrices(&pose);
        let mut own = loose.clone();
        turns.turn(&mut own);
        let once = own.clone();
        turns.turn(&mut own);
        let place = Affine3A::from_scale_rotation_translation(
            Vec3::splat(0.01),
            Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-1.2),
            Vec3::new(3.0, 0.2, -1.0),
        );
        let mut placed: Vec<Affine3A> = loose.iter().map(|matrix| place * *matrix).collect();
        turns.turn(&mut placed);
        for ((once, twice), placed) in once.iter().zip(&own).zip(&placed) {
            assert!(once.abs_diff_eq(*twice, 1e-3), "{name}: {once} {twice}");
            assert!((place * *once).abs_diff_eq(*placed, 1e-4), "{name}: {once} {placed}");
        }
        assert!(once != loose, "{name}");
    }
}

/// The largest distance between the corners of two bodies, metres.
fn difference(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

fn positions(skin: &Skin) -> Vec<Vec3> {
    skin.corners().iter().map(|corner| corner.position * 0.01).collect()
}

#[test]
fn the_rest_pose_does_not_matter() {
    let bodies: Vec<Vec<Vec3>> = [Arms::Out, Arms::Slanted, Arms::Hanging]
        .map(|arms| positions(&body_of(&standing(&person(arms, false))).unwrap()))
        .to_vec();
    for body in &bodies {
        let off = difference(&bodies[0], body);
        assert!(off < 2e-3, "{off} m");
    }
    let points = positions(&body_of(&of_positions(&person(Arms::Slanted, false))).unwrap());
    let off = difference(&bodies[1], &points);
    // Without a rest pose it is not known that the trunk, which leans a little, is upright.
    assert!(off < 0.06, "a clip of positions differs by {off} m");
}

#[test]
fn turned_axes_give_the_same_body() {
    let joints = person(Arms::Slanted, true);
    let plain = standing(&joints);
    // Each joint's own axes are turned by another angle, and its children's offsets with them.
    let axes = |joint: usize| Quat::from_rotation_y(0.7 * joint as f32) * Quat::from_rotation_x(0.4 * joint as f32);
    let mut builder = marey::model::SkeletonBuilder::new(&marey::Limits::default());
    let mut rests = Vec::new();
    for (joint, (name, parent, kind, at)) in joints.iter().enumerate() {
        let above = parent.map_or(Quat::IDENTITY, |parent| axes(parent.into()));
        rests.push((above.inverse() * axes(joint)).normalize());
        builder.add(name, *parent, *kind, above.inverse() * Vec3::from_array(*at), rests[joint]).unwrap();
    }
    let rotated: Vec<u16> =
        (0..joints.len()).filter(|at| joints[*at].2 == JointKind::Joint).map(|at| at as u16).collect();
    let own = rotated.clone();
    let channels = Channels { rotated, translated: vec![0], ..Channels::default() };
    let turned = built("turned", Format::Bvh, builder, channels, PositionMode::Replace, 12, |frame, row| {
        for (slot, joint) in row.rotations.iter_mut().zip(&own) {
            *slot = rests[usize::from(*joint)];
        }
        row.translations[0] = Vec3::new(0.001 * frame, 95.0, 0.0);
    });
    let [a, b] = [&plain, &turned].map(|clip| body_of(clip).unwrap());
    let off = difference(&positions(&a), &positions(&b));
    assert!(off < 1e-4, "{off} m");
}

#[test]
fn another_unit_and_another_up_axis_give_the_same_body() {
    let mut clip = standing(&person(Arms::Slanted, false));
    clip.source.metres_per_unit = Some(0.01);
    clip.source.up = Some(Axis::Y);
    let skin = body_of(&clip).unwrap();
    let own = positions(&skin);
    let mut options = Excerpt::default();
    options.space = Some(Space { metres_per_unit: 0.01, up: Axis::Y });
    options.metres_per_unit = Some(0.0254);
    options.up = Some(Axis::Z);
    let other = excerpt(&clip, &options).unwrap();
    let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let made: Vec<Vec3> =
        body_of(&other).unwrap().corners().iter().map(|corner| turn * corner.position * 0.0254).collect();
    let off = difference(&own, &made);
    assert!(off < 1e-4, "{off} m");
    // A body that a clip wears already goes with it into another space.
    clip.skin = Some(skin.into());
    let worn = excerpt(&clip, &options).unwrap();
    let pose = |clip: &Clip| turned(clip, &[]);
    let before: Vec<Vec3> =
        corners(&clip, clip.skin.as_ref().unwrap(), &pose(&clip)).into_iter().map(|at| at * 0.01).collect();
    let after = corners(&worn, worn.skin.as_ref().unwrap(), &pose(&worn)).into_iter();
    let off = difference(&before, &after.map(|at| turn * at * 0.0254).collect::<Vec<_>>());
    assert!(off < 1e-4, "{off} m");
}

#[test]
fn the_same_clip_gives_the_same_body() {
    let clip = standing(&person(Arms::Out, true));
    assert_eq!(body_of(&clip).unwrap(), body_of(&clip).unwrap());
}

#[test]
fn a_clip_of_positions_moves_its_body_as_one_of_rotations_does() {
    // The same pose, once by rotations and once by places: arms forward and bent, knees bent, the trunk turned.
    let clip = standing(&person(Arms::Slanted, false));
    let turns = [
        ("LeftArm", Quat::from_rotation_y(-0.8)),
        ("LeftForeArm", Quat::from_rotation_y(-1.2)),
        ("LeftUpLeg", Quat::from_rotation_x(-1.0)),
        ("LeftLeg", Quat::from_rotation_x(1.4)),
        ("Hips", Quat::from_rotation_y(0.6)),
    ];
    let pose = turned(&clip, &turns);
    let points = of_positions(&person(Arms::Slanted, false));
    let mut loose = marey::pose::Pose::rest(&points.skeleton);
    for joint in 0..points.skeleton.len() {
        loose.world[joint] = Affine3A::from_translation(pose.place(joint));
    }
    let [by_turns, by_places] = [&clip, &points].map(|clip| body_of(clip).unwrap());
    let a = corners(&clip, &by_turns, &pose);
    let b = corners(&points, &by_places, &loose);
    let mean = a.iter().zip(&b).map(|(a, b)| a.distance(*b)).sum::<f32>() / a.len() as f32;
    assert!(mean < 2.0, "{mean} cm apart");
    let map = BodyMap::of_clip(&points).unwrap();
    for joint in map.main_joints() {
        assert!(is_inside(pose.place(joint), &b, by_places.triangles()), "{}", points.skeleton.name(joint));
    }
}

#[test]
fn a_body_hides_the_bones_and_stands_on_its_soles() {
    let clip = standing(&person(Arms::Out, false));
    let skin = body_of(&clip).unwrap();
    let soles = corners(&clip, &skin, &turned(&clip, &[]));
    let lowest = soles.iter().map(|at| at.y).fold(f32::MAX, f32::min);
    // The joints of the toes are 2.4 cm over the floor at 0.
    assert!(lowest.abs() < 2.5, "{lowest} cm");
    let flat = soles.iter().filter(|at| at.y < lowest + 0.5).count();
    assert!(flat > 40, "{flat} points on the floor");
    assert!(SkinPose::new(&skin, &clip.skeleton).shown(&skin, &look()).1);
}

fn look() -> marey::look::FigureLook {
    marey::look::FigureLook {
        palette: marey::look::Theme::Light.palette(),
        patterns: false,
        highlighted: None,
        skin: true,
        segments: true,
        sites: false,
        bones: false,
    }
}
