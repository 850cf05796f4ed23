//! Scales of axes of values: where they begin and end, and the steps between.

use crate::bounds::{COARSE_ROUNDING, ROUNDING};

/// Steps of an axis that are drawn. Attack: a unit of 1e-9 on an axis of a billion.
const MAX_STEPS: usize = 400;

/// Steps of an axis of per cents, as shares: usual, and where there is little room. Office's (measured in Word for Mac).
const PER_CENT_STEP: f64 = 0.1;
const WIDE_PER_CENT_STEP: f64 = 0.2;

/// How many times the least value the greatest may be, so that the axis begins near them and not at zero (measured in Office).
const FAR_FROM_ZERO: f64 = 1.2;

/// Air at each end that is not zero, as a share of the span of the values (6354 axes measured in Office).
const AIR: f64 = 0.05;

/// Minor steps in a major one (measured in Office).
const MINOR_STEPS: f64 = 5.0;

/// Steps that are easy to read, and the power of ten that they repeat at (6354 axes measured in Office).
const NICE: [f64; 3] = [1.0, 2.0, 5.0];
const DECADE: f64 = 10.0;

/// Tolerance: how far a value may lie above the end of a logarithmic axis, or above a step, as a factor.
const ABOVE_END: f64 = 1.000_001;
const ABOVE_STEP: f64 = 1.000_000_1;

/// Bound: the largest and the least end of an axis, and how many lengths of an axis away from it a point may stand.
const MOST: f64 = 1e100;
const LEAST: f64 = 1e-100;
const FAR: f64 = 1e4;

/// Bound: minor steps of a decade of a logarithmic axis.
const MOST_MINOR: f64 = 20.0;

/// Tolerance: spans of an axis below this share of its ends are lost to rounding.
const NO_SPAN: f64 = 1e-12;

/// Steps that an automatic axis has at most (6354 axes measured in Office).
const STEPS: f64 = 10.0;

/// The scale of an axis of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub min: f64,
    pub max: f64,
    pub major: f64,
    pub minor: f64,
    /// Base of a logarithmic one.
    pub log: Option<f64>,
}

/// A scale as the file defines it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub major: Option<f64>,
    pub minor: Option<f64>,
    pub log: Option<f64>,
}

impl Scale {
    /// The scale of data between two values, on an axis with room for so many steps.
    pub fn new(data: Option<(f64, f64)>, said: Said, room: f64) -> Scale {
        let data = data.filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high);
        match said.log {
            Some(base) => Scale::logarithmic(data, said, base),
            None => Scale::linear(data, said, room),
        }
    }

    /// The finest scale that has no more steps than an axis has room for.
    pub fn within(data: Option<(f64, f64)>, said: Said, room: f64) -> Scale {
        let scale = |steps: u32| Scale::new(data, said, f64::from(steps));
        (2..=STEPS as u32).rev().map(scale).find(|own| own.count() <= room).unwrap_or_else(|| scale(1))
    }

    /// Steps from end to end.
    fn count(&self) -> f64 {
        ((self.max - self.min) / self.major).round()
    }

    /// A scale of shares that add up to one. Where there is room for fewer than the `least` steps, they are wide.
    pub fn percent((low, high): (f64, f64), said: Said, (room, least): (f64, f64)) -> Scale {
        let is_signed = low < 0.0 && high > 0.0;
        let step = if is_signed {
            0.5
        } else if room < least {
            WIDE_PER_CENT_STEP
        } else {
            PER_CENT_STEP
        };
        let shares = Said {
            min: Some(said.min.unwrap_or(if low < 0.0 { -1.0 } else { 0.0 })),
            max: Some(said.max.unwrap_or(if high > 0.0 || low >= 0.0 { 1.0 } else { 0.0 })),
            major: Some(said.major.unwrap_or(step)),
            ..said
        };
        Scale::linear(None, shares, room)
    }

    fn linear(data: Option<(f64, f64)>, said: Said, room: f64) -> Scale {
        let (low, high) = data.unwrap_or((0.0, 1.0));
        let (mut low, mut high) = (low.clamp(-MOST, MOST), high.clamp(-MOST, MOST));
        // The axis begins at zero unless all values lie in the farthest sixth.
        if low >= 0.0 && (high > FAR_FROM_ZERO * low || low == high) {
            low = 0.0;
        } else if high <= 0.0 && (low < FAR_FROM_ZERO * high || low == high) {
            high = 0.0;
        }
        let has_air = data.is_some() && low != high;
        if low == high {
            high = low + 1.0;
        }
        let span = high - low;
        // Five per cent of air at each end that is not zero.
        if high != 0.0 && has_air {
            high += span * AIR;
        }
        if low != 0.0 && has_air {
            low -= if low > 0.0 { span * 0.5 } else { span * AIR };
        }
        // Attack: ends so far out that a step changes nothing.
        let said = Said {
            min: said.min.map(|min| min.clamp(-MOST, MOST)),
            max: said.max.map(|max| max.clamp(-MOST, MOST)),
            ..said
        };
        let mut from = said.min.unwrap_or(low);
        let mut to = said.max.unwrap_or(high);
        // At least so much that the ends differ.
        let least = span.max(1.0).max(from.abs().max(to.abs()) * COARSE_ROUNDING);
        if to - from < least * COARSE_ROUNDING {
            match (said.min, said.max) {
                (None, Some(max)) => from = max - least,
                _ => to = from + least,
            }
        }
        let steps = room.clamp(1.0, STEPS);
        let unit = said.major.unwrap_or_else(|| step((to - from) / steps));
        let unit = if unit.is_finite() && unit > (to - from) * COARSE_ROUNDING {
            unit
        } else {
            step((to - from) / steps)
        };
        // Rounding: an end that lies on a step but for the last digit is on it.
        let min = said.min.unwrap_or_else(|| (from / unit + ROUNDING).floor() * unit);
        let max = said.max.unwrap_or_else(|| (to / unit - ROUNDING).ceil() * unit);
        let max = if max > min { max } else { min + unit };
        let max = if max - min > min.abs() * NO_SPAN {
            max
        } else {
            min + min.abs().max(1.0) * COARSE_ROUNDING + unit
        };
        let unit = if unit > (max - min) * ROUNDING { unit } else { max - min };
        let minor = said.minor.filter(|minor| *minor < unit).unwrap_or(unit / MINOR_STEPS);
        Scale { min, max, major: unit, minor, log: None }
    }

    fn logarithmic(data: Option<(f64, f64)>, said: Said, base: f64) -> Scale {
        let (low, high) = data.unwrap_or((1.0, DECADE));
        let high = if high > 0.0 { high } else { DECADE };
        // What is not above zero has no place.
        let low = if low > 0.0 { low } else { high.min(1.0) };
        let ladder = |value: f64| value.ln() / base.ln();
        let positive = |value: Option<f64>| value.filter(|value| *value > 0.0);
        let from =
            positive(said.min).unwrap_or_else(|| base.powf((ladder(low) + ROUNDING).floor()).max(LEAST));
        let to = positive(said.max).unwrap_or_else(|| base.powf((ladder(high) - ROUNDING).ceil()));
        let to = if to > from && to.is_finite() { to } else { from * base };
        Scale {
            min: from,
            max: to,
            major: said.major.filter(|by| *by > 1.0).unwrap_or(base),
            minor: base,
            log: Some(base),
        }
    }

    /// The position of a value between the ends, 0 to 1; none if it has none.
    pub fn share(&self, value: f64) -> Option<f64> {
        let share = match self.log {
            Some(_) if value <= 0.0 => return None,
            Some(_) => (value / self.min).ln() / (self.max / self.min).ln(),
            None => (value - self.min) / (self.max - self.min),
        };
        share.is_finite().then(|| share.clamp(-FAR, FAR))
    }

    /// The values at major steps.
    pub fn steps(&self) -> Vec<f64> {
        self.values(self.major)
    }

    /// The values at minor steps.
    pub fn minor_steps(&self) -> Vec<f64> {
        if let Some(base) = self.log {
            let decades = self.steps();
            let within = |from: f64| (2..base.min(MOST_MINOR) as i64).map(move |times| from * times as f64);
            return decades
                .into_iter()
                .flat_map(within)
                .filter(|value| *value <= self.max * ABOVE_END)
                .collect();
        }
        self.values(self.minor)
    }

    fn values(&self, step: f64) -> Vec<f64> {
        let at = |number: usize| match self.log {
            Some(_) => self.min * step.powi(number as i32),
            None => {
                let value = self.min + step * number as f64;
                // Zero is zero.
                if value.abs() < step * ROUNDING { 0.0 } else { value }
            }
        };
        let end = self.max + (self.max - self.min) * ROUNDING;
        (0..MAX_STEPS).map(at).take_while(|value| *value <= end).collect()
    }
}

/// The next of 1, 2, 5, 10 …
fn step(least: f64) -> f64 {
    if !(least > 0.0 && least.is_finite()) {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let share = least / power;
    let nice = NICE.into_iter().find(|nice| share <= nice * ABOVE_STEP).unwrap_or(DECADE);
    nice * power
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The axes of three charts of values up to 1 in one of Word's PDFs, with room for so many steps.
    #[test]
    fn steps_fit_between_the_ends() {
        for (room, major, max) in [(6.9, 0.2, 1.2), (4.8, 0.5, 1.5), (2.6, 1.0, 2.0)] {
            let scale = Scale::within(Some((0.0, 1.0)), Said::default(), room);
            assert_eq!((scale.major, scale.min), (major, 0.0), "{room}");
            assert!((scale.max - max).abs() < 1e-9, "{room}: {}", scale.max);
        }
    }

    #[test]
    fn automatic_scales_are_those_of_office() {
        let of = |low: f64, high: f64| {
            let scale = Scale::new(Some((low, high)), Said::default(), 10.0);
            (scale.min, scale.max, scale.major)
        };
        // Two charts in a PDF of Word, and measured axes of Excel.
        assert_eq!(of(480.0, 2100.0), (0.0, 2500.0, 500.0));
        assert_eq!(of(280.0, 590.0), (0.0, 700.0, 100.0));
        assert_eq!(of(3.0, 17.0), (0.0, 18.0, 2.0));
        assert_eq!(of(0.0, 23_334.0), (0.0, 25_000.0, 5000.0));
        assert_eq!(of(0.0, 0.0), (0.0, 1.0, 0.1));
        assert_eq!(of(-10.0, 10.0), (-15.0, 15.0, 5.0));
    }

    proptest::proptest! {
        #[test]
        fn scales_are_finite(
            low in proptest::num::f64::ANY, high in proptest::num::f64::ANY, room in proptest::num::f64::ANY,
            min in proptest::option::of(proptest::num::f64::ANY), max in proptest::option::of(proptest::num::f64::ANY),
            major in proptest::option::of(proptest::num::f64::ANY), log in proptest::option::of(1.01f64..1e9),
        ) {
            let finite = |value: Option<f64>| value.filter(|value| value.is_finite() && value.abs() < 1e100);
            let said = Said { min: finite(min), max: finite(max), major: finite(major).filter(|m| *m > 0.0), minor: None, log };
            let scale = Scale::new(Some((low, high)), said, room);
            proptest::prop_assert!(scale.max > scale.min && scale.steps().len() <= MAX_STEPS, "{scale:?}");
            proptest::prop_assert!(scale.minor_steps().len() <= MAX_STEPS * 20);
        }
    }
}
