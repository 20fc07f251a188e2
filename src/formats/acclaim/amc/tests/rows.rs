use super::{leg, read};

const HEAD: &str = ":FULLY-SPECIFIED\n:DEGREES\n";

/// Warnings, root positions, rotations of the leg and of the shin about x.
fn rows(text: &str) -> (Vec<String>, Vec<f32>, Vec<i32>, Vec<i32>) {
    let found = read(&leg(), text);
    (found.warning_codes(), found.roots(), found.turns(1), found.turns(2))
}

fn warning_codes(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_plain_motion_has_no_warning() {
    for end in ["\n", "\r\n", "\r", " \t\n"] {
        let text =
            format!("{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\nshin 20\n2\nroot 6 0 0 0 0 0\nleg 11 0 0\nshin 21\n");
        for tail in ["", "\x1A", "\n\n"] {
            let text = text.replace('\n', end) + tail;
            assert_eq!(rows(&text), (vec![], vec![5.0, 6.0], vec![10, 11], vec![20, 21]), "{text:?}");
        }
        let cut = text.trim_end().replace('\n', end);
        assert_eq!(rows(&cut), (vec![], vec![5.0, 6.0], vec![10, 11], vec![20, 21]));
    }
}

#[test]
fn names_have_no_case_and_bones_no_order() {
    let text = format!("{HEAD}1\nROOT 5 0 0 0 0 0\nLeg 10 0 0\nshin 20\n2\nSHIN 21\nleg 11 0 0\nroot 6 0 0 0 0 0\n");
    assert_eq!(rows(&text), (vec![], vec![5.0, 6.0], vec![10, 11], vec![20, 21]));
}

#[test]
fn commas_parentheses_comments_and_blanks_are_ignored() {
    let text = format!(
        "{HEAD}# one\n 1 # first\n  root (5,0,0), (0 0 0)\nleg   10\t0   0 # bent\n#\n\nshin\t20\n# two\n2\nroot 6 0 0 0 0 0\nleg 11 0 0\nshin 21"
    );
    assert_eq!(rows(&text), (vec![], vec![5.0, 6.0], vec![10, 11], vec![20, 21]));
}

#[test]
fn every_form_of_a_number_is_read() {
    let text = format!("{HEAD}1\nroot 5. +0 -0 .0e0 0E+3 -.0\nleg 1e1 0 0\nshin +20.0\n");
    assert_eq!(rows(&text), (vec![], vec![5.0], vec![10], vec![20]));
}

#[test]
fn frame_numbers_do_not_order_frames() {
    let frame = |number: i32, x: i32| format!("{number}\nroot {x} 0 0 0 0 0\nleg 1 0 0\nshin 2\n");
    let text = format!("{HEAD}{}{}{}{}", frame(3, 1), frame(7, 2), frame(7, 3), frame(2, 4));
    let (warnings, roots, ..) = rows(&text);
    assert_eq!(
        warnings,
        warning_codes(&["amc.first-frame 3:1", "amc.frame-gap 7:1", "amc.frame-twice 11:1", "amc.frame-order 15:1"])
    );
    assert_eq!(roots, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn frames_without_numbers_are_separated_by_their_bones() {
    let frame = |x: i32| format!("root {x} 0 0 0 0 0\nleg 1 0 0\nshin {x}\n");
    let (warnings, roots, _, shins) = rows(&format!("{HEAD}{}{}{}", frame(1), frame(2), frame(3)));
    assert_eq!(warnings, warning_codes(&["amc.no-frame-number 3:1"]));
    assert_eq!((roots, shins), (vec![1.0, 2.0, 3.0], vec![1, 2, 3]));
    // A missing number, before it a bone in another order.
    let text = format!(
        "{HEAD}1\n{}2\nleg 1 0 0\nshin 5\nroot 2 0 0 0 0 0\nshin 6\nleg 7 0 0\nroot 3 0 0 0 0 0\n4\n{}",
        frame(1),
        frame(4)
    );
    let (warnings, roots, _, shins) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.no-frame-number 11:1"]));
    assert_eq!((roots, shins), (vec![1.0, 2.0, 3.0, 4.0], vec![1, 5, 6, 4]));
}

#[test]
fn a_bone_that_is_missing_is_at_rest() {
    let text = format!(
        "{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\nshin 20\n2\nroot 6 0 0 0 0 0\nshin 21\n3\nleg 12 0 0\nshin 22\n4\nroot 8 0 0 0 0 0\nleg 13 0 0\nshin 23\n"
    );
    let (warnings, roots, legs, shins) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.missing-bone 7:1", "amc.missing-bone 10:1"]));
    assert_eq!((roots, legs, shins), (vec![5.0, 6.0, 0.0, 8.0], vec![10, 0, 12, 13], vec![20, 21, 22, 23]));
}

#[test]
fn bones_that_come_twice_or_are_unknown() {
    let text = format!(
        "{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\nleg 11 0 0\nwing 3 4\nshin 20\n2\nroot 6 0 0 0 0 0\nleg 12 0 0\nWing 5\nshin 21\n"
    );
    let (warnings, roots, legs, shins) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.bone-twice 6:1", "amc.unknown-bone 7:1"]));
    assert_eq!((roots, legs, shins), (vec![5.0, 6.0], vec![11, 12], vec![20, 21]));
}

#[test]
fn too_few_values_hold_and_surplus_ones_are_ignored() {
    let text = format!(
        "{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\nshin 20\n2\nroot 6 0\nleg 11\nshin 21 9\n3\nroot 7 0 0 0 0 0 0\nleg\nshin 22\n4\nroot 8 0 0 0 0 0\nleg 1 0 0\nshin 23\n"
    );
    let (warnings, roots, legs, shins) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.value-count 8:1", "amc.value-count 9:1", "amc.value-count 10:1"]));
    assert_eq!((roots, legs, shins), (vec![5.0, 6.0, 7.0, 8.0], vec![10, 11, 11, 1], vec![20, 21, 22, 23]));
}

#[test]
fn three_rotations_where_the_skeleton_has_fewer() {
    let frame = "1\nroot 5 0 0 0 0 0\nleg 10 0 0\nshin 20 0 90\ntoe 30 0 0\n";
    let force = ":FULLY-SPECIFIED\n:FORCE-ALL-JOINTS-BE-3DOF\n";
    let (warnings, .., shins) = rows(&format!("{force}{frame}"));
    assert_eq!((warnings, shins.len()), (vec![], 1));
    let found = read(&leg(), &format!("{force}{frame}"));
    let slot = found.motion.rotations().joints().iter().position(|joint| *joint == 2).unwrap();
    // rx is applied first, then the rotations beyond the skeleton's: ry, rz.
    let turned = found.motion.rotations().values()[slot] * glam::Vec3::Z;
    let (sine, cosine) = 20f32.to_radians().sin_cos();
    assert!(turned.abs_diff_eq(glam::Vec3::new(sine, 0.0, cosine), 1e-6), "{turned}");
    assert_eq!(found.turns(3), [30]);
    // Without the keyword: the same with a warning.
    let without = read(&leg(), &format!("{HEAD}{frame}"));
    assert_eq!(without.warning_codes(), ["amc.three-dof 6:1"]);
    assert_eq!(without.motion, found.motion);
    // With the keyword but without the values.
    let (warnings, _, _, shins) =
        rows(&format!("{force}1\nroot 5 0 0 0 0 0\nleg 1 0 0\nshin 20\n2\nroot 5 0 0 0 0 0\nleg 1 0 0\nshin 21\n"));
    assert_eq!((warnings, shins), (warning_codes(&["amc.not-three-dof 6:1"]), vec![20, 21]));
}

#[test]
fn values_may_continue_on_the_next_line() {
    let text = format!(
        "{HEAD}1\nroot 5 0 0\n 0.5 0 0\nleg\n10\n0 0\nshin 20\n2\nroot 6\n0 0 0 0 0\nleg 11 0\n0\nshin 21\n3\n"
    );
    let (warnings, roots, legs, shins) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.values-wrapped 5:1", "amc.cut-frame 16:1"]));
    assert_eq!((roots, legs, shins), (vec![5.0, 6.0], vec![10, 11], vec![20, 21]));
}

#[test]
fn an_invalid_number_holds_the_last_value() {
    let text = format!(
        "{HEAD}1\nroot nan 0 0 0 0 0\nleg 10 0 0\nshin 20\n2\nroot 6 0 0 0 0 0\nleg x 0 0\nshin inf\n3\nroot 7 0 0 0 0-0.5 0\nleg 12 0 0\nshin 1e999\n"
    );
    let (warnings, roots, legs, shins) = rows(&text);
    assert_eq!(
        warnings,
        warning_codes(&[
            "amc.not-finite 4:6",
            "amc.bad-number 9:5",
            "amc.not-finite 10:6",
            "amc.value-count 12:1",
            "amc.glued-numbers 12:14",
            "amc.not-finite 14:6"
        ])
    );
    assert_eq!((roots, legs, shins), (vec![0.0, 6.0, 7.0], vec![10, 10, 12], vec![20, 20, 20]));
}

#[test]
fn stray_lines_are_reported() {
    let text = format!(
        "{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\n1.5 2.5\nshin 20\n:RADIANS\n2\n3\nroot 6 0 0 0 0 0\nleg 11 0 0\nshin 21\n"
    );
    let (warnings, roots, legs, _) = rows(&text);
    assert_eq!(warnings, warning_codes(&["amc.stray-numbers 6:1", "amc.late-keyword 8:1", "amc.empty-frame 9:1"]));
    assert_eq!((roots, legs), (vec![5.0, 6.0], vec![10, 11]));
}

#[test]
fn a_cut_last_frame_is_dropped() {
    let frame = |n: i32| format!("{n}\nroot {n} 0 0 0 0 0\nleg 10 0 0\nshin 20\n");
    for cut in ["3", "3\n", "3\nroo", "3\nroot 3 0 0 0 0 0\nleg 10 0", "3\nroot 3 0 0 0 0 0\nleg 10 0 0\nshi"] {
        let (warnings, roots, ..) = rows(&format!("{HEAD}{}{}{cut}", frame(1), frame(2)));
        assert_eq!((warnings, roots), (warning_codes(&["amc.cut-frame 11:1"]), vec![1.0, 2.0]), "{cut:?}");
    }
    // An incomplete single frame is shown as far as it goes.
    let (warnings, roots, ..) = rows(&format!("{HEAD}1\nroot 5 0 0 0 0 0\nleg 10"));
    assert_eq!((warnings.len(), roots), (2, vec![5.0]));
    let found = read(&leg(), HEAD);
    assert_eq!((found.warning_codes(), found.frames()), (warning_codes(&["amc.no-frames 3:1"]), 1));
}

#[test]
fn numbers_may_name_bones() {
    let mut rig = leg();
    rig.index.push((b"2".as_slice().into(), 2));
    rig.index.sort();
    let text = format!("{HEAD}1\nroot 5 0 0 0 0 0\nleg 10 0 0\n2 20.5 1\n2\nroot 6 0 0 0 0 0\nleg 11 0 0\nshin 21\n");
    let found = read(&rig, &text);
    assert_eq!((found.warning_codes(), found.turns(2)), (warning_codes(&["amc.value-count 6:1"]), vec![21, 21]));
}

#[test]
fn lines_without_end_are_cut() {
    let blanks = " ".repeat(70_000);
    let text = format!(
        "{HEAD}1\nroot 5 0 0 0 0 0{blanks}1\nleg 10 0 0\nshin 20\n2\n\u{f6}{blanks}3\n x\nroot 6 0 0 0 0 0\nleg 11 0 0\nshin 21\n"
    );
    let (warnings, roots, ..) = rows(&text);
    assert_eq!(
        warnings,
        warning_codes(&["amc.long-line 4:1", "amc.long-line 8:1", "amc.unknown-bone 8:1", "amc.unknown-bone 9:2"])
    );
    assert_eq!(roots, [5.0, 6.0]);
}

#[test]
fn several_bones_may_share_a_line() {
    let text = format!("{HEAD}1 root 5 0 0 0 0 0 leg 10 0 0 shin 20\n2 root 6 0 0 0 0 0\nleg 11 0 0 shin 21");
    assert_eq!(rows(&text), (vec![], vec![5.0, 6.0], vec![10, 11], vec![20, 21]));
}
