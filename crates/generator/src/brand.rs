//! What a team's site is called and looks like: its logo and a small style sheet of its colours.

use readpoint_content::{Branding, Problem};

use crate::assets::Assets;
use crate::context::BrandPart;

/// The style sheet of a team's colours.
const STYLE: &str = "style/team.css";
/// What a site is called that has no name of its own.
const NAME: &str = "Readpoint";

/// Publishes logo and style sheet.
pub(crate) fn publish(branding: &Branding, assets: &mut Assets, problems: &mut Vec<Problem>) {
    if let (Some(file), Some(path)) = (&branding.logo, logo(branding)) {
        match std::fs::read(file) {
            Ok(bytes) => assets.publish(&path, bytes),
            Err(error) => {
                problems.push(Problem::of_file(file, format!("cannot be read: {error}")));
            }
        }
    }
    if !branding.colours.is_empty() {
        assets.publish(STYLE, style(branding).into_bytes());
    }
}

/// What templates get.
pub(crate) fn part(branding: &Branding) -> BrandPart {
    BrandPart {
        name: branding.name.clone().unwrap_or_else(|| NAME.to_owned()),
        logo: logo(branding),
        style: (!branding.colours.is_empty()).then(|| STYLE.to_owned()),
    }
}

/// Where the logo is published.
fn logo(branding: &Branding) -> Option<String> {
    let kind = branding.logo.as_ref()?.extension()?;
    Some(format!("icons/team.{kind}"))
}

/// The colours were read as hexadecimal digits, so nothing else can stand here.
fn style(branding: &Branding) -> String {
    let colours = branding.colours.iter();
    let lines: String = colours
        .map(|(name, (light, dark))| format!("  --{name}: light-dark({light}, {dark});\n"))
        .collect();
    format!(":root {{\n{lines}}}\n")
}
