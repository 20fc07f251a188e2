use glam::{Affine3A, Vec3};

/// An axis-aligned box in world space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The smallest corner.
    pub min: Vec3,
    /// The largest corner.
    pub max: Vec3,
}

impl Bounds {
    /// The empty box.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// Whether nothing was included yet.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// Grows to hold `point`.
    pub fn include(&mut self, point: Vec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// The smallest box that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The smallest box that holds all of these.
    pub fn around(boxes: &[Self]) -> Self {
        boxes.iter().fold(Self::EMPTY, |all, one| all.union(*one))
    }

    /// The box moved by `by`.
    #[must_use]
    pub fn shifted(self, by: Vec3) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// The box's middle; the origin when empty.
    pub fn centre(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.min * 0.5 + self.max * 0.5 }
    }

    /// Edge lengths; 0 when empty.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max - self.min }
    }

    /// The box around this one after `transform`.
    #[must_use]
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        if self.is_empty() {
            return *self;
        }
        let mut out = Self::EMPTY;
        for corner in 0..8 {
            let pick = |bit: u32, low: f32, high: f32| if corner >> bit & 1 == 0 { low } else { high };
            out.include(transform.transform_point3(Vec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotated_box_contains_its_corners() {
        let unit = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        let turned = unit.transformed(&Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2));
        assert!(turned.min.distance(Vec3::new(-1.0, 0.0, 0.0)) < 1e-6);
        assert!(Bounds::EMPTY.transformed(&Affine3A::IDENTITY).is_empty());
        assert_eq!(Bounds::EMPTY.size(), Vec3::ZERO);
    }
}
