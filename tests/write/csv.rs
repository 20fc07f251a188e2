//! CSV tables.

use marey::model::Clip;
use marey_write::{CsvOptions, WriteError, csv};

use support::{fixture, read_alone};

/// The numbers of a line after the first `skipped` ones are near these.
fn near(line: &str, skipped: usize, expected: &[f32]) {
    let fields: Vec<f32> = line.split(',').map(|field| field.parse().unwrap()).collect();
    let is_near = fields[skipped..].iter().zip(expected).all(|(value, wanted)| (value - wanted).abs() < 1e-6);
    assert!(is_near && fields.len() - skipped == expected.len(), "{fields:?}");
}

fn clip() -> Clip {
    let text = "HIERARCHY\nROOT a,\"b\"\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
        Yrotation\nJOINT c\n{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 0 2 0\n}\n}\nJOINT c\n{\n\
        OFFSET 1 0 0\nCHANNELS 1 Zrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.25\n1 2 3 0 0 0 0 0\n\
        1 2 3 90 0 0 90 0\n";
    read_alone("a.bvh", text).unwrap()
}

#[test]
fn a_table_has_a_line_of_names_and_a_line_a_frame() {
    let text = csv(&clip(), 0, &CsvOptions::default()).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    let names =
        r#"frame,time,"a,""b"".x","a,""b"".y","a,""b"".z",c.x,c.y,c.z,c_end.x,c_end.y,c_end.z,c_2.x,c_2.y,c_2.z"#;
    assert_eq!(lines[0], names);
    assert_eq!(lines[1], "0,0,1,2,3,1,3,3,1,5,3,2,2,3");
    assert!(lines[2].starts_with("1,0.25,"), "{}", lines[2]);
    near(lines[2], 5, &[0.0, 2.0, 3.0, 0.0, 0.0, 3.0, 1.0, 3.0, 3.0]);
    assert_eq!((lines.len(), lines[3]), (4, ""));
}

#[test]
fn rotations_are_written_for_joints_without_ends() {
    let mut options = CsvOptions::default();
    (options.positions, options.rotations) = (false, true);
    let text = csv(&clip(), 0, &options).unwrap();
    let names = text.lines().next().unwrap();
    assert!(names.ends_with("c.qw,c_2.qx,c_2.qy,c_2.qz,c_2.qw"), "{names}");
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let expected = [0.0, 0.0, half, half, 0.0, 0.0, half, half, 0.0, 0.0, 0.0, 1.0];
    near(text.lines().nth(2).unwrap(), 2, &expected);
    assert!(matches!(csv(&clip(), 1, &options), Err(WriteError::NoBehaviour { .. })));
}

#[test]
fn markers_have_no_rotations() {
    let clip = read_alone("a.trc", fixture("trc", "plain.trc")).unwrap();
    let mut options = CsvOptions::default();
    options.rotations = true;
    let text = csv(&clip, 0, &options).unwrap();
    assert!(text.contains(".x") && !text.contains(".qx"), "{text}");
}

/// A name is data: a spreadsheet must not evaluate it.
#[test]
fn names_that_spreadsheets_would_evaluate_are_written_as_text() {
    let header = |name: &str| {
        let text = format!(
            "HIERARCHY\nROOT {name}\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\nMOTION\n\
             Frames: 1\nFrame Time: 1\n0\n"
        );
        let table = csv(&read_alone("a.bvh", &text).unwrap(), 0, &CsvOptions::default()).unwrap();
        table.lines().next().unwrap().to_owned()
    };
    for name in ["=1+1", "+a", "-a", "@SUM(A1)", "＝a"] {
        let expected = format!(r#"frame,time,"'{name}.x","'{name}.y","'{name}.z","'{name}_end.x""#);
        assert!(header(name).starts_with(&expected), "{}", header(name));
    }
    let expected = r#"frame,time,"'=HYPERLINK(""a"",1).x","#;
    assert!(header(r#"=HYPERLINK("a",1)"#).starts_with(expected), "{}", header(r#"=HYPERLINK("a",1)"#));
    assert!(header("a;=1").starts_with(r#"frame,time,"a;=1.x","#), "{}", header("a;=1"));
    assert!(header("Hips-L=1").starts_with("frame,time,Hips-L=1.x,"), "{}", header("Hips-L=1"));
}

#[test]
fn a_joint_that_was_not_seen_has_no_position() {
    let mut clip = clip();
    // The root in the second frame.
    clip.visibility = vec![[255, 255, 255, 255, 0, 255, 255, 255].to_vec()];
    let text = csv(&clip, 0, &CsvOptions::default()).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(lines[1].starts_with("0,0,1,2,3,1,") && lines[2].starts_with("1,0.25,,,,"), "{text}");
    assert_eq!(lines[1].matches(',').count(), lines[2].matches(',').count());
    let hidden: Vec<bool> = marey_write::arrays(&clip, 0).unwrap().positions.iter().map(|part| part.is_nan()).collect();
    let expected: Vec<bool> = (0..24).map(|item| (12..15).contains(&item)).collect();
    assert_eq!(hidden, expected);
}
