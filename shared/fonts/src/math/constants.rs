//! The constants of a MATH table (OpenType 1.9.1, "MathConstants"), and those of Cambria Math.

/// A length of the table, in the table's order. [`super::MathFont::constant`] gives it in em.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's own names, which it explains")]
pub enum Constant {
    DelimitedSubFormulaMinHeight = 2,
    DisplayOperatorMinHeight,
    MathLeading,
    AxisHeight,
    AccentBaseHeight,
    FlattenedAccentBaseHeight,
    SubscriptShiftDown,
    SubscriptTopMax,
    SubscriptBaselineDropMin,
    SuperscriptShiftUp,
    SuperscriptShiftUpCramped,
    SuperscriptBottomMin,
    SuperscriptBaselineDropMax,
    SubSuperscriptGapMin,
    SuperscriptBottomMaxWithSubscript,
    SpaceAfterScript,
    UpperLimitGapMin,
    UpperLimitBaselineRiseMin,
    LowerLimitGapMin,
    LowerLimitBaselineDropMin,
    StackTopShiftUp,
    StackTopDisplayStyleShiftUp,
    StackBottomShiftDown,
    StackBottomDisplayStyleShiftDown,
    StackGapMin,
    StackDisplayStyleGapMin,
    StretchStackTopShiftUp,
    StretchStackBottomShiftDown,
    StretchStackGapAboveMin,
    StretchStackGapBelowMin,
    FractionNumeratorShiftUp,
    FractionNumeratorDisplayStyleShiftUp,
    FractionDenominatorShiftDown,
    FractionDenominatorDisplayStyleShiftDown,
    FractionNumeratorGapMin,
    FractionNumDisplayStyleGapMin,
    FractionRuleThickness,
    FractionDenominatorGapMin,
    FractionDenomDisplayStyleGapMin,
    SkewedFractionHorizontalGap,
    SkewedFractionVerticalGap,
    OverbarVerticalGap,
    OverbarRuleThickness,
    OverbarExtraAscender,
    UnderbarVerticalGap,
    UnderbarRuleThickness,
    UnderbarExtraDescender,
    RadicalVerticalGap,
    RadicalDisplayStyleVerticalGap,
    RadicalRuleThickness,
    RadicalExtraAscender,
    RadicalKernBeforeDegree,
    RadicalKernAfterDegree,
}

/// Number of constants, with the three percentages: the scales of scripts at the beginning, the rise of a radical's degree
/// at the end.
pub(super) const COUNT: usize = 56;
pub(super) const DEGREE_RISE: usize = COUNT - 1;

/// Units per em of Cambria Math.
pub(super) const CAMBRIA_UNITS: f32 = 2048.0;

/// Sums and products that Cambria Math has larger than in text, by the largest glyph of the face that stands in for it: height
/// in em, size and width as shares of that glyph's. From seven sums in a PDF of Word 2021; products are concluded from them.
pub(super) const CAMBRIA_SUMS: [(f32, f64, f64); 2] = [(1.927, 1.45, 0.817), (2.912, 2.2, 0.837)];

/// How far subscripts stand behind the advance of Cambria Math's letters, in em: from 270 subscripts in seven of Word's PDFs.
/// Others have none.
pub(super) const CAMBRIA_BEFORE_SUBSCRIPTS: [(char, f32); 14] = [
    ('𝐵', -0.047),
    ('𝐶', -0.074),
    ('𝐺', -0.091),
    ('𝑆', -0.076),
    ('𝑐', -0.028),
    ('𝑒', -0.028),
    ('𝑓', -0.189),
    ('𝑖', -0.056),
    ('𝑗', -0.122),
    ('𝑟', -0.1),
    ('𝑠', -0.027),
    ('𝑡', -0.013),
    ('𝑧', -0.023),
    ('𝛼', 0.013),
];

/// The same for letters at the beginning of subscripts, in em of the subscript (90 of them).
pub(super) const CAMBRIA_IN_SUBSCRIPTS: [(char, f32); 4] =
    [('𝑓', -0.092), ('𝑗', -0.124), ('𝑥', -0.03), ('𝑦', -0.03)];

/// The constants of Cambria Math 6.99, as the faces show them that Word puts into its PDFs.
pub(super) const CAMBRIA: [i16; COUNT] = [
    73, 60, 3000, 2500, 300, 585, 976, 1250, 418, 760, 320, 750, 615, 239, 460, 300, 765, 85, 133, 500, 133,
    1240, 940, 1550, 770, 1370, 400, 660, 1600, 1180, 133, 133, 1200, 1550, 1030, 1370, 133, 260, 133, 133,
    260, 800, 133, 345, 133, 133, 345, 133, 133, 166, 345, 133, 133, 133, -640, 65,
];
