//! The playground's text box: verdicts, examples, files, drafts, and texts that nobody means to
//! paste.

use serde_json::json;
use thirtyfour::Key;

use crate::launch_text::{BROKEN, JUDGED, TEXT, open_empty, paste, paste_into};
use crate::session::{Wanted, run};

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

#[test]
fn every_kind_has_an_example_with_a_fault() {
    run(Wanted::default(), async |page| {
        open_empty(page).await?;
        page.click("#examples").await?;
        page.until("document.querySelectorAll('dialog.gallery .card').length > 19")
            .await?;
        page.holds(
            "(() => { const shown = new Set([...document.querySelectorAll('.card')].map((it) => it.dataset.kind)); \
             return [...document.querySelectorAll('#kind option')].slice(1).every((it) => shown.has(it.value)); })()",
        )
        .await?;
        let count = page
            .value("document.querySelectorAll('.card').length", &[])
            .await?;
        page.press(Key::Escape).await?;
        for number in 0..count.as_u64().unwrap_or_default() {
            page.until("!document.querySelector('dialog')").await?;
            page.click("#examples").await?;
            let card = format!("document.querySelectorAll('dialog.gallery .card')[{number}]");
            page.until(&card).await?;
            let script = format!(
                "(() => {{ const card = {card}; window.wanted = card.dataset.kind; \
                 window.clean = card.querySelector('.clean') !== null; \
                 document.getElementById('verdict').textContent = ''; card.click(); }})()"
            );
            page.value(&script, &[]).await?;
            page.until(JUDGED).await?;
            page.until(
                "(() => { const { options, value } = document.getElementById('kind'); \
                 const { worst } = document.getElementById('verdict').dataset; \
                 return (value || options[0].textContent.split(' ').at(-1)) === window.wanted && \
                 (window.clean ? worst === 'none' : ['error', 'warning'].includes(worst)); })()",
            )
            .await?;
        }
        Ok(())
    });
}

#[test]
fn undo_takes_back_an_example_and_how_it_was_read() {
    run(Wanted::default(), async |page| {
        paste(page, BROKEN).await?;
        page.click("#examples").await?;
        page.click("dialog.gallery [data-kind=helm]").await?;
        page.until("document.getElementById('kind').value === 'helm'")
            .await?;
        page.chord(Key::Control, "z").await?;
        page.until(&format!("{TEXT} === {}", json!(BROKEN))).await?;
        page.until("document.getElementById('kind').value === ''")
            .await?;
        page.chord(Key::Control, "y").await?;
        page.until("document.getElementById('kind').value === 'helm'")
            .await?;
        page.chord(Key::Control, "z").await?;
        page.chord(Key::Control, "z").await?;
        page.until(&format!("{TEXT} === ''")).await
    });
}

#[test]
fn typing_is_undone_by_words_and_redone() {
    run(Wanted::default(), async |page| {
        open_empty(page).await?;
        page.find("#text").await?.click().await?;
        page.press("export NCCL_DEBUG=INFO").await?;
        page.chord(Key::Control, "z").await?;
        page.until(&format!("{TEXT} === 'export '")).await?;
        page.chord(Key::Control, "y").await?;
        page.until(&format!("{TEXT} === 'export NCCL_DEBUG=INFO'"))
            .await
    });
}

#[test]
fn a_draft_survives_a_reload_until_it_is_cleared() {
    run(Wanted::default(), async |page| {
        paste(page, BROKEN).await?;
        page.until("sessionStorage.getItem('playground') !== null")
            .await?;
        page.reload().await?;
        page.until(&format!("{TEXT} === {}", json!(BROKEN))).await?;
        page.until(JUDGED).await?;
        page.click("#clear").await?;
        page.until(&format!("{TEXT} === ''")).await?;
        page.holds("sessionStorage.getItem('playground') === null")
            .await?;
        page.click("#undo-clear").await?;
        page.until(&format!("{TEXT} === {}", json!(BROKEN))).await?;
        page.click("#clear").await?;
        page.reload().await?;
        page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
            .await?;
        page.holds(&format!("{TEXT} === ''")).await
    });
}

#[test]
fn a_phone_leaves_the_text_alone_and_shows_it_large_enough() {
    let narrow = Wanted {
        width: 500,
        ..Wanted::default()
    };
    run(narrow, async |page| {
        open_empty(page).await?;
        page.holds(
            "['autocapitalize', 'autocorrect', 'autocomplete'].every((it) => \
             document.getElementById('text').getAttribute(it) === 'off')",
        )
        .await?;
        page.holds("document.getElementById('text').spellcheck === false")
            .await?;
        // Below 16 px a phone enlarges the page when the box gets the keyboard.
        page.holds("parseFloat(getComputedStyle(document.getElementById('text')).fontSize) >= 16")
            .await
    });
}

#[test]
fn a_chinese_page_judges_in_chinese_and_leads_to_chinese_pages() {
    run(Wanted::default(), async |page| {
        page.open("zh/playground/").await?;
        page.until("document.getElementById('verdict').textContent.startsWith('粘贴')")
            .await?;
        paste_into(page, "text", BROKEN).await?;
        page.until("document.getElementById('verdict').textContent === '1 个错误'")
            .await?;
        page.holds("document.querySelector('#findings a').pathname.includes('/zh/rules/')")
            .await?;
        page.value(
            "[...document.querySelectorAll('.views button')].at(-1).click()",
            &[],
        )
        .await?;
        page.until("[...document.querySelectorAll('.defaults .note')].some((it) => it.textContent.includes('显存'))")
            .await
    });
}

/// What people paste: messages of Python, of torch's log, of NCCL and of the system.
const MESSAGES: [&str; 4] = [
    "Traceback (most recent call last):\n  File \"train.py\", line 8, in <module>\n    x = f(x)\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
    "[rank3]:[E112 10:12:33.551 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41) ran for 600012 milliseconds",
    "node1:2112:2190 [0] misc/socket.cc:484 NCCL WARN socketStartConnect: Connect to 172.17.0.1<41729> failed",
    "terminate called after throwing an instance of 'c10::Error'\n  what():  Index out of bounds in ConfigTokenizer\nAborted (core dumped)",
];

#[test]
fn an_error_message_is_no_launch_text() {
    run(Wanted::default(), async |page| {
        open_empty(page).await?;
        for message in MESSAGES {
            paste_into(page, "text", message).await?;
            page.until("document.getElementById('verdict').textContent === 'This looks like an error message'")
                .await?;
            page.holds(
                "document.querySelectorAll('#findings [data-index], #editor mark').length === 0",
            )
            .await?;
            paste_into(page, "text", "NCCL_DEBUG=INFO python a.py").await?;
            page.until(JUDGED).await?;
        }
        paste_into(page, "text", MESSAGES[0]).await?;
        page.click("#findings a[href*='search/?q=']").await?;
        page.until("document.querySelector('[role=option]')?.pathname.endsWith('/symptoms/out-of-memory/')")
            .await
    });
}

#[test]
fn a_phone_shows_the_verdict_above_the_text_and_names_in_whole_words() {
    let phone = Wanted {
        width: 390,
        ..Wanted::default()
    };
    run(phone, async |page| {
        let at = |of: &str| format!("document.querySelector('{of}').getBoundingClientRect().top");
        paste(page, BROKEN).await?;
        page.holds(&format!("{} < {}", at("#verdict"), at("#editor")))
            .await?;
        page.holds("document.querySelector('#editor').offsetHeight < 250")
            .await?;
        page.holds("document.querySelector('.keys').offsetHeight === 0")
            .await?;
        page.until("document.querySelectorAll('#environment th wbr').length === 3")
            .await
    });
}

#[test]
fn many_findings_are_listed_on_demand() {
    run(Wanted::default(), async |page| {
        paste(page, &"NCCL_DEBUG=INFO\npython a.py\n".repeat(20)).await?;
        page.until("document.querySelectorAll('#findings [data-index]').length === 12")
            .await?;
        page.click("#findings .more button").await?;
        page.until("document.querySelectorAll('#findings [data-index]').length === 20")
            .await?;
        page.holds("document.activeElement.closest('li').dataset.index === '12'")
            .await
    });
}

#[test]
fn findings_are_said_to_those_who_do_not_see_them() {
    run(Wanted::default(), async |page| {
        paste(page, BROKEN).await?;
        page.until("document.getElementById('text').getAttribute('aria-invalid') === 'true'")
            .await?;
        page.press(Key::F8).await?;
        page.until(
            "/^error, line 1, RP201: .+fix/.test(document.getElementById('spoken').textContent)",
        )
        .await?;
        page.until(
            "document.getElementById('text').getAttribute('aria-describedby').split(' ')\
             .map((id) => document.getElementById(id).textContent).join(' ').includes('RP201')",
        )
        .await?;
        page.holds("document.getElementById('spoken').getAttribute('role') === 'status'")
            .await
    });
}

/// What is dropped, and what the page then shows: the text in the box, or words.
const FILES: [(&str, &str, &str); 5] = [
    (
        "'train.sh', ['export NCCL_DEBUG=INFO\\r\\npython a.py\\r\\n']",
        "text",
        "export NCCL_DEBUG=INFO\npython a.py\n",
    ),
    (
        "'environ', ['NCCL_DEBUG=INFO\\0OMP_NUM_THREADS=4\\0']",
        "text",
        "NCCL_DEBUG=INFO\nOMP_NUM_THREADS=4\n",
    ),
    (
        "'run.ps1', [new Uint8Array([255, 254, 65, 0, 61, 0, 49, 0])]",
        "text",
        "A=1",
    ),
    ("'libcuda.so', ['\\x7fELF\\0\\0']", "said", "byte 5 is NUL"),
    ("'big.sh', [new Uint8Array(5e6)]", "said", "too large"),
];

#[test]
fn a_dropped_file_is_read_or_refused_in_words() {
    run(Wanted::default(), async |page| {
        for (file, place, shown) in FILES {
            open_empty(page).await?;
            let drop = format!(
                "(() => {{ const [name, parts] = [{file}]; const data = new DataTransfer(); \
                 data.items.add(new File(parts, name)); \
                 document.getElementById('findings').dispatchEvent(new DragEvent('drop', \
                 {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()"
            );
            page.value(&drop, &[]).await?;
            match place {
                "text" => page.until(&format!("{TEXT} === {}", json!(shown))).await?,
                _ => {
                    let said = "document.getElementById('said').textContent";
                    page.until(&format!("{said}.includes({})", json!(shown)))
                        .await?;
                    page.holds(&format!("{TEXT} === ''")).await?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_megabyte_and_junk_neither_hang_nor_break() {
    run(Wanted::default(), async |page| {
        let long = "'export NCCL_DEBUG=INFO\\npython train.py\\n'.repeat(26000)";
        let line = "`export A=${'x'.repeat(1000000)}`";
        let junk = "Array.from({ length: 1000000 }, (_, at) => \
            String.fromCharCode((at * 7919 + (at % 13) * 31) % 256)).join('')";
        for text in [long, line, junk, "''", "'NCCL_DEBUG=INFO python a.py'"] {
            open_empty(page).await?;
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
fn a_long_text_is_edited_part_by_part_and_kept_whole() {
    run(Wanted::default(), async |page| {
        let text = format!(
            "{}NCCL_DEBUG=INFO\npython last.py\n",
            "# nothing to see here\n".repeat(9_000)
        );
        paste(page, &text).await?;
        page.until("!document.querySelector('.parts').hidden")
            .await?;
        page.holds("document.querySelector('.parts span').textContent.includes('of 9,003')")
            .await?;
        page.until("document.querySelectorAll('#findings li').length > 0")
            .await?;
        page.value("document.querySelector('#findings button.go').click()", &[])
            .await?;
        page.until("document.querySelector('#cursor .place').textContent.startsWith('9001:')")
            .await?;
        page.holds("document.querySelector('#editor .line:last-child').dataset.line === '9003'")
            .await?;
        page.press("x").await?;
        page.chord(Key::Control, "z").await?;
        crate::launch_text::catch_copies(page).await?;
        page.until("!document.getElementById('export').disabled")
            .await?;
        page.click("#export").await?;
        page.click("#text-file").await?;
        let saved = crate::launch_text::caught(page, "saved").await?;
        anyhow::ensure!(
            saved == text,
            "the text is no longer whole: {} bytes",
            saved.len()
        );
        Ok(())
    });
}

#[test]
fn without_the_engine_the_page_says_so_and_tries_again() {
    run(Wanted::default(), async |page| {
        page.open("").await?;
        page.lose(Some("/wasm/"));
        page.open("playground/").await?;
        page.until("document.getElementById('verdict').textContent.includes('did not load')")
            .await?;
        page.lose(None);
        page.click("#retry").await?;
        page.until("document.getElementById('verdict').textContent.startsWith('Paste')")
            .await
    });
}
