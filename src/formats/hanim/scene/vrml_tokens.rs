//! The tokens of ClassicVRML and VRML97.

use super::text::quoted_length;

/// A word, brace, bracket or quoted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VrmlToken<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `[`
    ListOpen,
    /// `]`
    ListClose,
    /// With its quotes.
    Quoted(&'a str),
    /// Anything else up to a blank, comma, brace, bracket, quote or comment.
    Word(&'a str),
}

impl VrmlToken<'_> {
    /// Whether it is a complete value: a number, a boolean, NULL or a quoted text.
    pub(super) fn is_value(self) -> bool {
        match self {
            VrmlToken::Word(word) => {
                matches!(word, "TRUE" | "FALSE" | "NULL" | "true" | "false")
                    || word.starts_with(|first| matches!(first, '0'..='9' | '+' | '-' | '.'))
            }
            VrmlToken::Quoted(_) => true,
            _ => false,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct VrmlTokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> VrmlTokens<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Offset of the next token.
    pub(super) fn place(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'#' => {
                    let rest = bytes.get(self.at..).unwrap_or_default();
                    self.at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
                }
                0..=b' ' | b',' => self.at += 1,
                _ => break,
            }
        }
        self.at
    }

    /// Offset after the last token.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    /// The next token, without consuming it.
    pub(super) fn peek(&mut self) -> Option<VrmlToken<'a>> {
        let place = self.place();
        let rest = self.text.get(place..)?;
        Some(match rest.bytes().next()? {
            b'{' => VrmlToken::Open,
            b'}' => VrmlToken::Close,
            b'[' => VrmlToken::ListOpen,
            b']' => VrmlToken::ListClose,
            b'"' => VrmlToken::Quoted(rest.get(..quoted_length(rest.as_bytes())).unwrap_or(rest)),
            _ => {
                let stops = |byte: u8| matches!(byte, 0..=b' ' | b',' | b'{' | b'}' | b'[' | b']' | b'"' | b'#');
                VrmlToken::Word(rest.get(..rest.bytes().position(stops).unwrap_or(rest.len())).unwrap_or(rest))
            }
        })
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) -> Option<VrmlToken<'a>> {
        let token = self.peek()?;
        self.at += match token {
            VrmlToken::Quoted(text) | VrmlToken::Word(text) => text.len(),
            _ => 1,
        };
        Some(token)
    }

    /// Consumes the next token if it is a word.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        match self.peek()? {
            VrmlToken::Word(word) => {
                self.at += word.len();
                Some(word)
            }
            _ => None,
        }
    }

    /// Skips a group from its opening bracket or brace, if one is next, to the closing one. False if that is missing.
    pub(super) fn skip_group(&mut self) -> bool {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token {
                VrmlToken::Open | VrmlToken::ListOpen => depth += 1,
                _ if depth == 0 => return true,
                VrmlToken::Close | VrmlToken::ListClose => depth -= 1,
                _ => {}
            }
            self.take();
            if depth == 0 {
                return true;
            }
        }
        false
    }
}
