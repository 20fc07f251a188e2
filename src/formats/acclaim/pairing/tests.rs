#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::*;
use crate::Limits;

/// A skeleton of bones `name dofs`, all on the root.
fn skeleton(bones: &[(&str, &str)]) -> String {
    let bone = |(name, dofs): &(&str, &str)| {
        format!("begin name {name} direction 0 1 0 length 1 axis 0 0 0 XYZ dof {dofs}\nend\n")
    };
    let names: Vec<&str> = bones.iter().map(|(name, _)| *name).collect();
    let bones: String = bones.iter().map(bone).collect();
    format!(":root\norder tx ty tz rx ry rz\n:bonedata\n{bones}:hierarchy\nroot {}\n", names.join(" "))
}

fn companions(files: &[(&str, &str)]) -> AcclaimCompanions {
    let mut companions = AcclaimCompanions::default();
    for (name, text) in files {
        companions.add(name, text.as_bytes(), &Limits::default());
    }
    companions
}

fn at(line: u32) -> Location {
    Location { byte: 0, line, column: 1 }
}

/// What a motion of that name and comment, with bones on the lines from 10 on, is paired with; or its refusal.
fn choose(stem: &str, comment: &str, bones: &[(&str, usize)], given: &AcclaimCompanions) -> String {
    let bones = bones.iter().zip(10..).map(|((name, values), line)| (name.as_bytes(), *values, at(line)));
    let comment = Some((comment, at(1))).filter(|(path, _)| !path.is_empty());
    let sought = Sought { stem, comment, bones: bones.collect(), three: false };
    sought.choose(given).map_or_else(|error| error.to_string(), |rig| rig.file.clone())
}

const MOTION: [(&str, usize); 3] = [("root", 6), ("HIP", 3), ("leg", 1)];

#[test]
fn the_bones_decide_before_the_names() {
    let fits = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let counts_differ = skeleton(&[("hip", "rx ry rz"), ("leg", "rx rz")]);
    let others = skeleton(&[("hip", "rx ry rz"), ("tail", "rx")]);
    let given = companions(&[("07.asf", &counts_differ), ("liu.asf", &others), ("x.asf", &fits)]);
    assert_eq!(choose("07_01", "C:\\a b\\Liu.ASF", &MOTION, &given), "x.asf");
}

#[test]
fn of_those_that_fit_the_comment_decides_and_then_the_name() {
    let fits = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let given = companions(&[("x.asf", &fits), ("07.ASF", &fits), ("07_01.asf", &fits), ("liu.asf", &fits)]);
    assert_eq!(choose("07_01", "C:\\a b\\Liu.ASF", &MOTION, &given), "liu.asf");
    assert_eq!(choose("07_02", "", &MOTION, &given), "07.ASF");
    assert_eq!(choose("07_01_b", "gone.asf", &MOTION, &given), "07_01.asf");
    assert_eq!(choose("other", "", &MOTION, &given), "x.asf");
    // A motion without a frame fits any.
    assert_eq!(choose("liu", "", &[], &given), "liu.asf");
}

#[test]
fn half_of_the_bones_suffice_where_the_name_says_so_or_nothing_else_is_there() {
    let half = skeleton(&[("hip", "rx ry rz"), ("tail", "rx")]);
    let less = skeleton(&[("tail", "rx")]);
    assert_eq!(choose("a", "", &MOTION, &companions(&[("x.asf", &half)])), "x.asf");
    assert_eq!(choose("x_1", "", &MOTION, &companions(&[("y.asf", &half), ("x.asf", &half)])), "x.asf");
    let refusal = "11:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but has no `HIP`, `leg` (2 of 3 bones)";
    assert_eq!(choose("x", "", &MOTION, &companions(&[("x.asf", &less)])), refusal);
    let refusal = "12:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but has no `leg` (1 of 3 bones)";
    assert_eq!(choose("a", "", &MOTION, &companions(&[("x.asf", &half), ("y.asf", &less)])), refusal);
    let more = skeleton(&[("hip", "rx ry rz"), ("leg", "rx ry")]);
    let refusal = "12:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but there `leg` has 2 values, here 1";
    assert_eq!(choose("a", "", &MOTION, &companions(&[("x.asf", &more), ("y.asf", &less)])), refusal);
}

#[test]
fn an_orphan_says_what_to_drop() {
    let none = AcclaimCompanions::default();
    let message = |name: &str| format!("expected the skeleton of this motion beside it: drop {name} too");
    let comment = choose("07_01", "H:\\Day 1\\liu.ASF", &MOTION, &none);
    assert_eq!(comment, format!("1:1: amc.needs-skeleton: {}", message("liu.ASF")));
    assert!(choose("07_01_b", "", &MOTION, &none).ends_with(&message("07.asf")));
    assert!(choose("walk", "", &MOTION, &none).ends_with(&message("walk.asf")));
}

#[test]
fn a_broken_skeleton_is_refused_when_it_is_chosen() {
    let fits = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let broken = ":version 1.10";
    let refusal = "1:14: asf.no-skeleton: the file ends too early: expected :root, :bonedata and :hierarchy";
    assert_eq!(choose("x", "", &MOTION, &companions(&[("x.asf", broken)])), refusal);
    assert_eq!(choose("x", "", &MOTION, &companions(&[("x.asf", broken), ("y.asf", &fits)])), "y.asf");
    let sought = Sought { stem: "x", comment: None, bones: Vec::new(), three: false };
    assert_eq!(sought.choose(&companions(&[("x.asf", broken)])).unwrap_err().file(), "x.asf");
}

#[test]
fn joints_that_are_forced_to_three_rotations_fit() {
    let given = companions(&[
        ("y.asf", &skeleton(&[("hip", "rx ry rz"), ("leg", "rx")])),
        ("x.asf", &skeleton(&[("hip", "tx rz"), ("leg", "rx")])),
    ]);
    let bones = vec![(&b"root"[..], 6, at(2)), (b"hip", 4, at(3)), (b"leg", 3, at(4))];
    let sought = Sought { stem: "a", comment: None, bones, three: true };
    assert_eq!(sought.choose(&given).unwrap().file, "x.asf");
}
