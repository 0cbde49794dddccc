//! Every link inside the site must lead to a page, a file or an anchor that exists.
//!
//! Links in the Markdown are checked with their places. What is left are links that templates
//! write; they are checked in the finished HTML.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use readpoint_catalog::nearest;
use readpoint_content::Problem;

use crate::html::attributes;
use crate::options::Base;
use crate::text::SiteLink;

/// Pages whose `#` part is data for a script and no anchor.
const DATA_FRAGMENTS: [&str; 2] = ["playground/", "search/"];

/// A finished page, with what the link check needs of it.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The whole page.
    pub(crate) html: Arc<Vec<u8>>,
    /// Where its anchors stand, sorted by what they are.
    ids: Vec<Range<usize>>,
    /// Where its addresses stand.
    links: Vec<Range<usize>>,
}

impl Outline {
    /// Looks through a page once.
    pub(crate) fn new(html: String) -> Self {
        let (mut ids, mut links) = (Vec::new(), Vec::new());
        for (name, value) in attributes(&html) {
            match name {
                "id" => ids.push(value),
                "href" | "src" => links.push(value),
                _ => {}
            }
        }
        ids.sort_unstable_by(|a, b| html[a.clone()].cmp(&html[b.clone()]));
        ids.dedup_by(|a, b| html[a.clone()] == html[b.clone()]);
        Self {
            html: Arc::new(html.into_bytes()),
            ids,
            links,
        }
    }

    fn text(&self, range: &Range<usize>) -> &str {
        // The page was a text, and quotes stand at both ends of the range.
        std::str::from_utf8(&self.html[range.clone()]).unwrap_or_default()
    }

    fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(|it| self.text(it))
    }

    fn has(&self, anchor: &str) -> bool {
        let found = self.ids.binary_search_by(|it| self.text(it).cmp(anchor));
        found.is_ok()
    }

    /// Whether the same anchors lead into both.
    pub(crate) fn same_ids(&self, other: &Self) -> bool {
        self.ids().eq(other.ids())
    }
}

/// What a link can lead to.
pub(crate) struct Targets<'a> {
    /// Pages by address.
    pages: HashMap<&'a str, &'a Outline>,
    /// Files that are not pages.
    files: HashSet<&'a str>,
    /// Pages with mistakes: not there, but not to be reported again.
    left_out: &'a BTreeSet<String>,
}

impl<'a> Targets<'a> {
    /// Finished pages by address, and the paths of all other files.
    pub(crate) fn new(
        pages: impl Iterator<Item = (&'a str, &'a Outline)>,
        files: impl Iterator<Item = &'a str>,
        left_out: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            pages: pages.collect(),
            files: files.collect(),
            left_out,
        }
    }

    /// Checks links of the Markdown.
    pub(crate) fn check<'l>(
        &self,
        links: impl Iterator<Item = &'l SiteLink>,
        problems: &mut Vec<Problem>,
    ) {
        for link in links {
            if let Some((message, help)) = self.fault(&link.url, link.anchor.as_deref()) {
                problems.push(Problem {
                    place: link.place.clone(),
                    message,
                    help: Some(help),
                    also: None,
                });
            }
        }
    }

    /// Checks every link in a finished page.
    pub(crate) fn check_html(&self, url: &str, page: &Outline, base: &Base) -> Vec<Problem> {
        let values = page.links.iter().map(|link| page.text(link));
        let faults = values.filter_map(|value| {
            let (target, anchor) = resolve(value, url, base)?;
            let (message, help) = match target {
                Ok(target) => self.fault(&target, anchor)?,
                Err(why) => (
                    why,
                    "links inside the site begin with `{{ root }}`".to_owned(),
                ),
            };
            let mut problem = Problem::of_file(format!("/{url}"), message);
            problem.help = Some(help);
            Some(problem)
        });
        faults.collect()
    }

    /// What is wrong with a link to `url` and `anchor`, and the way out.
    fn fault(&self, url: &str, anchor: Option<&str>) -> Option<(String, String)> {
        let Some(page) = self.pages.get(url) else {
            if self.files.contains(url) || self.left_out.contains(url) {
                return None;
            }
            let known = self.pages.keys().chain(&self.files).copied();
            let known: BTreeSet<_> = known.collect();
            let help = match nearest(url, known) {
                Some(near) => format!("did you mean `/{near}`?"),
                None => "pages are named as in `/recipes/oom/`, with a slash at the end".to_owned(),
            };
            return Some((format!("there is no page `/{url}`"), help));
        };
        let data = DATA_FRAGMENTS.iter().any(|page| url.ends_with(page));
        let anchor = anchor.filter(|it| !it.is_empty() && !data)?;
        if page.has(anchor) {
            return None;
        }
        let help = match nearest(anchor, page.ids()) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => format!("anchors there: {}", anchors_shown(page)),
        };
        Some((format!("`/{url}` has no anchor `#{anchor}`"), help))
    }
}

fn anchors_shown(page: &Outline) -> String {
    let shown: Vec<_> = page.ids().take(12).collect();
    if shown.is_empty() {
        return "none".to_owned();
    }
    shown.join(", ")
}

/// A target relative to the base, or why the address leads out of the site.
type Target = Result<String, String>;

/// What an address in the page at `url` means; none where it leads to another site.
fn resolve<'v>(value: &'v str, url: &str, base: &Base) -> Option<(Target, Option<&'v str>)> {
    if value.contains("://") || value.starts_with("mailto:") || value.starts_with("data:") {
        return None;
    }
    let (path, anchor) = match value.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (value, None),
    };
    // What a script makes of the page it leads to.
    let path = path.split('?').next().unwrap_or(path);
    if path.is_empty() {
        return Some((Ok(url.to_owned()), anchor));
    }
    let target = match path.strip_prefix(base.path()) {
        Some(inside) if path.starts_with('/') => Ok(inside.to_owned()),
        _ if path.starts_with('/') => Err(format!("`{value}` leads out of the site")),
        _ => relative(path, url).ok_or_else(|| format!("`{value}` leads out of the site")),
    };
    Some((target, anchor))
}

/// A relative address, seen from the page at `url`.
fn relative(path: &str, url: &str) -> Option<String> {
    let mut parts: Vec<&str> = url.split('/').collect();
    parts.pop();
    for part in path.split_inclusive('/') {
        match part.trim_end_matches('/') {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part.trim_end_matches('/')),
        }
    }
    let mut target = parts.join("/");
    if path.ends_with('/') && !target.is_empty() {
        target.push('/');
    }
    Some(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_resolved_as_a_browser_does() {
        let cases = [
            ("../../recipes/", "variables/nccl/", Some("recipes/")),
            ("./", "", Some("")),
            ("../", "recipes/", Some("")),
            ("../style/a.css", "recipes/", Some("style/a.css")),
            ("a.css", "", Some("a.css")),
            ("../../", "recipes/", None),
        ];
        for (path, url, target) in cases {
            let found = relative(path, url);
            assert_eq!(found.as_deref(), target, "{path} in {url}");
        }
    }
}
