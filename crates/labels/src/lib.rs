//! Labels of motions: what somebody wrote about a clip, or about a span of it. Texts and bytes in, labels out; no file is opened here.
//!
//! [`read`] takes a table (CSV, TSV), a JSON of BABEL, Kimodo or one's own, or a text of HumanML3D; [`Rows`] takes rows that a program
//! has read from another container, such as Parquet. Both end in [`Labels`], with a [`Remark`] for everything that was not as it should
//! be. [`Clips`] finds the clips that labels belong to.
//!
//! ```
//! use marey_labels::{Clips, read};
//!
//! let labels = read("labels.csv", b"path,start,end,text\nwalk.bvh,0.5,2,a slow step\n").unwrap();
//! assert_eq!(labels.rows[0].text, "a slow step");
//! let found = Clips::new(["takes/walk.bvh"]).assign(&labels);
//! assert_eq!(found.pairs, [(0, 0)]);
//! ```

#![forbid(unsafe_code)]

mod columns;
mod decode;
mod json;
mod label;
mod likeness;
mod matching;
mod objects;
mod rows;
mod sentences;
mod spans;
mod table;

pub use label::{Label, Labels, Limits, Refusal, Remark};
pub use likeness::{Likeness, likeness};
pub use matching::{Assignment, Clips};
pub use rows::Rows;
pub use spans::{Place, at, beyond};

/// Reads a file of labels. `name` is its path, with `/` between folders, as the paths of clips have it: what the file is depends on its
/// ending, and texts belong to the clip of their name. Labels keep the file's order.
///
/// # Errors
/// When nothing of it can be read as labels: it is no text, too long, names no clip, or has no label at all.
pub fn read(name: &str, bytes: &[u8]) -> Result<Labels, Refusal> {
    read_within(name, bytes, Limits::default())
}

/// As [`read`], with limits of one's own.
///
/// # Errors
/// As [`read`].
pub fn read_within(name: &str, bytes: &[u8], limits: Limits) -> Result<Labels, Refusal> {
    if bytes.len() > limits.bytes {
        return Err(Refusal::new(0, format!("the file has more than {} MiB: split it", limits.bytes >> 20)));
    }
    let text = decode::decode(bytes)?;
    let mut rows = Rows::new(name, limits);
    for remark in &text.remarks {
        rows.remark(remark.line, remark.text.clone());
    }
    match label::ending(name) {
        "json" => objects::read(&text.text, &mut rows)?,
        "txt" if !table::is_table(&text.text) => sentences::read(&text.text, &mut rows),
        _ => table::read(&text.text, &mut rows)?,
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(labels: &Labels) -> Vec<&str> {
        labels.rows.iter().map(|row| row.text.as_str()).collect()
    }

    #[test]
    fn the_ending_decides_what_a_file_is() {
        assert_eq!(texts(&read("a.csv", b"path,text\nwalk,x\n").unwrap()), ["x"]);
        assert_eq!(texts(&read("a.TSV", b"path\ttext\nwalk\tx\n").unwrap()), ["x"]);
        assert_eq!(texts(&read("a.json", br#"{"walk": "x"}"#).unwrap()), ["x"]);
        assert_eq!(texts(&read("a.txt", b"x\n").unwrap()), ["x"]);
        assert_eq!(texts(&read("a.txt", b"path\ttext\nwalk\tx\n").unwrap()), ["x"]);
    }

    #[test]
    fn a_file_without_a_label_is_refused() {
        for (name, text) in [("a.csv", "path,text\n"), ("a.json", "{}"), ("a.json", "[]"), ("a.txt", " \n")] {
            assert_eq!(read(name, text.as_bytes()).unwrap_err().text, "there is no label in it", "{name} {text}");
        }
    }

    #[test]
    fn a_file_over_the_limit_is_refused_before_it_is_read() {
        let limits = Limits { bytes: 8, ..Limits::default() };
        assert!(read_within("a.csv", b"path,text\nwalk,x", limits).unwrap_err().text.contains("more than"));
    }
}
