//! How long builds of the real site take.

use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::{Base, Builder, Options};
use walkdir::WalkDir;

use crate::scale::shares;
use crate::{figure, quantile};

/// Builds a copy of the content: three times from nothing, then after changes of one page.
/// Returns the built site.
pub(crate) fn measure(
    root: &Utf8Path,
    engine: &Utf8Path,
    work: &Utf8Path,
) -> anyhow::Result<Utf8PathBuf> {
    let content = work.join("content");
    copy(&root.join("content"), &content)?;
    let options = Options {
        content: vec![content.clone()],
        site: root.join("site"),
        engine: Some(engine.to_owned()),
        out: work.join("out"),
        base: Base::Relative,
        origin: None,
        keep_going: false,
        precompress: false,
    };
    // Each into a folder of its own: a disk is slow to give out what it has just taken back.
    let mut cold: Vec<f64> = Vec::new();
    for round in 0..3 {
        let options = Options {
            out: work.join(format!("out-{round}")),
            ..options.clone()
        };
        cold.push(build(&mut Builder::new(), &options)?);
    }
    figure("build.full", quantile(&mut cold, 0.5));
    shares(&mut Builder::new(), &options)?;
    figure("build.page", changed(&content, &options)?);
    Ok(options.out)
}

/// Milliseconds of a build by a warm builder after one page got a line more.
fn changed(content: &Utf8Path, options: &Options) -> anyhow::Result<f64> {
    let page = content.join("variables/nccl/NCCL_DEBUG.md");
    let mut builder = Builder::new();
    build(&mut builder, options)?;
    let mut samples = Vec::new();
    for _ in 0..5 {
        let text = std::fs::read_to_string(&page)?;
        std::fs::write(&page, text + "\nOne more line.\n")?;
        samples.push(build(&mut builder, options)?);
    }
    Ok(quantile(&mut samples, 0.5))
}

fn build(builder: &mut Builder, options: &Options) -> anyhow::Result<f64> {
    let started = Instant::now();
    if let Err(problems) = builder.build(options, &|_| ()) {
        anyhow::bail!("{}", readpoint_content::render(&problems, false));
    }
    Ok(started.elapsed().as_secs_f64() * 1e3)
}

fn copy(from: &Utf8Path, to: &Utf8Path) -> anyhow::Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        let target = to.as_std_path().join(entry.path().strip_prefix(from)?);
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
