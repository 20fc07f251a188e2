//! Links bones to their parents: "The first entry in a line is the parent. Subsequent bones are the direct inferiors of that
//! parent." Lines may come in any order. Every bone gets exactly one parent.

use std::collections::HashMap;

use super::draft::Draft;
use super::log::{AsfLog, FoundWord};
use crate::checked::Checked;
use crate::formats::reading::text::too_early;

/// Node 0 is the root; the bones with unique names follow in file order.
#[derive(Debug)]
pub(super) struct BoneTree<'a> {
    /// The root's name as spelled in the hierarchy.
    pub(super) root_name: &'a [u8],
    /// Index in the draft of each bone.
    pub(super) bones: Vec<usize>,
    /// Node of each name (in lower case) and numeric id.
    pub(super) names: HashMap<Vec<u8>, usize>,
    pub(super) children: Vec<Vec<usize>>,
    /// Whether the file ends within the hierarchy.
    pub(super) is_cut: bool,
    links: Vec<BoneLink>,
}

#[derive(Debug, Clone, Copy)]
struct BoneLink {
    parent: Option<usize>,
    /// An ancestor or the node itself; shortcuts long paths (union-find).
    towards_top: usize,
    /// Whether a warning has said why it has no parent.
    warned: bool,
}

pub(super) fn link<'a>(draft: &Draft<'a>, log: &mut AsfLog<'a, '_>) -> BoneTree<'a> {
    let mut tree = name_nodes(draft, log);
    let (mut begun, mut ended, mut is_empty) = (None, false, true);
    for line in &draft.lines {
        let mut words = line.iter().copied().filter(|word| !word.iter().all(|byte| *byte == b'"')).peekable();
        while let Some(word) = words.next_if(|word| tree.is_delimiter(word)) {
            ended = word.eq_ignore_ascii_case(b"end");
            begun = if ended { None } else { Some(word) };
        }
        let Some(parent_word) = words.next() else { continue };
        is_empty = false;
        let Some(parent) = tree.node(parent_word) else {
            // Any text may follow `end`.
            if !ended {
                warn_unknown(parent_word, log);
            }
            continue;
        };
        if parent == 0 && tree.root_name.is_empty() {
            tree.root_name = parent_word;
        }
        for word in words {
            if tree.is_delimiter(word) {
                (begun, ended) = (None, true);
            } else {
                tree.attach_child(word, parent, parent_word, log);
            }
        }
    }
    if begun.is_some() {
        warning!(log.warn => "asf.missing-end", log.end(), "{}", too_early("`end` of the hierarchy"));
    }
    if is_empty && !tree.bones.is_empty() {
        let hierarchy = "a hierarchy; every bone was hung on the root";
        let message = if draft.hierarchy_at.is_some() { format!("expected {hierarchy}") } else { too_early(hierarchy) };
        warning!(log.warn => "asf.no-hierarchy", draft.hierarchy_at.unwrap_or(log.end()), "{message}");
    }
    if is_empty && tree.bones.is_empty() && draft.hierarchy_at.is_none() {
        let message = too_early("bones and a hierarchy; there is only the root");
        warning!(log.warn => "asf.no-bones", log.end(), "{message}");
    }
    tree.is_cut = begun.is_some() || is_empty && draft.hierarchy_at.is_none();
    tree.attach_rest_to_root(draft, !is_empty, log);
    tree
}

/// Gives every bone a node, except bones without a name or with another bone's name.
fn name_nodes<'a>(draft: &Draft<'a>, log: &mut AsfLog<'a, '_>) -> BoneTree<'a> {
    let mut names = HashMap::from([(b"root".to_vec(), 0)]);
    let mut bones = Vec::new();
    for (index, bone) in draft.bones.iter().enumerate() {
        let Some((keyword, name)) = bone.name_or_id() else {
            warning!(log.warn => "asf.no-name", bone.at, "a bone without a name; it was left out");
            continue;
        };
        if names.contains_key(&lower(name)) {
            let message = format_args!("another bone is called {} already; this one was left out", FoundWord(name));
            log.warn_of("asf.name-twice", keyword, message);
            continue;
        }
        bones.push(index);
        names.insert(lower(name), bones.len());
    }
    // A number that is one bone's name and another bone's id means the name.
    let mut ids = HashMap::new();
    for (node, bone) in bones.iter().enumerate().filter_map(|(n, &bone)| Some((n + 1, draft.bones.get(bone)?))) {
        let Some((keyword, id)) = bone.id else { continue };
        if ids.insert(id, node).is_some_and(|other| other != node) {
            let message = format_args!("another bone has the id {} already", FoundWord(id));
            log.warn_of("asf.id-twice", keyword, message);
            continue;
        }
        names.entry(id.to_vec()).or_insert(node);
    }
    let links = (0..=bones.len()).map(|node| BoneLink { parent: None, towards_top: node, warned: false });
    let (links, children) = (links.collect(), vec![Vec::new(); bones.len() + 1]);
    BoneTree { root_name: b"", bones, names, children, is_cut: false, links }
}

impl<'a> BoneTree<'a> {
    fn node(&self, word: &[u8]) -> Option<usize> {
        self.names.get(&lower(word)).copied()
    }

    /// `begin` or `end`, unless a bone has that name.
    fn is_delimiter(&self, word: &[u8]) -> bool {
        (word.eq_ignore_ascii_case(b"begin") || word.eq_ignore_ascii_case(b"end"))
            && !self.names.contains_key(&lower(word))
    }

    /// Attaches a bone to a parent; warns and ignores it if that is impossible.
    fn attach_child(&mut self, word: &'a [u8], parent: usize, parent_word: &'a [u8], log: &mut AsfLog<'a, '_>) {
        let (this, above) = (FoundWord(word), FoundWord(parent_word));
        let Some(child) = self.node(word) else { return warn_unknown(word, log) };
        if child == 0 {
            let message = format_args!("the root hangs on nothing; ignored under {above}");
            return log.warn_of("asf.root-as-child", word, message);
        }
        if child == parent {
            return log.warn_of("asf.self-parent", word, format_args!("{this} cannot hang on itself; ignored"));
        }
        let Some(link) = self.links.get(child).copied() else { return };
        if link.parent.is_some() {
            let message = format_args!("{this} has a parent already; ignored under {above}");
            return log.warn_of("asf.two-parents", word, message);
        }
        let is_cycle = top(&mut self.links, parent) == child;
        if is_cycle {
            let message = format_args!("{this} cannot hang on {above}, which hangs on it; ignored");
            log.warn_of("asf.cycle", word, message);
            self.links.change(child, |link| link.warned = true);
        } else {
            self.children.change(parent, |children| children.push(child));
            self.links.change(child, |link| (link.parent, link.towards_top) = (Some(parent), parent));
        }
    }

    /// Attaches the bones missing from the hierarchy to the root; `warns` says whether to warn of each.
    fn attach_rest_to_root(&mut self, draft: &Draft<'a>, warns: bool, log: &mut AsfLog<'a, '_>) {
        for (node, link) in self.links.iter().enumerate().skip(1).filter(|(_, link)| link.parent.is_none()) {
            let bone = node.checked_sub(1).and_then(|bone| draft.bones.get(*self.bones.get(bone)?));
            if let Some((keyword, name)) = bone.and_then(|bone| bone.name_or_id())
                && warns
                && !link.warned
            {
                let message = format_args!("{} is not in the hierarchy; it was hung on the root", FoundWord(name));
                log.warn_of("asf.bone-outside", keyword, message);
            }
            if let Some(children) = self.children.first_mut() {
                children.push(node);
            }
        }
    }
}

fn warn_unknown(word: &[u8], log: &mut AsfLog<'_, '_>) {
    log.warn_of("asf.unknown-bone", word, format_args!("there is no bone {}; it was ignored", FoundWord(word)));
}

/// The topmost ancestor of `node`, or itself.
fn top(links: &mut [BoneLink], mut node: usize) -> usize {
    let above = |links: &[BoneLink], node: usize| links.get(node).map_or(node, |link| link.towards_top);
    loop {
        let next = above(links, node);
        if next == node {
            return node;
        }
        let over = above(links, next);
        links.change(node, |link| link.towards_top = over);
        node = over;
    }
}

fn lower(word: &[u8]) -> Vec<u8> {
    word.to_ascii_lowercase()
}
