//! Which source file of a crate uses which other, read from the sources themselves.
//!
//! The modules are followed from the crate's root by their `mod` lines. Each path in the code is then walked through them:
//! `crate::`, `super::`, `self::`, names that a `use` brought in, and re-exports, up to the file that defines the name. So
//! a name that is imported through its parent's `pub use child::Name` counts as an import of `child`. Names that macros
//! make, and methods, are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// One use of a file by another, as indices into [`Graph::files`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub from: usize,
    pub to: usize,
    /// The path as it is written.
    pub path: String,
    /// Whether only tests use it.
    pub test: bool,
}

/// The files of a crate and what they use of each other.
#[derive(Debug, Default)]
pub struct Graph {
    /// Relative to the folder that the graph was read from.
    pub files: Vec<PathBuf>,
    pub uses: Vec<Use>,
    modules: Vec<Module>,
}

#[derive(Debug, Default)]
struct Module {
    parent: Option<usize>,
    file: usize,
    children: BTreeMap<String, usize>,
    /// Names that `use` brings in, and the path of each.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of `use path::*`.
    globs: Vec<Vec<String>>,
    /// Names of types, functions and constants, and of macros.
    defined: BTreeSet<String>,
    /// Paths in the code, with those of `use`.
    paths: Vec<(Vec<String>, bool)>,
}

/// A module, and one of its own names where the path led to one.
type Target = (usize, bool);

impl Graph {
    /// The graph of the crate whose root file this is, such as `src/lib.rs` in the folder `base`.
    pub fn of(base: &Path, root: &str) -> Self {
        let mut graph = Self::default();
        graph.add_file(&|file| fs::read_to_string(base.join(file)).ok(), PathBuf::from(root), None, false);
        graph.resolve();
        graph
    }

    /// The graph of sources that are not on a disk: names and texts, the root first.
    pub fn of_texts(sources: &[(&str, &str)]) -> Self {
        let mut graph = Self::default();
        let read =
            |file: &Path| sources.iter().find(|(name, _)| Path::new(name) == file).map(|(_, text)| (*text).into());
        graph.add_file(&read, PathBuf::from(sources[0].0), None, false);
        graph.resolve();
        graph
    }

    /// The circles, apart from tests: modules of one parent that lead to each other by what they, or modules below them,
    /// use. Each is a list of the modules' files, in order. What a module and its own descendants use of each other is left
    /// aside.
    pub fn circles(&self) -> Vec<Vec<usize>> {
        let mut next = vec![BTreeSet::new(); self.files.len()];
        for (from, to) in self.uses.iter().filter_map(|edge| self.siblings(edge)) {
            next[from].insert(to);
        }
        let reached = |start: usize| {
            let (mut seen, mut stack) = (BTreeSet::new(), vec![start]);
            while let Some(file) = stack.pop() {
                stack.extend(next[file].iter().filter(|to| seen.insert(**to)));
            }
            seen
        };
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(reached).collect();
        let circle = |file: usize| reach[file].iter().copied().filter(|to| reach[*to].contains(&file)).collect();
        let circles: BTreeSet<Vec<usize>> = (0..self.files.len()).map(circle).collect();
        circles.into_iter().filter(|circle| !circle.is_empty()).collect()
    }

    /// The uses that make a circle, in words.
    pub fn explain(&self, circle: &[usize]) -> String {
        let mut paths: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
        for edge in &self.uses {
            if self.siblings(edge).is_some_and(|(from, to)| circle.contains(&from) && circle.contains(&to)) {
                paths.entry((edge.from, edge.to)).or_default().push(&edge.path);
            }
        }
        let name = |file: usize| self.files[file].display();
        let line = |((from, to), paths): ((usize, usize), Vec<&str>)| {
            format!("  {} uses {} ({})\n", name(from), name(to), paths.join(", "))
        };
        paths.into_iter().map(line).collect()
    }

    /// The files of the two modules of one parent that a use leads from and to: the files themselves or those above them.
    /// `None` for what tests use, and for what a module and its descendants use of each other.
    fn siblings(&self, edge: &Use) -> Option<(usize, usize)> {
        let (from, to) = (self.line(edge.from), self.line(edge.to));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        (!edge.test).then_some((*from.get(common)?, *to.get(common)?))
    }

    /// The files above a file, from the root, and the file.
    fn line(&self, file: usize) -> Vec<usize> {
        let mut line = Vec::new();
        let mut module = self.modules.iter().position(|module| module.file == file);
        while let Some(at) = module {
            line.push(self.modules[at].file);
            module = self.modules[at].parent;
        }
        line.dedup();
        line.reverse();
        line
    }

    fn add_file(
        &mut self,
        read: &dyn Fn(&Path) -> Option<String>,
        file: PathBuf,
        parent: Option<usize>,
        test: bool,
    ) -> usize {
        let text = read(&file).unwrap_or_else(|| panic!("{} cannot be read", file.display()));
        let index = self.files.len();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        // Children of `lib.rs`, `main.rs` and `mod.rs` lie beside them, those of `name.rs` in `name/`.
        let beside = parent.is_none() || stem == "mod";
        let inside = if beside { folder.clone() } else { folder.join(stem) };
        self.files.push(file);
        let module = self.modules.len();
        self.modules.push(Module { parent, file: index, ..Module::default() });
        let tokens = tokens(&text);
        self.add_items(read, &tokens, module, &Folders { own: folder, inside }, test);
        module
    }

    /// Reads the tokens of a module: what it declares, imports, defines and names.
    fn add_items(
        &mut self,
        read: &dyn Fn(&Path) -> Option<String>,
        tokens: &[String],
        module: usize,
        folders: &Folders,
        test: bool,
    ) {
        let (mut at, mut test_until, mut path_attribute) = (0, 0, None);
        let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token == word);
        while at < tokens.len() {
            let test = test || at < test_until;
            if is(at, "#") && is(at + 1, "[") {
                let end = closing(tokens, at + 1);
                let attribute = &tokens[at + 2..end];
                if attribute[0] == "cfg" && attribute.contains(&"test".into()) && !attribute.contains(&"not".into()) {
                    test_until = test_until.max(item_end(tokens, end + 1));
                } else if attribute[0] == "path" {
                    path_attribute = attribute.last().map(|path| path.trim_matches('"').to_owned());
                }
                at = end + 1;
            } else if is(at, "mod") && is(at + 2, ";") {
                let name = &tokens[at + 1];
                let file = match path_attribute.take() {
                    Some(path) => plain(&folders.own.join(path)),
                    None => {
                        let flat = folders.inside.join(format!("{name}.rs"));
                        if read(&flat).is_some() { flat } else { folders.inside.join(name).join("mod.rs") }
                    }
                };
                let child = self.add_file(read, file, Some(module), test);
                self.modules[module].children.insert(name.clone(), child);
                at += 3;
            } else if is(at, "mod") && is(at + 2, "{") {
                let (name, end) = (tokens[at + 1].clone(), closing(tokens, at + 2));
                let child = self.modules.len();
                self.modules.push(Module {
                    parent: Some(module),
                    file: self.modules[module].file,
                    ..Module::default()
                });
                let inside = Folders { own: folders.inside.join(&name), inside: folders.inside.join(&name) };
                self.add_items(read, &tokens[at + 3..end], child, &inside, test);
                self.modules[module].children.insert(name, child);
                at = end + 1;
            } else if is(at, "use") && !is(at + 1, "<") {
                let end = (at..tokens.len()).find(|end| is(*end, ";")).unwrap_or(tokens.len());
                self.add_use(&tokens[at + 1..end], &[], module, test);
                at = end + 1;
            } else if is_word(&tokens[at]) && (at == 0 || !(is(at - 1, ".") || is(at - 1, "::"))) {
                let mut path = vec![tokens[at].clone()];
                while is(at + 1, "::") && tokens.get(at + 2).is_some_and(|token| is_word(token)) {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                let defines = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"]
                    .iter()
                    .any(|word| at > 0 && is(at - 1, word))
                    || (at > 1 && is(at - 1, "!") && is(at - 2, "macro_rules"));
                if defines {
                    self.modules[module].defined.insert(path[0].clone());
                }
                // Such a word alone is that of `pub(crate)`.
                if !matches!(path.as_slice(), [word] if ["crate", "self", "super"].contains(&word.as_str())) {
                    self.modules[module].paths.push((path, test));
                }
                at += 1;
            } else {
                at += 1;
            }
        }
    }

    /// Takes a `use` apart into one path for each name.
    fn add_use(&mut self, tree: &[String], before: &[String], module: usize, test: bool) {
        let mut path = before.to_vec();
        let mut at = 0;
        while let Some(token) = tree.get(at) {
            match token.as_str() {
                "{" => {
                    for entry in entries(&tree[at + 1..closing(tree, at)]) {
                        self.add_use(entry, &path, module, test);
                    }
                    return;
                }
                "*" => {
                    self.modules[module].globs.push(path.clone());
                    self.modules[module].paths.push((path, test));
                    return;
                }
                "::" => {}
                "as" => break,
                word => path.push(word.to_owned()),
            }
            at += 1;
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let renamed = (tree.get(at).is_some_and(|token| token == "as")).then(|| tree[at + 1].clone());
        let Some(name) = renamed.or_else(|| path.last().cloned()) else { return };
        self.modules[module].imports.insert(name, path.clone());
        self.modules[module].paths.push((path, test));
    }

    fn resolve(&mut self) {
        let mut uses = BTreeSet::new();
        for (index, module) in self.modules.iter().enumerate() {
            for (path, test) in &module.paths {
                let Some((target, _)) = self.walk(index, path, 0) else { continue };
                let (from, to) = (module.file, self.modules[target].file);
                if from != to {
                    uses.insert(Use { from, to, path: path.join("::"), test: *test });
                }
            }
        }
        self.uses = uses.into_iter().collect();
    }

    /// Where a path that is written in `module` leads; `None`: out of the crate, or to something local.
    fn walk(&self, module: usize, path: &[String], depth: usize) -> Option<Target> {
        let mut rest = path;
        let mut at = module;
        match rest.first()?.as_str() {
            "crate" => {
                while let Some(parent) = self.modules[at].parent {
                    at = parent;
                }
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    (at, rest) = (self.modules[at].parent?, &rest[1..]);
                }
            }
            // A word alone is taken for a module's name only where it was imported: most are variables.
            word if path.len() == 1 && self.modules[at].children.contains_key(word) => return None,
            word => {
                let (found, name) = self.look(at, word, depth)?;
                if name {
                    return Some((found, true));
                }
                (at, rest) = (found, &rest[1..]);
            }
        }
        for word in rest {
            match self.look(at, word, depth) {
                Some((found, false)) => at = found,
                Some(found) => return Some(found),
                None => return Some((at, true)),
            }
        }
        Some((at, false))
    }

    /// What a name means in a module.
    fn look(&self, module: usize, word: &str, depth: usize) -> Option<Target> {
        let here = &self.modules[module];
        if let Some(child) = here.children.get(word) {
            return Some((*child, false));
        }
        // A re-export of a re-export ends somewhere; what imports itself does not.
        if depth > 8 {
            return None;
        }
        if let Some(path) = here.imports.get(word) {
            return if path.first().is_some_and(|first| first == word) && path.len() == 1 {
                None
            } else {
                self.walk(module, path, depth + 1)
            };
        }
        if here.defined.contains(word) {
            return Some((module, true));
        }
        here.globs.iter().find_map(|path| {
            let (target, name) = self.walk(module, path, depth + 1)?;
            if name { None } else { self.look(target, word, depth + 1) }
        })
    }
}

/// Where a module's children lie: by `#[path]`, and by name.
struct Folders {
    own: PathBuf,
    inside: PathBuf,
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() != ".." || !out.pop() {
            out.push(part);
        }
    }
    out
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The bracket that closes the one at `open`.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// The end of the item or statement that starts at `start`: behind its `;` or its block.
fn item_end(tokens: &[String], start: usize) -> usize {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].as_str() {
            ";" => return at + 1,
            "{" => return closing(tokens, at) + 1,
            "[" | "(" => at = closing(tokens, at),
            _ => {}
        }
        at += 1;
    }
    at
}

/// The entries of a list, by its commas.
fn entries(list: &[String]) -> Vec<&[String]> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, token) in list.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found.retain(|entry| !entry.is_empty());
    found
}

/// Words, `::`, strings and single characters of a Rust source. Comments, lifetimes, characters and the contents of all
/// strings but those with a plain quotation mark are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let is = |at: usize, what: char| chars.get(at) == Some(&what);
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if is(at, '/') && is(at + 1, '/') {
            while at < chars.len() && !is(at, '\n') {
                at += 1;
            }
        } else if is(at, '/') && is(at + 1, '*') {
            let mut depth = 0;
            while at < chars.len() {
                if is(at, '/') && is(at + 1, '*') {
                    (depth, at) = (depth + 1, at + 2);
                } else if is(at, '*') && is(at + 1, '/') {
                    (depth, at) = (depth - 1, at + 2);
                } else {
                    at += 1;
                }
                if depth == 0 {
                    break;
                }
            }
        } else if c == '"' {
            let start = at;
            at += 1;
            while at < chars.len() && !is(at, '"') {
                at += if is(at, '\\') { 2 } else { 1 };
            }
            at += 1;
            found.push(chars[start..at.min(chars.len())].iter().collect());
        } else if c == '\'' {
            // `'a'` and `'\n'` are characters, `'a` is a lifetime.
            if is(at + 1, '\\') {
                at += 3;
                while at < chars.len() && !is(at, '\'') {
                    at += 1;
                }
                at += 1;
            } else if is(at + 2, '\'') {
                at += 3;
            } else {
                at += 1;
                while chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                    at += 1;
                }
            }
        } else if c.is_alphanumeric() || c == '_' {
            let start = at;
            while chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                at += 1;
            }
            let word: String = chars[start..at].iter().collect();
            let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
            if matches!(word.as_str(), "r" | "br" | "cr") && is(at + hashes, '"') {
                // A raw string ends at a quotation mark with as many hashes behind it.
                at += hashes + 1;
                while at < chars.len()
                    && !(is(at, '"') && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes)
                {
                    at += 1;
                }
                at += 1 + hashes;
                found.push("\"\"".into());
            } else if matches!(word.as_str(), "b" | "c") && is(at, '"') {
                // The string behind the prefix is the next token.
            } else if word == "b" && is(at, '\'') {
                // Likewise the character.
            } else {
                found.push(word);
            }
        } else if c == ':' && is(at + 1, ':') {
            found.push("::".into());
            at += 2;
        } else {
            if !c.is_whitespace() {
                found.push(c.into());
            }
            at += 1;
        }
    }
    found
}
