//! One case per quirk: what comes out of its files, and what is said about them. Positions were worked out by
//! `tests/fixtures/acclaim/oracle.py`, places counted by hand.
#![cfg(feature = "acclaim")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod support;

use support::acclaim::{Case, cases, check_sound, facts};
use support::{difference, positions};

/// Whether two lines say the same: numbers may differ in their last digits.
fn same(found: &str, expected: &str) -> bool {
    let (found, expected): (Vec<&str>, Vec<&str>) = (found.split(' ').collect(), expected.split(' ').collect());
    let close = |(a, b): (&&str, &&str)| {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 * b.abs().max(0.01);
        a == b || matches!((a.parse(), b.parse()), (Ok(a), Ok(b)) if near(a, b))
    };
    found.len() == expected.len() && found.iter().zip(&expected).all(close)
}

fn check(case: &Case) -> Result<(), String> {
    if let Some(expected) = case.golden.strip_prefix("refusal ") {
        let refusal = case.read().err().ok_or("expected a refusal")?;
        let found = format!("{} {refusal}", refusal.file());
        let (found, expected) = (found.trim_start(), expected.trim_end());
        return if found == expected { Ok(()) } else { Err(format!("refused with {found}\nexpected     {expected}")) };
    }
    let clip = case.read().map_err(|refusal| format!("refused: {} {refusal}", refusal.file()))?;
    check_sound(&clip);
    let (expected, poses) = case.golden.split_once("pose ").ok_or("the golden file has no pose")?;
    let found = facts(&clip, &case.golden);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (found_lines, expected_lines) = (lines(&found), lines(expected));
    if found_lines.len() != expected_lines.len() || !found_lines.iter().zip(&expected_lines).all(|(a, b)| same(a, b)) {
        let warnings: Vec<_> = clip.warnings.iter().map(|warning| &warning.message).collect();
        return Err(format!("found\n{found}\nexpected\n{expected}\nwarnings {warnings:#?}"));
    }
    // Neither file says how fast the frames follow each other.
    assert_eq!(clip.behaviours[0].motion.frame_time(), 1.0 / 120.0);
    assert!(!clip.source.rate_stated);
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
fn every_case_gives_what_its_golden_file_says() {
    let failures: Vec<String> =
        cases().iter().filter_map(|case| check(case).err().map(|why| format!("{}: {why}", case.name))).collect();
    assert!(failures.is_empty(), "{} cases:\n{}", failures.len(), failures.join("\n\n"));
}
