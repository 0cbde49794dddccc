//! Probes that need a GPU.

use super::Kind::{List, Number, Text};
use super::{LATE, Observed, Parameter, Place, Probe, observed, optional};
use crate::Level;

/// Every GPU probe has the same place and level.
const fn gpu(
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    observes: &'static [Observed],
) -> Probe {
    Probe {
        name,
        about,
        place: Place::Gpu,
        level: Level::Gpu,
        parameters,
        observes,
    }
}

pub(super) const PROBES: &[Probe] = &[
    gpu(
        "device-count",
        "Initialises the driver and counts the GPUs that the process sees.",
        &[
            optional(
                "early",
                List,
                "variables set before the driver starts, as NAME=VALUE",
            ),
            LATE,
        ],
        &[
            observed("init", "what cuInit returned"),
            observed("count", "number of GPUs"),
            observed("listed", "number of GPUs that nvidia-smi -L lists"),
            observed("bus", "PCI bus id of the first GPU"),
            observed("multiprocessors", "multiprocessors of the first GPU"),
            observed(
                "mapped",
                "the driver's compiler libraries that are mapped after cuInit",
            ),
            observed(
                "first",
                "whether the first GPU is the first that nvidia-smi lists",
            ),
        ],
    ),
    gpu(
        "create-context",
        "Initialises the driver and creates a context.",
        &[],
        &[
            observed("init", "what cuInit returned"),
            observed("offers", "the CUDA version that the driver offers"),
            observed("context", "what the creation returned"),
            observed("used", "MiB of GPU memory in use, by whomever"),
        ],
    ),
    gpu(
        "module-loading-mode",
        "Asks the driver how it loads modules.",
        &[],
        &[observed("mode", "1 eager, 2 lazy")],
    ),
    gpu(
        "kernel-loading",
        "Loads a module with four kernels and asks for none of them.",
        &[],
        &[observed("loaded", "number of kernels that are loaded")],
    ),
    gpu(
        "module-data",
        "Loads a module with 256 MiB of data and asks for its symbol.",
        &[],
        &[
            observed("at_load", "MiB that loading took"),
            observed("at_symbol", "MiB that asking for the symbol took"),
            observed("mode", "1 eager, 2 lazy"),
        ],
    ),
    gpu(
        "ptx",
        "Loads a module that holds only PTX, twice, each in a process of its own.",
        &[],
        &[
            observed("first", "what the first load returned"),
            observed("cached", "files in the cache folders afterwards"),
            observed(
                "again",
                "time of the second load divided by that of the first",
            ),
        ],
    ),
    gpu(
        "launch-time",
        "Launches a kernel that takes 200 ms and times the call.",
        &[],
        &[observed(
            "ratio",
            "time of the call divided by that of call and kernel",
        )],
    ),
    gpu(
        "illegal-access",
        "Launches a kernel that writes to an address that is not there.",
        &[optional("fill", Number, "MiB of GPU memory to fill before")],
        &[
            observed("launch", "what the launch returned"),
            observed("synchronize", "what the synchronization returned"),
        ],
    ),
    gpu(
        "coredump-attribute",
        "Asks for core dumps to be off, and reads the attribute again.",
        &[],
        &[
            observed("asked", "what the request returned"),
            observed("on", "whether they are on afterwards"),
        ],
    ),
    gpu(
        "streams",
        "Runs two dependent kernels of 50 ms on each of some streams, depth first.",
        &[optional("streams", Number, "how many; 8 if not given")],
        &[observed(
            "ratio",
            "total time divided by that of one stream alone",
        )],
    ),
    gpu(
        "launch-queue",
        "Counts launches behind a kernel that waits, until a launch waits too.",
        &[],
        &[observed("count", "number of launches")],
    ),
    gpu(
        "graph-flags",
        "Instantiates a graph without flags and asks for its flags.",
        &[],
        &[observed("flags", "the flags as a number")],
    ),
    gpu(
        "bad-launch",
        "Launches a kernel with a block that is too large.",
        &[],
        &[
            observed("launch", "what the launch returned"),
            observed("log", "the text of the files that the run left"),
        ],
    ),
    gpu(
        "injection",
        "Makes a library that leaves a mark, names it by {folder}/inject.so, and initialises the driver.",
        &[],
        &[observed("mark", "whether the mark is there")],
    ),
    gpu(
        "library-load",
        "Loads a large CUDA library's code and counts threads meanwhile.",
        &[],
        &[observed(
            "threads",
            "largest number of threads of the process",
        )],
    ),
    gpu(
        "matrix-product",
        "Multiplies two matrices ten times by cuBLAS and compares with a product in float64.",
        &[
            optional("type", Text, "float32 (the default) or float64"),
            optional("math", Text, "default or tf32"),
        ],
        &[
            observed("error", "largest error divided by the largest value"),
            observed("bits", "a hash of the result"),
            observed("same", "whether all ten products have the same bits"),
        ],
    ),
    gpu(
        "cublas-memory",
        "Creates cuBLAS handles that multiply once and are kept; measures what memory each one takes after the first, which loads kernels too.",
        &[LATE],
        &[
            observed("created", "what cublasCreate returned"),
            observed("first", "MiB of the next handle"),
            observed(
                "second",
                "MiB of the one after it, created when `late` is set",
            ),
        ],
    ),
    gpu(
        "convolution",
        "Runs a convolution with TF32 allowed and compares with one in float64.",
        &[],
        &[
            observed("error", "largest error divided by the largest value"),
            observed(
                "workspace",
                "MiB of the largest workspace of the algorithms that cuDNN offers",
            ),
        ],
    ),
    gpu(
        "nccl-one-rank",
        "Creates a communicator of one rank.",
        &[],
        &[
            observed("first", "what ncclCommInitRank returned"),
            observed("last", "the state once it is no longer in progress"),
        ],
    ),
    gpu(
        "nccl-two-ranks",
        "Creates a communicator of two ranks on one GPU and runs an all-reduce.",
        &[],
        &[
            observed("created", "what the creation returned"),
            observed("reduced", "whether the all-reduce gave the sum"),
            observed("taken", "MiB of GPU memory that it took"),
        ],
    ),
    gpu(
        "nccl-ranks",
        "Joins a communicator of all ranks that a launcher has started, one on each GPU or host, and runs an all-reduce.",
        &[],
        &[
            observed("created", "what the creation returned"),
            observed("ranks", "number of ranks"),
            observed("reduced", "whether the all-reduce gave the sum"),
            observed("taken", "MiB of GPU memory that it took"),
        ],
    ),
    gpu(
        "torch-on-gpu",
        "Imports torch, adds on the GPU, and measures memory and time.",
        &[],
        &[
            observed("taken", "MiB of GPU memory in use afterwards"),
            observed("seconds", "time of import and addition"),
        ],
    ),
];
