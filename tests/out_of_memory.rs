//! Where a large allocation fails, a reader says that there is no memory left; it does not end the process. Each large allocation of
//! large files is refused in turn. A process that aborts cannot be caught, so that files are read in a process of their
//! own, which tells how far it came.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::io::Write;
use std::process::Command;

use marey::formats::Parser;
use marey::model::Clip;
use marey::{Limits, ParseError};
use marey_write::{Target, TargetOptions, WriteClip};

#[path = "support/refusing.rs"]
mod refusing;

use support::{File, beside, fixture, moving::dancer};

/// Names the process that reads: the set of files' number, and the first allocation to refuse.
const READS: &str = "MAREY_READS_WITHOUT_MEMORY";
const KEYS: usize = 4_000;

/// Large files of each reader, the one that is opened last.
fn sets() -> Vec<Vec<File>> {
    let clip = dancer(KEYS).resample(30.0).unwrap();
    let written = |target: Target| -> Vec<File> {
        let files = target.files(&clip, &TargetOptions::default()).unwrap();
        target.extensions().iter().map(|extension| format!("a.{extension}")).zip(files).collect()
    };
    let mut sets: Vec<_> = [Target::Bvh, Target::Asf, Target::Npz, Target::Skel, Target::X3d, Target::Glb]
        .into_iter()
        .map(written)
        .collect();
    sets.extend([scene_in_vrml(), scene_in_json(), motion_on_a_figure(), catalogue(), pickle(), skin(), takes()]);
    sets
}

fn one(name: &str, bytes: impl Into<Vec<u8>>) -> Vec<File> {
    vec![(name.to_owned(), bytes.into())]
}

/// Numbers from 0 to 1, and a turn for each.
fn keys_and_turns() -> (String, String) {
    ((0..KEYS).map(|key| format!("{} ", key as f64 / KEYS as f64)).collect(), "0 0 1 1 ".repeat(KEYS))
}

fn scene_in_vrml() -> Vec<File> {
    let (keys, turns) = keys_and_turns();
    let text = format!(
        "#X3D V3.3 utf8\nHAnimHumanoid {{ skeleton [ DEF J HAnimJoint {{ name \"root\" }} ] joints [ USE J ] }} \
         DEF T TimeSensor {{ }} DEF I OrientationInterpolator {{ key [ {keys} ] keyValue [ {turns} ] }} \
         ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO J.set_rotation"
    );
    one("a.x3dv", text)
}

fn scene_in_json() -> Vec<File> {
    let list = |numbers: String| format!("[{}]", numbers.trim_end().replace(' ', ","));
    let (keys, turns) = keys_and_turns();
    let (keys, turns) = (list(keys), list(turns));
    let text = format!(
        r#"{{"X3D":{{"Scene":{{"-children":[{{"HAnimHumanoid":{{"-skeleton":[{{"HAnimJoint":{{"@DEF":"J","@name":"root"}}}}]}}}},
        {{"TimeSensor":{{"@DEF":"T"}}}},{{"OrientationInterpolator":{{"@DEF":"I","@key":{keys},"@keyValue":{turns}}}}},
        {{"ROUTE":{{"@fromNode":"T","@fromField":"fraction_changed","@toNode":"I","@toField":"set_fraction"}}}},
        {{"ROUTE":{{"@fromNode":"I","@fromField":"value_changed","@toNode":"J","@toField":"set_rotation"}}}}]}}}}}}"#
    );
    one("a.x3dj", text)
}

/// A Motion of one file that plays on the figure of another.
fn motion_on_a_figure() -> Vec<File> {
    let figure = "#X3D V4.0 utf8\nHAnimHumanoid { skeleton [ HAnimJoint { name \"root\" } ] }";
    let text = format!(
        "#X3D V4.0 utf8\nHAnimMotion {{ joints \"root\" channels \"3 Xrotation Yrotation Zrotation\" values [ {} ] }}",
        "0.1 0.2 0.3 ".repeat(KEYS * 4)
    );
    vec![("figure.x3dv".to_owned(), figure.into()), ("a.x3dv".to_owned(), text.into_bytes())]
}

/// A catalogue as text, with many keys that differ from each other.
fn catalogue() -> Vec<File> {
    let text = String::from_utf8(fixture("skel", "catalogue.cmx")).unwrap();
    let counts = format!("\r\n0\r\n{KEYS}\r\n{KEYS}\r\n2\r\nROOT\r\n{KEYS}\r\n");
    let text = text.replacen("\r\n0\r\n3\r\n3\r\n2\r\nROOT\r\n3\r\n", &counts, 1);
    let remarks = "surplus\r\n".repeat(KEYS * 4);
    vec![("wave-keys.cfp".to_owned(), vec![130; KEYS * 7]), ("a.cmx".to_owned(), (text + &remarks).into_bytes())]
}

/// A dictionary with one array, as Python's pickle of a NumPy array has it.
fn pickle() -> Vec<File> {
    const WIDTH: u8 = 72;
    let numbers: Vec<u8> = (0..KEYS * usize::from(WIDTH)).flat_map(|n| (n as f64 * 1e-3).sin().to_le_bytes()).collect();
    let mut bytes = b"\x80\x03}X\x0a\0\0\0smpl_posescnumpy.core.multiarray\n_reconstruct\n".to_vec();
    bytes.extend(b"cnumpy\nndarray\nK\0\x85C\x01b\x87R(K\x01M");
    bytes.extend((KEYS as u16).to_le_bytes());
    bytes.extend([b'K', WIDTH]);
    bytes.extend(b"\x86cnumpy\ndtype\nX\x02\0\0\0f8K\0K\x01\x87R(K\x03X\x01\0\0\0<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb\x89B");
    bytes.extend((numbers.len() as u32).to_le_bytes());
    bytes.extend(numbers);
    bytes.extend(b"tbs.");
    one("a.pkl", bytes)
}

/// A figure with a skin of many triangles.
fn skin() -> Vec<File> {
    let [skeleton, motion] = ["plain.asf", "plain.amc"].map(|name| fixture("acclaim", name));
    let points: String = (0..KEYS * 2).map(|n| format!("v {} {} {}\n", n % 17, n % 13, n % 7)).collect();
    let faces: String = (1..KEYS * 2 - 1).map(|n| format!("f {n} {} {}\n", n + 1, n + 2)).collect();
    let skin = points + "g hip\n" + &faces;
    vec![("a.asf".to_owned(), skeleton), ("a.obj".to_owned(), skin.into_bytes()), ("a.amc".to_owned(), motion)]
}

/// A text file of FBX with a take of many keys.
fn takes() -> Vec<File> {
    let times: Vec<String> = (0..KEYS as u64 * 4).map(|key| (key * 1_539_538_600).to_string()).collect();
    let values: Vec<String> = (0..KEYS * 4).map(|key| format!("{:.4}", (key as f64 * 0.1).sin() * 20.0)).collect();
    let array =
        |name: &str, numbers: &[String]| format!("{name}: *{} {{\na: {}\n}}\n", numbers.len(), numbers.join(","));
    let text = format!(
        "; FBX 7.4.0 project file\nObjects: {{\nModel: 1, \"Model::root\", \"LimbNode\" {{\n}}\nAnimationStack: 2, \"AnimStack::a\", \"\" {{\n}}\n\
         AnimationLayer: 3, \"AnimLayer::\", \"\" {{\n}}\nAnimationCurveNode: 4, \"AnimCurveNode::R\", \"\" {{\n}}\n\
         AnimationCurve: 5, \"AnimCurve::\", \"\" {{\n{}{}}}\n}}\nConnections: {{\nC: \"OO\",1,0\nC: \"OO\",3,2\nC: \"OO\",4,3\n\
         C: \"OP\",4,1,\"Lcl Rotation\"\nC: \"OP\",5,4,\"d|X\"\n}}\n",
        array("KeyTime", &times),
        array("KeyValueFloat", &values)
    );
    one("a.fbx", text)
}

/// Reads a file again and again, and tells each time before which allocation is refused.
fn read_without_memory(which: usize, first: usize) {
    let mut files = sets().swap_remove(which);
    let (name, bytes) = files.pop().unwrap();
    // The files beside it are read, with memory for them, before it.
    let companions = beside(&files, &Limits::default());
    let read = || -> Result<Clip, ParseError> {
        let mut parser = Parser::new(&name, None, Limits::default()).with_companions(companions.clone());
        parser.push(&bytes)?;
        parser.finish()
    };
    let mut whole = None;
    let all = refusing::without(usize::MAX, || whole = Some(read().unwrap()));
    assert!(all > 0, "no allocation is large");
    for number in first..all {
        println!("refuses {number} of {all}");
        std::io::stdout().flush().unwrap();
        refusing::without(number, || {
            match read() {
                Err(refusal) => assert!(refusal.message().contains("memory"), "{refusal}"),
                // What was left out for want of memory is told.
                Ok(clip) if Some(&clip) != whole.as_ref() => {
                    assert!(
                        clip.warnings.iter().any(|warning| warning.message.contains("memory")),
                        "{:?}",
                        clip.warnings
                    );
                }
                Ok(_) => {}
            }
        });
    }
    println!("done");
}

#[test]
fn a_file_without_memory_for_it_is_refused_in_words() {
    if let Ok(which) = std::env::var(READS) {
        let (which, first) = which.split_once(' ').unwrap();
        return read_without_memory(which.parse().unwrap(), first.parse().unwrap());
    }
    let mut aborted = Vec::new();
    for (which, files) in sets().iter().enumerate() {
        let name = files.last().map(|(name, _)| name);
        let mut first = 0;
        loop {
            let mut process = Command::new(std::env::current_exe().unwrap());
            let out = process.arg("--nocapture").env(READS, format!("{which} {first}")).output().unwrap();
            let text = String::from_utf8_lossy(&out.stdout);
            if out.status.success() && text.contains("done") {
                break;
            }
            let last = text.lines().rev().find_map(|line| line.strip_prefix("refuses "));
            let Some(last) = last else { panic!("{name:?}: {text}{}", String::from_utf8_lossy(&out.stderr)) };
            let why = String::from_utf8_lossy(&out.stderr).lines().take(3).collect::<Vec<_>>().join(" ");
            aborted.push(format!("{name:?}, allocation {last}: {why}"));
            first = last.split(' ').next().unwrap().parse::<usize>().unwrap() + 1;
        }
    }
    assert!(aborted.is_empty(), "{}", aborted.join("\n"));
}
