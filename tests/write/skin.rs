//! Skins, shapes on segments and displacers, written as X3D.

use glam::{Affine3A, DVec3, Mat3, Vec3};
use marey::look::{BodyTurns, SkinPose, body_of, plain_body};
use marey::model::{Clip, Skin};
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_write::X3dOptions;

use crate::clips::{clips, read};
use crate::world::{matrices, upright, weights};
use support::golden::bent;
use support::moving::dancer;

fn surface(clip: &Clip, behaviour: usize, frame: usize) -> Vec<[DVec3; 3]> {
    let skin = clip.skin.as_ref().unwrap();
    let (world, rest) = (matrices(clip, Some((behaviour, frame))), matrices(clip, None));
    let places = bent(skin, &world, &rest, &weights(clip, behaviour, frame));
    let turn = upright(clip);
    skin.triangles().iter().map(|triangle| triangle.map(|corner| turn * places[corner as usize])).collect()
}

/// Visits each clip with a skin, and the same clip written and read again.
fn each_skin(mut visit: impl FnMut(&str, &Clip, &Clip)) {
    let skinned: Vec<_> = clips().into_iter().filter(|(_, clip)| clip.skin.is_some()).collect();
    assert!(skinned.len() >= 16, "{}", skinned.len());
    for (name, clip) in skinned {
        let text = marey_write::x3d(&clip, &X3dOptions::default()).unwrap_or_else(|why| panic!("{name}: {why}"));
        visit(&name, &clip, &read("written.x3d", text));
    }
}

/// Triangles may be reordered by material: each has one that is at the same place in every frame.
#[test]
fn surfaces_bend_as_in_the_clip() {
    each_skin(|name, clip, found| {
        let [skin, read] = [clip, found].map(|clip| clip.skin.as_ref().unwrap());
        let segments = skin.segments();
        assert_eq!((read.segments(), read.pictures()), (segments, skin.pictures()), "{name}");
        for (behaviour, own) in clip.behaviours.iter().enumerate() {
            let frames = own.motion.frame_count();
            let all = |clip: &Clip| -> Vec<_> {
                // Times are rounded: a frame may be found just before its moment.
                let at = |frame: usize| {
                    let span = clip.behaviours[behaviour].motion.locate(own.motion.frame_start(frame));
                    if span.fraction > 0.5 { span.to } else { span.from }
                };
                (0..frames).map(|frame| surface(clip, behaviour, at(frame))).collect()
            };
            let (expected, found) = (all(clip), all(found));
            let size = expected[0].as_flattened().iter().map(|at| at.abs().max_element()).fold(0.0, f64::max);
            assert_eq!(expected[0].len(), found[0].len(), "{name}");
            let mut used = vec![false; found[0].len()];
            for triangle in 0..expected[0].len() {
                let off = |other: usize| {
                    let pairs = expected.iter().zip(&found).flat_map(|(a, b)| a[triangle].iter().zip(&b[other]));
                    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
                };
                let range = if triangle < segments { 0..segments } else { segments..used.len() };
                let twin = range.filter(|other| !used[*other]).find(|other| off(*other) < 2e-6 * size);
                used[twin.unwrap_or_else(|| panic!("{name}: triangle {triangle}"))] = true;
            }
        }
    });
}

#[test]
fn colours_and_normals_stay() {
    each_skin(|name, clip, found| {
        // Sums over the corners of triangles do not depend on their order.
        let sums = |clip: &Clip| {
            let skin = clip.skin.as_ref().unwrap();
            let corners = skin.triangles().as_flattened().iter().map(|corner| skin.corners()[*corner as usize]);
            let mut sums = ([0_u64; 4], DVec3::ZERO, [0.0_f64; 2]);
            for corner in corners {
                sums.0.iter_mut().zip(corner.colour).for_each(|(sum, part)| *sum += u64::from(part));
                let bind = skin.binds().get(if corner.is_rigid() { corner.first as usize } else { usize::MAX });
                // Normals of shapes are in the joint's own frame.
                let turn = bind.map_or(Mat3::IDENTITY, |bind| Mat3::from(bind.matrix.matrix3));
                sums.1 += (turn * corner.normal).normalize().as_dvec3();
                sums.2.iter_mut().zip(corner.texture).for_each(|(sum, part)| *sum += f64::from(part));
            }
            sums
        };
        let (expected, found) = (sums(clip), sums(found));
        assert_eq!(expected.0, found.0, "{name}");
        assert!(expected.1.distance(found.1) < 1e-3, "{name}: {} {}", expected.1, found.1);
        assert!(expected.2.iter().zip(found.2).all(|(a, b)| (a - b).abs() < 1e-4), "{name}");
    });
}

/// A generated body is read back as the skin of a figure with more joints, and bends as before.
#[test]
fn generated_bodies_bend_as_in_the_clip() {
    let mut clip = dancer(40);
    let skin = body_of(&clip).unwrap();
    clip.skin = Some(skin.clone().into());
    let found = read("body.x3d", marey_write::x3d(&clip, &X3dOptions::default()).unwrap());
    let worn = found.skin.as_ref().unwrap();
    assert!(worn.generated().is_none() && found.skeleton.len() > clip.skeleton.len() + 30);
    let corners = |clip: &Clip, skin: &Skin, frame: usize| -> Vec<Vec3> {
        let mut pose = Pose::rest(&clip.skeleton);
        sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
        world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
        let skin_pose = SkinPose::new(skin, &clip.skeleton);
        let mut matrices = skin_pose.matrices(&pose);
        BodyTurns::new(skin).turn(&mut matrices);
        let place = |corner| SkinPose::place(skin, &skin.corners()[corner as usize], &matrices, &pose);
        skin.triangles().as_flattened().iter().map(|corner| place(*corner)).collect()
    };
    for frame in [0, 17, 39] {
        let (wanted, read) = (corners(&clip, &skin, frame), corners(&found, worn, frame));
        let off = wanted.iter().zip(&read).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(wanted.len() == read.len() && off < 0.02, "{off} cm in frame {frame}");
    }
}

/// Players compute normals that are not written, smooth ones.
#[test]
fn normals_of_a_smooth_surface_may_be_left_out() {
    let mut clip = dancer(12);
    clip.skin = Some(plain_body(&body_of(&clip).unwrap(), &clip.skeleton).unwrap().into());
    let mut options = X3dOptions::default();
    let whole = marey_write::x3d(&clip, &options).unwrap();
    options.normals = false;
    let text = marey_write::x3d(&clip, &options).unwrap();
    assert!(whole.contains("<Normal ") && !text.contains("Normal") && text.len() < whole.len());
    let [whole, smooth] = [whole, text].map(|text| read("body.x3d", text).skin.unwrap());
    assert_eq!(whole.triangles(), smooth.triangles());
    for (a, b) in whole.corners().iter().zip(smooth.corners()) {
        assert!(a.position == b.position && a.normal.dot(b.normal) > 0.85, "{a:?} {b:?}");
    }
}
