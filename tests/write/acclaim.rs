//! Acclaim's skeletons and motions.

use glam::Vec3;
use marey::model::{Axis, Format, JointKind, Mass};
use marey_write::{AcclaimOptions, BoneOptions, BoneRotation, WriteError};

use crate::clips::{clip, each, read, read_set};
use crate::tally::{SCALED, Tally, UNEVEN};
use crate::world::{compare, off_body, places};

#[test]
fn acclaim_files_are_read_as_they_were_written() {
    let mut tally = Tally::default();
    let options = AcclaimOptions::default();
    each(|name, clip, behaviour| {
        let Some(skeleton) = tally.take(name, marey_write::asf(clip, &options)) else { return };
        let Some(motion) = tally.take(name, marey_write::amc(clip, behaviour, &options)) else { return };
        let found = read_set(&[("written.asf", &skeleton), ("written.amc", &motion)]);
        let (own, read) = (&clip.skeleton, &found.skeleton);
        let (names, off_body) = (marey_write::names(own, Format::Acclaim), off_body(own));
        let (mut pairs, mut stands_for) = (Vec::new(), vec![None; own.len()]);
        for from in 0..own.len() {
            let parent = own.parent(from).and_then(|parent| stands_for[parent]);
            // A bone that moves has two joints: one of its name, and below it the one that moves.
            let moved = |name: &str| format!("{name}_moved");
            let half_of = |at: usize| own.parent(at) == Some(from) && *own.names()[at] == moved(&own.names()[from]);
            let moves = clip.behaviours[behaviour].motion.translations().joints().contains(&(from as u16));
            let still = !moves && (0..own.len()).any(half_of);
            let is_own = |name: &str| *name == *names[from] || name == moved(&names[from]);
            let mut named = (0..read.len()).filter(|joint| is_own(&read.names()[*joint]));
            let joint = if still { named.next() } else { named.next_back() };
            match own.kinds()[from] {
                _ if off_body[from] => continue,
                JointKind::Site => continue,
                JointKind::EndSite if parent.is_some() && joint.is_none() => {
                    // An end is the tip of its bone, or of a bone that leads there.
                    let expected = places(clip, behaviour, 0)[from];
                    let is_near = |at: usize| {
                        let up = read.parent(at);
                        Some(at) == parent || up == parent || up.is_some_and(|up| read.parent(up) == parent)
                    };
                    let found = places(&found, 0, 0);
                    let far = |at: &usize| found[*at].distance(expected);
                    let nearest = (0..read.len()).filter(|at| is_near(*at));
                    pairs.push((from, nearest.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()));
                }
                _ => {
                    let half =
                        || parent.filter(|at| *read.names()[at + 1] == moved(&read.names()[*at])).map(|at| at + 1);
                    let to = joint.or_else(half);
                    let to = to.unwrap_or_else(|| panic!("{name}: {}\n{skeleton}", names[from]));
                    let mut above = std::iter::successors(read.parent(to), |above| read.parent(*above));
                    assert!(parent.is_none_or(|parent| parent == to || above.any(|above| above == parent)), "{name}");
                    stands_for[from] = Some(to);
                    pairs.push((from, to));
                }
            }
        }
        compare(name, (clip, behaviour, places), &found, &pairs, 1.0);
    });
    // One of them is scaled and has uneven frames.
    let scaled: Vec<&str> = [&["displaced.x3d"], SCALED].concat();
    let uneven: Vec<&str> = UNEVEN.iter().copied().filter(|name| !scaled.contains(name)).collect();
    tally.check(840, &[("scale", &scaled), ("uneven", &uneven)]);
}

/// A pelvis with a tail, two legs at its sides and a spine above; one knee turns about Z.
const BVH: &[u8] =
    b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT L Leg { OFFSET 10 0 0 CHANNELS 1 Zrotation End Site { OFFSET 0 -80 0 } }
    JOINT R,Leg { OFFSET -10 0 0 CHANNELS 0 End Site { OFFSET 0 -80 0 } }
    JOINT end { OFFSET 0 0 0 CHANNELS 2 Yrotation Xrotation JOINT Head { OFFSET 0 50 0 CHANNELS 0 } } }
    MOTION
    Frames: 2
    Frame Time: 0.1
    0 90 0 10 20 30 0 0 0
    3 91 0 11 19 33 40 50 -60";

#[test]
fn children_away_from_the_tip_get_a_bone_that_leads_there() {
    let clip = read("walk.bvh", BVH);
    let text = marey_write::asf(&clip, &AcclaimOptions::default()).unwrap();
    let hierarchy = text.split(":hierarchy\n").nth(1).unwrap();
    let expected =
        "  begin\n    root to_L_Leg to_R_Leg _end\n    to_L_Leg L_Leg\n    to_R_Leg R_Leg\n    _end Head\n  end\n";
    assert_eq!(hierarchy, expected);
    let motion = marey_write::amc(&clip, 0, &AcclaimOptions::default()).unwrap();
    let expected = "# 0.1 seconds from frame to frame
:FULLY-SPECIFIED
:DEGREES
1
root 0 90 0 22.79588 28.02432 21.17023
L_Leg 0 0 0
_end 0 0 0
2";
    let (head, _) = motion.split_at(expected.len());
    assert_eq!(head, expected);
}

#[test]
fn the_rate_comes_back() {
    let clip = read("walk.bvh", BVH);
    let skeleton = marey_write::asf(&clip, &AcclaimOptions::default()).unwrap();
    for (named, seconds) in [(false, 0.1), (true, 1.0 / 30.0), (false, 1.0 / 120.0), (true, 0.0417083750417)] {
        let mut clip = clip.clone();
        clip.behaviours[0].motion.set_frame_time(seconds);
        let mut options = AcclaimOptions::default();
        options.skeleton_file = named.then(|| "walk.asf".to_owned());
        let motion = marey_write::amc(&clip, 0, &options).unwrap();
        let files = [("walk.asf", skeleton.as_bytes()), ("walk.amc", motion.as_bytes())];
        let back = read_set(&files);
        assert!((back.behaviours[0].motion.frame_time() - seconds).abs() < 1e-9, "{motion}");
        // The usual rate is not stated.
        assert_eq!(back.source.rate_stated, seconds > 0.01, "{motion}");
    }
    // Other comments, and numbers that are no rate, state none.
    let motion = marey_write::amc(&clip, 0, &AcclaimOptions::default()).unwrap();
    for comment in [
        "# 0 seconds from frame to frame",
        "# -1 seconds from frame to frame",
        "# 1e9 seconds from frame to frame",
        "# 0.1 s",
    ] {
        let text = motion.replacen("# 0.1 seconds from frame to frame", comment, 1);
        let back = read_set(&[("walk.asf", skeleton.as_bytes()), ("walk.amc", text.as_bytes())]);
        assert_eq!(
            (back.behaviours[0].motion.frame_time(), back.source.rate_stated),
            (1.0 / 120.0, false),
            "{comment}"
        );
    }
}

#[test]
fn options_set_dofs_limits_and_names() {
    let mut clip = read("walk.bvh", BVH);
    clip.masses = vec![Mass { joint: 1, mass: 12.0, centre: Vec3::new(0.0, -32.0, 0.0) }];
    let rotation = |axis, least, most| BoneRotation { axis, limits: [least, most] };
    let mut options = AcclaimOptions::default();
    options.name = Some("a walker".to_owned());
    options.documentation = "Made by hand.\n:root of all".to_owned();
    options.skins = vec!["walk er.obj".to_owned()];
    options.skeleton_file = Some("walk.asf".to_owned());
    options.mass_factor = 60.0;
    let leg = vec![rotation(Axis::Z, -10.0, f64::INFINITY)];
    let end = vec![rotation(Axis::X, -70.0, 70.0), rotation(Axis::Y, -90.0, 45.0)];
    options.bones = vec![
        BoneOptions { joint: 1, axis: Some([0.0, 0.0, 20.0]), rotations: leg },
        BoneOptions { joint: 5, axis: None, rotations: end },
    ];
    let (skeleton, motion) =
        (marey_write::asf(&clip, &options).unwrap(), marey_write::amc(&clip, 0, &options).unwrap());
    assert!(motion.starts_with("#!OML:ASF walk.asf\n"));
    let found = read_set(&[("walk.asf", &skeleton), ("walk.amc", &motion)]);
    let channels = found.source.channels.iter().map(|text| &**text);
    let channels: Vec<&str> = channels.filter(|text| !text.is_empty()).collect();
    assert_eq!(channels[1..], ["rz (-10 inf)", "rx (-70 70) ry (-90 45)"]);
    let note = ("Documentation".to_owned(), "Made by hand.\n- :root of all".to_owned());
    assert!(found.about.notes.contains(&note), "{:?}", found.about.notes);
    assert!(skeleton.contains(":name a_walker\n:units\n  mass 60\n"));
    assert_eq!(found.masses.len(), 1);
    assert!((found.masses[0].mass - 12.0).abs() < 1e-5 && found.masses[0].centre.distance(Vec3::NEG_Y * 32.0) < 1e-5);
    let marks: Vec<&str> = found.about.marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(marks, ["ry 50\u{b0}, at most 45\u{b0}"]);
    let head = found.skeleton.find("Head").unwrap();
    for frame in 0..2 {
        assert!(places(&clip, 0, frame)[6].distance(places(&found, 0, frame)[head]) < 1e-4);
    }
    options.bones[1].rotations.pop();
    let refused = marey_write::amc(&clip, 0, &options).unwrap_err();
    assert_eq!(refused, WriteError::Channels { joint: "end".to_owned(), frame: 1 });
}

#[test]
fn the_unit_of_length_stays_that_of_the_file() {
    let clip = clip("acclaim", "factor_cmu");
    let text = marey_write::asf(&clip, &AcclaimOptions::default()).unwrap();
    assert!(text.contains("\n  length 0.45\n"), "{text}");
    let found = read("factor.asf", text);
    assert_eq!(found.source.length_factor, clip.source.length_factor);
}
