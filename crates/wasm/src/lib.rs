//! The door for the browser: one catalogue, many checks, JSON in and out.
//!
//! [`Checker::check`] gives byte for byte what `readpoint check --format json` prints. Nothing
//! panics on what a page hands over: a bad catalogue, kind or release is an error in words.

use readpoint_catalog::{Catalog, Version};
use readpoint_validator::{Kind, Options, check, to_json};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

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
    pub fn new(catalog: &str) -> Result<Checker, JsError> {
        Checker::open(catalog).map_err(|why| JsError::new(&why))
    }

    /// Checks a text. `options` is empty or a JSON object with any of `path`, `as` and `torch`;
    /// other keys are ignored.
    ///
    /// # Errors
    ///
    /// When `options` is not an object, or names an unknown kind or no release.
    pub fn check(&self, text: &str, options: &str) -> Result<String, JsError> {
        self.run(text, options).map_err(|why| JsError::new(&why))
    }

    /// Version, kinds, torch releases and page addresses, as a JSON object.
    #[must_use]
    pub fn about(&self) -> String {
        let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let pages: Map<String, Value> = self
            .catalog
            .variables
            .values()
            .map(|variable| (variable.name.clone(), variable.url().into()))
            .collect();
        let tool = env!("CARGO_PKG_VERSION");
        json!({ "tool": tool, "kinds": kinds, "torch": self.catalog.torch, "pages": pages })
            .to_string()
    }
}

impl Checker {
    /// [`Checker::new`] for callers outside a browser; `Err` for the same reasons.
    pub fn open(catalog: &str) -> Result<Self, String> {
        let catalog: Catalog = serde_json::from_str(catalog)
            .map_err(|why| format!("this is not a Readpoint catalogue: {why}"))?;
        if catalog.format > CATALOG_FORMAT {
            let found = catalog.format;
            return Err(format!(
                "the catalogue has format {found}, this build reads up to {CATALOG_FORMAT}"
            ));
        }
        Ok(Self { catalog })
    }

    /// [`Checker::check`] for callers outside a browser; `Err` for the same reasons.
    pub fn run(&self, text: &str, options: &str) -> Result<String, String> {
        Ok(to_json(&check(text, &read(options)?, &self.catalog)))
    }
}

/// Reads the options object.
fn read(options: &str) -> Result<Options, String> {
    let options: Map<String, Value> = match options.trim() {
        "" => Map::new(),
        text => serde_json::from_str(text).map_err(|why| format!("bad options: {why}"))?,
    };
    let field = |name: &str| options.get(name).and_then(Value::as_str);
    let torch = field("torch").map(|text| text.parse::<Version>());
    Ok(Options {
        path: field("path").map(str::to_owned),
        kind: field("as").map(str::parse).transpose()?,
        torch: torch.transpose().map_err(|why| why.to_string())?,
    })
}
