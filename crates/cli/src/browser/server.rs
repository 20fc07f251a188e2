//! Serves the page, the player and the files of one clip to the browser. Only programs on this machine can connect, and only those that
//! know the address, which has a random part, get an answer.

use std::collections::HashMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::player::PagePlayer;
use crate::http::{self, Request, ResponseHead, media_type};
use crate::opened::Opened;

/// A connection that asks for nothing is closed after so long.
const IDLE: Duration = Duration::from_secs(20);
/// The last answers may take this long.
const LAST_ANSWER: Duration = Duration::from_millis(500);
/// Most connections at a time.
const MOST_CONNECTIONS: usize = 64;

/// Nobody but the page itself gets or keeps an answer.
const PRIVATE: &str =
    "Cache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n";

/// Nothing but files of the site. The player compiles WebAssembly and makes pictures of its own.
pub(crate) const POLICY: &str = "default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      connect-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types marey; base-uri 'none'; form-action 'none'";

/// The script of the page, made by `xtask/gallery.mjs`.
pub(crate) const SCRIPT: &str = include_str!("drawing.js");

const PAGE: &str = "<!doctype html><meta charset=\"utf-8\"><title>Drawing</title><link rel=\"icon\" href=\"data:,\">\
                    <script type=\"module\" src=\"drawing.js\"></script>";

/// A message from the page.
pub(super) enum Event {
    /// The page asks for a clip; the answer is `None` when all are done.
    Next(Sender<Option<String>>),
    /// A picture of a clip, by its index.
    Picture { clip: usize, name: String, bytes: Vec<u8> },
    /// How much of the clip's film is done, from 0 to 1.
    Progress { clip: usize, share: f64 },
    /// All pictures of the clip were sent.
    Drawn { clip: usize },
    /// The clip cannot be drawn.
    Failed { clip: usize, message: String },
    /// The renderer: `webgl`, `canvas`.
    Renderer(String),
    /// The page cannot draw anything.
    Broken(String),
}

pub(super) struct Server {
    shared: Arc<Shared>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    at: SocketAddr,
    /// The random part of addresses.
    token: String,
    /// The player's files by name.
    player: HashMap<String, PathBuf>,
    /// The files of the clip that is drawn.
    files: Mutex<Vec<Opened>>,
    events: Sender<Event>,
    stopped: AtomicBool,
    connections: AtomicUsize,
    /// Requests that are not answered yet.
    requests: AtomicUsize,
}

impl Server {
    /// Listens on a free port of 127.0.0.1.
    pub(super) fn start(player: &PagePlayer) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let (sender, events) = mpsc::channel();
        let shared = Arc::new(Shared {
            at: listener.local_addr()?,
            token: random(),
            player: player.files().map(|(name, path)| (name.to_owned(), path.to_owned())).collect(),
            files: Mutex::default(),
            events: sender,
            stopped: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
            requests: AtomicUsize::new(0),
        });
        let served = Arc::clone(&shared);
        let thread = thread::spawn(move || listen(&listener, &served));
        Ok(Self { shared, events, thread: Some(thread) })
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.shared.at, self.shared.token)
    }

    /// Serves these files as those of the clip.
    pub(super) fn offer(&self, files: Vec<Opened>) {
        *self.shared.files.lock().unwrap_or_else(PoisonError::into_inner) = files;
    }

    /// The next thing that the page says; `None` if it says nothing in this time.
    pub(super) fn wait(&self, time: Duration) -> Option<Event> {
        self.events.recv_timeout(time).ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        // The thread waits for a connection.
        TcpStream::connect(self.shared.at).ok();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
        // The page is told that all is done.
        let last = Instant::now() + LAST_ANSWER;
        while self.shared.requests.load(Ordering::Acquire) > 0 && Instant::now() < last {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.stopped.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else { continue };
        if shared.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            // The browser is gone if it cannot be answered, which is noticed elsewhere.
            serve(stream, &shared).ok();
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

fn serve(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    let mut out = stream.try_clone()?;
    let Some(request) = Request::read(&mut BufReader::new(stream)) else {
        return answer(&mut out, "400 Bad Request", "text/plain", None, b"");
    };
    shared.requests.fetch_add(1, Ordering::AcqRel);
    let answered = respond(&mut out, request, shared);
    shared.requests.fetch_sub(1, Ordering::AcqRel);
    answered
}

fn respond(out: &mut TcpStream, request: Request, shared: &Shared) -> io::Result<()> {
    let missing = |out: &mut TcpStream| answer(out, "404 Not Found", "text/plain", None, b"");
    // A page of another site can send its requests here by a name of its own, but not with this host.
    let inner = request.path.strip_prefix('/').and_then(|path| path.strip_prefix(shared.token.as_str()));
    let Some(inner) = inner.and_then(|path| path.strip_prefix('/')).filter(|_| request.host == shared.at.to_string())
    else {
        return missing(out);
    };
    let parts: Vec<&str> = inner.split('/').collect();
    let text = || String::from_utf8_lossy(&request.body).into_owned();
    let clip = parts.get(1).and_then(|clip| clip.parse().ok());
    let event = match (request.method.as_str(), parts.as_slice(), clip) {
        ("GET", [""], _) => {
            return answer(out, "200 OK", "text/html", Some(POLICY), PAGE.as_bytes());
        }
        ("GET", ["drawing.js"], _) => {
            return answer(out, "200 OK", "text/javascript", None, SCRIPT.as_bytes());
        }
        ("GET", ["player", name], _) => {
            let Some(bytes) = shared.player.get(*name).and_then(|path| fs::read(path).ok()) else {
                return missing(out);
            };
            return answer(out, "200 OK", media_type(name).unwrap_or("application/octet-stream"), None, &bytes);
        }
        ("GET", ["file", index], _) => {
            let file = {
                let files = shared.files.lock().unwrap_or_else(PoisonError::into_inner);
                index.parse().ok().and_then(|index: usize| files.get(index).cloned())
            };
            let Some(bytes) = file.and_then(|file| file.bytes().ok()) else { return missing(out) };
            return answer(out, "200 OK", "application/octet-stream", None, &bytes);
        }
        ("POST", ["next"], _) => {
            let (sender, receiver) = mpsc::channel();
            shared.events.send(Event::Next(sender)).ok();
            return match receiver.recv().ok().flatten() {
                Some(order) => answer(out, "200 OK", "application/json", None, order.as_bytes()),
                None => answer(out, "204 No Content", "text/plain", None, b""),
            };
        }
        ("POST", ["picture", _, name], Some(clip)) => {
            Event::Picture { clip, name: (*name).to_owned(), bytes: request.body }
        }
        ("POST", ["progress", _], Some(clip)) => Event::Progress { clip, share: text().parse().unwrap_or(0.0) },
        ("POST", ["drawn", _], Some(clip)) => Event::Drawn { clip },
        ("POST", ["failed", _], Some(clip)) => Event::Failed { clip, message: text() },
        ("POST", ["renderer"], _) => Event::Renderer(text()),
        ("POST", ["broken"], _) => Event::Broken(text()),
        _ => return missing(out),
    };
    shared.events.send(event).ok();
    answer(out, "204 No Content", "text/plain", None, b"")
}

fn answer(out: &mut TcpStream, status: &str, kind: &str, policy: Option<&str>, body: &[u8]) -> io::Result<()> {
    let policy = policy.map_or(String::new(), |policy| format!("Content-Security-Policy: {policy}\r\n"));
    let more = format!("{policy}{PRIVATE}");
    http::answer(out, ResponseHead { status, kind, more: &more }, body, true)
}

/// A number that nobody else can guess: the standard library seeds its hashers with numbers of the operating system.
fn random() -> String {
    (0..2_u8).map(|part| format!("{:016x}", RandomState::new().hash_one(part))).collect()
}
