//! X3D JSON (`.x3dj`, `.json`): `{"HAnimJoint": {"@DEF": .., "-children": [..]}}`, attributes behind `@`, fields with
//! nodes behind `-`.
//!
//! Read token by token: a figure's nesting is past what parsers that recurse allow, and places are needed.

use super::builder::{Builder, short};
use super::fields::{decode, quoted_length};
use super::tree::Encoding;
use crate::formats::hanim::report::Stop;

/// Keys that hold no node although they name an object: what is inside belongs to the node around them.
const TRANSPARENT: &[&str] = &["X3D", "Scene", "head"];

/// Objects and lists in each other; a node takes up to three.
const DEEPEST: usize = 20_000;

/// What the reader is inside of.
#[derive(Debug)]
enum Inside {
    /// An object or list that adds nothing: nodes inside go to this field of the open node.
    Through(Option<Box<str>>),
    /// A node's object.
    Node,
    /// A route's, or a statement's of the head: its texts.
    Texts { what: Box<str>, place: usize, texts: Vec<(Box<str>, Box<str>)> },
    /// What is not read.
    Skipped,
}

/// Reads the whole text. A stop leaves in `builder` what was read before it.
pub(crate) fn read(text: &[u8], builder: &mut Builder) -> Result<(), Stop> {
    Reader { text, at: 0, builder, inside: Vec::new() }.document()
}

struct Reader<'a, 'b> {
    text: &'a [u8],
    at: usize,
    builder: &'b mut Builder,
    inside: Vec<Inside>,
}

impl Reader<'_, '_> {
    fn document(&mut self) -> Result<(), Stop> {
        if self.next() != Some(b'{') {
            return Err(Stop::syntax(self.at, "expected `{`"));
        }
        self.at += 1;
        self.inside.push(Inside::Through(None));
        while let Some(byte) = self.next() {
            if self.inside.len() > DEEPEST {
                return Err(Stop::limit(
                    "hanim.too-deep",
                    self.at,
                    format!("lists are nested more than {DEEPEST} deep"),
                ));
            }
            match byte {
                b',' => self.at += 1,
                b'}' | b']' => {
                    self.at += 1;
                    self.leave()?;
                    if self.inside.is_empty() {
                        return Ok(());
                    }
                }
                b'{' | b'[' => {
                    self.at += 1;
                    self.enter_unnamed();
                }
                b'"' => self.member()?,
                // A value in a list that is not a field's: nothing to keep.
                _ => self.skip_word()?,
            }
        }
        Err(Stop::syntax(self.at, "expected `}`, found the end of the file"))
    }

    /// The next byte that is no blank.
    fn next(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.iter().take_while(|byte| **byte <= b' ').count();
        self.text.get(self.at).copied()
    }

    /// An object or list in a list.
    fn enter_unnamed(&mut self) {
        let inside = match self.inside.last() {
            Some(Inside::Through(slot)) => Inside::Through(slot.clone()),
            // The objects of a list of statements.
            Some(Inside::Texts { what, .. }) => Inside::Texts { what: what.clone(), place: self.at, texts: Vec::new() },
            _ => Inside::Skipped,
        };
        self.inside.push(inside);
    }

    fn leave(&mut self) -> Result<(), Stop> {
        match self.inside.pop() {
            Some(Inside::Node) => self.builder.close(),
            Some(Inside::Texts { what, place, texts }) if !texts.is_empty() => {
                let text = |key: &str| texts.iter().find(|(known, _)| &**known == key).map_or("", |(_, text)| text);
                if &*what == "ROUTE" {
                    let (from, to) = ((text("fromNode"), text("fromField")), (text("toNode"), text("toField")));
                    return self.builder.route(from, to, place);
                }
                let keys = ["name", "content", "category", "conversionFactor"];
                self.builder.statement(&what, keys.iter().map(|key| text(key).into()).collect());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A text: a key with its value, or a value in a list.
    fn member(&mut self) -> Result<(), Stop> {
        let place = self.at;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let quoted = rest.get(..quoted_length(rest)).unwrap_or(rest);
        self.at += quoted.len();
        if self.next() != Some(b':') {
            return Ok(());
        }
        self.at += 1;
        let key = decode(quoted, Encoding::Json);
        let first = self.next().ok_or_else(|| Stop::syntax(self.at, "expected a value, found the end of the file"))?;
        let opens = matches!(first, b'{' | b'[');
        if let Some(field) = key.strip_prefix('@') {
            return self.attribute(field, place);
        }
        if !opens {
            return self.skip_value();
        }
        self.at += 1;
        let inside = match (self.inside.last(), key.strip_prefix('-')) {
            (Some(Inside::Skipped | Inside::Texts { .. }), _) => Inside::Skipped,
            (Some(Inside::Node), Some(slot)) => Inside::Through(Some(short(slot).into())),
            (_, Some(_)) => Inside::Through(None),
            (Some(Inside::Node), None) => Inside::Skipped,
            (_, None) if TRANSPARENT.contains(&key.as_str()) => Inside::Through(None),
            (_, None) if matches!(key.as_str(), "ROUTE" | "meta" | "component" | "unit") => {
                Inside::Texts { what: key.into(), place, texts: Vec::new() }
            }
            (_, None) if key.starts_with('#') || matches!(key.as_str(), "ProtoDeclare" | "ExternProtoDeclare") => {
                Inside::Skipped
            }
            (Some(Inside::Through(slot)), None) if first == b'{' => {
                let slot = slot.clone();
                self.builder.open(&key, slot.as_deref(), place)?;
                Inside::Node
            }
            _ => Inside::Skipped,
        };
        self.inside.push(inside);
        Ok(())
    }

    /// The value of a field.
    fn attribute(&mut self, field: &str, place: usize) -> Result<(), Stop> {
        let start = self.at;
        self.skip_value()?;
        let end = self.at;
        let decoded = || decode(self.text.get(start..end).unwrap_or_default(), Encoding::Json);
        match self.inside.last_mut() {
            Some(Inside::Node) => match field {
                "DEF" => self.builder.define(&decoded()),
                "USE" => self.builder.stand_for(&decoded()),
                _ => self.builder.text(field, place, start, end)?,
            },
            Some(Inside::Texts { texts, .. }) if texts.len() < 16 => {
                texts
                    .push((field.into(), decode(self.text.get(start..end).unwrap_or_default(), Encoding::Json).into()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Goes behind the value that comes next.
    fn skip_value(&mut self) -> Result<(), Stop> {
        let mut depth = 0_usize;
        while let Some(byte) = self.next() {
            match byte {
                b'"' => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at += quoted_length(rest);
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth == 0 => return Ok(()),
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                _ => self.skip_word()?,
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(Stop::syntax(self.at, "expected the end of a value, found the end of the file"))
    }

    /// Goes behind a number or one of JSON's three words.
    fn skip_word(&mut self) -> Result<(), Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
        let length = rest.iter().take_while(is_word).count();
        if length == 0 {
            let found = String::from_utf8_lossy(rest.get(..1).unwrap_or_default()).into_owned();
            return Err(Stop::syntax(self.at, format!("expected a value, found `{found}`")));
        }
        self.at += length;
        Ok(())
    }
}
