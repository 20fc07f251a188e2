//! Names of the files to write.

use std::fs;
use std::path::Path;

use marey_write::Target;

use super::Stop;
use crate::archive::within;
use crate::file_names::file_name;
use crate::library::{Input, Library, has_many};
use crate::print_bytes;
use crate::writing::{FileWriter, check_files, is_folder};

/// The output named on the command line: a file, a folder or standard output.
pub(super) struct Out {
    name: String,
    pub(super) target: Target,
    is_folder: bool,
}

impl Out {
    /// A folder that is read is written to a folder, unless `out` is a file or has an extension.
    pub(super) fn new(out: &str, format: Option<Target>, inputs: &[String]) -> Result<Self, Stop> {
        let path = Path::new(out);
        if let Some((archive, _)) = within(out).filter(|_| !path.exists()) {
            let what = format!("nothing is written into an archive ({archive})");
            return Err(Stop::Usage(format!("{what}: name a file or a folder beside it")));
        }
        let reads_folder = inputs.iter().any(|input| has_many(input));
        let may_be_folder = out != "-" && path.extension().is_none() && !path.exists();
        let is_folder = is_folder(out) || reads_folder && may_be_folder;
        let extension = path.extension().filter(|_| !is_folder).map(|extension| extension.to_string_lossy());
        let by_name = extension.as_ref().and_then(|extension| Target::from_extension(extension));
        let Some(target) = format.or(by_name) else {
            let written: Vec<&str> =
                Target::ALL.iter().filter_map(|target| target.extensions().first()).copied().collect();
            let wrong = match extension {
                Some(extension) => format!("`{out}` ends in .{extension}, a format that is not written"),
                None => format!("expected --format, because `{out}` has no extension that tells the format"),
            };
            return Err(Stop::Usage(format!("{wrong}; these are written: {}", written.join(", "))));
        };
        if by_name.is_some_and(|by_name| by_name != target) {
            return Err(Stop::Usage(format!(
                "--format and the extension of `{out}` contradict each other; leave --format out"
            )));
        }
        if out == "-" && target.extensions().len() > 1 {
            let message = "this format has two files, and standard output takes one: name a file or a folder";
            return Err(Stop::Usage(message.into()));
        }
        Ok(Self { name: out.to_owned(), target, is_folder })
    }

    /// Whether a name has no extension that tells the format.
    pub(super) fn is_unnamed(out: &str) -> bool {
        is_folder(out) || Path::new(out).extension().is_none()
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        self.is_folder.then(|| Path::new(&self.name))
    }
}

/// Derives output files from inputs, and writes them.
pub(super) struct Outputs {
    out: String,
    pub(super) target: Target,
    pub(super) is_folder: bool,
    writer: FileWriter,
}

impl Outputs {
    pub(super) fn new(out: Out, force: bool, library: &Library, clips: &[&Input]) -> Result<Self, Stop> {
        let Out { name, target, is_folder } = out;
        check_files(clips, is_folder)?;
        if is_folder && clips.iter().any(|clip| clip.path == "-") {
            let message = "expected a file to write: in a folder files are called as those that are read, and standard input has no name";
            return Err(Stop::Usage(message.into()));
        }
        if is_folder {
            fs::create_dir_all(&name).map_err(|error| Stop::Failed(format!("{name}: {error}")))?;
        }
        Ok(Self { out: name, target, is_folder, writer: FileWriter::new(library, force, is_folder) })
    }

    /// The output file of an input for this extension.
    pub(super) fn path(&self, input: &Input, behaviour: Option<&str>, extension: &str) -> String {
        if self.out == "-" {
            return "-".to_owned();
        }
        if self.is_folder {
            let behaviour = behaviour.map_or(String::new(), |name| format!(".{}", file_name(name)));
            let name = format!("{}{behaviour}.{extension}", input.stem);
            return Path::new(&self.out).join(&input.below).join(name).to_string_lossy().into_owned();
        }
        // `walk.asf` may have been named as `walk.amc`: both are written. A format with one file keeps the name as it was given.
        match self.target.extensions() {
            [_] => self.out.clone(),
            _ => Path::new(&self.out).with_extension(extension).to_string_lossy().into_owned(),
        }
    }

    /// Writes files that belong together: all of them, or none.
    pub(super) fn write(&self, files: &[(String, Vec<u8>)]) -> Result<(), Stop> {
        match files {
            [(path, bytes)] if path == "-" => print_bytes(bytes),
            _ => self.writer.write(files),
        }
    }
}
