//! Which bone hangs on which: "The first entry in a line is the parent. Subsequent bones are the direct inferiors of that
//! parent." Lines may come in any order; every bone ends up somewhere, once.

use std::collections::HashMap;

use super::draft::{Draft, Found, Reader};

/// The root is node 0, the bones that have a name of their own follow in the order of the file.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    /// The root as the hierarchy spells it.
    pub(super) root_name: &'a [u8],
    /// Index of each bone among those of the draft.
    pub(super) bones: Vec<usize>,
    /// Names in lower case and numeric ids of nodes.
    pub(super) names: HashMap<Vec<u8>, usize>,
    pub(super) children: Vec<Vec<usize>>,
}

/// A node while the lines are read.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: Option<usize>,
    /// A node nearer to the top of its tree, or itself: where the way up is long, it is cut short.
    towards_top: usize,
    /// What kept it from having a parent was told.
    told: bool,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn tree(&mut self, draft: &Draft<'a>) -> Tree<'a> {
        let mut tree = self.name_nodes(draft);
        let new = |index| Node { parent: None, towards_top: index, told: false };
        let mut nodes: Vec<Node> = (0..=tree.bones.len()).map(new).collect();
        let (mut begun, mut ended, mut says_nothing) = (None, false, true);
        for line in &draft.lines {
            let mut words = line.iter().copied().filter(|word| !word.iter().all(|byte| *byte == b'"')).peekable();
            while let Some(word) = words.next_if(|word| is_delimiter(word) && !tree.names.contains_key(&lower(word))) {
                ended = word.eq_ignore_ascii_case(b"end");
                begun = if ended { None } else { Some(word) };
            }
            let Some(parent_word) = words.next() else { continue };
            says_nothing = false;
            let Some(parent) = tree.node(parent_word) else {
                // Behind the end may stand what is none of ours.
                if !ended {
                    self.unknown(parent_word);
                }
                continue;
            };
            if parent == 0 && tree.root_name.is_empty() {
                tree.root_name = parent_word;
            }
            for word in words {
                if is_delimiter(word) && !tree.names.contains_key(&lower(word)) {
                    (begun, ended) = (None, true);
                } else {
                    self.hang(word, parent, parent_word, &mut tree, &mut nodes);
                }
            }
        }
        if begun.is_some() {
            let at = self.block.trim_ascii_end().len();
            self.note("asf.missing-end", at, format_args!("expected `end` of the hierarchy; perhaps the file was cut"));
        }
        self.adopt(draft, &mut tree, &nodes, says_nothing);
        tree
    }

    /// Gives every bone its node. Bones without a name and those whose name is taken are left out.
    fn name_nodes(&mut self, draft: &Draft<'a>) -> Tree<'a> {
        let mut names = HashMap::from([(b"root".to_vec(), 0)]);
        let mut bones = Vec::new();
        for (index, bone) in draft.bones.iter().enumerate() {
            let Some((at, name)) = bone.name.or(bone.id) else {
                self.note("asf.no-name", bone.at, format_args!("a bone without a name; it was left out"));
                continue;
            };
            if names.contains_key(&lower(name)) {
                let message = format_args!("another bone is called {} already; this one was left out", Found(name));
                self.note("asf.name-twice", self.offset(at), message);
                continue;
            }
            bones.push(index);
            names.insert(lower(name), bones.len());
        }
        // A name goes before a number.
        let mut ids = HashMap::new();
        for (node, bone) in bones.iter().enumerate().filter_map(|(n, &bone)| Some((n + 1, draft.bones.get(bone)?))) {
            let Some((at, id)) = bone.id else { continue };
            if ids.insert(id, node).is_some_and(|other| other != node) {
                let message = format_args!("another bone has the id {} already", Found(id));
                self.note("asf.id-twice", self.offset(at), message);
                continue;
            }
            names.entry(id.to_vec()).or_insert(node);
        }
        Tree { root_name: b"", children: vec![Vec::new(); bones.len() + 1], bones, names }
    }

    fn unknown(&mut self, word: &'a [u8]) {
        let message = format_args!("there is no bone {}; it was ignored", Found(word));
        self.note("asf.unknown-bone", self.offset(word), message);
    }

    /// Hangs a bone on a parent, if that makes sense.
    fn hang(&mut self, word: &'a [u8], parent: usize, parent_word: &'a [u8], tree: &mut Tree<'a>, nodes: &mut [Node]) {
        let at = self.offset(word);
        let (this, above) = (Found(word), Found(parent_word));
        let Some(child) = tree.node(word) else { return self.unknown(word) };
        if child == 0 {
            return self.note(
                "asf.root-as-child",
                at,
                format_args!("the root hangs on nothing; ignored under {above}"),
            );
        }
        if child == parent {
            return self.note("asf.self-parent", at, format_args!("{this} cannot hang on itself; ignored"));
        }
        let Some(node) = nodes.get(child).copied() else { return };
        if node.parent.is_some() {
            let message = format_args!("{this} has a parent already; ignored under {above}");
            return self.note("asf.two-parents", at, message);
        }
        let cycle = top(nodes, parent) == child;
        if cycle {
            let message = format_args!("{this} cannot hang on {above}, which hangs on it; ignored");
            self.note("asf.cycle", at, message);
        } else if let Some(children) = tree.children.get_mut(parent) {
            children.push(child);
        }
        if let Some(node) = nodes.get_mut(child) {
            node.told |= cycle;
            if !cycle {
                (node.parent, node.towards_top) = (Some(parent), parent);
            }
        }
    }

    /// Hangs bones that no line names on the root.
    fn adopt(&mut self, draft: &Draft<'a>, tree: &mut Tree<'a>, nodes: &[Node], says_nothing: bool) {
        if says_nothing && !tree.bones.is_empty() {
            let at = draft.hierarchy_at.unwrap_or(self.block.trim_ascii_end().len());
            let message = format_args!("expected a hierarchy; every bone was hung on the root");
            self.note("asf.no-hierarchy", at, message);
        }
        for (index, node) in nodes.iter().enumerate().skip(1).filter(|(_, node)| node.parent.is_none()) {
            let bone = index.checked_sub(1).and_then(|bone| draft.bones.get(*tree.bones.get(bone)?));
            if let Some((at, name)) = bone.and_then(|bone| bone.name.or(bone.id))
                && !node.told
                && !says_nothing
            {
                let message = format_args!("{} is not in the hierarchy; it was hung on the root", Found(name));
                self.note("asf.bone-outside", self.offset(at), message);
            }
            if let Some(children) = tree.children.first_mut() {
                children.push(index);
            }
        }
    }
}

impl Tree<'_> {
    fn node(&self, word: &[u8]) -> Option<usize> {
        self.names.get(&lower(word)).copied()
    }
}

/// The topmost node above `node`, or itself.
fn top(nodes: &mut [Node], mut node: usize) -> usize {
    let above = |nodes: &[Node], node: usize| nodes.get(node).map_or(node, |one| one.towards_top);
    loop {
        let next = above(nodes, node);
        if next == node {
            return node;
        }
        let over = above(nodes, next);
        if let Some(one) = nodes.get_mut(node) {
            one.towards_top = over;
        }
        node = over;
    }
}

fn lower(word: &[u8]) -> Vec<u8> {
    word.to_ascii_lowercase()
}

fn is_delimiter(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"begin") || word.eq_ignore_ascii_case(b"end")
}
