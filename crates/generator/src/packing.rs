//! Files packed as browsers unpack them: beside the plain ones for a web server that hands them
//! out, or on their way.

use std::io::Write;
use std::sync::Arc;

use rayon::prelude::*;

use crate::output::Files;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Brotli.
    Brotli,
    /// gzip.
    Gzip,
}

/// How much work packing may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// While somebody waits.
    Now,
    /// Once, for many readers.
    Once,
}

/// Endings of files that packing makes smaller; pictures and fonts are packed already.
const GAINS: [&str; 10] = [
    "html",
    "css",
    "js",
    "json",
    "svg",
    "wasm",
    "xml",
    "txt",
    "md",
    "webmanifest",
];
/// Files shorter than this are not worth it.
const SHORTEST: usize = 512;

impl Packing {
    /// Every way, the better one first.
    pub const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in HTTP.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The ending of a packed file beside the plain one.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    /// Whether a file gains by it.
    #[must_use]
    pub fn gains(path: &str, length: usize) -> bool {
        let ending = path.rsplit('.').next().unwrap_or_default();
        length >= SHORTEST && GAINS.contains(&ending)
    }

    /// The packed bytes.
    ///
    /// # Errors
    ///
    /// None that writing into memory does not have.
    pub fn pack(self, bytes: &[u8], effort: Effort) -> std::io::Result<Vec<u8>> {
        let out = Vec::with_capacity(bytes.len() / 3);
        let (brotli, gzip) = match effort {
            Effort::Now => (5, 6),
            Effort::Once => (9, 9),
        };
        match self {
            Self::Brotli => {
                let mut writer = brotli::CompressorWriter::new(out, 1 << 16, brotli, 22);
                writer.write_all(bytes)?;
                Ok(writer.into_inner())
            }
            Self::Gzip => {
                let level = flate2::Compression::new(gzip);
                let mut writer = flate2::write::GzEncoder::new(out, level);
                writer.write_all(bytes)?;
                writer.finish()
            }
        }
    }
}

/// Adds `.br` and `.gz` beside every file that gains by it.
pub(crate) fn beside(files: &mut Files) {
    let packed: Vec<_> = files
        .par_iter()
        .filter(|(path, bytes)| Packing::gains(path, bytes.len()))
        .flat_map_iter(|(path, bytes)| {
            Packing::ALL.into_iter().filter_map(move |packing| {
                let packed = packing.pack(bytes, Effort::Once).ok()?;
                Some((format!("{path}.{}", packing.ending()), Arc::new(packed)))
            })
        })
        .collect();
    files.extend(packed);
}
