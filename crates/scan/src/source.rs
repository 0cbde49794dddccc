//! The kinds of trees that can be scanned: which files count, and where their repository has them.

use std::path::Path;

use anyhow::Context;

use crate::document::{Document, Files, Header, Place};
use crate::pages::Page;
use crate::rounds::{self, Progress, Step};
use crate::tree::Tree;
use crate::unit::Language;
use crate::{anchors, library};

/// A kind of tree.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The word for it on the command line, and the component of its file.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    repository: &'static str,
    languages: &'static [Language],
    place: fn(&str) -> Option<String>,
    library: fn(&str) -> Option<String>,
    /// Finds release and commit in the tree.
    version: fn(&Path) -> Version,
    note: &'static str,
}

/// Release and commit, as far as the tree says them.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// `v2.15.0`.
    pub release: Option<String>,
    /// The commit's hash.
    pub commit: Option<String>,
}

/// The kinds of trees.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "torch",
        about: "a site-packages folder with torch: Python, headers and libraries",
        repository: "pytorch/pytorch",
        languages: &[Language::Python, Language::Cpp],
        place: in_wheel,
        library: library_of_wheel,
        version: wheel_version,
        note: "A wheel holds Python, headers and libraries, no C++ source: what only C++ source \
               reads shows as a string in a library. A string shows no reader, and a string that \
               is missing shows nothing: libraries put names together while they run.",
    },
    Kind {
        name: "pytorch",
        about: "a source tree of PyTorch",
        repository: "pytorch/pytorch",
        languages: &[Language::Python, Language::Cpp],
        place: in_pytorch,
        library: nowhere,
        version: unknown_version,
        note: "Submodules (third_party) are left out.",
    },
    Kind {
        name: "nccl",
        about: "a source tree of NCCL",
        repository: "NVIDIA/nccl",
        languages: &[Language::Python, Language::Cpp],
        place: everywhere,
        library: nowhere,
        version: nccl_version,
        note: "",
    },
    Kind {
        name: "container-toolkit",
        about: "a source tree of the NVIDIA container toolkit",
        repository: "NVIDIA/nvidia-container-toolkit",
        languages: &[Language::Go],
        place: in_toolkit,
        library: nowhere,
        version: toolkit_version,
        note: "Tests and vendored packages are left out.",
    },
    Kind {
        name: "libraries",
        about: "a folder of shared libraries",
        repository: "",
        languages: &[],
        place: nowhere,
        library: everywhere,
        version: unknown_version,
        note: "A string shows that the library knows the name, not that it reads it. A string that \
               is missing shows nothing: libraries put names together while they run.",
    },
];

/// What to scan.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The kind of tree.
    pub kind: &'static Kind,
    /// Where it is.
    pub root: &'a Path,
    /// Component, release and commit as given; what is missing is looked up in the tree.
    pub component: Option<&'a str>,
    /// The release, as pages name it.
    pub release: Option<&'a str>,
    /// The commit.
    pub commit: Option<&'a str>,
    /// The pages, whose read-points are looked up in the tree.
    pub pages: &'a [Page],
}

/// Scans a tree; `progress` is told how many files each round reads.
///
/// # Errors
/// Where a file cannot be read, or where neither tree nor request says which release it is.
pub fn scan(request: &Request<'_>, progress: Progress<'_>) -> anyhow::Result<Document> {
    let kind = request.kind;
    progress(Step::Doing("reading files"));
    let tree = Tree::load(request.root, kind.languages, kind.place)?;
    let libraries = library::all(request.root, kind.library);
    let files = Files {
        python: tree.count(Language::Python),
        cpp: tree.count(Language::Cpp),
        go: tree.count(Language::Go),
        libraries: libraries.len(),
    };
    let header = header(request, files)?;
    progress(Step::Doing("looking for reads"));
    let mut places = places(&tree, progress);
    let anchors = anchors::confirmed(
        &tree,
        request.pages,
        &header.repository,
        &header.release,
        &places,
    );
    places.extend(anchors);
    progress(Step::Doing("reading libraries"));
    places.extend(library::places(&libraries)?);
    Ok(Document::new(header, places))
}

fn places(tree: &Tree, progress: Progress<'_>) -> Vec<Place> {
    let reads = rounds::reads(tree, progress);
    let places = reads.into_iter().flat_map(|(at, read, names)| {
        let file = &tree.files[at];
        let default = match read.default {
            crate::unit::Otherwise::Source(text) => Some(text.to_string()),
            crate::unit::Otherwise::None | crate::unit::Otherwise::Param(..) => None,
        };
        names.into_iter().map(move |name| Place {
            name,
            file: file.path.to_string(),
            line: read.line.saturating_sub(file.extra_lines),
            lines: (read.statement.0 < read.statement.1).then(|| {
                let (first, last) = read.statement;
                (
                    first.saturating_sub(file.extra_lines),
                    last.saturating_sub(file.extra_lines),
                )
            }),
            symbol: read.symbol.to_string(),
            reader: read.reader.to_string(),
            default: default.clone(),
            expression: read.expression.to_string(),
        })
    });
    places.collect()
}

fn header(request: &Request<'_>, files: Files) -> anyhow::Result<Header> {
    let kind = request.kind;
    let version = (kind.version)(request.root);
    let release = request.release.map(str::to_owned).or(version.release);
    let release = release.context("the tree does not say its release; name it with --release")?;
    let commit = request.commit.map(str::to_owned).or(version.commit);
    let component = request.component.unwrap_or(kind.name);
    let repository = match kind.repository {
        "" => component,
        repository => repository,
    };
    // A tag stays too; libraries have no repository.
    let at = commit.as_ref().unwrap_or(&release);
    let link = format!("https://github.com/{repository}/blob/{at}/{{file}}#L{{line}}");
    Ok(Header {
        scan: 0,
        component: component.to_owned(),
        link: (!kind.repository.is_empty()).then_some(link),
        repository: repository.to_owned(),
        release,
        commit,
        files,
        note: kind.note.to_owned(),
    })
}

/// The folders of a wheel's headers, and where the repository has them.
const HEADERS: &[(&str, &str)] = &[
    ("torch/include/torch/", "torch/"),
    ("torch/include/c10/", "c10/"),
    ("torch/include/caffe2/", "caffe2/"),
    ("torch/include/ATen/", "aten/src/ATen/"),
];

fn in_wheel(path: &str) -> Option<String> {
    if path.starts_with("torch/include/") {
        let place = HEADERS.iter().find_map(|(wheel, repository)| {
            let rest = path.strip_prefix(wheel)?;
            Some(format!("{repository}{rest}"))
        });
        // Headers of other projects: no place in the repository.
        return place.or_else(|| Some(path.to_owned()));
    }
    let own = ["torch/", "functorch/", "torchgen/"];
    own.iter()
        .any(|it| path.starts_with(it))
        .then(|| path.to_owned())
}

fn library_of_wheel(path: &str) -> Option<String> {
    path.starts_with("torch/").then(|| path.to_owned())
}

fn in_pytorch(path: &str) -> Option<String> {
    (!path.starts_with("third_party/")).then(|| path.to_owned())
}

fn in_toolkit(path: &str) -> Option<String> {
    let left_out = path.contains("vendor/") || path.ends_with("_test.go");
    (!left_out).then(|| path.to_owned())
}

fn everywhere(path: &str) -> Option<String> {
    Some(path.to_owned())
}

fn nowhere(_: &str) -> Option<String> {
    None
}

fn unknown_version(_: &Path) -> Version {
    Version::default()
}

fn wheel_version(root: &Path) -> Version {
    let text = std::fs::read_to_string(root.join("torch/version.py")).unwrap_or_default();
    let value = |key: &str| {
        let line = text.lines().find_map(|it| it.strip_prefix(key))?;
        let value = line.trim_start_matches([' ', '=']).trim_matches('\'');
        Some(value.to_owned())
    };
    let release = value("__version__").map(|it| {
        let plain = it.split('+').next().unwrap_or_default();
        format!("v{plain}")
    });
    Version {
        release,
        commit: value("git_version"),
    }
}

fn nccl_version(root: &Path) -> Version {
    let text = std::fs::read_to_string(root.join("makefiles/version.mk")).unwrap_or_default();
    let part = |key: &str| {
        let line = text
            .lines()
            .find(|it| it.split_whitespace().next() == Some(key))?;
        line.split_whitespace().next_back()
    };
    let parts = ["NCCL_MAJOR", "NCCL_MINOR", "NCCL_PATCH", "PKG_REVISION"].map(part);
    let release = match parts {
        [Some(major), Some(minor), Some(patch), Some(revision)] => {
            Some(format!("v{major}.{minor}.{patch}-{revision}"))
        }
        _ => None,
    };
    Version {
        release,
        commit: None,
    }
}

fn toolkit_version(root: &Path) -> Version {
    let text = std::fs::read_to_string(root.join("versions.mk")).unwrap_or_default();
    let line = text.lines().find(|it| it.starts_with("LIB_VERSION"));
    let release = line.and_then(|it| it.split_whitespace().next_back());
    Version {
        release: release.map(|it| format!("v{it}")),
        commit: None,
    }
}
