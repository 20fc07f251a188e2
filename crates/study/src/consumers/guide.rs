//! The guide "Send it to ..": a page of Markdown for each program, made of the table.

use std::fmt::Write;

use marey::body::Unit;

use super::checks::{Check, in_words};
use super::table::{Consumer, Effect, consumers};

/// The pages: the name of each file without its ending, `index` first, and its text.
pub fn guide() -> Vec<(&'static str, String)> {
    // Writing to a String cannot fail.
    let page = |consumer: &Consumer| {
        let mut out = String::new();
        let _ = write_page(&mut out, consumer);
        (consumer.id, out)
    };
    std::iter::once(("index", index())).chain(consumers().iter().map(page)).collect()
}

fn index() -> String {
    let mut out = String::from(
        "# Send it to ..\n\n\
         Most programs that read BVH accept a wrong file and spoil it without a word. [`marey check --for NAME`](../command-line#check-for) says what a\n\
         program would stop at, and what it would get wrong, each with the command that mends it. What these programs require was read out of their\n\
         sources, and tried with the programs themselves where these run.\n\n\
         ```sh\n\
         marey check --for gmr-lafan1 walk.bvh\n\
         ```\n\n\
         Programs that know one rig take what [`marey convert --as`](../converting#as) makes of the motion of any person: names, rest pose, rotation orders,\n\
         unit and rate.\n\n\
         Many points are about the spelling of the file alone. `marey convert walk.bvh out.bvh` mends these, because it writes what all readers read\n\
         alike.\n\n\
         | program | name for `--for` | |\n\
         |---|---|---|\n",
    );
    for consumer in consumers() {
        let _ = writeln!(out, "| [{}](./{}) | `{}` | {} |", consumer.name, consumer.id, consumer.id, consumer.does);
    }
    out
}

fn write_page(out: &mut String, consumer: &Consumer) -> std::fmt::Result {
    writeln!(out, "# Send it to {}\n", consumer.name)?;
    writeln!(out, "{} {}. This makes a file for it, and says what is still wrong:\n", consumer.name, consumer.does)?;
    writeln!(out, "```sh\n{} walk.bvh out.bvh\nmarey check --for {} out.bvh\n```\n", consumer.command, consumer.id)?;
    let of = |effect: Effect| consumer.requirements.iter().filter(move |requirement| requirement.effect == effect);
    for (effect, title) in [(Effect::Stops, "What stops it"), (Effect::Spoils, "What goes wrong without a word")] {
        if of(effect).next().is_some() {
            writeln!(out, "## {title}\n\n| it wants | | mend |\n|---|---|---|")?;
            for requirement in of(effect) {
                let wants = requirement.check.map_or(String::new(), wants);
                writeln!(out, "| {wants} | {} | `{}` |", requirement.words, requirement.mend)?;
            }
            writeln!(out)?;
        }
    }
    if of(Effect::Note).next().is_some() {
        writeln!(out, "## Good to know\n")?;
        for note in of(Effect::Note) {
            writeln!(out, "- {}", note.words)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "This was read in {}. [Other programs](./)", consumer.read_at)
}

/// What a check asks for.
fn wants(check: Check) -> String {
    let names =
        |names: &str| names.split_ascii_whitespace().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match check {
        Check::Utf8 => "UTF-8".into(),
        Check::NoMark => "no byte order mark".into(),
        Check::FirstLine => "HIERARCHY alone on the first line".into(),
        Check::WordNames => "names of letters, digits and `_`".into(),
        Check::NamesWithoutBlanks => "names without blanks".into(),
        Check::TrackNames => "names without `:`, `/`, `[` and `]`".into(),
        Check::Names(list) => format!("joints {}", names(list)),
        Check::OwnNames(list) => format!("joints {}, with or without a namespace", names(list)),
        Check::LooseNames(list) => format!("joints {}, with any prefix", names(list)),
        Check::NamesWith(list) => format!("joints with {} in their names", names(list)),
        Check::OneRoot => "one ROOT".into(),
        Check::ThreeOrSixAlike => "6 channels on the root and 3 elsewhere, or 6 everywhere".into(),
        Check::ThreeOrSix => "3 or 6 channels on each joint".into(),
        Check::SixOnTheRoot => "6 channels on the root".into(),
        Check::OneOrder => "one rotation order".into(),
        Check::ThreeRotations => "three different rotations on each joint".into(),
        Check::PositionsFirst => "positions before rotations".into(),
        Check::RootPositions => "the root's positions in the order X, Y, Z".into(),
        Check::OnlyRootMoves => "positions on one joint only".into(),
        Check::NotDisplaced => "an OFFSET of 0 on joints with positions".into(),
        Check::ChannelSpelling => "channels named `Xposition` to `Zrotation`, with their number".into(),
        Check::SingleBlanks => "one blank between numbers".into(),
        Check::NoBlankLines => "no empty line".into(),
        Check::NoBlankRows => "no empty line among the rows".into(),
        Check::RowsEqual => "as many rows as `Frames:` says".into(),
        Check::RowsNotMore => "no more rows than `Frames:` says".into(),
        Check::RowsNotFewer => "no fewer rows than `Frames:` says".into(),
        Check::RowWidth => "a number for each channel in each row".into(),
        Check::RowWidthAtLeast => "at least a number for each channel in each row".into(),
        Check::Numbers => "numbers with a decimal point".into(),
        Check::PlainOffsets => "offsets of digits, `-`, `.` and `e`".into(),
        Check::EndSite => "`End Site` in these letters".into(),
        Check::EndWord => "`End` in these letters".into(),
        Check::EndSiteWords => "`End Site` in these letters".into(),
        Check::OwnLines => "one statement a line".into(),
        Check::RestAlongX => "a rest pose of bones along +x".into(),
        Check::RestT => "a T-pose at rest, Y up, left along +x".into(),
        Check::RestSoma => "arms along +x at rest".into(),
        Check::RootOffsetZero => "an OFFSET of 0 on the root".into(),
        Check::ThirtyFrames => "30 frames a second".into(),
        Check::PositiveFrameTime => "a frame time above 0".into(),
        Check::AMinute => "at most 60 s".into(),
        Check::TwoFrames => "two frames or more".into(),
        Check::SecondLifeRoot => "a root `hip` or `mPelvis`".into(),
        Check::SecondLifeNames => "Second Life's names".into(),
        Check::Metres(metres) => {
            let unit = Unit::NAMED.into_iter().find(|unit| (unit.metres() - metres).abs() < 1e-9);
            format!("lengths in {}", unit.map_or("another unit", in_words))
        }
        Check::UpIsY => "+Y up".into(),
        Check::PositionsReplace => "positions in place of the root's OFFSET".into(),
    }
}
