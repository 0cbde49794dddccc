//! A page to complete: what the scans know of a name, and marked lines for what only an author
//! can say.

use std::fmt::Write as _;

use anyhow::Context;

use crate::document::{Document, Place};
use crate::scans::{Scans, version};

/// How many read-points a skeleton takes from the newest release.
const POINTS: usize = 4;

/// Component by the beginning of the name.
const BY_NAME: &[(&str, &str)] = &[
    ("NCCL_", "nccl"),
    ("NVSHMEM_", "nvshmem"),
    ("UCX_", "ucx"),
    ("CUBLAS", "cublas"),
    ("CUDNN_", "cudnn"),
    ("CUDA_", "cuda"),
    ("NVIDIA_", "container"),
    ("OMP_", "threads"),
    ("MKL_", "threads"),
    ("KMP_", "threads"),
    ("GOMP_", "threads"),
];

/// Component by the beginning of the file.
const BY_FILE: &[(&str, &str)] = &[
    ("torch/_inductor", "torch-compile"),
    ("torch/_dynamo", "torch-compile"),
    ("torch/_functorch", "torch-compile"),
    ("torch/compiler", "torch-compile"),
    ("torch/distributed", "torch-distributed"),
    ("torch/csrc/distributed", "torch-distributed"),
    ("torch/utils/cpp_extension", "torch-build"),
    ("torch/cuda", "torch-cuda"),
    ("c10/cuda", "torch-memory"),
    ("aten/src/ATen/cuda", "torch-cuda"),
    ("cmd/nvidia", "container"),
    ("internal/", "container"),
];

/// Grammar by what the reader or the expression around it says.
const GRAMMARS: &[(&str, &str)] = &[
    ("check_env", "check-env"),
    ("getCvarBool", "cvar-bool"),
    ("getCvarInt", "cvar-integer"),
    ("NCCL_PARAM", "nccl-integer"),
    ("env_name_", "config-flag"),
    ("has_env", "presence"),
    ("in os.environ", "presence"),
    ("== \"1\"", "equals-one"),
    ("== '1'", "equals-one"),
    ("int(", "python-integer"),
];

/// The text of a page for `name`, and the component whose folder it belongs in.
///
/// # Errors
/// Where no scan knows the name.
pub fn skeleton(
    scans: &Scans,
    name: &str,
    component: Option<&str>,
) -> anyhow::Result<(String, String)> {
    let found = scans.of(name);
    let (document, place) = found.first().with_context(|| {
        format!("no scan knows {name}; scan the release that reads it, or copy a page like it")
    })?;
    let component = component.unwrap_or_else(|| component_of(name, place));
    let mut text = head(name, component, place);
    if let Some(since) = since(scans, document, name) {
        let _ = writeln!(text, "since = \"{since}\"");
    }
    let newest = found.iter().filter(|(it, _)| it.header == document.header);
    for (at, (document, place)) in newest.take(POINTS).enumerate() {
        text.push_str(&point(at, document, place));
    }
    text.push_str("+++\n");
    text.push_str(&body(place));
    Ok((component.to_owned(), text))
}

fn component_of(name: &str, place: &Place) -> &'static str {
    let first = |table: &[(&str, &'static str)], text: &str| {
        let found = table.iter().find(|(begins, _)| text.starts_with(begins));
        found.map(|(_, component)| *component)
    };
    let by_file = first(BY_FILE, &place.file);
    by_file
        .or_else(|| first(BY_NAME, name))
        .unwrap_or("torch-core")
}

fn head(name: &str, component: &str, place: &Place) -> String {
    let grammar = GRAMMARS
        .iter()
        .find(|(mark, _)| place.reader.contains(mark) || place.expression.contains(mark));
    let grammar = match grammar {
        Some((_, grammar)) => format!("grammar = \"{grammar}\" # check it against the source"),
        None => "grammar = \"text\" # fill in: how the value is read".to_owned(),
    };
    let written = place.default.as_deref().unwrap_or("none");
    let at_import = !place.symbol.contains('(') && place.file.ends_with(".py");
    let when = if at_import {
        "import, first-use or every-call"
    } else {
        "first-use or every-call"
    };
    format!(
        "+++\n\
         name = \"{name}\"\n\
         component = \"{component}\"\n\
         # fill in: summary = \"one sentence: what it does\"\n\
         {grammar}\n\
         default = \"unset\" # the source's default: {written}\n\
         default_note = \"not known\" # fill in: what holds when it is not set\n\
         # fill in: read_when = \"{when}\"\n\
         # fill in: on_invalid = \"abort, exception, warning-ignored, silently-ignored, silently-misread or not-checked\"\n\
         # fill in: audience = \"user, debug or internal\"\n"
    )
}

/// The first scanned release of the component that reads the name, where an older one does not.
fn since(scans: &Scans, of: &Document, name: &str) -> Option<String> {
    let same = scans
        .documents
        .iter()
        .filter(|it| it.header.component == of.header.component);
    let releases: Vec<_> = same
        .map(|it| {
            (
                version(it),
                it.places.iter().any(|place| place.name == name),
            )
        })
        .collect();
    let first = releases.iter().position(|(_, reads)| *reads)?;
    let (version, _) = releases.get(first).filter(|_| first > 0)?;
    let project = match of.header.component.as_str() {
        "pytorch" => "torch",
        component => component,
    };
    Some(format!("{project} {version}"))
}

fn point(at: usize, document: &Document, place: &Place) -> String {
    let id = if at == 0 {
        "read".to_owned()
    } else {
        format!("read-{}", at + 1)
    };
    let header = &document.header;
    let repository = match place.is_string() {
        true => place.file.rsplit('/').next().unwrap_or(&place.file),
        false => &header.repository,
    };
    let symbol = match place.is_string() {
        true => "name in .rodata",
        false => &place.symbol,
    };
    let mut text = format!(
        "\n[[read_point]]\nid = \"{id}\"\nrepository = \"{repository}\"\nrelease = \"{}\"\n\
         file = \"{}\"\nsymbol = \"{symbol}\"\n",
        header.release, place.file
    );
    if place.line > 0 {
        let _ = writeln!(text, "line = {}", place.line);
    }
    text
}

fn body(place: &Place) -> String {
    let code = if place.expression.is_empty() {
        String::new()
    } else {
        format!(
            "\n<!-- The source: {} -->\n",
            place.expression.replace("--", "- -")
        )
    };
    format!("\nFill in: one true sentence about what it does [@read].\n{code}")
}
