//! What fuzzing asks of the program: any bytes in, and every promise still holds.
//!
//! Each body takes the bytes of one run and panics where a promise is broken. `tests/fuzz` gives
//! them to libFuzzer (`cargo xtask fuzz`); `--test fuzz_smoke` runs them over all seeds and
//! some mutations of these with the ordinary toolchain.

pub mod folder;
pub mod inert;
mod json;
mod launch;
pub mod mutate;
mod page;
mod site;
mod value;

/// One door of the program.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, that of the file in `tests/fuzz/fuzz_targets` too.
    pub name: &'static str,
    /// Runs once.
    pub run: fn(&[u8]),
    /// Inputs to begin with, made of what the repository has.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many mutations of seeds the smoke test tries.
    pub smoke: usize,
}

/// All doors.
pub const TARGETS: &[Target] = &[
    Target {
        name: "launch",
        run: launch::run,
        seeds: launch::seeds,
        smoke: 1500,
    },
    Target {
        name: "value",
        run: value::run,
        seeds: value::seeds,
        smoke: 6000,
    },
    Target {
        name: "json",
        run: json::run,
        seeds: json::seeds,
        smoke: 2000,
    },
    Target {
        name: "page",
        run: page::run,
        seeds: page::seeds,
        smoke: 150,
    },
    Target {
        name: "site",
        run: site::run,
        seeds: site::seeds,
        smoke: 60,
    },
];

/// Runs the target of a name.
///
/// # Panics
///
/// Where a promise is broken, and where there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|it| it.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    (target.run)(data);
}
