//! Motions that are made anew from those of files, one of each file, and written: by `mend` and `retarget`.

use marey::model::Clip;
use marey_study::targets::fit;
use marey_write::{Choice, Conversion, TargetOptions, WriteError};

use super::arguments::ReadingArguments;
use super::convert::excerpt_options::note;
use super::cores::in_order;
use super::files::choose;
use super::library::{Input, Library};
use super::outputs::{Out, Outputs};
use super::{Stop, eprintln_quietly};

/// The motions of these files, read as the motions of a body.
pub(super) fn find(
    files: &[String],
    out: Option<&Out>,
    reading: &ReadingArguments,
    behaviour: Option<&str>,
) -> Result<Library, Stop> {
    let mut library = Library::find_all(files, out.and_then(Out::folder))?;
    library.read_as(reading);
    library.read_joint_centres();
    if behaviour.is_none() {
        library.keep_motions_apart();
    }
    Ok(library)
}

/// Makes a motion of each file on all cores, and hands the results over in the order of the files. `make` adds remarks for standard error. A file that
/// fails is told, and the others are made all the same. Fails in the end if one did.
pub(super) fn make_all<T: Send>(
    clips: &[&Input],
    make: impl Fn(&Input, &mut Vec<String>) -> Result<T, Stop> + Sync,
    mut done: impl FnMut(T) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut failed = None;
    let work = |input: &&Input| {
        let mut notes = Vec::new();
        let made = make(input, &mut notes);
        (notes, made)
    };
    in_order(clips, work, |_, (notes, made)| {
        notes.iter().for_each(|note| eprintln_quietly(note));
        match made {
            Ok(made) => done(made),
            Err(Stop::Failed(message)) => {
                eprintln_quietly(&message);
                failed = Some(Stop::Reported);
                Ok(())
            }
            Err(stop) => Err(stop),
        }
    })?;
    failed.map_or(Ok(()), Err)
}

/// The behaviour of this name, or the first one, with a remark if there are others. `what`: `mended`.
pub(super) fn chosen(
    clip: &Clip,
    name: Option<&str>,
    file: &str,
    what: &str,
    notes: &mut Vec<String>,
) -> Result<usize, Stop> {
    let count = clip.behaviours.len();
    if name.is_none() && count > 1 {
        let which = format!("the first is {what} (choose another with --behaviour)");
        notes.push(format!("{file}: the file has {count} motions; {which}"));
    }
    choose(clip, name)
}

/// Writes a motion, as the format of the outputs needs it. Adds remarks on the choices that are `told`. Returns the paths.
pub(super) fn write(
    clip: &Clip,
    input: &Input,
    outputs: &Outputs,
    options: &TargetOptions,
    told: impl Fn(&Choice) -> bool,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Stop> {
    let file = &input.path;
    let failed = |error: WriteError| Stop::Failed(format!("{file}: {error}"));
    let made = fit(clip, &Conversion::default(), outputs.target);
    let made = made.map_err(|error| Stop::Failed(format!("{file}: {error}")))?;
    let (part, choices) = (made.clip, made.choices);
    // The options that correct other choices belong to `convert`.
    let remarks = choices.iter().filter(|choice| told(choice)).filter_map(note);
    notes.extend(remarks.filter_map(|note| Some(format!("{file}: {}", note.split(" (").next()?))));
    let paths = outputs.target.extensions().iter().map(|extension| outputs.path(input, None, extension));
    let files: Vec<_> = paths.zip(outputs.target.files(&part, options).map_err(failed)?).collect();
    outputs.write(&files)?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}
