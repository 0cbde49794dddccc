//! The playground: verdict, fixes, sharing, and texts that nobody means to paste.

use anyhow::ensure;
use thirtyfour::Key;

use crate::page::Page;
use crate::session::{Wanted, run};

/// Aborts the import in every release: `=` for `:`, and a key that no release has.
const BROKEN: &str = "export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128\\npython train.py\\n";
/// What is shown once a verdict on the text in the box is there.
const JUDGED: &str =
    "/error|warning|info|Nothing/.test(document.getElementById('verdict').textContent)";
const TEXT: &str = "document.getElementById('text').value";

/// Opens the playground and puts a text into the box, as a paste does.
async fn paste(page: &Page, text: &str) -> anyhow::Result<()> {
    page.open("playground/").await?;
    page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
        .await?;
    let script = format!(
        "(() => {{ const area = document.getElementById('text'); area.focus(); \
         area.setRangeText('{text}', 0, area.value.length, 'end'); \
         area.dispatchEvent(new InputEvent('input', {{ inputType: 'insertFromPaste' }})); }})()"
    );
    page.value(&script, &[]).await?;
    page.until(JUDGED).await
}

#[test]
fn a_verdict_comes_while_typing() {
    run(Wanted::default(), async |page| {
        page.open("playground/").await?;
        page.find("#text").await?.click().await?;
        page.press("PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128 python a.py")
            .await?;
        page.until("document.getElementById('verdict').dataset.worst === 'error'")
            .await?;
        page.until("document.querySelectorAll('#editor mark.m-error').length > 0")
            .await?;
        page.until("document.querySelector('#environment h3').textContent.includes('python')")
            .await?;
        page.holds("document.querySelector('#findings a').pathname.includes('/rules/RP')")
            .await?;
        page.holds(
            "[...document.querySelectorAll('#findings a')].some((it) => \
             it.pathname.endsWith('/PYTORCH_CUDA_ALLOC_CONF/'))",
        )
        .await
    });
}

#[test]
fn one_click_fixes_and_undo_takes_it_back() {
    run(Wanted::default(), async |page| {
        paste(page, BROKEN).await?;
        let before = page.text(TEXT).await?;
        page.find("#fix-all").await?.click().await?;
        page.until(&format!("{TEXT}.includes('max_split_size_mb:128')"))
            .await?;
        page.until("document.querySelectorAll('#editor mark.m-error').length === 0")
            .await?;
        page.chord(Key::Control, "z").await?;
        page.until(&format!("{TEXT} === {}", serde_json::json!(before)))
            .await
    });
}

#[test]
fn the_keyboard_alone_checks_fixes_and_shares() {
    run(Wanted::default(), async |page| {
        page.open("playground/").await?;
        page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
            .await?;
        for _ in 0..40 {
            if page.text("document.activeElement.id").await? == "text" {
                break;
            }
            page.press(Key::Tab).await?;
        }
        page.press("PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128 python a.py")
            .await?;
        page.until("document.getElementById('verdict').dataset.worst === 'error'")
            .await?;
        page.press(Key::F8).await?;
        page.until("document.querySelector('#cursor code')").await?;
        page.chord(Key::Control, ".").await?;
        page.until(&format!("{TEXT}.includes('max_split_size_mb:128')"))
            .await?;
        page.until("document.getElementById('verdict').dataset.worst !== 'error'")
            .await?;
        for _ in 0..40 {
            page.press(Key::Tab).await?;
            if page.text("document.activeElement.id").await? == "share" {
                break;
            }
        }
        page.press(Key::Enter).await?;
        page.until("location.hash.length > 20").await
    });
}

#[test]
fn a_link_carries_text_and_choices_and_nothing_is_sent() {
    run(Wanted::default(), async |page| {
        paste(
            page,
            "export SECRET_TOKEN=hunter2 # 显存 😀\\npython train.py\\n",
        )
        .await?;
        page.value("document.getElementById('torch').value = '2.9.1'", &[])
            .await?;
        page.find("#share").await?.click().await?;
        page.until("location.hash.length > 20").await?;
        let address = page.text("location.pathname + location.hash").await?;
        page.open("").await?;
        page.open(address.trim_start_matches('/')).await?;
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
fn a_link_with_fields_of_a_later_version_is_read() {
    run(Wanted::default(), async |page| {
        page.open("playground/").await?;
        let link = "btoa(JSON.stringify({v: 1, text: 'export NCCL_DEBUG=INFO', mood: 'calm', \
            torch: '1.0', as: 'poem'})).replaceAll('=', '')";
        let link = page.text(link).await?;
        page.open("").await?;
        page.open(&format!("playground/#{link}")).await?;
        page.until(&format!("{TEXT} === 'export NCCL_DEBUG=INFO'"))
            .await?;
        page.until(JUDGED).await
    });
}

#[test]
fn spans_stand_right_behind_wide_characters() {
    run(Wanted::default(), async |page| {
        paste(
            page,
            "# 😀 显存 é\\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128\\npython a.py\\n",
        )
        .await?;
        page.until("document.querySelector('#editor mark.m-error')")
            .await?;
        page.holds(
            "[...document.querySelectorAll('#editor mark')].every((it) => \
             it.closest('.line').dataset.line === '2')",
        )
        .await?;
        page.find("#fix-all").await?.click().await?;
        page.until(&format!(
            "{TEXT}.includes('\\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:128\\n')"
        ))
        .await
    });
}

#[test]
fn every_example_gets_a_verdict() {
    run(Wanted::default(), async |page| {
        page.open("playground/").await?;
        page.until("document.getElementById('example').options.length > 5")
            .await?;
        let count = page
            .value("document.getElementById('example').options.length - 1", &[])
            .await?;
        for number in 0..count.as_u64().unwrap_or_default() {
            let choose = format!(
                "(() => {{ const it = document.getElementById('example'); \
                 document.getElementById('verdict').textContent = ''; it.value = '{number}'; \
                 it.dispatchEvent(new Event('change')); }})()"
            );
            page.value(&choose, &[]).await?;
            page.until(JUDGED).await?;
        }
        page.until("document.getElementById('verdict').dataset.worst === 'none'")
            .await
    });
}

#[test]
fn a_megabyte_and_junk_neither_hang_nor_break() {
    run(Wanted::default(), async |page| {
        let long = "'export NCCL_DEBUG=INFO\\npython train.py\\n'.repeat(26000)";
        let junk = "Array.from({ length: 1000000 }, (_, at) => \
            String.fromCharCode((at * 7919 + (at % 13) * 31) % 256)).join('')";
        for text in [long, junk, "''", "'NCCL_DEBUG=INFO python a.py'"] {
            page.open("playground/").await?;
            page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
                .await?;
            let script = format!(
                "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {text}); \
                 const area = document.getElementById('text'); area.focus(); \
                 const paste = new ClipboardEvent('paste', {{ clipboardData: data, cancelable: true }}); \
                 if (area.dispatchEvent(paste)) {{ area.value = {text}; \
                 area.dispatchEvent(new InputEvent('input', {{ inputType: 'insertFromPaste' }})); }} }})()"
            );
            page.value(&script, &[]).await?;
            page.until(if text == "''" { "true" } else { JUDGED })
                .await?;
            page.holds("document.querySelectorAll('#editor .line').length < 5000")
                .await?;
            page.holds("document.querySelectorAll('#editor mark').length <= 1000")
                .await?;
            page.press("x").await?;
            page.until(&format!("{TEXT}.includes('x')")).await?;
        }
        Ok(())
    });
}

#[test]
fn the_release_and_the_kind_can_be_chosen() {
    run(Wanted::default(), async |page| {
        paste(page, "export NCCL_DEBUG=INFO\\npython train.py\\n").await?;
        page.holds("document.getElementById('kind').options[0].textContent === 'Detected: shell'")
            .await?;
        let choose = "(() => { const it = document.getElementById('kind'); it.value = 'envfile'; \
            document.getElementById('verdict').textContent = ''; it.dispatchEvent(new Event('change')); })()";
        page.value(choose, &[]).await?;
        page.until(JUDGED).await?;
        page.holds("document.getElementById('torch').options.length > 3")
            .await
    });
}
