//! Whether a finished page holds anything that a browser would run or fetch from elsewhere.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// Elements that bring in something, or change what addresses mean. A page of the site has none.
const FOREIGN: &[&str] = &[
    "iframe",
    "frame",
    "object",
    "embed",
    "applet",
    "base",
    "style",
    "foreignobject",
    "portal",
    "audio",
    "video",
    "source",
    "animate",
    "set",
];
/// Attributes that hold addresses.
const ADDRESSES: &[&str] = &[
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "data",
    "srcset",
];
/// How an address may begin that names a scheme.
const SCHEMES: &[&str] = &["https:", "http:", "mailto:"];
/// Elements that fetch what their address names.
const FETCHING: &[&str] = &["script", "img", "link", "image", "use"];

/// Everything in a page that could run, or fetch something from elsewhere.
#[must_use]
pub fn faults(html: &str) -> Vec<String> {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let (mut faults, mut open) = (Vec::new(), vec![dom.document.clone()]);
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let element = name.local.to_ascii_lowercase();
            if FOREIGN.contains(&&*element) {
                faults.push(format!("<{element}>"));
            }
            if &*element == "script" && !content(&node).trim().is_empty() && !is_data(&node) {
                faults.push(format!("a script: {}", content(&node)));
            }
            for it in attrs.borrow().iter() {
                faults.extend(fault(&element, &it.name.local, &it.value));
            }
        }
        open.extend(node.children.borrow().iter().cloned());
    }
    faults
}

fn fault(element: &str, name: &str, value: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let shown = || Some(format!("<{element} {name}=\"{value}\">"));
    if name.starts_with("on") || name == "srcdoc" || name == "style" {
        return shown();
    }
    if !ADDRESSES.contains(&&*name) && !name.ends_with(":href") {
        return None;
    }
    let known = |scheme: &str| SCHEMES.iter().any(|it| it.eq_ignore_ascii_case(scheme));
    match scheme(value) {
        Some(scheme) if !known(&scheme) => shown(),
        Some(_) if FETCHING.contains(&element) && !is_reference(element) => shown(),
        None if value.trim_start().starts_with("//") => shown(),
        _ => None,
    }
}

/// `<link>` fetches some things and only names others, such as the page's own address.
fn is_reference(element: &str) -> bool {
    element == "link"
}

/// The scheme as a browser reads it: blanks before it, and line ends and tabs within, are nothing.
fn scheme(address: &str) -> Option<String> {
    let plain: String = address
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .collect();
    let end = plain.find(':')?;
    let letters = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let sound =
        plain.starts_with(|c: char| c.is_ascii_alphabetic()) && plain[..end].chars().all(letters);
    sound.then(|| plain[..=end].to_owned())
}

fn is_data(script: &Handle) -> bool {
    let NodeData::Element { attrs, .. } = &script.data else {
        return false;
    };
    let attrs = attrs.borrow();
    let kind = attrs.iter().find(|it| &*it.name.local == "type");
    kind.is_some_and(|it| it.value.ends_with("json"))
}

fn content(node: &Handle) -> String {
    let children = node.children.borrow();
    let text = |child: &Handle| match &child.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    };
    children.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_seen_and_what_does_not_is_not() {
        for bad in [
            "<script>a()</script>",
            "<p onclick=\"a()\">",
            "<a href=\"java\nscript:a()\">",
            "<a href=\" javascript://a\">",
            "<a href=\"data:text/html,x\">",
            "<a href=\"//elsewhere.example/\">",
            "<img src=\"https://elsewhere.example/a.png\">",
            "<iframe></iframe>",
            "<svg><a xlink:href=\"javascript:a()\"></a></svg>",
            "<p style=\"color: red\">",
        ] {
            assert!(!faults(bad).is_empty(), "{bad}");
        }
        for good in [
            "<script src=\"../script/a.js\"></script>",
            "<script type=\"application/json\">{}</script>",
            "<a href=\"https://example.org/\">a</a>",
            "<a href=\"mailto:a@example.org\">a</a>",
            "<a href=\"../a/?b=c:d#e:f\">javascript:a()</a>",
            "<link rel=\"canonical\" href=\"https://example.org/\">",
        ] {
            assert_eq!(faults(good), Vec::<String>::new(), "{good}");
        }
    }
}
