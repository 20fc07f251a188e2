//! The report as text.

use std::fmt::{self, Write};

use marey::model::JointKind;
use marey_study::compare::{Distance, JointErrors, JointPair, PairedBy, Warp};

use super::{ComparedMotion, ComparisonReport, Together};
use crate::wording::counted;

/// Widest column of joint names; longer ones are cut.
const WIDEST: usize = 40;
/// Moments of a warp that are shown.
const SHOWN: usize = 9;

impl ComparisonReport<'_> {
    pub(super) fn table(&self) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let [a, b] = self.sides;
        writeln!(out, "{}\n{}", a.file, b.file)?;
        let pairs = &self.common.pairs;
        let by_name = pairs.iter().filter(|pair| pair.by == PairedBy::Name).count();
        let by_place = match pairs.len() - by_name {
            0 => String::new(),
            count => format!(", {count} by their place in the body"),
        };
        let paired = counted(pairs.len(), "pair");
        writeln!(out, "  joints     {} and {}: {paired}, {by_name} by name{by_place}", joints(a), joints(b))?;
        if let Some(root) = pairs.get(self.common.root) {
            writeln!(out, "  root       {}", self.pair_name(root))?;
        }
        self.write_time(out)?;
        let remarks = self.remarks();
        if !remarks.is_empty() {
            writeln!(out, "  warnings   {}", remarks.len())?;
        }
        for (code, message) in remarks {
            writeln!(out, "    {code}: {message}")?;
        }
        writeln!(out, "\n{:<14}  {:>9}  {:>9}  {:>9}", "", "mean mm", "worst mm", "at s")?;
        let compared = &self.compared;
        for (name, measure) in
            [("MPJPE", compared.mpjpe), ("root-relative", compared.root_relative), ("PA-MPJPE", compared.pa_mpjpe)]
        {
            let Distance { mean, worst, when, .. } = measure;
            writeln!(out, "{name:<14}  {mean:>9.1}  {worst:>9.1}  {when:>9.2}")?;
        }
        self.write_joints(out)
    }

    fn write_time(&self, out: &mut String) -> fmt::Result {
        let moments = &self.compared.moments;
        let [from, to] = [moments.first(), moments.last()].map(|moment| moment.map_or(0.0, |moment| moment.time));
        let how = match &self.together {
            Together::Offset(seconds) => format!("offset {seconds} s"),
            Together::Best(Some(best)) => {
                format!("best offset {:.3} s, correlation {:.3}", best.offset, best.correlation)
            }
            Together::Best(None) => "offset 0 s".into(),
            Together::Warp(_) => "warped".into(),
        };
        writeln!(out, "  time       {from:.2} to {to:.2} s, {}, {how}", counted(moments.len(), "moment"))?;
        if let Together::Warp(warp) = &self.together {
            let rows = shown(warp);
            for (name, side) in [("A", 0), ("B", 1)] {
                let seconds: String =
                    rows.iter().filter_map(|row| row.get(side)).map(|at| format!("  {at:>7.2}")).collect();
                writeln!(out, "  warp, {name}  {seconds}  s")?;
            }
        }
        Ok(())
    }

    /// The joints, those farthest apart first.
    fn write_joints(&self, out: &mut String) -> fmt::Result {
        let mut rows: Vec<(String, &JointErrors)> = self
            .common
            .pairs
            .iter()
            .zip(&self.compared.joints)
            .map(|(pair, errors)| (self.pair_name(pair), errors))
            .collect();
        rows.sort_by(|(_, a), (_, b)| b.mpjpe.mean.total_cmp(&a.mpjpe.mean));
        let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let width = widest.clamp(14, WIDEST);
        writeln!(
            out,
            "\n{:<width$}  {:>9}  {:>9}  {:>9}  {:>13}  {:>9}",
            "mm", "MPJPE", "worst", "at s", "root-relative", "PA-MPJPE"
        )?;
        for (name, JointErrors { mpjpe, root_relative, pa_mpjpe }) in rows {
            let name: String = name.chars().take(width).collect();
            let (mean, worst, when) = (mpjpe.mean, mpjpe.worst, mpjpe.when);
            let (at_root, aligned) = (root_relative.mean, pa_mpjpe.mean);
            writeln!(out, "{name:<width$}  {mean:>9.1}  {worst:>9.1}  {when:>9.2}  {at_root:>13.1}  {aligned:>9.1}")?;
        }
        Ok(())
    }

    /// The name of a pair's joint, or both names if they differ.
    fn pair_name(&self, pair: &JointPair) -> String {
        let [a, b] = self.sides;
        let name = |side: &ComparedMotion, joint: usize| {
            side.clip.skeleton.names().get(joint).map_or_else(String::new, |name| name.to_string())
        };
        let (own, other) = (name(a, pair.a), name(b, pair.b));
        if own == other { own } else { format!("{own} = {other}") }
    }
}

/// Number of joints, without sites and end sites.
fn joints(side: &ComparedMotion) -> usize {
    side.clip.skeleton.kinds().iter().filter(|kind| **kind == JointKind::Joint).count()
}

/// Some evenly spread pairs of moments, with the first and the last.
fn shown(warp: &Warp) -> Vec<[f64; 2]> {
    let last = warp.path.len().saturating_sub(1);
    let count = SHOWN.min(warp.path.len());
    let index = |row: usize| row * last / count.saturating_sub(1).max(1);
    (0..count).filter_map(|row| warp.path.get(index(row)).copied()).collect()
}
