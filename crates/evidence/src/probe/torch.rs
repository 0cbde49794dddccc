//! Probes that run a Python with torch, or call the libraries beside it.

use super::Kind::{List, Number, Text};
use super::{LATE, Place, Probe, observed, optional, required};
use crate::Level;

pub(super) const PROBES: &[Probe] = &[
    Probe {
        name: "python-import",
        about: "Imports a module; its value is the module's version.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[optional("module", Text, "the module; torch if not given")],
        observes: &[],
    },
    Probe {
        name: "python-value",
        about: "Imports torch and what else is named, runs statements, and takes the value of an expression by repr.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[
            required("expression", Text, "the expression"),
            optional("import", List, "modules to import besides torch"),
            optional("before", Text, "statements to run before it"),
            LATE,
        ],
        observes: &[],
    },
    Probe {
        name: "allocator-settings",
        about: "Imports torch and asks for the settings of the CUDA allocator, or puts some to it.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[optional(
            "settings",
            Text,
            "settings to put; without, those in force are asked for",
        )],
        observes: &[],
    },
    Probe {
        name: "thread-count",
        about: "Imports torch and asks how many threads it uses.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[LATE],
        observes: &[
            observed("threads", "torch.get_num_threads()"),
            observed("interop", "torch.get_num_interop_threads()"),
            observed("cores", "CPU cores that the process may use"),
            observed(
                "affinity",
                "CPU numbers that the process may use after a parallel region",
            ),
        ],
    },
    Probe {
        name: "process-group",
        about: "Creates a process group of torch.distributed and destroys it.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[
            required("backend", Text, "gloo or nccl"),
            optional(
                "init",
                Text,
                "how ranks meet: store (one rank, the default) or env",
            ),
            optional(
                "dump",
                Text,
                "write the Flight Recorder after a barrier, with this expression for the call",
            ),
        ],
        observes: &[
            observed("backend", "type of the process group's backend"),
            observed("rank", "the rank"),
            observed("world_size", "the number of ranks"),
        ],
    },
    Probe {
        name: "torchrun-workers",
        about: "Starts two workers by torchrun; its value is what they find in their environment.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[required("names", List, "the variables to tell")],
        observes: &[observed(
            "workers",
            "a line for each worker, with NAME=VALUE for each name",
        )],
    },
    Probe {
        name: "loaded-libraries",
        about: "Imports torch with copies of libraries of its wheel in the folder {copies}, and lists which of them it loaded from where.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[
            required("copies", List, "beginnings of the libraries' file names"),
            optional("expression", Text, "what to evaluate before looking"),
        ],
        observes: &[
            observed(
                "from_copies",
                "copied libraries that were loaded from the folder",
            ),
            observed(
                "from_wheel",
                "libraries of the same names that were loaded from the wheel",
            ),
        ],
    },
    Probe {
        name: "library-call",
        about: "Loads a library of the stack without torch and calls one of its functions.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[
            required(
                "library",
                Text,
                "nccl, cudnn, cublas, cublasLt, gomp or torch",
            ),
            required("function", Text, "its name"),
            optional(
                "first",
                List,
                "functions to call before, each with a buffer of its own",
            ),
            optional(
                "out",
                Number,
                "bytes of a buffer whose address is its only argument",
            ),
            optional(
                "write",
                List,
                "files to write into the folder before, as NAME: LINE",
            ),
            optional("environment", List, "variables to read in C after the call"),
        ],
        observes: &[
            observed("returned", "the number it returned"),
            observed("out", "the buffer's first eight bytes as a number"),
            observed(
                "environment",
                "the asked variables as NAME=VALUE, those that are set",
            ),
        ],
    },
    Probe {
        name: "nccl-parameter",
        about: "Asks NCCL for what it made of one of its variables, by ncclParamGetParameter.",
        place: Place::Torch,
        level: Level::Cpu,
        parameters: &[required("name", Text, "the variable")],
        observes: &[observed("returned", "the number that the call returned")],
    },
];
