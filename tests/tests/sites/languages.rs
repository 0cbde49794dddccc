//! A site in two languages.

use std::fs;

use camino::Utf8Path;
use readpoint_content::{LANGUAGES, load_all, render_notices};
use readpoint_generator::Options;

use crate::{Folder, built, check_addresses, copy, files, options, real, sites};

/// Content of the good site with translations beside it.
pub(crate) fn translated(folder: &Folder) -> anyhow::Result<Options> {
    let content = folder.path.join("content");
    copy(&sites().join("good/content"), &content)?;
    copy(&sites().join("translated"), &content.join("zh"))?;
    let mut options = options("good", &folder.path.join("out"));
    options.content = vec![content];
    options.origin = Some("https://example.org".to_owned());
    Ok(options)
}

/// The other language has every page, with the anchors of the originals and the files of all.
#[test]
fn every_page_is_there_in_every_language() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let options = translated(&folder)?;
    built(&options)?;
    let written = files(&options.out)?;
    let pages = written.keys().filter(|name| name.ends_with("index.html"));
    let leads_on =
        |name: &str| String::from_utf8_lossy(&written[name]).contains("http-equiv=\"refresh\"");
    for name in pages.filter(|name| !name.starts_with("zh/") && !leads_on(name)) {
        assert!(written.contains_key(&format!("zh/{name}")), "no zh/{name}");
    }
    check_addresses(&written, None)?;
    let page = |name: &str| String::from_utf8_lossy(&written[name]).into_owned();
    let recipe = page("zh/recipes/hang/index.html");
    for wanted in [
        "<html lang=\"zh-Hans\">",
        "作业挂起，什么也没写",
        "<h2 id=\"what-to-do\">怎么办",
        "href=\"../../recipes/first/\"",
        "href=\"../../playground/#",
        "href=\"../../../style/site.",
        "href=\"https://example.org/zh/recipes/hang/\"",
    ] {
        assert!(recipe.contains(wanted), "no {wanted} in\n{recipe}");
    }
    assert!(page("zh/index.html").contains("NCCL 通信"));
    assert!(page("zh/recipes/first/index.html").contains("Text."));
    assert!(page("zh/search.json").contains("作业挂起"));
    assert!(!page("search.json").contains("作业挂起"));
    let map = page("sitemap.xml");
    let both = "<loc>https://example.org/zh/recipes/hang/</loc>\
        <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.org/recipes/hang/\"/>";
    assert!(map.contains(both), "{map}");
    Ok(())
}

/// A translation of a text that changed is told and still shown; a text without a word in the
/// other language is told too.
#[test]
fn an_old_translation_and_a_missing_word_are_told() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let options = translated(&folder)?;
    let notices = render_notices(&built(&options)?.notices, false);
    assert!(notices.contains("zh/recipes/hang.md:2:12"), "{notices}");
    assert!(notices.contains("has changed since"), "{notices}");
    assert!(notices.contains("\"Variables\" = \"\""), "{notices}");
    assert!(!notices.contains("\"Recipes\""), "{notices}");
    Ok(())
}

/// The translations of this repository fit their originals, and no word is missing.
#[test]
fn translations_are_up_to_date() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let notices = built(&real(&folder.path.join("out")))?.notices;
    assert!(notices.is_empty(), "{}", render_notices(&notices, false));
    Ok(())
}

/// A team's own words about a shipped variable beat a translation of the shipped ones, and the page
/// knows that they are not translated; a team may translate them.
#[test]
fn what_a_team_changes_is_not_hidden_by_a_translation() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let options = translated(&folder)?;
    let (shipped, team) = (options.content[0].clone(), folder.path.join("team"));
    let page = "zh/variables/nccl/NCCL_DEBUG.md";
    let words = |summary: &str| format!("+++\noriginal = \"0\"\nsummary = \"{summary}\"\n+++\n");
    let shown = || {
        let content = load_all(&[&shipped, &team]).content;
        let pages = content.translated(&LANGUAGES[0]).pages;
        let page = pages.into_iter().find(|it| it.name() == "NCCL_DEBUG");
        page.map(|it| {
            (
                it.summary().to_owned(),
                it.translated.is_some_and(|it| it.words),
            )
        })
    };
    write(&shipped.join(page), &words("日志级别。"))?;
    assert_eq!(shown(), Some(("日志级别。".to_owned(), true)));
    let changed = "+++\nname = \"NCCL_DEBUG\"\nowner = \"GPU team\"\nreason = \"Our images say so.\"\n\
        [set]\nsummary = \"Our log level.\"\n+++\n";
    write(&team.join("overrides/NCCL_DEBUG.md"), changed)?;
    assert_eq!(shown(), Some(("Our log level.".to_owned(), false)));
    write(&team.join(page), &words("我们的日志级别。"))?;
    assert_eq!(shown(), Some(("我们的日志级别。".to_owned(), true)));
    Ok(())
}

fn write(path: &Utf8Path, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    Ok(fs::write(path, text)?)
}
