//! The page of what could not be read, and of warnings.

use super::super::Gallery;
use super::super::html::{address, count, escaped, name};
use super::frame::{Head, page as whole};

pub(super) const PATH: &str = "problems.html";

/// Whether there is anything to tell.
pub(super) fn any(gallery: &Gallery) -> bool {
    !gallery.refused.is_empty() || gallery.clips.iter().any(|clip| !clip.facts.warnings.is_empty())
}

/// `2 files could not be read, 39 with warnings`.
pub(super) fn words(gallery: &Gallery) -> String {
    let with_warnings = gallery.clips.iter().filter(|clip| !clip.facts.warnings.is_empty()).count();
    let refused = match gallery.refused.len() {
        0 => None,
        number => Some(format!("{} could not be read", count(number, "file"))),
    };
    let warned = (with_warnings > 0).then(|| format!("{} with warnings", count(with_warnings, "clip")));
    refused.into_iter().chain(warned).collect::<Vec<_>>().join(", ")
}

pub(super) fn page(gallery: &Gallery) -> String {
    let refused: String = gallery
        .refused
        .iter()
        .map(|file| format!("<li><b>{}</b><p>{}</p></li>\n", name(&file.path), escaped(&file.message)))
        .collect();
    let refused = if refused.is_empty() {
        refused
    } else {
        format!("<h2>Could not be read</h2>\n<ul class=\"list\">\n{refused}</ul>\n")
    };
    let warned: String = gallery
        .clips
        .iter()
        .filter(|clip| !clip.facts.warnings.is_empty())
        .map(|clip| {
            let lines: String = clip.facts.warnings.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
            format!("<li><a href=\"{}\">{}</a>{lines}</li>\n", address(&super::page_of(clip)), name(&clip.facts.path))
        })
        .collect();
    let warned = if warned.is_empty() {
        warned
    } else {
        format!("<h2>With warnings</h2>\n<ul class=\"list\">\n{warned}</ul>\n")
    };
    let title = format!("{}: problems", gallery.about.title);
    let body = format!(
        "<nav class=\"trail\" aria-label=\"Breadcrumb\"><a href=\"index.html\">{}</a><span>/</span><b>Problems</b></nav>\n\
         <main class=\"text\">\n<h1>{}</h1>\n{refused}{warned}</main>\n",
        escaped(&gallery.about.title),
        escaped(&words(gallery))
    );
    let description = words(gallery);
    let head = Head {
        top: "",
        path: PATH,
        title: &title,
        description: &description,
        picture: None,
        script: None,
        has_player: false,
    };
    whole(gallery, &head, &body)
}
