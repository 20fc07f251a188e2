//! Short names for what the module imports from its glue.

use std::collections::HashMap;

use anyhow::{Result, bail};

/// a, b, .., z, aa, ab, ..
pub fn short_name(mut number: usize) -> String {
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

/// Renames the keys of the glue's import object, which stand one a line: `    __wbg_log_12ab: function(arg0) {`.
pub fn rename_imports(js: &str, names: &HashMap<String, String>) -> Result<String> {
    let mut renamed = 0;
    let mut out = String::with_capacity(js.len());
    for line in js.split_inclusive('\n') {
        let key = line.trim_start().split(':').next().unwrap_or_default();
        match names.get(key) {
            Some(short) => {
                renamed += 1;
                out.push_str(&line.replacen(key, short, 1));
            }
            None => out.push_str(line),
        }
    }
    if renamed != names.len() {
        bail!(
            "{} imports, of which the glue defines {renamed} where they are looked for: wasm-bindgen writes it otherwise now",
            names.len()
        );
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_all_different() {
        assert_eq!(["a", "z", "aa", "az", "ba"].map(str::to_owned), [0, 25, 26, 51, 52].map(short_name));
        let all: std::collections::HashSet<String> = (0..2000).map(short_name).collect();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn keys_of_the_import_object_are_renamed_and_nothing_else() {
        let names = HashMap::from([("__wbg_log_1a".to_owned(), "a".to_owned())]);
        let js = "const import0 = {\n    __wbg_log_1a: function(x) {\n        other(__wbg_log_1ab);\n    },\n};\n";
        let expected = "const import0 = {\n    a: function(x) {\n        other(__wbg_log_1ab);\n    },\n};\n";
        assert_eq!(rename_imports(js, &names).unwrap(), expected);
        assert!(rename_imports("const import0 = {};\n", &names).is_err());
    }
}
