//! What readers return.

use std::fmt;

/// One label: what a text says about a clip, or about a span of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Label {
    /// The clip as the file names it, with `/` between folders: a path, a file's name or its stem. Empty for a label of all clips in
    /// the file's folder.
    pub path: String,
    /// Where the span begins, in seconds; `None` at the clip's beginning.
    pub start: Option<f64>,
    /// Where the span ends, in seconds, not before `start`; `None` at the clip's end. A label without both holds for the whole clip.
    pub end: Option<f64>,
    /// What it says. May be empty where the row has columns of its own.
    pub text: String,
    /// Columns of one's own with their values, in the order of columns; those without a value are left out.
    pub more: Vec<(usize, String)>,
    /// The line of the file, from 1; of other containers the row.
    pub line: usize,
}

impl Label {
    /// Whether it holds for the whole clip.
    pub fn is_whole(&self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    /// The value of a column of one's own, by its index in [`Labels::columns`]; empty where the row has none.
    pub fn own(&self, column: usize) -> &str {
        self.more.iter().find(|(index, _)| *index == column).map_or("", |(_, value)| value)
    }
}

/// All labels of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Labels {
    /// The file's path, with `/` between folders.
    pub name: String,
    /// The names of the columns of one's own, each different.
    pub columns: Vec<String>,
    /// The labels, in the file's order.
    pub rows: Vec<Label>,
    /// What was not as it should be, in the order in which it was found.
    pub remarks: Vec<Remark>,
    /// How many remarks there were beyond [`Limits::remarks`].
    pub further_remarks: usize,
    /// Whether a label's name belongs to every clip of that name: texts of HumanML3D lie beside several arrays of one motion.
    pub(crate) of_all_namesakes: bool,
}

/// Something in a file that was not as it should be, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1 (of other containers the row); 0 for the whole file.
    pub line: usize,
    /// A sentence without its place: what there is, and what follows.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        place(f, self.line, &self.text)
    }
}

/// Why a file cannot be read as labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The line, from 1; 0 for the whole file.
    pub line: usize,
    /// What was expected, and what to do.
    pub text: String,
}

impl Refusal {
    /// A refusal at a line, from 1, or 0 for the whole file.
    pub(crate) fn new(line: usize, text: impl Into<String>) -> Self {
        Self { line, text: text.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        place(f, self.line, &self.text)
    }
}

impl std::error::Error for Refusal {}

fn place(f: &mut fmt::Formatter<'_>, line: usize, text: &str) -> fmt::Result {
    if line > 0 { write!(f, "line {line}: {text}") } else { f.write_str(text) }
}

/// What is read of a file at most. Whatever is left out is a [`Remark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file: 64 MiB. A longer one is refused.
    pub bytes: usize,
    /// Labels: a million.
    pub rows: usize,
    /// Columns of one's own: 64.
    pub columns: usize,
    /// Values in columns of one's own: four million.
    pub values: usize,
    /// Characters of a text, a path or a value: 10,000.
    pub characters: usize,
    /// Remarks that are kept: 200. The others are counted.
    pub remarks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, rows: 1_000_000, columns: 64, values: 4_000_000, characters: 10_000, remarks: 200 }
    }
}

/// The ending of a path in lower case without the dot, if it is one of those that matter here; else empty.
pub fn ending(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let own = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["csv", "tsv", "tab", "json", "txt"].into_iter().find(|known| known.eq_ignore_ascii_case(own)).unwrap_or("")
}

/// The name without folders and without its last ending.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}
