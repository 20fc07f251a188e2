//! Expands instances of prototypes and Inlines: each becomes a copy of the first node of the prototype's body, or of
//! the nodes of the file.
//!
//! The instance's node becomes the copy, so that everything that refers to the instance refers to the copy. All other
//! nodes of the copy are appended to the tree. A field with `IS` takes the instance's value for the prototype's field,
//! or its default. Names within a copy refer to nodes of that copy. A ROUTE to a field of the instance leads to all
//! fields that `IS` connects with it.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::rc::Rc;

use super::SceneFiles;
use super::builder::{MOST_NODES, MOST_ROUTES};
use super::node::{Field, FieldValue, NodeId, Route, SceneNode, TextSpan, TreeLink, bare_event};
use super::node_kind::NodeKind;
use super::templates::{Template, Templates, fields_named, sorted_by_name};
use super::tree::{SceneTree, shown};
use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::slices::pairs;
use crate::formats::reading::growth::push;

/// Deepest nesting of copies.
const DEEPEST: u32 = 100;
const MOST_FIELDS: usize = 600_000;
/// Most fields that are followed from one end of a route.
const MOST_ENDS: usize = 1_000;

/// A copy that was made: of which original, and in which other copy.
struct CopyOf {
    original: Original,
    inside: Option<usize>,
    depth: u32,
}

/// A prototype, by its scope and its index there; or another file, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Original {
    Prototype(usize, usize),
    File(usize),
}

/// A node that may be an instance or an Inline.
struct Candidate {
    node: NodeId,
    scope: usize,
    /// The copy that contains it.
    inside: Option<usize>,
}

/// A field of a node, as it was when the node had been expanded `level` times.
#[derive(Debug, Clone, Copy)]
struct RouteEnd {
    node: NodeId,
    level: u32,
    field: TextSpan,
}

/// A field of an instance, and a field that `IS` connects with it.
struct Connection {
    of: RouteEnd,
    to: RouteEnd,
}

/// The copies exceed a limit, or memory ran out.
struct LimitExceeded;

struct Expander<'t, 'f> {
    tree: &'t mut SceneTree,
    files: &'f SceneFiles,
    templates: Templates<'f>,
    ahead: VecDeque<Candidate>,
    copies: Vec<CopyOf>,
    connections: Vec<Connection>,
    /// By node: how often it was expanded. Nodes past the end never were.
    levels: Vec<u32>,
    routes: Vec<(RouteEnd, RouteEnd, u32)>,
    fields_before: usize,
}

/// Expands all instances and Inlines of a tree whose names are resolved.
pub(super) fn expand(tree: &mut SceneTree, files: &SceneFiles, report: &mut SceneReport<'_>) {
    let templates = Templates::new(tree, files);
    if templates.is_empty() {
        return;
    }
    let is_candidate = |(_, node): &(NodeId, &SceneNode)| matches!(node.kind, NodeKind::Other | NodeKind::Inline);
    let candidates = tree.own_nodes().filter(is_candidate);
    let ahead = candidates.map(|(node, _)| Candidate { node, scope: 0, inside: None }).collect();
    let fields_before = tree.fields.len();
    let mut expander = Expander {
        tree,
        files,
        templates,
        ahead,
        copies: Vec::new(),
        connections: Vec::new(),
        levels: Vec::new(),
        routes: Vec::new(),
        fields_before,
    };
    while let Some(candidate) = expander.ahead.pop_front() {
        if expander.expand_candidate(&candidate, report).is_err() {
            let place = expander.tree.node(candidate.node).map_or(0, SceneNode::place);
            let message = format_args!(
                "prototypes and Inlines make more than {MOST_NODES} nodes or {MOST_FIELDS} fields; the others are left out"
            );
            report.warn_once("hanim.too-many-copies", place, message);
            break;
        }
    }
    if !expander.copies.is_empty() {
        expander.connect(report);
    }
}

impl Expander<'_, '_> {
    fn expand_candidate(&mut self, candidate: &Candidate, report: &mut SceneReport<'_>) -> Result<(), LimitExceeded> {
        let Some(node) = self.tree.node(candidate.node).copied() else { return Ok(()) };
        let name = self.tree.type_name(&node);
        let original = if node.kind == NodeKind::Inline {
            let urls = self.tree.strings(&node, "url", 20);
            self.files.find(&urls).map(Original::File)
        } else {
            self.templates
                .find(self.tree, candidate.scope, name)
                .map(|(scope, index)| Original::Prototype(scope, index))
        };
        let Some(original) = original else { return Ok(()) };
        let depth = candidate.inside.and_then(|at| self.copies.get(at)).map_or(0, |copy| copy.depth + 1);
        let mut around = candidate.inside.and_then(|at| self.copies.get(at));
        let mut is_inside_itself = matches!(original, Original::File(index) if self.files.is_itself(index));
        while let Some(copy) = around {
            is_inside_itself |= copy.original == original;
            around = copy.inside.and_then(|at| self.copies.get(at));
        }
        if is_inside_itself || depth > DEEPEST {
            let name = shown(name);
            warning!(report.warn => "hanim.copy-cycle", node.place(),
                "`{name}` is inside itself, or nested more than {DEEPEST} deep; it is left out");
            // Emptied: an instance that stays would show the nodes in its fields.
            let node = candidate.node.index();
            self.tree.nodes.change(node, |node| (node.kind, node.first_field) = (NodeKind::Other, TreeLink::NONE));
            return Ok(());
        }
        let template = match original {
            Original::Prototype(scope, index) => self.templates.prototype(self.tree, (scope, index), report),
            Original::File(index) => self.templates.file(self.tree, index, report),
        };
        let Some(template) = template else { return Ok(()) };
        self.copies.push(CopyOf { original, inside: candidate.inside, depth });
        let copy = self.copies.len() - 1;
        match original {
            Original::Prototype(..) => self.expand_instance(candidate.node, &node, &template, copy),
            Original::File(_) => self.expand_inline(candidate.node, &node, &template, copy),
        }
    }

    /// Turns an instance into the first node of its prototype's body.
    fn expand_instance(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        template: &Rc<Template>,
        copy: usize,
    ) -> Result<(), LimitExceeded> {
        let own_fields = sorted_by_name(self.tree, self.tree.fields_of(node));
        let level = self.level(id);
        self.set_level(id, level + 1);
        let Some(root) = template.roots.first() else {
            // An empty prototype shows nothing.
            self.tree.nodes.change(id.index(), |node| node.first_field = TreeLink::NONE);
            return Ok(());
        };
        // The nodes of default values are copied only if one of them is needed.
        let is_given = |name: &TextSpan| !fields_named(self.tree, &own_fields, self.tree.text_of(*name)).is_empty();
        let first = if template.node_defaults.iter().all(is_given) { template.body } else { 1 };
        let map = NodeNumbers { first, base: self.tree.nodes.len(), root: Some((*root, id)) };
        self.check_room(map.count(template))?;
        for (number, original) in template.nodes.iter().enumerate().skip(first) {
            if NodeId(number as u32) != *root {
                self.add_node(original, &map)?;
            }
        }
        // An instance's nodes move to the first field that is connected with theirs; further fields get USEs of them.
        let mut moved: Vec<TextSpan> = Vec::new();
        for (number, original) in template.nodes.iter().enumerate().skip(first) {
            let number = NodeId(number as u32);
            let to = map.of(number);
            let mut fields: Vec<Field> = Vec::new();
            // Where the fields are whose values are connected.
            let mut connected: Vec<usize> = Vec::new();
            for field in template.fields_of(original) {
                let FieldValue::Is(of) = field.value else {
                    fields.push(Field { value: map.value(field.value), ..*field });
                    continue;
                };
                if self.connections.len() >= MOST_FIELDS {
                    return Err(LimitExceeded);
                }
                let to_level = if to == id { level + 1 } else { 0 };
                let to_end = RouteEnd { node: to, level: to_level, field: field.name };
                push(&mut self.connections, Connection { of: RouteEnd { node: id, level, field: of }, to: to_end })
                    .map_err(|_| LimitExceeded)?;
                let name = self.tree.text_of(of);
                let own = fields_named(self.tree, &own_fields, name).last().map(|own| own.value);
                let default = || fields_named(self.tree, &template.defaults, name).first();
                let Some(value) = own.or_else(|| default().map(|known| map.value(known.value))) else { continue };
                let is_again = || moved.iter().any(|known| self.tree.text_of(*known) == name);
                let value = match value {
                    FieldValue::Nodes(first, _) if is_again() => self.uses_of(first)?,
                    FieldValue::Nodes(..) => {
                        moved.push(of);
                        value
                    }
                    other => other,
                };
                connected.push(fields.len());
                fields.push(Field { value, ..*field });
            }
            self.drop_replaced(&mut fields, &connected);
            let first_field = self.add_fields(&fields)?;
            self.tree.nodes.change(to.index(), |copied| {
                if to == id {
                    let name = if copied.name.length == 0 { original.name } else { copied.name };
                    *copied = SceneNode { name, place: copied.place, next: copied.next, ..map.node(original) };
                }
                copied.first_field = first_field;
            });
        }
        self.add_routes(template, &map, |node| if node == id { level + 1 } else { 0 })?;
        self.enqueue(template, &map, copy);
        Ok(())
    }

    /// Drops the fields before one of the same name whose value is `connected`: it replaces the body's own.
    fn drop_replaced(&self, fields: &mut Vec<Field>, connected: &[usize]) {
        if connected.is_empty() {
            return;
        }
        let name = |at: usize| fields.get(at).map_or("", |field| self.tree.field_name(field));
        let mut by_name = connected.to_vec();
        sort_by(&mut by_name, |a, b| name(*a).cmp(name(*b)));
        let is_kept = |at: usize| {
            let last = by_name.partition_point(|other| name(*other) <= name(at)).checked_sub(1);
            let last = last.and_then(|last| by_name.get(last)).filter(|last| name(**last) == name(at));
            last.is_none_or(|last| *last <= at)
        };
        let kept: Vec<Field> =
            fields.iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, field)| *field).collect();
        *fields = kept;
    }

    /// Turns an Inline into a group of the nodes of its file, scaled if the file has another unit.
    fn expand_inline(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        template: &Rc<Template>,
        copy: usize,
    ) -> Result<(), LimitExceeded> {
        let map = NodeNumbers { first: 0, base: self.tree.nodes.len(), root: None };
        self.check_room(template.nodes.len())?;
        for original in &template.nodes {
            self.add_node(original, &map)?;
        }
        for (number, original) in template.nodes.iter().enumerate() {
            let copied = |field: &Field| Field { value: map.value(field.value), ..*field };
            let fields: Vec<Field> = template.fields_of(original).map(copied).collect();
            let first_field = self.add_fields(&fields)?;
            self.tree.nodes.change(map.of(NodeId(number as u32)).index(), |node| node.first_field = first_field);
        }
        // Link the roots to a list.
        let roots: Vec<NodeId> = template.roots.iter().map(|root| map.of(*root)).collect();
        for (one, next) in pairs(&roots) {
            self.tree.nodes.change(one.index(), |node| node.next = TreeLink::to(next.index()));
        }
        let mut fields = Vec::new();
        let field = |name, value| Field { name, place: node.place, value, next: TreeLink::NONE };
        if let (Some(first), Some(last)) = (roots.first(), roots.last()) {
            fields.push(field(self.text("children"), FieldValue::Nodes(*first, *last)));
        }
        let scale = template.metres / self.tree.unit("length");
        if scale != 1.0 {
            let text = format!("{scale} {scale} {scale}");
            fields.push(field(self.text("scale"), FieldValue::Text(self.text(&text))));
        }
        let first_field = self.add_fields(&fields)?;
        self.tree.nodes.change(id.index(), |node| (node.kind, node.first_field) = (NodeKind::Transform, first_field));
        self.add_routes(template, &map, |_| 0)?;
        self.enqueue(template, &map, copy);
        Ok(())
    }

    /// Stores a text that is in no file.
    fn text(&mut self, text: &str) -> TextSpan {
        let start = TextSpan::DECODED + self.tree.decoded.len() as u32;
        self.tree.decoded.push_str(text);
        TextSpan { start, length: text.len() as u32 }
    }

    fn check_room(&self, nodes: usize) -> Result<(), LimitExceeded> {
        if self.tree.nodes.len() + nodes <= MOST_NODES { Ok(()) } else { Err(LimitExceeded) }
    }

    fn add_node(&mut self, original: &SceneNode, map: &NodeNumbers) -> Result<(), LimitExceeded> {
        push(&mut self.tree.nodes, map.node(original)).map_err(|_| LimitExceeded)
    }

    /// Adds the fields of a node and returns the first.
    fn add_fields(&mut self, fields: &[Field]) -> Result<TreeLink, LimitExceeded> {
        let first = self.tree.fields.len();
        if first - self.fields_before + fields.len() > MOST_FIELDS {
            return Err(LimitExceeded);
        }
        for (at, field) in fields.iter().enumerate() {
            let next = if at + 1 < fields.len() { TreeLink::to(first + at + 1) } else { TreeLink::NONE };
            push(&mut self.tree.fields, Field { next, ..*field }).map_err(|_| LimitExceeded)?;
        }
        Ok(if fields.is_empty() { TreeLink::NONE } else { TreeLink::to(first) })
    }

    /// A list of USEs, one for each node of a list.
    fn uses_of(&mut self, first: NodeId) -> Result<FieldValue, LimitExceeded> {
        let start = self.tree.nodes.len();
        let mut next = Some(first);
        while let Some((id, node)) = next.and_then(|id| Some((id, self.tree.node(id).copied()?))) {
            self.check_room(1)?;
            let target = if node.is_use { node.target } else { TreeLink::to(id.index()) };
            let link = TreeLink::to(self.tree.nodes.len() + 1);
            let again = SceneNode { is_use: true, target, first_field: TreeLink::NONE, next: link, ..node };
            push(&mut self.tree.nodes, again).map_err(|_| LimitExceeded)?;
            next = node.next.node();
        }
        let last = self.tree.nodes.len() - 1;
        self.tree.nodes.change(last, |node| node.next = TreeLink::NONE);
        Ok(FieldValue::Nodes(NodeId(start as u32), NodeId(last as u32)))
    }

    fn add_routes(
        &mut self,
        template: &Template,
        map: &NodeNumbers,
        level: impl Fn(NodeId) -> u32,
    ) -> Result<(), LimitExceeded> {
        for route in &template.routes {
            if self.routes.len() >= MOST_ROUTES {
                return Err(LimitExceeded);
            }
            let [from, to] = [(route.from, route.from_field), (route.to, route.to_field)].map(|(node, field)| {
                let node = map.of(node);
                RouteEnd { node, level: level(node), field }
            });
            push(&mut self.routes, (from, to, route.place)).map_err(|_| LimitExceeded)?;
        }
        Ok(())
    }

    /// Queues the copied nodes that may be instances or Inlines themselves.
    fn enqueue(&mut self, template: &Template, map: &NodeNumbers, copy: usize) {
        for (number, node) in template.nodes.iter().enumerate().skip(map.first) {
            if !node.is_use && matches!(node.kind, NodeKind::Other | NodeKind::Inline) {
                let node = map.of(NodeId(number as u32));
                self.ahead.push_back(Candidate { node, scope: template.scope, inside: Some(copy) });
            }
        }
    }

    fn level(&self, node: NodeId) -> u32 {
        self.levels.get(node.index()).copied().unwrap_or(0)
    }

    fn set_level(&mut self, node: NodeId, level: u32) {
        if self.levels.len() <= node.index() {
            self.levels.resize(node.index() + 1, 0);
        }
        self.levels.put(node.index(), level);
    }

    /// Adds the routes of all copies. Routes to fields of instances go on to the fields that are connected with them.
    fn connect(&mut self, report: &mut SceneReport<'_>) {
        let mut file_routes = Vec::new();
        std::mem::swap(&mut file_routes, &mut self.tree.routes);
        for route in file_routes {
            match self.tree.route_ends(&route) {
                [Some(from), Some(to)] if self.level(from) > 0 || self.level(to) > 0 => {
                    let from = RouteEnd { node: from, level: 0, field: route.from_field };
                    let to = RouteEnd { node: to, level: 0, field: route.to_field };
                    self.routes.push((from, to, route.place));
                }
                _ => self.tree.routes.push(route),
            }
        }
        let mut connections = std::mem::take(&mut self.connections);
        sort_by(&mut connections, |a, b| self.compare(&a.of, &b.of));
        self.connections = connections;
        for (from, to, place) in std::mem::take(&mut self.routes) {
            let (sources, targets) = (self.connected_ends(from), self.connected_ends(to));
            for (from, to) in sources.iter().flat_map(|from| targets.iter().map(move |to| (from, to))) {
                if self.tree.routes.len() >= MOST_ROUTES {
                    let message = format_args!("more than {MOST_ROUTES} routes; the others are left out");
                    report.warn_once("hanim.too-many-routes", place as usize, message);
                    return;
                }
                self.tree.routes.push(Route {
                    from: TextSpan::default(),
                    from_field: from.field,
                    to: TextSpan::default(),
                    to_field: to.field,
                    place,
                    nodes_before: 0,
                    ends: Some((from.node, to.node)),
                });
            }
        }
    }

    /// The fields at which a field's connections end.
    fn connected_ends(&self, start: RouteEnd) -> Vec<RouteEnd> {
        let (mut ahead, mut found, mut steps) = (vec![start], Vec::new(), 0);
        while let Some(end) = ahead.pop() {
            steps += 1;
            if steps > MOST_ENDS {
                break;
            }
            let node = self.tree.node(end.node).filter(|node| node.is_use);
            let node = node.and_then(|node| node.target.node()).unwrap_or(end.node);
            if self.level(node) <= end.level {
                found.push(RouteEnd { node, ..end });
                continue;
            }
            let end = RouteEnd { node, ..end };
            let first = self.connections.partition_point(|link| self.compare(&link.of, &end).is_lt());
            let connections = self.connections.get(first..).unwrap_or_default().iter().take(MOST_ENDS);
            ahead.extend(connections.take_while(|link| self.compare(&link.of, &end).is_eq()).map(|link| link.to));
        }
        found
    }

    /// The order of connections: those of one event are together.
    fn compare(&self, a: &RouteEnd, b: &RouteEnd) -> Ordering {
        let name = |end: &RouteEnd| bare_event(self.tree.text_of(end.field));
        (a.node, a.level, name(a)).cmp(&(b.node, b.level, name(b)))
    }
}

/// Maps the numbers of a template's nodes to those of the copy.
struct NodeNumbers {
    /// The first node that is copied.
    first: usize,
    /// Its number in the tree.
    base: usize,
    /// A node that is not copied because one in the tree becomes it, and that node.
    root: Option<(NodeId, NodeId)>,
}

impl NodeNumbers {
    fn of(&self, node: NodeId) -> NodeId {
        let at = self.base + node.index().saturating_sub(self.first);
        match self.root {
            Some((root, replaced)) if root == node => replaced,
            // The root is not copied, so that all nodes after it move up.
            Some((root, _)) if node > root => NodeId(at.saturating_sub(1) as u32),
            _ => NodeId(at as u32),
        }
    }

    fn link(&self, link: TreeLink) -> TreeLink {
        link.node().map_or(TreeLink::NONE, |node| TreeLink::to(self.of(node).index()))
    }

    /// Number of nodes that are added.
    fn count(&self, template: &Template) -> usize {
        template.nodes.len().saturating_sub(self.first + usize::from(self.root.is_some()))
    }

    fn value(&self, value: FieldValue) -> FieldValue {
        match value {
            FieldValue::Nodes(first, last) => FieldValue::Nodes(self.of(first), self.of(last)),
            other => other,
        }
    }

    /// The copy of a node, without its fields.
    fn node(&self, original: &SceneNode) -> SceneNode {
        SceneNode {
            next: self.link(original.next),
            target: self.link(original.target),
            first_field: TreeLink::NONE,
            ..*original
        }
    }
}
