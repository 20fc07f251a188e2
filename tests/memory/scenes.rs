//! Scenes that would take much memory if nothing limited it.

use super::writing::{Node, Scene, node, scene, uses};

fn humanoid() -> Node {
    node("HAnimHumanoid").with("skeleton", [node("HAnimJoint").def("J")])
}

fn joint_with(shapes: Vec<Node>) -> Node {
    node("HAnimJoint").with("children", [node("HAnimSegment").with("children", shapes)])
}

fn shape(geometry: Node) -> Node {
    node("Shape").with("geometry", [geometry])
}

fn route(from: &str, from_field: &str, to: &str, to_field: &str) -> [String; 4] {
    [from, from_field, to, to_field].map(Into::into)
}

/// The routes that drive a field by a curve and its sensor.
fn driven(sensor: &str, curve: &str, to: &str, field: &str) -> Vec<[String; 4]> {
    vec![route(sensor, "fraction_changed", curve, "set_fraction"), route(curve, "value_changed", to, field)]
}

/// A sensor `T` and a curve `I` of these keys.
fn curve(kind: &'static str, keys: impl Into<String>, values: impl Into<String>) -> [Node; 2] {
    [node("TimeSensor").def("T"), node(kind).def("I").field("key", keys).field("keyValue", values)]
}

fn nested(count: usize, inside: Node) -> Node {
    (0..count).fold(inside, |inside, _| node("Group").with("children", [inside]))
}

/// Large scenes without any USE, each with what it contains.
pub fn long() -> Vec<(&'static str, Scene)> {
    let mut all: Vec<(&'static str, Scene)> = Vec::new();
    let mut add = |what: &'static str, scene: Scene| all.push((what, scene));
    let inside = |nodes: Vec<Node>| scene([humanoid(), node("G").with("children", nodes)]);
    add("tiny nodes", inside(vec![node("a"); 25_000]));
    add("nodes of one attribute", inside(vec![node("a").field("b", "0"); 20_000]));
    add("nodes of many attributes", inside(vec![(0..3_000).fold(node("a"), |node, _| node.field("b", "0")); 10]));
    add("nodes of many slots", inside(vec![(0..90).fold(node("a"), |made, _| made.with("b", [node("c")])); 150]));
    add("named nodes", inside((0..10_000).map(|n| node("a").def(format!("n{n}"))).collect()));
    add("nodes by name", inside(vec![uses("a", "J"); 20_000]));
    add("transforms", inside(vec![node("Transform"); 20_000]));
    add("deep nodes", scene([humanoid(), nested(900, node("a"))]));
    let routes = vec![route("T", "a", "J", "b"); 10_000];
    add("routes", Scene { routes, ..scene([humanoid(), node("TimeSensor").def("T")]) });
    for (kind, values, field) in [
        ("OrientationInterpolator", "0 0 1 1 ", "rotation"),
        ("PositionInterpolator", "0 0 0 ", "translation"),
        ("PositionInterpolator", "0 0 0 ", "scale"),
    ] {
        for key in ["0 ", "1 "] {
            let [sensor, curve] = curve(kind, key.repeat(10_000), values.repeat(10_000));
            add(
                "an interpolator",
                Scene { routes: driven("T", "I", "J", field), roots: vec![humanoid(), sensor, curve] },
            );
        }
    }
    let keys: String = (0..10_000).map(|key| format!("{:.4} ", f64::from(key) / 10_000.0)).collect();
    let [sensor, curve] = curve("ScalarInterpolator", keys, "1 ".repeat(10_000));
    let displaced = node("HAnimJoint").with("displacers", [node("HAnimDisplacer").def("D")]);
    let scene_of_weight = Scene { routes: driven("T", "I", "D", "weight"), roots: vec![displaced, sensor, curve] };
    add("an interpolator of a weight", scene_of_weight);
    let motion = |joints: &str, channels: &str, values: &str, enabled: &str| {
        let motion = node("HAnimMotion").field("joints", joints).field("channels", channels).field("values", values);
        let joint = node("HAnimJoint").field("name", "a");
        let motion = motion.field("channelsEnabled", enabled);
        scene([node("HAnimHumanoid").with("skeleton", [joint]).with("motions", [motion])])
    };
    for channel in ["1 Xrotation", "1 Xposition", "1 Xscale"] {
        add("a motion", motion("a", channel, &"1 ".repeat(40_000), "true"));
    }
    add("a motion of many channels", motion("a", &"1 q ".repeat(20_000), &"1 ".repeat(20_000), "true"));
    add("a motion of many numbers of channels", motion(&"a ".repeat(20_000), &"1 ".repeat(20_000), "1 1 1", "true"));
    add("a motion of many names", motion(&"a ".repeat(40_000), "1 Xrotation", "1 1 1", "true"));
    add("a motion of many enabled channels", motion("a", "1 Xrotation", "1 1 1", &"true ".repeat(20_000)));
    for (kind, index, crease) in [
        ("IndexedFaceSet", "0 1 2 -1 ", "0"),
        ("IndexedFaceSet", "0 1 2 -1 ", "1"),
        ("IndexedFaceSet", "0 1 2 -1 ", "3.2"),
        ("IndexedFaceSet", "0 1 2 ", "0"),
        ("IndexedFaceSet", "-1 ", "0"),
        ("IndexedTriangleSet", "0 1 2 ", "0"),
        ("IndexedTriangleSet", "0 1 2 ", "3.2"),
        ("IndexedQuadSet", "0 1 2 0 ", "0"),
        ("IndexedTriangleStripSet", "0 1 2 ", "0"),
        ("IndexedTriangleFanSet", "0 1 2 ", "0"),
    ] {
        let field = if kind == "IndexedFaceSet" { "coordIndex" } else { "index" };
        let set = node(kind).field(field, index.repeat(15_000)).field("creaseAngle", crease);
        let set = set.field("normalPerVertex", if crease == "0" { "false" } else { "true" });
        add("a list of faces", scene([joint_with(vec![shape(set.with("coord", [three_points()]))])]));
    }
    let points = |kind: &'static str, count: usize| {
        node(kind).with("coord", [node("Coordinate").field("point", "0 0 0 ".repeat(count))])
    };
    add("a list of points", scene([joint_with(vec![shape(points("TriangleSet", 15_000))])]));
    let strips = points("TriangleStripSet", 10_000).field("stripCount", "3 ".repeat(20_000));
    add("a list of strips", scene([joint_with(vec![shape(strips)])]));
    let coloured = node("IndexedTriangleStripSet")
        .field("index", "0 1 2 ".repeat(7_000))
        .field("normalIndex", "0 ".repeat(10_000))
        .with("coord", [three_points()])
        .with("normal", [node("Normal").field("vector", "0 0 1 ".repeat(7_000))])
        .with("color", [node("Color").field("color", "0 0 1 ".repeat(7_000))]);
    add("colours and normals", scene([joint_with(vec![shape(coloured)])]));
    let texture = node("Appearance").with("texture", [node("ImageTexture").field("url", "a.png")]);
    let textured = node("IndexedFaceSet")
        .field("coordIndex", "0 1 2 -1 ".repeat(5_000))
        .field("texCoordIndex", "0 ".repeat(10_000))
        .with("coord", [three_points()])
        .with("texCoord", [node("TextureCoordinate").field("point", "0 0 ".repeat(10_000))]);
    add("texture coordinates", scene([joint_with(vec![shape(textured).with("appearance", [texture])])]));
    let skin = |index: &str, weights: &str, points: &str| {
        let joint = node("HAnimJoint").field("skinCoordIndex", index).field("skinCoordWeight", weights);
        scene([skinned(joint, node("Coordinate").def("C").field("point", points))])
    };
    let few = "0 0 0 1 0 0 0 1 0";
    add("a skin of many indices", skin(&"0 ".repeat(40_000), "1", few));
    add("a skin of many weights", skin(&"0 ".repeat(20_000), &"1 ".repeat(20_000), few));
    add("a skin of many points", skin("0", "1", &"0 0 0 ".repeat(15_000)));
    let index: String = (0..10_000).map(|n| format!("{n} ")).collect();
    add("a skin of many points and weights", skin(&index, &"1 ".repeat(10_000), &"0 0 0 ".repeat(10_000)));
    add("a displacer", scene([displaced_segment(vec![displacer(15_000)])]));
    let pixels = |count: usize| {
        let image = format!("100 {} 4 {}", count / 100, "9 ".repeat(count));
        node("Appearance").def("L").with("texture", [node("PixelTexture").field("image", image)])
    };
    let solid = |look: Node| shape(node("Box")).with("appearance", [look]);
    add("pixels", scene([joint_with(vec![solid(pixels(50_000))])]));
    let used = (0..2_000).map(|_| solid(uses("Appearance", "L")));
    let all_pixels = [solid(pixels(30_000))].into_iter().chain(used).collect();
    add("pixels that many shapes wear", scene([joint_with(all_pixels)]));
    add("points that move", moved_points(10_000, 3, 1));
    add("points that many keys move", moved_points(50, 400, 1));
    add("keys without points", moved_points(1, 40_000, 1));
    let bindings =
        skinned(node("HAnimJoint").def("J"), three_points()).field("jointBindingPositions", "0 ".repeat(20_000));
    add("bindings", scene([bindings.with("joints", vec![uses("HAnimJoint", "J"); 5_000])]));
    for field in ["info", "name", "version"] {
        add("a text", scene([humanoid().field(field, "&quot;&quot;".repeat(10_000))]));
    }
    all
}

fn three_points() -> Node {
    node("Coordinate").def("C").field("point", "0 0 0 1 0 0 0 1 0")
}

fn triangle() -> Node {
    shape(node("IndexedFaceSet").field("coordIndex", "0 1 2").with("coord", [uses("Coordinate", "C")]))
}

fn skinned(joint: Node, points: Node) -> Node {
    node("HAnimHumanoid").with("skeleton", [joint]).with("skinCoord", [points]).with("skin", [triangle()])
}

/// A displacer of `count` points with the name `D`.
fn displacer(count: usize) -> Node {
    let displacer = node("HAnimDisplacer").def("D").field("coordIndex", "0 ".repeat(count));
    displacer.field("displacements", "1 2 3 ".repeat(count))
}

/// A segment on a joint, with a triangle that displacers move.
fn displaced_segment(displacers: Vec<Node>) -> Node {
    let segment = node("HAnimSegment").with("coord", [three_points()]).with("displacers", displacers);
    node("HAnimJoint").with("children", [segment.with("children", [triangle()])])
}

/// A skin whose points are moved by keys, and shapes on a joint with the same points.
fn moved_points(points: usize, keys: usize, shapes: usize) -> Scene {
    let skin = node("Coordinate").def("C").field("point", "0 0 0 ".repeat(points));
    let index: String = (0..points).map(|n| format!("{n} ")).collect();
    let joint = node("HAnimJoint").field("skinCoordIndex", index).field("skinCoordWeight", "0.5 ".repeat(points));
    let joint = joint.with("children", vec![triangle(); shapes]);
    let [sensor, curve] = curve("CoordinateInterpolator", "1 ".repeat(keys), "1 2 3 ".repeat(points * keys));
    Scene { routes: driven("T", "I", "C", "set_point"), roots: vec![skinned(joint, skin), sensor, curve] }
}

fn repeated(first: Node, count: usize) -> Vec<Node> {
    let others = vec![uses(first.kind, &first.fields[0].1); count];
    [vec![first], others].concat()
}

/// The node of that name, `count` times at as many places.
fn moved(kind: &'static str, name: &str, count: usize) -> Vec<Node> {
    let at = |n: usize| node("Transform").field("translation", format!("{n} 0 0"));
    (0..count).map(|n| at(n).with("children", [uses(kind, name)])).collect()
}

/// A group that means `count * count` of a node: it contains `count`, and is used `count` times.
fn multiplied(of: Node, count: usize) -> Vec<Node> {
    repeated(node("Group").def("G").with("children", repeated(of, count)), count)
}

/// Small scenes that become large by USE, each with what it uses.
pub fn multiplying() -> Vec<(&'static str, Scene)> {
    let mut all: Vec<(&'static str, Scene)> = Vec::new();
    let mut add = |what: &'static str, scene: Scene| all.push((what, scene));
    let long = "n".repeat(990);
    let joint = node("HAnimJoint").def("K").field("name", long.as_str());
    let others = node("Group").with("children", moved("HAnimJoint", "K", 15_000));
    add("a joint of a long name", scene([joint, others]));
    let site = node("HAnimSite").def("S").field("name", long.as_str()).field("translation", "1 2 3");
    let segment = node("HAnimSegment").field("name", "n".repeat(8_000)).with("children", multiplied(site, 500));
    let names = ["humanoid_root", "sacroiliac", "l_hip", "l_knee", "r_hip", "r_knee"];
    let joint = |inside: Node, name: &&str| node("HAnimJoint").field("name", *name).with("children", [inside]);
    add("sites", scene([names.iter().fold(segment, joint)]));
    let shapes = |geometry: &'static str| joint_with(multiplied(shape(node(geometry)).def("S"), 500));
    add("boxes", scene([shapes("Box")]));
    let fields = (0..3_000).fold(node("a"), |node, _| node.field("b", "0"));
    add("boxes beside many fields", scene([shapes("Box"), node("G").with("children", vec![fields; 100])]));
    add("spheres", scene([shapes("Sphere")]));
    add("cylinders", scene([shapes("Cylinder")]));
    let group = node("Group").def("G").with("children", moved("Shape", "S", 10_000));
    add("shapes in spaces of their own", scene([shape(node("a")).def("S"), joint_with(repeated(group, 10))]));
    let segment = node("HAnimSegment").field("mass", "1").def("S");
    add("segments", scene([node("HAnimJoint").with("children", multiplied(segment, 500))]));
    add("displacers of a segment", scene([displaced_segment(repeated(displacer(500), 20_000))]));
    let joint = node("HAnimJoint").with("displacers", repeated(displacer(500), 20_000));
    add("displacers of a skin", scene([skinned(joint, three_points())]));
    let far = node("HAnimDisplacer").field("coordIndex", "3999999").field("displacements", "1 0 0");
    let segment = node("HAnimSegment").with("displacers", [far]).with("children", [triangle()]);
    add("a displacer of a far point", scene([three_points(), node("HAnimJoint").with("children", [segment])]));
    let bone = node("HAnimJoint").def("B").field("skinCoordIndex", "0 ".repeat(2_000));
    let bones = [vec![bone], moved("HAnimJoint", "B", 15_000)].concat();
    add("joints of a skin", scene([skinned(node("HAnimJoint").with("children", bones), three_points())]));
    let bone = node("HAnimJoint").field("skinCoordIndex", "0 1 2 ".repeat(2_000));
    let first = vec![skinned(bone, three_points()).def("H")];
    add("humanoids", scene([first, moved("HAnimHumanoid", "H", 5_000)].concat()));
    let named = node("HAnimMotion").def(long.repeat(100)).field("joints", "a");
    let named = named.field("channels", "1 Xrotation").field("values", "1 1");
    let humanoid = |motion: Node| {
        node("HAnimHumanoid").with("skeleton", [node("HAnimJoint").field("name", "a")]).with("motions", [motion])
    };
    let others = vec![humanoid(uses("HAnimMotion", "M")); 3_000];
    add("humanoids of one motion", scene([vec![humanoid(named.def("M"))], others].concat()));
    let [_, turn] = curve("OrientationInterpolator", "0 1", "0 0 1 0 0 0 1 1");
    let mut chains = scene([turn]);
    for n in 0..500 {
        chains.roots.extend([node("TimeSensor").def(format!("T{n}")), node("HAnimJoint").def(format!("J{n}"))]);
        chains.routes.extend(driven(&format!("T{n}"), "I", &format!("J{n}"), "rotation"));
    }
    add("routes", chains);
    add("keys of many joints", keys_of_many_joints());
    add("everything", everything());
    add("points that many shapes have move", moved_points(300, 20, 500));
    all
}

/// Joints, names, shapes, displacers, sites and behaviours, the most of each, in a few lines.
fn everything() -> Scene {
    let at =
        |n: usize, inside: Node| node("Transform").field("translation", format!("{n} 0 0")).with("children", [inside]);
    let joint = node("HAnimJoint").def("K").field("name", "n".repeat(990));
    let joint = joint.with("children", [node("HAnimSite").field("translation", "1 2 3").field("name", "s")]);
    let row = node("Group").def("G").with("children", moved("HAnimJoint", "K", 100));
    let rows = (0..99).map(|n| at(1000 * n, uses("Group", "G")));
    let mut scene = scene([vec![joint, at(7_000_000, row)], rows.collect()].concat());
    let shapes = repeated(shape(node("Sphere")).def("S"), 300);
    scene.roots.push(joint_with(repeated(node("Group").def("H").with("children", shapes), 300)));
    scene.roots.push(displaced_segment(repeated(displacer(500), 500)));
    let [_, turn] = curve("OrientationInterpolator", "0 1", "0 0 1 0 0 0 1 1");
    scene.roots.push(turn);
    scene.routes.push(route("I", "value_changed", "K", "rotation"));
    for n in 0..100 {
        scene.roots.push(node("TimeSensor").def(format!("T{n}")));
        scene.routes.push(route(&format!("T{n}"), "fraction_changed", "I", "set_fraction"));
    }
    scene
}

fn keys_of_many_joints() -> Scene {
    let mut keyed = scene([node("TimeSensor").def("T")]);
    for n in 0..300 {
        let keys: String = (0..300).map(|key| format!("{:.4} ", f64::from(key * 300 + n) / 90_000.0)).collect();
        let interpolator = node("OrientationInterpolator").def(format!("I{n}")).field("key", keys);
        keyed.roots.push(interpolator.field("keyValue", "0 0 1 1 ".repeat(300)));
        keyed.roots.push(node("HAnimJoint").def(format!("J{n}")));
        keyed.routes.extend(driven("T", &format!("I{n}"), &format!("J{n}"), "rotation"));
    }
    keyed
}
