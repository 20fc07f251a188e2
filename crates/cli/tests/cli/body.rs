//! Generated bodies: `marey convert --body` and `marey picture --look body`.

use std::fs;
use std::path::PathBuf;

use crate::{ends, with_walk};

/// A folder with a post that is no person, `walk.bvh`, and a person, `person.bvh`.
fn with_person(name: &str) -> PathBuf {
    let folder = with_walk(name, 5);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../xtask/samples/clips/walk.bvh");
    fs::copy(sample, folder.join("person.bvh")).unwrap();
    folder
}

#[test]
fn a_body_goes_into_formats_with_skins() {
    let folder = with_person("body-convert");
    for (out, mark) in [("a.glb", "\"name\":\"skin\""), ("a.gltf", "\"name\":\"skin\""), ("a.x3d", "skinCoordWeight")] {
        ends(&folder, &["convert", "--body", "person.bvh", out], 0);
        let bytes = fs::read(folder.join(out)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains(mark) && text.contains("LeftArm_twist1"), "{out}");
        assert!(!text.contains("\"name\":\"bones\""), "{out}: a body has no bones");
    }
    // The files are read back as the same rig, with their skin.
    let read = |file: &str| ends(&folder, &["info", file], 0).0;
    let rig = |told: &str| told.lines().find_map(|line| line.trim().strip_prefix("rig").map(str::to_owned)).unwrap();
    let own = rig(&read("person.bvh"));
    for file in ["a.glb", "a.gltf", "a.x3d"] {
        let told = read(file);
        assert_eq!(rig(&told), own, "{file}");
        assert!(told.lines().any(|line| line.trim().starts_with("skin ") && line.ends_with("triangles")), "{told}");
    }
    for out in ["a.bvh", "a.amc", "a.npz"] {
        let (_, err) = ends(&folder, &["convert", "--body", "person.bvh", out], 2);
        assert!(err.contains("has no skins for --body: write .glb, .gltf or .x3d"), "{out}: {err}");
    }
    let (_, err) = ends(&folder, &["convert", "--body", "--no-mesh", "person.bvh", "b.glb"], 2);
    assert!(err.contains("cannot be used with"), "{err}");
    let (_, err) = ends(&folder, &["convert", "--body", "walk.bvh", "b.glb"], 1);
    assert!(err.contains("walk.bvh: no body: this skeleton is not a person"), "{err}");
    assert!(!folder.join("b.glb").exists());
}

#[test]
fn a_picture_shows_bones_unless_it_is_asked_for_a_body() {
    let folder = with_person("body-picture");
    let drawn = |look: &[&str]| ends(&folder, &[&["picture", "person.bvh", "--moments", "3"], look].concat(), 0).0;
    let (bones, body) = (drawn(&[]), drawn(&["--look", "body"]));
    assert_eq!(drawn(&["--look", "bones"]), bones);
    assert!(bones.contains("<ellipse") && !body.contains("<ellipse"));
    assert!(body.contains("stroke=\"none\"") && body.contains("class=\"f3\""));
    let (_, err) = ends(&folder, &["picture", "--look", "body", "walk.bvh"], 1);
    assert!(err.contains("walk.bvh: no body: this skeleton is not a person"), "{err}");
}
