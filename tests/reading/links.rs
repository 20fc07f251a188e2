//! Motion packed for links and files: the unpacked clip, the sizes, and links of every version.

use std::fmt::Write;
use std::fs;

use marey::Limits;
use marey::formats::{Formats, Parser};
use marey::model::{Clip, Time};
use marey_link::{
    Encoded, Excerpt, LeftOut, LinkError, MARKS_NOTE, Quality, decode, decode_file, encode, encode_file, from_text,
    link_limits, to_text,
};

use support::moving::{dancer, distances, oddities, squats};
use support::runs::{corpus, is_deep};
use support::{file_name, fixtures_folder, golden, paths_with, positions};

fn pack_part(clip: &Clip, excerpt: &Excerpt) -> Encoded {
    encode(clip, excerpt, &mut |_| true).unwrap()
}

fn pack(clip: &Clip, quality: Quality) -> Encoded {
    pack_part(clip, &Excerpt::whole(quality))
}

fn unpack(packed: &Encoded) -> Clip {
    decode(&packed.bytes, &link_limits()).unwrap()
}

#[test]
fn tiers_keep_their_promised_errors() {
    let clip = dancer(200);
    let mut last = 0;
    for (quality, most_characters, mean, p99) in
        [(Quality::TINY, 1300, 5.0, 25.0), (Quality::STANDARD, 2200, 1.5, 8.0), (Quality::FAITHFUL, 3200, 1.0, 2.0)]
    {
        let packed = pack(&clip, quality);
        let [own_mean, own_p99, own_max] = distances(&clip, 0, 0, &unpack(&packed));
        let characters = to_text(&packed.bytes).len();
        assert!(characters > last && characters <= most_characters, "{quality:?}: {characters}");
        assert!(own_mean <= mean + 0.01 && own_p99 <= p99 + 0.02, "{quality:?}: {own_mean} {own_p99}");
        let report = &packed.report;
        let off = [report.accuracy.mean_mm - own_mean, report.max_mm - own_max].map(f32::abs);
        assert!(off[0] < 0.02 && off[1] < 0.2, "{report:?}");
        assert_eq!((report.frames, report.joints), (200, 21));
        last = characters;
    }
}

#[test]
fn planted_feet_are_held() {
    let clip = squats(200);
    let slide = |quality| pack(&clip, quality).report.slide.unwrap();
    let [tiny, standard] = [Quality::TINY, Quality::STANDARD].map(slide);
    assert!(tiny.original_mm_s < 2.0 && tiny.original_mm_s == standard.original_mm_s, "{tiny:?}");
    // Without holding them 82. In standard it makes little difference.
    assert!(tiny.packed_mm_s < 75.0 && standard.packed_mm_s < tiny.packed_mm_s, "{tiny:?} {standard:?}");
    assert_eq!(pack(&dancer(50), Quality::TINY).report.slide, None);
}

#[test]
fn a_budget_of_bytes_is_kept() {
    let clip = dancer(100);
    let mut last = f32::INFINITY;
    for bytes in [500, 800, 1500] {
        let packed = pack(&clip, Quality::Bytes(bytes));
        let mean = packed.report.accuracy.mean_mm;
        assert!(packed.bytes.len() <= bytes && mean < last, "{bytes}: {} {mean}", packed.bytes.len());
        last = mean;
    }
}

#[test]
fn everything_in_a_clip_is_unpacked() {
    for clip in oddities() {
        let packed = pack(&clip, Quality::Mean(1.0));
        let back = unpack(&packed);
        let name = &clip.name;
        let texts = |clip: &Clip| (clip.name.clone(), clip.behaviours[0].name.clone(), clip.source.format);
        assert_eq!(texts(&back), texts(&clip));
        let (own, read) = (&clip.skeleton, &back.skeleton);
        assert_eq!((read.names(), read.parents(), read.kinds()), (own.names(), own.parents(), own.kinds()), "{name}");
        let (a, b) = (&clip.behaviours[0].motion, &back.behaviours[0].motion);
        assert_eq!(a.frame_count(), b.frame_count(), "{name}");
        for frame in 0..a.frame_count() {
            assert!((a.frame_start(frame) - b.frame_start(frame)).abs() < 1e-4, "{name}");
        }
        let [mean, _, max] = distances(&clip, 0, 0, &back);
        // The closed loop does not include scales.
        let (most_mean, most) = if name == "scaled" { (8.0, 60.0) } else { (1.05, 15.0) };
        assert!(mean < most_mean && max < most, "{name}: {mean} {max}");
        assert!((packed.report.accuracy.mean_mm - mean).abs() < 0.05 * most_mean, "{name}: {mean} {:?}", packed.report);
    }
}

#[test]
fn a_clip_packed_again_loses_nothing_else() {
    let once = unpack(&pack(&dancer(50), Quality::TINY));
    let [(title, text)] = &once.about.notes[..] else { panic!("{:?}", once.about.notes) };
    assert_eq!(title, "Packed with loss");
    assert!(text.contains(" mm off on average, 99 of 100 places less than "), "{text}");
    assert_eq!(pack(&once, Quality::STANDARD).report.left_out, []);
}

#[test]
fn a_file_keeps_own_marks_behind_the_motion() {
    let with = |text: &str| encode_file(&marked(text), Quality::TINY, &mut |_| true).unwrap();
    let marks = |bytes: &[u8]| {
        let clip = decode_file(bytes, &Limits::default()).unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), 30);
        clip.about.notes.into_iter().find(|(title, _)| title == MARKS_NOTE).map(|(_, text)| text)
    };
    let text = "Schritt \u{e4}@0.1; turn@0.2-0.4";
    let (plain, packed) = (encode_file(&dancer(30), Quality::TINY, &mut |_| true).unwrap().bytes, with(text));
    assert!(packed.bytes.starts_with(&plain), "readers without marks find the same motion");
    assert_eq!(packed.report.left_out, []);
    assert_eq!((marks(&packed.bytes).as_deref(), marks(&plain)), (Some(text), None));
    // Packed again, as `marey link` does with a packed file.
    let again = decode_file(&packed.bytes, &Limits::default()).unwrap();
    let again = encode_file(&again, Quality::TINY, &mut |_| true).unwrap();
    assert_eq!(marks(&again.bytes).as_deref(), Some(text));
    // Whatever happens to the marks, the motion is there.
    for end in plain.len()..packed.bytes.len() {
        assert_eq!(marks(&packed.bytes[..end]), None, "{end}");
    }
    for bit in plain.len() * 8..packed.bytes.len() * 8 {
        let mut flipped = packed.bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(marks(&flipped), None, "{bit}");
    }
    assert_eq!(marks(&[&packed.bytes[..], b"more"].concat()).as_deref(), Some(text));
    let (none, long) = (with(" "), with(&"x".repeat(65_537)));
    assert_eq!((none.bytes, none.report.left_out), (plain.clone(), vec![]));
    assert_eq!((long.bytes, long.report.left_out), (plain, vec![LeftOut::Notes]), "more than a file holds");
    assert_eq!(marks(&with("a\nb@1").bytes).as_deref(), Some("ab@1"), "in one line");
    let link = encode(&marked(text), &Excerpt::whole(Quality::TINY), &mut |_| true).unwrap();
    assert_eq!(unpack(&link).about.notes.len(), 1, "a link has marks as a parameter");
}

fn marked(marks: &str) -> Clip {
    let mut clip = dancer(30);
    clip.about.notes.push((MARKS_NOTE.into(), marks.into()));
    clip
}

#[test]
fn a_part_of_a_clip_is_packed_alone() {
    let clip = dancer(400);
    let excerpt = Excerpt { frames: 120..200, title: Some("A turn".into()), ..Excerpt::whole(Quality::STANDARD) };
    let packed = pack_part(&clip, &excerpt);
    let back = unpack(&packed);
    assert_eq!((back.name.as_str(), back.behaviours[0].motion.frame_count()), ("A turn", 80));
    assert_eq!(back.behaviours[0].motion.time(), &Time::Uniform { frame_time: 1.0 / 60.0 });
    assert!(distances(&clip, 0, 120, &back)[0] < 1.55);
    let none = Excerpt { frames: 400..500, ..excerpt.clone() };
    assert_eq!(encode(&clip, &none, &mut |_| true), Err(LinkError::Empty));
    let mut calls = 0;
    let stopped = encode(&clip, &excerpt, &mut |_| {
        calls += 1;
        calls < 5
    });
    assert_eq!((stopped, calls), (Err(LinkError::Cancelled), 5));
    assert_eq!(pack_part(&clip, &excerpt), packed, "packing is deterministic");
}

#[test]
fn a_long_clip_is_packed_into_a_file_in_blocks() {
    let mut clip = dancer(1700);
    let mut second = dancer(30).behaviours.remove(0);
    second.name = "encore".into();
    clip.behaviours.push(second);
    let packed = encode_file(&clip, Quality::STANDARD, &mut |_| true).unwrap();
    let formats = Formats::default().with(marey_link::family);
    let mut parser = Parser::for_formats(&formats, "anything", None, Limits::default());
    parser.push(&packed.bytes).unwrap();
    let back = parser.finish().unwrap();
    assert_eq!(back.behaviours.iter().map(|one| one.motion.frame_count()).collect::<Vec<_>>(), [1700, 30]);
    assert_eq!(back.behaviours[1].name, "encore");
    for behaviour in 0..2 {
        let [mean, ..] = distances(&clip, behaviour, 0, &back);
        assert!(mean < 1.55, "{mean}");
    }
    assert!(packed.bytes.len() < 16_000, "{}", packed.bytes.len());
    assert_eq!(pack(&clip, Quality::TINY).report.left_out, [LeftOut::OtherBehaviours]);
}

/// The content of a link, for a golden: names, times, and positions of joints in some frames.
fn description(clip: &Clip) -> String {
    let mut text = format!("{} ({})\n", clip.name, clip.source.format.name());
    for (joint, name) in clip.skeleton.names().iter().enumerate() {
        writeln!(text, "joint {:?} {name:?}", clip.skeleton.parent(joint)).unwrap();
    }
    let motion = &clip.behaviours[0].motion;
    let last = motion.frame_count() - 1;
    for frame in [0, last / 3, last] {
        writeln!(text, "frame {frame} at {:.5}", motion.frame_start(frame)).unwrap();
        for [x, y, z] in positions(clip, Some((0, frame))) {
            writeln!(text, "{x:.2} {y:.2} {z:.2}").unwrap();
        }
    }
    text
}

/// Links must be readable for ever: `NAME.v1.link` and its golden. `MAREY_BLESS=1` writes missing goldens only.
#[test]
fn links_of_every_version_stay_readable() {
    let folder = fixtures_folder().join("link");
    if std::env::var_os("MAREY_BLESS").is_some() {
        for clip in oddities().into_iter().chain([dancer(200)]) {
            let name: String = clip.name.chars().filter(char::is_ascii_alphabetic).collect();
            let path = folder.join(format!("{name}.v1.link"));
            if !path.exists() {
                let text = to_text(&pack(&clip, Quality::STANDARD).bytes);
                let back = from_text(&text, &link_limits()).unwrap();
                fs::write(path.with_extension("golden"), description(&back)).unwrap();
                fs::write(path, text).unwrap();
            }
        }
    }
    let links = paths_with(&folder, &["link"]);
    for path in &links {
        let clip = from_text(&fs::read_to_string(path).unwrap(), &link_limits()).unwrap();
        let golden = fs::read_to_string(path.with_extension("golden")).unwrap();
        // Numbers may differ by another machine's rounding.
        let most = |number: f64| 0.011 + 1e-5 * number.abs();
        golden::alike(&file_name(path), &description(&clip), &golden, most).unwrap();
    }
    assert!(links.len() >= 12, "{}", links.len());
}

/// The sizes and errors that `docs/motion-in-a-link.md` promises, for files of `MAREY_CORPUS`.
#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_clips_keep_the_promised_sizes() {
    // Characters of tiny (mean 5 mm), standard (1.5) and faithful (99 of 100 within 2).
    let promised = [
        ("cmu_01_01_motionbuilder.bvh", 600, 600, [1500, 4000, 8500]),
        ("rokoko_jesse_dance.bvh", 0, 500, [2354, 3996, 6219]),
        ("video2bvh_openpose.bvh", 0, 150, [884, 2418, 3500]),
        ("cgspeed_10_03_mixed_eol.bvh", 0, 362, [1500, 4294, 4861]),
        ("makehuman_benchmark_6ch_mix.bvh", 0, 1, [1565, 1568, 1568]),
    ];
    // The longest take most of the time.
    for (name, first, count, most) in promised.into_iter().filter(|(_, _, count, _)| is_deep() || *count < 400) {
        let clip = marey::read_file(corpus().join("corpus/bvh").join(name)).unwrap();
        for (quality, most) in [Quality::TINY, Quality::STANDARD, Quality::FAITHFUL].into_iter().zip(most) {
            let excerpt =
                Excerpt { frames: first..first + count, title: Some(String::new()), ..Excerpt::whole(quality) };
            let packed = pack_part(&clip, &excerpt);
            let [mean, p99, _] = distances(&clip, 0, first, &unpack(&packed));
            let characters = to_text(&packed.bytes).len();
            assert!(characters <= most, "{name} {quality:?}: {characters}");
            match quality {
                Quality::Mean(mm) => assert!(mean <= mm + 0.01, "{name} {mean}"),
                Quality::P99(mm) => assert!(p99 <= mm + 0.02, "{name} {p99}"),
                Quality::Bytes(_) => {}
            }
        }
    }
}
