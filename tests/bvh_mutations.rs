//! A hundred thousand damaged files: one byte of a fixture becomes another. Each is read or refused; nothing panics,
//! nothing but finite numbers comes out, and byte by byte gives the same as the whole.

mod support;

use support::{Random, fixtures, parse_in_pieces, parse_whole};

/// Bytes that mean something to a reader: worth more than any byte.
const TELLING: &[u8] = b"{}\n\r \t-+.,eE#/0123456789\0\x1a\xffnN:";

#[test]
fn damaged_files_are_read_or_refused() {
    let fixtures = fixtures("bvh");
    let mut random = Random(0x5EED_0004);
    for round in 0..100_000 {
        let fixture = &fixtures[random.below(fixtures.len())];
        if fixture.bytes.is_empty() {
            continue;
        }
        let mut bytes = fixture.bytes.clone();
        let at = random.below(bytes.len());
        bytes[at] = match random.below(3) {
            0 => TELLING[random.below(TELLING.len())],
            1 => bytes[at] ^ (1 << random.below(8)),
            _ => random.below(256) as u8,
        };
        let whole = parse_whole(&fixture.name, &bytes);
        match &whole {
            Ok(clip) => {
                let motion = &clip.behaviours[0].motion;
                assert!(motion.frame_count() >= 1);
                assert!(motion.rotations().values().iter().all(|q| (q.length() - 1.0).abs() < 1e-3));
                assert!(motion.translations().values().iter().all(|v| v.is_finite()));
            }
            Err(refusal) => assert!(refusal.location().is_some(), "{refusal}"),
        }
        if round % 10 == 0 {
            let parts = parse_in_pieces(&fixture.name, &bytes, || 1 + random.below(40));
            assert!(parts == whole, "{} with byte {at} = {}: {parts:?}\n{whole:?}", fixture.name, bytes[at]);
        }
    }
}
