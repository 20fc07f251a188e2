//! Tar archives: POSIX ustar and pax, and GNU's long names.

use std::fs::File;
use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, Entry, EntryType, PaxExtensions};

use super::names::{member, shown};
use super::{
    AGAIN, Listing, MOST_BYTES, MOST_MEMBERS, MOST_WORK, Member, MemberPlace, ends_within, too_large, too_many,
};

/// Most bytes of the records that stand before a member: its long name, its extensions.
const MOST_RECORD: u64 = 1 << 20;

/// What the records before a member say of it.
#[derive(Default)]
struct Said {
    name: Option<String>,
    /// A size that does not fit its header.
    size: Option<u64>,
    is_sparse: bool,
}

/// A member as it comes: its name, and why it is refused.
struct TarMember {
    name: String,
    is_wanted: bool,
    refusal: Option<String>,
}

/// The files in an archive, by their places in it.
pub(super) fn members(file: &File, is_wanted: impl Fn(&str) -> bool) -> Result<Listing, String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut archive = Archive::new(file);
    let entries = archive.entries_with_seek().map_err(|error| error.to_string())?.raw(true);
    gather(entries, is_wanted, |entry, TarMember { name, refusal, .. }, members| {
        let (at, bytes) = (entry.raw_file_position(), entry.size());
        let is_cut = at.checked_add(bytes).is_none_or(|end| end > length);
        let refusal = refusal.or_else(|| is_cut.then(ends_within));
        let place = refusal.map_or(MemberPlace::Plain(at, bytes), MemberPlace::Refused);
        members.extend(member(&name, place));
        Ok(())
    })
}

/// The files in an archive that gzip packs. Those that `is_wanted` are kept in memory.
pub(super) fn packed_members(file: &File, is_wanted: impl Fn(&str) -> bool) -> Result<Listing, String> {
    let mut archive = Archive::new(Limited { source: MultiGzDecoder::new(BufReader::new(file)), left: MOST_WORK });
    let entries = archive.entries().map_err(|error| error.to_string())?.raw(true);
    let mut left = MOST_BYTES;
    gather(entries, is_wanted, |entry, TarMember { name, refusal, is_wanted }, members| {
        if !is_wanted {
            return Ok(());
        }
        let place = match refusal {
            Some(refusal) => MemberPlace::Refused(refusal),
            None if entry.size() > left => MemberPlace::Refused(format!(
                "the archive's motions have more than {} MB, which are not kept in memory: unpack it",
                MOST_BYTES / 1_000_000
            )),
            None => {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes)?;
                if bytes.len() as u64 != entry.size() {
                    MemberPlace::Refused(ends_within())
                } else {
                    left -= bytes.len() as u64;
                    MemberPlace::Memory(bytes.into())
                }
            }
        };
        members.extend(member(&name, place));
        Ok(())
    })
}

/// Goes through the members. Where the archive is damaged, what came before is kept.
fn gather<'a, R: Read + 'a>(
    entries: impl Iterator<Item = io::Result<Entry<'a, R>>>,
    is_wanted: impl Fn(&str) -> bool,
    mut take: impl FnMut(&mut Entry<'a, R>, TarMember, &mut Vec<Member>) -> io::Result<()>,
) -> Result<Listing, String> {
    let (mut listing, mut said, mut count) = (Listing::default(), Said::default(), 0);
    for entry in entries {
        let read = entry.and_then(|mut entry| {
            count += 1;
            let kind = entry.header().entry_type();
            if kind.is_gnu_longname() || kind.is_pax_local_extensions() {
                return said.read(&mut entry);
            }
            if kind.is_gnu_longlink() || kind.is_pax_global_extensions() || kind.is_dir() {
                if kind.is_dir() {
                    said = Said::default();
                }
                return Ok(());
            }
            let Said { name, size, is_sparse } = std::mem::take(&mut said);
            let name = name.unwrap_or_else(|| String::from_utf8_lossy(&entry.path_bytes()).into_owned());
            let is_wanted = is_wanted(&name.to_lowercase());
            let special = if kind.is_symlink() || kind.is_hard_link() {
                Some("a link in an archive is not followed")
            } else if kind.is_fifo() || kind.is_character_special() || kind.is_block_special() {
                Some("it is no file but a pipe or a device")
            } else {
                None
            };
            if special.is_some() && !is_wanted {
                listing.special.extend(shown(&name));
                return Ok(());
            }
            let refusal = if let Some(special) = special {
                Some(special.to_owned())
            } else if is_sparse || kind.is_gnu_sparse() {
                Some("it is stored as a sparse file: unpack the archive".to_owned())
            } else if !matches!(kind, EntryType::Regular | EntryType::Continuous) {
                return Ok(());
            } else if size.unwrap_or(entry.size()) > MOST_BYTES {
                Some(too_large())
            } else {
                None
            };
            take(&mut entry, TarMember { name, is_wanted, refusal }, &mut listing.members)
        });
        if count > MOST_MEMBERS {
            return Err(too_many());
        }
        if let Err(error) = read {
            let why = reason(&error);
            if listing.members.is_empty() {
                return Err(format!("the tar archive is damaged: {why}"));
            }
            let count = count_of(listing.members.len());
            listing.damage = Some(format!("the archive cannot be read behind {count}: {why}"));
            break;
        }
    }
    Ok(listing)
}

/// Why an archive cannot be read on, and what helps. The words of the library quote whatever bytes it finds.
fn reason(error: &io::Error) -> String {
    if let Some(limit) = error.get_ref().and_then(|inner| inner.downcast_ref::<OverLimit>()) {
        return limit.0.clone();
    }
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends too early",
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => "its bytes are not as gzip packs them",
        _ => "its headers are not those of a tar archive",
    };
    format!("{what}; {AGAIN}")
}

/// A limit of ours that an archive exceeds, and what to do.
#[derive(Debug)]
struct OverLimit(String);

impl std::fmt::Display for OverLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OverLimit {}

/// A source of which only so many bytes may be read.
struct Limited<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let over =
            || io::Error::other(OverLimit(format!("it unpacks to more than {} MB: unpack it", MOST_WORK / 1_000_000)));
        self.left = self.left.checked_sub(read as u64).ok_or_else(over)?;
        Ok(read)
    }
}

fn count_of(members: usize) -> String {
    if members == 1 { "its first file".to_owned() } else { format!("its first {members} files") }
}

impl Said {
    /// Reads a record that stands before a member.
    fn read(&mut self, entry: &mut Entry<'_, impl Read>) -> io::Result<()> {
        if entry.size() > MOST_RECORD {
            return Err(io::Error::other(OverLimit(
                "the name of a file is longer than a megabyte: unpack it".to_owned(),
            )));
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        if entry.header().entry_type().is_gnu_longname() {
            let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
            self.name = Some(String::from_utf8_lossy(name).into_owned());
            return Ok(());
        }
        for extension in PaxExtensions::new(&bytes).flatten() {
            let value = String::from_utf8_lossy(extension.value_bytes()).into_owned();
            match extension.key() {
                Ok("path") => self.name = Some(value),
                Ok("size") => self.size = value.parse().ok(),
                Ok(key) if key.starts_with("GNU.sparse") => self.is_sparse = true,
                _ => {}
            }
        }
        Ok(())
    }
}
