//! One file per quirk: what comes out of it, and what is said about it. `tests/fixtures/README.md` tells how the
//! expected results were made.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod support;

use support::{Fixture, difference, facts, fixtures, parse_whole, positions};

fn check(fixture: &Fixture) -> Result<(), String> {
    let parsed = parse_whole(&fixture.name, &fixture.bytes);
    if fixture.name.starts_with("x_") {
        let refusal = parsed.err().ok_or("expected a refusal")?.to_string();
        return if refusal == fixture.golden.trim_end() { Ok(()) } else { Err(format!("refused with {refusal}")) };
    }
    let clip = parsed.map_err(|refusal| format!("refused: {refusal}"))?;
    let (expected, poses) = fixture.golden.split_once("pose ").ok_or("the golden file has no pose")?;
    let found = facts(&clip);
    if found != expected {
        return Err(format!("found\n{found}\nexpected\n{expected}\nwarnings {:#?}", clip.warnings));
    }
    for pose in poses.split("pose ") {
        let (frame, lines) = pose.split_once('\n').ok_or("a pose without positions")?;
        let numbers = |line: &str| {
            let list: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            [list[0], list[1], list[2]]
        };
        let expected: Vec<[f64; 3]> = lines.lines().map(numbers).collect();
        let difference = difference(&positions(&clip, frame.parse().ok()), &expected);
        if difference > 2e-6 {
            return Err(format!("pose {frame} is off by {difference}"));
        }
    }
    Ok(())
}

#[test]
fn every_fixture_gives_what_its_golden_file_says() {
    let fixtures = fixtures("bvh");
    assert!(fixtures.len() > 100, "fixtures are missing");
    let failures: Vec<String> = fixtures
        .iter()
        .filter_map(|fixture| check(fixture).err().map(|why| format!("{}: {why}", fixture.name)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
