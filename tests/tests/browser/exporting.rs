//! Exports: the command line's own JSON and SARIF, Markdown, and a link in it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::ensure;
use readpoint_tests::needs;
use serde_json::Value;

use crate::launch_text::{catch_copies, caught, paste};
use crate::session::{Wanted, run};

/// Findings with and without fixes, and columns behind wide characters.
const TEXT: &str = "# 😀 显存\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128 # é\n\
    NCCL_DEBUG=INFO\nexport OMP_NUM_THREADS=all\npython é.py\n";

/// The program that was built beside this test.
fn program() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let program = test.parent()?.parent()?.join("readpoint");
    program.is_file().then_some(program)
}

/// What `readpoint check` prints about the text.
fn printed(program: &PathBuf, format: &str) -> anyhow::Result<String> {
    let mut check = Command::new(program)
        .args(["check", "--format", format, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = check.stdin.take() {
        input.write_all(TEXT.as_bytes())?;
    }
    Ok(String::from_utf8(check.wait_with_output()?.stdout)?)
}

#[test]
fn json_and_sarif_are_those_of_the_command_line() {
    let Some(program) = needs::or_skip(program(), "the program; `cargo build` makes it") else {
        return;
    };
    run(Wanted::default(), async |page| {
        paste(page, TEXT).await?;
        catch_copies(page).await?;
        page.click("#export").await?;
        page.click("#json").await?;
        let json = caught(page, "saved").await?;
        let wanted = printed(&program, "json")?;
        ensure!(json == wanted, "the page: {json}\nthe program: {wanted}");
        page.click("#sarif").await?;
        let sarif: Value = serde_json::from_str(&caught(page, "saved").await?)?;
        let wanted: Value = serde_json::from_str(&printed(&program, "sarif")?)?;
        ensure!(
            sarif["runs"][0]["results"] == wanted["runs"][0]["results"],
            "the page: {sarif:#}\nthe program: {wanted:#}"
        );
        ensure!(sarif == wanted, "the runs differ outside their results");
        Ok(())
    });
}

#[test]
fn markdown_has_text_findings_and_a_link_that_opens_them() {
    run(Wanted::default(), async |page| {
        paste(page, TEXT).await?;
        catch_copies(page).await?;
        page.click("#export").await?;
        page.click("#markdown").await?;
        let block = caught(page, "taken").await?;
        for part in [
            "```shell\n# 😀",
            "\n- **RP201** error, line 2: ",
            "judged by",
            "](http://",
        ] {
            ensure!(
                block.to_lowercase().contains(&part.to_lowercase()),
                "`{part}` is not in {block}"
            );
        }
        page.click("#markdown-link").await?;
        let link = caught(page, "taken").await?;
        let (words, address) = link.split_once("](").unwrap_or_default();
        ensure!(
            words.starts_with("[Readpoint: shell text, ") && words.contains("3 errors"),
            "the link says {words}"
        );
        let path = address.trim_end_matches(')').split("/playground/").nth(1);
        page.open("").await?;
        page.open(&format!("playground/{}", path.unwrap_or_default()))
            .await?;
        page.until("document.getElementById('text').value.startsWith('# 😀')")
            .await
    });
}
