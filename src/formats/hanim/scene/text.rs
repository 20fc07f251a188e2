//! Texts in the encodings: quotes, escapes and entities.

use std::borrow::Cow;

use super::encoding::SceneEncoding;

/// A text without the quotes and escapes of its encoding.
pub(crate) fn decode(text: &str, encoding: SceneEncoding) -> Cow<'_, str> {
    match encoding {
        SceneEncoding::Xml => unescape_xml(text),
        SceneEncoding::Vrml | SceneEncoding::Json => {
            let text = text.trim_ascii();
            if text.starts_with('"') { unescape_quoted(text) } else { Cow::Borrowed(text) }
        }
    }
}

/// The length of the quoted text at the start of `text`, with both quotes; all of it if the closing quote is missing.
pub(super) fn quoted_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// The first `most` quoted texts of a list.
pub(super) fn quoted_list(text: &str, most: usize) -> Vec<String> {
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('"').filter(|_| list.len() < most) {
        rest = rest.get(open..).unwrap_or_default();
        let length = quoted_length(rest.as_bytes());
        list.push(unescape_quoted(rest.get(..length).unwrap_or(rest)).into_owned());
        rest = rest.get(length..).unwrap_or_default();
    }
    list
}

/// Removes quotes and escapes. VRML escapes only quotes and backslashes, JSON also letters and code points.
fn unescape_quoted(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('"').unwrap_or(text);
    let text = text.strip_suffix('"').unwrap_or(text);
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('u') => {
                let digits: String = characters.by_ref().take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                out.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    Cow::Owned(out)
}

/// Replaces XML's five entities and character references; any other `&` stays.
pub(super) fn unescape_xml(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        // The longest is `&#x10FFFF;`: looking no further keeps a text of nothing but `&` cheap.
        let end = behind.char_indices().take(10).find(|(_, character)| *character == ';');
        let found = end.and_then(|(end, _)| Some((entity(behind.get(..end)?)?, behind.get(end + 1..)?)));
        let (character, behind) = found.unwrap_or(('&', behind));
        out.push(character);
        rest = behind;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Offset of the first use of an entity that XML does not define itself: `&name;`, or `%name;` in a DTD.
pub(super) fn first_entity(text: &str, mark: char) -> Option<usize> {
    let mut marks = text.match_indices(mark).map(|(at, _)| at);
    marks.find(|at| {
        let behind = text.get(at + 1..).unwrap_or_default();
        let length = behind.find(|character: char| character <= ' ' || "<>&%;\"'".contains(character));
        let name = length.filter(|length| behind.get(*length..).is_some_and(|behind| behind.starts_with(';')));
        let name = name.and_then(|length| behind.get(..length)).unwrap_or_default();
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | ':'));
        is_name && entity(name).is_none()
    })
}

/// The character of an entity: XML's five, and code points.
fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let code = name.strip_prefix('#')?;
            let code = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => code.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_texts_are_unquoted_and_unescaped() {
        let xml = decode("a &lt;b&gt; &#x41;&#66; &amp &nbsp;", SceneEncoding::Xml);
        assert_eq!(xml, "a <b> AB &amp &nbsp;");
        assert_eq!(decode(r#" "a \"b\" \\" "#, SceneEncoding::Vrml), r#"a "b" \"#);
        assert_eq!(decode(r#""\u00e4\n\/""#, SceneEncoding::Json), "ä\n/");
        assert_eq!(decode("\"no end", SceneEncoding::Json), "no end");
    }

    #[test]
    fn hanim_entities_of_a_file_are_distinguished_from_those_of_xml() {
        assert_eq!(first_entity("<a b='&lt;&#65;&#x41; & x; &;' c='&ä1;'/>", '&'), Some(34));
        assert_eq!(first_entity("<!ENTITY % x '100% 5%20;'>%x;", '%'), Some(26));
        assert_eq!(first_entity("&no end, &amp;", '&'), None);
    }

    #[test]
    fn hanim_lists_of_texts_are_read_only_as_far_as_needed() {
        assert_eq!(quoted_list(r#" "a" "b\"c" "d" "#, 2), ["a", "b\"c"]);
    }
}
