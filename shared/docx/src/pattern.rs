//! Plain text with placeholders, such as a file-name pattern or the text of an e-mail. Values are not escaped.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::ValueKind;
use minijinja::{Environment, ErrorKind, Output, State};
use serde_json::Value;

use crate::expression::operators::printed;
use crate::expression::{Exceeded, Locale, RenderState, context};
use crate::options::{Missing, RenderOptions};
use crate::render::{Sink, environment};
use crate::stack::on_large_stack;
use crate::text::marks::write_code;
use crate::text::report::excerpt;
use crate::text::scan::{Delimiter, Found, Scope, scan};
use crate::text::syntax;
use crate::{CompileError, RenderError};
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits, Severity};
use platen_rich::{DataError, FreeIds, to_value};

const NAME: &str = "pattern";

/// Bytes of a pattern's text: far more than any file name has, and enough for the text of an e-mail.
const MAX_BYTES: usize = 8_192;

/// Bytes of a pattern that is compiled on the caller's stack: what it can nest in itself, parsers have room for on the
/// stacks of all servers' threads. Names of files are shorter, and a thread of its own for each costs more than the rest.
const SHORT: usize = 256;

/// A compiled text pattern (`Invoice {{ number }}`).
pub struct Pattern {
    text: String,
    fields: Vec<String>,
    limits: Limits,
    env: Environment<'static>,
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Pattern").field(&self.text).finish()
    }
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// [`CompileError::Template`] with the place of each faulty tag.
    pub fn compile(text: &str, limits: &Limits) -> Result<Pattern, CompileError> {
        Pattern::compile_within(text, limits, &Budget::of(limits))
    }

    /// As [`Pattern::compile`], within the budget of a caller that has more to do.
    ///
    /// # Errors
    /// As [`Pattern::compile`]; [`CompileError::Exhausted`] when the budget ends.
    pub fn compile_within(text: &str, limits: &Limits, budget: &Budget) -> Result<Pattern, CompileError> {
        let limits = Limits { output_bytes: 64 << 10, fuel: 10_000, tags: 64, ..limits.clone() };
        budget.spend(text.len() as u64)?;
        // Every request brings its own: what it may cost is little.
        if text.len() > MAX_BYTES {
            let message = format!("a pattern can have at most {MAX_BYTES} bytes");
            return Err(CompileError::Template(vec![remark("", &(0..0), message)]));
        }
        if text.len() <= SHORT {
            return Pattern::compile_text(text, limits);
        }
        on_large_stack(|| Pattern::compile_text(text, limits))
    }

    fn compile_text(text: &str, limits: Limits) -> Result<Pattern, CompileError> {
        let faulty = |e: minijinja::Error| {
            let message = e.detail().map_or_else(|| e.to_string(), str::to_owned);
            CompileError::Template(vec![remark(text, &(0..text.len()), message)])
        };
        let Translated { source, fields, bound } =
            Translated::of(text, &limits).map_err(CompileError::Template)?;
        let mut env = base(&limits).map_err(faulty)?;
        env.add_template_owned(NAME, source).map_err(faulty)?;
        let fields = fields.difference(&bound).cloned().collect();
        Ok(Pattern { text: text.to_owned(), fields, limits, env })
    }

    /// The members of the data that the pattern names, in alphabetical order.
    pub fn fields(&self) -> Vec<String> {
        self.fields.clone()
    }

    /// Fills the pattern.
    ///
    /// # Errors
    /// As [`crate::Template::render`]; a pattern tells only that a field is missing, not which of several.
    pub fn render(&self, data: &Value, options: &RenderOptions) -> Result<String, RenderError> {
        self.render_within(data, options, &Budget::of(&self.limits))
    }

    /// As [`Pattern::render`], within the budget of a caller that has more to do.
    ///
    /// # Errors
    /// As [`crate::Template::render_within`].
    pub fn render_within(
        &self,
        data: &Value,
        options: &RenderOptions,
        budget: &Budget,
    ) -> Result<String, RenderError> {
        let bounds = Bounds { limits: &self.limits, budget };
        let locale = options.locale(&Locale::default())?;
        let state =
            Arc::new(RenderState::new(options.missing, FreeIds::default(), locale, bounds).on(options.today));
        let faulty = |message| remark(&self.text, &(0..self.text.len()), message);
        let text = filled((&self.env, NAME), data, &state, bounds, faulty)?;
        match (state.printed_undefined(), options.missing) {
            (true, Missing::Error) => {
                let detail = format!("a field of the pattern {:?} has no value", self.text);
                Err(RenderError::Data(vec![DataError::new("", detail)]))
            }
            (true, Missing::Keep) => Ok(self.text.clone()),
            _ => Ok(text),
        }
    }
}

/// A text with tags as MiniJinja's source.
pub(crate) struct Translated {
    pub source: String,
    /// The members of the data that its tags name.
    fields: BTreeSet<String>,
    /// Names that they bind themselves.
    bound: BTreeSet<String>,
}

impl Translated {
    /// Reads the tags of a text.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn of(text: &str, limits: &Limits) -> Result<Translated, Vec<Diagnostic>> {
        let mut tags = 0;
        let mut source = String::with_capacity(text.len() + 16);
        let (mut fields, mut bound) = (BTreeSet::new(), BTreeSet::new());
        let mut errors = Vec::new();
        let mut at = 0;
        for found in scan(text) {
            let mut code = None;
            tags += 1;
            let (range, problem) = match &found {
                Found::Tag(tag) if tags > limits.tags => {
                    (tag.range.clone(), Some(format!("a pattern can have at most {} tags", limits.tags)))
                }
                Found::Tag(tag) if tag.scope > Scope::Run => {
                    (tag.range.clone(), Some("a pattern cannot have paragraphs, rows or cells".to_owned()))
                }
                Found::Tag(tag) if tag.range.len() > limits.tag_bytes => {
                    (tag.range.clone(), Some(format!("this tag is longer than {} bytes", limits.tag_bytes)))
                }
                Found::Tag(tag) if tag.code.is_empty() && tag.delimiter == Delimiter::Variable => {
                    (tag.range.clone(), Some("this tag is empty".to_owned()))
                }
                Found::Tag(tag) => {
                    let read = syntax::read(tag).and_then(|(syntax, _)| match syntax::reserved(&syntax) {
                        Some(fault) => Err(fault),
                        None => Ok(syntax),
                    });
                    let problem = read.map(|mut syntax| {
                        fields.extend(syntax.fields().into_iter().map(str::to_owned));
                        bound.extend(syntax.bound().into_iter().map(str::to_owned));
                        syntax.call_today(&BTreeSet::new());
                        syntax::aggregates(&mut syntax);
                        syntax::bound(&mut syntax);
                        code = Some((syntax.delimiter(), syntax::code(&syntax)));
                    });
                    let told = |fault: syntax::Fault| match fault.hint {
                        Some(hint) => format!("{}; {hint}", fault.message),
                        None => fault.message,
                    };
                    (tag.range.clone(), problem.err().map(told))
                }
                Found::Escape { range, .. } => (range.clone(), None),
                Found::Unclosed { range, closing } => {
                    (range.clone(), Some(format!("this tag is never closed; add `{closing}`")))
                }
            };
            source.push_str(&text[at..range.start]);
            at = range.end;
            if let Some((delimiter, code)) = code {
                write_code(&mut source, delimiter, &code);
            } else if let Found::Escape { text, .. } = found {
                source.push_str(text);
            }
            if let Some(message) = problem {
                errors.push(remark(text, &range, message));
            }
        }
        source.push_str(&text[at..]);
        if errors.is_empty() { Ok(Translated { source, fields, bound }) } else { Err(errors) }
    }
}

/// The text that a template of an environment makes of data. `faulty` says what is wrong with it by the error's message.
pub(crate) fn filled(
    (env, name): (&Environment<'static>, &str),
    data: &Value,
    state: &Arc<RenderState>,
    bounds: Bounds<'_>,
    faulty: impl FnOnce(String) -> Diagnostic,
) -> Result<String, RenderError> {
    let mut sink = Sink::new(bounds);
    let rendered = env.get_template(name).and_then(|template| {
        template.render_captured_to(context(&to_value(data, bounds), state), &mut sink).map(|_| ())
    });
    if let Err(error) = rendered {
        if let Some(exceeded) = Exceeded::of(&error) {
            return Err(exceeded.report(bounds.limits));
        }
        return Err(sink.error().unwrap_or_else(|| {
            let message = error.detail().map_or_else(|| error.to_string(), str::to_owned);
            RenderError::Template(vec![faulty(message)])
        }));
    }
    Ok(String::from_utf8_lossy(&sink.bytes).into_owned())
}

/// An environment of patterns within these limits.
pub(crate) fn base(limits: &Limits) -> Result<Environment<'static>, minijinja::Error> {
    let mut env = environment(&Arc::default(), &Arc::default(), &Arc::default(), limits)?;
    env.set_formatter(write);
    Ok(env)
}

/// Writes a value as it is.
fn write(out: &mut Output, state: &mut State, value: &minijinja::Value) -> Result<(), minijinja::Error> {
    let written = match value.kind() {
        ValueKind::Undefined => {
            if let Some(render) = RenderState::of(state) {
                render.note_undefined();
            }
            Ok(())
        }
        ValueKind::None => Ok(()),
        _ => {
            let mut text = String::new();
            printed(state, value, &mut text)?;
            out.write_str(&text)
        }
    };
    written.map_err(|_| minijinja::Error::new(ErrorKind::WriteFailure, "the name is too long"))
}

pub(crate) fn remark(text: &str, range: &std::ops::Range<usize>, message: String) -> Diagnostic {
    let (excerpt, caret, width) = excerpt(text, range);
    Diagnostic {
        severity: Severity::Error,
        place: "pattern".to_owned(),
        part: String::new(),
        excerpt,
        caret,
        width,
        message,
        hint: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn render(pattern: &str, data: &Value, missing: Missing) -> Result<String, RenderError> {
        Pattern::compile(pattern, &Limits::default())
            .unwrap()
            .render(data, &RenderOptions { missing, ..RenderOptions::default() })
    }

    #[test]
    fn values_are_written_as_they_are() {
        let data = json!({"number": 7, "name": "<Ä & B>"});
        assert_eq!(
            render("Invoice {{ number }} {{name}}", &data, Missing::Error).unwrap(),
            "Invoice 7 <Ä & B>"
        );
        assert_eq!(render("{{ number + 1 }}", &data, Missing::Error).unwrap(), "8");
    }

    #[test]
    fn a_missing_field_is_an_error_unless_told_otherwise() {
        assert!(matches!(render("{{ x }}", &json!({}), Missing::Error), Err(RenderError::Data(_))));
        assert_eq!(render("a{{ x }}b", &json!({}), Missing::Empty).unwrap(), "ab");
        assert_eq!(render("a{{ x }}b", &json!({}), Missing::Keep).unwrap(), "a{{ x }}b");
    }

    #[test]
    fn faulty_patterns_say_where() {
        for (pattern, message) in [
            ("a {{ x", "never closed"),
            ("{{ }}", "empty"),
            ("{{ a + }}", "expected a value"),
            ("{%p if x %}", "paragraphs"),
            ("{{ 'a\\\\' ~ __id() }}", "give __id"),
        ] {
            let error = Pattern::compile(pattern, &Limits::default()).unwrap_err().to_string();
            assert!(error.contains(message), "{pattern}: {error}");
        }
    }
}
