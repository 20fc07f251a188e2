//! Finds constants and functions that only panic functions used.
//!
//! The linked module does not tell where a constant begins. The linker's relocations (`--emit-relocs`) do, and which function and
//! constant refers to which: whatever no export reaches is dead.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result, bail};
use rustc_demangle::demangle;
use wasmparser::{
    DataKind, ElementItems, ElementKind, FunctionBody, KnownCustom, Linking, Name, Operator, Parser, Payload,
    RelocationEntry, RelocationType, SymbolInfo,
};

use crate::panics::{Stub, stub};

/// Data and functions that no export reaches.
#[derive(Debug, Default, PartialEq)]
pub struct Dead {
    /// Addresses of constants in the memory.
    pub bytes: Vec<Range<u32>>,
    /// Indices in the table of functions.
    pub slots: Vec<u32>,
}

/// A function, or a constant by its index in the linker's symbol table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Reachable {
    Function(u32),
    Constant(u32),
}

#[derive(Default)]
struct Linked<'a> {
    bodies: Vec<FunctionBody<'a>>,
    imported: u32,
    /// Parameters of each function.
    arity: Vec<usize>,
    stubs: HashMap<u32, Stub>,
    exported: Vec<u32>,
    /// Where each data segment starts: in the memory and in the file.
    data: Vec<(u32, usize)>,
    /// The function at each index of the table.
    table: HashMap<u32, u32>,
    symbols: Vec<SymbolInfo<'a>>,
    /// By position in the file, ascending.
    relocations: Vec<(usize, RelocationEntry)>,
}

/// The dead parts of a module that was linked with `--emit-relocs`, once its panic functions are empty.
pub fn find(module: &[u8]) -> Result<Dead> {
    let linked = Linked::read(module)?;
    if linked.relocations.is_empty() {
        bail!("the module has no relocations: the linker has to be called with --emit-relocs");
    }
    let refers = linked.references()?;
    let mut live: HashSet<Reachable> = HashSet::new();
    let mut open: Vec<Reachable> = linked.exported.iter().map(|&index| Reachable::Function(index)).collect();
    open.extend(refers.get(&None).into_iter().flatten());
    while let Some(node) = open.pop() {
        if live.insert(node) {
            open.extend(refers.get(&Some(node)).into_iter().flatten());
        }
    }
    let (mut dead, mut kept) = (Vec::new(), Vec::new());
    for index in 0..linked.symbols.len() as u32 {
        let Some(range) = linked.range(index) else { continue };
        if live.contains(&Reachable::Constant(index)) { kept.push(range) } else { dead.push(range) }
    }
    // A constant may have several symbols, or be the end of another.
    dead.retain(|range| !kept.iter().any(|kept| kept.start < range.end && range.start < kept.end));
    let mut slots: Vec<u32> = linked
        .table
        .into_iter()
        .filter(|(_, f)| !live.contains(&Reachable::Function(*f)))
        .map(|(slot, _)| slot)
        .collect();
    slots.sort_unstable();
    Ok(Dead { bytes: dead, slots })
}

impl<'a> Linked<'a> {
    fn read(module: &'a [u8]) -> Result<Self> {
        let mut linked = Self::default();
        let (mut types, mut names) = (Vec::new(), Vec::new());
        let (mut code, mut data) = (0, 0);
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    for ty in section.into_iter_err_on_gc_types() {
                        types.push(ty?.params().len());
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        if let wasmparser::TypeRef::Func(ty) = import?.ty {
                            linked.arity.push(types[ty as usize]);
                            linked.imported += 1;
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    for ty in section {
                        linked.arity.push(types[ty? as usize]);
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == wasmparser::ExternalKind::Func {
                            linked.exported.push(export.index);
                        }
                    }
                }
                Payload::StartSection { func, .. } => linked.exported.push(func),
                Payload::ElementSection(section) => {
                    for element in section {
                        let element = element?;
                        let (ElementKind::Active { offset_expr, .. }, ElementItems::Functions(functions)) =
                            (element.kind, element.items)
                        else {
                            bail!("a table has elements of another kind than the linker writes");
                        };
                        let start = constant(&offset_expr)?;
                        for (slot, function) in (start..).zip(functions) {
                            linked.table.insert(slot, function?);
                        }
                    }
                }
                Payload::CodeSectionStart { range, .. } => code = range.start,
                Payload::CodeSectionEntry(body) => linked.bodies.push(body),
                Payload::DataSection(section) => {
                    data = section.range().start;
                    for segment in section {
                        let segment = segment?;
                        let DataKind::Active { offset_expr, .. } = segment.kind else {
                            bail!("a data segment is not active");
                        };
                        linked.data.push((constant(&offset_expr)?, segment.range.end - segment.data.len()));
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(reader) => {
                        for part in reader {
                            if let Name::Function(map) = part? {
                                for naming in map {
                                    names.push(naming?);
                                }
                            }
                        }
                    }
                    KnownCustom::Linking(reader) => {
                        for part in reader.subsections() {
                            if let Linking::SymbolTable(symbols) = part? {
                                linked.symbols = symbols.into_iter().collect::<Result<_, _>>()?;
                            }
                        }
                    }
                    KnownCustom::Reloc(reader) => {
                        let start = match section.name() {
                            "reloc.CODE" => code,
                            "reloc.DATA" => data,
                            _ => continue,
                        };
                        for entry in reader.entries() {
                            let entry = entry?;
                            linked.relocations.push((start + entry.offset as usize, entry));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        linked.relocations.sort_by_key(|(at, _)| *at);
        linked.stubs =
            names.iter().filter_map(|naming| Some((naming.index, stub(&demangle(naming.name).to_string())?))).collect();
        Ok(linked)
    }

    fn range(&self, symbol: u32) -> Option<Range<u32>> {
        let SymbolInfo::Data { symbol: Some(place), .. } = self.symbols.get(symbol as usize)? else { return None };
        let start = self.data.get(place.index as usize)?.0 + place.offset;
        Some(start..start + place.size)
    }

    /// The references of each function and constant; under `None` those of bytes that belong to no known constant.
    fn references(&self) -> Result<HashMap<Option<Reachable>, Vec<Reachable>>> {
        let mut refers: HashMap<Option<Reachable>, Vec<Reachable>> = HashMap::new();
        for (index, body) in (self.imported..).zip(&self.bodies) {
            if self.stubs.contains_key(&index) {
                continue;
            }
            let unused = self.unused_arguments(body)?;
            let nodes = self
                .within(body.range())
                .filter(|(at, _)| !unused.contains(at))
                .filter_map(|(_, entry)| self.target(entry));
            refers.entry(Some(Reachable::Function(index))).or_default().extend(nodes);
        }
        // Constants, by their position in the file.
        let mut owners: Vec<(Range<usize>, u32)> = Vec::new();
        for (index, symbol) in (0..).zip(&self.symbols) {
            if let SymbolInfo::Data { symbol: Some(place), .. } = symbol
                && let Some((_, start)) = self.data.get(place.index as usize)
            {
                let start = start + place.offset as usize;
                owners.push((start..start + place.size as usize, index));
            }
        }
        let first = self.data.iter().map(|(_, at)| *at).min().context("no data")?;
        for (at, entry) in self.within(first..usize::MAX) {
            let Some(target) = self.target(entry) else { continue };
            let mut owned = false;
            for (_, owner) in owners.iter().filter(|(range, _)| range.contains(at)) {
                owned = true;
                refers.entry(Some(Reachable::Constant(*owner))).or_default().push(target);
            }
            if !owned {
                refers.entry(None).or_default().push(target);
            }
        }
        Ok(refers)
    }

    fn within(&self, range: Range<usize>) -> impl Iterator<Item = &(usize, RelocationEntry)> {
        let from = self.relocations.partition_point(|(at, _)| *at < range.start);
        self.relocations[from..].iter().take_while(move |(at, _)| *at < range.end)
    }

    fn target(&self, entry: &RelocationEntry) -> Option<Reachable> {
        if matches!(entry.ty, RelocationType::TypeIndexLeb) {
            return None;
        }
        match self.symbols.get(entry.index as usize)? {
            SymbolInfo::Func { index, .. } => Some(Reachable::Function(*index)),
            SymbolInfo::Data { .. } => Some(Reachable::Constant(entry.index)),
            _ => None,
        }
    }

    /// The positions of numbers that a function only passes to a function that traps.
    fn unused_arguments(&self, body: &FunctionBody<'_>) -> Result<HashSet<usize>> {
        let (mut unused, mut passed) = (HashSet::new(), Vec::new());
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            let (operator, at) = operator?;
            match operator {
                // The number follows the opcode.
                Operator::I32Const { .. } | Operator::LocalGet { .. } => passed.push(at + 1),
                Operator::Call { function_index } if self.stubs.get(&function_index) == Some(&Stub::Trap) => {
                    let arity = self.arity.get(function_index as usize).copied().unwrap_or(0);
                    unused.extend(passed.drain(passed.len().saturating_sub(arity)..));
                    passed.clear();
                }
                _ => passed.clear(),
            }
        }
        Ok(unused)
    }
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<u32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value.cast_unsigned()),
        other => bail!("an offset is not a constant: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    const TARGET: &str = "wasm32-unknown-unknown";

    /// A module that returns two texts and panics with a third.
    const SOURCE: &str = r#"
        #![no_std]
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
        static KEPT: [&str; 2] = ["this is kept", "and so is this"];
        #[unsafe(no_mangle)]
        pub extern "C" fn text(index: usize) -> *const u8 {
            match KEPT.get(index) {
                Some(text) => text.as_ptr(),
                None => panic!("this is dead"),
            }
        }
    "#;

    fn linked(extra: &[&str]) -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("marey-dead-{}-{}", std::process::id(), extra.len()));
        fs::create_dir_all(&folder).unwrap();
        let (source, out) = (folder.join("text.rs"), folder.join("text.wasm"));
        fs::write(&source, SOURCE).unwrap();
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut rustc = Command::new(rustc);
        rustc.args(["--edition", "2024", "--crate-type", "cdylib", "--target", TARGET, "-O", "-C", "panic=abort"]);
        assert!(rustc.args(extra).arg(&source).arg("-o").arg(&out).status().unwrap().success());
        let module = fs::read(&out).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        module
    }

    #[test]
    fn only_texts_of_panics_are_dead() {
        let module = linked(&["-C", "link-arg=--emit-relocs"]);
        let dead = find(&module).unwrap();
        let read = Linked::read(&module).unwrap();
        let (start, at) = read.data[0];
        let is_dead = |text: &str| {
            let found = module[at..].windows(text.len()).position(|here| here == text.as_bytes()).unwrap();
            let first = start + found as u32;
            dead.bytes.iter().any(|range| range.start < first + text.len() as u32 && first < range.end)
        };
        assert!(is_dead("this is dead"));
        assert!(!is_dead("this is kept") && !is_dead("and so is this"));
    }

    #[test]
    fn without_relocations_there_is_an_error() {
        assert!(find(&linked(&[])).unwrap_err().to_string().contains("no relocations"));
    }
}
