//! Every text that the repository has: cases, examples of pages, labelled launch texts.

use readpoint_validator::{Kind, Options, detect};

use crate::content::CONTENT;
use crate::{labelled, suite};

/// A text and what is known of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Where it comes from, for messages.
    pub origin: String,
    /// The text.
    pub text: String,
    /// How it is checked; the kind is always there.
    pub options: Options,
}

impl Sample {
    fn new(origin: String, text: String, mut options: Options) -> Self {
        let detected = detect::detect(options.path.as_deref(), &text);
        options.kind.get_or_insert(detected);
        Self {
            origin,
            text,
            options,
        }
    }

    /// The kind that it is read as.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.options.kind.unwrap_or(Kind::Shell)
    }
}

/// All texts, in a fixed order.
#[must_use]
pub fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for stage in ["reading", "findings"] {
        let files = suite::load(stage).unwrap_or_default();
        let cases = files.into_iter().flat_map(|(_, file)| file.cases);
        samples.extend(cases.map(|it| Sample::new(it.name, it.text, it.options)));
    }
    for example in &CONTENT.examples {
        let Some(test) = &example.test else {
            continue;
        };
        let options = Options {
            path: None,
            kind: Some(test.kind),
            torch: test.torch,
        };
        let origin = example.url.clone();
        samples.push(Sample::new(origin, example.text.clone(), options));
    }
    let texts = labelled::load().into_iter();
    samples.extend(texts.map(|it| Sample::new(it.id, it.text, it.options)));
    samples
}
