//! The file's cameras.

use super::{damaged, put_text, put_u32};
use crate::pack::bytes::ByteReader;
use marey::ParseError;
use marey::model::{NO_PARENT, Viewpoint};

pub(super) fn put(out: &mut Vec<u8>, viewpoints: &[Viewpoint]) {
    put_u32(out, viewpoints.len());
    for Viewpoint { name, joint, position, orientation, field_of_view } in viewpoints {
        put_text(out, name);
        out.extend_from_slice(&joint.unwrap_or(NO_PARENT).to_le_bytes());
        out.extend_from_slice(bytemuck::bytes_of(position));
        out.extend_from_slice(bytemuck::bytes_of(orientation));
        out.extend_from_slice(&field_of_view.to_le_bytes());
    }
}

/// `joints`: the skeleton's joint count.
pub(super) fn take(input: &mut ByteReader<'_>, joints: usize) -> Result<Vec<Viewpoint>, ParseError> {
    let count = input.count()?;
    if count > Viewpoint::MOST {
        return Err(damaged());
    }
    let mut all: Vec<Viewpoint> = Vec::new();
    for _ in 0..count {
        let one = Viewpoint {
            name: input.text()?.to_owned(),
            joint: Some(input.u16()?).filter(|joint| *joint != NO_PARENT),
            position: input.pod()?,
            orientation: input.pod()?,
            field_of_view: input.f32()?,
        };
        if !one.is_sound(joints) || all.iter().any(|other| other.name == one.name) {
            return Err(damaged());
        }
        all.push(one);
    }
    Ok(all)
}
