//! X3D JSON (`.x3dj`, `.json`): `{"HAnimJoint": {"@DEF": .., "-children": [..]}}`. A key with `@` is an attribute, one
//! with `-` a field that holds nodes.
//!
//! It is read token by token: figures are nested deeper than parsers that recurse allow, and warnings need places.

use std::borrow::Cow;

use super::builder::SceneBuilder;
use super::encoding::SceneEncoding;
use super::node::TextSpan;
use super::text::{decode, quoted_length};
use crate::formats::hanim::report::HanimStop;

/// Keys of objects that are not nodes. What is in such an object belongs to the node around it.
const TRANSPARENT: &[&str] = &["X3D", "Scene", "head"];

/// Objects and lists nested in each other; a node takes up to three.
const DEEPEST: usize = 20_000;

/// An open object or list.
#[derive(Debug)]
enum JsonContext<'a> {
    /// It is not a node: nodes inside go to this field of the open node.
    Through(Option<TextSpan>),
    /// The object of a node.
    Node,
    /// The object of a route, or of a statement of the head.
    Statement(Box<JsonStatement<'a>>),
    /// The fields of a prototype's instance, or of its interface; one of them.
    FieldValues,
    FieldValue(Box<JsonFieldValue<'a>>),
    /// The declaration of a prototype.
    Declaration(Box<JsonDeclaration<'a>>),
    /// It is not read.
    Skipped,
}

/// A field of a prototype's instance, or of its interface: where it is, and from where to where its value goes.
#[derive(Debug, Default)]
struct JsonFieldValue<'a> {
    place: usize,
    name: Cow<'a, str>,
    value: Option<(usize, usize)>,
}

/// A prototype: from where to where its interface and its body go.
#[derive(Debug, Default)]
struct JsonDeclaration<'a> {
    name: Cow<'a, str>,
    interface: (usize, usize),
    body: (usize, usize),
}

/// What a route or a statement of the head says.
#[derive(Debug)]
struct JsonStatement<'a> {
    what: Cow<'a, str>,
    place: usize,
    /// Keys and values.
    texts: Vec<(Box<str>, Cow<'a, str>)>,
}

/// Reads the object at offset `at`. With `is_interface`, it is that of a prototype: its fields become those of the open
/// node. After a stop, `builder` has everything before that place.
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
                // A value in a list that is not the value of a field.
                _ => self.skip_word()?,
            }
        }
        Err(HanimStop::cut(self.at, "`}`"))
    }

    /// The next byte that is not a blank.
    fn next(&mut self) -> Option<u8> {
        self.at += self.rest().iter().take_while(|byte| **byte <= b' ').count();
        self.rest().first().copied()
    }

    /// The text that is not read yet.
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Opens an object or list that stands in a list and so has no key.
    fn enter_unnamed(&mut self) {
        let inside = match self.inside.last() {
            Some(JsonContext::Through(slot)) => JsonContext::Through(*slot),
            Some(JsonContext::FieldValues) => field_value(self.at),
            // The objects in a list of statements are statements of that kind.
            Some(JsonContext::Statement(around)) => statement(around.what.clone(), self.at),
            _ => JsonContext::Skipped,
        };
        self.inside.push(inside);
    }

    fn leave(&mut self) -> Result<(), HanimStop> {
        match self.inside.pop() {
            Some(JsonContext::Node) => self.builder.close(),
            Some(JsonContext::FieldValue(field)) => match field.value {
                Some((start, end)) => self.builder.text(&field.name, field.place, start, end),
                None => Ok(()),
            },
            Some(JsonContext::Declaration(declared)) => {
                self.builder.declare(&declared.name, declared.interface, declared.body);
                Ok(())
            }
            Some(JsonContext::Statement(statement)) if !statement.texts.is_empty() => {
                let JsonStatement { what, place, texts } = *statement;
                let text = |key: &str| texts.iter().find(|(known, _)| &**known == key).map_or("", |(_, text)| text);
                if &*what == "ROUTE" {
                    let (from, to) = ((text("fromNode"), text("fromField")), (text("toNode"), text("toField")));
                    return self.builder.route(from, to, place);
                }
                if &*what == "connect" {
                    return self.builder.connect(text("nodeField"), text("protoField"), place);
                }
                let keys = ["name", "content", "category", "conversionFactor"];
                self.builder.statement(&what, keys.iter().map(|key| text(key).into()).collect(), place);
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
            // Its name may come behind its fields, and is not looked for.
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

    /// Reads the value of an attribute.
    fn attribute(&mut self, field: &str, place: usize) -> Result<(), HanimStop> {
        let start = self.at;
        self.skip_value()?;
        let end = self.at;
        let decoded = || decode(self.text.get(start..end).unwrap_or_default(), SceneEncoding::Json);
        match self.inside.last_mut() {
            Some(JsonContext::Node) => match field {
                "DEF" => self.builder.define(&decoded()),
                "USE" => self.builder.stand_for(&decoded()),
                "name" if self.builder.open_type() == "ProtoInstance" => self.builder.instance_of(&decoded()),
                _ => self.builder.text(field, place, start, end)?,
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

    /// Notes from where to where a part of a declaration goes, which is not read yet.
    fn declared_part(&mut self, key: &str) -> Result<(), HanimStop> {
        let start = self.at;
        self.skip_value()?;
        if let Some(JsonContext::Declaration(declared)) = self.inside.last_mut() {
            let part = if key == "ProtoBody" { &mut declared.body } else { &mut declared.interface };
            *part = (start, self.at);
        }
        Ok(())
    }

    /// Skips the next value.
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

/// What opens behind the name of a list of fields: the list, or the only field.
fn field_values<'a>(first: u8, place: usize) -> JsonContext<'a> {
    if first == b'[' { JsonContext::FieldValues } else { field_value(place) }
}

fn field_value<'a>(place: usize) -> JsonContext<'a> {
    JsonContext::FieldValue(Box::new(JsonFieldValue { place, ..JsonFieldValue::default() }))
}

fn statement(what: Cow<'_, str>, place: usize) -> JsonContext<'_> {
    JsonContext::Statement(Box::new(JsonStatement { what, place, texts: Vec::new() }))
}
