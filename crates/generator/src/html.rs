//! Writing HTML, and reading back the two things the link check needs of it.

use std::ops::Range;

use memchr::memmem;

/// Appends `text`, safe as element content and inside a quoted attribute.
pub(crate) fn escape(text: &str, html: &mut String) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c => html.push(c),
        }
    }
}

/// `text`, safe as element content and inside a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    escape(text, &mut html);
    html
}

/// The attributes in finished HTML: their names, and the bytes at which their values stand.
///
/// A text scan, not a parser: it relies on the escaping above, which keeps quotes and angle
/// brackets out of text and values.
pub(crate) fn attributes(html: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let bytes = html.as_bytes();
    let mut marks = memmem::find_iter(bytes, b"=\"");
    let mut done = 0;
    std::iter::from_fn(move || {
        loop {
            let mark = marks.next()?;
            let letters = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b'-';
            let name = bytes[..mark].iter().rev().take_while(letters).count();
            let name = mark - name..mark;
            let stands_alone = name.start > 0 && bytes[name.start - 1] == b' ';
            if mark < done || !stands_alone {
                continue;
            }
            let start = mark + 2;
            done = start + memchr::memchr(b'"', &bytes[start..])?;
            return Some((&html[name], start..done));
        }
    })
}

/// A sentence of front matter as HTML.
/// Backticks become `<code>`; nothing else has a meaning.
pub(crate) fn inline(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    let mut pieces = text.split('`').peekable();
    let mut code = false;
    while let Some(piece) = pieces.next() {
        let closed = pieces.peek().is_some();
        match (code, closed) {
            (true, true) => {
                html.push_str("<code>");
                escape(piece, &mut html);
                html.push_str("</code>");
            }
            (true, false) => {
                html.push('`');
                escape(piece, &mut html);
            }
            (false, _) => escape(piece, &mut html),
        }
        code = !code;
    }
    html
}

/// The same sentence without marks, for attributes and the search index.
pub(crate) fn plain(text: &str) -> String {
    text.replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_keep_code_and_lone_marks() {
        let cases = [
            ("set `A<B>` & go", "set <code>A&lt;B&gt;</code> &amp; go"),
            ("`A` or `B`", "<code>A</code> or <code>B</code>"),
            ("a lone ` stays", "a lone ` stays"),
            ("", ""),
        ];
        for (text, html) in cases {
            assert_eq!(inline(text), html);
        }
    }

    #[test]
    fn attributes_are_found_in_order() {
        let html = "<a id=\"x\" href=\"1\">href=\"no\"</a><b data-href=\"2\" href=\"3\">";
        let found: Vec<_> = attributes(html)
            .filter(|(name, _)| *name == "href")
            .map(|(_, value)| &html[value])
            .collect();
        assert_eq!(found, ["1", "3"]);
    }
}
