//! Settings of the whole document (17.15) that change its layout.

use super::section::NoteSettings;
use super::web_divisions::WebDivisions;
use crate::bounds::WIDEST;
use crate::number_format::NumberFormat;
use crate::read::Element;

/// Default indent of the further lines of an equation, in points: an inch (22.1.2.120).
const WRAP_INDENT: f64 = 72.0;

/// Default distance of tab stops, in points: 720 twips (17.15.1.25).
pub(crate) const TAB_STOPS: f64 = 36.0;

/// How short a line can stay before a word is hyphenated, if the settings are missing or Word ignores them, in points: 360
/// twips (17.15.1.53).
const HYPHENATION_ZONE: f64 = 18.0;

/// The layout settings of `word/settings.xml`.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// 11 to 15; 12 if the file does not say.
    pub mode: u32,
    pub default_tab: f64,
    pub even_and_odd_headers: bool,
    pub mirror_margins: bool,
    /// Whether page borders that count from the text surround the header, and the footer (17.15.1.11, 17.15.1.12).
    pub borders_surround: (bool, bool),
    pub gutter_at_top: bool,
    pub hyphenate: bool,
    pub hyphenation_zone: f64,
    pub consecutive_hyphens: usize,
    pub hyphenate_caps: bool,
    pub no_column_balance: bool,
    pub do_not_expand_shift_return: bool,
    pub split_page_break: bool,
    pub no_tab_hanging_indent: bool,
    pub suppress_space_after_break: bool,
    /// Whether the spaces of two paragraphs add up, and automatic space is 5 points (`doNotUseHTMLParagraphAutoSpacing`,
    /// 17.15.3.20): without it the larger space counts, and automatic space is HTML's.
    pub adds_spaces: bool,
    /// The decimal separator, for decimal tabs (17.15.1.22).
    pub decimal_symbol: Option<char>,
    /// Whether size and alignment of paragraph styles always beat the table style.
    pub style_beats_table: bool,
    /// Whether the page's colour is shown.
    pub show_background: bool,
    /// Settings of footnotes and endnotes, for sections without their own.
    pub notes: [NoteSettings; 2],
    /// Whether endnotes are at the end of their section rather than the document's (17.11.22; the sections' own settings are
    /// not used).
    pub endnotes_by_section: bool,
    /// Whether East Asian marks give up blank halves (`characterSpacingControl`).
    pub compress_punctuation: bool,
    /// Whether lines in tables are on the document grid.
    pub grid_in_tables: bool,
    /// Whether spaces beside East Asian text are half as wide as it is.
    pub balance_widths: bool,
    /// Whether all text is set by the rules for East Asian text (`useFELayout`).
    pub east_asian_layout: bool,
    /// Characters that cannot begin or end lines, if the document lists them.
    pub kinsoku: Vec<KinsokuList>,
    /// Whether small letters may not begin a line either.
    pub strict_kinsoku: bool,
    pub east_asia_language: Option<String>,
    pub bidi_language: Option<String>,
    pub math: MathSettings,
    /// Meanings of the theme's colour names (17.15.1.20).
    pub colour_names: Vec<(String, String)>,
    pub divisions: WebDivisions,
}

/// Characters that may not begin, or end, lines of a language (17.15.1.58, 17.15.1.59).
#[derive(Debug, Clone)]
pub(crate) struct KinsokuList {
    pub language: String,
    pub is_of_starts: bool,
    pub characters: String,
}

/// Lists of such characters, and characters of each: more are no language's.
const MAX_LISTS: usize = 16;
const MAX_CHARACTERS: usize = 256;

/// Settings for all equations (22.1.2.62).
#[derive(Debug, Clone)]
pub(crate) struct MathSettings {
    /// Default alignment of displayed equations.
    pub justify: Option<String>,
    /// Whether the fractions of displayed equations are small.
    pub small_fractions: bool,
    /// Whether the limits of integrals, and those of other operators, are below and above.
    pub integrals_have_limits: bool,
    pub sums_have_limits: bool,
    /// Indent of the lines on which a displayed equation continues.
    pub wrap_indent: f64,
}

impl Default for MathSettings {
    fn default() -> Self {
        MathSettings {
            justify: None,
            small_fractions: false,
            integrals_have_limits: false,
            sums_have_limits: true,
            wrap_indent: WRAP_INDENT,
        }
    }
}

impl MathSettings {
    fn read(element: Element<'_>) -> MathSettings {
        let value = |name: &str| element.child(name).and_then(Element::val);
        MathSettings {
            justify: value("defJc"),
            small_fractions: element.child("smallFrac").is_some_and(Element::on),
            integrals_have_limits: value("intLim").as_deref() == Some("undOvr"),
            wrap_indent: element
                .child("wrapIndent")
                .and_then(|own| own.points("val"))
                .unwrap_or(WRAP_INDENT)
                .clamp(0.0, WIDEST),
            sums_have_limits: value("naryLim").is_none_or(|place| place == "undOvr"),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: 12,
            default_tab: TAB_STOPS,
            even_and_odd_headers: false,
            mirror_margins: false,
            borders_surround: (true, true),
            gutter_at_top: false,
            hyphenate: false,
            hyphenation_zone: HYPHENATION_ZONE,
            consecutive_hyphens: 0,
            hyphenate_caps: true,
            no_column_balance: false,
            do_not_expand_shift_return: false,
            split_page_break: false,
            no_tab_hanging_indent: false,
            suppress_space_after_break: false,
            adds_spaces: false,
            decimal_symbol: None,
            style_beats_table: false,
            show_background: false,
            notes: [
                NoteSettings::default(),
                NoteSettings { format: NumberFormat::LowerRoman, ..NoteSettings::default() },
            ],
            endnotes_by_section: false,
            compress_punctuation: false,
            grid_in_tables: false,
            balance_widths: false,
            east_asian_layout: false,
            kinsoku: Vec::new(),
            strict_kinsoku: false,
            east_asia_language: None,
            bidi_language: None,
            math: MathSettings::default(),
            colour_names: Vec::new(),
            divisions: WebDivisions::default(),
        }
    }
}

impl Settings {
    pub fn read(root: Element<'_>) -> Settings {
        let mut settings = Settings::default();
        for child in root.children() {
            match child.name() {
                "defaultTabStop" => settings.default_tab = child.points("val").unwrap_or(TAB_STOPS).max(0.0),
                "evenAndOddHeaders" => settings.even_and_odd_headers = child.on(),
                "mirrorMargins" => settings.mirror_margins = child.on(),
                "bordersDoNotSurroundHeader" => settings.borders_surround.0 = !child.on(),
                "bordersDoNotSurroundFooter" => settings.borders_surround.1 = !child.on(),
                "gutterAtTop" => settings.gutter_at_top = child.on(),
                "decimalSymbol" => settings.decimal_symbol = child.val().and_then(|val| val.chars().next()),
                "autoHyphenation" => settings.hyphenate = child.on(),
                "hyphenationZone" => {
                    settings.hyphenation_zone = child.points("val").unwrap_or(HYPHENATION_ZONE)
                }
                "consecutiveHyphenLimit" => {
                    settings.consecutive_hyphens = child.int("val").unwrap_or(0).clamp(0, 1000) as usize;
                }
                "doNotHyphenateCaps" => settings.hyphenate_caps = !child.on(),
                "displayBackgroundShape" => settings.show_background = child.on(),
                "footnotePr" => settings.notes[0].lay(child),
                "endnotePr" => {
                    settings.notes[1].lay(child);
                    let place = child.child("pos").and_then(Element::val);
                    settings.endnotes_by_section = place.as_deref() == Some("sectEnd");
                }
                "characterSpacingControl" => {
                    settings.compress_punctuation =
                        child.val().is_some_and(|val| val.starts_with("compress"));
                }
                "clrSchemeMapping" => {
                    let names = ["bg1", "t1", "bg2", "t2"];
                    let own = names.map(|name| Some((name.to_owned(), child.attr(name)?)));
                    settings.colour_names.extend(own.into_iter().flatten());
                }
                "noLineBreaksBefore" | "noLineBreaksAfter" if settings.kinsoku.len() < MAX_LISTS => {
                    settings.kinsoku.push(KinsokuList {
                        language: child.attr("lang").unwrap_or_default(),
                        is_of_starts: child.name() == "noLineBreaksBefore",
                        characters: child.val().unwrap_or_default().chars().take(MAX_CHARACTERS).collect(),
                    });
                }
                "strictFirstAndLastChars" => settings.strict_kinsoku = child.on(),
                "themeFontLang" => {
                    settings.east_asia_language = child.attr("eastAsia");
                    settings.bidi_language = child.attr("bidi");
                }
                "mathPr" => settings.math = MathSettings::read(child),
                "compat" => settings.read_compat(child),
                _ => {}
            }
        }
        // From 2013 on the stored zone is ignored ([MS-DOCX], Document.HyphenationZone).
        if settings.mode >= 15 {
            settings.hyphenation_zone = HYPHENATION_ZONE;
        }
        settings
    }

    fn read_compat(&mut self, compat: Element<'_>) {
        for child in compat.children() {
            match child.name() {
                "noColumnBalance" => self.no_column_balance = child.on(),
                "doNotExpandShiftReturn" => self.do_not_expand_shift_return = child.on(),
                "splitPgBreakAndParaMark" => self.split_page_break = child.on(),
                "balanceSingleByteDoubleByteWidth" => self.balance_widths = child.on(),
                "useFELayout" => self.east_asian_layout = child.on(),
                "adjustLineHeightInTable" => self.grid_in_tables = child.on(),
                "noTabHangInd" => self.no_tab_hanging_indent = child.on(),
                "suppressSpBfAfterPgBrk" => self.suppress_space_after_break = child.on(),
                "doNotUseHTMLParagraphAutoSpacing" => self.adds_spaces = child.on(),
                "compatSetting" => match child.attr("name").as_deref() {
                    Some("compatibilityMode") => {
                        self.mode = child.int("val").unwrap_or(12).clamp(11, 15) as u32;
                    }
                    Some("overrideTableStyleFontSizeAndJustification") => self.style_beats_table = child.on(),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}
