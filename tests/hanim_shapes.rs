//! How HAnim's shapes look as parts of the skin: colours, pictures, normals, and faces of every kind.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]
#![cfg(feature = "hanim")]

mod support;

use glam::Vec3;
use marey::model::{Clip, Skin, SkinCorner};
use support::read_alone;

/// A figure of one joint with that Shape on its segment.
fn figure(shape: &str) -> Clip {
    let text = format!("#X3D V4.0 utf8\nHAnimJoint {{ children HAnimSegment {{ children [ Shape {{ {shape} }} ] }} }}");
    read_alone("a.x3dv", text.as_bytes()).unwrap()
}

/// Its skin, and the codes of its warnings.
fn skin_pose(shape: &str) -> (Skin, Vec<String>) {
    let clip = figure(shape);
    let codes = clip.warnings.iter().map(|warning| warning.code.to_string()).collect();
    (clip.skin.expect("a skin").as_ref().clone(), codes)
}

/// The corners of all triangles, one after the other.
fn corners(skin: &Skin) -> Vec<SkinCorner> {
    skin.triangles().as_flattened().iter().map(|corner| skin.corners()[*corner as usize]).collect()
}

fn colours(shape: &str) -> Vec<[u8; 4]> {
    corners(&skin_pose(shape).0).iter().map(|corner| corner.colour).collect()
}

fn normals(shape: &str) -> Vec<Vec3> {
    corners(&skin_pose(shape).0).iter().map(|corner| corner.normal).collect()
}

/// The sum of the triangles' areas as seen from +z. A triangle whose back is seen counts as negative.
fn area(shape: &str) -> f32 {
    let (skin, codes) = skin_pose(shape);
    assert_eq!(codes, [""; 0], "{shape}");
    let area = |[a, b, c]: &[SkinCorner; 3]| (b.position - a.position).cross(c.position - a.position).z / 2.0;
    corners(&skin).as_chunks().0.iter().map(area).sum()
}

const SQUARE: &str = "coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0 ] }";
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn materials_colour_shapes_where_the_file_says_how() {
    let all = |shape: &str, colour: [u8; 4]| colours(shape).iter().all(|found| *found == colour);
    assert!(all(
        "appearance Appearance { material Material { diffuseColor 1 0.5 0 } } geometry Box { }",
        [255, 128, 0, 255]
    ));
    assert!(all(
        "appearance Appearance { material Material { diffuseColor 7 -1 0 transparency 1 } } geometry Box { }",
        RED
    ));
    assert!(all("appearance Appearance { material Material { shininess 1 } } geometry Box { }", [0; 4]));
    assert!(all("geometry Sphere { }", [0; 4]));
    let two = "appearance DEF A Appearance { material DEF M Material { diffuseColor 0 0 1 } } geometry Box { } }
        Shape { appearance USE A geometry Box { } } Shape { appearance Appearance { material USE M } geometry Cone { }";
    assert!(all(two, BLUE));
}

#[test]
fn colours_go_by_corners_and_by_faces() {
    let faces = |more: &str| {
        colours(&format!("geometry IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 -1 0 2 3 -1 ] {more} }}"))
    };
    let list = "color Color { color [ 1 0 0, 0 1 0, 0 0 1 ] }";
    // One colour for each point. There is none for the fourth.
    assert_eq!(faces(list), [RED, GREEN, BLUE, RED, BLUE, [0; 4]]);
    assert_eq!(faces(&format!("{list} colorIndex [ 2 1 0 -1 1 1 1 -1 ]")), [BLUE, GREEN, RED, GREEN, GREEN, GREEN]);
    assert_eq!(faces(&format!("{list} colorPerVertex FALSE")), [RED, RED, RED, GREEN, GREEN, GREEN]);
    assert_eq!(faces(&format!("{list} colorPerVertex FALSE colorIndex [ 2 7 ]"))[..4], [BLUE, BLUE, BLUE, [0; 4]]);
    let four = "color ColorRGBA { color [ 1 0 0 0, 0 1 0 1 ] } colorPerVertex FALSE";
    assert_eq!(faces(four), [RED, RED, RED, GREEN, GREEN, GREEN]);
}

#[test]
fn pictures_are_laid_on_by_the_coordinates_of_the_file() {
    let look = "appearance Appearance { material Material { diffuseColor 1 0 0 }
        texture ImageTexture { url \"skins/a.png\" } }";
    let places = |more: &str| -> Vec<[f32; 2]> {
        let set = format!("geometry IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 -1 0 2 3 -1 ] {more} }}");
        let (skin, _) = skin_pose(&format!("{look} {set}"));
        assert_eq!(skin.pictures(), ["a.png"]);
        assert!(skin.corners().iter().all(|corner| corner.colour == [0; 4]));
        corners(&skin).iter().map(|corner| corner.texture).collect()
    };
    let list = "texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] }";
    let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(places(list), [a, b, c, a, c, d]);
    // One point at two places: a seam.
    assert_eq!(places(&format!("{list} texCoordIndex [ 0 1 2 -1 3 2 1 -1 ]")), [a, b, c, d, c, b]);
    // Without coordinates for the picture the material is shown.
    let (skin, codes) = skin_pose(&format!("{look} geometry Box {{ }}"));
    assert!(skin.pictures().is_empty() && skin.corners()[0].colour == RED && codes.is_empty());
}

#[test]
fn normals_of_the_file_are_taken_where_they_are_there() {
    let set = |more: &str| {
        normals(&format!("geometry IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 -1 0 2 3 -1 ] {more} }}"))
    };
    let list = "normal Normal { vector [ 2 0 0, 0 3 0, 0 0 0 ] }";
    let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
    // The third has no length and the fourth is missing: there the face's normal is taken.
    assert_eq!(set(list), [x, y, z, x, z, z]);
    assert_eq!(set(&format!("{list} normalIndex [ 1 0 0 -1 -5 9 1 ]")), [y, x, x, z, z, y]);
    assert_eq!(set(&format!("{list} normalPerVertex FALSE")), [x, x, x, y, y, y]);
    assert_eq!(set(&format!("{list} normalPerVertex FALSE normalIndex [ 1 ]")), [y, y, y, z, z, z]);
    assert_eq!(set("ccw FALSE"), [-z; 6]);
}

#[test]
fn sets_of_every_sort_cover_what_they_say() {
    let strip = "coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0, 1 1 0, 0 2 0 ] }";
    for (shape, expected) in [
        (format!("IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 3 ] }}"), 1.0),
        (format!("IndexedTriangleSet {{ {SQUARE} index [ 0 1 2 0 2 3 1 ] }}"), 1.0),
        (format!("IndexedQuadSet {{ {SQUARE} index [ 0 1 2 3 ] }}"), 1.0),
        (format!("IndexedTriangleFanSet {{ {SQUARE} index [ 0 1 2 3 -1 0 1 2 ] }}"), 1.5),
        (format!("IndexedTriangleStripSet {{ {strip} index [ 0 1 2 3 4 -1 0 1 2 -1 ] }}"), 2.0),
        (format!("TriangleSet {{ {SQUARE} }}"), 0.5),
        (format!("QuadSet {{ {SQUARE} }}"), 1.0),
        (format!("TriangleFanSet {{ {SQUARE} fanCount 4 }}"), 1.0),
        (format!("TriangleFanSet {{ {SQUARE} fanCount [ 3 1000000000000 -7 ] }}"), 0.5),
        (format!("TriangleStripSet {{ {strip} stripCount [ 5 ] }}"), 1.5),
        (format!("TriangleStripSet {{ {strip} stripCount [ 4 1 ] ccw FALSE }}"), -1.0),
        // A concave face: an arrow head.
        (
            "IndexedFaceSet { convex FALSE coordIndex [ 0 1 2 3 -1 ]
            coord Coordinate { point [ 2 1 0, 0 2 0, 1 1 0, 0 0 0 ] } }"
                .into(),
            1.0,
        ),
    ] {
        assert_eq!(area(&format!("geometry {shape}")), expected, "{shape}");
    }
}

#[test]
fn shapes_that_are_not_drawn_are_named_once() {
    let shape = "geometry Box { } } Shape { appearance Appearance { texture PixelTexture { } } geometry Cone { } }
        Shape { geometry Extrusion { } } Shape { geometry Text { }";
    let clip = figure(shape);
    let warnings: Vec<(String, bool)> = clip
        .warnings
        .iter()
        .map(|warning| (warning.code.to_string(), warning.message.contains("`Extrusion`")))
        .collect();
    assert_eq!(warnings, [("hanim.texture".into(), false), ("hanim.geometry".into(), true)]);
}
