//! Scenes in the four encodings of HAnim files.

#[derive(Clone, Default)]
pub struct Node {
    pub kind: &'static str,
    /// Names and values: numbers or names, separated by blanks. `DEF` or `USE` come first.
    pub fields: Vec<(String, String)>,
    pub children: Vec<(&'static str, Vec<Node>)>,
}

pub fn node(kind: &'static str) -> Node {
    Node { kind, ..Node::default() }
}

impl Node {
    pub fn def(mut self, name: impl Into<String>) -> Self {
        self.fields.insert(0, ("DEF".into(), name.into()));
        self
    }

    pub fn field(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.fields.push((name.into(), value.into()));
        self
    }

    pub fn with(mut self, slot: &'static str, nodes: impl Into<Vec<Node>>) -> Self {
        self.children.push((slot, nodes.into()));
        self
    }
}

pub fn uses(kind: &'static str, name: &str) -> Node {
    node(kind).field("USE", name)
}

/// Nodes, and routes: source, its field, target, its field.
#[derive(Default)]
pub struct Scene {
    pub roots: Vec<Node>,
    pub routes: Vec<[String; 4]>,
}

pub fn scene(roots: impl Into<Vec<Node>>) -> Scene {
    Scene { roots: roots.into(), routes: Vec::new() }
}

impl Scene {
    /// The scene in X3D XML, ClassicVRML, VRML97 and X3D JSON, each with its file name.
    pub fn files(&self) -> [(&'static str, String); 4] {
        let (mut xml, mut json) = (String::from("<X3D><Scene>"), String::new());
        let mut vrml = [String::from("#X3D V4.0 utf8\n"), String::from("#VRML V2.0 utf8\n")];
        for root in &self.roots {
            write_xml(root, "children", &mut xml);
            vrml.iter_mut().for_each(|out| write_vrml(root, out));
            write_json(root, &mut json);
        }
        for [from, from_field, to, to_field] in &self.routes {
            xml += &format!("<ROUTE fromNode='{from}' fromField='{from_field}' toNode='{to}' toField='{to_field}'/>");
            vrml.iter_mut().for_each(|out| *out += &format!("ROUTE {from}.{from_field} TO {to}.{to_field}\n"));
            json += &format!(
                r#"{{"ROUTE":{{"@fromNode":"{from}","@fromField":"{from_field}","@toNode":"{to}","@toField":"{to_field}"}}}},"#
            );
        }
        let [classic, old] = vrml;
        let json = format!(r#"{{"X3D":{{"Scene":{{"-children":[{}]}}}}}}"#, json.trim_end_matches(','));
        [("a.x3d", xml + "</Scene></X3D>"), ("a.x3dv", classic), ("a.wrl", old), ("a.x3dj", json)]
    }
}

fn write_xml(node: &Node, slot: &str, out: &mut String) {
    *out += &format!("<{}", node.kind);
    let usual = match node.kind {
        "HAnimMotion" => "motions",
        "HAnimDisplacer" => "displacers",
        _ => "children",
    };
    if slot != usual {
        *out += &format!(" containerField='{slot}'");
    }
    node.fields.iter().for_each(|(name, value)| *out += &format!(" {name}='{value}'"));
    *out += if node.children.is_empty() { "/>" } else { ">" };
    for (slot, children) in &node.children {
        children.iter().for_each(|child| write_xml(child, slot, out));
    }
    if !node.children.is_empty() {
        *out += &format!("</{}>", node.kind);
    }
}

fn is_numbers(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b' ' | b'.' | b'-'))
}

fn write_vrml(node: &Node, out: &mut String) {
    let (named, fields) = match node.fields.split_first() {
        Some(((word, name), _)) if word == "USE" => return *out += &format!("USE {name} "),
        Some(((word, name), fields)) if word == "DEF" => (format!("DEF {name} "), fields),
        _ => (String::new(), node.fields.as_slice()),
    };
    *out += &format!("{named}{}{{", node.kind);
    for (name, value) in fields {
        *out += &if is_numbers(value) { format!("{name}[{value}]") } else { format!("{name}\"{value}\"") };
    }
    for (slot, children) in &node.children {
        *out += &format!("{slot}[");
        children.iter().for_each(|child| write_vrml(child, out));
        *out += "]";
    }
    *out += "}";
}

fn write_json(node: &Node, out: &mut String) {
    *out += &format!("{{\"{}\":{{", node.kind);
    for (name, value) in &node.fields {
        let list = || format!("[{}]", value.trim().replace(' ', ","));
        let value = if is_numbers(value) { list() } else { format!("\"{value}\"") };
        *out += &format!("\"@{name}\":{value},");
    }
    for (slot, children) in &node.children {
        *out += &format!("\"-{slot}\":[");
        children.iter().for_each(|child| write_json(child, out));
        *out += "],";
    }
    *out += "}},";
}
