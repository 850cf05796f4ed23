//! A compiled template: what is kept between renders, and one render.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use minijinja::{Environment, ErrorKind};
use serde_json::Value;

use crate::compile::controls::Control;
use crate::compile::fields;
use crate::compile::report::PartName;
use crate::compile::{CompiledPart, Compiler, Marks, Stores, language, largest_id, settings, text_parts};
use crate::discover::{ControlSite, Discovery, PartSource, discover};
use crate::filters::{Locale, Wrong, place_of};
use crate::package::{Change, Package};
use crate::render::{Absent, RenderState, Sink, context, environment, syntax, to_value, traced};
use crate::rich::inventory::Inventory;
use crate::rich::place::Document;
use crate::xml::Tree;
use crate::{CompileError, DataError, Diagnostic, Limits, Missing, RenderError, RenderOptions, Severity};

/// A template, compiled once. Cheap to share between threads (`Arc<Template>`).
pub struct Template {
    package: Package,
    parts: Vec<TextPart>,
    controls: Arc<[Control]>,
    originals: Arc<[String]>,
    env: Environment<'static>,
    /// The same templates, telling which tag found no value: compiled when one first finds none.
    traced: OnceLock<Result<Environment<'static>, minijinja::Error>>,
    discovery: Discovery,
    warnings: Vec<Diagnostic>,
    limits: Limits,
    /// Above all ids of drawings and controls in the template.
    first_id: u32,
    /// For whom dates and numbers are written when the request does not say.
    locale: Locale,
    /// What rich values need to know of the template: read when the first one comes.
    inventory: OnceLock<Inventory>,
}

/// A part that is rendered.
struct TextPart {
    /// Place in the package.
    index: usize,
    compiled: CompiledPart,
    /// Index of its first tag among all parts' tags.
    first_tag: usize,
    /// Bytes of its last rendering: room for the next.
    size: AtomicUsize,
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Template").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

impl Template {
    /// Opens a .docx or .dotx package and compiles every part that holds text.
    ///
    /// # Errors
    /// [`CompileError::Package`] for a file that is refused, [`CompileError::Template`] with all errors of all parts.
    pub fn compile(package: impl Into<bytes::Bytes>, limits: &Limits) -> Result<Template, CompileError> {
        let package = Package::open(package, limits)?;
        on_large_stack(|| Template::compile_parts(package, limits)).unwrap_or_else(|error| {
            Err(CompileError::Template(vec![unreadable(&PartName::default(), &error.to_string())]))
        })
    }

    fn compile_parts(package: Package, limits: &Limits) -> Result<Template, CompileError> {
        let bare = environment(&Arc::default(), &Arc::default(), limits).map_err(internal)?;
        let mut compiler = Compiler {
            limits,
            env: &bare,
            controls: Vec::new(),
            stores: Stores::open(&package, limits)?,
            remarks: Vec::new(),
        };
        let mut compiled: Vec<(usize, CompiledPart)> = Vec::new();
        let (mut first_id, mut lists_contents) = (1, false);
        for (index, name) in text_parts(&package)? {
            let tree = Tree::parse(package.read(&package.parts()[index])?, limits);
            match tree.and_then(|t| t.usual(limits)) {
                Ok(tree) => {
                    first_id = first_id.max(1 + largest_id(&tree));
                    compiler.remarks.extend(fields::outside_loads(&tree, &name));
                    lists_contents |= fields::lists_contents(&tree);
                    compiled
                        .extend(compiler.compile(&tree, &name, Marks::default()).map(|part| (index, part)));
                }
                Err(error) => compiler.remarks.push(unreadable(&name, &error.to_string())),
            }
        }
        // Last, since a control is to be seen first where a reader sees it.
        for (index, name, tree, marks) in compiler.stores.take() {
            compiled.extend(compiler.compile(&tree, &name, marks).map(|part| (index, part)));
        }
        if let (true, false, Some((index, name))) = (lists_contents, compiled.is_empty(), settings(&package)?)
        {
            let tree = Tree::parse(package.read(&package.parts()[index])?, limits);
            if let Ok(tree) = tree.and_then(|t| t.usual(limits)) {
                let marks = fields::refresh(&tree);
                compiled.extend(compiler.compile(&tree, &name, marks).map(|part| (index, part)));
            }
        }
        let Compiler { controls, remarks, .. } = compiler;
        let (errors, warnings): (Vec<_>, Vec<_>) =
            remarks.into_iter().partition(|r| r.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(CompileError::Template(errors));
        }
        let mut parts: Vec<TextPart> = Vec::with_capacity(compiled.len());
        let mut originals: Vec<String> = Vec::new();
        for (index, compiled) in compiled {
            let first_tag = originals.len();
            originals.extend(compiled.tags.iter().map(|t| t.original.clone()));
            parts.push(TextPart::new(index, compiled, first_tag));
        }
        let sources: Vec<PartSource<'_>> = parts.iter().map(|p| p.compiled.as_source()).collect();
        let sites: Vec<ControlSite> = controls.iter().map(|c| c.site.clone()).collect();
        let discovery = syntax().and_then(|s| discover(&sources, &sites, &s, limits)).map_err(internal)?;
        let controls: Arc<[Control]> = controls.into();
        let originals: Arc<[String]> = originals.into();
        let mut env = environment(&controls, &originals, limits).map_err(internal)?;
        for part in &parts {
            let added = env.add_template_owned(part.compiled.name.part.clone(), part.compiled.source.clone());
            added.map_err(|e| CompileError::Template(vec![part.remark(&e)]))?;
        }
        // Only filters write in a language.
        let speaks = originals.iter().any(|tag| tag.contains('|'));
        let locale = if speaks { language(&package, limits) } else { Locale::default() };
        Ok(Template {
            locale,
            package,
            parts,
            controls,
            originals,
            env,
            traced: OnceLock::new(),
            discovery,
            warnings,
            limits: limits.clone(),
            first_id,
            inventory: OnceLock::new(),
        })
    }

    /// Makes one document: the bytes of a .docx package. The same input gives the same bytes.
    ///
    /// # Errors
    /// [`RenderError::Data`] with every value that is missing or ill-typed, before anything is made.
    pub fn render(&self, data: &Value, options: &RenderOptions) -> Result<Vec<u8>, RenderError> {
        let errors = self.discovery.check(data, options.missing == Missing::Error);
        if !errors.is_empty() {
            return Err(RenderError::Data(errors));
        }
        let json = data;
        let data = to_value(json);
        let locale = options.locale(&self.locale)?;
        let fresh = || RenderState::new(options.missing, self.first_id).with(locale.clone(), &self.limits);
        let mut state = Arc::new(fresh());
        // Tags to be kept are told from filters' words for nothing only by tracing; and what fails may fail because
        // something is not there, which is no fault when that is allowed.
        let plain = match options.missing {
            Missing::Error => Some(self.render_parts(&self.env, &data, &state)?),
            Missing::Empty => self.render_parts(&self.env, &data, &state).ok(),
            Missing::Keep => None,
        };
        let retry = plain.is_none() || state.printed_undefined();
        let mut texts = plain.unwrap_or_default();
        if retry {
            state = Arc::new(fresh());
            let traced = self.traced.get_or_init(|| self.trace()).as_ref();
            texts = self.render_parts(traced.map_err(|e| self.failed(e, &data))?, &data, &state)?;
            if options.missing == Missing::Error {
                return Err(RenderError::Data(self.absent(&state.take_absent())));
            }
        }
        let rich = state.take_rich();
        let written = if rich.is_empty() {
            let texts = self.parts.iter().zip(&texts);
            let changes: Vec<_> = texts.map(|(p, text)| (p.index, Change::Replace(text))).collect();
            self.package.write(&changes, &[])
        } else {
            let document = Document {
                package: &self.package,
                inventory: self.inventory.get_or_init(|| Inventory::of(&self.package, &self.limits)),
                state: &state,
                limits: &self.limits,
                data: json,
                rich: &rich,
            };
            let edit = document.place(self.parts.iter().map(|p| p.index).zip(texts).collect())?;
            self.package.write(&edit.changes(), &edit.added())
        };
        written.map_err(|error| RenderError::Limit {
            limit: "output_bytes",
            allowed: error.to_string(),
            hint: "send fewer items or split the document",
        })
    }

    fn render_parts(
        &self,
        env: &Environment<'static>,
        data: &minijinja::Value,
        state: &Arc<RenderState>,
    ) -> Result<Vec<Vec<u8>>, RenderError> {
        let root = context(data, state);
        let mut sink = Sink::new(&self.limits);
        let mut texts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            sink.take(part.size.load(Ordering::Relaxed) + 256);
            let template = env.get_template(&part.compiled.name.part).map_err(|e| self.failed(&e, data))?;
            if let Err(error) = template.render_captured_to(root.clone(), &mut sink) {
                return Err(sink.error().unwrap_or_else(|| self.failed(&error, data)));
            }
            let text = sink.take(0);
            part.size.store(text.len(), Ordering::Relaxed);
            texts.push(text);
        }
        Ok(texts)
    }

    fn trace(&self) -> Result<Environment<'static>, minijinja::Error> {
        let mut env = environment(&self.controls, &self.originals, &self.limits)?;
        for part in &self.parts {
            let source = traced(&env, &part.compiled.source, &part.compiled.tags, part.first_tag);
            env.add_template_owned(part.compiled.name.part.clone(), source)?;
        }
        Ok(env)
    }

    /// What went wrong in the template's logic, at its tag.
    fn failed(&self, error: &minijinja::Error, data: &minijinja::Value) -> RenderError {
        if error.kind() == ErrorKind::OutOfFuel {
            return RenderError::Limit {
                limit: "fuel",
                allowed: format!("{} steps", self.limits.fuel),
                hint: "make the template's loops simpler or send fewer items",
            };
        }
        let part = self.parts.iter().find(|p| error.name() == Some(p.compiled.name.part.as_str()));
        let Some(part) = part else {
            return RenderError::Template(vec![unreadable(&PartName::default(), &error.to_string())]);
        };
        let tag = part.tag(error).map(|tag| self.originals[part.first_tag + tag].as_str());
        match (tag, Wrong::of(error)) {
            // What the tag does not say came from the data.
            (Some(tag), Some(wrong)) if !tag.contains(&wrong.text) => {
                let detail = format!("{tag}: {}", error.detail().unwrap_or_default());
                let mut paths = self
                    .discovery
                    .placeholders
                    .iter()
                    .filter(|p| p.locations.iter().any(|l| l.text.contains(tag)));
                let place = paths.find_map(|field| place_of(data, &field.path, &wrong.text));
                let pointer = place.unwrap_or_else(|| pointer(self.path_of(tag)));
                RenderError::Data(vec![DataError { pointer, detail }])
            }
            _ => RenderError::Template(vec![part.remark(error)]),
        }
    }

    /// The path of the field that a tag names.
    fn path_of(&self, original: &str) -> Option<&str> {
        let field = self.discovery.placeholders.iter().find(|p| p.expression == original);
        field.map(|field| field.path.as_str())
    }

    /// Fields that only this data's way through the template asked for.
    fn absent(&self, absent: &[Absent]) -> Vec<DataError> {
        let mut errors: Vec<DataError> = Vec::new();
        for field in absent {
            let (path, detail) = match field {
                Absent::Tag(tag) => {
                    let original = &self.originals[*tag];
                    let part = self.parts.iter().rfind(|p| p.first_tag <= *tag);
                    let place = part.map_or("", |p| &p.compiled.remarks[*tag - p.first_tag].place);
                    (self.path_of(original), format!("{original} in {place} has no value"))
                }
                Absent::Control(id) => {
                    let site = &self.controls[*id].site;
                    (Some(site.name.as_str()), format!("the content control {:?} has no value", site.name))
                }
            };
            let error = DataError { pointer: pointer(path), detail };
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        errors
    }

    /// The fields that the template asks for.
    pub fn discovery(&self) -> &Discovery {
        &self.discovery
    }

    /// Remarks that do not hinder rendering.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl TextPart {
    fn new(index: usize, compiled: CompiledPart, first_tag: usize) -> TextPart {
        TextPart { index, size: AtomicUsize::new(compiled.source.len()), compiled, first_tag }
    }

    /// The tag where MiniJinja met an error, by its index.
    fn tag(&self, error: &minijinja::Error) -> Option<usize> {
        let at = error.range().map_or(0, |r| r.start);
        self.compiled.tags.iter().rposition(|t| t.offset <= at && at < t.end)
    }

    /// A remark on the tag where MiniJinja met an error.
    fn remark(&self, error: &minijinja::Error) -> Diagnostic {
        let mut remark = match self.tag(error) {
            Some(tag) => self.compiled.remarks[tag].clone(),
            None => unreadable(&self.compiled.name, ""),
        };
        remark.message = match error.detail() {
            Some(detail) => format!("{}: {detail}", error.kind()),
            None => error.kind().to_string(),
        };
        remark
    }
}

/// A field's path as a JSON Pointer; elements of arrays are not told apart.
fn pointer(path: Option<&str>) -> String {
    path.map_or(String::new(), |path| format!("/{}", path.replace("[]", "").replace('.', "/")))
}

fn unreadable(name: &PartName, detail: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        place: name.label.clone(),
        part: name.part.clone(),
        excerpt: String::new(),
        caret: 0,
        width: 0,
        message: format!("this part cannot be read: {detail}"),
        hint: Some("open the file in Word and save it again".to_owned()),
    }
}

fn internal(error: minijinja::Error) -> CompileError {
    CompileError::Template(vec![unreadable(&PartName::default(), &error.to_string())])
}

/// Runs on a stack of its own: parsers recurse with the nesting of a template's blocks, which is bounded, but by
/// more than the small stacks of server threads hold. Fails when the system has no thread to give.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    const STACK: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().map_or_else(|panic| std::panic::resume_unwind(panic), Ok)
    })
}
