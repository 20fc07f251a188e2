//! X3D XML (`.x3d`).
//!
//! A DOCTYPE is allowed, but never fetched. A file that uses an entity which it declares is refused: hostile files make
//! entities expand without end.

use std::borrow::Cow;

use quick_xml::Reader as XmlReader;
use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesStart, Event};

use super::builder::{SceneBuilder, offset_in};
use super::encoding::SceneEncoding;
use super::node::TextSpan;
use super::node_kind::NodeKind;
use super::text::{decode, first_entity};
use crate::error::ErrorKind;
use crate::formats::hanim::report::HanimStop;

/// Deepest nesting of elements, not all of which are nodes.
const DEEPEST: usize = 20_000;

/// An open element, as its children see it.
#[derive(Debug)]
enum XmlContext {
    /// A node: children go to its fields.
    Node,
    /// Not a node: children go to the node around it, into this field if it is given.
    Through(Option<TextSpan>),
}

/// A prototype whose declaration is being skipped: the ranges of its interface and its body.
#[derive(Debug, Default)]
struct XmlDeclaration<'a> {
    name: Cow<'a, str>,
    interface: (usize, usize),
    body: (usize, usize),
}

impl XmlDeclaration<'_> {
    /// The range of one of its two parts.
    fn part(&mut self, name: &str) -> Option<&mut (usize, usize)> {
        match name {
            "ProtoInterface" => Some(&mut self.interface),
            "ProtoBody" => Some(&mut self.body),
            _ => None,
        }
    }
}

/// Reads the text from `from` on. After an error, `builder` has everything before it. `is_interface`: see `read_range`.
pub(crate) fn read(
    text: &str,
    from: usize,
    is_interface: bool,
    builder: &mut SceneBuilder<'_>,
) -> Result<(), HanimStop> {
    let mut reader = XmlReader::from_str(text.get(from..).unwrap_or_default());
    reader.config_mut().allow_dangling_amp = true;
    let mut open: Vec<XmlContext> = Vec::new();
    // Number of open elements that are not read: the skipped one, and those in it.
    let mut skipped = 0_usize;
    let mut declared: Option<XmlDeclaration<'_>> = None;
    let mut has_entities = false;
    loop {
        let place = from + reader.buffer_position() as usize;
        let event = reader.read_event();
        if has_entities && matches!(event, Ok(Event::Start(_) | Event::Empty(_) | Event::GeneralRef(_))) {
            let end = from + reader.buffer_position() as usize;
            refuse_entity(text, text.get(place..end).unwrap_or_default(), '&')?;
        }
        match event {
            Ok(Event::Eof) if open.is_empty() && skipped == 0 => return Ok(()),
            Ok(Event::Eof) => return Err(HanimStop::cut(place, "the end tags of the elements that are open")),
            Ok(Event::Start(start)) if skipped > 0 => {
                skipped += 1;
                let declared = declared.as_mut().filter(|_| skipped == 2);
                if let Some(part) = declared.and_then(|declared| declared.part(start.local_name().as_ref())) {
                    *part = (from + reader.buffer_position() as usize, 0);
                }
            }
            Ok(Event::End(end)) if skipped > 0 => {
                skipped -= 1;
                let known = declared.as_mut().filter(|_| skipped == 1);
                if let Some(part) = known.and_then(|declared| declared.part(end.local_name().as_ref())) {
                    part.1 = place;
                }
                if skipped == 0
                    && let Some(XmlDeclaration { name, interface, body }) = declared.take()
                {
                    builder.declare(&name, interface, body);
                }
            }
            Ok(Event::Empty(_)) if skipped > 0 => {}
            Ok(Event::Start(_)) if open.len() >= DEEPEST => {
                let message = format!("elements are nested more than {DEEPEST} deep");
                return Err(HanimStop::limit("hanim.too-deep", place, message));
            }
            Ok(Event::Start(start)) => match begin(text, &start, open.last(), is_interface, place, builder)? {
                Some(element) => open.push(element),
                None => {
                    skipped = 1;
                    if start.local_name().as_ref() == "ProtoDeclare" {
                        let name = attribute(text, &start, "name", place)?.unwrap_or_default();
                        declared = Some(XmlDeclaration { name, ..XmlDeclaration::default() });
                    }
                }
            },
            Ok(Event::Empty(start)) => {
                if let Some(XmlContext::Node) = begin(text, &start, open.last(), is_interface, place, builder)? {
                    builder.close()?;
                }
            }
            Ok(Event::End(_)) => {
                if let Some(XmlContext::Node) = open.pop() {
                    builder.close()?;
                }
            }
            Ok(Event::DocType(doctype)) => {
                for part in outside_comments(&doctype).filter(|part| part.contains("<!ENTITY")) {
                    has_entities = true;
                    refuse_entity(text, part, '%')?;
                }
            }
            Ok(_) => {}
            // All of these report markup that is not closed before the end.
            Err(quick_xml::Error::Syntax(error)) if error != SyntaxError::InvalidBangMarkup => {
                return Err(HanimStop::cut(
                    from + reader.error_position() as usize,
                    "the end of the markup that begins here",
                ));
            }
            Err(error) => {
                let place = from + reader.error_position() as usize;
                return Err(HanimStop::syntax(place, format!("this is not well-formed XML: {error}")));
            }
        }
    }
}

/// The parts of a DTD outside comments.
fn outside_comments(dtd: &str) -> impl Iterator<Item = &str> {
    let mut parts = dtd.split("<!--");
    let before = parts.next();
    before.into_iter().chain(parts.filter_map(|part| part.split_once("-->")).map(|(_, behind)| behind))
}

/// Refuses entities in `part` of the `text` of a file that declares some. `mark`: `&` in the document, `%` in its DTD.
fn refuse_entity(text: &str, part: &str, mark: char) -> Result<(), HanimStop> {
    let Some(at) = first_entity(part, mark) else { return Ok(()) };
    let message =
        "the file uses XML entities (names that stand for text), which are not expanded: replace each by its text";
    let place = offset_in(text, part).map_or(0, |start| start + at);
    Err(HanimStop { kind: ErrorKind::Unsupported, code: "hanim.entities", message: message.into(), place })
}

/// An attribute and the offset of its value.
struct XmlAttribute<'a> {
    name: &'a str,
    value: &'a str,
    start: usize,
}

/// Begins an element; `None` if it is skipped with everything in it.
fn begin(
    text: &str,
    start: &BytesStart<'_>,
    around: Option<&XmlContext>,
    is_interface: bool,
    place: usize,
    builder: &mut SceneBuilder<'_>,
) -> Result<Option<XmlContext>, HanimStop> {
    let name = start.local_name();
    let name: &str = name.as_ref();
    match name {
        "field" if is_interface => return field_value(text, start, place, builder).map(Some),
        "X3D" | "Scene" | "head" | "field" | "ProtoInterface" | "IS" => return Ok(Some(XmlContext::Through(None))),
        "ExternProtoDeclare" => {
            builder.declare_foreign(&attribute(text, start, "name", place)?.unwrap_or_default(), place);
            return Ok(None);
        }
        "ProtoDeclare" => return Ok(None),
        "connect" => {
            let [name, of] = ["nodeField", "protoField"].map(|key| attribute(text, start, key, place));
            builder.connect(&name?.unwrap_or_default(), &of?.unwrap_or_default(), place)?;
            return Ok(Some(XmlContext::Through(None)));
        }
        "meta" | "component" | "unit" => {
            let mut texts = Vec::new();
            for key in ["name", "content", "category", "conversionFactor"] {
                texts.push(attribute(text, start, key, place)?.unwrap_or_default().into());
            }
            builder.statement(name, texts, place);
            return Ok(Some(XmlContext::Through(None)));
        }
        "ROUTE" => {
            let mut ends = [const { Cow::Borrowed("") }; 4];
            for (end, key) in ends.iter_mut().zip(["fromNode", "fromField", "toNode", "toField"]) {
                *end = attribute(text, start, key, place)?.unwrap_or_default();
            }
            let [from, from_field, to, to_field] = &ends;
            builder.route((from, from_field), (to, to_field), place)?;
            return Ok(Some(XmlContext::Through(None)));
        }
        "fieldValue" => return field_value(text, start, place, builder).map(Some),
        _ => {}
    }
    let prototype = if name == "ProtoInstance" { attribute(text, start, "name", place)? } else { None };
    let type_name = match &prototype {
        Some(prototype) => NodeKind::of_instance(prototype),
        None => Cow::Borrowed(name),
    };
    let slot = if let Some(XmlContext::Through(slot)) = around { *slot } else { None };
    builder.open(&type_name, slot, place)?;
    for attribute in attributes(text, start, place) {
        let XmlAttribute { name, value, start } = attribute.inspect_err(|_| builder.discard())?;
        let decoded = || decode(value, SceneEncoding::Xml);
        match name {
            "DEF" => builder.set_def(&decoded()),
            "USE" => builder.set_use(&decoded()),
            "containerField" => builder.set_slot(&decoded()),
            "name" if prototype.is_some() => {}
            _ => builder.add_text(name, start, start, start + value.len())?,
        }
    }
    Ok(Some(XmlContext::Node))
}

/// A field of a prototype's instance or interface. Its value is the attribute `value`, or the nodes in the element.
fn field_value(
    text: &str,
    start: &BytesStart<'_>,
    place: usize,
    builder: &mut SceneBuilder<'_>,
) -> Result<XmlContext, HanimStop> {
    let name = attribute(text, start, "name", place)?.unwrap_or_default();
    for attribute in attributes(text, start, place) {
        let attribute = attribute?;
        if attribute.name == "value" {
            builder.add_text(&name, attribute.start, attribute.start, attribute.start + attribute.value.len())?;
        }
    }
    Ok(XmlContext::Through(Some(builder.span(&name))))
}

/// The value of one attribute, with its entities replaced.
fn attribute<'a>(
    text: &'a str,
    start: &BytesStart<'_>,
    name: &str,
    place: usize,
) -> Result<Option<Cow<'a, str>>, HanimStop> {
    for attribute in attributes(text, start, place).take(100) {
        let attribute = attribute?;
        if attribute.name == name {
            return Ok(Some(decode(attribute.value, SceneEncoding::Xml)));
        }
    }
    Ok(None)
}

/// The attributes of an element. Duplicates are not detected here, because that takes quadratic time.
fn attributes<'a>(
    text: &'a str,
    start: &BytesStart<'_>,
    place: usize,
) -> impl Iterator<Item = Result<XmlAttribute<'a>, HanimStop>> {
    let mut list = start.attributes();
    list.with_checks(false);
    list.map(move |attribute| {
        let attribute =
            attribute.map_err(|error| HanimStop::syntax(place, format!("this is not well-formed XML: {error}")))?;
        let (name, value) = (attribute.key.into_inner(), attribute.value);
        // quick-xml's slices do not live as long, so both are looked up in the text.
        let find = |part: &str| {
            let at = offset_in(text, part)?;
            Some((at, text.get(at..at + part.len())?))
        };
        let ((_, name), (start, value)) = find(name).zip(find(&value)).unwrap_or(((place, ""), (place, "")));
        Ok(XmlAttribute { name, value, start })
    })
}
