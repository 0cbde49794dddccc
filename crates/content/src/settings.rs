//! `readpoint.toml`: components, torch releases, and what a team's site is called.

use std::collections::BTreeMap;

use camino::Utf8Path;
use readpoint_catalog::{Bundle, Component, Layer, Version};

use crate::branding::{self, Branding};
use crate::fields::{Fields, Located, Sink, set};
use crate::{front, slug};

/// The file's name.
pub(crate) const FILE: &str = "readpoint.toml";

/// What it says.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Components in the order of the site.
    pub(crate) components: Vec<Component>,
    /// Releases, oldest first.
    pub(crate) torch: Vec<Version>,
    /// What the wheels of those releases install.
    pub(crate) bundles: Vec<Bundle>,
    /// What the site is called and looks like.
    pub(crate) branding: Branding,
}

/// Projects whose version a bundle may name.
const BUNDLED: [&str; 4] = ["cuda", "cudnn", "nccl", "nvshmem"];

/// Reads the whole file of `sink`.
pub(crate) fn read(sink: &Sink) -> Settings {
    let mut settings = Settings::default();
    let Some(table) = front::parse(sink, 0..sink.file().text.len()) else {
        return settings;
    };
    let mut fields = Fields::new(table.get_ref(), 0..0, 0, sink);
    settings.torch = releases(fields.list("torch"), sink);
    let mut places: Vec<Located<String>> = Vec::new();
    for table in fields.tables("component") {
        let place = table.span_of("id");
        let component = component(table);
        slug::check(&component.id, "id", place.clone(), sink);
        places.push(Located::new(place, component.id.clone()));
        settings.components.push(component);
    }
    let bundles = fields.tables("bundle").into_iter();
    settings.bundles = bundles.filter_map(bundle).collect();
    if let Some(site) = fields.table("site") {
        let folder = sink.file().path.parent().unwrap_or(Utf8Path::new(""));
        settings.branding = branding::read(site, folder, sink);
    }
    fields.finish();
    sink.report_repeated(&places, "component");
    settings
}

fn releases(versions: Vec<Located<Version>>, sink: &Sink) -> Vec<Version> {
    for pair in versions.windows(2) {
        if pair[0].get_ref() >= pair[1].get_ref() {
            let message = format!(
                "torch {} does not come after torch {}; the last in the list counts as the newest",
                pair[1], pair[0]
            );
            sink.report(
                pair[1].span(),
                message,
                Some("list the oldest first".into()),
            );
        }
    }
    versions.into_iter().map(Located::into_inner).collect()
}

fn bundle(mut fields: Fields<'_>) -> Option<Bundle> {
    let torch = fields.required("torch");
    let mut with = BTreeMap::new();
    for project in BUNDLED {
        if let Some(version) = fields.optional(project) {
            with.insert(project.to_owned(), version.into_inner());
        }
    }
    fields.finish();
    Some(Bundle {
        torch: torch?.into_inner(),
        with,
    })
}

fn component(mut fields: Fields<'_>) -> Component {
    let mut component = Component {
        id: String::new(),
        title: String::new(),
        summary: String::new(),
        layer: Layer::Runtime,
    };
    set(&mut component.id, fields.required("id"));
    set(&mut component.title, fields.required("title"));
    set(&mut component.summary, fields.required("summary"));
    set(&mut component.layer, fields.required_word("layer"));
    fields.finish();
    component
}
