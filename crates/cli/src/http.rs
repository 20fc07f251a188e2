//! As much of HTTP/1.1 as a server on this machine needs: one request a connection. `cargo xtask serve` uses this file, too.

use std::io::{self, BufRead, Read, Write};

/// Bytes of a request's head.
const MOST_HEAD: u64 = 16 << 10;
/// Bytes of a picture or a film.
const MOST_BODY: u64 = 1 << 30;

pub struct Request {
    pub method: String,
    pub path: String,
    /// The header `Host`.
    pub host: String,
    pub body: Vec<u8>,
}

impl Request {
    /// Reads a request. `None` if it is none, or too long.
    pub fn read(stream: &mut impl BufRead) -> Option<Self> {
        let mut head = stream.by_ref().take(MOST_HEAD);
        let mut line = String::new();
        head.read_line(&mut line).ok()?;
        let mut words = line.split_whitespace();
        let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
        let (mut host, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            head.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':')?;
            match name.to_ascii_lowercase().as_str() {
                "host" => host = value.trim().to_owned(),
                "content-length" => length = value.trim().parse().ok().filter(|bytes| *bytes <= MOST_BODY)?,
                "transfer-encoding" => return None,
                _ => {}
            }
        }
        let mut body = Vec::new();
        stream.take(length).read_to_end(&mut body).ok().filter(|bytes| *bytes as u64 == length)?;
        Some(Self { method, path, host, body })
    }
}

/// The head of an answer: what a server says before the body.
#[derive(Clone, Copy)]
pub struct ResponseHead<'a> {
    /// The code and its word: `200 OK`.
    pub status: &'a str,
    /// The media type.
    pub kind: &'a str,
    /// Further lines, each with its end: `Cache-Control: no-store\r\n`.
    pub more: &'a str,
}

/// Answers a request; a request for the head alone gets no body.
pub fn answer(stream: &mut impl Write, head: ResponseHead<'_>, body: &[u8], with_body: bool) -> io::Result<()> {
    let ResponseHead { status, kind, more } = head;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nX-Content-Type-Options: nosniff\r\n{more}\
         Connection: close\r\n\r\n",
        body.len()
    )?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// The media type of a file of a site, by its name; `None` for another kind.
pub fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_with_its_body() {
        let text = "POST /a HTTP/1.1\r\nhost: 127.0.0.1:9\r\nContent-Length: 3\r\n\r\nabcd";
        let request = Request::read(&mut text.as_bytes()).unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/a"));
        assert_eq!((request.host.as_str(), request.body.as_slice()), ("127.0.0.1:9", &b"abc"[..]));
    }

    #[test]
    fn what_is_no_whole_request_is_none() {
        let long = format!("GET / HTTP/1.1\r\na: {}\r\n\r\n", "b".repeat(20_000));
        let texts = [
            "",
            "GET",
            "GET / HTTP/1.1\r\n",
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            "POST / HTTP/1.1\r\ncontent-length: 5\r\n\r\nabc",
            "POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n",
            "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n",
            &long,
        ];
        for text in texts {
            assert!(Request::read(&mut text.as_bytes()).is_none(), "{text}");
        }
    }
}
