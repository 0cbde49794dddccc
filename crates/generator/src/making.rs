//! Makes an edition: fills its templates and gathers its files, as far as the last build did not.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use readpoint_content::{ENGLISH, Language, Problem};
use tera::Context;

use crate::assets::Assets;
use crate::card::{self, Card, Painter};
use crate::context::{Alternate, PagePart, Shared};
use crate::data;
use crate::earlier::{Around, Made};
use crate::edition::{Edition, Roots, prefix};
use crate::library::Library;
use crate::links::Outline;
use crate::machine;
use crate::options::Options;
use crate::output::Files;
use crate::table;
use crate::templates::Templates;
use crate::views::{View, Views};

/// Finished pages by address.
pub(crate) type Pages = BTreeMap<String, Arc<Outline>>;

/// Among what an edition is made.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// What all editions share.
    pub(crate) around: &'a Around,
    /// The files of `site/`.
    pub(crate) assets: &'a Assets,
    /// The languages of all editions.
    pub(crate) languages: &'a [Language],
    /// What the build was told.
    pub(crate) options: &'a Options,
    /// The pages of the last build.
    pub(crate) earlier: &'a Pages,
}

/// A page's address with the page, or why there is none.
type Filled = (String, Result<Arc<Outline>, Problem>);

impl Scene<'_> {
    /// Makes an edition with its pages. `before` is the same one as the last build made it.
    pub(crate) fn make(
        self,
        edition: Edition,
        before: Option<Made>,
    ) -> Result<(Made, Vec<Filled>), Vec<Problem>> {
        let complete = |it: &Made| it.urls.iter().all(|url| self.earlier.contains_key(url));
        match before.filter(|it| it.holds(&edition) && complete(it)) {
            None => self.make_anew(edition),
            Some(before) if before.has_all(&edition.texts) => {
                let pages = before.urls.iter().filter_map(|url| self.kept(url));
                let pages = pages.collect();
                Ok((before, pages))
            }
            Some(before) => Ok(self.renew(edition, before)),
        }
    }

    fn make_anew(self, edition: Edition) -> Result<(Made, Vec<Filled>), Vec<Problem>> {
        let words = Arc::clone(&edition.words);
        let views = self.views(&edition);
        let mut lists = table::files(&edition.content, &self.around.records);
        let defaults = data::defaults(&edition.content.catalog);
        lists.push((data::DEFAULTS.to_owned(), defaults));
        let search = edition.search();
        let mut assets = self.assets.clone();
        for (path, _) in lists.iter().chain(&search) {
            assets.keep(path, &prefix(&edition.language));
        }
        let part = views.site(self.options.engine.is_some());
        let sources = self.around.templates.clone();
        let templates = Templates::parse(sources, assets, Arc::clone(&words), &part)?;
        let place = self.place(&edition);
        let own = edition.content.pages.par_iter().zip(&edition.texts);
        let own = own.map(|(page, text)| views.page(page, text));
        let all = own.chain(views.indexes().into_par_iter());
        let filled = all.filter_map(|view| place.fill(view, &templates));
        let filled: Vec<_> = filled.collect();
        let mut still = placed(&edition, lists);
        still.extend(self.beside(&edition, &views));
        let made = Made {
            mentioned: views.mentioned().clone(),
            search: placed(&edition, search),
            markdown: self.markdown(&edition, None),
            urls: filled.iter().map(|(url, _)| url.clone()).collect(),
            words: Arc::clone(&words),
            texts: edition.texts.clone(),
            templates,
            still,
            content: edition.content,
        };
        Ok((made, filled))
    }

    /// Makes what other texts make other: their pages, the pages whose mentions differ, and the
    /// search index.
    fn renew(self, edition: Edition, before: Made) -> (Made, Vec<Filled>) {
        let views = self.views(&edition);
        let place = self.place(&edition);
        let own = edition.content.pages.par_iter().zip(&edition.texts);
        let own = own.enumerate().filter_map(|(number, (page, text))| {
            let url = page.url();
            let same = before.has(number, text)
                && before.mentioned.get(&url) == views.mentioned().get(&url);
            match same {
                true => self.kept(&place.address(&url)?),
                false => place.fill(views.page(page, text), &before.templates),
            }
        });
        let mut filled: Vec<_> = own.collect();
        let indexes = before.urls.iter().skip(filled.len());
        filled.extend(indexes.filter_map(|url| self.kept(url)));
        let search = edition.search();
        let made = Made {
            mentioned: views.mentioned().clone(),
            search: placed(&edition, search),
            markdown: self.markdown(&edition, Some(&before)),
            texts: edition.texts.clone(),
            content: edition.content,
            ..before
        };
        (made, filled)
    }

    fn views<'v>(self, edition: &'v Edition) -> Views<'v>
    where
        Self: 'v,
    {
        let scans = self.around.scans.clone();
        Views::new(edition, &edition.words, scans, &self.around.records)
    }

    fn place<'p>(self, edition: &'p Edition) -> Place<'p>
    where
        Self: 'p,
    {
        Place {
            language: &edition.language,
            library: &edition.library,
            languages: self.languages,
            options: self.options,
        }
    }

    /// A page of the last build.
    fn kept(self, url: &str) -> Option<Filled> {
        let page = self.earlier.get(url)?;
        Some((url.to_owned(), Ok(Arc::clone(page))))
    }

    /// What stands once beside the English pages and is made of what front matter says: the
    /// catalogue, the API, the feed, lists, pictures.
    fn beside(self, edition: &Edition, views: &Views<'_>) -> Files {
        if edition.language != ENGLISH {
            return Files::new();
        }
        let (content, prefix) = (&edition.content, self.options.prefix());
        let catalog = &content.catalog;
        let mut texts = vec![
            (data::CATALOG, data::catalog(catalog)),
            ("feed.xml", data::feed(&prefix, views.projects())),
            (machine::LIST, machine::list(content, &prefix)),
        ];
        texts.extend(data::api(catalog));
        let texts = texts.into_iter();
        let mut files = placed(edition, texts.map(|(path, text)| (path.to_owned(), text)));
        files.extend(self.pictures(edition));
        files
    }

    /// A picture for each page of content, and one for all others.
    fn pictures(self, edition: &Edition) -> Files {
        let painter = self.options.origin.is_some().then(Painter::new).flatten();
        let Some(painter) = painter else {
            return Files::new();
        };
        let content = &edition.content;
        let pages = content.pages.par_iter().map(|page| {
            let png = painter.png(&Card::of(page, &content.catalog));
            (card::address(&page.url()), Arc::new(png))
        });
        let mut files: Files = pages.collect();
        let home = painter.png(&Card::of_site(content.catalog.variables.len()));
        files.insert(card::address(""), Arc::new(home));
        files
    }

    /// The English pages as Markdown.
    fn markdown(self, edition: &Edition, before: Option<&Made>) -> Files {
        if edition.language != ENGLISH {
            return Files::new();
        }
        let pages = edition.content.pages.par_iter().zip(&edition.texts);
        let pages = pages.enumerate().map(|(number, (page, text))| {
            let path = machine::address(&page.url());
            let before = before.filter(|it| it.has(number, text));
            let kept = before.and_then(|it| it.markdown.get(&path)).map(Arc::clone);
            let make = || {
                let records = &self.around.records;
                let text = machine::page(page, &edition.library, records, &self.options.base);
                Arc::new(text.into_bytes())
            };
            (path, kept.unwrap_or_else(make))
        });
        pages.collect()
    }
}

/// Files of an edition, at their paths within the site.
fn placed(edition: &Edition, files: impl IntoIterator<Item = (String, String)>) -> Files {
    let prefix = prefix(&edition.language);
    let files = files.into_iter();
    files
        .map(|(path, text)| (format!("{prefix}{path}"), Arc::new(text.into_bytes())))
        .collect()
}

/// The page that a server shows for any address it does not know.
pub(crate) const NOT_FOUND: &str = "404.html";

/// Where a page stands among the editions.
#[derive(Clone, Copy)]
struct Place<'a> {
    language: &'a Language,
    library: &'a Library,
    languages: &'a [Language],
    options: &'a Options,
}

impl Place<'_> {
    /// The address of a page within the site; none where the edition does not have it.
    fn address(self, url: &str) -> Option<String> {
        let shown = *self.language == ENGLISH || url != NOT_FOUND;
        shown.then(|| format!("{}{url}", prefix(self.language)))
    }

    /// Fills the template of a page.
    fn fill(self, view: View, templates: &Templates) -> Option<Filled> {
        let address = self.address(&view.page.url)?;
        let View {
            template,
            mut page,
            parts,
        } = view;
        page.permalink = self.permalink(&address);
        let shared = self.shared(page);
        let mut context =
            Context::from_serialize(&shared).expect("a struct of texts and lists becomes a map");
        context.extend(parts);
        let html = templates.fill(template, &context, &address);
        Some((address, html.map(|html| Arc::new(Outline::new(html)))))
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
        let languages = self.languages.iter().filter(|_| url != NOT_FOUND);
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
