//! Which pages a site has, and what each of their templates gets.

mod indexes;
mod team;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use readpoint_catalog::{Component, Layer, RuleInfo, Variable};
use readpoint_content::{Article, Content, Front, Page, PageKind, Reader};
use readpoint_evidence::Evidence;
use readpoint_validator::Kind;
use serde::Serialize;
use tera::Context;

use crate::brand;
use crate::context::{
    ArticlePart, ComponentLink, ComponentPart, Counts, Link, PagePart, ReaderRow, RulePart,
    SitePart, TorchRelease, VariablePart, VariableRow,
};
use crate::edition::Edition;
use crate::evidence;
use crate::html::{inline, plain};
use crate::library::{Library, link};
use crate::machine;
use crate::releases::{self, ProjectPart, Releases};
use crate::scans::ScanRow;
use crate::serving::POLICY;
use crate::text::Rendered;
use crate::words::Words;

/// For each address, the addresses of the pages that mention it.
pub(crate) type Mentioned = BTreeMap<String, BTreeSet<String>>;

/// A page before its template is filled.
pub(crate) struct View {
    /// Template's file name.
    pub(crate) template: &'static str,
    /// What the page says of itself.
    pub(crate) page: PagePart,
    /// What only this kind of page gets.
    pub(crate) parts: Context,
}

impl View {
    fn new(
        template: &'static str,
        kind: &'static str,
        url: &str,
        title: &str,
        description: &str,
    ) -> Self {
        Self {
            template,
            page: PagePart {
                kind,
                url: url.to_owned(),
                permalink: None,
                title: title.to_owned(),
                description: description.to_owned(),
                edit: None,
                body: String::new(),
                headings: Vec::new(),
                markdown: None,
                translated: None,
            },
            parts: Context::new(),
        }
    }

    fn with(mut self, name: &'static str, part: &(impl Serialize + ?Sized)) -> Self {
        self.parts.insert(name, part);
        self
    }

    fn text(mut self, rendered: &Rendered) -> Self {
        self.page.body.clone_from(&rendered.html);
        self.page.headings.clone_from(&rendered.headings);
        self
    }
}

/// The pages' texts, who mentions whom, and where each page stands among its neighbours.
pub(crate) struct Views<'a> {
    content: &'a Content,
    library: &'a Library,
    components: Vec<ComponentPart>,
    /// For each address, the pages that mention it.
    mentioned_by: Mentioned,
    /// For each address, the pages before and after it in its index.
    neighbours: BTreeMap<String, (Option<Link>, Option<Link>)>,
    /// What releases changed.
    projects: Vec<ProjectPart>,
    /// What was searched for reads of variables.
    scans: Vec<ScanRow>,
    /// What runs of claims have shown.
    records: &'a Evidence,
    /// The page on how values of a grammar are read.
    readers: BTreeMap<&'a str, Link>,
    /// Titles and summaries in the edition's language.
    words: &'a Words,
}

impl<'a> Views<'a> {
    /// Takes what all pages need.
    pub(crate) fn new(
        edition: &'a Edition,
        words: &'a Words,
        scans: Vec<ScanRow>,
        records: &'a Evidence,
    ) -> Self {
        let Edition {
            content,
            library,
            texts,
            ..
        } = edition;
        let mut views = Self {
            content,
            library,
            components: components(content),
            mentioned_by: mentioned_by(content, library, texts),
            neighbours: BTreeMap::new(),
            projects: Releases::collect(&content.catalog, library).parts(&content.catalog),
            readers: readers(content),
            scans,
            records,
            words,
        };
        views.neighbours = views.find_neighbours();
        views
    }

    /// Who mentions whom.
    pub(crate) fn mentioned(&self) -> &Mentioned {
        &self.mentioned_by
    }

    /// What releases changed.
    pub(crate) fn projects(&self) -> &[ProjectPart] {
        &self.projects
    }

    /// What every page gets of the site as a whole.
    pub(crate) fn site(&self, engine: bool) -> SitePart {
        let count = |kind| self.library.of_kind(kind).count();
        let torch: Vec<_> = self
            .content
            .catalog
            .torch
            .iter()
            .map(ToString::to_string)
            .collect();
        SitePart {
            tool: self.content.catalog.tool.clone(),
            components: self.components.iter().map(|it| it.link.clone()).collect(),
            newest_torch: torch.last().cloned().unwrap_or_default(),
            releases: torch_releases(self.content),
            torch,
            kinds: Kind::ALL.iter().map(|kind| kind.name()).collect(),
            counts: Counts {
                variables: count(PageKind::Variable),
                recipes: count(PageKind::Recipe),
                guides: count(PageKind::Guide),
                rules: count(PageKind::Rule),
            },
            engine,
            policy: POLICY,
            brand: brand::part(&self.content.branding),
        }
    }

    /// The page of a content file.
    pub(crate) fn page(&self, page: &Page, rendered: &Rendered) -> View {
        let (template, kind) = match page.kind() {
            PageKind::Variable => ("variable.html", "variable"),
            PageKind::Symptom => ("symptom.html", "symptom"),
            PageKind::Recipe => ("recipe.html", "recipe"),
            PageKind::Rule => ("rule.html", "rule"),
            PageKind::Guide => ("guide.html", "guide"),
            PageKind::Reader => ("reader.html", "reader"),
        };
        let url = page.url();
        let description = plain(page.summary());
        let mut view = View::new(template, kind, &url, &page.title(), &description).text(rendered);
        view.page.edit.clone_from(&page.edit);
        view.page.translated = page.translated;
        view.page.markdown = Some(machine::address(&url));
        let (previous, next) = self.neighbours.get(&url).cloned().unwrap_or_default();
        match &page.front {
            Front::Variable(variable) => {
                let part = self.variable(variable, previous, next);
                let mut view = view;
                view.parts = Context::from_serialize(&part)
                    .expect("a struct of texts and lists becomes a map");
                view
            }
            Front::Rule(rule) => view
                .with("rule", &self.rule(rule, url))
                .with("previous", &previous)
                .with("next", &next),
            Front::Reader(reader) => view
                .with("article", &self.article(&url, &reader.article))
                .with("values", &reader_rows(reader))
                .with("variables", &self.read_by(reader))
                .with("previous", &previous)
                .with("next", &next),
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => view
                .with("article", &self.article(&url, article))
                .with("previous", &previous)
                .with("next", &next),
        }
    }

    fn variable<'v>(
        &self,
        variable: &'v Variable,
        previous: Option<Link>,
        next: Option<Link>,
    ) -> VariablePart<'v> {
        let replaced_by = variable.replaced_by.as_ref();
        let optional = |text: &Option<String>| text.as_deref().map(inline).unwrap_or_default();
        let overrides = self.library.links(&variable.overrides);
        let overridden_by = self.library.links(&variable.overridden_by);
        let related = self.library.links(&variable.related);
        let named = [&overrides, &overridden_by, &related];
        let named = named.into_iter().flatten().map(|link| link.url.as_str());
        let url = variable.url();
        let mentions = self.mentioned_by.get(url.as_str());
        VariablePart {
            variable,
            summary_html: inline(&variable.summary),
            default_note_html: optional(&variable.default_note),
            instead_html: optional(&variable.instead),
            component: self.component(&variable.component),
            previous,
            next,
            replaced_by: replaced_by.and_then(|name| self.library.link(name)),
            mentioned: self
                .library
                .mentions(mentions.unwrap_or(&BTreeSet::new()), &named.collect()),
            overrides,
            overridden_by,
            related,
            evidence: evidence::list(variable, self.records),
            reader: self.readers.get(variable.grammar.as_str()).cloned(),
            history: releases::history(variable),
            local: self.local(&variable.name),
        }
    }

    /// The variables that are read as a reader page says.
    fn read_by(&self, reader: &Reader) -> Vec<VariableRow> {
        let variables = self.content.catalog.variables.values();
        let own = variables.filter(|it| reader.grammars.contains(&it.grammar));
        own.map(row).collect()
    }

    fn component(&self, id: &str) -> ComponentLink {
        let found = self.components.iter().find(|it| it.link.id == id);
        // A variable of an unknown component gets here only while an author is still at work.
        found.map_or_else(|| blank_component(id), |it| it.link.clone())
    }

    fn rule(&self, rule: &RuleInfo, url: String) -> RulePart {
        let mentions = self.mentioned_by.get(url.as_str());
        RulePart {
            code: rule.code.clone(),
            name: rule.name.clone(),
            severity: rule.severity,
            summary_html: inline(&rule.summary),
            mentioned: self
                .library
                .mentions(mentions.unwrap_or(&BTreeSet::new()), &BTreeSet::new()),
            team: rule.team.as_deref().map(|it| self.team(it)),
            url,
        }
    }

    fn article(&self, url: &str, article: &Article) -> ArticlePart {
        ArticlePart {
            url: url.to_owned(),
            title: article.title.clone(),
            summary_html: inline(&article.summary),
            symptoms: article.symptoms.clone(),
            variables: self.library.links(&article.variables),
            related: self.library.links(&article.related),
        }
    }

    fn find_neighbours(&self) -> BTreeMap<String, (Option<Link>, Option<Link>)> {
        let mut rows: Vec<Vec<Link>> = [
            PageKind::Symptom,
            PageKind::Recipe,
            PageKind::Guide,
            PageKind::Rule,
            PageKind::Reader,
        ]
        .map(|kind| self.in_order(kind))
        .into();
        for component in &self.components {
            let names = component.variables.iter();
            rows.push(
                names
                    .filter_map(|row| self.library.link(&row.name))
                    .collect(),
            );
        }
        let mut neighbours = BTreeMap::new();
        for row in &rows {
            for (at, link) in row.iter().enumerate() {
                let before = at.checked_sub(1).and_then(|at| row.get(at));
                let pair = (before.cloned(), row.get(at + 1).cloned());
                neighbours.insert(link.url.clone(), pair);
            }
        }
        neighbours
    }
}

/// The pages of a kind in the order of their index: articles by their number, others by path.
fn sorted(content: &Content, kind: PageKind) -> Vec<&Page> {
    let mut pages: Vec<_> = content
        .pages
        .iter()
        .filter(|it| it.kind() == kind)
        .collect();
    pages.sort_by_key(|page| match &page.front {
        Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => article.order,
        Front::Reader(reader) => reader.article.order,
        Front::Variable(_) | Front::Rule(_) => 0,
    });
    pages
}

fn components(content: &Content) -> Vec<ComponentPart> {
    let variables = content.catalog.variables.values();
    let part = |component: &Component| {
        let own = variables.clone().filter(|it| it.component == component.id);
        let rows: Vec<_> = own.map(row).collect();
        ComponentPart {
            link: ComponentLink {
                id: component.id.clone(),
                title: component.title.clone(),
                summary: component.summary.clone(),
                url: format!("variables/{}/", component.id),
                layer: component.layer,
                count: rows.len(),
            },
            variables: rows,
        }
    };
    content.catalog.components.iter().map(part).collect()
}

fn blank_component(id: &str) -> ComponentLink {
    ComponentLink {
        id: id.to_owned(),
        title: id.to_owned(),
        summary: String::new(),
        url: format!("variables/{id}/"),
        layer: Layer::Runtime,
        count: 0,
    }
}

fn row(variable: &Variable) -> VariableRow {
    VariableRow {
        url: variable.url(),
        name: variable.name.clone(),
        summary_html: inline(&variable.summary),
        default: variable.default.clone(),
        audience: variable.audience,
        status: variable.status,
        since: variable.since.as_ref().map(ToString::to_string),
        removed: variable.removed.as_ref().map(ToString::to_string),
    }
}

/// The page on how values of a grammar are read, by grammar.
fn readers(content: &Content) -> BTreeMap<&str, Link> {
    let mut readers = BTreeMap::new();
    for page in &content.pages {
        let Front::Reader(reader) = &page.front else {
            continue;
        };
        let grammars = reader.grammars.iter();
        readers.extend(grammars.map(|name| (name.as_str(), link(page))));
    }
    readers
}

fn reader_rows(reader: &Reader) -> Vec<ReaderRow> {
    let row = |it: &readpoint_content::ReaderValue| ReaderRow {
        value: it.value.clone(),
        verdict: it.verdict,
        means_html: inline(&it.means),
    };
    reader.values.iter().map(row).collect()
}

/// The torch releases with what their wheels bring along, newest first.
fn torch_releases(content: &Content) -> Vec<TorchRelease> {
    let catalog = &content.catalog;
    let release = |version: &readpoint_catalog::Version| {
        let bundle = catalog.bundles.iter().find(|it| it.torch == *version);
        let with = bundle.into_iter().flat_map(|it| &it.with);
        let with: Vec<_> = with.map(|(name, it)| format!("{name} {it}")).collect();
        TorchRelease {
            version: version.to_string(),
            with: with.join(";"),
        }
    };
    catalog.torch.iter().rev().map(release).collect()
}

/// For each address the pages that mention it, in their text or their front matter.
fn mentioned_by(content: &Content, library: &Library, texts: &[Arc<Rendered>]) -> Mentioned {
    let mut mentions = Mentioned::new();
    for (page, text) in content.pages.iter().zip(texts) {
        let named: &[String] = match &page.front {
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
                &article.variables
            }
            Front::Reader(reader) => &reader.article.variables,
            Front::Rule(rule) => rule.team.as_ref().map_or(&[], |it| &it.variables),
            Front::Variable(_) => &[],
        };
        let named = named.iter().filter_map(|name| library.address(name));
        let written = text.mentions.iter().map(String::as_str);
        for target in written.chain(named) {
            match mentions.get_mut(target) {
                Some(pages) => pages.insert(page.url()),
                None => {
                    let first = BTreeSet::from([page.url()]);
                    mentions.insert(target.to_owned(), first).is_none()
                }
            };
        }
    }
    mentions
}
