//! One request to a server on this machine, said as it stands: no client in between that would
//! mend an address.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;

/// An answer: status, headers in lower case, body.
#[derive(Debug)]
pub struct Answer {
    /// Its number.
    pub status: u16,
    /// Its headers; of one that is there twice, the last.
    pub headers: BTreeMap<String, String>,
    /// What followed them.
    pub body: Vec<u8>,
}

/// Asks `address` (host and port) for a path.
///
/// # Panics
///
/// Where nobody listens, or what comes is no answer.
#[must_use]
pub fn ask(address: &str, method: &str, path: &str, headers: &[&str]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
    headers
        .iter()
        .for_each(|it| request.push_str(&format!("{it}\r\n")));
    request.push_str("\r\n");
    // A server that refuses closes before all is written; its answer counts.
    let _ = stream.write_all(request.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    Answer::parse(&bytes)
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|it| it == b"\r\n\r\n")
            .unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|it| it.split(' ').nth(1))
            .unwrap_or_default();
        let pairs = lines.filter_map(|it| it.split_once(": "));
        let headers: BTreeMap<_, _> = pairs
            .map(|(name, it)| (name.to_lowercase(), it.to_owned()))
            .collect();
        let body = bytes.get(end + 4..).unwrap_or_default();
        Self {
            status: status
                .parse()
                .unwrap_or_else(|_| panic!("no status: {head:?}")),
            body: match headers.get("transfer-encoding") {
                Some(_) => joined(body).unwrap_or_else(|| panic!("no chunks: {head}")),
                None => body.to_vec(),
            },
            headers,
        }
    }

    /// A header's value; empty where it is not there.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map(String::as_str)
            .unwrap_or_default()
    }
}

/// A body that came in chunks, each after its length.
fn joined(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|it| it == b"\r\n")?;
        let length = std::str::from_utf8(&rest[..end]).ok()?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        let (chunk, after) = rest[end + 2..].split_at_checked(length)?;
        body.extend_from_slice(chunk);
        rest = after.strip_prefix(b"\r\n")?;
    }
}
