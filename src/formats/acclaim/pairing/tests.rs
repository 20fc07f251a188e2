#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::*;
use crate::Limits;
use crate::formats::reading::Kind;

/// A skeleton of bones `name dofs`, all children of the root.
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
        companions.add(Kind::Asf, name, text.as_bytes(), &Limits::default());
    }
    companions
}

fn at(line: u32) -> Location {
    Location { byte: 0, line, column: 1 }
}

/// The skeleton chosen for a motion of that name and comment, with bones on lines 10 and up; or the error.
fn choose(stem: &str, comment: &str, bones: &[(&str, usize)], given: &AcclaimCompanions) -> String {
    let bones = bones.iter().zip(10..).map(|((name, values), line)| (name.as_bytes(), *values, at(line)));
    let comment = Some((comment, at(1))).filter(|(path, _)| !path.is_empty());
    let query = SkeletonQuery { stem, comment, bones: bones.collect(), first_values: Vec::new(), three_dof: false };
    query.choose(given).map_or_else(|error| error.to_string(), |(rig, _)| rig.file.clone())
}

const MOTION: [(&str, usize); 3] = [("root", 6), ("HIP", 3), ("leg", 1)];

#[test]
fn the_bones_outrank_the_names() {
    let fits = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let counts_differ = skeleton(&[("hip", "rx ry rz"), ("leg", "rx rz")]);
    let others = skeleton(&[("hip", "rx ry rz"), ("tail", "rx")]);
    let given = companions(&[("07.asf", &counts_differ), ("liu.asf", &others), ("x.asf", &fits)]);
    assert_eq!(choose("07_01", "C:\\a b\\Liu.ASF", &MOTION, &given), "x.asf");
}

#[test]
fn of_fitting_skeletons_the_comment_decides_then_the_name() {
    let fits = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let given = companions(&[("x.asf", &fits), ("07.ASF", &fits), ("07_01.asf", &fits), ("liu.asf", &fits)]);
    assert_eq!(choose("07_01", "C:\\a b\\Liu.ASF", &MOTION, &given), "liu.asf");
    assert_eq!(choose("07_02", "", &MOTION, &given), "07.ASF");
    assert_eq!(choose("07_01_b", "gone.asf", &MOTION, &given), "07_01.asf");
    assert_eq!(choose("other", "", &MOTION, &given), "x.asf");
    // A motion without frames fits any skeleton.
    assert_eq!(choose("liu", "", &[], &given), "liu.asf");
}

#[test]
fn half_of_the_bones_suffice_with_the_right_name_or_without_an_alternative() {
    let half = skeleton(&[("hip", "rx ry rz"), ("tail", "rx")]);
    let less = skeleton(&[("tail", "rx")]);
    assert_eq!(choose("a", "", &MOTION, &companions(&[("x.asf", &half)])), "x.asf");
    assert_eq!(choose("x_1", "", &MOTION, &companions(&[("y.asf", &half), ("x.asf", &half)])), "x.asf");
    let refusal = "11:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but lacks `HIP`, `leg` (2 of 3 bones)";
    assert_eq!(choose("x", "", &MOTION, &companions(&[("x.asf", &less)])), refusal);
    let refusal = "12:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but lacks `leg` (1 of 3 bones)";
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
    let hint = "; for clips of CMU it has the subject's number, and this one was recorded on liu.ASF";
    assert_eq!(comment, format!("1:1: amc.needs-skeleton: {}{hint}", message("07.asf")));
    let hint = "; or the .asf that came with it, by whatever name";
    assert!(choose("walk", "H:\\Day 1\\liu.ASF", &MOTION, &none).ends_with(&format!("{}{hint}", message("liu.ASF"))));
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
    let query =
        SkeletonQuery { stem: "x", comment: None, bones: Vec::new(), first_values: Vec::new(), three_dof: false };
    assert_eq!(query.choose(&companions(&[("x.asf", broken)])).unwrap_err().file(), "x.asf");
}

#[test]
fn joints_forced_to_three_rotations_fit() {
    let given = companions(&[
        ("y.asf", &skeleton(&[("hip", "rx ry rz"), ("leg", "rx")])),
        ("x.asf", &skeleton(&[("hip", "tx rz"), ("leg", "rx")])),
    ]);
    let bones = vec![(&b"root"[..], 6, at(2)), (b"hip", 4, at(3)), (b"leg", 3, at(4))];
    let query = SkeletonQuery { stem: "a", comment: None, bones, first_values: Vec::new(), three_dof: true };
    assert_eq!(query.choose(&given).unwrap().0.file, "x.asf");
}

/// The skeleton chosen for a motion of a root and one bone, and the doubt.
fn doubt(stem: &str, comment: &str, first: [&[f64]; 2], given: &AcclaimCompanions) -> (String, String) {
    let comment = Some((comment, at(1))).filter(|(path, _)| !path.is_empty());
    let bones = vec![(&b"root"[..], 6, at(2)), (b"leg", 1, at(3))];
    let query = SkeletonQuery { stem, comment, bones, first_values: first.to_vec(), three_dof: false };
    let (rig, doubt) = query.choose(given).unwrap();
    (rig.file.clone(), doubt)
}

/// A skeleton with a leg of this length and these limits, hanging down.
fn hanging(length: f64, limits: &str) -> String {
    format!(
        ":root\norder tx ty tz rx ry rz\n:bonedata\nbegin name leg direction 0 -1 0 length {length} axis 0 0 0 XYZ dof rx\n\
         limits {limits}\nend\n:hierarchy\nroot leg\n"
    )
}

const STANDING: [&[f64]; 2] = [&[0.0, 15.0, 0.0, 0.0, 0.0, 0.0], &[10.0]];

#[test]
fn a_skeleton_without_evidence_is_doubted() {
    let one = companions(&[("cmu_backflip.asf", &hanging(15.0, "(-90 90)"))]);
    let doubt_of = |stem: &str, comment: &str| doubt(stem, comment, STANDING, &one).1;
    assert_eq!(doubt_of("cmu_backflip", "C:\\a\\male.ASF"), "");
    assert_eq!(doubt_of("cmu_backflip-2", ""), "");
    assert_eq!(doubt_of("other", "C:\\a\\CMU_Backflip.ASF"), "");
    assert_eq!(doubt_of("pirouette", "C:\\a\\male.ASF"), "the file names male.ASF");
    assert_eq!(doubt_of("pirouette", ""), "neither file tells that they belong together");
    let narrow = companions(&[("pirouette.asf", &hanging(15.0, "(20 90)"))]);
    let expected = "many of the motion's values are outside its joint limits";
    assert_eq!(doubt("pirouette", "", STANDING, &narrow).1, expected);
    let others = companions(&[("pirouette.asf", &skeleton(&[("arm", "rx")]))]);
    assert_eq!(doubt("pirouette", "", STANDING, &others).1, "one of the motion's bones is not in it");
}

#[test]
fn without_distinguishing_names_limits_and_lengths_decide() {
    let (short, tall) = (hanging(8.0, "(-90 90)"), hanging(15.5, "(-90 90)"));
    for order in [["a.asf", "b.asf"], ["b.asf", "a.asf"]] {
        let text = |name: &str| if name == "a.asf" { &short } else { &tall };
        let given = companions(&order.map(|name| (name, text(name).as_str())));
        assert_eq!(doubt("walk", "", STANDING, &given).0, "b.asf", "{order:?}");
        let narrow = hanging(15.0, "(20 90)");
        let given = companions(&[("c.asf", narrow.as_str()), (order[0], text(order[0]))]);
        assert_eq!(doubt("walk", "", STANDING, &given).0, order[0]);
    }
}

#[test]
fn a_truncated_skeleton_is_reported() {
    let whole = skeleton(&[("hip", "rx ry rz"), ("leg", "rx")]);
    let cut = |part: &str| whole.split(part).next().unwrap().to_owned();
    let early = "1:1: acclaim.no-fit: no skeleton fits: x.asf comes nearest, but it ends too early: get the whole file";
    assert_eq!(choose("x", "", &MOTION, &companions(&[("x.asf", &cut("begin"))])), early);
    // The rest may be enough to play on; then the doubt says it.
    let bones = MOTION.map(|(name, values)| (name.as_bytes(), values, at(10))).to_vec();
    let query = SkeletonQuery { stem: "x", comment: None, bones, first_values: Vec::new(), three_dof: false };
    let doubt = |text: &str| query.choose(&companions(&[("x.asf", text)])).unwrap().1;
    assert_eq!(doubt(&cut(":hierarchy")), "its file ends too early: get the whole file");
    assert_eq!(doubt(&whole), "");
}
