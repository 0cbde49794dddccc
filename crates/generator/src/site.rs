//! A whole site in memory: pages, files, and the check of everything that links them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use readpoint_content::{Content, Problem};
use tera::Context;

use crate::assets::{self, Assets};
use crate::brand;
use crate::context::Shared;
use crate::data;
use crate::library::Library;
use crate::links::Targets;
use crate::options::Options;
use crate::output::Files;
use crate::releases::ProjectPart;
use crate::runs;
use crate::scans;
use crate::search;
use crate::table;
use crate::templates::Templates;
use crate::text::Rendered;
use crate::views::{View, Views};

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
        content: &Content,
        library: &Library,
        texts: &[Arc<Rendered>],
        options: &Options,
        problems: &mut Vec<Problem>,
    ) -> Result<Self, Vec<Problem>> {
        let mut assets = assets::load(&options.site, options.engine.as_deref(), problems);
        let catalog = data::catalog(&content.catalog);
        brand::publish(&content.branding, &mut assets, problems);
        assets.keep(data::CATALOG, catalog);
        assets.keep(data::DEFAULTS, data::defaults(&content.catalog));
        for (path, text) in search::files(content, texts) {
            assets.keep(&path, text);
        }
        let records = runs::load(&options.content, problems);
        for (path, text) in table::files(content, &records) {
            assets.keep(&path, text);
        }
        let mut site = Self {
            files: assets.files.clone(),
            ..Self::default()
        };
        for (path, text) in data::api(&content.catalog) {
            site.add(path, text);
        }
        let scans = scans::load(&options.content);
        let views = Views::new(content, library, texts, scans, &records);
        site.fill(content, texts, &views, assets, options, problems)?;
        site.add_maps(views.projects(), options);
        Ok(site)
    }

    fn add(&mut self, path: &str, text: String) {
        self.files.insert(path.to_owned(), text.into_bytes());
    }

    fn fill(
        &mut self,
        content: &Content,
        texts: &[Arc<Rendered>],
        views: &Views<'_>,
        assets: Assets,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) -> Result<(), Vec<Problem>> {
        let part = views.site(options.engine.is_some());
        let templates = Templates::load(&options.site, Arc::new(assets), &part)?;
        let own = content.pages.par_iter().zip(texts);
        let own = own.map(|(page, text)| views.page(page, text));
        let indexes = views.indexes().into_par_iter();
        let filled: Vec<_> = own
            .chain(indexes)
            .map(|view| fill(view, &templates, options))
            .collect();
        for page in filled {
            match page {
                Ok((url, html)) => {
                    self.pages.insert(url, html);
                }
                Err(problem) => problems.push(problem),
            }
        }
        Ok(())
    }

    fn add_maps(&mut self, projects: &[ProjectPart], options: &Options) {
        let origin = options.origin.as_deref().unwrap_or_default();
        let prefix = format!("{origin}{}", options.base.path());
        let urls = self.pages.keys().filter(|url| url.as_str() != NOT_FOUND);
        let sitemap = data::sitemap(&prefix, urls.map(String::as_str));
        self.add("sitemap.xml", sitemap);
        self.add("feed.xml", data::feed(&prefix, projects));
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
        texts: &[Arc<Rendered>],
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
        targets.check(texts.iter().flat_map(|text| &text.links), problems);
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

fn fill(view: View, templates: &Templates, options: &Options) -> Result<(String, String), Problem> {
    let View {
        template,
        mut page,
        parts,
    } = view;
    let url = page.url.clone();
    let root = match url == NOT_FOUND {
        true => options.base.path().to_owned(),
        false => options.base.root(&url),
    };
    let origin = options.origin.as_deref();
    page.permalink = origin.map(|origin| format!("{origin}{}{url}", options.base.path()));
    let mut context = Context::from_serialize(&Shared { root, page })
        .expect("a struct of texts and lists becomes a map");
    context.extend(parts);
    let html = templates.fill(template, &context, &url)?;
    Ok((url, html))
}
