//! Options of a check as a page hands them over.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{JsonReader, ParseReleaseError};

use crate::Options;

impl Options {
    /// Reads options from the text of a JSON object with any of `path`, `as` and `torch`, each a string or
    /// `null`; other keys are ignored, and the empty text is no options.
    ///
    /// # Errors
    ///
    /// When the text is no such object, or names an unknown kind or no release.
    pub fn from_json(options: &str) -> Result<Self, String> {
        let mut read = Self::default();
        if options.trim().is_empty() {
            return Ok(read);
        }
        let mut wrong = None;
        let mut reader = JsonReader::new(options);
        let outcome = reader.object(&mut |key, it| {
            match key {
                "path" => read.path = it.string_or_null()?.map(Cow::into_owned),
                "as" => match it.string_or_null()?.map(|kind| kind.parse()).transpose() {
                    Ok(kind) => read.kind = kind,
                    Err(why) => wrong = Some(why),
                },
                "torch" => match it.string_or_null()?.map(|text| text.parse()).transpose() {
                    Ok(version) => read.torch = version,
                    Err(why) => wrong = Some(ParseReleaseError::to_string(&why)),
                },
                _ => drop(it.skip()?),
            }
            Some(())
        });
        match (outcome.and_then(|()| reader.end()), wrong) {
            (None, _) => Err("bad options: they are no JSON object of strings".to_owned()),
            (_, Some(why)) => Err(why),
            (Some(()), None) => Ok(read),
        }
    }
}
