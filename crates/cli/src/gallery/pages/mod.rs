//! The pages of the site. They work without scripts, under any path, and ask no other host for anything.

mod card;
mod clip;
mod feeds;
mod findings;
mod frame;
mod index;
mod labels;
mod problems;
mod table;

use super::site::Site;
use super::{Gallery, GalleryClip};
use crate::Stop;

const STYLES: &str = include_str!("gallery.css");
/// The scripts are made of `www/gallery/` by `xtask/gallery.mjs`: of all pages, before they are shown; of the pages of clips; and of those with
/// all clips.
const SCHEME: &str = include_str!("scheme.js");
const SCRIPT: &str = include_str!("gallery.js");
const WALL: &str = include_str!("wall.js");

/// Clips of a page of the index.
const CLIPS_A_PAGE: usize = 60;

pub(super) fn write(gallery: &Gallery, site: &mut Site) -> Result<(), Stop> {
    site.put("gallery.css", STYLES.as_bytes())?;
    site.put("scheme.js", SCHEME.as_bytes())?;
    site.put("gallery.js", SCRIPT.as_bytes())?;
    site.put("wall.js", WALL.as_bytes())?;
    for (index, clip) in gallery.clips.iter().enumerate() {
        site.put(&page_of(clip), clip::page(gallery, index, clip).as_bytes())?;
    }
    if problems::any(gallery) {
        site.put(problems::PATH, problems::page(gallery).as_bytes())?;
    }
    if let Some(url) = &gallery.about.url {
        site.put("sitemap.xml", feeds::sitemap(gallery, url).as_bytes())?;
        site.put("feed.xml", feeds::feed(gallery, url).as_bytes())?;
    }
    // Pages that link to the others come last: until then, visitors find the old site.
    site.put(table::PATH, &table::table(gallery)?)?;
    for page in (0..index::count(gallery)).rev() {
        site.put(&index::path(page), index::page(gallery, page).as_bytes())?;
    }
    Ok(())
}

/// The path of a clip's page.
fn page_of(clip: &GalleryClip) -> String {
    format!("clips/{}.html", clip.slug)
}
