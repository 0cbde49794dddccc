//! `[[claim]]` of a variable page: the sentence, and how a machine checks it. What a probe takes
//! and observes is known from `readpoint_evidence`, so a claim that no run could judge is a
//! mistake of its author.

use std::collections::BTreeMap;
use std::ops::Range;

use readpoint_catalog::{Argument, Claim, nearest};
use readpoint_evidence::probe::{self, Probe};
use readpoint_evidence::{Condition, Need};

use crate::fields::{Fields, Located};
use crate::value::EnvValue;

/// Reads a claim, and its id in any case; mistakes go to the sink of `fields`.
pub(crate) fn read(mut fields: Fields<'_>) -> (Option<Located<String>>, Option<Claim>) {
    let id = fields.required::<String>("id");
    (id.clone(), id.and_then(|id| rest(id, fields)))
}

fn rest(id: Located<String>, mut fields: Fields<'_>) -> Option<Claim> {
    let statement = fields.required("statement");
    let set = fields.table("set").map(|table| variables(&table));
    let against = fields.table("against").map(|table| variables(&table));
    let name = fields.required::<String>("probe");
    let probe = name.as_ref().and_then(|name| known(name, &fields));
    let place = fields.span_of("with");
    let with = fields.table("with").map(|table| table.located_pairs());
    let with = arguments(with.unwrap_or_default(), probe, &place, &fields);
    let expect = fields.required_list("expect");
    conditions(&expect, probe, &fields);
    let needs = fields.list("needs");
    check_needs(&needs, &fields);
    let limit = fields.optional("limit").map(Located::into_inner);
    let documented = fields.text("documented");
    fields.finish();
    let plain = |list: Vec<Located<String>>| list.into_iter().map(Located::into_inner).collect();
    Some(Claim {
        id: id.into_inner(),
        statement: statement?.into_inner(),
        set: set.unwrap_or_default(),
        against,
        probe: name?.into_inner(),
        with,
        expect: plain(expect),
        needs: plain(needs),
        limit,
        documented,
    })
}

fn variables(table: &Fields<'_>) -> BTreeMap<String, String> {
    let pairs = table.pairs().into_iter();
    pairs.map(|(name, EnvValue(value))| (name, value)).collect()
}

fn known(name: &Located<String>, fields: &Fields<'_>) -> Option<&'static Probe> {
    let found = probe::find(name.get_ref());
    if found.is_none() {
        let near = nearest(name.get_ref(), probe::all().map(|it| it.name));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`cargo xtask verify --probes` lists them".to_owned(),
        };
        fields.report(
            name.span(),
            format!("there is no probe `{}`", name.get_ref()),
            Some(help),
        );
    }
    found
}

fn arguments(
    given: Vec<(Located<String>, Located<Argument>)>,
    probe: Option<&Probe>,
    place: &Range<usize>,
    fields: &Fields<'_>,
) -> BTreeMap<String, Argument> {
    let mut with = BTreeMap::new();
    for (name, value) in given {
        if let Some((message, help)) =
            probe.and_then(|it| it.mismatch(name.get_ref(), value.get_ref()))
        {
            fields.report(name.span(), message, help);
        }
        with.insert(name.into_inner(), value.into_inner());
    }
    let parameters = probe.into_iter().flat_map(|it| it.parameters);
    for missing in parameters.filter(|it| it.required && !with.contains_key(it.name)) {
        let message = format!("the probe needs `{}`: {}", missing.name, missing.about);
        fields.report(place.clone(), message, None);
    }
    with
}

fn conditions(expect: &[Located<String>], probe: Option<&Probe>, fields: &Fields<'_>) {
    for text in expect {
        let condition = match Condition::parse(text.get_ref()) {
            Ok(condition) => condition,
            Err(message) => {
                fields.report(text.span(), message, None);
                continue;
            }
        };
        let Some(probe) = probe else { continue };
        for field in condition.fields().filter(|it| !probe.knows(it)) {
            let help = match nearest(field, probe.fields()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "it observes {}",
                    probe.fields().collect::<Vec<_>>().join(", ")
                ),
            };
            let message = format!("the probe `{}` observes no `{field}`", probe.name);
            fields.report(text.span(), message, Some(help));
        }
    }
}

fn check_needs(needs: &[Located<String>], fields: &Fields<'_>) {
    for need in needs {
        if let Err(message) = Need::parse(need.get_ref()) {
            fields.report(need.span(), message, None);
        }
    }
}
