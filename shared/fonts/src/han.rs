//! Which country's shapes Chinese characters get.

use std::sync::LazyLock;

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
}

impl Han {
    /// By a language tag (BCP 47), as `w:lang` has them.
    pub(crate) fn of(language: Option<&str>) -> Han {
        let language = language.unwrap_or_default().to_ascii_lowercase();
        let is = |prefix: &str| language.starts_with(prefix);
        match () {
            () if is("ja") => Han::Japanese,
            () if is("ko") => Han::Korean,
            () if is("zh-tw") || is("zh-hk") || is("zh-mo") || is("zh-hant") => Han::Traditional,
            () => Han::Simplified,
        }
    }

    /// Heights of the font that Windows takes for text whose own font has no such characters.
    pub(crate) fn heights(self) -> Option<LineMetrics> {
        static HEIGHTS: LazyLock<[Option<LineMetrics>; 4]> = LazyLock::new(|| {
            ["SimSun", "PMingLiU", "MS Mincho", "Malgun Gothic"]
                .map(|family| facts::all().find(|facts| facts.family == family)?.line_metrics())
        });
        HEIGHTS[self as usize]
    }

    /// Families for Chinese, Japanese and Korean, the language's own first. Droid Sans Fallback is one for all languages; marks that
    /// a language writes elsewhere in their em stand before it.
    pub(crate) fn families(self) -> &'static [&'static str] {
        match self {
            Han::Simplified => &[
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
