//! What each template gets. This file is the contract between the generator and `site/`.
//!
//! # Rules for templates
//!
//! - Autoescape is on. Fields whose name is `body` or ends in `_html` hold finished HTML:
//!   `{{ page.body | safe }}`. Everything else is plain text.
//! - Every `url` is relative to the site's base and has no leading slash (`recipes/oom/`, the home
//!   page is the empty string); write `{{ root }}{{ it.url }}`, which leads to the page in the same
//!   language. Only `permalink` and the `url` of
//!   evidence are complete addresses.
//! - A file of `site/` (or `wasm/…`, `catalog.json`, `defaults.json`, `search.json`) is named by
//!   `{{ base }}{{ asset(path="style/site.css") }}`; the published name carries a hash of the
//!   content (not so the three JSON files, which change with every page). CSS
//!   `url("…")` and script strings such as `"./report.js"` that name another file of `site/` are
//!   rewritten too. A path that does not exist stops the build.
//! - Every field named below is always there; one that has nothing to say is `none`, an empty
//!   list, or an empty string as written in its documentation.
//! - Words are written in English through `{{ t(text="Recipes") }}`, with places in braces
//!   (`t(text="{n} names", n=3)`); `site/words/<code>.toml` translates them.
//! - Inline script and inline style do not work under the site's Content-Security-Policy.
//!
//! # Templates and what they get
//!
//! | template | written to | gets, besides [`Shared`] and `site` |
//! |---|---|---|
//! | `home.html` | `/` | `symptoms`, `recipes`, `guides`, `rules`: [`Link`] lists; `components`: [`ComponentPart`] list |
//! | `variables.html` | `/variables/` | `components`: [`ComponentPart`] list |
//! | `component.html` | `/variables/<component>/` | `component`: [`ComponentPart`] |
//! | `variable.html` | `/variables/<component>/<NAME>/` | the fields of [`VariablePart`] |
//! | `symptoms.html`, `recipes.html`, `guides.html` | `/symptoms/`, `/recipes/`, `/guides/` | `articles`: [`ArticlePart`] list, in their order |
//! | `symptom.html`, `recipe.html`, `guide.html` | `/symptoms/<slug>/`, `/recipes/<slug>/`, `/guides/<slug>/` | `article`: [`ArticlePart`], `previous`, `next`: [`Link`] or none |
//! | `readers.html` | `/readers/` | `articles`: [`ArticlePart`] list |
//! | `reader.html` | `/readers/<slug>/` | `article`, `previous`, `next` as above; `values`: [`ReaderRow`] list; `variables`: [`VariableRow`] list |
//! | `releases.html` | `/releases/` | `projects`: [`ProjectPart`](crate::releases::ProjectPart) list |
//! | `project.html` | `/releases/<project>/` | `project`: the same; `others`: id and `url` of each other project |
//! | `release.html` | `/releases/<project>/<version>/` | `project`; `release`: [`ReleasePart`](crate::releases::ReleasePart); `previous` (the older one), `next` |
//! | `coverage.html` | `/coverage/` | `coverage`: [`CoveragePart`](crate::coverage::CoveragePart) |
//! | `evidence.html` | `/evidence/` | `evidence`: [`EvidencePart`](crate::runs::EvidencePart) |
//! | `stack.html` | `/evidence/<stack>/` | `stack`: [`StackPart`](crate::runs::StackPart) |
//! | `rules.html` | `/rules/` | `groups`: [`RuleGroup`] list |
//! | `rule.html` | `/rules/<CODE>/` | `rule`: [`RulePart`], `previous`, `next`: [`Link`] or none |
//! | `playground.html` | `/playground/` | nothing more |
//! | `search.html` | `/search/` | nothing more |
//! | `404.html` | `/404.html` | nothing more; `root` is the base itself, never relative |
//!
//! # HTML that the generator writes inside `body`
//!
//! - Headings carry an `id` and end in `<a class="anchor" href="#id" aria-label="…">#</a>`.
//! - A code block: `<div class="code" data-language="bash"><pre tabindex="0"><code>…</code></pre>
//!   </div>`; a tested block has one more child, `<a class="try" href="…/playground/#…">`, and one
//!   that is expected to be wrong begins with `<p class="verdict">`: a word and the rules' codes.
//!   Highlighted pieces are `<span class="h-…">` with one of `h-comment`, `h-string`,
//!   `h-number`, `h-constant`, `h-keyword`, `h-name` (what is defined or set), `h-function`,
//!   `h-variable`, `h-tag`, `h-operator`.
//! - `` `NAME` `` and `` `RP201` `` of known pages: `<a class="name" href="…"><code>…</code></a>`.
//! - `[@id]`: `<a class="ref" href="#ref-id">[3]</a>`; the number is [`Evidence::number`].
//! - Tables: `<div class="table" tabindex="0"><table>…</table></div>`.
//! - Links to other sites carry `rel="noopener"` and `class="external"`.

use std::collections::BTreeMap;

use readpoint_catalog::Variable;
use readpoint_content::Translated;
use serde::Serialize;

/// What every template gets, besides `site` ([`SitePart`]).
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    /// What to put before a `url`: `../../`, `./`, or the base path (`/docs/readpoint/`). It
    /// leads to pages of the same language.
    pub root: String,
    /// What to put before the name of a file, which all languages share: `{{ base }}{{ asset(…) }}`.
    pub base: String,
    /// The page's language: `en`, `zh-Hans`.
    pub language: &'static str,
    /// This page in every language, its own among them; one entry where there is but one language.
    pub alternates: Vec<Alternate>,
    /// Complete address of the picture that other sites show beside a link to this page, where the
    /// build knows the site's origin.
    pub picture: Option<String>,
    /// This page.
    pub page: PagePart,
}

/// A page in one of the site's languages.
#[derive(Clone, Debug, Serialize)]
pub struct Alternate {
    /// `en`, `zh-Hans`.
    pub tag: &'static str,
    /// What the language calls itself.
    pub name: &'static str,
    /// Address to put after `base`.
    pub url: String,
    /// Complete address, where the build knows the site's origin.
    pub permalink: Option<String>,
}

/// The whole site, the same for every page.
#[derive(Clone, Debug, Serialize)]
pub struct SitePart {
    /// Version of the tool that built it.
    pub tool: String,
    /// Components in their order, for navigation.
    pub components: Vec<ComponentLink>,
    /// Torch releases told apart, oldest first.
    pub torch: Vec<String>,
    /// The last of them.
    pub newest_torch: String,
    /// The same releases with what their wheels bring along, newest first.
    pub releases: Vec<TorchRelease>,
    /// Names of the kinds of launch text, in the order that help texts list them.
    pub kinds: Vec<&'static str>,
    /// Number of variables, recipes, guides, rules.
    pub counts: Counts,
    /// Whether the playground's engine (`wasm/…`) was there when the site was built.
    pub engine: bool,
    /// Content-Security-Policy that the site works under, for a `<meta http-equiv>`.
    pub policy: &'static str,
    /// What the site is called and looks like.
    pub brand: BrandPart,
}

/// What a site is called and looks like.
#[derive(Clone, Debug, Serialize)]
pub struct BrandPart {
    /// The site's name: `Readpoint`, or what a team calls it.
    pub name: String,
    /// A team's logo, for `asset(path=…)`.
    pub logo: Option<String>,
    /// A style sheet with a team's colours, for `asset(path=…)`.
    pub style: Option<String>,
}

/// A torch release, and the versions of other projects that go with it.
#[derive(Clone, Debug, Serialize)]
pub struct TorchRelease {
    /// `2.15.0`.
    pub version: String,
    /// `cudnn 9.26.0;nccl 2.30.7`.
    pub with: String,
}

/// What a shared reader does with one value.
#[derive(Clone, Debug, Serialize)]
pub struct ReaderRow {
    /// The value as written; may be empty.
    pub value: String,
    /// `accepted`, `ignored` or `rejected`.
    pub verdict: readpoint_catalog::grammar::Verdict,
    /// What comes of it, with code marked.
    pub means_html: String,
}

/// How many pages of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Variable pages.
    pub variables: usize,
    /// Recipes.
    pub recipes: usize,
    /// Guides.
    pub guides: usize,
    /// Rule pages.
    pub rules: usize,
}

/// A component, as navigation needs it.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentLink {
    /// `torch-memory`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// `variables/torch-memory/`.
    pub url: String,
    /// `framework` or `runtime`.
    pub layer: readpoint_catalog::Layer,
    /// Number of its variables.
    pub count: usize,
}

/// What every page has.
#[derive(Clone, Debug, Serialize)]
pub struct PagePart {
    /// `home`, `variables`, `component`, `variable`, `symptoms`, `symptom`, `recipes`, `recipe`, `guides`, `guide`,
    /// `rules`, `rule`, `readers`, `reader`, `releases`, `project`, `release`, `coverage`,
    /// `evidence`, `stack`, `playground`, `search`, `not-found`.
    pub kind: &'static str,
    /// Address relative to the base.
    pub url: String,
    /// Complete address, where the build knows the site's origin.
    pub permalink: Option<String>,
    /// Title, plain.
    pub title: String,
    /// One sentence for `<meta name="description">`; may be empty.
    pub description: String,
    /// Complete address at which the page is edited, where the site says so.
    pub edit: Option<String>,
    /// The rendered Markdown; empty for pages that have none.
    pub body: String,
    /// Headings of the body, for "on this page".
    pub headings: Vec<Heading>,
    /// Address of the page as Markdown, relative to the base; none for pages that no content file
    /// holds.
    pub markdown: Option<String>,
    /// How far a page of another language is translated; none in English, and for pages that no
    /// content file holds.
    pub translated: Option<Translated>,
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// 2 to 6.
    pub level: u8,
    /// Its anchor, without `#`.
    pub id: String,
    /// Its text, plain.
    pub text: String,
}

/// A link to a page of this site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Relative to the base.
    pub url: String,
    /// Name of a variable, code and name of a rule, or title of an article.
    pub title: String,
    /// One sentence, plain.
    pub summary: String,
}

/// A component with its variables.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentPart {
    /// Title, address, count.
    #[serde(flatten)]
    pub link: ComponentLink,
    /// Its variables by name.
    pub variables: Vec<VariableRow>,
}

/// A variable as a row of an index.
#[derive(Clone, Debug, Serialize)]
pub struct VariableRow {
    /// Relative to the base.
    pub url: String,
    /// Its name.
    pub name: String,
    /// One sentence, with code marked.
    pub summary_html: String,
    /// The default, or none.
    pub default: Option<String>,
    /// `user`, `debug` or `internal`.
    pub audience: readpoint_catalog::Audience,
    /// `active`, `deprecated`, `removed` or `not-read`.
    pub status: readpoint_catalog::Status,
    /// First release that reads it: `torch 2.8.0`.
    pub since: Option<String>,
    /// First release that no longer reads it.
    pub removed: Option<String>,
}

/// A variable page.
#[derive(Clone, Debug, Serialize)]
pub struct VariablePart<'a> {
    /// The front matter as it is (see [`Variable`]): `variable.name`, `.default`, `.read_when`,
    /// `.on_invalid`, `.audience`, `.status`, `.since` …; fields left out there are undefined
    /// here: `{% if variable.since %}`.
    pub variable: &'a Variable,
    /// The summary with code marked.
    pub summary_html: String,
    /// What happens when it is not set, with code marked; may be empty.
    pub default_note_html: String,
    /// What to do instead, with code marked; may be empty.
    pub instead_html: String,
    /// Its component.
    pub component: ComponentLink,
    /// The one before it in its component.
    pub previous: Option<Link>,
    /// The one after it in its component.
    pub next: Option<Link>,
    /// The name to use instead.
    pub replaced_by: Option<Link>,
    /// Variables that this one beats.
    pub overrides: Vec<Link>,
    /// Variables that beat this one.
    pub overridden_by: Vec<Link>,
    /// Other pages worth reading.
    pub related: Vec<Link>,
    /// Pages that mention this variable and are not named above.
    pub mentioned: Mentions,
    /// How we know: read-points, then documents, then claims, numbered from 1.
    pub evidence: Vec<Evidence>,
    /// The page on how its values are read, where many variables share the reader.
    pub reader: Option<Link>,
    /// What releases changed about it, oldest first.
    pub history: Vec<crate::releases::HistoryRow>,
    /// What a team says otherwise about it.
    pub local: Option<LocalPart>,
}

/// What a team says otherwise about a shipped variable.
#[derive(Clone, Debug, Serialize)]
pub struct LocalPart {
    /// Who answers questions about it.
    pub owner: String,
    /// Why, with code marked.
    pub reason_html: String,
    /// What differs.
    pub changes: Vec<ChangedRow>,
}

/// One thing that a team says otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedRow {
    /// What it is about: `default`.
    pub field: String,
    /// What the shipped page says, with code marked, where it says something.
    pub shipped_html: Option<String>,
    /// What holds here, with code marked.
    pub here_html: String,
}

/// Pages that mention a page, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mentions {
    /// Symptoms.
    pub symptoms: Vec<Link>,
    /// Recipes.
    pub recipes: Vec<Link>,
    /// Guides.
    pub guides: Vec<Link>,
    /// Rules.
    pub rules: Vec<Link>,
    /// Variables.
    pub variables: Vec<Link>,
}

/// One item of "how we know".
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    /// The number that references show.
    pub number: usize,
    /// The item's anchor: `ref-` and its id (or its number where it has none).
    pub anchor: String,
    /// The item's id; may be empty.
    pub id: String,
    /// `read-point`, `source` or `claim`.
    pub kind: &'static str,
    /// A read-point's `symbol`, a document's title, or a claim's sentence, with code marked.
    pub title_html: String,
    /// Complete address of the place or document; none where no permanent link exists.
    pub url: Option<String>,
    /// Read-point: `pytorch/pytorch`, or the library's name. Others: empty.
    pub repository: String,
    /// Release of the source or document; may be empty.
    pub release: String,
    /// Read-point: path, with `:line` where known. Others: empty.
    pub place: String,
    /// Claim: what a run sets. Others: empty.
    pub set: BTreeMap<String, String>,
    /// Claim: the probe that a run uses. Others: empty.
    pub probe: String,
    /// Claim: the conditions that a run must meet.
    pub expect: Vec<String>,
    /// Claim: what a run needs.
    pub needs: Vec<String>,
    /// Claim: what the vendor's document says otherwise, with code marked; may be empty.
    pub documented_html: String,
    /// Claim: the records of its runs.
    pub runs: Vec<crate::runs::RunPart>,
    /// `gpu`, `cpu`, `binary` (a shipped library), `read-point`, `documented`, or `unconfirmed`
    /// for a claim that no run has confirmed.
    pub level: &'static str,
    /// The level in words for people.
    pub level_text: &'static str,
}

/// A symptom, a recipe or a guide.
#[derive(Clone, Debug, Serialize)]
pub struct ArticlePart {
    /// Relative to the base.
    pub url: String,
    /// Title.
    pub title: String,
    /// One sentence, with code marked.
    pub summary_html: String,
    /// What a reader sees who needs it.
    pub symptoms: Vec<String>,
    /// Variables it is about.
    pub variables: Vec<Link>,
    /// Other pages worth reading.
    pub related: Vec<Link>,
}

/// Rules whose codes share the first digit.
#[derive(Clone, Debug, Serialize)]
pub struct RuleGroup {
    /// `1`, `2` …: the digit after `RP`, or `team`; the template names the group.
    pub digit: String,
    /// Its rules by code.
    pub rules: Vec<RulePart>,
}

/// A rule.
#[derive(Clone, Debug, Serialize)]
pub struct RulePart {
    /// Relative to the base.
    pub url: String,
    /// `RP201`.
    pub code: String,
    /// Short name in words.
    pub name: String,
    /// `error`, `warning` or `info`.
    pub severity: readpoint_catalog::Severity,
    /// One sentence, with code marked.
    pub summary_html: String,
    /// Pages that mention this rule.
    pub mentioned: Mentions,
    /// What it asks, where a team wrote it as data.
    pub team: Option<TeamPart>,
}

/// A rule that a team wrote as data.
#[derive(Clone, Debug, Serialize)]
pub struct TeamPart {
    /// Who answers questions about it.
    pub owner: String,
    /// What it asks of each variable, with code marked: `must be set`.
    pub asks_html: Vec<String>,
    /// Where it applies, with code marked; empty: everywhere.
    pub only_html: Vec<String>,
    /// The variables, as far as they have pages.
    pub variables: Vec<Link>,
}
