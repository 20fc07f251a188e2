//! Errors as JavaScript expects them: an `Error` with a `name` to tell them apart by.

use js_sys::Error;
use marey::ParseError;

use crate::objects::set;

/// An `Error` of that name.
pub fn named(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// An `Error` named `ParseError` with everything a refusal tells as properties.
pub fn parse_error(refusal: &ParseError) -> Error {
    let error = named("ParseError", refusal.message());
    set(&error, "code", refusal.code());
    // Codes start with the format, or with what is to blame where the format is not known.
    let format = refusal.code().split('.').next().filter(|&what| what != "file" && what != "pack");
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
