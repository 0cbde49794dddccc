//! RP408: a launcher that is told to start more processes than GPUs are visible.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::view::{View, views};
use super::{Context, Finding, Rule, numbered_twice};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP408"],
    check,
};

const CUDA: &str = "CUDA_VISIBLE_DEVICES";

/// A program, and the options with which it is told a number of processes of this machine, each
/// of which takes a GPU. The numbers of one row are multiplied.
struct Launcher {
    words: &'static [&'static str],
    options: &'static [&'static [&'static str]],
    /// Options that spread the processes over several machines.
    spread: &'static [&'static str],
}

const LAUNCHERS: &[Launcher] = &[
    Launcher {
        words: &[
            "torchrun",
            "torch.distributed.run",
            "torch.distributed.launch",
        ],
        options: &[&["--nproc_per_node", "--nproc-per-node"]],
        spread: &[],
    },
    Launcher {
        words: &["accelerate"],
        options: &[&["--num_processes", "--num-processes"]],
        spread: &["--num_machines", "--num-machines", "--cpu", "--use_cpu"],
    },
    Launcher {
        words: &["vllm", "vllm-openai", "vllm.entrypoints.openai.api_server"],
        options: &[
            &["--tensor-parallel-size", "--tensor_parallel_size", "-tp"],
            &[
                "--pipeline-parallel-size",
                "--pipeline_parallel_size",
                "-pp",
            ],
        ],
        spread: &[
            "--distributed-executor-backend",
            "--distributed_executor_backend",
            "--nnodes",
            "-dp",
            "--data-parallel-size",
        ],
    },
    Launcher {
        words: &["sglang.launch_server"],
        options: &[&["--tp", "--tp-size", "--tensor-parallel-size"]],
        spread: &["--nnodes"],
    },
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        findings.add_all(finding(&view));
    }
}

fn finding(view: &View<'_>) -> Option<Finding> {
    let launch = view.launch()?;
    let visible = count(view.value(CUDA)?)?;
    let texts = launch
        .arguments
        .iter()
        .map(|it| it.as_deref().unwrap_or("?"));
    let words: Vec<&str> = [launch.command.as_str()]
        .into_iter()
        .chain(texts)
        .gathered();
    let named = |it: &&Launcher| words.iter().any(|word| it.words.contains(word));
    let launcher = LAUNCHERS.iter().find(named)?;
    if launcher
        .spread
        .iter()
        .any(|it| value(&words, &[it]).is_some())
    {
        return None;
    }
    let numbers = launcher.options.iter().filter_map(|it| value(&words, it));
    let numbers: Option<Vec<usize>> = numbers.map(|it| it.parse().ok()).collect();
    let wanted = numbers?.into_iter().try_fold(1, usize::checked_mul)?;
    if wanted <= visible {
        return None;
    }
    let gpus = numbered_twice::gpus(visible);
    let message = format!(
        "`{CUDA}` shows {gpus}, and the launcher starts {wanted} processes that take one each"
    );
    Some(
        Finding::warning("RP408", &view.span(CUDA), message)
            .about(CUDA)
            .help(format!(
                "name {wanted} GPUs, or start as many processes as there are GPUs"
            )),
    )
}

/// The value of the last of some options: `--name value` or `--name=value`.
fn value<'w>(words: &[&'w str], options: &[&str]) -> Option<&'w str> {
    let of_word = |(at, word): (usize, &&'w str)| {
        let (name, glued) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (*word, None),
        };
        let found = options.contains(&name);
        found.then(|| glued.or(words.get(at + 1).copied()).unwrap_or_default())
    };
    words.iter().enumerate().rev().find_map(of_word)
}

/// How many GPUs a list shows; `None` where it shows none or is wrong in some other way.
fn count(list: &str) -> Option<usize> {
    let entries: Vec<&str> = list.split(',').map(str::trim).gathered();
    let plain = |it: &&str| !it.is_empty() && !it.starts_with('-');
    entries.iter().all(plain).then_some(entries.len())
}
