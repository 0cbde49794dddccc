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
        let general = "document.querySelector('.facts .default').classList.contains('absent')";
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
