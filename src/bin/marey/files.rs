//! Files as they are given: motions, and what they need beside them.

use std::fs::File;
use std::io::{self, Read};

use marey::formats::{Companions, Parser, Role, sniff};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::Stop;

/// A file's kind is told from so many bytes.
const HEAD: u64 = 1024;

/// The files that were given, by what they are.
pub(super) struct Given<'a> {
    /// Whatever is no companion, in the order given: what cannot be read is refused when it is.
    pub(super) motions: Vec<&'a str>,
    pub(super) skeletons: Vec<&'a str>,
    /// Skins and keys.
    pub(super) parts: Vec<&'a str>,
    companions: Companions,
}

impl<'a> Given<'a> {
    /// Tells the files apart and reads the companions.
    pub(super) fn sort(files: &[&'a str]) -> Result<Self, Stop> {
        let (motions, companions) = (Vec::new(), Companions::default());
        let mut given = Self { motions, skeletons: Vec::new(), parts: Vec::new(), companions };
        let mut beside = Vec::new();
        for &path in files {
            let role = role(path)?;
            let list = match role {
                Some(Role::Skeleton) => &mut given.skeletons,
                Some(Role::Part) => &mut given.parts,
                Some(Role::Motion | Role::Catalogue) | None => &mut given.motions,
            };
            list.push(path);
            if matches!(role, Some(Role::Skeleton | Role::Part | Role::Catalogue)) {
                beside.push(path);
            }
        }
        if files.len() > 1 {
            for path in beside {
                let bytes = std::fs::read(path).map_err(|error| failed(path, &error))?;
                given.companions.add(path, &bytes, &Limits::default());
            }
        }
        Ok(given)
    }

    /// The file that is played: the first motion, or else a skeleton at rest.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.motions.iter().chain(&self.skeletons).chain(&self.parts).next().copied()
    }

    /// Reads a clip the way a download arrives: chunk by chunk.
    pub(super) fn read(&self, path: &str) -> Result<Clip, Stop> {
        let (mut source, size): (Box<dyn Read>, Option<u64>) = if path == "-" {
            (Box::new(io::stdin().lock()), None)
        } else {
            let file = File::open(path).map_err(|error| failed(path, &error))?;
            let size = file.metadata().ok().map(|metadata| metadata.len());
            (Box::new(file), size)
        };
        let refused = |error: ParseError| {
            let file = if error.file().is_empty() { path } else { error.file() };
            Stop::Failed(format!("{file}:{error}"))
        };
        let mut parser = Parser::new(path, size, Limits::default()).with_companions(self.companions.clone());
        let mut chunk = vec![0; 1 << 20];
        loop {
            match source.read(&mut chunk) {
                Ok(0) => return parser.finish().map_err(refused),
                Ok(length) => parser.push(chunk.get(..length).unwrap_or_default()).map_err(refused)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(path, &error)),
            }
        }
    }
}

/// What part a file plays, where its start tells.
fn role(path: &str) -> Result<Option<Role>, Stop> {
    if path == "-" {
        return Ok(None);
    }
    let file = File::open(path).map_err(|error| failed(path, &error))?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).map_err(|error| failed(path, &error))?;
    Ok(sniff(path, &head).ok().map(|kind| kind.role()))
}

fn failed(path: &str, error: &io::Error) -> Stop {
    Stop::Failed(format!("{path}: {error}"))
}
