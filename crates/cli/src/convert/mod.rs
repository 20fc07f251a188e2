//! Writes motions in another format, whole or in part.

mod changes;
mod outputs;
mod pictures;
mod wish;

use marey::write::{Target, TargetOptions, WriteError, bvh_changes};
use serde_json::{Value, json};

use self::outputs::{Out, Outputs};
use self::wish::Wish;
use super::arguments::{Columns, ConvertArguments};
use super::cores::in_order;
use super::files::choose;
use super::library::{Input, Library};
use super::{Stop, eprintln_quietly, print};

/// A file that was written.
struct Written {
    path: String,
    bytes: usize,
    /// Remarks on how it was made, which standard error tells, too.
    notes: Vec<String>,
    /// Renamed joints: their names before and after.
    renamed: Vec<(String, String)>,
}

/// What came of one input.
struct Converted {
    files: Vec<Written>,
    notes: Vec<String>,
    /// The file that its skeleton came from, where it is another one.
    skeleton: String,
    failure: Option<Stop>,
}

pub(super) fn convert(arguments: &ConvertArguments) -> Result<(), Stop> {
    let Some((out, inputs)) = arguments.files.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
        return Err(Stop::Usage("expected a file to read and a file or folder to write: IN... OUT".into()));
    };
    let wish = Wish::new(arguments)?;
    let out = Out::new(out, arguments)?;
    let mut library = Library::find_all(inputs, out.folder())?;
    // Of many figures each is written with what it does itself; one of another file is written when it is named.
    if arguments.behaviour.is_none() {
        library.keep_motions_apart();
    }
    let clips = library.clips();
    let outputs = Outputs::new(out, arguments.force, &library, &clips)?;
    wish.fits(outputs.target)?;
    let (mut written, mut failed, mut used) = (Vec::new(), None, Vec::new());
    let work = |file: &&Input| {
        let mut done = Converted { files: Vec::new(), notes: Vec::new(), skeleton: String::new(), failure: None };
        done.failure = one(&library, file, clips.len() > 1, arguments, &wish, &outputs, &mut done).err();
        done
    };
    in_order(&clips, work, |_, done| {
        done.notes.iter().for_each(|note| eprintln_quietly(note));
        written.extend(done.files);
        used.push(done.skeleton);
        match done.failure {
            None => Ok(()),
            // Others may still be written.
            Some(Stop::Failed(message)) => {
                eprintln_quietly(&message);
                failed = Some(Stop::Told);
                Ok(())
            }
            Some(stop) => Err(stop),
        }
    })?;
    // Skeletons are written alone where there is no motion; beside motions one may be there by mistake.
    let idle = library.skeletons().into_iter().filter(|file| !used.contains(&file.path));
    let idle = idle.filter(|file| !clips.iter().any(|clip| clip.path == file.path));
    idle.map(|file| &file.path)
        .for_each(|file| eprintln_quietly(&format!("{file}: no motion here uses this skeleton; it is not written")));
    if arguments.json {
        let name = |(from, to): &(String, String)| json!({ "from": from, "to": to });
        let object = |file: &Written| {
            let renamed: Vec<Value> = file.renamed.iter().map(name).collect();
            json!({ "file": file.path, "bytes": file.bytes, "notes": file.notes, "renamed": renamed })
        };
        print(&format!("{}\n", Value::Array(written.iter().map(object).collect())))?;
    }
    failed.map_or(Ok(()), Err)
}

/// Converts one motion.
fn one(
    library: &Library,
    input: &Input,
    of_many: bool,
    arguments: &ConvertArguments,
    wish: &Wish,
    outputs: &Outputs,
    done: &mut Converted,
) -> Result<(), Stop> {
    let clip = library.read_or_stop(input)?;
    let file = &input.path;
    done.skeleton.clone_from(&clip.about.skeleton_file);
    let failed = |error: WriteError| {
        let option = match error {
            WriteError::UnevenFrames { .. } | WriteError::FixedRate { .. } => " (--fps)",
            _ => "",
        };
        Stop::Failed(format!("{file}: {error}{option}"))
    };
    let only = match &arguments.behaviour {
        // Of many files some may not have it; of one that is wrong usage.
        Some(name) => Some(choose(&clip, Some(name)).map_err(|stop| match stop {
            Stop::Usage(message) if of_many => Stop::Failed(format!("{file}: {message}")),
            stop => stop,
        })?),
        None => None,
    };
    let count = clip.behaviours.len();
    let chosen: Vec<Option<usize>> = match only {
        Some(index) => vec![Some(index)],
        None if count < 2 || outputs.target.holds_all_behaviours() => vec![None],
        None if outputs.is_folder => (0..count).map(Some).collect(),
        None => {
            done.notes.push(format!(
                "{file}: the file has {count} motions; the first is written (choose another with --behaviour)"
            ));
            vec![Some(0)]
        }
    };
    let several = chosen.len() > 1;
    let mut options = target_options(arguments);
    if matches!(outputs.target, Target::Gltf | Target::Glb) && options.gltf.mesh {
        let (found, missing) = pictures::beside(&clip, file);
        options.gltf.pictures = found;
        done.notes.extend(missing.iter().map(|note| format!("{file}: {note}")));
    }
    for behaviour in chosen {
        let (part, mut notes) = wish.excerpt(&clip, behaviour, outputs.target).map_err(failed)?;
        let mut renamed = Vec::new();
        if outputs.target == Target::Bvh {
            let changes = bvh_changes(&part.skeleton, &options.bvh);
            renamed = changes::names(&part.skeleton, &changes);
            notes.extend(changes::told(&renamed, changes.common_root.as_deref()));
        }
        let told = notes.iter().map(|note| format!("{file}: {note}"));
        // Several motions of one figure have the same to tell.
        let new: Vec<String> = told.filter(|note| !done.notes.contains(note)).collect();
        done.notes.extend(new);
        let name = behaviour.filter(|_| several).and_then(|index| clip.behaviours.get(index));
        let files = outputs.target.files(&part, &options).map_err(failed)?;
        for (extension, bytes) in outputs.target.extensions().iter().zip(files) {
            let path = outputs.path(input, name.map(|behaviour| behaviour.name.as_str()), extension);
            outputs.write(&path, &bytes)?;
            done.files.push(Written { path, bytes: bytes.len(), notes: notes.clone(), renamed: renamed.clone() });
        }
    }
    Ok(())
}

/// How files are written.
fn target_options(arguments: &ConvertArguments) -> TargetOptions {
    let mut options = TargetOptions::default();
    options.bvh.sites = arguments.sites;
    options.gltf.sites = arguments.sites;
    options.gltf.mesh = !arguments.no_mesh;
    options.csv.positions = arguments.columns != Columns::Rotations;
    options.csv.rotations = arguments.columns != Columns::Positions;
    options
}
