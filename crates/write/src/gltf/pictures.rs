//! Finds the files of a skin's pictures.

use std::borrow::Cow;

use marey::codes::from_base64;

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

#[cfg(test)]
mod tests {
    use marey::codes::base64;

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
