//! The messages about files of another kind and about damaged ones.

use support::{File, case, cases, companions, fixture, read, read_alone, read_files, scene};

/// Names, first bytes, and the start of the message.
fn foreign() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let zip = |name: &str, data: &[u8]| {
        let (size, length) = ((data.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
        let head = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0";
        [head, &size[..], &size, &length, b"\0\0", name.as_bytes(), data].concat()
    };
    let compound = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\0\0".to_vec();
    let ftyp = |brand: &str| [b"\0\0\0\x20ftyp", brand.as_bytes(), b"\0\0\x02\0"].concat();
    let tar = [vec![b'a'; 257], b"ustar\x0000".to_vec()].concat();
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("letter.docx", zip("[Content_Types].xml", b"x"), "this is a Word document"),
        ("letter.bin", zip("word/document.xml", b"x"), "this is a Word document"),
        ("table.xlsx", zip("[Content_Types].xml", b"x"), "this is an Excel workbook"),
        ("slides.pptx", zip("[Content_Types].xml", b"x"), "this is a PowerPoint presentation"),
        ("renamed.bvh", zip("[Content_Types].xml", b"x"), "this is a document of Microsoft Office"),
        ("letter.odt", zip("mimetype", b"application/vnd.oasis.opendocument.text"), "this is an OpenDocument text"),
        ("letter.doc", compound.clone(), "this is a Word document"),
        ("table.xls", compound.clone(), "this is an Excel workbook"),
        ("scene.max", compound, "this is a scene of 3ds Max"),
        ("book.epub", zip("mimetype", b"application/epub+zip"), "this is an e-book"),
        ("clips.zip", zip("walk.bvh", b"HIERARCHY"), "this is a zip archive; unpack it"),
        ("clips.7z", b"7z\xBC\xAF\x27\x1C".to_vec(), "this is a 7z archive; unpack it"),
        ("clips.rar", text("Rar!\x1A\x07"), "this is a RAR archive; unpack it"),
        ("clips.tar", tar, "this is a tar archive; unpack it"),
        ("paper.pdf", text("%PDF-1.7\n"), "this is a PDF document"),
        (
            "photo.jpg",
            b"\xFF\xD8\xFF\xE0\0\x10JFIF".to_vec(),
            "this is a photo (JPEG), so nothing can move. Open a motion: BVH",
        ),
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "this is a picture (PNG), so nothing can move"),
        ("photo.webp", b"RIFF\x24\0\0\0WEBPVP8 ".to_vec(), "this is a picture (WebP), so nothing can move"),
        ("film.mp4", ftyp("isom"), "this is a video"),
        ("film.mov", ftyp("qt  "), "this is a video"),
        ("film.webm", b"\x1A\x45\xDF\xA3\x01\0\0\0".to_vec(), "this is a video"),
        ("film.avi", b"RIFF\x24\0\0\0AVI LIST".to_vec(), "this is a video"),
        ("song.wav", b"RIFF\x24\0\0\0WAVEfmt ".to_vec(), "this is a sound file"),
        ("song.mp3", b"ID3\x03\0\0\0\0\0\0".to_vec(), "this is a sound file"),
        ("dance.blend", b"BLENDER-v300".to_vec(), "this is a Blender file; select the armature"),
        ("dance.blend", b"\x28\xB5\x2F\xFD\0\0".to_vec(), "this is a Blender file; select the armature"),
        ("dance.dae", text("<?xml version=\"1.0\"?>\n<!-- made -->\n<COLLADA xmlns=\"x\">"), "this is a COLLADA file"),
        ("dance.usda", text("#usda 1.0\n"), "this is a USD file"),
        ("dance.usdz", zip("scene.usdc", b"PXR-USDC"), "this is a USD file"),
        ("dance.ma", text("//Maya ASCII 2022 scene\n"), "this is a Maya scene"),
        ("dance.vmd", b"Vocaloid Motion Data 0002\0\0".to_vec(), "this is a motion of MikuMikuDance"),
        ("trial.tsv", text("NO_OF_FRAMES\t9\n"), "this is a recording (TSV): markers without a skeleton"),
        ("trial.mvnx", text("<?xml version=\"1.0\"?><mvnx version=\"4\">"), "this is a recording of Xsens (MVNX)"),
        ("setup.exe", b"MZ\x90\0\x03\0\0\0".to_vec(), "this is a Windows program"),
        ("tool", b"\x7FELF\x02\x01\x01".to_vec(), "this is a program"),
        ("run.sh", text("#!/bin/sh\necho\n"), "this is a script"),
        ("page.bvh", text("<!DOCTYPE html>\n<html>"), "this is a web page, not a motion"),
        ("page.bvh", text("<html><head>"), "this is a web page, not a motion"),
        ("figure.svg", text("<svg xmlns=\"http://www.w3.org/2000/svg\">"), "this is an SVG picture"),
        ("package.json", text("{ \"name\": \"x\" }"), "this is a JSON file, but no X3D scene"),
        ("settings.toml", text("[workspace]\nmembers = []\n"), "this is no motion file that Marey knows: it plays BVH"),
        ("hero.json", text("{ \"skeleton\": { \"spine\": \"4.1\" } }"), "this is a skeleton of Spine"),
        ("letter.rtf", text("{\\rtf1\\ansi Dear"), "this is a text document (RTF)"),
        ("pointer.bvh.txt", text("version https://git-lfs.github.com/spec/v1\n"), "this is a Git LFS pointer"),
        ("notes.txt", text("Dear diary\n"), "this is no motion file that Marey knows: it plays BVH"),
        ("._walk.bvh", b"\0\x05\x16\x07\0\x02\0\0".to_vec(), "this is a companion file that macOS writes"),
        (
            "m.h5",
            b"\x89HDF\r\n\x1a\n".to_vec(),
            "this is a data file (HDF5); in Python, with its key for KEY: `import numpy, ",
        ),
        (
            "m.mat",
            text("MATLAB 7.3 MAT-file"),
            "this is a data file (HDF5); in Python, with its key for KEY: `import numpy, ",
        ),
        (
            "m.mat",
            text("MATLAB 5.0 MAT-file"),
            "this is a MATLAB file; in Python, with its key for KEY: `import numpy, ",
        ),
        (
            "m.pt",
            zip("archive/data.pkl", b"\x80\x02."),
            "this is a file of PyTorch; in Python, with its key for KEY: `import numpy, ",
        ),
        (
            "m.safetensors",
            b"\x40\0\0\0\0\0\0\0{\"poses\":{\"dtype\":\"F32\"".to_vec(),
            "this is a file of tensors (safetensors); in",
        ),
        ("m.json", text("[[[0.1, 0.2], [0.3, 0.4]]]"), "this is a list of numbers (JSON); in Python: `import "),
        ("m.csv", text("x,y,z\n1,2,3\n"), "this is a table (CSV); in Python: `import "),
        ("noise.dat", vec![1; 64], "this is a binary file of a kind that Marey does not know"),
    ]
}

#[test]
fn files_of_other_kinds_are_named_as_people_name_them() {
    for (name, bytes, expected) in foreign() {
        let refusal = read_alone(name, bytes).expect_err(name);
        assert!(refusal.message().starts_with(expected), "{name}: {}", refusal.message());
    }
}

#[test]
fn messages_name_no_byte_values() {
    for (name, bytes, _) in foreign() {
        let refusal = read_alone(name, bytes).expect_err(name);
        let odd = ["00 00", "\\x", "\0", refusal.code()].iter().any(|odd| refusal.message().contains(odd));
        assert!(!odd, "{name}: {}", refusal.message());
    }
}

/// The message about a file beside others.
fn message(files: &[File]) -> String {
    match read_files(files) {
        Ok(clip) => clip.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(refusal) => refusal.message().to_owned(),
    }
}

/// A complete file of each kind, with its companions.
fn whole() -> Vec<Vec<File>> {
    let cases = [
        ("bvh", &["plain"][..]),
        ("acclaim", &["plain"]),
        ("skel", &["plain", "wave", "catalogue", "catalogue_binary"]),
        ("hanim", &["arm.x3d", "arm.x3dv", "arm.wrl", "arm.x3dj"]),
    ];
    let of_format = |(format, names): (&str, &[&str])| names.iter().map(|name| case(format, name).files).collect();
    let mut all: Vec<Vec<File>> = cases.into_iter().flat_map::<Vec<_>, _>(of_format).collect();
    // Skeletons beside motions are files of their own.
    all.push(vec![("plain.asf".into(), fixture("acclaim", "plain.asf"))]);
    let (bvh, x3d) = (fixture("bvh", "plain.bvh"), fixture("hanim", "arm.x3d"));
    all.extend([("plain.bvh.gz", bvh), ("arm.x3d.gz", x3d)].map(|(name, bytes)| vec![(name.into(), gzip(&bytes))]));
    all
}

#[test]
fn a_warning_says_what_is_played_instead() {
    let head = "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\n";
    for (rows, expected) in [
        ("Frames: 3\nFrame Time: 0.1\n1 2 3\n", "Frames: says 3, but the file ends after 1 row; all rows are played"),
        ("Frames: 1\nFrame Time: 0.1\n1 2 3\n4 5 6\n", "Frames: says 1, but the file has 2 rows; all rows are played"),
        (
            "Frames: 2\nFrame Time: 0.1\n1 2 3\n4 nan 6\n",
            "`nan` is not a number from -1e12 to 1e12; the channel keeps its value from the frame before",
        ),
    ] {
        let message = message(&[("a.bvh".into(), format!("{head}{rows}").into_bytes())]);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_truncated_file_is_reported_as_ending_early() {
    for mut files in whole() {
        let (name, bytes) = files.pop().unwrap();
        for eighth in 1..8 {
            files.push((name.clone(), bytes[..bytes.len() * eighth / 8].to_vec()));
            let message = message(&files);
            assert!(message.contains("the file ends"), "{name} cut at {eighth}/8: {message:?}");
            files.pop();
        }
    }
}

#[test]
fn a_cut_scene_or_recording_says_where_and_what_helps() {
    for (format, name, bytes) in [
        ("gltf", "plain.glb", 30),
        ("gltf", "plain.glb", 10),
        ("c3d", "intel_floats.c3d", 300),
        ("fbx", "plain.fbx", 200),
    ] {
        let mut whole = fixture(format, name);
        whole.truncate(bytes);
        let refusal = read_files(&[(name, whole)]).expect_err(name);
        let message = refusal.to_string();
        assert!(message.starts_with("byte ") && message.ends_with("fetch or export it again"), "{message}");
        // The place is said once.
        assert!(!refusal.message().contains("(byte "), "{message}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let bit = |crc: u32, _| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
    let crc = !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit));
    let head = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x01";
    let (stored, sum) = ([length, !length].map(u16::to_le_bytes), [crc, length.into()].map(u32::to_le_bytes));
    [head, stored.as_flattened(), bytes, sum.as_flattened()].concat()
}

#[test]
fn damaged_gzip_files_show_the_intact_part_with_a_warning() {
    let (name, mut packed) = ("arm.x3d.gz", gzip(&fixture("hanim", "arm.x3d")));
    *packed.iter_mut().nth_back(4).unwrap() ^= 1;
    let clip = read_alone(name, packed).unwrap();
    let warning = clip.warnings.last().unwrap();
    assert_eq!(warning.code, "gzip.damaged");
    assert!(warning.message.contains("its checksum or length does not fit"), "{warning}");
}

#[test]
fn companions_may_be_compressed() {
    for (format, skeleton, motion) in [("acclaim", "plain.asf", "plain.amc"), ("skel", "plain.skel", "wave.anim")] {
        let packed = (format!("{skeleton}.gz"), gzip(&fixture(format, skeleton)));
        let clip = read(&companions(&[packed]), motion, &fixture(format, motion)).unwrap();
        assert_eq!(clip.about.skeleton_file, format!("{skeleton}.gz"));
    }
}

/// Finds a plural in parentheses or after a 1, a full stop at the end, a stray capital at the start, an unfinished
/// list.
fn wrong_with(message: &str) -> Option<&'static str> {
    let words: Vec<&str> = message.split_whitespace().map(|word| word.trim_end_matches([',', ';', ':'])).collect();
    let is_plural = |word: &str| {
        let is_verb = ["was", "is", "has", "this"].contains(&word);
        !is_verb && word.len() > 1 && word.ends_with('s') && word.chars().all(|letter| letter.is_ascii_lowercase())
    };
    let of_one = |pair: &[&str]| pair[0] == "1" && is_plural(pair[1]);
    let mut first = message.chars();
    let (first, second) = (first.next(), first.next());
    if message.contains("(s)") {
        Some("a plural in parentheses")
    } else if words.windows(2).any(of_one) {
        Some("a plural behind 1")
    } else if message.ends_with('.') && !message.ends_with("..") {
        Some("a full stop")
    } else if message.contains(", ...") {
        Some("a list that breaks off")
    } else if first.is_some_and(char::is_uppercase)
        && second.is_some_and(char::is_lowercase)
        && !KEYWORDS.contains(&words[0])
    {
        Some("a capital")
    } else {
        None
    }
}

const KEYWORDS: [&str; 1] = ["Frames"];

#[test]
fn messages_of_all_fixtures_are_in_one_style() {
    let mut wrong = Vec::new();
    for case in cases() {
        let messages: Vec<String> = match read_files(&case.files) {
            Ok(clip) => clip.warnings.iter().map(ToString::to_string).collect(),
            Err(refusal) => vec![refusal.message().to_owned()],
        };
        wrong.extend(messages.into_iter().filter_map(|message| Some((wrong_with(&message)?, message))));
    }
    assert_eq!(wrong, Vec::new());
}

#[test]
fn long_lists_of_names_are_shortened() {
    let names = ["l_hip", "l_knee", "r_hip", "r_knee", "vl5"];
    let channels = "3 Xrotation Yrotation Zrotation ".repeat(names.len());
    let motion = format!(
        "#X3D V4.0 utf8\nHAnimMotion {{ joints \"{}\" channels \"{channels}\" values [ 0 0 0 ] }}",
        names.join(" ")
    );
    let asf = ":root order tx ty tz rx ry rz\n:bonedata\nbegin name hip direction 0 1 0 length 2 axis 0 0 0 XYZ dof rx end\n\
               :hierarchy\nbegin\nroot hip\nend\n";
    let bones: String = names.iter().map(|name| format!("{name} 1\n")).collect();
    let amc = format!(":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n{bones}");
    let files = |list: &[(&str, String)]| -> Vec<File> {
        list.iter().map(|(name, text)| ((*name).into(), text.clone().into_bytes())).collect()
    };
    for (files, expected) in [
        (files(&[("a.x3dv", motion)]), "has l_hip, l_knee, r_hip and 2 more beside it"),
        (
            files(&[("a.asf", asf.to_owned()), ("a.amc", amc)]),
            "lacks `l_hip`, `l_knee`, `r_hip` and 2 more (5 of 6 bones)",
        ),
    ] {
        let message = message(&files);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn unknown_fields_and_surplus_numbers_are_reported() {
    let text = "HAnimHumanoid { skeleton [ HAnimJoint { name \"humanoid_root\" centre 0 1 0\n\
        center 0 1 0 7 children [ HAnimJoint { name \"vl5\" centre 0 2 0 } ] } ] }\n";
    let clip = scene(text);
    let warnings: Vec<_> = clip.warnings.iter().map(|one| (one.code.to_string(), one.location.unwrap().line)).collect();
    assert!(warnings.contains(&("hanim.unknown-field".into(), 2)), "{warnings:?}");
    assert!(warnings.contains(&("hanim.value-count".into(), 3)), "{warnings:?}");
    let message = clip.warnings.iter().find(|one| one.code == "hanim.unknown-field").unwrap().to_string();
    assert_eq!(message, "`centre` is not a field of HAnimJoint; it is ignored");
}

fn warnings_of_scene(lines: &[&str]) -> Vec<String> {
    let clip = scene(&format!("{}\n", lines.join("\n")));
    clip.warnings.iter().map(|one| format!("{}: {one}", one.location.unwrap().line)).collect()
}

const DRIVEN: [&str; 5] = [
    "HAnimHumanoid { skeleton DEF A HAnimJoint { name \"humanoid_root\" } }",
    "DEF T TimeSensor { }",
    "DEF I OrientationInterpolator { key 0 keyValue 0 0 1 1 }",
    "DEF K OrientationInterpolator { key 0 keyValue 0 0 1 2 }",
    "ROUTE T.fraction_changed TO I.set_fraction ROUTE T.fraction_changed TO K.set_fraction",
];

fn warnings_of_routes(routes: &[&str]) -> Vec<String> {
    warnings_of_scene(&[&DRIVEN, routes].concat())
}

#[test]
fn a_field_driven_twice_is_reported_with_both_lines() {
    let warnings = warnings_of_routes(&["ROUTE K.value_changed TO A.rotation", "ROUTE K.value_changed TO A.rotation"]);
    assert_eq!(warnings, Vec::<String>::new());
    let warnings =
        warnings_of_routes(&["ROUTE K.value_changed TO A.rotation", "ROUTE I.value_changed TO A.set_rotation"]);
    let expected =
        "8: the rotation of `humanoid_root` is driven by `K` (line 7) and here by `I`; the last ROUTE counts";
    assert_eq!(warnings, [expected]);
}

#[test]
fn an_undefined_name_in_routes_is_reported_once() {
    let routes = ["ROUTE T.fraction TO X.fraction", "ROUTE X.value TO A.rotation", "ROUTE Y.value TO A.rotation"];
    let expected = "7: a ROUTE names `X`, which is not defined; it is ignored, like 1 other (in 2 places)";
    assert_eq!(warnings_of_routes(&routes), [expected]);
}

#[test]
fn texts_in_place_of_numbers_are_reported_in_plain_words() {
    let warnings = |values: &str| {
        let joint = format!("HAnimJoint {{ name \"a\" skinCoordWeight [ {values} ] skinCoordIndex [ 0 ] }}");
        let skin = "skinCoord DEF P Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } \
                    skin Shape { geometry TriangleSet { coord USE P } }";
        warnings_of_scene(&[&format!("HAnimHumanoid {{ skeleton {joint} {skin} }}")])
    };
    for (values, end) in [
        ("-nan", "2: `-nan` in `skinCoordWeight` is not a number from -1e12 to 1e12; none of the numbers is used"),
        ("1 -nan", "; only the number before it is used"),
        ("1 2 -nan 4", "; only the 2 numbers before it are used"),
    ] {
        let warnings = warnings(values).into_iter().find(|one| one.contains("is not a number")).unwrap();
        assert!(warnings == end || end.starts_with(';') && warnings.ends_with(end), "{values}: {warnings}");
    }
}

#[test]
fn rows_of_one_wrong_length_share_one_warning() {
    let mut text = String::from_utf8(fixture("bvh", "plain.bvh")).unwrap();
    let frames = text.lines().count();
    let row = text.lines().last().unwrap().to_owned();
    text += &format!("{}1 2\n{row}\n", format!("{row} 1 2\n").repeat(525));
    let clip = read_alone("a.bvh", text).unwrap();
    let rows: Vec<_> = clip.warnings.iter().filter(|one| one.code == "bvh.row-length").collect();
    assert_eq!((rows[0].count, rows[0].location.unwrap().line as usize), (525, frames + 1));
    let width = row.split_ascii_whitespace().count();
    let more = width + 2;
    let expected = [
        format!("525 rows from here on have {more} numbers instead of {width}; the surplus is ignored"),
        format!("the row has 2 of {width} numbers; the missing ones hold their last value"),
    ];
    assert_eq!(rows.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
}
