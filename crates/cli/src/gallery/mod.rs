//! Writes a static web site of a folder of motions: a page for all, and for each clip a page, facts, a poster, and the packed motion.
//!
//! A clip's files depend on its own file and its companions alone. Their hash is kept in `clips/SLUG/facts.json`, which is written
//! last, so that a later run, also after a stop, makes only what is missing or changed.

mod about;
mod citation;
mod facts;
mod hash;
mod html;
mod make;
mod pages;
mod places;
mod player;
mod site;
mod slugs;

use std::path::{Path, PathBuf};

use self::about::About;
use self::facts::Facts;
use self::make::{Entry, Made, Maker};
use self::places::Places;
use self::player::Player;
use self::site::Site;
use super::arguments::{GalleryArguments, Originals};
use super::cores::in_order;
use super::library::{Grouping, Library};
use super::wording::counted;
use super::{Stop, eprintln_quietly, print};

/// A clip of the site.
struct Clip {
    slug: String,
    facts: Facts,
    /// The files of the motion and its skeleton that can be downloaded.
    downloads: Vec<Download>,
}

/// A file that can be downloaded: its path in the site, and its bytes.
struct Download {
    path: String,
    bytes: u64,
}

/// A file that cannot be read, and why.
struct Refused {
    path: String,
    message: String,
}

/// All that the pages tell.
struct Gallery {
    about: About,
    clips: Vec<Clip>,
    refused: Vec<Refused>,
    /// The player's files lie in `player/`.
    has_player: bool,
}

pub(super) fn gallery(arguments: &GalleryArguments) -> Result<(), Stop> {
    let places = Places::new(arguments)?;
    let player = arguments.player.as_deref().map(Player::find).transpose()?;
    let about = About::read(&places.folder, arguments.url.as_deref())?;
    let mut library = Library::find(std::slice::from_ref(&arguments.folder), Grouping::ByFolder, None)?;
    library.read_arrays_as(&arguments.arrays.options());
    let maker = Maker::new(&library, &places, arguments);
    let entries = maker.entries();
    if entries.is_empty() {
        return Err(Stop::Usage(format!("there is no motion in {}", arguments.folder)));
    }
    let mut site = Site::open(&places.out, arguments.check)?;
    let (mut clips, mut refused, mut made_now) = (Vec::new(), Vec::new(), 0);
    let work = |entry: &Entry<'_>| if arguments.check { maker.look(entry) } else { maker.make(entry) };
    in_order(&entries, work, |entry, made| {
        match made? {
            Made::Kept(facts) => clips.push(maker.clip(entry, facts)),
            Made::New(facts) => {
                made_now += 1;
                clips.push(maker.clip(entry, facts));
            }
            Made::Differs(what) => {
                make::paths(&entry.slug).iter().for_each(|path| site.keep(path));
                site.differs(&format!("{what}: {}", entry.path));
            }
            Made::Refused(message) => {
                eprintln_quietly(&format!("{}: not in the gallery: {message}", entry.input.path));
                refused.push(Refused { path: entry.path.clone(), message });
            }
        }
        Ok::<(), Stop>(())
    })?;
    if about.licence.is_none() {
        eprintln_quietly(
            "no licence given: write `licence = \"...\"` into gallery.toml, so that others know what they may do",
        );
    }
    let gallery = Gallery { about, clips, refused, has_player: player.is_some() };
    keep_files(&mut site, &gallery, &maker, &library)?;
    if let Some(player) = &player {
        player.copy(&mut site)?;
    }
    // Pages of clips that differ would differ, too.
    if site.differences.is_empty() {
        pages::write(&gallery, &mut site)?;
    }
    site.remove_others()?;
    report(&gallery, &site, made_now, arguments)
}

/// Marks the files of clips as wanted, and writes the originals.
fn keep_files(site: &mut Site, gallery: &Gallery, maker: &Maker<'_>, library: &Library) -> Result<(), Stop> {
    for clip in &gallery.clips {
        maker.files(&clip.slug, &clip.facts).iter().for_each(|path| site.keep(path));
    }
    if maker.originals == Originals::None {
        return Ok(());
    }
    for file in &library.files {
        let from = Path::new(&file.path);
        let to = format!("originals/{}", maker.places.relative(&file.path));
        match maker.originals {
            Originals::Link => site.link(from, &to)?,
            _ => site.copy(from, &to)?,
        }
    }
    Ok(())
}

fn report(gallery: &Gallery, site: &Site, made: usize, arguments: &GalleryArguments) -> Result<(), Stop> {
    if arguments.check {
        if site.differences.is_empty() {
            return Ok(());
        }
        print(&site.differences.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        return Err(Stop::Reported);
    }
    let refused = match gallery.refused.len() {
        0 => String::new(),
        count => format!(", {} not read", counted(count, "file")),
    };
    let packed: Vec<f64> = gallery.clips.iter().filter_map(|clip| clip.facts.packed_mean_mm).collect();
    let quality = match packed.len() {
        0 => String::new(),
        count => format!("; packed motions are off by {:.1} mm on average", packed.iter().sum::<f64>() / count as f64),
    };
    eprintln_quietly(&format!(
        "{}: {} ({made} new or changed){refused}; {} written, {} removed{quality}",
        arguments.out,
        counted(gallery.clips.len(), "clip"),
        counted(site.written, "file"),
        site.removed,
    ));
    Ok(())
}

/// A path with `/`, below a folder of the site.
fn joined(out: &Path, path: &str) -> PathBuf {
    path.split('/').fold(out.to_owned(), |whole, part| whole.join(part))
}
