//! ClassicVRML (`.x3dv`) and VRML97 (`.wrl`): one grammar with two sets of keywords.
//!
//! The types of fields are unknown here: the tokens of a value tell whether it is a node. Prototypes are read when
//! needed (see [`super::expansion`]); their instances are nodes of that type name.

use super::builder::SceneBuilder;
use super::encoding::SceneEncoding;
use super::node::TextSpan;
use super::text::decode;
use super::vrml_tokens::{VrmlToken, VrmlTokens};
use crate::formats::hanim::report::HanimStop;
use crate::formats::hanim::slices::start_of;

const ROUTE: &str = "`ROUTE node.field TO node.field`";

/// An open brace or bracket.
#[derive(Debug)]
enum VrmlContext {
    Node,
    /// The brackets of a field that holds nodes.
    List(TextSpan),
}

/// Reads a text from `start` on. After an error, `builder` has everything before it. `is_interface`: see `read_range`.
pub(super) fn read<'a>(
    text: &'a str,
    start: usize,
    is_interface: bool,
    builder: &mut SceneBuilder<'a>,
) -> Result<(), HanimStop> {
    let inside = if is_interface { vec![VrmlContext::Node] } else { Vec::new() };
    let depth = inside.len();
    let mut reader = VrmlReader { tokens: VrmlTokens::new(text, start), builder, inside };
    while reader.step()? {}
    if reader.inside.len() == depth {
        Ok(())
    } else {
        let closing = if matches!(reader.inside.last(), Some(VrmlContext::Node)) { "`}`" } else { "`]`" };
        Err(HanimStop::cut(reader.tokens.place(), closing))
    }
}

struct VrmlReader<'a, 'b> {
    tokens: VrmlTokens<'a>,
    builder: &'b mut SceneBuilder<'a>,
    inside: Vec<VrmlContext>,
}

impl VrmlReader<'_, '_> {
    /// Reads one statement, field or closing token. False at the end of the text.
    fn step(&mut self) -> Result<bool, HanimStop> {
        let place = self.tokens.place();
        let Some(token) = self.tokens.take() else { return Ok(false) };
        match (token, self.inside.last()) {
            (VrmlToken::Word(word), inside) => {
                let is_field = matches!(inside, Some(VrmlContext::Node));
                let slot = if let Some(VrmlContext::List(slot)) = inside { Some(*slot) } else { None };
                if !self.statement(word, place)? {
                    if is_field { self.field(word, place)? } else { self.node(word, slot, place)? }
                }
            }
            (VrmlToken::Close, Some(VrmlContext::Node)) => {
                self.inside.pop();
                self.builder.close()?;
            }
            (VrmlToken::ListClose, Some(VrmlContext::List(_))) => {
                self.inside.pop();
            }
            (found, _) => {
                return Err(HanimStop::syntax(
                    place,
                    format!("expected {}, found {}", self.expected(), shown_token(found)),
                ));
            }
        }
        Ok(true)
    }

    fn expected(&self) -> &'static str {
        match self.inside.last() {
            None => "a node",
            Some(VrmlContext::Node) => "a field or `}`",
            Some(VrmlContext::List(_)) => "a node or `]`",
        }
    }

    /// Reads a statement after its first word. False if `word` does not begin one.
    fn statement(&mut self, word: &str, place: usize) -> Result<bool, HanimStop> {
        match word {
            "ROUTE" => {
                let from = self.tokens.word().unwrap_or_default();
                let to = match self.tokens.word() {
                    Some("TO") => self.tokens.word().unwrap_or_default(),
                    _ => return Err(self.unfinished(place, ROUTE)),
                };
                let ends = from.rsplit_once('.').zip(to.rsplit_once('.'));
                let (from, to) = ends.ok_or_else(|| self.unfinished(place, ROUTE))?;
                self.builder.route(from, to, place)?;
            }
            "PROTO" => {
                let name = self.tokens.word().unwrap_or_default();
                let interface = self.skip_group()?;
                let body = self.skip_group()?;
                self.builder.declare(name, interface, body);
            }
            "EXTERNPROTO" => {
                let name = self.tokens.word().unwrap_or_default();
                self.builder.declare_foreign(name, place);
                self.skip_group()?;
                // A URL, or a list of them.
                if let Some(VrmlToken::Quoted(_)) = self.tokens.peek() {
                    self.tokens.take();
                } else {
                    self.skip_group()?;
                }
            }
            "PROFILE" if self.inside.is_empty() => {
                self.tokens.word();
            }
            "COMPONENT" if self.inside.is_empty() => {
                // `H-Anim:1`, with or without blanks.
                let mut last = self.tokens.word().unwrap_or_default();
                while let Some(VrmlToken::Word(next)) = self.tokens.peek() {
                    if !last.ends_with(":") && !next.starts_with(":") {
                        break;
                    }
                    self.tokens.take();
                    last = next;
                }
            }
            "META" | "UNIT" if self.inside.is_empty() => {
                let mut texts: Vec<Box<str>> = Vec::new();
                for _ in 0..if word == "META" { 2 } else { 3 } {
                    let Some(VrmlToken::Quoted(text) | VrmlToken::Word(text)) = self.tokens.take() else { break };
                    texts.push(decode(text, SceneEncoding::Vrml).into());
                }
                // In the XML reader's order: name, content, category, factor.
                let texts = match (word, texts.as_slice()) {
                    ("UNIT", [category, name, factor]) => {
                        vec![name.clone(), Box::default(), category.clone(), factor.clone()]
                    }
                    _ => texts,
                };
                self.builder.statement(if word == "META" { "meta" } else { "unit" }, texts, place);
            }
            "IMPORT" | "EXPORT" if self.inside.is_empty() => {
                self.tokens.word();
                while let Some(VrmlToken::Word("AS")) = self.tokens.peek() {
                    self.tokens.take();
                    self.tokens.word();
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Skips a group in brackets or braces. Returns the range inside.
    fn skip_group(&mut self) -> Result<(usize, usize), HanimStop> {
        let start = self.tokens.place() + 1;
        if self.tokens.skip_group() {
            Ok((start, self.tokens.end().saturating_sub(1)))
        } else {
            Err(HanimStop::cut(self.tokens.place(), "`}` or `]`"))
        }
    }

    /// The error for text that begins at `place` and is not as expected, or is cut off by the end of the file.
    fn unfinished(&mut self, place: usize, expected: &str) -> HanimStop {
        if self.tokens.peek().is_none() {
            return HanimStop::cut(place, expected);
        }
        HanimStop::syntax(place, format!("expected {expected}"))
    }

    /// Reads the start of a node after its first word: `DEF name Type {`, `USE name`, or `Type {`.
    fn node(&mut self, word: &str, slot: Option<TextSpan>, place: usize) -> Result<(), HanimStop> {
        if word == "NULL" {
            return Ok(());
        }
        let (mut type_name, mut name) = (word, None);
        if word == "USE" || word == "DEF" {
            let found = self.tokens.word();
            name = Some(found.ok_or_else(|| self.unfinished(place, "a name after DEF or USE"))?);
            if word == "USE" {
                self.builder.open("", slot, place)?;
                self.builder.set_use(name.unwrap_or_default());
                return self.builder.close();
            }
            let found = self.tokens.word();
            type_name = found.ok_or_else(|| self.unfinished(place, "a node after DEF and its name"))?;
        }
        let at = self.tokens.place();
        if self.tokens.peek() != Some(VrmlToken::Open) {
            let expected = format!("`{{` after `{}`", start(type_name));
            return Err(match self.tokens.peek() {
                None => HanimStop::cut(at, &expected),
                Some(found) => HanimStop::syntax(at, format!("expected {expected}, found {}", shown_token(found))),
            });
        }
        self.tokens.take();
        self.builder.open(type_name, slot, place)?;
        if let Some(name) = name {
            self.builder.set_def(name);
        }
        self.inside.push(VrmlContext::Node);
        Ok(())
    }

    /// Reads a field after its first word. Scripts declare their fields with access and type before the name.
    fn field(&mut self, word: &str, place: usize) -> Result<(), HanimStop> {
        let mut name = word;
        match word {
            "eventIn" | "eventOut" | "inputOnly" | "outputOnly" => {
                self.tokens.word();
                self.tokens.word();
                if self.tokens.peek() == Some(VrmlToken::Word("IS")) {
                    self.tokens.take();
                    self.tokens.word();
                }
                return Ok(());
            }
            "field" | "exposedField" | "initializeOnly" | "inputOutput" => {
                self.tokens.word();
                name = self.tokens.word().unwrap_or_default();
            }
            _ => {}
        }
        let start = self.tokens.place();
        match self.tokens.peek() {
            Some(VrmlToken::ListOpen) => {
                let before = self.tokens.clone();
                self.tokens.take();
                match self.tokens.peek() {
                    Some(VrmlToken::Word(_)) if !self.tokens.peek().is_some_and(VrmlToken::is_value) => {
                        let slot = self.builder.span(name);
                        self.inside.push(VrmlContext::List(slot));
                        Ok(())
                    }
                    _ => {
                        self.tokens = before;
                        let whole = self.skip_group();
                        self.builder.add_text(name, place, start, self.tokens.end())?;
                        whole.map(|_| ())
                    }
                }
            }
            Some(token) if token.is_value() => {
                while self.tokens.peek().is_some_and(VrmlToken::is_value) {
                    self.tokens.take();
                }
                self.builder.add_text(name, place, start, self.tokens.end())
            }
            Some(VrmlToken::Word("IS")) => {
                self.tokens.take();
                let field = self.tokens.word().unwrap_or_default();
                self.builder.connect(name, field, place)
            }
            Some(VrmlToken::Word(word)) => {
                self.tokens.take();
                let slot = self.builder.span(name);
                self.node(word, Some(slot), start)
            }
            None => Err(HanimStop::cut(start, &format!("the value of `{name}`"))),
            Some(found) => {
                let found = shown_token(found);
                Err(HanimStop::syntax(start, format!("expected the value of `{name}`, found {found}")))
            }
        }
    }
}

fn shown_token(token: VrmlToken<'_>) -> String {
    match token {
        VrmlToken::Open => "`{`".into(),
        VrmlToken::Close => "`}`".into(),
        VrmlToken::ListOpen => "`[`".into(),
        VrmlToken::ListClose => "`]`".into(),
        VrmlToken::Quoted(text) | VrmlToken::Word(text) => {
            format!("`{}`", start(text))
        }
    }
}

fn start(word: &str) -> &str {
    start_of(word, 40)
}
