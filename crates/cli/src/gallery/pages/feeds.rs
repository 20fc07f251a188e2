//! What other programs read: the site map (<https://www.sitemaps.org/protocol.html>) and an Atom feed (RFC 4287).

use super::super::Gallery;
use super::super::html::{address, escaped};
use super::super::make::poster_path;
use super::{index, page_of};

/// Most addresses of a site map, by its protocol.
const MOST_ADDRESSES: usize = 50_000;
/// Clips of the feed.
const MOST_ENTRIES: usize = 50;
/// A feed needs times. Pages carry none, so that the same motions give the same site.
const TIME: &str = "1970-01-01T00:00:00Z";

pub(super) fn sitemap(gallery: &Gallery, url: &str) -> String {
    let pages = (0..index::count(gallery)).map(index::path);
    let paths = pages.chain(gallery.clips.iter().map(page_of)).take(MOST_ADDRESSES);
    let line = |path: String| format!("<url><loc>{}</loc></url>\n", at(url, path.trim_end_matches("index.html")));
    let lines: String = paths.map(line).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{lines}</urlset>\n"
    )
}

pub(super) fn feed(gallery: &Gallery, url: &str) -> String {
    let about = &gallery.about;
    let entries: String = gallery
        .clips
        .iter()
        .take(MOST_ENTRIES)
        .map(|clip| {
            let page = at(url, &page_of(clip));
            let summary = escaped(&super::clip::description(&clip.facts));
            let poster = at(url, &poster_path(&clip.slug));
            format!(
                "<entry><id>{page}</id><title>{}</title><link href=\"{page}\"/><link rel=\"enclosure\" type=\"image/svg+xml\" href=\"{poster}\"/>\
                 <updated>{TIME}</updated><summary>{summary}</summary></entry>\n",
                escaped(clip.facts.name())
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>{0}</id>\n<title>{1}</title>\n\
         <updated>{TIME}</updated>\n<author><name>{1}</name></author>\n<link href=\"{0}\"/>\n<link rel=\"self\" href=\"{2}\"/>\n{entries}</feed>\n",
        at(url, ""),
        escaped(&about.title),
        at(url, "feed.xml")
    )
}

fn at(url: &str, path: &str) -> String {
    escaped(&format!("{url}/{}", address(path)))
}
