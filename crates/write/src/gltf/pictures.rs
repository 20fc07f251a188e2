//! Finds the files of a skin's pictures.

use std::borrow::Cow;

/// The file of each picture. A `data:` URL contains the file; other names are looked up in `given`, without folders and case.
pub(super) fn files<'a>(names: &[String], given: &'a [(String, Vec<u8>)]) -> Vec<Option<Cow<'a, [u8]>>> {
    let find = |name: &String| {
        if let Some(data) = name.strip_prefix("data:") {
            let (_, code) = data.split_once(";base64,")?;
            return Some(Cow::Owned(from_base64(code)));
        }
        let found = given.iter().find(|(other, _)| base(other).eq_ignore_ascii_case(base(name)));
        found.map(|(_, bytes)| Cow::Borrowed(bytes.as_slice()))
    };
    names.iter().map(find).collect()
}

/// A file's name without folders.
pub(super) fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Decodes Base64 (RFC 4648), ignoring other characters.
fn from_base64(text: &str) -> Vec<u8> {
    let (mut out, mut bits, mut count) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for digit in text.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::buffer::base64;
    use super::*;

    #[test]
    fn pictures_are_found_by_their_names_or_in_them() {
        let given = [("here/Cloth.PNG".to_owned(), vec![1, 2]), ("other.jpg".to_owned(), vec![3])];
        let bytes: Vec<u8> = (0..=255).collect();
        let mut code = "data:image/png;base64,".to_owned();
        base64(&bytes, &mut code);
        let names = ["textures/cloth.png".to_owned(), "missing.png".to_owned(), code];
        let found = files(&names, &given);
        assert_eq!(found, [Some(Cow::Borrowed(&[1, 2][..])), None, Some(Cow::Owned(bytes))]);
    }
}
