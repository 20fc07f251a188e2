//! JSON with labels: BABEL's, Kimodo's `meta.json`, and lists and objects of one's own.

use crate::columns::{ColumnRole, roles};
use crate::json::{JsonNode, JsonParser, JsonValue};
use crate::label::Refusal;
use crate::rows::Rows;
use crate::spans::{Place, place, shortened};

/// Reads a JSON of labels.
///
/// # Errors
/// When it is no JSON, or nothing in it is a label. A fault after labels is a remark: they are kept.
pub fn read(text: &str, rows: &mut Rows) -> Result<(), Refusal> {
    let mut json = JsonParser::new(text);
    let mut about: Vec<(String, JsonNode)> = Vec::new();
    let walked = if json.peek() == Some('[') {
        json.walk(|json, _| {
            let node = json.value()?;
            listed(&node, None, rows);
            Ok(())
        })
    } else {
        json.walk(|json, name| {
            let node = json.value()?;
            match name.as_str() {
                "text" | "texts" | "duration" | "durations" => {
                    about.retain(|(known, _)| *known != name);
                    about.push((name, node));
                }
                "labels" | "annotations" if !node.items().is_empty() => {
                    node.items().iter().for_each(|item| listed(item, None, rows));
                }
                _ => entry(&name, &node, rows),
            }
            Ok(())
        })
    };
    let about = JsonNode { line: 1, value: JsonValue::Object(about) };
    if about.field("text").or(about.field("texts")).is_some() {
        rows.clear();
        folder(&about, rows);
    }
    match walked {
        Err(refusal) if rows.len() > 0 => {
            rows.remark(refusal.line, format!("{}; what follows is not read", refusal.text));
            Ok(())
        }
        walked => walked,
    }
}

/// The text or texts of all clips of the folder, one after the other where there is a duration for each.
fn folder(about: &JsonNode, rows: &mut Rows) {
    let list = |one: &str, many: &str| -> Vec<(usize, String)> {
        let Some(node) = about.field(many).or(about.field(one)) else { return Vec::new() };
        let items = if node.items().is_empty() { std::slice::from_ref(node) } else { node.items() };
        items.iter().filter_map(|item| Some((item.line, item.scalar()?.to_owned()))).collect()
    };
    let (texts, durations) = (list("text", "texts"), list("duration", "durations"));
    let seconds: Vec<f64> = durations
        .iter()
        .filter_map(|(_, text)| text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds > 0.0))
        .collect();
    let fits = seconds.len() == texts.len() && durations.len() == texts.len();
    if !fits && texts.len() > 1 {
        let (texts, seconds) = (texts.len(), seconds.len());
        rows.remark(1, format!("there are {texts} texts and {seconds} durations: all texts hold for the whole clip"));
    }
    let mut from = 0.0;
    for (index, (line, text)) in texts.iter().enumerate() {
        let end = from + seconds.get(index).copied().unwrap_or_default();
        let is_span = fits && texts.len() > 1;
        let place = if is_span { Place { start: Some(from), end: Some(end) } } else { Place::default() };
        rows.label(*line, "", place, text, Vec::new());
        from = end;
    }
}

/// An entry of an object: a sequence of BABEL, or a path with its label or labels.
fn entry(name: &str, node: &JsonNode, rows: &mut Rows) {
    let spans = ["seq_ann", "seq_anns", "frame_ann", "frame_anns"];
    if spans.iter().any(|span| node.field(span).is_some()) {
        return sequence(name, node, rows);
    }
    match &node.value {
        JsonValue::List(items) => items.iter().for_each(|item| listed(item, Some(name), rows)),
        JsonValue::Object(_) if node.field("labels").is_some_and(|labels| !labels.items().is_empty()) => {
            let labels = node.field("labels").map(JsonNode::items).unwrap_or_default();
            labels.iter().for_each(|item| listed(item, Some(name), rows));
        }
        _ => listed(node, Some(name), rows),
    }
}

/// A sequence of BABEL: labels of the whole sequence, and of spans of it; extra annotations are lists of them.
fn sequence(name: &str, node: &JsonNode, rows: &mut Rows) {
    let path = node.field("feat_p").and_then(JsonNode::scalar).filter(|path| !path.is_empty()).unwrap_or(name);
    for (field, level) in
        [("seq_ann", "sequence"), ("seq_anns", "sequence"), ("frame_ann", "frame"), ("frame_anns", "frame")]
    {
        let Some(found) = node.field(field) else { continue };
        let annotations = if found.items().is_empty() { std::slice::from_ref(found) } else { found.items() };
        for label in annotations.iter().filter_map(|annotation| annotation.field("labels")).flat_map(JsonNode::items) {
            let words =
                |field: &str| label.field(field).and_then(JsonNode::scalar).filter(|words| !words.trim().is_empty());
            let text = words("raw_label").or(words("proc_label")).unwrap_or_default();
            let acts = label.field("act_cat").map(joined).unwrap_or_default();
            if text.is_empty() && acts.is_empty() {
                continue;
            }
            let (place, wrong) = place(words("start_t").unwrap_or_default(), words("end_t").unwrap_or_default());
            wrong.into_iter().for_each(|sentence| rows.remark(label.line, sentence));
            // A label of the sequence holds for all of it, and so do frames' without a span.
            let place = if level == "sequence" { Some(Place::default()) } else { place };
            let Some(place) = place else { continue };
            let text = if text.is_empty() { acts.as_str() } else { text };
            let more = [("act_cat", acts.clone()), ("level", level.to_owned())];
            let more = more.into_iter().filter(|(_, value)| !value.is_empty());
            let more = more.filter_map(|(column, value)| Some((rows.own_column(column)?, value))).collect();
            rows.label(label.line, path, place, text, more);
        }
    }
}

/// An item of a list: an object with the names of a table's columns, or a text about the clip `path`.
fn listed(node: &JsonNode, path: Option<&str>, rows: &mut Rows) {
    let (JsonValue::Object(fields), line) = (&node.value, node.line) else {
        match (node.scalar(), path) {
            (Some(text), Some(path)) => rows.label(node.line, path, Place::default(), text, Vec::new()),
            (None, Some(path)) if node.value == JsonValue::Null || node.items().is_empty() => {
                rows.remark(node.line, format!("`{}` has no label", shortened(path)));
            }
            _ => rows.remark(node.line, "expected an object with `path` and `text`: left out".to_owned()),
        }
        return;
    };
    let (mut named, mut start, mut end, mut text) = (path.unwrap_or_default().to_owned(), "", "", String::new());
    let mut more = Vec::new();
    for ((name, value), role) in fields.iter().zip(roles(fields.iter().map(|(name, _)| name.as_str()))) {
        let scalar = value.scalar().unwrap_or_default();
        match role {
            ColumnRole::Path if path.is_none() => scalar.clone_into(&mut named),
            ColumnRole::Start => start = scalar,
            ColumnRole::End => end = scalar,
            ColumnRole::Text => text = joined(value),
            ColumnRole::Path | ColumnRole::Own => {
                let value = joined(value);
                if let Some(column) = Some(name).filter(|_| !value.is_empty()).and_then(|name| rows.own_column(name)) {
                    more.push((column, value));
                }
            }
        }
    }
    if named.trim().is_empty() {
        return rows.remark(line, "no clip is named: the label is left out".to_owned());
    }
    if text.is_empty() && more.is_empty() {
        return rows.remark(line, format!("`{}` has no label", shortened(&named)));
    }
    let (place, wrong) = place(start, end);
    wrong.into_iter().for_each(|sentence| rows.remark(line, sentence));
    if let Some(place) = place {
        rows.label(line, &named, place, &text, more);
    }
}

/// A value as a text: of several the texts with `; ` between them.
fn joined(node: &JsonNode) -> String {
    match &node.value {
        JsonValue::List(items) => items.iter().filter_map(JsonNode::scalar).collect::<Vec<_>>().join("; "),
        _ => node.scalar().unwrap_or_default().trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Labels, read};

    fn rows(labels: &Labels) -> Vec<String> {
        let span = |row: &crate::Label| match (row.start, row.end) {
            (None, None) => String::new(),
            (start, end) => format!(" {}-{}", start.unwrap_or(-1.0), end.unwrap_or(-1.0)),
        };
        labels.rows.iter().map(|row| format!("{}{} {} {:?}", row.path, span(row), row.text, row.more)).collect()
    }

    fn json(text: &str) -> Labels {
        read("labels.json", text.as_bytes()).unwrap()
    }

    #[test]
    fn a_sequence_of_babel_has_labels_of_all_of_it_and_of_spans() {
        let labels = json(
            r#"{"77": {"feat_p": "KIT/KIT/3/jump_poses.npz", "dur": 3.5,
                "seq_ann": {"labels": [{"raw_label": "jumps up", "proc_label": "jump", "act_cat": ["jump", "leap"]}]},
                "frame_ann": {"labels": [
                    {"raw_label": "stands", "act_cat": ["stand"], "start_t": 0, "end_t": 0.75},
                    {"raw_label": null, "proc_label": "lands", "act_cat": null, "start_t": 2, "end_t": 1}]}},
              "78": {"feat_p": "a.npz", "seq_ann": null, "frame_anns": [{"labels": [{"raw_label": "x", "start_t": 1, "end_t": 2}]}]}}"#,
        );
        assert_eq!(labels.columns, ["act_cat", "level"]);
        assert_eq!(
            rows(&labels),
            [
                r#"KIT/KIT/3/jump_poses.npz jumps up [(0, "jump; leap"), (1, "sequence")]"#,
                r#"KIT/KIT/3/jump_poses.npz 0-0.75 stands [(0, "stand"), (1, "frame")]"#,
                r#"a.npz 1-2 x [(1, "frame")]"#,
            ]
        );
        assert_eq!(labels.remarks[0].to_string(), "line 5: the end `1` is before the start `2`: the label is left out");
    }

    #[test]
    fn texts_of_kimodo_follow_each_other() {
        let labels = read("a/meta.json", br#"{"texts": ["walks", "sits"], "durations": [2.5, 1], "fps": 30}"#).unwrap();
        assert_eq!(rows(&labels), [" 0-2.5 walks []", " 2.5-3.5 sits []"]);
        let labels = read("meta.json", br#"{"num": 1, "text": "walks", "duration": 5.0}"#).unwrap();
        assert_eq!(rows(&labels), [" walks []"]);
        let labels = read("meta.json", br#"{"texts": ["walks", "sits"], "durations": [2.5]}"#).unwrap();
        assert_eq!(rows(&labels), [" walks []", " sits []"]);
        assert_eq!(labels.remarks.len(), 1);
    }

    #[test]
    fn a_list_has_an_object_a_label() {
        let labels = json(
            r#"[{"Path": "a.bvh", "start": 1, "end": "2,5", "text": "x", "tags": ["u", "v"], "n": 3}, 7, {"text": "y"}]"#,
        );
        assert_eq!(rows(&labels), [r#"a.bvh 1-2.5 x [(0, "u; v"), (1, "3")]"#]);
        assert_eq!(labels.remarks.len(), 2);
        assert_eq!(rows(&json(r#"{"labels": [{"path": "a", "text": "x"}]}"#)), ["a x []"]);
    }

    #[test]
    fn an_object_has_labels_by_path() {
        let labels = json(
            r#"{"a": "x", "b": ["y", {"start": 1, "text": "z"}], "c": {"text": "w", "style": "old"}, "d": null,
                "e": {"labels": [{"text": "v"}]}}"#,
        );
        assert_eq!(rows(&labels), ["a x []", "b y []", "b 1--1 z []", r#"c w [(0, "old")]"#, "e v []"]);
        assert_eq!(labels.remarks[0].to_string(), "line 1: `d` has no label");
    }

    #[test]
    fn what_stands_before_a_fault_is_kept() {
        let labels = json("{\"a\": \"x\",\n\"b\": \"y\n");
        assert_eq!(rows(&labels), ["a x []"]);
        assert!(labels.remarks[0].to_string().starts_with("line 2: this is no JSON"), "{}", labels.remarks[0]);
        assert_eq!(read("a.json", b"{\"a\": ").unwrap_err().line, 1);
    }
}
