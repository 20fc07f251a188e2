//! `cargo xtask serve`: dist/ on 127.0.0.1, under a strict Content Security Policy.
//!
//! The server is written here because it is short (GET of a file, one thread a connection), and a small crate would not have the
//! event stream that reloads the page. What it shares with the server of `marey gallery` is one file.

#[path = "../../crates/cli/src/http.rs"]
#[allow(dead_code, reason = "the other server also reads the body, and for whom a request is")]
mod http;

use std::fs;
use std::io::{BufReader, ErrorKind};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{ArgAction, Args};

use self::http::{Request, ResponseHead, media_type};
use crate::paths::Paths;
use crate::wasm::BuildMode;
use crate::watch::{self, Reload};
use crate::{build, watch::RELOAD_PATH};

/// The policy under which the player promises to work: development runs under it, so that a violation shows at once. It is wider in
/// one place, since a link may name a clip and a picture on another server.
const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                   img-src 'self' https: http://localhost:* http://127.0.0.1:*; \
                   connect-src 'self' https: http://localhost:* http://127.0.0.1:*; worker-src 'self' blob:; \
                   require-trusted-types-for 'script'";

#[derive(Debug, Args)]
pub struct Options {
    /// The port, or the next free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub port: u16,
    /// Builds again when a source changes, and reloads the open pages
    #[arg(long)]
    pub watch: bool,
    /// How small the modules become
    #[arg(long, value_enum, default_value = "quick")]
    pub mode: BuildMode,
    /// Serves without the strict Content Security Policy
    #[arg(long = "no-csp", action = ArgAction::SetFalse)]
    pub csp: bool,
}

struct Server {
    dist: PathBuf,
    csp: bool,
    coming: Coming,
    /// Present with `--watch`.
    reload: Option<Arc<Reload>>,
}

/// The modules that are still being built while the page is served.
#[derive(Default)]
struct Coming {
    /// Whether a module may still come.
    any: Mutex<bool>,
    changed: Condvar,
}

impl Coming {
    fn set(&self, any: bool) {
        *self.any.lock().unwrap_or_else(PoisonError::into_inner) = any;
        self.changed.notify_all();
    }

    /// Looks for a file until it is there or nothing more comes.
    fn wait_for<T>(&self, look: impl Fn() -> Option<T>) -> Option<T> {
        let mut any = self.any.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let found = look();
            if found.is_some() || !*any {
                return found;
            }
            any = self.changed.wait(any).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

pub fn serve(paths: &Paths, options: &Options) -> Result<()> {
    let rest = match options.mode {
        BuildMode::Quick => build::build_first(paths)?,
        mode => build::build_with(paths, mode).map(|()| false)?,
    };
    let listener = listen(options.port)?;
    let port = listener.local_addr()?.port();
    if port != options.port {
        println!("port {} is taken", options.port);
    }
    println!(
        "http://127.0.0.1:{port}/ serves dist/{}; stop with Ctrl-C",
        if options.csp { " under a strict CSP" } else { "" }
    );
    let reload = options.watch.then(|| Arc::new(Reload::default()));
    if let Some(reload) = &reload {
        println!("watching the sources: a change builds anew and reloads the page");
        watch::start(paths, options.mode, Arc::clone(reload))?;
    }
    let server = Arc::new(Server { dist: paths.dist(), csp: options.csp, coming: Coming::default(), reload });
    server.coming.set(rest);
    thread::scope(|scope| {
        if rest {
            println!("BVH plays already; the modules for WebGPU, other formats and tools are being built");
            scope.spawn(|| {
                if let Err(error) = build::build_others(paths, || server.coming.set(true)) {
                    println!("{error:#}\nthe page goes on without what is missing");
                }
                server.coming.set(false);
            });
        }
        for stream in listener.incoming() {
            let server = Arc::clone(&server);
            // The browser repeats a request whose connection failed.
            thread::spawn(move || stream.and_then(|stream| server.answer(stream)));
        }
    });
    Ok(())
}

/// Listens on this port or the next free one, on loopback alone, which is a secure context for WebGPU.
fn listen(port: u16) -> Result<TcpListener> {
    for candidate in port..=port.saturating_add(20) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, candidate)) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            other => return other.with_context(|| format!("cannot listen on 127.0.0.1:{candidate}")),
        }
    }
    anyhow::bail!("127.0.0.1:{port} and the 20 ports after it are taken: say --port N");
}

impl Server {
    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let Some(Request { method, path: target, .. }) = Request::read(&mut BufReader::new(&stream)) else {
            return self.send(&mut stream, "400 Bad Request", "text/plain", b"not a request\n", true);
        };
        if method != "GET" && method != "HEAD" {
            return self.send(&mut stream, "405 Method Not Allowed", "text/plain", b"only GET and HEAD\n", true);
        }
        let with_body = method == "GET";
        if let (Some(reload), Some(path)) = (&self.reload, target.strip_prefix('/')) {
            if path == RELOAD_PATH {
                return reload.send_events(&mut stream);
            }
            if path == watch::SCRIPT_PATH {
                return self.send(&mut stream, "200 OK", mime(path, &[]), watch::SCRIPT.as_bytes(), with_body);
            }
        }
        let look = || resolve(&self.dist, &target).and_then(|file| fs::read(&file).ok().map(|bytes| (file, bytes)));
        // The page shows that it loads while a module that it asked for is being built.
        let found = if is_module(&target) { self.coming.wait_for(look) } else { look() };
        let Some((file, mut bytes)) = found else {
            return self.send(&mut stream, "404 Not Found", "text/plain", b"not in dist/\n", with_body);
        };
        let kind = mime(&file.to_string_lossy(), &bytes);
        if self.reload.is_some() && kind.starts_with("text/html") {
            bytes.extend_from_slice(watch::SCRIPT_TAG.as_bytes());
        }
        self.send(&mut stream, "200 OK", kind, &bytes, with_body)
    }

    fn send(
        &self,
        stream: &mut TcpStream,
        status: &str,
        kind: &str,
        body: &[u8],
        with_body: bool,
    ) -> std::io::Result<()> {
        let csp = if self.csp { format!("Content-Security-Policy: {CSP}\r\n") } else { String::new() };
        let more = format!("Cache-Control: no-cache\r\n{csp}");
        http::answer(stream, ResponseHead { status, kind, more: &more }, body, with_body)
    }
}

/// Whether a request is for a wasm module or its script.
fn is_module(target: &str) -> bool {
    target.rsplit('/').next().is_some_and(|name| name.starts_with("marey_"))
}

/// The file of `dist` for a request's target, never one outside `dist`.
fn resolve(dist: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let decoded = percent_decode(path)?;
    if decoded.contains(['\\', '\0']) {
        return None;
    }
    let relative = Path::new(&decoded);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let mut file = dist.join(relative);
    if decoded.is_empty() || decoded.ends_with('/') {
        file.push("index.html");
    }
    // Symbolic links out of dist/ are refused.
    let (file, dist) = (file.canonicalize().ok()?, dist.canonicalize().ok()?);
    (file.starts_with(dist) && file.is_file()).then_some(file)
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file. Browsers show motion files that are text.
fn mime(path: &str, bytes: &[u8]) -> &'static str {
    let is_text = || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    media_type(path).unwrap_or_else(|| if is_text() { "text/plain; charset=utf-8" } else { "application/octet-stream" })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn wasm_and_modules_have_the_types_that_browsers_require() {
        assert_eq!(mime("a/marey_web_bg.wasm", b"\0asm"), "application/wasm");
        assert_eq!(mime("page.js", b""), "text/javascript; charset=utf-8");
        assert_eq!(mime("samples/walk-light.webp", b"RIFF"), "image/webp");
        assert_eq!(mime("samples/walk.bvh", b"HIERARCHY"), "text/plain; charset=utf-8");
        assert_eq!(mime("samples/stroll.skel", b"\0\0\0\x01"), "application/octet-stream");
    }

    #[test]
    fn nothing_outside_dist_is_served() {
        let root = std::env::temp_dir().join(format!("xtask-serve-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let dist = root.join("dist");
        fs::create_dir_all(dist.join("samples")).unwrap();
        fs::write(root.join("secret"), "").unwrap();
        fs::write(dist.join("index.html"), "").unwrap();
        fs::write(dist.join("samples/a b.bvh"), "").unwrap();
        let get = |target: &str| resolve(&dist, target);
        assert!(get("/").is_some_and(|file| file.ends_with("index.html")));
        assert!(get("/?url=x#t=1").is_some_and(|file| file.ends_with("index.html")));
        assert!(get("/samples/a%20b.bvh").is_some());
        for target in [
            "/../secret",
            "/%2e%2e/secret",
            "/..%2fsecret",
            "/samples/../../secret",
            "/..\\secret",
            "//etc/passwd",
            "secret",
            "",
        ] {
            assert_eq!(get(target), None, "{target}");
        }
        for target in ["/none", "/samples", "/samples/", "/%", "/%zz", "/%00", "/%ff"] {
            assert_eq!(get(target), None, "{target}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret"), dist.join("link")).unwrap();
            assert_eq!(get("/link"), None);
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_request_for_a_module_waits_until_it_is_built_or_none_comes() {
        let (coming, looks) = (Coming::default(), AtomicUsize::new(0));
        coming.set(true);
        thread::scope(|scope| {
            let third =
                scope.spawn(|| coming.wait_for(|| (looks.fetch_add(1, Ordering::SeqCst) == 2).then_some("module")));
            while !third.is_finished() {
                coming.set(true);
                thread::yield_now();
            }
            assert_eq!(third.join().unwrap(), Some("module"));
            let never = scope.spawn(|| coming.wait_for(|| None::<()>));
            coming.set(false);
            assert_eq!(never.join().unwrap(), None);
        });
        assert!(is_module("/marey_gpu.wasm") && is_module("/a/marey_hanim.js?x") && !is_module("/page.js"));
    }

    #[test]
    fn a_taken_port_is_replaced_by_the_next() {
        let first = listen(0).unwrap();
        let port = first.local_addr().unwrap().port();
        // Port 65535 has no next one.
        if port < u16::MAX - 21 {
            assert_ne!(listen(port).unwrap().local_addr().unwrap().port(), port);
        }
    }
}
