//! Replacements for parts of the standard library that are large in WebAssembly. Nothing else is written with the size of the
//! modules in mind.
//!
//! | file | instead of | saves |
//! |---|---|---|
//! | `maths` | `f32::sin`, `ln`, .. | a twentieth of the download, and is faster |
//! | `big_decimals` | the tables of `str::parse::<f64>` | a tenth of the download |
//! | `sorting` | `slice::sort_by` | 5 kB for each type and order |

pub(crate) mod big_decimals;
pub mod maths;
pub mod sorting;
