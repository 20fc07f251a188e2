//! Any cutting of a skeleton or a motion gives the same clip, warnings and places included, and the same refusal.
#![cfg(feature = "acclaim")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use std::collections::HashSet;

use marey::Limits;
use marey::formats::Parser;
use marey::model::Clip;
use support::Random;
use support::acclaim::{Case, cases, read_in_pieces};

/// Every case once, and every skeleton on its own.
fn all() -> Vec<Case> {
    let mut all = cases();
    let mut seen = HashSet::new();
    for case in cases() {
        for (name, bytes) in case.files {
            if name.ends_with(".asf") && seen.insert(name.clone()) {
                let golden = String::new();
                all.push(Case { name: format!("{name} alone"), files: vec![(name, bytes)], golden });
            }
        }
    }
    all
}

#[test]
fn every_cut_in_two_gives_the_same() {
    let mut seen = HashSet::new();
    for case in cases() {
        let (companions, name, bytes) = case.main();
        if !seen.insert(name.to_owned()) {
            continue;
        }
        let whole = case.read();
        for cut in 1..bytes.len() {
            let mut lengths = [cut, usize::MAX].into_iter();
            let parts = read_in_pieces(&companions, name, bytes, || lengths.next().unwrap());
            assert!(parts == whole, "{} cut at {cut}: {parts:?}\nwhole: {whole:?}", case.name);
        }
    }
}

/// Skeletons, too: they are read when they are whole, so that they need not be cut everywhere.
#[test]
fn small_pieces_give_the_same() {
    let mut random = Random(0x5EED_0011);
    for case in all() {
        let (companions, name, bytes) = case.main();
        let whole = case.read();
        let parts = read_in_pieces(&companions, name, bytes, || 1);
        assert!(parts == whole, "{} byte by byte: {parts:?}\nwhole: {whole:?}", case.name);
        for most in [3, 10, 60, 400] {
            for _ in 0..2 {
                let parts = read_in_pieces(&companions, name, bytes, || 1 + random.below(most));
                assert!(parts == whole, "{} in pieces of up to {most}", case.name);
            }
        }
    }
}

/// A long motion crosses every inner boundary: the first look, the pieces, frames that are carried over.
#[test]
fn long_motions_give_the_same() {
    let case = cases().into_iter().find(|case| case.name == "plain").unwrap();
    let (companions, name, bytes) = case.main();
    let text = std::str::from_utf8(bytes).unwrap();
    let (head, frames) = text.split_at(text.find("1\n").unwrap());
    let frames: Vec<&str> = frames.split_inclusive('\n').collect();
    let mut long = head.to_owned();
    for n in 0..3000 {
        for (line, text) in frames.iter().enumerate() {
            match line % 5 {
                0 => long += &format!("{}\n", n * 3 + line / 5 + 1),
                _ => long += text,
            }
        }
        match n % 1000 {
            3 => long += "# a comment, and then a long line\n",
            400 => long += &format!("# {}\n", "x".repeat(70_000)),
            500 => long += &format!("leg {}\n", "9".repeat(70_000)),
            600 => long += &format!("{} 1 2 3\n", "name".repeat(20_000)),
            700 => long += "\r\n",
            _ => {}
        }
    }
    let whole = read_in_pieces(&companions, name, long.as_bytes(), || usize::MAX);
    assert!(whole.as_ref().is_ok_and(|clip| clip.behaviours[0].motion.frame_count() >= 9000), "{whole:?}");
    let mut random = Random(0x5EED_0012);
    for most in [1, 17, 1000, 5000, 65_536, 100_000] {
        let parts = read_in_pieces(&companions, name, long.as_bytes(), || 1 + random.below(most));
        assert!(parts == whole, "in pieces of up to {most}");
    }
}

/// Where a motion's first frame ends is looked for within bounds; they lie at the same place in every cutting.
#[test]
fn long_heads_give_the_same() {
    let case = cases().into_iter().find(|case| case.name == "plain").unwrap();
    let (companions, name, bytes) = case.main();
    let text = std::str::from_utf8(bytes).unwrap();
    let unknown: String = (0..90_000).map(|n| format!("tail{n} 1 2 3\n")).collect();
    let remarks = "# nothing but remarks\n".repeat(60_000);
    for (long, frames) in [
        (text.replacen("foot", &(unknown.clone() + "foot"), 1), None),
        (text.replacen("foot 16", &(unknown + "foot 16"), 1), Some(3)),
        (text.replacen("1\n", &(remarks.clone() + "1\n"), 1), Some(3)),
        (text.replacen("hip", &(remarks + "hip"), 1), Some(3)),
        (text.replacen("leg", &("leg".to_owned() + &" ".repeat(1_200_000)), 1), Some(3)),
    ] {
        let whole = read_in_pieces(&companions, name, long.as_bytes(), || usize::MAX);
        let count = whole.as_ref().ok().map(|clip| clip.behaviours[0].motion.frame_count());
        assert_eq!(count, frames, "{:?}", whole.as_ref().err());
        let mut random = Random(0x5EED_0016);
        for most in [1000, 65_536, 2_000_000] {
            let parts = read_in_pieces(&companions, name, long.as_bytes(), || 1 + random.below(most));
            assert!(parts == whole, "in pieces of up to {most}");
        }
    }
}

#[test]
fn rows_taken_on_the_way_are_the_rows_of_the_whole() {
    let mut random = Random(0x5EED_0013);
    for case in cases().into_iter().filter(|case| !case.is_refused()) {
        let whole = case.read().unwrap();
        let (companions, name, bytes) = case.main();
        let mut parser = Parser::new(name, Some(bytes.len() as u64), Limits::default()).with_companions(companions);
        let (mut rotations, mut translations, mut taken) = (Vec::<glam::Quat>::new(), Vec::<glam::Vec3>::new(), 0);
        // Padding far past the first look lets rows come before the end.
        let mut padded = bytes.to_vec();
        if !name.starts_with("utf16") {
            padded.extend(std::iter::repeat_n(b'\n', 10_000));
        }
        let mut rest = padded.as_slice();
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.len().min(1 + random.below(200)));
            parser.push(piece).unwrap();
            if let Some(preview) = parser.preview() {
                assert_eq!((&preview.skeleton, &preview.name), (&whole.skeleton, &whole.name), "{}", case.name);
                assert_eq!(preview.behaviours[0].motion.rotations().values().len(), 0);
            }
            if let Some(frames) = parser.take_frames() {
                taken += frames.frame_count();
                rotations.extend(frames.rotations().values());
                translations.extend(frames.translations().values());
            }
            rest = behind;
        }
        let last = parser.finish().unwrap();
        let motion = &last.behaviours[0].motion;
        rotations.extend(motion.rotations().values());
        translations.extend(motion.translations().values());
        let expected = &whole.behaviours[0].motion;
        assert_eq!(taken + motion.frame_count(), expected.frame_count(), "{}", case.name);
        assert!(
            rotations == expected.rotations().values() && translations == expected.translations().values(),
            "{}",
            case.name
        );
        assert_eq!((&last.source, &last.about, &last.masses), (&whole.source, &whole.about, &whole.masses));
        // With blank lines behind it no file ends in the middle of its last frame, and none ends where it did.
        let codes = |clip: &Clip| clip.warnings.iter().map(|warning| warning.code.clone()).collect::<Vec<_>>();
        if !case.name.starts_with("cut_") {
            assert_eq!(codes(&last), codes(&whole), "{}", case.name);
        }
    }
}
