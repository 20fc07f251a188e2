//! `marey gallery --browser` with pretended browsers: shell scripts that note the address of the page. The tests then ask for clips and
//! send pictures as the page would. A test of the site has a real browser.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{empty, ends, walk};

const WEBP: &[u8] = b"RIFF\x04\0\0\0WEBPpicture";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\npreview";
/// Notes its process and its arguments, and runs until it is ended or the file `end` is there. A second process hangs, as a browser does
/// that a script has started.
const WAITS: &str = "#!/bin/sh\nsleep 1000 &\necho $! > pid\nfor word; do echo \"$word\"; done > words.part\nmv words.part words\n\
                     while [ ! -e end ]; do sleep 0.02; done\nrm end\nexit 7\n";

/// A figure whose skin names the pictures `cloth.png` and `own.png`.
const CLOTHED: &str = "<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid DEF='h' name='h' version='2.0'>
<HAnimJoint DEF='j' name='humanoid_root' containerField='skeleton'><HAnimSegment name='sacrum' containerField='children'>
<Shape><Appearance><ImageTexture url='\"cloth.png\"'/></Appearance>
<IndexedFaceSet coordIndex='0 1 2 -1' texCoordIndex='0 1 2 -1'><Coordinate point='0 0 0 1 0 0 0 1 0'/>
<TextureCoordinate point='0 0 1 0 0 1'/></IndexedFaceSet></Shape>
<Shape><Appearance><ImageTexture url='\"own.png\"'/></Appearance>
<IndexedFaceSet coordIndex='0 1 2 -1' texCoordIndex='0 1 2 -1'><Coordinate point='0 0 1 1 0 1 0 1 1'/>
<TextureCoordinate point='0 0 1 0 0 1'/></IndexedFaceSet></Shape></HAnimSegment></HAnimJoint>
<HAnimJoint USE='j' containerField='joints'/></HAnimHumanoid></Scene></X3D>";

/// An empty folder with three motions, a player, and a browser.
fn with_browser(name: &str, script: &str) -> PathBuf {
    let folder = empty(&format!("browser-{name}"));
    for (path, text) in [
        ("motions/a.bvh", walk(4)),
        ("motions/b.bvh", walk(5)),
        ("motions/c.bvh", walk(6)),
        ("player/marey-player.js", "// player".to_owned()),
        ("player/other.wasm", "wasm".to_owned()),
        ("browser", script.to_owned()),
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::set_permissions(folder.join("browser"), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

const ARGUMENTS: [&str; 7] =
    ["gallery", "--browser=./browser", "--player", "player", "--no-packing", "motions", "site"];

/// Runs the command while `act` does what the browser would.
fn made_with(folder: &Path, more: &[&str], act: impl FnOnce()) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_marey"))
        .current_dir(folder)
        .args([&ARGUMENTS, more].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    act();
    child.wait_with_output().unwrap()
}

fn ends_with(output: &Output, status: i32) -> String {
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{err}");
    err
}

/// A page that the program shows to the browser.
struct Page {
    host: String,
    token: String,
    profile: PathBuf,
}

impl Page {
    /// Waits for the browser to be started.
    fn of(folder: &Path) -> Self {
        let words = folder.join("words");
        while !words.exists() {
            sleep(Duration::from_millis(5));
        }
        let text = fs::read_to_string(&words).unwrap();
        fs::remove_file(&words).unwrap();
        let address = text.lines().last().unwrap().strip_prefix("http://").unwrap();
        let (host, token) = address.split_once('/').unwrap();
        let profile = text.lines().find_map(|line| line.strip_prefix("--user-data-dir=")).unwrap();
        Self { host: host.to_owned(), token: token.trim_end_matches('/').to_owned(), profile: profile.into() }
    }

    /// The status and the body of an answer.
    fn ask_as(&self, host: &str, method: &str, path: &str, body: &[u8]) -> (u32, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n", body.len()).unwrap();
        stream.write_all(body).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer[end + 4..].to_vec())
    }

    fn ask(&self, method: &str, path: &str, body: &[u8]) -> (u32, Vec<u8>) {
        self.ask_as(&self.host, method, &format!("/{}/{path}", self.token), body)
    }

    fn post(&self, path: &str, body: &[u8]) {
        assert_eq!(self.ask("POST", path, body).0, 204, "{path}");
    }

    /// The next clip to draw: its number, and the text of its file. `None` if there is no other.
    fn next(&self) -> Option<(u64, String)> {
        let (status, body) = self.ask("POST", "next", b"");
        if status == 204 {
            return None;
        }
        let order: Value = serde_json::from_slice(&body).unwrap();
        let text = self.ask("GET", "file/0", b"").1;
        Some((order["clip"].as_u64().unwrap(), String::from_utf8(text).unwrap()))
    }

    fn draw(&self, clip: u64) {
        self.post(&format!("picture/{clip}/light"), WEBP);
        self.post(&format!("picture/{clip}/dark"), WEBP);
        self.post(&format!("picture/{clip}/preview"), PNG);
        self.post(&format!("drawn/{clip}"), b"");
    }

    /// Draws all clips that are left. Returns how many those were.
    fn draw_all(&self) -> usize {
        let mut count = 0;
        while let Some((clip, _)) = self.next() {
            self.draw(clip);
            count += 1;
        }
        count
    }
}

fn poster(folder: &Path, slug: &str) -> String {
    fs::read_to_string(folder.join(format!("site/clips/{slug}/poster.svg"))).unwrap()
}

fn is_drawn(folder: &Path, slug: &str) -> bool {
    poster(folder, slug).contains("data:image/webp;base64,UklGRgQAAABXRUJQcGljdHVyZQ==")
}

/// Whether the process that the browser has started runs. One that nobody has waited for yet does not.
fn runs(folder: &Path) -> bool {
    let pid = fs::read_to_string(folder.join("pid")).unwrap();
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output().unwrap().stdout;
    !state.trim_ascii().is_empty() && !state.starts_with(b"Z")
}

/// Fails unless that process ends: the system may take a moment for it.
fn ends_soon(folder: &Path) {
    let ended = (0..2000).any(|_| {
        sleep(Duration::from_millis(5));
        !runs(folder)
    });
    assert!(ended, "the browser still runs");
}

/// Whether `--check` agrees, and the lines that it prints.
fn check(folder: &Path, more: &[&str]) -> (bool, String) {
    let words = [&["gallery", "--check", "--player", "player", "--no-packing", "motions", "site"], more].concat();
    let done = Command::new(env!("CARGO_BIN_EXE_marey")).current_dir(folder).args(words).output().unwrap();
    (done.status.success(), String::from_utf8(done.stdout).unwrap())
}

#[test]
fn the_browser_draws_posters_once_and_is_ended() {
    let folder = with_browser("whole", WAITS);
    let mut profile = PathBuf::new();
    let output = made_with(&folder, &["--previews"], || {
        let page = Page::of(&folder);
        assert_eq!(page.ask("GET", "", b"").0, 200);
        assert!(page.ask("GET", "drawing.js", b"").1.len() > 500);
        assert_eq!(page.ask("GET", "player/other.wasm", b""), (200, b"wasm".to_vec()));
        let (clip, text) = page.next().unwrap();
        assert_eq!(text, walk(4));
        page.draw(clip);
        assert_eq!(page.draw_all(), 2);
        profile = page.profile;
    });
    let err = ends_with(&output, 0);
    assert!(err.contains("3 posters drawn by the browser"), "{err}");
    assert!(["a", "b", "c"].iter().all(|slug| is_drawn(&folder, slug)));
    assert_eq!(fs::read(folder.join("site/clips/a/preview.png")).unwrap(), PNG);
    assert!(!profile.exists());
    ends_soon(&folder);
    // The site has all its posters: no browser is started.
    let again = ends_with(&made_with(&folder, &["--previews"], || ()), 0);
    assert!(again.contains("(0 new or changed); 0 files written, 0 removed"), "{again}");
    assert!(!folder.join("words").exists());
    assert_eq!(check(&folder, &["--browser", "--previews"]), (true, String::new()));
    fs::write(folder.join("player/other.wasm"), "another version").unwrap();
    let (agrees, lines) = check(&folder, &["--browser", "--previews"]);
    assert!(!agrees && lines.contains("poster to be drawn: a.bvh"), "{lines}");
}

#[test]
fn the_browser_ends_with_the_program() {
    let folder = with_browser("killed", WAITS);
    let mut child = Command::new(env!("CARGO_BIN_EXE_marey"))
        .current_dir(&folder)
        .args(ARGUMENTS)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let page = Page::of(&folder);
    assert!(runs(&folder));
    child.kill().unwrap();
    child.wait().unwrap();
    ends_soon(&folder);
    // A program that is killed leaves the folder behind.
    fs::remove_dir_all(page.profile).unwrap();
}

#[test]
fn an_interrupted_program_ends_the_browser_and_removes_its_profile() {
    let folder = with_browser("interrupted", WAITS);
    let mut child = Command::new(env!("CARGO_BIN_EXE_marey"))
        .current_dir(&folder)
        .args(ARGUMENTS)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let page = Page::of(&folder);
    assert!(page.profile.exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert!(!page.profile.exists());
    ends_soon(&folder);
}

#[test]
fn without_the_browser_posters_are_vector_pictures_again() {
    let folder = with_browser("again", WAITS);
    ends_with(&made_with(&folder, &[], || assert_eq!(Page::of(&folder).draw_all(), 3)), 0);
    assert!(!check(&folder, &[]).0);
    ends(&folder, &["gallery", "--player", "player", "--no-packing", "motions", "site"], 0);
    assert!(!is_drawn(&folder, "a") && poster(&folder, "a").contains("<path"));
    assert!(check(&folder, &[]).0);
}

#[test]
fn only_the_page_of_this_run_is_answered() {
    let folder = with_browser("guard", WAITS);
    ends_with(
        &made_with(&folder, &[], || {
            let page = Page::of(&folder);
            let whole = format!("/{}/", page.token);
            for (host, path) in [
                ("evil.example", whole.as_str()),
                ("localhost", &whole),
                ("", &whole),
                (&page.host, "/"),
                (&page.host, "/0123456789abcdef0123456789abcdef/"),
                (&page.host, &format!("/{}/player/..", page.token)),
                (&page.host, &format!("/{}/player/../../motions/a.bvh", page.token)),
                (&page.host, &format!("/{}/file/0", page.token)),
                (&page.host, &format!("/{}/file/-1", page.token)),
            ] {
                assert_eq!(page.ask_as(host, "GET", path, b"").0, 404, "{host} {path}");
            }
            // A connection that asks for nothing holds nobody up.
            let silent = TcpStream::connect(&page.host).unwrap();
            page.draw_all();
            drop(silent);
        }),
        0,
    );
}

#[test]
fn a_clip_that_cannot_be_drawn_keeps_its_vector_picture_and_is_listed() {
    let folder = with_browser("one", WAITS);
    let output = made_with(&folder, &[], || {
        let page = Page::of(&folder);
        while let Some((clip, text)) = page.next() {
            match text {
                text if text == walk(4) => page.post(&format!("failed/{clip}"), b"no <figure>"),
                // The browser may not send pictures of other kinds, or empty ones.
                text if text == walk(5) => {
                    page.post(&format!("picture/{clip}/light"), b"<svg>");
                    page.post(&format!("picture/{clip}/dark"), b"");
                    page.post(&format!("drawn/{clip}"), b"");
                }
                _ => page.draw(clip),
            }
        }
    });
    let err = ends_with(&output, 0);
    assert!(err.contains("a.bvh: poster not drawn by the browser: no <figure>"), "{err}");
    assert!(poster(&folder, "a").contains("<path") && poster(&folder, "b").contains("<path") && is_drawn(&folder, "c"));
    let problems = fs::read_to_string(folder.join("site/problems.html")).unwrap();
    assert!(problems.contains("2 posters not drawn by the browser") && problems.contains("no &lt;figure&gt;"));
    assert!(check(&folder, &["--browser"]).0);
    // A later run tries again.
    ends_with(&made_with(&folder, &[], || assert_eq!(Page::of(&folder).draw_all(), 2)), 0);
    assert!(is_drawn(&folder, "a") && !folder.join("site/problems.html").exists());
}

#[test]
fn a_picture_that_leads_out_of_the_folder_is_not_shown_to_the_browser() {
    let folder = with_browser("pictures", WAITS);
    fs::write(folder.join("secret"), "secret").unwrap();
    fs::write(folder.join("motions/a.bvh"), "").unwrap();
    fs::write(folder.join("motions/clothed.x3d"), CLOTHED).unwrap();
    fs::write(folder.join("motions/own.png"), "own picture").unwrap();
    symlink("../secret", folder.join("motions/cloth.png")).unwrap();
    let output = made_with(&folder, &[], || {
        let page = Page::of(&folder);
        let mut all = Vec::new();
        while let Some((clip, _)) = page.next() {
            let files = (0..).map(|index| page.ask("GET", &format!("file/{index}"), b""));
            all.extend(
                files.take_while(|(status, _)| *status == 200).map(|(_, bytes)| String::from_utf8(bytes).unwrap()),
            );
            page.draw(clip);
        }
        assert!(
            all.iter().any(|text| text == "own picture") && !all.iter().any(|text| text.contains("secret")),
            "{all:?}"
        );
    });
    let err = ends_with(&output, 0);
    let told = "motions/cloth.png: not in the gallery: it leads out of the folder (--follow-links takes it)\n";
    assert!(err.contains(told), "{err}");
    assert!(fs::read_to_string(folder.join("site/problems.html")).unwrap().contains("cloth.png"));
}

#[test]
fn a_browser_that_ends_over_a_clip_is_started_again_for_the_next() {
    let folder = with_browser("ends", WAITS);
    let output = made_with(&folder, &[], || {
        let page = Page::of(&folder);
        page.draw(page.next().unwrap().0);
        page.next().unwrap();
        fs::write(folder.join("end"), "").unwrap();
        assert_eq!(Page::of(&folder).draw_all(), 1);
    });
    let err = ends_with(&output, 0);
    assert!(err.contains("b.bvh: poster not drawn by the browser: the browser ended"), "{err}");
    assert!(is_drawn(&folder, "a") && !is_drawn(&folder, "b") && is_drawn(&folder, "c"));
}

#[test]
fn after_a_stop_only_what_is_missing_is_drawn() {
    let folder = with_browser("stop", WAITS);
    let output = made_with(&folder, &[], || {
        let page = Page::of(&folder);
        page.draw(page.next().unwrap().0);
        // The browser ends between two clips, and the next one before it has shown the page.
        fs::write(folder.join("browser"), "#!/bin/sh\nexit 3\n").unwrap();
        fs::write(folder.join("end"), "").unwrap();
    });
    ends_with(&output, 1);
    assert!(is_drawn(&folder, "a"));
    fs::write(folder.join("browser"), WAITS).unwrap();
    let output = made_with(&folder, &[], || assert_eq!(Page::of(&folder).draw_all(), 2));
    assert!(ends_with(&output, 0).contains("(0 new or changed)"));
    assert!(is_drawn(&folder, "b") && is_drawn(&folder, "c"));
}

/// The site is complete, with vector pictures.
fn is_complete(folder: &Path) -> bool {
    let page = fs::read_to_string(folder.join("site/clips/a.html")).unwrap();
    page.contains("poster.svg") && ["a", "b", "c"].iter().all(|slug| poster(folder, slug).contains("<path"))
}

#[test]
fn a_browser_that_does_not_work_is_told_and_the_site_has_vector_pictures() {
    let cases = [
        (
            "root",
            "#!/bin/sh\necho 'Running as root without --no-sandbox is not supported.' >&2\nexit 1\n",
            "--browser-flag=--no-sandbox",
        ),
        ("exits", "#!/bin/sh\nexit 9\n", "ended (exit status: 9)"),
        ("hangs", "#!/bin/sh\nexec sleep 60\n", "did not answer within 1 s"),
        ("none", "no program", "ended (exit status: 127)"),
    ];
    for (name, script, message) in cases {
        let folder = with_browser(name, script);
        let err = ends_with(&made_with(&folder, &["--browser-timeout=1"], || ()), 1);
        assert!(err.contains(message), "{err}");
        assert!(is_complete(&folder), "{name}");
    }
}

#[test]
fn a_page_that_cannot_show_the_player_is_told() {
    let folder = with_browser("broken", WAITS);
    let output = made_with(&folder, &[], || Page::of(&folder).post("broken", b"no module"));
    let err = ends_with(&output, 1);
    assert!(err.contains("cannot show the player: no module") && is_complete(&folder), "{err}");
}

#[test]
fn without_a_browser_or_the_player_nothing_is_written() {
    let folder = with_browser("missing", WAITS);
    for words in [
        &["gallery", "--browser=./nothing", "--player", "player", "motions", "site"][..],
        &["gallery", "--browser=./browser", "motions", "site"],
        &["gallery", "--browser-flag=--no-sandbox", "motions", "site"],
    ] {
        ends(&folder, words, 2);
    }
    let found_nowhere = Command::new(env!("CARGO_BIN_EXE_marey"))
        .current_dir(&folder)
        .args(["gallery", "--browser", "--player", "player", "motions", "site"])
        .env("PATH", "")
        .env_remove("MAREY_CHROMIUM")
        .env_remove("MAREY_HEADLESS_SHELL")
        .output()
        .unwrap();
    let err = String::from_utf8(found_nowhere.stderr).unwrap();
    if cfg!(target_os = "linux") {
        assert_eq!(found_nowhere.status.code(), Some(2), "{err}");
        assert!(err.contains("no Chromium, Chrome or Edge was found"), "{err}");
    }
    assert!(!folder.join("site").exists());
}
