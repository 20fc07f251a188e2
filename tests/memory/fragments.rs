//! Beginnings of files, and files that are spliced at random.

use std::fs;
use std::path::PathBuf;

use support::{Random, file_name, fixtures_folder, paths_with};

pub fn fragments() -> Vec<(&'static str, String)> {
    let json = |rest: String| ("a.x3dj", format!(r#"{{"X3D":{{"Scene":{{"-children":[{{"HAnimJoint":{{}}}},{rest}"#));
    let classic = |rest: String| ("a.x3dv", format!("#X3D V4.0 utf8\nHAnimJoint{{}} {rest}"));
    let xml = |rest: String| ("a.x3d", format!("<X3D><Scene><HAnimJoint/>{rest}"));
    let humanoid = |info: &str| format!("HAnimHumanoid {{ skeleton HAnimJoint {{ }} info [{info}] }}");
    vec![
        json("[".repeat(19_000)),
        json("[],".repeat(20_000)),
        json(r#"{"a":{}},"#.repeat(15_000)),
        json(r#"{"a":{"@b":0}},"#.repeat(8_000)),
        json(format!(r#"{{"HAnimHumanoid":{{"@info":[{}]}}}}"#, r#""","#.repeat(20_000))),
        json(r#"{"meta":{"@name":"a","@content":"b"}},"#.repeat(8_000)),
        classic("a{}".repeat(20_000)),
        classic("a{b[]}".repeat(15_000)),
        classic(format!("a{{{}}}", "b[]".repeat(3_900)).repeat(8)),
        classic("a{b c{}}".repeat(12_000)),
        classic("a[".repeat(20_000)),
        classic("USE J ".repeat(20_000)),
        classic("ROUTE . TO .\n".repeat(10_000)),
        classic("META \"a\" \"b\"\n".repeat(8_000)),
        classic(humanoid(&"\"\"".repeat(20_000))),
        classic("a{b c{".repeat(3_900)),
        xml("<a/>".repeat(20_000)),
        xml("<a b=''/>".repeat(15_000)),
        xml("<a>".repeat(3_900)),
        xml("<a DEF='b' USE='c' containerField='d'/>".repeat(5_000)),
        xml(format!("<ProtoDeclare>{}", "<a>".repeat(20_000))),
        xml("<a USE='&amp;'/>".repeat(8_000)),
        xml("&".repeat(40_000)),
    ]
}

pub fn spliced() -> Vec<(String, Vec<u8>)> {
    let mut random = Random(0x5EED_0009);
    let splice = |path: &PathBuf| {
        let mut bytes = fs::read(path).unwrap();
        while bytes.len() < 100_000 {
            let (a, b) = (random.below(bytes.len()), random.below(bytes.len()));
            let copied = bytes[a.min(b)..a.max(b)].to_vec();
            let at = random.below(bytes.len());
            bytes.splice(at..at, copied);
        }
        (file_name(path), bytes)
    };
    paths_with(&fixtures_folder().join("hanim"), &["x3d", "x3dv", "wrl", "x3dj"]).iter().map(splice).collect()
}
