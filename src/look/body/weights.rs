//! Which binds move a point of the cage.

/// Most binds of a point of the cage.
const MOST: usize = 8;

/// Binds with their weights, which add up to 1.
#[derive(Clone, Copy, Default)]
pub(super) struct Weights {
    list: [(u16, f32); MOST],
    count: usize,
}

impl Weights {
    /// One bind alone.
    pub(super) fn of(bind: u16) -> Self {
        let mut weights = Self::default();
        weights.add(bind, 1.0);
        weights
    }

    /// Some binds, in these parts.
    pub(super) fn parts<const N: usize>(parts: [(f32, u16); N]) -> Self {
        Self::mixed(parts.map(|(part, bind)| (part, Self::of(bind))))
    }

    /// Mixes weights in these parts.
    pub(super) fn mixed<const N: usize>(parts: [(f32, Self); N]) -> Self {
        let mut out = Self::default();
        for (part, weights) in &parts {
            for (bind, weight) in weights.iter() {
                out.add(bind, part * weight);
            }
        }
        let sum: f32 = out.iter().map(|(_, weight)| weight).sum();
        out.list.iter_mut().for_each(|(_, weight)| *weight /= sum);
        out
    }

    fn add(&mut self, bind: u16, weight: f32) {
        if weight < 1e-6 {
            return;
        }
        let used = self.list.get_mut(..self.count).unwrap_or_default();
        if let Some((_, known)) = used.iter_mut().find(|(known, _)| *known == bind) {
            *known += weight;
        } else if let Some(slot) = self.list.get_mut(self.count) {
            (*slot, self.count) = ((bind, weight), self.count + 1);
        }
    }

    /// The binds and their weights.
    pub(super) fn list(&self) -> &[(u16, f32)] {
        self.list.get(..self.count).unwrap_or_default()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u16, f32)> {
        self.list().iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_weights_add_up_to_one() {
        let mixed =
            Weights::mixed([(0.6, Weights::of(3)), (0.6, Weights::parts([(1.0, 3), (3.0, 5)])), (0.0, Weights::of(7))]);
        let list: Vec<(u16, f32)> = mixed.iter().collect();
        assert!(
            matches!(list.as_slice(), [(3, a), (5, b)] if (a - 0.625).abs() < 1e-6 && (b - 0.375).abs() < 1e-6),
            "{list:?}"
        );
    }
}
