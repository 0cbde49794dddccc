//! Pictures of every template at three widths in both themes, for a person to flip through.
//! `cargo xtask shots` runs this; READPOINT_SHOTS names the folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::session::{Wanted, run};

/// One page of each template, long names and both languages among them.
pub(crate) const PAGES: [&str; 29] = [
    "",
    "variables/",
    "variables/torch-memory/",
    "variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/",
    "variables/torch-cuda/TORCH_ALLOW_TF32_CUBLAS_OVERRIDE/",
    "variables/torch-distributed/TORCH_NCCL_BLOCKING_WAIT/",
    "variables/torch-distributed/TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE/",
    "recipes/",
    "recipes/oom-with-memory-free/",
    "guides/",
    "guides/from-shell-to-worker/",
    "readers/",
    "readers/nccl-integer/",
    "rules/",
    "rules/RP201/",
    "releases/",
    "releases/torch/",
    "releases/torch/2.15.0/",
    "coverage/",
    "evidence/",
    "playground/",
    "search/",
    "404.html",
    "symptoms/",
    "symptoms/compile-cache/",
    "zh/playground/",
    "zh/",
    "zh/variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/",
    "zh/guides/from-shell-to-worker/",
];
const WIDTHS: [u32; 3] = [390, 820, 1440];
/// Tall enough for most of a page.
const HEIGHT: u32 = 2_400;
pub(crate) const THEMES: [&str; 2] = ["light", "dark"];

/// A picture is as wide as the window. All of them are taken where a folder is named for them.
#[test]
fn shots() {
    let held = tempfile::tempdir().expect("a folder for one picture");
    let named = std::env::var_os("READPOINT_SHOTS").map(PathBuf::from);
    let pages = if named.is_some() {
        &PAGES[..]
    } else {
        &PAGES[..1]
    };
    let folder = named.unwrap_or_else(|| held.path().to_owned());
    std::fs::create_dir_all(&folder).expect("the folder for the pictures can be made");
    for width in WIDTHS {
        let wanted = Wanted {
            width,
            height: HEIGHT,
            ..Wanted::default()
        };
        run(wanted, async |page| {
            for path in pages {
                for theme in THEMES {
                    page.open(path).await?;
                    let set = "(document.documentElement.dataset.theme = arguments[0])";
                    page.value(set, &[theme]).await?;
                    page.until("document.fonts.status === 'loaded'").await?;
                    let file = folder.join(name(path, width, theme));
                    page.picture(&file).await?;
                    ensure!(width_of(&file)? == width, "{}", file.display());
                }
            }
            Ok(())
        });
    }
}

/// The width that a PNG says it has.
fn width_of(file: &Path) -> anyhow::Result<u32> {
    let bytes = std::fs::read(file)?;
    let width = bytes.get(16..20).context("the picture is no PNG")?;
    Ok(u32::from_be_bytes(width.try_into()?))
}

/// `variables-nccl-NCCL_DEBUG.390.dark.png`.
fn name(path: &str, width: u32, theme: &str) -> PathBuf {
    let page = match path.trim_end_matches('/').replace('/', "-") {
        page if page.is_empty() => "home".to_owned(),
        page => page,
    };
    Path::new(&format!("{page}.{width}.{theme}.png")).to_owned()
}
