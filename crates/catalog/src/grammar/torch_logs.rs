//! `torch-logs`: what torch logs, as a list of registered names, each with an optional `+`
//! (more) or `-` (errors only). An unknown name ends `import torch` with a ValueError.

use super::{Context, Fault, Finding, Reading, Verdict};
use crate::prelude::*;
use crate::{Gather, Gathered, Severity, Version, is_alphanumeric, nearest};

/// Names, and the first release that registers each.
#[rustfmt::skip]
const NAMES: &[(&str, u32)] = &[
    ("all", 0), ("aot", 0), ("aot_graphs", 0), ("aot_graphs_effects", 0), ("aot_joint_graph", 0),
    ("autograd", 0), ("benchmarking", 0), ("bytecode", 0), ("c10d", 0), ("cache", 0),
    ("compiled_autograd", 0), ("compiled_autograd_verbose", 0), ("cudagraph_static_inputs", 0),
    ("cudagraphs", 0), ("custom_format_test_artifact", 0), ("ddp", 0), ("ddp_graphs", 0),
    ("distributed", 0), ("dtensor", 0), ("dynamic", 0), ("dynamo", 0), ("export", 0),
    ("fake_tensor", 0), ("fsdp", 0), ("fusion", 0), ("graph", 0), ("graph_breaks", 0),
    ("graph_code", 0), ("graph_region_expansion", 0), ("graph_sizes", 0), ("guards", 0),
    ("inductor", 0), ("kernel_code", 0), ("loop_ordering", 0), ("not_implemented", 0), ("onnx", 0),
    ("onnx_diagnostics", 0), ("output_code", 0), ("overlap", 0), ("perf_hints", 0),
    ("post_grad_graphs", 0), ("pp", 0), ("recompiles", 0), ("recompiles_verbose", 0),
    ("schedule", 0), ("sym_node", 0), ("torch", 0), ("trace_bytecode", 0), ("trace_call", 0),
    ("trace_shape_events", 0), ("trace_source", 0), ("verbose_guards", 0), ("async_compile", 8),
    ("autotuning", 7), ("compute_dependencies", 9), ("graph_code_verbose", 8),
    ("hierarchical_compile", 8), ("inductor_metrics", 8), ("ir_post_fusion", 7),
    ("ir_pre_fusion", 7), ("loop_tiling", 8), ("pre_grad_graphs", 7), ("annotation", 10),
    ("auto_chunker", 11), ("caching", 11), ("node_runtime_estimation", 10),
    ("overlap_scheduling", 11), ("side_effects", 11), ("autotuning_inputs", 14),
    ("flex_gemm", 14), ("incremental", 13), ("native_dsl", 13), ("native_dsl_compile", 14),
    ("partitioned_scatter", 14),
];

/// Every name, with the first release that registers it.
pub(super) fn keys() -> Vec<(&'static str, Option<Version>)> {
    let since = |minor: u32| (minor > 0).then_some(Version::new(2, minor, 0));
    NAMES
        .iter()
        .map(|&(name, minor)| (name, since(minor)))
        .gathered()
}

/// Packages that people log by name; any importable module is accepted.
const PACKAGES: [&str; 10] = [
    "numpy",
    "transformers",
    "vllm",
    "torchvision",
    "torchaudio",
    "triton",
    "deepspeed",
    "accelerate",
    "lightning",
    "functorch",
];

/// Reads the list.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if matches!(value, "help" | "+help") {
        let message =
            "torch prints the known names and ends `import torch` with a ValueError".to_owned();
        return Reading::rejected(Finding::new(
            Severity::Info,
            Fault::Risky,
            0..value.len(),
            message,
        ));
    }
    if value.is_empty() && context.complete {
        let message = "the empty value ends `import torch` with an error".to_owned();
        return Reading::rejected(
            Finding::error(Fault::Syntax, 0..0, message).help("unset the variable"),
        );
    }
    let mut findings = Vec::new();
    let count = value.split(',').count();
    let mut start = 0;
    for (index, raw) in value.split(',').enumerate() {
        let blanks = if index == 0 {
            0
        } else {
            raw.len() - raw.trim_start().len()
        };
        let range = start + blanks..start + raw.len();
        start += raw.len() + 1;
        if context.complete || index + 1 < count {
            findings.add_all(judge(&value[range.clone()], range, context));
        }
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Rejected
    };
    Reading { verdict, findings }
}

fn judge(entry: &str, range: core::ops::Range<usize>, context: &Context<'_>) -> Option<Finding> {
    let raises = "`import torch` raises a ValueError";
    let name = entry.strip_prefix(['+', '-']).unwrap_or(entry);
    let shaped = !name.is_empty()
        && name
            .chars()
            .all(|c| is_alphanumeric(c) || c == '_' || c == '.');
    if !shaped {
        let message =
            format!("`{entry}` is not a name with an optional `+` or `-` before it; {raises}");
        return Some(
            Finding::error(Fault::Syntax, range, message)
                .help("write names divided by commas, such as `+dynamo,graph_breaks`"),
        );
    }
    let torch = context.torch;
    match NAMES.iter().find(|it| it.0 == name) {
        Some(it) if it.1 <= torch.minor => return None,
        Some(_) => {
            let message =
                format!("torch {torch} has no log `{name}`, which newer releases have; {raises}");
            return Some(
                Finding::error(Fault::KeyNotInRelease, range, message)
                    .help("remove it, or use a newer torch"),
            );
        }
        None if module(name) || PACKAGES.contains(&name) => return None,
        None => {}
    }
    let start = range.end - name.len();
    let message = format!(
        "torch {torch} has no log `{name}`; {raises}, unless a module of that name can be imported"
    );
    let finding = Finding::error(Fault::UnknownWord, start..range.end, message)
        .help("`TORCH_LOGS=help` lists the names");
    Some(finding.maybe_write(nearest(
        name,
        NAMES.iter().filter(|it| it.1 <= torch.minor).map(|it| it.0),
    )))
}

/// Whether a name with dots can be a module's: a log's name is none, nor is an empty part.
fn module(name: &str) -> bool {
    let package = name.split('.').next().unwrap_or(name);
    let is_log = package != "torch" && NAMES.iter().any(|it| it.0 == package);
    name.contains('.') && !is_log && name.split('.').all(|part| !part.is_empty())
}
