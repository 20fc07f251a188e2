//! The files of labels of a gallery: those in the folder or archive of motions, and those that were named.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marey_labels::{Labels, Likeness, Limits, likeness, read_within};

use super::label_table;
use super::places::PagePlaces;
use crate::archive::{Archive, is_archive, within};
use crate::memory::while_reading;
use crate::opened::Opened;
use crate::walk::{FoundFile, walk};
use crate::{Stop, eprintln_quietly};

/// Endings of files that may have labels.
const ENDINGS: [&str; 6] = ["csv", "tsv", "tab", "json", "txt", "parquet"];
/// Bytes by which they are told from other files.
const HEAD: u64 = 4096;

/// A file of labels.
pub(super) struct LabelFile {
    /// Its path as it was named, or found through what was named.
    pub(super) shown: String,
    pub(super) labels: Labels,
}

/// Reads all files of labels, each once. `clips` are the paths of the clips: of a text its clip tells whether it is one of labels.
///
/// # Errors
/// A file that was named cannot be read. One in the folder is told, and left out.
pub(super) fn read(places: &PagePlaces, named: &[String], clips: &[&str]) -> Result<Vec<LabelFile>, Stop> {
    let stems: HashSet<&str> = clips.iter().map(|clip| stem(clip)).collect();
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    let mut is_new = |opened: &Opened| opened.path().is_none_or(|path| known.insert(real(path)));
    for found in files(places) {
        let name = places.relative(&found.path);
        if !has_labels(&name, &found.opened, &stems) || !is_new(&found.opened) {
            continue;
        }
        match labels(&name, &found.path, &found.opened) {
            Ok(labels) => all.push(LabelFile { shown: found.path, labels }),
            Err(why) => eprintln_quietly(&format!("{}: no labels: {why}", found.path)),
        }
    }
    for path in named {
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let failed = |why| Stop::Failed(format!("{path}: {why}"));
        let opened = named_file(path).map_err(failed)?;
        if is_new(&opened) {
            all.push(LabelFile { shown: path.clone(), labels: labels(&name, path, &opened).map_err(failed)? });
        }
    }
    Ok(all)
}

/// What tells that two paths are one file.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A file that was named, which may be in an archive.
fn named_file(path: &str) -> Result<Opened, String> {
    let Some((archive, inner)) = within(path) else { return Ok(Opened::Disk(path.into())) };
    let archive = Archive::open_file(Path::new(archive), may_have)?;
    let member = archive.find(&inner).ok_or("there is no such file in the archive")?;
    Ok(Opened::Member(Arc::new(archive), member))
}

/// Reads a file that remarks call `shown`, and labels `name`.
fn labels(name: &str, shown: &str, opened: &Opened) -> Result<Labels, String> {
    let limits = Limits::default();
    if opened.length().is_some_and(|length| length > limits.bytes as u64) {
        return Err(format!("the file has more than {} MiB: split it", limits.bytes >> 20));
    }
    while_reading(shown, || {
        let mut bytes = Vec::new();
        let most = limits.bytes as u64 + 1;
        opened
            .open()
            .and_then(|source| source.take(most).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        if is_table(name) {
            return label_table::read(name, bytes, limits);
        }
        read_within(name, &bytes, limits).map_err(|refusal| refusal.to_string())
    })
}

/// Whether a file has labels, by its name and its first bytes.
fn has_labels(name: &str, opened: &Opened, stems: &HashSet<&str>) -> bool {
    if is_table(name) {
        let file = name.rsplit('/').next().unwrap_or(name);
        return label_table::has_labels(opened, file.eq_ignore_ascii_case("labels.parquet"));
    }
    let mut head = Vec::new();
    let read = opened.open().and_then(|source| source.take(HEAD).read_to_end(&mut head));
    read.is_ok()
        && match likeness(name, &head) {
            Likeness::Labels => true,
            Likeness::OfNamesake => stems.contains(stem(name)),
            Likeness::Other => false,
        }
}

/// The files by whose endings there may be labels, with those in archives.
fn files(places: &PagePlaces) -> Vec<FoundFile> {
    let mut found = Vec::new();
    let mut add = |file: FoundFile| match file.opened.path().filter(|path| is_archive(path)) {
        Some(path) => in_archive(&file.path, path, &mut found),
        None => found.push(file),
    };
    if places.folder.is_dir() {
        let wanted = |path: &Path| is_archive(path) || may_have(&path.to_string_lossy());
        // What cannot be read is told where motions are looked for.
        walk(places.folder.clone(), Some(&places.out), places.links, wanted, &mut add);
    } else {
        let path = places.folder.to_string_lossy().into_owned();
        add(FoundFile { path, opened: Opened::Disk(places.folder.clone()) });
    }
    found
}

fn in_archive(shown: &str, path: &Path, found: &mut Vec<FoundFile>) {
    // Of an archive that cannot be read the motions tell.
    let Ok(archive) = Archive::open_file(path, may_have) else { return };
    let archive = Arc::new(archive);
    for listed in archive.listed() {
        if let Ok(member) = listed.member
            && may_have(listed.name)
        {
            let opened = Opened::Member(Arc::clone(&archive), member);
            found.push(FoundFile { path: format!("{shown}/{}", listed.name), opened });
        }
    }
}

fn may_have(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|own| own.eq_ignore_ascii_case(ending))
}

fn is_table(name: &str) -> bool {
    name.to_lowercase().ends_with(".parquet")
}

/// A path without its ending.
fn stem(path: &str) -> &str {
    let end = path.rfind('.').filter(|dot| path.rfind('/').is_none_or(|slash| slash + 1 < *dot));
    end.and_then(|end| path.get(..end)).unwrap_or(path)
}
