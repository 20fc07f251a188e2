//! `cargo xtask size --parts`: a module's bytes of code by crate.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::wasm;

/// How many of the longest functions are listed.
const LONGEST: usize = 40;

/// Builds a module with names and prints the uncompressed bytes of code of each crate, for Marey's own of each folder, and
/// of the longest functions, with all code inlined into them.
///
/// # Errors
/// When there is no module of this name.
pub fn print(paths: &Paths, module: &str) -> Result<()> {
    let recipe = wasm::SHIPPED.iter().find(|recipe| recipe.name == module);
    let named = wasm::build_with_names(paths, recipe.with_context(|| format!("there is no module {module}"))?)?;
    let mut functions = marey_shrink::functions(&fs::read(&named.module)?)?;
    let mut parts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, bytes) in &functions {
        let part = parts.entry(part(name)).or_default();
        *part = (part.0 + bytes, part.1 + 1);
    }
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|(_, (bytes, _))| std::cmp::Reverse(*bytes));
    let all: usize = functions.iter().map(|(_, bytes)| bytes).sum();
    println!("{:>8} {:>10}  part of the module's code", "bytes", "functions");
    println!("{all:>8} {:>10}  all", functions.len());
    for (name, (bytes, count)) in parts {
        println!("{bytes:>8} {count:>10}  {name}");
    }
    functions.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    println!("{:>8}  function", "bytes");
    for (name, bytes) in functions.iter().take(LONGEST) {
        println!("{bytes:>8}  {name}");
    }
    Ok(())
}

/// The crate of a function, by its demangled name; for Marey's own crates with the folder. Trait implementations and destructors
/// count for the crate of their type.
fn part(name: &str) -> String {
    let mut path = name.split_once("drop_in_place<").map_or(name, |(_, of)| of);
    // `<&mut T as Trait>::function`
    path = path.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    path = path.strip_prefix("mut ").unwrap_or(path);
    path = path.strip_prefix("dyn ").unwrap_or(path);
    let mut names = path.split("::").map(|name| name.split(['[', '<', ' ', '>']).next().unwrap_or_default());
    let (first, second) = (names.next().unwrap_or_default(), names.next());
    match second {
        Some(folder) if matches!(first, "marey" | "marey_link" | "marey_stage" | "marey_web") => {
            format!("{first}::{folder}")
        }
        Some(_) => first.to_owned(),
        None if first.is_empty() => "without a name".to_owned(),
        // Exports to JavaScript have no path.
        None => "exports and shims".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn a_function_belongs_to_a_crate_or_a_folder_of_ours() {
        for (name, expected) in [
            ("marey[0b5c]::formats::bvh::parser::push", "marey::formats"),
            ("<marey_stage[0b5c]::scene::Scene as core[1a]::default::Default>::default", "marey_stage::scene"),
            ("core::ptr::drop_in_place<marey::model::Clip>::h0123", "marey::model"),
            ("<&mut wgpu::Device as core::fmt::Write>::write_str", "wgpu"),
            ("core::fmt::write::h0ac8", "core"),
            ("stage_frame", "exports and shims"),
            ("", "without a name"),
        ] {
            assert_eq!(part(name), expected, "{name}");
        }
    }
}
