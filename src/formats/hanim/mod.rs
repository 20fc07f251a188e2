//! Humanoids of ISO/IEC 19774 (HAnim) in X3D and VRML: X3D XML (`.x3d`), ClassicVRML (`.x3dv`), VRML97 with HAnim's
//! prototypes and OpenHRP's dialect of them (`.wrl`), X3D JSON (`.x3dj`, `.json`).
//!
//! The four modules, and which module uses which:
//!
//! - [`scene`]: any encoding becomes one tree of nodes and fields. It uses no other module.
//! - [`figure`] <- `scene`: the tree becomes a skeleton: humanoids, joints, sites, names.
//! - [`surface`] <- `figure`, `scene`: shapes and skins, with weights, displacers, meshes and textures.
//! - [`motion`] <- `figure`, `scene`: TimeSensors, with their routes and interpolators, and HAnimMotions as behaviours.
//!
//! All of them use [`report`] (warnings and refusals) and [`memory`] (how much a file may take), which use none of
//! them. [`about`] reads the file's statements about itself.
//!
//! Nothing is fetched and nothing is run. Prototypes are expanded, and so are Inlines of files that were given beside
//! this one. COMPONENT and PROFILE statements are ignored. After a syntax error, the figure so far is shown.
//!
//! | code | what was found; what was done |
//! |---|---|
//! | `hanim.syntax` | a syntax error; the text before it is read (refused if that has no joint) |
//! | `hanim.text-encoding` | bytes that are not UTF-8; shown as question marks |
//! | `hanim.number`, `hanim.value-count` | a token of a list that is not a number, too few numbers, too many; the list ends there, the default is used, the surplus is ignored |
//! | `hanim.field-again` | a node has a field twice; the last one counts |
//! | `hanim.use-unknown`, `hanim.use-before-def`, `hanim.use-cycle`, `hanim.too-many-uses` | a USE of a name that is not defined, is defined later, is that of a node around the USE, too many USEs; skipped, used, skipped, cut |
//! | `hanim.unit`, `hanim.scale` | a unit of length or angle out of range, a unit of mass or force, a scale too small to be seen; metre or radian is used, ignored, kept |
//! | `hanim.joint-again` | a joint or humanoid that is used again at its own place; counted once |
//! | `hanim.name-cut` | a name past the limit, names past the limit in all; cut, left out |
//! | `hanim.visible` | `visible` is false; shown all the same |
//! | `hanim.switch` | a Switch that hides the whole figure; its first child is shown |
//! | `hanim.sites`, `hanim.far-site` | sites past the limit of joints, nodes beside the body past it, sites of cameras or on no joint that are far from the figure; left out, do not move, left out |
//! | `hanim.face-index`, `hanim.too-many-triangles` | faces with indices of missing points, shapes and triangles past the limit; left out |
//! | `hanim.geometry`, `hanim.texture` | a shape or a texture of a type that is not drawn; left out |
//! | `hanim.skin-index`, `hanim.skin-weights`, `hanim.far-point` | a joint with indices of missing points, with fewer weights than points, weights or skins past the limit, points too far away; skipped, the rest has weight 1, not bent or left out, moved to the origin |
//! | `hanim.skin-points` | a skin with points of its own in place of the humanoid's `skinCoord`, though joints have weights; follows no joint |
//! | `hanim.skin-binding` | binding points or normals that are not the skin's own; not used |
//! | `hanim.pixels` | a PixelTexture with fewer or more pixels than it states, or none; black, ignored, left out |
//! | `hanim.moved-points` | keys or points of CoordinateInterpolators past the limit; the rest does not move |
//! | `hanim.displacer`, `hanim.displacers` | a displacer whose lists differ in length or name a missing point, displacers past the limit or with too many USEs; read as far as both lists go, left out |
//! | `hanim.no-joints` | a humanoid with a skin but no joints; it does not move (without a skin it is refused) |
//! | `hanim.memory` | the machine has no memory left for a list; the rest of it is left out |
//! | `hanim.script`, `hanim.inline`, `hanim.extern-proto` | a node that would run a program, an Inline of a missing file, a prototype of another file; ignored |
//! | `hanim.copy-cycle`, `hanim.too-many-copies` | a prototype or an Inline inside itself, copies past the limit; left out |
//! | `hanim.route-unknown`, `hanim.route-through`, `hanim.route-from`, `hanim.route-field`, `hanim.route-type`, `hanim.too-many-routes` | a ROUTE from or to a name that is not defined, through a node that is not played or in a loop, from a node that is not played, to a field that does not move, of the wrong type, past the limit; skipped |
//! | `hanim.viewpoint`, `hanim.viewpoints` | a field of view that is out of range, a viewpoint that is flattened or orthographic, viewpoints past the limit; the default is used, left out, left out |
//! | `hanim.driven-twice` | two interpolators move the same field; the last ROUTE counts |
//! | `hanim.key-count`, `hanim.key-order`, `hanim.no-keys`, `hanim.spline` | keys and values differ in number, keys descend, keys are missing, a spline; complete pairs are used, the higher key is kept, nothing moves, interpolated linearly |
//! | `hanim.cycle-interval`, `hanim.frame-duration` | a duration that is not above 0; the default is used |
//! | `hanim.behaviour`, `hanim.behaviour-size` | a behaviour with numbers or keys past the limits; left out |
//! | `hanim.motion-empty`, `hanim.motion-values`, `hanim.motion-still`, `hanim.motion-cut` | a Motion without a whole frame, an incomplete last frame, a Motion that moves no joint, one past the limits; left out, left out, left out, cut |
//! | `hanim.motion-joint`, `hanim.motion-joints` | a Motion names a joint that the figure lacks, or more or fewer joints than it has channels for; skipped |
//! | `hanim.pose-joint` | a pose has a joint that the figure lacks; skipped |
//! | `hanim.motion-names` | a Motion names joints otherwise than the figure, as HAnim's other version or in other case; accepted |
//! | `hanim.channel`, `hanim.channel-count`, `hanim.channels-enabled` | channels of unknown names, of another number than stated, a `channelsEnabled` of odd length; skipped, the names count, taken per channel |
//! | `hanim.frame-increment` | a `frameIncrement` by which a Motion would stand still; played frame by frame |
//! | `hanim.frame-range` | `startFrame` and `endFrame` outside the frames; all are played |
//!
//! A file with Motions and no joint plays on the figure of another file that is given beside it (see [`borrowed`]). A
//! figure that is given together with others also plays their motions (see [`shared`]).
//!
//! Refusals: `hanim.needs-skeleton` (Motions without a figure), `hanim.no-fit` (no figure beside them has their joints),
//! `hanim.syntax`, `hanim.no-joints`, `hanim.entities`, `hanim.figure`, and the limits `hanim.too-deep`,
//! `hanim.too-many-nodes`, `hanim.too-many-fields`, `hanim.too-many-routes`, `hanim.too-many-joints`, `hanim.too-long`,
//! `hanim.out-of-memory`.

mod about;
mod borrowed;
mod companions;
mod family;
mod figure;
mod memory;
mod motion;
mod report;
mod scene;
mod shared;
mod slices;
mod surface;
mod unknown_fields;

use std::rc::Rc;
use std::sync::Arc;

use self::companions::{HanimCompanions, SceneFile};
pub use self::family::family;
use self::figure::HanimFigure;
use self::motion::{FigureMotions, RouteChains};
use self::report::{HanimStop, SceneReport};
use self::scene::{NodeKind, SceneEncoding, SceneFiles, SceneTree};
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::text::{Encoding, Ruler};
use crate::formats::reading::{FormatReader, WarningLog, growth};
use crate::model::{About, Axis, Behaviour, Clip, Format, Motion, Skin, SkinParts, Source};

/// Most bytes of a file. Offsets in its text are kept in 32 bits, and decoded names are appended to the text.
const MOST_TEXT: usize = u32::MAX as usize / 2;

/// Reads one file. Nodes refer to each other across the file, so the whole text is collected first.
#[derive(Debug, Clone)]
struct HanimReader {
    name: String,
    encoding: SceneEncoding,
    limits: Limits,
    ruler: Ruler,
    companions: HanimCompanions,
    text: Vec<u8>,
}

impl HanimReader {
    /// `name`: the clip's name. `ruler`: maps offsets in the text to locations in the file.
    fn new(name: String, encoding: SceneEncoding, limits: Limits, ruler: Ruler, companions: HanimCompanions) -> Self {
        Self { name, encoding, limits, ruler, companions, text: Vec::new() }
    }
}

impl FormatReader for HanimReader {
    fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let (code, message) = if text.len() > MOST_TEXT - self.text.len() {
            ("hanim.too-long", "the file is larger than 2 GiB")
        } else if growth::reserve(&mut self.text, text.len()).is_err() {
            ("hanim.out-of-memory", "there is no memory left for the file")
        } else {
            self.text.extend_from_slice(text);
            return Ok(());
        };
        let place = self.ruler.location_in(&self.text, self.text.len());
        Err(ParseError::new(ErrorKind::Limit, code, message).at(place))
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Self { name, encoding, limits, ruler, companions, text } = *self;
        let mut log = WarningLog::new(&limits);
        let (text, broken) = utf8(text);
        let (text, files) = with_inlines(text, &companions);
        let mut report = SceneReport::new(text.as_bytes().get(..files.end()).unwrap_or_default(), ruler, &mut log);
        let scene = HanimScene::read(&text, &files, broken, encoding, &mut report)?;
        let scales = motion::changes_scales(&scene.tree);
        let clip = match scene.figure(scales, &limits, &mut report) {
            Ok(figure) => scene.play(name, figure, &companions, &limits, &mut report),
            Err(refused) => {
                let has_no_joints = refused.code == "hanim.no-joints";
                let named = if has_no_joints { motion::named_joints(&scene.tree) } else { Vec::new() };
                if named.is_empty() {
                    // If the text broke off before any joint, the refusal says where it broke off.
                    return Err(report.refusal(scene.stop.as_ref().filter(|_| has_no_joints).unwrap_or(&refused)));
                }
                borrowed::play(name, &scene, &named, &companions, &limits, &mut report)?
            }
        };
        let (warnings, warnings_dropped) = log.into_list();
        Ok(Clip { warnings, warnings_dropped, ..clip })
    }
}

#[derive(Debug)]
struct HanimScene {
    tree: SceneTree,
    chains: RouteChains,
    /// Why reading ended before the end of the text. The nodes before that place are shown.
    stop: Option<HanimStop>,
}

impl HanimScene {
    /// `broken`: offset of the first byte that is not UTF-8.
    fn read(
        text: &Rc<String>,
        files: &SceneFiles,
        broken: Option<usize>,
        encoding: SceneEncoding,
        report: &mut SceneReport<'_>,
    ) -> Result<Self, ParseError> {
        let (mut tree, stop) = scene::read(text, files, encoding);
        if let Some(place) = broken {
            warning!(report.warn => "hanim.text-encoding", place,
                "the text is not UTF-8; bytes that cannot be read are shown as `?`");
        }
        if let Some(stop) = stop.as_ref().filter(|stop| stop.code != "hanim.syntax") {
            return Err(report.refusal(stop));
        }
        scene::resolve(&mut tree, files, report);
        let chains = motion::route_chains(&tree, report);
        Ok(Self { tree, chains, stop })
    }

    /// The figure of the scene. `scales`: whether a motion may change the scales of joints.
    fn figure(&self, scales: bool, limits: &Limits, report: &mut SceneReport<'_>) -> Result<HanimFigure, HanimStop> {
        let mut moved = motion::moved_nodes(&self.tree, &self.chains);
        moved.points = motion::moved_points(&self.tree, &self.chains, report);
        moved.scales |= scales;
        let figure = figure::read(&self.tree, &moved, limits, report);
        let is_hidden = figure.as_ref().is_err_and(|stop| stop.code == "hanim.no-joints");
        if is_hidden && self.tree.own_nodes().any(|(_, node)| node.kind == NodeKind::Switch) {
            // Authors hide figures and let a Script show them, which is not run.
            moved.show_hidden = true;
            return figure::read(&self.tree, &moved, limits, report);
        }
        figure
    }

    /// The clip of a figure, its surface and its behaviours. Leaves `Clip::warnings` empty.
    fn play(
        &self,
        name: String,
        mut figure: HanimFigure,
        companions: &HanimCompanions,
        limits: &Limits,
        report: &mut SceneReport<'_>,
    ) -> Clip {
        let Self { tree, chains, stop } = self;
        let surface = surface::read(tree, &mut figure, report);
        if let Some(HanimStop { place, message, .. }) = stop {
            warning!(report.warn => "hanim.syntax", *place, "{message}; the rest of the file is not read");
        }
        about::warn_of_ignored_nodes(tree, report);
        // OpenHRP's robots have many further fields, about motors.
        if !about::is_robot(tree) {
            unknown_fields::warn(tree, report);
        }
        let mut motions = motion::read(&name, tree, &figure, chains, limits, report);
        shared::add(&name, &mut motions, &figure, tree, companions, limits, report);
        motions.compare_with_limits(tree, &figure, report);
        let unit = about::unit(tree, report);
        about::other_units(tree, report);
        clip(name, tree, unit, figure, surface, motions)
    }
}

/// Replaces bytes that are not UTF-8 with question marks, at the same offsets. Also returns the first such offset.
fn utf8(mut text: Vec<u8>) -> (String, Option<usize>) {
    let mut first = None;
    let mut from = 0;
    loop {
        let wrong = match std::str::from_utf8(text.get(from..).unwrap_or_default()) {
            Ok(_) => break,
            Err(error) => {
                let start = from + error.valid_up_to();
                start..error.error_len().map_or(text.len(), |length| start + length)
            }
        };
        first = first.or(Some(wrong.start));
        from = wrong.end;
        text.get_mut(wrong).unwrap_or_default().fill(b'?');
    }
    // The text is valid by now; the fallback never runs.
    let text = String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    (text, first)
}

/// Appends to the text the companion files that its Inlines name.
fn with_inlines(mut text: String, companions: &HanimCompanions) -> (Rc<String>, SceneFiles) {
    let beside = companions.scenes().map(|file| (file.name.as_str(), file.encoding, file.text.as_slice()));
    let files = SceneFiles::collect(&mut text, MOST_TEXT, beside);
    (Rc::new(text), files)
}

/// Runs `read` on another file and drops the warnings.
fn quietly<T>(file: &SceneFile, limits: &Limits, read: impl FnOnce(&mut SceneReport<'_>) -> T) -> T {
    let mut log = WarningLog::new(limits);
    read(&mut SceneReport::new(&file.text, Ruler::new(Encoding::Utf8, 0), &mut log))
}

fn clip(
    name: String,
    tree: &SceneTree,
    (metres, unit_stated): (f64, bool),
    figure: HanimFigure,
    surface: Option<SkinParts>,
    motions: FigureMotions,
) -> Clip {
    let FigureMotions { mut behaviours, notes: mut motion_notes, marks, marks_dropped } = motions;
    let mut notes = about::notes(tree, &figure);
    notes.append(&mut motion_notes);
    let mut found = about::compare_with_standard(tree, &figure);
    notes.append(&mut found.notes);
    let channels = channels(&figure, &behaviours);
    let (skeleton, masses, viewpoints) = (Arc::new(figure.skeleton), figure.masses, figure.viewpoints);
    // HAnim gives a skin no name.
    let skin = surface.and_then(|parts| Skin::new("", parts, &skeleton).ok()).map(Arc::new);
    if behaviours.is_empty() {
        // Nothing moves: one frame, the pose as written.
        behaviours.push(Behaviour { name: name.clone(), motion: Motion::rest() });
    }
    let source = Source {
        metres_per_unit: Some(metres),
        unit_stated,
        // OpenHRP's robots have Z up, unlike the standard's figures.
        up: Some(if about::is_robot(tree) { Axis::Z } else { Axis::Y }),
        channels,
        ..Source::new(Format::Hanim)
    };
    let about = About { notes, labels: found.labels, marks, marks_dropped, ..About::default() };
    Clip { about, masses, viewpoints, skin, ..Clip::new(name, skeleton, behaviours, source) }
}

/// For each joint, which of its values any behaviour moves, in words.
fn channels(figure: &HanimFigure, behaviours: &[Behaviour]) -> Vec<Box<str>> {
    let count = figure.skeleton.len();
    let mut moved = vec![[false; 4]; count];
    let mut mark = |joint: u16, what: usize| moved.change(usize::from(joint), |joint| joint.put(what, true));
    for Behaviour { motion, .. } in behaviours {
        motion.translations().joints().iter().for_each(|joint| mark(*joint, 0));
        motion.rotations().joints().iter().for_each(|joint| mark(*joint, 1));
        motion.scales().joints().iter().for_each(|joint| mark(*joint, 2));
        let displacer = |weight: &u16| figure.displacers.get(usize::from(*weight));
        motion.weights().joints().iter().filter_map(displacer).for_each(|displacer| mark(displacer.joint, 3));
    }
    let words = |moved: &[bool; 4]| {
        let all = moved.iter().zip(["translation", "rotation", "scale", "weight"]);
        let moved_words: Vec<&str> = all.filter(|(moved, _)| **moved).map(|(_, word)| word).collect();
        moved_words.join(" ").into()
    };
    moved.iter().map(words).collect()
}
