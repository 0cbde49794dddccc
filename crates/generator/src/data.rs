//! Files for programs: the playground's catalogue, the JSON API, the sitemap.
//!
//! `catalog.json` is what the validator needs and nothing more. `api/v1/` is for others: one file
//! with every variable in full, one with every rule; the number changes when a reader of the old
//! form would misread the new one.

use readpoint_catalog::{Catalog, RuleInfo, Variable};
use serde::Serialize;

use crate::html::escaped;
use crate::releases::{ProjectPart, ReleasePart};

/// The catalogue that the playground loads.
pub(crate) const CATALOG: &str = "catalog.json";
/// The search index.
pub(crate) const SEARCH: &str = "search.json";
/// The table of variables, for filters.
pub(crate) const TABLE: &str = "variables.json";

#[derive(Serialize)]
struct Variables<'a> {
    version: u32,
    tool: &'a str,
    torch: &'a [readpoint_catalog::Version],
    components: &'a [readpoint_catalog::Component],
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
    ]
}

/// The catalogue without what only pages need.
pub(crate) fn catalog(catalog: &Catalog) -> String {
    json(&catalog.slim())
}

/// Maps, lists and texts as JSON, with a line end.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Maps with text keys, lists and texts: serde_json has nothing to refuse here.
    let mut json = serde_json::to_string(value).unwrap_or_default();
    json.push('\n');
    json
}

/// The sitemap: `prefix` is origin and base, `urls` are relative to it.
pub(crate) fn sitemap<'a>(prefix: &str, urls: impl Iterator<Item = &'a str>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for url in urls {
        xml.push_str(&format!(
            "<url><loc>{}</loc></url>\n",
            escaped(&format!("{prefix}{url}"))
        ));
    }
    xml.push_str("</urlset>\n");
    xml
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
