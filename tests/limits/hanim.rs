//! The limits of HAnim scenes: the excess is refused or left out, with a place.

use marey::model::Clip;

use crate::limited;
use support::{codes, read_alone, scene};

fn warned(code: &str, text: &str) -> Clip {
    let clip = scene(text);
    assert!(codes(&clip).contains(&code), "{:?}", clip.warnings);
    clip
}

fn limit(name: &str, text: &str) -> &'static str {
    limited(read_alone(name, text)).code()
}

/// An interpolator of `count` keys, which are off from even ones by `later`.
fn curve(count: u32, later: f64) -> String {
    let keys: String = (0..count).map(|key| format!("{} ", (f64::from(key) + later) / f64::from(count))).collect();
    format!("OrientationInterpolator {{ key [ {keys}] keyValue [ {}] }}", "0 0 1 1 ".repeat(count as usize))
}

#[test]
fn entities_are_never_expanded() {
    let laugh = |n: usize| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10));
    let laughs: String = (1..10).map(laugh).collect();
    for entities in [&format!("<!ENTITY l0 \"ha\">{laughs}"), "<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;"] {
        let text = format!("<?xml version='1.0'?><!DOCTYPE X3D [{entities}]><X3D><Scene>&l9;</Scene></X3D>");
        assert_eq!(read_alone("a.x3d", text).unwrap_err().code(), "hanim.entities", "{entities}");
    }
    // Entities used in attributes, in text, in skipped parts and in the DTD are refused; unused ones are not.
    let with = |dtd: &str, scene: &str| {
        let scene = format!("<X3D><Scene><HAnimJoint name='a'/>{scene}</Scene></X3D>");
        read_alone("a.x3d", format!("<!DOCTYPE X3D [\n{dtd}]>\n{scene}")).map(|clip| clip.skeleton.len())
    };
    let declared = "<!ENTITY a 'b'><!ENTITY lt '&#38;#60;'><!ENTITY c '&a;'><!ENTITY % d ''>\n";
    for scene in [
        "&a;",
        "<Group DEF='x &a;'/>",
        "<Transform DEF='&a;'></Transform>",
        "<ProtoDeclare><Group DEF='&a;'/></ProtoDeclare>",
    ] {
        let refusal = with(declared, scene).unwrap_err();
        assert_eq!((refusal.code(), refusal.location().unwrap().line), ("hanim.entities", 4), "{scene}");
    }
    assert_eq!(with(&(declared.to_owned() + "%d;"), "").unwrap_err().location().unwrap().line, 3);
    for scene in ["", "&lt;&#65;", "a & b; c", "<!-- &a; -->", "<![CDATA[&a;]]>"] {
        assert_eq!(with(declared, scene).unwrap(), 1, "{scene}");
    }
    assert_eq!(with("<!-- <!ENTITY a 'b'> %d; -->", "&a;").unwrap(), 1);
    // An undeclared entity is taken as text.
    let clip = read_alone("a.x3d", "<X3D><Scene><HAnimJoint name='&l9;'/></Scene></X3D>").unwrap();
    assert_eq!(&*clip.skeleton.names()[0], "&l9;");
}

#[test]
fn the_nesting_of_scenes_is_limited() {
    for (name, head, open) in [
        ("a.x3d", "<X3D>", "<Group>"),
        ("a.x3dv", "#X3D V4.0 utf8\n", "Group { children [ "),
        ("a.x3dj", r#"{"X3D":{"Scene":{"-children":["#, r#"{"Group":{"-children":["#),
        ("a.x3d", "<X3D>", "<field>"),
        ("a.x3dj", r#"{"X3D":"#, "["),
    ] {
        assert_eq!(limit(name, &(head.to_owned() + &open.repeat(100_000))), "hanim.too-deep", "{name} {open}");
    }
    // Brackets around values are only counted.
    scene(&format!("HAnimJoint {{ center {}{} }}", "[0 ".repeat(100_000), "]".repeat(100_000)));
}

#[test]
fn nodes_have_no_million_fields() {
    let attributes: String = (0..1_000_000).map(|n| format!(" a{n}=''")).collect();
    let (fields, members) = ("a 0 ".repeat(100_000), r#""@a":0,"#.repeat(100_000));
    for (name, text) in [
        ("a.x3d", format!("<X3D><HAnimJoint{attributes}/></X3D>")),
        ("a.x3dv", format!("#X3D V4.0 utf8\nHAnimJoint {{ {fields}}}")),
        ("a.x3dj", format!(r#"{{"X3D":{{"-children":[{{"HAnimJoint":{{{members}"#)),
    ] {
        assert_eq!(limit(name, &text), "hanim.too-many-fields", "{name}");
    }
}

#[test]
fn joints_are_counted() {
    let text = |line: &str, count| format!("#X3D V4.0 utf8\n{}", line.repeat(count));
    let refusal = read_alone("a.x3dv", text("HAnimJoint { }\n", 30_000)).unwrap_err();
    assert_eq!((refusal.code(), refusal.location().unwrap().line), ("hanim.too-many-joints", 2 + 20_000));
    assert_eq!(limit("a.x3dv", &text("HAnimJoint { children\n", 2_500)), "hanim.too-deep");
}

#[test]
fn uses_that_double_each_other_are_limited() {
    // Sixty lines that mean 2^60 groups.
    let doubled = |n: usize| format!("DEF g{} Group {{ children [ USE g{n} USE g{n} ] }}\n", n + 1);
    let doubled: String = (0..59).map(doubled).collect();
    warned("hanim.too-many-uses", &format!("HAnimJoint {{ }}\nDEF g0 Group {{ }}\n{doubled}"));
}

#[test]
fn routes_that_multiply_each_other_are_limited() {
    let mut text = String::from("DEF I OrientationInterpolator { key 0 keyValue 0 0 1 1 }\n");
    for n in 0..1000 {
        text += &format!("DEF T{n} TimeSensor {{ }} DEF J{n} HAnimJoint {{ }}\n");
        text += &format!("ROUTE T{n}.fraction_changed TO I.set_fraction ROUTE I.value_changed TO J{n}.rotation\n");
    }
    warned("hanim.too-many-routes", &text);
}

#[test]
fn keys_of_many_joints_have_a_bound() {
    let mut text = String::from("DEF T TimeSensor { }\n");
    for n in 0..300 {
        let curve = curve(300, f64::from(n) / 300.0);
        text += &format!("DEF J{n} HAnimJoint {{ }} DEF I{n} {curve}\n");
        text += &format!("ROUTE T.fraction_changed TO I{n}.set_fraction ROUTE I{n}.value_changed TO J{n}.rotation\n");
    }
    warned("hanim.behaviour-size", &text);
}

#[test]
fn warnings_are_counted_past_their_limit() {
    let clip = scene(&format!("HAnimJoint {{ }}\n{}", "USE nobody\n".repeat(100_000)));
    let [warning] = clip.warnings.as_slice() else { panic!("{:?}", clip.warnings) };
    assert_eq!((warning.count, warning.more.len(), clip.warnings_dropped), (100_000, 7, 0));
}

#[test]
fn long_names_and_lists_are_read_in_linear_time() {
    let name = "&".repeat(1_000_000);
    let clip = scene(&format!("HAnimJoint {{ name \"{name}\" llimit [ {} ] }}\n", "1 ".repeat(1_000_000)));
    assert_eq!((clip.skeleton.names()[0].len(), codes(&clip)[0]), (1000, "hanim.name-cut"));
    let clip = read_alone("a.x3d", format!("<X3D><HAnimJoint name='{name}'/></X3D>")).unwrap();
    assert_eq!(clip.skeleton.names()[0].len(), 1000);
}

/// The joint `J` used `count` times, each at another place: at the same place it would count once.
fn uses_of_j(count: usize) -> String {
    (1..=count).map(|n| format!("Transform {{ translation {n} 0 0 children USE J }} ")).collect()
}

fn assert_small(clip: &Clip) {
    let motions = clip.behaviours.iter().map(|behaviour| &behaviour.motion);
    let bytes: usize = motions.map(|motion| motion.frame_count() * motion.row_bytes()).sum();
    assert!(bytes <= 32 << 20, "{bytes}");
}

#[test]
fn nodes_and_routes_are_counted() {
    let routes = "ROUTE a.b TO c.d\n".repeat(300_000);
    let slots: String = (0..4_000).map(|n| format!("<Group containerField='a{n}'/>")).collect();
    for (name, text, code) in [
        ("a.x3d", format!("<X3D><HAnimJoint/>{}</X3D>", "<Group/>".repeat(400_000)), "hanim.too-many-nodes"),
        ("a.x3dv", format!("#X3D V4.0 utf8\nHAnimJoint {{ }}\n{routes}"), "hanim.too-many-routes"),
        ("a.x3d", format!("<X3D><HAnimJoint>{slots}</HAnimJoint></X3D>"), "hanim.too-many-fields"),
    ] {
        assert_eq!(limit(name, &text), code);
    }
}

#[test]
fn long_names_of_fields_are_not_copied_for_every_inner_list() {
    // A megabyte for each of twenty thousand lists.
    let name = "n".repeat(1_000_000);
    let head = r#"{"X3D":{"Scene":{"-children":[{"HAnimJoint":{}},{"Group":"#;
    assert!(read_alone("a.x3dj", format!(r#"{head}{{"-{name}":{}"#, "[".repeat(19_000))).is_ok());
    scene(&format!("HAnimJoint {{ }} Group {{ {name} [ {} ] }}", "Group { } ".repeat(200_000)));
    let groups = "<Group/>".repeat(200_000);
    let field = format!("<ProtoInstance name='P'><fieldValue name='{name}'>{groups}</fieldValue></ProtoInstance>");
    assert!(read_alone("a.x3d", format!("<X3D><HAnimJoint/>{field}</X3D>")).is_ok());
}

#[test]
fn nodes_that_are_used_often_are_not_read_each_time() {
    let (name, long) = ("x".repeat(1_000_000), "1 ".repeat(500_000));
    let joint = format!("DEF J HAnimJoint {{ name \"{name}\" center {long} }}");
    assert_eq!(scene(&format!("{joint} {}", uses_of_j(10_000))).skeleton.len(), 10_001);
}

#[test]
fn interpolators_of_many_sensors_have_a_bound() {
    let curve = curve(50_000, 0.0);
    let mut text = format!("DEF J HAnimJoint {{ }} DEF I {curve}\nROUTE I.value_changed TO J.rotation\n");
    for n in 0..5_000 {
        text += &format!("DEF T{n} TimeSensor {{ }} ROUTE T{n}.fraction_changed TO I.set_fraction\n");
    }
    assert_small(&warned("hanim.behaviour-size", &text));
    // Without values there is nothing to play, and one warning says so.
    let clip = scene(&text.replace("keyValue", "nothing"));
    assert_eq!(codes(&clip).iter().filter(|code| **code == "hanim.no-keys").count(), 1);
}

#[test]
fn routes_to_a_joint_that_is_used_often_have_a_bound() {
    let clip = scene(&format!(
        "DEF T TimeSensor {{ }} DEF I OrientationInterpolator {{ key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] }}
        DEF J HAnimJoint {{ }} {}\nROUTE T.fraction_changed TO I.set_fraction\n{}",
        uses_of_j(19_000),
        "ROUTE I.value_changed TO J.rotation\n".repeat(20_000)
    ));
    assert_eq!(clip.behaviours[0].motion.rotations().joints().len(), 19_001);
}

#[test]
fn motions_that_many_humanoids_have_are_bounded() {
    let humanoid =
        |motion: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ name \"a\" }} motions {motion} }}\n");
    let motion =
        |values: &str| format!("DEF M HAnimMotion {{ joints \"a\" channels \"1 Xrotation\" values [ {values} ] }}");
    let first = humanoid(&motion(&"1 ".repeat(300_000)));
    assert_small(&warned("hanim.behaviour-size", &(first + &humanoid("USE M").repeat(5_000))));
    let joints = "HAnimJoint { name \"a\" } ".repeat(19_000);
    let motions = motion("1").replace("DEF M ", "").repeat(19_000);
    assert_small(&scene(&format!("HAnimHumanoid {{ skeleton [ {joints} ] motions [ {motions} ] }}")));
    // One motion that names that joint as often: the last of the names counts.
    let (names, channels, values) = ("a ".repeat(19_000), "1 Xrotation ".repeat(19_000), "1 ".repeat(19_000));
    let motion = format!("HAnimMotion {{ joints \"{names}\" channels \"{channels}\" values [ {values} ] }}");
    let clip = scene(&format!("HAnimHumanoid {{ skeleton [ {joints} ] motions {motion} }}"));
    assert_eq!(clip.behaviours[0].motion.rotations().joints().len(), 19_000);
}

#[test]
fn shapes_that_use_the_same_points_have_a_bound() {
    let points = "0 1 0 ".repeat(20_000);
    let shape = |coord: &str| format!("Shape {{ geometry IndexedFaceSet {{ coordIndex [ 0 1 2 ] coord {coord} }} }} ");
    let shapes = shape(&format!("DEF C Coordinate {{ point [ {points} ] }}")) + &shape("USE C").repeat(3_000);
    let text = format!("HAnimJoint {{ children HAnimSegment {{ children [ {shapes} ] }} }}");
    let clip = warned("hanim.too-many-triangles", &text);
    assert!(clip.skin.unwrap().corners().len() < 10_000_000);
}

#[test]
fn skins_that_use_the_same_lists_have_a_bound() {
    let points = format!("DEF C Coordinate {{ point [ {} ] }}", "0 1 0 ".repeat(20_000));
    let skin = "skin Shape { geometry IndexedTriangleSet { index [ 0 1 2 ] coord USE C } }";
    let humanoid = |coord: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ }} skinCoord {coord} {skin} }}\n");
    let clip = warned("hanim.skin-weights", &(humanoid(&points) + &humanoid("USE C").repeat(3_000)));
    assert!(clip.skin.unwrap().triangles().len() < 3_000);
}

#[test]
fn skins_that_contain_themselves_have_a_bound() {
    let group = |inside: &str| format!("skin DEF G Group {{ children [ {inside} Shape {{ geometry Box {{ }} }} ] }}");
    let humanoid = |skin: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ }} {skin} }}\n");
    // The group contains itself three thousand times, and each humanoid uses it.
    let text = humanoid(&group(&"USE G ".repeat(3_000))) + &humanoid("skin USE G").repeat(2_000);
    let clip = warned("hanim.too-many-uses", &text);
    assert!(clip.skin.is_none_or(|skin| skin.triangles().len() <= 12 * 100_000));
}
