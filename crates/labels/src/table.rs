//! Tables as text: RFC 4180, with a comma, a semicolon, a tab or a bar between fields.

use crate::columns::{ColumnRole, roles};
use crate::label::Refusal;
use crate::rows::Rows;
use crate::spans::shortened;

const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];
/// After so many quotes that nothing closes, quotes are letters: looking for their end takes the rest of the file each time.
const UNCLOSED: usize = 20;
/// Fields of a line that are kept, at most: more than any header may have.
const FIELDS: usize = 1000;
/// Rows that are too long are named so often; the limit of remarks is for all else.
const LONG_NAMED: usize = 20;

/// A record: its fields, the line on which it begins, and whether a quote in it is never closed.
struct CsvRecord<'a> {
    fields: Vec<std::borrow::Cow<'a, str>>,
    line: usize,
    unclosed: bool,
}

struct Records<'a> {
    rest: &'a str,
    separator: char,
    line: usize,
    /// Whether quotes have a meaning.
    quotes: bool,
}

impl<'a> Records<'a> {
    /// The field at the beginning of the rest, which is taken, and whether it ends its record; `None` for a quote that nothing closes.
    fn field(&mut self) -> Option<(std::borrow::Cow<'a, str>, bool)> {
        let ends = |c: char| c == self.separator || c == '\n' || c == '\r';
        let quoted = self.rest.trim_start_matches(' ').strip_prefix('"').filter(|_| self.quotes);
        let Some(inner) = quoted else {
            let at = self.rest.find(ends).unwrap_or(self.rest.len());
            let (field, rest) = self.rest.split_at(at);
            self.rest = rest;
            return Some((field.into(), self.end_field()));
        };
        let mut field = std::borrow::Cow::Borrowed("");
        let mut inner = inner;
        loop {
            let (part, rest) = inner.split_once('"')?;
            field += part;
            inner = rest;
            match inner.strip_prefix('"') {
                Some(rest) => {
                    field += "\"";
                    inner = rest;
                }
                None => break,
            }
        }
        // Letters after the closing quote are kept.
        let at = inner.find(ends).unwrap_or(inner.len());
        let (tail, rest) = inner.split_at(at);
        if !tail.trim().is_empty() {
            field += tail;
        }
        self.rest = rest;
        self.line += field.matches('\n').count();
        Some((field, self.end_field()))
    }

    /// Takes what is after a field, and returns whether that ends the record.
    fn end_field(&mut self) -> bool {
        if let Some(rest) = self.rest.strip_prefix(self.separator) {
            self.rest = rest;
            return false;
        }
        let rest = self.rest.strip_prefix('\r').unwrap_or(self.rest);
        self.rest = rest.strip_prefix('\n').unwrap_or(rest);
        self.line += 1;
        true
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = CsvRecord<'a>;

    fn next(&mut self) -> Option<CsvRecord<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (rest, line) = (self.rest, self.line);
        let mut record = CsvRecord { fields: Vec::new(), line, unclosed: false };
        loop {
            match self.field() {
                Some((field, last)) => {
                    if record.fields.len() < FIELDS {
                        record.fields.push(field);
                    }
                    if last {
                        return Some(record);
                    }
                }
                // The line is read once more, with its quotes as letters.
                None => {
                    (self.rest, self.line) = (rest, line);
                    let quotes = std::mem::replace(&mut self.quotes, false);
                    let mut again = self.next()?;
                    self.quotes = quotes;
                    again.unclosed = true;
                    return Some(again);
                }
            }
        }
    }
}

/// The separator that gives a line the most columns with a meaning, and of those the one with the most columns.
fn separator(first: &str) -> char {
    let told = |separator: &char| {
        let names: Vec<&str> = names(first, *separator).collect();
        let known = roles(names.iter().copied()).iter().filter(|role| **role != ColumnRole::Own).count();
        (known, names.len())
    };
    // Of equal ones the first.
    SEPARATORS.iter().rev().max_by_key(|separator| told(separator)).copied().unwrap_or(',')
}

/// The names of columns in a header.
fn names(first: &str, separator: char) -> impl Iterator<Item = &str> {
    first.split(separator).map(|name| name.trim().trim_matches('"'))
}

/// The first line of a text.
fn first_line(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    // No header is as long as that.
    let end = (0..=first.len().min(20_000)).rev().find(|end| first.is_char_boundary(*end));
    first.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// Whether a line is the header of a table of labels: a column names clips, and another one has a meaning or is one's own.
fn is_header(line: &str) -> bool {
    let roles = roles(names(line, separator(line)));
    let known = roles.iter().filter(|role| **role != ColumnRole::Own).count();
    (roles.contains(&ColumnRole::Path) && roles.len() > 1) || (roles.contains(&ColumnRole::Text) && known > 1)
}

/// The header of a table: its separator, its line, and the text that begins with it. Before it may be blank lines and comments, of which the
/// last one with the names of columns is the header where the table has no other.
fn header(text: &str) -> (char, usize, &str) {
    // Excel writes the separator into a line of its own.
    let (mut text, mut line) = match text.strip_prefix("sep=").and_then(|rest| rest.split_once('\n')) {
        Some((_, rest)) => (rest, 2),
        None => (text, 1),
    };
    let mut commented = None;
    loop {
        let first = first_line(text).trim();
        let comment = first.strip_prefix('#').map(str::trim_start);
        if comment.is_none() && !first.trim_matches(SEPARATORS).trim().is_empty() {
            break;
        }
        if let Some(names) = comment.filter(|comment| is_header(comment)) {
            commented = text.find(names).and_then(|at| Some((line, text.get(at..)?)));
        }
        let Some((_, rest)) = text.split_once('\n') else { break };
        (text, line) = (rest, line + 1);
    }
    if let Some(commented) = commented.filter(|_| !is_header(first_line(text))) {
        (line, text) = commented;
    }
    (separator(first_line(text)), line, text)
}

/// Whether the first line, blank lines and comments apart, is the header of a table of labels.
pub fn is_table(text: &str) -> bool {
    is_header(first_line(header(text).2))
}

/// Reads a table.
///
/// # Errors
/// When its first line names neither clips nor texts.
pub fn read(text: &str, rows: &mut Rows) -> Result<(), Refusal> {
    let (separator, line, text) = header(text);
    let mut records = Records { rest: text, separator, line, quotes: true };
    let Some(first) = records.next() else {
        return Err(Refusal::new(0, "the file is empty"));
    };
    let names: Vec<&str> = first.fields.iter().map(AsRef::as_ref).collect();
    rows.header(&names).map_err(|refusal| Refusal { line: first.line, ..refusal })?;
    let columns = names.len();
    // A comma in a text that is the last column, without quotes, is the commonest fault of tables that people write.
    let text_is_last = roles(names.iter().copied()).last() == Some(&ColumnRole::Text);
    let (mut unclosed, mut long) = (0, 0);
    while let Some(record) = records.next() {
        if rows.is_full() {
            break;
        }
        if record.fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        if record.unclosed {
            unclosed += 1;
            rows.remark(record.line, "a quote is never closed: the line is read as it stands".to_owned());
            if unclosed == UNCLOSED {
                records.quotes = false;
                rows.remark(
                    record.line,
                    "quotes are letters from here on, as so many of them are not closed".to_owned(),
                );
            }
        }
        let mut fields: Vec<&str> = record.fields.iter().map(AsRef::as_ref).collect();
        let joined;
        if let Some(extra) = fields.get(columns..).filter(|extra| extra.iter().any(|field| !field.trim().is_empty())) {
            let at = columns.saturating_sub(1);
            let told = if text_is_last {
                joined = fields.get(at..).unwrap_or_default().join(&separator.to_string());
                fields.truncate(at);
                fields.push(&joined);
                format!("has more fields than the header: the text is `{}`", shortened(&joined))
            } else {
                let first = shortened(extra.first().copied().unwrap_or_default());
                format!("has more fields than the header: what begins at `{first}` is left out")
            };
            long += 1;
            if long <= LONG_NAMED {
                rows.remark(record.line, told);
            }
        }
        rows.row(record.line, &fields);
    }
    if let Some(further) = long.checked_sub(LONG_NAMED).filter(|&further| further > 0) {
        rows.remark(0, format!("{further} more lines have more fields than the header"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Labels, read};

    fn table(text: &str) -> Labels {
        read("labels.csv", text.as_bytes()).unwrap()
    }

    fn rows(text: &str) -> Vec<String> {
        let row = |row: &crate::Label| format!("{} {:?} {:?} {}", row.path, row.start, row.end, row.text);
        table(text).rows.iter().map(row).collect()
    }

    fn remarks(text: &str) -> Vec<String> {
        table(text).remarks.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn fields_may_have_quotes_commas_and_lines() {
        let text = "path,start,end,text\r\na.bvh,0,1,\"he says \"\"hi\"\",\r\nthen sits\"\r\nb.bvh,,,x\r\n";
        assert_eq!(rows(text), ["a.bvh Some(0.0) Some(1.0) he says \"hi\",\r\nthen sits", "b.bvh None None x"]);
        assert_eq!(table(text).rows[1].line, 4);
    }

    #[test]
    fn the_header_tells_the_separator() {
        for text in [
            "path;start;end;text\na;0,5;1;x, y",
            "path\tstart\tend\ttext\na\t0.5\t1\tx, y",
            "path|start|end|text\na|0.5|1|x, y",
        ] {
            assert_eq!(rows(text), ["a Some(0.5) Some(1.0) x, y"], "{text}");
        }
        assert_eq!(rows("sep=;\npath;text\na;x"), ["a None None x"]);
        assert_eq!(table("sep=;\npath;text\na;x").rows[0].line, 3);
    }

    #[test]
    fn blank_lines_and_a_byte_order_mark_are_nothing() {
        assert_eq!(rows("\u{feff}path,text\n\na,x\n,\n \n"), ["a None None x"]);
    }

    #[test]
    fn a_quote_that_is_never_closed_loses_no_line() {
        let text = "path,text\na,x\nb,\"never closed\nc,y\n";
        assert_eq!(rows(text), ["a None None x", "b None None \"never closed", "c None None y"]);
        assert_eq!(remarks(text), ["line 3: a quote is never closed: the line is read as it stands"]);
    }

    #[test]
    fn a_comma_in_the_last_column_belongs_to_the_text() {
        let text = "path,start,end,text\na,0,1,walks, then sits\n";
        assert_eq!(rows(text), ["a Some(0.0) Some(1.0) walks, then sits"]);
        assert_eq!(remarks(text), ["line 2: has more fields than the header: the text is `walks, then sits`"]);
        assert_eq!(
            remarks("text,path\nx,a,b\n"),
            ["line 2: has more fields than the header: what begins at `b` is left out"]
        );
    }

    #[test]
    fn a_wrong_number_is_told_with_its_line() {
        let text = "path,start,end,text\na,x,1,t\nb,2,1,t\n";
        assert_eq!(
            remarks(text),
            [
                "line 2: the start `x` is no number of seconds: left out",
                "line 3: the end `1` is before the start `2`: the label is left out"
            ]
        );
    }

    #[test]
    fn blank_lines_and_comments_may_stand_before_the_header() {
        for text in [
            "\n  \r\npath,text\na,x\n",
            "# made by hand, in a hurry\r\n#\r\n\r\npath,text\r\na,x\r\n",
            "# path, text and what else there is\n\npath,text\na,x\n",
            ",,\n\n# path,text\na,x\n",
            "#path\ttext\na\tx\n",
        ] {
            assert_eq!(rows(text), ["a None None x"], "{text}");
            assert!(super::is_table(text), "{text}");
        }
        assert_eq!(table("# one\n\npath,text\na,x\n").rows[0].line, 4);
        let refusal = read("a.csv", b"# one\n\ntime,x\n0,1\n").unwrap_err();
        assert_eq!(refusal.line, 3);
        assert_eq!(read("a.csv", b"# one\n\n").unwrap_err().text, "the file is empty");
    }

    #[test]
    fn a_table_of_something_else_is_refused() {
        let refusal = read("a.csv", b"time,x,y\n0,1,2\n").unwrap_err();
        assert_eq!(refusal.line, 1);
        assert!(refusal.text.contains("no column has paths of clips"), "{refusal}");
    }
}
