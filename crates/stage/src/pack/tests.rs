use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};
use marey::model::{
    About, Axis, Bind, Channels, Confidence, Format, JointKind, Mark, MarkKind, Mass, Morph, MotionBuilder, NO_PARENT,
    PositionMode, SkeletonBuilder, Skin, SkinCorner, SkinParts, Source, Textured, Time, Viewpoint,
};
use marey::{Limits, Location, Occurrence, Warning};

use super::*;

/// A rigid corner, a corner with an influence, and a corner with an influence and a morph.
fn skin_parts() -> SkinParts {
    let corner = |at: u16| SkinCorner {
        colour: [9, 8, 7, 255],
        influences: at.min(1),
        morphs: at / 2,
        ..SkinCorner::rigid(Vec3::splat(at.into()), Vec3::NEG_Z, u32::from(at / 2))
    };
    SkinParts {
        binds: vec![
            Bind { joint: 1, matrix: Affine3A::from_translation(Vec3::X) },
            Bind { joint: NO_PARENT, matrix: Affine3A::from_scale(Vec3::splat(2.0)) },
        ],
        morphs: vec![Morph { bind: 1, weight: 0 }],
        influences: vec![[0.25, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 0.0]],
        corners: (0..3).map(corner).collect(),
        triangles: vec![[0, 2, 1], [2, 1, 0]],
        segments: 1,
        pictures: vec!["bödy.png".to_owned()],
        textured: vec![Textured { triangles: 1..2, picture: 0 }],
    }
}

fn viewpoint(name: &str, joint: Option<u16>) -> Viewpoint {
    let orientation = Quat::from_rotation_x(0.5);
    Viewpoint { name: name.into(), joint, position: Vec3::X, orientation, field_of_view: 0.75 }
}

fn clip(keyed: bool) -> Clip {
    let limits = Limits::default();
    let mut skeleton = SkeletonBuilder::new(&limits);
    let root = skeleton.add("röot", None, JointKind::Joint, Vec3::new(0.0, 90.0, 0.0), Quat::IDENTITY).unwrap();
    skeleton.add("tip", Some(root), JointKind::EndSite, Vec3::Y, Quat::IDENTITY).unwrap();
    skeleton.set_weights(vec![0.75]).unwrap();
    let skeleton = Arc::new(skeleton.finish().unwrap());
    let channels = Channels { rotated: vec![0], translated: vec![0], weighted: vec![0], ..Channels::default() };
    let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Add, &limits).unwrap();
    for i in 0..7 {
        motion
            .push_row(|row| {
                row.rotations[0] = Quat::from_rotation_x(i as f32);
                row.translations[0].z = i as f32;
                row.weights[0] = 0.25 * i as f32;
            })
            .unwrap();
    }
    motion.set_frame_time(1.0 / 60.0);
    let mut motion = motion.finish().unwrap();
    if keyed {
        motion.set_time(Time::Keys(vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.9])).unwrap();
    }
    let skin = Skin::new("skin.obj", skin_parts(), &skeleton).unwrap();
    let mut source = Source::new(Format::Acclaim);
    source.up = Some(Axis::NegZ);
    source.length_factor = 0.45;
    source.rate_stated = false;
    source.unit_stated = true;
    source.position_mode = Some(PositionMode::Add);
    source.position_confidence = Confidence::Likely;
    source.channels = vec!["Zposition Xrotation".into(), "".into()];
    let mut clip = Clip::new("walk".into(), skeleton, vec![Behaviour { name: "walk".into(), motion }], source);
    clip.about.skins = vec!["low.obj".into(), "high.obj".into()];
    clip.about.skeleton_doubt = "the file names male.ASF".into();
    clip.about.skeleton_file = "walk.asf".into();
    clip.about.notes = vec![("Author".into(), "nobody".into())];
    clip.about.labels = vec!["hips".into(), "".into()];
    clip.about.marks = vec![
        Mark { kind: MarkKind::Event, behaviour: 0, joint: None, first: 1, last: 2, at: 1, text: "step".into() },
        Mark { kind: MarkKind::Limit, behaviour: 0, joint: Some(1), first: 3, last: 5, at: 4, text: "rx 9".into() },
    ];
    clip.about.marks_dropped = 3;
    clip.masses = vec![Mass { joint: 0, mass: 3.0, centre: Vec3::Y }];
    clip.viewpoints = vec![viewpoint("thröugh the eyes", Some(1)), viewpoint("far", None)];
    clip.skin = Some(Arc::new(skin));
    clip.warnings = vec![Warning {
        code: "bvh.frames-count".into(),
        message: "have a thing".into(),
        location: Some(Location { byte: 9, line: 2, column: 3 }),
        count: 12,
        noun: "rows".into(),
        more: vec![Occurrence { location: None, message: "have another".into() }],
        file: "walk.asf".into(),
    }];
    clip.warnings_dropped = 4;
    clip
}

fn packets(clip: &Clip) -> Vec<Vec<u8>> {
    let motion = &clip.behaviours[0].motion;
    let bounds = Bounds { min: Vec3::ZERO, max: Vec3::new(0.0, 1.0, motion.frame_count() as f32) };
    let part = |range: std::ops::Range<usize>| rows(0, motion.frames(range), &[bounds]);
    vec![head(clip, &[7]), part(0..3), part(3..7), skin(clip.skin.as_ref().unwrap()), tail(clip)]
}

#[test]
fn a_clip_is_unpacked_as_packed_whole_or_in_packets() {
    for keyed in [false, true] {
        let clip = clip(keyed);
        let packets = packets(&clip);
        let whole = unpack(&packets.concat()).unwrap();
        let mut parts = unpack(&packets[0]).unwrap();
        assert!(!parts.is_playable());
        parts.push(&packets[1]).unwrap();
        assert!(parts.is_playable() && !parts.complete);
        parts.push(&packets[2]).unwrap();
        parts.push(&packets[3]).unwrap();
        parts.push(&packets[4]).unwrap();
        assert_eq!(parts, whole);
        assert_eq!(whole.clip, clip);
        assert_eq!(whole.boxes, [[Bounds { min: Vec3::ZERO, max: Vec3::new(0.0, 1.0, 7.0) }; 2]]);
    }
}

#[test]
fn a_figure_keeps_its_body_and_plays_other_motions() {
    let mut own = clip(false);
    own.set_position_mode(PositionMode::Replace);
    let bytes = packets(&own).concat();
    let figure = PackedFigure::new(&bytes).unwrap();
    assert_eq!((&figure.clip.skeleton, &figure.clip.behaviours), (&own.skeleton, &own.behaviours));
    let mut motions = unpack_motions(&packets(&own)[0]).unwrap();
    for packet in packets(&own).iter().skip(1) {
        push_motions(&mut motions, packet).unwrap();
    }
    assert_eq!(motions.behaviours, own.behaviours);

    let mut other = clip(true);
    other.set_position_mode(PositionMode::Replace);
    let played = figure.with_motions("run", true, other.behaviours);
    let motion = &played.behaviours[0].motion;
    let out = [figure.head(&played, &[7]), rows(0, motion.frames(0..7), &[]), figure.tail(&played)].concat();
    let Unpacked { clip: unpacked, complete, .. } = unpack(&out).unwrap();
    let mut wanted = own;
    (wanted.name, wanted.behaviours) = (played.name, played.behaviours);
    wanted.source.position_mode = None;
    wanted.source.rate_stated = true;
    // The orders of rotations are the figure's; which joints have positions is the motion's.
    wanted.source.channels = vec!["Xrotation".into(), "".into()];
    wanted.viewpoints.clear();
    wanted.warnings.clear();
    wanted.warnings_dropped = 0;
    wanted.about.marks.clear();
    wanted.about.marks_dropped = 0;
    assert!(complete);
    assert_eq!(unpacked, wanted);
}

#[test]
fn clips_that_break_a_promise_are_refused() {
    type Change = fn(&mut Clip);
    let changes: [(&str, Change); 7] = [
        ("a unit out of range", |clip| clip.source.metres_per_unit = Some(1e300)),
        ("no channels", |clip| clip.source.channels.clear()),
        ("too many channels", |clip| clip.source.channels.push("".into())),
        ("half a row of visibility", |clip| clip.visibility = vec![vec![9; 3]]),
        ("visibility of more frames than there are", |clip| clip.visibility = vec![vec![9; 16]]),
        ("visibility of a behaviour that is not there", |clip| clip.visibility = vec![vec![9; 2]; 2]),
        ("one name for two viewpoints", |clip| clip.viewpoints[1].name = clip.viewpoints[0].name.clone()),
    ];
    for (what, change) in changes {
        let mut clip = clip(false);
        change(&mut clip);
        assert!(unpack(&packets(&clip).concat()).is_err(), "{what}");
    }
    let twice = [packets(&clip(false)).concat(), packets(&clip(false)).pop().unwrap()].concat();
    assert!(unpack(&twice).is_err(), "two tails");
    let mut clip = clip(false);
    clip.visibility = vec![vec![9; 14]];
    assert_eq!(unpack(&packets(&clip).concat()).unwrap().clip, clip);
}

#[test]
fn damaged_figures_are_refused_and_never_panic() {
    let bytes = packets(&clip(true)).concat();
    for cut in 0..bytes.len() {
        PackedFigure::new(&bytes[..cut]).ok();
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            if let Ok(figure) = PackedFigure::new(&flipped) {
                assert!(figure.clip.skeleton.len() <= 2);
            }
        }
    }
}

#[test]
fn damaged_bytes_are_refused_and_never_panic() {
    let bytes = packets(&clip(true)).concat();
    let starts: Vec<usize> = packets(&clip(true))
        .iter()
        .scan(0, |end, packet| {
            *end += packet.len();
            Some(*end)
        })
        .collect();
    for cut in 0..bytes.len() {
        assert_eq!(unpack(&bytes[..cut]).is_ok(), starts.contains(&cut), "cut at {cut}");
    }
    let mut state = 1_u32;
    for at in 0..bytes.len() {
        for _ in 0..8 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mut flipped = bytes.clone();
            flipped[at] ^= (state >> 24) as u8 | 1;
            if let Ok(unpacked) = unpack(&flipped) {
                assert!(unpacked.clip.skeleton.len() <= 2);
                let joints = unpacked.clip.skin.iter().flat_map(|skin| skin.binds()).map(|bind| bind.joint);
                assert!(joints.into_iter().all(|joint| joint < 2 || joint == NO_PARENT));
            }
        }
    }
}

#[test]
fn factors_masses_and_viewpoints_that_cannot_be_placed_are_refused() {
    let refused = |change: fn(&mut Clip)| {
        let mut clip = clip(false);
        change(&mut clip);
        unpack(&head(&clip, &[])).map(drop).map_err(|refusal| refusal.code())
    };
    assert_eq!(refused(|_| {}), Ok(()));
    assert_eq!(refused(|clip| clip.source.length_factor = 1e-45), Err("pack.damaged"));
    assert_eq!(refused(|clip| clip.source.length_factor = f64::NAN), Err("pack.damaged"));
    assert_eq!(refused(|clip| clip.masses[0].centre.y = 2e12), Err("pack.damaged"));
    assert_eq!(refused(|clip| clip.viewpoints[0].joint = Some(2)), Err("pack.damaged"), "on no joint");
    assert_eq!(refused(|clip| clip.viewpoints[0].position.y = f32::NAN), Err("pack.damaged"));
    assert_eq!(refused(|clip| clip.viewpoints[0].orientation = Quat::IDENTITY * 2.0), Err("pack.damaged"));
    assert_eq!(refused(|clip| clip.viewpoints[0].field_of_view = 0.0), Err("pack.damaged"));
    let many = |clip: &mut Clip| clip.viewpoints = vec![viewpoint("", None); Viewpoint::MOST + 1];
    assert_eq!(refused(many), Err("pack.damaged"), "too many");
}

#[test]
fn labels_and_marks_without_a_target_are_refused() {
    let refused = |change: fn(&mut About)| {
        let mut clip = clip(false);
        change(&mut clip.about);
        unpack(&packets(&clip).concat()).map(drop).map_err(|refusal| refusal.code())
    };
    let damaged = Err("pack.damaged");
    assert_eq!(refused(|_| {}), Ok(()));
    assert_eq!(refused(|about| about.labels.truncate(1)), damaged);
    assert_eq!(refused(|about| about.marks[0].at = 0), damaged, "before its first frame");
    assert_eq!(refused(|about| about.marks[1].at = 6), damaged, "behind its last frame");
    assert_eq!(refused(|about| about.marks.swap(0, 1)), damaged, "not in order");
    assert_eq!(refused(|about| about.marks[1].last = 7), damaged, "behind the motion");
    assert_eq!(refused(|about| about.marks[1].behaviour = 9), damaged, "of no behaviour");
}

#[test]
fn scales_and_kinds_are_unpacked_as_packed() {
    let limits = Limits::default();
    let mut skeleton = SkeletonBuilder::new(&limits);
    let mut parent = None;
    for kind in [JointKind::Frame, JointKind::Joint, JointKind::Site, JointKind::EndSite] {
        parent = Some(skeleton.add("a", parent, kind, Vec3::X, Quat::IDENTITY).unwrap());
    }
    let frame =
        Affine3A::from_scale_rotation_translation(Vec3::new(1.0, 2.0, 3.0), Quat::from_rotation_y(0.5), Vec3::Z);
    skeleton
        .set_scaling(Scaling {
            frames: vec![frame; 4],
            axes: vec![Quat::from_rotation_x(0.25); 4],
            rest_scales: vec![Vec3::new(1.0, 0.5, 2.0); 4],
        })
        .unwrap();
    let skeleton = Arc::new(skeleton.finish().unwrap());
    let channels = Channels { scaled: vec![1], ..Channels::default() };
    let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
    motion.push_row(|row| row.scales[0] = Vec3::splat(2.0)).unwrap();
    let behaviours = vec![Behaviour { name: "grow".into(), motion: motion.finish().unwrap() }];
    let mut source = Source::new(Format::Hanim);
    source.channels = vec!["".into(); 4];
    let clip = Clip::new("a".into(), skeleton, behaviours, source);
    let motion = &clip.behaviours[0].motion;
    let mut packets = head(&clip, &[1]);
    packets.extend(rows(0, motion.frames(0..1), &[]));
    packets.extend(tail(&clip));
    assert_eq!(unpack(&packets).unwrap().clip, clip);
}

#[test]
fn declared_frames_share_one_limit() {
    let mut clip = clip(false);
    let one = clip.behaviours[0].clone();
    clip.behaviours = vec![one; 131];
    let promised = head(&clip, &[usize::MAX; 131]);
    let reserved = |unpacked: &Unpacked| {
        unpacked.clip.behaviours.iter().map(|behaviour| behaviour.motion.reserved_bytes()).sum::<usize>()
    };
    let unpacked = unpack(&promised).unwrap();
    assert!(reserved(&unpacked) <= MAX_RESERVED, "{} for {} bytes", reserved(&unpacked), promised.len());
    // A long behaviour does not use up the reservation of the next.
    let unpacked = unpack(&head(&clip, &[1000])).unwrap();
    assert!((1000 * 28..2000 * 28).contains(&reserved(&unpacked)), "{}", reserved(&unpacked));
}
