//! How C and C++ read numbers: leading blanks, a sign, as many digits as fit, and no look at what
//! follows. Shared by every grammar whose reader calls `strtol`, `std::stoi` and their kin.

use super::decimal::{self, power_of_two};

/// Why a C++ conversion throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberError {
    /// No digits at the start (`std::invalid_argument`).
    NotNumber,
    /// More than the type holds (`std::out_of_range`).
    TooLarge,
}

/// An integer as the C library finds it at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    /// Whether a minus sign stands before it.
    pub(super) negative: bool,
    /// Its size, held at the largest `u128` where it is larger.
    pub(super) magnitude: u128,
    /// Bytes used, blanks and sign included.
    pub(super) end: usize,
    /// The base its digits were read in.
    pub(super) base: u32,
}

impl Integer {
    /// The value with its sign, held at the ends of the range where it is larger.
    pub(super) fn value(self) -> i128 {
        let magnitude = i128::try_from(self.magnitude).unwrap_or(i128::MAX);
        if self.negative { -magnitude } else { magnitude }
    }
}

/// Blank as `isspace` has it in the C locale.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// Reads an integer in base 10, 16 or, for base 0, in the base that its prefix names.
pub(super) fn integer(text: &str, base: u32) -> Option<Integer> {
    let unsigned = text.trim_start_matches(is_space);
    let (negative, digits) = match unsigned.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, unsigned.strip_prefix('+').unwrap_or(unsigned)),
    };
    let hex = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_hexdigit()));
    let (base, digits) = match (base, hex) {
        (0 | 16, Some(rest)) => (16, rest),
        (0, None) if digits.starts_with('0') => (8, digits),
        (0, None) => (10, digits),
        (base, _) => (base, digits),
    };
    let length = digits
        .find(|c: char| !c.is_digit(base))
        .unwrap_or(digits.len());
    if length == 0 {
        return None;
    }
    let magnitude = digits[..length].chars().fold(0u128, |sum, c| {
        let digit = u128::from(c.to_digit(base).unwrap_or(0));
        sum.saturating_mul(u128::from(base)).saturating_add(digit)
    });
    let end = text.len() - digits.len() + length;
    Some(Integer {
        negative,
        magnitude,
        end,
        base,
    })
}

/// `std::stoi`.
pub(super) fn stoi(text: &str) -> Result<i32, NumberError> {
    let number = integer(text, 10).ok_or(NumberError::NotNumber)?;
    i32::try_from(number.value()).map_err(|_| NumberError::TooLarge)
}

/// `std::stoull`, and `std::stoul` where `long` has 64 bits: a minus sign wraps around.
pub(super) fn stoull(text: &str) -> Result<u64, NumberError> {
    let number = integer(text, 10).ok_or(NumberError::NotNumber)?;
    let magnitude = u64::try_from(number.magnitude).map_err(|_| NumberError::TooLarge)?;
    Ok(if number.negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    })
}

/// A hexadecimal number with an optional binary exponent, as `strtod` reads it after the sign.
fn hexadecimal(text: &str) -> Option<(f64, usize)> {
    let rest = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    let (mut value, mut scale, mut seen, mut point, mut end) = (0f64, 0i32, false, false, 2);
    for c in rest.chars() {
        match c.to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                scale -= if point { 4 } else { 0 };
                seen = true;
            }
            None if c == '.' && !point => point = true,
            None => break,
        }
        end += 1;
    }
    if !seen {
        return None;
    }
    let power = text[end..]
        .strip_prefix(['p', 'P'])
        .and_then(|power| integer(power, 10));
    if let Some(power) = power.filter(|_| !text[end + 1..].starts_with(is_space)) {
        end += 1 + power.end;
        scale = scale.saturating_add(i32::try_from(power.value()).unwrap_or(i32::MAX));
    }
    Some((value * power_of_two(scale), end))
}

/// `std::stod`, with the number of bytes it uses.
pub(super) fn stod(text: &str) -> Result<(f64, usize), NumberError> {
    let number = text.trim_start_matches(is_space);
    let unsigned = number.strip_prefix(['+', '-']).unwrap_or(number);
    let sign = if number.starts_with('-') { -1.0 } else { 1.0 };
    let before = text.len() - unsigned.len();
    let starts = |word: &str| {
        unsigned
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if starts("inf") {
        let length = if starts("infinity") { 8 } else { 3 };
        return Ok((sign * f64::INFINITY, before + length));
    }
    if starts("nan") {
        return Ok((f64::NAN, before + 3));
    }
    if let Some((value, end)) = hexadecimal(unsigned) {
        return Ok((sign * value, before + end));
    }
    let length = decimal::length(unsigned).ok_or(NumberError::NotNumber)?;
    let value = decimal::value(&unsigned[..length]).ok_or(NumberError::TooLarge)?;
    Ok((sign * value, before + length))
}

/// A whole text that is one plain decimal number, as a C++ stream reads it.
pub(super) fn stream_number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let whole = decimal::length(unsigned) == Some(unsigned.len());
    Some(sign * whole.then(|| decimal::value(unsigned)).flatten()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_stop_where_c_stops() {
        assert_eq!(stoi(" +12abc"), Ok(12));
        assert_eq!(stoi("0x80"), Ok(0));
        assert_eq!(stoi("abc"), Err(NumberError::NotNumber));
        assert_eq!(stoi("2147483648"), Err(NumberError::TooLarge));
        assert_eq!(stoull("-1"), Ok(u64::MAX));
        assert_eq!(integer("010", 0).map(Integer::value), Some(8));
        assert_eq!(integer("0x1F", 0).map(Integer::value), Some(31));
        assert_eq!(
            integer("0x", 0).map(|it| (it.value(), it.end)),
            Some((0, 1))
        );
    }

    #[test]
    fn doubles_stop_where_c_stops() {
        assert_eq!(stod("0.8x"), Ok((0.8, 3)));
        assert_eq!(stod(".5e"), Ok((0.5, 2)));
        assert_eq!(stod("0x1p-1"), Ok((0.5, 6)));
        assert_eq!(stod("1e999"), Err(NumberError::TooLarge));
        assert_eq!(stod("1e-999"), Err(NumberError::TooLarge));
        assert_eq!(stod("e5"), Err(NumberError::NotNumber));
        assert_eq!(stream_number("0.5"), Some(0.5));
        assert_eq!(stream_number("0x1"), None);
    }
}
