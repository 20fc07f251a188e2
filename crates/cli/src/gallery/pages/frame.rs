//! What all pages have: the head, and marks.

use super::super::Gallery;
use super::super::html::escaped;
use crate::arguments::PictureLook;
use crate::browser::POLICY;

/// What the head of a page says.
pub(super) struct PageHead<'a> {
    /// From the page to the top of the site: empty, or `../`.
    pub(super) top: &'a str,
    /// The path of the page in the site.
    pub(super) path: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    /// The path of a picture in the site.
    pub(super) picture: Option<String>,
    /// The script of this page, in the site.
    pub(super) script: Option<&'a str>,
    /// The page shows the player itself.
    pub(super) has_player: bool,
}

/// The attribute of this name that says what figures look like in the player, unless they look as usual.
pub(super) fn look(gallery: &Gallery, name: &str) -> String {
    match gallery.look {
        PictureLook::Bones => String::new(),
        look => format!(" {name}=\"{}\"", look.attribute()),
    }
}

/// A whole page.
pub(super) fn page(gallery: &Gallery, head: &PageHead<'_>, body: &str) -> String {
    let PageHead { top, path, title, description, .. } = head;
    let (title, description) = (escaped(title), escaped(description));
    let mut more = String::new();
    if let Some(url) = &gallery.about.url {
        let at = |path: &str| escaped(&format!("{url}/{}", path.trim_end_matches("index.html")));
        more +=
            &format!("<link rel=\"canonical\" href=\"{0}\">\n<meta property=\"og:url\" content=\"{0}\">\n", at(path));
        if let Some(picture) = &head.picture {
            more += &format!("<meta property=\"og:image\" content=\"{}\">\n", at(picture));
        }
        more += &format!(
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"{}\" href=\"{top}feed.xml\">\n",
            escaped(&gallery.about.title)
        );
    }
    if let Some(script) = head.script {
        more += &format!("<script type=\"module\" src=\"{top}{script}\"></script>\n");
    }
    if head.has_player && gallery.has_player {
        more += &format!("<script type=\"module\" src=\"{top}player/marey-player.js\"></script>\n");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n<meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{description}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{top}gallery.css\">\n\
         <script src=\"{top}scheme.js\"></script>\n{more}</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// An icon: a path of 16 by 16.
fn icon(path: &str) -> String {
    format!("<svg class=\"icon\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>")
}

pub(super) fn download_icon() -> String {
    icon("M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10")
}

pub(super) fn previous_icon() -> String {
    icon("M9.8 3.5 5.3 8l4.5 4.5")
}

pub(super) fn next_icon() -> String {
    icon("M6.2 3.5 10.7 8l-4.5 4.5")
}

pub(super) fn warning_icon() -> String {
    icon("M8 2.4 14.2 13H1.8zM8 6.4v3.2M8 11.1v.6")
}
