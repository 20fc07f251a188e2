//! Downloads that end anywhere give a clip or a refusal with a place, never a panic.

use std::collections::HashSet;

use marey::ParseError;
use marey::model::Clip;
use support::runs::is_deep;
use support::{Case, File, cases, each_main_file_once, in_parallel, read, read_files, sound};

fn cut(case: &Case, index: usize, length: usize) -> Vec<File> {
    let mut files = case.files.clone();
    files[index].1.truncate(length);
    files
}

fn check(case: &Case, files: &[File], index: usize, result: &Result<Clip, ParseError>) {
    if let Err(why) = sound::check(result, files) {
        let (name, bytes) = &files[index];
        panic!("{}/{}, {name}[..{}]: {why}", case.format, case.name, bytes.len());
    }
}

/// Many fixtures begin alike: a run that is not deep cuts where the bytes before the cut are new, and at every 20th byte.
#[test]
fn every_file_cut_anywhere_is_read_or_refused_with_a_place() {
    let mut seen = HashSet::new();
    let mut cuts = Vec::new();
    for case in each_main_file_once(cases()) {
        let (_, _, bytes) = case.main();
        let is_tried = |length: &usize| {
            let before = &bytes[length.saturating_sub(20)..*length];
            is_deep() || seen.insert((case.format.clone(), before.to_vec())) || length.is_multiple_of(20)
        };
        let lengths: Vec<usize> = (0..bytes.len()).filter(is_tried).collect();
        cuts.push((case, lengths));
    }
    in_parallel(&cuts, |(case, lengths)| {
        let (companions, name, bytes) = case.main();
        let last = case.files.len() - 1;
        for length in lengths {
            check(case, &cut(case, last, *length), last, &read(&companions, name, &bytes[..*length]));
        }
    });
}

/// Companions differ only in their quirks: each is cut where the bytes before the cut are new, and at every 50th byte.
#[test]
fn every_companion_cut_anywhere_is_read_or_refused_with_a_place() {
    let (mut seen, mut cuts) = (HashSet::new(), Vec::new());
    for case in cases() {
        for (index, (name, bytes)) in case.files.iter().enumerate().take(case.files.len() - 1) {
            if !seen.insert((case.format.clone(), name.clone().into_bytes())) {
                continue;
            }
            let is_new = |length: &usize| {
                let before = bytes[length.saturating_sub(30)..*length].to_vec();
                seen.insert((case.format.clone(), before)) || length.is_multiple_of(50)
            };
            let lengths: Vec<usize> = (0..bytes.len()).filter(is_new).collect();
            cuts.push((case.clone(), index, lengths));
        }
    }
    in_parallel(&cuts, |(case, index, lengths)| {
        for files in lengths.iter().map(|length| cut(case, *index, *length)) {
            check(case, &files, *index, &read_files(&files));
        }
    });
}

/// Binary files state how many bytes follow, so every cut is noticed.
#[test]
fn every_binary_file_that_is_cut_is_refused() {
    let binary = |name: &str, bytes: &[u8]| {
        let is_fbx = name.ends_with(".fbx") && bytes.starts_with(b"Kaydara");
        is_fbx || [".skel", ".anim", ".bcf", ".cfp"].iter().any(|ending| name.ends_with(ending))
    };
    let mut seen = HashSet::new();
    for case in cases() {
        // Except where a cut cannot be noticed: in a file with surplus bytes at its end, which has a warning, and where
        // another companion can replace the one that is cut.
        if case.files.len() > 2 || !case.read().is_ok_and(|clip| clip.warnings.is_empty()) {
            continue;
        }
        for (index, (name, bytes)) in case.files.iter().enumerate() {
            let is_main = index + 1 == case.files.len();
            if !binary(name, bytes) || !seen.insert((name.clone(), is_main)) {
                continue;
            }
            // A companion that is empty, or too short for a skeleton, is not taken for one.
            for length in usize::from(!is_main)..bytes.len() {
                let result = read_files(&cut(&case, index, length));
                let refused = result.as_ref().is_err_and(|refusal| is_main || length < 12 || refusal.file() == name);
                assert!(refused, "{}/{}, {name}[..{length}]: {:?}", case.format, case.name, result.err());
            }
        }
    }
}
