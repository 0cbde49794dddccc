//! Front matter of a variable page.

use std::ops::Range;

use readpoint_catalog::{
    Audience, Change, ChangeKind, ConditionalDefault, ConditionalFact, Depth, GrammarOptions,
    OnInvalid, ReadPoint, ReadWhen, Release, Severity, Source, SpecialValue, Status, Variable,
    grammar,
};

use crate::claim;
use crate::fields::{Fields, Located, set};
use crate::reference::{References, Target};
use crate::value::{EnvValue, Web, Word};

/// Says that no value is equivalent to not setting the variable.
pub(crate) const UNSET: &str = "unset";

/// A variable, with what can be checked only once everything is loaded. Fields that had a
/// mistake hold a stand-in; the page is left out then.
#[derive(Debug)]
pub(crate) struct Draft {
    /// The variable.
    pub(crate) variable: Variable,
    /// Names it refers to.
    pub(crate) references: References,
    /// The values that its grammar must accept.
    pub(crate) defaults: Vec<Located<String>>,
    /// The names of its evidence.
    pub(crate) ids: Vec<Located<String>>,
    /// Those of them that are claims.
    pub(crate) claims: Vec<Located<String>>,
    /// Where it says its name.
    pub(crate) name: Range<usize>,
    /// Where it says its component.
    pub(crate) component: Range<usize>,
}

/// Reads the front matter; mistakes go to the sink of `fields`.
pub(crate) fn read(mut fields: Fields<'_>) -> Draft {
    let mut draft = Draft {
        variable: blank(),
        references: References::default(),
        defaults: Vec::new(),
        ids: Vec::new(),
        claims: Vec::new(),
        name: fields.span_of("name"),
        component: fields.span_of("component"),
    };
    draft.identity(&mut fields);
    draft.behaviour(&mut fields);
    draft.values(&mut fields);
    draft.relations(&mut fields);
    draft.history(&mut fields);
    draft.evidence(&mut fields);
    fields.finish();
    draft
}

/// A variable that says nothing yet.
pub(crate) fn blank() -> Variable {
    Variable {
        name: String::new(),
        component: String::new(),
        summary: String::new(),
        grammar: String::new(),
        grammar_options: GrammarOptions::default(),
        default: None,
        default_note: None,
        defaults: Vec::new(),
        read_when: ReadWhen::Import,
        on_invalid: OnInvalid::NotChecked,
        facts: Vec::new(),
        audience: Audience::Internal,
        depth: Depth::Brief,
        status: Status::Active,
        since: None,
        deprecated: None,
        removed: None,
        replaced_by: None,
        instead: None,
        overrides: Vec::new(),
        overridden_by: Vec::new(),
        related: Vec::new(),
        changes: Vec::new(),
        symptoms: Vec::new(),
        read_points: Vec::new(),
        sources: Vec::new(),
        claims: Vec::new(),
    }
}

impl Draft {
    fn identity(&mut self, fields: &mut Fields<'_>) {
        let Self {
            variable: it,
            references,
            ..
        } = self;
        set(&mut it.name, fields.required("name"));
        let component = fields.required("component");
        it.component = references.one(Target::Component, component);
        set(&mut it.summary, fields.required("summary"));
        it.symptoms = fields.texts("symptoms");
    }

    fn values(&mut self, fields: &mut Fields<'_>) {
        let grammar = fields.required("grammar");
        self.variable.grammar = self.references.one(Target::Grammar, grammar);
        if let Some(options) = fields.table("grammar_options") {
            self.variable.grammar_options = grammar_options(options);
        }
        // What nothing reads has no default.
        let default = match self.variable.status {
            Status::Active | Status::Deprecated => fields.required::<EnvValue>("default"),
            Status::Removed | Status::NotRead => fields.optional("default"),
        };
        if let Some(value) = default {
            self.variable.default = self.default_value(value);
        }
        self.variable.default_note = default_note(fields);
        for mut table in fields.tables("defaults") {
            let when = table.required("when");
            let value = table.required::<EnvValue>("value");
            table.finish();
            let (Some(when), Some(value)) = (when, value) else {
                continue;
            };
            let when = Located::into_inner(when);
            let value = self
                .default_value(value)
                .unwrap_or_else(|| UNSET.to_owned());
            self.variable
                .defaults
                .push(ConditionalDefault { when, value });
        }
    }

    /// Keeps a default for the grammar's check; `unset` is none.
    fn default_value(&mut self, value: Located<EnvValue>) -> Option<String> {
        let span = value.span();
        let text = stated(value.into_inner())?;
        self.defaults.push(Located::new(span, text.clone()));
        Some(text)
    }

    fn behaviour(&mut self, fields: &mut Fields<'_>) {
        let it = &mut self.variable;
        set(&mut it.read_when, fields.required_word("read_when"));
        set(&mut it.on_invalid, fields.required_word("on_invalid"));
        it.facts = facts(fields);
        set(&mut it.audience, fields.required_word("audience"));
        if let Some(status) = fields.optional::<Word<Status>>("status") {
            it.status = status.into_inner().0;
        }
        if let Some(depth) = fields.optional::<Word<Depth>>("depth") {
            it.depth = depth.into_inner().0;
        }
        it.since = fields.optional("since").map(Located::into_inner);
        it.deprecated = fields.optional("deprecated").map(Located::into_inner);
        it.removed = fields.optional("removed").map(Located::into_inner);
        it.instead = fields.text("instead");
    }

    fn relations(&mut self, fields: &mut Fields<'_>) {
        let replaced_by = fields.optional("replaced_by");
        let Self {
            variable: it,
            references,
            ..
        } = self;
        it.replaced_by = replaced_by.map(|name| references.one(Target::Variable, Some(name)));
        it.overrides = references.all(Target::Variable, fields.list("overrides"));
        it.overridden_by = references.all(Target::Variable, fields.list("overridden_by"));
        it.related = references.all(Target::Page, fields.list("related"));
    }

    fn history(&mut self, fields: &mut Fields<'_>) {
        let changes = fields.tables("change").into_iter();
        self.variable.changes = changes.filter_map(change).collect();
    }

    fn evidence(&mut self, fields: &mut Fields<'_>) {
        for table in fields.tables("read_point") {
            let point = self.read_point(table);
            self.variable.read_points.extend(point);
        }
        for table in fields.tables("source") {
            let source = self.source(table);
            self.variable.sources.extend(source);
        }
        for table in fields.tables("claim") {
            let (id, claim) = claim::read(table);
            self.claims.extend(id.clone());
            self.ids.extend(id);
            self.variable.claims.extend(claim);
        }
    }

    fn read_point(&mut self, mut fields: Fields<'_>) -> Option<ReadPoint> {
        let id = self.id(fields.optional("id"));
        let repository = fields.required("repository");
        let release = fields.required("release");
        let file = fields.required("file");
        let symbol = fields.required("symbol");
        let line = fields.optional("line");
        fields.finish();
        Some(ReadPoint {
            id,
            repository: repository?.into_inner(),
            release: release?.into_inner(),
            file: file?.into_inner(),
            symbol: symbol?.into_inner(),
            line: line.map(Located::into_inner),
        })
    }

    fn source(&mut self, mut fields: Fields<'_>) -> Option<Source> {
        let id = self.id(fields.optional("id"));
        let document = fields.required("document");
        let release = fields.text("release");
        let url = fields.optional::<Web>("url").map(|it| it.into_inner().0);
        fields.finish();
        Some(Source {
            id,
            document: document?.into_inner(),
            release,
            url,
        })
    }

    fn id(&mut self, id: Option<Located<String>>) -> Option<String> {
        self.ids.extend(id.clone());
        id.map(Located::into_inner)
    }
}

/// What happens without the variable. It stands behind words that say that it is not set.
fn default_note(fields: &mut Fields<'_>) -> Option<String> {
    let note = fields.text("default_note");
    if note.as_ref().is_some_and(|it| it.starts_with("Not set:")) {
        let message = "it is said already that the variable is not set".to_owned();
        let help = "say what happens then".to_owned();
        fields.report(fields.span_of("default_note"), message, Some(help));
    }
    note
}

/// The value of a default; `unset` is none.
pub(crate) fn stated(default: EnvValue) -> Option<String> {
    Some(default.0).filter(|text| text != UNSET)
}

/// Reads what holds for some releases only.
fn facts(fields: &mut Fields<'_>) -> Vec<ConditionalFact> {
    let tables = fields.tables("facts").into_iter();
    tables.map(fact).collect()
}

fn fact(mut fields: Fields<'_>) -> ConditionalFact {
    let fact = ConditionalFact {
        since: fields.optional("since").map(Located::into_inner),
        before: fields.optional("before").map(Located::into_inner),
        read_when: fields
            .optional::<Word<_>>("read_when")
            .map(|it| it.into_inner().0),
        on_invalid: fields
            .optional::<Word<_>>("on_invalid")
            .map(|it| it.into_inner().0),
    };
    if !fields.has("since") && !fields.has("before") {
        fields.fault(
            "it does not say for which releases it holds",
            "add `since` or `before`",
        );
    }
    if !fields.has("read_when") && !fields.has("on_invalid") {
        fields.fault(
            "it does not say what is other",
            "add `read_when` or `on_invalid`",
        );
    }
    fields.finish();
    fact
}

fn change(mut fields: Fields<'_>) -> Option<Change> {
    let release = fields.required("release");
    let kind = fields.required_word::<ChangeKind>("kind");
    let what = fields.required("what");
    fields.finish();
    Some(Change {
        release: release?.into_inner(),
        kind: kind?.into_inner(),
        what: what?.into_inner(),
    })
}

/// Reads the parameters of a grammar.
pub(crate) fn grammar_options(mut fields: Fields<'_>) -> GrammarOptions {
    let mut options = GrammarOptions {
        words: fields.texts("words"),
        minimum: fields.optional("minimum").map(Located::into_inner),
        maximum: fields.optional("maximum").map(Located::into_inner),
        unit: fields.text("unit"),
        before: fields.optional("before").map(Located::into_inner),
        earlier_grammar: fields.text("earlier_grammar"),
        special: fields
            .tables("special")
            .into_iter()
            .filter_map(special)
            .collect(),
        ..GrammarOptions::default()
    };
    set(
        &mut options.case_sensitive,
        fields.optional("case_sensitive"),
    );
    fields.finish();
    options
}

/// Reads a release that a grammar can compare with the one it judges for.
fn judged_release(fields: &mut Fields<'_>, key: &'static str) -> Option<Release> {
    let release = fields.optional::<Release>(key)?;
    if !matches!(release.get_ref().project.as_str(), "torch" | "nccl") {
        let message = format!(
            "values differ by a release of torch or nccl, not by `{}`",
            release.get_ref()
        );
        fields.report(release.span(), message, None);
    }
    Some(release.into_inner())
}

/// Reads values with what their reader does.
fn special(mut fields: Fields<'_>) -> Option<SpecialValue> {
    let values = fields.required_list::<EnvValue>("values");
    for form in values
        .iter()
        .filter(|it| !grammar::is_form(&it.get_ref().0))
    {
        let message = format!("`{}` is no form of a value", form.get_ref().0);
        let help = "characters and classes such as `[0-9]`, each with `*`, `+` or `?` behind it; \
                    a special character stands in a class; `(>7)` before all asks for a number above 7"
            .to_owned();
        fields.report(form.span(), message, Some(help));
    }
    let verdict = fields.required_word("verdict");
    let special = SpecialValue {
        values: values.into_iter().map(|it| it.into_inner().0).collect(),
        since: judged_release(&mut fields, "since"),
        before: judged_release(&mut fields, "before"),
        severity: fields
            .optional::<Word<Severity>>("severity")
            .map(|it| it.into_inner().0),
        says: fields.text("says"),
        help: fields.text("help"),
        verdict: verdict?.into_inner(),
    };
    fields.finish();
    Some(special)
}
