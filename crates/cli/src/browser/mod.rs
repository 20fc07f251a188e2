//! Posters drawn by a browser: the program serves a page with the player to a browser without a window, on this machine alone, and
//! writes down the pictures that the page sends back.

mod find;
mod process;
mod server;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

pub(super) use self::find::find;
use self::process::Browser;
use self::server::{Event, Server};
use super::player::PagePlayer;
use crate::Stop;
use crate::arguments::PictureLook;
use crate::cores::ProgressLine;

/// Width and height of a poster, as the page's CSS pixels: those of the vector posters.
const SIZE: (u32, u32) = marey_study::picture::POSTER_SIZE;
/// Pixels of a poster for each of its CSS pixels, and of a preview.
const SCALES: (u32, u32) = (2, 3);
/// Behind the figure of a preview, whose PNG would be several times as large with the soft light of the stage, and its floor.
const PREVIEW_BACKGROUND: &str = "#eff1f5";
/// The page may take this much longer than it was given.
const GRACE: Duration = Duration::from_secs(5);
/// The browser's process is looked after this often.
const POLL: Duration = Duration::from_millis(100);
/// The browser may end this many times in a row before it is given up.
const MOST_ENDS: usize = 3;

/// The browser's program, flags and limits.
pub(super) struct Settings {
    pub(super) program: PathBuf,
    pub(super) flags: Vec<String>,
    /// The time that it may take to start, and for a clip.
    pub(super) limit: Duration,
    /// Draws a PNG for previews of links, too.
    pub(super) previews: bool,
    /// Reference poses are left out.
    pub(super) skips_reference: bool,
    pub(super) look: PictureLook,
}

/// A clip to draw.
pub(super) struct DrawingJob {
    /// The file of the motion first, then what it may need: names and paths.
    pub(super) files: Vec<(String, PathBuf)>,
    /// Seconds.
    pub(super) moment: f64,
}

/// The pictures of a clip.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) light: Vec<u8>,
    pub(super) dark: Vec<u8>,
    pub(super) preview: Vec<u8>,
}

/// The way in which the browser stopped.
enum End {
    /// All clips are done.
    Done,
    /// The browser ended, hung, or never asked for a clip; the text says which.
    Failed(String),
}

/// One after the other, draws all clips. `done` gets the index of each with its pictures, or why there are none. A browser that ends or
/// hangs over a clip is started again for the next one.
///
/// # Errors
/// [`Stop::Failed`] if the browser does not work; errors of `done`.
pub(super) fn draw(
    jobs: &[DrawingJob],
    settings: &Settings,
    player: &PagePlayer,
    options: [Option<&str>; 3],
    mut done: impl FnMut(usize, Result<Drawn, String>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let failed = |error: std::io::Error| Stop::Failed(format!("--browser: {error}"));
    let server = Server::start(player).map_err(failed)?;
    let mut line = ProgressLine::new(jobs.len());
    let mut state =
        PosterDrawing { jobs, settings, options, next: 0, asked: false, has_clip: false, ends: 0, renderer: None };
    while state.next < jobs.len() {
        let mut browser = Browser::start(settings, &server.address()).map_err(|error| {
            Stop::Failed(format!("--browser: {} does not start: {error}", settings.program.display()))
        })?;
        let end = state.run(&server, &mut browser, &mut line, &mut done)?;
        let End::Failed(why) = end else { break };
        let words = browser.last_words();
        drop(browser);
        state.ends += 1;
        if !state.asked || state.ends >= MOST_ENDS {
            line.hide();
            return Err(Stop::Failed(message(settings, &why, &words)));
        }
        if state.has_clip {
            done(state.next, Err(format!("the browser {why}")))?;
            state.next += 1;
        }
    }
    line.hide();
    if let Some(renderer) = state.renderer.filter(|renderer| renderer != "webgl") {
        crate::eprintln_quietly(&format!(
            "the browser has no WebGL: it drew the posters with its renderer `{renderer}`, in less detail"
        ));
    }
    Ok(())
}

/// The reason why no posters were drawn, and the remedy.
fn message(settings: &Settings, why: &str, words: &str) -> String {
    let name = settings.program.display();
    let mut text = format!("--browser: {name} {why}; the posters that it has not drawn are vector pictures");
    if words.contains("--no-sandbox") {
        text += ". As root, in containers, Chromium needs: --browser-flag=--no-sandbox";
    } else if why.contains("within") {
        text += ". A slow machine needs more: --browser-timeout=SECONDS. Another browser: --browser=PATH";
    } else {
        text += ". Name another browser: --browser=PATH";
    }
    if words.is_empty() { text } else { format!("{text}. It wrote:\n{words}") }
}

struct PosterDrawing<'a> {
    jobs: &'a [DrawingJob],
    settings: &'a Settings,
    /// The attributes `joints` and `axes`.
    options: [Option<&'a str>; 3],
    /// The index of the clip that is drawn, or is to be drawn next.
    next: usize,
    /// The page has asked for a clip since the browser was started.
    asked: bool,
    /// The page has the clip, and has not answered.
    has_clip: bool,
    /// The number of times in a row that the browser ended.
    ends: usize,
    renderer: Option<String>,
}

impl PosterDrawing<'_> {
    /// Answers the page until all clips are done or the browser ends.
    fn run(
        &mut self,
        server: &Server,
        browser: &mut Browser,
        line: &mut ProgressLine,
        done: &mut impl FnMut(usize, Result<Drawn, String>) -> Result<(), Stop>,
    ) -> Result<End, Stop> {
        let limit = self.settings.limit;
        (self.asked, self.has_clip) = (false, false);
        let mut drawn = Drawn::default();
        // Before it asks for a clip, the page loads the player.
        let mut deadline = Instant::now() + limit;
        loop {
            let Some(event) = server.wait(POLL) else {
                if let Some(status) = browser.ended() {
                    return Ok(End::Failed(format!("ended ({status})")));
                }
                if Instant::now() > deadline {
                    return Ok(End::Failed(format!("did not answer within {} s", limit.as_secs())));
                }
                continue;
            };
            let current = self.next;
            match event {
                Event::Next(answer) => {
                    (self.asked, self.has_clip) = (true, true);
                    drawn = Drawn::default();
                    let Some(job) = self.jobs.get(current) else {
                        answer.send(None).ok();
                        return Ok(End::Done);
                    };
                    server.offer(job.files.iter().map(|(_, path)| path.clone()).collect());
                    answer.send(Some(self.order(job))).ok();
                    deadline = Instant::now() + limit + GRACE;
                }
                Event::Picture { clip, name, bytes } if clip == current => match name.as_str() {
                    "light" => drawn.light = bytes,
                    "dark" => drawn.dark = bytes,
                    "preview" => drawn.preview = bytes,
                    _ => {}
                },
                Event::Drawn { clip } if clip == current && self.jobs.len() > current => {
                    let pictures = std::mem::take(&mut drawn);
                    let result = if is_whole(&pictures, self.settings.previews) {
                        self.ends = 0;
                        Ok(pictures)
                    } else {
                        Err("the browser sent no pictures that can be used".to_owned())
                    };
                    line.hide();
                    done(current, result)?;
                    (self.next, self.has_clip) = (current + 1, false);
                    line.show(self.next);
                }
                Event::Failed { clip, message } if clip == current && self.jobs.len() > current => {
                    line.hide();
                    done(current, Err(message))?;
                    (self.next, self.has_clip) = (current + 1, false);
                    line.show(self.next);
                }
                Event::Renderer(name) => self.renderer = Some(name),
                Event::Broken(message) => return Ok(End::Failed(format!("cannot show the player: {message}"))),
                // An answer about a clip that was given up.
                Event::Picture { .. } | Event::Drawn { .. } | Event::Failed { .. } => {}
            }
        }
    }

    /// The order that tells the page which pictures to draw.
    fn order(&self, job: &DrawingJob) -> String {
        let names: Vec<&str> = job.files.iter().map(|(name, _)| name.as_str()).collect();
        let [joints, axes, holds] = self.options;
        let (width, height) = SIZE;
        let webp = |theme: &str| json!({ "name": theme, "theme": theme, "scale": SCALES.0, "type": "image/webp", "quality": 0.8 });
        let mut pictures = vec![webp("light"), webp("dark")];
        if self.settings.previews {
            let look = json!({ "name": "preview", "theme": "light", "scale": SCALES.1, "type": "image/png", "background": PREVIEW_BACKGROUND, "grid": false });
            pictures.push(look);
        }
        json!({
            "clip": self.next, "files": names, "moment": job.moment, "joints": joints, "axes": axes, "holds": holds,
            "skipReference": self.settings.skips_reference, "look": self.settings.look.attribute(), "width": width,
            "height": height, "pictures": pictures, "seconds": self.settings.limit.as_secs_f64(),
        })
        .to_string()
    }
}

/// Whether the pictures are images of kinds that pages may show.
fn is_whole(drawn: &Drawn, previews: bool) -> bool {
    media_type(&drawn.light).is_some()
        && media_type(&drawn.dark).is_some()
        && (!previews || media_type(&drawn.preview) == Some("image/png"))
}

/// The kind of a picture by its first bytes.
pub(super) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}
