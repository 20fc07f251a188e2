//! Pictures and films that a browser makes: the program serves a page with the player to a browser without a window, on this machine alone,
//! and writes down what the page sends back.

mod find;
mod player;
mod process;
mod server;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) use self::find::find;
pub(crate) use self::player::PagePlayer;
use self::process::Browser;
use self::server::{Event, Server};
pub(crate) use self::server::{POLICY, SCRIPT};
use crate::Stop;
use crate::cores::ProgressLine;
use crate::opened::Opened;

/// The page may take this much longer than it was given.
const GRACE: Duration = Duration::from_secs(5);
/// The browser's process is looked after this often.
const POLL: Duration = Duration::from_millis(100);
/// The browser may end this many times in a row before it is given up.
const MOST_ENDS: usize = 3;

/// The browser's program, flags and limits.
pub(crate) struct BrowserSettings {
    pub(crate) program: PathBuf,
    pub(crate) flags: Vec<String>,
    /// The time that it may take to start, and for a clip without a sign of life.
    pub(crate) limit: Duration,
    /// The end of the message if the browser does not work: "the posters that it has not drawn are vector pictures".
    pub(crate) otherwise: &'static str,
}

/// A clip to draw.
pub(crate) struct DrawingJob {
    /// The file of the motion first, then what it may need, with their names.
    pub(crate) files: Vec<(String, Opened)>,
    /// The order to the page, an object. `www/gallery/drawing.js` says what it may have; the clip, its files and the limit are added.
    pub(crate) order: Value,
}

/// The files that the page sent for a clip, by their names in the order.
pub(crate) type Drawn = HashMap<String, Vec<u8>>;

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
pub(crate) fn draw(
    jobs: &[DrawingJob],
    settings: &BrowserSettings,
    player: &PagePlayer,
    mut done: impl FnMut(usize, Result<Drawn, String>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let failed = |error: std::io::Error| Stop::Failed(format!("--browser: {error}"));
    let server = Server::start(player).map_err(failed)?;
    let mut line = ProgressLine::new(jobs.len());
    let mut state = DrawingQueue { jobs, settings, next: 0, asked: false, has_clip: false, ends: 0, renderer: None };
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
            "the browser has no WebGL: it drew with its renderer `{renderer}`, in less detail"
        ));
    }
    Ok(())
}

/// The reason why nothing was drawn, and the remedy.
fn message(settings: &BrowserSettings, why: &str, words: &str) -> String {
    let name = settings.program.display();
    let mut text = format!("--browser: {name} {why}; {}", settings.otherwise);
    if words.contains("--no-sandbox") {
        text += ". As root, in containers, Chromium needs: --browser-flag=--no-sandbox";
    } else if why.contains("within") {
        text += ". A slow machine needs more: --browser-timeout=SECONDS. Another browser: --browser=PATH";
    } else {
        text += ". Name another browser: --browser=PATH";
    }
    if words.is_empty() { text } else { format!("{text}. It wrote:\n{words}") }
}

struct DrawingQueue<'a> {
    jobs: &'a [DrawingJob],
    settings: &'a BrowserSettings,
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

impl DrawingQueue<'_> {
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
        let mut drawn = Drawn::new();
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
                    drawn = Drawn::new();
                    let Some(job) = self.jobs.get(current) else {
                        answer.send(None).ok();
                        return Ok(End::Done);
                    };
                    server.offer(job.files.iter().map(|(_, file)| file.clone()).collect());
                    answer.send(Some(self.order(job))).ok();
                    deadline = Instant::now() + limit + GRACE;
                }
                Event::Picture { clip, name, bytes } if clip == current => {
                    drawn.insert(name, bytes);
                    deadline = Instant::now() + limit + GRACE;
                }
                Event::Progress { clip, share } if clip == current => {
                    deadline = Instant::now() + limit + GRACE;
                    line.show_share(share);
                }
                Event::Drawn { clip } if clip == current && self.jobs.len() > current => {
                    self.ends = 0;
                    let result = Ok(std::mem::take(&mut drawn));
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
                Event::Picture { .. } | Event::Progress { .. } | Event::Drawn { .. } | Event::Failed { .. } => {}
            }
        }
    }

    /// The order that tells the page what to draw.
    fn order(&self, job: &DrawingJob) -> String {
        let names: Vec<&str> = job.files.iter().map(|(name, _)| name.as_str()).collect();
        let mut order = job.order.clone();
        order["clip"] = self.next.into();
        order["files"] = names.into();
        order["seconds"] = self.settings.limit.as_secs_f64().into();
        order.to_string()
    }
}
