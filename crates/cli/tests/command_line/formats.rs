//! Formats for other programs: SARIF by its schema, annotations by GitHub's escapes.

use serde_json::Value;

use crate::schema::faults;
use crate::{BAD, file, stdout};

/// The schema as OASIS publishes it with SARIF 2.1.0.
const SCHEMA: &str = include_str!("sarif/sarif-schema-2.1.0.json");

/// Findings with edits, wide characters, line ends of Windows, an empty span, no findings.
const TEXTS: &[(&str, &str)] = &[
    ("bad.sh", BAD),
    ("good.sh", "python a.py\n"),
    (
        "wide 显存,%.sh",
        "# 😀\r\nexport CUDA_VISIBLE_DEVICES=0,0 NCCL_DEBUG = INFO\r\n",
    ),
    ("empty.env", "CUDA_VISIBLE_DEVICES=\nNCCL_DEBUG=\n"),
    (
        "pod.yaml",
        "env:\n  - name: NCCL_IB_DISABLE\n    value: 1\n",
    ),
];

#[test]
fn sarif_holds_to_its_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths: Vec<String> = TEXTS
        .iter()
        .map(|(name, text)| file(folder.path(), name, text))
        .collect();
    let mut arguments = vec!["check", "--format", "sarif"];
    arguments.extend(paths.iter().map(String::as_str));
    let log: Value = serde_json::from_str(&stdout(&arguments, "")).expect("JSON");
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let wrong = faults(&log, &schema);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let results = log["runs"][0]["results"].as_array().expect("results");
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["level"] = "fatal".into();
    broken["runs"][0]["tool"]["driver"]["colour"] = "red".into();
    assert_eq!(faults(&broken, &schema).len(), 2, "the schema is looked at");
    assert!(results.len() > 4 && results.iter().any(|it| !it["fixes"].is_null()));
}

#[test]
fn annotations_escape_what_github_reads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = file(
        folder.path(),
        "a,b:c%d.sh",
        "export CUDA_VISIBLE_DEVICES=0,50%\npython a\n",
    );
    let text = stdout(&["check", "--format", "github", &path], "");
    let line = text.lines().next().expect("a finding");
    let (properties, message) = line
        .strip_prefix("::error ")
        .and_then(|it| it.split_once("::"))
        .expect("an annotation");
    assert!(
        properties.contains("a%2Cb%3Ac%25d.sh,line=1,col="),
        "{line}"
    );
    assert!(
        message.contains("50%25") && message.contains("%0A"),
        "{line}"
    );
    assert_eq!(
        text.lines().filter(|it| !it.starts_with("::")).count(),
        0,
        "{text}"
    );
}
