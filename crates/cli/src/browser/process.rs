//! The browser's process, and the folder of its profile.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::BrowserSettings;
use crate::temporary::before_interruption;

/// The page needs WebGL, also where there is no GPU, and its timers at their time, also where nobody sees it.
const FLAGS: [&str; 13] = [
    "--headless",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--mute-audio",
];
/// Bytes of what it wrote last.
const MOST_WORDS: usize = 1500;
/// Processes of a browser that was ended may still write into its folder.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The browser that runs: whoever interrupts the program ends it, too.
static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end() {
    *running() = None;
}

struct Running {
    child: Child,
    profile: PathBuf,
}

/// The only browser that runs. It ends when this is dropped.
pub(super) struct Browser {
    words: Arc<Mutex<Vec<u8>>>,
}

impl Browser {
    /// Starts the browser with a page, and with a profile of its own.
    pub(super) fn start(settings: &BrowserSettings, page: &str) -> io::Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let profile = std::env::temp_dir().join(format!("marey-browser-{}-{now}", std::process::id()));
        fs::create_dir(&profile)?;
        let started = command(&settings.program)
            .arg(format!("--user-data-dir={}", profile.display()))
            .args(FLAGS)
            .args(&settings.flags)
            .arg(page)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                fs::remove_dir_all(&profile).ok();
                return Err(error);
            }
        };
        let words = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&words);
            thread::spawn(move || listen(stderr, &words));
        }
        before_interruption(end);
        *running() = Some(Running { child, profile });
        Ok(Self { words })
    }

    /// Its exit status; `None` while it runs.
    pub(super) fn ended(&self) -> Option<ExitStatus> {
        running().as_mut()?.child.try_wait().ok().flatten()
    }

    /// The end of what it wrote to standard error.
    pub(super) fn last_words(&self) -> String {
        // What was written before the end may still be on its way.
        thread::sleep(BETWEEN_TRIES);
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&words).trim().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        end();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // On Unix the end of its input ends the whole group.
        drop(self.child.stdin.take());
        if cfg!(windows) {
            self.child.kill().ok();
        }
        self.child.wait().ok();
        for _ in 0..TRIES {
            if fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                return;
            }
            thread::sleep(BETWEEN_TRIES);
        }
    }
}

/// The program, to which arguments are to be added.
#[cfg(not(unix))]
fn command(program: &Path) -> Command {
    Command::new(program)
}

/// The program, to which arguments are to be added, in a group of processes that ends when its input does: also where a script starts the
/// browser, as on Debian, and when this program is ended itself.
#[cfg(unix)]
fn command(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;

    const SCRIPT: &str = "exec 3<&0; { read -r _ <&3; kill -KILL 0; } & \"$@\" 3<&- </dev/null; exit $?";
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh"]).arg(program).process_group(0);
    command
}

/// Keeps the end of what is written.
fn listen(mut stderr: impl Read, words: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend_from_slice(buffer.get(..count).unwrap_or_default());
        let more = words.len().saturating_sub(MOST_WORDS);
        words.drain(..more);
    }
}
