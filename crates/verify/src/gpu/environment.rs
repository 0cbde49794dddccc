//! Variables that change while the process runs.

/// Sets variables given as `NAME=VALUE`, as a program would that changes its mind.
pub(crate) fn set_late(pairs: &[String]) {
    for (name, value) in pairs.iter().filter_map(|it| it.split_once('=')) {
        // SAFETY: this program has no thread that reads the environment meanwhile; threads of the
        // driver that do so take the risk that the claim is about.
        unsafe { std::env::set_var(name, value) };
    }
}
