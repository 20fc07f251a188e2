//! Files as they are given: motions, and what they need beside them.

use std::fs::File;
use std::io::{self, Read};

use marey::formats::{Companions, Kind, Parser, Role, sniff};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::Stop;

/// A file's kind is told from so many bytes.
const HEAD: u64 = 1024;
/// Scenes that each other one is read with.
const MOST_SCENES: usize = 50;

/// The files that were given, by what they are.
#[derive(Default)]
pub(super) struct Given<'a> {
    /// Whatever is no companion, in the order given: what cannot be read is refused when it is.
    pub(super) motions: Vec<&'a str>,
    pub(super) skeletons: Vec<&'a str>,
    /// Skins and keys.
    pub(super) parts: Vec<&'a str>,
    pub(super) companions: Companions,
}

/// Why a file gave no clip.
pub(super) enum ReadFailure {
    /// It cannot be read.
    Io(io::Error),
    /// It was read and refused.
    Refused(ParseError),
}

impl ReadFailure {
    /// `FILE:LINE:COLUMN: code: message`, or `FILE: reason`.
    pub(super) fn told(&self, path: &str) -> String {
        match self {
            Self::Io(error) => format!("{path}: {error}"),
            Self::Refused(error) => {
                let file = if error.file().is_empty() { path } else { error.file() };
                format!("{file}:{error}")
            }
        }
    }
}

impl<'a> Given<'a> {
    /// Tells the files apart and reads the companions.
    pub(super) fn sort(files: &'a [String]) -> Result<Self, Stop> {
        let mut given = Self::default();
        let (mut beside, mut scenes) = (Vec::new(), 0);
        for path in files {
            let kind = kind(path).map_err(|error| failed(path, error))?;
            let role = kind.map(Kind::role);
            let list = match role {
                Some(Role::Skeleton) => &mut given.skeletons,
                Some(Role::Part) => &mut given.parts,
                Some(Role::Motion | Role::Catalogue) | None => &mut given.motions,
            };
            list.push(path);
            // Scenes may name each other, and play each other's motions.
            let is_scene = matches!(kind, Some(Kind::X3d | Kind::X3dv | Kind::Vrml | Kind::X3dJson | Kind::Gzip));
            scenes += usize::from(is_scene);
            if matches!(role, Some(Role::Skeleton | Role::Part | Role::Catalogue)) || is_scene && scenes <= MOST_SCENES
            {
                beside.push(path);
            }
        }
        if files.len() > 1 {
            for path in beside {
                let bytes = std::fs::read(path).map_err(|error| failed(path, error))?;
                given.companions.add(path, &bytes, &Limits::default());
            }
        }
        Ok(given)
    }

    /// The file that is played: the first motion, or else a skeleton at rest.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.motions.iter().chain(&self.skeletons).chain(&self.parts).next().copied()
    }

    /// What is read by itself: all motions; without any all skeletons, at rest; without any of these the parts, which are refused.
    pub(super) fn clips(&self) -> &[&'a str] {
        let lists = [&self.motions, &self.skeletons, &self.parts];
        lists.into_iter().find(|list| !list.is_empty()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn read(&self, path: &str) -> Result<Clip, Stop> {
        read(path, &self.companions).map_err(|failure| Stop::Failed(failure.told(path)))
    }
}

/// Reads a clip the way a download arrives: chunk by chunk.
pub(super) fn read(path: &str, companions: &Companions) -> Result<Clip, ReadFailure> {
    let (mut source, size): (Box<dyn Read>, Option<u64>) = if path == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(ReadFailure::Io)?;
        let size = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file), size)
    };
    let mut parser = Parser::new(path, size, Limits::default()).with_companions(companions.clone());
    let mut chunk = vec![0; 1 << 20];
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return parser.finish().map_err(ReadFailure::Refused),
            Ok(length) => parser.push(chunk.get(..length).unwrap_or_default()).map_err(ReadFailure::Refused)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadFailure::Io(error)),
        }
    }
}

/// What part a file plays, where its start tells.
pub(super) fn role(path: &str) -> io::Result<Option<Role>> {
    Ok(kind(path)?.map(Kind::role))
}

/// What a file is, where its start tells.
fn kind(path: &str) -> io::Result<Option<Kind>> {
    if path == "-" {
        return Ok(None);
    }
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(sniff(path, &head).ok())
}

fn failed(path: &str, error: io::Error) -> Stop {
    Stop::Failed(ReadFailure::Io(error).told(path))
}

/// The behaviour of that name; the first where none is asked for.
pub(super) fn choose(clip: &Clip, name: Option<&str>) -> Result<usize, Stop> {
    let Some(name) = name else { return Ok(0) };
    clip.behaviours.iter().position(|one| one.name == name).ok_or_else(|| {
        let names: Vec<&str> = clip.behaviours.iter().map(|one| one.name.as_str()).collect();
        Stop::Usage(format!("expected --behaviour to be one of: {}", names.join(", ")))
    })
}
