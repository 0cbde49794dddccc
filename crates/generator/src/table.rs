//! The table of all variables as data, for the filters of `/variables/`.
//!
//! `variables.json` has every name with what it can be filtered by, and is loaded when somebody
//! filters; the sentences lie beside each component's page, and come when its rows are shown.
//!
//! ```json
//! {"version":1,
//!  "words":{"audience":["user","debug"],"level":["cpu"]},
//!  "components":[{"id":"nccl","count":306}],
//!  "rows":[["NCCL_DEBUG",[0,1,0,2,4,1,0],"nccl 2.4.2","","WARN"]]}
//! ```
//!
//! A row: the name; for each facet the number of its word (of the component for the first one);
//! `since`, `removed` and the default, the empty ones at the end left out. The sentences of
//! `variables/nccl/summaries.json` are in the order of the component's rows.

use std::collections::BTreeMap;

use readpoint_catalog::Variable;
use readpoint_content::Content;
use readpoint_evidence::{Evidence, Level};
use serde::Serialize;

use crate::data;
use crate::evidence;

/// The facets of a row besides its component, in their order: the names that front matter and
/// addresses use.
const FACETS: [&str; 6] = [
    "audience",
    "status",
    "read_when",
    "on_invalid",
    "depth",
    "level",
];
/// The word for a variable whose evidence shows nothing yet.
const NO_LEVEL: &str = "none";

#[derive(Serialize)]
struct Table<'a> {
    version: u32,
    words: BTreeMap<&'static str, Vec<String>>,
    components: Vec<Group<'a>>,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Group<'a> {
    id: &'a str,
    count: usize,
}

/// Name, facets, and the texts that are there.
type Row<'a> = (&'a str, Vec<usize>, [String; 3]);

/// The files of the table by path.
pub(crate) fn files(content: &Content, records: &Evidence) -> Vec<(String, String)> {
    let mut table = Table {
        version: 1,
        words: FACETS.map(|facet| (facet, Vec::new())).into(),
        components: Vec::new(),
        rows: Vec::new(),
    };
    let mut files = Vec::new();
    for (number, component) in content.catalog.components.iter().enumerate() {
        let variables = content.catalog.variables.values();
        let own: Vec<_> = variables
            .filter(|it| it.component == component.id)
            .collect();
        let sentences: Vec<_> = own.iter().map(|it| it.summary.as_str()).collect();
        let path = format!("variables/{}/summaries.json", component.id);
        files.push((path, data::json(&sentences)));
        table.components.push(Group {
            id: &component.id,
            count: own.len(),
        });
        for variable in own {
            let row = table.row(number, variable, records);
            table.rows.push(row);
        }
    }
    files.push((data::TABLE.to_owned(), data::json(&table)));
    files
}

impl<'a> Table<'a> {
    fn row(&mut self, component: usize, variable: &'a Variable, records: &Evidence) -> Row<'a> {
        let words = FACETS.map(|facet| (facet, word(facet, variable, records)));
        let facets = words.map(|(facet, word)| self.number(facet, word));
        let facets = std::iter::once(component).chain(facets).collect();
        let release = |it: &Option<readpoint_catalog::Release>| {
            it.as_ref().map(ToString::to_string).unwrap_or_default()
        };
        let texts = [
            release(&variable.since),
            release(&variable.removed),
            variable.default.clone().unwrap_or_default(),
        ];
        (&variable.name, facets, texts)
    }

    /// The number of a facet's word; a new word gets the next one.
    fn number(&mut self, facet: &'static str, word: String) -> usize {
        let words = self.words.entry(facet).or_default();
        words.iter().position(|it| *it == word).unwrap_or_else(|| {
            words.push(word);
            words.len() - 1
        })
    }
}

/// The word of a facet, as front matter writes it.
fn word(facet: &str, variable: &Variable, records: &Evidence) -> String {
    match facet {
        "audience" => data::word(&variable.audience),
        "status" => data::word(&variable.status),
        "read_when" => data::word(&variable.read_when),
        "on_invalid" => data::word(&variable.on_invalid),
        "depth" => data::word(&variable.depth),
        _ => strongest(variable, records).to_owned(),
    }
}

/// The strongest level among a variable's evidence.
fn strongest(variable: &Variable, records: &Evidence) -> &'static str {
    let list = evidence::list(variable, records);
    let has = |level: &Level| list.iter().any(|it| it.level == level.word());
    let best = Level::ALL.into_iter().find(has);
    best.map_or(NO_LEVEL, Level::word)
}
