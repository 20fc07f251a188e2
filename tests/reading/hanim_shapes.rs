//! HAnim's shapes as parts of the skin: colours, textures, normals, and faces of every kind.

use glam::Vec3;
use marey::Warning;
use marey::model::{Clip, Skin, SkinCorner};
use support::{codes, from_base64, scene};

fn figure(shape: &str) -> Clip {
    scene(&format!("HAnimJoint {{ children HAnimSegment {{ children [ Shape {{ {shape} }} ] }} }}"))
}

fn skin_pose(shape: &str) -> (Skin, Vec<String>) {
    let clip = figure(shape);
    let codes = codes(&clip).into_iter().map(str::to_owned).collect();
    (clip.skin.unwrap().as_ref().clone(), codes)
}

fn corners(skin: &Skin) -> Vec<SkinCorner> {
    skin.triangles().as_flattened().iter().map(|corner| skin.corners()[*corner as usize]).collect()
}

fn colours(shape: &str) -> Vec<[u8; 4]> {
    corners(&skin_pose(shape).0).iter().map(|corner| corner.colour).collect()
}

const SQUARE: &str = "coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0 ] }";
fn two_faces(more: &str) -> String {
    format!("geometry IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 -1 0 2 3 -1 ] {more} }}")
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn materials_colour_shapes() {
    let two = "appearance DEF A Appearance { material DEF M Material { diffuseColor 0 0 1 } } geometry Box { } }
        Shape { appearance USE A geometry Box { } } Shape { appearance Appearance { material USE M } geometry Cone { }";
    let material =
        |fields: &str| format!("appearance Appearance {{ material Material {{ {fields} }} }} geometry Box {{ }}");
    for (shape, colour) in [
        (material("diffuseColor 1 0.5 0"), [255, 128, 0, 255]),
        (material("diffuseColor 7 -1 0 transparency 1"), RED),
        (material("shininess 1"), [0; 4]),
        ("geometry Sphere { }".into(), [0; 4]),
        (two.into(), BLUE),
    ] {
        assert!(colours(&shape).iter().all(|found| *found == colour), "{shape}");
    }
}

#[test]
fn colours_go_by_corners_and_by_faces() {
    let faces = |more: &str| colours(&two_faces(more));
    let list = "color Color { color [ 1 0 0, 0 1 0, 0 0 1 ] }";
    // One colour for each point, and none for the fourth.
    assert_eq!(faces(list), [RED, GREEN, BLUE, RED, BLUE, [0; 4]]);
    assert_eq!(faces(&format!("{list} colorIndex [ 2 1 0 -1 1 1 1 -1 ]")), [BLUE, GREEN, RED, GREEN, GREEN, GREEN]);
    assert_eq!(faces(&format!("{list} colorPerVertex FALSE")), [RED, RED, RED, GREEN, GREEN, GREEN]);
    assert_eq!(faces(&format!("{list} colorPerVertex FALSE colorIndex [ 2 7 ]"))[..4], [BLUE, BLUE, BLUE, [0; 4]]);
    let four = "color ColorRGBA { color [ 1 0 0 0, 0 1 0 1 ] } colorPerVertex FALSE";
    assert_eq!(faces(four), [RED, RED, RED, GREEN, GREEN, GREEN]);
}

#[test]
fn textures_are_placed_by_the_files_coordinates() {
    let look = "appearance Appearance { material Material { diffuseColor 1 0 0 }
        texture ImageTexture { url \"skins/a.png\" } }";
    let places = |more: &str| -> Vec<[f32; 2]> {
        let (skin, _) = skin_pose(&format!("{look} {}", two_faces(more)));
        assert_eq!(skin.pictures(), ["a.png"]);
        assert!(skin.corners().iter().all(|corner| corner.colour == [0; 4]));
        corners(&skin).iter().map(|corner| corner.texture).collect()
    };
    let list = "texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] }";
    let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(places(list), [a, b, c, a, c, d]);
    // One point at two places: a seam.
    assert_eq!(places(&format!("{list} texCoordIndex [ 0 1 2 -1 3 2 1 -1 ]")), [a, b, c, d, c, b]);
    let (skin, codes) = skin_pose(&format!("{look} geometry IndexedFaceSet {{ {SQUARE} coordIndex [ 0 1 2 ] }}"));
    assert!(skin.pictures().is_empty() && skin.corners()[0].colour == RED && codes.is_empty());
}

#[test]
fn omitted_parts_of_solids_are_not_built() {
    let heights = |solid: &str| -> [usize; 3] {
        let (skin, codes) = skin_pose(&format!("geometry {solid}"));
        assert_eq!(codes, [""; 0]);
        // The side's normals are level or slanted; those of lids are upright.
        let up: Vec<f32> = corners(&skin).iter().map(|corner| corner.normal.y).collect();
        let lid = |lid: f32| up.iter().filter(|y| **y == lid).count();
        [lid(-1.0), lid(1.0), up.len()]
    };
    let [below, above, all] = heights("Cylinder { }");
    assert!(below > 0 && above > 0 && all > below + above);
    assert_eq!(heights("Cylinder { bottom FALSE }"), [0, above, all - below]);
    assert_eq!(heights("Cylinder { side FALSE top FALSE }"), [below, 0, below]);
    assert_eq!(heights("Cone { side FALSE }"), [below, 0, below]);
}

#[test]
fn materials_of_x3d_4_have_their_colour_and_its_texture() {
    let look =
        |material: &str| skin_pose(&format!("appearance Appearance {{ material {material} }} geometry Box {{ }}")).0;
    let colour = |material: &str| look(material).corners()[0].colour;
    assert_eq!(colour("PhysicalMaterial { baseColor 0 1 0 metallic 1 roughness 0.2 }"), GREEN);
    assert_eq!(colour("PhysicalMaterial { emissiveColor 0 1 0 baseColor 0 0 1 }"), [0, 255, 255, 255]);
    // Without a base colour X3D has white; like other shapes without a colour it gets the player's own.
    assert_eq!(colour("PhysicalMaterial { roughness 1 }"), [0; 4]);
    assert_eq!(colour("UnlitMaterial { emissiveColor 0 0 1 }"), BLUE);
    assert_eq!(colour("TwoSidedMaterial { diffuseColor 1 0 0 backDiffuseColor 0 1 0 }"), RED);
    assert_eq!(colour("Material { emissiveColor 1 0 0 diffuseColor 0 0 0 }"), RED);
    let of_base = look(
        "PhysicalMaterial { normalTexture ImageTexture { url \"bumps.png\" } baseTexture ImageTexture { url \"skin.png\" } }
        texture ImageTexture { url \"other.png\" }",
    );
    assert_eq!(of_base.pictures(), ["skin.png"]);
    let bumps = look("PhysicalMaterial { normalTexture ImageTexture { url \"bumps.png\" } baseColor 0 1 0 }");
    assert!(bumps.pictures().is_empty() && bumps.corners()[0].colour == GREEN);
}

#[test]
fn pixel_textures_become_pictures_from_the_top_row_down() {
    let shape = |image: &str| {
        format!("appearance Appearance {{ texture PixelTexture {{ image {image} }} }} geometry Box {{ }}")
    };
    let bytes = |image: &str, codes: &[&str]| {
        let (skin, found) = skin_pose(&shape(image));
        assert_eq!(found, codes, "{image}");
        assert_eq!((skin.pictures().len(), skin.textured().len()), (1, 1), "{image}");
        let letters = skin.pictures()[0].strip_prefix("data:image/png;base64,").unwrap().trim_end_matches('=');
        from_base64(letters, b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    };
    // Red and green below, blue and white above; in hexadecimal and in decimal numbers. A row of a PNG begins with a 0.
    let colours = bytes("2 2 3 0xFF0000 0x00FF00 255 0xffffff", &[]);
    let rows = [0, 0, 0, 255, 255, 255, 255, 0, 255, 0, 0, 0, 255, 0];
    assert!(colours.windows(rows.len()).any(|found| found == rows), "{colours:?}");
    // Header and checksums, calculated by Python's zlib.
    assert_eq!(colours[..33], *b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0\xFD\xD4\x9As");
    for (image, kind, row) in [
        ("1 1 1 0x80", 0, &[0, 0x80][..]),
        ("1 1 2 0x80FF", 4, &[0, 0x80, 0xFF]),
        ("1 1 4 0x01020304", 6, &[0, 1, 2, 3, 4]),
    ] {
        let found = bytes(image, &[]);
        assert!(found[25] == kind && found.windows(row.len()).any(|found| found == row), "{image}");
    }
    // One pixel is missing: it is black. Two are surplus.
    assert!(bytes("2 1 1 0x11", &["hanim.pixels"]).windows(3).any(|found| found == [0, 0x11, 0]));
    assert!(bytes("1 1 1 0x11 2 3", &["hanim.pixels"]).windows(2).any(|found| found == [0, 0x11]));
    // Most pixels are missing, or the numbers are no picture.
    for image in ["2 2 1 0x11", "4096 4096 4 0 0 0", "4097 1 1 0", "1 1 5 0", "-1 1 1 0", "1 1 1 0.5"] {
        let (skin, codes) = skin_pose(&shape(image));
        assert!(codes == ["hanim.pixels"] && skin.pictures().is_empty(), "{image}: {codes:?}");
    }
    let (skin, codes) = skin_pose(&shape("0 0 0"));
    assert!(codes.is_empty() && skin.pictures().is_empty());
}

#[test]
fn pictures_in_data_addresses_are_used_and_shared_ones_are_kept_once() {
    let address = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    let shape = format!(
        "appearance DEF A Appearance {{ texture ImageTexture {{ url [ \"a/b.gif\" \"{address}\" ] }} }} geometry Box {{ }} }}
        Shape {{ appearance USE A geometry Cone {{ }} }} Shape {{ appearance USE A geometry Sphere {{ }}"
    );
    let (skin, codes) = skin_pose(&shape);
    assert_eq!((codes.len(), skin.pictures(), skin.textured().len()), (0, &[address.to_owned()][..], 1));
    assert_eq!(skin.textured()[0].triangles, 0..skin.triangles().len() as u32);
}

#[test]
fn normals_of_the_file_are_used() {
    let set = |more: &str| -> Vec<Vec3> {
        corners(&skin_pose(&two_faces(more)).0).iter().map(|corner| corner.normal).collect()
    };
    let list = "normal Normal { vector [ 2 0 0, 0 3 0, 0 0 0 ] }";
    let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
    // The third has no length and the fourth is missing: those get the face's normal.
    assert_eq!(set(list), [x, y, z, x, z, z]);
    assert_eq!(set(&format!("{list} normalIndex [ 1 0 0 -1 -5 9 1 ]")), [y, x, x, z, z, y]);
    assert_eq!(set(&format!("{list} normalPerVertex FALSE")), [x, x, x, y, y, y]);
    assert_eq!(set(&format!("{list} normalPerVertex FALSE normalIndex [ 1 ]")), [y, y, y, z, z, z]);
    assert_eq!(set("ccw FALSE"), [-z; 6]);
}

#[test]
fn sets_of_every_kind_cover_the_right_area() {
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
        (
            "IndexedFaceSet { convex FALSE coordIndex [ 0 1 2 3 -1 ]
            coord Coordinate { point [ 2 1 0, 0 2 0, 1 1 0, 0 0 0 ] } }"
                .into(),
            1.0,
        ),
    ] {
        let (skin, codes) = skin_pose(&format!("geometry {shape}"));
        // As seen from +z. A triangle seen from behind counts as negative.
        let area = |[a, b, c]: &[SkinCorner; 3]| (b.position - a.position).cross(c.position - a.position).z / 2.0;
        let area: f32 = corners(&skin).as_chunks().0.iter().map(area).sum();
        assert_eq!((area, codes.len()), (expected, 0), "{shape}: {codes:?}");
    }
}

#[test]
fn shapes_that_are_not_drawn_are_named_once() {
    let shape = "geometry Box { } } Shape { appearance Appearance { texture MovieTexture { } } geometry Cone { } }
        Shape { geometry Extrusion { } } Shape { geometry Text { }";
    let clip = figure(shape);
    let is_named = |warning: &Warning| warning.message.contains("`Extrusion`");
    assert_eq!(codes(&clip), ["hanim.texture", "hanim.geometry"]);
    assert_eq!(clip.warnings.iter().map(is_named).collect::<Vec<_>>(), [false, true]);
}
