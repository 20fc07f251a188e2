//! Which table has the joints of an array: of those with as many joints, the one whose bones keep their lengths.

use glam::Vec3;

use super::points::{Points, mean_and_deviation};
use super::tables::{TABLES, Table};
use super::tree;
use crate::body::ranked;
use crate::decimal;

/// Most spread of the bones of a table that fits, as a share of their lengths.
const RIGID: f32 = 0.03;
/// Most spread for poses that were estimated from pictures.
const ESTIMATED: f32 = 0.3;
/// Most spread for points in a picture, where the view shortens bones.
const FLAT: f32 = 0.8;

/// How much longer the bones of a table that fits may be together than those of the tree that is inferred. Joints in another order
/// have bones across the whole body.
const LONGER: f32 = 1.6;

/// A table, and why it was chosen.
pub(super) struct Choice {
    pub(super) table: &'static Table,
    /// For people: `22 joints; its bones vary by 0 %, those of LAFAN1 by 8.1 %`.
    pub(super) why: String,
}

/// Chooses a table; `None` if none fits.
pub(super) fn choose(points: &Points<'_>) -> Option<Choice> {
    let rows = points.sampled();
    let mut fits: Vec<(f32, &Table)> = Vec::new();
    for table in TABLES.into_iter().filter(|table| table.len() == points.joints) {
        let spread = spread_of_lengths(&rows, table);
        let at = fits.iter().position(|(other, _)| spread < *other).unwrap_or(fits.len());
        fits.insert(at, (spread, table));
    }
    let (spread, table) = *fits.first()?;
    let most = match (points.is_flat, table.is_rigid) {
        (true, _) => FLAT,
        // A detector's output in the order of a body that is rigid.
        (false, true) if fits.get(1).is_none_or(|(next, _)| 2.0 * spread < *next) => 2.0 * RIGID,
        (false, true) => RIGID,
        (false, false) => ESTIMATED,
    };
    if spread > most || !is_short(&rows, table, points) {
        return None;
    }
    let mut why = format!("{} joints; its bones vary by {} %", points.joints, percent(spread));
    for (spread, other) in fits.iter().skip(1) {
        why += &format!(", those of {} by {} %", other.title, percent(*spread));
    }
    if rows.len() == 1 {
        why = format!("{} joints; one frame does not tell more", points.joints);
    }
    Some(Choice { table, why })
}

/// A share in percent, to a tenth.
fn percent(share: f32) -> String {
    decimal::text(100.0 * f64::from(share), 1)
}

/// Whether the bones of a table are about as short as those of the inferred tree.
fn is_short(rows: &[Vec<Vec3>], table: &Table, points: &Points<'_>) -> bool {
    let Some(parents) = tree::infer(points) else { return true };
    let length = |parent: &dyn Fn(usize) -> Option<usize>| -> f32 {
        let mean = |joint: usize| {
            let parent = parent(joint)?;
            let lengths = rows.iter().filter_map(|row| Some(row.get(joint)?.distance(*row.get(parent)?)));
            Some(mean_and_deviation(lengths).0).filter(|mean| mean.is_finite())
        };
        (0..points.joints).filter_map(mean).sum()
    };
    let (own, least) = (length(&|joint| table.parent(joint)), length(&|joint| parents.get(joint).copied().flatten()));
    own <= LONGER * least
}

/// Median over all bones of the standard deviation of their lengths, as a share of the mean.
pub(super) fn spread_of_lengths(rows: &[Vec<Vec3>], table: &Table) -> f32 {
    let mut spreads = Vec::new();
    for joint in 0..table.len() {
        let Some(parent) = table.parent(joint) else { continue };
        let lengths = rows.iter().filter_map(|row| Some(row.get(joint)?.distance(*row.get(parent)?)));
        let (mean, deviation) = mean_and_deviation(lengths);
        // Joints at one place have no bone.
        if mean > 0.0 && deviation.is_finite() {
            spreads.push(deviation / mean);
        }
    }
    if spreads.is_empty() { f32::INFINITY } else { ranked(&spreads, spreads.len() / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::arrays::tables::{HUMANML3D, LAFAN1};

    /// A figure whose bones point in directions that change with time.
    fn figure(table: &Table, length: impl Fn(usize, usize) -> f32) -> Points<'static> {
        let mut places = Vec::new();
        for frame in 0..20 {
            let mut row = vec![Vec3::ZERO; table.len()];
            for joint in 0..table.len() {
                let angle = (joint * 7 + frame * (joint % 5 + 1)) as f32 * 0.3;
                let bone = Vec3::new(angle.cos(), angle.sin(), 0.3) * length(frame, joint);
                let parent = table.parent(joint).map_or(Vec3::ZERO, |parent| row[parent]);
                row[joint] = parent + bone;
            }
            places.extend(row);
        }
        Points::new(table.len(), places)
    }

    #[test]
    fn tables_of_one_length_are_told_by_their_bones() {
        for table in [&HUMANML3D, &LAFAN1] {
            let found = choose(&figure(table, |_, _| 0.4)).unwrap();
            assert_eq!(found.table.title, table.title);
            assert!(found.why.starts_with("22 joints; its bones vary by 0 %, those of "), "{}", found.why);
        }
    }

    #[test]
    fn joints_whose_bones_vary_are_in_no_table() {
        let varies = |frame: usize, joint: usize| 0.2 + 0.1 * ((frame * joint) % 7) as f32;
        assert!(choose(&figure(&HUMANML3D, varies)).is_none());
        assert!(choose(&Points::new(23, vec![Vec3::ONE; 46])).is_none());
    }
}
