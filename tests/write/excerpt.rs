//! Parts of clips, in another rate, unit and up axis.

use glam::Vec3;
use marey::model::{Axis, Clip};
use marey::pose::Pose;
use marey_write::{BvhOptions, Excerpt, Moments, Space, X3dOptions, excerpt};

use crate::clips::{clip, clips, each, excerpt_options, read, with_z_up};
use crate::tally::{SCALED, Tally};
use crate::world::{compare, depth_first, is_body, places};
use support::golden::{cameras, placed};
use support::{assert_near, played, posed, read_alone};

/// From inches with Z up back to centimetres with Y up.
fn back(point: &Vec3) -> Vec3 {
    Vec3::new(point.x, point.z, -point.y) * 2.54
}

/// The second half of a clip, in inches with Z up, at a rate of its own.
fn half(clip: &Clip, behaviour: usize) -> (f64, Clip) {
    let from = clip.behaviours[behaviour].motion.duration() / 2.0;
    let excerpt_options = excerpt_options(|excerpt_options| {
        (excerpt_options.behaviour, excerpt_options.moments) =
            (Some(behaviour), Moments::Seconds(from..=f64::INFINITY));
        (excerpt_options.rate, excerpt_options.space) =
            (Some(24.0), Some(Space { metres_per_unit: 0.01, up: Axis::Y }));
        (excerpt_options.metres_per_unit, excerpt_options.up) = (Some(0.0254), Some(Axis::Z));
    });
    (from, excerpt(clip, &excerpt_options).unwrap())
}

fn size(points: &[Vec3]) -> f32 {
    points.iter().fold(1e-3, |size, at| size.max(at.abs().max_element()))
}

#[test]
fn cameras_are_converted_to_another_space() {
    let whole = clip("hanim", "viewpoints.x3d");
    let part = excerpt(
        &whole,
        &excerpt_options(|excerpt_options| {
            (excerpt_options.metres_per_unit, excerpt_options.up) = (Some(0.01), Some(Axis::Z))
        }),
    )
    .unwrap();
    let [before, after] = [&whole, &part].map(|clip| cameras(clip, &Pose::rest(&clip.skeleton)));
    assert_eq!((before.len(), after.len()), (7, 7));
    for (before, after) in before.into_iter().zip(after) {
        let [at, ahead, up] = before.map(with_z_up);
        assert_near(&after[..1], &[at * 100.0], 1e-3);
        assert_near(&after[1..], &[ahead, up], 1e-5);
    }
}

#[test]
fn every_clip_has_parts_that_play_like_it() {
    each(|name, clip, behaviour| {
        let (from, part) = half(clip, behaviour);
        let motion = &part.behaviours[0].motion;
        for frame in 0..motion.frame_count().min(50) {
            let seconds = frame as f64 / 24.0;
            let (was, is) = (played(clip, behaviour, from + seconds), played(&part, 0, seconds));
            let size = size(&was);
            for (was, is) in was.iter().zip(&is) {
                let off = was.distance(back(is)) / size;
                assert!(off < 3e-5, "{name} in frame {frame}: {was} has become {}, off by {off}", back(is));
            }
        }
    });
}

#[test]
fn parts_are_written_like_clips() {
    let (mut bvh, mut x3d) = (Tally::default(), Tally::default());
    each(|name, clip, behaviour| {
        let (_, part) = half(clip, behaviour);
        let skeleton = &part.skeleton;
        let order = depth_first(&part, is_body(skeleton));
        // Several roots become children of an added joint.
        let roots = order.iter().filter(|joint| skeleton.parent(**joint).is_none()).count();
        let pairs: Vec<(usize, usize)> = order.into_iter().zip(usize::from(roots > 1)..).collect();
        let mut options = BvhOptions::default();
        options.portable = true;
        if let Some(text) = bvh.take(name, marey_write::bvh(&part, 0, &options)) {
            let found = read(name, text);
            compare(name, (&part, 0, places), &found, &pairs, 1.0);
            let roots = (0..found.skeleton.len()).filter(|joint| found.skeleton.parent(*joint).is_none());
            assert!(roots.map(|root| found.skeleton.rest_translations()[root]).all(|at| at == Vec3::ZERO), "{name}");
        }
        if let Some(text) = x3d.take(name, marey_write::x3d(&part, &X3dOptions::default())) {
            let found = read_alone("a.x3d", text).unwrap();
            assert!((found.source.metres_per_unit.unwrap() - 0.0254).abs() < 1e-9, "{name}");
        }
    });
    // One is uneven as well, but was resampled.
    bvh.check(420, &[("scale", &[&["displaced.x3d"], SCALED].concat())]);
    x3d.check(420, &[]);
}

/// Files round the frame time: 0.033333 is 30 frames a second.
#[test]
fn the_own_rate_and_parts_of_it_copy_frames() {
    let rows: String = (0..4_000).map(|row| format!("{row} 90 0 {} 0 0\n", row % 7)).collect();
    let text = |frame_time: &str| {
        format!(
            "HIERARCHY ROOT Hips {{ OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
             End Site {{ OFFSET 0 10 0 }} }} MOTION\nFrames: 4000\nFrame Time: {frame_time}\n{rows}"
        )
    };
    for (frame_time, rate, stride) in
        [("0.033333", 30.0, 1), ("0.03333", 30.0, 1), ("0.033333", 15.0, 2), ("0.008333", 30.0, 4)]
    {
        let clip = read("a.bvh", text(frame_time));
        let part = excerpt(&clip, &excerpt_options(|wanted| wanted.rate = Some(rate))).unwrap();
        let (own, found) = (&clip.behaviours[0].motion, &part.behaviours[0].motion);
        assert_eq!((found.frame_count(), found.frame_time()), (4_000_usize.div_ceil(stride), 1.0 / rate));
        for frame in 0..found.frame_count() {
            assert_eq!(
                found.rotations().row(frame),
                own.rotations().row(frame * stride),
                "{frame_time} {rate} {frame}"
            );
        }
    }
    // From between two frames on, and at a rate that is another one, poses are interpolated.
    let clip = read("a.bvh", text("0.033333"));
    for (rate, from) in [(30.0, 0.5), (29.97, 0.0)] {
        let wanted = |wanted: &mut Excerpt| {
            (wanted.rate, wanted.moments) = (Some(rate), Moments::Seconds(from * 0.033333..=10.0));
        };
        let part = excerpt(&clip, &excerpt_options(wanted)).unwrap();
        let (own, found) = (&clip.behaviours[0].motion, &part.behaviours[0].motion);
        assert_ne!(found.rotations().row(9), own.rotations().row(9), "{rate} {from}");
    }
}

fn corners(clip: &Clip) -> Vec<Vec3> {
    placed(clip, &posed(clip, 0, 0.3)).into_iter().map(|at| at.as_vec3()).collect()
}

#[test]
fn skins_are_converted() {
    let excerpt_options = excerpt_options(|excerpt_options| {
        (excerpt_options.space, excerpt_options.metres_per_unit, excerpt_options.up) =
            (Some(Space::default()), Some(0.5), Some(Axis::Z));
    });
    let mut seen = [0, 0];
    for (name, clip) in clips() {
        let Some(skin) = &clip.skin else { continue };
        let part = excerpt(&clip, &excerpt_options).unwrap();
        let was = corners(&clip);
        let size = size(&was);
        for (was, is) in was.into_iter().zip(corners(&part)) {
            let there = with_z_up(was) * 2.0;
            assert!(is.distance(there) < 3e-5 * size, "{name}: {is} is not {there}");
        }
        seen[usize::from(skin.binds().is_empty())] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 0, "{seen:?}");
}
