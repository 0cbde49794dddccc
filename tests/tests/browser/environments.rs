//! What a program sees: values, what is not known and why, defaults by release, copies elsewhere.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use camino::Utf8Path;
use readpoint_catalog::Catalog;
use readpoint_validator::{Kind, Options, check};
use thirtyfour::Key;

use crate::launch_text::{catch_copies, caught, paste};
use crate::page::Page;
use crate::session::{Wanted, run};

/// One value that is known, one that is not, one that only the second program has.
const TEXT: &str = "export NCCL_DEBUG=INFO\nexport OMP_NUM_THREADS=$(nproc)\npython a.py\n\
    CUDA_VISIBLE_DEVICES=1 python b.py\n";
const PANEL: &str = "document.querySelector('#environment .program').innerText";

/// Presses the button of a view.
async fn view(page: &Page, words: &str) -> anyhow::Result<()> {
    let button = format!(
        "[...document.querySelectorAll('.views button')].find((it) => it.textContent.startsWith('{words}')).click()"
    );
    page.value(&button, &[]).await?;
    Ok(())
}

#[test]
fn a_value_is_shown_as_set_unknown_or_default() {
    run(Wanted::default(), async |page| {
        paste(page, TEXT).await?;
        page.until("document.querySelector('#environment h3').textContent.startsWith('python')")
            .await?;
        page.holds("document.querySelector('#environment .rows').innerText.includes('INFO')")
            .await?;
        view(page, "Not set").await?;
        page.until(&format!(
            "/OMP_NUM_THREADS\\s+not known before it runs\\s+line 2: it is the output of a command/.test({PANEL})"
        ))
        .await?;
        page.until(&format!(
            "/CUDA_VISIBLE_DEVICES\\s+not set\\s+line 4 sets it for another program/.test({PANEL})"
        ))
        .await?;
        view(page, "Left at the default").await?;
        page.until("document.querySelectorAll('.defaults tbody tr').length > 3")
            .await?;
        page.holds("![...document.querySelectorAll('.defaults th code')].some((it) => it.textContent === 'NCCL_DEBUG')")
            .await
    });
}

#[test]
fn what_is_not_known_has_its_reason() {
    run(Wanted::default(), async |page| {
        let text = "docker run -e NVIDIA_VISIBLE_DEVICES=all --gpus 2 app python a.py\n";
        paste(page, text).await?;
        page.until("document.querySelector('#environment h3')")
            .await?;
        view(page, "Not set").await?;
        page.until(&format!(
            "/NVIDIA_VISIBLE_DEVICES\\s+not known before it runs\\s+line 1: docker puts in/.test({PANEL})"
        ))
        .await?;
        paste(
            page,
            "OMP_NUM_THREADS=4 CUDA_VISIBLE_DEVICES=0, 1 torchrun a.py\n",
        )
        .await?;
        page.until("/runs what is left/.test(document.getElementById('environment').innerText)")
            .await
    });
}

#[test]
fn defaults_are_those_of_the_chosen_release() {
    run(Wanted::default(), async |page| {
        let asked = "TORCH_NCCL_WAIT_TIMEOUT_DUMP_MILSEC";
        paste(page, TEXT).await?;
        for (torch, default) in [("2.6.0", "60000"), ("2.15.0", "15000")] {
            let choose = format!(
                "(() => {{ const it = document.getElementById('torch'); it.value = '{torch}'; \
                 it.dispatchEvent(new Event('change')); }})()"
            );
            page.value(&choose, &[]).await?;
            view(page, "Left at the default").await?;
            page.until("document.querySelector('.defaults input')")
                .await?;
            let look = format!(
                "(() => {{ const it = document.querySelector('.defaults input'); if (!it) return false; \
                 if (it.value !== '{asked}') {{ it.value = '{asked}'; it.dispatchEvent(new Event('input')); }} \
                 return document.querySelector('.defaults td code')?.textContent === '{default}'; }})()"
            );
            page.until(&look).await?;
        }
        Ok(())
    });
}

#[test]
fn programs_are_tabs_for_the_keyboard_and_stand_side_by_side() {
    run(Wanted::default(), async |page| {
        paste(page, TEXT).await?;
        page.click("#environment [role=tab]").await?;
        page.press(Key::Right).await?;
        page.until("document.querySelector('#environment h3').innerText.includes('line 4')")
            .await?;
        page.holds("document.activeElement.getAttribute('aria-selected') === 'true'")
            .await?;
        page.press(Key::End).await?;
        page.until("document.querySelectorAll('.sides thead th').length === 4")
            .await?;
        page.until("/CUDA_VISIBLE_DEVICES\\s+not set\\s+1\\s+not set/.test(document.querySelector('.sides').innerText)")
            .await
    });
}

/// Values that need care in one form or another.
const CARE: &str = "export A='two words'\nexport B=\"it's\"\nexport C='a`c\\d'\nexport D='#x # y'\n\
    export E=''\nexport F=yes\nexport G=0x1f\nexport H='say \"hi\"'\nexport I=显存\npython a.py\n";

/// The button of a form, what is put around its text, and how the whole is read.
const FORMS: [(&str, &str, &str, Kind); 4] = [
    ("shell", "", "\npython a.py\n", Kind::Shell),
    ("envfile", "", "", Kind::Envfile),
    (
        "docker",
        "docker run --rm ",
        " image python a.py\n",
        Kind::DockerRun,
    ),
    (
        "kubernetes",
        "containers:\n- name: a\n  image: image\n  command: [python, a.py]\n  ",
        "",
        Kind::Kubernetes,
    ),
];

#[test]
fn a_copied_environment_is_read_back_as_it_was() {
    run(Wanted::default(), async |page| {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let catalog = readpoint_content::load(&root, &Catalog::default())
            .content
            .catalog;
        let wanted = environment(CARE, Kind::Shell, &catalog)?;
        ensure!(wanted.len() == 9, "the text sets {wanted:?}");
        paste(page, CARE).await?;
        catch_copies(page).await?;
        for (form, before, after, kind) in FORMS {
            page.click(&format!("#environment [data-format={form}]"))
                .await?;
            let copied = caught(page, "taken").await?;
            let copied = match form {
                "kubernetes" => copied.replace('\n', "\n  "),
                _ => copied,
            };
            let text = format!("{before}{copied}{after}");
            let read = environment(&text, kind, &catalog)?;
            ensure!(read == wanted, "{form}: {read:?} of\n{text}");
        }
        Ok(())
    });
}

/// What the last program of a text sees, or what a text without programs sets.
fn environment(
    text: &str,
    kind: Kind,
    catalog: &Catalog,
) -> anyhow::Result<BTreeMap<String, Option<String>>> {
    let options = Options {
        kind: Some(kind),
        ..Options::default()
    };
    let report = check(text, &options, catalog);
    let input = report.inputs.first().context("no input")?;
    let last = input.launches.last().map(|it| &it.environment);
    let values = last.unwrap_or(&input.exported).iter();
    Ok(values
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect())
}
