//! The verdict of another program on each file: `marey check --for NAME`.

use std::path::Path;

use marey_study::consumers::{BvhText, Consumer, FileFacts, Point, Verdict};
use serde_json::{Value, json};

use super::verdict::Rules;
use crate::arguments::CheckArguments;
use crate::cores::in_order;
use crate::files::{code, kind, message};
use crate::library::{Grouping, Input, Library};
use crate::shell::quoted;
use crate::wording::{counted, folded};
use crate::{Stop, print};

pub(super) fn check_for(consumer: &Consumer, arguments: &CheckArguments) -> Result<(), Stop> {
    let mut library = Library::find(&arguments.places, Grouping::ByFolder, None)?;
    library.read_as(&arguments.reading);
    if let Some((path, error)) = library.missing.first() {
        return Err(Stop::Failed(format!("{path}: {error}")));
    }
    let files = library.clips();
    if files.is_empty() {
        return Err(Stop::Usage(format!("there is no motion in {}", folded(&arguments.places))));
    }
    let rules = Rules::new(arguments);
    let (mut stopped, mut spoiled) = (0, 0);
    let work = |file: &&Input| CheckedFile::of(file, &library, consumer, &rules);
    in_order(&files, work, |_, checked| {
        stopped += usize::from(checked.refusal.is_some() || !checked.verdict.stops.is_empty());
        spoiled += usize::from(checked.verdict.stops.is_empty() && !checked.verdict.spoils.is_empty());
        if arguments.json { print(&format!("{}\n", checked.object(consumer))) } else { print(&checked.lines(consumer)) }
    })?;
    if !arguments.json && !arguments.quiet {
        let fit = files.len() - stopped - spoiled;
        let all = counted(files.len(), "file");
        print(&format!("{all} for {}: {fit} fit, {stopped} not taken, {spoiled} spoiled\n", consumer.name))?;
    }
    if stopped + spoiled == 0 { Ok(()) } else { Err(Stop::Reported) }
}

/// A file and what the program makes of it.
struct CheckedFile {
    path: String,
    stem: String,
    verdict: Verdict,
    /// Why this program cannot read the file: its code, and the line.
    refusal: Option<(String, String)>,
}

impl CheckedFile {
    fn of(file: &Input, library: &Library, consumer: &Consumer, rules: &Rules<'_>) -> Self {
        let mut checked =
            Self { path: file.path.clone(), stem: file.stem.clone(), verdict: Verdict::default(), refusal: None };
        let clip = match library.read(file) {
            Ok(clip) => clip,
            Err(failure) => {
                let code = code(&failure);
                checked.refusal = (!rules.allows(code)).then(|| (code.to_owned(), message(&failure, &file.path)));
                return checked;
            }
        };
        let once = file.is_read_once();
        let family = kind(&file.path, &file.opened).ok().flatten().filter(|_| !once).map(|kind| kind.info().family);
        checked.verdict = match family {
            Some("bvh") | None => {
                let bytes = file.opened.bytes().ok().filter(|_| !once);
                consumer.verdict(&FileFacts::new(&clip, bytes.as_deref().map(BvhText::read)))
            }
            Some("gzip") => consumer.verdict_on_format("compressed"),
            Some(_) => {
                let ending = Path::new(&file.path)
                    .extension()
                    .map_or_else(String::new, |ending| ending.to_string_lossy().into());
                consumer.verdict_on_format(&format!("a file of another format (.{ending})"))
            }
        };
        let counts = |point: &Point| !rules.allows(&point.code);
        checked.verdict.stops.retain(counts);
        checked.verdict.spoils.retain(counts);
        checked
    }

    /// The command that mends a point, with its files.
    fn mend(&self, point: &Point, consumer: &Consumer) -> String {
        let out = format!("{}-{}.bvh", self.stem, consumer.id);
        format!("{} {} {}", point.mend, quoted(&self.path), quoted(&out))
    }

    /// A line for each point, first what stops the program.
    fn lines(&self, consumer: &Consumer) -> String {
        let refusal = self.refusal.iter().map(|(_, line)| format!("{line}\n"));
        let points = self.verdict.stops.iter().chain(&self.verdict.spoils);
        let line = |point: &Point| {
            format!("{}: {}: {} ({})\n", self.path, point.code, point.words, self.mend(point, consumer))
        };
        refusal.chain(points.map(line)).collect()
    }

    fn object(&self, consumer: &Consumer) -> Value {
        let object =
            |point: &Point| json!({ "code": point.code, "words": point.words, "mend": self.mend(point, consumer) });
        let refusal = self.refusal.iter().map(|(code, line)| json!({ "code": code, "words": line, "mend": null }));
        json!({
            "file": self.path,
            "consumer": consumer.id,
            "stops": refusal.chain(self.verdict.stops.iter().map(object)).collect::<Vec<_>>(),
            "spoils": self.verdict.spoils.iter().map(object).collect::<Vec<_>>(),
        })
    }
}
