//! The bounds of HAnim scenes: what is past them is refused, or left out, with a place.

use marey::formats::parse;
use marey::model::Clip;
use marey::{ErrorKind, Limits, ParseError};

fn read(name: &str, text: &str) -> Result<Clip, ParseError> {
    parse(name, text.as_bytes(), Limits::default())
}

/// Refused by a limit; its code.
fn limit(name: &str, text: &str) -> &'static str {
    let refusal = read(name, text).expect_err("expected a refusal");
    assert!(refusal.location().is_some(), "{refusal}");
    assert_eq!(refusal.kind(), ErrorKind::Limit, "{refusal}");
    refusal.code()
}

#[test]
fn entities_are_never_expanded() {
    let laughs: String =
        (1..10).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let text =
        format!("<?xml version='1.0'?><!DOCTYPE X3D [<!ENTITY l0 \"ha\">{laughs}]><X3D><Scene>&l9;</Scene></X3D>");
    assert_eq!(read("a.x3d", &text).unwrap_err().code(), "hanim.entities");
    let outside = "<!DOCTYPE X3D [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]><X3D/>";
    assert_eq!(read("a.x3d", outside).unwrap_err().code(), "hanim.entities");
    // An entity that is not declared is taken as text.
    let clip = read("a.x3d", "<X3D><Scene><HAnimJoint name='&l9;'/></Scene></X3D>").unwrap();
    assert_eq!(&*clip.skeleton.names()[0], "&l9;");
}

#[test]
fn scenes_are_not_nested_for_ever() {
    for (name, open) in
        [("a.x3d", "<Group>"), ("a.x3dv", "Group { children [ "), ("a.x3dj", r#"{"Group":{"-children":["#)]
    {
        let head = match name {
            "a.x3d" => "<X3D>",
            "a.x3dv" => "#X3D V4.0 utf8\n",
            _ => r#"{"X3D":{"Scene":{"-children":["#,
        };
        assert_eq!(limit(name, &(head.to_owned() + &open.repeat(100_000))), "hanim.too-deep", "{name}");
    }
    assert_eq!(limit("a.x3d", &("<X3D>".to_owned() + &"<field>".repeat(100_000))), "hanim.too-deep");
    assert_eq!(limit("a.x3dj", &(r#"{"X3D":"#.to_owned() + &"[".repeat(100_000))), "hanim.too-deep");
    // Brackets around values are only counted.
    let lists = format!("#X3D V4.0 utf8\nHAnimJoint {{ center {}{} }}", "[0 ".repeat(100_000), "]".repeat(100_000));
    assert!(read("a.x3dv", &lists).is_ok());
}

#[test]
fn nodes_have_no_million_fields() {
    let attributes: String = (0..1_000_000).map(|n| format!(" a{n}=''")).collect();
    assert_eq!(limit("a.x3d", &format!("<X3D><HAnimJoint{attributes}/></X3D>")), "hanim.too-many-fields");
    assert_eq!(
        limit("a.x3dv", &format!("#X3D V4.0 utf8\nHAnimJoint {{ {}}}", "a 0 ".repeat(100_000))),
        "hanim.too-many-fields"
    );
    let fields = r#""@a":0,"#.repeat(100_000);
    assert_eq!(
        limit("a.x3dj", &format!(r#"{{"X3D":{{"-children":[{{"HAnimJoint":{{{fields}"#)),
        "hanim.too-many-fields"
    );
}

#[test]
fn joints_are_counted() {
    let text = format!("#X3D V4.0 utf8\n{}", "HAnimJoint { }\n".repeat(30_000));
    let refusal = read("a.x3dv", &text).unwrap_err();
    assert_eq!((refusal.code(), refusal.location().unwrap().line), ("hanim.too-many-joints", 2 + 20_000));
    let nested = format!("#X3D V4.0 utf8\n{}", "HAnimJoint { children\n".repeat(2_500));
    assert_eq!(limit("a.x3dv", &nested), "hanim.too-deep");
}

#[test]
fn uses_that_double_each_other_end() {
    // Sixty lines that mean 2^60 groups.
    let doubled: String =
        (1..60).map(|n| format!("DEF g{n} Group {{ children [ USE g{} USE g{} ] }}\n", n - 1, n - 1)).collect();
    let text = format!("#X3D V4.0 utf8\nHAnimJoint {{ }}\nDEF g0 Group {{ }}\n{doubled}");
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.too-many-uses"));
}

#[test]
fn routes_that_multiply_each_other_end() {
    let mut text = String::from("#X3D V4.0 utf8\nDEF I OrientationInterpolator { key 0 keyValue 0 0 1 1 }\n");
    for n in 0..1000 {
        text += &format!("DEF T{n} TimeSensor {{ }} DEF J{n} HAnimJoint {{ }}\n");
        text += &format!("ROUTE T{n}.fraction_changed TO I.set_fraction ROUTE I.value_changed TO J{n}.rotation\n");
    }
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.too-many-routes"));
}

#[test]
fn keys_of_many_joints_have_a_bound() {
    let mut text = String::from("#X3D V4.0 utf8\nDEF T TimeSensor { }\n");
    for n in 0..300 {
        let keys: String =
            (0..300).map(|key| format!("{} ", (f64::from(key) + f64::from(n) / 300.0) / 300.0)).collect();
        let values = "0 0 1 1 ".repeat(300);
        text += &format!(
            "DEF J{n} HAnimJoint {{ }} DEF I{n} OrientationInterpolator {{ key [ {keys}] keyValue [ {values}] }}\n"
        );
        text += &format!("ROUTE T.fraction_changed TO I{n}.set_fraction ROUTE I{n}.value_changed TO J{n}.rotation\n");
    }
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.behaviour-size"), "{:?}", clip.warnings);
}

#[test]
fn warnings_are_counted_past_their_limit() {
    let text = format!("#X3D V4.0 utf8\nHAnimJoint {{ }}\n{}", "USE nobody\n".repeat(100_000));
    let clip = read("a.x3dv", &text).unwrap();
    let [warning] = clip.warnings.as_slice() else { panic!("{:?}", clip.warnings) };
    assert_eq!((warning.count, warning.more.len(), clip.warnings_dropped), (100_000, 7, 0));
}

#[test]
fn long_names_and_lists_are_only_read() {
    let text = format!(
        "#X3D V4.0 utf8\nHAnimJoint {{ name \"{}\" llimit [ {} ] }}\n",
        "&".repeat(1_000_000),
        "1 ".repeat(1_000_000)
    );
    let clip = read("a.x3dv", &text).unwrap();
    assert_eq!((clip.skeleton.names()[0].len(), &*clip.warnings[0].code), (1000, "hanim.name-cut"));
    let text = format!("<X3D><HAnimJoint name='{}'/></X3D>", "&".repeat(1_000_000));
    assert_eq!(read("a.x3d", &text).unwrap().skeleton.names()[0].len(), 1000);
}

/// The joint `J` used so often, each time at another place: at one place it counts once.
fn uses_of_j(count: usize) -> String {
    (1..=count).map(|n| format!("Transform {{ translation {n} 0 0 children USE J }} ")).collect()
}

/// Bytes of all frames.
fn frame_bytes(clip: &Clip) -> usize {
    let motions = clip.behaviours.iter().map(|behaviour| &behaviour.motion);
    motions.map(|motion| motion.frame_count() * motion.row_bytes()).sum()
}

#[test]
fn nodes_and_routes_are_counted() {
    assert_eq!(
        limit("a.x3d", &format!("<X3D><HAnimJoint/>{}</X3D>", "<Group/>".repeat(400_000))),
        "hanim.too-many-nodes"
    );
    let routes = "ROUTE a.b TO c.d\n".repeat(300_000);
    assert_eq!(limit("a.x3dv", &format!("#X3D V4.0 utf8\nHAnimJoint {{ }}\n{routes}")), "hanim.too-many-routes");
    let slots: String = (0..4_000).map(|n| format!("<Group containerField='a{n}'/>")).collect();
    assert_eq!(limit("a.x3d", &format!("<X3D><HAnimJoint>{slots}</HAnimJoint></X3D>")), "hanim.too-many-fields");
}

#[test]
fn names_of_fields_are_not_copied_at_length_for_all_that_is_inside() {
    // A megabyte for each of twenty thousand lists.
    let name = "n".repeat(1_000_000);
    let head = r#"{"X3D":{"Scene":{"-children":[{"HAnimJoint":{}},{"Group":"#;
    let text = format!(r#"{head}{{"-{name}":{}"#, "[".repeat(19_000));
    assert!(read("a.x3dj", &text).is_ok());
    let groups = "Group { } ".repeat(200_000);
    assert!(read("a.x3dv", &format!("#X3D V4.0 utf8\nHAnimJoint {{ }} Group {{ {name} [ {groups} ] }}")).is_ok());
    let groups = "<Group/>".repeat(200_000);
    let field = format!("<ProtoInstance name='P'><fieldValue name='{name}'>{groups}</fieldValue></ProtoInstance>");
    assert!(read("a.x3d", &format!("<X3D><HAnimJoint/>{field}</X3D>")).is_ok());
}

#[test]
fn nodes_that_are_used_often_are_not_read_at_length_each_time() {
    let long = "1 ".repeat(500_000);
    let name = "x".repeat(1_000_000);
    let joint = format!("DEF J HAnimJoint {{ name \"{name}\" center {long} }}");
    let clip = read("a.x3dv", &format!("#X3D V4.0 utf8\n{joint} {}", uses_of_j(10_000))).unwrap();
    assert_eq!(clip.skeleton.len(), 10_001);
}

#[test]
fn interpolators_of_many_sensors_have_a_bound() {
    let keys: String = (0..50_000).map(|key| format!("{} ", f64::from(key) / 50_000.0)).collect();
    let values = "0 0 1 1 ".repeat(50_000);
    let mut text = format!(
        "#X3D V4.0 utf8\nDEF J HAnimJoint {{ }} DEF I OrientationInterpolator {{ key [ {keys}] keyValue [ {values}] }}\n"
    );
    text += "ROUTE I.value_changed TO J.rotation\n";
    for n in 0..5_000 {
        text += &format!("DEF T{n} TimeSensor {{ }} ROUTE T{n}.fraction_changed TO I.set_fraction\n");
    }
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.behaviour-size"));
    assert!(frame_bytes(&clip) <= 32 << 20, "{}", frame_bytes(&clip));
    // Without values there is nothing to play, and one warning says so.
    let clip = read("a.x3dv", &text.replace("keyValue", "nothing")).unwrap();
    assert_eq!(clip.warnings.iter().filter(|warning| warning.code == "hanim.no-keys").count(), 1);
}

#[test]
fn routes_to_a_joint_that_is_used_often_have_a_bound() {
    let text = format!(
        "#X3D V4.0 utf8\nDEF T TimeSensor {{ }} DEF I OrientationInterpolator {{ key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] }}
        DEF J HAnimJoint {{ }} {}\nROUTE T.fraction_changed TO I.set_fraction\n{}",
        uses_of_j(19_000),
        "ROUTE I.value_changed TO J.rotation\n".repeat(20_000)
    );
    let clip = read("a.x3dv", &text).unwrap();
    assert_eq!(clip.behaviours[0].motion.rotations().joints().len(), 19_001);
}

#[test]
fn motions_that_many_humanoids_have_are_bounded() {
    let humanoid =
        |motion: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ name \"a\" }} motions {motion} }}\n");
    let motion =
        |values: &str| format!("DEF M HAnimMotion {{ joints \"a\" channels \"1 Xrotation\" values [ {values} ] }}");
    let head = "#X3D V4.0 utf8\n".to_owned() + &humanoid(&motion(&"1 ".repeat(300_000)));
    let clip = read("a.x3dv", &(head + &humanoid("USE M").repeat(5_000))).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.behaviour-size"));
    assert!(frame_bytes(&clip) <= 32 << 20, "{}", frame_bytes(&clip));
    // Many motions of many joints of one name.
    let joints = "HAnimJoint { name \"a\" } ".repeat(19_000);
    let motions = motion("1").replace("DEF M ", "").repeat(19_000);
    let text = format!("#X3D V4.0 utf8\nHAnimHumanoid {{ skeleton [ {joints} ] motions [ {motions} ] }}");
    assert!(frame_bytes(&read("a.x3dv", &text).unwrap()) <= 32 << 20);
    // One motion that names that joint as often: each follows the last of the names.
    let (names, channels, values) = ("a ".repeat(19_000), "1 Xrotation ".repeat(19_000), "1 ".repeat(19_000));
    let motion = format!("HAnimMotion {{ joints \"{names}\" channels \"{channels}\" values [ {values} ] }}");
    let text = format!("#X3D V4.0 utf8\nHAnimHumanoid {{ skeleton [ {joints} ] motions {motion} }}");
    assert_eq!(read("a.x3dv", &text).unwrap().behaviours[0].motion.rotations().joints().len(), 19_000);
}

#[test]
fn shapes_that_use_the_same_points_have_a_bound() {
    let points = "0 1 0 ".repeat(20_000);
    let shape = |coord: &str| format!("Shape {{ geometry IndexedFaceSet {{ coordIndex [ 0 1 2 ] coord {coord} }} }} ");
    let shapes = shape(&format!("DEF C Coordinate {{ point [ {points} ] }}")) + &shape("USE C").repeat(3_000);
    let text = format!("#X3D V4.0 utf8\nHAnimJoint {{ children HAnimSegment {{ children [ {shapes} ] }} }}");
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.too-many-triangles"), "{:?}", clip.warnings);
    assert!(clip.skin.unwrap().corners().len() < 10_000_000);
}

#[test]
fn skins_that_use_the_same_lists_have_a_bound() {
    let points = format!("DEF C Coordinate {{ point [ {} ] }}", "0 1 0 ".repeat(20_000));
    let skin = "skin Shape { geometry IndexedTriangleSet { index [ 0 1 2 ] coord USE C } }";
    let humanoid = |coord: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ }} skinCoord {coord} {skin} }}\n");
    let text = "#X3D V4.0 utf8\n".to_owned() + &humanoid(&points) + &humanoid("USE C").repeat(3_000);
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.skin-weights"), "{:?}", clip.warnings);
    assert!(clip.skin.unwrap().triangles().len() < 3_000);
}

#[test]
fn skins_that_hold_themselves_have_a_bound() {
    let group = |inside: &str| format!("skin DEF G Group {{ children [ {inside} Shape {{ geometry Box {{ }} }} ] }}");
    let humanoid = |skin: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ }} {skin} }}\n");
    // The group holds itself three thousand times, and each of the humanoids uses it.
    let text = "#X3D V4.0 utf8\n".to_owned()
        + &humanoid(&group(&"USE G ".repeat(3_000)))
        + &humanoid("skin USE G").repeat(2_000);
    let clip = read("a.x3dv", &text).unwrap();
    assert!(clip.warnings.iter().any(|warning| warning.code == "hanim.too-many-uses"), "{:?}", clip.warnings);
    assert!(clip.skin.is_none_or(|skin| skin.triangles().len() <= 12 * 100_000));
}
