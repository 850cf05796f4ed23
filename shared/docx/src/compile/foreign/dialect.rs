//! The ways in which templates of other products mark a field.

/// A way to mark fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Dialect {
    /// Platen's own tags with spaces between the braces: `{ { name } }`.
    Spaced,
    /// `{{#each items}}`
    Handlebars,
    /// `{{?items}}...{{/items}}`, `{{@picture}}`
    PoiTl,
    /// `{name}`, `{#items}...{/items}`
    Braces,
    /// `{d.name}`
    Carbone,
    /// `+++INS name+++`
    Commands,
    /// `${name}`
    Dollar,
    /// `repeatTableRow(items)` in a comment.
    Stamper,
    /// `$name`, `#foreach($item in $items)` in merge fields.
    Velocity,
    /// `<<name>>`
    Angles,
    /// `«name»`, typed instead of inserted.
    Guillemets,
    /// `[name]`
    Square,
}

impl Dialect {
    /// What one mark is called, and what many are.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Dialect::Spaced => {
                ("tag with spaces between its braces", "tags with spaces between their braces")
            }
            Dialect::Handlebars => ("mark of Handlebars or Mustache", "marks of Handlebars or Mustache"),
            Dialect::PoiTl => ("mark of poi-tl", "marks of poi-tl"),
            Dialect::Braces => {
                ("mark of docxtemplater or easy-template-x", "marks of docxtemplater or easy-template-x")
            }
            Dialect::Carbone => ("mark of Carbone", "marks of Carbone"),
            Dialect::Commands => ("command of docx-templates", "commands of docx-templates"),
            Dialect::Dollar => ("mark of docx4j, JXLS or XDocReport", "marks of docx4j, JXLS or XDocReport"),
            Dialect::Stamper => ("comment of docx-stamper", "comments of docx-stamper"),
            Dialect::Velocity => ("merge field of XDocReport", "merge fields of XDocReport"),
            Dialect::Angles => ("mark of Docmosis or Aspose", "marks of Docmosis or Aspose"),
            Dialect::Guillemets => ("merge field typed as text", "merge fields typed as text"),
            Dialect::Square => ("field in square brackets", "fields in square brackets"),
        }
    }

    /// What a mark is written as here: theirs and ours.
    pub fn translation(self) -> &'static str {
        match self {
            Dialect::Spaced => "write the braces together: `{{ name }}`, `{% if paid %}`",
            Dialect::Handlebars => {
                "write `{% for item in items %}` ... `{% endfor %}` for `{{#each items}}` ... `{{/each}}`, and `{% if paid %}` ... `{% endif %}` for `{{#if paid}}` ... `{{/if}}`"
            }
            Dialect::PoiTl => {
                "write `{% for item in items %}` ... `{% endfor %}` or `{% if paid %}` ... `{% endif %}` for `{{?items}}` ... `{{/items}}`, and `{{ logo }}` for `{{@logo}}`"
            }
            Dialect::Braces => {
                "write `{{ name }}` for `{name}`, `{% for item in items %}` ... `{% endfor %}` for `{#items}` ... `{/items}`, and `{% if not paid %}` ... `{% endif %}` for `{^paid}` ... `{/paid}`"
            }
            Dialect::Carbone => {
                "write `{{ name }}` for `{d.name}`, and `{% for item in items %}` ... `{% endfor %}` around what `{d.items[i].name}` repeats"
            }
            Dialect::Commands => {
                "write `{{ name }}` for `+++INS name+++`, and `{% for item in items %}` ... `{% endfor %}` for `+++FOR item IN items+++` ... `+++END-FOR item+++`"
            }
            Dialect::Dollar => "write `{{ name }}` for `${name}`",
            Dialect::Stamper => {
                "write `{%tr for item in items %}` and `{%tr endfor %}` in rows around the row for `repeatTableRow(items)`, and `{%p if paid %}` and `{%p endif %}` around the paragraph for `displayParagraphIf(paid)`"
            }
            Dialect::Velocity => {
                "write `{{ name }}` for `$name`, and `{% for item in items %}` ... `{% endfor %}` for `#foreach($item in $items)` ... `#end` or `[#list items as item]` ... `[/#list]`"
            }
            Dialect::Angles => {
                "write `{{ name }}` for `<<name>>`, and `{% for item in items %}` ... `{% endfor %}` for `<<rs_items>>` ... `<<es_items>>`"
            }
            Dialect::Guillemets => {
                "write `{{ name }}` for `«name»`, or insert it in Word: Mailings, Insert Merge Field"
            }
            Dialect::Square => "write `{{ name }}` for `[name]`",
        }
    }

    /// Whether its blocks open what a tag of ours opens too, so that the template can be used in no case.
    pub fn clashes(self) -> bool {
        matches!(self, Dialect::Handlebars | Dialect::PoiTl | Dialect::Braces)
    }

    /// Whether prose has such marks as well.
    pub fn is_common(self) -> bool {
        matches!(self, Dialect::Guillemets | Dialect::Square)
    }
}
