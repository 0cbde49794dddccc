//! From a TOML value to a typed one: texts, numbers, releases, and words out of a fixed list.

use std::fmt;
use std::str::FromStr;

use readpoint_catalog::{Argument, Release, Version, VersionRange, nearest};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::de::DeValue;

use crate::slug;

/// Why a value does not fit; the message continues after the key's name.
#[derive(Debug)]
pub(crate) struct Fault {
    /// `must be a whole number, but this is a string`.
    pub(crate) message: String,
    /// The way out.
    pub(crate) help: Option<String>,
}

impl Fault {
    fn kind(wanted: &str, value: &DeValue<'_>) -> Self {
        Self {
            message: format!("must be {wanted}, but this is {}", type_name(value)),
            help: None,
        }
    }
}

/// A value's type in words.
pub(crate) fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A type that a front matter field can have.
pub(crate) trait FromValue: Sized {
    /// Converts, or says why it cannot.
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault>;
}

fn text<'a>(value: &'a DeValue<'_>) -> Result<&'a str, Fault> {
    value
        .as_str()
        .ok_or_else(|| Fault::kind("text in quotes", value))
}

impl FromValue for String {
    /// A text that says something: empty ones are refused.
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let text = text(value)?;
        if text.trim().is_empty() {
            return Err(Fault {
                message: "is empty".to_owned(),
                help: None,
            });
        }
        Ok(text.to_owned())
    }
}

/// The value of an environment variable: any text, also the empty one.
#[derive(Debug)]
pub(crate) struct EnvValue(pub(crate) String);

impl FromValue for EnvValue {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        text(value).map(|text| Self(text.to_owned()))
    }
}

/// The address of a page elsewhere.
#[derive(Debug)]
pub(crate) struct Web(pub(crate) String);

impl Web {
    /// How such an address begins.
    pub(crate) const STARTS: [&str; 2] = ["https://", "http://"];
}

impl FromValue for Web {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let address = String::from_value(value)?;
        let begins = Self::STARTS.iter().any(|it| address.starts_with(it));
        if begins && !address.contains(['"', '<', '>', ' ']) {
            return Ok(Self(address));
        }
        Err(Fault {
            message: format!("must be the address of a page, but this is `{address}`"),
            help: Some(format!("it begins with `{}`", Self::STARTS.join("` or `"))),
        })
    }
}

impl FromValue for bool {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        value
            .as_bool()
            .ok_or_else(|| Fault::kind("`true` or `false`", value))
    }
}

impl FromValue for Argument {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        match value {
            DeValue::Boolean(flag) => Ok(Self::Flag(*flag)),
            DeValue::Integer(_) => i64::from_value(value).map(Self::Number),
            DeValue::Array(items) => {
                let texts = items.iter().map(|item| text(item.get_ref()));
                let texts = texts.map(|text| text.map(str::to_owned));
                texts.collect::<Result<_, _>>().map(Self::List)
            }
            _ => text(value).map(|text| Self::Text(text.to_owned())),
        }
    }
}

impl FromValue for i64 {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        value
            .as_integer()
            .and_then(|number| Self::from_str_radix(number.as_str(), number.radix()).ok())
            .ok_or_else(|| Fault::kind("a whole number", value))
    }
}

impl FromValue for u32 {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let number = i64::from_value(value)?;
        Self::try_from(number).map_err(|_| Fault {
            message: format!("must lie between 0 and {}, but this is {number}", Self::MAX),
            help: None,
        })
    }
}

fn parsed<T: FromStr<Err: fmt::Display>>(value: &DeValue<'_>, help: &str) -> Result<T, Fault> {
    text(value)?.parse().map_err(|error: T::Err| Fault {
        message: format!("cannot be read: {error}"),
        help: Some(help.to_owned()),
    })
}

impl FromValue for Release {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let help = "write a project and a version: \"torch 2.9.1\"";
        let release: Self = parsed(value, help)?;
        match slug::is_sound(&release.project) {
            true => Ok(release),
            false => Err(Fault {
                message: format!("names a project that cannot be part of an address: `{release}`"),
                help: Some(help.to_owned()),
            }),
        }
    }
}

impl FromValue for Version {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        parsed(value, "write up to three numbers: \"2.9.1\"")
    }
}

impl FromValue for VersionRange {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        parsed(
            value,
            "write bounds and commas between them: \">= 2.6, < 2.12\"",
        )
    }
}

/// What a rule forbids: any value (`true`, an empty list here), or those of a list.
#[derive(Debug)]
pub(crate) struct Forbidden(pub(crate) Option<Vec<String>>);

impl FromValue for Forbidden {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let DeValue::Array(items) = value else {
            let any = value.as_bool();
            let any = any.ok_or_else(|| Fault::kind("`true` or a list of values", value))?;
            return Ok(Self(any.then(Vec::new)));
        };
        let texts = items
            .iter()
            .map(|item| text(item.get_ref()).map(str::to_owned));
        let texts: Vec<_> = texts.collect::<Result<_, _>>()?;
        if texts.is_empty() {
            return Err(Fault {
                message: "forbids nothing".to_owned(),
                help: Some("list values, or write `forbid = true` to forbid any".to_owned()),
            });
        }
        Ok(Self(Some(texts)))
    }
}

/// A colour of a site: one for light and dark, or one for each.
#[derive(Debug)]
pub(crate) struct Colour {
    /// Where the page is light.
    pub(crate) light: String,
    /// Where it is dark.
    pub(crate) dark: String,
}

impl FromValue for Colour {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let one = |value: &DeValue<'_>| {
            let colour = text(value)?;
            let digits = colour.strip_prefix('#').unwrap_or_default();
            let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            if hexadecimal && matches!(digits.len(), 3 | 6) {
                return Ok(colour.to_owned());
            }
            Err(Fault {
                message: format!("is `{colour}`, which is no colour such as `#1a6b8f`"),
                help: None,
            })
        };
        let (light, dark) = match value {
            DeValue::Array(pair) => match (pair.first(), pair.get(1), pair.len()) {
                (Some(light), Some(dark), 2) => (one(light.get_ref())?, one(dark.get_ref())?),
                _ => {
                    return Err(Fault::kind(
                        "one colour, or two: for light and for dark",
                        value,
                    ));
                }
            },
            one_for_both => (one(one_for_both)?, one(one_for_both)?),
        };
        Ok(Self { light, dark })
    }
}

/// A word out of the list that its type's serde names give.
#[derive(Debug)]
pub(crate) struct Word<T>(pub(crate) T);

impl<T: DeserializeOwned> FromValue for Word<T> {
    fn from_value(value: &DeValue<'_>) -> Result<Self, Fault> {
        let word = text(value)?;
        let deserializer: StrDeserializer<'_, UnknownWord> = word.into_deserializer();
        T::deserialize(deserializer)
            .map(Self)
            .map_err(|unknown| unknown.fault(word))
    }
}

/// What serde says of a word outside the list; keeps the list.
#[derive(Debug)]
struct UnknownWord(&'static [&'static str]);

impl UnknownWord {
    fn fault(&self, word: &str) -> Fault {
        let accepted: Vec<_> = self.0.iter().map(|it| format!("`{it}`")).collect();
        let near = nearest(word, self.0.iter().copied());
        Fault {
            message: format!("is `{word}`, but must be one of {}", accepted.join(", ")),
            help: near.map(|near| format!("did you mean `{near}`?")),
        }
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "must be one of {}", self.0.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

impl serde::de::Error for UnknownWord {
    fn custom<M: fmt::Display>(_message: M) -> Self {
        Self(&[])
    }

    fn unknown_variant(_variant: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}
