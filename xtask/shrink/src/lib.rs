//! Makes a wasm-bindgen module smaller than the switches of a stable compiler can.
//!
//! It saves 69 kB of brotli in the six modules and their glue: 716 kB instead of 786 kB, without it 9.7 % more.
//! `marey_web` has 119 kB instead of 144 kB, `marey_pack` 85 kB instead of 102 kB, each of the others 5 to 8 kB less.
//! The bytes before the first picture are 148 kB instead of 173 kB.
//!
//! It removes two things, and changes no behaviour:
//! - The messages of panics. A panic ends in a trap, which the page handles; nobody reads its message. The compiler leaves them out with
//!   `-Zbuild-std -Zpanic-immediate-abort` alone, which need a nightly compiler and the standard library's sources.
//! - The long names of imports. wasm-bindgen writes each with a hash, in the module and in the glue.
//!
//! Each step fails where the output of the compiler or of wasm-bindgen has changed its form.

mod dead;
mod functions;
mod glue;
mod locations;
mod panics;

use std::collections::HashMap;

use anyhow::{Result, bail};
use walrus::{ConstExpr, DataKind, ElementItems, ElementKind, FunctionId, Module, ModuleConfig, ir::Value};

use dead::Dead;
pub use functions::functions;
use panics::Stub;

/// Returns the smaller module and its smaller glue.
///
/// `linked` is the linker's module, with `--emit-relocs`; `bound` is wasm-bindgen's, with the names of functions; `glue` is its
/// JavaScript for the target `web`. `names`: the functions keep their names.
///
/// # Errors
/// Where the output of the compiler or of wasm-bindgen has changed its form.
pub fn shrink(linked: &[u8], bound: &[u8], glue: &str, names: bool) -> Result<(Vec<u8>, String)> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(names).generate_producers_section(false);
    let mut module = config.parse(bound)?;
    drop_panic_messages(&mut module, &dead::find(linked)?)?;
    drop_tool_sections(&mut module);
    let glue = shorten_names(&mut module, &glue::shorten_descriptions(glue))?;
    Ok((module.emit_wasm(), glue::shorten_loading(&glue)?))
}

/// Replaces panic functions by `unreachable`, and zeroes the data that they alone used.
fn drop_panic_messages(module: &mut Module, dead: &Dead) -> Result<()> {
    let named = module.funcs.iter().map(|function| (function.id(), function.name.as_deref().and_then(panics::stub)));
    let stubs: Vec<_> = named.filter_map(|(id, stub)| Some((id, stub?))).collect();
    // The first one, so that builds are reproducible.
    let Some((trap, _)) = stubs.iter().find(|(_, stub)| *stub == Stub::Trap) else {
        bail!("no function of the module has the name of a panic function");
    };
    wipe_dead(module, dead, *trap);
    let stubs: HashMap<FunctionId, Stub> = stubs.into_iter().collect();
    for (id, function) in module.funcs.iter_local_mut() {
        let Some(stub) = stubs.get(&id) else { continue };
        let mut body = function.builder_mut().func_body();
        body.instrs_mut().clear();
        match stub {
            Stub::Trap => body.unreachable(),
            Stub::Silence => body.i32_const(0),
        };
    }
    // A module compiled for speed may have no locations: a changed layout shows in `xtask size` alone.
    wipe_locations(module);
    Ok(())
}

/// Zeroes dead data, and points dead entries of the table to `trap`.
fn wipe_dead(module: &mut Module, dead: &Dead, trap: FunctionId) {
    let ids: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for id in ids {
        let data = module.data.get_mut(id);
        let Some(start) = data_start(data) else { continue };
        let length = data.value.len();
        for range in &dead.bytes {
            let [from, to] = [range.start, range.end].map(|at| (at.saturating_sub(start) as usize).min(length));
            data.value[from..to].fill(0);
        }
    }
    for element in module.elements.iter_mut() {
        let ElementKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = element.kind else { continue };
        let ElementItems::Functions(functions) = &mut element.items else { continue };
        for (slot, function) in (start.cast_unsigned()..).zip(functions) {
            if dead.slots.binary_search(&slot).is_ok() {
                *function = trap;
            }
        }
    }
}

/// Removes the linker's custom sections for other tools: relocations, symbols and features.
fn drop_tool_sections(module: &mut Module) {
    let names: Vec<String> = module.customs.iter().map(|(_, section)| section.name().to_owned()).collect();
    for name in names {
        if name.starts_with("reloc.") || name == "linking" || name == "target_features" {
            module.customs.remove_raw(&name);
        }
    }
}

fn wipe_locations(module: &mut Module) {
    let active = module.data.iter().filter_map(|data| {
        Some((data.id(), locations::Segment { start: data_start(data)?, bytes: data.value.clone() }))
    });
    let (ids, mut segments): (Vec<_>, Vec<_>) = active.unzip();
    locations::wipe(&mut segments);
    for (id, segment) in ids.into_iter().zip(segments) {
        module.data.get_mut(id).value = segment.bytes;
    }
}

/// The address of an active data segment.
fn data_start(data: &walrus::Data) -> Option<u32> {
    match data.kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => Some(start.cast_unsigned()),
        _ => None,
    }
}

/// Gives imports and wasm-bindgen's own exports short names in the module, and returns the glue with the same names.
fn shorten_names(module: &mut Module, glue: &str) -> Result<String> {
    let imports: Vec<String> = module.imports.iter().map(|import| import.name.clone()).collect();
    let shorts = glue::short_names(glue, &imports)?;
    for (import, short) in module.imports.iter_mut().zip(&shorts) {
        import.name.clone_from(short);
    }
    let exports: Vec<String> = module.exports.iter().map(|export| export.name.clone()).collect();
    let (glue, short_exports) = glue::rename_exports(glue, &exports);
    for export in module.exports.iter_mut() {
        if let Some(short) = short_exports.get(&export.name) {
            export.name.clone_from(short);
        }
    }
    Ok(glue::rename_imports(&glue, &imports.into_iter().zip(shorts).collect()))
}
