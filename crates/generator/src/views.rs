//! Which pages a site has, and what each of their templates gets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use readpoint_catalog::{Component, Layer, RuleInfo, Variable};
use readpoint_content::{Article, Content, Front, Page, PageKind};
use readpoint_validator::Kind;
use serde::Serialize;
use tera::Context;

use crate::context::{
    ArticlePart, ComponentLink, ComponentPart, Counts, Link, PagePart, RuleGroup, RulePart,
    SitePart, VariablePart, VariableRow,
};
use crate::evidence;
use crate::html::{inline, plain};
use crate::library::{Library, link};
use crate::text::Rendered;

/// The policy that pages work under.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

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
                body: String::new(),
                headings: Vec::new(),
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
    mentioned_by: BTreeMap<&'a str, BTreeSet<String>>,
    /// For each address, the pages before and after it in its index.
    neighbours: BTreeMap<String, (Option<Link>, Option<Link>)>,
}

impl<'a> Views<'a> {
    /// Takes what all pages need; `texts` are the rendered texts of `content.pages`, in order.
    pub(crate) fn new(
        content: &'a Content,
        library: &'a Library,
        texts: &'a [Arc<Rendered>],
    ) -> Self {
        let mut views = Self {
            content,
            library,
            components: components(content),
            mentioned_by: mentioned_by(content, library, texts),
            neighbours: BTreeMap::new(),
        };
        views.neighbours = views.find_neighbours();
        views
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
        }
    }

    /// The page of a content file.
    pub(crate) fn page(&self, page: &Page, rendered: &Rendered) -> View {
        let (template, kind) = match page.kind() {
            PageKind::Variable => ("variable.html", "variable"),
            PageKind::Recipe => ("recipe.html", "recipe"),
            PageKind::Rule => ("rule.html", "rule"),
            PageKind::Guide => ("guide.html", "guide"),
        };
        let url = page.url();
        let description = plain(page.summary());
        let view = View::new(template, kind, &url, &page.title(), &description).text(rendered);
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
            Front::Recipe(article) | Front::Guide(article) => view
                .with("article", &self.article(&url, article))
                .with("previous", &previous)
                .with("next", &next),
        }
    }

    /// Every page that has no content file.
    pub(crate) fn indexes(&self) -> Vec<View> {
        let summary = "Every environment variable that PyTorch on CUDA reads: what it means, what \
            it accepts, and what happens when the value is wrong.";
        let home = View::new("home.html", "home", "", "Readpoint", summary)
            .with("components", &self.components)
            .with("recipes", &self.in_order(PageKind::Recipe))
            .with("guides", &self.in_order(PageKind::Guide))
            .with("rules", &self.in_order(PageKind::Rule));
        let variables = View::new("variables.html", "variables", "variables/", "Variables", "")
            .with("components", &self.components);
        let recipes = View::new("recipes.html", "recipes", "recipes/", "Recipes", "")
            .with("articles", &self.articles(PageKind::Recipe));
        let guides = View::new("guides.html", "guides", "guides/", "Guides", "")
            .with("articles", &self.articles(PageKind::Guide));
        let rules = View::new("rules.html", "rules", "rules/", "Rules", "")
            .with("groups", &self.rule_groups());
        let playground = View::new(
            "playground.html",
            "playground",
            "playground/",
            "Playground",
            "Paste a launch line and see what is wrong with it. Nothing leaves the page.",
        );
        let search = View::new("search.html", "search", "search/", "Search", "");
        let missing = View::new("404.html", "not-found", "404.html", "No such page", "");
        let mut views = vec![
            home, variables, recipes, guides, rules, playground, search, missing,
        ];
        views.extend(self.components.iter().map(component_view));
        views
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
            evidence: evidence::list(variable),
        }
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

    fn articles(&self, kind: PageKind) -> Vec<ArticlePart> {
        let sorted = sorted(self.content, kind);
        let articles = sorted.into_iter().filter_map(|page| match &page.front {
            Front::Recipe(article) | Front::Guide(article) => {
                Some(self.article(&page.url(), article))
            }
            Front::Variable(_) | Front::Rule(_) => None,
        });
        articles.collect()
    }

    fn in_order(&self, kind: PageKind) -> Vec<Link> {
        sorted(self.content, kind).into_iter().map(link).collect()
    }

    fn rule_groups(&self) -> Vec<RuleGroup> {
        let mut groups: BTreeMap<String, Vec<RulePart>> = BTreeMap::new();
        for page in sorted(self.content, PageKind::Rule) {
            let Front::Rule(rule) = &page.front else {
                continue;
            };
            let rule = self.rule(rule, page.url());
            let digit = rule.code.chars().nth(2).unwrap_or('0').to_string();
            groups.entry(digit).or_default().push(rule);
        }
        let groups = groups.into_iter();
        groups
            .map(|(digit, rules)| RuleGroup { digit, rules })
            .collect()
    }

    fn find_neighbours(&self) -> BTreeMap<String, (Option<Link>, Option<Link>)> {
        let mut rows: Vec<Vec<Link>> = [PageKind::Recipe, PageKind::Guide, PageKind::Rule]
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

fn component_view(component: &ComponentPart) -> View {
    let link = &component.link;
    View::new(
        "component.html",
        "component",
        &link.url,
        &link.title,
        &link.summary,
    )
    .with("component", component)
}

/// The pages of a kind in the order of their index: articles by their number, others by path.
fn sorted(content: &Content, kind: PageKind) -> Vec<&Page> {
    let mut pages: Vec<_> = content
        .pages
        .iter()
        .filter(|it| it.kind() == kind)
        .collect();
    pages.sort_by_key(|page| match &page.front {
        Front::Recipe(article) | Front::Guide(article) => article.order,
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
    }
}

/// For each address the pages that mention it, in their text or their front matter.
fn mentioned_by<'a>(
    content: &'a Content,
    library: &'a Library,
    texts: &'a [Arc<Rendered>],
) -> BTreeMap<&'a str, BTreeSet<String>> {
    let mut mentions: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (page, text) in content.pages.iter().zip(texts) {
        let named: &[String] = match &page.front {
            Front::Recipe(article) | Front::Guide(article) => &article.variables,
            Front::Variable(_) | Front::Rule(_) => &[],
        };
        let named = named.iter().filter_map(|name| library.address(name));
        let written = text.mentions.iter().map(String::as_str);
        for target in written.chain(named) {
            mentions.entry(target).or_default().insert(page.url());
        }
    }
    mentions
}
