//! Names that are like one that is not there.

/// Names that are returned, at most.
const MOST: usize = 3;
/// Characters of a name that are compared.
const COMPARED: usize = 64;

/// The names (paths with `/`) that are most like `wanted`, the likest first: files of the same name in other folders, and those that differ
/// by a few letters.
pub fn near<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = file(wanted);
    let most = (wanted.len() / 3).max(2);
    let all = names.into_iter().map(|name| (distance(&wanted, &file(name)), name));
    let mut near: Vec<(usize, &str)> = all.filter(|(distance, _)| *distance <= most).collect();
    near.sort_unstable();
    near.truncate(MOST);
    near.into_iter().map(|(_, name)| name).collect()
}

/// The letters of a file's name in lower case, without its folders.
fn file(path: &str) -> Vec<char> {
    path.rsplit('/').next().unwrap_or(path).to_lowercase().chars().take(COMPARED).collect()
}

/// How many letters have to be changed, added and removed to make one of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, letter) in a.iter().enumerate() {
        let mut left = line + 1;
        let mut next = vec![left];
        for (pair, other) in row.windows(2).zip(b) {
            let &[before, above] = pair else { continue };
            left = (before + usize::from(letter != other)).min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_by_letters() {
        let letters = |text: &str| text.chars().collect::<Vec<char>>();
        for (a, b, far) in
            [("walk", "walk", 0), ("wlak", "walk", 2), ("", "abc", 3), ("walk", "walks", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(&letters(a), &letters(b)), far, "{a} {b}");
            assert_eq!(distance(&letters(b), &letters(a)), far, "{b} {a}");
        }
    }

    #[test]
    fn the_likest_names_come_first() {
        let names = ["a/walk.bvh", "b/walks.bvh", "c/jump.bvh", "Walk.BVH"];
        assert_eq!(near("S01/walk.bvh", names), ["Walk.BVH", "a/walk.bvh", "b/walks.bvh"]);
        assert!(near("zzzzzz.amc", names).is_empty());
    }
}
