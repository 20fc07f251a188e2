//! Whether a file is one of labels, by its name and its first bytes.

use crate::label::ending;
use crate::sentences::of_humanml3d;
use crate::{decode, table};

/// How much a file is like one of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// It has labels.
    Labels,
    /// Its lines are labels of a clip if one of the same name lies in the same folder; else it is something else.
    OfNamesake,
    /// It is something else.
    Other,
}

/// Bytes of a file that are looked at, at most.
const HEAD: usize = 4096;

/// Fields that no other JSON has, and pairs of fields of which labels have both.
const FIELDS: [&[&str]; 7] = [
    &["\"feat_p\""],
    &["\"seq_ann"],
    &["\"frame_ann"],
    &["\"raw_label\""],
    &["\"path\"", "\"text\""],
    &["\"path\"", "\"label\""],
    &["\"text", "\"duration"],
];

/// How much a file with this name (a path or a name) and these first bytes, at most 4 KiB of which are looked at, is like one of labels.
pub fn likeness(name: &str, head: &[u8]) -> Likeness {
    let kind = ending(name);
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    let is = |told: bool| if told { Likeness::Labels } else { Likeness::Other };
    // Half a character at the end is no fault. What is called so and is no text is refused with the reason.
    let Ok(head) = decode::decode(head.get(..HEAD.min(head.len())).unwrap_or_default()) else {
        return is(file.starts_with("labels.") && ["csv", "tsv", "json"].contains(&kind));
    };
    let text = head.text;
    match kind {
        "json" => {
            let is_named = ["labels.json", "annotations.json", "captions.json"].contains(&file.as_str());
            let told = FIELDS.iter().any(|fields| fields.iter().all(|field| text.contains(field)));
            let is_meta = file == "meta.json" && text.contains("\"text");
            is(text.trim_start().starts_with(['{', '[']) && (is_named || is_meta || told))
        }
        "txt" if text.lines().next().is_some_and(|line| of_humanml3d(line).is_some()) => Likeness::Labels,
        "txt" if !table::is_table(&text) => Likeness::OfNamesake,
        "" => Likeness::Other,
        _ => is(table::is_table(&text) || file.starts_with("labels.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_known_by_their_header() {
        assert_eq!(likeness("a.csv", b"path,start,end,text\n"), Likeness::Labels);
        assert_eq!(likeness("a.txt", b"\xff\xfef\0i\0l\0e\0\t\0t\0e\0x\0t\0\n\0"), Likeness::Labels);
        assert_eq!(likeness("labels.csv", b"time,x\n"), Likeness::Labels);
        assert_eq!(likeness("labels.csv", b"\0\x01\x02"), Likeness::Labels, "refused with the reason");
        assert_eq!(likeness("a.csv", b"time,Hips.x,Hips.y\n"), Likeness::Other);
        assert_eq!(likeness("a.csv", b"frame,text,x\n"), Likeness::Other);
    }

    #[test]
    fn json_is_known_by_its_fields() {
        assert_eq!(likeness("train.json", br#"{"1": {"babel_sid": 1, "feat_p": "a.npz""#), Likeness::Labels);
        assert_eq!(likeness("meta.json", br#"{"text": "x", "duration": 5}"#), Likeness::Labels);
        assert_eq!(likeness("a/meta.json", br#"{"texts": ["x"]}"#), Likeness::Labels);
        assert_eq!(likeness("other.json", br#"{"text": "x"}"#), Likeness::Other);
        assert_eq!(likeness("LABELS.json", br#"{"walk": "x"}"#), Likeness::Labels);
        assert_eq!(likeness("a.json", br#"{"X3D": {}}"#), Likeness::Other);
        assert_eq!(likeness("package.json", br#"{"name": "x", "main": "y"}"#), Likeness::Other);
    }

    #[test]
    fn a_text_belongs_to_a_clip_of_its_name() {
        assert_eq!(likeness("texts/000021.txt", b"walks.#walk/VERB#0.0#0.0\n"), Likeness::Labels);
        assert_eq!(likeness("readme.txt", b"About this folder\n"), Likeness::OfNamesake);
        assert_eq!(likeness("a.txt", b"\0\x01"), Likeness::Other);
        assert_eq!(likeness("a.bvh", b"path,text\n"), Likeness::Other);
    }
}
