//! Skeletons of real files with maps that people checked: `facts/tables/skeletons.json` of the corpus.

use std::fs;
use std::path::PathBuf;

use marey::Limits;
use marey::body::{BodyMap, NoMap};
use marey::glam::{Quat, Vec3};
use marey::model::{Axis, JointKind, Skeleton, SkeletonBuilder};
use serde_json::Value;

/// Names in the table are cut after so many letters.
const CUT: usize = 18;

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn skeleton(entry: &Value) -> Skeleton {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (joint, name) in entry["names"].as_array().unwrap().iter().enumerate() {
        let name = name.as_str().unwrap();
        let kind = if name.ends_with("_end") { JointKind::EndSite } else { JointKind::Joint };
        let offset = Vec3::from_slice(&numbers(&entry["offsets"][joint]));
        let turned = entry.get("rest_rotations_xyzw").map(|all| numbers(&all[joint]));
        let turned = turned.map_or(Quat::IDENTITY, |one| Quat::from_slice(&one));
        let parent = u16::try_from(entry["parents"][joint].as_i64().unwrap()).ok();
        b.add(name, parent, kind, offset, turned).unwrap();
    }
    b.finish().unwrap()
}

fn mapped(entry: &Value) -> (Skeleton, Result<BodyMap, NoMap>) {
    let skeleton = skeleton(entry);
    let up = Axis::from_name(entry["up"].as_str().unwrap()).unwrap();
    let map = BodyMap::new(&skeleton, &[skeleton.rest_positions()], up.vector());
    (skeleton, map)
}

/// `part: expected, found` for each of the parts that differ. The part `ball` is left out: it is weaker.
fn differences(skeleton: &Skeleton, map: &BodyMap, expected: &Value) -> Vec<String> {
    let own = |joint: usize| -> String {
        let name = &skeleton.names()[joint];
        name.rsplit(':').next().unwrap().chars().take(CUT).collect()
    };
    let mut wrong = Vec::new();
    let known: Vec<String> = (0..skeleton.len()).map(own).collect();
    let mut check = |part: String, expected: &Value, found: Option<usize>| {
        let Some(expected) = expected.as_str() else { return };
        // In two maps of the table the name `r _knee` is cut at its blank.
        if ["r", "_knee"].contains(&expected) && !known.iter().any(|name| name == expected) {
            return;
        }
        let found = found.map_or("-".to_owned(), own);
        if found != expected {
            wrong.push(format!("{part}: {expected}, {found}"));
        }
    };
    check("hips".into(), &expected["hips"], Some(map.hips));
    check("chest".into(), &expected["chest"], Some(map.chest));
    check("neck".into(), &expected["neck"], map.neck());
    check("head".into(), &expected["head"], Some(map.head));
    for (side, name) in map.sides.iter().zip(["left", "right"]) {
        let mut check = |part: &str, found| check(format!("{name} {part}"), &expected[name][part], found);
        check("clavicle", side.clavicle);
        for (part, joint) in [
            ("arm", side.arm),
            ("fore", side.fore),
            ("hand", side.hand),
            ("thigh", side.thigh),
            ("shin", side.shin),
            ("foot", side.foot),
        ] {
            check(part, Some(joint));
        }
    }
    wrong
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn people_are_mapped_and_nothing_else() {
    let corpus = PathBuf::from(std::env::var_os("MAREY_CORPUS").unwrap());
    let text = fs::read_to_string(corpus.join("facts/tables/skeletons.json")).unwrap();
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    let mut people = 0;
    for (index, entry) in all.iter().enumerate() {
        let (skeleton, map) = mapped(entry);
        people += usize::from(entry["person"].as_bool().unwrap());
        match map {
            Ok(map) if entry["person"] == true => {
                let found = differences(&skeleton, &map, &entry["map"]);
                wrong.extend(found.iter().map(|one| format!("{index}: {one}")));
            }
            Ok(_) => wrong.push(format!("{index}: taken for a person, but is {}", entry["rest"])),
            Err(reason) if entry["person"] == true => wrong.push(format!("{index}: {reason}")),
            Err(_) => {}
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((people, all.len()), (56, 85));
}
