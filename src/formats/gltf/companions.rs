//! Companion files: the `.bin` files of buffers.

use std::sync::Arc;

use super::json;
use super::uris::file_name;
use crate::error::Limits;

/// Files beside a scene. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct GltfCompanions {
    bins: Vec<(String, Arc<[u8]>)>,
}

impl GltfCompanions {
    /// Adds the bytes of a buffer, replacing a file of the same name.
    pub(super) fn add(&mut self, file: &str, bytes: &[u8], limits: &Limits) {
        if bytes.len() as u64 <= limits.input_bytes {
            self.bins.retain(|(known, _)| known != file);
            self.bins.push((file.to_owned(), bytes.into()));
        }
    }

    /// The file of that name, in any folder and in any case. Of several the one of that size, else the first.
    pub(super) fn find(&self, name: &str, size: Option<usize>) -> Option<&[u8]> {
        let base = |file: &str| file.rsplit(['/', '\\']).next().is_some_and(|base| base.eq_ignore_ascii_case(name));
        let mut same = self.bins.iter().filter(|(file, _)| base(file)).map(|(_, bytes)| &**bytes);
        same.clone().find(|bytes| Some(bytes.len()) == size).or_else(|| same.next())
    }

    pub(super) fn bytes(&self) -> usize {
        self.bins.iter().map(|(_, bytes)| bytes.len()).sum()
    }
}

/// Names of the files with the buffers of a `.gltf`, without folders; empty if it cannot be read.
pub(super) fn named_files(text: &[u8]) -> Vec<String> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let Ok(root) = json::read(text, &[]) else { return Vec::new() };
    let uris = root.list("buffers").iter().filter_map(|buffer| buffer.text("uri"));
    uris.filter(|uri| !uri.starts_with("data:")).map(file_name).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_then_by_size() {
        let mut companions = GltfCompanions::default();
        let limits = Limits::default();
        companions.add("a/Walk.bin", &[1], &limits);
        companions.add("b\\walk.BIN", &[2, 2], &limits);
        assert_eq!(companions.find("walk.bin", Some(2)), Some(&[2, 2][..]));
        assert_eq!((companions.find("walk.bin", None), companions.find("run.bin", None)), (Some(&[1][..]), None));
        assert_eq!(companions.bytes(), 3);
    }

    #[test]
    fn a_scene_names_its_files() {
        let text = b"\xEF\xBB\xBF{\"buffers\":[{\"uri\":\"x/my%20walk.bin\"},{\"uri\":\"data:,\"},{}]}";
        assert_eq!(named_files(text), ["my walk.bin"]);
        assert_eq!(named_files(b"{"), [""; 0]);
    }
}
