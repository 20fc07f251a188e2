//! The table of results.

use anyhow::{Context, Result};
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    pub median: f64,
    pub least: f64,
}

impl Spread {
    /// `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (middle, odd) = (sorted.len() / 2, sorted.len() % 2 == 1);
        let upper = *sorted.get(middle)?;
        let median = if odd { upper } else { (upper + sorted.get(middle.checked_sub(1)?)?) / 2.0 };
        Some(Self { median, least: *sorted.first()? })
    }

    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { median: change(self.median), least: change(self.least) }
    }

    /// The ratios of the medians and of the least values of two measurements in turns.
    pub fn over(self, other: Self) -> Self {
        Self { median: self.median / other.median, least: self.least / other.least }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    AtMost(f64),
    AtLeast(f64),
    /// Shown for comparison only.
    None,
}

#[derive(Debug, Clone)]
pub struct Row {
    pub what: String,
    pub ours: String,
    /// The peer, and its value.
    pub against: String,
    /// The value that the budget limits: a ratio, or the measured value itself.
    pub judged: Option<Spread>,
    pub unit: &'static str,
    pub budget: Budget,
}

impl Row {
    fn verdict(&self) -> &'static str {
        let Some(Spread { median, least }) = self.judged else { return "" };
        let keeps = |value: f64| match self.budget {
            Budget::AtMost(most) => value <= most,
            Budget::AtLeast(least) => value >= least,
            Budget::None => true,
        };
        match (self.budget, keeps(median), keeps(least)) {
            (Budget::None, ..) => "",
            (_, true, true) => "yes",
            (_, false, true) => "at best",
            (_, true, false) => "by median",
            (_, false, false) => "NO",
        }
    }

    fn judged_text(&self) -> String {
        match self.judged {
            None => String::new(),
            Some(Spread { median, least }) if median == least => format!("{}{}", short(median), self.unit),
            Some(Spread { median, least }) => format!("{} / {}{}", short(median), short(least), self.unit),
        }
    }

    fn budget_text(&self) -> String {
        match self.budget {
            Budget::AtMost(most) => format!("<= {}{}", short(most), self.unit),
            Budget::AtLeast(least) => format!(">= {}{}", short(least), self.unit),
            Budget::None => String::new(),
        }
    }

    pub fn json(&self) -> Value {
        json!({
            "what": self.what,
            "ours": self.ours,
            "against": self.against,
            "judged": self.judged.map(|Spread { median, least }| json!({ "median": median, "least": least })),
            "unit": self.unit.trim(),
            "budget": self.budget_text(),
            "met": self.verdict(),
        })
    }
}

/// Three significant digits.
pub fn short(value: f64) -> String {
    let size = value.abs();
    let places = if size == 0.0 || size >= 100.0 {
        0
    } else if size >= 10.0 {
        1
    } else if size >= 1.0 {
        2
    } else {
        3
    };
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

pub fn print(rows: &[Row]) {
    const HEADINGS: [&str; 6] = ["what", "ours", "against", "judged: median / best", "budget", "met"];
    let lines: Vec<[String; 6]> = std::iter::once(HEADINGS.map(str::to_owned))
        .chain(rows.iter().map(|row| {
            let verdict = row.verdict().to_owned();
            [row.what.clone(), row.ours.clone(), row.against.clone(), row.judged_text(), row.budget_text(), verdict]
        }))
        .collect();
    let widths: [usize; 6] =
        std::array::from_fn(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0));
    println!();
    for line in &lines {
        let cells: Vec<String> = line.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        println!("{}", cells.join("  ").trim_end());
    }
    let budgets = rows.iter().filter(|row| row.budget != Budget::None && row.judged.is_some());
    let (met, all) = budgets.fold((0, 0), |(met, all), row| (met + u32::from(row.verdict() == "yes"), all + 1));
    println!("\n{met} of {all} budgets are met by median and at best");
}

/// Prints the judged values as ratios to those of an earlier version that was measured on the same machine.
pub fn print_since(rows: &[Row], earlier: &Value) -> Result<()> {
    let earlier = earlier["rows"].as_array().context("the earlier bench.json has no rows")?;
    println!("\nbeside the earlier version: now / then, by medians");
    for (row, ratio) in since(rows, earlier) {
        println!("  {:<60} {}", row.what, short(ratio));
    }
    Ok(())
}

/// The rows that both have, with the ratio of their medians. A row that is 0 in one of them is left out.
fn since<'a>(rows: &'a [Row], earlier: &[Value]) -> Vec<(&'a Row, f64)> {
    let then = |row: &Row| {
        let same = |old: &&Value| old["what"] == row.what.as_str() && old["unit"] == row.unit.trim();
        earlier.iter().find(same)?["judged"]["median"].as_f64()
    };
    let named = rows.iter().filter(|row| !row.what.is_empty());
    named
        .filter_map(|row| Some((row, row.judged?.median / then(row)?)))
        .filter(|(_, ratio)| ratio.is_finite() && *ratio > 0.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compared_with_those_of_the_same_name_and_unit() {
        let spread = |median: f64| Spread { median, least: median };
        let named = |what: &str, median: f64| Row { what: what.into(), ..row(spread(median), Budget::None) };
        let rows = [named("pose", 8.0), named("rest", 0.0), named("new", 3.0), named("", 2.0)];
        let earlier: Vec<Value> =
            [named("rest", 0.0), named("pose", 16.0), named("", 1.0)].iter().map(Row::json).collect();
        let ratios: Vec<(&str, f64)> =
            since(&rows, &earlier).into_iter().map(|(row, ratio)| (row.what.as_str(), ratio)).collect();
        assert_eq!(ratios, [("pose", 0.5)]);
    }

    fn row(judged: Spread, budget: Budget) -> Row {
        let text = String::new;
        Row { what: text(), ours: text(), against: text(), judged: Some(judged), unit: "", budget }
    }

    #[test]
    fn spreads_are_of_the_sorted_values() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Some(Spread { median: 2.0, least: 1.0 }));
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0]), Some(Spread { median: 2.5, least: 1.0 }));
        assert_eq!(Spread::of(&[5.0]), Some(Spread { median: 5.0, least: 5.0 }));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn a_budget_is_met_by_median_at_best_or_not() {
        let spread = Spread { median: 1.2, least: 0.8 };
        assert_eq!(row(spread, Budget::AtMost(1.5)).verdict(), "yes");
        assert_eq!(row(spread, Budget::AtMost(1.0)).verdict(), "at best");
        assert_eq!(row(spread, Budget::AtLeast(1.0)).verdict(), "by median");
        assert_eq!(row(spread, Budget::AtLeast(2.0)).verdict(), "NO");
        assert_eq!(row(spread, Budget::None).verdict(), "");
    }

    #[test]
    fn numbers_are_printed_with_significant_digits() {
        let all = [0.0, 0.5, 0.3456, 1.0, 12.34, 99.96, 123.4, 45678.0].map(short);
        assert_eq!(all, ["0", "0.5", "0.346", "1", "12.3", "100", "123", "45678"]);
    }
}
