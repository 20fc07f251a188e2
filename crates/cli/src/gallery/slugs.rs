//! Names of clips in addresses.

use std::collections::HashMap;

use crate::hash::hex;

/// Most characters of a slug before its hash.
const LONGEST: usize = 80;
/// Digits of the hash that tells alike slugs apart.
const DIGITS: usize = 8;

/// A slug for each relative path: its letters, digits and `_`, in lower case, with hyphens between them, so that every file server and
/// file system keeps it. Where this leaves something out, or two paths are alike, a part of the path's hash follows.
pub(super) fn slugs(paths: &[String]) -> Vec<String> {
    let plain: Vec<(String, bool)> = paths.iter().map(|path| plain(path)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (slug, _) in &plain {
        *counts.entry(slug).or_default() += 1;
    }
    let one = |(path, (slug, is_whole)): (&String, &(String, bool))| {
        if *is_whole && counts.get(slug.as_str()) == Some(&1) {
            return slug.clone();
        }
        let hash: String = hex(path.as_bytes()).chars().take(DIGITS).collect();
        if slug.is_empty() { hash } else { format!("{slug}-{hash}") }
    };
    paths.iter().zip(&plain).map(one).collect()
}

/// The slug of a path without its extension, and whether the path has no other characters than the slug can tell.
fn plain(path: &str) -> (String, bool) {
    let stem = path.rsplit_once('.').filter(|(stem, end)| !stem.is_empty() && !end.contains('/'));
    let stem = stem.map_or(path, |(stem, _)| stem);
    let mut slug = String::new();
    for character in stem.chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let is_usual = |c: char| c.is_ascii_alphanumeric() || "_-/. ".contains(c);
    let is_whole = stem.chars().all(is_usual) && slug.len() <= LONGEST;
    slug.truncate(LONGEST);
    (slug.trim_end_matches('-').to_owned(), is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_readable_and_differ() {
        let paths = ["S01/Walk 1.bvh", "walk.bvh", "walk.amc", "WALK.x3d", "läuft.bvh", "跑.bvh", "a/../b.bvh"];
        let slugs = slugs(&paths.map(str::to_owned));
        assert_eq!(slugs[0], "s01-walk-1");
        assert!(slugs[1..4].iter().all(|slug| slug.len() == 13 && slug.starts_with("walk-")), "{slugs:?}");
        assert!(slugs[4].starts_with("l-uft-") && slugs[5].len() == 8, "{slugs:?}");
        let different: std::collections::HashSet<&String> = slugs.iter().collect();
        assert_eq!(different.len(), paths.len());
    }
}
