//! Front matter of recipes, guides and rules.

use readpoint_catalog::{RuleInfo, Severity};

use crate::Article;
use crate::fields::{Fields, set};
use crate::reference::{References, Target};

/// Reads the front matter of a recipe or guide; mistakes go to the sink of `fields`.
pub(crate) fn read(mut fields: Fields<'_>, slug: &str) -> (Article, References) {
    let mut references = References::default();
    let article = common(&mut fields, slug, &mut references);
    fields.finish();
    (article, references)
}

/// The fields that every article has, recipe, guide or reader.
pub(crate) fn common(fields: &mut Fields<'_>, slug: &str, references: &mut References) -> Article {
    let mut article = Article {
        slug: slug.to_owned(),
        title: String::new(),
        summary: String::new(),
        order: 0,
        symptoms: Vec::new(),
        variables: Vec::new(),
        related: Vec::new(),
    };
    set(&mut article.title, fields.required("title"));
    set(&mut article.summary, fields.required("summary"));
    set(&mut article.order, fields.required("order"));
    article.symptoms = fields.texts("symptoms");
    article.variables = references.all(Target::Variable, fields.list("variables"));
    article.related = references.all(Target::Page, fields.list("related"));
    article
}

/// Reads the front matter of a rule page.
pub(crate) fn read_rule(mut fields: Fields<'_>) -> RuleInfo {
    let mut rule = RuleInfo {
        code: String::new(),
        name: String::new(),
        severity: Severity::Info,
        summary: String::new(),
        team: None,
    };
    set(&mut rule.code, fields.required("code"));
    set(&mut rule.name, fields.required("name"));
    set(&mut rule.severity, fields.required_word("severity"));
    set(&mut rule.summary, fields.required("summary"));
    fields.finish();
    rule
}
