//! Motions without a figure, on the figure of another file: motions are shared by the names of joints (ISO/IEC 19774-1,
//! 4.8.1). Of several figures, that one is taken which has most of the joints that the motions name, and of such the first by name.
//! Lengths go by the units of both files.

use super::companions::{HanimCompanions, SceneFile};
use super::figure::{HanimFigure, JointNames};
use super::report::{HanimStop, Report};
use super::scene::shown;
use super::{Scene, about, clip, motion, quietly, surface, utf8, with_inlines};
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::wording::folded;
use crate::model::{About, Clip};

/// The motions of `scene`, which name these joints, on the figure among `companions` that fits best. Without warnings;
/// those about the figure come when its file is opened.
pub(super) fn play(
    name: String,
    scene: &Scene,
    named: &[&str],
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Clip, ParseError> {
    let scales = motion::changes_scales(&scene.tree);
    let mut best: Option<(usize, &SceneFile, Scene, HanimFigure)> = None;
    let mut lent = false;
    for file in companions.scenes() {
        let Some((lender, figure)) = quietly(file, limits, |report| {
            let (text, broken) = utf8(file.text.clone());
            let (text, files) = with_inlines(text, companions);
            let lender = Scene::read(&text, &files, broken, file.encoding, report).ok()?;
            let figure = lender.figure(scales, limits, report).ok()?;
            Some((lender, figure))
        }) else {
            continue;
        };
        lent = true;
        let mut names = JointNames::new(&lender.tree, &figure);
        let known = named.iter().filter(|name| names.find(None, name).is_some()).count();
        if best.as_ref().is_none_or(|(most, ..)| known > *most) {
            best = Some((known, file, lender, figure));
        }
    }
    let Some((known, file, lender, mut figure)) = best.filter(|(known, ..)| *known > 0) else {
        return Err(report.refusal(&refused(scene, named, lent)));
    };
    let skin = quietly(file, limits, |report| surface::read(&lender.tree, &mut figure, report));
    let unit = quietly(file, limits, |report| about::unit(&lender.tree, report));
    let scale = about::unit(&scene.tree, report).0 / unit.0;
    let mut played = motion::read_on((&figure, &lender.tree), &scene.tree, scale, limits, report);
    quietly(file, limits, |report| played.compare_with_limits(&lender.tree, &figure, report));
    let clip = clip(name, &lender.tree, unit, figure, skin, played);
    let skeleton_doubt = match named.len() - known {
        0 => String::new(),
        1 => "one of the motion's joints is not in it".to_owned(),
        unknown => format!("{unknown} of the motion's {} joints are not in it", named.len()),
    };
    Ok(Clip { about: About { skeleton_file: file.name.clone(), skeleton_doubt, ..clip.about }, ..clip })
}

/// What the motions need, or that nothing of what was `lent` has it.
fn refused(scene: &Scene, named: &[&str], lent: bool) -> HanimStop {
    let names: Vec<&str> = named.iter().map(|name| shown(name)).collect();
    let joints = folded(&names);
    let (code, message) = if lent {
        ("hanim.no-fit", format!("no figure fits: none has {joints}"))
    } else {
        ("hanim.needs-skeleton", format!("expected a figure that has {joints} beside it: drop its figure (.x3d) too"))
    };
    let place = scene.tree.own_nodes().find(|(_, node)| node.kind == super::scene::NodeKind::Motion);
    let place = place.map_or(0, |(_, node)| node.place());
    HanimStop { kind: ErrorKind::Inconsistent, code, message, place }
}
