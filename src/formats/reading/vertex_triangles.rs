//! Which triangles meet at each vertex of a surface.

use crate::checked::Checked;
use std::ops::Range;

/// For each vertex, the indices of its triangles, as one flat list.
pub(crate) struct VertexTriangles {
    /// Where each vertex's triangles end in `triangles`; they start at the end of the previous vertex's.
    ends: Vec<u32>,
    triangles: Vec<u32>,
}

impl VertexTriangles {
    /// `None` if memory runs out.
    pub(crate) fn new(vertices: usize, triangles: impl Iterator<Item = [u32; 3]> + Clone) -> Option<Self> {
        let mut ends = zeros(vertices)?;
        let corners = || triangles.clone().flatten();
        for vertex in corners() {
            ends.change(vertex as usize, |count| *count += 1);
        }
        // Turn each count into the start of the vertex's triangles; filling them in moves it to their end.
        let mut total = 0;
        for count in &mut ends {
            (*count, total) = (total, total + *count);
        }
        let mut triangles = zeros(total as usize)?;
        for (corner, vertex) in corners().enumerate() {
            let next = ends.at(vertex as usize);
            triangles.put(next as usize, (corner / 3) as u32);
            ends.put(vertex as usize, next + 1);
        }
        Some(Self { ends, triangles })
    }

    /// The indices of the triangles that meet at a vertex, ascending.
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let end = |vertex: u32| self.ends.get(vertex as usize).map_or(0, |&end| end as usize);
        let range: Range<usize> = vertex.checked_sub(1).map_or(0, end)..end(vertex);
        self.triangles.get(range).unwrap_or_default()
    }
}

fn zeros(count: usize) -> Option<Vec<u32>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    list.resize(count, 0);
    Some(list)
}
