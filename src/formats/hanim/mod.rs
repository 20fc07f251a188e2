//! Humanoids of ISO/IEC 19774 (HAnim) in X3D and VRML: X3D XML (`.x3d`), ClassicVRML (`.x3dv`), VRML97 with HAnim's
//! prototypes and OpenHRP's dialect of them (`.wrl`), X3D JSON (`.x3dj`, `.json`).
//!
//! Four rooms, and the arrows between them:
//!
//! - [`scene`]: any encoding becomes one tree of nodes and fields. It uses no other room.
//! - [`figure`] <- `scene`: the tree becomes a skeleton: humanoids, joints, sites, names.
//! - [`surface`] <- `figure`, `scene`: shapes and skins, with weights, displacers, meshes and textures.
//! - [`motion`] <- `figure`, `scene`: TimeSensors, by routes and interpolators, and HAnimMotions become behaviours.
//!
//! All of them use [`report`] (warnings and refusals) and [`memory`] (how much a file may take), which use
//! no room. [`about`] tells what the file says about itself.
//!
//! Nothing is fetched and nothing is run. Prototypes are expanded, and Inlines of files that were given beside this one. COMPONENT and PROFILE statements are not needed. Where the text cannot be
//! read any further, the figure so far is shown.
//!
//! | code | what was found, and what was done |
//! |---|---|
//! | `hanim.syntax` | the encoding's grammar is broken; read up to there (refused when there is no joint yet) |
//! | `hanim.text-encoding` | bytes that are not UTF-8; shown as question marks |
//! | `hanim.number`, `hanim.value-count` | no number in a list, too few numbers; the list ends there, the default |
//! | `hanim.field-again` | a node has a field twice; the last one counts |
//! | `hanim.use-unknown`, `hanim.use-before-def`, `hanim.use-cycle`, `hanim.too-many-uses` | USE of a name that is not defined, or defined later, or inside itself, or too often; skipped, taken, skipped, cut |
//! | `hanim.unit`, `hanim.scale` | a unit of length or angle that cannot be, one of mass or force; a scale that leaves nothing to be seen; the metre or radian, not used, kept |
//! | `hanim.joint-again` | a joint or humanoid that is used where it already stands; counted once |
//! | `hanim.name-cut` | a name past the limit, names that are used too often; cut, left out |
//! | `hanim.visible` | `visible` is false; shown all the same |
//! | `hanim.switch` | a Switch that hides the whole figure; its first child is shown |
//! | `hanim.sites`, `hanim.far-site` | sites, and things that move without a joint, past the limit of joints; sites of cameras or on no joint that are far from the figure; left out, stand still, left out |
//! | `hanim.face-index`, `hanim.too-many-triangles` | faces of points that are not there, shapes and triangles past the limit; left out |
//! | `hanim.geometry`, `hanim.texture` | a shape, or a picture on one, of a type that is not drawn; left out |
//! | `hanim.skin-index`, `hanim.skin-weights`, `hanim.far-point` | a joint pulls at points that are not there, has fewer weights than points, more weights, or more skins, than there is room for, points past all bounds; passed over, whole, not bent or left out, at 0 |
//! | `hanim.skin-binding` | points or normals that the skin is bound by, other than those it has; not used |
//! | `hanim.pixels` | a PixelTexture whose pixels are fewer or more than it promises, or no pixels; black, ignored, left out |
//! | `hanim.moved-points` | more keys or points of CoordinateInterpolators than there is room for; the rest stands still |
//! | `hanim.displacer`, `hanim.displacers` | a displacer whose lists differ in length or name no point; displacers past the limit of what may move, or used too often; as far as both go, left out |
//! | `hanim.no-joints` | a humanoid without joints that has a skin; it stands still (without a skin it is refused) |
//! | `hanim.script`, `hanim.inline`, `hanim.extern-proto` | would run a program, would load a file that is not there, a prototype of another file; left alone |
//! | `hanim.copy-cycle`, `hanim.too-many-copies` | a prototype or an Inline inside itself, more copies than there is room for; left out |
//! | `hanim.route-unknown`, `hanim.route-through`, `hanim.route-from`, `hanim.route-field`, `hanim.route-type`, `hanim.too-many-routes` | a ROUTE from or to a name that is not defined, through a node that is not played or is its own source, from a node that is not played, to a field that does not move, of the wrong type, past the limit; skipped |
//! | `hanim.viewpoint`, `hanim.viewpoints` | a viewpoint whose field of view is no angle, or that has no direction to look in or is a parallel view; viewpoints past the limit; the default, left out, left out |
//! | `hanim.driven-twice` | two interpolators move one thing; the last ROUTE counts |
//! | `hanim.key-count`, `hanim.key-order`, `hanim.no-keys`, `hanim.spline` | keys and values differ in number, descend, are missing, have a curve; those with both, held, stands still, straight |
//! | `hanim.cycle-interval`, `hanim.frame-duration` | not above 0; the default |
//! | `hanim.behaviour`, `hanim.behaviour-size` | numbers or keys past the limits; left out |
//! | `hanim.motion-empty`, `hanim.motion-values`, `hanim.motion-still`, `hanim.motion-cut` | a Motion without a frame, with a last frame that is not whole, without a joint, past the limits; left out, left out, left out, cut |
//! | `hanim.motion-joint`, `hanim.motion-joints` | a Motion names a joint that is not there, or more or fewer than it has channels for; passed over |
//! | `hanim.pose-joint` | a pose has a joint that the figure has not; passed over |
//! | `hanim.motion-names` | a Motion has the names of HAnim's other version, or in other letters; taken for those |
//! | `hanim.channel`, `hanim.channel-count`, `hanim.channels-enabled` | channels of unknown names, of another number than stated, enabled by a list of odd length; passed over, as named, by channel |
//! | `hanim.frame-increment` | a Motion's `frameIncrement` is 0, so that it would stand still; played frame by frame |
//! | `hanim.frame-range` | `startFrame` and `endFrame` outside the frames; all are played |
//!
//! A file that has Motions and no joint plays on the figure of another file that is given beside it (see [`borrowed`]). A
//! figure that is given together with others plays their motions, too (see [`shared`]).
//!
//! Refusals: `hanim.needs-skeleton` (Motions without a figure), `hanim.no-fit` (no figure beside them has their joints),
//! `hanim.syntax`, `hanim.no-joints`, `hanim.entities`, `hanim.figure`, and the limits `hanim.too-deep`,
//! `hanim.too-many-nodes`, `hanim.too-many-fields`, `hanim.too-many-routes`, `hanim.too-many-joints`, `hanim.too-long`,
//! `hanim.out-of-memory`.

mod about;
mod borrowed;
mod companions;
mod figure;
mod memory;
mod motion;
mod report;
mod scene;
mod shared;
mod surface;
mod unknown_fields;

use std::rc::Rc;
use std::sync::Arc;

pub(super) use self::companions::HanimCompanions;
use self::companions::SceneFile;
use self::figure::HanimFigure;
use self::motion::{Played, RouteChains};
use self::report::{HanimStop, Report};
pub(super) use self::scene::SceneEncoding;
use self::scene::{NodeKind, SceneFiles, SceneTree};
use super::format_reader::FormatReader;
use super::text::{Encoding, Ruler};
use super::warning_log::WarningLog;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::model::{About, Axis, Behaviour, Clip, Format, Motion, Skin, SkinParts, Source};

/// Bytes of a file. Places in its text are kept in 32 bits, and names that are decoded go behind the text.
const MOST_TEXT: usize = u32::MAX as usize / 2;

/// Reads one file. Nodes refer to each other across the whole file, so all of it is collected before it is read.
#[derive(Debug, Clone)]
pub(super) struct HanimReader {
    name: String,
    encoding: SceneEncoding,
    limits: Limits,
    ruler: Ruler,
    companions: HanimCompanions,
    text: Vec<u8>,
}

impl HanimReader {
    /// `name` is the clip's. `ruler` tells places in the file from places in the text.
    pub(super) fn new(
        name: String,
        encoding: SceneEncoding,
        limits: Limits,
        ruler: Ruler,
        companions: HanimCompanions,
    ) -> Self {
        Self { name, encoding, limits, ruler, companions, text: Vec::new() }
    }
}

impl FormatReader for HanimReader {
    fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let (code, message) = if text.len() > MOST_TEXT - self.text.len() {
            ("hanim.too-long", "the file is larger than 2 GiB")
        } else if memory::reserve(&mut self.text, text.len()).is_err() {
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
        let mut report = Report::new(text.as_bytes().get(..files.end()).unwrap_or_default(), ruler, &mut log);
        let scene = Scene::read(&text, &files, broken, encoding, &mut report)?;
        let scales = motion::changes_scales(&scene.tree);
        let clip = match scene.figure(scales, &limits, &mut report) {
            Ok(figure) => scene.play(name, figure, &companions, &limits, &mut report),
            Err(refused) => {
                let nothing = refused.code == "hanim.no-joints";
                let named = if nothing { motion::named_joints(&scene.tree) } else { Vec::new() };
                if named.is_empty() {
                    // Where there is nothing to show because the text broke off, the refusal says where it broke off.
                    return Err(report.refusal(scene.stop.as_ref().filter(|_| nothing).unwrap_or(&refused)));
                }
                borrowed::play(name, &scene, &named, &companions, &limits, &mut report)?
            }
        };
        let (warnings, warnings_dropped) = log.into_list();
        Ok(Clip { warnings, warnings_dropped, ..clip })
    }
}

/// A scene, and what moves in it.
#[derive(Debug)]
struct Scene {
    tree: SceneTree,
    chains: RouteChains,
    /// Why reading ended before the end of the text. What stands before that place is shown.
    stop: Option<HanimStop>,
}

impl Scene {
    /// `broken` is the first place that is not UTF-8.
    fn read(
        text: &Rc<String>,
        files: &SceneFiles,
        broken: Option<usize>,
        encoding: SceneEncoding,
        report: &mut Report<'_>,
    ) -> Result<Self, ParseError> {
        let (mut tree, stop) = scene::read(text, files, encoding);
        if let Some(place) = broken {
            report.warn(
                "hanim.text-encoding",
                place,
                format_args!("the text is not UTF-8; bytes that cannot be read are shown as `?`"),
            );
        }
        if let Some(stop) = stop.as_ref().filter(|stop| stop.code != "hanim.syntax") {
            return Err(report.refusal(stop));
        }
        scene::resolve(&mut tree, files, report);
        let chains = motion::route_chains(&tree, report);
        Ok(Self { tree, chains, stop })
    }

    /// The figure in it. `scales`: a motion may change the scales of joints.
    fn figure(&self, scales: bool, limits: &Limits, report: &mut Report<'_>) -> Result<HanimFigure, HanimStop> {
        let mut moved = motion::moved_nodes(&self.tree, &self.chains);
        moved.points = motion::moved_points(&self.tree, &self.chains, report);
        moved.scales |= scales;
        let figure = figure::read(&self.tree, &moved, limits, report);
        let is_hidden = figure.as_ref().is_err_and(|stop| stop.code == "hanim.no-joints");
        if is_hidden && self.tree.own_nodes().any(|(_, node)| node.kind == NodeKind::Switch) {
            // Authors hide figures that a Script would show.
            moved.hidden = true;
            return figure::read(&self.tree, &moved, limits, report);
        }
        figure
    }

    /// The figure with its surface and all that it can do, without warnings.
    fn play(
        &self,
        name: String,
        mut figure: HanimFigure,
        companions: &HanimCompanions,
        limits: &Limits,
        report: &mut Report<'_>,
    ) -> Clip {
        let Self { tree, chains, stop } = self;
        let surface = surface::read(tree, &mut figure, report);
        if let Some(HanimStop { place, message, .. }) = stop {
            report.warn("hanim.syntax", *place, format_args!("{message}; the rest of the file is not read"));
        }
        about::left_alone(tree, report);
        // Robots of OpenHRP's dialect have many fields more, about motors.
        if !about::is_robot(tree) {
            unknown_fields::warn(tree, report);
        }
        let mut played = motion::read(&name, tree, &figure, chains, limits, report);
        shared::add(&name, &mut played, &figure, tree, companions, limits, report);
        played.compare_with_limits(tree, &figure, report);
        let unit = about::unit(tree, report);
        about::other_units(tree, report);
        clip(name, tree, unit, figure, surface, played)
    }
}

/// The text with a question mark for each byte that is not UTF-8, and where the first of them is. All other bytes keep
/// their places.
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
    // The text is valid by now, so that the second way is never taken.
    let text = String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    (text, first)
}

/// The text, and behind it those of the files beside it that its Inlines name.
fn with_inlines(mut text: String, companions: &HanimCompanions) -> (Rc<String>, SceneFiles) {
    let beside = companions.scenes().map(|file| (file.name.as_str(), file.encoding, file.text.as_slice()));
    let files = SceneFiles::collect(&mut text, MOST_TEXT, beside);
    (Rc::new(text), files)
}

/// Reads something of another file, without its warnings.
fn quietly<T>(file: &SceneFile, limits: &Limits, read: impl FnOnce(&mut Report<'_>) -> T) -> T {
    let mut log = WarningLog::new(limits);
    read(&mut Report::new(&file.text, Ruler::new(Encoding::Utf8, 0), &mut log))
}

/// The clip of a figure, without warnings.
fn clip(
    name: String,
    tree: &SceneTree,
    (metres, unit_stated): (f64, bool),
    figure: HanimFigure,
    surface: Option<SkinParts>,
    played: Played,
) -> Clip {
    let Played { mut behaviours, notes: mut of_motions, marks, marks_dropped } = played;
    let mut notes = about::notes(tree, &figure);
    notes.append(&mut of_motions);
    let mut found = about::by_the_standard(tree, &figure);
    notes.append(&mut found.notes);
    let channels = channels(&figure, &behaviours);
    let (skeleton, masses, viewpoints) = (Arc::new(figure.skeleton), figure.masses, figure.viewpoints);
    // HAnim gives a skin no name.
    let skin = surface.and_then(|parts| Skin::new("", parts, &skeleton).ok()).map(Arc::new);
    if behaviours.is_empty() {
        // Where nothing moves, there is one frame: the pose as written.
        behaviours.push(Behaviour { name: name.clone(), motion: Motion::rest() });
    }
    let source = Source {
        metres_per_unit: Some(metres),
        unit_stated,
        // Robots stand with Z up, against the standard.
        up: Some(if about::is_robot(tree) { Axis::Z } else { Axis::Y }),
        channels,
        ..Source::new(Format::Hanim)
    };
    let about = About { notes, labels: found.labels, marks, marks_dropped, ..About::default() };
    Clip { about, masses, viewpoints, skin, ..Clip::new(name, skeleton, behaviours, source) }
}

/// For each joint, what of it any behaviour moves, in words.
fn channels(figure: &HanimFigure, behaviours: &[Behaviour]) -> Vec<Box<str>> {
    let count = figure.skeleton.len();
    let mut moved = vec![[false; 4]; count];
    let mut mark = |joint: u16, what: usize| {
        if let Some(slot) = moved.get_mut(usize::from(joint)).and_then(|joint| joint.get_mut(what)) {
            *slot = true;
        }
    };
    for Behaviour { motion, .. } in behaviours {
        motion.translations().joints().iter().for_each(|joint| mark(*joint, 0));
        motion.rotations().joints().iter().for_each(|joint| mark(*joint, 1));
        motion.scales().joints().iter().for_each(|joint| mark(*joint, 2));
        let displacer = |weight: &u16| figure.displacers.get(usize::from(*weight));
        motion.weights().joints().iter().filter_map(displacer).for_each(|displacer| mark(displacer.joint, 3));
    }
    let words = |moved: &[bool; 4]| {
        let all = moved.iter().zip(["translation", "rotation", "scale", "weight"]);
        let some: Vec<&str> = all.filter(|(moved, _)| **moved).map(|(_, word)| word).collect();
        some.join(" ").into()
    };
    moved.iter().map(words).collect()
}
