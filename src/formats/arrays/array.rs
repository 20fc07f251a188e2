//! An array: named numbers or texts in some dimensions, which stay in the bytes of their file until they are asked for.

use glam::Vec3;

use super::dtype::{Dtype, ItemKind};
use super::shared_bytes::SharedBytes;
use crate::checked::Checked;

/// More dimensions than this are refused, as NumPy did for decades.
pub(super) const MOST_DIMENSIONS: usize = 32;

#[derive(Debug, Clone)]
pub(super) struct Array {
    /// The key in its archive or dictionary; nested ones are joined by `/`. Empty for a file of one array.
    pub(super) name: String,
    pub(super) dtype: Dtype,
    pub(super) shape: Vec<usize>,
    /// Items from one index of each axis to the next.
    strides: Vec<usize>,
    bytes: SharedBytes,
}

/// The number of items of a shape; `None` if it is too large for memory.
pub(super) fn items(shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1_usize, |product, length| product.checked_mul(*length))
}

impl Array {
    /// `bytes` has at least all items; `None` if not.
    pub(super) fn new(
        name: String,
        dtype: Dtype,
        shape: Vec<usize>,
        is_fortran: bool,
        bytes: SharedBytes,
    ) -> Option<Self> {
        if items(&shape)?.checked_mul(dtype.width)? > bytes.len() {
            return None;
        }
        let mut strides = vec![0; shape.len()];
        let mut stride = 1_usize;
        let mut axes: Vec<usize> = (0..shape.len()).collect();
        if !is_fortran {
            axes.reverse();
        }
        for axis in axes {
            strides.put(axis, stride);
            stride = stride.saturating_mul(shape.at(axis));
        }
        Some(Self { name, dtype, shape, strides, bytes })
    }

    /// Whether its items lie as those of another array do.
    pub(super) fn is_laid_out_like(&self, other: &Self) -> bool {
        self.shape == other.shape && self.strides == other.strides
    }

    /// Makes a list a table of one row.
    pub(super) fn make_row(&mut self) {
        if let [length] = *self.shape.as_slice() {
            self.shape.insert(0, 1);
            self.strides.insert(0, length);
        }
    }

    /// A copy with another name.
    pub(super) fn renamed(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        items(&self.shape).unwrap_or(0)
    }

    /// Length of an axis; 0 for an axis that there is not.
    pub(super) fn length(&self, axis: usize) -> usize {
        self.shape.get(axis).copied().unwrap_or(0)
    }

    /// Items from one index of an axis to the next.
    pub(super) fn stride(&self, axis: usize) -> usize {
        self.strides.get(axis).copied().unwrap_or(0)
    }

    fn bytes_of(&self, item: usize) -> &[u8] {
        let start = item.saturating_mul(self.dtype.width);
        self.bytes.get(start..start.saturating_add(self.dtype.width)).unwrap_or_default()
    }

    /// The number at an item: the sum of indices times [strides](Self::stride). NaN where there is none.
    pub(super) fn number(&self, item: usize) -> f64 {
        match self.bytes_of(item) {
            [] => f64::NAN,
            bytes => self.dtype.number(bytes),
        }
    }

    /// The numbers at an item and the two after it, if they are floats of four bytes in the machine's usual order.
    pub(super) fn three_floats(&self, item: usize) -> Option<Vec3> {
        let start = item.checked_mul(4).filter(|_| self.dtype.is_plain_float())?;
        let bytes: &[u8; 12] = self.bytes.get(start..)?.first_chunk()?;
        let [a, b, c, d, e, f, g, h, i, j, k, l] = *bytes;
        Some(Vec3::from([[a, b, c, d], [e, f, g, h], [i, j, k, l]].map(f32::from_le_bytes)))
    }

    /// All numbers, the last axis first.
    pub(super) fn in_order(&self) -> impl Iterator<Item = f64> {
        let item = move |mut index: usize| {
            let mut item = 0;
            for (length, stride) in self.shape.iter().zip(&self.strides).rev() {
                item += index % length * stride;
                index /= length;
            }
            self.number(item)
        };
        (0..self.len()).map(item)
    }

    /// The number at an index of each of the first two axes.
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.number(row * self.stride(0) + column * self.stride(1))
    }

    /// The number at an index of each of the first three axes.
    pub(super) fn at3(&self, row: usize, column: usize, depth: usize) -> f64 {
        self.number(row * self.stride(0) + column * self.stride(1) + depth * self.stride(2))
    }

    /// The first number, if it is finite: that of an array without dimensions, or with one item.
    pub(super) fn scalar(&self) -> Option<f64> {
        Some(self.number(0)).filter(|number| number.is_finite() && self.dtype.is_number() && self.len() > 0)
    }

    /// The first text; `None` for arrays that are not of text.
    pub(super) fn text(&self) -> Option<String> {
        (self.is_text() && self.len() > 0).then(|| self.dtype.text(self.bytes_of(0)))
    }

    /// The texts of a list; none for arrays that are not of text.
    pub(super) fn texts(&self) -> Vec<String> {
        let count = if self.is_text() { self.len() } else { 0 };
        (0..count).map(|item| self.dtype.text(self.bytes_of(item))).collect()
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.dtype.kind, ItemKind::Utf32 | ItemKind::Bytes)
    }

    /// `poses: float64 (30, 156)`.
    pub(super) fn describe(&self) -> String {
        let colon = if self.name.is_empty() { "" } else { ": " };
        format!("{}{colon}{} {}", self.name, self.dtype.name(), shape_text(&self.shape))
    }
}

/// `(30, 22, 3)`, as Python prints it.
pub(super) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_in_both_orders() {
        let bytes: Vec<u8> = (0..6).collect();
        let dtype = Dtype::of_name("|u1").unwrap();
        let array = |fortran| Array::new(String::new(), dtype, vec![2, 3], fortran, bytes.clone().into()).unwrap();
        assert_eq!((array(false).at(1, 0), array(false).at(0, 2)), (3.0, 2.0));
        assert_eq!((array(true).at(1, 0), array(true).at(0, 2)), (1.0, 4.0));
        assert!(array(true).number(6).is_nan());
    }

    #[test]
    fn an_array_has_all_of_its_bytes() {
        let dtype = Dtype::of_name("<f4").unwrap();
        let array = |shape: &[usize]| Array::new(String::new(), dtype, shape.to_vec(), false, vec![0; 8].into());
        assert_eq!(array(&[2]).map(|array| array.describe()).as_deref(), Some("float32 (2,)"));
        assert!(array(&[3]).is_none() && array(&[usize::MAX, 2]).is_none());
        assert!(array(&[usize::MAX / 2, 3, 0]).is_none(), "although it has no item");
    }
}
