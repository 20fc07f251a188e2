//! `cargo xtask`: builds, serves, tests and measures Marey. It needs cargo, and node for esbuild, wasm-opt and the browser tests.

mod bench;
mod build;
mod docs;
mod linked;
mod npm;
mod package;
mod parts;
mod paths;
mod serve;
mod shell;
mod size;
mod stamp;
mod test;
mod tools;
mod types;
mod wasm;
mod watch;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use paths::Paths;
use wasm::BuildMode;

const ENVIRONMENT: &str = "\
Environment:
  MAREY_CHROMIUM  The browser of the tests, instead of chromium and chromium-headless-shell on PATH
  MAREY_FIREFOX   Firefox, instead of the one on PATH. Tests in an engine that is not there are skipped
  MAREY_WEBKIT    WebKitWebDriver, likewise
  MAREY_XVFB      Xvfb, likewise
  MAREY_CORPUS    A folder of real motion files; the tests that need them do not run without it
  MAREY_SITE      The address that dist/ will have, for the previews of links to the page";

/// Builds, serves, tests and measures Marey.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = ENVIRONMENT)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes the static site to dist/
    Build {
        /// How small the modules become
        #[arg(long, value_enum, default_value = "small")]
        mode: BuildMode,
    },
    /// Builds dist/ and serves it on 127.0.0.1
    Serve(serve::Options),
    /// Runs the tests, in real browsers too
    Test(test::Options),
    /// Prints the bytes of each file of dist/, of the first load and of each module; fails over a limit
    Size {
        /// Prints what the code of a module belongs to, instead
        #[arg(long, value_name = "MODULE", num_args = 0..=1, default_missing_value = "marey_web")]
        parts: Option<String>,
    },
    /// Measures Marey beside other players in the same run: a table, and target/bench.json
    Bench(bench::Options),
    /// Does everything at random in one page; fails at an uncaught error, a lost picture or a leak
    Soak {
        /// How long
        #[arg(long, value_name = "N", default_value_t = 120.0)]
        minutes: f64,
        /// Another seed does other things
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u32,
    },
    /// Writes the npm package to target/npm, the Python package to target/python and the extension for VS Code to target/vscode
    Package,
    /// Writes the docs site to target/docs-site, with live players, and the page under play/
    Docs {
        /// The path under which a server shows the site
        #[arg(long, value_name = "/PATH/", default_value = "/")]
        base: String,
    },
    /// Writes the files under version control that programs make: sample clips, shaders for WebGL2, tables of file kinds
    Generate,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => {
            // Where printing fails, nothing else can tell.
            let _ = told.print();
            return if told.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match run(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<Command>) -> Result<ExitCode> {
    let paths = Paths::find()?;
    match command {
        None => Arguments::command().print_help()?,
        Some(Command::Build { mode }) => build::build_with(&paths, mode)?,
        Some(Command::Serve(options)) => serve::serve(&paths, &options)?,
        Some(Command::Test(options)) => return test::test(&paths, &options),
        Some(Command::Size { parts: Some(module) }) => parts::print(&paths, &module)?,
        Some(Command::Size { parts: None }) => {
            build::build(&paths)?;
            size::check(&paths)?;
        }
        Some(Command::Bench(options)) => bench::bench(&paths, &options)?,
        Some(Command::Soak { minutes, seed }) => test::soak(&paths, minutes, seed)?,
        Some(Command::Package) => {
            package::package(&paths)?;
        }
        Some(Command::Docs { base }) => {
            docs::build_program(&paths)?;
            docs::docs(&paths, &base)?;
        }
        Some(Command::Generate) => tools::run(
            tools::cargo()
                .args(["run", "--manifest-path", paths::GENERATE])
                .env("CARGO_TARGET_DIR", &paths.target)
                .current_dir(&paths.root),
        )?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Command>, clap::Error> {
        Ok(Arguments::try_parse_from(["xtask"].into_iter().chain(line.split_whitespace()))?.command)
    }

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_have_their_defaults_and_their_values() {
        assert!(matches!(read(""), Ok(None)));
        assert!(matches!(read("build"), Ok(Some(Command::Build { mode: BuildMode::Small }))));
        assert!(matches!(read("build --mode standard"), Ok(Some(Command::Build { mode: BuildMode::Standard }))));
        let Ok(Some(Command::Serve(serve))) = read("serve") else { panic!() };
        assert_eq!((serve.port, serve.watch, serve.csp, serve.mode), (8080, false, true, BuildMode::Quick));
        let Ok(Some(Command::Serve(serve))) = read("serve --no-csp --watch --port=9000") else { panic!() };
        assert_eq!((serve.port, serve.watch, serve.csp), (9000, true, false));
        let Ok(Some(Command::Soak { minutes, seed })) = read("soak") else { panic!() };
        assert_eq!((minutes, seed), (120.0, 1));
        let Ok(Some(Command::Soak { minutes, seed })) = read("soak --seed 7 --minutes 0.5") else { panic!() };
        assert_eq!((minutes, seed), (0.5, 7));
        let Ok(Some(Command::Test(test))) = read("test --deep --only fmt") else { panic!() };
        assert_eq!((test.deep, test.keep_going, test.only.as_deref()), (true, false, Some("fmt")));
    }

    #[test]
    fn unknown_commands_and_options_are_refused() {
        for line in
            ["biuld", "build --mode tiny", "build extra", "serve --port", "serve --port 70000", "test --only brwoser"]
        {
            assert!(read(line).is_err_and(|error| error.use_stderr()), "{line}");
        }
    }
}
