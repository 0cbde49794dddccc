//! Builds that come after others: what they write, and that they are what a new build would be.

use std::fs;

use camino::Utf8Path;
use readpoint_content::render;
use readpoint_generator::Builder;

use crate::languages::translated;
use crate::{Folder, built, copy, files, options, sites};

/// A builder that stays writes only what changed, and what it writes is what a new one writes.
#[test]
fn a_warm_build_writes_only_what_changed() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let content = folder.path.join("content");
    copy(&sites().join("good/content"), &content)?;
    let out = folder.path.join("out");
    let mut options = options("good", &out);
    options.content = vec![content.clone()];
    let mut builder = Builder::new();
    let mut run = || {
        let built = builder.build(&options, &|_| ());
        built.map_err(|problems| anyhow::anyhow!(render(&problems, false)))
    };
    let first = run()?;
    assert_eq!(first.written, first.files);
    assert_eq!(run()?.written, 0);
    let page = content.join("recipes/first.md");
    let text = fs::read_to_string(&page)?;
    fs::write(
        &page,
        text.replace("Text.", "Another text about `NCCL_DEBUG_FILE`."),
    )?;
    let second = run()?;
    assert!(second.written >= 3, "page, back-reference and search index");
    assert!(second.written < first.files / 2, "{} files", second.written);
    fs::remove_file(content.join("recipes/first.md"))?;
    let hang = content.join("recipes/hang.md");
    let text = fs::read_to_string(&hang)?;
    fs::write(
        &hang,
        text.replace(", or see [the other one](/recipes/first/)", ""),
    )?;
    run()?;
    assert!(!out.join("recipes/first/index.html").exists());
    let fresh = folder.path.join("fresh");
    options.out = fresh.clone();
    built(&options)?;
    assert_eq!(files(&out)?, files(&fresh)?);
    Ok(())
}

/// A new builder over an old site writes only what differs and leaves the rest as it stands, times
/// included; what somebody changed by hand is made good, and a link is not followed.
#[test]
fn a_new_build_over_an_old_one_writes_what_differs() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let options = options("good", &out);
    let first = built(&options)?;
    assert_eq!(first.written, first.files);
    let page = out.join("recipes/first/index.html");
    let before = fs::metadata(&page)?.modified()?;
    let made = files(&out)?;
    assert_eq!(built(&options)?.written, 0);
    assert_eq!(fs::metadata(&page)?.modified()?, before);
    fs::write(&page, "edited")?;
    let elsewhere = folder.path.join("elsewhere.html");
    let linked = out.join("recipes/hang/index.html");
    fs::rename(&linked, &elsewhere)?;
    std::os::unix::fs::symlink(&elsewhere, &linked)?;
    assert_eq!(built(&options)?.written, 2);
    assert_eq!(files(&out)?, made);
    assert!(!fs::symlink_metadata(&linked)?.is_symlink());
    Ok(())
}

/// What somebody does to a site while it is served, one step after another: a file below the
/// folder, a piece of its text, what comes in its place. An empty piece is the beginning of the
/// file; nothing for the whole file removes it.
const CHANGES: &[(&str, &str, &str)] = &[
    (
        "content/recipes/first.md",
        "Text.",
        "A text.\n\n## More\n\n`RP201`.",
    ),
    (
        "content/recipes/first.md",
        "A text.",
        "See `NCCL_DEBUG_FILE`.",
    ),
    (
        "content/recipes/first.md",
        "See `NCCL_DEBUG_FILE`.",
        "None.",
    ),
    (
        "content/recipes/hang.md",
        "/recipes/first/",
        "/recipes/first/#more",
    ),
    // An anchor goes that another page leads to, and comes back.
    ("content/recipes/first.md", "## More", "## Less"),
    ("content/recipes/first.md", "## Less", "## More"),
    ("content/recipes/first.md", "\"First\"", "\"The first\""),
    ("content/recipes/first.md", "order = 1", "order = 3"),
    (
        "content/variables/nccl/NCCL_DEBUG.md",
        "from `WARN`",
        "up from `WARN`",
    ),
    (
        "content/variables/nccl/NCCL_DEBUG.md",
        "NCCL is silent",
        "NCCL keeps silent",
    ),
    ("content/zh/recipes/hang.md", "怎么办", "该怎么办"),
    ("content/zh/recipes/hang.md", "挂起，什么", "挂起了，什么"),
    ("content/zh/readpoint.toml", "通信", "通讯"),
    (
        "content/recipes/hang.md",
        "Set `NCCL_DEBUG`, or",
        "Set it, or",
    ),
    ("content/readpoint.toml", "", "# Nothing.\n"),
    // Mistakes of every kind, and their repair.
    ("content/recipes/first.md", "order = 3", "odrer = 3"),
    ("content/recipes/first.md", "None.", "Some."),
    ("content/recipes/first.md", "odrer = 3", "order = 3"),
    (
        "content/recipes/first.md",
        "Some.",
        "[Gone](/recipes/gone/).",
    ),
    (
        "content/recipes/first.md",
        "[Gone](/recipes/gone/).",
        "<b>.",
    ),
    ("content/recipes/first.md", "<b>.", "None."),
    ("content/zh/recipes/hang.md", "original", "orginal"),
    ("content/zh/recipes/hang.md", "orginal", "original"),
    (
        "site/templates/recipe.html",
        "",
        "<p>{{ t(text=\"Recipes\") }}</p>",
    ),
    ("site/templates/recipe.html", "<p>{{", "<p>{{ nothing }}{{"),
    ("site/templates/recipe.html", "<p>{{ nothing }}{{", "<p>{{"),
    ("site/templates/recipe.html", "", "{% if %}"),
    ("site/templates/recipe.html", "{% if %}", ""),
    (
        "site/words/zh.toml",
        "\"Recipes\" = \"",
        "\"Recipes\" = \"许多",
    ),
    ("site/style/site.css", "", "/* other */"),
    (
        "content/recipes/other.md",
        "",
        "+++\ntitle = \"Other\"\nsummary = \"x.\"\n+++\n`NCCL_DEBUG`.\n",
    ),
    (
        "content/redirects.toml",
        "",
        "\"old/\" = \"recipes/other/\"\n",
    ),
    ("content/recipes/other.md", "", ""),
    ("content/redirects.toml", "", ""),
    ("content/zh/recipes/hang.md", "", ""),
    ("content/variables/cuda/CUDA_X.md", "", ""),
];

/// Does one step; gives whether the file was another one before.
fn change(path: &Utf8Path, from: &str, to: &str) -> anyhow::Result<bool> {
    if from.is_empty() && to.is_empty() {
        fs::remove_file(path)?;
        return Ok(true);
    }
    let before = fs::read_to_string(path).unwrap_or_default();
    let after = before.replacen(from, to, 1);
    fs::write(path, &after)?;
    Ok(before != after)
}

/// Whatever changes, a builder that stays makes the site that a new one makes, and tells the same.
#[test]
fn a_warm_build_is_a_fresh_build() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let mut options = translated(&folder)?;
    options.site = folder.path.join("site");
    options.keep_going = true;
    copy(&sites().join("_site"), &options.site)?;
    let told = |problems: &[readpoint_content::Problem]| render(problems, false);
    let made = |builder: &mut Builder| match builder.files(&options, &|_| ()) {
        Ok((files, summary)) => (files, told(&summary.problems), told(&summary.notices)),
        Err(problems) => (Default::default(), told(&problems), String::new()),
    };
    let mut warm = Builder::new();
    let mut mistakes = 0;
    made(&mut warm);
    for step @ (file, from, to) in CHANGES {
        assert!(change(&folder.path.join(file), from, to)?, "{step:?}");
        let (files, problems, notices) = made(&mut warm);
        let (fresh, fresh_problems, fresh_notices) = made(&mut Builder::new());
        assert_eq!(problems, fresh_problems, "{step:?}");
        assert_eq!(notices, fresh_notices, "{step:?}");
        assert!(files.keys().eq(fresh.keys()), "{step:?}");
        for (path, bytes) in &fresh {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&files[path]), text(bytes), "{path} after {step:?}");
        }
        mistakes += usize::from(!problems.is_empty());
    }
    assert!(mistakes >= 7, "only {mistakes} steps were mistakes");
    Ok(())
}

/// Another text costs its own pages and the search index, and nothing is made or compared again
/// of the rest.
#[test]
fn what_did_not_change_is_shared_with_the_last_build() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let options = translated(&folder)?;
    let mut builder = Builder::new();
    let mut made = || {
        let made = builder.files(&options, &|_| ());
        made.map_err(|problems| anyhow::anyhow!(render(&problems, false)))
    };
    let (before, _) = made()?;
    let page = options.content[0].join("recipes/first.md");
    assert!(change(&page, "Text.", "Others.")?);
    let (after, _) = made()?;
    let shared = |path: &str| std::sync::Arc::ptr_eq(&before[path], &after[path]);
    for path in [
        "index.html",
        "recipes/hang/index.html",
        "zh/recipes/hang/index.html",
        "recipes/hang.md",
        "catalog.json",
        "api/v1/variables.json",
    ] {
        assert!(shared(path), "{path}");
    }
    for path in ["recipes/first/index.html", "zh/recipes/first/index.html"] {
        assert!(!shared(path), "{path}");
    }
    Ok(())
}
