//! Where a site is built from: folders on disk where they are named, what is inside the program
//! otherwise.

use anyhow::ensure;
use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::{Base, Files, Options};

use crate::arguments::Sources;
use crate::output;
use crate::packed::{self, Unpacked};

/// What the generator is told. The folders that it names are there as long as the value.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// What to build from where.
    pub(crate) options: Options,
    unpacked: Option<Unpacked>,
}

impl Prepared {
    /// The folders on disk that somebody may change.
    pub(crate) fn watched(&self) -> Vec<Utf8PathBuf> {
        let fixed = [Some(&self.options.site), self.options.engine.as_ref()];
        let all = self
            .options
            .content
            .iter()
            .chain(fixed.into_iter().flatten());
        let packed = |path: &&Utf8PathBuf| self.unpacked.as_ref().is_some_and(|it| it.holds(path));
        all.filter(|path| !packed(path)).cloned().collect()
    }
}

/// The finished site inside the program, where nothing on disk is to be in it.
pub(crate) fn finished(sources: &Sources) -> anyhow::Result<Option<Files>> {
    let named = [
        &sources.root,
        &sources.site,
        &sources.wasm,
        &sources.overlay.content,
    ];
    let base = sources.base.as_deref().map_or(Base::Relative, Base::parse);
    let plain = named.iter().all(|it| it.is_none()) && base == Base::Relative;
    match plain && root(sources)?.is_none() {
        true => packed::built(),
        false => Ok(None),
    }
}

/// Finds every folder of a build into `out`, and unpacks where one is not on disk.
pub(crate) fn prepare(sources: &Sources, out: &Utf8Path) -> anyhow::Result<Prepared> {
    let root = root(sources)?;
    if let Some(team) = &sources.overlay.content {
        let advice = "`readpoint init` writes one to begin with";
        ensure!(team.is_dir(), "there is no folder {team}; {advice}");
    }
    let below = |name: &str| {
        root.as_ref()
            .map(|it| it.join(name))
            .filter(|it| it.is_dir())
    };
    let content = below("content");
    let site = sources.site.clone().or_else(|| below("site"));
    let engine = sources.wasm.clone().or_else(|| below("target/engine"));
    // A checkout without an engine shows that it has none.
    let complete = content.is_some() && site.is_some() && (root.is_some() || engine.is_some());
    let unpacked = (!complete).then(Unpacked::new).transpose()?;
    let inside = |name: &str| {
        unpacked
            .as_ref()
            .map(|it| it.folder(name))
            .unwrap_or_default()
    };
    let content = content.unwrap_or_else(|| inside("content"));
    let team = sources.overlay.content.as_deref();
    let branding = team.map(readpoint_content::branding).unwrap_or_default();
    let base = sources.base.clone().or(branding.base);
    let options = Options {
        content: std::iter::once(content)
            .chain(sources.overlay.content.clone())
            .collect(),
        site: site.unwrap_or_else(|| inside("site")),
        engine: Some(engine.unwrap_or_else(|| inside("engine"))).filter(|it| has_engine(it)),
        out: out.to_owned(),
        base: Base::parse(base.as_deref().unwrap_or_default()),
        origin: branding.origin,
        keep_going: false,
        precompress: false,
    };
    if options.engine.is_none() {
        let advice = "run `cargo xtask wasm`, or name its folder with --wasm";
        output::note(&format!(
            "no playground engine: the playground will not check; {advice}"
        ));
    }
    Ok(Prepared { options, unpacked })
}

/// The named root, or this folder where it is a checkout.
fn root(sources: &Sources) -> anyhow::Result<Option<Utf8PathBuf>> {
    let here = Utf8Path::new(".");
    let checkout =
        here.join("content/readpoint.toml").is_file() && here.join("site/templates").is_dir();
    let Some(root) = &sources.root else {
        return Ok(checkout.then(|| here.to_owned()));
    };
    ensure!(
        root.join("content").is_dir() || root.join("site").is_dir(),
        "{root} holds neither content/ nor site/; without --root those inside the program are used"
    );
    Ok(Some(root.clone()))
}

fn has_engine(folder: &Utf8Path) -> bool {
    folder.join("readpoint_bg.wasm").is_file()
}
