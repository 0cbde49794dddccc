//! Files for programs: the playground's catalogue, the JSON API, the sitemap.
//!
//! `catalog.json` is what the validator needs and nothing more. `api/v1/` is for others: one file
//! with every variable in full, one with every rule, and the schema of each; the number changes
//! when a reader of the old form would misread the new one. `defaults.json` is what the playground asks for when a reader
//! wants to see what a variable that no text sets comes to.

use std::collections::BTreeMap;

use readpoint_catalog::{
    Audience, Catalog, Component, ConditionalDefault, Release, RuleInfo, Status, Variable, Version,
};
use readpoint_content::Language;
use serde::Serialize;

use crate::edition;
use crate::html::escaped;
use crate::releases::{ProjectPart, ReleasePart};

/// The catalogue that the playground loads.
pub(crate) const CATALOG: &str = "catalog.json";
/// What variables come to that are not set.
pub(crate) const DEFAULTS: &str = "defaults.json";
/// Schemas of the API, and of the report that `readpoint check --format json` and the playground give.
const VARIABLES: &str = include_str!("../schema/variables.schema.json");
const RULES: &str = include_str!("../schema/rules.schema.json");
const CHECK: &str = include_str!("../schema/check.schema.json");
/// The search index.
pub(crate) const SEARCH: &str = "search.json";
/// The table of variables, for filters.
pub(crate) const TABLE: &str = "variables.json";

#[derive(Serialize)]
struct Variables<'a> {
    version: u32,
    tool: &'a str,
    torch: &'a [Version],
    components: &'a [Component],
    variables: Vec<WithUrl<'a, Variable>>,
}

#[derive(Serialize)]
struct Rules<'a> {
    version: u32,
    tool: &'a str,
    rules: Vec<WithUrl<'a, RuleInfo>>,
}

#[derive(Serialize)]
struct WithUrl<'a, T> {
    url: String,
    #[serde(flatten)]
    item: &'a T,
}

/// The files of the API by path.
pub(crate) fn api(catalog: &Catalog) -> Vec<(&'static str, String)> {
    let variables = catalog.variables.values().map(|item| WithUrl {
        url: item.url(),
        item,
    });
    let rules = catalog.rules.values().map(|item| WithUrl {
        url: format!("rules/{}/", item.code),
        item,
    });
    let variables = Variables {
        version: 1,
        tool: &catalog.tool,
        torch: &catalog.torch,
        components: &catalog.components,
        variables: variables.collect(),
    };
    let rules = Rules {
        version: 1,
        tool: &catalog.tool,
        rules: rules.collect(),
    };
    vec![
        ("api/v1/variables.json", json(&variables)),
        ("api/v1/rules.json", json(&rules)),
        ("api/v1/variables.schema.json", VARIABLES.to_owned()),
        ("api/v1/rules.schema.json", RULES.to_owned()),
        ("api/v1/check.schema.json", CHECK.to_owned()),
    ]
}

/// The catalogue without what only pages need.
pub(crate) fn catalog(catalog: &Catalog) -> String {
    json(&catalog.slim())
}

#[derive(Serialize)]
struct Defaults<'a> {
    version: u32,
    /// What comes with each torch release, by project.
    bundles: BTreeMap<String, &'a BTreeMap<String, Version>>,
    components: BTreeMap<&'a str, &'a str>,
    variables: BTreeMap<&'a str, DefaultOf<'a>>,
}

/// What a variable comes to that is not set; empty fields are left out.
#[derive(Serialize)]
struct DefaultOf<'a> {
    component: &'a str,
    audience: Audience,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    defaults: &'a [ConditionalDefault],
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<&'a Release>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<&'a Release>,
    /// Variables that have to do with this one: named by its page as related, beaten or beating.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<&'a str>,
}

impl<'a> DefaultOf<'a> {
    fn new(variable: &'a Variable) -> Self {
        let beside = [
            &variable.related,
            &variable.overrides,
            &variable.overridden_by,
        ];
        let mut beside: Vec<_> = beside.into_iter().flatten().map(String::as_str).collect();
        beside.sort_unstable();
        beside.dedup();
        Self {
            component: &variable.component,
            audience: variable.audience,
            default: variable.default.as_deref(),
            note: variable.default_note.as_deref(),
            defaults: &variable.defaults,
            since: variable.since.as_ref(),
            removed: variable.removed.as_ref(),
            beside,
        }
    }
}

/// What each variable comes to that something reads and nobody sets, and which releases read it.
pub(crate) fn defaults(catalog: &Catalog) -> String {
    let bundles = catalog.bundles.iter();
    let components = catalog.components.iter();
    let read = |it: &&Variable| it.status != Status::NotRead;
    let variables = catalog.variables.values().filter(read);
    json(&Defaults {
        version: 1,
        bundles: bundles.map(|it| (it.torch.to_string(), &it.with)).collect(),
        components: components
            .map(|it| (it.id.as_str(), it.title.as_str()))
            .collect(),
        variables: variables
            .map(|it| (it.name.as_str(), DefaultOf::new(it)))
            .collect(),
    })
}

/// A word of front matter as it is written there: `first-use`; empty for what is no word.
pub fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Maps, lists and texts as JSON, with a line end.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Maps with text keys, lists and texts: serde_json has nothing to refuse here.
    let mut json = serde_json::to_string(value).unwrap_or_default();
    json.push('\n');
    json
}

/// The sitemap: `prefix` is origin and base, `urls` are relative to it. Each page names itself in
/// all languages of the site.
pub(crate) fn sitemap<'a>(
    prefix: &str,
    languages: &[Language],
    urls: impl Iterator<Item = &'a str>,
) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for url in urls {
        xml.push_str(&format!(
            "<url><loc>{}</loc>{}</url>\n",
            escaped(&format!("{prefix}{url}")),
            in_languages(prefix, languages, url)
        ));
    }
    xml.push_str("</urlset>\n");
    xml
}

/// The links of a sitemap's entry to the same page in every language; none where there is but one.
fn in_languages(prefix: &str, languages: &[Language], url: &str) -> String {
    if languages.len() < 2 {
        return String::new();
    }
    let own = languages.iter().map(edition::prefix);
    let own = own.filter(|own| !own.is_empty() && url.starts_with(own.as_str()));
    let bare = own.fold(url, |url, own| &url[own.len()..]);
    let link = |language: &Language| {
        let address = format!("{prefix}{}{bare}", edition::prefix(language));
        format!(
            "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
            language.tag,
            escaped(&address)
        )
    };
    languages.iter().map(link).collect()
}

/// A feed with one entry for each release that changed something, the newest of each project
/// first; `prefix` is origin and base. Nothing in it has a date: builds read no clock.
pub(crate) fn feed(prefix: &str, projects: &[ProjectPart]) -> String {
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel>\n\
         <title>Readpoint: what releases changed</title>\n<link>{}</link>\n\
         <description>Environment variables of PyTorch on CUDA, release by release</description>\n",
        escaped(&format!("{prefix}releases/"))
    );
    let releases = projects.iter().flat_map(|project| &project.releases);
    for release in releases.filter(|release| release.count > 0) {
        xml.push_str(&item(prefix, release));
    }
    xml.push_str("</channel></rss>\n");
    xml
}

fn item(prefix: &str, release: &ReleasePart) -> String {
    let link = escaped(&format!("{prefix}{}", release.url));
    let changes = release.groups.iter().flat_map(|group| {
        let rows = group.changes.iter();
        rows.map(|row| format!("{}: {}: {}", group.title, row.link.title, row.what))
    });
    let text: Vec<_> = changes.collect();
    format!(
        "<item><title>{}: {}</title><link>{link}</link><guid>{link}</guid>\
         <description>{}</description></item>\n",
        escaped(&release.title),
        escaped(&release.summary),
        escaped(&text.join("\n"))
    )
}

/// `robots.txt`: everything may be read; the sitemap is named where its address is known.
pub(crate) fn robots(sitemap: Option<&str>) -> String {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(address) = sitemap {
        text.push_str(&format!("Sitemap: {address}\n"));
    }
    text
}
