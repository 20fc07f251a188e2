//! What the targets do with their input is in `tests/support/fuzz.rs`, which the tests share.

#[path = "../../tests/support/mod.rs"]
pub mod support;
