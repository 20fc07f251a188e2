//! URIs: the name of the file that one is for, and the bytes that a `data:` URI holds.

use super::problem::Problem;
use crate::codes::add_from_base64;

/// The bytes of a `data:` URI without that word (RFC 2397).
pub(super) fn data_bytes(data: &str) -> Result<Vec<u8>, Problem> {
    let (head, body) = data.split_once(',').unwrap_or(("", data));
    let mut bytes = Vec::new();
    if head.ends_with(";base64") {
        bytes.try_reserve_exact(body.len() / 4 * 3 + 3).map_err(|_| Problem::no_memory())?;
        add_from_base64(body, &mut bytes);
    } else {
        bytes.try_reserve_exact(body.len()).map_err(|_| Problem::no_memory())?;
        add_decoded(body, &mut bytes);
    }
    Ok(bytes)
}

/// The name of the file that a URI is for: decoded, without folders.
pub(super) fn file_name(uri: &str) -> String {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut bytes = Vec::with_capacity(last.len());
    add_decoded(last, &mut bytes);
    let decoded = String::from_utf8_lossy(&bytes).into_owned();
    // A coded slash must not lead into a folder either.
    decoded.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// Appends a text with its `%41` decoded.
fn add_decoded(text: &str, out: &mut Vec<u8>) {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let mut rest = text.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match (byte, digit(rest.first()), digit(rest.get(1))) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = rest.get(2..).unwrap_or_default();
            }
            _ => out.push(*byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded_and_without_folders() {
        for (uri, name) in [
            ("a/b%20c.bin?x#y", "b c.bin"),
            ("derived%20100%25.bin", "derived 100%.bin"),
            ("100%.bin", "100%.bin"),
            ("..%2F..%2Fetc%2fpasswd", "passwd"),
            ("%C3%A9.bin", "\u{e9}.bin"),
        ] {
            assert_eq!(file_name(uri), name);
        }
    }

    #[test]
    fn data_is_in_base64_or_percent_coded() {
        assert_eq!(data_bytes("application/octet-stream;base64,AQID").unwrap(), [1, 2, 3]);
        assert_eq!(data_bytes(",a%00b").unwrap(), b"a\0b");
    }
}
