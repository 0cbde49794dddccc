//! Nearest names: what somebody probably meant by a name that is not known.

use crate::Gathered;
use crate::prelude::*;

/// Whether a character is a letter or a digit, where every sign beyond ASCII counts as a letter: the
/// tables that tell them apart are larger than what hangs on it.
#[must_use]
pub fn is_alphanumeric(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}

/// Finds the known name closest to `name`, if one is close enough to be a likely slip.
///
/// Distance is the number of slips (optimal string alignment) over names in upper case; up to a quarter of the length (at
/// least one, at most three edits) counts as close. Ties go to the name that sorts first. What has one
/// or two characters is close to nothing: `on` is no slip of `n`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let upper = name.to_ascii_uppercase();
    let count = upper.chars().count();
    let limit = (count / 4).clamp(usize::from(count > 2), 3);
    known
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(upper.len()) <= limit)
        .map(|candidate| (slips(&upper, &candidate.to_ascii_uppercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Finds the known name of which `name` is a misspelling, and nothing but a misspelling.
///
/// Stricter than [`nearest`], because many names that differ by a word or a number are names of
/// their own: the words between underscores must pair up, and each pair must be equal, one slip
/// apart (two in a long word), or one the beginning of the other. A lost, added or mistyped
/// underscore counts as a slip too; digits at the end never do.
pub fn misspelling<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let upper = name.to_ascii_uppercase();
    let written = Written {
        name: &upper,
        digits: &upper[without_digits(&upper)..],
        words: upper.matches('_').count(),
    };
    known
        .into_iter()
        .filter_map(|candidate| Some((written.slips(candidate)?, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

/// A name as somebody wrote it, in upper case.
struct Written<'n> {
    name: &'n str,
    /// The digits at its end.
    digits: &'n str,
    /// How many underscores it has.
    words: usize,
}

impl Written<'_> {
    /// How many slips lead from `known` to the name; none where it is another name.
    fn slips(&self, known: &str) -> Option<usize> {
        let name = self.name;
        if name.len().abs_diff(known.len()) > 6 || self.digits != &known[without_digits(known)..] {
            return None;
        }
        if name == known {
            return Some(0);
        }
        let rest = name.strip_prefix(known);
        if rest.is_some_and(|rest| rest.starts_with('_')) {
            return None;
        }
        if self.words == known.matches('_').count() {
            let mut total = 0;
            for (a, b) in name.split('_').zip(known.split('_')) {
                total += word_slips(a, b)?;
            }
            return (total <= 3).then_some(total);
        }
        let joined = slips(&name.replace('_', ""), &known.replace('_', ""));
        (joined <= 1).then_some(joined + 1)
    }
}

/// How many slips make one name of another: letters added, lost, mistyped, or swapped with their
/// neighbour (optimal string alignment).
pub(crate) fn slips(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().gathered();
    // How far `b` is, up to each of its letters, from `a` without its last letter, and one less.
    let mut above: Vec<usize> = (0..=b.len()).gathered();
    let mut before = above.clone();
    let mut last = None;
    for (row, letter) in a.chars().enumerate() {
        let mut here = vec![row + 1];
        for (at, other) in b.iter().enumerate() {
            let mistyped = above[at] + usize::from(letter != *other);
            let mut least = mistyped.min(above[at + 1] + 1).min(here[at] + 1);
            if at > 0 && last == Some(*other) && b[at - 1] == letter {
                least = least.min(before[at - 1] + 1);
            }
            here.push(least);
        }
        before = core::mem::replace(&mut above, here);
        last = Some(letter);
    }
    above[b.len()]
}

/// Where the digits at the end of a name begin.
fn without_digits(name: &str) -> usize {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).len()
}

/// How many slips make one word of another; none where they are different words.
fn word_slips(a: &str, b: &str) -> Option<usize> {
    if a == b {
        return Some(0);
    }
    let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
    if long - short > 2 && !(short >= 4 && (a.starts_with(b) || b.starts_with(a))) {
        return None;
    }
    if short >= 4 && (a.starts_with(b) || b.starts_with(a)) {
        return Some(1);
    }
    let distance = slips(a, b);
    let swapped = || {
        let count = |of: &str, byte| of.bytes().filter(|it| *it == byte).count();
        a.len() == b.len() && a.bytes().all(|byte| count(a, byte) == count(b, byte))
    };
    let allowed = match short {
        0..=2 => 0,
        3 => usize::from(long == 4 || swapped()),
        4..=5 => 1,
        _ => 2,
    };
    (distance <= allowed).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::{misspelling, slips};

    #[test]
    fn slips_are_those_of_optimal_string_alignment() {
        let names = [
            "", "a", "ab", "ba", "abc", "acb", "CUDA", "CDUA", "CUAD", "CUDDA", "mlx5", "mxl5",
            "ünd", "nüd", "ca", "abcd",
        ];
        for (a, b) in names.iter().flat_map(|a| names.map(|b| (*a, b))) {
            assert_eq!(slips(a, b), strsim::osa_distance(a, b), "{a} {b}");
        }
    }

    const KNOWN: &[&str] = &[
        "CUDA_HOME",
        "CUDA_VISIBLE_DEVICES",
        "LD_LIBRARY_PATH",
        "NCCL_DEBUG",
        "NCCL_IB_HCA",
        "NCCL_NET_GDR_LEVEL",
        "NCCL_P2P_DISABLE",
        "NCCL_SOCKET_IFNAME",
        "OMP_NUM_THREADS",
        "PYTORCH_CUDA_ALLOC_CONF",
    ];

    #[track_caller]
    fn meant(name: &str, expected: Option<&str>) {
        assert_eq!(misspelling(name, KNOWN.iter().copied()), expected, "{name}");
    }

    #[test]
    fn slips_are_found() {
        meant("CUDA_VISIBLE_DEVICE", Some("CUDA_VISIBLE_DEVICES"));
        meant("CUDA_VISABLE_DEVICES", Some("CUDA_VISIBLE_DEVICES"));
        meant("CUDA_VISIBLEDEVICES", Some("CUDA_VISIBLE_DEVICES"));
        meant("cuda_visible_devices", Some("CUDA_VISIBLE_DEVICES"));
        meant("NCCL_P2P5ISABLE", Some("NCCL_P2P_DISABLE"));
        meant("CCL_NET_GDR_LEVEL", Some("NCCL_NET_GDR_LEVEL"));
        meant("NCLL_DEBUG", Some("NCCL_DEBUG"));
        meant("NCCL_SOCKET_IFNAMES", Some("NCCL_SOCKET_IFNAME"));
        meant("OMP_NUM_THREAD", Some("OMP_NUM_THREADS"));
        meant("PYTORCH_CUDA_ALLOC_CONFIG", Some("PYTORCH_CUDA_ALLOC_CONF"));
        meant("PYTROCH_CUDA_ALLOC_CONF", Some("PYTORCH_CUDA_ALLOC_CONF"));
        meant("LD_LIBARY_PATH", Some("LD_LIBRARY_PATH"));
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in [
            "APP_NUM_THREADS",
            "CUDA_HOME2",
            "CUDA_VISIBLE_DEVICES_0",
            "CUDA_VISIBLE_DEVICES1",
            "NCCL_IB_TC",
            "NCCL_IB_SL",
            "NCCL_NET_GDR_READ",
            "NCCL_STABLE_MODE",
            "OMP_NUM_TEAMS",
            "VLLM_DEBUG",
            "",
            "_",
        ] {
            meant(name, None);
        }
    }
}
