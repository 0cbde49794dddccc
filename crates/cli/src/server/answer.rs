//! One request, one answer: which file, in which form, under which headers.

use std::ops::Range;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use readpoint_generator::{Packing, serving};

use super::shelf::{Item, Shelf};

/// An answer; its body is in memory.
pub(super) type Answer = Response<Full<Bytes>>;

/// Answers a request for a file of the shelf; `base` is the path that the site stands under.
pub(super) fn file<B>(request: &Request<B>, base: &str, shelf: &Shelf) -> Answer {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
        put(&mut answer, header::ALLOW, "GET, HEAD");
        return answer;
    }
    let raw = request.uri().path();
    let Some(path) = decoded(raw) else {
        return text(StatusCode::BAD_REQUEST, "this is no path of the site\n");
    };
    if path == "/" && base != "/" {
        return redirect(StatusCode::TEMPORARY_REDIRECT, base);
    }
    let below = path.strip_prefix(base);
    let found = below.and_then(|below| Some((StatusCode::OK, shelf.get(&named(below))?)));
    if let Some((status, item)) = found {
        return sent(request, item, status);
    }
    let folder = below.is_some_and(|it| shelf.get(&format!("{it}/index.html")).is_some());
    if folder || format!("{path}/") == base {
        return redirect(StatusCode::PERMANENT_REDIRECT, &format!("{raw}/"));
    }
    match shelf.get("404.html") {
        Some(item) => sent(request, item, StatusCode::NOT_FOUND),
        None => text(StatusCode::NOT_FOUND, "there is no such page\n"),
    }
}

/// A short answer in words.
pub(super) fn text(status: StatusCode, words: &str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::copy_from_slice(words.as_bytes())));
    *answer.status_mut() = status;
    put(
        &mut answer,
        header::CONTENT_TYPE,
        "text/plain; charset=utf-8",
    );
    put(&mut answer, header::CACHE_CONTROL, serving::kept(None));
    answer
}

/// Adds the headers that keep a page to itself.
pub(super) fn guarded(mut answer: Answer) -> Answer {
    for (name, value) in serving::guards() {
        put(&mut answer, HeaderName::from_static(name), &value);
    }
    answer
}

/// Sets a header.
pub(super) fn put(answer: &mut Answer, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        answer.headers_mut().insert(name, value);
    }
}

/// A path with its escapes decoded. One that is not UTF-8, or holds what no address of the site
/// holds, is none.
fn decoded(raw: &str) -> Option<String> {
    let path = percent_encoding::percent_decode_str(raw)
        .decode_utf8()
        .ok()?;
    let foreign = |c: char| c.is_control() || c == '\\';
    (!path.contains(foreign)).then(|| path.into_owned())
}

/// The file that an address stands for.
fn named(below: &str) -> String {
    match below.is_empty() || below.ends_with('/') {
        true => format!("{below}index.html"),
        false => below.to_owned(),
    }
}

fn redirect(status: StatusCode, target: &str) -> Answer {
    let mut answer = text(status, "");
    put(&mut answer, header::LOCATION, target);
    answer
}

/// A file, whole or in part, or the word that the reader's copy is still good.
fn sent<B>(request: &Request<B>, item: &Item, status: StatusCode) -> Answer {
    let asked = request.headers();
    let whole = status == StatusCode::OK;
    let range = asked
        .get(header::RANGE)
        .filter(|_| whole && request.method() == Method::GET);
    let packing = packing(asked, item).filter(|_| range.is_none());
    let tag = item.tag(packing);
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    put(&mut answer, header::ETAG, &tag);
    put(&mut answer, header::VARY, "accept-encoding");
    put(&mut answer, header::CACHE_CONTROL, item.kept);
    if whole && is_known(asked, &tag) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        return answer;
    }
    put(&mut answer, header::CONTENT_TYPE, item.kind);
    put(&mut answer, header::ACCEPT_RANGES, "bytes");
    if let Some(packing) = packing {
        put(&mut answer, header::CONTENT_ENCODING, packing.name());
    }
    let mut bytes = item.sent(packing);
    let fresh = asked
        .get(header::IF_RANGE)
        .is_none_or(|it| it == tag.as_str());
    if let Some(part) = range.filter(|_| fresh).and_then(|it| part(it, bytes.len())) {
        let Ok(part) = part else {
            *answer.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            put(
                &mut answer,
                header::CONTENT_RANGE,
                &format!("bytes */{}", bytes.len()),
            );
            return answer;
        };
        *answer.status_mut() = StatusCode::PARTIAL_CONTENT;
        let (start, last, all) = (part.start, part.end - 1, bytes.len());
        put(
            &mut answer,
            header::CONTENT_RANGE,
            &format!("bytes {start}-{last}/{all}"),
        );
        bytes = bytes.slice(part);
    }
    put(
        &mut answer,
        header::CONTENT_LENGTH,
        &bytes.len().to_string(),
    );
    if request.method() == Method::GET {
        *answer.body_mut() = Full::new(bytes);
    }
    answer
}

/// The best packing that the reader takes.
fn packing(asked: &HeaderMap, item: &Item) -> Option<Packing> {
    let list = asked.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let takes = |packing: &Packing| {
        list.split(',').any(|entry| {
            let mut words = entry.split(';').map(str::trim);
            let refused =
                |it: &str| matches!(it.strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"));
            words
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(packing.name()))
                && !words.any(refused)
        })
    };
    Packing::ALL
        .into_iter()
        .find(|it| item.packs() && takes(it))
}

/// Whether the reader has the file with this tag.
fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let tags = asked.get_all(header::IF_NONE_MATCH).into_iter();
    let mut tags = tags
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','));
    tags.any(|it| matches!(it.trim(), "*") || it.trim().trim_start_matches("W/") == tag)
}

/// The bytes that a `Range` header asks for: none where it is no range of bytes, or several, and
/// then the whole is sent; an error where the file has no such bytes.
fn part(range: &HeaderValue, length: usize) -> Option<Result<Range<usize>, ()>> {
    let (first, last) = range
        .to_str()
        .ok()?
        .strip_prefix("bytes=")?
        .split_once('-')?;
    let number = |it: &str| it.trim().parse::<usize>().ok();
    let part = match (first.trim(), last.trim()) {
        ("", last) => length.saturating_sub(number(last)?)..length,
        (first, "") => number(first)?..length,
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return None;
            }
            first..last.saturating_add(1).min(length)
        }
    };
    Some(if part.is_empty() { Err(()) } else { Ok(part) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_ten_bytes() {
        for (range, expected) in [
            ("bytes=0-3", Some(Ok(0..4))),
            ("bytes=7-", Some(Ok(7..10))),
            ("bytes=-3", Some(Ok(7..10))),
            ("bytes=-30", Some(Ok(0..10))),
            ("bytes=8-99", Some(Ok(8..10))),
            ("bytes=10-", Some(Err(()))),
            ("bytes=-0", Some(Err(()))),
            ("bytes=3-1", None),
            ("bytes=0-1,3-4", None),
            ("lines=0-1", None),
            ("bytes=a-b", None),
        ] {
            assert_eq!(
                part(&HeaderValue::from_static(range), 10),
                expected,
                "{range}"
            );
        }
    }

    #[test]
    fn paths_hold_no_tricks() {
        assert_eq!(decoded("/a%20b/").as_deref(), Some("/a b/"));
        assert_eq!(decoded("/%E6%98%BE").as_deref(), Some("/显"));
        for wrong in ["/%00", "/a%5cb", "/%ff", "/a%0d%0ab"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}
