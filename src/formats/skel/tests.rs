//! Whole files, written here byte by byte.

use glam::Vec3;

use super::companions::SimsCompanions;
use super::reader::read;
use super::rig;
use crate::error::{Limits, ParseError};
use crate::formats::reading::Kind;
use crate::model::{Clip, Mark, MarkKind};

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(u8::try_from(text.len()).unwrap());
    out.extend(text.as_bytes());
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

/// A skeleton whose bones each stand 1 above their parent, without rotation.
fn skel(bones: &[(&str, &str)]) -> Vec<u8> {
    let mut out = vec![0, 0, 0, 1];
    text(&mut out, "adult");
    out.extend(u16::try_from(bones.len()).unwrap().to_be_bytes());
    for (name, parent) in bones {
        out.extend([0, 0, 0, 1]);
        text(&mut out, name);
        text(&mut out, parent);
        out.push(0);
        floats(&mut out, &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        [1_i32, 1, 1].iter().for_each(|can| out.extend(can.to_be_bytes()));
        floats(&mut out, &[0.0, 0.0]);
    }
    out
}

/// Tracks: bone, frames, first translation, first rotation, events.
type TestTrack<'a> = (&'a str, u32, Option<i32>, Option<i32>, &'a [(u32, &'a str)]);

fn anim(translations: &[[f32; 3]], rotations: &[[f32; 4]], tracks: &[TestTrack<'_>], nested: bool) -> Vec<u8> {
    let mut out = vec![0, 0, 0, 2, 0, 4];
    out.extend(b"wave");
    floats(&mut out, &[100.0, 0.5]);
    out.push(1);
    let count = |out: &mut Vec<u8>, count: usize| out.extend(u32::try_from(count).unwrap().to_be_bytes());
    count(&mut out, translations.len());
    translations.iter().for_each(|value| floats(&mut out, value));
    count(&mut out, rotations.len());
    rotations.iter().for_each(|value| floats(&mut out, value));
    count(&mut out, tracks.len());
    for (bone, frames, moves, turns, events) in tracks {
        count(&mut out, 0);
        text(&mut out, bone);
        out.extend(frames.to_be_bytes());
        floats(&mut out, &[100.0]);
        out.extend([u8::from(moves.is_some()), u8::from(turns.is_some())]);
        out.extend(moves.unwrap_or(-1).to_be_bytes());
        out.extend(turns.unwrap_or(-1).to_be_bytes());
        // One list with the pair k = v, in either nesting.
        out.push(1);
        count(&mut out, 1);
        if nested {
            count(&mut out, 1);
        }
        count(&mut out, 1);
        text(&mut out, "k");
        text(&mut out, "v");
        out.push(1);
        count(&mut out, 1);
        count(&mut out, events.len());
        for (time, key) in *events {
            out.extend(time.to_be_bytes());
            count(&mut out, 1);
            count(&mut out, 1);
            text(&mut out, key);
            text(&mut out, "left");
        }
    }
    out
}

fn rest_of(bytes: &[u8]) -> Result<Clip, ParseError> {
    read(Kind::Skel, "adult", bytes, &SimsCompanions::default(), &Limits::default())
}

fn play(bytes: &[u8], beside: &SimsCompanions) -> Result<Clip, ParseError> {
    read(Kind::Anim, "wave", bytes, beside, &Limits::default())
}

fn beside(bones: &[(&str, &str)]) -> SimsCompanions {
    let mut beside = SimsCompanions::default();
    beside.add(Kind::Skel, "adult.skel", &skel(bones), &Limits::default());
    beside
}

fn codes(clip: &Clip) -> Vec<&str> {
    clip.warnings.iter().map(|warning| &*warning.code).collect()
}

#[test]
fn bones_are_linked_by_name_whatever_their_order_and_mirrored() {
    let clip = rest_of(&skel(&[("HEAD", "ROOT"), ("ROOT", "NULL"), ("L_HAND", "HEAD")])).unwrap();
    let names: Vec<&str> = clip.skeleton.names().iter().map(|name| &**name).collect();
    assert_eq!(names, ["ROOT", "HEAD", "L_HAND"]);
    assert_eq!(clip.skeleton.rest_translations(), [Vec3::new(-1.0, 1.0, 0.0); 3]);
    assert_eq!((clip.behaviours[0].motion.frame_count(), codes(&clip).len()), (1, 0));
    assert_eq!(&*clip.source.channels[0], "translate rotate blend");
}

#[test]
fn the_rotation_is_the_conjugate_mirrored() {
    // A quarter turn about X in textbooks, (s, 0, 0, s), maps +Y to +Z; the file has its inverse, which mirroring along X keeps.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turned = rig::rotation([-half, 0.0, 0.0, half]).unwrap() * Vec3::Y;
    assert!(turned.distance(Vec3::Z) < 1e-6, "{turned}");
    // About Z: the file's (0, 0, s, s) is the inverse of +X to +Y, and mirroring inverts it again.
    let turned = rig::rotation([0.0, 0.0, half, half]).unwrap() * Vec3::X;
    assert!(turned.distance(Vec3::Y) < 1e-6, "{turned}");
    assert!(rig::rotation([0.0; 4]).is_none() && rig::rotation([f32::NAN; 4]).is_none());
}

#[test]
fn an_odd_skeleton_is_read_with_warnings() {
    let clip = rest_of(&skel(&[("A", "NULL"), ("A", "A"), ("B", "nobody"), ("C", "A")])).unwrap();
    assert_eq!(codes(&clip), ["skel.duplicate-name", "skel.unknown-parent"]);
    assert_eq!([0, 1, 2, 3].map(|joint| clip.skeleton.parent(joint)), [None, Some(0), None, Some(1)]);
    let mut longer = skel(&[("A", "NULL")]);
    longer.push(0);
    assert_eq!(codes(&rest_of(&longer).unwrap()), ["skel.surplus"]);
}

#[test]
fn an_invalid_skeleton_is_refused_with_its_byte() {
    let refusal = |bytes: &[u8]| rest_of(bytes).unwrap_err().to_string();
    let good = skel(&[("ROOT", "NULL")]);
    assert_eq!(
        refusal(&[&[0, 0, 0, 2], &good[4..]].concat()),
        "byte 0: skel.version: expected version 1 of a skeleton, found 2"
    );
    assert_eq!(
        refusal(&good[..12]),
        "byte 10: skel.count: the file ends too early: 1 bones should follow, and only 0 bytes do"
    );
    let cut = &skel(&[("ROOT", "NULL"), ("A", "ROOT")])[..good.len() + 57];
    assert!(refusal(cut).contains("skel.cut: the file ends too early: expected "), "{}", refusal(cut));
    assert_eq!(refusal(&skel(&[])), "byte 10: skel.no-bones: expected bones, found none");
    assert!(refusal(&skel(&[("A", "B"), ("B", "A")])).starts_with("byte 12: skel.cycle: "));
    assert!(refusal(&skel(&[("A", "A")])).contains("skel.cycle"));
}

#[test]
fn keys_replace_the_rest_pose_and_each_track_stops_at_its_own_end() {
    let beside = beside(&[("ROOT", "NULL"), ("ARM", "ROOT")]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let bytes = anim(
        &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        &[[0.0, 0.0, 0.0, 2.0], [0.0, 0.0, half, half]],
        &[("ROOT", 3, Some(0), None, &[]), ("ARM", 1, None, Some(1), &[]), ("TAIL", 1, None, Some(0), &[])],
        true,
    );
    let clip = play(&bytes, &beside).unwrap();
    let motion = &clip.behaviours[0].motion;
    assert_eq!((motion.frame_count(), clip.behaviours[0].name.as_str()), (3, "wave"));
    assert!((motion.frame_time() - 1.0 / 30.0).abs() < 1e-12);
    assert_eq!(motion.translations().values(), [[-1.0, 2.0, 3.0], [-4.0, 5.0, 6.0], [-7.0, 8.0, 9.0]].map(Vec3::from));
    assert_eq!(motion.translation_bases(), [Vec3::ZERO]);
    assert!(motion.rotations().values().iter().all(|turn| (*turn * Vec3::X).distance(Vec3::Y) < 1e-6));
    assert_eq!(codes(&clip), ["anim.unknown-bones"]);
    assert_eq!(clip.warnings[0].message, "1 bone of the motion is not in adult.skel; left out: TAIL");
    assert_eq!(clip.about.skeleton_file, "adult.skel");
}

#[test]
fn both_nestings_of_property_lists_are_detected() {
    let beside = beside(&[("ROOT", "NULL")]);
    for nested in [true, false] {
        let bytes = anim(&[[0.0; 3]], &[], &[("ROOT", 1, Some(0), None, &[(67, "footstep")])], nested);
        let clip = play(&bytes, &beside).unwrap();
        let step = Mark {
            kind: MarkKind::Event,
            behaviour: 0,
            joint: Some(0),
            first: 0,
            last: 0,
            at: 0,
            text: "footstep left".into(),
        };
        assert_eq!(clip.about.marks, [step]);
        assert!(clip.about.notes.contains(&("Properties of tracks".into(), "ROOT: k = v".into())));
        assert_eq!(codes(&clip).len(), 0);
    }
}

#[test]
fn tracks_outside_the_tables_rest_and_broken_keys_hold() {
    let beside = beside(&[("ROOT", "NULL"), ("ARM", "ROOT")]);
    let keys = [[0.0, 0.0, 0.0, 1.0], [f32::NAN; 4], [0.0; 4]];
    let tracks: [TestTrack<'_>; 2] = [("ROOT", 2, Some(-1), None, &[]), ("ARM", 3, None, Some(0), &[])];
    let clip = play(&anim(&[[0.0; 3]], &keys, &tracks, true), &beside).unwrap();
    assert_eq!(codes(&clip), ["anim.not-finite", "anim.keys-outside"]);
    assert_eq!(clip.behaviours[0].motion.rotations().values(), [glam::Quat::from_xyzw(-0.0, 0.0, 0.0, 1.0); 3]);
    let lie: [TestTrack<'_>; 1] = [("ROOT", u32::MAX, Some(0), None, &[])];
    assert!(codes(&play(&anim(&[[0.0; 3]], &[], &lie, true), &beside).unwrap()).contains(&"anim.keys-outside"));
}

#[test]
fn an_animation_asks_for_its_skeleton_and_uses_the_fitting_one() {
    let bytes =
        anim(&[], &[[0.0, 0.0, 0.0, 1.0]], &[("TAIL", 1, None, Some(0), &[]), ("ROOT", 1, None, Some(0), &[])], true);
    let orphan = play(&bytes, &SimsCompanions::default()).unwrap_err();
    assert_eq!(
        orphan.to_string(),
        "byte 0: anim.needs-skeleton: expected a skeleton that has TAIL, ROOT beside it: drop its .skel too"
    );
    let mut both = beside(&[("ROOT", "NULL")]);
    both.add(Kind::Skel, "cat.skel", &skel(&[("ROOT", "NULL"), ("TAIL", "ROOT")]), &Limits::default());
    assert_eq!(play(&bytes, &both).unwrap().about.skeleton_file, "cat.skel");
    assert_eq!(play(&bytes, &beside(&[("X", "NULL")])).unwrap_err().code(), "anim.no-fit");
    let mut broken = SimsCompanions::default();
    broken.add(Kind::Skel, "adult.skel", &[0, 0, 0, 9], &Limits::default());
    let refusal = play(&bytes, &broken).unwrap_err();
    assert_eq!((refusal.file(), refusal.code()), ("adult.skel", "skel.version"));
}

const CMX: &str = "// made by hand
version 300
1
adult
2
ROOT
NULL
0
| 0 1 0 |
| 0 0 0 1 |
1
1
0
0
0
ARM
ROOT
1
1
name
adult
| 1 0 0 |
| 0 0 0 1 |
0
1
1
400000
0.02
1
suit
0
0
1
ARM
xskin
0
0
1
a2o-wave
wave-keys
66.0
0.0
0
0
2
1
ARM
2
66.0
0
1
-1
0
0
1
1
33
1
xevt
7
";

#[test]
fn a_catalogue_plays_its_skills_with_the_keys_beside_it() {
    let cmx = |beside: &SimsCompanions| read(Kind::Cmx, "a", CMX.as_bytes(), beside, &Limits::default());
    let missing = cmx(&SimsCompanions::default()).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "39:1: cmx.needs-keys: expected the keys of this motion beside it: drop wave-keys.cfp too"
    );
    // Columns x, y, z, w of two rotations: the identity, then half a turn about Z.
    let mut keys = vec![0xFF, 0, 0, 0, 0, 0xFE, 2, 0, 0xFF];
    keys.extend(0.0_f32.to_le_bytes());
    keys.push(0xFF);
    keys.extend(1.0_f32.to_le_bytes());
    keys.push(0xFF);
    keys.extend(1.0_f32.to_le_bytes());
    keys.push(0xFF);
    keys.extend(0.0_f32.to_le_bytes());
    let mut beside = SimsCompanions::default();
    beside.add(Kind::Cfp, "WAVE-KEYS.CFP", &keys, &Limits::default());
    let clip = cmx(&beside).unwrap();
    let motion = &clip.behaviours[0].motion;
    assert_eq!((motion.frame_count(), clip.behaviours[0].name.as_str()), (2, "a2o-wave"));
    assert_eq!(motion.rotations().values()[1].z.abs(), 1.0);
    assert_eq!((clip.about.marks[0].at, clip.about.marks[0].text.as_str()), (1, "xevt 7"));
    beside.add(Kind::Cfp, "WAVE-KEYS.CFP", &keys[..9], &Limits::default());
    let refusal = cmx(&beside).unwrap_err();
    assert_eq!((refusal.file(), refusal.code()), ("WAVE-KEYS.CFP", "cfp.cut"));
}
