//! Names in a text: which of them the text itself uses, and which belong to the GPU stack.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Map, Set, sort_by_number};

use crate::reading::{Assignment, Span};

/// First words of names that a part of the GPU stack claims for itself.
const VENDORS: &[&str] = &[
    "CUBLAS",
    "CUBLASLT",
    "CUDA",
    "CUDNN",
    "CUFFT",
    "CUSOLVER",
    "CUSPARSE",
    "GLOO",
    "GOMP",
    "KMP",
    "LD",
    "MKL",
    "NCCL",
    "NVIDIA",
    "NVSHMEM",
    "OMP",
    "PYTORCH",
    "TORCH",
    "TORCHDYNAMO",
    "TORCHINDUCTOR",
    "TP",
];

/// Whether a name begins like those of a part of the GPU stack.
pub(super) fn has_vendor(name: &str) -> bool {
    name.split_once('_')
        .is_some_and(|(first, _)| VENDORS.contains(&first))
}

/// The names whose value the text uses: `$NAME`, `${NAME…}`, `%NAME%`, `$(NAME)`, `$env:NAME`,
/// `environ["NAME"]`, `getenv("NAME")`. A use inside an assignment to the same name (`X=a:$X`)
/// does not count, nor does the place that sets it.
pub(super) fn used(text: &str, assignments: &[Assignment]) -> Set {
    let own = own_spans(assignments);
    let mut used = Set::new();
    let mut at = 0;
    while let Some((name, start)) = next_word(text, at) {
        at = start + name.len();
        let (before, after) = (&text[..start], &text[at..]);
        if is_use(before, after) && !inside(&own, name, start) {
            used.insert(name);
        }
    }
    used
}

/// The spans of the assignments to each name, by position.
fn own_spans(assignments: &[Assignment]) -> Map<Vec<Span>> {
    let mut own: Map<Vec<Span>> = Map::new();
    for assignment in assignments {
        own.entry(assignment.name.clone())
            .or_default()
            .push(assignment.span.clone());
    }
    for spans in own.values_mut() {
        sort_by_number(spans, |span| span.start);
    }
    own
}

fn inside(own: &Map<Vec<Span>>, name: &str, at: usize) -> bool {
    own.get(name).is_some_and(|spans| {
        let after = spans.partition_point(|span| span.start <= at);
        after > 0 && at < spans[after - 1].end
    })
}

/// The next identifier at or after `from`.
fn next_word(text: &str, from: usize) -> Option<(&str, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = from + text[from..].find(is_word)?;
    let length = text[start..].find(|c| !is_word(c));
    let end = length.map_or(text.len(), |length| start + length);
    Some((&text[start..end], start))
}

/// Whether what surrounds a name makes it a use of its value.
fn is_use(before: &str, after: &str) -> bool {
    let expansion = ["$", "${", "$(", "$env:", "${env:", "$ENV{", "env."];
    if expansion.iter().any(|it| before.ends_with(it)) {
        return true;
    }
    if before.ends_with('%') && after.starts_with('%') {
        return true;
    }
    let quote = ['"', '\'', '\\'];
    let call = before.trim_end_matches(quote);
    call.len() < before.len()
        && ["get(", "getenv(", "environ[", "env["]
            .iter()
            .any(|it| call.ends_with(it))
}
