//! Behaviours of other figures that are given together with this one: motions are shared by joint names (ISO/IEC
//! 19774-1, 4.8.1). They follow the figure's own behaviours, each with the name of its file.

use super::companions::{HanimCompanions, SceneFile};
use super::figure::{HanimFigure, JointNames, list};
use super::motion::{self, FigureMotions};
use super::report::SceneReport;
use super::scene::SceneTree;
use super::{HanimScene, about, quietly, utf8, with_inlines};
use crate::error::Limits;
use crate::formats::hanim::slices::start_of;
use crate::formats::reading::scenes::make_names_unique;
use crate::model::{Behaviour, Motion};

/// Most other files that are read; if there are more, none is: each figure reads all files, which takes quadratic time.
const MOST_FILES: usize = 8;
/// Most behaviours of each other file.
const MOST_BEHAVIOURS: usize = 100;
/// Most bytes of frames from all other files.
const MOST_BYTES: usize = 32 << 20;
/// Legs whose lengths differ by more than this factor are noted.
const NOTED_LEG_RATIO: f64 = 1.05;

/// Appends other figures' behaviours. A figure without behaviours of its own then gets its rest pose, called `name`.
pub(super) fn add(
    name: &str,
    motions: &mut FigureMotions,
    figure: &HanimFigure,
    tree: &SceneTree,
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) {
    if companions.motions_apart {
        return;
    }
    let is_other = |file: &&SceneFile| !tree.text.starts_with(std::str::from_utf8(&file.text).unwrap_or("\0"));
    let mut files: Vec<&SceneFile> = companions.scenes().filter(is_other).take(MOST_FILES + 1).collect();
    // Inlined files are part of this figure.
    files.retain(|file| !tree.is_inlined(&file.text));
    if files.is_empty() || files.len() > MOST_FILES {
        return;
    }
    let unit = about::unit(tree, report).0 * joint_unit(figure);
    let mut names = JointNames::new(tree, figure);
    let legs = leg_length(figure, &mut names).map(|length| length * unit);
    let (mut notes, mut bytes, is_still) = (Vec::new(), 0_usize, motions.behaviours.is_empty());
    for file in files {
        let Some((other_scene, other, behaviours)) =
            quietly(file, limits, |report| read(file, companions, limits, report))
        else {
            continue;
        };
        let file_name = file.name.rsplit(['/', '\\']).next().unwrap_or(&file.name);
        let metres = quietly(file, limits, |report| about::unit(&other_scene.tree, report)).0 * joint_unit(&other);
        let before = motions.behaviours.len();
        for Behaviour { name, motion } in behaviours {
            bytes = bytes.saturating_add(motion.row_bytes().saturating_mul(motion.frame_count()));
            if bytes > MOST_BYTES || motions.behaviours.len() - before >= MOST_BEHAVIOURS {
                break;
            }
            if let Some(motion) = motion::on_other_figure(&motion, &other, figure, &mut names, metres / unit, limits) {
                let name = format!("{name} ({file_name})");
                let name = start_of(&name, limits.name_bytes).to_owned();
                motions.behaviours.push(Behaviour { name, motion });
            }
        }
        let other_leg =
            leg_length(&other, &mut JointNames::new(&other_scene.tree, &other)).map(|length| length * metres);
        if let Some((own, theirs)) = legs.zip(other_leg).filter(|_| motions.behaviours.len() > before) {
            let ratio = theirs / own;
            if !(1.0 / NOTED_LEG_RATIO..NOTED_LEG_RATIO).contains(&ratio) {
                notes.push(format!("{file_name}: made for legs {ratio:.2} times as long; steps keep their length"));
            }
        }
    }
    if is_still && !motions.behaviours.is_empty() {
        motions.behaviours.push(Behaviour { name: name.to_owned(), motion: Motion::rest() });
    }
    make_names_unique(&mut motions.behaviours);
    list(&mut motions.notes, "Motions of other figures", notes.into_iter());
}

/// The figure of another file and its moving behaviours; `None` if nothing moves.
fn read(
    file: &SceneFile,
    companions: &HanimCompanions,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) -> Option<(HanimScene, HanimFigure, Vec<Behaviour>)> {
    let (text, broken) = utf8(file.text.clone());
    if !text.contains("Motion") && !text.contains("Interpolator") {
        return None;
    }
    let (text, files) = with_inlines(text, companions);
    let scene = HanimScene::read(&text, &files, broken, file.encoding, report).ok()?;
    let figure = scene.figure(motion::changes_scales(&scene.tree), limits, report).ok()?;
    let motions = motion::read("", &scene.tree, &figure, &scene.chains, limits, report);
    let moving: Vec<Behaviour> = motions.behaviours.into_iter().filter(|behaviour| behaviour.motion.moves()).collect();
    (!moving.is_empty()).then_some((scene, figure, moving))
}

/// Scene units per unit of the joints: the scale of the first humanoid and the Transforms around it.
fn joint_unit(figure: &HanimFigure) -> f64 {
    let humanoid = figure.placed_humanoids.first();
    let volume = humanoid.map_or(1.0, |placed| placed.inside.to_parent.matrix3.determinant().abs());
    if volume > 0.0 { volume.cbrt() } else { 1.0 }
}

/// Length of a leg from hip to ankle, in the figure's own unit; `None` if the figure lacks these joints.
fn leg_length(figure: &HanimFigure, names: &mut JointNames<'_>) -> Option<f64> {
    let mut centre = |name: &str| {
        let found = names.find(None, name)?;
        figure.joint(*names.joints(&found).first()?).map(|joint| joint.center)
    };
    let length = centre("l_hip")?.distance(centre("l_talocrural")?);
    (length > 0.0).then_some(length)
}
