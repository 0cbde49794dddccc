//! Nearest names: what somebody probably meant by a name that is not known.

/// Finds the known name closest to `name`, if one is close enough to be a likely slip.
///
/// Distance is Damerau–Levenshtein over upper-cased names; up to a quarter of the length (at
/// least one, at most three edits) counts as close. Ties go to the name that sorts first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let upper = name.to_uppercase();
    let limit = (upper.chars().count() / 4).clamp(1, 3);
    known
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(upper.len()) <= limit)
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&upper, &candidate.to_uppercase()),
                candidate,
            )
        })
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}
