//! What the targets do with their input is in `tests/support/fuzz.rs`, where the tests find it too.

#[path = "../../tests/support/mod.rs"]
pub mod support;
