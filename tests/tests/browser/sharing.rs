//! Links: they carry text and choices, open those of earlier versions, and tell where they are from.

use anyhow::{Context, ensure};
use serde::Deserialize;
use serde_json::json;

use crate::launch_text::{JUDGED, TEXT, paste};
use crate::session::{Wanted, run};

/// A link that was made once, and what it opens.
#[derive(Deserialize)]
struct Link {
    link: String,
    text: String,
    #[serde(rename = "as")]
    kind: String,
    torch: String,
}

/// The links of `tests/links`.
fn links() -> anyhow::Result<Vec<Link>> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("links/links.jsonl");
    let text = std::fs::read_to_string(file)?;
    let links = text.lines().map(serde_json::from_str);
    Ok(links.collect::<Result<_, _>>()?)
}

#[test]
fn a_link_carries_text_and_choices_and_nothing_is_sent() {
    run(Wanted::default(), async |page| {
        paste(
            page,
            "export SECRET_TOKEN=hunter2 # 显存 😀\npython train.py\n",
        )
        .await?;
        page.value("document.getElementById('torch').value = '2.9.1'", &[])
            .await?;
        page.share_and_reopen().await?;
        page.until(&format!("{TEXT}.includes('# 显存 😀')")).await?;
        page.holds("document.getElementById('torch').value === '2.9.1'")
            .await?;
        let told: Vec<_> = page
            .asked()
            .into_iter()
            .filter(|it| it.contains("hunter2"))
            .collect();
        ensure!(told.is_empty(), "the text left the page: {told:?}");
        let posts = page
            .asked()
            .into_iter()
            .filter(|it| !it.starts_with("GET "))
            .count();
        ensure!(posts == 0, "{posts} requests are no GET");
        Ok(())
    });
}

#[test]
fn links_of_every_version_open() {
    run(Wanted::default(), async |page| {
        let links = links()?;
        ensure!(links.len() > 4, "only {} links", links.len());
        for it in links {
            page.open("").await?;
            page.open(&format!("playground/{}", it.link)).await?;
            page.until(&format!("{TEXT} === {}", json!(it.text)))
                .await
                .with_context(|| it.link.clone())?;
            page.holds(&format!(
                "document.getElementById('kind').value === {} && \
                 document.getElementById('torch').value === {}",
                json!(it.kind),
                json!(it.torch)
            ))
            .await?;
            page.until(JUDGED).await?;
        }
        Ok(())
    });
}

/// What a link says of itself besides its text, and what the page says about that.
const ORIGINS: [(&str, &str); 4] = [
    ("tool: '0.0.1', catalog: '1.00000000'", "Readpoint 0.0.1"),
    (
        "tool: window.tool, catalog: '1.00000000'",
        "another catalogue",
    ),
    ("torch: '1.0'", "torch 1.0"),
    ("tool: window.tool, catalog: window.catalog", ""),
];

#[test]
fn a_link_of_another_version_says_so_quietly() {
    run(Wanted::default(), async |page| {
        paste(page, "export NCCL_DEBUG=INFO\npython train.py\n").await?;
        page.click("#share").await?;
        page.until("location.hash.length > 20").await?;
        let made = "JSON.stringify(JSON.parse(atob(location.hash.slice(1)\
            .replaceAll('-', '+').replaceAll('_', '/'))))";
        let made: serde_json::Value = serde_json::from_str(&page.text(made).await?)?;
        let catalog = made["catalog"].as_str().context("no catalogue")?.to_owned();
        ensure!(catalog.starts_with("1."), "no format in `{catalog}`");
        for (fields, said) in ORIGINS {
            let own = format!(
                "window.tool = {}, window.catalog = {}",
                made["tool"], made["catalog"]
            );
            page.value(&own, &[]).await?;
            let link = format!(
                "btoa(JSON.stringify({{ v: 1, text: 'export NCCL_DEBUG=INFO', {fields} }})).replaceAll('=', '')"
            );
            let link = page.text(&link).await?;
            page.open("").await?;
            page.open(&format!("playground/#{link}")).await?;
            page.until(JUDGED).await?;
            let words = page
                .text("document.getElementById('said').textContent")
                .await?;
            ensure!(
                words.is_empty() == said.is_empty() && words.contains(said),
                "for {fields} the page says `{words}`"
            );
        }
        Ok(())
    });
}
