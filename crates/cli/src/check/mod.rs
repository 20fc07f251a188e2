//! Checks whole libraries of motions, for continuous integration.

mod consumers;
mod verdict;

use self::verdict::{CheckTotals, FileVerdict, Rules};
use super::arguments::CheckArguments;
use super::cores::in_order;
use super::library::{Grouping, Input, Library};
use super::wording::folded;
use super::{Stop, print};

pub(super) fn check(arguments: &CheckArguments) -> Result<(), Stop> {
    if let Some(consumer) = arguments.consumer.as_deref().and_then(marey_study::consumers::consumer) {
        return consumers::check_for(consumer, arguments);
    }
    let mut library = Library::find(&arguments.places, Grouping::ByFolder, None)?;
    library.read_as(&arguments.reading);
    if let Some((path, error)) = library.missing.first() {
        return Err(Stop::Failed(format!("{path}: {error}")));
    }
    let files = library.without_parts();
    if files.is_empty() {
        return Err(Stop::Usage(format!("there is no motion in {}", folded(&arguments.places))));
    }
    let rules = Rules::new(arguments);
    let mut totals = CheckTotals::default();
    let mut objects = Vec::new();
    let work = |file: &&Input| FileVerdict::of(&file.path, library.read(file), &rules);
    in_order(&files, work, |_, verdict| {
        totals.add(&verdict);
        if arguments.json {
            objects.push(verdict.object());
            return Ok(());
        }
        print(&verdict.lines())
    })?;
    if arguments.json {
        print(&format!("{}\n", totals.object(objects)))?;
    } else if !arguments.quiet {
        print(&totals.table(&rules))?;
    }
    if totals.failed == 0 { Ok(()) } else { Err(Stop::Reported) }
}
