//! The bytes of buffers: in the file itself, in `data:` URIs, and in files beside it.

use std::borrow::Cow;

use super::companions::GltfCompanions;
use super::extensions::{MESHOPT, packed};
use super::json::Json;
use super::problem::Problem;
use super::uris::{data_bytes, file_name};
use crate::error::ErrorKind;

/// The buffers of a file, in its order. Why one has no bytes is told when something needs them.
#[derive(Debug)]
pub(super) struct Buffers<'a>(Vec<Result<Cow<'a, [u8]>, Problem>>);

impl<'a> Buffers<'a> {
    /// `bin`: the buffer inside a `.glb`, which is the first one if that has no URI.
    pub(super) fn new(root: &'a Json<'a>, bin: Option<&'a [u8]>, companions: &'a GltfCompanions) -> Self {
        let buffers = root.list("buffers").iter().enumerate();
        Self(buffers.map(|(index, buffer)| read(buffer, index, bin, companions)).collect())
    }

    /// The bytes of a buffer.
    pub(super) fn bytes(&self, index: usize) -> Result<&[u8], Problem> {
        match self.0.get(index) {
            Some(Ok(bytes)) => Ok(bytes),
            Some(Err(problem)) => Err(problem.clone()),
            None => Err(Problem::wrong("gltf.index", format!("there is no /buffers/{index}"))),
        }
    }
}

fn read<'a>(
    buffer: &'a Json<'a>,
    index: usize,
    bin: Option<&'a [u8]>,
    companions: &'a GltfCompanions,
) -> Result<Cow<'a, [u8]>, Problem> {
    match (buffer.text("uri"), bin) {
        (None, Some(bin)) if index == 0 => Ok(Cow::Borrowed(bin)),
        (None, _) if MESHOPT.iter().any(|name| buffer.inner(&["extensions", name]).is_some()) => Err(packed()),
        (None, _) => {
            Err(Problem::wrong("gltf.no-bytes", format!("/buffers/{index} has neither a URI nor bytes in the file")))
        }
        (Some(uri), _) => match uri.strip_prefix("data:") {
            Some(data) => data_bytes(data).map(Cow::Owned),
            None => {
                let name = file_name(uri);
                let found = companions.find(&name, buffer.index("byteLength"));
                found.map(Cow::Borrowed).ok_or_else(|| missing(&name))
            }
        },
    }
}

fn missing(name: &str) -> Problem {
    let message = format!("the numbers of this file are in another one, {name}: drop both together");
    Problem::new(ErrorKind::Inconsistent, "gltf.needs-bin", message)
}
