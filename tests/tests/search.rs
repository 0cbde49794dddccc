//! Search on the built site, asked under Node with the scripts that a browser runs: what comes
//! first, what it loads, and how queries are split. `READPOINT_SITE` names the site's folder
//! (`cargo xtask test` builds it).

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use readpoint_content::Front;
use readpoint_tests::content::{CONTENT, root};
use readpoint_tests::needs;
use serde::Deserialize;

/// Bytes that one query may load, all files together, with Brotli.
const MOST_BYTES: u64 = 100_000;
/// Fewer cases than this would not say much.
const FEWEST_CASES: usize = 60;

#[derive(Deserialize)]
struct Answer {
    words: Vec<String>,
    marks: Vec<String>,
    found: Vec<Found>,
    bytes: u64,
    core: u64,
}

#[derive(Deserialize)]
struct Found {
    url: String,
    score: i64,
}

#[test]
fn a_query_finds_what_is_meant_first() {
    let cases = cases("cases.txt");
    assert!(cases.len() >= FEWEST_CASES, "{} cases", cases.len());
    check(&cases, "");
}

#[test]
fn a_chinese_query_finds_what_is_meant_first() {
    check(&cases("cases-zh.txt"), "zh");
}

/// Asks the edition in a folder of the site.
fn check(cases: &[(String, String)], edition: &str) {
    let queries: Vec<_> = cases.iter().map(|(query, _)| query.clone()).collect();
    let Some(answers) = ask(&queries, edition) else {
        return;
    };
    let mut wrong = Vec::new();
    for ((query, wanted), answer) in cases.iter().zip(&answers) {
        let first = answer.found.first().map_or("nothing", |it| &it.url);
        let fits = |url: &str| first == url || first.split('#').next() == Some(url);
        if !wanted.split(" | ").any(fits) {
            let found = answer.found.iter().take(4);
            let found: Vec<_> = found
                .map(|it| format!("{} ({})", it.url, it.score))
                .collect();
            wrong.push(format!(
                "{query}\n  wanted {wanted}\n  found  {}",
                found.join(", ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever is asked; and when the content doubles, only the core does, for shards and cards of
/// one query are bounded.
#[test]
fn no_query_loads_more_than_its_budget() {
    let symptoms = CONTENT.pages.iter().flat_map(|page| match &page.front {
        Front::Variable(it) => it.symptoms.as_slice(),
        _ => &[],
    });
    let symptoms: Vec<_> = symptoms.cloned().collect();
    let mut queries: Vec<_> = [cases("cases.txt"), cases("cases-zh.txt")]
        .concat()
        .into_iter()
        .map(|(query, _)| query)
        .collect();
    queries.extend(symptoms.chunks(40).map(|it| it.join("\n")));
    queries.extend(
        [
            "a",
            "the",
            "c",
            "con",
            "con pre sta int de",
            "内存 显存 通信",
            "",
        ]
        .map(str::to_owned),
    );
    queries.push(symptoms.join(" "));
    for edition in ["", "zh"] {
        let Some(answers) = ask(&queries, edition) else {
            return;
        };
        for (query, answer) in queries.iter().zip(&answers) {
            let doubled = answer.bytes + answer.core;
            assert!(doubled <= MOST_BYTES, "{doubled} bytes for: {query}");
        }
    }
}

#[test]
fn queries_are_split_as_texts_are() {
    let cases = cases("tokens.txt");
    let queries: Vec<_> = cases.iter().map(|(text, _)| text.clone()).collect();
    let Some(answers) = ask(&queries, "") else {
        return;
    };
    for ((text, words), answer) in cases.iter().zip(&answers) {
        assert_eq!(&answer.words.join(" "), words, "{text}");
    }
}

#[test]
fn only_words_that_say_something_are_marked() {
    let cases = cases("marks.txt");
    let queries: Vec<_> = cases.iter().map(|(query, _)| query.clone()).collect();
    let Some(answers) = ask(&queries, "") else {
        return;
    };
    for ((query, marks), answer) in cases.iter().zip(&answers) {
        assert_eq!(&answer.marks.join(", "), marks, "{query}");
    }
}

/// The lines of a file of `tests/search`, cut at the arrow; `\n` is a line end.
fn cases(name: &str) -> Vec<(String, String)> {
    let path = root().join("tests/search").join(name);
    let text = std::fs::read_to_string(path).expect("the cases are there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let cases = lines.filter_map(|line| line.rsplit_once(" => "));
    cases
        .map(|(query, wanted)| (query.replace("\\n", "\n"), wanted.to_owned()))
        .collect()
}

/// The answers of the site, or nothing where the machine lacks something.
fn ask(queries: &[String], edition: &str) -> Option<Vec<Answer>> {
    let site = needs::or_skip(site(), "the built site; `cargo xtask test` builds it")?;
    let node = Command::new("node").arg("--version").output();
    needs::or_skip(node.ok(), "Node (Debian: nodejs)")?;
    Some(run(&site.join(edition), queries).expect("Node runs the search"))
}

fn site() -> Option<PathBuf> {
    let folder = match std::env::var_os("READPOINT_SITE") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("target/test-site"),
    };
    folder.join("search.json").is_file().then_some(folder)
}

fn run(site: &Path, queries: &[String]) -> anyhow::Result<Vec<Answer>> {
    let mut node = Command::new("node")
        .arg(root().join("tests/tests/search/run.mjs"))
        .arg(root().join("site/script"))
        .arg(site)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let lines: Vec<_> = queries
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()?;
    let mut stdin = node.stdin.take();
    let writer = std::thread::spawn(move || {
        // Where Node ends early, its exit status says so.
        stdin
            .take()
            .map(|mut it| it.write_all((lines.join("\n") + "\n").as_bytes()))
    });
    let output = node.wait_with_output()?;
    drop(writer.join());
    anyhow::ensure!(output.status.success(), "Node ended with {}", output.status);
    let text = String::from_utf8(output.stdout)?;
    let answers: Result<Vec<_>, _> = text.lines().map(serde_json::from_str).collect();
    let answers = answers?;
    anyhow::ensure!(answers.len() == queries.len(), "{} answers", answers.len());
    Ok(answers)
}
