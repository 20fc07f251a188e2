//! Where the bytes of a file are: on the disk, or in an archive.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Archive;

/// A file that can be opened.
#[derive(Debug, Clone)]
pub(super) enum Opened {
    /// The path to open.
    Disk(PathBuf),
    /// A member of an archive, by its index there.
    Member(Arc<Archive>, usize),
    /// What cannot be opened, and why: a member that is encrypted, an archive that is damaged.
    Refused(Arc<str>),
}

impl Opened {
    /// Its bytes from the beginning.
    ///
    /// # Errors
    /// It cannot be read. Of a member in an archive, damage is found when its end is read.
    pub(super) fn open(&self) -> io::Result<Box<dyn Read>> {
        match self {
            Self::Disk(path) => Ok(Box::new(File::open(path)?)),
            Self::Member(archive, member) => archive.open(*member),
            Self::Refused(why) => Err(io::Error::other(why.to_string())),
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> io::Result<Vec<u8>> {
        if let Self::Disk(path) = self {
            return fs::read(path);
        }
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The number of its bytes, if that is known without reading it.
    pub(super) fn length(&self) -> Option<u64> {
        match self {
            Self::Disk(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
            Self::Member(archive, member) => archive.length(*member),
            Self::Refused(_) => None,
        }
    }

    /// The file of this name in the same folder. On the disk no link, which may lead out of a folder that is published.
    pub(super) fn beside(&self, name: &str) -> Option<Self> {
        match self {
            Self::Disk(path) => {
                let beside = path.with_file_name(name);
                fs::symlink_metadata(&beside).is_ok_and(|file| file.is_file()).then_some(Self::Disk(beside))
            }
            Self::Member(archive, member) => {
                let beside = archive.beside(*member, name)?;
                Some(Self::Member(Arc::clone(archive), beside))
            }
            Self::Refused(_) => None,
        }
    }

    /// Its path on the disk; `None` for what is in an archive.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Disk(path) => Some(path),
            Self::Member(..) | Self::Refused(_) => None,
        }
    }

    /// Whether it can be read again and again: a file on the disk or in an archive.
    pub(super) fn is_file(&self) -> bool {
        match self {
            Self::Disk(path) => path.is_file(),
            Self::Member(..) => true,
            Self::Refused(_) => false,
        }
    }

    /// Whether both are the same file.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Disk(path), Self::Disk(others)) => path == others,
            (Self::Member(archive, member), Self::Member(others, other)) => {
                Arc::ptr_eq(archive, others) && member == other
            }
            _ => false,
        }
    }
}
