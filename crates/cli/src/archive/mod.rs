//! Reads files in zip and tar archives, also in tar archives packed with gzip, without unpacking them to the disk.
//!
//! What an archive says of its members is not trusted: names that lead out of it, links, and members that are encrypted, sparse or
//! archives themselves are refused one by one, sizes are counted, and the rest is read all the same.

mod names;
mod near;
mod tar;
mod zip;
mod zip_cut;
mod zip_member;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;

use self::zip_member::ZipMember;

pub(super) use self::near::near;

use super::wording::{counted, folded};

/// Most members of an archive.
const MOST_MEMBERS: usize = 100_000;
/// Most bytes of a member, and of all members that are kept in memory.
const MOST_BYTES: u64 = 512_000_000;
/// Most bytes that a tar archive unpacks to if gzip packs it, with the members that nobody wants.
const MOST_WORK: u64 = 4 * MOST_BYTES;

/// Endings of archives in lower case, and what is in them.
const ENDINGS: [(&str, ArchiveKind); 4] = [
    (".zip", ArchiveKind::Zip),
    (".tar", ArchiveKind::Tar),
    (".tar.gz", ArchiveKind::TarGz),
    (".tgz", ArchiveKind::TarGz),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

/// The advice in messages about damaged archives.
const AGAIN: &str = "download it again, or pack it anew";

/// An archive whose members can be read.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    members: Vec<Member>,
    /// Members by their names.
    by_name: HashMap<String, usize>,
    damage: Option<String>,
    remarks: Vec<String>,
}

/// The contents of an archive, as they were listed.
#[derive(Debug, Default)]
struct Listing {
    members: Vec<Member>,
    /// The names of links, pipes and devices, of which nothing can be read.
    special: Vec<String>,
    /// The names of members that stand in the archive once more.
    hidden: Vec<String>,
    /// Why the archive has not been listed to its end, and what helps.
    damage: Option<String>,
}

/// A file in an archive.
#[derive(Debug)]
struct Member {
    /// Its path in the archive, with `/`, without `..`; of a refused one the name that it has there.
    name: String,
    place: MemberPlace,
}

/// Where the bytes of a member are.
#[derive(Debug)]
enum MemberPlace {
    Zip(ZipMember),
    /// In the archive's file: the first byte, and their number.
    Plain(u64, u64),
    Memory(Arc<[u8]>),
    /// It cannot be read, and why.
    Refused(String),
}

/// A member that is not hidden: its path in the archive, and its index or why it cannot be read.
pub(super) struct Listed<'a> {
    pub(super) name: &'a str,
    pub(super) member: Result<usize, &'a str>,
}

/// Whether a file is an archive by its name.
pub(super) fn is_archive(path: &Path) -> bool {
    kind_of(&path.to_string_lossy()).is_some()
}

/// The name of an archive without its ending.
pub(super) fn stem(name: &str) -> &str {
    let cut = |(ending, _): &(&str, ArchiveKind)| {
        let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
        end.eq_ignore_ascii_case(ending).then_some(stem)
    };
    ENDINGS.iter().find_map(cut).filter(|stem| !stem.is_empty()).unwrap_or(name)
}

/// The archive in which a path leads, and the path there with `/` between folders: `x.zip` and `S01/walk.bvh` of `x.zip/S01/walk.bvh`.
pub(super) fn within(place: &str) -> Option<(&str, String)> {
    let ends = place.char_indices().filter(|(_, letter)| is_separator(*letter));
    let (path, inner) = ends.filter_map(|(at, _)| place.split_at_checked(at)).find(|(path, _)| {
        let path = Path::new(path);
        is_archive(path) && path.is_file()
    })?;
    let inner = names::inner(inner.trim_start_matches(is_separator)).ok()?;
    (!inner.is_empty()).then_some((path, inner))
}

fn kind_of(name: &str) -> Option<ArchiveKind> {
    let name = name.to_lowercase();
    ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
}

impl Archive {
    /// Lists the members of an archive. `path` is opened; of a tar archive that gzip packs, the members whose names `is_wanted` are kept
    /// in memory, because such an archive can only be read from its beginning. Links, pipes and devices are members where their names
    /// are wanted.
    ///
    /// # Errors
    /// The reason why nothing of it can be read, and what helps.
    pub(super) fn open_file(path: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        if file.metadata().is_ok_and(|file| file.len() == 0) {
            return Err(format!("the archive is empty: {AGAIN}"));
        }
        let listing = match kind_of(&path.to_string_lossy()) {
            Some(ArchiveKind::Tar) => tar::members(&file, is_wanted)?,
            Some(ArchiveKind::TarGz) => tar::packed_members(&file, is_wanted)?,
            _ => zip::members(&file, is_wanted)?,
        };
        let Listing { members, special, mut hidden, damage } = listing;
        let mut archive =
            Self { path: path.to_owned(), members: Vec::new(), by_name: HashMap::new(), damage, remarks: Vec::new() };
        for member in members {
            // Of members with the same name the last one counts, as where they are unpacked.
            match archive.by_name.get(&member.name).and_then(|index| archive.members.get_mut(*index)) {
                Some(before) => hidden.push(std::mem::replace(before, member).name),
                None => {
                    archive.by_name.insert(member.name.clone(), archive.members.len());
                    archive.members.push(member);
                }
            }
        }
        if !special.is_empty() {
            let what = match special.len() {
                1 => "1 link, pipe or device is".to_owned(),
                count => format!("{count} links, pipes and devices are"),
            };
            archive.remarks.push(format!("{what} passed over: {}", folded(&special)));
        }
        if !hidden.is_empty() {
            let (count, names) = (counted(hidden.len(), "file"), folded(&hidden));
            let have = if hidden.len() == 1 { "has" } else { "have" };
            archive.remarks.push(format!(
                "{count} {have} the name of another one in the archive ({names}); of each name the last one is read"
            ));
        }
        Ok(archive)
    }

    /// Why it could not be listed to its end, and what helps.
    pub(super) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Remarks on the whole archive, a sentence each.
    pub(super) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// All members in the order of their names, without hidden ones.
    pub(super) fn listed(&self) -> Vec<Listed<'_>> {
        let listed = self.members.iter().enumerate().map(|(index, one)| Listed {
            name: &one.name,
            member: match &one.place {
                MemberPlace::Refused(why) => Err(why.as_str()),
                _ => Ok(index),
            },
        });
        let mut listed: Vec<Listed<'_>> = listed.collect();
        listed.sort_by(|a, b| by_folder(a.name).cmp(&by_folder(b.name)));
        listed
    }

    /// The index of the member of this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The index of the member with this name in the folder of another one.
    pub(super) fn beside(&self, member: usize, name: &str) -> Option<usize> {
        let own = &self.members.get(member)?.name;
        let folder = own.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        self.find(&format!("{folder}{name}"))
    }

    /// The names of the members in the folder of another one, without it, in their order.
    pub(super) fn siblings(&self, member: usize) -> Vec<&str> {
        let Some(own) = self.members.get(member).map(|member| &member.name) else { return Vec::new() };
        let folder = by_folder(own).0;
        let all = self.members.iter().map(|member| by_folder(&member.name));
        let mut names: Vec<&str> = all.filter(|(other, _)| *other == folder).map(|(_, name)| name).collect();
        names.retain(|name| *name != by_folder(own).1);
        names.sort_unstable();
        names
    }

    /// The bytes of a member, from the beginning. Damage is an error at its end.
    pub(super) fn open(&self, member: usize) -> io::Result<Box<dyn Read>> {
        let member = self.members.get(member).ok_or(io::ErrorKind::NotFound)?;
        match &member.place {
            MemberPlace::Zip(zipped) => zipped.open(File::open(&self.path)?),
            MemberPlace::Plain(at, bytes) => {
                let mut file = File::open(&self.path)?;
                file.seek(SeekFrom::Start(*at))?;
                Ok(Box::new(Exactly { source: file, left: *bytes }))
            }
            MemberPlace::Memory(bytes) => Ok(Box::new(io::Cursor::new(Arc::clone(bytes)))),
            MemberPlace::Refused(why) => Err(io::Error::other(why.clone())),
        }
    }

    /// The number of bytes of a member, as the archive states it.
    pub(super) fn length(&self, member: usize) -> Option<u64> {
        match &self.members.get(member)?.place {
            MemberPlace::Zip(zipped) => Some(zipped.bytes),
            MemberPlace::Plain(_, bytes) => Some(*bytes),
            MemberPlace::Memory(bytes) => Some(bytes.len() as u64),
            MemberPlace::Refused(_) => None,
        }
    }
}

/// The order of a walk through folders: files before those of subfolders.
fn by_folder(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}

/// So many bytes of a source, which has them all.
struct Exactly<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Exactly<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(buffer.get_mut(..wanted).unwrap_or_default())?;
        self.left -= read as u64;
        if read == 0 && wanted > 0 { Err(io::Error::other(ends_within())) } else { Ok(read) }
    }
}

fn ends_within() -> String {
    format!("the archive ends within this file: {AGAIN}")
}

fn too_large() -> String {
    format!("it has more than {} MB, which is not read out of an archive: unpack it", MOST_BYTES / 1_000_000)
}

fn too_many() -> String {
    format!("the archive has more than {MOST_MEMBERS} files: unpack it")
}
