//! Lines of a surface in a picture: the borders of what is seen of it.

use glam::DVec2;

use marey::checked::Checked;

/// Lines through corners, and whether each is closed.
pub(super) type Polylines = Vec<(Vec<u32>, bool)>;

/// The edges from a corner that are not yet in a line.
struct From {
    corner: u32,
    /// In the list of edges that is sorted by corners.
    left: std::ops::Range<usize>,
    /// How many more edges begin here than end.
    balance: i32,
}

/// Joins edges to lines: those with an open end first, then closed ones.
pub(super) fn joined(edges: &[[u32; 2]]) -> Polylines {
    let mut sorted = edges.to_vec();
    // Edges from one corner keep their order.
    sorted.sort_by_key(|[from, _]| *from);
    let mut corners: Vec<From> = Vec::new();
    for (index, [corner, _]) in sorted.iter().enumerate() {
        match corners.last_mut().filter(|last| last.corner == *corner) {
            Some(last) => (last.left.end, last.balance) = (index + 1, last.balance + 1),
            None => corners.push(From { corner: *corner, left: index..index + 1, balance: 1 }),
        }
    }
    let place = |corners: &[From], corner: u32| corners.binary_search_by_key(&corner, |from| from.corner).ok();
    for [_, to] in edges {
        place(&corners, *to).and_then(|at| corners.get_mut(at)).into_iter().for_each(|from| from.balance -= 1);
    }
    let mut lines = Vec::new();
    // The edges' own order decides, so that a picture is always the same.
    for open in [true, false] {
        for [start, _] in edges {
            let Some(begin) = place(&corners, *start) else { continue };
            while let Some(from) =
                corners.get_mut(begin).filter(|from| !from.left.is_empty() && (!open || from.balance > 0))
            {
                from.balance -= i32::from(open);
                let mut line = vec![*start];
                let mut at = Some(begin);
                while let Some(index) = at.and_then(|at| corners.get_mut(at)?.left.next()) {
                    let [_, to] = sorted.at(index);
                    line.push(to);
                    if !open && to == *start {
                        break;
                    }
                    at = place(&corners, to);
                }
                let is_closed = line.len() > 2 && line.first() == line.last();
                if is_closed {
                    line.pop();
                }
                lines.push((line, is_closed));
            }
        }
    }
    lines
}

/// Leaves out points that are nearer than `tolerance` to the line without them (D. Douglas and T. Peucker, 1973).
pub(super) fn thinned(points: &[DVec2], is_closed: bool, tolerance: f64) -> Vec<DVec2> {
    if points.len() < 4 {
        return points.to_vec();
    }
    // A closed line is two lines between its first point and the farthest from it.
    let mut kept = vec![false; points.len()];
    let last = points.len() - 1;
    let first = points.at(0);
    let middle =
        if is_closed { farthest(points, 0, last, |at| at.distance(first)).map_or(last, |(at, _)| at) } else { last };
    let mut open = vec![(0, middle), (middle, last)];
    for end in [0, middle, last] {
        kept.put(end, true);
    }
    while let Some((from, to)) = open.pop() {
        let (a, b) = (points.at(from), points.at(to));
        let off = |at: DVec2| {
            let way = b - a;
            let along = ((at - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (a + way * along).distance(at)
        };
        if let Some((at, _)) = farthest(points, from, to, off).filter(|(_, off)| *off > tolerance) {
            kept.put(at, true);
            open.extend([(from, at), (at, to)]);
        }
    }
    points.iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(point, _)| *point).collect()
}

/// The point between two others that is farthest off.
fn farthest(points: &[DVec2], from: usize, to: usize, off: impl Fn(DVec2) -> f64) -> Option<(usize, f64)> {
    let between = (from + 1..to).map(|at| (at, off(points.at(at))));
    between.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_become_open_and_closed_lines() {
        let edges = [[5, 6], [1, 2], [2, 3], [3, 1], [6, 7]];
        assert_eq!(joined(&edges), [(vec![5, 6, 7], false), (vec![1, 2, 3], true)]);
        assert!(joined(&[]).is_empty());
    }

    #[test]
    fn thinned_lines_keep_their_corners() {
        let square = [[0.0, 0.0], [1.0, 0.001], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]].map(DVec2::from_array);
        let kept = thinned(&square, true, 0.01);
        assert_eq!(kept, [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(DVec2::from_array));
    }
}
