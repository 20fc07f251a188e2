//! Converts motions to another format, whole or in part.

mod changes;
pub(super) mod excerpt_options;

use marey::look::body_of;
use marey::model::Clip;
use marey_study::targets::{ApplyError, MakeError};
use marey_write::{Target, TargetOptions, WriteError, bvh_changes};
use serde_json::{Value, json};

use self::excerpt_options::ExcerptOptions;
use super::arguments::{Columns, ConvertArguments};
use super::cores::in_order;
use super::files::choose;
use super::info::doubt;
use super::library::{Input, Library};
use super::outputs::{Out, Outputs};
use super::{Stop, eprintln_quietly, pictures, print};

struct Written {
    path: String,
    bytes: usize,
    /// Remarks, which are also printed to standard error.
    notes: Vec<String>,
    /// Old and new names of renamed joints.
    renamed: Vec<(String, String)>,
}

struct Converted {
    files: Vec<Written>,
    notes: Vec<String>,
    /// Path of the skeleton file, if it is another file.
    skeleton: String,
    failure: Option<Stop>,
}

pub(super) fn convert(arguments: &ConvertArguments) -> Result<(), Stop> {
    let Some((out, inputs)) = arguments.files.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
        return Err(Stop::Usage("expected a file to read and a file or folder to write: IN... OUT".into()));
    };
    let excerpt_options = ExcerptOptions::new(arguments)?;
    let format = arguments.format.or(arguments.rig.filter(|_| Out::is_unnamed(out)).map(|_| Target::Bvh));
    let out = Out::new(out, format, inputs)?;
    let mut library = Library::find_all(inputs, out.folder())?;
    library.read_as(&arguments.reading);
    // A table has the points themselves; a figure is a person where they tell one.
    if arguments.rig.is_some() || !matches!(out.target, Target::Csv | Target::Npz | Target::Npy) {
        library.read_joint_centres();
    }
    // Each scene is written with its own motions only. `--behaviour` may name a motion of another scene.
    if arguments.behaviour.is_none() {
        library.keep_motions_apart();
    }
    let clips = library.clips();
    let outputs = Outputs::new(out, arguments.force, &library, &clips)?;
    excerpt_options.check_target(outputs.target)?;
    if arguments.body && !holds_skins(outputs.target) {
        let name = outputs.target.extensions().first().map_or_else(String::new, |extension| extension.to_uppercase());
        return Err(Stop::Usage(format!("{name} has no skins for --body: write .glb, .gltf or .x3d")));
    }
    let (mut written, mut failed, mut used) = (Vec::new(), None, Vec::new());
    let work = |file: &&Input| {
        let mut done = Converted { files: Vec::new(), notes: Vec::new(), skeleton: String::new(), failure: None };
        done.failure =
            convert_one(&library, file, clips.len() > 1, arguments, &excerpt_options, &outputs, &mut done).err();
        done
    };
    in_order(&clips, work, |_, done| {
        done.notes.iter().for_each(|note| eprintln_quietly(note));
        written.extend(done.files);
        used.push(done.skeleton);
        match done.failure {
            None => Ok(()),
            // The other files can still be converted.
            Some(Stop::Failed(message)) => {
                eprintln_quietly(&message);
                failed = Some(Stop::Reported);
                Ok(())
            }
            Some(stop) => Err(stop),
        }
    })?;
    // Without any motion, `clips` are the skeletons, and all are written. Beside motions, an unused skeleton may be a mistake.
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

fn convert_one(
    library: &Library,
    input: &Input,
    of_many: bool,
    arguments: &ConvertArguments,
    excerpt_options: &ExcerptOptions,
    outputs: &Outputs,
    done: &mut Converted,
) -> Result<(), Stop> {
    let clip = library.read_or_stop(input)?;
    let file = &input.path;
    done.skeleton.clone_from(&clip.about.skeleton_file);
    if let Some(doubt) = doubt(&clip) {
        done.notes.push(format!("{file}: {doubt}"));
    }
    let failed = |error: WriteError| {
        let option = match error {
            WriteError::UnevenFrames { .. } | WriteError::FixedRate { .. } => " (--fps)",
            _ => "",
        };
        Stop::Failed(format!("{file}: {error}{option}"))
    };
    let only = match &arguments.behaviour {
        // One of many files may lack the behaviour. If the only file does, the usage is wrong.
        Some(name) => Some(choose(&clip, Some(name)).map_err(|stop| match stop {
            Stop::Usage(message) if of_many => Stop::Failed(format!("{file}: {message}")),
            stop => stop,
        })?),
        None => None,
    };
    let count = clip.behaviours.len();
    let chosen: Vec<Option<usize>> = match only {
        Some(index) => vec![Some(index)],
        // Each motion is given the rig for itself.
        None if count < 2 || arguments.rig.is_none() && outputs.target.holds_all_behaviours() => vec![None],
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
    if matches!(outputs.target, Target::Gltf | Target::Glb) && options.gltf.mesh && !arguments.body {
        let (found, missing) = pictures::read(&clip, input);
        options.gltf.pictures = found;
        done.notes.extend(missing.iter().map(|note| format!("{file}: {note}")));
    }
    for behaviour in chosen {
        let made = match arguments.rig {
            Some(rig) => {
                let asked = excerpt_options.conversion(&clip, behaviour);
                let made = rig.make(&clip, &asked, outputs.target);
                if let Ok(made) = &made {
                    rig.set_options(&mut options.bvh, made);
                }
                made
            }
            None => excerpt_options.excerpt(&clip, behaviour, outputs.target),
        };
        let made = made.map_err(|error| not_made(error, &failed, file, outputs.target))?;
        let about_choices = made.choices.iter().filter_map(excerpt_options::note);
        let mut notes: Vec<String> = about_choices.chain(made.notes).collect();
        let (mut part, mut renamed) = (made.clip, made.renamed);
        if outputs.target == Target::Bvh && arguments.rig.is_none() {
            let changes = bvh_changes(&part.skeleton, &options.bvh);
            renamed = changes::names(&part.skeleton, &changes);
            notes.extend(changes::notes(&renamed, changes.common_root.as_deref()));
        }
        if arguments.body {
            let skin = body_of(&part).map_err(|reason| Stop::Failed(format!("{file}: no body: {reason}")))?;
            part.skin = Some(skin.into());
        }
        notes.extend(rate_of_amc(&part, outputs.target));
        let prefixed = notes.iter().map(|note| format!("{file}: {note}"));
        // Motions of the same figure often have the same notes.
        let new: Vec<String> = prefixed.filter(|note| !done.notes.contains(note)).collect();
        done.notes.extend(new);
        let name = behaviour.filter(|_| several).and_then(|index| clip.behaviours.get(index));
        let path = |extension| outputs.path(input, name.map(|behaviour| behaviour.name.as_str()), extension);
        let paths = outputs.target.extensions().iter().copied().map(path);
        let files: Vec<_> = paths.zip(outputs.target.files(&part, &options).map_err(failed)?).collect();
        outputs.write(&files)?;
        for (path, bytes) in files {
            done.files.push(Written { path, bytes: bytes.len(), notes: notes.clone(), renamed: renamed.clone() });
        }
    }
    Ok(())
}

/// Whether a format has skins that joints move.
fn holds_skins(target: Target) -> bool {
    matches!(target, Target::Gltf | Target::Glb | Target::X3d)
}

/// Why a motion is not made for a format, or not given the rig of `--as` or of VRMA.
fn not_made(error: MakeError, failed: &impl Fn(WriteError) -> Stop, file: &str, target: Target) -> Stop {
    match error {
        MakeError::Write(error) => failed(error),
        MakeError::Apply(ApplyError::Figure(_)) => {
            let what = if target == Target::Vrma { "VRMA" } else { "--as" };
            Stop::Failed(format!("{file}: {error}; {what} needs a person"))
        }
        other => Stop::Failed(format!("{file}: {other}")),
    }
}

/// A note on the rate, which AMC does not hold.
fn rate_of_amc(clip: &Clip, target: Target) -> Option<String> {
    let rate = clip.behaviours.first().map(|behaviour| behaviour.motion.frame_time().recip())?;
    let is_told = target == Target::Asf && (rate / 120.0 - 1.0).abs() > 1e-6;
    is_told.then(|| {
        let rate = (rate * 1000.0).round() / 1000.0;
        format!(
            "AMC holds no rate: {rate} frames a second are stated in a comment, which Marey reads; other programs play 120 \
             (write that with --fps 120)"
        )
    })
}

fn target_options(arguments: &ConvertArguments) -> TargetOptions {
    let mut options = TargetOptions::default();
    options.bvh.sites = arguments.sites;
    options.gltf.sites = arguments.sites;
    options.gltf.mesh = !arguments.no_mesh;
    options.pymotion = arguments.pymotion;
    options.csv.positions = arguments.columns != Columns::Rotations;
    options.csv.rotations = arguments.columns != Columns::Positions;
    options
}
