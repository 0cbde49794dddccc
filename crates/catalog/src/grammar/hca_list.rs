//! `hca-list`: InfiniBand devices by the beginning of their names, each with an optional port.

use super::{Context, Fault, Finding, Reading, prefix_list};

/// Reads the list; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    prefix_list::read(value, context, "device", |name, range| {
        let port = name.split(':').nth(1)?;
        let wrong = !port.is_empty() && !port.chars().all(|c| c.is_ascii_digit());
        let message = format!(
            "`{port}` in `{name}` is not a port number and is read as 0, which no port has"
        );
        wrong.then(|| {
            Finding::error(Fault::NotNumber, range.clone(), message)
                .help("write for example `mlx5_0:1`")
        })
    })
}
