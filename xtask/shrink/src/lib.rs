//! Makes a wasm-bindgen module smaller than the switches of a stable compiler can.
//!
//! Two things are taken out, and nothing that runs is changed:
//! - What panics print. A panic ends in a trap, which the page handles; its message would go to a console that nobody
//!   reads. The compiler leaves this out with `-Zbuild-std -Zpanic-immediate-abort` alone, which are switches of nightly
//!   compilers and need the standard library's sources.
//! - Long names. wasm-bindgen gives each import a name with a hash, once in the module and once in the glue.
//!
//! Each step stops with an error where the compiler or wasm-bindgen no longer writes what it looks for.

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

/// The smaller module and its smaller glue.
///
/// `linked` is the module as the linker wrote it, with `--emit-relocs`; `bound` is what wasm-bindgen made of it, with the
/// names of functions still in it; `glue` is wasm-bindgen's JavaScript for the target `web`. `names`: the functions keep
/// their names, for whoever wants to know what is in the module.
///
/// # Errors
/// Where something is not found that the compiler or wasm-bindgen has always written.
pub fn shrink(linked: &[u8], bound: &[u8], glue: &str, names: bool) -> Result<(Vec<u8>, String)> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(names).generate_producers_section(false);
    let mut module = config.parse(bound)?;
    drop_panic_messages(&mut module, &dead::find(linked)?)?;
    drop_notes_to_tools(&mut module);
    let glue = shorten_names(&mut module, &glue::shorten_descriptions(glue))?;
    Ok((module.emit_wasm(), glue::shorten_loading(&glue)?))
}

/// Makes every function that only words a panic trap at once, and wipes what they alone needed.
fn drop_panic_messages(module: &mut Module, dead: &Dead) -> Result<()> {
    let named = module.funcs.iter().map(|function| (function.id(), function.name.as_deref().and_then(panics::stub)));
    let stubs: Vec<_> = named.filter_map(|(id, stub)| Some((id, stub?))).collect();
    // The first one, so that the same sources always give the same bytes.
    let Some((trap, _)) = stubs.iter().find(|(_, stub)| *stub == Stub::Trap) else {
        bail!("no function of the module looks like a panic: Rust names them otherwise now");
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
    // A module compiled for speed may have none left. Where Rust keeps them otherwise one day, the lines of `xtask size` tell.
    wipe_locations(module);
    Ok(())
}

/// Overwrites dead data with zeros, and lets the table's dead places lead to `trap`.
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

/// Removes the custom sections that the linker wrote for other tools: relocations, symbols and features.
fn drop_notes_to_tools(module: &mut Module) {
    let names: Vec<String> = module.customs.iter().map(|(_, section)| section.name().to_owned()).collect();
    for name in names {
        if name.starts_with("reloc.") || name == "linking" || name == "target_features" {
            module.customs.remove_raw(&name);
        }
    }
}

/// Overwrites the locations of panics with zeros.
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

/// The address in the memory at which a piece of data is put when the module starts.
fn data_start(data: &walrus::Data) -> Option<u32> {
    match data.kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => Some(start.cast_unsigned()),
        _ => None,
    }
}

/// Gives imports and wasm-bindgen's own exports short names, in the module and in the glue that is returned.
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
