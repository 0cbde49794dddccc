//! The build itself: the steps in their order.

use readpoint_content::{Loader, Problem};

use crate::earlier::Earlier;
use crate::edition::Edition;
use crate::highlight;
use crate::options::{Options, Stage, Summary};
use crate::output::{self, Files, Written};
use crate::packing;
use crate::site::Site;
use crate::texts::Texts;

/// Hears of each step as it begins.
pub type Progress<'a> = &'a dyn Fn(Stage);

/// Builds a site once.
///
/// # Errors
///
/// Every mistake in content, templates and links, and files that cannot be read or written.
pub fn build(options: &Options, progress: Progress<'_>) -> Result<Summary, Vec<Problem>> {
    Builder::new().build(options, progress)
}

/// Builds a site again and again: keeps what was understood of files, rendered texts and finished
/// pages, and writes only files that changed. The site is the same as the one that [`build`] makes.
#[derive(Default)]
pub struct Builder {
    loader: Loader,
    texts: Texts,
    earlier: Earlier,
    written: Written,
}

impl Builder {
    /// A builder that has built nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds the site, or says everything that is wrong; without
    /// [`keep_going`](Options::keep_going), nothing is written when there is a problem.
    ///
    /// # Errors
    ///
    /// Every mistake in content, templates and links, and files that cannot be read or written.
    pub fn build(
        &mut self,
        options: &Options,
        progress: Progress<'_>,
    ) -> Result<Summary, Vec<Problem>> {
        let (files, summary) = self.files(options, progress)?;
        let written = self.write(options, files, summary, progress);
        written.map_err(|problem| vec![problem])
    }

    /// Writes what [`files`](Self::files) made, packed too where that is wished.
    ///
    /// # Errors
    ///
    /// The folder cannot be written, or holds something else than a site; what was there before
    /// is unchanged.
    pub fn write(
        &mut self,
        options: &Options,
        mut files: Files,
        mut summary: Summary,
        progress: Progress<'_>,
    ) -> Result<Summary, Problem> {
        if options.precompress {
            packing::beside(&mut files);
            summary.files = files.len();
        }
        progress(Stage::Write);
        summary.written = self.written.update(&options.out, &files)?;
        Ok(summary)
    }

    /// Builds the site in memory, by path, and writes nothing.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build), but for writing.
    pub fn files(
        &mut self,
        options: &Options,
        progress: Progress<'_>,
    ) -> Result<(Files, Summary), Vec<Problem>> {
        progress(Stage::Load);
        let load = || self.loader.load(&options.content);
        let (loaded, ()) = rayon::join(load, highlight::warm);
        let mut problems = loaded.problems;
        let mut notices = loaded.notices;
        progress(Stage::Render);
        let editions = Edition::all(loaded.content, &mut self.texts, options, &mut problems);
        let texts = editions.iter().flat_map(|edition| &edition.texts);
        problems.extend(texts.flat_map(|text| text.problems.iter().cloned()));
        progress(Stage::Pages);
        let site = match Site::assemble(
            editions,
            &mut self.earlier,
            options,
            &mut problems,
            &mut notices,
        ) {
            Ok(site) => site,
            Err(fatal) => {
                problems.extend(fatal);
                return Err(problems);
            }
        };
        progress(Stage::Check);
        site.check(&mut self.earlier, &loaded.left_out, options, &mut problems);
        let mut files = site.into_files();
        output::keep_inside(&mut files, &mut problems);
        if !problems.is_empty() && !options.keep_going {
            return Err(problems);
        }
        let summary = Summary {
            pages: self.earlier.content_pages(),
            files: files.len(),
            bytes: files.values().map(|bytes| bytes.len()).sum(),
            written: 0,
            problems,
            notices,
        };
        Ok((files, summary))
    }
}
