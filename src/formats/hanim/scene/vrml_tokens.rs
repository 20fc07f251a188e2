//! The words of ClassicVRML and VRML97.

use super::fields::quoted_length;

/// One word, brace, bracket or quoted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `[`
    ListOpen,
    /// `]`
    ListClose,
    /// With its quotes.
    Quoted(&'a [u8]),
    /// Anything else up to a blank, comma, brace, bracket, quote or comment.
    Word(&'a [u8]),
}

impl Token<'_> {
    /// A number, or a truth value, or NULL: a value that is written in words.
    pub(crate) fn is_value(self) -> bool {
        match self {
            Token::Word(word) => {
                matches!(word, b"TRUE" | b"FALSE" | b"NULL" | b"true" | b"false")
                    || word.first().is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.'))
            }
            Token::Quoted(_) => true,
            _ => false,
        }
    }
}

/// Takes a text apart.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Where the next word starts.
    pub(crate) fn place(&mut self) -> usize {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'#' => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
                }
                0..=b' ' | b',' => self.at += 1,
                _ => break,
            }
        }
        self.at
    }

    /// Where the last word ended.
    pub(crate) fn end(&self) -> usize {
        self.at
    }

    /// The next word, left where it is.
    pub(crate) fn peek(&mut self) -> Option<Token<'a>> {
        let rest = self.text.get(self.place()..).unwrap_or_default();
        Some(match rest.first()? {
            b'{' => Token::Open,
            b'}' => Token::Close,
            b'[' => Token::ListOpen,
            b']' => Token::ListClose,
            b'"' => Token::Quoted(rest.get(..quoted_length(rest)).unwrap_or(rest)),
            _ => {
                let stops = |byte: &u8| matches!(byte, 0..=b' ' | b',' | b'{' | b'}' | b'[' | b']' | b'"' | b'#');
                Token::Word(rest.get(..rest.iter().position(stops).unwrap_or(rest.len())).unwrap_or(rest))
            }
        })
    }

    /// The next word.
    pub(crate) fn take(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.at += match token {
            Token::Quoted(text) | Token::Word(text) => text.len(),
            _ => 1,
        };
        Some(token)
    }

    /// The next word where it is one; anything else stays.
    pub(crate) fn word(&mut self) -> Option<&'a [u8]> {
        match self.peek()? {
            Token::Word(word) => {
                self.at += word.len();
                Some(word)
            }
            _ => None,
        }
    }

    /// Goes behind the bracket or brace that closes the one that comes next. Whatever comes next that is neither stays.
    pub(crate) fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token {
                Token::Open | Token::ListOpen => depth += 1,
                _ if depth == 0 => return,
                Token::Close | Token::ListClose => depth -= 1,
                _ => {}
            }
            self.take();
            if depth == 0 {
                return;
            }
        }
    }
}
