//! The targets' code is `tests/support/fuzz.rs`, which the tests use, too.

#[path = "../../tests/support/mod.rs"]
pub mod support;
