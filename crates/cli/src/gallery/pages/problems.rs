//! The page of what could not be read, and of warnings.

use super::super::html::{address, count, escaped, name};
use super::super::{Gallery, GalleryClip, Refused};
use super::frame::{PageHead, page as whole};

pub(super) const PATH: &str = "problems.html";

/// Whether there is anything to tell.
pub(super) fn any(gallery: &Gallery) -> bool {
    let has_any = |clip: &GalleryClip| !clip.facts.warnings.is_empty() || clip.facts.not_drawn.is_some();
    !gallery.refused.is_empty() || !gallery.remarks.is_empty() || gallery.clips.iter().any(has_any)
}

/// `2 files could not be read, 1 poster not drawn by the browser, 39 clips with warnings`.
pub(super) fn words(gallery: &Gallery) -> String {
    let with_warnings = gallery.clips.iter().filter(|clip| !clip.facts.warnings.is_empty()).count();
    let refused = match gallery.refused.len() {
        0 => None,
        number => Some(format!("{} could not be read", count(number, "file"))),
    };
    let warned = (with_warnings > 0).then(|| format!("{} with warnings", count(with_warnings, "clip")));
    let undrawn = gallery.clips.iter().filter(|clip| clip.facts.not_drawn.is_some()).count();
    let undrawn = (undrawn > 0).then(|| format!("{} not drawn by the browser", count(undrawn, "poster")));
    let remarks = Some(gallery.remarks.len()).filter(|number| *number > 0).map(|number| count(number, "remark"));
    refused.into_iter().chain(undrawn).chain(warned).chain(remarks).collect::<Vec<_>>().join(", ")
}

pub(super) fn page(gallery: &Gallery) -> String {
    let refused = files("Could not be read", &gallery.refused);
    let remarks = files("Remarks", &gallery.remarks);
    let undrawn = section(gallery, "Posters not drawn by the browser", |clip| clip.facts.not_drawn.as_slice());
    let warned = section(gallery, "With warnings", |clip| &clip.facts.warnings);
    let title = format!("{}: problems", gallery.about.title);
    let body = format!(
        "<nav class=\"trail\" aria-label=\"Breadcrumb\"><a href=\"index.html\">{}</a><span>/</span><b>Problems</b></nav>\n\
         <main class=\"text\">\n<h1>{}</h1>\n{refused}{undrawn}{warned}{remarks}</main>\n",
        escaped(&gallery.about.title),
        escaped(&words(gallery))
    );
    let description = words(gallery);
    let head = PageHead {
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

/// Files with what is to be said of them, under a heading; empty if there are none.
fn files(heading: &str, files: &[Refused]) -> String {
    let item = |file: &Refused| format!("<li><b>{}</b><p>{}</p></li>\n", name(&file.path), escaped(&file.message));
    let items: String = files.iter().map(item).collect();
    if items.is_empty() { items } else { format!("<h2>{heading}</h2>\n<ul class=\"list\">\n{items}</ul>\n") }
}

/// The clips with lines of one kind, under a heading; empty if there are none.
fn section(gallery: &Gallery, heading: &str, lines: impl Fn(&GalleryClip) -> &[String]) -> String {
    let item = |clip: &GalleryClip| {
        let lines: String = lines(clip).iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
        format!("<li><a href=\"{}\">{}</a>{lines}</li>\n", address(&super::page_of(clip)), name(&clip.facts.path))
    };
    let items: String = gallery.clips.iter().filter(|clip| !lines(clip).is_empty()).map(item).collect();
    if items.is_empty() { items } else { format!("<h2>{heading}</h2>\n<ul class=\"list\">\n{items}</ul>\n") }
}
