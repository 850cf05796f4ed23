//! Boxes in groups that are moved or turned on their pages.

/// The matrix of a page itself.
pub(super) const UPRIGHT: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The upright box around a rectangle that a matrix moves or turns.
pub(super) fn around(own: &platen_layout::Rect, [a, b, c, d, e, f]: [f64; 6]) -> platen_layout::Rect {
    let corners = [(0.0, 0.0), (own.width, 0.0), (0.0, own.height), (own.width, own.height)];
    let corners = corners.map(|(x, y)| {
        let (x, y) = (own.x + x, own.y + y);
        (a * x + c * y + e, b * x + d * y + f)
    });
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in corners {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    platen_layout::Rect { x: low.0, y: low.1, width: high.0 - low.0, height: high.1 - low.1 }
}

/// The matrix of a group inside another.
pub(super) fn inside([a, b, c, d, e, f]: [f64; 6], [p, q, r, s, t, u]: [f64; 6]) -> [f64; 6] {
    [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}
