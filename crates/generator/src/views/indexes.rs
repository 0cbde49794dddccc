//! Pages that have no content file: home, lists, releases, coverage.

use std::collections::BTreeMap;

use readpoint_content::{Front, PageKind};

use super::{View, Views, sorted};
use crate::context::{ArticlePart, ComponentPart, Link, RuleGroup, RulePart};
use crate::coverage;
use crate::library::link;
use crate::releases::{ProjectPart, ReleasePart};
use crate::runs;

impl Views<'_> {
    /// Every page that has no content file.
    pub(crate) fn indexes(&self) -> Vec<View> {
        let summary = "Every environment variable that PyTorch on CUDA reads: what it means, what \
            it accepts, and what happens when the value is wrong.";
        let home = self
            .view("home.html", "home", "", "Readpoint", summary)
            .with("components", &self.components)
            .with("symptoms", &self.in_order(PageKind::Symptom))
            .with("recipes", &self.in_order(PageKind::Recipe))
            .with("guides", &self.in_order(PageKind::Guide))
            .with("rules", &self.in_order(PageKind::Rule));
        let variables = self
            .view("variables.html", "variables", "variables/", "Variables", "")
            .with("components", &self.components);
        let symptoms = self
            .view("symptoms.html", "symptoms", "symptoms/", "Symptoms", "")
            .with("articles", &self.articles(PageKind::Symptom));
        let recipes = self
            .view("recipes.html", "recipes", "recipes/", "Recipes", "")
            .with("articles", &self.articles(PageKind::Recipe));
        let guides = self
            .view("guides.html", "guides", "guides/", "Guides", "")
            .with("articles", &self.articles(PageKind::Guide));
        let rules = self
            .view("rules.html", "rules", "rules/", "Rules", "")
            .with("groups", &self.rule_groups());
        let playground = self.view(
            "playground.html",
            "playground",
            "playground/",
            "Playground",
            "Paste a launch line and see what is wrong with it. Nothing leaves the page.",
        );
        let search = self.view("search.html", "search", "search/", "Search", "");
        let missing = self.view("404.html", "not-found", "404.html", "No such page", "");
        let readers = self
            .view(
                "readers.html",
                "readers",
                "readers/",
                "How values are read",
                "",
            )
            .with("articles", &self.articles(PageKind::Reader));
        let coverage = self
            .view("coverage.html", "coverage", "coverage/", "Coverage", "")
            .with("coverage", &coverage::part(self.content, &self.scans));
        let mut views = vec![
            home, variables, symptoms, recipes, guides, rules, playground, search, missing,
            readers, coverage,
        ];
        views.extend(self.components.iter().map(component_view));
        views.extend(self.releases());
        views.extend(self.evidence());
        views
    }

    /// A page of this edition: title and summary in its language.
    fn view(
        &self,
        template: &'static str,
        kind: &'static str,
        url: &str,
        title: &str,
        summary: &str,
    ) -> View {
        let (title, summary) = (self.words.say(title), self.words.say(summary));
        View::new(template, kind, url, title, summary)
    }

    /// A text of this edition that names one thing.
    fn named(&self, text: &str, title: &str) -> String {
        let values = std::iter::once(("title", title.to_owned()));
        self.words.fill(text, values)
    }

    /// The page on evidence, and one for each stack.
    fn evidence(&self) -> Vec<View> {
        let part = runs::part(self.content, self.library, self.records);
        let summary = "How each statement is known: what was run, on what, and what was seen; and \
            where vendors' documents say otherwise.";
        let all = self
            .view(
                "evidence.html",
                "evidence",
                "evidence/",
                "Evidence",
                summary,
            )
            .with("evidence", &part);
        let mut views = vec![all];
        for stack in &part.stacks {
            let title = self.named("Runs on {title}", &stack.title);
            let view = View::new("stack.html", "stack", &stack.url, &title, "");
            views.push(view.with("stack", stack));
        }
        views
    }

    /// The pages on releases: all projects, each project, each release.
    fn releases(&self) -> Vec<View> {
        let projects = &self.projects;
        let summary = "What each release of PyTorch, NCCL and the libraries below changed about \
            environment variables.";
        let all = self
            .view(
                "releases.html",
                "releases",
                "releases/",
                "Releases",
                summary,
            )
            .with("projects", projects);
        let mut views = vec![all];
        for project in projects {
            views.push(self.project_view(project));
            for (at, release) in project.releases.iter().enumerate() {
                let older = project.releases.get(at + 1).map(release_link);
                let newer = at.checked_sub(1).and_then(|at| project.releases.get(at));
                views.push(self.release_view(project, release, [older, newer.map(release_link)]));
            }
        }
        views
    }

    fn articles(&self, kind: PageKind) -> Vec<ArticlePart> {
        let sorted = sorted(self.content, kind);
        let articles = sorted.into_iter().filter_map(|page| match &page.front {
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
                Some(self.article(&page.url(), article))
            }
            Front::Reader(reader) => Some(self.article(&page.url(), &reader.article)),
            Front::Variable(_) | Front::Rule(_) => None,
        });
        articles.collect()
    }

    pub(super) fn in_order(&self, kind: PageKind) -> Vec<Link> {
        sorted(self.content, kind).into_iter().map(link).collect()
    }

    fn rule_groups(&self) -> Vec<RuleGroup> {
        let mut groups: BTreeMap<String, Vec<RulePart>> = BTreeMap::new();
        for page in sorted(self.content, PageKind::Rule) {
            let Front::Rule(rule) = &page.front else {
                continue;
            };
            let rule = self.rule(rule, page.url());
            let digit = match rule.team {
                Some(_) => "team".to_owned(),
                None => rule.code.chars().nth(2).unwrap_or('0').to_string(),
            };
            groups.entry(digit).or_default().push(rule);
        }
        let groups = groups.into_iter();
        groups
            .map(|(digit, rules)| RuleGroup { digit, rules })
            .collect()
    }

    fn project_view(&self, project: &ProjectPart) -> View {
        let title = self.named("What changed in {title}", &project.title);
        let summary =
            "Every known change to the environment variables of {title}, release by release.";
        let summary = self.named(summary, &project.title);
        let others = self.projects.iter().filter(|it| it.id != project.id);
        let others: Vec<_> = others.map(|it| (&it.id, &it.url)).collect();
        View::new("project.html", "project", &project.url, &title, &summary)
            .with("project", project)
            .with("others", &others)
    }

    fn release_view(
        &self,
        project: &ProjectPart,
        release: &ReleasePart,
        beside: [Option<Link>; 2],
    ) -> View {
        let title = self.named("What changed in {title}", &release.title);
        let summary = "Environment variables that {title} added, changed or dropped.";
        let summary = self.named(summary, &release.title);
        let [previous, next] = beside;
        View::new("release.html", "release", &release.url, &title, &summary)
            .with("project", project)
            .with("release", release)
            .with("previous", &previous)
            .with("next", &next)
    }
}

fn release_link(release: &ReleasePart) -> Link {
    Link {
        url: release.url.clone(),
        title: release.title.clone(),
        summary: release.summary.clone(),
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
