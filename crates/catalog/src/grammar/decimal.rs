//! Decimal numbers as `strtod` reads them.
//!
//! The standard reader of floating-point numbers is exact over the whole range by means of tables, which
//! a browser would load with their code. Settings are compared with 0 and 1; this reader rounds
//! there as `strtod` does where up to 19 digits are written, and elsewhere to within some units in the
//! last place.

/// The bytes at the start of a text without a sign that `strtod` uses for a decimal number.
pub(super) fn length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let whole = digits(0);
    let mut end = whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if bytes.get(end).is_some_and(|b| matches!(b, b'e' | b'E')) {
        let sign = usize::from(bytes.get(end + 1).is_some_and(|b| matches!(b, b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    Some(end)
}

/// Whether a text is one decimal number, with or without a sign.
#[must_use]
pub fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    length(unsigned) == Some(unsigned.len())
}

/// The value of a text of which [`length`] takes all; `None` where no normal number is as large, or
/// as small and not zero.
pub(super) fn value(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (mut whole, mut cut) = (0_u64, false);
    let mut power = exponent_of(exponent);
    let mut fraction = false;
    for byte in digits.bytes() {
        if byte == b'.' {
            fraction = true;
        } else if whole < u64::MAX / 10 - 1 {
            whole = whole * 10 + u64::from(byte - b'0');
            power -= i32::from(fraction);
        } else {
            cut |= byte != b'0';
            power += i32::from(!fraction);
        }
    }
    let value = scaled(whole, cut, power);
    (whole == 0 || value.is_normal()).then_some(value)
}

/// The exponent behind `e`; none is read where no digits follow.
fn exponent_of(text: &str) -> i32 {
    const FAR: i32 = 100_000;
    let digits = text.trim_start_matches(['+', '-']);
    let size = digits.bytes().fold(0, |size: i32, byte| {
        (size * 10 + i32::from(byte.wrapping_sub(b'0') % 10)).min(FAR)
    });
    if text.starts_with('-') { -size } else { size }
}

/// Two to the `power`: 0 or infinite where no number is as small or as large.
pub(super) fn power_of_two(power: i32) -> f64 {
    let size = u64::from(power.unsigned_abs()).min(1024);
    let large = f64::from_bits((1023 + size) << 52);
    if power < 0 { 1.0 / large } else { large }
}

/// `whole` times ten to the `power`; `cut`: a little more than that.
fn scaled(whole: u64, cut: bool, power: i32) -> f64 {
    /// So many powers of ten fit in 64 bits, and as many bits are left for the quotient.
    const EXACT: u32 = 19;
    if whole == 0 {
        return 0.0;
    }
    let Ok(shrink) = u32::try_from(-power) else {
        return (0..power.min(400)).fold(whole as f64, |value, _| value * 10.0);
    };
    let shift = 64 + whole.leading_zeros();
    let (dividend, divisor) = (u128::from(whole) << shift, 10_u128.pow(shrink.min(EXACT)));
    // The last bit says whether anything is left.
    let rest = cut || dividend % divisor != 0;
    let quotient = (dividend / divisor) | u128::from(rest);
    let value = quotient as f64 / power_of_two(shift as i32);
    (EXACT..shrink.min(EXACT + 400)).fold(value, |value, _| value / 10.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{is_decimal, power_of_two, value};

    #[test]
    fn powers_of_two_are_exact() {
        for power in (-1200..1200).chain([i32::MIN, i32::MAX]) {
            assert_eq!(power_of_two(power), 2_f64.powi(power), "{power}");
        }
    }

    #[track_caller]
    fn exact(text: &str) {
        assert_eq!(value(text), Some(text.parse().expect("a number")), "{text}");
    }

    #[test]
    fn numbers_at_zero_and_one_round_as_c_does() {
        for text in [
            "0",
            "0.0",
            "1",
            "1.",
            ".5",
            "0.8",
            "0.1",
            "100",
            "1e0",
            "10e-1",
            "0.1e1",
            "000.90",
            "0.9999999999999999",
            "0.99999999999999994",
            "0.99999999999999995",
            "9007199254740993.00000000000001",
            "1.0000000000000001",
            "1.0000000000000002",
            "0.00000000000000000000001",
            "18446744073709551615",
        ] {
            exact(text);
        }
    }

    #[test]
    fn what_no_number_holds_is_told() {
        for text in [
            "1e999",
            "1e-999",
            "1e99999999999",
            "1e-99999999999",
            "1e309",
            "1e-320",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(value("0e999"), Some(0.0));
        assert!(is_decimal("-1.5e+3") && !is_decimal("1.5x") && !is_decimal("."));
    }

    proptest! {
        #[test]
        fn fractions_are_exact(digits in "[0-9]{1,18}", whole in "[01]") {
            exact(&format!("{whole}.{digits}"));
        }

        #[test]
        fn others_are_near(number in "[0-9]{1,12}(\\.[0-9]{1,12})?e-?[0-9]{1,2}") {
            let read: f64 = number.parse().expect("a number");
            let ours = value(&number).expect("a number");
            prop_assert!((ours - read).abs() <= read * 1e-13, "{number}: {ours} {read}");
        }
    }
}
