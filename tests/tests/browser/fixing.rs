//! Fixing: the change is shown first, made on a word, and taken back by one undo.

use serde_json::json;
use thirtyfour::Key;

use crate::launch_text::{ASKED, BROKEN, TEXT, open_empty, paste};
use crate::session::{Wanted, run};

#[test]
fn a_fix_is_shown_then_made_and_one_undo_takes_it_back() {
    run(Wanted::default(), async |page| {
        let far = format!(
            "{BROKEN}{}NCCL_DEBUG=INFO\npython b.py\n",
            "# nothing to see here\n".repeat(400)
        );
        paste(page, &far).await?;
        page.press(Key::F8).await?;
        page.until("document.getElementById('spoken').textContent !== ''")
            .await?;
        page.click("#fix-all").await?;
        page.until(ASKED).await?;
        page.holds(&format!("{TEXT} === {}", json!(far))).await?;
        page.holds("document.querySelector('.diff .gone del').textContent === '='")
            .await?;
        page.holds("document.querySelector('.diff .come ins').textContent === ':'")
            .await?;
        page.holds(
            "['gone', 'come'].every((it) => document.querySelectorAll(`.diff .${it}`).length === 2)",
        )
        .await?;
        page.holds("document.querySelector('.diff .gone .sign').innerText.includes('\u{2212}')")
            .await?;
        page.holds("document.querySelectorAll('.diff .gap').length === 1")
            .await?;
        page.press(Key::Enter).await?;
        page.until(&format!("{TEXT}.includes('max_split_size_mb:128')"))
            .await?;
        page.until(&format!("{TEXT}.includes('export NCCL_DEBUG=INFO')"))
            .await?;
        page.until("document.querySelectorAll('#editor mark.m-error').length === 0")
            .await?;
        page.holds("document.getElementById('spoken').textContent === ''")
            .await?;
        page.chord(Key::Control, "z").await?;
        page.until(&format!("{TEXT} === {}", json!(far))).await
    });
}

#[test]
fn a_change_that_is_not_wanted_is_not_made() {
    run(Wanted::default(), async |page| {
        paste(page, BROKEN).await?;
        page.click("#findings .fix").await?;
        page.until(ASKED).await?;
        page.press(Key::Escape).await?;
        page.until("!document.querySelector('dialog')").await?;
        page.holds(&format!("{TEXT} === {}", json!(BROKEN))).await?;
        page.holds("document.activeElement.matches('#findings .fix')")
            .await
    });
}

#[test]
fn the_keyboard_alone_checks_fixes_and_shares() {
    run(Wanted::default(), async |page| {
        open_empty(page).await?;
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
        page.until(ASKED).await?;
        page.press(Key::Enter).await?;
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
fn spans_stand_right_behind_wide_characters() {
    run(Wanted::default(), async |page| {
        paste(
            page,
            "# 😀 显存 é\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128\npython a.py\n",
        )
        .await?;
        page.until("document.querySelector('#editor mark.m-error')")
            .await?;
        page.holds(
            "[...document.querySelectorAll('#editor mark')].every((it) => \
             it.closest('.line').dataset.line === '2')",
        )
        .await?;
        page.click("#fix-all").await?;
        page.until(ASKED).await?;
        page.press(Key::Enter).await?;
        page.until(&format!(
            "{TEXT}.includes('\\nexport PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:128\\n')"
        ))
        .await
    });
}
