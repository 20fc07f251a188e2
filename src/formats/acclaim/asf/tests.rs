#![allow(clippy::unwrap_used, reason = "a test may fail")]

use glam::{DQuat, DVec3, EulerRot, Vec3};

use super::super::rig::{AcclaimRig, Dof};
use super::texts::LONGEST_NOTE;
use super::{LONGEST, read};
use crate::error::{Limits, ParseError};
use crate::model::{JointKind, Mass};

fn try_read(text: &str) -> Result<AcclaimRig, ParseError> {
    read("a.asf", text.as_bytes(), &Limits::default())
}

fn rig(text: &str) -> AcclaimRig {
    try_read(text).unwrap()
}

/// Codes and places of the warnings.
fn warnings(rig: &AcclaimRig) -> Vec<String> {
    let all = crate::error::each_place(&rig.warnings).into_iter();
    all.map(|(code, place)| format!("{code} {}", place.unwrap())).collect()
}

/// A file with one bone per list of items, and lines of the hierarchy.
fn file(bones: &[&str], lines: &[&str]) -> String {
    let bones: String = bones.iter().map(|bone| format!("begin {bone}\nend\n")).collect();
    let lines = lines.join("\n");
    format!(":root\norder tx ty tz rx ry rz\n:bonedata\n{bones}:hierarchy\nbegin\n{lines}\nend\n")
}

/// Items of a complete bone.
fn whole(name: &str) -> String {
    format!("name {name} direction 0 1 0 length 2 axis 0 0 0 XYZ")
}

/// The tree of bones `a` to `d` as `child<parent`, in joint order, without end sites.
fn tree(lines: &[&str]) -> (String, Vec<String>) {
    let bones = ["a", "b", "c", "d"].map(whole);
    let rig = rig(&file(&bones.each_ref().map(String::as_str), lines));
    let skeleton = &rig.skeleton;
    let joints = (1..skeleton.len()).filter(|joint| skeleton.kinds()[*joint] == JointKind::Joint);
    let names = joints
        .map(|joint| format!("{}<{}", skeleton.names()[joint], skeleton.names()[skeleton.parent(joint).unwrap()]));
    (names.collect::<Vec<_>>().join(" "), warnings(&rig))
}

#[test]
fn a_skeleton_is_built_from_tips_and_starts() {
    let text = "\
# by hand
:version 1.10
:name two limbs # a name
:units
  mass 2 length 0.5
  angle rad
:documentation
   one
   # not this
   two
:root
  axis ZYX  order tx ty tz rz ry rx
  position 2 4 6
  orientation 0 0 1.5707963267948966
:bonedata
  begin
    id 7 name Leg
    direction 1 0 0  length 4
    axis 0.1 0.2 0.3 z y x
    dof ry rz l
    limits (-1 inf) (-Infinity, 2.50)
    bodymass 3 cofmass 1 end
  begin
    name foot direction 0 0.6 0.8 length 10 axis 0 0 0 XYZ
  end
:hierarchy
  begin
    ROOT leg
    7 foot
  end
:skin low.obj
  \"mid res.obj\"  # quoted
";
    let rig = rig(text);
    assert_eq!(warnings(&rig), ["asf.limits-count 21:5"]);
    let skeleton = &rig.skeleton;
    assert_eq!(skeleton.names().iter().map(|name| &**name).collect::<Vec<_>>(), ["ROOT", "Leg", "foot", "End Site"]);
    // The root's position and lengths are halved; a bone starts at its parent's tip.
    let at = [Vec3::new(1.0, 2.0, 3.0), Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 4.0)];
    assert_eq!(skeleton.rest_translations(), at);
    let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2).as_quat();
    assert!(skeleton.rest_rotations()[0].angle_between(quarter) < 1e-6);
    assert_eq!(rig.masses, [Mass { joint: 1, mass: 6.0, centre: Vec3::new(0.5, 0.0, 0.0) }]);
    let leg = &rig.parts[1];
    // Z first about the fixed axes, then y, then x: Rx * Ry * Rz.
    assert!(leg.frame.angle_between(DQuat::from_euler(EulerRot::XYZ, 0.1, 0.2, 0.3)) < 1e-7);
    assert_eq!(leg.dofs, [Dof::Ry, Dof::Rz, Dof::L]);
    assert_eq!(leg.limits, [Some([-1.0, f64::INFINITY]), Some([f64::NEG_INFINITY, 2.5]), None]);
    assert_eq!((leg.length, leg.direction, leg.tip_joints.as_slice()), (4.0, DVec3::X, &[2][..]));
    assert_eq!(rig.parts[2].tip_joints, [3]);
    assert_eq!(rig.channels.join("|"), "tx ty tz rz ry rx|ry (-1 inf) rz (-inf 2.50) l||");
    assert_eq!((rig.factor, rig.radians, rig.part(b"LEG"), rig.part(b"7")), (0.5, true, Some(1), Some(1)));
    let note = |title: &str, text: &str| (title.to_owned(), text.to_owned());
    let root = note("Root", "position 2 4 6, orientation 0 0 1.570796: it moves and turns inside this frame");
    let notes =
        [root, note("Name", "two limbs"), note("Documentation", "one\ntwo"), note("Skins", "low.obj, mid res.obj")];
    assert_eq!(rig.notes, notes);
    assert_eq!(rig.skins, ["low.obj", "mid res.obj"]);
}

#[test]
fn a_bone_that_translates_leaves_its_parents_tip() {
    let text = file(&[&whole("a"), &format!("{} dof ty rx", whole("b")), &whole("c")], &["root a", "a b", "b c"]);
    let rig = rig(&text);
    let names: Vec<&str> = rig.skeleton.names().iter().map(|name| &**name).collect();
    assert_eq!(names, ["root", "a", "b", "b_moved", "c", "End Site"]);
    let heights: Vec<f32> = rig.skeleton.rest_translations().iter().map(|rest| rest.y).collect();
    assert_eq!(heights, [0.0, 0.0, 2.0, 0.0, 2.0, 2.0]);
    assert_eq!((rig.parts[1].tip_joints[0], rig.parts[2].joint, rig.parts[2].rest), (2, 3, DVec3::ZERO));
    assert_eq!(rig.channels.join("|"), "tx ty tz rx ry rz|||ty rx||");
}

#[test]
fn the_orders_of_an_axis_compose_about_fixed_axes() {
    for (order, euler) in [
        ("XYZ", EulerRot::ZYX),
        ("xzy", EulerRot::YZX),
        ("Y X Z", EulerRot::ZXY),
        ("yzx", EulerRot::XZY),
        ("z,x,y", EulerRot::YXZ),
        ("ZYX", EulerRot::XYZ),
    ] {
        let rig = rig(&file(&[&format!("name a direction 0 1 0 length 1 axis 10 20 30 {order}")], &["root a"]));
        let [x, y, z] = [10.0_f64, 20.0, 30.0].map(f64::to_radians);
        let angle = |letter: char| match letter {
            'X' => x,
            'Y' => y,
            _ => z,
        };
        let name = format!("{euler:?}");
        let angles: Vec<f64> = name.chars().map(angle).collect();
        let expected = DQuat::from_euler(euler, angles[0], angles[1], angles[2]);
        assert!(rig.parts[1].frame.angle_between(expected) < 1e-7, "{order}");
        assert!(rig.warnings.is_empty(), "{order}");
    }
}

#[test]
fn every_bone_has_one_parent() {
    let case = |lines: &[&str], expected: &str, codes: &[&str]| {
        assert_eq!(
            tree(lines),
            (expected.to_owned(), codes.iter().map(|code| (*code).to_owned()).collect()),
            "{lines:?}"
        );
    };
    // Two lines a bone from line 4 on, so line 14 is the hierarchy's first.
    case(&["root a b", "a c", "c d"], "a<root c<a d<c b<root", &[]);
    case(&["c d", "a c", "ROOT B A"], "b<ROOT a<ROOT c<a d<c", &[]);
    case(&["begin root a", "root b end", "a c", "a d"], "a<root c<a d<a b<root", &[]);
    case(&["root a b c d x"], "a<root b<root c<root d<root", &["asf.unknown-bone 14:14"]);
    case(&["x a", "root a b c d"], "a<root b<root c<root d<root", &["asf.unknown-bone 14:1"]);
    case(&["root a b c", "a a d"], "a<root d<a b<root c<root", &["asf.self-parent 15:3"]);
    case(&["root a b c", "a d c"], "a<root d<a b<root c<root", &["asf.two-parents 15:5"]);
    case(&["root a b c", "a d", "d root"], "a<root d<a b<root c<root", &["asf.root-as-child 16:3"]);
    case(&["root a", "b c", "c d", "d b"], "a<root b<root c<b d<c", &["asf.cycle 17:3"]);
    case(&["root a b c"], "a<root b<root c<root d<root", &["asf.bone-outside 10:7"]);
    case(&["root a b c d", "end", "\" \"", "left over"], "a<root b<root c<root d<root", &[]);
    case(&["", ""], "a<root b<root c<root d<root", &["asf.no-hierarchy 12:1"]);
}

#[test]
fn oddities_of_a_bone_are_reported_with_their_place() {
    for (items, code) in [
        ("name a direction 0 2 0 length 2 axis 0 0 0 XYZ", "asf.direction-length 4:14"),
        ("name a direction 0 0 0 length 2 axis 0 0 0 XYZ", "asf.no-direction 4:14"),
        ("name a direction 0 1 0 length -2 axis 0 0 0 XYZ", "asf.negative-length 4:37"),
        ("name a direction 0 1 0 length nan axis 0 0 0 XYZ", "asf.bad-number 4:37"),
        ("name a direction 0 1 0 length axis 0 0 0 XYZ", "asf.value-missing 4:30"),
        ("name a direction 0 1 0 axis 0 0 0 XYZ", "asf.item-missing 4:1"),
        ("name a direction 0 1 0 length 1 axis 0 0 0", "asf.axis-order 4:39"),
        ("name a direction 0 1 0 length 1 axis 0 0 0 xx y", "asf.axis-order 4:50"),
        ("name a direction 0 1 0 length 1 length 2 axis 0 0 0 XYZ", "asf.item-twice 4:39"),
        ("name a direction 0 1 0 7 length 1 axis 0 0 0 XYZ", "asf.surplus-value 4:30"),
        ("direction 0 1 0 length 1 axis 0 0 0 XYZ", "asf.no-name 4:1"),
        ("name a bone\ndirection 0 1 0 length 1 axis 0 0 0 XYZ", "asf.surplus-value 4:14"),
        ("id one name a direction 0 1 0 length 1 axis 0 0 0 XYZ", "asf.id 4:10"),
        ("name root direction 0 1 0 length 1 axis 0 0 0 XYZ", "asf.name-twice 4:7"),
    ] {
        let lines = if code.contains("name") { "root" } else { "root a" };
        assert_eq!(warnings(&rig(&file(&[items], &[lines]))), [code], "{items}");
    }
    let rig = rig(&file(&["name a direction 0 2 0 length 1.5D1 axis 0 0 0 XYZ"], &["root a"]));
    assert_eq!((rig.parts[1].direction, rig.parts[1].length), (DVec3::Y, 15.0));
}

#[test]
fn limits_are_pairs_however_they_are_bracketed() {
    for (limits, channels, code) in [
        ("dof rx ry limits (-1 1) (2 3)", "rx (-1 1) ry (2 3)", None),
        ("dof rx ry limits [-1;1] {2 , 3}", "rx (-1 1) ry (2 3)", None),
        ("dof rx ry\nlimits -1\n1 2\n(3)", "rx (-1 1) ry (2 3)", None),
        ("limits (-1 1) dof rx", "rx (-1 1)", Some("asf.limits-first 5:1")),
        ("limits (-1 1)", "", Some("asf.limits-without-dof 5:1")),
        ("dof rx limits (-l80 180)", "rx (-inf 180)", Some("asf.limit-value 5:16")),
        ("dof rx limits (-1 1) (2 3)", "rx (-1 1)", Some("asf.limits-count 5:8")),
        ("dof rx ry limits (-1 1) 2", "rx (-1 1) ry", Some("asf.limits-count 5:11")),
        ("dof rx limits (3 -1)", "rx (3 -1)", Some("asf.limits-order 5:8")),
        ("dof rx l limits (-1 1) (1.5 4)", "rx (-1 1) l (1.5 4)", Some("asf.stretch-limits 5:8")),
        ("dof rx spin limits (-1 1)", "rx (-1 1)", Some("asf.unknown-dof 5:8")),
        ("dof rx ry rx", "rx ry rx", Some("asf.dof-twice 5:11")),
        ("dof tx ty tz", "tx ty tz", Some("asf.positional 5:5")),
    ] {
        let rig = rig(&file(&[&format!("{}\n{limits}", whole("a"))], &["root a"]));
        assert_eq!(
            (&*rig.channels[usize::from(rig.parts[1].joint)], warnings(&rig)),
            (channels, code.into_iter().map(str::to_owned).collect()),
            "{limits}"
        );
    }
}

#[test]
fn missing_delimiters_are_assumed() {
    let [a, b] = ["a", "b"].map(whole);
    let read = |text: String| {
        let rig = rig(&format!(":root\norder rx\n:bonedata\n{text}"));
        (rig.parts.len(), warnings(&rig).join(" "))
    };
    let tail = ":hierarchy\nbegin\nroot a b\nend";
    assert_eq!(read(format!("begin {a}\nbegin {b}\nend\n{tail}")), (3, "asf.missing-end 5:1".into()));
    assert_eq!(read(format!("begin {a}\nend\n{b}\nend\n{tail}")), (3, "asf.missing-begin 6:1".into()));
    assert_eq!(read(format!("begin {a}\nend\nbegin {b}\n{tail}")), (3, "asf.missing-end 7:1".into()));
    // "cofmass 1.0 end" may or may not be followed by the bone's own end.
    assert_eq!(read(format!("begin {a} cofmass 1 end\nbegin {b} end\nend\n{tail}")), (3, String::new()));
    assert_eq!(read(format!("begin {a}\nend\nlength 3\nbegin {b}\nend\n{tail}")), (3, "asf.outside-bone 6:1".into()));
    assert_eq!(
        read(format!("begin {a}\nend\nbegin {b}\nend\n:hierarchy\nbegin\nroot a b")),
        (3, "asf.missing-end 10:9".into())
    );
}

#[test]
fn invalid_units_are_replaced_by_the_defaults() {
    for (units, code) in [
        ("length 0", "asf.unit-value 2:8"),
        ("length -1", "asf.unit-value 2:8"),
        ("length cm", "asf.unit-value 2:8"),
        ("length", "asf.unit-value 2:1"),
        ("angle grad", "asf.unit-value 2:7"),
        ("time 60", "asf.unknown-unit 2:1"),
    ] {
        let rig = rig(&format!(":units\n{units}\n:root\norder rx\n:bonedata\n:hierarchy\n"));
        assert_eq!((rig.factor, rig.radians, warnings(&rig)), (1.0, false, vec![code.to_owned()]), "{units}");
    }
}

#[test]
fn vendors_keywords_and_lines_are_ignored() {
    let text = ":acme_scene\nroot 1\nbegin\n:root\nacme 1 length\norder rx\n:bonedata\nbegin\n\
        name a\nacme_length length 5\n 4 5\ndirection 0 1 0\nlength 2 acme 3\naxis 0 0 0 XYZ\nend\n\
        :hierarchy\nroot a\n:ACMElight 3\nroot b\n:skin a.obj\n:acme\nb.obj";
    let rig = rig(text);
    assert_eq!((rig.parts[1].length, rig.parts[0].dofs.as_slice()), (2.0, &[Dof::Rx][..]));
    assert_eq!(
        (rig.skins.as_slice(), warnings(&rig)),
        (&["a.obj".to_owned()][..], vec!["asf.surplus-value 13:10".to_owned(), "asf.surplus-value 13:15".to_owned()])
    );
}

#[test]
fn masses_are_complete_or_ignored() {
    let bones = ["a", "b"].map(whole);
    let [a, b] = [format!("{} bodymass 3 cofmass 1", bones[0]), format!("{} bodymass 2", bones[1])];
    let rig = rig(&file(&[&a, &b], &["root a b"]));
    assert!(rig.masses.is_empty());
    assert_eq!(rig.notes[0].0, "Masses");
    assert!(rig.notes[0].1.contains("`b`"), "{}", rig.notes[0].1);
}

#[test]
fn a_very_long_text_is_cut() {
    let rig = rig(&format!(":documentation\n{}\n:root order rx", "\u{f6}".repeat(LONGEST_NOTE)));
    assert_eq!(rig.notes[0].1, format!("{} \u{2026}", "\u{f6}".repeat(LONGEST_NOTE / 2)));
}

#[test]
fn a_file_without_a_skeleton_is_refused() {
    for (text, expected) in [
        ("This is prose.\nIndeed.", "1:1: asf.no-skeleton: expected :root, :bonedata and :hierarchy, found `This`"),
        ("# a comment\n", "1:12: asf.no-skeleton: the file ends too early: expected :root, :bonedata and :hierarchy"),
        (
            ":version 1.10\n:name a",
            "2:8: asf.no-skeleton: the file ends too early: expected :root, :bonedata and :hierarchy",
        ),
    ] {
        assert_eq!(try_read(text).unwrap_err().to_string(), expected);
    }
    let text = format!("{}{}", file(&[], &[]), " ".repeat(LONGEST));
    assert_eq!(try_read(&text).unwrap_err().code(), "asf.too-long");
    let text = file(&["name a direction 1 0 0 length 9e11 axis 0 0 0 XYZ"], &["root a"])
        .replace(":root", ":units length 9\n:root");
    assert_eq!(try_read(&text).unwrap_err().code(), "asf.skeleton");
}

#[test]
fn deep_and_wide_skeletons_are_fast_and_limited() {
    let bones: Vec<String> = (0..3000).map(|n| whole(&format!("b{n}"))).collect();
    let bones: Vec<&str> = bones.iter().map(String::as_str).collect();
    let lines: Vec<String> =
        (0..3000).rev().map(|n| format!("b{n} b{}", n + 1)).chain(["root b0".to_owned()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = file(&bones, &lines);
    assert_eq!(try_read(&text).unwrap_err().code(), "asf.too-deep");
    let limits = Limits { depth: 4000, ..Limits::default() };
    assert_eq!(read("a.asf", text.as_bytes(), &limits).unwrap().parts.len(), 3001);
    let limits = Limits { joints: 2999, depth: 4000, ..Limits::default() };
    assert_eq!(read("a.asf", text.as_bytes(), &limits).unwrap_err().code(), "asf.too-many-joints");
    let limits = Limits { joints: 3001, depth: 4000, ..Limits::default() };
    assert_eq!(read("a.asf", text.as_bytes(), &limits).unwrap_err().code(), "asf.too-many-joints");
}
