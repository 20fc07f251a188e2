//! Markers of motion capture: C3D and TRC.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{FIXTURES, ends, with_walk};

/// A folder with these fixtures of C3D and TRC.
fn with_recordings(name: &str, files: &[&str]) -> PathBuf {
    let folder = with_walk(name, 5);
    for file in files {
        let format = file.rsplit('.').next().unwrap();
        let fixture = format!("{FIXTURES}{format}/{file}");
        fs::copy(fixture, folder.join(file)).unwrap();
    }
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn names(positions: &Value) -> Vec<&str> {
    positions["joints"].as_array().unwrap().iter().map(|joint| joint["name"].as_str().unwrap()).collect()
}

#[test]
fn a_hidden_point_has_no_position() {
    let folder = with_recordings("markers-hidden", &["hidden_floats.c3d"]);
    let found = json(&ends(&folder, &["positions", "--frames", "0,1", "hidden_floats.c3d"], 0).0);
    assert_eq!(names(&found), ["LASI", "LKNE", "LANK"], "all points, though each is a root");
    let positions: Vec<String> = (0..2).map(|pose| found["poses"][pose]["positions"].to_string()).collect();
    assert_eq!(positions, ["[null,[1.0,2.0,3.0],[4.0,5.0,6.0]]", "[[7.0,8.0,9.0],null,[4.0,5.0,6.0]]"]);
    let rest = json(&ends(&folder, &["positions", "--rest", "hidden_floats.c3d"], 0).0);
    assert!(rest["poses"][0]["positions"][0].is_array(), "at rest nothing is hidden");
}

#[test]
fn events_are_marks() {
    let folder = with_recordings("markers-events", &["events.c3d"]);
    let found = json(&ends(&folder, &["info", "--json", "events.c3d"], 0).0);
    let marks = found[0]["marks"].as_array().unwrap();
    let texts: Vec<_> =
        marks.iter().map(|mark| (mark["first"].as_u64().unwrap(), mark["text"].as_str().unwrap())).collect();
    assert_eq!(texts, [(0, "Left Foot Off"), (2, "Right Foot Strike"), (3, "General")]);
    assert_eq!((marks[0]["kind"].as_str(), marks[0]["joint"].is_null()), (Some("event"), true));
    assert_eq!((found[0]["up"]["from"].as_str(), found[0]["unit"]["from"].as_str()), (Some("file"), Some("file")));
    assert!(ends(&folder, &["info", "events.c3d"], 0).0.contains("frame 2: Right Foot Strike"));
}

#[test]
fn joint_centres_are_a_person_where_one_is_needed() {
    let folder = with_recordings("markers-centres", &["detector.trc"]);
    let points = json(&ends(&folder, &["positions", "detector.trc"], 0).0);
    assert_eq!((names(&points)[0], names(&points).len()), ("RHip", 8));
    let person = json(&ends(&folder, &["positions", "--joint-centres", "detector.trc"], 0).0);
    assert_eq!((names(&person)[0], names(&person).len()), ("pelvis", 9));
    let pelvis = &person["poses"][0]["positions"][0];
    assert_eq!((pelvis[0].as_f64(), pelvis[2].as_f64()), (Some(0.0), Some(0.0)), "between the hips");
    ends(&folder, &["convert", "detector.trc", "person.bvh"], 0);
    assert!(fs::read_to_string(folder.join("person.bvh")).unwrap().contains("JOINT left_knee"));
    ends(&folder, &["convert", "detector.trc", "points.csv"], 0);
    assert!(fs::read_to_string(folder.join("points.csv")).unwrap().starts_with("frame,time,RHip.x"));
    let info = ends(&folder, &["info", "detector.trc"], 0).0;
    assert!(
        info.contains("up         y (assumed from the markers)") && info.contains("9 joints of a person"),
        "{info}"
    );
}

#[test]
fn a_picture_leaves_hidden_points_out() {
    let folder = with_recordings("markers-picture", &["hidden_floats.c3d", "intel_floats.c3d"]);
    let balls = |file: &str| ends(&folder, &["picture", "--at", "0.01", file], 0).0.matches("<circle").count();
    assert_eq!(balls("intel_floats.c3d") - balls("hidden_floats.c3d"), 1);
}
