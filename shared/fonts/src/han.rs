//! Which country's shapes Chinese characters get.

use std::sync::LazyLock;

use encoding_rs::SHIFT_JIS;

use crate::facts;
use crate::metrics::LineMetrics;

/// Whose shapes Chinese characters are to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Han {
    #[default]
    Simplified,
    Traditional,
    Japanese,
    Korean,
    /// Text in none of these languages: the character decides.
    Foreign,
}

impl Han {
    /// By a language tag (BCP 47), as `w:lang` has them.
    pub(crate) fn of(language: Option<&str>) -> Han {
        let Some(language) = language.map(str::to_ascii_lowercase) else {
            return Han::Simplified;
        };
        let is = |prefix: &str| language.starts_with(prefix);
        match () {
            () if is("ja") => Han::Japanese,
            () if is("ko") => Han::Korean,
            () if is("zh-tw") || is("zh-hk") || is("zh-mo") || is("zh-hant") => Han::Traditional,
            () if is("zh") => Han::Simplified,
            () => Han::Foreign,
        }
    }

    /// Heights of the font that Word takes for `character` where the text's own font lacks it. In text of other languages these
    /// are two fonts, as one of its PDFs shows: MS Mincho for what it has, Microsoft JhengHei for other Chinese characters.
    pub(crate) fn heights(self, character: char) -> Option<LineMetrics> {
        static HEIGHTS: LazyLock<[Option<LineMetrics>; 5]> = LazyLock::new(|| {
            ["SimSun", "PMingLiU", "MS Mincho", "Malgun Gothic", "Microsoft JhengHei"]
                .map(|family| facts::all().find(|facts| facts.family == family)?.line_metrics())
        });
        let of = if self == Han::Foreign && is_japanese(character) { Han::Japanese } else { self };
        HEIGHTS[of as usize]
    }

    /// Families for Chinese, Japanese and Korean, the language's own first. Droid Sans Fallback is one for all languages; marks that
    /// a language writes elsewhere in their em stand before it.
    pub(crate) fn families(self) -> &'static [&'static str] {
        match self {
            Han::Simplified | Han::Foreign => &[
                "Noto Sans CJK SC",
                "Noto Sans SC",
                "Source Han Sans SC",
                "Microsoft YaHei",
                "SimSun",
                "WenQuanYi Zen Hei",
                "WenQuanYi Micro Hei",
                "AR PL UMing CN",
                "Platen Marks SC",
                "Droid Sans Fallback",
            ],
            Han::Traditional => &[
                "Noto Sans CJK TC",
                "Noto Sans TC",
                "Source Han Sans TC",
                "PMingLiU",
                "AR PL UMing TW",
                "Droid Sans Fallback",
            ],
            Han::Japanese => &[
                "Noto Sans CJK JP",
                "Noto Sans JP",
                "Source Han Sans JP",
                "Yu Gothic",
                "MS Gothic",
                "IPAGothic",
                "IPAexGothic",
                "TakaoPGothic",
                "VL Gothic",
                "Platen Marks JP",
                "Droid Sans Fallback",
            ],
            Han::Korean => &[
                "Noto Sans CJK KR",
                "Noto Sans KR",
                "Source Han Sans KR",
                "Malgun Gothic",
                "NanumGothic",
                "UnDotum",
                "Baekmuk Gulim",
                "Droid Sans Fallback",
            ],
        }
    }
}

/// Whether the character sets of Japan (JIS X 0208 with the extensions of NEC and IBM) have `character`.
pub(crate) fn is_japanese(character: char) -> bool {
    !SHIFT_JIS.encode(character.encode_utf8(&mut [0; 4])).2
}
