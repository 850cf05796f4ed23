//! Matrices: (a, b, c, d, e, f) of x' = a x + c y + e, y' = b x + d y + f.

use crate::bounds::FARTHEST_PLACED;

/// Bound: the largest number of a matrix.
const MOST: f64 = 1e9;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub [f64; 6]);

impl Matrix {
    pub const UPRIGHT: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn apply(self, (x, y): (f64, f64)) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        // Attack: numbers that overflow when they are multiplied a few times.
        (
            (a * x + c * y + e).clamp(-FARTHEST_PLACED, FARTHEST_PLACED),
            (b * x + d * y + f).clamp(-FARTHEST_PLACED, FARTHEST_PLACED),
        )
    }

    /// This matrix, then another one.
    pub fn then(self, other: Matrix) -> Matrix {
        let [a, b, c, d, e, f] = self.0;
        let [p, q, r, s, t, u] = other.0;
        let product = [
            p * a + r * b,
            q * a + s * b,
            p * c + r * d,
            q * c + s * d,
            p * e + r * f + t,
            q * e + s * f + u,
        ];
        Matrix(product.map(|number| if number.is_finite() { number.clamp(-MOST, MOST) } else { 0.0 }))
    }

    /// Mean factor by which lengths grow.
    pub fn scale(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }
}
