//! File names from names of clips and behaviours.

/// Replaces characters that some system forbids in file names, and keeps at most 80. May be empty.
pub(super) fn file_name(name: &str) -> String {
    let odd = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.chars().map(|c| if odd(c) { '_' } else { c }).take(80).collect();
    name.trim_matches(['.', ' ']).to_owned()
}
