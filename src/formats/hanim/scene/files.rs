//! The text of a file, followed by the texts of the companion files that its Inlines name.

use super::encoding::SceneEncoding;
use super::node::OtherText;

/// Most files that Inlines name, however many companions there are.
const MOST_FILES: usize = 100;

/// A companion file that an Inline names.
#[derive(Debug)]
pub(in crate::formats::hanim) struct InlineFile {
    /// In lower case, without folders.
    name: String,
    pub(super) encoding: SceneEncoding,
    /// Its range in the joined text.
    pub(super) start: usize,
    pub(super) end: usize,
    is_itself: bool,
}

/// The range of each file in the joined text.
#[derive(Debug, Default)]
pub(in crate::formats::hanim) struct SceneFiles {
    /// End of the text of the file that is read.
    end: usize,
    pub(super) beside: Vec<InlineFile>,
}

impl SceneFiles {
    pub(in crate::formats::hanim) fn alone(text: &str) -> Self {
        Self { end: text.len(), beside: Vec::new() }
    }

    /// Appends to a text the files that it names, and those that they name. `beside`: names, encodings and texts.
    pub(in crate::formats::hanim) fn collect<'a>(
        text: &mut String,
        most: usize,
        beside: impl Iterator<Item = (&'a str, SceneEncoding, &'a [u8])>,
    ) -> Self {
        let mut files = Self::alone(text);
        if !text.contains("Inline") {
            return files;
        }
        let mut left: Vec<_> = beside.map(|(name, encoding, bytes)| (last_part(name), encoding, bytes)).collect();
        // The ranges to search for names; each text is searched once.
        let mut unsearched = vec![(0, text.len())];
        while let Some((start, end)) = unsearched.pop() {
            let letters = text.get(start..end).unwrap_or_default().to_ascii_lowercase();
            let mut at = 0;
            while let Some((name, encoding, bytes)) = left.get(at).cloned() {
                let is_named = letters.contains(&name) || letters.contains(&name.replace(' ', "%20"));
                let has_room = files.beside.len() < MOST_FILES && text.len() + bytes.len() < most;
                if !is_named || !has_room {
                    at += 1;
                    continue;
                }
                left.swap_remove(at);
                let Ok(other) = std::str::from_utf8(bytes) else { continue };
                let is_itself = text.get(..files.end) == Some(other);
                text.push('\n');
                let start = text.len();
                text.push_str(other);
                files.beside.push(InlineFile { name, encoding, start, end: text.len(), is_itself });
                unsearched.push((start, text.len()));
            }
        }
        files
    }

    pub(in crate::formats::hanim) fn end(&self) -> usize {
        self.end
    }

    /// The texts of the other files, in their order. Their units are not known before they are read.
    pub(super) fn others(&self) -> Vec<OtherText> {
        let other = |file: &InlineFile| OtherText { start: file.start as u32, encoding: file.encoding, radians: 1.0 };
        self.beside.iter().map(other).collect()
    }

    /// The first file that one of the URLs names.
    pub(super) fn find(&self, urls: &[String]) -> Option<usize> {
        urls.iter().find_map(|url| {
            let name = last_part(url.split(['#', '?']).next().unwrap_or_default()).replace("%20", " ");
            self.beside.iter().position(|file| file.name == name)
        })
    }

    pub(super) fn is_itself(&self, index: usize) -> bool {
        self.beside.get(index).is_some_and(|file| file.is_itself)
    }
}

/// The name of a file without its folders, in lower case.
fn last_part(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase()
}
