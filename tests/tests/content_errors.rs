//! Mistakes of authors: what the loader says of each, and that none hides another.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_catalog::Catalog;
use readpoint_content::{load, load_all, render};

/// What every case's content folder has, unless it brings its own.
const SETTINGS: &str = r#"torch = ["2.6.0", "2.15.0"]

[[component]]
id = "nccl"
title = "NCCL"
summary = "Communication."
layer = "runtime"

[[component]]
id = "cuda"
title = "CUDA"
summary = "The driver."
layer = "runtime"
"#;

/// Where the files of a case stand that a team adds to the others.
const TEAM: &str = "team/";

/// One case: files, and the report.
#[derive(Debug)]
struct Case {
    name: String,
    files: Vec<(String, String)>,
    expected: String,
}

#[test]
fn every_mistake_is_reported_with_its_place() -> anyhow::Result<()> {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("sites/errors");
    let mut paths: Vec<_> = folder
        .read_dir_utf8()?
        .map(|entry| Ok(entry?.into_path()))
        .collect::<anyhow::Result<_>>()?;
    paths.sort();
    let mut wrong = String::new();
    for path in paths {
        let cases = parse(&fs::read_to_string(&path)?);
        assert!(!cases.is_empty(), "{path} has no case");
        let found: Vec<_> = cases.iter().map(report).collect::<anyhow::Result<_>>()?;
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, rewritten(&cases, &found))?;
            continue;
        }
        for (case, found) in cases.iter().zip(&found) {
            if case.expected.trim() != found.trim() {
                let name = &case.name;
                let expected = &case.expected;
                wrong.push_str(&format!(
                    "=== {name} ({path})\nwanted:\n{expected}\ngot:\n{found}\n"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}\nUPDATE=1 accepts what is there now"
    );
    Ok(())
}

/// A bad page is left out, and every other page is there.
#[test]
fn a_bad_page_does_not_hide_the_others() -> anyhow::Result<()> {
    let good = format!("+++\n{}+++\nText.\n", required("NCCL_GOOD"));
    let bad = format!("+++\n{}colour = 1\n+++\nText.\n", required("NCCL_BAD"));
    let files = [
        ("variables/nccl/NCCL_GOOD.md".to_owned(), good),
        ("variables/nccl/NCCL_BAD.md".to_owned(), bad),
    ];
    let folder = tempfile::tempdir()?;
    let root = write(folder.path(), &files)?;
    let loaded = load(&root, &Catalog::default());
    let names: Vec<_> = loaded.content.catalog.variables.keys().collect();
    assert_eq!(names, ["NCCL_GOOD"]);
    assert_eq!(loaded.problems.len(), 1);
    assert!(loaded.left_out.contains("variables/nccl/NCCL_BAD/"));
    Ok(())
}

/// A team's folder adds to the catalogue, may refer to it, and may replace a page.
#[test]
fn a_second_folder_comes_on_top() -> anyhow::Result<()> {
    let page = |name: &str, more: &str| format!("+++\n{}{more}+++\nText.\n", required(name));
    let article = "+++\ntitle = \"A\"\nsummary = \"B\"\norder = 1\n+++\nText.\n";
    let base = tempfile::tempdir()?;
    let first = [
        ("variables/nccl/NCCL_A.md".to_owned(), page("NCCL_A", "")),
        ("variables/nccl/NCCL_B.md".to_owned(), page("NCCL_B", "")),
        ("recipes/hang.md".to_owned(), article.to_owned()),
    ];
    let base = write(base.path(), &first)?;
    let team = tempfile::tempdir()?;
    let more = "related = [\"NCCL_A\", \"recipes/hang\"]\ninstead = \"ask the platform team\"\n";
    let second = [("variables/nccl/NCCL_B.md".to_owned(), page("NCCL_B", more))];
    let team = write(team.path(), &second)?;
    fs::remove_file(team.join("readpoint.toml"))?;
    let all = readpoint_content::load_all(&[&base, &team]);
    assert_eq!(render(&all.problems, false), "");
    assert_eq!(all.content.pages.len(), 3);
    let replaced = |variables: &readpoint_catalog::Variables| {
        let replaced = variables.get("NCCL_B");
        replaced.is_some_and(|it| it.instead.is_some()) && variables.contains_key("NCCL_A")
    };
    assert!(replaced(&all.content.catalog.variables));
    let catalog = load(&base, &Catalog::default()).content.catalog;
    let on_catalog = load(&team, &catalog);
    assert_eq!(render(&on_catalog.problems, false), "");
    assert!(replaced(&on_catalog.content.catalog.variables));
    Ok(())
}

/// Required front matter of a variable.
fn required(name: &str) -> String {
    format!(
        "name = \"{name}\"\ncomponent = \"nccl\"\nsummary = \"Says something.\"\n\
         grammar = \"text\"\ndefault = \"unset\"\nread_when = \"first-use\"\n\
         on_invalid = \"not-checked\"\naudience = \"user\"\n"
    )
}

fn parse(source: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_report = false;
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            in_report = false;
            cases.push(Case {
                name: name.to_owned(),
                files: Vec::new(),
                expected: String::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        if line == "-->" {
            in_report = true;
        } else if in_report {
            case.expected.push_str(line);
            case.expected.push('\n');
        } else if let Some(path) = line.strip_prefix("--- ") {
            case.files.push((path.to_owned(), String::new()));
        } else if let Some((_, text)) = case.files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    cases
}

fn rewritten(cases: &[Case], reports: &[String]) -> String {
    let mut text = String::new();
    for (case, report) in cases.iter().zip(reports) {
        text.push_str(&format!("=== {}\n", case.name));
        for (path, content) in &case.files {
            text.push_str(&format!("--- {path}\n{content}"));
        }
        text.push_str(&format!("-->\n{}\n\n", report.trim_end()));
    }
    text
}

/// Loads a case's files and gives the report, with paths as the case has them.
fn report(case: &Case) -> anyhow::Result<String> {
    let (folder, addition) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let (team, own): (Vec<_>, Vec<_>) = case
        .files
        .iter()
        .cloned()
        .partition(|(path, _)| path.starts_with(TEAM));
    let root = write(folder.path(), &own)?;
    let added = Utf8PathBuf::try_from(addition.path().to_owned())?;
    write_all(&added, &team)?;
    let loaded = match team.as_slice() {
        [] => load(&root, &Catalog::default()),
        _ => load_all(&[&root, &added.join(TEAM)]),
    };
    for problem in &loaded.problems {
        let place = &problem.place;
        let text = &place.file.text;
        assert!(
            text.get(place.span.clone()).is_some(),
            "{}: the span {:?} does not lie in the file",
            case.name,
            place.span
        );
    }
    let text = render(&loaded.problems, false);
    let text = text.replace(&format!("{root}/"), "");
    Ok(text.replace(&format!("{added}/"), ""))
}

fn write(folder: &std::path::Path, files: &[(String, String)]) -> anyhow::Result<Utf8PathBuf> {
    let root = Utf8PathBuf::try_from(folder.to_owned())?;
    fs::write(root.join("readpoint.toml"), SETTINGS)?;
    write_all(&root, files)?;
    Ok(root)
}

fn write_all(root: &Utf8Path, files: &[(String, String)]) -> anyhow::Result<()> {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(path, expanded(text))?;
    }
    Ok(())
}

fn expanded(text: &str) -> String {
    let mut expanded = String::new();
    for line in text.lines() {
        match line.strip_prefix("$variable ") {
            Some(name) => expanded.push_str(&required(name)),
            None => {
                expanded.push_str(line);
                expanded.push('\n');
            }
        }
    }
    expanded
}
