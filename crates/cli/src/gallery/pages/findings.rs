//! What is told of clips by looking at all: tables of outliers, duplicates and near duplicates, and all of it on the page of a clip.

use super::super::duplicates::sameness;
use super::super::html::{address, count, escaped, grouped, name};
use super::super::{Gallery, GalleryClip};
use super::page_of;

/// Most rows of a table on a page; `index.parquet` has all.
const MOST_ROWS: usize = 200;
/// Most other clips that the page of a clip names.
const MOST_NAMED: usize = 6;

/// The tables, folded; empty where nothing is found.
pub(super) fn section(gallery: &Gallery) -> String {
    let findings = &gallery.findings;
    let outliers: Vec<[String; 4]> = findings
        .outliers
        .iter()
        .take(MOST_ROWS)
        .map(|one| [link(gallery, one.clip, ""), one.what.into(), escaped(&one.value), escaped(&one.usual)])
        .collect();
    let pairs: Vec<(usize, usize)> = findings.duplicates.pairs().collect();
    let duplicates: Vec<[String; 3]> = pairs
        .iter()
        .take(MOST_ROWS)
        .map(|(clip, first)| [link(gallery, *clip, ""), link(gallery, *first, ""), how(gallery, *clip, *first).into()])
        .collect();
    let near = findings.duplicates.near_pairs();
    let nearly: Vec<[String; 3]> = near
        .iter()
        .take(MOST_ROWS)
        .map(|(clip, other, how)| [link(gallery, *clip, ""), link(gallery, *other, ""), escaped(how)])
        .collect();
    let tables = [
        table("outliers", "outlier", findings.outliers.len(), ["Clip", "What", "Its value", "Usual"], &outliers),
        table("duplicates", "duplicate", pairs.len(), ["Clip", "Same as", "How"], &duplicates),
        table(
            "near-duplicates",
            "near duplicate",
            near.len(),
            ["Clip", "Nearly the same as", "How it differs"],
            &nearly,
        ),
    ]
    .concat();
    if tables.is_empty() { tables } else { format!("<div class=\"findings\">\n{tables}</div>\n") }
}

/// A table that a line with its number of rows unfolds; empty without rows.
fn table<const N: usize>(id: &str, noun: &str, all: usize, heads: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heads = heads.map(|head| format!("<th scope=\"col\">{head}</th>")).concat();
    let row = |cells: &[String; N]| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows_text: String = rows.iter().map(row).collect();
    let more = match all - rows.len() {
        0 => String::new(),
        more => format!("<p class=\"about\">and {} more in index.parquet</p>\n", grouped(more as u64)),
    };
    format!(
        "<details id=\"{id}\"><summary class=\"chip\">{}</summary>\n<div class=\"table\"><table>\n<thead><tr>{heads}</tr></thead>\n\
         <tbody>\n{rows_text}</tbody>\n</table></div>\n{more}</details>\n",
        count(all, noun)
    )
}

/// What the page of a clip says: keys, and values as HTML.
pub(super) fn rows(gallery: &Gallery, clip: usize) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    let others: Vec<usize> = gallery.findings.duplicates.others(clip).collect();
    if !others.is_empty() {
        let named = others.iter().take(MOST_NAMED);
        let named: Vec<String> =
            named.map(|other| format!("{} ({})", link(gallery, *other, "../"), how(gallery, clip, *other))).collect();
        let more = match others.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        rows.push(("Same as", named.join(", ") + &more));
    }
    if let Some((other, how)) = gallery.findings.duplicates.near(clip) {
        rows.push(("Nearly the same as", format!("{} ({})", link(gallery, other, "../"), escaped(how))));
    }
    let stands_out: Vec<String> = gallery
        .findings
        .of_clip(clip)
        .map(|one| escaped(&format!("{} {}, usually {}", one.what, one.value, one.usual)))
        .collect();
    if !stands_out.is_empty() {
        rows.push(("Stands out", stands_out.join("<br>")));
    }
    rows
}

fn how(gallery: &Gallery, clip: usize, other: usize) -> &'static str {
    let pair = gallery.clips.get(clip).zip(gallery.clips.get(other));
    pair.map_or("", |(clip, other)| sameness(clip, other).words())
}

/// A link to the page of a clip, by its path.
fn link(gallery: &Gallery, clip: usize, top: &str) -> String {
    let link =
        |clip: &GalleryClip| format!("<a href=\"{top}{}\">{}</a>", address(&page_of(clip)), name(&clip.facts.path));
    gallery.clips.get(clip).map_or(String::new(), link)
}
