//! What a web server says beside the files of a site: `readpoint serve` sends it, and the
//! configurations under `deploy/` are held against it by a test.

/// The policy that pages work under; each page says it itself.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

/// What a page cannot say itself of the policy.
const FRAMES: &str = "frame-ancestors 'none'";

/// Headers of every answer, beside the policy.
const GUARDS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// How long a file may be kept whose name changes with it, and how long any other.
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";

/// Content types by file ending.
pub const KINDS: [(&str, &str); 14] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("xml", "application/xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/markdown; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("png", "image/png"),
    ("webp", "image/webp"),
    ("jpg", "image/jpeg"),
];

/// The headers that keep a page to itself; every answer carries them.
pub fn guards() -> impl Iterator<Item = (&'static str, String)> {
    let plain = GUARDS
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()));
    let policy = ("content-security-policy", format!("{POLICY}; {FRAMES}"));
    plain.chain(std::iter::once(policy))
}

/// The content type of a file.
#[must_use]
pub fn kind(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default();
    let known = KINDS.iter().find(|(it, _)| *it == ending);
    known.map_or("application/octet-stream", |it| it.1)
}

/// How long a browser may keep a file without asking, as `Cache-Control` says it; `None` is an
/// answer that is no file.
#[must_use]
pub fn kept(path: Option<&str>) -> &'static str {
    match path.is_some_and(has_hash) {
        true => FOREVER,
        false => ASK_AGAIN,
    }
}

/// Whether a name carries the hash of its content: `site.1f3a9c0b2d4e5f60.css`.
fn has_hash(path: &str) -> bool {
    let mut parts = path.rsplit('.');
    let hash = parts.nth(1).unwrap_or_default();
    hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && parts.next().is_some()
}
