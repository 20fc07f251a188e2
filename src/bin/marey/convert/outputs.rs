//! Where files are written, and what must not be written over.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use marey::write::Target;

use super::Stop;
use crate::arguments::ConvertArguments;
use crate::file_names::file_name;
use crate::library::Input;
use crate::print_bytes;

/// The file, the folder or the stream that is written, as it is named.
pub(super) struct Out {
    name: String,
    target: Target,
    is_folder: bool,
}

impl Out {
    pub(super) fn new(out: &str, arguments: &ConvertArguments) -> Result<Self, Stop> {
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
        if out == "-" && target.extensions().len() > 1 {
            return Err(Stop::Usage("two files cannot be written to standard output".into()));
        }
        Ok(Self { name: out.to_owned(), target, is_folder })
    }

    /// The folder that is written to, where it is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.is_folder.then(|| Path::new(&self.name))
    }
}

/// What is written where.
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
        out: Out,
        arguments: &ConvertArguments,
        inputs: &[Input],
        clips: &[&Input],
    ) -> Result<Self, Stop> {
        let Out { name, target, is_folder } = out;
        if !is_folder && clips.len() > 1 {
            let message = format!(
                "{} motions cannot be written to one file: name a folder that is there, or end its name in /",
                clips.len()
            );
            return Err(Stop::Usage(message));
        }
        if is_folder && clips.iter().any(|clip| clip.path == "-") {
            return Err(Stop::Usage("expected a file to write: standard input has no name".into()));
        }
        let read = inputs.iter().filter_map(|input| fs::canonicalize(&input.path).ok()).collect();
        let outputs = Self { out: name, target, is_folder, force: arguments.force, read };
        outputs.tell_apart(clips)?;
        if is_folder {
            fs::create_dir_all(&outputs.out).map_err(|error| Stop::Failed(format!("{}: {error}", outputs.out)))?;
        }
        Ok(outputs)
    }

    /// Two inputs of one name would be written to the same file. Some systems do not tell letters' cases apart.
    fn tell_apart(&self, clips: &[&Input]) -> Result<(), Stop> {
        let mut known = HashMap::new();
        for clip in clips {
            let path = clip.below.join(&clip.stem).to_string_lossy().to_lowercase();
            if let Some(other) = known.insert(path, &clip.path) {
                let message = format!("two motions would be written to one file: {other} and {}", clip.path);
                return Err(Stop::Usage(format!("{message}; convert them one by one")));
            }
        }
        Ok(())
    }

    /// Where the part of an input with that extension is written.
    pub(super) fn path(&self, input: &Input, behaviour: Option<&str>, extension: &str) -> String {
        if self.out == "-" {
            return "-".to_owned();
        }
        if self.is_folder {
            let behaviour = behaviour.map_or(String::new(), |name| format!(".{}", file_name(name)));
            let name = format!("{}{behaviour}.{extension}", input.stem);
            return Path::new(&self.out).join(&input.below).join(name).to_string_lossy().into_owned();
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
        if let Some(folder) = Path::new(path).parent().filter(|_| self.is_folder) {
            fs::create_dir_all(folder).map_err(failed)?;
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
