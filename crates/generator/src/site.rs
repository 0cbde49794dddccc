//! A whole site in memory: pages, files, and the check of everything that links them.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use readpoint_content::{Language, Problem};

use crate::assets::{self, Assets};
use crate::brand;
use crate::data;
use crate::earlier::{Around, Earlier};
use crate::edition::Edition;
use crate::links::{Outline, Targets};
use crate::making::{NOT_FOUND, Pages, Scene};
use crate::options::Options;
use crate::output::Files;
use crate::redirects;
use crate::runs;
use crate::scans;
use crate::templates;

/// A site before it is written.
#[derive(Debug, Default)]
pub(crate) struct Site {
    pages: Pages,
    /// Everything else by path.
    files: Files,
}

impl Site {
    /// Fills every template and gathers every file; what `earlier` has and still holds is taken
    /// from there. Templates that cannot be filled are problems; templates that cannot be read
    /// end the build.
    pub(crate) fn assemble(
        editions: Vec<Edition>,
        earlier: &mut Earlier,
        options: &Options,
        problems: &mut Vec<Problem>,
        notices: &mut Vec<Problem>,
    ) -> Result<Self, Vec<Problem>> {
        let mut site = Self::default();
        let languages: Vec<_> = editions.iter().map(|it| it.language).collect();
        let assets = site.add_assets(&editions, options, problems);
        let around = around(&assets, &languages, options, problems)?;
        let mut before = earlier.editions_under(&around);
        let scene = Scene {
            around: &around,
            assets: &assets,
            languages: &languages,
            options,
            earlier: &earlier.pages,
        };
        let editions: Vec<_> = editions
            .into_iter()
            .map(|edition| (before.remove(edition.language.code), edition))
            .collect();
        let editions = editions.into_par_iter();
        let editions = editions.map(|(before, edition)| scene.make(edition, before));
        let editions: Vec<_> = editions.collect();
        for (language, edition) in languages.iter().zip(editions) {
            let (made, pages) = edition?;
            for (url, page) in pages {
                match page {
                    Ok(page) => drop(site.pages.insert(url, page)),
                    Err(problem) => problems.push(problem),
                }
            }
            for files in [&made.still, &made.search, &made.markdown] {
                let files = files
                    .iter()
                    .map(|(path, it)| (path.clone(), Arc::clone(it)));
                site.files.extend(files);
            }
            notices.extend(made.words.notice(&options.site, language));
            earlier.editions.insert(language.code, made);
        }
        earlier.around = Some(around);
        site.add_maps(&languages, options);
        Ok(site)
    }

    /// The files of `site/`, the brand's, and what leads to pages from other addresses.
    fn add_assets(
        &mut self,
        editions: &[Edition],
        options: &Options,
        problems: &mut Vec<Problem>,
    ) -> Assets {
        let mut assets = assets::load(&options.site, options.engine.as_deref(), problems);
        if let Some(first) = editions.first() {
            brand::publish(&first.content.branding, &mut assets, problems);
            self.add_redirects(first, options, problems);
        }
        assets.keep(data::CATALOG, "");
        self.files.extend(std::mem::take(&mut assets.files));
        assets
    }

    fn add(&mut self, path: &str, text: String) {
        let bytes = Arc::new(text.into_bytes());
        self.files.insert(path.to_owned(), bytes);
    }

    /// Addresses that lead to pages under another one.
    fn add_redirects(&mut self, edition: &Edition, options: &Options, problems: &mut Vec<Problem>) {
        for (url, target) in redirects::all(&edition.content, &options.content, problems) {
            if !edition.library.has(&target) {
                let message = format!("`{url}` leads to `{target}`, which is no page");
                problems.push(Problem::of_file(redirects::FILE, message));
                continue;
            }
            let known = options.origin.is_some();
            let permalink = known.then(|| format!("{}{target}", options.prefix()));
            let page = redirects::page(&url, &target, permalink.as_deref(), &options.base);
            self.add(&format!("{url}index.html"), page);
        }
    }

    fn add_maps(&mut self, languages: &[Language], options: &Options) {
        let prefix = options.prefix();
        let urls = self.pages.keys().filter(|url| url.as_str() != NOT_FOUND);
        let sitemap = data::sitemap(&prefix, languages, urls.map(String::as_str));
        self.add("sitemap.xml", sitemap);
        let address = options
            .origin
            .is_some()
            .then(|| format!("{prefix}sitemap.xml"));
        self.add("robots.txt", data::robots(address.as_deref()));
    }

    /// Checks every link: first those of the texts, which have places; if they are sound, those
    /// of the finished pages. A page that `earlier` has checked is passed over where everything
    /// that a link can lead to is as it was.
    pub(crate) fn check(
        &self,
        earlier: &mut Earlier,
        left_out: &BTreeSet<String>,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) {
        let pages = self.pages.iter();
        let pages = pages.map(|(url, page)| (url.as_str(), &**page));
        let files = self.files.keys().map(String::as_str);
        let targets = Targets::new(pages, files, left_out);
        let before = problems.len();
        let texts = earlier.editions.values().flat_map(|made| &made.texts);
        targets.check(texts.flat_map(|text| &text.links), problems);
        let passed = earlier.sound && self.same_targets(earlier, left_out);
        let known = |(url, page): &(&String, &Arc<Outline>)| {
            let old = earlier.pages.get(*url);
            passed && old.is_some_and(|old| Arc::ptr_eq(old, page))
        };
        if problems.len() == before {
            let found = self.pages.par_iter().filter(|it| !known(it));
            let found = found.map(|(url, page)| targets.check_html(url, page, &options.base));
            let found: Vec<_> = found.collect();
            problems.extend(found.into_iter().flatten());
        }
        earlier.sound = problems.len() == before;
        earlier.left_out.clone_from(left_out);
        earlier.pages.clone_from(&self.pages);
        earlier.files = self.files.keys().cloned().collect();
    }

    /// Whether the same addresses and anchors are there as in the last build.
    fn same_targets(&self, earlier: &Earlier, left_out: &BTreeSet<String>) -> bool {
        let same = |((url, page), (old_url, old)): ((&String, &Arc<Outline>), (&String, _))| {
            url == old_url && (Arc::ptr_eq(page, old) || page.same_ids(old))
        };
        self.pages.len() == earlier.pages.len()
            && self.pages.iter().zip(&earlier.pages).all(same)
            && self.files.keys().eq(&earlier.files)
            && *left_out == earlier.left_out
    }

    /// All files by path.
    pub(crate) fn into_files(self) -> Files {
        let mut files = self.files;
        for (url, page) in self.pages {
            let path = match url.is_empty() || url.ends_with('/') {
                true => format!("{url}index.html"),
                false => url,
            };
            files.insert(path, Arc::clone(&page.html));
        }
        files
    }
}

/// What all pages share, besides content.
fn around(
    assets: &Assets,
    languages: &[Language],
    options: &Options,
    problems: &mut Vec<Problem>,
) -> Result<Around, Vec<Problem>> {
    Ok(Around {
        base: options.base.clone(),
        origin: options.origin.clone(),
        engine: options.engine.is_some(),
        languages: languages.iter().map(|it| it.code).collect(),
        names: assets.names.clone(),
        templates: templates::read(&options.site)?,
        records: runs::load(&options.content, problems),
        scans: scans::load(&options.content),
    })
}
