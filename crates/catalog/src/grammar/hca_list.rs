//! `hca-list`: InfiniBand devices by the beginning of their names, each with an optional port.

use super::{Context, Fault, Finding, Reading, c_number, prefix_list};
use crate::Severity;
use crate::names::slips;
use crate::prelude::*;

/// Reads the list; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    prefix_list::read(value, context, "device", |name, range| {
        if let Some(meant) = mistyped(name) {
            let message = format!(
                "`{name}` looks like a slip for `{meant}`; a device that does not exist is left out without a word"
            );
            let finding = Finding::new(
                Severity::Warning,
                Fault::UnknownWord,
                range.clone(),
                message,
            );
            return Some(finding.help(
                "compare with the names that `ibdev2netdev` or `ls /sys/class/infiniband` show",
            ));
        }
        let port = name.split(':').nth(1)?;
        let read = c_number::integer(port, 10).map_or(0, c_number::Integer::value);
        let wrong = !port.is_empty() && read == 0;
        let message = format!(
            "`{port}` in `{name}` is not a port number and is read as 0, which no port has"
        );
        wrong.then(|| {
            Finding::error(Fault::NotNumber, range.clone(), message)
                .help("write for example `mlx5_0:1`")
        })
    })
}

/// The name that a device's name is one slip away from, for the drivers `mlx4` and `mlx5`.
fn mistyped(name: &str) -> Option<String> {
    let (driver, rest) = name.split_once('_')?;
    let number = rest.split(':').next()?;
    let numbered = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let near = ["mlx5", "mlx4"]
        .into_iter()
        .find(|known| slips(driver, known) == 1)?;
    (numbered && !matches!(driver, "mlx4" | "mlx5")).then(|| format!("{near}_{rest}"))
}
