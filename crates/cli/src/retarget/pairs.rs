//! Maps mended by a file of names that belong together.

use std::fs;

use marey::measure::joint_called;
use marey::model::Clip;
use marey::retarget::BodyMap;
use serde_json::Value;

use super::{Stop, refusal};

/// The maps of a motion and of a figure, each with its file's name, after the pairs of a file: an object, or a list of lists of two names.
pub(super) fn mended_maps(path: &str, source: (&str, &Clip), target: (&str, &Clip)) -> Result<[BodyMap; 2], Stop> {
    let failed = |words: String| Stop::Failed(format!("{path}: {words}"));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let pairs = pairs(&value).ok_or_else(|| failed("expected an object of names: {\"a\": \"b\"}".into()))?;
    let map =
        |(file, clip): (&str, &Clip)| BodyMap::of_clip(clip).map_err(|reason| Stop::Failed(refusal(file, reason)));
    let (mut of_source, mut of_target) = (map(source)?, map(target)?);
    for (own, other) in pairs {
        let joint = |(file, clip): (&str, &Clip), name: &str| {
            joint_called(&clip.skeleton, name).ok_or_else(|| failed(format!("{file} has no joint `{name}`")))
        };
        let (own_joint, other_joint) = (joint(source, &own)?, joint(target, &other)?);
        let part = |map: &BodyMap, joint: usize| map.parts().into_iter().find(|(_, one)| *one == joint);
        if let Some((part, _)) = part(&of_source, own_joint) {
            of_target.mend(&target.1.skeleton, part, other_joint);
        } else if let Some((part, _)) = part(&of_target, other_joint) {
            of_source.mend(&source.1.skeleton, part, own_joint);
        } else {
            return Err(failed(format!("neither `{own}` nor `{other}` is a part of the body that is mapped")));
        }
    }
    Ok([of_source, of_target])
}

fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    let text = |value: &Value| Some(value.as_str()?.to_owned());
    match value {
        Value::Object(object) => object.iter().map(|(own, other)| Some((own.clone(), text(other)?))).collect(),
        Value::Array(list) => list.iter().map(|pair| Some((text(pair.get(0)?)?, text(pair.get(1)?)?))).collect(),
        _ => None,
    }
}
