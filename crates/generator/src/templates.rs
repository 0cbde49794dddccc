//! Templates of `site/templates/`, ready to fill.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_catalog::nearest;
use readpoint_content::{Place, Problem, SourceFile};
use serde::Serialize;
use tera::{Context, Error, ErrorKind, Kwargs, State, Tera};
use walkdir::WalkDir;

use crate::assets::{Assets, TEMPLATES};
use crate::words::Words;

/// Templates as they are written, by file name.
pub(crate) type Sources = BTreeMap<String, Arc<SourceFile>>;

/// The parsed templates and their sources, for places of problems.
pub(crate) struct Templates {
    tera: Tera,
    sources: Sources,
}

impl Templates {
    /// Parses every template; `assets` are what `asset(path=…)` knows, `words` what
    /// `t(text=…)` says, and `part` is what every template gets as `site`.
    pub(crate) fn parse(
        sources: Sources,
        assets: Assets,
        words: Arc<Words>,
        part: &impl Serialize,
    ) -> Result<Self, Vec<Problem>> {
        let mut templates = Self {
            tera: Tera::new(),
            sources,
        };
        templates.tera.global_context().insert("site", part);
        templates
            .tera
            .register_function("asset", move |args: Kwargs, _: &State<'_>| {
                asset(&args, &assets)
            });
        templates
            .tera
            .register_function("t", move |args: Kwargs, _: &State<'_>| say(&args, &words));
        let named = templates.sources.iter();
        let named = named.map(|(name, source)| (name.as_str(), source.text.as_str()));
        match templates.tera.add_raw_templates(named) {
            Ok(()) => Ok(templates),
            Err(error) => Err(vec![templates.problem(&error, None)]),
        }
    }

    /// Fills a template for the page at `url`.
    pub(crate) fn fill(
        &self,
        template: &str,
        context: &Context,
        url: &str,
    ) -> Result<String, Problem> {
        let filled = self.tera.render(template, context);
        filled.map_err(|error| self.problem(&error, Some(url)))
    }

    /// An error of the engine as a problem with its place in the template.
    fn problem(&self, error: &Error, url: Option<&str>) -> Problem {
        let page = url.map(|url| format!(" (filled for `/{url}`)"));
        let page = page.unwrap_or_default();
        let report = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => report,
            other => return Problem::of_file(TEMPLATES, format!("{other}{page}")),
        };
        let message = format!("{}{page}", report.message());
        match self.sources.get(report.filename()) {
            Some(file) => Problem {
                place: place(file, report.span().range.clone()),
                message,
                help: None,
                also: None,
            },
            None => Problem::of_file(report.filename(), message),
        }
    }
}

fn place(file: &Arc<SourceFile>, span: Range<usize>) -> Place {
    let end = file.text.len();
    Place {
        file: Arc::clone(file),
        span: span.start.min(end)..span.end.min(end),
    }
}

/// `asset(path="style/site.css")`: the published path.
fn asset(args: &Kwargs, assets: &Assets) -> Result<String, Error> {
    let path = args.must_get::<&str>("path")?;
    if let Some(published) = assets.published(path) {
        return Ok(published.to_owned());
    }
    let near = nearest(path, assets.paths());
    let hint = near.map(|near| format!("; did you mean `{near}`?"));
    let hint = hint.unwrap_or_default();
    Err(Error::message(format!(
        "the site has no file `{path}`{hint}"
    )))
}

/// `t(text="{n} names", n=3)`: a text in the site's language, its places filled.
fn say(args: &Kwargs, words: &Words) -> Result<String, Error> {
    let text = args.must_get::<&str>("text")?;
    let values = args.iter().filter_map(|(name, value)| {
        let name = name.as_str().filter(|name| *name != "text")?;
        Some((name, value.to_string()))
    });
    Ok(words.fill(text, values))
}

/// Reads the templates of `site/`.
pub(crate) fn read(site: &Utf8Path) -> Result<Sources, Vec<Problem>> {
    let folder = &site.join(TEMPLATES);
    let mut sources = BTreeMap::new();
    let mut problems = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) if !entry.file_type().is_file() => {}
            Ok(entry) => {
                let path = Utf8PathBuf::from(entry.path().to_string_lossy().into_owned());
                let name = path.strip_prefix(folder).unwrap_or(&path);
                match std::fs::read_to_string(&path) {
                    Ok(text) => {
                        let name = name.as_str().replace('\\', "/");
                        sources.insert(name, Arc::new(SourceFile { path, text }));
                    }
                    Err(error) => {
                        problems.push(Problem::of_file(path, format!("cannot be read: {error}")));
                    }
                }
            }
            Err(error) => {
                problems.push(Problem::of_file(folder, format!("cannot be read: {error}")));
            }
        }
    }
    if problems.is_empty() {
        Ok(sources)
    } else {
        Err(problems)
    }
}
