//! Front matter of a page on one way of reading a value that many variables share.

use readpoint_catalog::grammar::{self, Verdict};
use readpoint_catalog::{OnInvalid, Variable, Version};

use crate::fields::{Fields, Located, Sink};
use crate::reference::{References, Target};
use crate::value::EnvValue;
use crate::{Reader, ReaderValue, article, variable};

/// Reads the front matter; `torch` are the releases that the verdicts are checked with.
pub(crate) fn read(
    mut fields: Fields<'_>,
    slug: &str,
    torch: &[Version],
    sink: &Sink,
) -> (Reader, References) {
    let mut references = References::default();
    let article = article::common(&mut fields, slug, &mut references);
    let span = fields.span_of("grammars");
    let grammars = references.all(Target::Grammar, fields.list("grammars"));
    if grammars.is_empty() {
        let help = Some("write `grammars = [\"check-env\"]`".to_owned());
        sink.report(
            span,
            "a reader page names the grammars that read this way",
            help,
        );
    }
    let tables = fields.tables("value").into_iter();
    let values = tables
        .filter_map(|table| value(table, &grammars, torch, sink))
        .collect();
    fields.finish();
    let reader = Reader {
        article,
        grammars,
        values,
    };
    (reader, references)
}

fn value(
    mut fields: Fields<'_>,
    grammars: &[String],
    torch: &[Version],
    sink: &Sink,
) -> Option<ReaderValue> {
    let value = fields.required::<EnvValue>("value");
    let verdict = fields.required_word::<Verdict>("verdict");
    let means = fields.required("means");
    fields.finish();
    let (value, verdict) = (value?.into_inner().0, verdict?);
    for name in grammars {
        agrees(name, &value, &verdict, torch, sink);
    }
    Some(ReaderValue {
        value,
        verdict: verdict.into_inner(),
        means: means?.into_inner(),
    })
}

/// Reports a verdict that the grammar does not give in the newest release.
fn agrees(name: &str, value: &str, verdict: &Located<Verdict>, torch: &[Version], sink: &Sink) {
    let Some(&torch) = torch.last() else { return };
    // Where a reader can refuse a value, whoever calls it decides what comes of it; most raise.
    let variable = Variable {
        grammar: name.to_owned(),
        on_invalid: OnInvalid::Exception,
        ..variable::blank()
    };
    let context = grammar::Context {
        variable: &variable,
        torch,
        complete: true,
    };
    let found = grammar::read(value, &context).verdict;
    if found != *verdict.get_ref() {
        let message = format!("the grammar `{name}` says `{}` of `{value}`", word(found));
        sink.report(verdict.span(), message, None);
    }
}

/// The word of a verdict in front matter.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Ignored => "ignored",
        Verdict::Rejected => "rejected",
    }
}
