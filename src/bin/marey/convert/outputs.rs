//! Where files are written, and what must not be written over.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use marey::write::Target;

use super::{Stop, stem};
use crate::arguments::ConvertArguments;
use crate::print_bytes;

/// The file, the folder or the stream that is written.
pub(super) struct Outputs {
    out: String,
    pub(super) target: Target,
    pub(super) is_folder: bool,
    force: bool,
    /// What is read, as the disk knows it.
    read: HashSet<PathBuf>,
}

impl Outputs {
    pub(super) fn new(
        out: &str,
        arguments: &ConvertArguments,
        inputs: &[String],
        clips: &[&str],
    ) -> Result<Self, Stop> {
        let path = Path::new(out);
        let is_folder = out != "-" && (path.is_dir() || out.ends_with(['/', '\\']));
        let extension = path.extension().filter(|_| !is_folder).map(|extension| extension.to_string_lossy());
        let by_name = extension.as_ref().and_then(|extension| Target::from_extension(extension));
        let Some(target) = arguments.format.or(by_name) else {
            let written: Vec<&str> =
                Target::ALL.iter().filter_map(|target| target.extensions().first()).copied().collect();
            let wrong = match extension {
                Some(extension) => format!(".{extension} is not written"),
                None => format!("expected --format for `{out}`: its name does not tell one"),
            };
            return Err(Stop::Usage(format!("{wrong}; these formats are: {}", written.join(", "))));
        };
        if by_name.is_some_and(|by_name| by_name != target) {
            return Err(Stop::Usage(format!("--format and the name `{out}` tell different formats")));
        }
        if !is_folder && clips.len() > 1 {
            let message = format!(
                "{} motions cannot be written to one file: name a folder that is there, or end its name in /",
                clips.len()
            );
            return Err(Stop::Usage(message));
        }
        if out == "-" && target.extensions().len() > 1 {
            return Err(Stop::Usage("two files cannot be written to standard output".into()));
        }
        if let (true, [input]) = (is_folder, clips)
            && *input == "-"
        {
            return Err(Stop::Usage("expected a file to write: standard input has no name".into()));
        }
        let read = inputs.iter().filter_map(|input| fs::canonicalize(input).ok()).collect();
        let outputs = Self { out: out.to_owned(), target, is_folder, force: arguments.force, read };
        outputs.tell_apart(clips)?;
        if is_folder {
            fs::create_dir_all(out).map_err(|error| Stop::Failed(format!("{out}: {error}")))?;
        }
        Ok(outputs)
    }

    /// Two inputs of one name, in different folders, would be written to the same file.
    fn tell_apart(&self, clips: &[&str]) -> Result<(), Stop> {
        let mut known = HashSet::new();
        match clips.iter().find(|clip| !known.insert(stem(clip).to_lowercase())) {
            Some(clip) => Err(Stop::Usage(format!("two motions are called `{}`: convert them one by one", stem(clip)))),
            None => Ok(()),
        }
    }

    /// Where the part of an input with that extension is written.
    pub(super) fn path(&self, input: &str, behaviour: Option<&str>, extension: &str) -> String {
        if self.out == "-" {
            return "-".to_owned();
        }
        if self.is_folder {
            let behaviour = behaviour.map_or(String::new(), |name| format!(".{}", file_name(name)));
            let name = format!("{}{behaviour}.{extension}", stem(input));
            return Path::new(&self.out).join(name).to_string_lossy().into_owned();
        }
        // `walk.asf` may have been asked for as `walk.amc`: both are written. One file keeps the name as it was told.
        match self.target.extensions() {
            [_] => self.out.clone(),
            _ => Path::new(&self.out).with_extension(extension).to_string_lossy().into_owned(),
        }
    }

    /// Writes a file whole, or not at all.
    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Stop> {
        if path == "-" {
            return print_bytes(bytes);
        }
        let failed = |error: std::io::Error| Stop::Failed(format!("{path}: {error}"));
        if fs::canonicalize(path).is_ok_and(|path| self.read.contains(&path)) {
            return Err(Stop::Failed(format!("{path}: is one of the files that are read")));
        }
        if self.force {
            // Until it is whole, what was there stays.
            let beside = format!("{path}.part");
            fs::write(&beside, bytes).map_err(failed)?;
            return fs::rename(&beside, path).map_err(failed);
        }
        let mut file = fs::File::create_new(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => Stop::Failed(format!("{path}: is there already (see --force)")),
            _ => failed(error),
        })?;
        file.write_all(bytes).map_err(|error| {
            fs::remove_file(path).ok();
            failed(error)
        })
    }
}

/// A behaviour's name as a part of a file's.
fn file_name(name: &str) -> String {
    let odd = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.chars().map(|c| if odd(c) { '_' } else { c }).take(80).collect();
    name.trim_matches(['.', ' ']).to_owned()
}
