//! The header around the packed motion: version, length and checksum reveal a cut or changed link before anything is
//! decoded.
//!
//! ```text
//! version u8 (1)   length of the payload, LEB128   CRC-24 of version, length and payload, highest byte first   payload
//! ```

use super::damage::Damage;

pub(super) const VERSION: u8 = 1;

pub(super) fn wrap(version: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![version];
    let mut rest = payload.len() as u64;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    let check = crc(crc(CRC_START, &bytes), payload);
    bytes.extend_from_slice(check.to_be_bytes().get(1..).unwrap_or_default());
    bytes.extend_from_slice(payload);
    bytes
}

/// Checks the header and returns the payload, of `most` bytes at most, and the bytes behind it.
pub(super) fn unwrap(bytes: &[u8], version: u8, most: u64) -> Result<(&[u8], &[u8]), Damage> {
    match bytes.first() {
        None => return Err(Damage::Empty),
        Some(own) if *own == version => {}
        // Version 0 was never written; a first byte from 32 on is more likely foreign data than a later version.
        Some(&newer @ 2..32) => return Err(Damage::NewerVersion(newer)),
        Some(_) => return Err(Damage::UnknownFormat),
    }
    let (mut length, mut at) = (0u64, 1);
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(at).ok_or(Damage::Truncated(0, 1))?;
        at += 1;
        length |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    if length > most {
        return Err(Damage::TooLarge("bytes", most));
    }
    let (head, rest) = bytes.split_at_checked(at).ok_or(Damage::Empty)?;
    let (check, rest) = rest.split_at_checked(3).ok_or(Damage::Truncated(0, 1))?;
    let size = usize::try_from(length).map_err(|_| Damage::TooLarge("bytes", most))?;
    let (payload, behind) = rest.split_at_checked(size).ok_or(Damage::Truncated(rest.len() as u64, length))?;
    let known = crc(crc(CRC_START, head), payload);
    if known.to_be_bytes().get(1..) == Some(check) { Ok((payload, behind)) } else { Err(Damage::Checksum) }
}

/// Initial value of OpenPGP's CRC-24 (RFC 4880, section 6.1).
const CRC_START: u32 = 0x00B7_04CE;
const CRC_TABLE: [u32; 256] = crc_table();

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = (byte as u32) << 16;
        let mut bit = 0;
        while bit < 8 {
            crc <<= 1;
            if crc & 0x0100_0000 != 0 {
                crc ^= 0x0186_4CFB;
            }
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

fn crc(start: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(start, |crc, byte| {
        let index = crc >> 16 & 0xFF ^ u32::from(*byte);
        (crc << 8 ^ CRC_TABLE[(index & 0xFF) as usize]) & 0x00FF_FFFF
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_openpgps() {
        assert_eq!(crc(CRC_START, b"123456789"), 0x0021_CF02);
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_detected() {
        let payload: Vec<u8> = (0..200).map(|byte: u8| byte.wrapping_mul(77)).collect();
        let whole = wrap(VERSION, &payload);
        assert_eq!(unwrap(&whole, VERSION, 1000), Ok((&*payload, &[][..])));
        assert_eq!(
            unwrap(&[&whole[..], b"?"].concat(), VERSION, 1000),
            Ok((&*payload, &b"?"[..])),
            "what follows is apart"
        );
        for end in 0..whole.len() {
            let refusal = unwrap(&whole[..end], VERSION, 1000).unwrap_err();
            assert!(matches!(refusal, Damage::Truncated(..) | Damage::Empty), "{end}: {refusal:?}");
        }
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(unwrap(&flipped, VERSION, 1000).is_err(), "{bit}");
        }
        assert_eq!(unwrap(&[2, 0], VERSION, 1000), Err(Damage::NewerVersion(2)));
        assert_eq!(unwrap(&whole, VERSION, 100), Err(Damage::TooLarge("bytes", 100)));
    }
}
