//! JavaScript `Error`s, told apart by their `name`.

use js_sys::Error;
#[cfg(not(feature = "retarget"))]
use marey::ParseError;

use crate::objects::set;

pub fn named(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// An `Error` named `ParseError` with a code.
#[cfg(any(feature = "retarget", feature = "body", feature = "study"))]
pub fn coded(code: &str, message: &str) -> Error {
    let error = named("ParseError", message);
    set(&error, "code", code);
    error
}

/// An `Error` named `ParseError` that carries everything in `refusal` as properties.
#[cfg(not(feature = "retarget"))]
pub fn parse_error(refusal: &ParseError) -> Error {
    let error = named("ParseError", refusal.message());
    set(&error, "code", refusal.code());
    // A code starts with the format or, if that is unknown, with `file` or `pack`.
    let format = refusal.code().split('.').next().filter(|&prefix| prefix != "file" && prefix != "pack");
    set(&error, "format", format);
    let at = refusal.location();
    let line = at.filter(|at| at.line > 0);
    set(&error, "line", line.map(|at| at.line));
    set(&error, "column", line.map(|at| at.column));
    set(&error, "byte", at.map(|at| at.byte as f64));
    set(&error, "excerpt", refusal.excerpt());
    set(&error, "file", refusal.file());
    error
}
