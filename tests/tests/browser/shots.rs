//! Pictures of every template at three widths in both themes, for a person to flip through.
//! `cargo xtask shots` runs this; READPOINT_SHOTS names the folder.

use std::path::{Path, PathBuf};

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

#[test]
#[ignore = "takes pictures and asserts nothing; `cargo xtask shots` runs it"]
fn shots() {
    let folder =
        PathBuf::from(std::env::var_os("READPOINT_SHOTS").expect("READPOINT_SHOTS is set"));
    std::fs::create_dir_all(&folder).expect("the folder for the pictures can be made");
    for width in WIDTHS {
        let wanted = Wanted {
            width,
            height: HEIGHT,
            ..Wanted::default()
        };
        run(wanted, async |page| {
            for path in PAGES {
                for theme in THEMES {
                    page.open(path).await?;
                    let set = "(document.documentElement.dataset.theme = arguments[0])";
                    page.value(set, &[theme]).await?;
                    page.until("document.fonts.status === 'loaded'").await?;
                    page.picture(&folder.join(name(path, width, theme))).await?;
                }
            }
            Ok(())
        });
    }
}

/// `variables-nccl-NCCL_DEBUG.390.dark.png`.
fn name(path: &str, width: u32, theme: &str) -> PathBuf {
    let page = match path.trim_end_matches('/').replace('/', "-") {
        page if page.is_empty() => "home".to_owned(),
        page => page,
    };
    Path::new(&format!("{page}.{width}.{theme}.png")).to_owned()
}
