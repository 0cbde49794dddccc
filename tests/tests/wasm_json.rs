//! The engine that the playground loads gives, byte for byte, the JSON of the native validator.
//! It runs under Node; `READPOINT_WASM` names its folder, `target/engine` is the default.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use camino::Utf8Path;
use readpoint_catalog::Catalog;
use readpoint_content::Content;
use readpoint_tests::{needs, suite};
use readpoint_validator::{Options, check, to_json};
use serde::Deserialize;
use serde_json::json;

/// What `check.mjs` prints.
#[derive(Deserialize)]
struct Answer {
    checked: Vec<String>,
    refused: Vec<Option<String>>,
}

#[test]
fn native_and_wasm_give_equal_json() {
    let engine = needs::or_skip(engine(), "the engine; `cargo xtask wasm` builds it");
    let node = needs::or_skip(node(), "Node (Debian: nodejs)");
    let (Some(engine), Some(())) = (engine, node) else {
        return;
    };
    let content = content();
    let texts = texts(&content);
    let answer = ask(&engine, &content.catalog, &texts).expect("Node runs the engine");
    assert_eq!(answer.checked.len(), texts.len());
    for ((text, options), wasm) in texts.iter().zip(&answer.checked) {
        let native = to_json(&check(text, options, &content.catalog));
        assert_eq!(wasm, &native, "for {options:?} and the text:\n{text}");
    }
    for (number, refused) in answer.refused.iter().enumerate() {
        let words = refused.as_deref().unwrap_or_default();
        assert!(words.len() > 10, "refusal {number} says only {refused:?}");
    }
}

/// The folder of the engine, where it has been built.
fn engine() -> Option<PathBuf> {
    let folder = match std::env::var_os("READPOINT_WASM") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/engine"),
    };
    folder.join("readpoint_bg.wasm").is_file().then_some(folder)
}

fn node() -> Option<()> {
    let output = Command::new("node").arg("--version").output().ok()?;
    output.status.success().then_some(())
}

fn content() -> Content {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut content = readpoint_content::load(&root, &Catalog::default()).content;
    content.catalog.team = readpoint_tests::content::team();
    content
}

/// Every text of the suite and of the pages, and some that nobody means to write.
fn texts(content: &Content) -> Vec<(String, Options)> {
    let mut texts = Vec::new();
    for stage in ["reading", "findings"] {
        if !suite::folder(stage).is_dir() {
            continue;
        }
        let files = suite::load(stage).expect("the case files can be read");
        let cases = files.into_iter().flat_map(|(_, file)| file.cases);
        texts.extend(cases.map(|case| (case.text, case.options)));
    }
    for example in &content.examples {
        texts.push((example.text.clone(), Options::default()));
    }
    texts.extend(hostile().map(|text| (text, Options::default())));
    texts
}

/// Characters of every width, broken lines, control characters, a long text.
fn hostile() -> impl Iterator<Item = String> {
    let texts = [
        "",
        "\u{feff}export NCCL_DEBUG=INFO\r\npython train.py\r\n",
        "# 显存 😀\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128 # 😀\npython é.py\n",
        "\0\u{1}\u{7f}\u{85}\u{2028}NCCL_DEBUG=\u{0}INFO python\u{b} a\n",
        "export A='unclosed\n$((((`\"${",
    ];
    let long = "export NCCL_DEBUG=INFO\npython train.py\n".repeat(500);
    texts.into_iter().map(str::to_owned).chain([long])
}

fn ask(engine: &Path, catalog: &Catalog, texts: &[(String, Options)]) -> anyhow::Result<Answer> {
    let asked: Vec<_> = texts
        .iter()
        .map(|(text, options)| (text, written(options).to_string()))
        .collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm_json/check.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let input = json!({ "catalog": catalog, "texts": asked }).to_string();
    if let Some(mut stdin) = node.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let output = node.wait_with_output()?;
    anyhow::ensure!(output.status.success(), "Node ended with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The options as the page would write them.
fn written(options: &Options) -> serde_json::Value {
    json!({
        "path": options.path,
        "as": options.kind.map(|kind| kind.name()),
        "torch": options.torch.map(|version| version.to_string()),
    })
}
