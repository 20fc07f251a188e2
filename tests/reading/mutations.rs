//! Damaged files by the thousand, with `--deep` by the hundred thousand: bytes of a fixture are changed, parts doubled
//! or left out. Each is read or refused with its place, without a panic, with finite numbers only, and the same in
//! pieces as in whole.

use marey::ParseError;
use marey::model::Clip;
use support::damage::damage;
use support::runs::rounds;
use support::{Case, Random, cases_of, formats, in_parallel, read, read_in_pieces, sound};

/// How many damaged files of each format are read: more of those that are small and fast.
fn rounds_of(format: &str) -> usize {
    rounds(match format {
        "bvh" | "skel" => 100_000,
        "acclaim" => 10_000,
        _ => 20_000,
    })
}

/// How many of them share one sequence of random numbers.
const BATCH: usize = 500;

#[test]
fn damaged_files_are_read_or_refused_with_a_place() {
    let mut batches = Vec::new();
    let all: Vec<Vec<Case>> = formats().iter().map(|format| cases_of(format)).collect();
    for cases in &all {
        batches.extend((0..rounds_of(&cases[0].format) / BATCH).map(|batch| (cases, batch)));
    }
    in_parallel(&batches, |(cases, batch)| {
        let mut random = Random(0x5EED_0100 + *batch as u64);
        for round in 0..BATCH {
            let mut case = cases[random.below(cases.len())].clone();
            let which = random.below(case.files.len());
            let what = damage(&mut case.files[which].1, &mut random);
            let (companions, name, bytes) = case.main();
            let whole = read(&companions, name, bytes);
            let place = || format!("{}/{}, {} {what}", case.format, case.name, case.files[which].0);
            if let Err(why) = sound::check(&whole, &case.files).and_then(|()| bounded(&case, &whole)) {
                panic!("{}: {why}", place());
            }
            if round % 10 == 0 {
                let parts = read_in_pieces(&companions, name, bytes, || 1 + random.below(40));
                assert!(parts == whole, "{}, in pieces: {parts:?}\nwhole: {whole:?}", place());
            }
        }
    });
}

/// In The Sims frames are limited by the keys that fit in the file, joints by the bones that fit in the skeleton's.
fn bounded(case: &Case, read: &Result<Clip, ParseError>) -> Result<(), String> {
    let bytes = |ending: &str| -> usize {
        case.files.iter().filter(|(name, _)| name.ends_with(ending)).map(|(_, bytes)| bytes.len()).sum()
    };
    let (skel, anim) = (bytes(".skel"), bytes(".anim"));
    let Ok(clip) = read else { return Ok(()) };
    let (bones, frames) = (clip.skeleton.len(), clip.behaviours[0].motion.frame_count());
    if anim > 0 && (bones > skel / 50 || frames > (anim / 12).max(1)) {
        return Err(format!("{bones} bones of {skel} bytes, {frames} frames of {anim}"));
    }
    Ok(())
}
