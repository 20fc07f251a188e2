//! A file in any pieces gives the same clip as the whole, warnings and places included, or the same refusal.

use std::collections::HashSet;
use std::mem;

use marey::Limits;
use marey::formats::{Companions, Parser};
use marey::model::Clip;
use support::{Case, Random, cases, codes, each_main_file_once, in_parallel, read, read_in_pieces};

fn all() -> Vec<Case> {
    let (mut all, mut seen) = (cases(), HashSet::new());
    for case in cases() {
        for (name, bytes) in &case.files[..case.files.len() - 1] {
            if seen.insert((case.format.clone(), name.clone())) {
                let (name, files) = (format!("{name} alone"), vec![(name.clone(), bytes.clone())]);
                all.push(Case { name, files, golden: String::new(), format: case.format.clone() });
            }
        }
    }
    all
}

/// Compares a case in pieces with the whole. Each way of cutting has a name and the lengths of the pieces.
fn compare<F: FnMut() -> usize>(case: &Case, ways: impl IntoIterator<Item = (String, F)>) {
    let (companions, name, bytes) = case.main();
    let whole = read(&companions, name, bytes);
    for (way, cut) in ways {
        let parts = read_in_pieces(&companions, name, bytes, cut);
        assert!(parts == whole, "{}/{} {way}: {parts:?}\nwhole: {whole:?}", case.format, case.name);
    }
}

fn is_read_by_rows(case: &Case) -> bool {
    case.files.last().is_some_and(|(name, _)| name.ends_with(".bvh") || name.ends_with(".amc"))
}

/// Files that are read row by row are cut in two at every byte, the others in many places during one reading.
#[test]
fn every_cut_gives_the_same() {
    in_parallel(&each_main_file_once(cases()), |case| {
        let length = case.files.last().map_or(0, |(_, bytes)| bytes.len());
        let apart = if is_read_by_rows(case) { length } else { length.min(40) };
        let ways = (1..=apart).map(|first| {
            let mut next = first;
            (format!("cut at {first}, then every {apart}"), move || mem::replace(&mut next, apart))
        });
        compare(case, ways);
    });
}

#[test]
fn byte_by_byte_gives_the_same() {
    in_parallel(&all(), |case| compare(case, [("byte by byte".into(), || 1)]));
}

#[test]
fn random_pieces_give_the_same() {
    let numbered: Vec<(u64, Case)> = (0x5EED_0001..).zip(all()).collect();
    in_parallel(&numbered, |(seed, case)| {
        let way = |(most, turn): (usize, u64)| {
            let mut random = Random(seed * turn);
            (format!("in pieces of up to {most}"), move || 1 + random.below(most))
        };
        let ways = [3, 7, 10, 60, 97, 400, 1500].into_iter().flat_map(|most| (1..=5).map(move |turn| (most, turn)));
        compare(case, ways.map(way));
    });
}

#[test]
fn frames_taken_on_the_way_are_the_frames_of_the_whole() {
    let numbered: Vec<(u64, Case)> = (0x5EED_0003..).zip(cases()).filter(|(_, case)| !case.is_refused()).collect();
    in_parallel(&numbered, |(seed, case)| {
        let whole = case.read().unwrap();
        let (companions, name, bytes) = case.main();
        // Blank lines of one byte, beyond the first look at the file, let rows come before the end.
        let streams = is_read_by_rows(case) && !case.name.starts_with("utf16");
        let padded = [bytes, &b"\n".repeat(if streams { 10_000 } else { 0 })].concat();
        let what = format!("{}/{}", case.format, case.name);
        let (taken, previewed) = take(companions, name, &padded, &whole, *seed);
        let motion = &whole.behaviours[0].motion;
        // Without rows only the end of the file shows that there are none.
        let has_rows = motion.row_bytes() > 0;
        assert!(previewed || !has_rows || !streams || name.ends_with("amc"), "{what} was not previewed");
        let parts = taken.behaviours[0].motion.frames(0..usize::MAX);
        assert!(parts == motion.frames(0..usize::MAX), "{what}");
        let facts = |clip: &Clip| (clip.source.clone(), clip.about.clone(), clip.masses.clone());
        assert_eq!(facts(&taken), facts(&whole), "{what}");
        assert_eq!(taken.behaviours[1..], whole.behaviours[1..], "{what}");
        // The blank lines change the warnings of a file that ends within its last frame.
        if !case.name.starts_with("cut_") {
            assert_eq!(codes(&taken), codes(&whole), "{what}");
        }
    });
}

/// The clip put together from frames taken on the way, and whether it was previewed.
fn take(companions: Companions, name: &str, mut bytes: &[u8], whole: &Clip, seed: u64) -> (Clip, bool) {
    let mut random = Random(seed);
    let mut parser = Parser::new(name, Some(bytes.len() as u64), Limits::default()).with_companions(companions);
    let (mut parts, mut previewed) = (Vec::new(), false);
    while !bytes.is_empty() {
        let (piece, behind) = bytes.split_at(bytes.len().min(1 + random.below(200)));
        parser.push(piece).unwrap();
        if let Some(preview) = parser.preview() {
            previewed = true;
            assert_eq!((&preview.skeleton, &preview.name), (&whole.skeleton, &whole.name));
            assert_eq!(preview.behaviours[0].motion.rotations().values().len(), 0);
        }
        parts.extend(parser.take_frames());
        bytes = behind;
    }
    let mut last = parser.finish().unwrap();
    parts.push(last.behaviours[0].motion.clone());
    let mut motion = last.behaviours[0].motion.outline();
    parts.iter().for_each(|part| motion.append(part.frames(0..part.frame_count())).unwrap());
    last.behaviours[0].motion = motion;
    (last, previewed)
}

/// Reads a fixture of BVH without its reference pose, in pieces of this length, the frames taken on the way.
fn without_reference(piece: usize) -> Clip {
    let bytes = include_bytes!("../fixtures/bvh/reference_frame.bvh");
    let mut companions = Companions::default();
    companions.options.skip_reference = true;
    let mut parser = Parser::new("reference.bvh", None, Limits::default()).with_companions(companions);
    let mut motion = None;
    // Blank lines beyond the first look at the file let its rows come before the end.
    for piece in [&bytes[..], &[b'\n'; 2000]].concat().chunks(piece) {
        parser.push(piece).unwrap();
        if let (Some(frames), Some(clip)) = (parser.take_frames(), parser.preview()) {
            let motion = motion.get_or_insert_with(|| clip.behaviours[0].motion.clone());
            motion.append(frames.frames(0..frames.frame_count())).unwrap();
        }
    }
    let mut clip = parser.finish().unwrap();
    if let Some(mut motion) = motion {
        let rest = &clip.behaviours[0].motion;
        motion.append(rest.frames(0..rest.frame_count())).unwrap();
        clip.behaviours[0].motion = motion;
    }
    clip
}

#[test]
fn a_reference_pose_is_left_out_if_asked_in_any_pieces() {
    let bytes = include_bytes!("../fixtures/bvh/reference_frame.bvh");
    let whole = marey::formats::parse("reference.bvh", bytes, Limits::default()).unwrap();
    let motion = &whole.behaviours[0].motion;
    assert_eq!((motion.frame_count(), codes(&whole)), (4, vec!["bvh.reference-frame"]));
    assert!(whole.warnings[0].message.ends_with("the motion starts at the second"), "{}", whole.warnings[0]);
    for piece in [usize::MAX, 1, 7, 100, 1500] {
        let clip = without_reference(piece);
        assert_eq!(codes(&clip), ["bvh.reference-frame"]);
        assert!(clip.warnings[0].message.ends_with("is left out"), "{}", clip.warnings[0]);
        let own = &clip.behaviours[0].motion;
        assert_eq!((own.frame_count(), own.frames(0..3)), (3, motion.frames(1..4)), "in pieces of {piece}");
    }
}
