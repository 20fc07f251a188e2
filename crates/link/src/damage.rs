//! Errors of decoding a link or file, worded for the person who opens it.

use marey::{ErrorKind, Location, ParseError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    Link,
    File,
}

/// Why decoding failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    Empty,
    /// The start is not that of a packed motion.
    UnknownFormat,
    /// A later version wrote it.
    NewerVersion(u8),
    /// The payload ends early: bytes present, and bytes stated.
    Truncated(u64, u64),
    /// The checksum does not match.
    Checksum,
    /// The checksum matches, but the payload holds values that no writer writes, or ends early.
    Inconsistent,
    /// A limit is exceeded: the noun for the message, and the limit.
    TooLarge(&'static str, u64),
    OutOfMemory,
}

impl Damage {
    /// The error with a code and a one-sentence message.
    pub(super) fn refusal(self, container: Container) -> ParseError {
        let (codes, word) = match container {
            Container::Link => (&LINK_CODES, "link"),
            Container::File => (&FILE_CODES, "file"),
        };
        let [empty, foreign, newer, truncated, damaged, large] = *codes;
        let (kind, code, message) = match self {
            Self::Empty => (ErrorKind::Syntax, empty, format!("the {word} holds no motion")),
            Self::UnknownFormat => {
                (ErrorKind::Syntax, foreign, format!("this is no packed motion, or the {word}'s start is missing"))
            }
            Self::NewerVersion(version) => (
                ErrorKind::Unsupported,
                newer,
                format!(
                    "the {word} was made by a newer Marey (version {version} of the packing); this one reads version 1"
                ),
            ),
            Self::Truncated(there, all) => (
                ErrorKind::Syntax,
                truncated,
                format!("the {word} was cut short: {} % of it is missing", missing(there, all)),
            ),
            Self::Checksum => {
                (ErrorKind::Syntax, damaged, format!("the {word} is damaged: some of it was changed on its way"))
            }
            Self::Inconsistent => {
                (ErrorKind::Inconsistent, damaged, format!("the {word} is damaged: its contents contradict each other"))
            }
            Self::TooLarge(what, most) => {
                (ErrorKind::Limit, large, format!("the {word} holds more {what} than the {most} that are allowed"))
            }
            Self::OutOfMemory => {
                (ErrorKind::Limit, large, format!("there is no memory left for what the {word} holds"))
            }
        };
        ParseError::new(kind, code, message).at(Location::default())
    }
}

/// The missing part in whole percent, at least 1.
fn missing(there: u64, all: u64) -> u64 {
    (all.saturating_sub(there).saturating_mul(100) / all.max(1)).max(1)
}

const LINK_CODES: [&str; 6] =
    ["link.empty", "link.foreign", "link.version", "link.truncated", "link.damaged", "link.too-large"];
const FILE_CODES: [&str; 6] =
    ["marey.empty", "marey.foreign", "marey.version", "marey.truncated", "marey.damaged", "marey.too-large"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_sentence_with_a_code() {
        let refusal = Damage::Truncated(300, 400).refusal(Container::Link);
        assert_eq!(refusal.to_string(), "byte 0: link.truncated: the link was cut short: 25 % of it is missing");
        let refusal = Damage::NewerVersion(2).refusal(Container::File);
        assert_eq!((refusal.code(), refusal.kind()), ("marey.version", ErrorKind::Unsupported));
        assert!(refusal.message().contains("a newer Marey"), "{refusal}");
    }
}
