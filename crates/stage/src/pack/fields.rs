//! The values that packets consist of. How a value is written and how it is read stand side by side; both follow from one list where a
//! value has fields of its own.

use std::borrow::Cow;
use std::ops::Range;

use bytemuck::Pod;
use glam::{Affine3A, Quat, Vec3};
use marey::model::{
    About, Axis, Bind, Bounds, Channels, Confidence, Format, JointKind, Mark, MarkKind, Mass, Morph, PositionMode,
    SkinCorner, Source, Textured, Time, Viewpoint,
};
use marey::{Location, Occurrence, Warning};

use super::bytes::{ByteError, ByteReader};

/// A value in a packet.
pub(super) trait Field: Sized {
    fn put(&self, out: &mut Vec<u8>);
    /// A value that is read after a fault means nothing: [`take()`] says the fault.
    fn take(input: &mut ByteReader<'_>) -> Self;

    /// The values of a list, without their count.
    fn put_all(list: &[Self], out: &mut Vec<u8>) {
        list.iter().for_each(|one| one.put(out));
    }
    /// Reserves nothing for a count, which may be false.
    fn take_all(count: usize, input: &mut ByteReader<'_>) -> Vec<Self> {
        let mut all = Vec::new();
        while all.len() < count && input.check().is_ok() {
            all.push(Self::take(input));
        }
        all
    }
}

/// Reads the next value.
pub(super) fn take<T: Field>(input: &mut ByteReader<'_>) -> Result<T, ByteError> {
    let value = T::take(input);
    input.check()?;
    Ok(value)
}

/// Writes a list: its count and its values.
pub(super) fn put_list<T: Field>(out: &mut Vec<u8>, list: &[T]) {
    list.len().put(out);
    T::put_all(list, out);
}

/// Writes values as they lie in memory, without their count.
pub(super) fn put_pods<T: Pod>(out: &mut Vec<u8>, list: &[T]) {
    out.extend_from_slice(bytemuck::cast_slice(list));
}

/// Writes a text: its length and its UTF-8.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    text.len().put(out);
    out.extend_from_slice(text.as_bytes());
}

/// Values that are written as they lie in memory.
macro_rules! pods {
    ($($type:ty),+) => {$(
        impl Field for $type {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(bytemuck::bytes_of(self));
            }
            fn take(input: &mut ByteReader<'_>) -> Self {
                input.pod()
            }
            fn put_all(list: &[Self], out: &mut Vec<u8>) {
                put_pods(out, list);
            }
            fn take_all(count: usize, input: &mut ByteReader<'_>) -> Vec<Self> {
                input.pods(count)
            }
        }
    )+};
}
pods!(u8, u16, u32, u64, f32, f64, Vec3, Quat, [f32; 4], [f32; 12], [u32; 3], SkinCorner);

/// Words: a byte each.
macro_rules! words {
    ($($type:ident { $first:ident = 0 $(, $word:ident = $byte:literal)* })+) => {$(
        impl Field for $type {
            fn put(&self, out: &mut Vec<u8>) {
                out.push(match self {
                    Self::$first => 0,
                    $(Self::$word => $byte,)*
                });
            }
            fn take(input: &mut ByteReader<'_>) -> Self {
                match input.u8() {
                    0 => Self::$first,
                    $($byte => Self::$word,)*
                    _ => {
                        input.fail(ByteError::Damaged);
                        Self::$first
                    }
                }
            }
        }
    )+};
}
words! {
    MarkKind { Limit = 0, Event = 1, Missing = 2 }
    PositionMode { Replace = 0, Add = 1 }
    Confidence { Unknown = 0, Unsure = 1, Likely = 2, Sure = 3 }
    JointKind { Joint = 0, EndSite = 1, Site = 2, Frame = 3 }
    Axis { X = 0, Y = 1, Z = 2, NegX = 3, NegY = 4, NegZ = 5 }
}

/// Values with fields, one after the other. What follows `=` is the value before its fields are read, where it cannot be made of them.
macro_rules! records {
    ($($type:ident $(= $start:expr)? => $($field:ident),+;)+) => {$(
        impl Field for $type {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)+
            }
            fn take(input: &mut ByteReader<'_>) -> Self {
                records!(@ input $(= $start)? => $($field),+)
            }
        }
    )+};
    (@ $input:ident => $($field:ident),+) => { Self { $($field: Field::take($input)),+ } };
    (@ $input:ident = $start:expr => $($field:ident),+) => {{
        let mut made = $start;
        $(made.$field = Field::take($input);)+
        made
    }};
}
records! {
    // The channels' texts come behind the behaviours.
    Source = Source::new(Format::Bvh) =>
        format, metres_per_unit, length_factor, unit_stated, rate_stated, up, position_mode, position_confidence;
    Channels => rotated, translated, masks, scaled, weighted;
    Mass => joint, mass, centre;
    About = About::default() => skeleton_file, skeleton_doubt, skins, notes, labels, marks, marks_dropped;
    Mark => kind, behaviour, joint, first, last, at, text;
    Viewpoint => name, joint, position, orientation, field_of_view;
    Bounds => min, max;
    Warning => code, noun, file, count, message, location, more;
    Occurrence => message, location;
    Location => byte, line, column;
    Bind => joint, matrix;
    Morph => bind, weight;
    Textured => triangles, picture;
}

impl Field for Format {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        Self::ALL.get(usize::from(input.u8())).copied().unwrap_or_else(|| {
            input.fail(ByteError::Damaged);
            Self::Bvh
        })
    }
}

impl Field for Time {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Self::Uniform { frame_time } => (0_u8, *frame_time).put(out),
            Self::Keys(keys) => {
                out.push(1);
                put_list(out, keys);
            }
        }
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        match input.u8() {
            0 => Self::Uniform { frame_time: Field::take(input) },
            _ => Self::Keys(Field::take(input)),
        }
    }
}

impl Field for Affine3A {
    fn put(&self, out: &mut Vec<u8>) {
        self.to_cols_array().put(out);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        Self::from_cols_array(&Field::take(input))
    }
}

/// Counts and indices: a `u32`.
impl Field for usize {
    fn put(&self, out: &mut Vec<u8>) {
        u32::try_from(*self).unwrap_or(u32::MAX).put(out);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        input.count()
    }
}

impl Field for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        input.u8() == 1
    }
}

/// Whether there is a value, and the value.
impl<T: Field> Field for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|value| value.put(out));
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        bool::take(input).then(|| Field::take(input))
    }
}

impl<T: Field> Field for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        put_list(out, self);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        let count = input.count();
        T::take_all(count, input)
    }
}

impl Field for Range<u32> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.start, self.end).put(out);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        Field::take(input)..Field::take(input)
    }
}

impl<A: Field, B: Field> Field for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn take(input: &mut ByteReader<'_>) -> Self {
        (Field::take(input), Field::take(input))
    }
}

/// Texts, however they are kept.
macro_rules! texts {
    ($($type:ty),+) => {$(
        impl Field for $type {
            fn put(&self, out: &mut Vec<u8>) {
                put_text(out, self);
            }
            fn take(input: &mut ByteReader<'_>) -> Self {
                input.text().to_owned().into()
            }
        }
    )+};
}
texts!(String, Box<str>, Cow<'static, str>);
