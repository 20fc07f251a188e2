//! Writers refuse what the reader of their format would refuse.

use std::fmt::Write;

use glam::DVec3;
use marey::model::{Clip, JointKind};
use marey_write::{Target, TargetOptions, WriteError};

use crate::world::{TOLERANCE, places, upright_places};
use support::{Random, in_parallel, read_alone, read_set, runs};

/// The formats that can be read, too.
const READ: [Target; 4] = [Target::Bvh, Target::Asf, Target::Skel, Target::X3d];

/// Writes a clip in each format and reads it again. Returns the refusals, by first extension.
fn refused(name: &str, clip: &Clip) -> Vec<(&'static str, WriteError)> {
    let mut refused = Vec::new();
    for target in READ {
        let files = match target.files(clip, &TargetOptions::default()) {
            Ok(files) => files,
            Err(error) => {
                refused.push((target.extensions()[0], error));
                continue;
            }
        };
        let named: Vec<(String, Vec<u8>)> =
            target.extensions().iter().map(|extension| format!("a.{extension}")).zip(files).collect();
        let found = read_set(&named).remove(0).1.unwrap_or_else(|refusal| panic!("{name} as {target:?}: {refusal}"));
        same_places(&format!("{name} as {target:?}"), clip, &found, target);
    }
    refused
}

/// Each joint is in its place in the first and the last frame.
fn same_places(name: &str, clip: &Clip, found: &Clip, target: Target) {
    let count = clip.behaviours[0].motion.frame_count();
    assert!(found.skeleton.len() * 2 >= clip.skeleton.len(), "{name}: {} joints", found.skeleton.len());
    for (frame, last) in [(0, false), (count - 1, true)] {
        let own = &found.behaviours[0].motion;
        let at = if last { own.frame_count() - 1 } else { 0 };
        let expected = match target {
            Target::Skel | Target::X3d => upright_places(clip, 0, frame),
            _ => places(clip, 0, frame),
        };
        let found = places(found, 0, at);
        let size = expected.iter().map(|at| at.abs().max_element()).fold(1e-3, f64::max);
        // Of large figures some joints are compared.
        for joint in (0..expected.len()).step_by(1 + expected.len() / 40) {
            if clip.skeleton.kinds()[joint] == JointKind::Site {
                continue;
            }
            let far = |at: &DVec3| (*at - expected[joint]).abs().max_element() / size;
            let off = found.iter().map(far).fold(f64::INFINITY, f64::min);
            assert!(off < TOLERANCE, "{name}, frame {frame}: joint {joint} is off by {off}");
        }
    }
}

fn names(refused: &[(&'static str, WriteError)]) -> Vec<&'static str> {
    refused
        .iter()
        .map(|(format, error)| {
            assert!(
                matches!(error, WriteError::TooDeep { .. } | WriteError::TooManyJoints { .. }),
                "{format}: {error}"
            );
            *format
        })
        .collect()
}

/// A chain of `joints`, with `inside` in the innermost one, and one frame of zeros.
fn chain(joints: usize, channels: &str, inside: &str) -> String {
    let joint = format!("JOINT j\n{{\nOFFSET 0 1 0\nCHANNELS {channels}\n");
    let count: usize = channels.split(' ').next().unwrap().parse().unwrap();
    let text = joint.repeat(joints).replacen("JOINT", "HIERARCHY\nROOT", 1);
    format!(
        "{text}{inside}{}MOTION\nFrames: 1\nFrame Time: 0.0333333\n{}\n",
        "}\n".repeat(joints),
        "0 ".repeat(count * joints)
    )
}

const END: &str = "End Site\n{\nOFFSET 0 1 0\n}\n";

#[test]
fn chains_as_deep_as_readers_take_are_written_or_refused() {
    let clip = |joints, channels, inside| read_alone("a.bvh", chain(joints, channels, inside)).unwrap();
    assert_eq!(names(&refused("all", &clip(1999, "1 Zrotation", ""))), [""; 0]);
    // In an ASF a bone without dofs leads from the root to the first joint. An end is a bone in The Sims' files.
    assert_eq!(names(&refused("deepest", &clip(2000, "1 Zrotation", ""))), ["asf"]);
    let deepest = refused("with an end", &clip(2000, "1 Zrotation", END));
    assert_eq!(names(&deepest), ["asf", "skel"]);
    let text = deepest[1].1.to_string();
    assert_eq!(text, "as SKEL its joints would be nested more than 2000 deep, which is the limit");
}

#[test]
fn as_many_joints_as_readers_take_are_written_or_refused() {
    let joints = |count: usize| {
        let joints = "JOINT b\n{\nOFFSET 1 0 0\nCHANNELS 0\n}\n".repeat(count - 1);
        let text = format!(
            "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n{joints}}}\nMOTION\nFrames: 1\nFrame Time: 0.04\n5\n"
        );
        read_alone("a.bvh", text).unwrap()
    };
    // In an ASF another bone leads to each child of the root, and each has an end.
    assert_eq!(names(&refused("many", &joints(6_000))), [""; 0]);
    assert_eq!(names(&refused("most", &joints(20_000))), ["asf"]);
}

/// Names as in files: repeated, empty, long, and with characters that have a meaning in some format.
fn name(random: &mut Random) -> String {
    const NAMES: [&str; 18] = [
        "Hips",
        "Bip01 L Thigh",
        "mixamorig:Hips",
        "a",
        "A",
        "a_2",
        "",
        "12",
        "-1",
        "end",
        "begin",
        "root",
        "NULL",
        "Žď",
        "#a",
        ":b",
        "a.b",
        "=1+1",
    ];
    match random.below(NAMES.len() + 1) {
        0 => "n".repeat(990 + random.below(11)),
        other => NAMES[other - 1].to_owned(),
    }
}

/// A BVH with any tree: several roots, positions at any joint, ends and joints without any.
fn any_bvh(random: &mut Random) -> String {
    let (mut text, mut channels, mut open) = ("HIERARCHY\n".to_owned(), 0, 0);
    let number = |random: &mut Random| (random.below(2001) as f64 - 1000.0) / 100.0;
    for _ in 0..1 + random.below(12) {
        while open > 0 && random.below(3) == 0 {
            text.push_str("}\n");
            open -= 1;
        }
        let kind = if open == 0 { "ROOT" } else { "JOINT" };
        let offset = [0; 3].map(|_| number(random).to_string()).join(" ");
        let _ = write!(text, "{kind} {}\n{{\nOFFSET {offset}\n", name(random));
        let list = [
            "0",
            "3 Zrotation Xrotation Yrotation",
            "3 Xposition Yposition Zposition",
            "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
        ][random.below(4)];
        let _ = writeln!(text, "CHANNELS {list}");
        channels += list[..1].parse::<usize>().unwrap();
        open += 1;
        if random.below(3) == 0 {
            text.push_str(END);
        }
    }
    text.push_str(&"}\n".repeat(open));
    let frames = 1 + random.below(4);
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: 0.0333333333\n");
    for _ in 0..frames {
        let row: Vec<String> = (0..channels).map(|_| number(random).to_string()).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text
}

#[test]
fn any_skeleton_that_is_written_is_read() {
    let rounds: Vec<u64> = (1..=runs::rounds(3000) as u64).collect();
    in_parallel(&rounds, |seed| {
        let text = any_bvh(&mut Random(*seed * 0x9E37_79B9));
        let clip = read_alone("a.bvh", &text).unwrap_or_else(|refusal| panic!("{seed}: {refusal}\n{text}"));
        let refused = refused(&format!("{seed}"), &clip);
        assert!(refused.is_empty(), "{seed}: {refused:?}\n{text}");
    });
}
