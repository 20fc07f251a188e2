//! Finds a browser of Chromium's family on this machine.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::Stop;

/// Variables that name a browser, as the player's own tests do.
const VARIABLES: [&str; 2] = ["MAREY_CHROMIUM", "MAREY_HEADLESS_SHELL"];
/// Names of programs in the folders of `PATH`.
const NAMES: [&str; 9] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
    "chromium-headless-shell",
];
/// Usual places on macOS.
const MAC: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
];
/// Usual places on Windows, below each of the folders in [`WINDOWS_FOLDERS`].
const WINDOWS: [&str; 3] = [
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
];
const WINDOWS_FOLDERS: [&str; 3] = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"];

/// The browser that is named, or the first that is found if the name is empty.
///
/// # Errors
/// [`Stop::Usage`] if there is none.
pub(crate) fn find(named: &str) -> Result<PathBuf, Stop> {
    let folders: Vec<PathBuf> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    if !named.is_empty() {
        let what = "there is no such program; name the file of Chromium, Chrome or Edge";
        return program(named, &folders).ok_or_else(|| Stop::Usage(format!("--browser={named}: {what}")));
    }
    let variables = VARIABLES.iter().filter_map(env::var_os).filter_map(|name| program(&name, &folders));
    let in_path = NAMES.iter().filter_map(|name| program(name, &folders));
    let mac = MAC.iter().map(PathBuf::from).filter(|path| cfg!(target_os = "macos") && path.is_file());
    let windows = WINDOWS_FOLDERS.iter().filter_map(env::var_os).flat_map(|folder| {
        let below = move |path: &&str| Path::new(&folder).join(path);
        WINDOWS.iter().map(below).filter(|path| cfg!(windows) && path.is_file())
    });
    let found = variables.chain(in_path).chain(mac).chain(windows).next();
    found.ok_or_else(|| {
        let what = "no Chromium, Chrome or Edge was found; install one, or name its file: --browser=PATH";
        Stop::Usage(format!("--browser: {what}. Without --browser, none is needed"))
    })
}

/// The program of this name: a path, or a name in one of the folders.
fn program(name: impl AsRef<OsStr>, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = Path::new(name.as_ref());
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_owned());
    }
    let end = env::consts::EXE_SUFFIX;
    folders
        .iter()
        .flat_map(|folder| {
            let whole = folder.join(path);
            let mut with_end = whole.clone().into_os_string();
            with_end.push(end);
            [PathBuf::from(with_end), whole]
        })
        .find(|path| path.is_file())
}
