//! Any cutting of a file gives the same clip, warnings and places included, and the same refusal.

mod support;

use marey::Limits;
use marey::formats::Parser;
use support::{Random, fixtures, parse_in_pieces, parse_whole};

#[test]
fn every_cut_in_two_gives_the_same() {
    for fixture in fixtures("bvh") {
        let whole = parse_whole(&fixture.name, &fixture.bytes);
        for cut in 1..fixture.bytes.len() {
            let mut lengths = [cut, usize::MAX].into_iter();
            let parts = parse_in_pieces(&fixture.name, &fixture.bytes, || lengths.next().unwrap());
            assert!(parts == whole, "{} cut at {cut}: {parts:?}\nwhole: {whole:?}", fixture.name);
        }
    }
}

#[test]
fn byte_by_byte_gives_the_same() {
    for fixture in fixtures("bvh") {
        let whole = parse_whole(&fixture.name, &fixture.bytes);
        let parts = parse_in_pieces(&fixture.name, &fixture.bytes, || 1);
        assert!(parts == whole, "{}: {parts:?}\nwhole: {whole:?}", fixture.name);
    }
}

#[test]
fn random_pieces_give_the_same() {
    let mut random = Random(0x5EED_0001);
    for fixture in fixtures("bvh") {
        let whole = parse_whole(&fixture.name, &fixture.bytes);
        for most in [3, 10, 60, 400] {
            for _ in 0..8 {
                let parts = parse_in_pieces(&fixture.name, &fixture.bytes, || 1 + random.below(most));
                assert!(parts == whole, "{} in pieces of up to {most}", fixture.name);
            }
        }
    }
}

/// A long file crosses every inner boundary: the first look, the pieces, the carried tokens.
#[test]
fn long_files_give_the_same() {
    let plain = fixtures("bvh").into_iter().find(|fixture| fixture.name == "plain.bvh").unwrap().bytes;
    let text = String::from_utf8(plain).unwrap();
    let (header, rows) = text.split_at(text.find("0.04\n").unwrap() + 5);
    let mut long = header.to_owned();
    for n in 0..3000 {
        long += rows;
        match n % 1000 {
            3 => long += "# a comment, and then a long token\n",
            500 => long += &format!("1 2 3 4 5 6 7 8 {}\n", "9".repeat(70_000)),
            700 => long += &rows.replace('\n', " "),
            701 => long += "\r\n",
            _ => {}
        }
    }
    let whole = parse_whole("long.bvh", long.as_bytes());
    assert!(whole.as_ref().is_ok_and(|clip| clip.behaviours[0].motion.frame_count() > 9000), "{whole:?}");
    let mut random = Random(0x5EED_0002);
    for most in [1, 17, 1000, 5000, 65_536, 100_000] {
        let parts = parse_in_pieces("long.bvh", long.as_bytes(), || 1 + random.below(most));
        assert!(parts == whole, "in pieces of up to {most}");
    }
}

/// Lines that are too long are held back until it is known what they are, but not for ever.
#[test]
fn long_lines_mean_the_same_in_any_pieces() {
    let header = |frames: usize| {
        let joint = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\n";
        format!("{joint}Frames: {frames}\nFrame Time: 0.01\n1 2 3\n")
    };
    let long = "1 2 3 4 5 6 7 8 9 10\n";
    let two = "1 2 3 4 5 6\n";
    let cases = [
        // A line is a frame: known at the end, and before it where too much would be held.
        (header(101) + &long.repeat(100), 101),
        (header(50_001) + &long.repeat(50_000), 50_001),
        // Two frames a line: known at the end, or by `Frames:` being passed.
        (header(201) + &two.repeat(100), 201),
        (header(10) + &two.repeat(100), 201),
        // Only some lines have two: `Frames:` cannot be passed, and too much would be held.
        (header(120_001) + &format!("{two}1 2 3\n").repeat(40_000), 120_001),
        // One line of all frames, too long to be one.
        (header(1) + &two.replace('\n', " ").repeat(50_000), 100_001),
        (header(2) + &two.replace('\n', " ").repeat(50_000), 100_001),
    ];
    let mut random = Random(0x5EED_0006);
    for (text, frames) in cases {
        let whole = parse_whole("a.bvh", text.as_bytes());
        let clip = whole.as_ref().unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), frames, "{:?}", clip.warnings);
        for most in [7, 5000, 100_000] {
            let parts = parse_in_pieces("a.bvh", text.as_bytes(), || 1 + random.below(most));
            assert!(parts == whole, "{frames} frames in pieces of up to {most}");
        }
    }
}

#[test]
fn rows_taken_on_the_way_are_the_rows_of_the_whole() {
    let mut random = Random(0x5EED_0003);
    for fixture in fixtures("bvh").into_iter().filter(|fixture| !fixture.name.starts_with("x_")) {
        let whole = parse_whole(&fixture.name, &fixture.bytes).unwrap();
        let mut parser = Parser::new(&fixture.name, Some(fixture.bytes.len() as u64), Limits::default());
        let (mut rotations, mut translations, mut taken) = (Vec::<glam::Quat>::new(), Vec::<glam::Vec3>::new(), 0);
        // Padding far past the first look lets rows come before the end.
        let mut padded = fixture.bytes.clone();
        if !fixture.name.starts_with("utf16") {
            padded.extend(std::iter::repeat_n(b'\n', 10_000));
        }
        let mut rest = padded.as_slice();
        let mut previewed = false;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.len().min(1 + random.below(200)));
            parser.push(piece).unwrap();
            if let Some(preview) = parser.preview() {
                previewed = true;
                assert_eq!((&preview.skeleton, &preview.name), (&whole.skeleton, &whole.name));
                assert_eq!(preview.behaviours[0].motion.rotations().values().len(), 0);
            }
            if let Some(frames) = parser.take_frames() {
                taken += frames.frame_count();
                rotations.extend(frames.rotations().values());
                translations.extend(frames.translations().values());
            }
            rest = behind;
        }
        // Without rows to wait for, only the end tells that there are none.
        let has_rows = !whole.behaviours[0].motion.rotations().joints().is_empty()
            || !whole.behaviours[0].motion.translations().joints().is_empty();
        assert!(previewed || !has_rows || fixture.name.starts_with("utf16"), "{}", fixture.name);
        let last = parser.finish().unwrap();
        let motion = &last.behaviours[0].motion;
        rotations.extend(motion.rotations().values());
        translations.extend(motion.translations().values());
        let expected = &whole.behaviours[0].motion;
        assert_eq!(taken + motion.frame_count(), expected.frame_count(), "{}", fixture.name);
        assert!(
            rotations == expected.rotations().values() && translations == expected.translations().values(),
            "{}",
            fixture.name
        );
        assert_eq!(last.source, whole.source, "{}", fixture.name);
    }
}
