//! Which source file of a crate uses which other, read from the sources themselves.
//!
//! Modules are followed by their `mod` lines, and each path in the code through them: `crate::`, `super::`, `self::`,
//! names that a `use` brought in, and re-exports, up to the file that defines the name. Methods and what macros make
//! are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One use of a file by another, as indices into [`Graph::files`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub from: usize,
    pub to: usize,
    pub path: String,
    pub test: bool,
}

#[derive(Debug, Default)]
pub struct Graph {
    /// Relative to the base folder.
    pub files: Vec<PathBuf>,
    pub uses: Vec<Use>,
    modules: Vec<Module>,
}

#[derive(Debug, Default)]
struct Module {
    parent: Option<usize>,
    file: usize,
    children: BTreeMap<String, usize>,
    /// Names imported by `use`, and the path of each.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of `use path::*`.
    globs: Vec<Vec<String>>,
    /// Names of types, functions and constants, and of macros.
    defined: BTreeSet<String>,
    /// Paths in the code, with those of `use`.
    paths: Vec<(Vec<String>, bool)>,
}

type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A module, and one of its own names if the path led to one.
type Target = (usize, bool);

impl Graph {
    /// The graph of the crate with this root file, such as `src/lib.rs` in the folder `base`.
    pub fn of(base: &Path, root: &str) -> Self {
        Self::read(&|file| fs::read_to_string(base.join(file)).ok(), root)
    }

    /// The graph of sources in memory: names and texts, the root first.
    pub fn of_texts(sources: &[(&str, &str)]) -> Self {
        let text = |file: &Path| sources.iter().find(|(name, _)| Path::new(name) == file).map(|(_, text)| *text);
        Self::read(&|file| text(file).map(str::to_owned), sources[0].0)
    }

    fn read(read: Read<'_>, root: &str) -> Self {
        let mut graph = Self::default();
        graph.add_file(read, root.into(), None, false);
        graph.resolve();
        graph
    }

    /// The circles, apart from tests: sibling modules that use each other, directly or by their descendants. Uses
    /// between a module and its own descendants do not count.
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

    pub fn explain(&self, circle: &[usize]) -> String {
        let is_inside = |(from, to): (usize, usize)| circle.contains(&from) && circle.contains(&to);
        let uses = self.uses.iter().filter(|edge| self.siblings(edge).is_some_and(is_inside));
        let name = |file: usize| self.files[file].display();
        uses.map(|edge| format!("  {} uses {} ({})\n", name(edge.from), name(edge.to), edge.path)).collect()
    }

    /// The two sibling modules, or the files themselves, that a use connects. `None` for uses of tests, and between a
    /// module and its descendants.
    fn siblings(&self, edge: &Use) -> Option<(usize, usize)> {
        let (from, to) = (self.line(edge.from), self.line(edge.to));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        (!edge.test).then_some((*from.get(common)?, *to.get(common)?))
    }

    /// A file and its ancestors, from the root down.
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

    fn add_file(&mut self, read: Read<'_>, file: PathBuf, parent: Option<usize>, test: bool) -> usize {
        let text = read(&file).unwrap_or_else(|| panic!("{} cannot be read", file.display()));
        let stream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let own = file.parent().unwrap_or(Path::new("")).to_owned();
        // Children of `lib.rs`, `main.rs` and `mod.rs` are beside them, those of `name.rs` in `name/`.
        let beside = parent.is_none() || file.ends_with("mod.rs");
        let inside = if beside { own.clone() } else { file.with_extension("") };
        let module = self.modules.len();
        self.modules.push(Module { parent, file: self.files.len(), ..Module::default() });
        self.files.push(file);
        self.add_items(read, &tokens(stream), module, &Folders { own, inside }, test);
        module
    }

    /// Reads the tokens of a module: what it declares, imports, defines and names.
    fn add_items(&mut self, read: Read<'_>, tokens: &[Token], module: usize, folders: &Folders, in_test: bool) {
        let word = |at: usize| tokens.get(at).map_or("", Token::word);
        let inside = |at: usize| tokens.get(at).and_then(Token::inside);
        let (mut at, mut test_item, mut path_attribute) = (0, false, None);
        while at < tokens.len() {
            let test = in_test || test_item;
            if let ("#", Some(attribute)) = (word(at), inside(at + 1)) {
                match attribute[0].word() {
                    "cfg" => test_item |= has(attribute, "test") && !has(attribute, "not"),
                    "path" => path_attribute = attribute.last().map(|path| path.word().trim_matches('"')),
                    _ => {}
                }
                at += 2;
            } else if word(at) == "mod" && word(at + 2) == ";" {
                let flat = folders.inside.join(word(at + 1)).with_extension("rs");
                let file = match path_attribute.take() {
                    Some(path) => plain(&folders.own.join(path)),
                    None if read(&flat).is_some() => flat,
                    None => flat.with_extension("").join("mod.rs"),
                };
                let child = self.add_file(read, file, Some(module), test);
                self.modules[module].children.insert(word(at + 1).to_owned(), child);
                (at, test_item) = (at + 3, false);
            } else if let ("mod", Some(items)) = (word(at), inside(at + 2)) {
                let child = self.modules.len();
                let file = self.modules[module].file;
                self.modules.push(Module { parent: Some(module), file, ..Module::default() });
                self.modules[module].children.insert(word(at + 1).to_owned(), child);
                let folder = folders.inside.join(word(at + 1));
                self.add_items(read, items, child, &Folders { own: folder.clone(), inside: folder }, test);
                (at, test_item) = (at + 3, false);
            } else if word(at) == "use" && word(at + 1) != "<" {
                let end = (at..tokens.len()).find(|end| word(*end) == ";").unwrap_or(tokens.len());
                self.add_use(&tokens[at + 1..end], &[], module, test);
                (at, test_item) = (end + 1, false);
            } else if is_word(word(at)) && (at == 0 || ![".", "::"].contains(&word(at - 1))) {
                let before = if at > 0 { word(at - 1) } else { "" };
                let is_macro = before == "!" && at > 1 && word(at - 2) == "macro_rules";
                if is_macro || DEFINING.contains(&before) {
                    self.modules[module].defined.insert(word(at).to_owned());
                }
                let mut path = vec![word(at).to_owned()];
                while word(at + 1) == "::" && is_word(word(at + 2)) {
                    at += 2;
                    path.push(word(at).to_owned());
                }
                // A single keyword is from `pub(crate)`.
                if path.len() > 1 || !["crate", "self", "super"].contains(&path[0].as_str()) {
                    self.modules[module].paths.push((path, test));
                }
                at += 1;
            } else {
                if let Some(items) = inside(at) {
                    self.add_items(read, items, module, folders, test);
                }
                let ends = word(at) == ";" || matches!(&tokens[at], Token::Inside(Delimiter::Brace, _));
                (at, test_item) = (at + 1, test_item && !ends);
            }
        }
    }

    /// Splits a `use` into one path for each name.
    fn add_use(&mut self, tree: &[Token], before: &[String], module: usize, test: bool) {
        let (mut path, mut renamed) = (before.to_vec(), None);
        for (at, token) in tree.iter().enumerate() {
            if let Some(list) = token.inside() {
                let entries = list.split(|token| token.word() == ",").filter(|entry| !entry.is_empty());
                return entries.for_each(|entry| self.add_use(entry, &path, module, test));
            }
            match token.word() {
                "*" => {
                    self.modules[module].globs.push(path.clone());
                    return self.modules[module].paths.push((path, test));
                }
                "::" => {}
                "as" => {
                    renamed = Some(tree[at + 1].word().to_owned());
                    break;
                }
                word => path.push(word.to_owned()),
            }
        }
        path.pop_if(|last| last == "self");
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

    /// The target of a path in `module`; `None`: outside of the crate, or local.
    fn walk(&self, module: usize, path: &[String], depth: usize) -> Option<Target> {
        let (mut at, mut rest) = (module, path);
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
            // A single word is a module's name only if it was imported: most are variables.
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

    /// The meaning of a name in a module.
    fn look(&self, module: usize, word: &str, depth: usize) -> Option<Target> {
        let here = &self.modules[module];
        if let Some(child) = here.children.get(word) {
            return Some((*child, false));
        }
        // Chains of re-exports are short; a longer one imports itself.
        if depth > 8 {
            return None;
        }
        if let Some(path) = here.imports.get(word) {
            let itself = path.len() == 1 && path[0] == word;
            return if itself { None } else { self.walk(module, path, depth + 1) };
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

/// Where a module's children are: by `#[path]`, and by name.
struct Folders {
    own: PathBuf,
    inside: PathBuf,
}

fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() != ".." || !out.pop() {
            out.push(part);
        }
    }
    out
}

/// Keywords that define the name after them.
const DEFINING: &[&str] = &["fn", "struct", "enum", "union", "trait", "type", "const", "static"];

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A word, a number, a string, an operator or `::`; or the content of a pair of brackets.
enum Token {
    Text(String),
    Inside(Delimiter, Vec<Token>),
}

impl Token {
    fn word(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    fn inside(&self) -> Option<&[Token]> {
        if let Self::Inside(_, tokens) = self { Some(tokens) } else { None }
    }
}

/// Whether a word is among the tokens or within their brackets.
fn has(tokens: &[Token], word: &str) -> bool {
    tokens.iter().any(|token| token.word() == word || token.inside().is_some_and(|inside| has(inside, word)))
}

/// The tokens of a source, without its lifetimes.
fn tokens(stream: TokenStream) -> Vec<Token> {
    let mut found = Vec::new();
    let mut trees = stream.into_iter().peekable();
    let is = |tree: &TokenTree, sign: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign);
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => found.push(Token::Inside(group.delimiter(), tokens(group.stream()))),
            quote if is(&quote, '\'') => drop(trees.next()),
            colon if is(&colon, ':') && trees.next_if(|next| is(next, ':')).is_some() => {
                found.push(Token::Text("::".into()));
            }
            other => found.push(Token::Text(other.to_string())),
        }
    }
    found
}
