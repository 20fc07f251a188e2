//! Finds and runs other programs, and tells what to install where one is missing.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The oldest node with a stable `node --test` and `fetch`.
const NODE_MAJOR: u32 = 20;

/// Runs a command that prints to the terminal; an exit code other than 0 is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

pub fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    if !out.status.success() {
        bail!("{} ended with {}", shown(command), out.status);
    }
    Ok(String::from_utf8(out.stdout)?)
}

pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Where cargo unpacks the sources of crates.
pub fn cargo_sources() -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    home.join("registry").join("src")
}

/// The cargo that runs xtask, so that a `+toolchain` stays in force.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

pub fn node() -> Result<Command> {
    let how = format!(
        "install Node.js {NODE_MAJOR} or newer with npm: `apt-get install nodejs npm` on Debian 13 or Ubuntu 25.04 and later, \
         `brew install node` on macOS, or https://nodejs.org"
    );
    let Some(node) = on_path("node") else {
        bail!("node is not on PATH; it runs esbuild, wasm-opt and the browser tests: {how}");
    };
    let version = output(Command::new(&node).arg("--version"))?;
    match node_major(&version) {
        Some(major) if major >= NODE_MAJOR => Ok(Command::new(node)),
        _ => bail!("node is {}, which is too old: {how}", version.trim()),
    }
}

fn node_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// The first executable of that name on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let with_suffix = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).map(|dir| dir.join(&with_suffix)).find(|file| file.is_file())
}

/// The browser of the tests: MAREY_CHROMIUM, or the first Chromium or Chrome found.
pub fn chromium() -> Result<PathBuf> {
    if let Some(path) = env::var_os("MAREY_CHROMIUM") {
        let path = PathBuf::from(path);
        if !path.is_file() {
            bail!("MAREY_CHROMIUM is {}, where there is no file", path.display());
        }
        return Ok(path);
    }
    installed_chromium().context(
        "the browser tests need Chromium or Chrome: `sudo apt-get install chromium` on Debian, `brew install --cask chromium` on \
         macOS, https://www.google.com/chrome elsewhere; or set MAREY_CHROMIUM to a browser's executable",
    )
}

/// Chromium's headless shell, which opens a page in a third of the time. `None` where MAREY_CHROMIUM names the one browser to use.
pub fn headless_shell() -> Option<PathBuf> {
    if env::var_os("MAREY_CHROMIUM").is_some() {
        return None;
    }
    ["chromium-headless-shell", "chrome-headless-shell"].iter().find_map(|name| on_path(name))
}

/// On Debian as root (containers, CI machines): installs Chromium where it is missing, and with `engines` the other browsers of the
/// tests. Elsewhere it does nothing: the tests fail without Chromium, and skip the others.
pub fn install_browsers(engines: bool) -> Result<()> {
    let named = env::var_os("MAREY_CHROMIUM").is_some();
    let chromium = !named && installed_chromium().is_none();
    let shell = !named && headless_shell().is_none();
    if !(chromium || shell || engines) || !is_debian() || !is_root() {
        return Ok(());
    }
    println!("  browsers are missing: installing them with apt-get (this needs a minute)");
    let updated = run(Command::new("apt-get").args(["update", "-q"]));
    if chromium {
        updated?;
        apt_install(&["chromium", "fonts-dejavu-core"])?;
    }
    // The tests skip what is missing, and not every Debian has all of these.
    for (wanted, packages) in [(shell, &["chromium-headless-shell"][..]), (engines, &ENGINE_PACKAGES)] {
        if wanted && let Err(error) = apt_install(packages) {
            println!("  {error:#}");
        }
    }
    Ok(())
}

fn apt_install(packages: &[&str]) -> Result<()> {
    run(Command::new("apt-get")
        .args(["install", "-y", "-q", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Debian's packages of Firefox, WebKitGTK, a virtual screen and software GL.
const ENGINE_PACKAGES: [&str; 5] = ["firefox-esr", "webkit2gtk-driver", "xvfb", "libgl1-mesa-dri", "libegl1"];

fn installed_chromium() -> Option<PathBuf> {
    const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    const APPS: [&str; 4] = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    ];
    NAMES.iter().find_map(|name| on_path(name)).or_else(|| APPS.iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// Debian alone: Ubuntu's chromium package is a snap, which does not run in a container.
fn is_debian() -> bool {
    std::fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Replaces `dir` by `fresh`, never by a part of it. `old` holds the former folder meanwhile.
pub fn replace_folder(fresh: &Path, dir: &Path, old: &Path) -> Result<()> {
    if old.exists() {
        std::fs::remove_dir_all(old)?;
    }
    if dir.exists() {
        std::fs::rename(dir, old)?;
    }
    std::fs::rename(fresh, dir)?;
    if old.exists() {
        std::fs::remove_dir_all(old)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read() {
        assert_eq!(node_major("v20.20.2\n"), Some(20));
        assert_eq!(node_major("v8.1.0"), Some(8));
        assert_eq!(node_major("20"), None);
        assert_eq!(node_major(""), None);
    }
}
