//! Behaviours of other figures that are given together with this one: motions are shared by the names of joints
//! (ISO/IEC 19774-1, 4.8.1). They follow the figure's own behaviours, each with the name of its file.

use super::companions::{HanimCompanions, SceneFile};
use super::figure::{HanimFigure, JointNames, list};
use super::motion::{self, Played};
use super::report::Report;
use super::scene::SceneTree;
use super::{Scene, about, quietly, utf8, with_inlines};
use crate::error::Limits;
use crate::model::{Behaviour, Motion};

/// Files that are read for each other. Of more, each shows its own motions alone: reading all of them for each would take
/// time by the square of their number.
const MOST_FILES: usize = 8;
/// Behaviours that come from other files.
const MOST_BEHAVIOURS: usize = 100;
/// Bytes of their frames.
const MOST_BYTES: usize = 32 << 20;
/// From this factor on, legs of other lengths are told.
const TOLD: f64 = 1.05;

/// Adds the behaviours of the other figures to those of this one, which is called `name`. One that does nothing by itself
/// keeps its own pose behind them.
pub(super) fn add(
    name: &str,
    played: &mut Played,
    figure: &HanimFigure,
    tree: &SceneTree,
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut Report<'_>,
) {
    if companions.apart {
        return;
    }
    let is_other = |file: &&SceneFile| !tree.text.starts_with(std::str::from_utf8(&file.text).unwrap_or("\0"));
    let mut files: Vec<&SceneFile> = companions.scenes().filter(is_other).take(MOST_FILES + 1).collect();
    // What an Inline names is a part of this figure.
    files.retain(|file| !tree.is_inlined(&file.text));
    if files.is_empty() || files.len() > MOST_FILES {
        return;
    }
    let unit = about::unit(tree, report).0 * size(figure);
    let mut names = JointNames::new(tree, figure);
    let legs = leg(figure, &mut names).map(|length| length * unit);
    let (mut notes, mut bytes, is_still) = (Vec::new(), 0_usize, played.behaviours.is_empty());
    for file in files {
        let Some((lender, other, behaviours)) = quietly(file, limits, |report| read(file, companions, limits, report))
        else {
            continue;
        };
        let of_file = file.name.rsplit(['/', '\\']).next().unwrap_or(&file.name);
        let metres = quietly(file, limits, |report| about::unit(&lender.tree, report)).0 * size(&other);
        let before = played.behaviours.len();
        for Behaviour { name, motion } in behaviours {
            bytes = bytes.saturating_add(motion.row_bytes().saturating_mul(motion.frame_count()));
            if bytes > MOST_BYTES || played.behaviours.len() - before >= MOST_BEHAVIOURS {
                break;
            }
            if let Some(motion) = motion::on_other_figure(&motion, &other, figure, &mut names, metres / unit, limits) {
                let name = format!("{name} ({of_file})");
                let name = name.get(..name.floor_char_boundary(limits.name_bytes)).unwrap_or(&name).to_owned();
                played.behaviours.push(Behaviour { name, motion });
            }
        }
        let other_leg = leg(&other, &mut JointNames::new(&lender.tree, &other)).map(|length| length * metres);
        if let Some((own, theirs)) = legs.zip(other_leg).filter(|_| played.behaviours.len() > before) {
            let ratio = theirs / own;
            if !(1.0 / TOLD..TOLD).contains(&ratio) {
                notes.push(format!("{of_file}: made for legs {ratio:.2} times as long; steps keep their length"));
            }
        }
    }
    if is_still && !played.behaviours.is_empty() {
        played.behaviours.push(Behaviour { name: name.to_owned(), motion: Motion::rest() });
    }
    motion::tell_apart(&mut played.behaviours);
    list(&mut played.notes, "Motions of other figures", notes.into_iter());
}

/// A figure of another file that moves, and what it does.
fn read(
    file: &SceneFile,
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Option<(Scene, HanimFigure, Vec<Behaviour>)> {
    let (text, broken) = utf8(file.text.clone());
    if !text.contains("Motion") && !text.contains("Interpolator") {
        return None;
    }
    let (text, files) = with_inlines(text, companions);
    let scene = Scene::read(&text, &files, broken, file.encoding, report).ok()?;
    let figure = scene.figure(motion::changes_scales(&scene.tree), limits, report).ok()?;
    let played = motion::read("", &scene.tree, &figure, &scene.chains, limits, report);
    let moving: Vec<Behaviour> = played.behaviours.into_iter().filter(|behaviour| behaviour.motion.moves()).collect();
    (!moving.is_empty()).then_some((scene, figure, moving))
}

/// How much larger the scene's unit is than that of the joints: what the first humanoid, and Transforms around it, scale by.
fn size(figure: &HanimFigure) -> f64 {
    let humanoid = figure.placed_humanoids.first();
    let volume = humanoid.map_or(1.0, |placed| placed.inside.to_parent.matrix3.determinant().abs());
    if volume > 0.0 { volume.cbrt() } else { 1.0 }
}

/// How long a leg is in the figure's own unit, from the hip to the ankle; `None` where the joints are not known.
fn leg(figure: &HanimFigure, names: &mut JointNames<'_>) -> Option<f64> {
    let mut centre = |name: &str| {
        let found = names.find(None, name)?;
        figure.joint(*names.joints(&found).first()?).map(|joint| joint.center)
    };
    let length = centre("l_hip")?.distance(centre("l_talocrural")?);
    (length > 0.0).then_some(length)
}
