//! A statement's effect on its surroundings.

/// What a statement does to what it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// `{% cellbg colour %}`: the fill of its shading.
    Background,
    /// `{% colspan n %}`: how many columns of the grid it spans.
    Span,
    /// `{% hm %}`: one cell as wide as all turns of the loop.
    MergeAcross,
    /// `{% vm %}`: one cell as high as all turns of the loop.
    MergeDown,
    /// `{% rowbg colour %}`: the background of all cells of its row.
    RowBackground,
    /// `{% color colour %}`: the color of the text behind it in its paragraph.
    Colour,
    /// `{% style name %}`: the style of its paragraph.
    Style,
    /// `{% list "restart" %}`: its paragraph is the first item of its list.
    Restart,
    /// `{% list "continue" %}`: the list of its paragraph counts on in each turn of a loop.
    Continue,
    /// `{% page size="A4" %}`: the paper and the margins of its section.
    Page,
}

impl Effect {
    /// The effect of a keyword, and whether a value follows it.
    pub fn of_keyword(keyword: &str) -> Option<(Effect, bool)> {
        Some(match keyword {
            "cellbg" => (Effect::Background, true),
            "rowbg" => (Effect::RowBackground, true),
            "colspan" => (Effect::Span, true),
            "color" => (Effect::Colour, true),
            "style" => (Effect::Style, true),
            "list" => (Effect::Restart, true),
            "page" => (Effect::Page, true),
            "hm" => (Effect::MergeAcross, false),
            "vm" => (Effect::MergeDown, false),
            _ => return None,
        })
    }

    /// Whether it is about a table's cell or row.
    pub fn is_of_table(self) -> bool {
        !matches!(self, Effect::Colour | Effect::Style | Effect::Restart | Effect::Continue | Effect::Page)
    }
}
