//! Whole small sites: what a build writes, under which base, and what it says when it cannot.

mod again;
mod hostile;
mod languages;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_content::render;
use readpoint_generator::{Base, Options, Stage, Summary, build};
use walkdir::WalkDir;

/// A temporary folder with a UTF-8 path.
struct Folder {
    /// Removes the folder in the end.
    _held: tempfile::TempDir,
    path: Utf8PathBuf,
}

impl Folder {
    fn new() -> anyhow::Result<Self> {
        let held = tempfile::tempdir()?;
        let path = Utf8PathBuf::try_from(held.path().to_owned())?;
        Ok(Self { _held: held, path })
    }
}

fn sites() -> &'static Utf8Path {
    Utf8Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/sites"))
}

fn options(site: &str, out: &Utf8Path) -> Options {
    Options {
        content: vec![sites().join(site).join("content")],
        site: sites().join("_site"),
        engine: None,
        out: out.to_owned(),
        base: Base::Relative,
        origin: None,
        keep_going: false,
        precompress: false,
    }
}

fn built(options: &Options) -> anyhow::Result<Summary> {
    build(options, &|_| ()).map_err(|problems| anyhow::anyhow!(render(&problems, false)))
}

/// Every file under a folder, by relative path.
fn files(folder: &Utf8Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let path = Utf8PathBuf::try_from(entry?.into_path())?;
        if path.is_file() {
            let name = path.strip_prefix(folder)?.to_string();
            files.insert(name, fs::read(&path)?);
        }
    }
    Ok(files)
}

/// A text with every hash of a file name replaced by `*`.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split('.').peekable();
    let mut out = String::new();
    while let Some(part) = parts.next() {
        let hash = part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        out.push_str(if hash { "*" } else { part });
        if parts.peek().is_some() {
            out.push('.');
        }
    }
    out
}

/// Compares a text with a file of expectations, or rewrites the file.
fn expect(path: &Utf8Path, found: &str) -> anyhow::Result<()> {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(path)?;
    let diff = similar::TextDiff::from_lines(expected.as_str(), found);
    let diff = diff.unified_diff().to_string();
    assert!(
        diff.is_empty(),
        "{path}:\n{diff}UPDATE=1 accepts what is there now"
    );
    Ok(())
}

#[test]
fn a_good_site_is_written_as_expected() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    built(&options("good", &out))?;
    let written = files(&out)?;
    let names: Vec<_> = written.keys().map(|name| without_hashes(name)).collect();
    let expected = sites().join("good/expected");
    expect(&expected.join("files.txt"), &(names.join("\n") + "\n"))?;
    for (name, _) in files(&expected)? {
        if name == "files.txt" {
            continue;
        }
        let found = written
            .iter()
            .find(|(path, _)| without_hashes(path) == name);
        let (_, bytes) = found.ok_or_else(|| anyhow::anyhow!("{name} was not written"))?;
        let text = without_hashes(&String::from_utf8_lossy(bytes));
        expect(&expected.join(&name), &text)?;
    }
    Ok(())
}

#[test]
fn links_that_lead_nowhere_stop_the_build() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let Err(problems) = build(&options("links", &out), &|_| ()) else {
        anyhow::bail!("the build succeeded");
    };
    let report = render(&problems, false).replace(&format!("{}/", sites()), "");
    assert!(!out.exists(), "a site with problems was written");
    expect(&sites().join("links/errors.txt"), &report)
}

/// With `keep_going` the same site is written, and the problems are still told.
#[test]
fn an_author_at_work_gets_what_can_be_built() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let mut options = options("links", &out);
    options.keep_going = true;
    let summary = built(&options)?;
    assert!(!summary.problems.is_empty());
    assert!(out.join("variables/nccl/NCCL_DEBUG/index.html").is_file());
    Ok(())
}

/// The content and the site of this repository.
fn real(out: &Utf8Path) -> Options {
    let root = sites().join("../..");
    Options {
        content: vec![root.join("content")],
        site: root.join("site"),
        ..options("good", out)
    }
}

/// Every address in every page leads to a file that was written, under any base.
#[test]
fn a_site_works_under_any_base() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let deep = Some("/docs/readpoint/");
    let cases = [
        (options("good", &out), "./", None),
        (options("good", &out), "/", Some("/")),
        (options("good", &out), "docs/readpoint", deep),
        (real(&out), "/docs/readpoint/", deep),
        (real(&out), "", None),
    ];
    for (mut options, base, prefix) in cases {
        options.base = Base::parse(base);
        built(&options)?;
        let links = check_addresses(&files(&out)?, prefix)?;
        assert!(links > 100, "only {links} links were looked at");
    }
    Ok(())
}

/// Looks every address up among the files that were written; gives their number.
fn check_addresses(
    written: &BTreeMap<String, Vec<u8>>,
    prefix: Option<&str>,
) -> anyhow::Result<usize> {
    let mut links = 0;
    let pages = written.iter().filter(|(name, _)| name.ends_with(".html"));
    for (name, bytes) in pages {
        for link in addresses(std::str::from_utf8(bytes)?) {
            let own = prefix.filter(|_| name != "404.html");
            let target = target(name, link, own, prefix);
            let target = target.ok_or_else(|| anyhow::anyhow!("{name}: `{link}` leaves"))?;
            assert!(
                written.contains_key(&target),
                "{name}: no {target} for {link}"
            );
            links += 1;
        }
    }
    Ok(links)
}

/// The values of `href`, `src` and `data-index` that lead into the site, without `#…` and `?…`.
fn addresses(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for name in [" href=\"", " src=\"", " data-index=\""] {
        for (at, _) in html.match_indices(name) {
            let rest = &html[at + name.len()..];
            let value = rest.split('"').next().unwrap_or_default();
            let value = value.split(['#', '?']).next().unwrap_or_default();
            if !value.is_empty() && !value.contains("://") {
                found.push(value);
            }
        }
    }
    found
}

/// The file that an address in the page `name` means to a browser.
fn target(name: &str, link: &str, prefix: Option<&str>, site: Option<&str>) -> Option<String> {
    let mut path = match (link.strip_prefix('/'), prefix.or(site)) {
        (Some(_), _) => link.strip_prefix(site.unwrap_or("/"))?.to_owned(),
        (None, Some(_)) => return None,
        (None, None) => {
            let mut parts: Vec<&str> = name.split('/').collect();
            parts.pop();
            for part in link.split('/') {
                match part {
                    "." => {}
                    ".." => {
                        parts.pop()?;
                    }
                    part => parts.push(part),
                }
            }
            parts.join("/")
        }
    };
    if path.is_empty() || path.ends_with('/') {
        path.push_str("index.html");
    }
    Some(path)
}

/// Two builds of the real content, which has no mistake, are the same.
#[test]
fn two_builds_are_equal_byte_for_byte() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let mut outputs = Vec::new();
    for name in ["one", "two"] {
        let out = folder.path.join(name);
        built(&real(&out))?;
        outputs.push(files(&out)?);
    }
    assert!(outputs[0].len() > 20);
    for (name, bytes) in &outputs[0] {
        assert_eq!(Some(bytes), outputs[1].get(name), "{name} differs");
    }
    assert_eq!(outputs[0].len(), outputs[1].len());
    Ok(())
}

fn copy(from: &Utf8Path, to: &Utf8Path) -> anyhow::Result<()> {
    for (name, bytes) in files(from)? {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap_or(to))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

#[test]
fn a_folder_that_is_no_site_is_not_replaced() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let precious = folder.path.join("precious.txt");
    fs::write(&precious, "mine")?;
    let Err(problems) = build(&options("good", &folder.path), &|_| ()) else {
        anyhow::bail!("the build replaced a folder of somebody else");
    };
    assert_eq!(problems.len(), 1);
    assert_eq!(fs::read_to_string(precious)?, "mine");
    Ok(())
}

/// The engine's files are published with their glue pointing at the hashed name.
#[test]
fn the_engine_is_published_when_it_is_there() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let engine = folder.path.join("engine");
    fs::create_dir_all(&engine)?;
    fs::write(engine.join("engine_bg.wasm"), b"\0asm")?;
    fs::write(
        engine.join("engine.js"),
        "new URL('engine_bg.wasm', import.meta.url);",
    )?;
    let out = folder.path.join("out");
    let mut options = options("good", &out);
    options.engine = Some(engine);
    built(&options)?;
    let written = files(&out)?;
    let wasm = written.keys().find(|name| name.ends_with(".wasm"));
    let wasm = wasm.ok_or_else(|| anyhow::anyhow!("no engine was written"))?;
    let glue = written
        .iter()
        .find(|(name, _)| name.starts_with("wasm/engine."));
    let (_, glue) = glue.ok_or_else(|| anyhow::anyhow!("no glue was written"))?;
    let file = wasm.rsplit('/').next().unwrap_or(wasm);
    assert!(String::from_utf8_lossy(glue).contains(&format!("'{file}'")));
    let page = String::from_utf8_lossy(&written["playground/index.html"]);
    assert!(page.contains("ready"));
    Ok(())
}

/// A mistake in a template is told with its place in the template.
#[test]
fn a_bad_template_is_told_with_its_place() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let site = folder.path.join("site");
    copy(&sites().join("_site"), &site)?;
    let cases = [
        ("rule.html", "<p>\n{{ rule.nmae }}</p>", "rule.html:2:"),
        (
            "rule.html",
            "<p>{{ asset(path=\"style/sit.css\") }}</p>",
            "did you mean `style/site.css`",
        ),
        (
            "home.html",
            "<a href=\"{{ root }}recipies/\">x</a>",
            "there is no page `/recipies/`",
        ),
        (
            "home.html",
            "<a href=\"/recipes/\">x</a>",
            "leads out of the site",
        ),
        ("rules.html", "{% if %}", "rules.html:1:"),
    ];
    for (name, text, wanted) in cases {
        let path = site.join("templates").join(name);
        let before = fs::read_to_string(&path)?;
        fs::write(&path, text)?;
        let mut options = options("good", &folder.path.join("out"));
        options.site = site.clone();
        options.base = Base::parse("/docs/");
        let Err(problems) = build(&options, &|_| ()) else {
            anyhow::bail!("{name} with `{text}` was accepted");
        };
        let report = render(&problems, false);
        assert!(report.contains(wanted), "wanted {wanted}, got:\n{report}");
        fs::write(&path, before)?;
    }
    Ok(())
}

/// A thousand pages that link each other, and every step is told.
#[test]
fn a_thousand_pages_build() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let content = folder.path.join("content");
    copy(&sites().join("good/content"), &content)?;
    let template = fs::read_to_string(content.join("variables/nccl/NCCL_DEBUG_FILE.md"))?;
    for number in 0..1000 {
        let name = format!("NCCL_SYNTHETIC_{number}");
        let next = format!("NCCL_SYNTHETIC_{}", (number + 1) % 1000);
        let page = template.replace("NCCL_DEBUG_FILE", &name);
        let more =
            format!("Then `{next}`.\n\n## Values\n\n```bash\n{name}={number} python a.py\n```\n");
        fs::write(
            content.join(format!("variables/nccl/{name}.md")),
            page + &more,
        )?;
    }
    let mut options = options("good", &folder.path.join("out"));
    options.content = vec![content];
    let stages = RefCell::new(Vec::new());
    let summary = build(&options, &|stage| stages.borrow_mut().push(stage));
    let summary = summary.map_err(|problems| anyhow::anyhow!(render(&problems, false)))?;
    assert_eq!(summary.pages, 1009);
    let all = [
        Stage::Load,
        Stage::Render,
        Stage::Pages,
        Stage::Check,
        Stage::Write,
    ];
    assert_eq!(*stages.borrow(), all);
    let page = options
        .out
        .join("variables/nccl/NCCL_SYNTHETIC_0/index.html");
    let page = fs::read_to_string(page)?;
    assert!(
        page.contains("variable NCCL_SYNTHETIC_999"),
        "the back-reference is missing"
    );
    Ok(())
}

/// Packed files stand beside the plain ones and hold the same.
#[test]
fn packed_files_stand_beside_the_others() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let mut options = options("good", &out);
    options.precompress = true;
    let summary = built(&options)?;
    let written = files(&out)?;
    assert_eq!(summary.files, written.len());
    let plain = &written["catalog.json"];
    for (ending, shrinks) in [("br", 2), ("gz", 2)] {
        let packed = &written[&format!("catalog.json.{ending}")];
        assert!(
            packed.len() * shrinks < plain.len(),
            "{ending}: {}",
            packed.len()
        );
    }
    assert!(
        !written.contains_key("icons/mark.svg.br"),
        "too short to gain"
    );
    options.precompress = false;
    built(&options)?;
    assert!(!files(&out)?.contains_key("catalog.json.br"));
    Ok(())
}

/// While a site is built again and again, by two builds at once, a reader always finds one.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_always_finds_a_site() -> anyhow::Result<()> {
    use std::sync::atomic::{AtomicBool, Ordering};
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    built(&options("good", &out))?;
    let done = AtomicBool::new(false);
    let missing = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut missing = 0;
            while !done.load(Ordering::Relaxed) {
                missing += usize::from(fs::read(out.join("index.html")).is_err());
            }
            missing
        });
        let build = || (0..3).try_for_each(|_| built(&options("good", &out)).map(drop));
        let other = scope.spawn(build);
        let outcomes = (build(), other.join());
        done.store(true, Ordering::Relaxed);
        (outcomes, reader.join())
    });
    let ((ours, theirs), missing) = missing;
    ours?;
    theirs.expect("no build panics")?;
    assert_eq!(missing.expect("reading does not panic"), 0);
    let left: Vec<_> = folder.path.read_dir_utf8()?.collect::<Result<_, _>>()?;
    assert_eq!(left.len(), 1, "nothing is left beside the site: {left:?}");
    Ok(())
}

/// What a killed build has left goes with the next one; the folder of a build that is at work stays.
#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_killed_builds_go() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let out = folder.path.join("out");
    let (dead, alive) = (
        folder.path.join(".out.new-1-0"),
        folder.path.join(".out.new-2-0"),
    );
    for path in [&dead, &alive] {
        fs::create_dir(path)?;
    }
    let held = fs::File::open(&alive)?;
    held.lock_shared()?;
    built(&options("good", &out))?;
    assert!(!dead.exists() && alive.exists());
    Ok(())
}
