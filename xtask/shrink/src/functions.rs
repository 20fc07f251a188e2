//! Names and code sizes of a module's functions.

use std::collections::HashMap;

use anyhow::Result;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// The name and the bytes of code of each function of a module.
///
/// # Errors
/// Where the bytes are not a module.
pub fn functions(module: &[u8]) -> Result<Vec<(String, usize)>> {
    let (mut imported, mut sizes, mut names) = (0, Vec::new(), HashMap::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => sizes.push(body.as_bytes().len()),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(subsections) = section.as_known() else { continue };
                for subsection in subsections {
                    let Name::Function(map) = subsection? else { continue };
                    for naming in map {
                        let naming = naming?;
                        names.insert(naming.index, naming.name.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    Ok((imported..).zip(sizes).map(|(index, size)| (names.remove(&index).unwrap_or_default(), size)).collect())
}
