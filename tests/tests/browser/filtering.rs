//! The list of all variables: filters in the address, the back button, and lists without scripts.

use anyhow::ensure;

use crate::page::Page;
use crate::session::{Wanted, run};

const COUNT: &str = "document.getElementById('filter-count').textContent";
/// Every shown row is of NCCL and meant to be set.
const ROWS_FIT: &str = "(() => { const rows = [...document.querySelectorAll('#rows > li')]; \
    return rows.length > 20 && rows.every((it) => it.querySelector('a').pathname.includes('/nccl/') \
    && !it.querySelector('.tag:not(.risk, .bad)')); })()";

/// Opens a facet and ticks one of its values, as a click does.
async fn tick(page: &Page, facet: &str, value: &str) -> anyhow::Result<()> {
    let facet = format!("[data-facet={facet}]");
    page.find(&format!("{facet} summary"))
        .await?
        .click()
        .await?;
    page.find(&format!("{facet} input[value='{value}']"))
        .await?
        .click()
        .await?;
    Ok(())
}

#[test]
fn filters_stand_in_the_address_and_the_back_button_takes_one_off() {
    run(Wanted::default(), async |page| {
        page.open("variables/").await?;
        page.until("document.querySelector('#filters .chosen') && document.getElementById('release').value === ''")
            .await?;
        tick(page, "component", "nccl").await?;
        page.until("location.search === '?component=nccl'").await?;
        tick(page, "audience", "user").await?;
        page.until("location.search === '?component=nccl&audience=user'")
            .await?;
        page.until(ROWS_FIT).await?;
        page.holds("document.getElementById('lists').hidden")
            .await?;
        let both = page.text(COUNT).await?;
        page.value("history.back()", &[]).await?;
        page.until("location.search === '?component=nccl'").await?;
        page.until(&format!("{COUNT} !== '{both}'")).await?;
        page.holds("!document.querySelector('[data-facet=audience] :checked')")
            .await?;
        page.open("variables/?component=nccl&audience=user").await?;
        page.until(&format!("{COUNT} === '{both}'")).await?;
        page.until(ROWS_FIT).await?;
        page.find("#filter-clear").await?.click().await?;
        page.until("location.search === '' && !document.getElementById('lists').hidden")
            .await
    });
}

#[test]
fn what_no_filter_has_is_told() {
    run(Wanted::default(), async |page| {
        page.open("variables/?component=nccl,nope&torch=1.0")
            .await?;
        page.until(&format!(
            "{COUNT}.endsWith('Not known: component=nope, torch=1.0')"
        ))
        .await?;
        tick(page, "audience", "user").await?;
        page.until(&format!("!{COUNT}.includes('Not known')")).await
    });
}

#[test]
fn a_part_of_the_name_filters_while_typing() {
    run(Wanted::default(), async |page| {
        page.open("variables/?sort=name").await?;
        page.until("document.querySelectorAll('#rows > li').length > 20")
            .await?;
        page.find("#filters [name=q]").await?.click().await?;
        page.press("alloc conf").await?;
        page.until(
            "[...document.querySelectorAll('#rows > li a')].map((it) => it.textContent).join() === \
             'MALLOC_CONF,PYTORCH_ALLOC_CONF,PYTORCH_CUDA_ALLOC_CONF,PYTORCH_HIP_ALLOC_CONF'",
        )
        .await?;
        page.until("location.search === '?q=alloc+conf&sort=name'")
            .await?;
        page.until(&format!("{COUNT}.startsWith('4 of ')")).await
    });
}

#[test]
fn the_release_hides_what_it_does_not_read() {
    run(Wanted::default(), async |page| {
        page.open("variables/?component=nccl&torch=2.6.0").await?;
        page.until("document.querySelectorAll('#rows > li').length > 20")
            .await?;
        page.holds("document.getElementById('release').value === '2.6.0'")
            .await?;
        page.holds("document.querySelector('#rows .absent') === null")
            .await?;
        let older = page.text(COUNT).await?;
        page.find("[name=only]").await?.click().await?;
        page.until("location.search === '?component=nccl'").await?;
        page.until(&format!("{COUNT} !== '{older}'")).await?;
        page.until("document.querySelector('#rows .absent')").await
    });
}

#[test]
fn without_scripts_plain_lists_reach_every_name() {
    let wanted = Wanted {
        scripts: false,
        ..Wanted::default()
    };
    run(wanted, async |page| {
        page.open("variables/").await?;
        let lead = page.find(".lead").await?.text().await?;
        let told: usize = lead.split(' ').next().unwrap_or_default().parse()?;
        let names = page.all(".names a").await?;
        ensure!(names.len() == told, "{} of {told} names", names.len());
        ensure!(
            !page.find("#filters").await?.is_displayed().await?,
            "controls that do nothing are shown"
        );
        Ok(())
    });
}
