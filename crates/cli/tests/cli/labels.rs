//! `marey gallery`: labels beside the motions, on pages, in facts and in the table.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::{Value, json};

use crate::gallery::{differences, made, read, with_motions};
use crate::{ends, walk};

fn labels(folder: &Path, clip: &str) -> Value {
    let facts: Value = serde_json::from_str(&read(folder, &format!("clips/{clip}/facts.json"))).unwrap();
    facts["labels"].clone()
}

const TABLE: &str = "path,start,end,text,style\n\
    walk.bvh,,,\"a walk, slow\",old\n\
    walk.bvh,0.5,2,<b>steps</b>,\n\
    walk.bvh,1,3,turns,old\n\
    nobody.bvh,,,who?,\n\
    run.bvh,3,1,runs,young\n";

#[test]
fn a_table_of_labels_is_on_pages_in_facts_and_in_the_table_and_its_faults_are_told() {
    let folder = with_motions("labels", &[("walk.bvh", &walk(20)), ("run.bvh", &walk(9)), ("labels.csv", TABLE)]);
    let err = made(&folder, &[]);
    for line in [
        "labels.csv:5: no clip is `nobody.bvh`\n",
        "motions/labels.csv:6: the end `1` is before the start `3`: the label is left out\n",
        "motions/labels.csv: 1 label without a clip\n",
        "3 labels of 1 clip\n",
    ] {
        assert!(err.contains(line), "{line}: {err}");
    }
    let own = json!({ "style": "old" });
    assert_eq!(
        labels(&folder, "walk"),
        json!([
            { "text": "a walk, slow", "start": null, "end": null, "columns": own },
            { "text": "<b>steps</b>", "start": 0.5, "end": 2.0, "columns": {} },
            { "text": "turns", "start": 1.0, "end": 3.0, "columns": own },
        ])
    );
    let page = read(&folder, "clips/walk.html");
    for text in [
        "<p class=\"caption\"><bdi>a walk, slow</bdi> <span class=\"own\"><bdi>style</bdi>: <bdi>old</bdi></span></p>",
        "<li data-from=\"0.5\" data-to=\"2\"",
        "0.50 – 2.00 s",
        "<bdi>&lt;b&gt;steps&lt;/b&gt;</bdi>",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(read(&folder, "index.html").contains("<span class=\"said\"><bdi>a walk, slow · &lt;b&gt;steps"));
    let table = fs::read(folder.join("site/index.parquet")).unwrap();
    assert!(table.windows(11).any(|part| part == b"label_style"));
    // Later runs make no clip again because of labels, and the check knows them.
    assert!(made(&folder, &[]).contains("2 clips (0 new or changed); 0 files written"));
    ends(&folder, &["gallery", "--check", "motions", "site"], 0);
    fs::write(folder.join("motions/labels.csv"), TABLE.replace("turns", "stops")).unwrap();
    assert!(differences(&folder).contains(&"other labels: walk.bvh".to_owned()));
    assert!(made(&folder, &[]).contains("2 clips (0 new or changed)"));
    assert_eq!(labels(&folder, "walk")[2]["text"], "stops");
    fs::remove_file(folder.join("motions/labels.csv")).unwrap();
    made(&folder, &[]);
    assert_eq!(labels(&folder, "walk"), json!([]));
    assert!(!read(&folder, "clips/walk.html").contains("class=\"labels\""));
}

#[test]
fn texts_beside_motions_and_a_named_file_are_read_and_other_texts_are_not() {
    let text = "a person walks#a/DET person/NOUN walk/VERB#0.0#0.0\nhe turns#he/PRON turn/VERB#1.0#2.0\n";
    let folder = with_motions(
        "labels-texts",
        &[
            ("bvh/000001.bvh", &walk(20)),
            ("texts/000001.txt", text),
            ("readme.txt", "nothing\n"),
            ("a.csv", "x,y\n1,2\n"),
        ],
    );
    fs::write(folder.join("more.json"), r#"[{"path": "000001", "text": "again"}]"#).unwrap();
    let err = made(&folder, &["--labels", "more.json"]);
    assert!(err.contains("3 labels of 1 clip\n") && !err.contains("readme") && !err.contains("a.csv"), "{err}");
    let texts: Vec<Value> =
        labels(&folder, "bvh-000001").as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
    assert_eq!(texts, ["a person walks", "again", "he turns"]);
    // A file that is named twice, or named and found, is one file; remarks have the path as it was named.
    let odd = "[{\"path\": \"gone\", \"text\": \"x\"}, {\"path\": \"000001\", \"text\": \"again\"}]";
    fs::write(folder.join("more.json"), odd).unwrap();
    let whole = folder.join("more.json").to_string_lossy().into_owned();
    let err = made(&folder, &["--labels", &whole, "--labels", "./more.json", "--labels", "motions/texts/000001.txt"]);
    assert!(err.contains("3 labels of 1 clip\n"), "{err}");
    assert_eq!(err.matches(&format!("{whole}:1: no clip is `gone`\n")).count(), 1, "{err}");
    assert_eq!(err.matches("no clip is").count(), 1, "{err}");
    let (_, err) = ends(&folder, &["gallery", "--labels", "none.csv", "motions", "site"], 1);
    assert!(err.contains("none.csv: "), "{err}");
}

/// A Parquet file of labels.
fn parquet() -> Vec<u8> {
    let schema = "message labels { required binary path (string); optional double start; optional double end; required binary text (string); optional binary style (string); }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::new())).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let text = |words: &[&str]| words.iter().map(|word| ByteArray::from(*word)).collect::<Vec<_>>();
    let texts = [text(&["walk.bvh", "gone.bvh"]), text(&["steps", "no"]), text(&["old"])];
    for column in 0..5 {
        let mut open = group.next_column().unwrap().unwrap();
        match column {
            0 => open.typed::<ByteArrayType>().write_batch(&texts[0], None, None),
            1 => open.typed::<DoubleType>().write_batch(&[0.5], Some(&[1, 0]), None),
            2 => open.typed::<DoubleType>().write_batch(&[2.0], Some(&[1, 0]), None),
            3 => open.typed::<ByteArrayType>().write_batch(&texts[1], None, None),
            _ => open.typed::<ByteArrayType>().write_batch(&texts[2], Some(&[1, 0]), None),
        }
        .unwrap();
        open.close().unwrap();
    }
    group.close().unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn parquet_is_read_too_and_a_damaged_one_is_told() {
    let folder = with_motions("labels-parquet", &[("walk.bvh", &walk(20))]);
    fs::write(folder.join("motions/labels.parquet"), parquet()).unwrap();
    let err = made(&folder, &[]);
    assert!(err.contains("labels.parquet:2: no clip is `gone.bvh`") && err.contains("1 label of 1 clip"), "{err}");
    assert_eq!(
        labels(&folder, "walk"),
        json!([{ "text": "steps", "start": 0.5, "end": 2.0, "columns": { "style": "old" } }])
    );
    fs::write(folder.join("bad.parquet"), b"PAR1 nothing PAR1").unwrap();
    let (_, err) = ends(&folder, &["gallery", "--labels", "bad.parquet", "motions", "site"], 1);
    assert!(err.contains("bad.parquet: the Parquet file cannot be read"), "{err}");
}

/// A Parquet file of labels as pyarrow writes it: packed by snappy, with dictionaries, a group of rows for each row, values that are missing, and
/// whole numbers that the schema of Arrow, here of `start` in milliseconds and `end` in nanoseconds, calls durations.
fn parquet_of_arrow() -> Vec<u8> {
    const SCHEMA: &str = "\
        /////9AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAMAAAB0AAAAMAAAAAQAAACo////AAABBRAAAAAYAA\
        AABAAAAAAAAAAEAAAAdGV4dAAAAACY////0P///wAAARIQAAAAHAAAAAQAAAAAAAAAAwAAAGVuZAAAAAYACAAGAAYAAAAAAAMAEAAUAAgABgAH\
        AAwAAAAQABAAAAAAAAESEAAAABwAAAAEAAAAAAAAAAUAAABzdGFydAAAAAQABAAEAAAA";
    let schema = "message schema { optional binary path (string); optional int64 start; optional int64 end; optional binary text (string); \
                  optional int64 made (timestamp(micros,true)); optional int64 n; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let metadata = KeyValue::new("ARROW:schema".to_owned(), SCHEMA.to_owned());
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(true)
        .set_key_value_metadata(Some(vec![metadata]))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    let rows = [
        (Some("walk.bvh"), [Some(500), Some(1_500_000_000)], Some("steps"), Some(7)),
        (Some("walk.bvh"), [None, None], Some("walks \u{e9}"), None),
        (Some("walk.bvh"), [Some(0), None], None, None),
        (Some("run.bvh"), [None, Some(2_000_000_000)], Some("runs"), Some(-1)),
    ];
    for (path, times, text, n) in rows {
        let mut group = writer.next_row_group().unwrap();
        for column in 0..6 {
            let mut open = group.next_column().unwrap().unwrap();
            let level = |is_there: bool| [i16::from(is_there)];
            let words = |words: Option<&str>| words.map(ByteArray::from).into_iter().collect::<Vec<_>>();
            let number = |number: Option<i64>| number.into_iter().collect::<Vec<_>>();
            match column {
                0 => open.typed::<ByteArrayType>().write_batch(&words(path), Some(&level(path.is_some())), None),
                3 => open.typed::<ByteArrayType>().write_batch(&words(text), Some(&level(text.is_some())), None),
                4 => open.typed::<Int64Type>().write_batch(&[1_577_934_245_000_000], Some(&[1]), None),
                5 => open.typed::<Int64Type>().write_batch(&number(n), Some(&level(n.is_some())), None),
                time => {
                    let time = times[time - 1];
                    open.typed::<Int64Type>().write_batch(&number(time), Some(&level(time.is_some())), None)
                }
            }
            .unwrap();
            open.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

#[test]
fn parquet_of_pyarrow_is_read_with_its_durations_and_missing_values() {
    let folder = with_motions("labels-arrow", &[("walk.bvh", &walk(20)), ("run.bvh", &walk(9))]);
    fs::write(folder.join("motions/takes.parquet"), parquet_of_arrow()).unwrap();
    let err = made(&folder, &[]);
    assert!(err.contains("4 labels of 2 clips"), "{err}");
    let made = "2020-01-02 03:04:05.000000 +00:00";
    assert_eq!(
        labels(&folder, "walk"),
        json!([
            { "text": "walks \u{e9}", "start": null, "end": null, "columns": { "made": made } },
            { "text": "", "start": 0.0, "end": null, "columns": { "made": made } },
            { "text": "steps", "start": 0.5, "end": 1.5, "columns": { "made": made, "n": "7" } },
        ])
    );
    assert_eq!(
        labels(&folder, "run"),
        json!([{ "text": "runs", "start": null, "end": 2.0, "columns": { "made": made, "n": "-1" } }])
    );
}

#[test]
fn what_is_not_read_or_not_shown_of_labels_is_told() {
    let mut table = String::from("path,start,end,text\nwalk,0.5,600,beyond\nwalk,500,600,after\n\u{1b}[31mred,,,x\n");
    (0..10_000).for_each(|number| table += &format!("walk,0,0.1,many {number}\n"));
    (0..12).for_each(|_| table += "walk,0.5,600,beyond\nwalk,2,1,\n");
    let folder = with_motions("labels-told", &[("walk.bvh", &walk(20)), ("labels.csv", &table)]);
    let err = made(&folder, &[]);
    for line in [
        "labels.csv:2: the span ends after the clip's end at ",
        "labels.csv:3: the span begins after the clip's end at ",
        "labels.csv:4: no clip is `\u{fffd}[31mred`\n",
        "labels.csv: 2 labels of clips with more than 10000 are left out\n",
        "labels.csv:10005: says the same as line 2: it counts once\n",
        "labels.csv:10006: the end `1` is before the start `2`: the label is left out\n",
        "labels.csv: and 10 more remarks (problems.html)\n",
    ] {
        assert!(err.contains(line), "{line}: {err}");
    }
    // The page has them all.
    let problems = read(&folder, "problems.html");
    let told = "<li><b><bdi>labels.csv</bdi></b><p>line 10028: the end `1` is before the start `2`: the label is left out</p></li>";
    assert!(problems.contains(told) && problems.contains("7 more say the same as others"), "{problems}");
    for (name, bytes) in [("labels.csv", &b"\0\x01\x02"[..]), ("labels.parquet", b"PAR1 and no more")] {
        fs::remove_file(folder.join("motions/labels.csv")).ok();
        fs::write(folder.join("motions").join(name), bytes).unwrap();
        let err = made(&folder, &[]);
        assert!(err.contains(&format!("{name}: no labels: ")), "{name}: {err}");
        fs::remove_file(folder.join("motions").join(name)).unwrap();
    }
}
