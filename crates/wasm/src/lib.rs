//! The door for the browser: one catalogue, many checks, JSON in and out.
//!
//! [`Checker::check`] gives byte for byte what `readpoint check --format json` prints. Nothing
//! panics on what a page hands over: a bad catalogue, kind or release is an error in words.

use std::collections::BTreeMap;

use readpoint_catalog::{Catalog, Version};
use readpoint_validator::{Kind, Options, check, to_json};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the catalogue format that this build reads.
const CATALOG_FORMAT: u32 = 1;

/// A validator with its catalogue.
#[derive(Debug)]
#[wasm_bindgen]
pub struct Checker {
    catalog: Catalog,
}

#[wasm_bindgen]
impl Checker {
    /// Takes the text of a site's `catalog.json`.
    ///
    /// # Errors
    ///
    /// When the text is not a catalogue, or one of a newer format.
    #[wasm_bindgen(constructor)]
    pub fn new(catalog: &str) -> Result<Checker, String> {
        let catalog: Catalog = serde_json::from_str(catalog)
            .map_err(|why| format!("this is not a Readpoint catalogue: {why}"))?;
        match catalog.format {
            ..=CATALOG_FORMAT => Ok(Self { catalog }),
            found => Err(format!(
                "the catalogue has format {found}, this build reads up to {CATALOG_FORMAT}"
            )),
        }
    }

    /// Checks a text. `options` is empty or a JSON object with any of `path`, `as` and `torch`;
    /// other keys are ignored.
    ///
    /// # Errors
    ///
    /// When `options` is not such an object, or names an unknown kind or no release.
    pub fn check(&self, text: &str, options: &str) -> Result<String, String> {
        Ok(to_json(&check(text, &read(options)?, &self.catalog)))
    }

    /// Version, kinds, torch releases and page addresses, as a JSON object.
    #[must_use]
    pub fn about(&self) -> String {
        let variables = self.catalog.variables.values();
        let about = About {
            tool: env!("CARGO_PKG_VERSION"),
            kinds: Kind::ALL,
            torch: &self.catalog.torch,
            pages: variables.map(|it| (it.name.as_str(), it.url())).collect(),
        };
        // Strings and maps with string keys: serde_json has nothing to refuse here.
        serde_json::to_string(&about).unwrap_or_default()
    }
}

/// What [`Checker::about`] gives.
#[derive(Serialize)]
struct About<'a> {
    tool: &'static str,
    kinds: &'static [Kind],
    torch: &'a [Version],
    pages: BTreeMap<&'a str, String>,
}

/// What a page may say about a text. Strings, so that a wrong one is an error in our words.
#[derive(Default, Deserialize)]
struct Asked {
    path: Option<String>,
    r#as: Option<String>,
    torch: Option<String>,
}

/// Reads the options object.
fn read(options: &str) -> Result<Options, String> {
    let asked: Asked = match options.trim() {
        "" => Asked::default(),
        text => serde_json::from_str(text).map_err(|why| format!("bad options: {why}"))?,
    };
    let torch = asked.torch.map(|text| text.parse::<Version>());
    Ok(Options {
        path: asked.path,
        kind: asked.r#as.map(|name| name.parse()).transpose()?,
        torch: torch.transpose().map_err(|why| why.to_string())?,
    })
}
