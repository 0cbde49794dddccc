//! The torch release that an image tag or a requirement names.

use core::ops::Range;

use readpoint_catalog::{Version, is_alphanumeric};

/// Image repositories whose tags start with the torch release.
const TORCH_IMAGES: &[&str] = &["pytorch/pytorch", "bitnami/pytorch", "pytorch"];

/// The release in an image reference such as `pytorch/pytorch:2.9.1-cuda12.8-cudnn9-runtime`.
pub(crate) fn torch_of_image(image: &str) -> Option<Version> {
    let image = image.split('@').next()?;
    let (repository, tag) = image.rsplit_once(':')?;
    let repository = repository.strip_prefix("docker.io/").unwrap_or(repository);
    TORCH_IMAGES.contains(&repository).then_some(())?;
    leading_version(tag)
}

/// The release in the last requirement such as `torch==2.9.1` of a text, and where it stands.
pub(crate) fn torch_of_requirement(text: &str) -> Option<(Version, Range<usize>)> {
    let starts = text.match_indices("torch==").map(|(at, _)| at);
    let whole_name = |at: &usize| {
        let before = text[..*at].chars().next_back();
        !before.is_some_and(|c| is_alphanumeric(c) || "_-.".contains(c))
    };
    let at = starts.filter(whole_name).last()?;
    let rest = &text[at + "torch==".len()..];
    let version = leading_version(rest)?;
    let length = rest
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(rest.len());
    Some((version, at..at + "torch==".len() + length))
}

/// The version that a text starts with; two numbers at least.
fn leading_version(text: &str) -> Option<Version> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let number = text[..end].trim_end_matches('.');
    number.contains('.').then(|| number.parse().ok()).flatten()
}

/// An image's name without its registry, folder, tag and digest.
pub(crate) fn short_name(image: &str) -> &str {
    let name = image.split('@').next().unwrap_or(image);
    let name = name.rsplit('/').next().unwrap_or(name);
    name.split(':').next().unwrap_or(name)
}
