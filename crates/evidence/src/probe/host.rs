//! Probes that need nothing but a host.

use super::Kind::{List, Text};
use super::{Place, Probe, observed, optional, required};
use crate::Level;

pub(super) const PROBES: &[Probe] = &[
    Probe {
        name: "host-program",
        about: "Runs a program of the host with the variables.",
        place: Place::Host,
        level: Level::Cpu,
        parameters: &[
            required("program", Text, "its name, looked up in /usr/bin and /bin"),
            optional("arguments", List, "its arguments"),
        ],
        observes: &[],
    },
    Probe {
        name: "container",
        about: "Starts a container with the variables and all GPUs by docker, and runs a command in it.",
        place: Place::Gpu,
        level: Level::Gpu,
        parameters: &[
            required("image", Text, "the image"),
            required("command", List, "the command"),
        ],
        observes: &[],
    },
    Probe {
        name: "strings",
        about: "Looks for a text in the files of a stack: libraries and Python files.",
        place: Place::Torch,
        level: Level::Binary,
        parameters: &[
            required("text", Text, "the text"),
            required(
                "within",
                List,
                "where to look: torch (its libraries), python (its Python files), headers, nccl, nvidia (all libraries of the NVIDIA wheels)",
            ),
        ],
        observes: &[
            observed("found_in", "the files that hold the text"),
            observed("searched", "number of files that were read"),
        ],
    },
];
