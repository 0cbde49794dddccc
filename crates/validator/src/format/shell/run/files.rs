//! Files that the text itself writes and a shell reads later: `cat > job.sh <<EOF`, `source .env`.

use std::rc::Rc;

use super::super::source::{HOLE, Source, text_of};
use super::Shell;
use crate::reading::Part;

/// Longest file that is kept.
const LONGEST: usize = 1 << 16;

/// Ends of the names of scripts.
const SCRIPTS: &[&str] = &[".sh", ".bash", ".sbatch", ".slurm", ".sub", ".job"];

/// A file that the text writes.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// What stands in it; `None`: not known.
    content: Option<Rc<Vec<Part>>>,
    /// It is written on every way through the text.
    certain: bool,
    /// A shell of the text has read it.
    read: bool,
}

impl Shell {
    /// Notes what a file holds.
    pub(in super::super) fn write_file(&mut self, name: &str, parts: Vec<Part>, appends: bool) {
        if self.is_dry() || self.shadow > 0 || name.starts_with("/dev/") {
            return;
        }
        let name = name.strip_prefix("./").unwrap_or(name);
        let certain = self.branch == 0;
        let before = self.files.get(name).map(|file| file.content.clone());
        // Where a file may be written anew, both texts may stand in it.
        let keeps = appends || !certain;
        let mut whole = match before {
            Some(content) if keeps => content.map(|parts| parts.to_vec()),
            // What stood in it before the text ran is not known.
            _ => Some(Vec::new()),
        };
        if let Some(whole) = &mut whole {
            whole.extend(parts);
        }
        let fits = |parts: &Vec<Part>| {
            let text = text_of(parts);
            text.len() <= LONGEST && !text.contains(HOLE)
        };
        let file = File {
            content: whole.filter(fits).map(Rc::new),
            certain: certain && self.files.get(name).is_none_or(|it| it.certain || !appends),
            read: false,
        };
        self.files.insert(name.to_owned(), file);
    }

    /// The text of a file that the text has written, for a shell of its own.
    pub(in super::super) fn file(&mut self, name: &str) -> Option<Source> {
        self.possible_file(name).map(|(text, _)| text)
    }

    /// The text of a file that the text may have written, and whether it certainly has.
    pub(in super::super) fn possible_file(&mut self, name: &str) -> Option<(Source, bool)> {
        let name = name.strip_prefix("./").unwrap_or(name);
        let file = self.files.get_mut(name)?;
        file.read = true;
        let text = Source::from_parts(file.content.as_ref()?);
        Some((text, file.certain))
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
            .filter_map(|(name, file)| {
                let source = Source::from_parts(file.content.as_ref()?);
                is_script(name, &source.text).then_some(source)
            })
            .collect();
        for source in unread {
            self.settings.positional = None;
            self.in_shadow(|shell| shell.run_text(&source));
        }
    }
}
