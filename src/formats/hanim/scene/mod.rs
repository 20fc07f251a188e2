//! The scene of a file: its nodes and their fields, whatever the encoding they are written in.

pub(crate) mod builder;
pub(crate) mod fields;
pub(crate) mod json;
pub(crate) mod kinds;
pub(crate) mod tree;
pub(crate) mod vrml;
pub(crate) mod vrml_tokens;
pub(crate) mod xml;
