//! Content that somebody wrote to do harm: each trick is an author error with its place, and what
//! an author at work sees of it is inert. `sites/hostile` holds the tricks.

use readpoint_content::Problem;
use readpoint_generator::{Builder, Files};
use readpoint_tests::fuzz::inert;

use super::*;

/// The good site with the hostile folder on top.
fn hostile(out: &Utf8Path) -> Options {
    let mut options = options("good", out);
    options.content.push(sites().join("hostile/content"));
    options
}

fn report(problems: &[Problem], folder: &Utf8Path) -> String {
    let text = render(problems, false).replace(&format!("{}/", sites()), "");
    text.replace(&format!("{folder}/"), "")
}

/// What an author at work would see, and what the build says of it.
fn made(mut options: Options) -> anyhow::Result<(Files, Vec<Problem>)> {
    options.keep_going = true;
    let made = Builder::new().files(&options, &|_| ());
    let (files, summary) = made.map_err(|it| anyhow::anyhow!(render(&it, false)))?;
    Ok((files, summary.problems))
}

fn assert_inert(files: &Files) {
    let mut pages = 0;
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let faults = inert::faults(&String::from_utf8_lossy(bytes));
        assert!(faults.is_empty(), "{path}: {}", faults.join("; "));
        pages += 1;
    }
    assert!(pages > 20, "only {pages} pages");
}

#[test]
fn every_trick_is_an_author_error() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let Err(problems) = build(&hostile(&out), &|_| ()) else {
        anyhow::bail!("the build succeeded");
    };
    assert!(!out.exists(), "something was written");
    assert_eq!(folder.path.read_dir_utf8()?.count(), 0, "something is left");
    expect(
        &sites().join("hostile/errors.txt"),
        &report(&problems, &folder.path),
    )
}

/// With the templates of the tests and with the real ones, whose pages show more.
#[test]
fn what_is_shown_is_inert() -> anyhow::Result<()> {
    let mut options = hostile("out".into());
    for site in [sites().join("_site"), sites().join("../../site")] {
        options.site = site;
        let (files, problems) = made(options.clone())?;
        assert!(
            problems.len() > 15,
            "only {} tricks are told",
            problems.len()
        );
        assert_inert(&files);
        for page in [
            "recipes/hostile",
            "variables/nccl/NCCL_HOSTILE",
            "rules/TEAM666",
        ] {
            let html = String::from_utf8_lossy(&files[&format!("{page}/index.html")]);
            assert!(html.contains("window.__ran"), "{page} shows nothing of it");
        }
        assert!(
            files
                .keys()
                .all(|it| !it.contains("..") && !it.starts_with('/'))
        );
    }
    Ok(())
}

/// Names that lead elsewhere, cannot be part of an address, or name themselves.
#[test]
fn names_of_files_stay_names() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let team = folder.path.join("team");
    for kind in ["guides", "recipes", "variables/nccl"] {
        fs::create_dir_all(team.join(kind))?;
    }
    let article = "+++\ntitle = \"A\"\nsummary = \"B.\"\norder = 1\n+++\nText.\n";
    let long = "x".repeat(200);
    for name in [
        "a\"onload=\"b",
        "a<b>",
        "a b",
        "..c",
        "a\u{202e}b",
        "a\\b",
        "a%2e%2e",
        &long,
    ] {
        fs::write(team.join(format!("guides/{name}.md")), article)?;
    }
    let mut options = options("good", &folder.path.join("out"));
    options.content.push(team);
    let (files, problems) = made(options)?;
    assert_inert(&files);
    let said = report(&problems, &folder.path).replace(&long, "xxx");
    expect(&sites().join("hostile/names.txt"), &said)
}

/// Names in settings and front matter that become parts of paths.
#[test]
fn names_in_front_matter_stay_inside() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let team = folder.path.join("team");
    fs::create_dir_all(team.join("variables/nccl"))?;
    fs::write(
        team.join("readpoint.toml"),
        "[site]\nlogo = \"../secret.png\"\n\n[[component]]\nid = \"../../outside\"\ntitle = \"A\"\n\
         summary = \"B.\"\nlayer = \"runtime\"\n\n[[component]]\nid = \"/etc\"\ntitle = \"A\"\n\
         summary = \"B.\"\nlayer = \"runtime\"\n",
    )?;
    fs::write(folder.path.join("secret.png"), "secret")?;
    let page = fs::read_to_string(sites().join("good/content/variables/nccl/NCCL_DEBUG_FILE.md"))?;
    let page = page.replace("NCCL_DEBUG_FILE", "NCCL_OUT");
    let page = page.replacen("+++\n", "+++\nsince = \"../../out 1.0\"\n", 1);
    fs::write(team.join("variables/nccl/NCCL_OUT.md"), page)?;
    let mut options = options("good", &folder.path.join("out"));
    options.content.push(team);
    let (files, problems) = made(options)?;
    for path in files.keys() {
        assert!(!path.contains("..") && !path.starts_with('/'), "{path}");
    }
    assert!(
        files.values().all(|it| ***it != *b"secret"),
        "the secret is published"
    );
    expect(
        &sites().join("hostile/paths.txt"),
        &report(&problems, &folder.path),
    )
}

/// A link out of the folder is told, and nothing of what it leads to is published.
#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() -> anyhow::Result<()> {
    use std::os::unix::fs::symlink;
    let folder = Folder::new()?;
    let (team, outside) = (folder.path.join("team"), folder.path.join("outside"));
    fs::create_dir_all(team.join("guides"))?;
    fs::create_dir_all(outside.join("recipes"))?;
    let article = "+++\ntitle = \"Kept apart\"\nsummary = \"B.\"\norder = 1\n+++\nText.\n";
    fs::write(outside.join("secret.md"), article)?;
    fs::write(outside.join("recipes/secret.md"), article)?;
    fs::write(outside.join("logo.png"), "secret")?;
    symlink(outside.join("secret.md"), team.join("guides/secret.md"))?;
    symlink(outside.join("recipes"), team.join("recipes"))?;
    symlink(&outside, team.join("overrides"))?;
    symlink(&team, team.join("symptoms"))?;
    symlink(outside.join("logo.png"), team.join("logo.png"))?;
    fs::write(team.join("readpoint.toml"), "[site]\nlogo = \"logo.png\"\n")?;
    let mut options = options("good", &folder.path.join("out"));
    options.content.push(team);
    let (files, problems) = made(options)?;
    let published = files.values().map(|it| String::from_utf8_lossy(it));
    assert!(
        published
            .into_iter()
            .all(|it| !it.contains("Kept apart") && it != "secret")
    );
    expect(
        &sites().join("hostile/links.txt"),
        &report(&problems, &folder.path),
    )
}

/// Pages that ask for more than their length: they build, and the whole text is there.
#[test]
fn deep_and_large_pages_build() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let team = folder.path.join("team");
    fs::create_dir_all(team.join("guides"))?;
    for (name, text) in large() {
        let front = "+++\ntitle = \"A\"\nsummary = \"B.\"\norder = 1\n+++\n";
        fs::write(
            team.join(format!("guides/{name}.md")),
            format!("{front}{text}\n\nThe-end\n"),
        )?;
    }
    let mut options = options("good", &folder.path.join("out"));
    options.content.push(team);
    let (files, problems) = made(options)?;
    assert_eq!(render(&problems, false), "");
    for (name, _) in large() {
        let html = String::from_utf8_lossy(&files[&format!("guides/{name}/index.html")]);
        assert!(html.contains("The-end"), "{name} is not there in full");
    }
    Ok(())
}

/// Much, long, and deep.
fn large() -> Vec<(String, String)> {
    let deep = |piece: &str, text: &str| format!("{}{text}", piece.repeat(1000));
    let indented = (0..1000).map(|it| format!("{}- a\n", "  ".repeat(it)));
    let row = format!("|{}\n", " a |".repeat(50));
    let mut pages = vec![
        ("lists", indented.collect()),
        ("quotes", deep("> ", "a")),
        ("marks", deep("*a **b ", "c")),
        ("brackets", deep("[", "a") + &"](/)".repeat(1000)),
        ("pictures", deep("![", "a") + &"]".repeat(1000)),
        (
            "backticks",
            (1..400).map(|it| "`".repeat(it) + " ").collect(),
        ),
        (
            "references",
            deep("[a][b] ", "") + "\n\n[b]: https://example.org/\n",
        ),
        ("notes", deep("[^a] ", "") + "\n\n[^a]: b [^a]\n"),
        ("entities", deep("&#x1F600;&amp;", "")),
        ("headings", deep("## a\n\n", "")),
        (
            "table",
            row.clone() + &"|---".repeat(50) + "|\n" + &row.repeat(1000),
        ),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), text))
    .collect::<Vec<_>>();
    for language in [
        "bash",
        "dockerfile",
        "env",
        "json",
        "python",
        "powershell",
        "toml",
        "yaml",
    ] {
        for (name, piece) in [
            ("open", "([{"),
            ("quotes", "\"'`"),
            ("dollars", "${a:-$("),
            ("escapes", "\\\\\""),
            ("colons", "a: "),
            ("spaces", " \t"),
            ("words", "aaaa"),
            ("signs", "-=+*/|&"),
        ] {
            let line = piece.repeat(1900 / piece.len());
            let block = format!("```{language}\n{}```", (line + "\n").repeat(8));
            pages.push((format!("{language}-{name}"), block));
        }
        let line = "{[(\"x".repeat(40_000);
        pages.push((
            format!("{language}-long"),
            format!("```{language}\n{line}\n```"),
        ));
    }
    pages
}
