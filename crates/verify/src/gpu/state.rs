//! Whether claims can be run on this machine's GPU at all, and if not, why: one probe, in a process
//! of its own as any other, for a damaged driver may crash or hang.

use std::path::Path;
use std::time::Duration;

use readpoint_evidence::Fields;
use serde_json::Value;

use crate::probe::Request;
use crate::process::{self, Limits, Program};
use crate::report::{self, CANNOT};
use crate::runner::Settings;

/// The probe that is asked.
const PROBE: &str = "create-context";

/// MiB of GPU memory in use beside our own context from which on a GPU counts as busy.
const BUSY: u64 = 2048;

/// How long the driver may take.
const TIME: Duration = Duration::from_secs(60);

/// What the driver told of itself, or the reason why nothing can be run on it.
///
/// # Errors
///
/// The reason, in one sentence.
pub(crate) fn look(settings: &Settings) -> Result<Fields, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let (fields, ended) = ask(folder.path(), settings).map_err(|error| format!("{error:#}"))?;
    match reason(&fields, &ended) {
        Some(why) => Err(why),
        None => Ok(fields),
    }
}

fn ask(folder: &Path, settings: &Settings) -> anyhow::Result<(Fields, String)> {
    let request = Request {
        probe: PROBE.to_owned(),
        report: folder.join("report.json"),
        folder: folder.to_owned(),
        ..Request::default()
    };
    let asked = folder.join("request.json");
    std::fs::write(&asked, serde_json::to_vec(&request)?)?;
    let program = Program {
        path: settings.program.clone(),
        arguments: vec!["child".to_owned(), asked.display().to_string()],
        environment: settings.pass.clone(),
        folder: folder.to_owned(),
    };
    let limits = Limits {
        time: TIME.min(settings.limits.time),
        ..settings.limits
    };
    let outcome = process::run(&settings.program, &program, &request.report, limits)?;
    Ok((report::read(&request.report), outcome.ended))
}

/// Why the GPU cannot be used.
fn reason(fields: &Fields, ended: &str) -> Option<String> {
    let number = |name| fields.get(name).and_then(Value::as_u64).unwrap_or_default();
    if let Some(why) = fields.get(CANNOT).and_then(Value::as_str) {
        return Some(why.to_owned());
    }
    if ended != "exit 0" {
        let at = fields
            .get("reached")
            .and_then(Value::as_str)
            .unwrap_or("the start");
        return Some(format!(
            "the driver is damaged: the process that called it ended with {ended} at {at}"
        ));
    }
    match (number("init"), number("context")) {
        (0, 0) => {}
        (0, code) => {
            return Some(format!(
                "no context can be made on the GPU: {}",
                meaning(code)
            ));
        }
        (code, _) => return Some(format!("the driver does not start: {}", meaning(code))),
    }
    let used = number("used");
    (used > BUSY).then(|| format!("the GPU is busy: {used} MiB of its memory are in use"))
}

/// What a result of the driver means for us.
fn meaning(code: u64) -> String {
    let words = match code {
        2 => "the GPU has no memory left, it is busy",
        46 => "another process has the GPU for itself, it is busy",
        100 => "there is no NVIDIA GPU",
        101 | 201 => "the GPU cannot be used",
        802 => "the system is not ready; is the fabric manager running?",
        803 => "the driver's library and its kernel module are of different versions",
        804 => "the driver is too old for the compatibility library",
        999 => "unknown error; is the kernel module loaded?",
        _ => "an error",
    };
    format!("{words} ({code})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_have_no_gpu_has_a_sentence() {
        let cases = [
            (
                vec![(CANNOT, Value::from("there is no driver"))],
                "exit 0",
                "there is no driver",
            ),
            (
                vec![("init", 100.into())],
                "exit 0",
                "there is no NVIDIA GPU",
            ),
            (
                vec![("init", 0.into()), ("context", 46.into())],
                "exit 0",
                "busy",
            ),
            (
                vec![("init", 0.into()), ("used", 40_000.into())],
                "exit 0",
                "40000 MiB",
            ),
            (
                vec![("reached", "cuInit".into())],
                "signal 11",
                "signal 11 at cuInit",
            ),
            (
                vec![("reached", "cuInit".into())],
                "time limit",
                "time limit at cuInit",
            ),
        ];
        for (fields, ended, wanted) in cases {
            let fields = fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value));
            let why = reason(&fields.collect(), ended).unwrap_or_default();
            assert!(why.contains(wanted), "{why}");
        }
        assert_eq!(reason(&Fields::new(), "exit 0"), None);
    }
}
