//! Searching: by key, with a slip in a name, with the keyboard alone.

use anyhow::ensure;
use thirtyfour::Key;

use crate::page::FIRST;
use crate::session::{Wanted, run};

#[test]
fn slash_opens_search_and_enter_opens_the_page() {
    run(Wanted::default(), async |page| {
        page.open("").await?;
        page.search("nccl_debug", "NCCL_DEBUG").await?;
        page.press(Key::Down + Key::Up).await?;
        page.until(&format!("{FIRST}.textContent === 'NCCL_DEBUG'"))
            .await?;
        page.press(Key::Enter).await?;
        page.until("location.pathname.endsWith('/variables/nccl/NCCL_DEBUG/')")
            .await
    });
}

#[test]
fn enter_right_behind_the_words_means_all_of_them() {
    run(Wanted::default(), async |page| {
        page.open("search/").await?;
        page.until("document.activeElement.matches('#find-page input')")
            .await?;
        // The pieces of the index come late.
        page.run(
            "const soon = window.fetch; window.fetch = (...asked) => \
             new Promise((go) => setTimeout(go, 1000)).then(() => soon(...asked));",
        )
        .await?;
        page.press("NCCL_IB_TIMEOUT" + Key::Enter).await?;
        page.until("location.pathname.endsWith('/variables/nccl/NCCL_IB_TIMEOUT/')")
            .await
    });
}

#[test]
fn a_misspelled_name_is_found() {
    run(Wanted::default(), async |page| {
        page.open("search/").await?;
        page.until("document.activeElement.matches('#find-page input')")
            .await?;
        for (typed, meant) in [
            ("CUDA_VISABLE_DEVICES", "CUDA_VISIBLE_DEVICES"),
            ("PYTROCH_CUDA_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"),
            ("NCLL_DEBUG", "NCCL_DEBUG"),
        ] {
            page.chord(Key::Control, "a").await?;
            page.press(typed).await?;
            page.until(&format!("{FIRST}.textContent === '{meant}'"))
                .await?;
        }
        Ok(())
    });
}

#[test]
fn a_search_has_an_address_and_words_of_the_text_are_found() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=out%20of%20memory").await?;
        page.until("document.querySelectorAll('[role=option]').length > 1")
            .await?;
        page.chord(Key::Control, "a").await?;
        page.press("zzqxv").await?;
        page.until("document.querySelector('.found').textContent.startsWith('Nothing found')")
            .await?;
        let address = page.text("location.search").await?;
        ensure!(address == "?q=zzqxv", "{address}");
        Ok(())
    });
}

#[test]
fn escape_closes_and_the_focus_returns() {
    run(Wanted::default(), async |page| {
        page.open("rules/").await?;
        page.until("document.getElementById('theme').title !== 'Light or dark'")
            .await?;
        page.find("#find-open").await?.click().await?;
        page.until("document.activeElement.matches('dialog[open] input')")
            .await?;
        page.press(Key::Escape).await?;
        page.until("!document.querySelector('dialog[open]')")
            .await?;
        page.until("document.activeElement.id === 'find-open'")
            .await
    });
}

#[test]
fn a_key_leads_to_its_place_by_keyboard() {
    run(Wanted::default(), async |page| {
        page.open("recipes/").await?;
        page.until("document.getElementById('theme').title !== 'Light or dark'")
            .await?;
        page.chord(Key::Control, "k").await?;
        page.until("document.activeElement.matches('dialog[open] input')")
            .await?;
        page.press("pinned_reserve_segment").await?;
        page.until(&format!(
            "{FIRST}.innerText.startsWith('pinned_reserve_segment_size_mb in PYTORCH_CUDA_ALLOC_CONF')"
        ))
        .await?;
        page.holds(&format!("{FIRST}.textContent.includes('2.10')"))
            .await?;
        page.press(Key::Enter).await?;
        page.until("location.pathname.endsWith('/PYTORCH_CUDA_ALLOC_CONF/') && location.hash === '#all-keys'")
            .await?;
        page.until("!document.querySelector('dialog[open]')").await
    });
}

#[test]
fn results_say_why_they_match() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=No%20CUDA%20GPUs%20are%20available")
            .await?;
        page.until("document.querySelectorAll('[role=option]').length > 1")
            .await?;
        page.until(
            "document.querySelector('[role=option][aria-selected=true] .symptom-line mark')",
        )
        .await?;
        let groups = page
            .value(
                "document.querySelectorAll('[role=group][aria-labelledby]').length",
                &[],
            )
            .await?;
        ensure!(groups.as_u64() > Some(1), "{groups} groups");
        Ok(())
    });
}

#[test]
fn a_setting_with_its_value_can_be_checked() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=NCCL_DEBUG%3D1").await?;
        page.until("document.querySelectorAll('[role=option]').length > 1")
            .await?;
        page.holds("document.querySelectorAll('[role=option]')[1].innerText.startsWith('Check NCCL_DEBUG=1')")
            .await?;
        page.run("document.querySelectorAll('[role=option]')[1].click()")
            .await?;
        page.until("document.getElementById('text')?.value === 'NCCL_DEBUG=1 python train.py'")
            .await
    });
}

#[test]
fn short_words_are_marked_whole_and_others_where_they_begin() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=the%20env%20memory%20of%20their%20jobs")
            .await?;
        page.until("document.querySelectorAll('mark').length > 0")
            .await?;
        page.holds(
            "[...document.querySelectorAll('mark')].every((it) => \
             ['env', 'memory', 'jobs'].includes(it.textContent.toLowerCase()) && \
             !/[a-z]$/i.test(it.previousSibling?.textContent ?? ''))",
        )
        .await
    });
}

#[test]
fn a_message_that_nothing_is_known_of_is_told_so() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=RuntimeError%3A%20foo%20bar%20baz")
            .await?;
        page.until("document.querySelector('.found').textContent.startsWith('Nothing specific')")
            .await?;
        page.holds("document.querySelectorAll('[role=option]').length === 0")
            .await
    });
}

#[test]
fn chinese_words_on_an_english_page_lead_to_the_chinese_search() {
    run(Wanted::default(), async |page| {
        page.open("search/?q=%E6%98%BE%E5%AD%98%E4%B8%8D%E8%B6%B3")
            .await?;
        page.until("document.querySelector('[role=option]')?.pathname.endsWith('/symptoms/out-of-memory/')")
            .await?;
        page.click(".found a").await?;
        page.until(
            "location.pathname.endsWith('/zh/search/') && document.querySelector('[role=option]')",
        )
        .await
    });
}
