//! Which triangles meet at each point of a surface.

use std::ops::Range;

/// The triangles around each point.
pub(super) struct Around {
    /// Where each point's part of `triangles` ends; it starts where the one before ends.
    ends: Vec<u32>,
    triangles: Vec<u32>,
}

impl Around {
    /// Of so many points. `None` when there is no memory left.
    pub(super) fn new(points: usize, triangles: impl Iterator<Item = [u32; 3]> + Clone) -> Option<Self> {
        let mut ends = zeros(points)?;
        let corners = || triangles.clone().flatten();
        for point in corners() {
            if let Some(count) = ends.get_mut(point as usize) {
                *count += 1;
            }
        }
        // First where each part starts; filling moves that to its end.
        let mut total = 0;
        for count in &mut ends {
            (*count, total) = (total, total + *count);
        }
        let mut triangles = zeros(total as usize)?;
        for (corner, point) in corners().enumerate() {
            if let Some(next) = ends.get_mut(point as usize)
                && let Some(slot) = triangles.get_mut(*next as usize)
            {
                *slot = (corner / 3) as u32;
                *next += 1;
            }
        }
        Some(Self { ends, triangles })
    }

    /// The numbers of the triangles around a point.
    pub(super) fn of(&self, point: u32) -> &[u32] {
        let end = |point: u32| self.ends.get(point as usize).map_or(0, |&end| end as usize);
        let range: Range<usize> = point.checked_sub(1).map_or(0, end)..end(point);
        self.triangles.get(range).unwrap_or_default()
    }
}

fn zeros(count: usize) -> Option<Vec<u32>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    list.resize(count, 0);
    Some(list)
}
