//! `cargo xtask`: everything that is done to this repository, in one program.
//!
//! Rust does the orchestration and needs no install beyond cargo; node is needed for esbuild, wasm-opt and the browser tests.

mod bench;
mod build;
mod docs;
mod glsl;
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

use anyhow::{Result, bail};
use paths::Paths;

const HELP: &str = "\
cargo xtask build [--no-shrink]       write the static site to dist/; without the step that makes the modules smaller
cargo xtask serve [--port N] [--watch] [--no-csp]
                                      build, then serve dist/ on 127.0.0.1 (8080, or the next free port)
cargo xtask test [--deep] [--keep-going] [--only SECTION]
                                      every check, the browser ones included; --deep: what only time finds, too;
                                      --keep-going: also after a section that failed, as where CI is set
cargo xtask size [--parts]            bytes of each file of dist/, of the first load and of each module; fails over a line;
                                      --parts: what the code of the first module belongs to instead
cargo xtask bench [--quick] [--loads] [--against DIR] [--since FILE]
                                      the speed budgets against peers in the same run, a table and target/bench.json;
                                      --loads: the first pictures alone; --against: beside those of another dist/;
                                      --since: beside the bench.json of an earlier version, measured on this machine
cargo xtask soak [--minutes N] [--seed N]
                                      two hours of everything at random in one page: errors, lost pictures, leaks
cargo xtask package                   the npm package, in target/npm
cargo xtask docs [--base /PATH/]      the docs site with live players, and the page under play/, in target/docs-site
cargo xtask samples [FOLDER]          write the sample clips (target/xtask/samples unless told)

MAREY_CHROMIUM  the one browser of the tests, instead of chromium and chromium-headless-shell on PATH; beside it MAREY_FIREFOX (Firefox),
                MAREY_WEBKIT (WebKitWebDriver) and MAREY_XVFB: without them, tests in those engines are skipped
MAREY_CORPUS    a folder of real motion files: the tests that walk it are not run without
";

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let command = if args.is_empty() { "help".to_owned() } else { args.remove(0) };
    match dispatch(&command, args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: &str, mut args: Vec<String>) -> Result<ExitCode> {
    let paths = Paths::find()?;
    match command {
        "build" => {
            let shrink = !flag(&mut args, "--no-shrink");
            no_more(&args)?;
            build::build_with(&paths, shrink)?;
        }
        "serve" => {
            let options = serve::Options {
                port: match value(&mut args, "--port")? {
                    Some(text) => text.parse().map_err(|_| anyhow::anyhow!("--port {text}: not a port number"))?,
                    None => 8080,
                },
                watch: flag(&mut args, "--watch"),
                csp: !flag(&mut args, "--no-csp"),
            };
            no_more(&args)?;
            serve::serve(&paths, &options)?;
        }
        "test" => {
            let options = test::Options {
                deep: flag(&mut args, "--deep"),
                keep_going: flag(&mut args, "--keep-going") || std::env::var_os("CI").is_some(),
                only: value(&mut args, "--only")?,
            };
            no_more(&args)?;
            return test::test(&paths, &options);
        }
        "size" => {
            let parts = flag(&mut args, "--parts");
            no_more(&args)?;
            if parts {
                parts::print(&paths)?;
                return Ok(ExitCode::SUCCESS);
            }
            build::build(&paths)?;
            size::check(&paths)?;
        }
        "bench" => {
            let options = bench::Options {
                quick: flag(&mut args, "--quick"),
                loads: flag(&mut args, "--loads"),
                against: value(&mut args, "--against")?.map(Into::into),
                since: value(&mut args, "--since")?.map(Into::into),
            };
            no_more(&args)?;
            return bench::bench(&paths, &options);
        }
        "soak" => {
            let minutes = value(&mut args, "--minutes")?.unwrap_or_else(|| "120".to_owned());
            let seed = value(&mut args, "--seed")?.unwrap_or_else(|| "1".to_owned());
            no_more(&args)?;
            test::soak(&paths, &minutes, &seed)?;
        }
        "package" => {
            no_more(&args)?;
            package::package(&paths)?;
        }
        "docs" => {
            let base = value(&mut args, "--base")?.unwrap_or_else(|| "/".to_owned());
            no_more(&args)?;
            docs::docs(&paths, &base)?;
        }
        "samples" => {
            let out = if args.is_empty() { paths.samples() } else { args.remove(0).into() };
            no_more(&args)?;
            marey_samples::generate(&out)?;
            println!("samples are in {}", out.display());
        }
        "help" | "--help" | "-h" => print!("{HELP}"),
        other => bail!("there is no `cargo xtask {other}`\n\n{HELP}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Takes `--name` out of the arguments.
fn flag(args: &mut Vec<String>, name: &str) -> bool {
    let found = args.iter().position(|arg| arg == name);
    if let Some(at) = found {
        args.remove(at);
    }
    found.is_some()
}

/// Takes `--name VALUE` or `--name=VALUE` out of the arguments.
fn value(args: &mut Vec<String>, name: &str) -> Result<Option<String>> {
    let Some(at) =
        args.iter().position(|arg| arg == name || arg.strip_prefix(name).is_some_and(|r| r.starts_with('=')))
    else {
        return Ok(None);
    };
    let arg = args.remove(at);
    if let Some((_, value)) = arg.split_once('=') {
        return Ok(Some(value.to_owned()));
    }
    if at >= args.len() {
        bail!("{name} needs a value");
    }
    Ok(Some(args.remove(at)))
}

fn no_more(args: &[String]) -> Result<()> {
    match args.first() {
        Some(arg) => bail!("{arg}: not understood\n\n{HELP}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn values_and_flags_are_taken_out_of_the_arguments() {
        let mut list = args(&["--watch", "--port", "9000"]);
        assert_eq!(value(&mut list, "--port").unwrap().as_deref(), Some("9000"));
        assert!(flag(&mut list, "--watch"));
        assert!(!flag(&mut list, "--watch"));
        assert!(no_more(&list).is_ok());
        assert_eq!(value(&mut args(&["--port=1"]), "--port").unwrap().as_deref(), Some("1"));
        assert!(value(&mut args(&["--port"]), "--port").is_err());
        assert!(no_more(&args(&["--portal"])).is_err());
        assert_eq!(value(&mut args(&["--portal"]), "--port").unwrap(), None);
    }
}
