//! One page, read by itself: everything that needs no other page is checked here.

use std::sync::Arc;

use readpoint_catalog::{Catalog, Version};

use crate::example::{self, Example};
use crate::fields::{Fields, Located, Sink};
use crate::files::PageFile;
use crate::reference::{Reference, References, Target};
use crate::team::{self, Places};
use crate::{Front, Page, PageKind, article, check, front, full, markdown, reader, slug, variable};

/// A page on its way in.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// Its problems so far.
    pub(crate) sink: Sink,
    /// The page; none where its front matter could not be read at all.
    pub(crate) page: Option<Page>,
    /// Its examples.
    pub(crate) examples: Vec<Arc<Example>>,
    /// Names that must exist elsewhere.
    pub(crate) references: Vec<Reference>,
    /// Its claims, which must be unique over all pages.
    pub(crate) claims: Vec<Located<String>>,
    /// Where the parts of a team's rule stand.
    pub(crate) places: Places,
}

/// What a page is read on top of.
pub(crate) struct On<'a> {
    /// The releases that its default is judged by.
    pub(crate) torch: &'a [Version],
    /// What is shipped, where the folder adds to it.
    pub(crate) shipped: Option<&'a Catalog>,
}

impl On<'_> {
    /// Whether a rule page of this name is a rule that a team writes.
    fn is_team_rule(&self, code: &str) -> bool {
        let shipped = |it: &Catalog| it.rules.get(code).is_some_and(|it| it.team.is_none());
        self.shipped.is_some_and(|it| !shipped(it))
    }
}

/// What front matter gives.
struct Read {
    front: Front,
    references: References,
    ids: Vec<Located<String>>,
    claims: Vec<Located<String>>,
    places: Places,
}

/// Reads a page.
pub(crate) fn read(file: &PageFile, on: &On<'_>) -> Draft {
    let sink = Sink::new(file.source.clone());
    let mut draft = Draft {
        page: None,
        examples: Vec::new(),
        references: Vec::new(),
        claims: Vec::new(),
        places: Places::new(),
        sink,
    };
    slug::check(check::stem(&file.path), "file's name", 0..0, &draft.sink);
    let Some(parts) = front::split(&draft.sink) else {
        return draft;
    };
    let Some(read) = front_matter(file, &parts, on, &draft.sink) else {
        return draft;
    };
    let page = Page {
        source: file.source.clone(),
        path: file.path.clone(),
        body: parts.body,
        front: read.front,
        translated: None,
        edit: None,
    };
    draft.references = read.references.0;
    draft.claims = read.claims;
    draft.places = read.places;
    draft.text(&page, &read.ids);
    draft.page = Some(page);
    draft
}

fn front_matter(file: &PageFile, parts: &front::Parts, on: &On<'_>, sink: &Sink) -> Option<Read> {
    let table = front::parse(sink, parts.front.clone())?;
    let opening = 0..parts.front.start.min(3);
    let fields = Fields::new(table.get_ref(), opening.clone(), parts.front.start, sink);
    if file.kind == PageKind::Variable {
        let draft = variable::read(fields);
        check::address(&draft, &file.path, sink);
        check::defaults(&draft, on.torch, sink);
        check::releases(&draft.variable, &opening, sink);
        sink.report_repeated(&draft.ids, "id");
        return Some(Read {
            front: Front::Variable(Arc::new(draft.variable)),
            references: draft.references,
            ids: draft.ids,
            claims: draft.claims,
            places: Places::new(),
        });
    }
    let stem = check::stem(&file.path);
    if file.kind == PageKind::Rule && on.is_team_rule(stem) {
        let (rule, references, places) = team::read(fields, stem, on.torch, sink);
        return Some(Read {
            front: Front::Rule(rule),
            references,
            ids: Vec::new(),
            claims: Vec::new(),
            places,
        });
    }
    let (front, references) = plain_front(file, fields, on.torch, sink);
    Some(Read {
        front,
        references,
        ids: Vec::new(),
        claims: Vec::new(),
        places: Places::new(),
    })
}

/// Front matter of the kinds that carry no evidence.
fn plain_front(
    file: &PageFile,
    fields: Fields<'_>,
    torch: &[Version],
    sink: &Sink,
) -> (Front, References) {
    let stem = check::stem(&file.path);
    if file.kind == PageKind::Rule {
        let span = fields.span_of("code");
        let rule = article::read_rule(fields);
        check::code(&rule.code, stem, span, sink);
        return (Front::Rule(rule), References::default());
    }
    if file.kind == PageKind::Reader {
        let (reader, references) = reader::read(fields, stem, torch, sink);
        return (Front::Reader(reader), references);
    }
    let (article, references) = article::read(fields, stem);
    let front = match file.kind {
        PageKind::Guide => Front::Guide(article),
        PageKind::Symptom => Front::Symptom(article),
        _ => Front::Recipe(article),
    };
    (front, references)
}

impl Draft {
    /// Checks the Markdown and takes the examples.
    fn text(&mut self, page: &Page, ids: &[Located<String>]) {
        let base = page.body.start;
        let outline = markdown::outline(page.markdown());
        check::text(&outline, base, &self.sink);
        if matches!(&page.front, Front::Rule(rule) if rule.team.is_none()) {
            check::rule_headings(&outline, base, &self.sink);
        }
        check::references(&outline, ids, base, &self.sink);
        let url = page.url();
        for fence in &outline.fences {
            let example = example::read(fence, base, &url, &self.sink, &mut self.references);
            self.examples.push(Arc::new(example));
        }
        if let Front::Variable(variable) = &page.front {
            full::page(variable, &outline, &self.examples, &(0..3), &self.sink);
        }
        if let Front::Rule(rule) = &page.front
            && rule.team.is_some()
        {
            check::team_examples(&rule.code, &self.examples, base..base, &self.sink);
        }
    }

    /// The names under which other pages may refer to this file's page, mistakes or not.
    pub(crate) fn names(file: &PageFile) -> (Target, String) {
        let stem = check::stem(&file.path);
        match file.kind {
            PageKind::Variable => (Target::Variable, stem.to_owned()),
            PageKind::Rule => (Target::Rule, stem.to_owned()),
            kind => (Target::Page, format!("{}/{stem}", kind.folder())),
        }
    }
}
