//! The whole site behind nginx, under a path and with the files of `deploy/`: a reader's way from the
//! home page to a check.

use anyhow::ensure;
use readpoint_tests::hosting::{BASE, Host, Web};
use readpoint_tests::needs;
use thirtyfour::Key;

use crate::page::Page;
use crate::server::Server;
use crate::session::{Wanted, built, run_at};

/// Runs a test against nginx with the site that was built for its path.
fn behind_nginx(test: impl AsyncFnOnce(&Page, &Host) -> anyhow::Result<()>) {
    let built = built("READPOINT_HOSTED", "hosted-site");
    let site = needs::or_skip(built, "the site under a path; `cargo xtask test` builds it");
    let web = needs::or_skip(Web::Nginx.is_there().then_some(Web::Nginx), "nginx");
    let (Some(site), Some(web)) = (site, web) else {
        return;
    };
    let host = match web.start(&site, BASE) {
        Ok(host) => host,
        Err(error) => panic!("nginx does not start: {error}"),
    };
    let server = Server::elsewhere(format!("http://{}{BASE}", host.address));
    run_at(
        Wanted::default(),
        || Ok(server),
        async |page| test(page, &host).await,
    );
}

/// The requests of nginx's log that were not answered with a file, or with the word that the
/// browser's copy is good.
fn failed(host: &Host) -> Vec<String> {
    let good = |line: &&str| {
        ["200", "206", "304"]
            .iter()
            .any(|it| line.contains(&format!("\" {it} ")))
    };
    let requests = host.requests();
    requests
        .lines()
        .filter(|line| !good(line))
        .map(str::to_owned)
        .collect()
}

#[test]
fn from_the_home_page_to_a_check() {
    behind_nginx(async |page, host| {
        page.open("").await?;
        page.search("nccl_debug", "NCCL_DEBUG").await?;
        page.press(Key::Enter).await?;
        let there = format!("location.pathname === '{BASE}variables/nccl/NCCL_DEBUG/'");
        page.until(&there).await?;
        page.click("nav a[href$='/playground/']").await?;
        page.until(&format!("location.pathname === '{BASE}playground/'"))
            .await?;
        page.click("#text").await?;
        page.press("PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128 python a.py")
            .await?;
        page.until("document.getElementById('verdict').dataset.worst === 'error'")
            .await?;
        page.holds(&format!(
            "document.querySelector('#findings a').pathname.startsWith('{BASE}rules/RP')"
        ))
        .await?;
        let complaints = page.complaints().await?;
        ensure!(complaints.is_empty(), "the console says {complaints:#?}");
        ensure!(
            host.requests().contains(".wasm"),
            "the engine was not asked for"
        );
        ensure!(failed(host).is_empty(), "{:#?}", failed(host));
        Ok(())
    });
}

/// `/variables/NAME` leads to the variable in whatever case it is written, as with `serve`.
#[test]
fn a_name_in_any_case_leads_to_its_page() {
    behind_nginx(async |page, host| {
        for address in [
            "variables/nccl_debug",
            "variables/NCCL_DEBUG/",
            "variables/Nccl_Debug",
        ] {
            page.open(address).await?;
            page.until(&format!(
                "location.pathname === '{BASE}variables/nccl/NCCL_DEBUG/'"
            ))
            .await?;
        }
        page.open("variables/no_such_name/").await?;
        page.until("document.querySelector('h1') !== null").await?;
        let missing = failed(host);
        ensure!(
            missing
                .iter()
                .any(|it| it.contains("/no_such_name/") && it.contains("\" 404 ")),
            "{missing:#?}"
        );
        Ok(())
    });
}
