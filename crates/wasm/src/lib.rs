//! The door for the browser: one catalogue, many checks, JSON in and out.
//!
//! [`Checker::check`] gives byte for byte what `readpoint check --format json` prints. Nothing
//! panics on what a page hands over: a bad catalogue, kind or release is an error in words.
//!
//! In a browser there is no standard library below it: what that would print of a panic is a tenth
//! of the engine, and nobody reads it there.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::format;
use alloc::string::String;

use readpoint_catalog::{Catalog, Variable, Version};
use readpoint_validator::{Kind, Options, check, to_json};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Less code than the standard one.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Nothing panics. If it did, the browser would say where.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

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
        let catalog = Catalog::for_checks(catalog)
            .ok_or("this is not a Readpoint catalogue: its JSON is not as expected")?;
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
        Ok(to_json(&check(
            text,
            &Options::from_json(options)?,
            &self.catalog,
        )))
    }

    /// Version, catalogue format, kinds and torch releases, as a JSON object.
    #[must_use]
    pub fn about(&self) -> String {
        let about = About {
            tool: env!("CARGO_PKG_VERSION"),
            format: self.catalog.format,
            kinds: Kind::ALL,
            torch: &self.catalog.torch,
        };
        // Strings and lists of them: serde_json has nothing to refuse here.
        serde_json::to_string(&about).unwrap_or_default()
    }

    /// Address of a variable's page, relative to the site's base; empty for a name without one.
    #[must_use]
    pub fn page(&self, name: &str) -> String {
        let variable = self.catalog.variables.get(name);
        variable.map(Variable::url).unwrap_or_default()
    }
}

/// What [`Checker::about`] gives.
#[derive(Serialize)]
struct About<'a> {
    tool: &'static str,
    format: u32,
    kinds: &'static [Kind],
    torch: &'a [Version],
}
