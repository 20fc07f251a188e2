//! The pages with all clips.

use super::super::html::{address, count as counted, escaped, grouped, length};
use super::super::{Gallery, GalleryClip};
use super::CLIPS_A_PAGE;
use super::card::card;
use super::frame::{PageHead, look, next_icon, page as whole, previous_icon};
use super::{findings, problems, table};

pub(super) fn count(gallery: &Gallery) -> usize {
    gallery.clips.len().div_ceil(CLIPS_A_PAGE).max(1)
}

/// The path of a page, counted from 0.
pub(super) fn path(page: usize) -> String {
    if page == 0 { "index.html".to_owned() } else { format!("page-{}.html", page + 1) }
}

pub(super) fn page(gallery: &Gallery, page: usize) -> String {
    let about = &gallery.about;
    let clips: Vec<&GalleryClip> = gallery.clips.iter().skip(page * CLIPS_A_PAGE).take(CLIPS_A_PAGE).collect();
    let cards: String = clips.iter().map(|clip| card(gallery, clip, "")).collect();
    let description = about.description.clone().unwrap_or_else(|| facts(gallery));
    let paragraph =
        about.description.as_ref().map_or(String::new(), |text| format!("<p class=\"about\">{}</p>\n", escaped(text)));
    let (first, last) = (page * CLIPS_A_PAGE + 1, page * CLIPS_A_PAGE + clips.len());
    let range = if clips.is_empty() {
        String::new()
    } else {
        format!("{} – {}", grouped(first as u64), grouped(last as u64))
    };
    let body = format!(
        "<header class=\"top\">\n<div>\n<h1><a href=\"{home}\">{title}</a></h1>\n<p class=\"facts\">{facts}</p>\n{paragraph}</div>\n\
         <div class=\"actions\">{licence}{cite}</div>\n</header>\n{findings}\
         <main data-table=\"{table}\" data-first=\"{start}\"{player}{look}>\n\
         <p class=\"count\"><b class=\"found\">{clips}</b><span class=\"range\">{range}</span></p>\n\
         <ul class=\"grid\">\n{cards}</ul>\n{pages}</main>\n{foot}",
        home = path(0),
        title = escaped(&about.title),
        facts = facts_line(gallery),
        licence = licence(gallery),
        cite = cite(gallery),
        findings = if page == 0 { findings::section(gallery) } else { String::new() },
        table = table::PATH,
        start = page * CLIPS_A_PAGE,
        player = if gallery.has_player { " data-player" } else { "" },
        look = look(gallery, "data-look"),
        clips = counted(gallery.clips.len(), "clip"),
        pages = pages(gallery, page),
        foot = foot(gallery),
    );
    let path = path(page);
    let title = if page == 0 { about.title.clone() } else { format!("{}, page {}", about.title, page + 1) };
    let picture = gallery.clips.iter().find(|clip| clip.facts.moment.is_some());
    let head = PageHead {
        top: "",
        path: &path,
        title: &title,
        description: &description,
        picture: picture.and_then(super::super::make::shown_path),
        script: Some("wall.js"),
        has_player: false,
    };
    whole(gallery, &head, &body)
}

/// `2,500 clips · 14 h 12 min`.
fn facts(gallery: &Gallery) -> String {
    let seconds = gallery.clips.iter().map(|clip| clip.facts.seconds).sum();
    format!("{} · {}", counted(gallery.clips.len(), "clip"), length(seconds, 1))
}

fn facts_line(gallery: &Gallery) -> String {
    let mut parts = vec![escaped(&facts(gallery))];
    if let Some(cited) = &gallery.about.cited {
        parts.extend(cited.who_and_when().map(|text| escaped(&text)));
        parts.extend(cited.link().map(|(to, words)| format!("<a href=\"{}\">{}</a>", escaped(&to), escaped(&words))));
    }
    parts.join(" · ")
}

fn licence(gallery: &Gallery) -> String {
    match &gallery.about.licence {
        Some(licence) => format!("<span class=\"chip\">{}</span>", escaped(licence)),
        None => "<span class=\"chip amber\">No licence given</span>".to_owned(),
    }
}

/// How to cite the motions, behind a button.
fn cite(gallery: &Gallery) -> String {
    let Some(citation) = &gallery.about.citation else { return String::new() };
    let bibtex = gallery.about.cited.as_ref().and_then(super::super::citation::Citation::bibtex);
    let bibtex = bibtex.map_or(String::new(), |text| format!("<pre tabindex=\"0\">{}</pre>", escaped(&text)));
    format!(
        "<details class=\"cite\"><summary class=\"chip\">Cite</summary><div><p>{}</p>{bibtex}</div></details>",
        escaped(citation)
    )
}

/// Links to the other pages.
fn pages(gallery: &Gallery, page: usize) -> String {
    let count = count(gallery);
    if count < 2 {
        return String::new();
    }
    let mut out = "<nav class=\"pages\" aria-label=\"Pages\">".to_owned();
    if let Some(before) = page.checked_sub(1) {
        out += &format!(
            "<a class=\"chip\" rel=\"prev\" href=\"{}\">{}Previous</a>",
            address(&path(before)),
            previous_icon()
        );
    }
    let mut last = None;
    // The first, the last, and those beside this one.
    for other in (0..count).filter(|other| *other == 0 || *other + 1 == count || other.abs_diff(page) <= 2) {
        if last.is_some_and(|last| last + 1 < other) {
            out += "<span>…</span>";
        }
        let current = if other == page { " aria-current=\"page\"" } else { "" };
        out += &format!("<a class=\"number\" href=\"{}\"{current}>{}</a>", address(&path(other)), other + 1);
        last = Some(other);
    }
    if page + 1 < count {
        out += &format!("<a class=\"chip\" rel=\"next\" href=\"{}\">Next{}</a>", address(&path(page + 1)), next_icon());
    }
    out + "</nav>\n"
}

fn foot(gallery: &Gallery) -> String {
    if !problems::any(gallery) {
        return String::new();
    }
    format!("<footer><a href=\"{}\">{}</a></footer>\n", problems::PATH, escaped(&problems::words(gallery)))
}
