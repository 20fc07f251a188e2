//! Which module of a crate uses which other, by the paths in its sources: `crate::`, `super::`, `self::`, names of child modules, and what
//! a module names by `use`. Unit tests are left out, and so is what macros make.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// The uses between modules, which are paths such as `formats::bvh`; the root's is empty.
#[derive(Debug, Default)]
pub struct Graph {
    pub uses: BTreeSet<(String, String)>,
    modules: BTreeMap<String, Module>,
}

/// The paths in a module, and those that `use` gives a name; `*` stands for all names of a path.
#[derive(Debug, Default)]
struct Module {
    paths: Vec<Vec<String>>,
    names: Vec<(String, Vec<String>)>,
}

/// All Rust sources below a folder, but for built ones and tests.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_left_out = |path: &PathBuf| {
        ["target", "node_modules", "dist", "tests", "tests.rs", ".git"].iter().any(|name| path.ends_with(name))
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| !is_left_out(path));
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    files.into_iter().filter(is_rust).chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

impl Graph {
    /// The graph of the crate whose root is in a folder.
    pub fn of(folder: &Path) -> Self {
        let module = |file: &PathBuf| {
            let inside = file.strip_prefix(folder).unwrap().with_extension("");
            let names: Vec<String> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let names = names.strip_suffix(&["mod".to_owned()]).unwrap_or(&names).join("::");
            (if ["lib", "main"].contains(&&*names) { String::new() } else { names }, fs::read_to_string(file).unwrap())
        };
        Self::of_texts(sources(folder).iter().map(module))
    }

    /// The graph of modules in memory: paths and texts.
    pub fn of_texts(texts: impl Iterator<Item = (String, String)>) -> Self {
        let mut graph = Self::default();
        for (name, text) in texts {
            let tokens = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            graph.modules.entry(name).or_default().read(&trees(tokens));
        }
        let paths = graph.modules.iter().flat_map(|(name, module)| module.paths.iter().map(move |path| (name, path)));
        let uses = paths.filter_map(|(name, path)| Some((name.clone(), graph.target(name, path, 0)?)));
        graph.uses = uses.filter(|(from, to)| from != to).collect();
        graph
    }

    /// The module to which a path in a module leads; `None`: out of the crate.
    fn target(&self, module: &str, path: &[String], depth: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => String::new(),
            "self" => module.to_owned(),
            "super" => parent(module)?.to_owned(),
            name => self.named(module, name, depth)?,
        };
        for word in rest {
            let next = if word == "super" { parent(&at).map(str::to_owned) } else { self.named(&at, word, depth) };
            let Some(next) = next else { break };
            at = next;
        }
        Some(at)
    }

    /// The module that a name stands for, or that has what it stands for.
    fn named(&self, module: &str, name: &str, depth: usize) -> Option<String> {
        let child = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        if self.modules.contains_key(&child) {
            return Some(child);
        }
        // Chains of names are short; a longer one names itself.
        let names = self.modules.get(module).filter(|_| depth < 8)?.names.iter();
        names.filter(|(own, _)| own == name || own == "*").find_map(|(own, path)| {
            let target = self.target(module, path, depth + 1)?;
            if own == "*" { self.named(&target, name, depth + 1) } else { Some(target) }
        })
    }

    /// The circles, each as one line: sibling modules that use each other, directly or by their descendants.
    pub fn circles(&self) -> BTreeSet<String> {
        let arrows: BTreeSet<_> = self.uses.iter().filter_map(|(from, to)| siblings(from, to)).collect();
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            arrows.iter().map(|(from, _)| (*from, reached(&arrows, from))).collect();
        let is_back = |from: &str, to: &str| reach.get(to).is_some_and(|reached| reached.contains(from));
        let circle = |(from, to): (&&str, &BTreeSet<&str>)| {
            to.iter().copied().filter(|to| is_back(from, to)).collect::<Vec<_>>().join(", ")
        };
        reach.iter().map(circle).filter(|circle| !circle.is_empty()).collect()
    }
}

fn reached<'a>(arrows: &BTreeSet<(&'a str, &'a str)>, start: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut stack) = (BTreeSet::new(), vec![start]);
    while let Some(at) = stack.pop() {
        let next = arrows.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to);
        stack.extend(next.filter(|to| seen.insert(*to)));
    }
    seen
}

fn parent(module: &str) -> Option<&str> {
    (!module.is_empty()).then(|| module.rsplit_once("::").map_or("", |(parent, _)| parent))
}

/// The siblings, or the modules themselves, that a use connects. `None` between a module and its descendants.
fn siblings<'a>(from: &'a str, to: &'a str) -> Option<(&'a str, &'a str)> {
    let ends = |path: &'a str| path.match_indices("::").map(|(at, _)| at).chain([path.len()]);
    let mut lines = ends(from).zip(ends(to)).map(|(a, b)| (&from[..a], &to[..b]));
    lines.find(|(from, to)| from != to && !from.is_empty() && !to.is_empty())
}

impl Module {
    /// Reads tokens of the module.
    fn read(&mut self, trees: &[Tree]) {
        let word = |at: usize| trees.get(at).map_or("", Tree::word);
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            if let Tree::Inside(inside) = tree {
                self.read(inside);
            } else if word(at) == "use" && word(at + 1) != "<" {
                let end = (at..trees.len()).find(|end| word(*end) == ";").unwrap_or(trees.len());
                self.read_use(&trees[at + 1..end], &[]);
                at = end;
            } else if word(at) == "mod" && word(at + 1) == "tests" {
                at += 2;
            } else if word(at) == "pub" && matches!(trees.get(at + 1), Some(Tree::Inside(_))) {
                // The visibility of a name uses nothing.
                at += 1;
            } else {
                let mut path = vec![word(at).to_owned()];
                while word(at + 1) == "::" {
                    path.push(word(at + 2).to_owned());
                    at += 2;
                }
                self.paths.extend(Some(path).filter(|path| path.len() > 1));
            }
            at += 1;
        }
    }

    /// Reads a part of a `use`, whose paths begin with `before`.
    fn read_use(&mut self, trees: &[Tree], before: &[String]) {
        let mut path = before.to_vec();
        for tree in trees {
            match tree {
                Tree::Inside(inside) => {
                    return inside.split(|tree| tree.word() == ",").for_each(|entry| self.read_use(entry, &path));
                }
                tree if ["::", "as", "self"].contains(&tree.word()) && !(path.is_empty() && tree.word() == "self") => {}
                tree => path.push(tree.word().to_owned()),
            }
        }
        // The last word is the name: that after `as`, if there is one.
        let Some(name) = path.last().cloned() else { return };
        if name == "*" || trees.iter().any(|tree| tree.word() == "as") {
            path.pop();
        }
        self.paths.push(path.clone());
        self.names.push((name, path));
    }
}

/// A word, an operator or a literal; or the content of a pair of brackets.
enum Tree {
    Word(String),
    Inside(Vec<Tree>),
}

impl Tree {
    fn word(&self) -> &str {
        if let Self::Word(word) = self { word } else { "" }
    }
}

fn trees(stream: TokenStream) -> Vec<Tree> {
    let mut found: Vec<Tree> = Vec::new();
    for tree in stream {
        match tree {
            TokenTree::Group(group) => found.push(Tree::Inside(trees(group.stream()))),
            // Both colons of a path are one word.
            TokenTree::Punct(punct)
                if punct.as_char() == ':' && found.last().is_some_and(|last| last.word() == ":") =>
            {
                found.pop();
                found.push(Tree::Word("::".into()));
            }
            other => found.push(Tree::Word(other.to_string())),
        }
    }
    found
}
