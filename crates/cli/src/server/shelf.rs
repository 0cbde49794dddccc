//! The site in memory: nothing of the disk is reachable from outside, because nothing is looked up
//! there.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use readpoint_generator::{Effort, Files, Packing, fingerprint};

/// Content types by file ending.
const KINDS: [(&str, &str); 13] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("xml", "application/xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("png", "image/png"),
    ("webp", "image/webp"),
    ("jpg", "image/jpeg"),
];

/// Every file of a site by its path.
#[derive(Debug, Default)]
pub(super) struct Shelf(HashMap<String, Arc<Item>>);

/// One file.
#[derive(Debug)]
pub(super) struct Item {
    /// As the build made it.
    built: Arc<Vec<u8>>,
    /// As it is sent, with what pages end with.
    pub(super) bytes: Bytes,
    /// Its content type.
    pub(super) kind: &'static str,
    /// Whether its name changes with its content.
    pub(super) fixed: bool,
    print: u64,
    packs: bool,
    packed: [OnceLock<Bytes>; Packing::ALL.len()],
}

impl Shelf {
    /// The shelf of a new build; what did not change keeps what was made of it. Pages end with
    /// `tail`.
    pub(super) fn renewed(&self, files: Files, tail: &str) -> Self {
        let item = |(path, built): (String, Arc<Vec<u8>>)| {
            // A file that a build shares with the one before is not even compared.
            let old = self.0.get(&path).filter(|it| it.built == built);
            let fresh = || Arc::new(Item::new(&path, Arc::clone(&built), tail));
            let item = old.map_or_else(fresh, Arc::clone);
            (path, item)
        };
        Self(files.into_iter().map(item).collect())
    }

    /// The file at a path.
    pub(super) fn get(&self, path: &str) -> Option<&Arc<Item>> {
        self.0.get(path)
    }
}

impl Item {
    fn new(path: &str, built: Arc<Vec<u8>>, tail: &str) -> Self {
        let mut bytes = built.to_vec();
        if path.ends_with(".html") {
            bytes.extend_from_slice(tail.as_bytes());
        }
        let ending = path.rsplit('.').next().unwrap_or_default();
        let known = KINDS.iter().find(|(it, _)| *it == ending);
        Self {
            kind: known.map_or("application/octet-stream", |it| it.1),
            fixed: has_hash(path),
            print: fingerprint(&bytes),
            packs: Packing::gains(path, bytes.len()),
            bytes: bytes.into(),
            built,
            packed: Default::default(),
        }
    }

    /// The tag of the file as it is sent.
    pub(super) fn tag(&self, packing: Option<Packing>) -> String {
        let suffix = packing.map_or("", Packing::name);
        format!("\"{:016x}{suffix}\"", self.print)
    }

    /// Whether the file gains by packing.
    pub(super) fn packs(&self) -> bool {
        self.packs
    }

    /// The file as it is sent; it is packed when it is first asked for.
    pub(super) fn sent(&self, packing: Option<Packing>) -> Bytes {
        let Some(packing) = packing else {
            return self.bytes.clone();
        };
        let slot = &self.packed[packing as usize];
        let pack = || {
            let packed = packing.pack(&self.bytes, Effort::Now);
            // Writing into memory does not fail.
            packed.map_or_else(|_| self.bytes.clone(), Bytes::from)
        };
        let pack = || tokio::task::block_in_place(pack);
        slot.get_or_init(pack).clone()
    }
}

/// Whether a name carries the hash of its content: `site.1f3a9c0b2d4e5f60.css`.
fn has_hash(path: &str) -> bool {
    let mut parts = path.rsplit('.');
    let hash = parts.nth(1).unwrap_or_default();
    hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && parts.next().is_some()
}
