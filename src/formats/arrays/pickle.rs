//! Reads arrays from Python's pickles without running anything: it knows the opcodes of plain data, the six functions with
//! which NumPy rebuilds its arrays, and Python's ordered dictionary. It refuses any other name before it looks at what follows.
//!
//! Opcodes: <https://github.com/python/cpython/blob/main/Lib/pickletools.py>.

use super::array::{Array, MOST_DIMENSIONS, items};
use super::dtype::{Dtype, ItemKind};
use super::refusal::refuse;
use super::shared_bytes::SharedBytes;
use crate::checked::Checked;
use crate::decimal;
use crate::error::{ErrorKind, ParseError};

/// Nesting of dictionaries and lists that is looked into.
const DEEPEST: usize = 6;
/// The arguments of a function, and the parts of a state, that are looked at: all of them have fewer.
const MOST_ARGUMENTS: usize = 8;
/// Bytes of the name of an array, whose keys are joined; longer ones are no names, and every array would have a copy.
const LONGEST_NAME: usize = 1_000;
/// Arrays of one file that are looked at.
const MOST_ARRAYS: usize = 10_000;
/// Bytes that may be copied for each byte of the file. Instructions may ask for the same bytes again and again.
const COPIED_A_BYTE: usize = 8;

/// A value of the pickle. Values refer to each other by their indices, since a list may be referred to before it is filled.
#[derive(Debug, Clone)]
enum PickleNode {
    None,
    Number(f64),
    Text(String),
    Bytes(SharedBytes),
    /// A list, a tuple or a set.
    List(Vec<usize>),
    /// Keys and values by turns.
    Dict(Vec<usize>),
    Known(Known),
    Dtype(Dtype),
    /// An array without items yet.
    Empty,
    Array(Array),
    /// An array of Python objects.
    Objects(Vec<usize>),
}

/// The functions and types that a pickle may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Reconstruct,
    Ndarray,
    Dtype,
    Scalar,
    FromBuffer,
    Encode,
    OrderedDict,
}

impl Known {
    fn of(module: &str, name: &str) -> Option<Self> {
        // NumPy 2 renamed its core.
        let core = module.strip_prefix("numpy.core.").or_else(|| module.strip_prefix("numpy._core."));
        Some(match (core.unwrap_or(module), name, core.is_some()) {
            ("multiarray", "_reconstruct", true) => Self::Reconstruct,
            ("multiarray", "scalar", true) => Self::Scalar,
            ("numeric", "_frombuffer", true) => Self::FromBuffer,
            ("numpy", "ndarray", false) => Self::Ndarray,
            ("numpy", "dtype", false) => Self::Dtype,
            ("_codecs", "encode", false) => Self::Encode,
            ("collections", "OrderedDict", false) => Self::OrderedDict,
            _ => return None,
        })
    }
}

/// Reads all arrays of a pickle, with their keys; `base` is the file's byte at which it begins. Names begin with `prefix`.
pub(super) fn arrays(bytes: &SharedBytes, base: usize, prefix: &str) -> Result<Vec<Array>, ParseError> {
    let mut machine = Machine {
        bytes,
        base,
        at: 0,
        nodes: Vec::new(),
        stack: Vec::new(),
        marks: Vec::new(),
        memo: Vec::new(),
        room: bytes.len().saturating_mul(COPIED_A_BYTE),
    };
    let root = machine.run()?;
    let mut found = Vec::new();
    machine.collect(root, prefix, 0, &mut vec![false; machine.nodes.len()], &mut found);
    Ok(found)
}

/// Advice for a person whose pickle is not opened. `numpy.load` opens both pickles and arrays that hold one; Latin 1 is for those that
/// Python 2 wrote.
const ADVICE: &str = "Opening one can run somebody's program, so Marey does not. These lines make a file that plays: \
    `import numpy; d = numpy.load('FILE', allow_pickle=True, encoding='latin1'); \
    numpy.savez('motion.npz', **(d.item() if hasattr(d, 'item') else d))`";

/// The same for PyTorch's tensors.
const TORCH_ADVICE: &str = "Opening one can run somebody's program, so Marey does not. These lines, with its key for KEY, make a file that plays: \
    `import numpy, torch; d = torch.load('FILE', map_location='cpu'); numpy.save('motion.npy', d['KEY'].numpy())`";

struct Machine<'a> {
    bytes: &'a SharedBytes,
    base: usize,
    at: usize,
    nodes: Vec<PickleNode>,
    stack: Vec<usize>,
    marks: Vec<usize>,
    /// The value of each key, by which later parts of the pickle name it.
    memo: Vec<Option<usize>>,
    /// Bytes that may still be copied.
    room: usize,
}

impl<'a> Machine<'a> {
    fn fail(&self, what: &str) -> ParseError {
        refuse(ErrorKind::Syntax, "pickle.damaged", self.base + self.at, format!("the pickle is damaged: {what}"))
    }

    fn unknown(&self, what: &str) -> ParseError {
        let advice = if what.starts_with("`torch.") { TORCH_ADVICE } else { ADVICE };
        let message = format!("this is a Python pickle with {what}. {advice}");
        refuse(ErrorKind::Unsupported, "pickle.unknown", self.base + self.at, message)
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], ParseError> {
        let end = usize::try_from(count).ok().and_then(|count| self.at.checked_add(count));
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| self.fail("it ends too early"))?;
        self.at += taken.len();
        Ok(taken)
    }

    fn number<const BYTES: u64>(&mut self) -> Result<u64, ParseError> {
        Ok(self.take(BYTES)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn line(&mut self) -> Result<String, ParseError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| self.fail("it ends too early"))?;
        let line = self.take(length as u64 + 1)?;
        Ok(String::from_utf8_lossy(line).trim_end().to_owned())
    }

    fn push(&mut self, node: PickleNode) {
        self.stack.push(self.nodes.len());
        self.nodes.push(node);
    }

    fn pop(&mut self) -> Result<usize, ParseError> {
        self.stack.pop().ok_or_else(|| self.fail("a value is missing"))
    }

    /// The values above the last mark.
    fn pop_mark(&mut self) -> Result<Vec<usize>, ParseError> {
        match self.marks.pop() {
            Some(mark) if mark <= self.stack.len() => Ok(self.stack.split_off(mark)),
            _ => Err(self.fail("a mark is missing")),
        }
    }

    fn node(&self, index: usize) -> &PickleNode {
        self.nodes.get(index).unwrap_or(&PickleNode::None)
    }

    fn text(&self, index: usize) -> &str {
        if let PickleNode::Text(text) = self.node(index) { text } else { "" }
    }

    /// Adds values to the list or dictionary on top of the stack.
    fn extend(&mut self, values: Vec<usize>) -> Result<(), ParseError> {
        let top = *self.stack.last().ok_or_else(|| self.fail("a list is missing"))?;
        match self.nodes.get_mut(top) {
            Some(PickleNode::List(list) | PickleNode::Dict(list)) => list.extend(values),
            _ => return Err(self.fail("a list is missing")),
        }
        Ok(())
    }

    fn remember(&mut self, key: u64) -> Result<(), ParseError> {
        let top = *self.stack.last().ok_or_else(|| self.fail("a value is missing"))?;
        // Keys count values, and each value takes a byte at least.
        let key = usize::try_from(key).ok().filter(|key| *key < self.bytes.len());
        let key = key.ok_or_else(|| self.fail("a key is too large"))?;
        if self.memo.len() <= key {
            self.memo.resize(key + 1, None);
        }
        self.memo.put(key, Some(top));
        Ok(())
    }

    fn recall(&mut self, key: u64) -> Result<(), ParseError> {
        let known = usize::try_from(key).ok().and_then(|key| *self.memo.get(key)?);
        self.stack.push(known.ok_or_else(|| self.fail("a value is missing"))?);
        Ok(())
    }

    fn find(&mut self, module: &str, name: &str) -> Result<(), ParseError> {
        let known = Known::of(module, name).ok_or_else(|| self.unknown(&format!("`{module}.{name}`")))?;
        self.push(PickleNode::Known(known));
        Ok(())
    }

    fn run(&mut self) -> Result<usize, ParseError> {
        loop {
            let opcode = self.number::<1>()? as u8;
            match opcode {
                // PROTO, FRAME: nothing depends on them.
                0x80 => drop(self.take(1)?),
                0x95 => drop(self.take(8)?),
                b'.' => return self.pop(),
                b'(' => self.marks.push(self.stack.len()),
                b'0' => drop(self.pop()?),
                b'N' => self.push(PickleNode::None),
                0x88 => self.push(PickleNode::Number(1.0)),
                0x89 => self.push(PickleNode::Number(0.0)),
                b'K' => {
                    let number = self.number::<1>()?;
                    self.push(PickleNode::Number(number as f64));
                }
                b'M' => {
                    let number = self.number::<2>()?;
                    self.push(PickleNode::Number(number as f64));
                }
                b'J' => {
                    let number = self.number::<4>()? as u32 as i32;
                    self.push(PickleNode::Number(f64::from(number)));
                }
                0x8A => {
                    let length = self.number::<1>()?;
                    let number = signed(self.take(length)?);
                    self.push(PickleNode::Number(number));
                }
                b'G' => {
                    let bits = self.number::<8>()?.swap_bytes();
                    self.push(PickleNode::Number(f64::from_bits(bits)));
                }
                // Texts: UTF-8 with lengths of one, four and eight bytes; bytes of Python 2 as Latin-1.
                0x8C => self.push_text::<1>()?,
                b'X' => self.push_text::<4>()?,
                0x8D => self.push_text::<8>()?,
                b'U' | b'T' => {
                    let length = if opcode == b'U' { self.number::<1>()? } else { self.number::<4>()? };
                    let text = self.take(length)?.iter().map(|byte| char::from(*byte)).collect();
                    self.push(PickleNode::Text(text));
                }
                b'C' => self.push_bytes::<1>()?,
                b'B' => self.push_bytes::<4>()?,
                0x8E | 0x96 => self.push_bytes::<8>()?,
                b']' => self.push(PickleNode::List(Vec::new())),
                b')' => self.push(PickleNode::List(Vec::new())),
                b'}' => self.push(PickleNode::Dict(Vec::new())),
                b't' | b'l' => {
                    let values = self.pop_mark()?;
                    self.push(PickleNode::List(values));
                }
                b'd' => {
                    let values = self.pop_mark()?;
                    self.push(PickleNode::Dict(values));
                }
                0x85..=0x87 => {
                    let count = usize::from(opcode - 0x84);
                    let start = self.stack.len().checked_sub(count).ok_or_else(|| self.fail("a value is missing"))?;
                    let values = self.stack.split_off(start);
                    self.push(PickleNode::List(values));
                }
                b'a' => {
                    let value = self.pop()?;
                    self.extend(vec![value])?;
                }
                b's' => {
                    let (value, key) = (self.pop()?, self.pop()?);
                    self.extend(vec![key, value])?;
                }
                b'e' | b'u' => {
                    let values = self.pop_mark()?;
                    self.extend(values)?;
                }
                b'q' => {
                    let key = self.number::<1>()?;
                    self.remember(key)?;
                }
                b'r' => {
                    let key = self.number::<4>()?;
                    self.remember(key)?;
                }
                0x94 => self.remember(self.memo.len() as u64)?,
                b'h' => {
                    let key = self.number::<1>()?;
                    self.recall(key)?;
                }
                b'j' => {
                    let key = self.number::<4>()?;
                    self.recall(key)?;
                }
                b'c' => {
                    let (module, name) = (self.line()?, self.line()?);
                    self.find(&module, &name)?;
                }
                0x93 => {
                    let (name, module) = (self.pop()?, self.pop()?);
                    let (module, name) = (self.text(module).to_owned(), self.text(name).to_owned());
                    self.find(&module, &name)?;
                }
                b'R' => {
                    let (arguments, function) = (self.pop()?, self.pop()?);
                    let made = self.call(function, arguments)?;
                    self.push(made);
                }
                b'b' => {
                    let state = self.pop()?;
                    self.build(state)?;
                }
                other => return Err(self.unknown(&format!("the instruction 0x{other:02x}"))),
            }
        }
    }

    fn push_text<const BYTES: u64>(&mut self) -> Result<(), ParseError> {
        let length = self.number::<BYTES>()?;
        let text = String::from_utf8_lossy(self.take(length)?).into_owned();
        self.push(PickleNode::Text(text));
        Ok(())
    }

    fn push_bytes<const BYTES: u64>(&mut self) -> Result<(), ParseError> {
        let length = self.number::<BYTES>()?;
        let count = self.take(length)?.len();
        let bytes = self.bytes.part(self.at - count..self.at);
        self.push(PickleNode::Bytes(bytes));
        Ok(())
    }

    /// The parts of a list or tuple.
    fn parts(&self, index: usize) -> &[usize] {
        if let PickleNode::List(parts) = self.node(index) { parts } else { &[] }
    }

    fn dtype(&self, index: usize) -> Result<Dtype, ParseError> {
        if let PickleNode::Dtype(dtype) = self.node(index) {
            Ok(*dtype)
        } else {
            Err(self.fail("the type of an array is missing"))
        }
    }

    fn shape(&self, index: usize) -> Result<Vec<usize>, ParseError> {
        let parts = self.parts(index).iter().take(MOST_DIMENSIONS + 1);
        let lengths: Option<Vec<usize>> = parts
            .map(|part| match self.node(*part) {
                PickleNode::Number(length) if (0.0..9e15).contains(length) => Some(*length as usize),
                _ => None,
            })
            .collect();
        lengths.filter(|lengths| lengths.len() <= MOST_DIMENSIONS).ok_or_else(|| self.fail("an array has no shape"))
    }

    /// The result of one of the known functions.
    fn call(&mut self, function: usize, arguments: usize) -> Result<PickleNode, ParseError> {
        let PickleNode::Known(known) = *self.node(function) else { return Err(self.fail("a function is missing")) };
        let parts: Vec<usize> = self.parts(arguments).iter().take(MOST_ARGUMENTS).copied().collect();
        let part = |at: usize| parts.get(at).copied().ok_or_else(|| self.fail("an argument is missing"));
        Ok(match known {
            Known::Reconstruct => match self.node(part(0)?) {
                PickleNode::Known(Known::Ndarray) => PickleNode::Empty,
                _ => return Err(self.fail("an array is of no known type")),
            },
            Known::Dtype => {
                let name = self.text(part(0)?);
                PickleNode::Dtype(
                    Dtype::of_name(name).ok_or_else(|| self.unknown(&format!("items of the type `{name}`")))?,
                )
            }
            Known::Scalar => self.array(self.dtype(part(0)?)?, Vec::new(), false, part(1)?)?,
            Known::FromBuffer => {
                let is_fortran = self.text(part(3)?) == "F";
                self.array(self.dtype(part(1)?)?, self.shape(part(2)?)?, is_fortran, part(0)?)?
            }
            // Bytes, written as a text in Latin-1.
            Known::Encode => PickleNode::Bytes(self.latin_1(part(0)?)?.into()),
            // Made empty and filled later, or from a list of pairs.
            Known::OrderedDict => {
                let pairs = parts.first().map(|pairs| self.parts(*pairs)).unwrap_or_default();
                let of_pair = |pair: &usize| self.parts(*pair).first_chunk::<2>().copied();
                PickleNode::Dict(pairs.iter().filter_map(of_pair).flatten().collect())
            }
            Known::Ndarray => return Err(self.fail("an array is made without its items")),
        })
    }

    /// The bytes that a text stands for.
    fn latin_1(&mut self, text: usize) -> Result<Vec<u8>, ParseError> {
        self.copy(self.text(text).len())?;
        Ok(self.text(text).chars().map(|letter| u32::from(letter) as u8).collect())
    }

    /// Counts bytes that are about to be copied.
    fn copy(&mut self, count: usize) -> Result<(), ParseError> {
        self.room = self.room.checked_sub(count).ok_or_else(|| self.fail("it repeats itself"))?;
        Ok(())
    }

    fn array(
        &mut self,
        dtype: Dtype,
        shape: Vec<usize>,
        is_fortran: bool,
        data: usize,
    ) -> Result<PickleNode, ParseError> {
        let bytes = match self.node(data) {
            PickleNode::Bytes(bytes) => bytes.clone(),
            // Bytes of Python 2.
            PickleNode::Text(_) => self.latin_1(data)?.into(),
            _ => return Err(self.fail("the items of an array are missing")),
        };
        let array = Array::new(String::new(), dtype, shape, is_fortran, bytes);
        array.map(PickleNode::Array).ok_or_else(|| self.fail("an array has fewer items than its shape"))
    }

    /// Completes the array or type on top of the stack.
    fn build(&mut self, state: usize) -> Result<(), ParseError> {
        let top = *self.stack.last().ok_or_else(|| self.fail("a value is missing"))?;
        let parts: Vec<usize> = self.parts(state).iter().take(MOST_ARGUMENTS).copied().collect();
        let built = match (self.node(top), parts.as_slice()) {
            // Version, byte order, ..
            (PickleNode::Dtype(dtype), [_, order, ..]) => {
                PickleNode::Dtype(Dtype { big_endian: self.text(*order) == ">", ..*dtype })
            }
            // Version, shape, type, whether Fortran's order, items.
            (PickleNode::Empty, [_, shape, dtype, is_fortran, data, ..]) => {
                let (shape, dtype) = (self.shape(*shape)?, self.dtype(*dtype)?);
                let is_fortran = matches!(self.node(*is_fortran), PickleNode::Number(1.0));
                let count = self.parts(*data).len();
                if dtype.kind == ItemKind::Object && items(&shape) == Some(count) {
                    self.copy(count)?;
                    PickleNode::Objects(self.parts(*data).to_vec())
                } else {
                    self.array(dtype, shape, is_fortran, *data)?
                }
            }
            _ => return Err(self.unknown("an object that is no array")),
        };
        self.nodes.put(top, built);
        Ok(())
    }

    /// Collects the arrays under a value; a list of numbers is an array, too.
    fn collect(&self, index: usize, name: &str, depth: usize, seen: &mut [bool], found: &mut Vec<Array>) {
        // A value may be in many lists, and lists in each other.
        let is_seen = seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true));
        if is_seen || depth > DEEPEST || name.len() > LONGEST_NAME || found.len() >= MOST_ARRAYS {
            return;
        }
        let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}/{key}") };
        match self.node(index) {
            PickleNode::Array(array) => found.push(array.renamed(name)),
            PickleNode::Number(number) => found.extend(numbers(name, &[*number], Vec::new())),
            PickleNode::Text(text) => {
                let letters: Vec<u8> = text.chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
                let dtype = Dtype { kind: ItemKind::Utf32, width: letters.len(), big_endian: false };
                found.extend(Array::new(name.to_owned(), dtype, Vec::new(), false, letters.into()));
            }
            PickleNode::List(list) | PickleNode::Objects(list) => {
                let plain: Option<Vec<f64>> = list
                    .iter()
                    .map(|item| match self.node(*item) {
                        PickleNode::Number(number) => Some(*number),
                        _ => None,
                    })
                    .collect();
                if plain.is_none()
                    && let Some((plain, shape)) = self.nested(list, seen)
                {
                    found.extend(numbers(name, &plain, shape));
                    return;
                }
                match (plain, list.as_slice()) {
                    (Some(plain), [_, ..]) => found.extend(numbers(name, &plain, vec![plain.len()])),
                    // `numpy.save` of a dictionary makes an array of one object.
                    (_, [only]) if matches!(self.node(index), PickleNode::Objects(_)) => {
                        self.collect(*only, name, depth + 1, seen, found)
                    }
                    _ => {
                        for (place, item) in list.iter().enumerate() {
                            self.collect(*item, &below(&place.to_string()), depth + 1, seen, found);
                        }
                    }
                }
            }
            PickleNode::Dict(pairs) => {
                let pairs = pairs.as_chunks::<2>().0;
                let value = |key: &str| pairs.iter().find(|pair| self.text(pair[0]) == key).map(|pair| pair[1]);
                // How poselib writes an array.
                if let (Some(array), Some(_)) = (value("arr"), value("context")) {
                    return self.collect(array, name, depth + 1, seen, found);
                }
                for pair in pairs {
                    let key = match self.node(pair[0]) {
                        PickleNode::Text(key) => key.clone(),
                        PickleNode::Number(key) => decimal::text(*key, 6),
                        // A number of NumPy.
                        PickleNode::Array(key) if key.len() == 1 && key.dtype.is_number() => {
                            decimal::text(key.number(0), 6)
                        }
                        _ => continue,
                    };
                    self.collect(pair[1], &below(&key), depth + 1, seen, found);
                }
            }
            PickleNode::None
            | PickleNode::Bytes(_)
            | PickleNode::Known(_)
            | PickleNode::Dtype(_)
            | PickleNode::Empty => {}
        }
    }
}

impl Machine<'_> {
    /// The numbers of lists of lists of as many numbers each, with their shape. A list that comes twice has no numbers of its own.
    fn nested(&self, list: &[usize], seen: &mut [bool]) -> Option<(Vec<f64>, Vec<usize>)> {
        let rows: Vec<&[usize]> = list.iter().map(|row| self.parts(*row)).collect();
        let width = rows.first().filter(|_| rows.len() > 2)?.len();
        if width == 0 || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let is_first = |row: &usize| seen.get_mut(*row).is_some_and(|seen| !std::mem::replace(seen, true));
        if !list.iter().all(is_first) {
            return None;
        }
        let number =
            |item: &usize| if let PickleNode::Number(number) = self.node(*item) { Some(*number) } else { None };
        if let Some(plain) = rows.iter().copied().flatten().map(number).collect::<Option<Vec<f64>>>() {
            return Some((plain, vec![rows.len(), width]));
        }
        let points: Vec<&[usize]> = rows.iter().copied().flatten().map(|point| self.parts(*point)).collect();
        let each = points.first()?.len();
        let are_points = each > 0 && points.iter().all(|point| point.len() == each);
        let mut is_first = |point: &usize| seen.get_mut(*point).is_some_and(|seen| !std::mem::replace(seen, true));
        if !are_points || !rows.iter().copied().flatten().all(&mut is_first) {
            return None;
        }
        let plain = points.into_iter().flatten().map(number).collect::<Option<Vec<f64>>>()?;
        Some((plain, vec![rows.len(), width, each]))
    }
}

/// An array of these numbers.
fn numbers(name: &str, numbers: &[f64], shape: Vec<usize>) -> Option<Array> {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let dtype = Dtype { kind: ItemKind::Float, width: 8, big_endian: false };
    Array::new(name.to_owned(), dtype, shape, false, bytes.into())
}

/// A number in two's complement, the low byte first.
fn signed(bytes: &[u8]) -> f64 {
    let is_negative = bytes.last().is_some_and(|last| *last >= 128);
    let sum = bytes.iter().rev().fold(0.0, |sum, byte| sum * 256.0 + f64::from(*byte));
    if is_negative { sum - 256_f64.powi(bytes.len() as i32) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_recalled_by_keys_within_the_file() {
        // Protocol 2, a number, remembered under a key, taken from the stack, and recalled.
        let found = |key: u8, wide: [u8; 3]| {
            let [a, b, c] = wide;
            let bytes = [0x80, 2, b'K', 7, b'r', key, a, b, c, b'0', b'j', key, a, b, c, b'.'];
            let found = arrays(&bytes.to_vec().into(), 0, "").map(|found| found.first().and_then(Array::scalar));
            found.map_err(|refusal| refusal.code().to_owned())
        };
        assert_eq!(found(3, [0; 3]), Ok(Some(7.0)));
        assert_eq!(found(255, [255; 3]), Err("pickle.damaged".into()));
    }
}
