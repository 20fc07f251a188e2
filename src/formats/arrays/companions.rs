//! Companion files: body models, and the means and deviations of normalized vectors.

use std::sync::Arc;

use super::files;
use super::model::{BodyModel, is_model};
use super::shared_bytes::SharedBytes;
use super::vector::{Scaled, joints_of};
use crate::error::Limits;
use crate::formats::reading::{ArrayOptions, Kind, WarningLog};

/// Files beside a motion. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct ArraysCompanions {
    pub(super) options: ArrayOptions,
    pub(super) models: Vec<Arc<BodyModel>>,
    means: Vec<Arc<Vec<f64>>>,
    deviations: Vec<Arc<Vec<f64>>>,
}

impl ArraysCompanions {
    /// Adds a model, a mean or a deviation; ignores motions and files that cannot be read.
    pub(super) fn add(&mut self, kind: Kind, file: &str, bytes: &[u8], limits: &Limits) {
        if kind == Kind::Pickle || kind == Kind::Npz && !mentions(bytes, b"J_regressor") {
            return;
        }
        let Some(bytes) = SharedBytes::copy_of(bytes) else { return };
        let Ok(keys) = files::arrays(kind, &bytes, limits, &mut WarningLog::new(limits)) else { return };
        if is_model(&keys.0) {
            self.models.retain(|model| model.file != file);
            self.models.extend(BodyModel::new(file, &keys.0).map(Arc::new));
            return;
        }
        let [array] = keys.0.as_slice() else { return };
        if array.shape.len() == 1 && joints_of(array.len()).is_some() {
            let numbers = Arc::new((0..array.len()).map(|item| array.number(item)).collect());
            let stem = crate::formats::reading::input::clip_name(file).to_ascii_lowercase();
            if stem.ends_with("mean") {
                self.means.push(numbers);
            } else if stem.ends_with("std") {
                self.deviations.push(numbers);
            }
        }
    }

    /// The mean and deviation of vectors of so many numbers.
    pub(super) fn scaled(&self, width: usize) -> Option<Scaled> {
        let of = |lists: &[Arc<Vec<f64>>]| lists.iter().rfind(|list| list.len() == width).map(|list| list.to_vec());
        Some(Scaled { mean: of(&self.means)?, deviation: of(&self.deviations)? })
    }
}

/// Whether the bytes have a word: an archive names its members in plain text.
fn mentions(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|here| here == word)
}
