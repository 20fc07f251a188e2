//! The page of a clip.

use super::super::citation::Citation;
use super::super::facts::ClipFacts;
use super::super::html::{address, count, escaped, length, name, size};
use super::super::make::{packed_path, poster_path, shown_path};
use super::super::{Download, Gallery, GalleryClip};
use super::card::card;
use super::findings;
use super::frame::{PageHead, download_icon, look, next_icon, page as whole, previous_icon};
use super::labels;
use super::page_of;

/// Clips that are shown below.
const MORE: usize = 6;

pub(super) fn page(gallery: &Gallery, index: usize, clip: &GalleryClip) -> String {
    let facts = &clip.facts;
    let before = index.checked_sub(1).and_then(|index| gallery.clips.get(index));
    let after = gallery.clips.get(index + 1);
    let path = page_of(clip);
    let description = description(facts);
    let folder = if facts.folder().is_empty() {
        String::new()
    } else {
        format!("<span>{}</span><span>/</span>", name(facts.folder()))
    };
    let body = format!(
        "<nav class=\"trail\" aria-label=\"Breadcrumb\"><a href=\"../{home}\">{set}</a><span>/</span>{folder}<b>{name}</b>\
         <span class=\"steps\">{previous}{next}</span></nav>\n\
         <main class=\"clip\"{look}>\n<div class=\"main\">\n<div class=\"stage\">{stage}</div>\n{labels}</div>\n\
         <div class=\"side\">\n<h1>{name}</h1>\n{motions}<dl>\n{rows}</dl>\n{downloads}{cite}{embed}</div>\n</main>\n{more}",
        home = super::index::path(index / super::CLIPS_A_PAGE),
        set = escaped(&gallery.about.title),
        name = name(facts.name()),
        previous = step(before, "prev", "Previous"),
        next = step(after, "next", "Next"),
        look = look(gallery, "data-look"),
        stage = stage(gallery, clip),
        labels = labels::section(facts),
        motions = if facts.motions > 1 {
            format!("<p class=\"about\">{} motions; the first is described.</p>\n", facts.motions)
        } else {
            String::new()
        },
        rows = rows(gallery, index, facts),
        downloads = downloads(clip),
        cite = cite(gallery, facts),
        embed = embed(gallery, clip),
        more = more(gallery, index),
    );
    let title = format!("{} · {}", facts.name(), gallery.about.title);
    let head = PageHead {
        top: "../",
        path: &path,
        title: &title,
        description: &description,
        picture: shown_path(clip),
        script: Some("gallery.js"),
        has_player: true,
    };
    whole(gallery, &head, &body)
}

/// One sentence on a clip.
pub(super) fn description(facts: &ClipFacts) -> String {
    let travel =
        facts.travel.filter(|travel| *travel >= 0.5).map_or(String::new(), |travel| format!(", {travel:.1} m of path"));
    if facts.frames < 2 {
        return format!("A pose of a skeleton of {}; {} file.", count(facts.joints, "joint"), facts.format);
    }
    format!(
        "A motion of {} ({} at {}) of a skeleton of {}{travel}; {} file.",
        length(facts.seconds, 2),
        count(facts.frames, "frame"),
        facts.rate_text(),
        count(facts.joints, "joint"),
        facts.format
    )
}

fn step(clip: Option<&GalleryClip>, rel: &str, word: &str) -> String {
    let (left, right) = if rel == "prev" { (previous_icon(), String::new()) } else { (String::new(), next_icon()) };
    match clip {
        Some(clip) => {
            format!("<a class=\"chip\" rel=\"{rel}\" href=\"../{}\">{left}{word}{right}</a>", address(&page_of(clip)))
        }
        None => format!("<span class=\"chip off\">{left}{word}{right}</span>"),
    }
}

/// The player with the poster, or the poster alone.
fn stage(gallery: &Gallery, clip: &GalleryClip) -> String {
    let poster = clip.facts.moment.map(|_| format!("../{}", address(&poster_path(&clip.slug))));
    let alt = escaped(clip.facts.name());
    let image = match &poster {
        Some(poster) => format!("<img src=\"{poster}\" alt=\"A picture of {alt}\" width=\"360\" height=\"240\">"),
        None => "<span class=\"none\">no picture</span>".to_owned(),
    };
    let Some(motion) = motion(clip).filter(|_| gallery.has_player) else { return image };
    let poster = poster.map_or(String::new(), |poster| format!(" poster=\"{poster}\""));
    let start = clip.facts.moment.map_or("", |_| " loop");
    let look = look(gallery, "look");
    format!(
        "<marey-player controls{start}{look} theme=\"auto\" src=\"../{motion}\"{poster} alt=\"{alt}\"{}></marey-player>{}",
        skeleton(clip),
        // The style sheet shows it on paper, and where no script runs.
        if clip.facts.moment.is_some() { image } else { String::new() }
    )
}

/// The address of what the player plays: the packed motion, or else the original.
fn motion(clip: &GalleryClip) -> Option<String> {
    let packed = clip.facts.packed.map(|_| packed_path(&clip.slug));
    packed.or_else(|| clip.downloads.first().map(|file| file.path.clone())).map(|path| address(&path))
}

/// The attribute that names the skeleton of an original.
fn skeleton(clip: &GalleryClip) -> String {
    match (clip.facts.packed, clip.downloads.get(1)) {
        (None, Some(skeleton)) => format!(" skeleton=\"../{}\"", address(&skeleton.path)),
        _ => String::new(),
    }
}

fn rows(gallery: &Gallery, index: usize, facts: &ClipFacts) -> String {
    let mut rows = Vec::new();
    let rate = if facts.rate_stated { facts.rate_text() } else { format!("{} (assumed)", facts.rate_text()) };
    rows.push((
        "Length",
        match facts.rate {
            per_second if per_second > 0.0 && facts.frames > 1 => {
                format!("{} · {} · {rate}", length(facts.seconds, 2), count(facts.frames, "frame"))
            }
            _ => count(facts.frames, "frame"),
        },
    ));
    let stature = facts.stature.map_or(String::new(), |stature| format!(" · stature {stature:.2} m"));
    let rig = facts.rig_name().map_or(String::new(), |rig| format!(" · {rig}"));
    rows.push(("Skeleton", format!("{}{rig}{stature}", count(facts.joints, "joint"))));
    if let Some(travel) = facts.travel.filter(|_| facts.frames > 1) {
        let speed = if facts.seconds > 0.0 { format!(" · {:.2} m/s", travel / facts.seconds) } else { String::new() };
        rows.push(("Path", format!("{travel:.2} m{speed}")));
    }
    if let Some([cadence, speed, stride]) = facts.gait {
        rows.push(("Gait", format!("{cadence:.0} steps/min · {speed:.2} m/s · stride {stride:.2} m")));
    }
    if let Some(slide) = facts.slide {
        rows.push(("Feet slide", format!("{slide:.0} mm/s")));
    }
    rows.push(("Format", facts.format.clone()));
    rows.push(("Licence", gallery.about.licence.clone().unwrap_or_else(|| "none given".to_owned())));
    let mut out: String = rows.into_iter().map(|(key, value)| row(key, &escaped(&value))).collect();
    out += &row("File", &name(&facts.path));
    out += &findings::rows(gallery, index).into_iter().map(|(key, value)| row(key, &value)).collect::<String>();
    out += &row("SHA-256", &format!("<code class=\"hash\" title=\"{0}\">{0}</code>", escaped(&facts.hash)));
    if !facts.warnings.is_empty() {
        let lines: String = facts.warnings.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
        let words = count(facts.warnings.len(), "warning");
        out += &row("Check", &format!("<details class=\"warnings\"><summary>{words}</summary>{lines}</details>"));
    }
    out
}

fn row(key: &str, value: &str) -> String {
    format!("<div><dt>{key}</dt><dd>{value}</dd></div>\n")
}

fn downloads(clip: &GalleryClip) -> String {
    let mut links: String = clip.downloads.iter().chain(&clip.converted).map(link).collect();
    if let Some(bytes) = clip.facts.packed {
        links += &link(&Download { path: packed_path(&clip.slug), bytes });
    }
    if links.is_empty() { links } else { format!("<h2>Download</h2>\n<div class=\"downloads\">\n{links}</div>\n") }
}

fn link(file: &Download) -> String {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let kind = name.rsplit_once('.').map_or(name, |(_, end)| end).to_uppercase();
    format!(
        "<a class=\"chip\" href=\"../{}\" download title=\"{}\"><b>{}</b><span>{}</span>{}</a>\n",
        address(&file.path),
        escaped(name),
        escaped(&kind),
        size(file.bytes),
        download_icon()
    )
}

fn cite(gallery: &Gallery, facts: &ClipFacts) -> String {
    let Some(citation) = &gallery.about.citation else { return String::new() };
    let bibtex = gallery.about.cited.as_ref().and_then(Citation::bibtex);
    let bibtex = bibtex.map_or(String::new(), |text| {
        format!("<details><summary>BibTeX</summary><pre tabindex=\"0\">{}</pre></details>", escaped(&text))
    });
    let citation = citation.trim_end_matches('.');
    format!(
        "<h2>Cite</h2>\n<div class=\"box\"><p>{}, clip {}.</p>{bibtex}</div>\n",
        escaped(citation),
        name(facts.name())
    )
}

/// What another page writes to show the clip; only where its address is known.
fn embed(gallery: &Gallery, clip: &GalleryClip) -> String {
    let (Some(url), Some(motion)) = (gallery.about.url.as_ref().filter(|_| gallery.has_player), motion(clip)) else {
        return String::new();
    };
    let skeleton = match (clip.facts.packed, clip.downloads.get(1)) {
        (None, Some(skeleton)) => format!(" skeleton=\"{url}/{}\"", address(&skeleton.path)),
        _ => String::new(),
    };
    let code = format!(
        "<script type=\"module\" src=\"{url}/player/marey-player.js\"></script>\n<marey-player controls src=\"{url}/{motion}\"{skeleton}></marey-player>"
    );
    format!("<h2>Embed</h2>\n<div class=\"box\"><pre tabindex=\"0\"><code>{}</code></pre></div>\n", escaped(&code))
}

/// The clips that follow, from the beginning after the last.
fn more(gallery: &Gallery, index: usize) -> String {
    let others = gallery.clips.len().saturating_sub(1).min(MORE);
    if others == 0 {
        return String::new();
    }
    let following = gallery.clips.iter().cycle().skip(index + 1).take(others);
    let cards: String = following.map(|clip| card(gallery, clip, "../")).collect();
    format!("<section class=\"more\">\n<h2>More of this set</h2>\n<ul class=\"grid six\">\n{cards}</ul>\n</section>\n")
}
