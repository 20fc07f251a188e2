//! Lists of frames as arrays over time: `[{'joints': (22, 3)}, {'joints': (22, 3)}, ..]` is the same as `{'joints': (frames, 22, 3)}`.

use super::array::Array;
use super::dtype::{Dtype, ItemKind};
use super::keys::Keys;

/// Fewer things in a row are no frames.
const FEWEST: usize = 3;
/// Points of a frame at most; what has more may be a motion itself.
const MOST_POINTS: usize = 140;

/// The file's item of an array, such as the number of its frame, and the key in it.
fn split(name: &str) -> (&str, &str) {
    name.split_once('/').unwrap_or((name, ""))
}

/// Whether an array may be a part of one frame: a row, or a few points.
fn is_small(shape: &[usize], has_key: bool) -> bool {
    match *shape {
        [_] | [1, _] => has_key,
        [points, 2..=4] => points < MOST_POINTS && (has_key || points >= 5),
        _ => false,
    }
}

/// Joins the frames of a file that lists them; leaves others as they are.
pub(super) fn stacked(keys: Keys) -> Keys {
    joined(&keys).map_or(keys, Keys)
}

fn joined(keys: &Keys) -> Option<Vec<Array>> {
    let arrays = || keys.0.iter().filter(|array| array.dtype.is_number() && !array.shape.is_empty());
    let items: Vec<Vec<&Array>> = {
        let all: Vec<&Array> = arrays().collect();
        all.chunk_by(|a, b| split(&a.name).0 == split(&b.name).0).map(<[_]>::to_vec).collect()
    };
    let first = items.first().filter(|_| items.len() >= FEWEST)?;
    let has_keys = first.iter().any(|array| !split(&array.name).1.is_empty());
    if !has_keys && items.len() <= FEWEST {
        return None;
    }
    let mut out = Vec::new();
    for (place, array) in first.iter().enumerate() {
        let key = split(&array.name).1;
        let mut frames = Vec::new();
        for item in &items {
            // Every frame has the same keys, in the same order.
            let other = item.get(place).filter(|other| item.len() == first.len() && split(&other.name).1 == key)?;
            frames.push(*other);
        }
        if frames.iter().any(|frame| frame.shape != array.shape) {
            continue;
        }
        if !is_small(&array.shape, has_keys) {
            return None;
        }
        let shape = array.shape.iter().skip(usize::from(array.shape.len() > 1 && array.shape.first() == Some(&1)));
        let shape = std::iter::once(frames.len()).chain(shape.copied()).collect();
        let numbers = frames.iter().flat_map(|frame| frame.in_order());
        let bytes = numbers.flat_map(f64::to_le_bytes).collect::<Vec<u8>>();
        let dtype = Dtype { kind: ItemKind::Float, width: 8, big_endian: false };
        out.push(Array::new(key.to_owned(), dtype, shape, false, bytes.into())?);
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(name: &str, shape: &[usize]) -> Array {
        let count: usize = shape.iter().product();
        let bytes = (0..count).flat_map(|number| (number as f64).to_le_bytes()).collect::<Vec<u8>>();
        let dtype = Dtype::of_name("<f8").unwrap();
        Array::new(name.into(), dtype, shape.to_vec(), false, bytes.into()).unwrap()
    }

    fn joined(names: &[&str], shape: &[usize]) -> Vec<String> {
        let keys = stacked(Keys(names.iter().map(|name| array(name, shape)).collect()));
        keys.0.iter().map(Array::describe).collect()
    }

    #[test]
    fn frames_become_an_array_over_time() {
        assert_eq!(joined(&["0/joints", "1/joints", "2/joints"], &[22, 3]), ["joints: float64 (3, 22, 3)"]);
        assert_eq!(joined(&["0/poses", "1/poses", "2/poses"], &[72]), ["poses: float64 (3, 72)"]);
        assert_eq!(joined(&["0/poses", "1/poses", "2/poses"], &[1, 72]), ["poses: float64 (3, 72)"]);
        assert_eq!(joined(&["0", "1", "2", "3"], &[17, 2]), ["float64 (4, 17, 2)"]);
    }

    #[test]
    fn people_and_clips_stay_apart() {
        assert_eq!(joined(&["0/poses", "1/poses", "2/poses"], &[60, 72]).len(), 3, "three people");
        assert_eq!(joined(&["0/joints", "1/joints"], &[22, 3]).len(), 2);
        assert_eq!(joined(&["a", "b", "c", "d"], &[60, 22, 3]).len(), 4);
        assert_eq!(joined(&["betas", "trans", "poses", "dmpls"], &[10]).len(), 4, "numbers of several things");
    }
}
