//! Which clip a label belongs to, by paths.

use std::collections::{BTreeMap, HashMap};

use crate::label::{Labels, Remark};
use crate::rows::normal;

/// Folders before a name that are compared.
const FOLDERS: usize = 12;
/// Clips of one name that are looked at; of more, only a path that is written exactly tells which.
const NAMESAKES: usize = 64;
/// Remarks of a file about labels without their clip. The others are counted.
const REMARKS: usize = 50;
/// What sets add to the names of their motions, longest first.
const ADDED: [&str; 3] = ["_poses_stageii", "_stageii", "_poses"];

/// Clips by their paths.
#[derive(Debug)]
pub struct Clips {
    paths: Vec<String>,
    exact: HashMap<String, usize>,
    /// Clips by the end of their `key`: the name alone, with its folder, and so on. At most one more than `NAMESAKES` for each.
    ends: HashMap<String, Vec<usize>>,
}

/// Which labels belong to which clips.
#[derive(Debug, Default)]
pub struct Assignment {
    /// Clip and label, by their indices, in the order of clips; of each clip first labels of all of it, then by the beginning and the end
    /// of their spans.
    pub pairs: Vec<(usize, usize)>,
    /// What is to be said of labels without their clip, and of names that several clips have, at most 50.
    pub remarks: Vec<Remark>,
    /// How many labels belong to no clip.
    pub without: usize,
}

/// What two paths of the same motion have in common: lower case, without the ending and what sets add to names.
fn key(path: &str) -> String {
    let path = path.to_lowercase();
    let at = path.rfind('/').map_or(0, |at| at + 1);
    let (folders, name) = path.split_at(at);
    let mut name = match name.rsplit_once('.') {
        // What is after the point of `v1.2 walk` is no ending.
        Some((stem, ending)) if !stem.is_empty() && (1..=6).contains(&ending.len()) && !ending.contains(' ') => stem,
        _ => name,
    };
    if let Some(stem) = ADDED.iter().find_map(|added| name.strip_suffix(added)).filter(|stem| !stem.is_empty()) {
        name = stem;
    }
    format!("{folders}{name}")
}

/// Whether two paths may mean the same motion: one is the end of the other, as `walk` of `day1/walk.bvh`.
fn agree(a: &str, b: &str) -> bool {
    let (a, b) = (key(a), key(b));
    let is_end =
        |long: &str, end: &str| long.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    is_end(&a, &b) || is_end(&b, &a)
}

/// The ends of a path at its folders, the shortest first.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.rmatch_indices('/').map(|(at, _)| at + 1).take(FOLDERS);
    let whole = (path.matches('/').count() < FOLDERS).then_some(0);
    starts.chain(whole).filter_map(|at| path.get(at..))
}

impl Clips {
    /// Clips with these paths (`/` or `\` between folders), which are told by their indices.
    pub fn new<'a>(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let paths: Vec<String> = paths.into_iter().map(normal).collect();
        let (mut exact, mut by_end) = (HashMap::new(), HashMap::<String, Vec<usize>>::new());
        for (index, path) in paths.iter().enumerate() {
            exact.entry(path.clone()).or_insert(index);
            for end in ends(&key(path)) {
                let clips = by_end.entry(end.to_owned()).or_default();
                if clips.len() <= NAMESAKES {
                    clips.push(index);
                }
            }
        }
        Self { paths, exact, ends: by_end }
    }

    /// Finds the clips of all labels. A path that is written exactly, from the labels' folder or from the top, decides; else the most
    /// folders before the name, then the name with its ending, then the name alone, in upper or lower case. A name that several clips
    /// have, or several labels' paths that mean one clip equally, are told and assigned to none.
    pub fn assign(&self, labels: &Labels) -> Assignment {
        let folder = labels.name.rfind('/').and_then(|at| labels.name.get(..=at)).unwrap_or_default();
        // The labels of each path, in the order of the file.
        let mut paths: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (index, row) in labels.rows.iter().enumerate() {
            let at = *known.entry(&row.path).or_insert_with(|| {
                paths.push((&row.path, Vec::new()));
                paths.len() - 1
            });
            if let Some((_, rows)) = paths.get_mut(at) {
                rows.push(index);
            }
        }
        let mut out = Assignment::default();
        let mut further = 0;
        let mut say = |remarks: &mut Vec<Remark>, row: usize, text: String| {
            let line = labels.rows.get(row).map_or(0, |row| row.line);
            if remarks.len() < REMARKS { remarks.push(Remark { line, text }) } else { further += 1 }
        };
        // Of each clip the paths that mean it, with how well.
        let mut meant: BTreeMap<usize, Vec<(Fit, usize)>> = BTreeMap::new();
        for (at, (path, rows)) in paths.iter().enumerate() {
            let first = rows.first().copied().unwrap_or_default();
            match self.find(folder, path, labels.of_all_namesakes) {
                FoundClips::Clips(clips, fit) => {
                    clips.into_iter().for_each(|clip| meant.entry(clip).or_default().push((fit, at)))
                }
                FoundClips::None => {
                    out.without += rows.len();
                    say(&mut out.remarks, first, format!("no clip is `{}`", shortened_path(path)));
                }
                FoundClips::Several(some, others) => {
                    out.without += rows.len();
                    let (path, some) = (shortened_path(path), shortened_path(some));
                    say(&mut out.remarks, first, format!("`{path}` may be `{some}` or `{}`", shortened_path(others)));
                }
            }
        }
        for (clip, mut fits) in meant {
            let rows = |at: usize| paths.get(at).map_or(&[][..], |(_, rows)| rows.as_slice());
            let path = |at: usize| paths.get(at).map_or("", |(path, _)| *path);
            // Of paths that fit alike, the one with the most folders tells which motion is meant.
            fits.sort_by_key(|&(fit, at)| (std::cmp::Reverse((fit, path(at).matches('/').count())), at));
            let Some(&(best, first)) = fits.first() else { continue };
            let of_all = |at: usize| path(at).is_empty();
            // Paths of one motion in several spellings belong together; two motions of one name do not.
            let rival = fits
                .iter()
                .find(|&&(fit, at)| fit == best && !of_all(at) && !of_all(first) && !agree(path(at), path(first)));
            if let (Some(&(_, rival)), false) = (rival, best.is_exact()) {
                for &(_, at) in fits.iter().filter(|&&(fit, _)| fit == best) {
                    out.without += rows(at).len();
                }
                let row = rows(first).first().copied().unwrap_or_default();
                let (a, b) = (shortened_path(path(first)), shortened_path(path(rival)));
                let clip = shortened_path(self.paths.get(clip).map_or("", String::as_str));
                say(&mut out.remarks, row, format!("`{a}` and `{b}` both may be the clip `{clip}`"));
                continue;
            }
            for &(fit, at) in &fits {
                if of_all(at) || agree(path(at), path(first)) || fit.is_exact() {
                    out.pairs.extend(rows(at).iter().map(|&row| (clip, row)));
                } else {
                    out.without += rows(at).len();
                    let row = rows(at).first().copied().unwrap_or_default();
                    say(&mut out.remarks, row, format!("no clip is `{}`", shortened_path(path(at))));
                }
            }
        }
        out.remarks.sort_by_key(|remark| remark.line);
        if further > 0 {
            let text = format!("{further} more names of clips, {} labels in all, have no clip here", out.without);
            out.remarks.push(Remark { line: 0, text });
        }
        let order = |row: usize| {
            let row = labels.rows.get(row);
            let (start, end) = row.map_or((None, None), |row| (row.start, row.end));
            let is_span = start.is_some() || end.is_some();
            (is_span, start.unwrap_or(0.0), end.unwrap_or(f64::MAX))
        };
        out.pairs.sort_by(|&(a, left), &(b, right)| {
            let ((x, from, to), (y, start, end)) = (order(left), order(right));
            (a, x).cmp(&(b, y)).then(from.total_cmp(&start)).then(to.total_cmp(&end)).then(left.cmp(&right))
        });
        out
    }

    fn find(&self, folder: &str, path: &str, of_all: bool) -> FoundClips<'_> {
        if path.is_empty() {
            let inside = |own: &String| own.strip_prefix(folder).is_some_and(|rest| !rest.contains('/'));
            let clips: Vec<usize> =
                (0..).zip(&self.paths).filter(|(_, own)| inside(own)).map(|(index, _)| index).collect();
            return if clips.is_empty() { FoundClips::None } else { FoundClips::Clips(clips, Fit::FOLDER) };
        }
        for exact in [format!("{folder}{path}"), path.to_owned()] {
            if let Some(&clip) = self.exact.get(&exact) {
                return FoundClips::Clips(vec![clip], Fit::EXACT);
            }
        }
        let (own, beside) = (key(path), key(&format!("{folder}{path}")));
        // From the labels' folder first, with all of its folders; then by the longest end that any clip has.
        let here = self.ends.get(&beside).filter(|_| beside != own);
        let here = here.map(|clips| (beside.matches('/').count() + 1, clips));
        let longest = || {
            let ends: Vec<&str> = ends(&own).collect();
            ends.iter().enumerate().rev().find_map(|(folders, end)| Some((folders, self.ends.get(*end)?)))
        };
        let Some((folders, clips)) = here.or_else(longest) else { return FoundClips::None };
        let path_of = |clip: &usize| self.paths.get(*clip).map_or("", String::as_str);
        let mut left: Vec<usize> = clips.clone();
        if left.len() <= NAMESAKES {
            // Each question decides only where it leaves something.
            let narrow = |left: Vec<usize>, asks: &dyn Fn(&str) -> bool| {
                let kept: Vec<usize> = left.iter().copied().filter(|clip| asks(path_of(clip))).collect();
                if kept.is_empty() { left } else { kept }
            };
            let name = path.rsplit('/').next().unwrap_or(path);
            let name_of = |own: &str| own.rsplit('/').next().unwrap_or(own).to_owned();
            let stem_of = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
            if !of_all {
                left = narrow(left, &|own| name_of(own) == name);
                left = narrow(left, &|own| name_of(own).eq_ignore_ascii_case(name));
                left = narrow(left, &|own| stem_of(&name_of(own)) == stem_of(name) || stem_of(&name_of(own)) == name);
            }
            left = narrow(left, &|own| key(own) == key(path));
            let first = left.first().map(|clip| key(path_of(clip)));
            // One motion in several formats is meant as a whole.
            if of_all || left.iter().all(|clip| Some(key(path_of(clip))) == first) {
                return FoundClips::Clips(left, Fit::ends(folders));
            }
        }
        match left.as_slice() {
            [some, others, ..] => FoundClips::Several(path_of(some), path_of(others)),
            _ => FoundClips::Clips(left, Fit::ends(folders)),
        }
    }
}

/// How well a path fits a clip; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit(usize);

impl Fit {
    const EXACT: Self = Self(usize::MAX);
    /// Labels of all clips of a folder are no rivals of others.
    const FOLDER: Self = Self(0);

    fn ends(folders: usize) -> Self {
        Self(folders + 1)
    }

    fn is_exact(self) -> bool {
        self == Self::EXACT
    }
}

enum FoundClips<'a> {
    None,
    Clips(Vec<usize>, Fit),
    /// Two of the clips that may be meant.
    Several(&'a str, &'a str),
}

/// The end of a path that is too long for a sentence.
fn shortened_path(path: &str) -> String {
    // A terminal would obey them.
    let path = path.replace(char::is_control, "\u{fffd}");
    let count = path.chars().count();
    match count.checked_sub(60).filter(|&over| over > 0) {
        Some(over) => format!("…{}", path.chars().skip(over).collect::<String>()),
        None if path.is_empty() => "the folder".to_owned(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// The clips of each label of a table with these paths, and the remarks.
    fn found(clips: &[&str], paths: &[&str]) -> (Vec<Vec<usize>>, Vec<String>) {
        let labels = read("labels.csv", format!("path,text\n{}", paths.join(",x\n") + ",x").as_bytes()).unwrap();
        let assigned = Clips::new(clips.iter().copied()).assign(&labels);
        let of = |row: usize| assigned.pairs.iter().filter(|pair| pair.1 == row).map(|pair| pair.0).collect();
        ((0..paths.len()).map(of).collect(), assigned.remarks.iter().map(ToString::to_string).collect())
    }

    fn clip(clips: &[&str], path: &str) -> Vec<usize> {
        found(clips, &[path]).0.remove(0)
    }

    #[test]
    fn an_exact_path_decides() {
        assert_eq!(clip(&["walk.bvh", "a/walk.bvh"], "a/walk.bvh"), [1]);
        assert_eq!(clip(&["a/walk.bvh", "walk.bvh"], "walk.bvh"), [1]);
        assert_eq!(clip(&["a/walk.bvh"], r".\a\walk.bvh"), [0]);
    }

    #[test]
    fn folders_at_the_end_count_more_than_the_ending() {
        assert_eq!(clip(&["set/a/walk.npz", "set/b/walk.bvh"], "x/a/walk.bvh"), [0]);
        assert_eq!(clip(&["KIT/3/jump_poses.npz", "KIT/4/jump_poses.npz"], "KIT/KIT/4/jump_poses.npz"), [1]);
    }

    #[test]
    fn a_name_is_enough_where_one_clip_has_it() {
        assert_eq!(clip(&["x/Walk.BVH"], "walk"), [0]);
        assert_eq!(clip(&["walk.bvh", "walk.fbx"], "walk.fbx"), [1]);
        assert_eq!(clip(&["jump_stageii.npz"], "KIT/3/jump_poses.npz"), [0]);
        assert_eq!(clip(&["Walk.bvh", "walk.bvh"], "walk.bvh"), [1]);
        assert_eq!(clip(&["v1.2 walk"], "v1.2 walk"), [0]);
    }

    #[test]
    fn one_motion_in_two_formats_has_the_label_twice() {
        assert_eq!(clip(&["a/walk.bvh", "a/walk.fbx"], "walk"), [0, 1]);
    }

    #[test]
    fn a_name_of_several_clips_is_told() {
        let (clips, remarks) = found(&["a/walk.bvh", "b/walk.bvh"], &["walk.bvh"]);
        assert_eq!(clips, [Vec::<usize>::new()]);
        assert_eq!(remarks, ["line 2: `walk.bvh` may be `a/walk.bvh` or `b/walk.bvh`"]);
    }

    #[test]
    fn two_motions_of_one_name_are_told() {
        let (clips, remarks) = found(&["jump.npz"], &["a/jump.npz", "b/jump.npz"]);
        assert_eq!(clips, [Vec::<usize>::new(), Vec::new()]);
        assert_eq!(remarks, ["line 2: `a/jump.npz` and `b/jump.npz` both may be the clip `jump.npz`"]);
        let (clips, remarks) = found(&["b/jump.npz"], &["a/jump.npz", "b/jump.npz"]);
        assert_eq!(clips, [vec![], vec![0]]);
        assert_eq!(remarks, ["line 2: no clip is `a/jump.npz`"]);
    }

    #[test]
    fn a_name_and_a_longer_path_of_one_clip_agree() {
        for [one, other] in [["S01/walk.bvh", "walk"], ["data/S01/walk.bvh", "S01/walk.bvh"], ["walk", "../x/walk.bvh"]]
        {
            let (clips, remarks) = found(&["S01/walk.bvh"], &[one, other]);
            assert_eq!(clips, [vec![0], vec![0]], "{one} {other}");
            assert!(remarks.is_empty(), "{remarks:?}");
        }
        let (clips, remarks) = found(&["walk.bvh"], &["walk", "a/walk", "b/walk"]);
        assert_ne!(clips[1], [0], "two motions of one name");
        assert_eq!(remarks.len(), 1);
    }

    #[test]
    fn a_terminal_obeys_no_path() {
        assert_eq!(found(&["walk.bvh"], &["\u{1b}[31mred"]).1, ["line 2: no clip is `\u{fffd}[31mred`"]);
    }

    #[test]
    fn labels_without_a_clip_are_told_and_counted() {
        let paths: Vec<String> = (0..60).map(|index| format!("gone{index}")).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let (_, remarks) = found(&["walk.bvh"], &paths);
        assert_eq!(remarks[0], "line 2: no clip is `gone0`");
        assert_eq!(remarks.last().unwrap(), "10 more names of clips, 60 labels in all, have no clip here");
    }

    #[test]
    fn a_path_begins_at_the_labels_folder() {
        let labels = read("set/labels.csv", b"path,text\nwalk.bvh,x\n").unwrap();
        let pairs = |clips: &[&str]| Clips::new(clips.iter().copied()).assign(&labels).pairs;
        assert_eq!(pairs(&["walk.bvh", "set/walk.bvh"]), [(1, 0)]);
        assert_eq!(pairs(&["other/walk.bvh", "set/walk.npz"]), [(1, 0)]);
    }

    #[test]
    fn texts_belong_to_all_arrays_of_their_name_and_meta_to_its_folder() {
        let pairs = |name: &str, text: &str, clips: &[&str]| {
            Clips::new(clips.iter().copied()).assign(&read(name, text.as_bytes()).unwrap()).pairs
        };
        assert_eq!(
            pairs("texts/01.txt", "x#y#0#0", &["vecs/01.npy", "joints/01.npy", "joints/02.npy"]),
            [(0, 0), (1, 0)]
        );
        assert_eq!(pairs("a/walk.txt", "x", &["b/walk.npy", "a/walk.npy"]), [(1, 0)]);
        assert_eq!(pairs("a/meta.json", r#"{"text": "x"}"#, &["a/m.npz", "b/m.npz", "a/c/m.npz"]), [(0, 0)]);
        assert_eq!(pairs("meta.json", r#"{"text": "x"}"#, &["m.npz"]), [(0, 0)]);
    }

    #[test]
    fn labels_of_a_clip_are_in_the_order_of_time() {
        let labels = read("l.csv", b"path,start,end,text\na,2,3,z\na,,,w\na,0,5,y\na,0,1,x\n").unwrap();
        let texts: Vec<usize> = Clips::new(["a.bvh"]).assign(&labels).pairs.iter().map(|pair| pair.1).collect();
        assert_eq!(texts, [1, 3, 2, 0]);
    }

    #[test]
    fn thousands_of_one_name_take_no_time() {
        let clips: Vec<String> = (0..5000).map(|index| format!("c{index}/walk.bvh")).collect();
        let paths: Vec<String> = (0..5000).map(|index| format!("l{index}/walk.bvh")).collect();
        let (clips, paths): (Vec<&str>, Vec<&str>) =
            (clips.iter().map(|s| &**s).collect(), paths.iter().map(|s| &**s).collect());
        assert_eq!(found(&clips, &paths).1.len(), REMARKS + 1);
    }
}
