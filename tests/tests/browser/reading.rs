//! Reading: a variable page, the theme, the parts that work without scripts, narrow windows.

use anyhow::ensure;

use crate::session::{Wanted, run};

const PAGE: &str = "variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/";
/// One page of each template.
const PAGES: [&str; 13] = [
    "",
    "variables/",
    "variables/torch-memory/",
    PAGE,
    "symptoms/",
    "symptoms/no-gpu/",
    "recipes/",
    "guides/",
    "rules/",
    "playground/",
    "search/",
    "404.html",
    "variables/torch-distributed/TORCH_NCCL_BLOCKING_WAIT/",
];

#[test]
fn a_variable_page_answers_at_one_glance() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        page.holds("document.querySelector('h1').textContent === 'PYTORCH_CUDA_ALLOC_CONF'")
            .await?;
        let facts = page
            .text("document.querySelector('.facts').innerText.toLowerCase()")
            .await?;
        for fact in [
            "default",
            "accepts",
            "read",
            "if wrong",
            "aborts",
            "known from",
        ] {
            ensure!(facts.contains(fact), "the facts lack `{fact}`: {facts}");
        }
        page.holds("document.querySelector('.facts').getBoundingClientRect().top < innerHeight")
            .await
    });
}

#[test]
fn evidence_and_headings_have_addresses_that_stay() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        page.holds(
            "[...document.querySelectorAll('.prose h2')].every((it) => it.id && \
             it.querySelector('a.anchor').hash === `#${it.id}`)",
        )
        .await?;
        page.holds("document.querySelectorAll('.evidence li[id^=\"ref-\"]').length > 0")
            .await?;
        page.holds(
            "[...document.querySelectorAll('a.ref')].every((it) => \
             document.getElementById(decodeURIComponent(it.hash.slice(1))))",
        )
        .await
    });
}

#[test]
fn an_example_opens_in_the_playground() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        page.until("document.querySelector('.code .try')").await?;
        let shown = page
            .text("document.querySelector('.code:has(.try) pre').textContent")
            .await?;
        page.find(".code .try").await?.click().await?;
        page.until("document.getElementById('text')?.value.length > 0")
            .await?;
        let opened = page.text("document.getElementById('text').value").await?;
        ensure!(opened.trim() == shown.trim(), "{shown:?} became {opened:?}");
        Ok(())
    });
}

#[test]
fn an_example_that_is_wrong_says_so() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        let wrong = "[...document.querySelectorAll('.code:has(.verdict)')]";
        page.holds(&format!("{wrong}.length === 7")).await?;
        page.holds(&format!(
            "{wrong}.every((it) => /^(Wrong|Risky)( for torch [\\d.]+)? RP\\d+$/\
             .test(it.querySelector('.verdict').innerText))"
        ))
        .await?;
        page.holds(&format!(
            "{wrong}.every((it) => /\\/rules\\/RP\\d+\\/$/.test(it.querySelector('.verdict a').pathname))"
        ))
        .await?;
        // The label is no part of what is copied.
        page.holds(&format!(
            "{wrong}.every((it) => !it.querySelector('pre .verdict'))"
        ))
        .await?;
        page.open(&format!("zh/{PAGE}")).await?;
        page.holds(&format!(
            "/^错误写法 RP201$/.test({wrong}[0].querySelector('.verdict').innerText)"
        ))
        .await
    });
}

#[test]
fn the_theme_is_switched_and_remembered() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        page.until("document.getElementById('theme').title !== 'Light or dark'")
            .await?;
        let ground = "getComputedStyle(document.documentElement).backgroundColor";
        let before = page.text(ground).await?;
        page.find("#theme").await?.click().await?;
        let after = page.text(ground).await?;
        ensure!(before != after, "the background stays {before}");
        page.reload().await?;
        ensure!(page.text(ground).await? == after, "the theme is forgotten");
        page.open("rules/").await?;
        ensure!(
            page.text(ground).await? == after,
            "the theme is forgotten on another page"
        );
        Ok(())
    });
}

#[test]
fn pages_are_read_without_scripts() {
    let wanted = Wanted {
        scripts: false,
        ..Wanted::default()
    };
    run(wanted, async |page| {
        page.open(PAGE).await?;
        let facts = page.find(".facts").await?.text().await?;
        ensure!(facts.contains("aborts"), "{facts}");
        ensure!(page.find(".prose").await?.text().await?.len() > 500);
        page.open("playground/").await?;
        let notice = page.find("main").await?.text().await?;
        ensure!(notice.contains("needs JavaScript"), "{notice}");
        page.open("search/").await?;
        let notice = page.find("main").await?.text().await?;
        ensure!(notice.contains("needs JavaScript"), "{notice}");
        page.open("variables/").await?;
        let list = page.find("main").await?.text().await?;
        ensure!(list.contains("NCCL_DEBUG"), "{list}");
        Ok(())
    });
}

#[test]
fn no_page_is_wider_than_its_window() {
    for width in [320, 390, 820, 1440] {
        let wanted = Wanted {
            width,
            ..Wanted::default()
        };
        run(wanted, async |page| {
            for path in PAGES {
                page.open(path).await?;
                let over = "document.documentElement.scrollWidth - innerWidth";
                let over = page.value(over, &[]).await?.as_i64().unwrap_or(1);
                ensure!(over <= 0, "/{path} is {over} px wider than {width} px");
            }
            Ok(())
        });
    }
}

#[test]
fn nothing_is_refused_by_the_policy_and_nothing_comes_from_elsewhere() {
    run(Wanted::default(), async |page| {
        for path in PAGES {
            page.open(path).await?;
            page.until("document.readyState === 'complete'").await?;
            page.holds(
                "performance.getEntriesByType('resource').every((it) => \
                 it.name.startsWith(location.origin))",
            )
            .await?;
            page.holds("document.querySelector('[style]:not(#playground *), style, script:not([src])') === null")
                .await?;
        }
        let missing: Vec<_> = page
            .asked()
            .into_iter()
            .filter(|it| it.contains("favicon"))
            .collect();
        ensure!(
            missing.is_empty(),
            "the icon is not named by the pages: {missing:?}"
        );
        Ok(())
    });
}

#[test]
fn the_menu_has_every_entry_at_every_width() {
    for width in [320, 390, 820, 1440] {
        let wanted = Wanted {
            width,
            ..Wanted::default()
        };
        run(wanted, async |page| {
            page.open("rules/").await?;
            page.holds(
                "[...document.querySelectorAll('.head nav a')].every((it) => it.offsetWidth > 0)",
            )
            .await?;
            page.holds("document.querySelectorAll('.head nav a').length === 7")
                .await
        });
    }
}

#[test]
fn a_phone_shows_what_every_release_does_and_where_a_table_goes_on() {
    let phone = Wanted {
        width: 390,
        ..Wanted::default()
    };
    run(phone, async |page| {
        page.open(PAGE).await?;
        let fits = "[...document.querySelectorAll('.table')].filter((it) => it.innerText.includes('2.6.0'))\
                    .every((it) => it.scrollWidth <= it.clientWidth)";
        page.holds(fits).await?;
        page.open("coverage/").await?;
        page.holds("document.querySelector('.table').scrollWidth > document.querySelector('.table').clientWidth")
            .await?;
        page.holds("getComputedStyle(document.querySelector('.table')).backgroundAttachment === 'local, local, scroll, scroll'")
            .await
    });
}

#[test]
fn under_a_dialog_the_whole_page_is_darker_in_both_themes() {
    let light = |of: &str| {
        format!(
            "(() => {{ const ink = new OffscreenCanvas(1, 1).getContext('2d'); \
             ink.fillStyle = getComputedStyle({of}).backgroundColor; ink.fillRect(0, 0, 1, 1); \
             return ink.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((a, b) => a + b); }})()"
        )
    };
    run(Wanted::default(), async |page| {
        for scheme in ["light", "dark"] {
            page.draw_for("screen", scheme).await?;
            page.open("rules/").await?;
            page.until("document.getElementById('theme').title !== 'Light or dark'")
                .await?;
            page.press("/").await?;
            page.until("document.querySelector('dialog[open]')").await?;
            let strip = light("document.documentElement");
            let paper = light("document.body");
            page.holds(&format!("{strip} < {paper}")).await?;
            let veil = light("document.querySelector('dialog'), '::backdrop'");
            page.holds(&format!("{veil} < {paper}")).await?;
        }
        Ok(())
    });
}

#[test]
fn paper_has_no_controls_and_a_short_list_of_evidence() {
    run(Wanted::default(), async |page| {
        page.open(PAGE).await?;
        let height = "document.querySelector('.evidence').offsetHeight";
        let before = page.value(height, &[]).await?.as_i64().unwrap_or(0);
        page.draw_for("print", "light").await?;
        let after = page.value(height, &[]).await?.as_i64().unwrap_or(i64::MAX);
        ensure!(after * 2 < before, "{before} px, on paper {after}");
        for (path, control) in [
            (PAGE, ".picker"),
            ("variables/", ".filters"),
            ("releases/torch/", ".range"),
            ("symptoms/", ".paste"),
            ("playground/", ".controls"),
        ] {
            page.open(path).await?;
            page.holds(&format!(
                "document.querySelector('{control}').offsetHeight === 0"
            ))
            .await?;
        }
        Ok(())
    });
}

#[test]
fn an_address_that_leads_nowhere_goes_on_in_its_language() {
    run(Wanted::default(), async |page| {
        for (asked, meant) in [
            ("zh/variables/nccl_Debug", "/zh/variables/nccl/NCCL_DEBUG/"),
            ("recipes/nccl-hang/", "/symptoms/nccl-hang/"),
            ("Variables/Nccl_Debug/", "/variables/nccl/NCCL_DEBUG/"),
        ] {
            page.open(asked).await?;
            page.until(&format!("location.pathname === '{meant}'"))
                .await?;
        }
        page.open("zh/nonsense/").await?;
        page.until("document.querySelector('h1').textContent === '没有这个页面'")
            .await?;
        page.holds("document.querySelector('#nothing input').value === 'nonsense'")
            .await?;
        page.holds("document.querySelector('#nothing form').action.endsWith('/zh/search/')")
            .await?;
        let others: Vec<_> = page
            .asked()
            .into_iter()
            .filter(|it| it.contains("nonsense") && !it.starts_with("GET /zh/nonsense/ "))
            .collect();
        ensure!(others.is_empty(), "asked for what is not there: {others:?}");
        Ok(())
    });
}
