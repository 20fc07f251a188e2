//! Zip archives: PKWARE's APPNOTE 6.3, by their directories.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use zip::{CompressionMethod, ZipArchive};

use super::names::{member, shown};
use super::zip_cut;
use super::zip_member::{ZipMember, refusal};
use super::{AGAIN, Listing, MOST_MEMBERS, MemberPlace, too_many};
use crate::wording::counted;

/// Signature of an entry of the directory, and the bytes of its fixed part.
const CENTRAL: &[u8] = b"PK\x01\x02";
const CENTRAL_BYTES: usize = 46;
/// The files in an archive. Of one without its directory, those that are there as a whole.
pub(super) fn members(file: &File, is_wanted: impl Fn(&str) -> bool) -> Result<Listing, String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let Ok(archive) = ZipArchive::new(file) else { return zip_cut::members(file, length) };
    if archive.len() > MOST_MEMBERS {
        return Err(too_many());
    }
    let mut listing = Listing::default();
    if archive.has_duplicate_names() {
        listing.hidden = hidden(file, archive.central_directory_start()).unwrap_or_default();
    }
    // Members that share bytes would be unpacked again and again.
    let mut left = length;
    let mut unread = 0;
    for index in 0..archive.len() {
        let Ok(entry) = archive.by_index_data(index) else {
            unread += 1;
            continue;
        };
        if entry.is_dir() {
            continue;
        }
        let name = entry
            .name()
            .map_or_else(|_| String::from_utf8_lossy(entry.name_raw()).into_owned(), std::borrow::Cow::into_owned);
        let shares = left < entry.compressed_size();
        left = left.saturating_sub(entry.compressed_size());
        let zipped = ZipMember {
            header: entry.header_start(),
            packed: entry.compressed_size(),
            bytes: entry.size(),
            checksum: entry.crc32(),
            is_deflated: entry.compression() == CompressionMethod::Deflated,
        };
        let is_known = matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated);
        let refusal = if entry.is_symlink() {
            if !is_wanted(&name.to_lowercase()) {
                listing.special.extend(shown(&name));
                continue;
            }
            Some("a link in an archive is not followed".to_owned())
        } else if shares {
            Some("the archive is damaged: its files are longer together than the archive".to_owned())
        } else {
            refusal(&zipped, entry.encrypted(), is_known)
        };
        listing.members.extend(member(&name, refusal.map_or(MemberPlace::Zip(zipped), MemberPlace::Refused)));
    }
    if unread > 0 {
        let files = counted(unread, "file");
        listing.damage = Some(format!("the zip archive is damaged: {files} cannot be found in it; {AGAIN}"));
    }
    Ok(listing)
}

/// The names in the directory of an archive that begins here which stand there once more. The library lists one of each name.
fn hidden(mut file: &File, start: u64) -> io::Result<Vec<String>> {
    file.seek(SeekFrom::Start(start))?;
    let mut source = io::BufReader::new(file);
    let (mut known, mut hidden) = (HashSet::new(), Vec::new());
    for _ in 0..MOST_MEMBERS {
        let mut header = [0; CENTRAL_BYTES];
        if source.read_exact(&mut header).is_err() || !header.starts_with(CENTRAL) {
            break;
        }
        let length =
            |at: usize| header.get(at..at + 2).map_or(0, |bytes| u64::from(bytes[0]) | u64::from(bytes[1]) << 8);
        let mut name = Vec::new();
        source.by_ref().take(length(28)).read_to_end(&mut name)?;
        source.seek_relative(i64::try_from(length(30) + length(32)).unwrap_or(0))?;
        if !known.insert(name.clone()) {
            hidden.extend(shown(&String::from_utf8_lossy(&name)));
        }
    }
    Ok(hidden)
}
