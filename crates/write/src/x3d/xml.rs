//! Attribute values and unique `DEF`s.

use std::collections::HashMap;

/// A text as the value of an attribute.
pub(super) fn escaped(text: &str) -> String {
    marey::codes::escaped(text, '_')
}

/// Names of nodes: unique, and valid as XML IDs.
#[derive(Debug, Default)]
pub(super) struct Defs(HashMap<String, usize>);

impl Defs {
    /// The name most like `wanted`.
    pub(super) fn give(&mut self, wanted: &str) -> String {
        let allowed = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
        let mut name: String = wanted.chars().map(allowed).collect();
        if !name.starts_with(|first: char| first.is_alphabetic() || first == '_') {
            name.insert(0, '_');
        }
        let Some(mut count) = self.0.get(&name).copied() else {
            self.0.insert(name.clone(), 1);
            return name;
        };
        loop {
            count += 1;
            let numbered = format!("{name}_{count}");
            if !self.0.contains_key(&numbered) {
                self.0.insert(name, count);
                self.0.insert(numbered.clone(), 1);
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut defs = Defs::default();
        let given = ["Bip01 L Thigh", "Bip01_L_Thigh", "", "1", "Bip01 L Thigh"].map(|name| defs.give(name));
        assert_eq!(given, ["Bip01_L_Thigh", "Bip01_L_Thigh_2", "_", "_1", "Bip01_L_Thigh_3"]);
    }
}
