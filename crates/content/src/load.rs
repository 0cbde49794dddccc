//! Loads a whole content folder.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;
use readpoint_catalog::{Catalog, Component};

use crate::branding::Branding;
use crate::draft::{Draft, On};
use crate::fields::Sink;
use crate::files::{self, PageFile};
use crate::loader::{Kept, Loader};
use crate::names;
use crate::overrides::{self, Override};
use crate::reference::{Known, Target};
use crate::settings::{self, Settings};
use crate::team::{self, Written};
use crate::translation::{self, Translations};
use crate::trial;
use crate::{Example, Front, LANGUAGES, Page, Place, Problem};

/// Version of `catalog.json`.
const FORMAT: u32 = 1;

/// What a content folder says.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Everything the validator knows.
    pub catalog: Catalog,
    /// Pages without a mistake, by path.
    pub pages: Vec<Page>,
    /// Their fenced blocks, in the order of the pages.
    pub examples: Vec<Arc<Example>>,
    /// Translations by the code of their language.
    pub translations: BTreeMap<&'static str, Translations>,
    /// Fields of shipped variables that a team has changed, by the variable's name.
    pub overrides: BTreeMap<String, Override>,
    /// What the site is called and looks like.
    pub branding: Branding,
}

/// What was loaded, and every mistake found on the way.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// What could be used. A page with a mistake of its own is left out; one that only refers to
    /// something that does not exist is there.
    pub content: Content,
    /// Addresses of the pages that were left out; links to them are no mistakes of their own.
    pub left_out: BTreeSet<String>,
    /// All mistakes of all files, by file and position.
    pub problems: Vec<Problem>,
    /// What an author should know and no build fails for: translations of pages that changed.
    pub notices: Vec<Problem>,
}

/// Loads several folders, each on top of those before it; a page of a later one replaces the page
/// of the same kind and name.
#[must_use]
pub fn load_all<P: AsRef<Utf8Path>>(roots: &[P]) -> Loaded {
    Loader::new().load(roots)
}

/// Loads folders on top of each other; each with what is kept of its files.
pub(crate) fn on_each_other<'a>(
    folders: impl Iterator<Item = (&'a Utf8Path, &'a mut Kept)>,
) -> Loaded {
    let mut all = Loaded::default();
    for (root, kept) in folders {
        let added = load_on(root, &all.content, kept);
        let replaced = |page: &Page| {
            let same = |it: &Page| it.kind() == page.kind() && it.name() == page.name();
            added.content.pages.iter().any(same)
        };
        let gone = all.content.pages.iter().filter(|page| replaced(page));
        let gone: BTreeSet<_> = gone.map(Page::url).collect();
        all.content.pages.retain(|page| !gone.contains(&page.url()));
        all.content.examples.retain(|it| !gone.contains(&it.url));
        added.content.override_in(&mut all.content.pages);
        all.content.catalog = added.content.catalog;
        all.content.overrides.extend(added.content.overrides);
        all.content.branding.add(added.content.branding);
        all.content.pages.extend(added.content.pages);
        all.content.examples.extend(added.content.examples);
        for (language, translations) in added.content.translations {
            let slot = all.content.translations.entry(language).or_default();
            slot.add(translations);
        }
        all.notices.extend(added.notices);
        all.left_out.extend(added.left_out);
        all.problems.extend(added.problems);
    }
    all
}

/// Loads the folder `root`. Its pages and components come on top of `base`: an empty catalogue
/// for the content itself, the loaded one for a team's own additions, which may refer to it and
/// replace pages by name. Which articles a base has, its catalogue does not say: use
/// [`load_all`] to have references to them checked.
#[must_use]
pub fn load(root: &Utf8Path, base: &Catalog) -> Loaded {
    let base = Content {
        catalog: base.clone(),
        ..Content::default()
    };
    load_on(root, &base, &mut Kept::default())
}

fn load_on(root: &Utf8Path, content: &Content, kept: &mut Kept) -> Loaded {
    let base = &content.catalog;
    let mut problems = Vec::new();
    let settings = settings(root, base, &mut problems);
    let branding = settings.branding.clone();
    let mut catalog = start(base, settings);
    catalog.names.extend(names::load(root, &mut problems));
    let files = files::pages(root, &mut problems);
    let known = known(&catalog, content, &files);
    let overrides = overridden(root, &mut catalog, &files, &known, &mut problems);
    let on = On {
        torch: &catalog.torch,
        shipped: (!base.components.is_empty()).then_some(base),
    };
    let drafts = kept.drafts(root, &files, &on);
    let sound: Vec<_> = drafts.iter().map(|draft| draft.sink.is_clean()).collect();
    for draft in &drafts {
        for reference in &draft.references {
            known.check(reference, &draft.sink);
        }
    }
    repeated_names(&files, &drafts);
    repeated_claims(&drafts);
    team_rules(&drafts, &catalog);
    let is_addition = on.shipped.is_some();
    let mut loaded = Loaded {
        problems,
        ..Loaded::default()
    };
    loaded.content.catalog = catalog;
    loaded.content.overrides = overrides;
    for ((file, draft), sound) in files.iter().zip(drafts).zip(sound) {
        loaded.add(file, draft, sound);
    }
    for page in &mut loaded.content.pages {
        page.edit = branding.edit_link(&page.path);
    }
    loaded.content.branding = branding;
    if is_addition && loaded.problems.is_empty() {
        let Content {
            catalog, examples, ..
        } = &loaded.content;
        loaded.problems.extend(trial::run(examples, catalog));
    }
    let Catalog {
        names, variables, ..
    } = &mut loaded.content.catalog;
    names.retain(|name| !variables.contains_key(name));
    loaded.translations(root, content, kept);
    loaded.problems.sort_by(|a, b| a.key().cmp(&b.key()));
    loaded
}

/// Reads what a folder changes about shipped variables, and puts it into the catalogue.
fn overridden(
    root: &Utf8Path,
    catalog: &mut Catalog,
    files: &[PageFile],
    known: &Known,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, Override> {
    let mut overrides = BTreeMap::new();
    for draft in overrides::load(root, catalog, problems) {
        for reference in &draft.references.0 {
            known.check(reference, &draft.sink);
        }
        if let Some((variable, made)) = draft.made {
            let name = (Target::Variable, variable.name.clone());
            if files.iter().any(|file| Draft::names(file) == name) {
                let message = format!("`{}` has a page of its own in this folder", name.1);
                let help = "change the page, or take it away".to_owned();
                draft.sink.report(0..3, message, Some(help));
            }
            catalog.variables.insert(name.1.clone(), variable);
            overrides.insert(name.1, made);
        }
        problems.extend(draft.sink.into_problems());
    }
    overrides
}

/// What rules that a team writes must not say of a variable, and not to each other.
fn team_rules(drafts: &[Draft], catalog: &Catalog) {
    let written = |draft: &'_ Draft| match draft.page.as_ref().map(|it| &it.front) {
        Some(Front::Rule(rule)) => rule.team.clone(),
        _ => None,
    };
    let rules: Vec<_> = drafts
        .iter()
        .filter_map(|draft| Some((written(draft)?, draft)))
        .collect();
    let own = |name: &str| {
        let fronts = drafts.iter().filter_map(|it| it.page.as_ref());
        fronts.map(|it| &it.front).find_map(|front| match front {
            Front::Variable(variable) if variable.name == name => Some(&**variable),
            _ => None,
        })
    };
    let mut pairs = Vec::new();
    for (rule, draft) in &rules {
        let (places, sink) = (&draft.places, &draft.sink);
        for name in &rule.variables {
            if let Some(variable) = own(name).or_else(|| catalog.variables.get(name)) {
                team::values_are_read(rule, places, variable, &catalog.torch, sink);
            }
        }
        pairs.push(Written { rule, places, sink });
    }
    team::conflicts(&pairs, &catalog.torch);
}

/// What a team's folder says of its site; mistakes in it are reported by [`load`].
#[must_use]
pub fn branding(root: &Utf8Path) -> Branding {
    let file = files::read(&root.join(settings::FILE));
    let settings = file.map(|file| settings::read(&Sink::new(file)));
    settings.map(|it| it.branding).unwrap_or_default()
}

/// Reads `readpoint.toml`; additions to a base may do without.
fn settings(root: &Utf8Path, base: &Catalog, problems: &mut Vec<Problem>) -> Settings {
    let path = root.join(settings::FILE);
    if !base.components.is_empty() && !path.exists() {
        return Settings::default();
    }
    match files::read(&path) {
        Ok(file) => {
            let sink = Sink::new(file);
            let settings = settings::read(&sink);
            problems.extend(sink.into_problems());
            settings
        }
        Err(problem) => {
            problems.push(problem);
            Settings::default()
        }
    }
}

fn start(base: &Catalog, settings: Settings) -> Catalog {
    let mut catalog = base.clone();
    catalog.format = FORMAT;
    catalog.tool = env!("CARGO_PKG_VERSION").to_owned();
    catalog.components = components(catalog.components, settings.components);
    if !settings.torch.is_empty() {
        catalog.torch = settings.torch;
    }
    if !settings.bundles.is_empty() {
        catalog.bundles = settings.bundles;
    }
    catalog
}

/// The base's components, replaced by those with the same id, then the new ones.
fn components(mut base: Vec<Component>, added: Vec<Component>) -> Vec<Component> {
    for component in added {
        match base.iter_mut().find(|it| it.id == component.id) {
            Some(slot) => *slot = component,
            None => base.push(component),
        }
    }
    base
}

fn known(catalog: &Catalog, base: &Content, files: &[PageFile]) -> Known {
    let articles_known = base.catalog == Catalog::default() || !base.pages.is_empty();
    let mut known = Known::new(articles_known);
    for page in &base.pages {
        known.add(Target::Page, &page.name());
    }
    for component in &catalog.components {
        known.add(Target::Component, &component.id);
    }
    for name in catalog.variables.keys() {
        known.add(Target::Variable, name);
    }
    for name in catalog.names.iter() {
        known.add(Target::Name, name);
    }
    for code in catalog.rules.keys() {
        known.add(Target::Rule, code);
    }
    for file in files {
        let (target, name) = Draft::names(file);
        known.add(target, &name);
    }
    known
}

/// Two files for one variable, in different folders.
fn repeated_names(files: &[PageFile], drafts: &[Draft]) {
    let mut seen: BTreeMap<(Target, String), Place> = BTreeMap::new();
    for (file, draft) in files.iter().zip(drafts) {
        let name = Draft::names(file);
        let here = 0..draft.sink.file().text.find('\n').unwrap_or(0);
        let message = format!("`{}` has two pages", name.1);
        if let Some(first) = seen.insert(name, draft.sink.place(here.clone())) {
            draft
                .sink
                .report_pair(here, message, first, "the other one");
        }
    }
}

/// Evidence names claims by id, so an id must be unique over all pages.
fn repeated_claims(drafts: &[Draft]) {
    let mut seen: BTreeMap<&str, Place> = BTreeMap::new();
    for draft in drafts {
        for claim in &draft.claims {
            let here = draft.sink.place(claim.span());
            let Some(first) = seen.insert(claim.get_ref(), here) else {
                continue;
            };
            if first.file != *draft.sink.file() {
                let message = format!("the claim `{}` is there twice", claim.get_ref());
                draft
                    .sink
                    .report_pair(claim.span(), message, first, "first here");
            }
        }
    }
}

impl Content {
    /// Puts what this folder overrides into pages that it does not hold.
    fn override_in(&self, pages: &mut [Page]) {
        for page in pages {
            let Front::Variable(variable) = &mut page.front else {
                continue;
            };
            let here = self.overrides.contains_key(&variable.name);
            if let Some(changed) = self.catalog.variables.get(&variable.name).filter(|_| here) {
                *variable = Arc::new(changed.clone());
            }
        }
    }
}

impl Loaded {
    /// Reads the folders of translations, of own pages and of those that `base` has.
    fn translations(&mut self, root: &Utf8Path, base: &Content, kept: &mut Kept) {
        // A team translates what its overrides make of the shipped pages.
        let mut shipped = base.pages.clone();
        self.content.override_in(&mut shipped);
        let pages: Vec<_> = shipped.iter().chain(&self.content.pages).collect();
        for language in &LANGUAGES {
            let kept = kept.translations.entry(language.code).or_default();
            let found = translation::load(root, language, &pages, kept);
            self.problems.extend(found.problems);
            self.notices.extend(found.notices);
            let own = found.translations;
            self.content.translations.insert(language.code, own);
        }
    }

    /// Takes a page in if it is sound, and its problems in any case.
    fn add(&mut self, file: &PageFile, draft: Draft, sound: bool) {
        self.problems.extend(draft.sink.into_problems());
        let Some(page) = draft.page.filter(|_| sound) else {
            self.left_out
                .insert(format!("{}/", file.path.with_extension("")));
            return;
        };
        register(&mut self.content.catalog, &page.front);
        self.content.examples.extend(draft.examples);
        self.content.pages.push(page);
    }
}

fn register(catalog: &mut Catalog, front: &Front) {
    match front {
        Front::Variable(variable) => {
            let name = variable.name.clone();
            catalog.variables.insert(name, (**variable).clone());
        }
        Front::Rule(rule) => {
            catalog.rules.insert(rule.code.clone(), rule.clone());
            catalog.team.retain(|it| it.code != rule.code);
            catalog.team.extend(rule.team.as_deref().cloned());
        }
        Front::Symptom(_) | Front::Recipe(_) | Front::Guide(_) | Front::Reader(_) => {}
    }
}
