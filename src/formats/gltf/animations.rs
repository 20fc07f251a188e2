//! The animations of a file: which node each channel moves, and the curve that moves it (glTF 2.0, 3.11).

use std::rc::Rc;

use super::accessors::Accessors;
use super::curves::{Between, Curve, Property};
use super::json::Json;
use super::nodes::NodeTree;
use super::problem::Problem;
use crate::compact::sorting::sort_by_key;
use crate::error::Location;
use crate::formats::reading::WarningLog;
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;

/// Most animations of a file; the others are left out.
const MOST: usize = 1_024;
/// The latest key, in seconds: see `Time`.
const LATEST: f64 = 1e12;

/// One animation.
#[derive(Debug)]
pub(super) struct Animation<'a> {
    /// Empty if it has none.
    pub(super) name: &'a str,
    /// The node that each curve moves. A property of a node comes once.
    pub(super) curves: Vec<(usize, Curve)>,
}

/// A channel: what it moves, and its sampler.
struct AnimationChannel {
    node: usize,
    property: Property,
    sampler: usize,
}

/// Which nodes are moved, with or without keys.
pub(super) fn moved_nodes(root: &Json<'_>, nodes: &NodeTree<'_>) -> Vec<bool> {
    let mut moved = vec![false; nodes.len()];
    for animation in root.list("animations").iter().take(MOST) {
        for channel in animation.list("channels").iter().filter_map(channel) {
            if let Some(slot) = moved.get_mut(channel.node) {
                *slot = true;
            }
        }
    }
    moved
}

/// Reads a channel. `None` if it moves no node: weights of shapes, colours, lights.
fn channel(channel: &Json<'_>) -> Option<AnimationChannel> {
    let target = channel.get("target")?;
    let named = |name: &str| Property::ALL.into_iter().find(|property| property.name() == name);
    let sampler = channel.index("sampler")?;
    match target.text("path")? {
        "pointer" => {
            let pointer = target.inner(&["extensions", "KHR_animation_pointer"])?.text("pointer")?;
            let (node, property) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
            Some(AnimationChannel { node: node.parse().ok()?, property: named(property)?, sampler })
        }
        path => Some(AnimationChannel { node: target.index("node")?, property: named(path)?, sampler }),
    }
}

/// Reads animations, at most `most` of them. A channel that cannot be read is left out with a warning; fails if the file lacks the
/// bytes of one.
pub(super) fn read<'a>(
    root: &'a Json<'a>,
    nodes: &NodeTree<'_>,
    accessors: &Accessors<'_>,
    only_first: bool,
    (place, warnings): (Location, &mut WarningLog),
) -> Result<Vec<Animation<'a>>, Problem> {
    let list = root.list("animations");
    let most = if only_first { 1 } else { MOST };
    if list.len() > most {
        let why = if only_first { "a VRMA is one motion" } else { "a file may have 1024" };
        let more = Count(list.len() - most, "animation");
        warning!(warnings.each => "gltf.more-animations", place,
            "{more} more than are played, which are left out: {why}");
    }
    let mut keys = KeyTimes { accessors, known: vec![None; root.list("accessors").len()] };
    let mut animations = Vec::new();
    for (index, animation) in list.iter().take(most).enumerate() {
        let mut curves: Vec<(usize, Curve)> = Vec::new();
        let samplers = animation.list("samplers");
        for (number, entry) in animation.list("channels").iter().enumerate() {
            let Some(channel) = channel(entry) else { continue };
            let at = format_args!("/animations/{index}/channels/{number}").to_string();
            if channel.node >= nodes.len() {
                warning!(warnings.each => "gltf.index", place, "{at} moves a node that is not there; it was ignored");
                continue;
            }
            let Some(sampler) = samplers.get(channel.sampler) else {
                warning!(warnings.each => "gltf.index", place, "{at} has a sampler that is not there; it was ignored");
                continue;
            };
            match curve(&channel, sampler, &at, &mut keys, (place, warnings)) {
                Ok(Some(curve)) => push(&mut curves, (channel.node, curve)).map_err(|_| Problem::no_memory())?,
                Ok(None) => {}
                Err(problem) if is_final(&problem) => return Err(problem),
                Err(problem) => warnings.each(problem.code, place, format_args!("{at} is ignored: {problem}")),
            }
        }
        keep_last(&mut curves, index, place, warnings);
        animations.push(Animation { name: animation.text("name").unwrap_or(""), curves });
    }
    Ok(animations)
}

/// Whether a problem ends reading: the numbers are elsewhere, packed, or too many.
fn is_final(problem: &Problem) -> bool {
    ["gltf.needs-bin", "gltf.no-bytes", "gltf.out-of-bounds", "gltf.too-many-numbers", "gltf.out-of-memory"]
        .contains(&problem.code)
}

/// Of several curves for one property of a node the last one counts.
fn keep_last(curves: &mut Vec<(usize, Curve)>, index: usize, place: Location, warnings: &mut WarningLog) {
    let count = curves.len();
    curves.reverse();
    sort_by_key(curves, |(node, curve)| (*node, curve.property));
    curves.dedup_by_key(|(node, curve)| (*node, curve.property));
    if curves.len() < count {
        let message =
            format_args!("/animations/{index} moves a property of a node by several channels; the last one counts");
        warnings.each("gltf.moved-twice", place, message);
    }
}

fn curve(
    channel: &AnimationChannel,
    sampler: &Json<'_>,
    at: &str,
    keys: &mut KeyTimes<'_>,
    (place, warnings): (Location, &mut WarningLog),
) -> Result<Option<Curve>, Problem> {
    let missing = |what: &str| Problem::wrong("gltf.sampler", format!("its sampler has no {what}"));
    let input = sampler.index("input").ok_or_else(|| missing("input"))?;
    let output = sampler.index("output").ok_or_else(|| missing("output"))?;
    let between = match sampler.text("interpolation") {
        None | Some("LINEAR") => Between::Linear,
        Some("STEP") => Between::Step,
        Some("CUBICSPLINE") => Between::Cubic,
        Some(_) => return Err(Problem::wrong("gltf.sampler", "its interpolation is none that glTF knows")),
    };
    let times = keys.of(input)?;
    if times.is_empty() {
        return Ok(None);
    }
    let each = if between == Between::Cubic { 3 } else { 1 };
    let values = keys.accessors.numbers(output, channel.property.width(), times.len() * each)?;
    let found = values.len() / channel.property.width() / each;
    if found < times.len() {
        let message =
            format_args!("{at} has {} and values for {found}; the rest is ignored", Count(times.len(), "key"));
        warnings.each("gltf.key-count", place, message);
    }
    Ok(Curve::new(channel.property, between, &times, values))
}

/// The keys of samplers, read once for each accessor.
struct KeyTimes<'a> {
    accessors: &'a Accessors<'a>,
    known: Vec<Option<Result<Rc<Vec<f64>>, Problem>>>,
}

impl KeyTimes<'_> {
    fn of(&mut self, accessor: usize) -> Result<Rc<Vec<f64>>, Problem> {
        let Some(slot) = self.known.get_mut(accessor) else {
            return Err(Problem::wrong("gltf.index", format!("there is no /accessors/{accessor}")));
        };
        let accessors = self.accessors;
        slot.get_or_insert_with(|| times(accessors.numbers(accessor, 1, usize::MAX)?, accessor)).clone()
    }
}

fn times(numbers: Vec<f32>, accessor: usize) -> Result<Rc<Vec<f64>>, Problem> {
    let mut times = Vec::new();
    times.try_reserve_exact(numbers.len()).map_err(|_| Problem::no_memory())?;
    times.extend(numbers.iter().map(|seconds| f64::from(*seconds)));
    if !times.is_sorted() || times.iter().any(|time| time.is_nan() || time.abs() > LATEST) {
        let message = format!("the keys in /accessors/{accessor} are no times in ascending order");
        return Err(Problem::wrong("gltf.key-order", message));
    }
    Ok(Rc::new(times))
}
