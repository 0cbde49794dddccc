//! Releases: what changed between two, and what a variable page says for the reader's release.

use crate::page::Page;
use crate::session::{Wanted, run};

const CHANGES: &str = "document.querySelector('#range output').textContent";
const SHOWN: &str = "[...document.querySelectorAll('section[data-release]')]\
    .filter((it) => !it.hidden).map((it) => it.dataset.release)";

async fn range(page: &Page, project: &str, query: &str) -> anyhow::Result<String> {
    page.open(&format!("releases/{project}/?{query}")).await?;
    page.until(&format!("/^[1-9]/.test({CHANGES})")).await?;
    page.text(CHANGES).await
}

#[test]
fn two_releases_are_compared_in_either_order() {
    run(Wanted::default(), async |page| {
        let forward = range(page, "torch", "from=2.9.1&to=2.15.0").await?;
        page.holds(&format!(
            "{SHOWN}.includes('2.10.0') && !{SHOWN}.includes('2.9.1')"
        ))
        .await?;
        let link = "document.querySelector('#brought a[href*=\"releases/nccl/\"]')";
        page.until(&format!("{link}.textContent === 'NCCL 2.27.5 to 2.30.7'"))
            .await?;
        let backward = range(page, "torch", "from=2.15.0&to=2.9.1").await?;
        anyhow::ensure!(forward == backward, "{forward}, {backward}");
        page.run(&format!("{link}.click()")).await?;
        page.until(&format!(
            "location.pathname.endsWith('/releases/nccl/') && /^[1-9]/.test({CHANGES})"
        ))
        .await?;
        page.holds(&format!("!{SHOWN}.includes('2.26.2')")).await
    });
}

#[test]
fn the_chosen_release_has_its_own_default() {
    run(Wanted::default(), async |page| {
        page.open("variables/torch-distributed/TORCH_NCCL_TRACE_BUFFER_SIZE/")
            .await?;
        let choose = |release: &str| {
            format!(
                "const it = document.getElementById('release'); it.value = '{release}'; \
                 it.dispatchEvent(new Event('change'));"
            )
        };
        let general = "document.querySelector('.facts .general').classList.contains('absent')";
        let special = "document.querySelector('.facts [data-when]').classList.contains('absent')";
        page.run(&choose("2.6.0")).await?;
        page.until(&format!("{general} && !{special}")).await?;
        page.run(&choose("2.15.0")).await?;
        page.until(&format!("!{general} && {special}")).await
    });
}

#[test]
fn an_example_opens_with_the_chosen_release() {
    run(Wanted::default(), async |page| {
        page.open("variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/")
            .await?;
        let address = "document.querySelector('.code .try').hash";
        let before = page.text(address).await?;
        page.run(
            "const it = document.getElementById('release'); it.value = '2.6.0'; \
             it.dispatchEvent(new Event('change'));",
        )
        .await?;
        page.until(&format!("{address} !== '{before}'")).await?;
        page.click(".code .try").await?;
        page.until("document.getElementById('torch')?.value === '2.6.0'")
            .await
    });
}

#[test]
fn the_chosen_release_has_its_own_facts() {
    run(Wanted::default(), async |page| {
        page.open("variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/")
            .await?;
        let facts = "[...document.querySelectorAll('.facts dd:has([data-removed])')]";
        page.holds(&format!("{facts}.length === 2")).await?;
        let state = |special: &str, general: &str| {
            format!(
                "{facts}.every((it) => it.querySelector('.note').matches('{special}') && \
                 it.querySelector('.general').matches('{general}'))"
            )
        };
        let choose = |release: &str| {
            format!(
                "const it = document.getElementById('release'); it.value = '{release}'; \
                 it.dispatchEvent(new Event('change'));"
            )
        };
        page.run(&choose("2.6.0")).await?;
        page.until(&state(":not(.absent)", ".absent")).await?;
        page.run(&choose("2.9.1")).await?;
        let one = "(it) => it.querySelectorAll('[data-removed]:not(.absent), .general:not(.absent)').length";
        page.until(&format!("{facts}.map({one}).join() === '1,1'"))
            .await?;
        page.run(&choose("2.11.0")).await?;
        page.until(&state(".absent", ":not(.absent)")).await?;
        page.run(&choose("")).await?;
        page.until(&state(":not(.absent)", ":not(.absent)")).await
    });
}

#[test]
fn what_came_and_went_between_two_releases_is_one_line() {
    run(Wanted::default(), async |page| {
        range(page, "torch", "from=2.9.1&to=2.11.0").await?;
        let shown = "[...document.querySelectorAll('main a[href$=\"/PALLAS_TARGET_TPU/\"]')]\
            .filter((it) => it.checkVisibility()).map((it) => it.closest('li').textContent)";
        page.holds(&format!(
            "{shown}.join() === 'PALLAS_TARGET_TPU new in 2.10.0, gone in 2.11.0'"
        ))
        .await?;
        let swapped = "document.querySelector('.swapped').textContent";
        page.holds(&format!("{swapped} === ''")).await?;
        range(page, "torch", "from=2.10.0&to=2.9.1").await?;
        page.holds(&format!("{shown}.length === 1 && !/gone/.test({shown})"))
            .await?;
        page.holds(&format!("/after 2.9.1 up to 2.10.0/.test({swapped})"))
            .await
    });
}

#[test]
fn the_first_release_is_what_others_are_held_against() {
    run(Wanted::default(), async |page| {
        page.open("releases/torch/2.6.0/").await?;
        page.holds(
            "document.querySelector('main').innerText.split('comparison begins').length === 2",
        )
        .await?;
        page.open("releases/").await?;
        page.run("document.querySelector('a[href$=\"releases/torch/#range\"]').click()")
            .await?;
        page.until("document.getElementById('range')?.checkVisibility()")
            .await
    });
}
