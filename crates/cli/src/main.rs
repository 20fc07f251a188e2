//! The program `marey`: describes, converts, checks, compares and draws motion files. See [`arguments`].

mod archive;
mod arguments;
mod browser;
mod check;
mod compare;
mod convert;
mod cores;
mod file_names;
mod files;
mod film;
mod frames;
mod gallery;
mod globs;
mod hash;
mod http;
mod info;
mod library;
mod link;
mod links;
mod measure;
mod members;
mod memory;
mod mend;
mod opened;
mod outputs;
mod picture;
mod pictures;
mod positions;
mod remade;
mod retarget;
mod shell;
mod span;
mod temporary;
mod units;
mod walk;
mod warnings;
mod whole_file;
mod wording;
mod writing;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use self::arguments::{Arguments, Command};

/// Why the program ends early.
enum Stop {
    /// Exit status 2, with the usage.
    Usage(String),
    /// Exit status 1, with this message.
    Failed(String),
    /// Exit status 1. The messages were printed already.
    Reported,
    /// Exit status 0: the reader of our output is gone.
    PipeClosed,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Failed(format!("marey: {error}")),
        }
    }
}

fn main() -> ExitCode {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Also handles `--help` and `--version`.
            error.print().ok();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match run(&arguments.command) {
        Ok(()) | Err(Stop::PipeClosed) => ExitCode::SUCCESS,
        Err(Stop::Reported) => ExitCode::FAILURE,
        Err(Stop::Failed(message)) => {
            eprintln_quietly(&message);
            ExitCode::FAILURE
        }
        Err(Stop::Usage(message)) => {
            let mut program = Arguments::command();
            program.build();
            let name = arguments.command.name();
            let mut command = program.find_subcommand(name).cloned().unwrap_or(program);
            command.error(ErrorKind::ValueValidation, message).print().ok();
            ExitCode::from(2)
        }
    }
}

impl Command {
    fn name(&self) -> &'static str {
        match self {
            Self::Info(_) => "info",
            Self::Positions(_) => "positions",
            Self::Convert(_) => "convert",
            Self::Check(_) => "check",
            Self::Compare(_) => "compare",
            Self::Measure(_) => "measure",
            Self::Mend(_) => "mend",
            Self::Retarget(_) => "retarget",
            Self::Picture(_) => "picture",
            Self::Film(_) => "film",
            Self::Gallery(_) => "gallery",
            Self::Index(_) => "index",
            Self::Link(_) => "link",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
            Self::Version => "version",
        }
    }
}

fn run(command: &Command) -> Result<(), Stop> {
    match command {
        Command::Info(arguments) => info::info(arguments),
        Command::Positions(arguments) => positions::positions(arguments),
        Command::Convert(arguments) => convert::convert(arguments),
        Command::Check(arguments) => check::check(arguments),
        Command::Compare(arguments) => compare::compare_motions(arguments),
        Command::Measure(arguments) => measure::measure_motions(arguments),
        Command::Mend(arguments) => mend::mend_motions(arguments),
        Command::Retarget(arguments) => retarget::retarget(arguments),
        Command::Picture(arguments) => picture::picture(arguments),
        Command::Film(arguments) => film::film(arguments),
        Command::Gallery(arguments) => gallery::gallery(arguments),
        Command::Index(arguments) => gallery::index(arguments),
        Command::Link(arguments) => link::link(arguments),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man => shell::manual(),
        Command::Version => print(concat!("marey ", env!("CARGO_PKG_VERSION"), "\n")),
    }
}

/// Prints to standard error, which may be closed. A terminal would obey control characters, which names of files may have.
fn eprintln_quietly(message: &str) {
    let obeyed = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    writeln!(io::stderr(), "{}", message.replace(obeyed, "\u{fffd}")).ok();
}

fn print(text: &str) -> Result<(), Stop> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}
