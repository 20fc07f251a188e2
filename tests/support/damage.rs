//! Damages bytes at random.

use super::Random;

/// Bytes with a meaning in some format, which are tried more often than others.
const TELLING: &[u8] = b"{}[]()<>/\"'=&:;,#@-+._*\n\r \t0123456789eEnNiIlrxyzU\x00\x01\x1a\x7f\x80\xfe\xff";

pub fn damage(bytes: &mut Vec<u8>, random: &mut Random) -> String {
    let mut what = String::new();
    for _ in 0..1 + random.below(2) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        bytes[at] = match random.below(3) {
            0 => TELLING[random.below(TELLING.len())],
            1 => bytes[at] ^ (1 << random.below(8)),
            _ => random.below(256) as u8,
        };
        what += &format!("with byte {at} = {} ", bytes[at]);
    }
    let (a, b) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
    let part = a.min(b)..a.max(b);
    match random.below(8) {
        0 => {
            what += &format!("with {part:?} twice");
            let copied = bytes[part.clone()].to_vec();
            bytes.splice(part.start..part.start, copied);
        }
        1 => {
            what += &format!("without {part:?}");
            bytes.drain(part);
        }
        _ => {}
    }
    what
}
