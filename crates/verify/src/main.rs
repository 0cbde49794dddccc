//! `readpoint-verify`: the suite, its guard and its children in one program.

mod arguments;
mod command;
mod show;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Records, Task};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.task {
        Task::Verify(options) => command::verify::run(&options),
        Task::Evidence { what, content } => match what {
            Records::Merge { files } => command::records::merge(&content, &files),
            Records::Prune => command::records::prune(&content),
        },
        Task::Bundle { out, content } => command::bundle::run(&content, &out),
        Task::Gate(options) => command::gate::run(&options),
        Task::Guard { order, parent } => command::guard(&order, parent),
        Task::Child { request } => {
            readpoint_verify::probe::run_child(&request).map(|()| ExitCode::SUCCESS)
        }
    };
    done.unwrap_or_else(|error| {
        show::note(&format!("error: {error:#}"));
        ExitCode::from(2)
    })
}
