//! JSON piece by piece, with the line of everything: a file of labels is walked entry by entry, so that only one entry is in memory, and
//! what stands before a fault is kept. Numbers that Python writes (`NaN`, `Infinity`) are taken.

use crate::label::Refusal;

/// Lists and objects within each other at most; labels have four.
const DEPTH: usize = 32;
/// Values in one entry of a file at most: what is kept at once. Unit tests are not optimised.
const VALUES: usize = if cfg!(test) { 2_000 } else { 2_000_000 };

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum JsonValue {
    Null,
    Bool(bool),
    /// As it is written: a time is read as one of a table.
    Number(String),
    Text(String),
    List(Vec<JsonNode>),
    Object(Vec<(String, JsonNode)>),
}

/// A value and its line, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonNode {
    pub line: usize,
    pub value: JsonValue,
}

impl JsonNode {
    /// A field of an object; the last of its name.
    pub fn field(&self, name: &str) -> Option<&Self> {
        match &self.value {
            JsonValue::Object(fields) => fields.iter().rev().find(|(own, _)| own == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The items of a list; of anything else none.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            JsonValue::List(items) => items,
            _ => &[],
        }
    }

    /// A text, a number or a truth as text.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            JsonValue::Text(text) | JsonValue::Number(text) => Some(text),
            JsonValue::Bool(true) => Some("true"),
            JsonValue::Bool(false) => Some("false"),
            _ => None,
        }
    }
}

/// A reader of JSON.
pub struct JsonParser<'a> {
    rest: &'a str,
    line: usize,
    /// How many more values this entry may have.
    left: usize,
}

impl<'a> JsonParser<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, left: VALUES }
    }

    /// The next character that is not blank.
    pub fn peek(&mut self) -> Option<char> {
        let rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let blank = self.rest.len() - rest.len();
        self.line += self.rest.get(..blank).unwrap_or_default().matches('\n').count();
        self.rest = rest;
        rest.chars().next()
    }

    /// Takes a character if it is the next one.
    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest = self.rest.get(wanted.len_utf8()..).unwrap_or_default();
        }
        found
    }

    fn wrong(&mut self, expected: &str) -> Refusal {
        let found = match self.peek() {
            Some(found) => format!("found `{found}`"),
            None => "the file ends".to_owned(),
        };
        Refusal::new(self.line, format!("this is no JSON: expected {expected}, {found}"))
    }

    /// Walks a list or an object: `each` is called before each value with its name, which is empty in a list, and takes the value.
    ///
    /// # Errors
    /// Where the text is no JSON, and those of `each`.
    pub fn walk(&mut self, mut each: impl FnMut(&mut Self, String) -> Result<(), Refusal>) -> Result<(), Refusal> {
        let is_object = self.takes('{');
        if !is_object && !self.takes('[') {
            return Err(self.wrong("a list or an object"));
        }
        let close = if is_object { '}' } else { ']' };
        loop {
            // A comma before the end is a common fault, and does no harm.
            if self.takes(close) {
                return Ok(());
            }
            let mut name = String::new();
            if is_object {
                if self.peek() != Some('"') {
                    return Err(self.wrong("a name in quotes"));
                }
                name = self.text()?;
                if !self.takes(':') {
                    return Err(self.wrong("`:`"));
                }
            }
            each(self, name)?;
            if !self.takes(',') && self.peek() != Some(close) {
                return Err(self.wrong(if is_object { "`,` or `}`" } else { "`,` or `]`" }));
            }
        }
    }

    /// A whole value.
    ///
    /// # Errors
    /// Where the text is no JSON, is nested too deeply, or has too many values.
    pub fn value(&mut self) -> Result<JsonNode, Refusal> {
        self.left = VALUES;
        self.value_at(0)
    }

    fn value_at(&mut self, depth: usize) -> Result<JsonNode, Refusal> {
        let next = self.peek();
        let line = self.line;
        if depth > DEPTH {
            return Err(Refusal::new(line, format!("lists and objects are nested more than {DEPTH} times")));
        }
        let Some(left) = self.left.checked_sub(1) else {
            return Err(Refusal::new(line, format!("an entry has more than {VALUES} values")));
        };
        self.left = left;
        let value = match next {
            Some('{') => {
                let mut fields = Vec::new();
                self.walk(|json, name| {
                    fields.push((name, json.value_at(depth + 1)?));
                    Ok(())
                })?;
                JsonValue::Object(fields)
            }
            Some('[') => {
                let mut items = Vec::new();
                self.walk(|json, _| {
                    items.push(json.value_at(depth + 1)?);
                    Ok(())
                })?;
                JsonValue::List(items)
            }
            Some('"') => JsonValue::Text(self.text()?),
            _ => {
                let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
                let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                let value = match word {
                    "null" => JsonValue::Null,
                    "true" => JsonValue::Bool(true),
                    "false" => JsonValue::Bool(false),
                    // Python's; a time that is none is as good as no time.
                    "NaN" => JsonValue::Null,
                    _ if word.len() < 400 && word.parse::<f64>().is_ok() => JsonValue::Number(word.to_owned()),
                    _ => return Err(self.wrong("a value")),
                };
                self.rest = rest;
                value
            }
        };
        Ok(JsonNode { line, value })
    }

    /// A text in quotes.
    fn text(&mut self) -> Result<String, Refusal> {
        let line = self.line;
        let unclosed = || Refusal::new(line, "this is no JSON: a text that begins here is never closed");
        let mut text = String::new();
        let mut rest = self.rest.strip_prefix('"').unwrap_or(self.rest);
        loop {
            let at = rest.find(['"', '\\']).ok_or_else(unclosed)?;
            let (plain, tail) = rest.split_at(at);
            text.push_str(plain);
            self.line += plain.matches('\n').count();
            if let Some(tail) = tail.strip_prefix('"') {
                self.rest = tail;
                return Ok(text);
            }
            let mut escape = tail.chars();
            escape.next();
            match escape.next().ok_or_else(unclosed)? {
                'b' | 'f' => {}
                'n' => text.push('\n'),
                'r' => text.push('\r'),
                't' => text.push('\t'),
                'u' => {
                    let high = unit(&mut escape);
                    let mut units = vec![high.unwrap_or(0xfffd)];
                    let mut ahead = escape.clone();
                    // The other half of a character beyond 16 bits.
                    let is_half = matches!(high, Some(0xd800..=0xdbff));
                    if is_half
                        && ahead.next() == Some('\\')
                        && ahead.next() == Some('u')
                        && let Some(low @ 0xdc00..=0xdfff) = unit(&mut ahead)
                    {
                        units.push(low);
                        escape = ahead;
                    }
                    text.push_str(&String::from_utf16_lossy(&units));
                }
                other => text.push(other),
            }
            rest = escape.as_str();
        }
    }
}

/// Four digits of a `\u` escape; what are none stay.
fn unit(chars: &mut std::str::Chars) -> Option<u16> {
    let digits = chars.as_str().get(..4)?;
    let unit = u16::from_str_radix(digits, 16).ok()?;
    chars.nth(3);
    Some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> JsonValue {
        JsonParser::new(text).value().unwrap().value
    }

    fn refusal(text: &str) -> String {
        JsonParser::new(text).value().unwrap_err().to_string()
    }

    #[test]
    fn values_have_their_lines() {
        let node = JsonParser::new("{\n \"a\": [1,\n 2.5e1], \"b\": null}").value().unwrap();
        assert_eq!(node.field("a").unwrap().items()[1].line, 3);
        assert_eq!(node.field("a").unwrap().items()[1].scalar(), Some("2.5e1"));
        assert_eq!(node.field("b").unwrap().value, JsonValue::Null);
    }

    #[test]
    fn texts_have_escapes() {
        assert_eq!(value(r#""a\n\"\u00e9\ud83d\ude00\/""#), JsonValue::Text("a\n\"é😀/".to_owned()));
        assert_eq!(value(r#""\ud83dx\uzzzz""#), JsonValue::Text("\u{fffd}x\u{fffd}zzzz".to_owned()));
    }

    #[test]
    fn what_python_and_people_write_is_taken() {
        assert_eq!(
            value("[NaN, 1,]"),
            JsonValue::List(vec![
                JsonNode { line: 1, value: JsonValue::Null },
                JsonNode { line: 1, value: JsonValue::Number("1".to_owned()) },
            ])
        );
    }

    #[test]
    fn faults_have_their_line() {
        assert_eq!(refusal("{\n\"a\" 1}"), "line 2: this is no JSON: expected `:`, found `1`");
        assert_eq!(refusal("[1\n"), "line 2: this is no JSON: expected `,` or `]`, the file ends");
        assert_eq!(refusal("\n\"abc"), "line 2: this is no JSON: a text that begins here is never closed");
        assert_eq!(refusal("maybe"), "line 1: this is no JSON: expected a value, found `m`");
    }

    #[test]
    fn the_values_of_an_entry_are_bounded() {
        assert!(refusal(&format!("[{}]", "0,".repeat(VALUES))).contains("an entry has more than"));
    }

    #[test]
    fn depth_is_bounded() {
        assert!(refusal(&"[".repeat(100_000)).contains("nested"));
        assert!(JsonParser::new(&("[".repeat(20) + &"]".repeat(20))).value().is_ok());
    }
}
