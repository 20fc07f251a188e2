//! Posters that a browser draws in place of the vector pictures.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;

use super::facts::{ClipFacts, facts_path};
use super::make::{MadeFile, Maker, poster_path, preview_path};
use super::site::joined;
use super::{GalleryClip, Site};
use crate::arguments::{GalleryArguments, PictureLook};
use crate::browser::{self, BrowserSettings, DrawingJob, Drawn, PagePlayer};
use crate::opened::Opened;
use crate::whole_file::write;
use crate::{Stop, eprintln_quietly, hash};

/// Width and height of a poster, as the page's CSS pixels: those of the vector posters.
const SIZE: (u32, u32) = marey_study::picture::POSTER_SIZE;
/// Pixels of a poster for each of its CSS pixels, and of a preview.
const SCALES: (u32, u32) = (2, 3);
/// Behind the figure of a preview, whose PNG would be several times as large with the soft light of the stage, and its floor.
const PREVIEW_BACKGROUND: &str = "#eff1f5";

/// Most files that a clip is given besides its own.
const MOST_COMPANIONS: usize = 60;

/// Draws posters with the player of the site.
pub(super) struct Posters<'a> {
    settings: BrowserSettings,
    player: &'a PagePlayer,
    /// The hash of all that posters depend on besides the clip.
    pub(super) key: String,
    options: [Option<String>; 3],
    /// Draws a PNG for previews of links, too.
    previews: bool,
    /// Reference poses are left out.
    skips_reference: bool,
    look: PictureLook,
}

impl<'a> Posters<'a> {
    /// `None` if no browser is wanted. `previews`: it draws those of links, too.
    ///
    /// # Errors
    /// [`Stop::Usage`] without a browser or the player.
    pub(super) fn wanted(
        arguments: &GalleryArguments,
        player: Option<&'a PagePlayer>,
        previews: bool,
    ) -> Result<Option<Self>, Stop> {
        let Some(named) = &arguments.browser else { return Ok(None) };
        let Some(player) = player else {
            let what = "draws posters with the player: name its folder, too (--player FOLDER)";
            return Err(Stop::Usage(format!("--browser {what}")));
        };
        // A check draws nothing.
        let program = if arguments.check { PathBuf::new() } else { browser::find(named)? };
        let reading = &arguments.clips.reading;
        let settings = BrowserSettings {
            program,
            flags: arguments.browser_flag.clone(),
            limit: Duration::from_secs(arguments.browser_timeout),
            otherwise: "the posters that it has not drawn are vector pictures",
        };
        let key = hash::hex(format!("{}\n{}", hash::hex(browser::SCRIPT.as_bytes()), player.key()?).as_bytes());
        let options = [&reading.joints, &reading.axes, &reading.holds];
        let options = options.map(Clone::clone);
        let look = arguments.clips.look;
        Ok(Some(Self { settings, player, key, options, previews, skips_reference: reading.skip_reference, look }))
    }

    /// Whether the clip's poster is the one that this browser would draw.
    fn has(&self, facts: &ClipFacts) -> bool {
        facts.moment.is_none() || facts.drawn_by.as_ref() == Some(&self.key)
    }

    /// Adds the clips whose posters are to be drawn to the differences of a check. A poster that could not be drawn is no difference.
    pub(super) fn check(&self, clips: &[GalleryClip], site: &mut Site) {
        for facts in clips.iter().map(|clip| &clip.facts) {
            if !self.has(facts) && facts.not_drawn.is_none() {
                site.differs(&format!("poster to be drawn: {}", facts.path));
            }
        }
    }

    /// Draws what is missing. Returns how many were drawn.
    ///
    /// # Errors
    /// [`Stop::Failed`] if the browser does not work. What it has drawn until then stays.
    pub(super) fn draw(
        &self,
        clips: &mut [GalleryClip],
        entries: &[MadeFile<'_>],
        maker: &Maker<'_>,
    ) -> Result<usize, Stop> {
        let missing: Vec<usize> =
            (0..clips.len()).filter(|at| clips.get(*at).is_some_and(|clip| !self.has(&clip.facts))).collect();
        let entries: HashMap<&str, &MadeFile<'_>> = entries.iter().map(|entry| (entry.slug.as_str(), entry)).collect();
        let of = |clip: &GalleryClip| entries.get(clip.slug.as_str()).map(|entry| self.job(&clip.facts, entry, maker));
        let jobs: Vec<DrawingJob> = missing.iter().filter_map(|at| of(clips.get(*at)?)).collect();
        if jobs.is_empty() {
            return Ok(0);
        }
        let mut count = 0;
        browser::draw(&jobs, &self.settings, self.player, |index, drawn| {
            let Some(clip) = missing.get(index).and_then(|at| clips.get_mut(*at)) else { return Ok(()) };
            match drawn.and_then(|drawn| self.checked(drawn)) {
                Ok(drawn) => {
                    count += 1;
                    put(clip, &drawn, maker, &self.key)
                }
                Err(message) => {
                    eprintln_quietly(&format!("{}: poster not drawn by the browser: {message}", clip.facts.path));
                    clip.facts.not_drawn = Some(message);
                    put_facts(clip, maker)
                }
            }
        })?;
        Ok(count)
    }

    /// The order for a clip's pictures.
    fn job(&self, facts: &ClipFacts, entry: &MadeFile<'_>, maker: &Maker<'_>) -> DrawingJob {
        let webp = |theme: &str| json!({ "name": theme, "theme": theme, "scale": SCALES.0, "type": "image/webp", "quality": 0.8 });
        let mut pictures = vec![webp("light"), webp("dark")];
        if self.previews {
            let look = json!({ "name": "preview", "theme": "light", "scale": SCALES.1, "type": "image/png", "background": PREVIEW_BACKGROUND, "grid": false });
            pictures.push(look);
        }
        let [joints, axes, holds] = &self.options;
        let order = json!({
            "moment": facts.moment.unwrap_or_default(),
            "attributes": {
                "joints": joints, "axes": axes, "holds": holds, "look": self.look.attribute(),
                "skip-reference": self.skips_reference.then_some(""),
            },
            "width": SIZE.0, "height": SIZE.1, "pictures": pictures,
        });
        DrawingJob { files: files(facts, entry, maker), order }
    }

    /// The pictures, if they are images of kinds that pages may show.
    fn checked(&self, drawn: Drawn) -> Result<Drawn, String> {
        let kind = |name: &str| drawn.get(name).and_then(|bytes| media_type(bytes));
        let has_preview = !self.previews || kind("preview") == Some("image/png");
        if kind("light").is_some() && kind("dark").is_some() && has_preview {
            Ok(drawn)
        } else {
            Err("the browser sent no pictures that can be used".to_owned())
        }
    }
}

/// The kind of a picture by its first bytes.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// Writes the pictures of a clip, and its facts after them.
fn put(clip: &mut GalleryClip, drawn: &Drawn, maker: &Maker<'_>, key: &str) -> Result<(), Stop> {
    let picture = |name: &str| drawn.get(name).map_or(&[][..], Vec::as_slice);
    put_file(&poster_path(&clip.slug), svg(picture("light"), picture("dark")).as_bytes(), maker)?;
    let preview = picture("preview");
    if !preview.is_empty() {
        put_file(&preview_path(&clip.slug), preview, maker)?;
    }
    clip.facts.drawn_by = Some(key.to_owned());
    clip.facts.not_drawn = None;
    put_facts(clip, maker)
}

pub(super) fn put_facts(clip: &GalleryClip, maker: &Maker<'_>) -> Result<(), Stop> {
    put_file(&facts_path(&clip.slug), clip.facts.text().as_bytes(), maker)
}

fn put_file(path: &str, bytes: &[u8], maker: &Maker<'_>) -> Result<(), Stop> {
    let path = joined(&maker.places.out, path);
    write(&path, bytes).map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))
}

/// The files of a clip for the page: names and paths.
fn files(facts: &ClipFacts, entry: &MadeFile<'_>, maker: &Maker<'_>) -> Vec<(String, Opened)> {
    let own = (entry.input.path.as_str(), &entry.input.opened);
    let others = || maker.companions_of(entry).map(|file| (file.path.as_str(), &file.opened));
    let is_skeleton = |(path, _): &(&str, &Opened)| facts.skeleton == Some(maker.places.relative(path));
    let found = [own].into_iter().chain(others().filter(is_skeleton)).chain(others().take(MOST_COMPANIONS));
    let found = found.map(|(path, opened)| (PathBuf::from(path), opened.clone()));
    let pictures =
        pictures(facts, maker).filter_map(|path| Some((path.clone(), Opened::Disk(maker.places.opened(&path).ok()?))));
    let mut files: Vec<(String, Opened)> = Vec::new();
    for (path, opened) in found.chain(pictures) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !files.iter().any(|(_, other)| other.is_same(&opened)) {
            files.push((name, opened));
        }
    }
    files
}

/// The pictures that a clip names and that are there.
fn pictures<'a>(facts: &'a ClipFacts, maker: &'a Maker<'_>) -> impl Iterator<Item = PathBuf> + use<'a> {
    let own = joined(&maker.places.folder, &facts.path);
    let folder = own.parent().unwrap_or(Path::new("")).to_owned();
    let is_below = |path: &&String| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let paths = facts.pictures.iter().filter(is_below).map(move |path| joined(&folder, path));
    paths.filter(|path| path.is_file())
}

/// The pictures that are left out because they lead out of the folder of motions, and why.
pub(super) fn left_out(clips: &[GalleryClip], maker: &Maker<'_>) -> Vec<(PathBuf, io::Error)> {
    let all: BTreeSet<PathBuf> = clips.iter().flat_map(|clip| pictures(&clip.facts, maker)).collect();
    all.into_iter().filter_map(|path| maker.places.opened(&path).err().map(|error| (path, error))).collect()
}

/// An SVG that shows one of two pictures by the reader's colour scheme, as the vector poster does.
fn svg(light: &[u8], dark: &[u8]) -> String {
    let (width, height) = SIZE;
    let image = |class: &str, bytes: &[u8]| {
        let kind = media_type(bytes).unwrap_or("image/webp");
        format!(
            "<image class=\"{class}\" width=\"{width}\" height=\"{height}\" href=\"data:{kind};base64,{}\"/>",
            BASE64_STANDARD.encode(bytes)
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <style>.d{{display:none}}@media(prefers-color-scheme:dark){{.d{{display:inline}}.l{{display:none}}}}</style>{}{}</svg>\n",
        image("l", light),
        image("d", dark)
    )
}
