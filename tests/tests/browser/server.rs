//! A static file server under a strict policy, which remembers what was asked for.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What a careful host sends. Nothing inline, nothing from elsewhere.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; connect-src 'self'; object-src 'none'";

/// Content types by file ending.
const TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
];

/// A running server; it ends with the process.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    /// `http://127.0.0.1:…/`.
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<String>>>,
    lost: Arc<Mutex<Option<String>>>,
}

impl Server {
    /// Serves a folder on a free port.
    pub(crate) fn start(folder: PathBuf) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
        let address = format!("http://{}/", listener.local_addr()?);
        let (asked, lost) = (Arc::default(), Arc::default());
        let server = Self {
            address,
            asked,
            lost,
        };
        let answering = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (server, folder) = (answering.clone(), folder.clone());
                // A reader that goes away in the middle is no error of the site's.
                std::thread::spawn(move || server.answer(stream, &folder).ok());
            }
        });
        Ok(server)
    }

    /// A server that somebody else has started, and that keeps what it was asked for to itself.
    pub(crate) fn elsewhere(address: String) -> Self {
        Self {
            address,
            asked: Arc::default(),
            lost: Arc::default(),
        }
    }

    /// Request lines and bodies so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.lock().clone()
    }

    /// From now on, addresses that contain `part` are not found; with `None` all are again.
    pub(crate) fn lose(&self, part: Option<&str>) {
        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        *lost = part.map(str::to_owned);
    }

    fn loses(&self, path: &str) -> bool {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.as_deref().is_some_and(|part| path.contains(part))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?);
        let mut request = String::new();
        lines.read_line(&mut request)?;
        let mut length = 0;
        loop {
            let mut header = String::new();
            lines.read_line(&mut header)?;
            let lower = header.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            if header.trim().is_empty() {
                break;
            }
        }
        let mut body = Vec::new();
        lines.take(length).read_to_end(&mut body)?;
        let told = format!("{} {}", request.trim(), String::from_utf8_lossy(&body));
        self.lock().push(told);
        let path = request.split(' ').nth(1).unwrap_or("/");
        let path = if self.loses(path) { "/lost/" } else { path };
        stream.write_all(&response(folder, path))
    }
}

/// The whole answer for a path.
fn response(folder: &Path, path: &str) -> Vec<u8> {
    let path = path.split(['?', '#']).next().unwrap_or("/");
    let mut file = folder.join(path.trim_start_matches('/'));
    if file.is_dir() {
        file = file.join("index.html");
    }
    let (status, file) = match file.is_file() && !path.contains("..") {
        true => ("200 OK", file),
        false => ("404 Not Found", folder.join("404.html")),
    };
    let body = std::fs::read(&file).unwrap_or_default();
    let ending = file.extension().unwrap_or_default();
    let kind = TYPES.iter().find(|(known, _)| ending == *known);
    let kind = kind.map_or("application/octet-stream", |(_, kind)| kind);
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {POLICY}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}
