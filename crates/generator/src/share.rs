//! The part of a playground address that carries a text: base64url of JSON, as the playground's
//! own share links write it. It stands after `#`, so no server ever sees it.

use readpoint_catalog::Version;
use readpoint_validator::Kind;
use serde::Serialize;

/// The 64 characters of base64url.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What a share link holds.
#[derive(Serialize)]
struct Shared<'a> {
    v: u32,
    text: &'a str,
    #[serde(rename = "as")]
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    torch: Option<Version>,
}

/// The text after `#` that opens the playground with a launch text.
pub(crate) fn fragment(text: &str, kind: Kind, torch: Option<Version>) -> String {
    let shared = Shared {
        v: 1,
        text,
        kind,
        torch,
    };
    // Strings and a number: serde_json has nothing to refuse here.
    let json = serde_json::to_string(&shared).unwrap_or_default();
    base64url(json.as_bytes())
}

/// Base64 with the alphabet for addresses, without padding.
fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..=chunk.len() {
            let index = bits >> (18 - 6 * at) & 63;
            text.push(char::from(ALPHABET[index as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64url_has_the_right_length_and_alphabet() {
        let cases = [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("\u{3ff}>?", "z78-Pw"),
        ];
        for (plain, encoded) in cases {
            assert_eq!(base64url(plain.as_bytes()), encoded);
        }
    }

    #[test]
    fn a_fragment_is_json_with_what_is_known() {
        let fragment = fragment("A=1", Kind::Envfile, None);
        let json = r#"{"v":1,"text":"A=1","as":"envfile"}"#;
        assert_eq!(fragment, base64url(json.as_bytes()));
    }
}
