//! Names of clips and behaviours as names of files.

/// Without what some system does not allow in a file's name, of at most 80 characters. May be empty.
pub(super) fn file_name(name: &str) -> String {
    let odd = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.chars().map(|c| if odd(c) { '_' } else { c }).take(80).collect();
    name.trim_matches(['.', ' ']).to_owned()
}
