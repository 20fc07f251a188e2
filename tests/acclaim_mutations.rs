//! Ten thousand damaged files: one byte of a skeleton, a motion or a skin becomes another. Each is read or
//! refused; nothing panics, nothing but finite numbers comes out, and pieces give the same as the whole.
#![cfg(feature = "acclaim")]

mod support;

use support::Random;
use support::acclaim::{cases, check_sound, companions, read, read_in_pieces};

/// Bytes that mean something to a reader: worth more than any byte.
const TELLING: &[u8] = b":#()\n\r \t-+.,eE\"/0123456789\0\x1a\xffnNiIlrxyz";

#[test]
fn damaged_files_are_read_or_refused() {
    let cases = cases();
    let mut random = Random(0x5EED_0014);
    for round in 0..10_000 {
        let case = &cases[random.below(cases.len())];
        let mut files = case.files.clone();
        let which = random.below(files.len());
        let damaged = &mut files[which].1;
        for _ in 0..1 + random.below(2) {
            if damaged.is_empty() {
                continue;
            }
            let at = random.below(damaged.len());
            damaged[at] = match random.below(3) {
                0 => TELLING[random.below(TELLING.len())],
                1 => damaged[at] ^ (1 << random.below(8)),
                _ => random.below(256) as u8,
            };
        }
        let Some(((name, bytes), others)) = files.split_last() else { continue };
        let companions = companions(others);
        let whole = read(&companions, name, bytes);
        match &whole {
            Ok(clip) => check_sound(clip),
            Err(refusal) => assert!(refusal.location().is_some(), "{}: {refusal}", case.name),
        }
        if round % 10 == 0 {
            let parts = read_in_pieces(&companions, name, bytes, || 1 + random.below(40));
            assert!(parts == whole, "{} damaged: {parts:?}\n{whole:?}", case.name);
        }
    }
}
