//! Comparing two launch texts: findings of one, of the other, of both; environments; a link to it.

use thirtyfour::Key;

use crate::launch_text::{JUDGED, paste, paste_into};
use crate::page::Page;
use crate::session::{Wanted, run};

const A: &str = "NCCL_DEBUG=INFO\nexport OMP_NUM_THREADS=all\nexport A=$(date)\npython a.py\n";
const B: &str = "export CUDA_VISIBLE_DEVICES=0,1\nexport OMP_NUM_THREADS=all\npython b.py\n";

/// The codes of a list of findings, and the rows of the table of environments.
const CODES: &str = "[...document.querySelectorAll('.apart section')].map((it) => \
    [...it.querySelectorAll('.row a')].map((a) => a.textContent).join(' ')).join(', ')";
const ROWS: &str = "[...document.querySelectorAll('#comparison .sides tbody tr')].map((row) => \
    [...row.cells].map((it) => it.textContent).join(' | ')).join(', ')";

async fn differ(page: &Page) -> anyhow::Result<()> {
    page.until(&format!("{CODES} === 'RP301, , RP206'")).await?;
    page.until(&format!(
        "{ROWS} === 'A | not known before it runs | not set, CUDA_VISIBLE_DEVICES | not set | 0,1'"
    ))
    .await
}

#[test]
fn two_texts_are_held_against_each_other_and_shared() {
    run(Wanted::default(), async |page| {
        paste(page, A).await?;
        page.click("#compare").await?;
        page.until("document.getElementById('text-b')?.value.startsWith('NCCL')")
            .await?;
        paste_into(page, "text-b", B).await?;
        differ(page).await?;
        page.holds("document.getElementById('alone').hidden")
            .await?;
        page.share_and_reopen().await?;
        page.until("document.getElementById('text-b')").await?;
        differ(page).await
    });
}

#[test]
fn a_finding_of_the_second_text_is_gone_to_and_the_end_is_one_text() {
    run(Wanted::default(), async |page| {
        paste(page, A).await?;
        page.click("#compare").await?;
        page.until("document.getElementById('text-b')").await?;
        paste_into(page, "text-b", B).await?;
        differ(page).await?;
        page.value(
            "[...document.querySelectorAll('.apart .go')].at(-1).click()",
            &[],
        )
        .await?;
        page.until("document.activeElement.id === 'text-b'").await?;
        page.holds("document.querySelector('#cursor-b code').textContent === 'RP206'")
            .await?;
        page.press(Key::F8).await?;
        page.click("#compare").await?;
        page.until("!document.getElementById('text-b')").await?;
        page.until(JUDGED).await?;
        page.holds("document.querySelectorAll('#findings li').length === 2")
            .await
    });
}
