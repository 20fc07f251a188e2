//! Makes the files of a clip: packed motion, poster, facts.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use marey::model::Clip as Motion;
use marey_link::{Quality, encode_file};
use marey_study::targets::fit;
use marey_write::{Conversion, Target, TargetOptions};

use super::about::SetFacts;
use super::facts::{ClipFacts, ClipPictures, WantedPictures, facts_path};
use super::parts::Parts;
use super::places::PagePlaces;
use super::site::{joined, place};
use super::slugs::slugs;
use super::{Download, GalleryClip};
use crate::arguments::{ClipArguments, Originals, PictureLook};
use crate::files::message;
use crate::library::{Input, Library};
use crate::walk::FoundFile;
use crate::whole_file::{WholeFile, write};
use crate::{Stop, hash};

/// Raise it where the same input gives other files: then all are made again.
const EDITION: &str = "7";

/// A motion to put into the gallery.
pub(super) struct MadeFile<'a> {
    pub(super) input: &'a Input,
    /// Relative to the folder of motions.
    pub(super) path: String,
    pub(super) slug: String,
}

/// The outcome for one motion.
pub(super) enum MakeOutcome {
    /// The motion's files are there already.
    Kept(ClipFacts),
    /// The motion's files were taken from what `marey index` had made.
    Taken(ClipFacts),
    New(ClipFacts),
    /// The motion's files are not as they should be, and `--check` writes nothing; the text says how they differ.
    Differs(&'static str),
    /// The motion cannot be read.
    Refused(String),
}

/// The content of a motion's file.
struct FileContent {
    hash: String,
    bytes: u64,
    /// The hash of all that its files in the site depend on.
    key: String,
}

pub(super) struct Maker<'a> {
    library: &'a Library,
    pub(super) places: &'a PagePlaces,
    pub(super) originals: Originals,
    parts: Parts,
    quality: Option<Quality>,
    formats: Vec<Target>,
    previews: bool,
    look: PictureLook,
    /// Posters may be those of a browser.
    keeps_drawn: bool,
    /// All options that change a clip's files, as text.
    options: String,
    /// Hashes of possible companions.
    companions: HashMap<String, String>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        library: &'a Library,
        places: &'a PagePlaces,
        arguments: &ClipArguments,
        about: &SetFacts,
        originals: Originals,
        parts: Parts,
    ) -> Self {
        let mut companions = HashMap::new();
        for FoundFile { path, opened } in library.files.iter().flat_map(|file| library.possible_companions(file)) {
            if !companions.contains_key(path) {
                let hash = hash::of_file(opened).map(|(hash, _)| hash);
                companions.insert(path.clone(), hash.unwrap_or_default());
            }
        }
        let quality = (!arguments.no_packing).then(|| arguments.quality.quality());
        let previews = arguments.wants_previews(about.url.is_some());
        let formats = if arguments.formats.is_empty() { &*about.formats } else { &arguments.formats };
        let options = format!(
            "{EDITION} {} {:?} {:?} {:?} {:?} {formats:?} {:?}",
            env!("CARGO_PKG_VERSION"),
            (!arguments.no_packing).then_some(arguments.quality),
            arguments.reading.joints,
            arguments.reading.axes,
            arguments.reading.holds,
            (arguments.reading.skip_reference, previews, arguments.look)
        );
        let (formats, look) = (formats.to_vec(), arguments.look);
        Self {
            library,
            places,
            originals,
            parts,
            quality,
            formats,
            previews,
            look,
            keeps_drawn: false,
            options,
            companions,
        }
    }

    /// The files of motions whose posters a browser has drawn are complete, too.
    pub(super) fn keep_drawn(&mut self) {
        self.keeps_drawn = true;
    }

    /// Files that a motion may need.
    pub(super) fn companions_of(&self, entry: &MadeFile<'_>) -> impl Iterator<Item = &FoundFile> {
        let is_other = |file: &&FoundFile| file.path != entry.input.path;
        self.library.possible_companions(entry.input).iter().filter(is_other)
    }

    /// The motions, in the order of the pages.
    pub(super) fn entries(&self) -> Vec<MadeFile<'a>> {
        let inputs = self.library.clips();
        let paths: Vec<String> = inputs.iter().map(|input| self.places.relative(&input.path)).collect();
        let slugs = slugs(&paths);
        let entries = inputs.into_iter().zip(paths).zip(slugs);
        entries.map(|((input, path), slug)| MadeFile { input, path, slug }).collect()
    }

    /// Makes the files of a motion unless they are there.
    pub(super) fn make(&self, entry: &MadeFile<'_>) -> Result<MakeOutcome, Stop> {
        let FileContent { hash, bytes, key } = match self.content(entry) {
            Ok(content) => content,
            Err(error) => return Ok(MakeOutcome::Refused(error.to_string())),
        };
        if let Some(facts) = self.known(entry, &key) {
            return Ok(MakeOutcome::Kept(facts));
        }
        if let Some(facts) = self.take(entry, &key)? {
            return Ok(MakeOutcome::Taken(facts));
        }
        let clip = match self.library.read(entry.input) {
            Ok(clip) => clip,
            Err(failure) => {
                return Ok(MakeOutcome::Refused(self.places.without_folder(&message(&failure, &entry.input.path))));
            }
        };
        let skeleton = Some(&clip.about.skeleton_file).filter(|file| !file.is_empty());
        let skeleton = skeleton.map(|file| self.places.relative(file));
        let pictures = WantedPictures { preview: self.previews, body: self.look == PictureLook::Body };
        let (mut facts, ClipPictures { poster, preview }) = ClipFacts::of(&clip, &entry.path, skeleton, pictures);
        (facts.key, facts.hash, facts.bytes) = (key, hash, bytes);
        let put = |path: &str, bytes: &[u8]| {
            let path = joined(&self.places.out, path);
            write(&path, bytes).map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))
        };
        if let Some(poster) = poster {
            put(&poster_path(&entry.slug), poster.as_bytes())?;
        }
        if let Some(preview) = preview {
            put(&preview_path(&entry.slug), &preview)?;
        }
        if let Some(quality) = self.quality {
            match pack(&clip, quality) {
                Ok(packed) => {
                    facts.packed = Some(packed.bytes.len() as u64);
                    facts.packed_mean_mm = Some(f64::from(packed.report.accuracy.mean_mm)).filter(|mm| mm.is_finite());
                    put(&packed_path(&entry.slug), &packed.bytes)?;
                }
                Err(why) => facts.warnings.push(format!("the motion is not packed: {why}")),
            }
        }
        for target in &self.formats {
            // The original is there in its own format.
            if target.extensions().iter().any(|own| is_extension(&entry.path, own)) {
                continue;
            }
            match converted(&clip, *target) {
                Ok(files) => {
                    for (extension, bytes) in target.extensions().iter().zip(files) {
                        facts.converted.push(((*extension).to_owned(), bytes.len() as u64));
                        put(&converted_path(&entry.slug, extension), &bytes)?;
                    }
                }
                Err(why) => {
                    let name = target.extensions().first().copied().unwrap_or_default();
                    facts.warnings.push(format!("the motion is not converted to {name}: {why}"));
                }
            }
        }
        put(&facts_path(&entry.slug), facts.text().as_bytes())?;
        Ok(MakeOutcome::New(facts))
    }

    /// Compares the files of a motion with what they should be, without making them.
    pub(super) fn look(&self, entry: &MadeFile<'_>) -> Result<MakeOutcome, Stop> {
        let content = self.content(entry).ok();
        if let Some(facts) = content.and_then(|content| self.known(entry, &content.key)) {
            return Ok(MakeOutcome::Kept(facts));
        }
        // A motion that cannot be read has no files.
        if let Err(failure) = self.library.read(entry.input) {
            return Ok(MakeOutcome::Refused(self.places.without_folder(&message(&failure, &entry.input.path))));
        }
        let is_there = joined(&self.places.out, &facts_path(&entry.slug)).exists();
        Ok(MakeOutcome::Differs(if is_there { "changed" } else { "new" }))
    }

    /// The files of a clip in the site.
    pub(super) fn files(&self, slug: &str, facts: &ClipFacts) -> Vec<String> {
        let mut files = vec![facts_path(slug)];
        files.extend(facts.moment.map(|_| poster_path(slug)));
        files.extend(facts.preview.then(|| preview_path(slug)));
        files.extend(facts.packed.map(|_| packed_path(slug)));
        files.extend(facts.converted.iter().map(|(extension, _)| converted_path(slug, extension)));
        files
    }

    pub(super) fn clip(&self, entry: &MadeFile<'_>, facts: ClipFacts) -> GalleryClip {
        let mut downloads = Vec::new();
        if self.originals != Originals::None {
            for path in [&facts.path].into_iter().chain(&facts.skeleton) {
                let bytes = if *path == facts.path { facts.bytes } else { self.skeleton_bytes(entry, path) };
                downloads.push(Download { path: format!("originals/{path}"), bytes });
            }
        }
        let file = |(extension, bytes): &(String, u64)| Download {
            path: converted_path(&entry.slug, extension),
            bytes: *bytes,
        };
        let converted = facts.converted.iter().map(file).collect();
        GalleryClip { slug: entry.slug.clone(), facts, downloads, converted }
    }

    /// The bytes of a motion's skeleton, whose path is relative to the folder of motions.
    fn skeleton_bytes(&self, entry: &MadeFile<'_>, path: &str) -> u64 {
        let mut companions = self.library.possible_companions(entry.input).iter();
        let skeleton = companions.find(|file| self.places.relative(&file.path) == path);
        skeleton.and_then(|file| file.opened.length()).unwrap_or(0)
    }

    /// The facts of a motion whose files in the site are complete.
    fn known(&self, entry: &MadeFile<'_>, key: &str) -> Option<ClipFacts> {
        self.complete(&self.places.out, &entry.slug, &entry.path, key)
    }

    /// The facts of a motion whose files in this folder are complete, and made of the same content with the same options.
    fn complete(&self, folder: &Path, slug: &str, path: &str, key: &str) -> Option<ClipFacts> {
        let facts = ClipFacts::read(&joined(folder, &facts_path(slug)))?;
        let is_same = facts.key == key && facts.path == path && (self.keeps_drawn || facts.drawn_by.is_none());
        // A link in another folder may lead to anything.
        let whole = fs::canonicalize(folder).ok()?;
        let real = |path: &str| fs::canonicalize(joined(folder, path)).ok().filter(|real| real.starts_with(&whole));
        let file = |path: &str| fs::metadata(real(path)?).ok();
        let is_whole = self.files(slug, &facts).iter().all(|path| file(path).is_some_and(|file| file.len() > 0));
        let packed = file(&packed_path(slug)).map(|file| file.len());
        (is_same && is_whole && (facts.packed.is_none() || packed == facts.packed)).then_some(facts)
    }

    /// Takes the files of a motion from the parts, if they are complete there.
    fn take(&self, entry: &MadeFile<'_>, key: &str) -> Result<Option<ClipFacts>, Stop> {
        let Some(part) = self.parts.get(key) else { return Ok(None) };
        let Some(facts) = self.complete(&part.folder, &part.slug, &entry.path, key) else { return Ok(None) };
        // The list begins with the facts, which are written last.
        let (from, to) = (self.files(&part.slug, &facts), self.files(&entry.slug, &facts));
        for (from, to) in from.iter().zip(&to).rev() {
            place(&joined(&part.folder, from), &joined(&self.places.out, to), WholeFile::link_to)?;
        }
        Ok(Some(facts))
    }

    fn content(&self, entry: &MadeFile<'_>) -> std::io::Result<FileContent> {
        let (hash, bytes) = hash::of_file(&entry.input.opened)?;
        let mut all = format!("{}\n{}\n{hash}\n", self.options, entry.path);
        for FoundFile { path, .. } in self.library.possible_companions(entry.input) {
            let hash = self.companions.get(path).map_or("", String::as_str);
            all += &format!("{} {hash}\n", self.places.relative(path));
        }
        Ok(FileContent { hash, bytes, key: hash::hex(all.as_bytes()) })
    }
}

fn pack(clip: &Motion, quality: Quality) -> Result<marey_link::Encoded, String> {
    encode_file(clip, quality, &mut |_| true).map_err(|error| error.to_string())
}

/// The files of the clip's first motion, or of all where the format holds them.
fn converted(clip: &Motion, target: Target) -> Result<Vec<Vec<u8>>, String> {
    let mut wanted = Conversion::default();
    wanted.behaviour = (!target.holds_all_behaviours() && clip.behaviours.len() > 1).then_some(0);
    let made = fit(clip, &wanted, target).map_err(|error| error.to_string())?;
    target.files(&made.clip, &TargetOptions::default()).map_err(|error| error.to_string())
}

fn is_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(extension))
}

/// All files that a clip may have.
pub(super) fn paths(slug: &str) -> Vec<String> {
    let extensions = Target::ALL.iter().flat_map(|target| target.extensions());
    let converted = extensions.map(|extension| converted_path(slug, extension));
    [facts_path(slug), poster_path(slug), preview_path(slug), packed_path(slug)].into_iter().chain(converted).collect()
}

fn converted_path(slug: &str, extension: &str) -> String {
    format!("clips/{slug}/{slug}.{extension}")
}

pub(super) fn poster_path(slug: &str) -> String {
    format!("clips/{slug}/poster.svg")
}

pub(super) fn preview_path(slug: &str) -> String {
    format!("clips/{slug}/preview.png")
}

/// The picture for previews of links: the PNG, or else the poster.
pub(super) fn shown_path(clip: &GalleryClip) -> Option<String> {
    let ClipFacts { moment, preview, .. } = &clip.facts;
    if *preview { Some(preview_path(&clip.slug)) } else { moment.map(|_| poster_path(&clip.slug)) }
}

pub(super) fn packed_path(slug: &str) -> String {
    format!("clips/{slug}/{slug}.marey")
}
