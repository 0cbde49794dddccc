//! `[site]` of `readpoint.toml`: name, logo, colours, addresses and edit links of a team's site.

use std::collections::BTreeMap;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::fields::{Fields, Located, Sink};
use crate::value::{Colour, Web};

/// What a team's site is called and looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branding {
    /// The site's name.
    pub name: Option<String>,
    /// The file of its logo.
    pub logo: Option<Utf8PathBuf>,
    /// Colours in light and in dark, by the name of their token in `site/style/tokens.css`.
    pub colours: BTreeMap<&'static str, (String, String)>,
    /// The path under which the site will stand.
    pub base: Option<String>,
    /// Where it will be published.
    pub origin: Option<String>,
    /// Where a page is edited; `{path}` stands for its path under the content folder.
    pub edit: Option<String>,
}

/// Tokens that a team may set.
const COLOURS: [&str; 8] = [
    "link", "mark", "paper", "ink", "error", "warning", "info", "good",
];
/// Kinds of file that a logo may be.
const LOGOS: [&str; 4] = ["svg", "png", "webp", "jpg"];
/// What stands for a page's path in an edit link.
const PATH: &str = "{path}";

impl Branding {
    /// Takes in what a later folder says.
    pub(crate) fn add(&mut self, later: Self) {
        let put = |slot: &mut Option<String>, text: Option<String>| *slot = text.or(slot.take());
        put(&mut self.name, later.name);
        put(&mut self.base, later.base);
        put(&mut self.origin, later.origin);
        put(&mut self.edit, later.edit);
        self.logo = later.logo.or(self.logo.take());
        self.colours.extend(later.colours);
    }

    /// Where the page of a file is edited.
    pub(crate) fn edit_link(&self, path: &Utf8Path) -> Option<String> {
        let pattern = self.edit.as_ref()?;
        Some(pattern.replace(PATH, path.as_str()))
    }
}

/// Reads the table; `folder` is where the file lies.
pub(crate) fn read(mut fields: Fields<'_>, folder: &Utf8Path, sink: &Sink) -> Branding {
    let branding = Branding {
        name: fields.text("name"),
        logo: logo(fields.optional("logo"), folder, sink),
        colours: fields.table("colours").map(colours).unwrap_or_default(),
        base: address(fields.optional("base"), &["/"], sink),
        origin: address(fields.optional("origin"), &Web::STARTS, sink),
        edit: edit(fields.optional("edit"), sink),
    };
    fields.finish();
    branding
}

fn address(text: Option<Located<String>>, starts: &[&str], sink: &Sink) -> Option<String> {
    let text = text?;
    let sound = starts.iter().any(|it| text.get_ref().starts_with(it));
    if !sound || text.get_ref().contains(['"', '<', '>', ' ']) {
        let message = format!("`{}` is no such address", text.get_ref());
        let help = format!("it begins with `{}`", starts.join("` or `"));
        sink.report(text.span(), message, Some(help));
    }
    Some(text.into_inner())
}

fn edit(pattern: Option<Located<String>>, sink: &Sink) -> Option<String> {
    let pattern = pattern?;
    if !pattern.get_ref().contains(PATH) {
        let help = format!("write `{PATH}` where the path of the page's file belongs");
        sink.report(
            pattern.span(),
            "every page would have the same edit link",
            Some(help),
        );
    }
    address(Some(pattern), &Web::STARTS, sink)
}

fn logo(file: Option<Located<String>>, folder: &Utf8Path, sink: &Sink) -> Option<Utf8PathBuf> {
    let file = file?;
    let path = folder.join(file.get_ref());
    let mut parts = Utf8Path::new(file.get_ref()).components();
    if !parts.all(|it| matches!(it, Utf8Component::Normal(_))) || path.is_symlink() {
        let message = format!("`{}` leads out of this folder", file.get_ref());
        let help = "put the file itself into the folder".to_owned();
        sink.report(file.span(), message, Some(help));
        return None;
    }
    let kind = path.extension().unwrap_or_default();
    if !LOGOS.contains(&kind) {
        let message = format!("`{}` is no picture that a page can show", file.get_ref());
        let help = format!("use a file of one of the kinds {}", LOGOS.join(", "));
        sink.report(file.span(), message, Some(help));
        return None;
    }
    if !path.is_file() {
        let message = format!("there is no file `{}` in this folder", file.get_ref());
        sink.report(file.span(), message, None);
        return None;
    }
    Some(path)
}

fn colours(mut fields: Fields<'_>) -> BTreeMap<&'static str, (String, String)> {
    let mut colours = BTreeMap::new();
    for name in COLOURS {
        if let Some(colour) = fields.optional::<Colour>(name) {
            let Colour { light, dark } = colour.into_inner();
            colours.insert(name, (light, dark));
        }
    }
    fields.finish();
    colours
}
