//! Frames, rates, spaces and paths of parts of clips.

use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};
use marey::Limits;
use marey::model::{
    Axis, BuildError, Channels, Clip, Format, JointKind, Mark, MarkKind, Mass, PositionMode, RowMut, Scaling,
    SkeletonBuilder, Time,
};
use marey_write::{Excerpt, Moments, Space, WriteError, excerpt};

use crate::clips::{excerpt_options, with_z_up};
use support::moving::{built, tree};
use support::{assert_near, played, read_alone};

/// A hip that moves along all axes and turns; a knee that bends; four frames of half a second.
fn walk() -> Clip {
    let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
        Yrotation\nJOINT Knee\n{\nOFFSET 0 -40 1\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -40 0\n\
        }\n}\n}\nMOTION\nFrames: 4\nFrame Time: 0.5\n0 90 0 0 0 0 0 10 0\n10 91 4 0 0 10 0 30 0\n30 90 5 5 0 20 0 20 0\n\
        60 95 9 0 0 45 0 0 5\n";
    read_alone("walk.bvh", text).unwrap()
}

fn points(clip: &Clip, seconds: f64) -> Vec<Vec3> {
    played(clip, 0, seconds)
}

#[test]
fn without_options_a_clip_stays_the_same() {
    let clip = walk();
    let mut same = excerpt(&clip, &Excerpt::default()).unwrap();
    assert!(Arc::ptr_eq(&same.skeleton, &clip.skeleton));
    same.source.position_mode = clip.source.position_mode;
    same.source.position_confidence = clip.source.position_confidence;
    assert_eq!(same, clip);
}

#[test]
fn ranges_of_frames_and_seconds_are_cut_exactly() {
    let clip = walk();
    let of = |moments: Moments| {
        let part = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.moments = moments))?;
        Ok::<_, WriteError>((part.behaviours[0].motion.frame_count(), points(&part, 0.0)))
    };
    for moments in [Moments::Frames(1..=2), Moments::Seconds(0.5..=1.0), Moments::Seconds(0.4..=1.4)] {
        assert_eq!(of(moments).unwrap(), (2, points(&clip, 0.5)));
    }
    assert_eq!(of(Moments::Frames(3..=99)).unwrap().0, 1);
    assert_eq!(of(Moments::Seconds(-1.0..=9.0)).unwrap().0, 4);
    #[allow(clippy::reversed_empty_ranges, reason = "that is the test")]
    let none =
        [Moments::Frames(2..=1), Moments::Frames(4..=9), Moments::Seconds(1.0..=0.5), Moments::Seconds(0.6..=0.9)];
    for moments in none.into_iter().chain([Moments::Seconds(f64::NAN..=1.0), Moments::Seconds(2.0..=3.0)]) {
        assert_eq!(of(moments.clone()), Err(WriteError::NoFrames), "{moments:?}");
    }
}

#[test]
fn another_rate_interpolates_frames() {
    let clip = walk();
    let at = |rate, moments| {
        excerpt_options(|excerpt_options| (excerpt_options.rate, excerpt_options.moments) = (Some(rate), moments))
    };
    let part = excerpt(&clip, &at(8.0, Moments::Seconds(0.25..=1.3))).unwrap();
    let motion = &part.behaviours[0].motion;
    assert_eq!((motion.frame_count(), motion.frame_time()), (9, 0.125));
    for frame in 0..9 {
        let at = f64::from(frame) * 0.125;
        assert_near(&points(&part, at), &points(&clip, 0.25 + at), 2e-3);
    }
    // The same frames at the same rate are the same numbers.
    let mut replaced = clip.clone();
    replaced.set_position_mode(PositionMode::Replace);
    assert_eq!(excerpt(&clip, &at(2.0, Moments::All)).unwrap().behaviours, replaced.behaviours);
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(excerpt(&clip, &at(rate, Moments::All)), Err(WriteError::BadRate { .. })), "{rate}");
    }
    let refused = excerpt(&clip, &at(1e300, Moments::All));
    assert_eq!(refused, Err(WriteError::Build(BuildError::TooManyFrames)));
}

#[test]
fn keys_keep_their_times() {
    let mut clip = walk();
    clip.behaviours[0].motion.set_time(Time::Keys(vec![0.0, 0.1, 0.5, 2.0])).unwrap();
    let part =
        excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.moments = Moments::Seconds(0.1..=2.0)))
            .unwrap();
    assert_eq!(part.behaviours[0].motion.time(), &Time::Keys(vec![0.0, 0.4, 1.9]));
    let even = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.rate = Some(10.0))).unwrap();
    assert_eq!(even.behaviours[0].motion.frame_count(), 21);
    assert_near(&points(&even, 0.5), &points(&clip, 0.5), 1e-4);
}

#[test]
fn units_and_axes_turn_the_whole_figure() {
    let clip = walk();
    let space = Some(Space { metres_per_unit: 0.01, up: Axis::Y });
    let inches = excerpt_options(|excerpt_options| {
        (excerpt_options.space, excerpt_options.metres_per_unit, excerpt_options.up) =
            (space, Some(0.0254), Some(Axis::Z))
    });
    let there = excerpt(&clip, &inches).unwrap();
    assert_eq!((there.source.metres_per_unit, there.source.up), (Some(0.0254), Some(Axis::Z)));
    for at in [0.0, 0.7, 1.5] {
        // Up becomes Z, and the front faces -Y.
        let turned: Vec<Vec3> = points(&clip, at).into_iter().map(|point| with_z_up(point) / 2.54).collect();
        assert_near(&points(&there, at), &turned, 1e-4);
    }
    let centimetres = excerpt_options(|excerpt_options| {
        (excerpt_options.metres_per_unit, excerpt_options.up) = (Some(0.01), Some(Axis::Y))
    });
    let back = excerpt(&there, &centimetres).unwrap();
    assert_near(&points(&back, 0.7), &points(&clip, 0.7), 1e-4);
    for up in Axis::ALL {
        let there = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.up = Some(up))).unwrap();
        let high = points(&there, 0.0)[0].dot(up.vector());
        assert!((high - 90.0).abs() < 1e-4, "{up:?}: {high}");
    }
    for metres in [0.0, -1.0, f64::NAN, 1e30] {
        let bad = excerpt_options(|excerpt_options| excerpt_options.metres_per_unit = Some(metres));
        assert!(matches!(excerpt(&clip, &bad), Err(WriteError::BadUnit { .. })), "{metres}");
    }
}

#[test]
fn in_place_keeps_the_carrier_above_its_start() {
    let clip = walk();
    for up in [Axis::Y, Axis::Z] {
        let turned = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.up = Some(up))).unwrap();
        let stay = excerpt_options(|excerpt_options| {
            (excerpt_options.in_place, excerpt_options.moments) = (Some(0), Moments::Frames(1..=3))
        });
        let there = excerpt(&turned, &stay).unwrap();
        let start = points(&turned, 0.5)[0];
        for at in [0.0, 0.5, 1.0] {
            let (was, is) = (points(&turned, 0.5 + at), points(&there, at));
            let level = was[0].dot(up.vector()) - start.dot(up.vector());
            assert!(is[0].distance(start + up.vector() * level) < 1e-4, "{up:?} {at}: {}", is[0]);
            let bodies = was.iter().zip(&is).all(|(a, b)| (*a - was[0]).distance(*b - is[0]) < 1e-4);
            assert!(bodies, "the body moved");
        }
    }
}

#[test]
fn every_root_stays_in_place() {
    let skeleton =
        tree(&[("mover", None, JointKind::Joint, [0.0; 3]), ("prop", None, JointKind::Joint, [1.0, 0.0, 0.0])]);
    let channels = Channels { translated: vec![0], ..Channels::default() };
    let go = |x: f32, row: &mut RowMut<'_>| row.translations[0] = Vec3::new(x, 2.0, 0.0);
    let clip = built("go", Format::Bvh, skeleton, channels, PositionMode::Replace, 3, go);
    let there = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.in_place = Some(0))).unwrap();
    assert_eq!(points(&there, 1.0), [Vec3::new(0.0, 2.0, 0.0), Vec3::new(-1.0, 0.0, 0.0)]);
}

#[test]
fn scales_frames_masses_and_marks_are_converted() {
    let mut b = SkeletonBuilder::new(&Limits::default());
    let hip = b.add("hip", None, JointKind::Joint, Vec3::new(0.0, 1.0, 0.0), Quat::from_rotation_x(0.3)).unwrap();
    b.add("toe", Some(hip), JointKind::EndSite, Vec3::new(0.0, -1.0, 0.5), Quat::IDENTITY).unwrap();
    let frame = Affine3A::from_rotation_translation(Quat::from_rotation_z(0.5), Vec3::new(1.0, 2.0, 3.0));
    let scaling = Scaling {
        frames: vec![frame, Affine3A::from_scale(Vec3::new(1.0, 2.0, 1.0))],
        axes: vec![Quat::from_rotation_y(1.0); 2],
        rest_scales: vec![Vec3::new(1.0, 1.0, 2.0); 2],
    };
    b.set_scaling(scaling).unwrap();
    let channels = Channels { translated: vec![0], scaled: vec![1], rotated: vec![0], ..Channels::default() };
    let mut clip = built("go", Format::Hanim, b, channels, PositionMode::Replace, 9, |x, row| {
        row.translations[0] = Vec3::new(x, 1.0, -x);
        row.rotations[0] = Quat::from_rotation_y(0.1 * x);
        row.scales[0] = Vec3::new(1.0, 1.0 + 0.1 * x, 1.0);
    });
    clip.masses.push(Mass { joint: 0, mass: 2.0, centre: Vec3::ONE });
    let mark = Mark { kind: MarkKind::Event, behaviour: 0, joint: None, first: 0, last: 0, at: 0, text: String::new() };
    let mark = |(first, last)| Mark { first, last, at: last, ..mark.clone() };
    clip.about.marks = [(0, 2), (4, 6), (8, 8)].map(mark).to_vec();
    let turned = excerpt_options(|excerpt_options| {
        (excerpt_options.metres_per_unit, excerpt_options.up) = (Some(0.5), Some(Axis::Z))
    });
    let there = excerpt(&clip, &turned).unwrap();
    let turned: Vec<Vec3> = points(&clip, 0.1).into_iter().map(|point| with_z_up(point) * 2.0).collect();
    assert_near(&points(&there, 0.1), &turned, 1e-4);
    assert_eq!(there.masses[0].centre, Vec3::splat(2.0));
    let stay = excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.in_place = Some(0))).unwrap();
    let (start, end) = (points(&stay, 0.0)[0], points(&stay, 0.2)[0]);
    assert!((start - end).with_y(0.0).length() < 1e-5, "{start} {end}");
    let part =
        excerpt(&clip, &excerpt_options(|excerpt_options| excerpt_options.moments = Moments::Frames(1..=5))).unwrap();
    let frames: Vec<_> = part.about.marks.iter().map(|mark| (mark.first, mark.last, mark.at)).collect();
    assert_eq!(frames, [(0, 1, 1), (3, 4, 4)]);
}
