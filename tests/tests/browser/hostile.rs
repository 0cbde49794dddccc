//! What somebody wrote to do harm, in a real browser under the pages' own policy: content of a site
//! and launch texts alike are shown as text, run nothing and ask nobody.

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::{Base, Builder, Options};
use readpoint_growth::hostile::NESTED;
use serde_json::json;

use crate::launch_text::{JUDGED, open_empty, paste_into};
use crate::page::Page;
use crate::session::{Wanted, run, run_in};

/// Nothing of what was written has run, and every file came from the site.
const QUIET: &str = "window.__ran === undefined && \
    performance.getEntriesByType('resource').every((it) => new URL(it.name).origin === location.origin)";
/// Nothing in the page could run: no handler, no address with a scheme that runs.
const INERT: &str = "[...document.querySelectorAll('*')].every((it) => [...it.attributes].every((a) => \
    !a.name.startsWith('on') && !/^\\s*(javascript|data|vbscript):/i.test(a.name === 'href' || a.name === 'src' \
    ? a.value : '')))";

/// Pages of the site that show what the hostile folder says.
const PAGES: [&str; 12] = [
    "",
    "variables/",
    "variables/nccl/",
    "variables/nccl/NCCL_HOSTILE/",
    "recipes/",
    "recipes/hostile/",
    "rules/",
    "rules/TEAM666/",
    "releases/nccl/2.20.0/",
    "coverage/",
    "search/?q=hostile",
    "zh/variables/nccl/NCCL_HOSTILE/",
];

/// A small site with the hostile folder on top, with the real templates, as an author at work sees
/// it: an ordinary build refuses it.
fn site(out: &Utf8Path) -> anyhow::Result<()> {
    let tests = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
    let engine = std::env::var("READPOINT_WASM").map(Utf8PathBuf::from);
    let options = Options {
        content: ["good", "hostile"]
            .map(|it| tests.join("sites").join(it).join("content"))
            .into(),
        site: tests.join("../site"),
        engine: engine
            .ok()
            .or(Some(tests.join("../target/engine")))
            .filter(|it| it.is_dir()),
        out: out.to_owned(),
        base: Base::Relative,
        origin: None,
        keep_going: true,
        precompress: false,
    };
    let built = Builder::new().build(&options, &|_| ());
    built.map_err(|it| anyhow::anyhow!(readpoint_content::render(&it, false)))?;
    Ok(())
}

#[test]
fn hostile_content_is_shown_and_not_run() {
    let held = tempfile::tempdir().expect("a temporary folder");
    let out = Utf8Path::from_path(held.path())
        .expect("a UTF-8 path")
        .join("site");
    site(&out).expect("what can be built is built");
    run_in(out.as_std_path(), Wanted::default(), async |page| {
        for path in PAGES {
            page.open(path).await?;
            page.until("document.readyState === 'complete'").await?;
            page.holds(QUIET).await?;
            page.holds(INERT).await?;
        }
        page.open("variables/nccl/NCCL_HOSTILE/").await?;
        page.until("document.body.innerText.includes(\"window.__ran='block'\")")
            .await?;
        clicked(page, "recipes/hostile/").await?;
        found(page).await?;
        judged(page).await
    });
}

/// Every link of a page leads to a page of the site or to one on the web, or nowhere.
async fn clicked(page: &Page, path: &str) -> anyhow::Result<()> {
    page.open(path).await?;
    page.value(
        "document.querySelectorAll('main a:not([href^=http])').forEach((it) => it.click())",
        &[],
    )
    .await?;
    page.holds(QUIET).await
}

/// What search shows of hostile words is text.
async fn found(page: &Page) -> anyhow::Result<()> {
    page.open("search/?q=hostile%20symptom").await?;
    page.until("document.querySelector('main').innerText.includes('<script>')")
        .await?;
    page.holds(QUIET).await?;
    page.holds(INERT).await
}

/// What a team's rule says is shown as text beside the launch text.
async fn judged(page: &Page) -> anyhow::Result<()> {
    open_empty(page).await?;
    let text = "export NCCL_HOSTILE=\"</script><script>window.__ran='forbidden'</script>\"\ntorchrun a.py\n";
    paste_into(page, "text", text).await?;
    page.until("document.getElementById('findings').innerText.includes('<img src=x')")
        .await?;
    page.holds(QUIET).await?;
    page.holds(INERT).await
}

/// Launch texts that mean to be more than text.
fn launch_texts() -> Vec<String> {
    let tag = "<img src=x onerror=window.__ran=1>";
    vec![
        format!("export NCCL_DEBUG='{tag}'\npython {tag}.py\n"),
        format!("export 'NCCL_{tag}'=1 CUDA_VISIBLE_DEVICES='0,{tag}'\ntorchrun </textarea><script>window.__ran=1</script>\n"),
        format!("FROM {tag}\nENV NCCL_DEBUG={tag}\nCMD [\"{tag}\"]\n"),
        format!("services:\n  {tag}:\n    environment:\n      NCCL_DEBUG: \"{tag}\"\n      \"{tag}\": 1\n"),
        "export NCCL_DEBUG=\u{202e}OFNI\u{202c} A=\u{0}\u{1}\u{1b}[31m\u{7f}\u{85}\u{2028}\u{feff}\npython a.py\n".to_owned(),
        "NCCL_DEBUG=\u{d7ff}\u{fffd}\u{10ffff}\u{e0001} python \u{200f}a\u{301}\u{301}\u{301}.py\n".to_owned(),
        format!("{{\"configurations\": [{{\"program\": \"{tag}\", \"env\": {{\"NCCL_DEBUG\": \"{tag}\"}}}}]}}"),
        format!("# readpoint: ignore {tag}\nNCCL_DEBUG='`${{constructor}}`' __proto__=1 constructor=2 python a\n"),
    ]
}

/// A text whose verdict is known.
const NORMAL: &str = "export NCCL_DEBUG=INFO\npython train.py\n";

#[test]
fn hostile_launch_texts_are_text_and_the_engine_recovers() {
    let deep = NESTED.iter().map(|text| text.of(100_000));
    let texts: Vec<_> = launch_texts().into_iter().chain(deep).collect();
    run(Wanted::default(), async |page| {
        open_empty(page).await?;
        let before = page.asked().len();
        for text in texts {
            cleared(page).await?;
            paste_into(page, "text", &text).await?;
            page.until(JUDGED).await?;
            page.holds(QUIET).await?;
            page.holds(INERT).await?;
            cleared(page).await?;
            paste_into(page, "text", NORMAL).await?;
            page.until(JUDGED).await?;
            page.until("document.querySelector('#environment h3').textContent.includes('python')")
                .await?;
            page.holds("document.getElementById('verdict').dataset.worst !== 'error'")
                .await?;
        }
        let asked = page.asked().split_off(before);
        let told = asked
            .iter()
            .find(|it| it.contains("onerror") || it.contains("INFO"));
        anyhow::ensure!(told.is_none(), "the server was told of a text: {told:?}");
        shared(page).await
    });
}

/// Takes the whole text away: the box holds only a part of a long one.
async fn cleared(page: &Page) -> anyhow::Result<()> {
    page.run("document.getElementById('clear').click()").await?;
    page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
        .await
}

/// A link that somebody made opens as text.
async fn shared(page: &Page) -> anyhow::Result<()> {
    for fragment in [
        "<img src=x onerror=window.__ran=1>",
        "text=%3Cscript%3Ewindow.__ran=1%3C/script%3E",
        &"A".repeat(100_000),
    ] {
        page.open("").await?;
        page.run(&format!(
            "location.href = 'playground/#' + {}",
            json!(fragment)
        ))
        .await?;
        page.until("document.getElementById('verdict') && document.getElementById('verdict').textContent !== ''")
            .await?;
        page.holds(QUIET).await?;
        page.holds(INERT).await?;
    }
    Ok(())
}
