//! ClassicVRML (`.x3dv`) and VRML97 (`.wrl`): one grammar, two lists of keywords.
//!
//! Field types are not known here, so a value is told by its looks: words and brackets. Prototypes are not expanded;
//! their instances are nodes of their name (see [`super::kinds`]).

use super::builder::{Builder, short};
use super::fields::decode;
use super::tree::Encoding;
use super::vrml_tokens::{Token, Tokens};
use crate::formats::hanim::report::Stop;

/// What the reader is inside of. The scene is around all of them.
#[derive(Debug)]
enum Inside {
    /// The braces of a node.
    Node,
    /// The brackets of a field that holds nodes.
    List(Box<str>),
}

/// Reads the whole text. A stop leaves in `builder` what was read before it.
pub(crate) fn read(text: &[u8], builder: &mut Builder) -> Result<(), Stop> {
    let mut reader = Reader { tokens: Tokens::new(text), builder, inside: Vec::new() };
    while reader.step()? {}
    if reader.inside.is_empty() {
        Ok(())
    } else {
        let what = if matches!(reader.inside.last(), Some(Inside::Node)) { "`}`" } else { "`]`" };
        Err(Stop::syntax(reader.tokens.place(), format!("expected {what}, found the end of the file")))
    }
}

struct Reader<'a, 'b> {
    tokens: Tokens<'a>,
    builder: &'b mut Builder,
    inside: Vec<Inside>,
}

impl Reader<'_, '_> {
    /// One statement, field or closing mark. False at the end of the text.
    fn step(&mut self) -> Result<bool, Stop> {
        let place = self.tokens.place();
        let Some(token) = self.tokens.take() else { return Ok(false) };
        match (token, self.inside.last()) {
            (Token::Word(word), inside) => {
                let is_field = matches!(inside, Some(Inside::Node));
                let slot = if let Some(Inside::List(slot)) = inside { Some(slot.clone()) } else { None };
                if !self.statement(word, place)? {
                    if is_field { self.field(word, place)? } else { self.node(word, slot.as_deref(), place)? }
                }
            }
            (Token::Close, Some(Inside::Node)) => {
                self.inside.pop();
                self.builder.close()?;
            }
            (Token::ListClose, Some(Inside::List(_))) => {
                self.inside.pop();
            }
            (found, _) => {
                return Err(Stop::syntax(place, format!("expected {}, found {}", self.expected(), shown(found))));
            }
        }
        Ok(true)
    }

    fn expected(&self) -> &'static str {
        match self.inside.last() {
            None => "a node",
            Some(Inside::Node) => "a field or `}`",
            Some(Inside::List(_)) => "a node or `]`",
        }
    }

    /// What is neither a node nor a field. False where `word` does not begin such a thing.
    fn statement(&mut self, word: &[u8], place: usize) -> Result<bool, Stop> {
        match word {
            b"ROUTE" => {
                let from = self.tokens.word().unwrap_or_default();
                let to = match self.tokens.word() {
                    Some(b"TO") => self.tokens.word().unwrap_or_default(),
                    _ => return Err(Stop::syntax(place, "expected `ROUTE node.field TO node.field`")),
                };
                let (from, to) = (String::from_utf8_lossy(from), String::from_utf8_lossy(to));
                let ends = from.rsplit_once('.').zip(to.rsplit_once('.'));
                let (from, to) =
                    ends.ok_or_else(|| Stop::syntax(place, "expected `ROUTE node.field TO node.field`"))?;
                self.builder.route(from, to, place)?;
            }
            b"PROTO" => {
                self.declaration("PROTO");
                self.tokens.skip_group();
            }
            b"EXTERNPROTO" => {
                self.declaration("EXTERNPROTO");
                // One address, or a list of them.
                if let Some(Token::Quoted(_)) = self.tokens.peek() {
                    self.tokens.take();
                } else {
                    self.tokens.skip_group();
                }
            }
            b"PROFILE" if self.inside.is_empty() => {
                self.tokens.word();
            }
            b"COMPONENT" if self.inside.is_empty() => {
                // `H-Anim:1`, with or without blanks.
                let mut last = self.tokens.word().unwrap_or_default();
                while let Some(Token::Word(next)) = self.tokens.peek() {
                    if !last.ends_with(b":") && !next.starts_with(b":") {
                        break;
                    }
                    self.tokens.take();
                    last = next;
                }
            }
            b"META" | b"UNIT" if self.inside.is_empty() => {
                let mut texts: Vec<Box<str>> = Vec::new();
                for _ in 0..if word == b"META" { 2 } else { 3 } {
                    let Some(Token::Quoted(text) | Token::Word(text)) = self.tokens.take() else { break };
                    texts.push(decode(text, Encoding::Vrml).into());
                }
                // The order that the XML reader gives: name, content, category, factor.
                let texts = match (word, texts.as_slice()) {
                    (b"UNIT", [category, name, factor]) => {
                        vec![name.clone(), Box::default(), category.clone(), factor.clone()]
                    }
                    _ => texts,
                };
                self.builder.statement(if word == b"META" { "meta" } else { "unit" }, texts);
            }
            b"IMPORT" | b"EXPORT" if self.inside.is_empty() => {
                self.tokens.word();
                while let Some(Token::Word(b"AS")) = self.tokens.peek() {
                    self.tokens.take();
                    self.tokens.word();
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The name and the interface of a prototype.
    fn declaration(&mut self, what: &str) {
        let name = self.tokens.word().unwrap_or_default();
        self.builder.statement(what, vec![String::from_utf8_lossy(name).into()]);
        self.tokens.skip_group();
    }

    /// A node, whose first word was taken: `DEF name Type {`, `USE name`, or `Type {`.
    fn node(&mut self, word: &[u8], slot: Option<&str>, place: usize) -> Result<(), Stop> {
        if word == b"NULL" {
            return Ok(());
        }
        let (mut type_name, mut name) = (word, None);
        if word == b"USE" || word == b"DEF" {
            let found = self.tokens.word();
            name = Some(found.ok_or_else(|| Stop::syntax(place, "expected a name behind DEF or USE"))?);
            if word == b"USE" {
                self.builder.open("", slot, place)?;
                self.builder.stand_for(&String::from_utf8_lossy(name.unwrap_or_default()));
                return self.builder.close();
            }
            let found = self.tokens.word();
            type_name = found.ok_or_else(|| Stop::syntax(place, "expected a node behind DEF and its name"))?;
        }
        let at = self.tokens.place();
        if self.tokens.peek() != Some(Token::Open) {
            let found = self.tokens.peek().map_or_else(|| "the end of the file".to_owned(), shown);
            let type_name = String::from_utf8_lossy(type_name.get(..40).unwrap_or(type_name));
            return Err(Stop::syntax(at, format!("expected `{{` behind `{type_name}`, found {found}")));
        }
        self.tokens.take();
        self.builder.open(&String::from_utf8_lossy(type_name), slot, place)?;
        if let Some(name) = name {
            self.builder.define(&String::from_utf8_lossy(name));
        }
        self.inside.push(Inside::Node);
        Ok(())
    }

    /// A field, whose name was taken. Scripts declare theirs with access and type before the name.
    fn field(&mut self, word: &[u8], place: usize) -> Result<(), Stop> {
        let mut name = word;
        match word {
            b"eventIn" | b"eventOut" | b"inputOnly" | b"outputOnly" => {
                self.tokens.word();
                self.tokens.word();
                if self.tokens.peek() == Some(Token::Word(b"IS")) {
                    self.tokens.take();
                    self.tokens.word();
                }
                return Ok(());
            }
            b"field" | b"exposedField" | b"initializeOnly" | b"inputOutput" => {
                self.tokens.word();
                name = self.tokens.word().unwrap_or_default();
            }
            _ => {}
        }
        let name = String::from_utf8_lossy(name);
        let start = self.tokens.place();
        match self.tokens.peek() {
            Some(Token::ListOpen) => {
                let before = self.tokens.clone();
                self.tokens.take();
                match self.tokens.peek() {
                    Some(Token::Word(_)) if !self.tokens.peek().is_some_and(Token::is_value) => {
                        self.inside.push(Inside::List(short(&name).into()));
                        Ok(())
                    }
                    _ => {
                        self.tokens = before;
                        self.tokens.skip_group();
                        self.builder.text(&name, place, start, self.tokens.end())
                    }
                }
            }
            Some(token) if token.is_value() => {
                while self.tokens.peek().is_some_and(Token::is_value) {
                    self.tokens.take();
                }
                self.builder.text(&name, place, start, self.tokens.end())
            }
            Some(Token::Word(b"IS")) => {
                self.tokens.take();
                self.tokens.word();
                Ok(())
            }
            Some(Token::Word(word)) => {
                self.tokens.take();
                self.node(word, Some(&name), start)
            }
            found => {
                let found = found.map_or_else(|| "the end of the file".to_owned(), shown);
                Err(Stop::syntax(start, format!("expected the value of `{name}`, found {found}")))
            }
        }
    }
}

/// A word for a message.
fn shown(token: Token<'_>) -> String {
    match token {
        Token::Open => "`{`".into(),
        Token::Close => "`}`".into(),
        Token::ListOpen => "`[`".into(),
        Token::ListClose => "`]`".into(),
        Token::Quoted(text) | Token::Word(text) => {
            format!("`{}`", String::from_utf8_lossy(text.get(..40).unwrap_or(text)))
        }
    }
}
