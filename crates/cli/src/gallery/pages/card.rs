//! A clip in a grid.

use super::super::html::{address, escaped, length, name};
use super::super::labelled::{ClipLabel, texts};
use super::super::make::{packed_path, poster_path};
use super::super::{Gallery, GalleryClip};
use super::frame::warning_icon;

/// Most texts on a card.
const MOST_SAID: usize = 6;

/// What somebody wrote about a clip, on one line; empty for nothing.
fn said(labels: &[ClipLabel]) -> String {
    let texts = texts(labels);
    if texts.is_empty() {
        return String::new();
    }
    let said: Vec<&str> = texts.into_iter().take(MOST_SAID).collect();
    format!("<span class=\"said\">{}</span>", name(&said.join(" · ")))
}

/// A card: poster, name, length, and the number of warnings. With a player it has what the script needs to play it.
pub(super) fn card(gallery: &Gallery, clip: &GalleryClip, top: &str) -> String {
    let facts = &clip.facts;
    let poster = match facts.moment {
        Some(_) => format!(
            "<img src=\"{top}{}\" alt=\"\" width=\"360\" height=\"240\" loading=\"lazy\" decoding=\"async\">",
            address(&poster_path(&clip.slug))
        ),
        None => "<span class=\"none\">no picture</span>".to_owned(),
    };
    let mark = match facts.warnings.len() {
        0 => String::new(),
        1 => format!("<span class=\"mark\" title=\"1 warning\">{}1</span>", warning_icon()),
        count => format!("<span class=\"mark\" title=\"{count} warnings\">{}{count}</span>", warning_icon()),
    };
    let motion = match (gallery.has_player, facts.packed, facts.moment) {
        (true, Some(_), Some(_)) => {
            format!(" data-motion=\"{top}{}\"", address(&packed_path(&clip.slug)))
        }
        _ => String::new(),
    };
    format!(
        "<li><a class=\"card\" href=\"{top}{}\" title=\"{}\"{motion}><span class=\"poster\">{poster}{mark}</span>\
         <span class=\"line\"><span class=\"name\">{}</span><span class=\"length\">{}</span></span>{}</a></li>\n",
        address(&super::page_of(clip)),
        escaped(&facts.path),
        name(facts.name()),
        if facts.frames > 1 { length(facts.seconds, 1) } else { "still".to_owned() },
        said(&facts.labels),
    )
}
