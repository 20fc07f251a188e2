//! Names of joints, as each format allows them.

use std::collections::HashMap;

use marey::body::off_body;
use marey::model::{Format, JointKind, Skeleton};

/// The name that Marey and other programs give to unnamed end sites.
const UNNAMED_END: &str = "End Site";

/// The names that joints get in a file of `format`, parallel to the skeleton's joints.
///
/// | format | change |
/// |---|---|
/// | [BVH](Format::Bvh) | braces become parentheses, surrounding blanks are removed. Blanks inside stay, and names may repeat |
/// | [Acclaim](Format::Acclaim) | the only root of the body is called `root`. Blanks, commas, parentheses and quotes become `_`; a name that would read as a number, a keyword or a comment gets a leading `_`; names that are equal without regard to case get `_2`, `_3`, .. |
/// | [The Sims](Format::Skel) | characters outside Windows-1252 become `_`; names are shortened to fit 255 bytes; repeated names get `_2`, `_3`, .. |
/// | [HAnim](Format::Hanim) | none. Names may repeat; the `DEF` identifies nodes |
///
/// Control characters become `_` in all formats. In formats that name end sites like joints (The Sims, HAnim), an unnamed
/// end site gets its parent's name with `_end`.
pub fn names(skeleton: &Skeleton, format: Format) -> Vec<String> {
    let mut used = UsedNames::default();
    let mut names: Vec<String> = Vec::with_capacity(skeleton.len());
    let off_body = off_body(skeleton);
    let is_root = |joint: usize| {
        let is_site = skeleton.kinds().get(joint) == Some(&JointKind::Site);
        skeleton.parent(joint).is_none() && !is_site && off_body.get(joint) == Some(&false)
    };
    let has_one_root = (0..skeleton.len()).filter(|joint| is_root(*joint)).count() == 1;
    if format == Format::Acclaim {
        used.make_unique(ROOT.to_owned(), str::to_lowercase);
    }
    for (joint, name) in skeleton.names().iter().enumerate() {
        let parent = skeleton.parent(joint);
        let is_end = skeleton.kinds().get(joint) == Some(&JointKind::EndSite);
        let name: String = name.chars().map(|c| if c.is_control() { '_' } else { c }).collect();
        let ended = parent.filter(|_| is_end && name == UNNAMED_END).and_then(|parent| names.get(parent));
        names.push(match format {
            Format::Bvh => bvh(&name),
            Format::Acclaim if has_one_root && is_root(joint) => ROOT.to_owned(),
            Format::Acclaim => used.make_unique(acclaim(&name), str::to_lowercase),
            Format::Skel => {
                let name = ended.map_or(name, |parent| format!("{parent}_end"));
                used.make_unique(sims(&name), str::to_owned)
            }
            _ => ended.map_or(name, |parent| format!("{parent}_end")),
        });
    }
    names
}

/// Names for a BVH that most programs keep unchanged, parallel to the skeleton's joints: unique, of letters, digits, `_` and
/// `-`. three.js finds joints only by such names, and other programs cut a name at its first blank. End sites are named
/// last, so that joints get the names without numbers: no program reads the names of end sites.
pub(super) fn plain_names(skeleton: &Skeleton, used: &mut UsedNames) -> Vec<String> {
    let mut names = vec![String::new(); skeleton.len()];
    for points in [false, true] {
        let all = names.iter_mut().zip(skeleton.names()).zip(skeleton.kinds());
        for ((slot, name), _) in all.filter(|(_, kind)| kind.is_point() == points) {
            *slot = used.make_unique(plain(name), str::to_owned);
        }
    }
    names
}

fn plain(name: &str) -> String {
    let name = name.trim();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() { "joint".to_owned() } else { name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect() }
}

/// Name of the root of every Acclaim skeleton.
pub(super) const ROOT: &str = "root";

/// Names in use, each with the last number that was appended to it.
#[derive(Debug, Default)]
pub(super) struct UsedNames(HashMap<String, usize>);

impl UsedNames {
    /// Appends a number until the name is unique. Two names are equal if `key` maps them to the same text.
    pub(super) fn make_unique(&mut self, name: String, key: impl Fn(&str) -> String) -> String {
        let own = key(&name);
        let Some(mut count) = self.0.get(&own).copied() else {
            self.0.insert(own, 1);
            return name;
        };
        loop {
            count += 1;
            let numbered = format!("{name}_{count}");
            let numbered_key = key(&numbered);
            if !self.0.contains_key(&numbered_key) {
                self.0.insert(own, count);
                self.0.insert(numbered_key, 1);
                return numbered;
            }
        }
    }
}

/// In a BVH the rest of the line is the name, so blanks inside it may stay.
fn bvh(name: &str) -> String {
    name.trim().replace('{', "(").replace('}', ")")
}

/// "Bone names have no spaces in them." `begin` and `end` enclose the hierarchy, `#` starts a comment, `:` a section.
fn acclaim(name: &str) -> String {
    const WORDS: [&str; 5] = ["begin", "end", "nan", "inf", "infinity"];
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '"');
    let name: String = name.chars().map(|c| if separates(c) { '_' } else { c }).collect();
    let reads_otherwise = match name.chars().next() {
        None => return "bone".to_owned(),
        Some(first) => first.is_ascii_digit() || matches!(first, '+' | '-' | '.' | '#' | ':'),
    };
    if reads_otherwise || WORDS.iter().any(|word| name.eq_ignore_ascii_case(word)) { format!("_{name}") } else { name }
}

fn sims(name: &str) -> String {
    let mut name: String = name.chars().map(|c| if windows_1252(c).is_some() { c } else { '_' }).collect();
    // Leaves room for a number at the end. Every character is one byte in the file.
    if let Some((end, _)) = name.char_indices().nth(LONGEST_TEXT - 8) {
        name.truncate(end);
    }
    // `NULL` is the parent of roots.
    if name.is_empty() || name == NO_PARENT { format!("{name}bone") } else { name }
}

/// Longest text in The Sims' files, in bytes.
pub(super) const LONGEST_TEXT: usize = 255;
/// Parent of roots in The Sims' files.
pub(super) const NO_PARENT: &str = "NULL";

/// The character's byte in Windows code page 1252.
pub(super) fn windows_1252(character: char) -> Option<u8> {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match u8::try_from(u32::from(character)) {
        Ok(byte @ (0..=0x7F | 0xA0..)) => Some(byte),
        _ if character.is_control() => None,
        _ => FROM_80.chars().position(|known| known == character).and_then(|at| u8::try_from(0x80 + at).ok()),
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use marey::Limits;
    use marey::model::SkeletonBuilder;

    fn written(list: &[(&str, JointKind)], format: Format) -> Vec<String> {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for (name, kind) in list {
            parent = builder.add(name, parent, *kind, Vec3::ZERO, Quat::IDENTITY).ok();
        }
        names(&builder.finish().unwrap(), format)
    }

    #[test]
    fn names_are_valid_in_each_format() {
        use JointKind::{EndSite, Joint};
        let list = [
            ("Hips", Joint),
            ("Bip01 L Thigh", Joint),
            ("bip01 l thigh", Joint),
            (" a\n{1} ", Joint),
            ("", Joint),
            ("NULL", Joint),
            ("12", Joint),
            ("end", Joint),
            ("Žď", Joint),
            ("End Site", EndSite),
        ];
        assert_eq!(
            written(&list, Format::Bvh),
            ["Hips", "Bip01 L Thigh", "bip01 l thigh", "a_(1)", "", "NULL", "12", "end", "Žď", "End Site"]
        );
        assert_eq!(
            written(&list, Format::Acclaim),
            ["root", "Bip01_L_Thigh", "bip01_l_thigh_2", "_a_{1}_", "bone", "NULL", "_12", "_end", "Žď", "End_Site"]
        );
        assert_eq!(
            written(&list, Format::Skel),
            ["Hips", "Bip01 L Thigh", "bip01 l thigh", " a_{1} ", "bone", "NULLbone", "12", "end", "Ž_", "Ž__end"]
        );
        assert_eq!(written(&list, Format::Hanim)[9], "Žď_end");
    }

    #[test]
    fn plain_names_are_words_that_do_not_repeat() {
        use JointKind::{EndSite, Joint};
        let mut builder = SkeletonBuilder::new(&Limits::default());
        for (name, kind) in
            [("a b", EndSite), ("a b", Joint), ("a:b", Joint), ("", Joint), ("Žď-1.x[2]", Joint), (" a ", Joint)]
        {
            builder.add(name, None, kind, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        let names = plain_names(&builder.finish().unwrap(), &mut UsedNames::default());
        assert_eq!(names, ["a_b_3", "a_b", "a_b_2", "joint", "Žď-1_x_2_", "a"]);
    }

    #[test]
    fn repeated_names_get_numbers_that_are_not_taken() {
        let list = ["a", "a", "a_2", "a", "A"].map(|name| (name, JointKind::Joint));
        assert_eq!(written(&list, Format::Skel), ["a", "a_2", "a_2_2", "a_3", "A"]);
        assert_eq!(written(&list, Format::Bvh), ["a", "a", "a_2", "a", "A"]);
    }
}
