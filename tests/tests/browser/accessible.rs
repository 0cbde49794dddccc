//! axe-core finds no violation on any template, in either theme. It stands in `tests/vendor/axe`,
//! as it is published, under the Mozilla Public License 2.0.

use anyhow::ensure;

use crate::session::{Wanted, run};
use crate::shots::{PAGES, THEMES};

const AXE: &str = include_str!("../../vendor/axe/axe.min.js");
/// Runs the rules and tells the violations in words.
const RUN: &str = "const done = arguments[arguments.length - 1]; \
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => \
    done(violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`).join('\\n')), \
    (error) => done(String(error)));";

#[test]
fn no_template_has_a_violation() {
    run(Wanted::default(), async |page| {
        for theme in THEMES {
            for path in PAGES {
                page.open(path).await?;
                let set = "(document.documentElement.dataset.theme = arguments[0])";
                page.value(set, &[theme]).await?;
                page.until("document.readyState === 'complete'").await?;
                page.run(AXE).await?;
                let said = page.answer(RUN).await?;
                ensure!(said.is_empty(), "/{path} ({theme}):\n{said}");
            }
        }
        Ok(())
    });
}
