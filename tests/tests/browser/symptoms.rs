//! Symptoms as a way in: from home to a line to try, and a message pasted on home.

use anyhow::ensure;
use thirtyfour::Key;

use crate::session::{Wanted, run};

#[test]
fn a_symptom_leads_from_home_to_a_line_to_try() {
    run(Wanted::default(), async |page| {
        page.open("").await?;
        page.find(".ways-in a[href$='symptoms/nccl-hang/']")
            .await?
            .click()
            .await?;
        page.until("location.pathname.endsWith('/symptoms/nccl-hang/')")
            .await?;
        page.holds("document.querySelectorAll('.prose h2').length >= 4")
            .await?;
        page.holds("document.querySelector('.facts .symptoms').innerText.includes('Watchdog')")
            .await?;
        page.find(".code .try").await?.click().await?;
        page.until("document.getElementById('text')?.value.includes('NCCL_DEBUG=INFO')")
            .await
    });
}

#[test]
fn a_pasted_message_finds_its_page_with_the_keyboard_alone() {
    run(Wanted::default(), async |page| {
        page.open("").await?;
        page.find("#paste-text").await?.click().await?;
        page.until("document.getElementById('paste-results')")
            .await?;
        let message =
            "node1:21:90 [0] NCCL WARN socketStartConnect: Connect to 10.0.0.1<41> failed";
        page.press(message + Key::Enter).await?;
        page.until("document.activeElement.matches('#paste a.result')")
            .await?;
        page.holds("document.querySelector('#paste .symptom-line mark') !== null")
            .await?;
        page.press(Key::Enter).await?;
        page.until("location.pathname.endsWith('/symptoms/wrong-network/')")
            .await
    });
}

#[test]
fn a_pasted_message_is_there_again_for_who_comes_back() {
    run(Wanted::default(), async |page| {
        page.open("").await?;
        page.find("#paste-text").await?.click().await?;
        page.until("document.getElementById('paste-results')")
            .await?;
        page.press("NCCL WARN socketStartConnect: Connect failed")
            .await?;
        page.click("#paste a.result").await?;
        page.until("location.pathname.endsWith('/symptoms/wrong-network/')")
            .await?;
        page.run("history.back()").await?;
        page.until("document.getElementById('paste-text')?.value.startsWith('NCCL WARN')")
            .await?;
        page.until("document.querySelector('#paste a.result')")
            .await
    });
}

#[test]
fn symptoms_are_read_without_scripts() {
    let wanted = Wanted {
        scripts: false,
        ..Wanted::default()
    };
    run(wanted, async |page| {
        page.open("symptoms/").await?;
        let list = page.find("main").await?.text().await?;
        ensure!(list.contains("No CUDA GPUs are available"), "{list}");
        ensure!(
            !page.find("#paste").await?.is_displayed().await?,
            "a box that does nothing is shown"
        );
        Ok(())
    });
}
