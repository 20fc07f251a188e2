//! Files of The Sims, one quirk each, written by `support/sims.rs`: what becomes of them, of every prefix of them, and of
//! them with bytes flipped.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use glam::{Affine3A, Vec3};
use marey::formats::{Companions, Parser};
use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey::{Limits, ParseError};

#[path = "support/sims.rs"]
#[allow(dead_code, reason = "shared with the samples")]
mod write;

use write::{Animation, Bone, Track};

fn read(name: &str, bytes: &[u8], beside: &[(&str, &[u8])]) -> Result<Clip, ParseError> {
    let limits = Limits::default();
    let mut companions = Companions::default();
    for (name, bytes) in beside {
        companions.add(name, bytes, &limits);
    }
    let mut parser = Parser::new(name, Some(bytes.len() as u64), limits).with_companions(companions);
    for piece in bytes.chunks(97) {
        parser.push(piece)?;
    }
    parser.finish()
}

/// ROOT at the origin, ARM one to the left (the files' -X) and one up, HAND one farther up.
fn bones() -> Vec<Bone> {
    vec![
        Bone::new("ROOT", "NULL", [0.0, 0.0, 0.0]),
        Bone::new("ARM", "ROOT", [-1.0, 1.0, 0.0]),
        Bone::new("HAND", "ARM", [0.0, 1.0, 0.0]),
    ]
}

/// A quarter turn about Z that takes the figure's up to its left (+Y to +X, right-handed): the file's quaternion is the
/// conjugate of the mirrored one, which is (0, 0, -s, c) right-handed and the same in the file.
const UP_TO_LEFT: [f32; 4] = [0.0, 0.0, -std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2];
const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// ARM turns in two frames, ROOT is lifted; a step is heard at 33 ms.
fn wave() -> Animation {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    Animation {
        name: "a2o-wave".into(),
        duration: 66.7,
        distance: 1.5,
        moving: true,
        translations: vec![[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]],
        rotations: vec![UNTURNED, UP_TO_LEFT],
        tracks: vec![
            Track {
                bone: "ROOT".into(),
                frames: 2,
                translations: Some(0),
                events: vec![(33, vec![pair("footstep", "L")])],
                ..Track::default()
            },
            Track { bone: "ARM".into(), frames: 2, rotations: Some(0), ..Track::default() },
        ],
    }
}

fn positions(clip: &Clip, seconds: f64) -> Vec<Vec3> {
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[0].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|world| world.translation.into()).collect()
}

fn near(found: &[Vec3], expected: &[[f32; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(a.distance(Vec3::from(*b)) < 1e-5, "{found:?} is not {expected:?}");
    }
}

#[test]
fn the_left_is_on_the_left_and_the_arm_turns_the_right_way() {
    let skel = write::skeleton(1, "adult", &bones());
    near(&positions(&read("adult.skel", &skel, &[]).unwrap(), 0.0), &[[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    let anim = write::animation(2, &wave());
    let clip = read("wave.anim", &anim, &[("adult.skel", &skel)]).unwrap();
    assert_eq!(clip.warnings, []);
    near(&positions(&clip, 0.0), &[[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    near(&positions(&clip, 1.0 / 30.0), &[[0.0, 3.0, 0.0], [1.0, 4.0, 0.0], [2.0, 4.0, 0.0]]);
    // Half way: an eighth turn on the shortest arc, a straight line up.
    let c = std::f32::consts::FRAC_1_SQRT_2;
    near(&positions(&clip, 0.5 / 30.0), &[[0.0, 1.5, 0.0], [1.0, 2.5, 0.0], [1.0 + c, 2.5 + c, 0.0]]);
    let marks: Vec<_> = clip.about.marks.iter().map(|mark| (mark.at, mark.text.as_str())).collect();
    assert_eq!(marks, [(1, "footstep L")]);
}

#[test]
fn a_sign_flip_between_keys_is_the_same_rotation() {
    let skel = write::skeleton(1, "adult", &bones());
    let mut flipped = wave();
    flipped.rotations[1] = UP_TO_LEFT.map(|v| -v);
    let (a, b) = (write::animation(2, &wave()), write::animation(2, &flipped));
    let at = |bytes: &[u8]| positions(&read("wave.anim", bytes, &[("adult.skel", &skel)]).unwrap(), 0.4 / 30.0);
    assert_eq!(at(&a), at(&b));
}

/// The codes of a file's warnings, or its refusal.
type Expected = Result<Vec<&'static str>, &'static str>;

/// One file a quirk: its name, its bytes, and what becomes of it.
fn fixtures() -> Vec<(&'static str, Vec<u8>, Expected)> {
    let skel = |bones: &[Bone]| write::skeleton(1, "adult", bones);
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let with = |change: fn(&mut Vec<Bone>)| {
        let mut list = bones();
        change(&mut list);
        list
    };
    let mut properties = bones();
    properties[0].properties = Some(vec![vec![pair("name", "adult"), pair("", "")], vec![]]);
    properties[1].properties = Some(vec![]);
    let mut long = bones();
    long[0].name = "N".repeat(255);
    long[1].parent = "N".repeat(255);
    long[2].name = "H\u{e9}".into();
    vec![
        ("plain", skel(&bones()), Ok(vec![])),
        ("properties", skel(&properties), Ok(vec![])),
        ("long-and-latin-names", skel(&long), Ok(vec![])),
        ("child-first", skel(&with(|list| list.reverse())), Ok(vec![])),
        ("two-roots", skel(&with(|list| list[2].parent = "NULL".into())), Ok(vec![])),
        ("orphan", skel(&with(|list| list[2].parent = "nobody".into())), Ok(vec!["skel.unknown-parent"])),
        ("same-name", skel(&with(|list| list[2].name = "ARM".into())), Ok(vec!["skel.duplicate-name"])),
        ("empty-name", skel(&with(|list| list[2].name.clear())), Ok(vec![])),
        ("nan", skel(&with(|list| list[1].translation[0] = f32::NAN)), Ok(vec!["skel.not-finite"])),
        ("no-rotation", skel(&with(|list| list[1].rotation = [0.0; 4])), Ok(vec!["skel.not-finite"])),
        ("surplus", [skel(&bones()), vec![1, 2, 3]].concat(), Ok(vec!["skel.surplus"])),
        (
            "cycle",
            skel(&with(|list| list[0].parent = "HAND".into())),
            Err("byte 12: skel.cycle: expected a root above `ROOT`, found that it hangs on itself"),
        ),
        ("no-bones", skel(&[]), Err("byte 10: skel.no-bones: expected bones, found none")),
        (
            "version",
            write::skeleton(2, "adult", &bones()),
            Err("byte 0: skel.version: expected version 1 of a skeleton, found 2"),
        ),
        (
            "cut",
            skel(&bones())[..150].to_vec(),
            Err("byte 10: skel.count: expected no more bones than the 138 bytes left can hold, found 3"),
        ),
        (
            "cut-in-the-last-bone",
            skel(&bones())[..skel(&bones()).len() - 1].to_vec(),
            Err("byte 198: skel.cut: expected a bone's wiggle, found the end of the file"),
        ),
    ]
}

#[test]
fn each_quirk_is_read_or_refused_as_it_should_be() {
    for (name, bytes, expected) in fixtures() {
        let found = read("x.skel", &bytes, &[]);
        match (found, expected) {
            (Ok(clip), Ok(codes)) => {
                let found: Vec<&str> = clip.warnings.iter().map(|warning| &*warning.code).collect();
                assert_eq!(found, codes, "{name}");
                assert!(clip.warnings.iter().all(|warning| warning.location.is_some()), "{name}");
            }
            (Err(refusal), Err(expected)) => assert_eq!(refusal.to_string(), expected, "{name}"),
            (found, expected) => panic!("{name}: {found:?} is not {expected:?}"),
        }
    }
}

/// The Sims 1: a catalogue with [`bones`] and one skill of two frames, binary (all little-endian) or as text.
fn catalogue(binary: bool) -> Vec<u8> {
    let mut out = Catalogue { binary, bytes: Vec::new() };
    if !binary {
        out.bytes.extend(b"// made by hand\r\nversion 300\r\n");
    }
    out.number(1);
    out.text("adult");
    out.number(3);
    for bone in bones() {
        out.text(&bone.name);
        out.text(&bone.parent);
        out.number(1);
        out.number(1);
        out.text("name");
        out.text("adult");
        out.floats(&bone.translation);
        out.floats(&bone.rotation);
        bone.can.iter().for_each(|can| out.number(*can));
        bone.wiggle.iter().for_each(|value| out.float(*value));
    }
    // A suit of one skin.
    out.number(1);
    out.text("suit");
    out.number(0);
    out.number(0);
    out.number(1);
    out.text("ARM");
    out.text("xskin");
    out.number(0);
    out.number(0);
    // A skill: ARM turns, and something happens at 33 ms.
    out.number(1);
    out.text("a2o-wave");
    out.text("wave-keys");
    out.float(66.7);
    out.float(0.0);
    [0, 0, 2, 1].iter().for_each(|number| out.number(*number));
    out.text("ARM");
    out.number(2);
    out.float(66.7);
    [0, 1, -1, 0, 0, 1, 1, 33, 1].iter().for_each(|number| out.number(*number));
    out.text("xevt");
    out.text("7");
    out.bytes
}

struct Catalogue {
    binary: bool,
    bytes: Vec<u8>,
}

impl Catalogue {
    fn line(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
        self.bytes.extend(b"\r\n");
    }

    fn number(&mut self, number: i32) {
        if self.binary { self.bytes.extend(number.to_le_bytes()) } else { self.line(&number.to_string()) }
    }

    fn float(&mut self, value: f32) {
        if self.binary { self.bytes.extend(value.to_le_bytes()) } else { self.line(&value.to_string()) }
    }

    fn floats(&mut self, values: &[f32]) {
        if self.binary {
            values.iter().for_each(|value| self.bytes.extend(value.to_le_bytes()));
        } else {
            let numbers: Vec<String> = values.iter().map(f32::to_string).collect();
            self.line(&format!("| {} |", numbers.join(" ")));
        }
    }

    fn text(&mut self, text: &str) {
        if self.binary {
            self.bytes.push(text.len() as u8);
            self.bytes.extend(text.as_bytes());
        } else {
            self.line(text);
        }
    }
}

/// The keys of that skill: no turn, then [`UP_TO_LEFT`]. x and y are a run of 0, z and w two numbers each.
fn keys() -> Vec<u8> {
    let mut out = vec![0xFF, 0, 0, 0, 0, 0xFE, 2, 0];
    for value in [0.0, UP_TO_LEFT[2], 1.0, UP_TO_LEFT[3]] {
        out.push(0xFF);
        out.extend(f32::to_le_bytes(value));
    }
    out
}

#[test]
fn the_older_games_files_are_the_same_model() {
    for (name, binary) in [("a.cmx", false), ("a.cmx.bcf", true)] {
        let clip = read(name, &catalogue(binary), &[("wave-keys.cfp", &keys())]).unwrap();
        assert_eq!(clip.warnings, [], "{name}");
        assert_eq!(clip.behaviours[0].name, "a2o-wave");
        near(&positions(&clip, 0.0), &[[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
        near(&positions(&clip, 1.0 / 30.0), &[[0.0; 3], [1.0, 1.0, 0.0], [2.0, 1.0, 0.0]]);
        let marks: Vec<_> = clip.about.marks.iter().map(|mark| (mark.at, mark.text.as_str())).collect();
        assert_eq!(marks, [(1, "xevt 7")]);
        let needs = read(name, &catalogue(binary), &[]).unwrap_err();
        assert_eq!((needs.code(), needs.message().contains("drop wave-keys.cfp too")), ("cmx.needs-keys", true));
    }
    let alone = read("wave-keys.cfp", &keys(), &[]).unwrap_err();
    assert_eq!(alone.code(), "cfp.alone");
}

#[test]
fn every_prefix_of_every_file_is_read_or_refused_with_its_place() {
    let skel = write::skeleton(1, "adult", &bones());
    let beside: [(&str, &[u8]); 2] = [("adult.skel", &skel), ("wave-keys.cfp", &keys())];
    let mut files: Vec<(&str, Vec<u8>)> = fixtures().into_iter().map(|(_, bytes, _)| ("x.skel", bytes)).collect();
    files.extend([("x.anim", write::animation(2, &wave())), ("x.cmx", catalogue(false)), ("x.bcf", catalogue(true))]);
    for (name, bytes) in files {
        for cut in 1..bytes.len() {
            if let Err(refusal) = read(name, &bytes[..cut], &beside) {
                assert!(refusal.location().is_some_and(|at| at.byte <= cut as u64), "{name} cut at {cut}: {refusal}");
            }
        }
    }
    for cut in 1..keys().len() {
        let refusal = read("x.bcf", &catalogue(true), &[("wave-keys.cfp", &keys()[..cut])]).unwrap_err();
        assert_eq!((refusal.file(), refusal.code()), ("wave-keys.cfp", "cfp.cut"), "{cut}");
    }
}

#[test]
fn every_prefix_is_refused_with_its_place() {
    let skel = write::skeleton(1, "adult", &bones());
    let anim = write::animation(2, &wave());
    for cut in 1..skel.len() {
        let refusal = read("adult.skel", &skel[..cut], &[]).unwrap_err();
        assert!(refusal.location().is_some_and(|at| at.byte <= cut as u64), "{cut}: {refusal}");
    }
    for cut in 1..anim.len() {
        let refusal = read("wave.anim", &anim[..cut], &[("adult.skel", &skel)]).unwrap_err();
        assert!(refusal.location().is_some_and(|at| at.byte <= cut as u64), "{cut}: {refusal}");
    }
}

#[test]
fn flipped_bytes_never_panic_and_never_make_a_pose_that_is_not_finite() {
    let skel = write::skeleton(1, "adult", &bones());
    let anim = write::animation(2, &wave());
    let mut state = 7_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..100_000 {
        let (mut skel, mut anim) = (skel.clone(), anim.clone());
        let target = if round % 2 == 0 { &mut skel } else { &mut anim };
        let at = random() as usize % target.len();
        target[at] = random() as u8;
        let read = read("wave.anim", &anim, &[("adult.skel", &skel)]);
        match read {
            Ok(clip) => {
                let motion = &clip.behaviours[0].motion;
                assert!(motion.frame_count() <= 2 && clip.skeleton.len() <= 3, "round {round}");
            }
            Err(refusal) => assert!(refusal.location().is_some(), "{refusal}"),
        }
    }
}

/// Whatever there may be many of, there are many: nothing takes a time that grows with its square.
#[test]
fn many_tracks_and_many_bones() {
    let skel = write::skeleton(1, "adult", &bones());
    let track = |bone: String| Track { bone, frames: 1, rotations: Some(0), ..Track::default() };
    for name in [|n: usize| format!("x{n}"), |n: usize| ["ARM", "HAND"][n % 2].to_owned()] {
        let tracks = (0..300_000).map(|n| track(name(n))).chain([track("ARM".to_owned())]).collect();
        let anim = write::animation(2, &Animation { tracks, ..wave() });
        let clip = read("wave.anim", &anim, &[("adult.skel", &skel)]).unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), 1);
    }
    let many: Vec<Bone> = (0..19_000).map(|n| Bone::new(&format!("b{n}"), "NULL", [1.0; 3])).collect();
    assert_eq!(read("x.skel", &write::skeleton(1, "", &many), &[]).unwrap().skeleton.len(), 19_000);
}

/// Tracks of all bones may play the same keys, and three bytes of a file of keys may stand for 65,536 of them.
#[test]
fn what_is_played_is_bounded_by_what_was_read() {
    let many: Vec<Bone> = (0..19_000).map(|n| Bone::new(&format!("b{n}"), "NULL", [1.0; 3])).collect();
    let skel = write::skeleton(1, "", &many);
    let tracks = (0..19_000)
        .map(|n| Track { bone: format!("b{n}"), frames: 10_000, rotations: Some(0), ..Track::default() })
        .collect();
    let rotations = vec![UNTURNED; 10_000];
    let anim = write::animation(2, &Animation { tracks, rotations, ..wave() });
    let refusal = read("x.anim", &anim, &[("x.skel", &skel)]).unwrap_err();
    assert_eq!(refusal.code(), "anim.limit", "3 GB of 1 MB");
    let text = String::from_utf8(catalogue(false)).unwrap();
    let text = text.replacen("\r\n0\r\n2\r\n1\r\n", "\r\n0\r\n60000000\r\n1\r\n", 1);
    let keys = [0xFE, 0xFF, 0xFF].repeat(4000);
    let refusal = read("a.cmx", text.as_bytes(), &[("wave-keys.cfp", &keys)]).unwrap_err();
    assert_eq!((refusal.code(), refusal.file()), ("cfp.count", "wave-keys.cfp"), "1 GB of 12 kB");
}
