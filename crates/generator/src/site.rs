//! A whole site in memory: pages, files, and the check of everything that links them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use readpoint_content::{Content, ENGLISH, Language, Problem};
use readpoint_evidence::Evidence;
use tera::Context;

use crate::assets::{self, Assets};
use crate::brand;
use crate::card::{self, Card, Painter};
use crate::context::{Alternate, PagePart, Shared};
use crate::data;
use crate::edition::{Edition, Roots, prefix};
use crate::library::Library;
use crate::links::Targets;
use crate::machine;
use crate::options::Options;
use crate::output::Files;
use crate::redirects;
use crate::runs;
use crate::scans;
use crate::search;
use crate::table;
use crate::templates::Templates;
use crate::views::{View, Views};
use crate::words::Words;

/// A site before it is written.
#[derive(Debug, Default)]
pub(crate) struct Site {
    /// Finished HTML by address.
    pages: BTreeMap<String, String>,
    /// Everything else by path.
    files: Files,
}

impl Site {
    /// Fills every template and gathers every file. Templates that cannot be filled are problems;
    /// templates that cannot be read end the build.
    pub(crate) fn assemble(
        editions: &[Edition],
        options: &Options,
        problems: &mut Vec<Problem>,
        notices: &mut Vec<Problem>,
    ) -> Result<Self, Vec<Problem>> {
        let mut site = Self::default();
        let mut assets = assets::load(&options.site, options.engine.as_deref(), problems);
        if let Some(first) = editions.first() {
            brand::publish(&first.content.branding, &mut assets, problems);
            assets.keep(data::CATALOG, "", data::catalog(&first.content.catalog));
        }
        let records = runs::load(&options.content, problems);
        let scans = scans::load(&options.content);
        for edition in editions {
            let language = &edition.language;
            let words = Arc::new(Words::load(&options.site, language, problems));
            let views = Views::new(edition, &words, scans.clone(), &records);
            let mut assets = assets.clone();
            site.add_data(edition, &views, &records, &mut assets, options);
            let part = views.site(options.engine.is_some());
            let templates =
                Templates::load(&options.site, Arc::new(assets), Arc::clone(&words), &part)?;
            if *language == ENGLISH {
                site.add_texts(edition, &records, options, problems);
                site.add_pictures(&edition.content, options);
            }
            site.fill(
                edition,
                &views,
                &templates,
                &alternates(editions),
                options,
                problems,
            );
            notices.extend(words.notice(&options.site, language));
        }
        site.add_maps(editions, options);
        Ok(site)
    }

    fn add(&mut self, path: &str, text: String) {
        self.files.insert(path.to_owned(), text.into_bytes());
    }

    /// Files for programs and scripts. What scripts load is there in each language.
    fn add_data(
        &mut self,
        edition: &Edition,
        views: &Views<'_>,
        records: &Evidence,
        assets: &mut Assets,
        options: &Options,
    ) {
        let content = &edition.content;
        let prefix = prefix(&edition.language);
        let index = search::files(content, &edition.texts);
        for (path, text) in index.into_iter().chain(table::files(content, records)) {
            assets.keep(&path, &prefix, text);
        }
        assets.keep(data::DEFAULTS, &prefix, data::defaults(&content.catalog));
        self.files.extend(assets.files.clone());
        if edition.language == ENGLISH {
            for (path, text) in data::api(&content.catalog) {
                self.add(path, text);
            }
            let feed = data::feed(&options.prefix(), views.projects());
            self.add("feed.xml", feed);
        }
    }

    /// What stands beside the English pages: their Markdown, the list of it, and addresses that
    /// lead to them.
    fn add_texts(
        &mut self,
        edition: &Edition,
        records: &Evidence,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) {
        let Edition {
            content, library, ..
        } = edition;
        let pages = content.pages.par_iter().map(|page| {
            let text = machine::page(page, library, records, &options.base);
            (machine::address(&page.url()), text.into_bytes())
        });
        self.files.par_extend(pages);
        self.add(machine::LIST, machine::list(content, &options.prefix()));
        for (url, target) in redirects::all(content, &options.content, problems) {
            let known = options.origin.is_some();
            let permalink = known.then(|| format!("{}{target}", options.prefix()));
            let page = redirects::page(&url, &target, permalink.as_deref(), &options.base);
            self.files
                .insert(format!("{url}index.html"), page.into_bytes());
            if !library.has(&target) {
                let message = format!("`{url}` leads to `{target}`, which is no page");
                problems.push(Problem::of_file(redirects::FILE, message));
            }
        }
    }

    /// A picture for each page of content, and one for all others.
    fn add_pictures(&mut self, content: &Content, options: &Options) {
        let painter = options.origin.is_some().then(Painter::new).flatten();
        let Some(painter) = painter else {
            return;
        };
        let pages = content.pages.par_iter().map(|page| {
            let path = card::address(&page.url());
            (path, painter.png(&Card::of(page, &content.catalog)))
        });
        self.files.par_extend(pages);
        let home = painter.png(&Card::of_site(content.catalog.variables.len()));
        self.files.insert(card::address(""), home);
    }

    fn fill(
        &mut self,
        edition: &Edition,
        views: &Views<'_>,
        templates: &Templates,
        alternates: &[Language],
        options: &Options,
        problems: &mut Vec<Problem>,
    ) {
        let pages = edition.content.pages.par_iter();
        let own = pages.zip(&edition.texts);
        let own = own.map(|(page, text)| views.page(page, text));
        let indexes = views.indexes().into_par_iter();
        let place = Place {
            language: &edition.language,
            library: &edition.library,
            alternates,
            options,
        };
        let wanted = |view: &View| edition.language == ENGLISH || view.page.url != NOT_FOUND;
        let filled: Vec<_> = own
            .chain(indexes)
            .filter(wanted)
            .map(|view| place.fill(view, templates))
            .collect();
        for page in filled {
            match page {
                Ok((url, html)) => {
                    self.pages.insert(url, html);
                }
                Err(problem) => problems.push(problem),
            }
        }
    }

    fn add_maps(&mut self, editions: &[Edition], options: &Options) {
        let prefix = options.prefix();
        let urls = self.pages.keys().filter(|url| url.as_str() != NOT_FOUND);
        let languages = alternates(editions);
        let sitemap = data::sitemap(&prefix, &languages, urls.map(String::as_str));
        self.add("sitemap.xml", sitemap);
        let address = options
            .origin
            .is_some()
            .then(|| format!("{prefix}sitemap.xml"));
        self.add("robots.txt", data::robots(address.as_deref()));
    }

    /// Checks every link: first those of the texts, which have places; if they are sound, those
    /// of the finished pages.
    pub(crate) fn check(
        &self,
        editions: &[Edition],
        left_out: &BTreeSet<String>,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) {
        let pages = self
            .pages
            .iter()
            .map(|(url, html)| (url.as_str(), html.as_str()));
        let files = self.files.keys().map(String::as_str);
        let targets = Targets::new(pages, files, left_out);
        let before = problems.len();
        let texts = editions.iter().flat_map(|edition| &edition.texts);
        targets.check(texts.flat_map(|text| &text.links), problems);
        if problems.len() > before {
            return;
        }
        let found = self
            .pages
            .par_iter()
            .map(|(url, html)| targets.check_html(url, html, &options.base));
        let found: Vec<_> = found.collect();
        problems.extend(found.into_iter().flatten());
    }

    /// All files by path.
    pub(crate) fn into_files(self) -> Files {
        let mut files = self.files;
        for (url, html) in self.pages {
            let path = match url.is_empty() || url.ends_with('/') {
                true => format!("{url}index.html"),
                false => url,
            };
            files.insert(path, html.into_bytes());
        }
        files
    }
}

/// The page that a server shows for any address it does not know.
const NOT_FOUND: &str = "404.html";

/// The languages that the site is in.
fn alternates(editions: &[Edition]) -> Vec<Language> {
    editions.iter().map(|edition| edition.language).collect()
}

/// Where a page stands among the editions.
#[derive(Clone, Copy)]
struct Place<'a> {
    language: &'a Language,
    library: &'a Library,
    alternates: &'a [Language],
    options: &'a Options,
}

impl Place<'_> {
    /// Fills the template of a page; gives its address within the site.
    fn fill(self, view: View, templates: &Templates) -> Result<(String, String), Problem> {
        let View {
            template,
            mut page,
            parts,
        } = view;
        let address = format!("{}{}", prefix(self.language), page.url);
        page.permalink = self.permalink(&address);
        let shared = self.shared(page);
        let mut context =
            Context::from_serialize(&shared).expect("a struct of texts and lists becomes a map");
        context.extend(parts);
        let html = templates.fill(template, &context, &address)?;
        Ok((address, html))
    }

    fn shared(self, page: PagePart) -> Shared {
        let base = &self.options.base;
        // A server shows this page for any address, so nothing in it can be relative.
        let roots = match page.url == NOT_FOUND {
            true => Roots {
                pages: base.path().to_owned(),
                files: base.path().to_owned(),
            },
            false => Roots::new(base, self.language, &page.url),
        };
        Shared {
            root: roots.pages,
            base: roots.files,
            language: self.language.tag,
            alternates: self.alternates(&page.url),
            picture: self.picture(&page.url),
            page,
        }
    }

    fn alternates(self, url: &str) -> Vec<Alternate> {
        let languages = self.alternates.iter().filter(|_| url != NOT_FOUND);
        let alternate = |language: &Language| {
            let url = format!("{}{url}", prefix(language));
            Alternate {
                tag: language.tag,
                name: language.name,
                permalink: self.permalink(&url),
                url,
            }
        };
        languages.map(alternate).collect()
    }

    /// The complete address of the page's picture.
    fn picture(self, url: &str) -> Option<String> {
        let own = if self.library.has(url) { url } else { "" };
        self.permalink(&card::address(own))
    }

    fn permalink(self, address: &str) -> Option<String> {
        let known = self.options.origin.is_some();
        known.then(|| format!("{}{address}", self.options.prefix()))
    }
}
