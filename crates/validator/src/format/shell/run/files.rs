//! Files that the text itself writes and a shell reads later: `cat > job.sh <<EOF`, `source .env`.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::super::source::{HOLE, Source, text_of};
use super::{Flow, Shell};
use crate::reading::Part;

/// Longest file that is kept.
const LONGEST: usize = 1 << 16;

/// Ends of the names of scripts.
const SCRIPTS: &[&str] = &[".sh", ".bash", ".sbatch", ".slurm", ".sub", ".job"];

/// Most texts that may stand in one file.
const MOST_TEXTS: usize = 8;

/// A file that the text writes.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    /// What may stand in it.
    texts: Vec<Text>,
    /// A shell of the text has read it.
    read: bool,
}

/// What stands in a file on some way through the text.
#[derive(Clone, Debug)]
struct Text {
    /// The branch that writes it.
    branch: usize,
    /// `None`: not known.
    content: Option<Rc<Vec<Part>>>,
}

/// The texts that may stand in a file.
#[derive(Clone, Debug)]
pub(in super::super) struct Written {
    /// The texts, at least one.
    pub(in super::super) texts: Vec<Source>,
    /// One of them certainly stands there.
    pub(in super::super) certain: bool,
}

impl From<Source> for Written {
    fn from(text: Source) -> Self {
        Self {
            texts: vec![text],
            certain: true,
        }
    }
}

impl Shell {
    /// Notes what a file holds.
    pub(in super::super) fn write_file(&mut self, name: &str, parts: Vec<Part>, appends: bool) {
        if self.is_dry() || self.shadow > 0 || name.starts_with("/dev/") {
            return;
        }
        let name = name.strip_prefix("./").unwrap_or(name);
        let mut file = self.files.remove(name).unwrap_or_default();
        let branch = self.branch;
        let mut before = vec![Some(Rc::default())];
        if appends {
            let (texts, certain) = self.texts(&file);
            before.truncate(usize::from(!certain));
            before.add_all(texts.into_iter().map(|text| text.content.clone()));
        }
        let whole = |before: Option<Rc<Vec<Part>>>| {
            let whole = [before?.as_slice(), &parts].concat();
            is_followed(&whole).then(|| Rc::new(whole))
        };
        let new = before.into_iter().map(|before| Text {
            branch,
            content: whole(before),
        });
        file.texts
            .retain(|text| !self.record.within(text.branch, branch));
        file.texts.add_all(new);
        if file.texts.len() > MOST_TEXTS {
            file.texts = vec![Text {
                branch,
                content: None,
            }];
        }
        file.read = false;
        self.files.insert(name.to_owned(), file);
    }

    /// What may stand in a file here, and whether one of it certainly does.
    fn texts<'a>(&self, file: &'a File) -> (Vec<&'a Text>, bool) {
        let inside = |text: &&Text| self.record.within(text.branch, self.branch);
        if file.texts.iter().any(|text| text.branch == self.branch) {
            return (file.texts.iter().filter(inside).gathered(), true);
        }
        let around = |text: &Text| self.record.within(self.branch, text.branch);
        let certain = file.texts.iter().any(around);
        (file.texts.iter().gathered(), certain)
    }

    /// A file that both of two ways write certainly holds one of their texts.
    pub(super) fn join_files(&mut self, ways: [usize; 2]) {
        for file in self.files.values_mut() {
            let writes = |way: &usize| file.texts.iter().any(|text| text.branch == *way);
            if !ways.iter().all(writes) {
                continue;
            }
            let record = &self.record;
            file.texts
                .retain(|text| ways.iter().any(|way| record.within(text.branch, *way)));
            for text in &mut file.texts {
                text.branch = self.branch;
            }
        }
    }

    /// What may stand in a file that the text writes, if that is known.
    pub(in super::super) fn file(&mut self, name: &str) -> Option<Written> {
        let name = name.strip_prefix("./").unwrap_or(name);
        self.files.get_mut(name)?.read = true;
        let (texts, certain) = self.texts(self.files.get(name)?);
        let source = |text: &Text| Some(Source::from_parts(text.content.as_ref()?));
        let texts: Option<Vec<_>> = texts.into_iter().map(source).collect();
        texts.map(|texts| Written { texts, certain })
    }

    /// Runs the texts that may stand in a file, each on a way of its own.
    pub(in super::super) fn run_written(&mut self, written: &Written) -> Flow {
        self.run_texts(&written.texts, written.certain)
    }

    fn run_texts(&mut self, texts: &[Source], certain: bool) -> Flow {
        match texts {
            [] => Flow::Next,
            [text] if certain => self.run_text(text),
            [text, rest @ ..] => self.either(
                |shell| shell.run_text(text),
                |shell| shell.run_texts(rest, certain),
            ),
        }
    }

    /// Looks at the scripts that the text writes and does not run.
    pub(super) fn run_unread(&mut self) {
        let is_script = |name: &str, text: &str| {
            text.starts_with("#!") || SCRIPTS.iter().any(|it| name.ends_with(it))
        };
        let unread: Vec<Source> = self
            .files
            .iter()
            .filter(|(_, file)| !file.read)
            .flat_map(|(name, file)| file.texts.iter().map(move |text| (name, text)))
            .filter_map(|(name, text)| {
                let source = Source::from_parts(text.content.as_ref()?);
                is_script(name, &source.text).then_some(source)
            })
            .gathered();
        for source in unread {
            self.settings.positional = None;
            self.in_shadow(|shell| shell.run_text(&source));
        }
    }
}

/// Whether a text is short enough, and no command in it is unknown from its first letter on.
fn is_followed(parts: &[Part]) -> bool {
    let text = text_of(parts);
    let begins_unknown = |line: &str| line.trim_start().starts_with(HOLE);
    text.len() <= LONGEST && !text.lines().any(begins_unknown)
}
