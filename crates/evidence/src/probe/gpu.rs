//! Probes that need a GPU.

use super::Kind::{Number, Text};
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
        &[LATE],
        &[
            observed("init", "what cuInit returned"),
            observed("count", "number of GPUs"),
            observed("listed", "number of GPUs that nvidia-smi -L lists"),
            observed("bus", "PCI bus id of the first GPU"),
            observed("multiprocessors", "multiprocessors of the first GPU"),
            observed(
                "mapped",
                "the driver's libraries that are mapped afterwards",
            ),
        ],
    ),
    gpu(
        "create-context",
        "Initialises the driver and creates a context.",
        &[],
        &[observed("context", "what the creation returned")],
    ),
    gpu(
        "module-loading-mode",
        "Asks the driver how it loads modules.",
        &[],
        &[observed("mode", "1 eager, 2 lazy")],
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
        &[observed("on", "whether they are on")],
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
        "Multiplies matrices by cuBLAS and compares with a product in float64.",
        &[
            optional("type", Text, "float32 (the default) or float64"),
            optional("math", Text, "default or tf32"),
        ],
        &[
            observed("error", "largest relative error"),
            observed("bits", "a hash of the result"),
        ],
    ),
    gpu(
        "cublas-memory",
        "Creates a cuBLAS handle, multiplies once, and measures the memory that took; then once more.",
        &[LATE],
        &[
            observed("created", "what cublasCreate returned"),
            observed("first", "MiB of the first handle"),
            observed("second", "MiB of the second handle"),
        ],
    ),
    gpu(
        "convolution",
        "Runs a convolution with TF32 allowed and compares with one in float64.",
        &[],
        &[
            observed("error", "largest relative error"),
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
        "torch-on-gpu",
        "Imports torch, adds on the GPU, and measures memory and time.",
        &[],
        &[
            observed("taken", "MiB of GPU memory in use afterwards"),
            observed("seconds", "time of import and addition"),
        ],
    ),
];
