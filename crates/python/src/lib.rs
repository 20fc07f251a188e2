//! The extension module of the wheel. Its code is the crate `marey-python-module`, which is compiled for size: this crate decides how
//! the last step, which joins all crates, optimizes.

use marey_python_module as _;
