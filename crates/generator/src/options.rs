//! What a build is told, and what it tells.

use camino::Utf8PathBuf;

/// What to build, from where, to where.
#[derive(Clone, Debug)]
pub struct Options {
    /// Content folders: the first is the content, each further one adds to those before it.
    pub content: Vec<Utf8PathBuf>,
    /// Templates (`templates/`) and everything else that is published as it is.
    pub site: Utf8PathBuf,
    /// Folder with the playground's engine (WASM and glue); published under `wasm/`.
    pub engine: Option<Utf8PathBuf>,
    /// Folder to write. It is replaced as a whole, and only by a site without a mistake.
    pub out: Utf8PathBuf,
    /// How pages name each other.
    pub base: Base,
    /// `https://example.org`, where it is known: canonical links, sitemap and robots need it.
    pub origin: Option<String>,
    /// Whether to build what can be built although there are problems, as an author at work wants.
    pub keep_going: bool,
    /// Whether to write `.br` and `.gz` beside the files, for a web server that hands them out.
    pub precompress: bool,
}

impl Options {
    /// What stands before every complete address: origin and base path; only the path where the
    /// origin is not known.
    pub(crate) fn prefix(&self) -> String {
        let origin = self.origin.as_deref().unwrap_or_default();
        format!("{origin}{}", self.base.path())
    }
}

/// How the pages of a site name each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// By relative addresses: the site works under any path. Only `404.html`, which a server shows
    /// for any address, cannot; there the site is assumed at `/`.
    #[default]
    Relative,
    /// Under a path that begins and ends with `/`.
    Path(String),
}

impl Base {
    /// Reads a base as a command line gives it: empty or `./` is [`Base::Relative`]; slashes at
    /// both ends may be left out.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let inner = text.trim_matches('/');
        match (text, inner) {
            ("" | "." | "./", _) => Self::Relative,
            (_, "") => Self::Path("/".to_owned()),
            _ => Self::Path(format!("/{inner}/")),
        }
    }

    /// What a page at `url` puts before the address of another one.
    pub(crate) fn root(&self, url: &str) -> String {
        match self {
            Self::Path(path) => path.clone(),
            Self::Relative => match url.matches('/').count() {
                0 => "./".to_owned(),
                depth => "../".repeat(depth),
            },
        }
    }

    /// The path of the site's home page.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::Path(path) => path,
            Self::Relative => "/",
        }
    }
}

/// The steps of a build, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading content.
    Load,
    /// Markdown to HTML.
    Render,
    /// Templates.
    Pages,
    /// Links and anchors.
    Check,
    /// Files to disk.
    Write,
}

impl Stage {
    /// A word for a progress line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "reading content",
            Self::Render => "rendering text",
            Self::Pages => "filling templates",
            Self::Check => "checking links",
            Self::Write => "writing files",
        }
    }
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Pages with content of their own.
    pub pages: usize,
    /// Files in the site.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: usize,
    /// Files that this build wrote; fewer than `files` when a warm builder found most unchanged.
    pub written: usize,
    /// Problems; only ever some when [`Options::keep_going`] is set.
    pub problems: Vec<readpoint_content::Problem>,
    /// What an author should know and no build fails for.
    pub notices: Vec<readpoint_content::Problem>,
}
