//! Putting launch texts into the playground, and waiting for what it says about them.

use serde_json::json;

use crate::page::Page;

/// Aborts the import in every release: `=` for `:`, and a key that no release has.
pub(crate) const BROKEN: &str =
    "export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128\npython train.py\n";
/// What is shown once a verdict on the text in the box is there.
pub(crate) const JUDGED: &str =
    "/error|warning|info|Nothing/.test(document.getElementById('verdict').textContent)";
/// The text in the box.
pub(crate) const TEXT: &str = "document.getElementById('text').value";
/// The change that a fix makes is shown.
pub(crate) const ASKED: &str = "document.querySelector('dialog.change[open]')";

/// Opens the playground without the draft of an earlier text.
pub(crate) async fn open_empty(page: &Page) -> anyhow::Result<()> {
    page.open("playground/").await?;
    page.value("sessionStorage.clear()", &[]).await?;
    page.reload().await?;
    page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
        .await
}

/// Opens the playground and puts a text into the box, as a paste does.
pub(crate) async fn paste(page: &Page, text: &str) -> anyhow::Result<()> {
    open_empty(page).await?;
    paste_into(page, "text", text).await?;
    page.until(JUDGED).await
}

/// Puts a text into a box, as a paste does.
pub(crate) async fn paste_into(page: &Page, id: &str, text: &str) -> anyhow::Result<()> {
    let script = format!(
        "(() => {{ const area = document.getElementById('{id}'); area.focus(); \
         area.setRangeText({}, 0, area.value.length, 'end'); \
         area.dispatchEvent(new InputEvent('input', {{ inputType: 'insertFromPaste' }})); }})()",
        json!(text)
    );
    page.value(&script, &[]).await?;
    Ok(())
}

/// From now on, `window.taken` is the text that was copied last, and `window.saved` the last file.
pub(crate) async fn catch_copies(page: &Page) -> anyhow::Result<()> {
    let script = "(() => { \
        navigator.clipboard.writeText = (text) => { window.taken = text; return Promise.resolve(); }; \
        const address = URL.createObjectURL; \
        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); \
        return address(blob); }; })()";
    page.value(script, &[]).await?;
    Ok(())
}

/// Waits until a catching page has copied (`taken`) or saved (`saved`) something, and gives it.
pub(crate) async fn caught(page: &Page, what: &str) -> anyhow::Result<String> {
    page.until(&format!("typeof window.{what} === 'string'"))
        .await?;
    let text = page.text(&format!("window.{what}")).await?;
    page.value(&format!("delete window.{what}"), &[]).await?;
    Ok(text)
}
