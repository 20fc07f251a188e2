//! X3D JSON (`.x3dj`, `.json`): `{"HAnimJoint": {"@DEF": .., "-children": [..]}}`. A key with `@` is an attribute, a
//! key with `-` is a field that holds nodes.
//!
//! It is read token by token: figures are nested deeper than recursive parsers allow, and warnings need offsets.

use std::borrow::Cow;

use super::builder::SceneBuilder;
use super::encoding::SceneEncoding;
use super::node::TextSpan;
use super::text::{decode, quoted_length};
use crate::formats::hanim::report::HanimStop;

/// Keys of objects that are not nodes. Their content belongs to the node around them.
const TRANSPARENT: &[&str] = &["X3D", "Scene", "head"];

/// Deepest nesting of objects and lists; a node takes up to three levels.
const DEEPEST: usize = 20_000;

#[derive(Debug)]
enum JsonContext<'a> {
    /// Not a node: nodes inside go to this field of the open node.
    Through(Option<TextSpan>),
    Node,
    /// The object of a route, or of a statement of the head.
    Statement(Box<JsonStatement<'a>>),
    /// The fields of a prototype's instance or interface: a list of `FieldValue`.
    FieldValues,
    FieldValue(Box<JsonFieldValue<'a>>),
    Declaration(Box<JsonDeclaration<'a>>),
    /// Not read.
    Skipped,
}

/// A field of a prototype's instance or interface: its place, and the range of its value.
#[derive(Debug, Default)]
struct JsonFieldValue<'a> {
    place: usize,
    name: Cow<'a, str>,
    value: Option<(usize, usize)>,
}

/// A prototype: the ranges of its interface and its body.
#[derive(Debug, Default)]
struct JsonDeclaration<'a> {
    name: Cow<'a, str>,
    interface: (usize, usize),
    body: (usize, usize),
}

/// The content of a route or of a statement of the head.
#[derive(Debug)]
struct JsonStatement<'a> {
    keyword: Cow<'a, str>,
    place: usize,
    texts: Vec<(Box<str>, Cow<'a, str>)>,
}

/// Reads the object at `at`. After an error, `builder` has everything before it. `is_interface`: see `read_range`.
pub(super) fn read<'a>(
    text: &'a str,
    at: usize,
    is_interface: bool,
    builder: &mut SceneBuilder<'a>,
) -> Result<(), HanimStop> {
    JsonReader { text, at, is_interface, builder, inside: Vec::new() }.document()
}

struct JsonReader<'a, 'b> {
    text: &'a str,
    at: usize,
    is_interface: bool,
    builder: &'b mut SceneBuilder<'a>,
    inside: Vec<JsonContext<'a>>,
}

impl<'a> JsonReader<'a, '_> {
    fn document(&mut self) -> Result<(), HanimStop> {
        if self.next() != Some(b'{') {
            return Err(HanimStop::syntax(self.at, "expected `{`"));
        }
        self.at += 1;
        self.inside.push(JsonContext::Through(None));
        while let Some(byte) = self.next() {
            if self.inside.len() > DEEPEST {
                return Err(HanimStop::limit(
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
                // A value in a list that is not a field's value.
                _ => self.skip_word()?,
            }
        }
        Err(HanimStop::cut(self.at, "`}`"))
    }

    /// Skips blanks. Returns the next byte without consuming it.
    fn next(&mut self) -> Option<u8> {
        self.at += self.rest().iter().take_while(|byte| **byte <= b' ').count();
        self.rest().first().copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Opens an object or list in a list, which has no key.
    fn enter_unnamed(&mut self) {
        let inside = match self.inside.last() {
            Some(JsonContext::Through(slot)) => JsonContext::Through(*slot),
            Some(JsonContext::FieldValues) => field_value(self.at),
            // Objects in a list of statements are statements of the same kind.
            Some(JsonContext::Statement(around)) => statement(around.keyword.clone(), self.at),
            _ => JsonContext::Skipped,
        };
        self.inside.push(inside);
    }

    fn leave(&mut self) -> Result<(), HanimStop> {
        match self.inside.pop() {
            Some(JsonContext::Node) => self.builder.close(),
            Some(JsonContext::FieldValue(field)) => match field.value {
                Some((start, end)) => self.builder.add_text(&field.name, field.place, start, end),
                None => Ok(()),
            },
            Some(JsonContext::Declaration(declared)) => {
                self.builder.declare(&declared.name, declared.interface, declared.body);
                Ok(())
            }
            Some(JsonContext::Statement(statement)) if !statement.texts.is_empty() => {
                let JsonStatement { keyword, place, texts } = *statement;
                let text = |key: &str| texts.iter().find(|(known, _)| &**known == key).map_or("", |(_, text)| text);
                if &*keyword == "ROUTE" {
                    let (from, to) = ((text("fromNode"), text("fromField")), (text("toNode"), text("toField")));
                    return self.builder.route(from, to, place);
                }
                if &*keyword == "connect" {
                    return self.builder.connect(text("nodeField"), text("protoField"), place);
                }
                let keys = ["name", "content", "category", "conversionFactor"];
                self.builder.statement(&keyword, keys.iter().map(|key| text(key).into()).collect(), place);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads a quoted text: a key with its value, or a value in a list.
    fn member(&mut self) -> Result<(), HanimStop> {
        let place = self.at;
        self.at += quoted_length(self.rest());
        let quoted = self.text.get(place..self.at).unwrap_or_default();
        if self.next() != Some(b':') {
            return Ok(());
        }
        self.at += 1;
        let key = decode(quoted, SceneEncoding::Json);
        let first = self.next().ok_or_else(|| HanimStop::cut(self.at, "a value"))?;
        let opens = matches!(first, b'{' | b'[');
        if let Some(field) = key.strip_prefix('@') {
            return self.attribute(field, place);
        }
        if !opens {
            return self.skip_value();
        }
        if let (Some(JsonContext::Declaration(_)), "ProtoInterface" | "ProtoBody") = (self.inside.last(), &*key) {
            return self.declared_part(&key);
        }
        if key == "ExternProtoDeclare" && !matches!(self.inside.last(), Some(JsonContext::Skipped)) {
            // JSON may put the name behind the fields, so the warning has none.
            self.builder.declare_foreign("", place);
        }
        self.at += 1;
        let inside = match (self.inside.last(), key.strip_prefix('-')) {
            (Some(JsonContext::Skipped | JsonContext::Statement(_) | JsonContext::Declaration(_)), _) => {
                JsonContext::Skipped
            }
            (Some(JsonContext::FieldValue(field)), Some(_)) => {
                JsonContext::Through(Some(self.builder.span(&field.name)))
            }
            (Some(JsonContext::Node), None) if key == "fieldValue" => field_values(first, place),
            (Some(JsonContext::Through(None)), None) if key == "field" && self.is_interface => {
                field_values(first, place)
            }
            (Some(JsonContext::Node), None) if key == "IS" => JsonContext::Through(None),
            (Some(JsonContext::Node), Some(slot)) => JsonContext::Through(Some(self.builder.span(slot))),
            (_, Some(_)) => JsonContext::Through(None),
            (Some(JsonContext::Node), None) => JsonContext::Skipped,
            (_, None) if TRANSPARENT.contains(&&*key) => JsonContext::Through(None),
            (_, None) if matches!(&*key, "ROUTE" | "meta" | "component" | "unit" | "connect") => statement(key, place),
            (_, None) if key == "ProtoDeclare" => JsonContext::Declaration(Box::default()),
            (_, None) if key.starts_with('#') || key == "ExternProtoDeclare" => JsonContext::Skipped,
            (Some(JsonContext::Through(slot)), None) if first == b'{' => {
                let slot = *slot;
                self.builder.open(&key, slot, place)?;
                JsonContext::Node
            }
            _ => JsonContext::Skipped,
        };
        self.inside.push(inside);
        Ok(())
    }

    fn attribute(&mut self, field: &str, place: usize) -> Result<(), HanimStop> {
        let start = self.at;
        self.skip_value()?;
        let end = self.at;
        let decoded = || decode(self.text.get(start..end).unwrap_or_default(), SceneEncoding::Json);
        match self.inside.last_mut() {
            Some(JsonContext::Node) => match field {
                "DEF" => self.builder.set_def(&decoded()),
                "USE" => self.builder.set_use(&decoded()),
                "name" if self.builder.open_type() == "ProtoInstance" => self.builder.instance_of(&decoded()),
                _ => self.builder.add_text(field, place, start, end)?,
            },
            Some(JsonContext::FieldValue(of)) => match field {
                "name" => of.name = decoded(),
                "value" => of.value = Some((start, end)),
                _ => {}
            },
            Some(JsonContext::Declaration(declared)) if field == "name" => declared.name = decoded(),
            Some(JsonContext::Statement(statement)) if statement.texts.len() < 16 => {
                statement.texts.push((field.into(), decoded()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Records the range of a declaration's part, which is not read yet.
    fn declared_part(&mut self, key: &str) -> Result<(), HanimStop> {
        let start = self.at;
        self.skip_value()?;
        if let Some(JsonContext::Declaration(declared)) = self.inside.last_mut() {
            let part = if key == "ProtoBody" { &mut declared.body } else { &mut declared.interface };
            *part = (start, self.at);
        }
        Ok(())
    }

    fn skip_value(&mut self) -> Result<(), HanimStop> {
        let mut depth = 0_usize;
        while let Some(byte) = self.next() {
            match byte {
                b'"' => self.at += quoted_length(self.rest()),
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
        Err(HanimStop::cut(self.at, "the end of a value"))
    }

    /// Skips a number, or `true`, `false` or `null`.
    fn skip_word(&mut self) -> Result<(), HanimStop> {
        let rest = self.rest();
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
        let length = rest.iter().take_while(is_word).count();
        if length == 0 {
            let found = String::from_utf8_lossy(rest.get(..1).unwrap_or_default()).into_owned();
            return Err(HanimStop::syntax(self.at, format!("expected a value, found `{found}`")));
        }
        self.at += length;
        Ok(())
    }
}

/// The context that opens after the key of a list of fields: the list, or the only field.
fn field_values<'a>(first: u8, place: usize) -> JsonContext<'a> {
    if first == b'[' { JsonContext::FieldValues } else { field_value(place) }
}

fn field_value<'a>(place: usize) -> JsonContext<'a> {
    JsonContext::FieldValue(Box::new(JsonFieldValue { place, ..JsonFieldValue::default() }))
}

fn statement(keyword: Cow<'_, str>, place: usize) -> JsonContext<'_> {
    JsonContext::Statement(Box::new(JsonStatement { keyword, place, texts: Vec::new() }))
}
