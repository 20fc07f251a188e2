//! The originals of copies: bodies of prototypes, and scenes of other files. Each is read once, when it is needed.

use std::rc::Rc;

use super::builder::SceneBuilder;
use super::encoding::SceneEncoding;
use super::node::{Declaration, Field, FieldValue, NodeId, SceneNode, TextSpan, TreeLink};
use super::tree::SceneTree;
use super::{SceneFiles, read_range};
use crate::compact::sorting::sort_by;
use crate::formats::hanim::report::SceneReport;

pub(super) struct TemplateRoute {
    pub(super) from: NodeId,
    pub(super) from_field: TextSpan,
    pub(super) to: NodeId,
    pub(super) to_field: TextSpan,
    pub(super) place: u32,
}

/// Nodes to copy. Node and field numbers count from 0 within the template.
pub(super) struct Template {
    pub(super) nodes: Vec<SceneNode>,
    pub(super) fields: Vec<Field>,
    /// The fields of a prototype that have a default value, sorted by name. Nodes in them precede `body`.
    pub(super) defaults: Vec<Field>,
    /// The names of those whose default is nodes.
    pub(super) node_defaults: Vec<TextSpan>,
    /// The nodes that are shown: the first node of a prototype's body, or all roots of a file.
    pub(super) roots: Vec<NodeId>,
    /// One past the nodes of the interface.
    pub(super) body: usize,
    pub(super) routes: Vec<TemplateRoute>,
    /// The scope of the prototypes that may be used inside.
    pub(super) scope: usize,
    /// Metres per unit of length; of files only.
    pub(super) metres: f64,
}

impl Template {
    pub(super) fn fields_of(&self, node: &SceneNode) -> impl Iterator<Item = &Field> {
        let field = |link: TreeLink| link.index().and_then(|index| self.fields.get(index));
        std::iter::successors(field(node.first_field), move |known| field(known.next))
    }
}

/// The prototypes that are declared in one file, or in the body of one prototype.
struct Scope {
    parent: Option<usize>,
    /// Sorted by name; the later of two equal names counts. Each with its template, once it was read.
    prototypes: Vec<(Declaration, Option<Rc<Template>>)>,
}

pub(super) struct Templates<'a> {
    text: Rc<String>,
    files: &'a SceneFiles,
    scopes: Vec<Scope>,
    /// For each of the files, its template, once it was read.
    file_templates: Vec<Option<Rc<Template>>>,
}

impl<'a> Templates<'a> {
    /// Scope 0 is the file itself.
    pub(super) fn new(tree: &mut SceneTree, files: &'a SceneFiles) -> Self {
        let mut templates = Self {
            text: Rc::clone(&tree.text),
            files,
            scopes: Vec::new(),
            file_templates: (0..files.beside.len()).map(|_| None).collect(),
        };
        let declarations = std::mem::take(&mut tree.declarations);
        templates.add_scope(tree, None, declarations);
        templates
    }

    /// Whether the file has no prototypes and no Inline files.
    pub(super) fn is_empty(&self) -> bool {
        self.file_templates.is_empty() && self.scopes.iter().all(|scope| scope.prototypes.is_empty())
    }

    fn add_scope(&mut self, tree: &SceneTree, parent: Option<usize>, declarations: Vec<Declaration>) -> usize {
        let mut prototypes: Vec<_> = declarations.into_iter().map(|declared| (declared, None)).collect();
        sort_by(&mut prototypes, |a, b| tree.text_of(a.0.name).cmp(tree.text_of(b.0.name)));
        self.scopes.push(Scope { parent, prototypes });
        self.scopes.len() - 1
    }

    /// Finds a prototype that may be used in a scope: the scope that declares it and its index there.
    pub(super) fn find(&self, tree: &SceneTree, scope: usize, name: &str) -> Option<(usize, usize)> {
        let mut next = Some(scope);
        while let Some((at, scope)) = next.and_then(|at| Some((at, self.scopes.get(at)?))) {
            let behind = scope.prototypes.partition_point(|(declared, _)| tree.text_of(declared.name) <= name);
            let found = behind.checked_sub(1).filter(|index| {
                scope.prototypes.get(*index).is_some_and(|(declared, _)| tree.text_of(declared.name) == name)
            });
            if let Some(index) = found {
                return Some((at, index));
            }
            next = scope.parent;
        }
        None
    }

    pub(super) fn prototype(
        &mut self,
        tree: &mut SceneTree,
        (scope, index): (usize, usize),
        report: &mut SceneReport<'_>,
    ) -> Option<Rc<Template>> {
        let (declared, template) = self.scopes.get(scope)?.prototypes.get(index)?;
        if let Some(template) = template {
            return Some(Rc::clone(template));
        }
        let Declaration { interface, body, .. } = *declared;
        let encoding = tree.encoding_at(body.start);
        let template = Rc::new(self.read(tree, Some(interface), body, encoding, Some(scope), report));
        self.scopes.get_mut(scope)?.prototypes.get_mut(index)?.1 = Some(Rc::clone(&template));
        Some(template)
    }

    pub(super) fn file(
        &mut self,
        tree: &mut SceneTree,
        index: usize,
        report: &mut SceneReport<'_>,
    ) -> Option<Rc<Template>> {
        if let Some(template) = self.file_templates.get(index)? {
            return Some(Rc::clone(template));
        }
        let file = self.files.beside.get(index)?;
        let body = TextSpan::new(file.start, file.end - file.start);
        let template = Rc::new(self.read(tree, None, body, file.encoding, None, report));
        *self.file_templates.get_mut(index)? = Some(Rc::clone(&template));
        Some(template)
    }

    fn read(
        &mut self,
        tree: &mut SceneTree,
        interface: Option<TextSpan>,
        body: TextSpan,
        encoding: SceneEncoding,
        parent: Option<usize>,
        report: &mut SceneReport<'_>,
    ) -> Template {
        let text = Rc::clone(&self.text);
        let mut builder = SceneBuilder::new(&text, encoding);
        let mut stops = Vec::new();
        if let Some(span) = interface {
            let opened = builder.open("ProtoInterface", None, span.start());
            let range = (span.start(), span.start() + span.length());
            let read = opened.and_then(|()| read_range(&text, range, encoding, true, &mut builder));
            stops.extend(read.err());
            builder.close_all();
        }
        let first = builder.node_count();
        let range = (body.start(), body.start() + body.length());
        stops.extend(read_range(&text, range, encoding, false, &mut builder).err());
        let mut read = builder.finish();
        for stop in stops {
            report.warn(stop.code, stop.place, format_args!("{}; the rest of it is not read", stop.message));
        }
        read.others.clone_from(&tree.others);
        read.resolve_names(report);
        let mut routes = Vec::new();
        for route in &read.routes {
            let [from, to] = read.route_ends(route);
            match (from, to) {
                (Some(from), Some(to)) => routes.push(TemplateRoute {
                    from,
                    from_field: route.from_field,
                    to,
                    to_field: route.to_field,
                    place: route.place,
                }),
                _ => warning!(report.warn => "hanim.route-unknown", route.place(),
                    "a ROUTE names a node that is not defined; it is ignored"),
            }
        }
        let (metres, radians) = (read.unit("length"), read.unit("angle"));
        if let Some(other) = tree.others.iter_mut().find(|other| interface.is_none() && other.start == body.start) {
            other.radians = radians;
        }
        append_decoded(&mut read, &mut routes, tree);
        let declarations = std::mem::take(&mut read.declarations);
        let scope = self.add_scope(tree, parent, declarations);
        let is_interface = interface.is_some();
        let roots = read.roots.split_off(usize::from(is_interface).min(read.roots.len()));
        let interface = read.roots.first().filter(|_| is_interface).and_then(|id| read.node(*id));
        let defaults = interface.map_or_else(Vec::new, |node| sorted_by_name(tree, read.fields_of(node)));
        let of_nodes = defaults.iter().filter(|field| matches!(field.value, FieldValue::Nodes(..)));
        Template {
            node_defaults: of_nodes.map(|field| field.name).collect(),
            defaults,
            roots: if is_interface { roots.into_iter().take(1).collect() } else { roots },
            nodes: read.nodes,
            fields: read.fields,
            body: first,
            routes,
            scope,
            metres,
        }
    }
}

/// Copies of fields, sorted by name; those of one name stay in their order.
pub(super) fn sorted_by_name<'f>(tree: &SceneTree, fields: impl Iterator<Item = &'f Field>) -> Vec<Field> {
    let mut sorted: Vec<Field> = fields.copied().collect();
    sort_by(&mut sorted, |a, b| tree.field_name(a).cmp(tree.field_name(b)));
    sorted
}

/// The fields of this name in a list sorted by name.
pub(super) fn fields_named<'f>(tree: &SceneTree, sorted: &'f [Field], name: &str) -> &'f [Field] {
    let start = sorted.partition_point(|field| tree.field_name(field) < name);
    let end = sorted.partition_point(|field| tree.field_name(field) <= name);
    sorted.get(start..end).unwrap_or_default()
}

/// Appends the decoded names of a template to those of the tree, where copies look for them.
fn append_decoded(read: &mut SceneTree, routes: &mut [TemplateRoute], tree: &mut SceneTree) {
    let by = tree.decoded.len() as u32;
    let shift = |span: &mut TextSpan| {
        if span.is_decoded() {
            span.start += by;
        }
    };
    for node in &mut read.nodes {
        shift(&mut node.type_name);
        shift(&mut node.name);
    }
    for field in &mut read.fields {
        shift(&mut field.name);
        if let FieldValue::Text(span) | FieldValue::Is(span) = &mut field.value {
            shift(span);
        }
    }
    for route in routes {
        shift(&mut route.from_field);
        shift(&mut route.to_field);
    }
    for declared in &mut read.declarations {
        shift(&mut declared.name);
    }
    tree.decoded.push_str(&read.decoded);
}
