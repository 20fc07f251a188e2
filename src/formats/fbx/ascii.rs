//! The records of a text file: `Name: 1, "text", *2 { a: 1,2 } { records }`, with comments from `;` to the end of the line.

use super::problem::Problem;
use super::tree::{DEEPEST, Keep, Record, Tree};
use super::values::{Encoding, blanks, word};
use crate::formats::reading::text::{Quoted, too_early};

/// The version that a text file states: in its first comment, or in its header.
pub(super) fn version(file: &[u8]) -> Option<u32> {
    let head = file.get(..2_048).unwrap_or(file);
    let after = |mark: &[u8]| {
        let at = head.windows(mark.len()).position(|here| here == mark)?;
        head.get(at + mark.len()..)
    };
    let number = |text: &[u8]| {
        let text = text.trim_ascii_start();
        let digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
        std::str::from_utf8(text.get(..digits)?).ok()?.parse::<u32>().ok()
    };
    if let Some(version) = after(b"FBXVersion:").and_then(number) {
        return Some(version);
    }
    let text = after(b"; FBX ")?;
    let digits: Vec<u8> = text.iter().copied().take(5).filter(u8::is_ascii_digit).collect();
    number(&digits).map(|version| version * 10)
}

struct Cursor<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a [u8] {
        self.file.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.at += blanks(self.rest());
    }

    /// The next byte that is neither blank nor in a comment.
    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.rest().first().copied()
    }

    fn cut(&self, expected: &str) -> Problem {
        Problem::syntax("fbx.cut", self.file.len(), too_early(expected))
    }

    /// Moves behind the quote at the end of a text, which begins here.
    fn skip_text(&mut self) -> Result<(), Problem> {
        let inside = self.rest().get(1..).unwrap_or_default();
        let length = inside.iter().position(|byte| *byte == b'"').ok_or_else(|| self.cut("`\"`"))?;
        self.at += length + 2;
        Ok(())
    }

    /// Length of the name of a record that begins here, if one does: a word with a colon.
    fn name(&self) -> Option<usize> {
        let rest = self.rest();
        let length = word(rest);
        let is_name = length > 0 && rest.get(length + blanks(rest.get(length..)?)) == Some(&b':');
        is_name.then_some(length)
    }

    /// Moves behind the values of a record.
    fn skip_values(&mut self) -> Result<(), Problem> {
        loop {
            match self.peek() {
                None | Some(b'{' | b'}') => return Ok(()),
                Some(b',') => {
                    self.at += 1;
                    continue;
                }
                Some(b'"') => self.skip_text()?,
                Some(b'*') => {
                    // An array: its records are one list of numbers.
                    let end = self.rest().iter().position(|byte| *byte == b'}');
                    self.at += end.ok_or_else(|| self.cut("`}` behind an array"))? + 1;
                }
                Some(_) if self.name().is_some() => return Ok(()),
                Some(_) => self.at += word(self.rest()).max(1),
            }
            // A value without a comma behind it is the last one.
            let end = self.at;
            if self.peek() != Some(b',') {
                self.at = end;
                return Ok(());
            }
        }
    }

    /// Moves behind the brace that closes the one here.
    fn skip_records(&mut self) -> Result<(), Problem> {
        let mut depth = 0_usize;
        loop {
            match self.peek().ok_or_else(|| self.cut("`}`"))? {
                b'{' => depth += 1,
                b'}' if depth == 1 => {
                    self.at += 1;
                    return Ok(());
                }
                b'}' => depth -= 1,
                b'"' => {
                    self.skip_text()?;
                    continue;
                }
                _ => {
                    self.at += word(self.rest()).max(1);
                    continue;
                }
            }
            if depth > DEEPEST {
                let message = format!("expected records no more than {DEEPEST} deep");
                return Err(Problem::limit("fbx.too-deep", self.at, message));
            }
            self.at += 1;
        }
    }
}

/// Reads the records that are kept.
pub(super) fn read(file: &[u8]) -> Result<Tree<'_>, Problem> {
    let start = if file.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut tree = Tree::new(Encoding::Ascii);
    let mut cursor = Cursor { file, at: start };
    while let Some(byte) = cursor.peek() {
        if byte == b'}' && tree.depth() > 0 {
            tree.close();
            cursor.at += 1;
            continue;
        }
        let at = cursor.at;
        let Some(length) = cursor.name() else {
            let found = cursor.rest().split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
            let message = format!("expected a record (`Name:`), found `{}`", Quoted(found));
            return Err(Problem::syntax("fbx.syntax", at, message));
        };
        let name = cursor.rest().get(..length).unwrap_or_default();
        cursor.at += length;
        cursor.skip_blanks();
        cursor.at += 1;
        cursor.skip_blanks();
        let values_at = cursor.at;
        cursor.skip_values()?;
        let values = file.get(values_at..cursor.at).unwrap_or_default();
        let keep = tree.keeps(name);
        if keep != Keep::Nothing {
            tree.add(Record::new(name, at, values, values_at))?;
        }
        if cursor.peek() == Some(b'{') {
            if keep == Keep::All {
                tree.open()?;
                cursor.at += 1;
            } else {
                cursor.skip_records()?;
            }
        }
    }
    if tree.depth() > 0 {
        return Err(cursor.cut("`}`"));
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::super::values::PropertyValue;
    use super::*;

    #[test]
    fn records_are_found_across_lines_and_comments() {
        let text = b"; FBX 7.5.0 project file\nCreator: \"a: {b\" ;c\nSkip: 1 { x: \"}\" { } }\nObjects:  {\n\tModel: 5, \"Model::a\",\n\
            \"Null\" {\n P: 1,\n 2\n Empty:\n } Geometry: 1 { Vertices: *2 { a: 1,2 } } }";
        let tree = read(text).unwrap();
        let objects = tree.root("Objects").unwrap();
        let model = objects.child("Model").unwrap();
        let values: Vec<_> = model.values().collect();
        assert_eq!(values, [PropertyValue::Integer(5), PropertyValue::Text(b"Model::a"), PropertyValue::Text(b"Null")]);
        assert_eq!(model.child("P").unwrap().values().count(), 2);
        assert_eq!(model.child("Empty").unwrap().values().count(), 0);
        assert_eq!(objects.child("Geometry").unwrap().children().count(), 0);
        assert!(tree.root("Skip").is_none());
        assert_eq!(version(text), Some(7500));
    }

    #[test]
    fn what_is_no_record_is_refused_at_its_place() {
        let code = |text: &str| read(text.as_bytes()).map(drop).map_err(|problem| (problem.code, problem.at));
        assert_eq!(code("Objects: { 5 }"), Err(("fbx.syntax", 11)));
        assert_eq!(code("Objects: { Model: \"a"), Err(("fbx.cut", 20)));
        assert_eq!(code("Objects: { Model: 1 {"), Err(("fbx.cut", 21)));
        assert_eq!(code("Skip: { a: 1"), Err(("fbx.cut", 12)));
        let deep = format!("Objects: {{{}", "Model: {".repeat(64));
        assert_eq!(code(&deep).unwrap_err().0, "fbx.too-deep");
        let deep = format!("Skip: {}", "{".repeat(65));
        assert_eq!(code(&deep).unwrap_err().0, "fbx.too-deep");
    }
}
