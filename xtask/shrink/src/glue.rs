//! Makes wasm-bindgen's glue shorter: short names of imports and exports, and without functions that Marey never calls.
//!
//! Short names save 7 kB of brotli: 270 imports have long names with hashes, in the module and in the glue.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result};

/// a, b, .., z, aa, ab, ..
fn short_name(mut number: usize) -> String {
    let mut name = String::new();
    loop {
        let letter = u8::try_from(number % 26).unwrap_or(0);
        name.insert(0, char::from(b'a' + letter));
        if number < 26 {
            return name;
        }
        number = number / 26 - 1;
    }
}

/// An entry of the glue's import object: from `    __wbg_log_12ab: function(arg0) {` to the closing brace of the same indent.
struct Entry<'a> {
    start: usize,
    end: usize,
    indent: &'a str,
    key: &'a str,
    function: &'a str,
}

fn entries(js: &str) -> Vec<Entry<'_>> {
    let (mut found, mut start) = (Vec::new(), 0);
    while let Some(line) = js[start..].split_inclusive('\n').next() {
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        let mut end = start + line.len();
        if let Some((key, head)) = line[indent.len()..].split_once(": ")
            && head.starts_with("function(")
            && let Some(length) = js[end..].find(&format!("\n{indent}}}"))
        {
            end += length + 1;
            end += js[end..].find('\n').map_or(0, |line_end| line_end + 1);
            let function = &js[start + indent.len() + key.len() + ": ".len()..end];
            found.push(Entry { start, end, indent, key, function });
        }
        start = end;
    }
    found
}

/// A short name for each of the `imports`. Imports whose functions have the same text share a name.
pub fn short_names(js: &str, imports: &[String]) -> Result<Vec<String>> {
    let functions: HashMap<&str, &str> = entries(js).iter().map(|entry| (entry.key, entry.function)).collect();
    let mut shorts = HashMap::new();
    let name = |import: &String| {
        let function = functions.get(import.as_str());
        let function = function.with_context(|| format!("wasm-bindgen's glue does not define {import} as expected"))?;
        let next = shorts.len();
        Ok(shorts.entry(*function).or_insert_with(|| short_name(next)).clone())
    };
    imports.iter().map(name).collect()
}

/// Renames the entries of the import object, and keeps the first of each name.
pub fn rename_imports(js: &str, names: &HashMap<String, String>) -> String {
    let (mut out, mut done, mut kept) = (String::with_capacity(js.len()), 0, HashSet::new());
    for entry in entries(js) {
        let Some(short) = names.get(entry.key) else { continue };
        out.push_str(&js[done..entry.start]);
        done = entry.end;
        if kept.insert(short) {
            out.extend([entry.indent, short, ": ", entry.function]);
        }
    }
    out.push_str(&js[done..]);
    out
}

/// Renames the exports for wasm-bindgen's own use; those of Marey's classes and functions keep their names. Returns the glue and the
/// new names.
pub fn rename_exports(js: &str, exports: &[String]) -> (String, HashMap<String, String>) {
    let inner = exports.iter().filter(|name| name.starts_with("__") || name.starts_with("wasm_bindgen__"));
    let mut inner: Vec<&String> = inner.collect();
    // One name may be a prefix of another.
    inner.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut js = js.to_owned();
    let shorts = inner.into_iter().enumerate().map(|(index, name)| {
        let short = short_name(index);
        js = js.replace(&format!("wasm.{name}"), &format!("wasm.{short}"));
        (name.clone(), short)
    });
    let shorts = shorts.collect();
    (js, shorts)
}

/// Replaces the glue's description of a JavaScript value by its `toString`: only errors are described.
pub fn shorten_descriptions(js: &str) -> String {
    const HEAD: &str = "\nfunction debugString(val) {\n";
    let Some((before, rest)) = js.split_once(HEAD) else { return js.to_owned() };
    let Some(end) = rest.find("\n}") else { return js.to_owned() };
    [before, HEAD, "    return String(val);", &rest[end..]].concat()
}

/// Leaves one way to start the module: with a compiled `WebAssembly.Module`, which the page shares with its workers. Also removes the
/// polyfill of `encodeInto`, which every browser with SIMD has.
pub fn shorten_loading(js: &str) -> Result<String> {
    const START: &str = "
export default async function init({ module_or_path: module } = {}) {
    if (wasm === undefined) __wbg_finalize_init(await WebAssembly.instantiate(module, __wbg_get_imports()));
    return wasm;
}
";
    let cut = |js: &str, from: &str, to: &str, put: &str| {
        let (before, rest) = js.split_once(from)?;
        let behind = if to.is_empty() { "" } else { rest.split_once(to)?.1 };
        Some([before, put, behind].concat())
    };
    let short = cut(js, "\nasync function __wbg_load(", "", START)
        .context("wasm-bindgen's glue does not load modules as expected")?;
    Ok(cut(&short, "\nif (!('encodeInto' in cachedTextEncoder)) {", "\n}\n", "\n").unwrap_or(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_all_different() {
        assert_eq!(["a", "z", "aa", "az", "ba"].map(str::to_owned), [0, 25, 26, 51, 52].map(short_name));
        let all: HashSet<String> = (0..2000).map(short_name).collect();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn only_entries_of_the_import_object_are_renamed_and_merged() {
        let entry = |name: &str, body: &str| format!("    {name}: function(x) {{\n        {body};\n    }},\n");
        let object = |entries: &[String]| format!("const imports = {{\n{}}};\nother: 1;\n", entries.concat());
        let js = object(&[entry("__a_1", "log(__a_12)"), entry("__b_1", "x.y = 1"), entry("__c_1", "log(__a_12)")]);
        let imports = ["__c_1", "__b_1", "__a_1"].map(str::to_owned);
        let shorts = short_names(&js, &imports).unwrap();
        assert_eq!(shorts, ["a", "b", "a"]);
        let names = imports.into_iter().zip(shorts).collect();
        assert_eq!(rename_imports(&js, &names), object(&[entry("a", "log(__a_12)"), entry("b", "x.y = 1")]));
        assert!(short_names("const imports = {};\n", &["__a_1".to_owned()]).is_err());
    }

    #[test]
    fn exports_for_the_glue_get_short_names_and_others_keep_theirs() {
        let exports = ["memory", "__free", "stage_free", "__free_all", "wasm_bindgen__x"].map(str::to_owned);
        let js = "wasm.__free_all(wasm.__free(wasm.memory)); wasm.stage_free(); wasm.wasm_bindgen__x();";
        let (short, names) = rename_exports(js, &exports);
        assert_eq!(short, "wasm.b(wasm.c(wasm.memory)); wasm.stage_free(); wasm.a();");
        assert_eq!(names.len(), 3);
        assert_eq!(names["__free"], "c");
    }

    #[test]
    fn a_value_describes_itself() {
        let js = "a();\nfunction debugString(val) {\n    if (val) {\n        b();\n    }\n    return c;\n}\nd();\n";
        let expected = "a();\nfunction debugString(val) {\n    return String(val);\n}\nd();\n";
        assert_eq!(shorten_descriptions(js), expected);
        assert_eq!(shorten_descriptions(expected), expected);
    }

    #[test]
    fn a_module_starts_only_from_a_compiled_module() {
        let polyfill = "if (!('encodeInto' in cachedTextEncoder)) {\n    patch();\n}\n";
        let js = format!(
            "a();\n{polyfill}b();\nasync function __wbg_load(module) {{\n    fetch();\n}}\nexport {{ initSync }};\n"
        );
        let short = shorten_loading(&js).unwrap();
        assert!(short.starts_with("a();\nb();\nexport default async function init("));
        assert!(!short.contains("fetch") && !short.contains("initSync"));
        assert!(shorten_loading("a();\n").is_err());
    }
}
