//! Files longer than a reader's inner buffers. In any pieces they give the same clip as the whole.

use marey::formats::Companions;
use support::sims::{Animation, Track, UNTURNED, animation, arm, skeleton};
use support::{Random, case, companions, fixture, read, read_in_pieces};

/// Reads a file whole, then in pieces of up to those lengths. Returns its number of frames.
fn compare(beside: &Companions, name: &str, bytes: &[u8], seed: u64, pieces: &[usize]) -> Option<usize> {
    let whole = read(beside, name, bytes);
    let mut random = Random(seed);
    for most in pieces {
        let parts = read_in_pieces(beside, name, bytes, || 1 + random.below(*most));
        assert!(parts == whole, "{name} in pieces of up to {most}: {:?}\nwhole: {:?}", parts.err(), whole.err());
    }
    Some(whole.ok()?.behaviours[0].motion.frame_count())
}

const PIECES: [usize; 6] = [1, 17, 1000, 5000, 65_536, 100_000];

#[test]
fn bvh_files() {
    let text = String::from_utf8(fixture("bvh", "plain.bvh")).unwrap();
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
    let frames = compare(&Companions::default(), "long.bvh", long.as_bytes(), 0x5EED_0002, &PIECES);
    assert!(frames.is_some_and(|count| count > 9000));
}

/// Too long lines are held back until their meaning is known, but within a limit.
#[test]
fn bvh_files_with_long_lines() {
    let header = |frames: usize| {
        let joint = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\n";
        format!("{joint}Frames: {frames}\nFrame Time: 0.01\n1 2 3\n")
    };
    let long = "1 2 3 4 5 6 7 8 9 10\n";
    let two = "1 2 3 4 5 6\n";
    for (text, count) in [
        // A line is a frame: known at the end, or earlier where too much would be held back.
        (header(101) + &long.repeat(100), 101),
        (header(50_001) + &long.repeat(50_000), 50_001),
        // The same with equal lines that are no multiple of a row, where `Frames:` is wrong or the last line is odd.
        (header(7) + &long.repeat(100), 101),
        (header(7000) + &long.repeat(100), 101),
        (header(101) + &long.repeat(100) + "0 0\n", 101),
        // Two frames a line: known at the end, or once there are more than `Frames:` says.
        (header(201) + &two.repeat(100), 201),
        (header(10) + &two.repeat(100), 201),
        // Only some lines have two: `Frames:` cannot be exceeded, and too much would be held back.
        (header(120_001) + &format!("{two}1 2 3\n").repeat(40_000), 120_001),
        // One line of all frames, too long to be one frame.
        (header(1) + &two.replace('\n', " ").repeat(50_000), 100_001),
        (header(2) + &two.replace('\n', " ").repeat(50_000), 100_001),
    ] {
        let frames = compare(&Companions::default(), "a.bvh", text.as_bytes(), 0x5EED_0006, &[7, 5000, 100_000]);
        assert_eq!(frames, Some(count));
    }
}

#[test]
fn acclaim_motions() {
    let case = case("acclaim", "plain");
    let (companions, name, bytes) = case.main();
    let text = std::str::from_utf8(bytes).unwrap();
    let (head, rows) = text.split_at(text.find("1\n").unwrap());
    let rows: Vec<&str> = rows.split_inclusive('\n').collect();
    let mut long = head.to_owned();
    for n in 0..3000 {
        for (line, text) in rows.iter().enumerate() {
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
    let frames = compare(&companions, name, long.as_bytes(), 0x5EED_0012, &PIECES);
    assert!(frames.is_some_and(|count| count >= 9000));
}

/// The end of a motion's first frame is searched within a limit that does not depend on the pieces.
#[test]
fn acclaim_motions_with_long_heads() {
    let case = case("acclaim", "plain");
    let (companions, name, bytes) = case.main();
    let text = std::str::from_utf8(bytes).unwrap();
    let unknown: String = (0..90_000).map(|n| format!("tail{n} 1 2 3\n")).collect();
    let remarks = "# nothing but remarks\n".repeat(60_000);
    for (long, count) in [
        (text.replacen("foot", &(unknown.clone() + "foot"), 1), None),
        (text.replacen("foot 16", &(unknown + "foot 16"), 1), Some(3)),
        (text.replacen("1\n", &(remarks.clone() + "1\n"), 1), Some(3)),
        (text.replacen("hip", &(remarks + "hip"), 1), Some(3)),
        (text.replacen("leg", &("leg".to_owned() + &" ".repeat(1_200_000)), 1), Some(3)),
    ] {
        let frames = compare(&companions, name, long.as_bytes(), 0x5EED_0016, &[1000, 65_536, 2_000_000]);
        assert_eq!(frames, count);
    }
}

/// One figure and one TimeSensor with thousands of keys, after long comments, in each encoding.
#[test]
fn hanim_scenes() {
    let keys: String = (0..=4000).map(|key| format!("{} ", f64::from(key) / 4000.0)).collect();
    let values = "0 0 1 0.5 ".repeat(4001);
    let remark = "r\u{e4}mark ".repeat(12_000);
    let curve = format!("key='{keys}' keyValue='{values}'");
    let xml = format!(
        "<X3D><!-- {remark} --><Scene><HAnimJoint DEF='J'/><TimeSensor DEF='T'/>\
         <OrientationInterpolator DEF='I' {curve}/>\
         <ROUTE fromNode='T' fromField='fraction_changed' toNode='I' toField='set_fraction'/>\
         <ROUTE fromNode='I' fromField='value_changed' toNode='J' toField='rotation'/></Scene></X3D>"
    );
    let classic = format!(
        "#X3D V4.0 utf8\n# {remark}\nDEF J HAnimJoint {{ }} DEF T TimeSensor {{ }}
         DEF I OrientationInterpolator {{ key [ {keys} ] keyValue [ {values} ] }}
         ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO J.rotation"
    );
    let list = |text: &str| text.trim().replace(' ', ",");
    let json = format!(
        r##"{{"X3D":{{"Scene":{{"-children":[{{"#comment":"{remark}"}},{{"HAnimJoint":{{"@DEF":"J"}}}},
        {{"TimeSensor":{{"@DEF":"T"}}}},{{"OrientationInterpolator":{{"@DEF":"I","@key":[{}],"@keyValue":[{}]}}}},
        {{"ROUTE":{{"@fromNode":"T","@fromField":"fraction_changed","@toNode":"I","@toField":"set_fraction"}}}},
        {{"ROUTE":{{"@fromNode":"I","@fromField":"value_changed","@toNode":"J","@toField":"rotation"}}}}]}}}}}}"##,
        list(&keys),
        list(&values)
    );
    for (name, text) in [("a.x3d", xml), ("a.x3dv", classic), ("a.x3dj", json)] {
        let frames = compare(&Companions::default(), name, text.as_bytes(), 0x5EED_0022, &[1, 17, 5000, 100_000]);
        assert_eq!(frames, Some(4001), "{name}");
    }
}

#[test]
fn sims_motions() {
    let count = 9000;
    let track = |bone: &str| Track { translations: Some(0), ..Track::turning(bone, count) };
    let motion = Animation {
        name: "long".into(),
        duration: 1000.0 / 30.0 * count as f32,
        translations: (0..count).map(|frame| [frame as f32, 0.0, 0.0]).collect(),
        rotations: vec![UNTURNED; count as usize],
        tracks: ["ROOT", "ARM"].map(track).to_vec(),
        ..Animation::default()
    };
    let beside = companions(&[("adult.skel", skeleton("adult", &arm()))]);
    let frames = compare(&beside, "long.anim", &animation(&motion), 0x5EED_0023, &[1, 17, 5000, 65_536, 100_000]);
    assert_eq!(frames, Some(count as usize));
}
