//! Collects labels row by row, with the checks that every source of labels shares.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::columns::{ColumnRole, roles};
use crate::label::{Label, Labels, Limits, Refusal, Remark, stem};
use crate::spans::{Place, place};

/// Labels without a text, and labels that stand in the file twice, are named so often; the others are counted.
const NAMED: usize = 5;

/// A collector of labels. Readers fill it, and programs that read another container, such as Parquet:
///
/// ```
/// use marey_labels::{Limits, Rows};
///
/// let mut rows = Rows::new("labels.parquet", Limits::default());
/// rows.header(&["path", "start", "end", "text", "style"]).unwrap();
/// rows.row(1, &["walk.bvh", "0.5", "2", "a slow step", "old"]);
/// let labels = rows.finish().unwrap();
/// assert_eq!(labels.columns, ["style"]);
/// assert_eq!(labels.rows[0].own(0), "old");
/// ```
#[derive(Debug)]
pub struct Rows {
    labels: Labels,
    limits: Limits,
    /// Of each column of the header its role, and its index among those of one's own.
    roles: Vec<(ColumnRole, Option<usize>)>,
    values: usize,
    /// Labels by their hash, to find those that are there already.
    known: HashMap<u64, usize>,
    /// How many had no text, and how many were there already.
    textless: usize,
    doubled: usize,
    /// Whether a limit has been told.
    told_rows: bool,
    told_values: bool,
    told_columns: bool,
}

impl Rows {
    /// No rows yet, of a file with this path (`/` between folders).
    pub fn new(name: &str, limits: Limits) -> Self {
        let labels = Labels { name: normal(name), ..Labels::default() };
        Self {
            labels,
            limits,
            roles: Vec::new(),
            values: 0,
            known: HashMap::new(),
            textless: 0,
            doubled: 0,
            told_rows: false,
            told_values: false,
            told_columns: false,
        }
    }

    /// The names of the columns, in any case. Those named `path`, `start`, `end` and `text`, or one
    /// of their usual synonyms, have a meaning; all others are columns of one's own. Where no column names a clip, all rows belong to the clip with the
    /// file's name.
    ///
    /// # Errors
    /// When no column names a clip and none has texts: this is no table of labels.
    pub fn header(&mut self, names: &[&str]) -> Result<(), Refusal> {
        let roles = roles(names.iter().copied());
        if !roles.contains(&ColumnRole::Path) && !roles.contains(&ColumnRole::Text) {
            return Err(Refusal::new(
                1,
                "no column has paths of clips: name one `path`, and others `start`, `end` and `text`",
            ));
        }
        self.roles = roles
            .into_iter()
            .zip(names)
            .map(|(role, name)| (role, (role == ColumnRole::Own).then(|| self.own_column(name)).flatten()))
            .collect();
        Ok(())
    }

    /// Adds a row, with the fields of the header's columns in their order; missing ones are empty. `line` is its line or its row, from 1.
    pub fn row(&mut self, line: usize, fields: &[&str]) {
        let field = |wanted: ColumnRole| {
            let at = self.roles.iter().position(|(role, _)| *role == wanted)?;
            Some(fields.get(at).copied().unwrap_or_default())
        };
        let own_name = stem(&self.labels.name).to_owned();
        let path = field(ColumnRole::Path).unwrap_or(&own_name).to_owned();
        let text = field(ColumnRole::Text).unwrap_or_default();
        let (start, end) = (field(ColumnRole::Start).unwrap_or_default(), field(ColumnRole::End).unwrap_or_default());
        let more: Vec<(usize, String)> = self
            .roles
            .iter()
            .zip(fields)
            .filter_map(|((_, own), value)| {
                Some(((*own)?, value.trim().to_owned())).filter(|(_, value)| !value.is_empty())
            })
            .collect();
        let (place, wrong) = place(start, end);
        for sentence in wrong {
            self.remark(line, sentence);
        }
        if normal(&path).is_empty() {
            self.remark(line, "no clip is named: the label is left out".to_owned());
            return;
        }
        if let Some(place) = place {
            self.label(line, &path, place, text, more);
        }
    }

    /// Adds a label, unless it says nothing or is there already. An empty path means all clips in the file's folder.
    pub(crate) fn label(&mut self, line: usize, path: &str, place: Place, text: &str, more: Vec<(usize, String)>) {
        if self.labels.rows.len() >= self.limits.rows {
            if !std::mem::replace(&mut self.told_rows, true) {
                self.remark(line, format!("there are more than {} labels: the rest is not read", self.limits.rows));
            }
            return;
        }
        if text.trim().is_empty() && more.is_empty() {
            self.textless += 1;
            if self.textless <= NAMED {
                self.remark(line, "has no text: it is no label".to_owned());
            }
            return;
        }
        let mut kept = Vec::with_capacity(more.len());
        for (column, value) in more {
            if self.values >= self.limits.values {
                if !std::mem::replace(&mut self.told_values, true) {
                    let most = self.limits.values;
                    self.remark(
                        line,
                        format!("there are more than {most} values in columns of your own: the rest is left out"),
                    );
                }
                break;
            }
            self.values += 1;
            kept.push((column, self.cut(line, &value)));
        }
        let (path, text) = (self.cut(line, &normal(path)), self.cut(line, text.trim()));
        let label = Label { path, start: place.start, end: place.end, text, more: kept, line };
        match self.before(&label) {
            None => self.labels.rows.push(label),
            Some(first) => {
                self.doubled += 1;
                if self.doubled <= NAMED {
                    self.remark(line, format!("says the same as line {first}: it counts once"));
                }
            }
        }
    }

    /// The line of the label that says the same of the same span; `None` for the first one, which is noted.
    fn before(&mut self, label: &Label) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        let times = [label.start, label.end].map(|time| time.map(f64::to_bits));
        (&label.path, times, &label.text, &label.more).hash(&mut hasher);
        let at = *self.known.entry(hasher.finish()).or_insert(self.labels.rows.len());
        let first = self.labels.rows.get(at)?;
        (*first == Label { line: first.line, ..label.clone() }).then_some(first.line)
    }

    /// The index of a column of one's own, which is added if it is new; `None` beyond the limit.
    pub(crate) fn own_column(&mut self, name: &str) -> Option<usize> {
        let name = self.cut(1, name.trim());
        if let Some(at) = self.labels.columns.iter().position(|known| *known == name) {
            return Some(at);
        }
        if self.labels.columns.len() >= self.limits.columns {
            if !std::mem::replace(&mut self.told_columns, true) {
                let most = self.limits.columns;
                self.remark(1, format!("there are more than {most} columns of your own: the rest is left out"));
            }
            return None;
        }
        // A column without a name is left out: nothing could be said about it.
        (!name.is_empty()).then(|| {
            self.labels.columns.push(name);
            self.labels.columns.len() - 1
        })
    }

    /// Notes what was not as it should be.
    pub(crate) fn remark(&mut self, line: usize, text: String) {
        if self.labels.remarks.len() < self.limits.remarks {
            self.labels.remarks.push(Remark { line, text });
        } else {
            self.labels.further_remarks += 1;
        }
    }

    /// Every clip of a label's name is meant.
    pub(crate) fn of_all_namesakes(&mut self) {
        self.labels.of_all_namesakes = true;
    }

    /// Whether no more labels are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.told_rows
    }

    /// The file's own path.
    pub(crate) fn name(&self) -> &str {
        &self.labels.name
    }

    /// How many labels there are.
    pub(crate) fn len(&self) -> usize {
        self.labels.rows.len()
    }

    /// Forgets all labels and remarks so far.
    pub(crate) fn clear(&mut self) {
        let name = std::mem::take(&mut self.labels.name);
        *self = Self::new(&name, self.limits);
    }

    fn cut(&mut self, line: usize, text: &str) -> String {
        match text.char_indices().nth(self.limits.characters) {
            Some((at, _)) => {
                self.remark(line, format!("a text has more than {} characters: cut there", self.limits.characters));
                format!("{}…", text.get(..at).unwrap_or_default())
            }
            None => text.to_owned(),
        }
    }

    /// All labels.
    ///
    /// # Errors
    /// When there is none.
    pub fn finish(mut self) -> Result<Labels, Refusal> {
        if let Some(further @ 1..) = self.textless.checked_sub(NAMED) {
            self.remark(0, format!("{further} more have no text, and are no labels"));
        }
        if let Some(further @ 1..) = self.doubled.checked_sub(NAMED) {
            self.remark(0, format!("{further} more say the same as others before them, and count once"));
        }
        if self.labels.rows.is_empty() {
            let first = self.labels.remarks.first().filter(|remark| remark.line > 0);
            return Err(match first {
                Some(remark) => Refusal::new(remark.line, remark.text.clone()),
                None => Refusal::new(0, "there is no label in it"),
            });
        }
        Ok(self.labels)
    }
}

/// A path with `/` between folders, without blanks around it and `./` or `/` before it.
pub fn normal(path: &str) -> String {
    let mut path = path.trim().replace('\\', "/");
    while let Some(rest) = path.strip_prefix("./").or_else(|| path.strip_prefix('/')) {
        path = rest.to_owned();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(limits: Limits, header: &[&str], lines: &[&[&str]]) -> Labels {
        let mut rows = Rows::new("folder/walk.csv", limits);
        rows.header(header).unwrap();
        for (index, line) in lines.iter().enumerate() {
            rows.row(index + 2, line);
        }
        rows.finish().unwrap()
    }

    #[test]
    fn columns_of_ones_own_keep_their_names_and_values() {
        let labels = rows(Limits::default(), &["path", "Style", "text", "", "actor"], &[&["a", "old", "x", "?", ""]]);
        assert_eq!(labels.columns, ["Style", "actor"]);
        assert_eq!(labels.rows[0].more, [(0, "old".to_owned())]);
    }

    #[test]
    fn a_table_without_paths_belongs_to_the_clip_of_its_name() {
        let labels = rows(Limits::default(), &["start", "end", "text"], &[&["0", "1", "x"]]);
        assert_eq!(labels.rows[0].path, "walk");
    }

    #[test]
    fn a_row_without_a_clip_is_told() {
        let labels = rows(Limits::default(), &["path", "text"], &[&["", "x"], &["a", "y"], &["a"]]);
        assert_eq!(labels.remarks[0].to_string(), "line 2: no clip is named: the label is left out");
        assert_eq!(labels.rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["y"]);
    }

    #[test]
    fn a_row_without_a_text_is_no_label_unless_a_column_of_ones_own_says_something() {
        let header = ["path", "text", "style"];
        let labels = rows(Limits::default(), &header, &[&["a", " ", "old"], &["a", " ", ""], &["b"]]);
        assert_eq!(labels.rows.len(), 1);
        let told: Vec<String> = labels.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["line 3: has no text: it is no label", "line 4: has no text: it is no label"]);
        let line: &[&str] = &["a"];
        let labels = rows(Limits::default(), &header, &[&[line; 8], &[&["a", "x"] as &[&str]] as &[_]].concat());
        assert_eq!(labels.remarks.len(), NAMED + 1);
        assert_eq!(labels.remarks[NAMED].to_string(), "3 more have no text, and are no labels");
    }

    #[test]
    fn the_same_label_counts_once() {
        let header = ["path", "start", "end", "text", "style"];
        let all: [&[&str]; 5] = [
            &["a", "0", "1", "x", "old"],
            &["./a", "0.0", "1 s", " x ", "old"],
            &["a", "0", "2", "x", "old"],
            &["a", "0", "1", "x", "new"],
            &["b", "0", "1", "x", "old"],
        ];
        let labels = rows(Limits::default(), &header, &all);
        assert_eq!(labels.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 4, 5, 6]);
        assert_eq!(labels.remarks[0].to_string(), "line 3: says the same as line 2: it counts once");
        let labels = rows(Limits::default(), &header, &[all[0]; 9]);
        assert_eq!(labels.remarks.last().unwrap().text, "3 more say the same as others before them, and count once");
    }

    #[test]
    fn what_is_beyond_a_limit_is_told_once() {
        let limits = Limits { rows: 2, columns: 1, values: 1, characters: 3, ..Limits::default() };
        let lines: Vec<[&str; 4]> = ["a", "b", "c", "d", "e"].map(|path| [path, "x", "y", "abcdef"]).to_vec();
        let lines: Vec<&[&str]> = lines.iter().map(|line| line.as_slice()).collect();
        let labels = rows(limits, &["path", "u", "v", "text"], &lines);
        assert_eq!((labels.rows.len(), labels.columns.len()), (2, 1));
        assert_eq!(labels.rows[0].text, "abc…");
        let texts: Vec<&str> = labels.remarks.iter().map(|remark| remark.text.as_str()).collect();
        assert_eq!(texts.iter().filter(|text| text.contains("more than 2 labels")).count(), 1);
        assert_eq!(texts.iter().filter(|text| text.contains("values in columns")).count(), 1);
        assert_eq!(texts.iter().filter(|text| text.contains("more than 1 columns")).count(), 1);
    }

    #[test]
    fn remarks_beyond_the_limit_are_counted() {
        let limits = Limits { remarks: 1, ..Limits::default() };
        let lines: [&[&str]; 4] = [&["a", "?", "x"], &["b", "?", "x"], &["c", "?", "x"], &["d", "?", "x"]];
        let labels = rows(limits, &["path", "start", "text"], &lines);
        assert_eq!((labels.remarks.len(), labels.further_remarks, labels.rows.len()), (1, 3, 4));
    }
}
