//! A download that breaks off anywhere: a clip, or a refusal that names a place. Never a panic.

mod support;

use support::{fixtures, parse_whole, positions};

#[test]
fn every_prefix_of_every_fixture_is_read_or_refused_with_a_place() {
    for fixture in fixtures("bvh") {
        for length in 0..fixture.bytes.len() {
            match parse_whole(&fixture.name, &fixture.bytes[..length]) {
                Ok(clip) => {
                    let frames = clip.behaviours[0].motion.frame_count();
                    assert!(positions(&clip, Some(frames - 1)).iter().flatten().all(|value| value.is_finite()));
                    assert!(clip.warnings.iter().all(|warning| warning.location.is_some()));
                }
                Err(refusal) => {
                    let place = refusal.location().unwrap_or_else(|| panic!("{}: {refusal}", fixture.name));
                    // Half of a UTF-16 unit counts as one.
                    assert!(place.byte as usize <= length + 1, "{}[..{length}]: {place:?}", fixture.name);
                    assert!(!refusal.message().is_empty());
                }
            }
        }
    }
}
