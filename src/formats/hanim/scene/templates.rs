//! What copies are made of: the bodies of prototypes, and the scenes of other files. Each is read once, when it is needed.

use std::rc::Rc;

use super::builder::SceneBuilder;
use super::encoding::SceneEncoding;
use super::node::{Declaration, Field, FieldValue, NodeId, SceneNode, TextSpan, TreeLink};
use super::tree::SceneTree;
use super::{SceneFiles, read_stretch};
use crate::formats::hanim::report::Report;
use crate::formats::sorting::sort_by;

/// A route between nodes of a template.
pub(super) struct TemplateRoute {
    pub(super) from: NodeId,
    pub(super) from_field: TextSpan,
    pub(super) to: NodeId,
    pub(super) to_field: TextSpan,
    pub(super) place: u32,
}

/// Nodes to copy. Their numbers and those of their fields count from 0 within the template.
pub(super) struct Template {
    pub(super) nodes: Vec<SceneNode>,
    pub(super) fields: Vec<Field>,
    /// The default values of a prototype: the fields of this node. Nodes before [`first_root`](Self::first_root) belong to
    /// them.
    pub(super) interface: Option<NodeId>,
    /// What the template shows: the first node of a prototype's body, or all nodes of a file.
    pub(super) roots: Vec<NodeId>,
    /// One past the nodes of the interface.
    pub(super) body: usize,
    pub(super) routes: Vec<TemplateRoute>,
    /// The prototypes that may be used inside.
    pub(super) scope: usize,
    /// How many metres its unit of length has; of files alone.
    pub(super) metres: f64,
}

impl Template {
    /// The fields of a node.
    pub(super) fn fields_of(&self, node: &SceneNode) -> impl Iterator<Item = &Field> {
        let field = |link: TreeLink| link.index().and_then(|index| self.fields.get(index));
        std::iter::successors(field(node.first_field), move |known| field(known.next))
    }

    /// The fields of the interface that have a default value.
    pub(super) fn defaults(&self) -> impl Iterator<Item = &Field> {
        let interface = self.interface.and_then(|id| self.nodes.get(id.index()));
        interface.into_iter().flat_map(|node| self.fields_of(node))
    }
}

/// The prototypes that are declared in one place: in a file, or in the body of another prototype.
struct Scope {
    around: Option<usize>,
    /// By name; of two with one name the later one counts. Each with its template, once it was needed.
    known: Vec<(Declaration, Option<Rc<Template>>)>,
}

/// All templates of a file.
pub(super) struct Templates<'a> {
    text: Rc<String>,
    files: &'a SceneFiles,
    scopes: Vec<Scope>,
    /// For each of the files, its template once it was needed.
    of_files: Vec<Option<Rc<Template>>>,
}

impl<'a> Templates<'a> {
    /// Scope 0 is that of the file itself.
    pub(super) fn new(tree: &mut SceneTree, files: &'a SceneFiles) -> Self {
        let mut templates = Self {
            text: Rc::clone(&tree.text),
            files,
            scopes: Vec::new(),
            of_files: (0..files.beside.len()).map(|_| None).collect(),
        };
        let declarations = std::mem::take(&mut tree.declarations);
        templates.add_scope(tree, None, declarations);
        templates
    }

    /// Whether nothing in the file can have copies.
    pub(super) fn is_empty(&self) -> bool {
        self.of_files.is_empty() && self.scopes.iter().all(|scope| scope.known.is_empty())
    }

    fn add_scope(&mut self, tree: &SceneTree, around: Option<usize>, declarations: Vec<Declaration>) -> usize {
        let mut known: Vec<_> = declarations.into_iter().map(|declared| (declared, None)).collect();
        sort_by(&mut known, |a, b| tree.text_of(a.0.name).cmp(tree.text_of(b.0.name)));
        self.scopes.push(Scope { around, known });
        self.scopes.len() - 1
    }

    /// The prototype of that name which may be used in a scope: the scope that declares it and its number there.
    pub(super) fn find(&self, tree: &SceneTree, scope: usize, name: &str) -> Option<(usize, usize)> {
        let mut next = Some(scope);
        while let Some((at, scope)) = next.and_then(|at| Some((at, self.scopes.get(at)?))) {
            let behind = scope.known.partition_point(|(declared, _)| tree.text_of(declared.name) <= name);
            let found = behind.checked_sub(1).filter(|index| {
                scope.known.get(*index).is_some_and(|(declared, _)| tree.text_of(declared.name) == name)
            });
            if let Some(index) = found {
                return Some((at, index));
            }
            next = scope.around;
        }
        None
    }

    /// The template of a prototype.
    pub(super) fn prototype(
        &mut self,
        tree: &mut SceneTree,
        (scope, index): (usize, usize),
        report: &mut Report<'_>,
    ) -> Option<Rc<Template>> {
        let (declared, template) = self.scopes.get(scope)?.known.get(index)?;
        if let Some(template) = template {
            return Some(Rc::clone(template));
        }
        let Declaration { interface, body, .. } = *declared;
        let encoding = tree.encoding_at(body.start);
        let template = Rc::new(self.read(tree, Some(interface), body, encoding, Some(scope), report));
        self.scopes.get_mut(scope)?.known.get_mut(index)?.1 = Some(Rc::clone(&template));
        Some(template)
    }

    /// The template of another file.
    pub(super) fn file(&mut self, tree: &mut SceneTree, index: usize, report: &mut Report<'_>) -> Option<Rc<Template>> {
        if let Some(template) = self.of_files.get(index)? {
            return Some(Rc::clone(template));
        }
        let file = self.files.beside.get(index)?;
        let body = TextSpan::new(file.start, file.end - file.start);
        let template = Rc::new(self.read(tree, None, body, file.encoding, None, report));
        *self.of_files.get_mut(index)? = Some(Rc::clone(&template));
        Some(template)
    }

    fn read(
        &mut self,
        tree: &mut SceneTree,
        interface: Option<TextSpan>,
        body: TextSpan,
        encoding: SceneEncoding,
        around: Option<usize>,
        report: &mut Report<'_>,
    ) -> Template {
        let text = Rc::clone(&self.text);
        let mut builder = SceneBuilder::new(&text, encoding);
        let mut stops = Vec::new();
        if let Some(span) = interface {
            let opened = builder.open("ProtoInterface", None, span.start());
            let range = (span.start(), span.start() + span.length());
            let read = opened.and_then(|()| read_stretch(&text, range, encoding, true, &mut builder));
            stops.extend(read.err());
            builder.close_all();
        }
        let first = builder.node_count();
        let range = (body.start(), body.start() + body.length());
        stops.extend(read_stretch(&text, range, encoding, false, &mut builder).err());
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
                _ => report.warn(
                    "hanim.route-unknown",
                    route.place(),
                    format_args!("a ROUTE names a node that is not defined; it is ignored"),
                ),
            }
        }
        let (metres, radians) = (read.unit("length"), read.unit("angle"));
        if let Some(other) = tree.others.iter_mut().find(|other| interface.is_none() && other.start == body.start) {
            other.radians = radians;
        }
        take_names(&mut read, &mut routes, tree);
        let declarations = std::mem::take(&mut read.declarations);
        let scope = self.add_scope(tree, around, declarations);
        let is_interface = interface.is_some();
        let roots = read.roots.split_off(usize::from(is_interface).min(read.roots.len()));
        Template {
            interface: read.roots.first().copied().filter(|_| is_interface),
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

/// Moves the decoded names of a template to those of the tree, where copies will look for them.
fn take_names(read: &mut SceneTree, routes: &mut [TemplateRoute], tree: &mut SceneTree) {
    let by = tree.decoded.len() as u32;
    let moved = |span: &mut TextSpan| {
        if span.is_decoded() {
            span.start += by;
        }
    };
    for node in &mut read.nodes {
        moved(&mut node.type_name);
        moved(&mut node.name);
    }
    for field in &mut read.fields {
        moved(&mut field.name);
        if let FieldValue::Text(span) | FieldValue::Is(span) = &mut field.value {
            moved(span);
        }
    }
    for route in routes {
        moved(&mut route.from_field);
        moved(&mut route.to_field);
    }
    for declared in &mut read.declarations {
        moved(&mut declared.name);
    }
    tree.decoded.push_str(&read.decoded);
}
