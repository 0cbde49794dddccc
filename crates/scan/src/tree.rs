//! A source tree in memory: its files, by language, with the paths that its repository gives them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use anyhow::Context;
use rayon::prelude::*;

use crate::unit::Language;

/// Extensions by language.
const EXTENSIONS: &[(&str, Language)] = &[
    ("py", Language::Python),
    ("pyi", Language::Python),
    ("go", Language::Go),
    ("c", Language::Cpp),
    ("cc", Language::Cpp),
    ("cpp", Language::Cpp),
    ("cu", Language::Cpp),
    ("cuh", Language::Cpp),
    ("cxx", Language::Cpp),
    ("h", Language::Cpp),
    ("hpp", Language::Cpp),
    ("hxx", Language::Cpp),
    ("inl", Language::Cpp),
    ("mm", Language::Cpp),
];

/// One file.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path in the repository.
    pub(crate) path: Arc<str>,
    /// Its language.
    pub(crate) language: Language,
    /// Its text.
    pub(crate) text: Vec<u8>,
    /// How many lines it holds in front of the repository's first.
    pub(crate) extra_lines: usize,
}

/// The files of a tree, sorted by path.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The files.
    pub(crate) files: Vec<File>,
    by_path: HashMap<Arc<str>, usize>,
}

/// Where the repository has a file of the tree; `None` leaves the file out.
pub(crate) type Place = fn(&str) -> Option<String>;

impl Tree {
    /// Reads every source file under `root` that `place` knows.
    pub(crate) fn load(root: &Path, languages: &[Language], place: Place) -> anyhow::Result<Self> {
        let mut wanted = Vec::new();
        for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
            let entry = entry.with_context(|| format!("{} cannot be read", root.display()))?;
            let relative = entry.path().strip_prefix(root).ok();
            let relative = relative.and_then(Path::to_str).unwrap_or_default();
            let language = language_of(relative).filter(|it| languages.contains(it));
            if let (true, Some(language)) = (entry.file_type().is_file(), language)
                && let Some(path) = place(relative)
            {
                wanted.push((entry.into_path(), path, language));
            }
        }
        let files = wanted.into_par_iter().map(|(file, path, language)| {
            let text = std::fs::read(&file);
            let text = text.with_context(|| format!("{} cannot be read", file.display()))?;
            Ok(File::new(path, language, text))
        });
        Ok(Self::of(files.collect::<anyhow::Result<_>>()?))
    }

    fn of(mut files: Vec<File>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let by_path = files.iter().enumerate();
        let by_path = by_path.map(|(at, it)| (it.path.clone(), at)).collect();
        Self { files, by_path }
    }

    /// The file at a path.
    pub(crate) fn at(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// The files of a language that hold one of `words`.
    pub(crate) fn holding(&self, language: Language, words: &[String]) -> Vec<usize> {
        let Ok(search) = AhoCorasick::new(words) else {
            return Vec::new();
        };
        let files = self.files.par_iter().enumerate();
        let files = files.filter(|(_, file)| {
            file.language == language && !words.is_empty() && search.is_match(&file.text)
        });
        files.map(|(at, _)| at).collect()
    }

    /// How many files there are of a language.
    pub(crate) fn count(&self, language: Language) -> usize {
        let of = self.files.iter().filter(|it| it.language == language);
        of.count()
    }
}

impl File {
    fn new(path: String, language: Language, text: Vec<u8>) -> Self {
        let extra_lines = usize::from(text.starts_with(GUARD));
        Self {
            path: path.into(),
            language,
            text,
            extra_lines,
        }
    }
}

/// The line that PyTorch's `setup.py` writes in front of each header when it builds a wheel (2.10
/// and newer); the repository's file begins after it.
const GUARD: &[u8] = b"#if !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)\n";

fn language_of(path: &str) -> Option<Language> {
    let (_, extension) = path.rsplit_once('.')?;
    let found = EXTENSIONS.iter().find(|(it, _)| *it == extension);
    found.map(|(_, language)| *language)
}
