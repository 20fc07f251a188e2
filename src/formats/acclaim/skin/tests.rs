use glam::{Quat, Vec3};

use super::obj::read;
use crate::error::{Limits, Location, Warning, each_place};
use crate::formats::reading::WarningLog;
use crate::model::{JointKind, Skeleton, SkeletonBuilder, Skin, SkinCorner};

/// Two bones on the root, 10 long, to the left and to the right.
fn skeleton() -> Skeleton {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    let mut add = |name, parent, at| builder.add(name, parent, JointKind::Joint, at, Quat::IDENTITY).unwrap();
    let root = add("root", None, Vec3::Y * 10.0);
    add("Left", Some(root), Vec3::X);
    add("right", Some(root), Vec3::NEG_X * 10.0);
    builder.finish().unwrap()
}

fn joint_of(name: &[u8]) -> Option<u16> {
    ["root", "left", "right"].iter().position(|bone| bone.as_bytes().eq_ignore_ascii_case(name)).map(|at| at as u16)
}

fn read_skin(text: impl AsRef<[u8]>, factor: f64) -> (Option<Skin>, Vec<Warning>) {
    let mut warnings = WarningLog::new(&Limits::default());
    let skin = read("a.obj", text.as_ref(), &skeleton(), joint_of, factor, &mut warnings);
    (skin, warnings.into_list().0)
}

/// A skin without warnings.
fn skin_of(text: &str) -> Skin {
    let (skin, warnings) = read_skin(text, 1.0);
    assert_eq!(warnings, []);
    skin.unwrap()
}

fn summaries(warnings: &[Warning]) -> Vec<(&str, u32, u32)> {
    let place = |at: Option<Location>| at.map_or((0, 0), |at| (at.line, at.column));
    each_place(warnings).into_iter().map(|(code, at)| (code, place(at).0, place(at).1)).collect()
}

fn normals(skin: &Skin) -> Vec<Vec3> {
    skin.corners().iter().map(|corner| corner.normal).collect()
}

fn joints(skin: &Skin) -> Vec<u32> {
    skin.corners().iter().map(|corner| corner.first).collect()
}

fn area(skin: &Skin) -> f32 {
    let corners = |triangle: &[u32; 3]| triangle.map(|corner| skin.corners()[corner as usize].position);
    let areas = skin.triangles().iter().map(corners).map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0);
    areas.sum()
}

const SQUARE: &str = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n";

const BOX: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
g LEFT\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

#[test]
fn corners_are_spelt_in_four_ways_and_count_from_either_end() {
    let want = skin_of(&format!("{SQUARE}g left\nf 1 2 3\nf 1 3 4"));
    assert_eq!((want.corners().len(), want.triangles()), (4, &[[0, 1, 2], [0, 2, 3]][..]));
    assert_eq!((joints(&want), normals(&want)), (vec![1; 4], vec![Vec3::Z; 4]));
    for faces in
        ["f 1 2 3 4", "f 1/7 2/8 3/9 4/", "f -4 -3 -2 -1", "f 1//1 2//-1 3//1 4//1", "f 1/2/1 2/2/1 3/2/1 4/2/1"]
    {
        assert_eq!(skin_of(&format!("{SQUARE}vn 0 0 3\ng left\n{faces}\n")), want, "{faces}");
    }
    // Further numbers of a point are weight or colour; faces may precede their points.
    let coloured = SQUARE.replace('\n', " 1 0.5 0.5\n");
    assert_eq!(skin_of(&format!("g left\ns off\nf 1 2 3 4\nl 1 2\np 1\nusemtl \\a\n{coloured}")), want);
}

#[test]
fn line_ends_and_comments_of_all_kinds() {
    let want = skin_of(&format!("{SQUARE}g left\nf 1 2 3 4"));
    let text = format!("# a \\\n{SQUARE}#g right\ng left # x\\\nf 1 2 \\\n3 4#5\nf \\");
    for end in ["\n", "\r", "\r\n"] {
        let text = text.replace("4#5", "4 #5").replace('\n', end);
        let (skin, warnings) = read_skin(&text, 1.0);
        assert_eq!((skin.as_ref(), summaries(&warnings)), (Some(&want), vec![("obj.corners", 10, 1)]), "{text:?}");
    }
    let wide: Vec<u8> = format!("{SQUARE}g left\nf 1 2 3 4").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read_skin(wide, 1.0).0, Some(want));
}

#[test]
fn groups_belong_to_the_first_bone_they_name() {
    let joints = |groups: &str| joints(&skin_of(&format!("{SQUARE}{groups}\nf 1 2 3")));
    assert_eq!(joints("g Skin LEFT right"), [1; 3]);
    assert_eq!(joints("o Right"), [2; 3]);
    // A group without a bone belongs to its object; another object ends the group.
    assert_eq!(joints("o right\ng right_steel"), [2; 3]);
    assert_eq!(joints("g left\no right"), [2; 3]);
    assert_eq!(joints("g default\ng left"), [1; 3], "a group without faces is nothing to tell");
}

#[test]
fn faces_without_a_bone_are_left_out_with_one_warning_per_group() {
    let faces = "f 1 2 3\nf 1 3 4\n";
    let text = format!("{SQUARE}{faces}g hat\n{faces}g left\n{faces}g hat\n{faces}g shoe lace\n{faces}");
    let (skin, warnings) = read_skin(text, 1.0);
    assert_eq!(skin.unwrap().triangles().len(), 2);
    assert_eq!(summaries(&warnings), [("obj.group", 5, 1), ("obj.group", 7, 1), ("obj.group", 16, 1)]);
    assert!(warnings[0].more[1].message.contains("`shoe lace`"));
    let (skin, warnings) = read_skin(format!("{SQUARE}g hat\n{faces}"), 1.0);
    assert_eq!((skin, summaries(&warnings)), (None, vec![("obj.no-bone", 0, 0), ("obj.group", 5, 1)]));
    for empty in ["", "v 1 2 3", "v 0 0 0\nv 1 1 1\ng left\nf 1 2 1\n"] {
        assert_eq!(summaries(&read_skin(empty, 1.0).1), [("obj.no-faces", 0, 0)]);
    }
}

#[test]
fn an_invalid_face_is_reported_with_its_place_and_the_others_stay() {
    let text = format!(
        "{SQUARE}v 1 x 3\nv 1 2\nvn 0 0 1\ng left\nf 1 2 3\nf 1 2 9\nf 1 -7 2\nf 0 1 2\nf 1 2 a\nf 1//1 2//2 3//1
f 1 2\nf 1 2 5\nf 1 1 2\nf 99999999999999999999 1 2\n"
    );
    let (skin, warnings) = read_skin(text, 1.0);
    assert_eq!(skin.unwrap().triangles().len(), 1);
    let index = |line, column| ("obj.index", line, column);
    let points = [("obj.point", 5, 1), ("obj.point", 6, 1)];
    let faces =
        [index(10, 7), index(11, 5), index(12, 3), index(13, 7), index(14, 8), ("obj.corners", 15, 1), index(18, 3)];
    assert_eq!(summaries(&warnings), [&points[..], &faces[..]].concat());
    assert_eq!(warnings[1].message, "expected one of 6 points, found `9`; the face is left out");
}

#[test]
fn polygons_that_are_not_quite_convex_are_covered_once() {
    // An arrow head with a dent at its third point, started at each of its corners.
    let points = "v 0 0 0\nv 4 -2 0\nv 1 0 0\nv 4 2 0\ng left\n";
    for from in 0..4 {
        let face = (0..4).map(|step| format!(" {}", (from + step) % 4 + 1)).collect::<String>();
        let skin = skin_of(&format!("{points}f{face}"));
        assert!((area(&skin) - 2.0).abs() < 1e-6, "{face}: {}", area(&skin));
        assert!(normals(&skin).iter().all(|normal| *normal == Vec3::Z));
    }
    let round: String =
        (0..100).map(|i| format!("v {} {} 0\n", (i as f32 * 0.0628).cos(), (i as f32 * 0.0628).sin())).collect();
    let face: String = (1..=100).map(|i| format!(" {i}")).collect();
    assert!((area(&skin_of(&format!("{round}g left\nf{face}"))) - std::f32::consts::PI).abs() < 0.01);
}

#[test]
fn a_box_has_edges_and_a_tube_has_none() {
    let skin = skin_of(BOX);
    assert_eq!((skin.corners().len(), skin.triangles().len()), (24, 12));
    assert!(normals(&skin).iter().all(|normal| normal.abs().max_element() == 1.0));
    let tube: String = (0..16)
        .map(|i| {
            let (sin, cos) = ((i / 2) as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
            format!("v {cos} {sin} {}\n", i % 2)
        })
        .collect();
    let sides = (0..8).map(|i| [2 * i, (2 * i + 2) % 16, (2 * i + 3) % 16, 2 * i + 1].map(|corner| corner + 1));
    let faces: String = sides.map(|[a, b, c, d]| format!("f {a} {b} {c} {d}\n")).collect();
    let skin = skin_of(&format!("{tube}g left\n{faces}"));
    assert_eq!(skin.corners().len(), 16);
    for SkinCorner { position, normal, .. } in skin.corners() {
        assert!(normal.dot(position.with_z(0.0)) > 0.9999, "{position} {normal}");
    }
}

#[test]
fn the_files_normals_decide_the_outer_side() {
    let skin = skin_of(&format!("{SQUARE}vn 0 0 -1\nvn 1 0 -1\ng left\nf 1//1 2//1 3//1 4//2"));
    assert_eq!(skin.triangles(), [[0, 1, 2], [0, 3, 1]]);
    let [a, b, c] = skin.triangles()[0].map(|corner| skin.corners()[corner as usize].position);
    assert!((b - a).cross(c - a).z < 0.0);
    assert!(normals(&skin)[3].x > 0.7);
    // With one invalid normal, all normals of the face are computed.
    let skin = skin_of(&format!("{SQUARE}vn 0 0 0\ng left\nf 1//1 2//1 3//1 4//1"));
    assert_eq!(normals(&skin), [Vec3::Z; 4]);
}

#[test]
fn skin_lengths_are_multiplied_where_that_fits_better() {
    // The right bone is 10 left of the root, which is at height 10.
    let near = "v -10 10 0\nv -9 10 0\nv -9 11 0\ng right\nf 1 2 3\n";
    let far = near.replace("10", "4").replace('9', "3.6").replace("11", "4.4");
    for (text, multiplied) in [(near, false), (far.as_str(), true)] {
        let (skin, warnings) = read_skin(text, 2.5);
        assert!(skin.unwrap().corners()[0].position.distance(Vec3::new(-10.0, 10.0, 0.0)) < 1e-5);
        assert_eq!(summaries(&warnings), [("obj.lengths", 0, 0)]);
        assert_eq!(warnings[0].message.contains("were kept"), !multiplied);
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let text =
        format!("{BOX}vn 0 1 0\nvn 1 1 1\no Right\nf 1//1 2//1 3//2 8/2/2 # tail\ng hat\nf 1 2 3\nf 1 2 \\\n3\n");
    for cut in 0..=text.len() {
        read_skin(&text.as_bytes()[..cut], 0.45);
    }
    let mut state = 1_u32;
    for round in 0..5_000 {
        let mut flipped = text.clone().into_bytes();
        for _ in 0..=round % 4 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (state >> 8) as usize % flipped.len();
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            flipped[at] = b"0123456789-./ e\n\r\\#vfgn\xff\0"[(state >> 8) as usize % 25];
        }
        if let (Some(skin), _) = read_skin(&flipped, 3e38) {
            assert!(skin.corners().iter().all(|corner| corner.position.is_finite()));
        }
    }
}
