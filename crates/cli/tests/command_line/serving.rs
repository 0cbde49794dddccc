//! `readpoint serve` from outside, as a reader's program and as somebody who means harm.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::http::{Answer, ask};

/// A running server with a small site.
struct Server {
    child: Child,
    address: String,
    base: String,
}

impl Server {
    fn start(more: &[&str]) -> Self {
        let sites = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/sites");
        let mut child = Command::new(env!("CARGO_BIN_EXE_readpoint"))
            .args(["serve", "--port", "0", "--wasm", "none", "--root"])
            .arg(sites.join("good"))
            .arg("--site")
            .arg(sites.join("_site"))
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built for this test");
        let mut line = String::new();
        let output = child.stdout.take().expect("piped above");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("the program says its address");
        let rest = line
            .split("http://")
            .nth(1)
            .unwrap_or_else(|| panic!("no address: {line}"));
        let (address, rest) = rest.split_once('/').expect("an address has a path");
        let path = rest.split(' ').next().unwrap_or_default();
        Self {
            child,
            address: address.to_owned(),
            base: format!("/{path}"),
        }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("the server listens")
    }

    fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        ask(&self.address, method, path, headers)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn files_come_with_the_right_headers() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
    let head = server.ask("HEAD", "/", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), page.body.len().to_string());
    assert_eq!(
        server.get("/recipes/hang").header("location"),
        "/recipes/hang/"
    );
    let missing = server.get("/nothing/");
    assert_eq!(missing.status, 404);
    assert!(String::from_utf8_lossy(&missing.body).contains("<html"));
    let post = server.ask("POST", "/", &[]);
    assert_eq!((post.status, post.header("allow")), (405, "GET, HEAD"));
}

#[test]
fn copies_packing_and_parts() {
    let server = Server::start(&[]);
    let whole = server.get("/api/v1/rules.json");
    let path = "/catalog.json";
    let plain = server.get(path);
    let known = format!("If-None-Match: {}", plain.header("etag"));
    let again = server.ask("GET", path, &[&known]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = server.ask("GET", path, &["Accept-Encoding: gzip, br"]);
    assert_eq!(packed.header("content-encoding"), "br");
    assert_ne!(packed.header("etag"), plain.header("etag"));
    let mut unpacked = Vec::new();
    brotli::Decompressor::new(packed.body.as_slice(), 4096)
        .read_to_end(&mut unpacked)
        .expect("Brotli");
    assert_eq!(unpacked, plain.body);
    let gzip = server.ask("GET", path, &["Accept-Encoding: br;q=0, gzip"]);
    assert_eq!(gzip.header("content-encoding"), "gzip");
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(gzip.body.as_slice())
        .read_to_end(&mut unpacked)
        .expect("gzip");
    assert_eq!(unpacked, plain.body);
    let part = server.ask("GET", path, &["Range: bytes=2-5"]);
    assert_eq!(
        (part.status, part.body.as_slice()),
        (206, &plain.body[2..6])
    );
    let beyond = server.ask("GET", path, &["Range: bytes=99999999-"]);
    assert_eq!(beyond.status, 416);
    assert_eq!(whole.header("cache-control"), "no-cache");
    let home = String::from_utf8(server.get("/").body).expect("UTF-8");
    let style = home
        .split("href=\"./style/")
        .nth(1)
        .and_then(|it| it.split('"').next());
    let style = server.get(&format!("/style/{}", style.expect("a style sheet")));
    assert!(style.header("cache-control").ends_with("immutable"));
}

#[test]
fn nothing_beside_the_site_is_reachable() {
    let server = Server::start(&[]);
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/script/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/..%5c..%5cetc%5cpasswd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/%00",
        "/index.html%00.txt",
        "/%ff%fe",
        "/readpoint.toml",
        "/.git/config",
    ] {
        let answer = server.get(path);
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        let text = String::from_utf8_lossy(&answer.body);
        assert!(!text.contains("root:"), "{path}");
    }
    let long = format!("X-Long: {}", "a".repeat(64 << 10));
    assert_eq!(server.ask("GET", "/", &[&long]).status, 431);
    let many: Vec<String> = (0..200).map(|it| format!("X-{it}: 1")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(server.ask("GET", "/", &many).status, 431);
}

#[test]
fn five_hundred_slow_readers_keep_nobody_waiting() {
    let server = Server::start(&[]);
    let slow: Vec<TcpStream> = (0..500)
        .map(|_| {
            let mut stream = server.connect();
            stream
                .write_all(b"GET / HTTP/1.1\r\nHos")
                .expect("the server listens");
            stream
        })
        .collect();
    for _ in 0..50 {
        assert_eq!(server.get("/").status, 200);
    }
    drop(slow);
}

#[test]
fn a_base_is_kept_and_pages_reload_below_it() {
    let server = Server::start(&["--base", "/docs/readpoint/"]);
    assert_eq!(server.base, "/docs/readpoint/");
    assert_eq!(server.get("/").header("location"), "/docs/readpoint/");
    let page = server.get("/docs/readpoint/recipes/hang/");
    assert_eq!(page.status, 200);
    let text = String::from_utf8_lossy(&page.body).into_owned();
    assert!(text.contains("src=\"/docs/readpoint/_live/script.js\""));
    assert_eq!(server.get("/docs/readpoint/_live/script.js").status, 200);
    assert_eq!(server.get("/docs/readpoint/_live/next?after=x").status, 400);
    let next = server.get("/docs/readpoint/_live/next?after=0");
    assert!(String::from_utf8_lossy(&next.body).contains("\"build\":1"));
}

#[test]
fn pages_do_not_reload_where_nobody_writes() {
    let server = Server::start(&["--no-reload"]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(!String::from_utf8_lossy(&page.body).contains("_live/"));
    assert_eq!(server.get("/_live/script.js").status, 404);
}

/// A supervisor's signal ends it with status 0, although a page waits for the next build.
#[cfg(unix)]
#[test]
fn it_stops_when_it_is_asked_to() {
    let mut server = Server::start(&[]);
    let mut waiting = server.connect();
    let request = b"GET /_live/next?after=1 HTTP/1.1\r\nHost: x\r\n\r\n";
    waiting.write_all(request).expect("the server listens");
    assert_eq!(server.get("/").status, 200);
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status();
    assert!(sent.expect("kill is there").success());
    let status = server.child.wait().expect("it was started above");
    assert_eq!(status.code(), Some(0));
}
