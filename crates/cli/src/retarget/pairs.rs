//! Maps mended, or made, by a file of names that belong together.

use std::fs;

use marey::body::{BodyMap, NoMap, Part};
use marey::model::Clip;
use marey_study::measure::joint_called;
use serde_json::Value;

use super::Stop;

/// Two joints that belong together, and the part of the body if it is named.
struct PairLine {
    part: Option<Part>,
    names: [String; 2],
}

/// The maps of a motion and of a figure, each with its file's name, after the pairs of a file: an object or a list, see [`pairs`]. A
/// skeleton whose names say nothing is mapped by the pairs alone.
pub(super) fn mended_maps(path: &str, source: (&str, &Clip), target: (&str, &Clip)) -> Result<[BodyMap; 2], Stop> {
    let failed = |words: String| Stop::Failed(format!("{path}: {words}"));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let pairs = pairs(&value).ok_or_else(|| failed("expected an object of names: {\"a\": \"b\"}".into()))?;
    let [of_source, of_target] = [source, target].map(|(_, clip)| BodyMap::partial_of_clip(clip));
    let part_of = |map: &Result<BodyMap, NoMap>, joint: usize| {
        let parts = map.as_ref().map(BodyMap::parts).unwrap_or_default();
        parts.into_iter().find(|(_, one)| *one == joint).map(|(part, _)| part)
    };
    let mut named: [Vec<(Part, usize)>; 2] = Default::default();
    for PairLine { part, names: [own, other] } in pairs {
        let joint = |(file, clip): (&str, &Clip), name: &str| {
            joint_called(&clip.skeleton, name).ok_or_else(|| failed(format!("{file} has no joint `{name}`")))
        };
        let joints = [joint(source, &own)?, joint(target, &other)?];
        let part = part.or_else(|| part_of(&of_source, joints[0])).or_else(|| part_of(&of_target, joints[1]));
        let Some(part) = part else {
            let help = r#"name the part, too: {"left hand": ["a", "b"]}"#;
            return Err(failed(format!("neither `{own}` nor `{other}` is a part of the body that is mapped; {help}")));
        };
        named.iter_mut().zip(joints).for_each(|(named, joint)| named.push((part, joint)));
    }
    let [by_source, by_target] = named;
    let map = |found: Result<BodyMap, NoMap>, (file, clip): (&str, &Clip), named: &[(Part, usize)]| match found {
        Ok(mut map) => {
            map.mend_all(&clip.skeleton, named);
            Ok(map)
        }
        Err(reason) => BodyMap::of_parts(&clip.skeleton, named)
            .map_err(|missing| Stop::Failed(format!("{file}: {reason}, and in {path} {missing}"))),
    };
    Ok([map(of_source, source, &by_source)?, map(of_target, target, &by_target)?])
}

/// Pairs of names, the motion's first: `{"a": "b"}`, `[["a", "b"]]`, and with the part of the body `{"left hand": ["a", "b"]}`.
fn pairs(value: &Value) -> Option<Vec<PairLine>> {
    let text = |value: &Value| Some(value.as_str()?.to_owned());
    let both = |pair: &Value| Some([text(pair.get(0)?)?, text(pair.get(1)?)?]);
    match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, other)| match other {
                Value::Array(_) => {
                    let part = Part::all().find(|part| part.to_string() == *key)?;
                    Some(PairLine { part: Some(part), names: both(other)? })
                }
                _ => Some(PairLine { part: None, names: [key.clone(), text(other)?] }),
            })
            .collect(),
        Value::Array(list) => list.iter().map(|pair| Some(PairLine { part: None, names: both(pair)? })).collect(),
        _ => None,
    }
}
