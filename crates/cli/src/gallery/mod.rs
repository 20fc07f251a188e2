//! Writes a static web site of a folder of motions: a page for all, and for each clip a page, facts, a poster, and the packed motion.
//!
//! A clip's files depend on its own file and its companions alone. Their hash is kept in `clips/SLUG/facts.json`, which is written
//! last, so that a later run, also after a stop, makes only what is missing or changed.

mod about;
mod alike;
mod citation;
mod duplicates;
mod durations;
mod facts;
mod findings;
mod html;
mod label_files;
mod label_table;
mod labelled;
mod make;
mod outliers;
mod pages;
mod parts;
mod places;
mod posters;
mod sameness;
mod site;
mod slugs;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use self::about::SetFacts;
use self::facts::ClipFacts;
use self::findings::Findings;
use self::labelled::Assigned;
use self::make::{MadeFile, MakeOutcome, Maker};
use self::parts::Parts;
use self::places::PagePlaces;
use self::posters::Posters;
use self::site::Site;
use super::arguments::{ClipArguments, GalleryArguments, IndexArguments, Originals, PictureLook};
use super::browser::PagePlayer;
use super::cores::in_order;
use super::files::code;
use super::library::{Input, Library};
use super::opened::Opened;
use super::walk::Links;
use super::wording::counted;
use super::{Stop, eprintln_quietly, print};

/// A clip of the site.
struct GalleryClip {
    slug: String,
    facts: ClipFacts,
    /// The files of the motion and its skeleton that can be downloaded.
    downloads: Vec<Download>,
    /// The motion in other formats.
    converted: Vec<Download>,
}

/// A file that can be downloaded: its path in the site, and its bytes.
struct Download {
    path: String,
    bytes: u64,
}

/// A file that cannot be read, and why; or one of which something is to be said.
struct Refused {
    path: String,
    message: String,
}

/// All that the pages tell.
struct Gallery {
    about: SetFacts,
    clips: Vec<GalleryClip>,
    refused: Vec<Refused>,
    /// What is to be said of archives as a whole.
    remarks: Vec<Refused>,
    findings: Findings,
    /// The player's files lie in `player/`.
    has_player: bool,
    /// The look of the figures in the player.
    look: PictureLook,
}

pub(super) fn gallery(arguments: &GalleryArguments) -> Result<(), Stop> {
    let places = PagePlaces::new(&arguments.folder, &arguments.out, links(&arguments.clips))?;
    let player = arguments.player.as_deref().map(PagePlayer::find).transpose()?;
    let about = SetFacts::read(&places, arguments.url.as_deref())?;
    let previews = arguments.clips.wants_previews(about.url.is_some());
    let posters = Posters::wanted(arguments, player.as_ref(), previews)?;
    let parts = arguments.from.as_deref().map(Parts::find).transpose()?.unwrap_or_default();
    let library = motions(&places, &arguments.clips)?;
    let mut maker = Maker::new(&library, &places, &arguments.clips, &about, arguments.originals, parts);
    if posters.is_some() {
        maker.keep_drawn();
    }
    let entries = maker.entries();
    let mut refused = unread(&library, &places);
    if entries.is_empty() {
        let what = refused.first().map_or(String::new(), |folder| format!(": {}: {}", folder.path, folder.message));
        return Err(Stop::Usage(format!("there is no motion in {}{what}", arguments.folder)));
    }
    let mut site = Site::open(&places.out, arguments.check)?;
    let (mut clips, mut made_now, mut taken) = (Vec::new(), 0, 0);
    let work = |entry: &MadeFile<'_>| if arguments.check { maker.look(entry) } else { maker.make(entry) };
    in_order(&entries, work, |entry, made| {
        match made? {
            MakeOutcome::Kept(facts) => clips.push(maker.clip(entry, facts)),
            MakeOutcome::Taken(facts) => {
                taken += 1;
                clips.push(maker.clip(entry, facts));
            }
            MakeOutcome::New(facts) => {
                made_now += 1;
                clips.push(maker.clip(entry, facts));
            }
            MakeOutcome::Differs(what) => {
                make::paths(&entry.slug).iter().for_each(|path| site.keep(path));
                site.differs(&format!("{what}: {}", entry.path));
            }
            MakeOutcome::Refused(message) => {
                eprintln_quietly(&format!("{}: not in the gallery: {message}", entry.input.path));
                refused.push(Refused { path: entry.path.clone(), message });
            }
        }
        Ok::<(), Stop>(())
    })?;
    // All its motions would seem to be gone, and their files would be removed.
    is_still_there(&arguments.folder, &arguments.out)?;
    if clips.is_empty() && !arguments.check {
        let what = format!("none of its {} can be read", counted(entries.len(), "motion"));
        return Err(Stop::Failed(format!("{}: {what}: {} is left as it is", arguments.folder, arguments.out)));
    }
    let (labelled, told_of_labels) = add_labels(&mut clips, arguments, &maker, &mut site)?;
    if posters.is_some() {
        let left_out = posters::left_out(&clips, &maker).into_iter();
        refused.extend(left_out.map(|(path, error)| not_taken(&path.to_string_lossy(), &error, &places)));
    }
    // Without the browser the site has the vector pictures, and is finished with them.
    let drawn = match &posters {
        Some(posters) if arguments.check => {
            posters.check(&clips, &mut site);
            Ok(0)
        }
        Some(posters) => posters.draw(&mut clips, &entries, &maker),
        None => Ok(0),
    };
    if about.licence.is_none() {
        eprintln_quietly(
            "no licence given: write `licence = \"...\"` into gallery.toml, so that others know what they may do",
        );
    }
    if player.is_none() {
        eprintln_quietly("no --player given: the pages have still pictures, and the motions as files");
    }
    let look = arguments.clips.look;
    let inputs: HashMap<&str, &Input> = entries.iter().map(|entry| (entry.path.as_str(), entry.input)).collect();
    let read = |clip: usize| {
        let input = inputs.get(clips.get(clip)?.facts.path.as_str())?;
        library.read(input).ok()
    };
    let findings = Findings::of(&clips, &read);
    let of_archives = library.remarks.iter();
    let of_archives =
        of_archives.map(|(path, message)| Refused { path: places.relative(path), message: message.clone() });
    let remarks = of_archives.chain(told_of_labels).collect();
    let mut gallery = Gallery { about, clips, refused, remarks, findings, has_player: player.is_some(), look };
    keep_files(&mut site, &mut gallery, &maker, &library)?;
    if let Some(player) = &player {
        player.files().try_for_each(|(name, path)| site.copy(path, &format!("player/{name}")).map(|_| ()))?;
    }
    // Pages of clips that differ would differ, too.
    if site.differences.is_empty() {
        pages::write(&gallery, &mut site)?;
    }
    site.remove_others()?;
    if let Ok(count @ 1..) = drawn {
        eprintln_quietly(&format!("{} drawn by the browser", counted(count, "poster")));
    }
    report(&gallery, &site, (made_now, taken), arguments)?;
    if labelled > 0 && !arguments.check {
        let with = gallery.clips.iter().filter(|clip| !clip.facts.labels.is_empty()).count();
        eprintln_quietly(&format!("{} of {}", counted(labelled, "label"), counted(with, "clip")));
    }
    drawn.map(|_| ())
}

/// Makes the files of some of a folder's motions, for a gallery that takes them from there. What other runs wrote into the same folder
/// stays.
pub(super) fn index(arguments: &IndexArguments) -> Result<(), Stop> {
    let places = PagePlaces::new(&arguments.folder, &arguments.out, links(&arguments.clips))?;
    let library = motions(&places, &arguments.clips)?;
    let about = SetFacts::read(&places, None)?;
    let maker = Maker::new(&library, &places, &arguments.clips, &about, Originals::None, Parts::default());
    let all = maker.entries();
    let entries: Vec<MadeFile<'_>> =
        all.into_iter().enumerate().filter(|(at, _)| arguments.shard.has(*at)).map(|(_, entry)| entry).collect();
    Site::open(&places.out, false)?;
    let left_out = unread(&library, &places).len();
    let (mut made_now, mut refused) = (0, 0);
    in_order(
        &entries,
        |entry| maker.make(entry),
        |entry, made| {
            match made? {
                MakeOutcome::New(_) => made_now += 1,
                MakeOutcome::Refused(message) => {
                    eprintln_quietly(&format!("{}: not in the gallery: {message}", entry.input.path));
                    refused += 1;
                }
                MakeOutcome::Kept(_) | MakeOutcome::Taken(_) | MakeOutcome::Differs(_) => {}
            }
            Ok::<(), Stop>(())
        },
    )?;
    is_still_there(&arguments.folder, &arguments.out)?;
    eprintln_quietly(&format!(
        "{}: {}: {} ({made_now} new or changed){}",
        arguments.out,
        arguments.shard,
        counted(entries.len() - refused, "clip"),
        not_read(left_out + refused),
    ));
    Ok(())
}

/// Puts the labels of the folder and those that were named into the facts of their clips. Returns their number, and what is to be said of
/// their files.
fn add_labels(
    clips: &mut [GalleryClip],
    arguments: &GalleryArguments,
    maker: &Maker<'_>,
    site: &mut Site,
) -> Result<(usize, Vec<Refused>), Stop> {
    let paths: Vec<&str> = clips.iter().map(|clip| clip.facts.path.as_str()).collect();
    let files = label_files::read(maker.places, &arguments.labels, &paths)?;
    let mut count = 0;
    let Assigned { of_clips, remarks } = labelled::assign(&files, clips);
    for (clip, labels) in clips.iter_mut().zip(of_clips) {
        count += labels.len();
        if clip.facts.labels == labels {
            continue;
        }
        if arguments.check {
            site.differs(&format!("other labels: {}", clip.facts.path));
        }
        clip.facts.labels = labels;
        if !arguments.check {
            posters::put_facts(clip, maker)?;
        }
    }
    Ok((count, remarks))
}

fn links(arguments: &ClipArguments) -> Links {
    if arguments.follow_links { Links::Followed } else { Links::Within }
}

/// All motions of the folder.
fn motions(places: &PagePlaces, arguments: &ClipArguments) -> Result<Library, Stop> {
    let folder = places.folder.to_string_lossy();
    let mut library = Library::of_folder(&folder, &places.out, places.links)?;
    // An archive of which nothing can be read: a site that was made of it stays as it is.
    if let ([only], true) = (library.files.as_slice(), library.missing.is_empty())
        && let Opened::Refused(why) = &only.opened
        && Path::new(&only.path) == places.folder
    {
        return Err(Stop::Failed(format!("{}: {why}", only.path)));
    }
    library.read_as(&arguments.reading);
    // Packed motion has no sticks beside the tree.
    library.read_joint_centres();
    Ok(library)
}

/// Fails if the folder of motions was removed while the command ran.
fn is_still_there(folder: &str, out: &str) -> Result<(), Stop> {
    if Path::new(folder).exists() {
        return Ok(());
    }
    let what = "was removed meanwhile; run the command again when it is back";
    Err(Stop::Failed(format!("{folder}: {what} ({out} keeps what it has)")))
}

/// Files that cannot be read or are left out. They are listed for the user.
fn unread(library: &Library, places: &PagePlaces) -> Vec<Refused> {
    library.missing.iter().map(|(path, error)| not_taken(path, error, places)).collect()
}

/// Tells that a file is left out.
fn not_taken(path: &str, error: &std::io::Error, places: &PagePlaces) -> Refused {
    eprintln_quietly(&format!("{path}: not in the gallery: {error}"));
    Refused { path: places.relative(path), message: error.to_string() }
}

fn not_read(count: usize) -> String {
    if count == 0 { String::new() } else { format!(", {} not read", counted(count, "file")) }
}

/// Marks the files of clips as wanted, and writes the originals. Those that cannot be read any more are no downloads.
fn keep_files(site: &mut Site, gallery: &mut Gallery, maker: &Maker<'_>, library: &Library) -> Result<(), Stop> {
    for clip in &gallery.clips {
        maker.files(&clip.slug, &clip.facts).iter().for_each(|path| site.keep(path));
    }
    if maker.originals == Originals::None {
        return Ok(());
    }
    let mut lost = HashSet::new();
    let mut kept = HashMap::new();
    let shown: HashSet<&String> =
        gallery.clips.iter().flat_map(|clip| [&clip.facts.path].into_iter().chain(&clip.facts.skeleton)).collect();
    for file in &library.files {
        let path = maker.places.relative(&file.path);
        if !shown.contains(&path) && !is_companion(file, library) {
            continue;
        }
        let to = format!("originals/{path}");
        if let Some(other) = kept.insert(path.to_lowercase(), path.clone()).filter(|other| *other != path) {
            let what = "which some systems do not tell apart: of both originals they keep one";
            let message = format!("its name differs from `{other}` in capital letters alone, {what}");
            eprintln_quietly(&format!("{path}: {message}"));
            gallery.remarks.push(Refused { path, message });
        }
        let is_there = match (file.opened.path(), maker.originals) {
            (Some(path), Originals::Link) => site.link(path, &to)?,
            (Some(path), _) => site.copy(path, &to)?,
            (None, _) => match file.opened.bytes() {
                Ok(bytes) => site.put(&to, &bytes).map(|()| true)?,
                Err(_) => false,
            },
        };
        if !is_there {
            lost.insert(to);
        }
    }
    for clip in &mut gallery.clips {
        let count = clip.downloads.len();
        clip.downloads.retain(|download| !lost.contains(&download.path));
        if clip.downloads.len() < count {
            let message = "it cannot be read any more, and is no download: run the command again".to_owned();
            eprintln_quietly(&format!("{}: {message}", clip.facts.path));
            gallery.refused.push(Refused { path: clip.facts.path.clone(), message });
        }
    }
    Ok(())
}

/// Whether a file that is no clip of the gallery may be needed by one: a skeleton that can be read, a skin, keys.
fn is_companion(file: &Input, library: &Library) -> bool {
    match library.read(file) {
        Ok(_) => true,
        Err(failure) => code(&failure).ends_with(".alone"),
    }
}

/// Prints what was done. `made` and `taken` are the numbers of clips that were made now, and taken from parts.
fn report(
    gallery: &Gallery,
    site: &Site,
    (made, taken): (usize, usize),
    arguments: &GalleryArguments,
) -> Result<(), Stop> {
    if arguments.check {
        if site.differences.is_empty() {
            return Ok(());
        }
        print(&site.differences.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        return Err(Stop::Reported);
    }
    let packed: Vec<f64> = gallery.clips.iter().filter_map(|clip| clip.facts.packed_mean_mm).collect();
    let quality = match packed.len() {
        0 => String::new(),
        count => format!("; packed motions are off by {:.1} mm on average", packed.iter().sum::<f64>() / count as f64),
    };
    eprintln_quietly(&format!(
        "{}: {} ({made} new or changed{}){}; {} written, {} removed{quality}",
        arguments.out,
        counted(gallery.clips.len(), "clip"),
        if arguments.from.is_some() { format!(", {taken} from parts") } else { String::new() },
        not_read(gallery.refused.len()),
        counted(site.written, "file"),
        site.removed,
    ));
    gallery.findings.tell(&gallery.clips);
    Ok(())
}
