//! Plays motions without a figure on the figure of a companion file, by joint names (ISO/IEC 19774-1, 4.8.1). The
//! figure with most of the named joints wins, among equals the first by file name. Lengths are converted by both files'
//! units.

use super::companions::{HanimCompanions, SceneFile};
use super::figure::{HanimFigure, JointNames};
use super::report::{HanimStop, SceneReport};
use super::scene::shown;
use super::{HanimScene, about, clip, motion, quietly, surface, utf8, with_inlines};
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::wording::folded;
use crate::model::{About, Clip};

/// Plays the motions of `scene` on the companion that has most of the joints `named`. Leaves `Clip::warnings` empty;
/// warnings about the figure come when its own file is opened.
pub(super) fn play(
    name: String,
    scene: &HanimScene,
    named: &[&str],
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) -> Result<Clip, ParseError> {
    let scales = motion::changes_scales(&scene.tree);
    let mut best: Option<(usize, &SceneFile, HanimScene, HanimFigure)> = None;
    let mut has_figure = false;
    for file in companions.scenes() {
        let Some((figure_scene, figure)) = quietly(file, limits, |report| {
            let (text, broken) = utf8(file.text.clone());
            let (text, files) = with_inlines(text, companions);
            let figure_scene = HanimScene::read(&text, &files, broken, file.encoding, report).ok()?;
            let figure = figure_scene.figure(scales, limits, report).ok()?;
            Some((figure_scene, figure))
        }) else {
            continue;
        };
        has_figure = true;
        let mut names = JointNames::new(&figure_scene.tree, &figure);
        let known = named.iter().filter(|name| names.find(None, name).is_some()).count();
        if best.as_ref().is_none_or(|(most, ..)| known > *most) {
            best = Some((known, file, figure_scene, figure));
        }
    }
    let Some((known, file, figure_scene, mut figure)) = best.filter(|(known, ..)| *known > 0) else {
        return Err(report.refusal(&refused(scene, named, has_figure)));
    };
    let skin = quietly(file, limits, |report| surface::read(&figure_scene.tree, &mut figure, report));
    let unit = quietly(file, limits, |report| about::unit(&figure_scene.tree, report));
    let scale = about::unit(&scene.tree, report).0 / unit.0;
    let mut motions = motion::read_for_figure((&figure, &figure_scene.tree), &scene.tree, scale, limits, report);
    quietly(file, limits, |report| motions.compare_with_limits(&figure_scene.tree, &figure, report));
    let clip = clip(name, &figure_scene.tree, unit, figure, skin, motions);
    let skeleton_doubt = match named.len() - known {
        0 => String::new(),
        1 => "one of the motion's joints is not in it".to_owned(),
        unknown => format!("{unknown} of the motion's {} joints are not in it", named.len()),
    };
    Ok(Clip { about: About { skeleton_file: file.name.clone(), skeleton_doubt, ..clip.about }, ..clip })
}

/// The refusal: no companion has the joints, or there is no figure at all.
fn refused(scene: &HanimScene, named: &[&str], has_figure: bool) -> HanimStop {
    let names: Vec<&str> = named.iter().map(|name| shown(name)).collect();
    let joints = folded(&names);
    let (code, message) = if has_figure {
        ("hanim.no-fit", format!("no figure fits: none has {joints}"))
    } else {
        ("hanim.needs-skeleton", format!("expected a figure that has {joints} beside it: drop its figure (.x3d) too"))
    };
    let place = scene.tree.own_nodes().find(|(_, node)| node.kind == super::scene::NodeKind::Motion);
    let place = place.map_or(0, |(_, node)| node.place());
    HanimStop { kind: ErrorKind::Inconsistent, code, message, place }
}
