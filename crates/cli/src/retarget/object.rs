//! Maps and measures as JSON.

use marey::body::Side;
use marey::body::{BodyMap, NoMap, Part};
use marey::model::Clip;
use marey_study::retarget::{FootMeasures, Measures, Retarget, Spread};
use serde_json::{Map, Value, json};

/// The map of a file: `person`, then the names of the joints of each part, `null` for parts without one. What is no person has only the
/// reason.
pub(super) fn map(clip: &Clip, found: &Result<BodyMap, NoMap>) -> Value {
    match found {
        Ok(map) => parts(clip, map),
        Err(reason) => json!({ "person": false, "reason": reason.to_string() }),
    }
}

fn parts(clip: &Clip, map: &BodyMap) -> Value {
    let name = |part: Part| -> Value {
        map.joint(part).and_then(|joint| clip.skeleton.names().get(joint)).map(|name| name.to_string()).into()
    };
    let side = |side: Side| -> Value {
        let limbs = [
            Part::Clavicle(side),
            Part::Arm(side),
            Part::Fore(side),
            Part::Hand(side),
            Part::Thigh(side),
            Part::Shin(side),
            Part::Foot(side),
            Part::Ball(side),
        ];
        limbs.into_iter().map(|part| (part.name().to_owned(), name(part))).collect::<Map<_, _>>().into()
    };
    json!({
        "person": true,
        "hips": name(Part::Hips),
        "chest": name(Part::Chest),
        "neck": name(Part::Neck),
        "head": name(Part::Head),
        "left": side(Side::Left),
        "right": side(Side::Right),
        "guessed": map.guessed,
    })
}

/// Both maps, the scale and the reference poses.
pub(super) fn maps(retarget: &Retarget<'_>, source: &Clip, target: &Clip) -> Value {
    let [of_source, of_target] = retarget.maps();
    let fingers = |map: &BodyMap| map.sides.iter().flat_map(|side| &side.fingers).filter(|one| !one.is_empty()).count();
    let [source_frame, target_frame] = retarget.references();
    let upright = retarget.upright();
    let reference = |frame: Option<usize>, upright: bool| json!({ "frame": frame, "upright": upright });
    json!({
        "frames": retarget.frame_count(),
        "joints": retarget.main_joint_count(),
        "scale": retarget.scale(),
        "fingers": fingers(of_source).min(fingers(of_target)),
        "reference": [reference(source_frame, upright[0]), reference(target_frame, upright[1])],
        "notes": retarget.notes().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "motion_map": parts(source, of_source),
        "figure_map": parts(target, of_target),
    })
}

pub(super) fn measures(measured: &Measures) -> Value {
    json!({
        "limb_deg": spread(measured.limbs),
        "trunk_deg": spread(measured.trunk),
        "jitter": measured.jitter,
        "contacts": measured.contacts,
        "figure": feet(&measured.feet),
        "motion": feet(&measured.source_feet),
    })
}

fn feet(feet: &FootMeasures) -> Value {
    json!({
        "slide_mm_s": feet.slide.map(spread),
        "contact_height_mm": feet.contact_height.map(spread),
        "penetration_mm": spread(feet.penetration),
    })
}

fn spread(Spread { mean, p95 }: Spread) -> Value {
    json!({ "mean": mean, "p95": p95 })
}
