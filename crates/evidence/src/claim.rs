//! A claim beside its records.

use std::fmt::Write;

use readpoint_catalog::Claim;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{Condition, Evidence, Level, Need, Record, Stack, Unmet, Verdict, probe};

/// Digits of the hash that records keep.
const DIGITS: usize = 16;

/// The hash of everything that a run depends on and of the sentence it stands for. Evidence of
/// another hash does not count.
#[must_use]
pub fn hash(claim: &Claim) -> String {
    #[derive(Serialize)]
    struct Hashed<'a>(
        &'a str,
        &'a str,
        &'a std::collections::BTreeMap<String, String>,
        &'a Option<std::collections::BTreeMap<String, String>>,
        &'a str,
        &'a std::collections::BTreeMap<String, readpoint_catalog::Argument>,
        &'a [String],
        Option<u32>,
    );
    let hashed = Hashed(
        &claim.id,
        &claim.statement,
        &claim.set,
        &claim.against,
        &claim.probe,
        &claim.with,
        &claim.expect,
        claim.limit,
    );
    // Texts, numbers and maps with text keys: serde_json has nothing to refuse here.
    let json = serde_json::to_vec(&hashed).unwrap_or_default();
    let mut text = String::with_capacity(DIGITS);
    for byte in Sha256::digest(json).iter().take(DIGITS / 2) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Whether the claim compares with a second run.
#[must_use]
pub fn needs_other(claim: &Claim) -> bool {
    let conditions = claim.expect.iter();
    let mut read = conditions.filter_map(|text| Condition::parse(text).ok());
    claim.against.is_some() || read.any(|condition| condition.needs_other())
}

/// Whether the claim is about this stack: none of its needs names another release.
#[must_use]
pub fn about(claim: &Claim, stack: &Stack) -> bool {
    let needs = claim.needs.iter().filter_map(|it| Need::parse(it).ok());
    let mut met = needs.map(|need| need.met(stack));
    !met.any(|it| matches!(it, Err(Unmet::Elsewhere(_))))
}

/// How a claim stands, judged by the records that count for it.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The strongest level at which a run has confirmed it.
    pub level: Option<Level>,
    /// Whether the probe needs a GPU.
    pub on_gpu: bool,
    /// Its records, with what they were run on.
    pub records: Vec<(&'a Stack, &'a Record)>,
}

/// Finds the records that count for a claim as it is now: same hash, on a stack that the claim is
/// about.
#[must_use]
pub fn standing<'a>(claim: &Claim, evidence: &'a Evidence) -> Standing<'a> {
    let hash = hash(claim);
    let records = evidence.of(&claim.id);
    let records: Vec<_> = records
        .filter(|(stack, record)| record.hash == hash && about(claim, stack))
        .collect();
    let confirmed = records
        .iter()
        .filter(|(_, record)| record.verdict == Verdict::Confirmed);
    Standing {
        level: confirmed.map(|(_, record)| record.level).max(),
        on_gpu: probe::find(&claim.probe).is_some_and(|it| it.place == probe::Place::Gpu),
        records,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_changes_with_what_is_claimed_and_not_with_where() {
        let claim = Claim {
            id: "a".to_owned(),
            statement: "It is so.".to_owned(),
            probe: "python-import".to_owned(),
            expect: vec!["ended is exit 0".to_owned()],
            ..Claim::default()
        };
        let elsewhere = Claim {
            needs: vec!["torch 2.9.1".to_owned()],
            ..claim.clone()
        };
        let other = Claim {
            statement: "It is otherwise.".to_owned(),
            ..claim.clone()
        };
        assert_eq!(hash(&claim), hash(&elsewhere));
        assert_ne!(hash(&claim), hash(&other));
        assert_eq!(hash(&claim).len(), DIGITS);
    }
}
