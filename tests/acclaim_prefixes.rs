//! A download that breaks off anywhere, of the skeleton or of the motion: a clip, or a refusal that names a place. Never a
//! panic.
#![cfg(feature = "acclaim")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use std::collections::HashSet;

use marey::ParseError;
use marey::model::Clip;
use support::acclaim::{cases, check_sound, companions, file, read};

/// What must hold of every prefix: `length` bytes of the file called `cut` were there.
fn check(result: &Result<Clip, ParseError>, case: &str, cut: &str, length: usize) {
    match result {
        Ok(clip) => {
            check_sound(clip);
            assert!(clip.warnings.iter().all(|warning| warning.location.is_some() || warning.code.starts_with("obj.")));
        }
        Err(refusal) => {
            let place = refusal.location();
            assert!(place.is_some(), "{case}, {cut}[..{length}]: {refusal}");
            let place = place.unwrap_or_default();
            assert!(!refusal.message().is_empty());
            // Half of a UTF-16 unit counts as one.
            if refusal.file() == cut {
                assert!(place.byte as usize <= length + 1, "{case}, {cut}[..{length}]: {refusal}");
            }
        }
    }
}

#[test]
fn every_prefix_of_every_motion() {
    let mut seen = HashSet::new();
    for case in cases() {
        let (companions, name, bytes) = case.main();
        if !seen.insert(name.to_owned()) {
            continue;
        }
        for length in 0..bytes.len() {
            let result = read(&companions, name, &bytes[..length]);
            check(&result, &case.name, "", length);
            if let Err(refusal) = result {
                assert!(
                    refusal.location().unwrap().byte as usize <= length + 1,
                    "{}[..{length}]: {refusal}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn every_prefix_of_every_companion() {
    let plain = file("plain.asf");
    let mut seen = HashSet::new();
    for case in cases() {
        let (main, others) = case.files.split_last().unwrap();
        for (index, (name, bytes)) in others.iter().enumerate() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let mut files = others.to_vec();
            // Before and behind its quirk a file is like the plain one: there some prefixes are enough.
            let alike = bytes.iter().zip(&plain).take_while(|(a, b)| a == b).count();
            let behind = bytes.iter().rev().zip(plain.iter().rev()).take_while(|(a, b)| a == b).count();
            let every = if name == "plain.asf" { 0..bytes.len() } else { alike..bytes.len() - behind + 20 };
            for length in (0..bytes.len()).filter(|length| every.contains(length) || length % 50 == 0) {
                files[index].1.truncate(0);
                files[index].1.extend_from_slice(&bytes[..length]);
                check(&read(&companions(&files), &main.0, &main.1), &case.name, name, length);
            }
        }
    }
}
