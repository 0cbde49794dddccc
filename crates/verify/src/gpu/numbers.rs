//! Numbers for products and convolutions, and how far a result is from that in float64.

/// Numbers between -1 and 1 that are the same on each machine.
pub(crate) fn random(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The upper bits are the good ones; 24 of them are exact in float32 too.
        let bits = u32::try_from(state >> 40).unwrap_or_default();
        f64::from(bits) / f64::from(1 << 23) - 1.0
    };
    (0..count).map(next).collect()
}

/// The numbers in float32; those of [`random`] lose nothing.
#[allow(clippy::cast_possible_truncation, reason = "24 bits fit")]
pub(crate) fn single(numbers: &[f64]) -> Vec<f32> {
    numbers.iter().map(|it| *it as f32).collect()
}

/// The largest error divided by the largest value.
pub(crate) fn error(pairs: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let (mut error, mut largest) = (0.0f64, f64::MIN_POSITIVE);
    for (seen, exact) in pairs {
        // What is no number at all is as wrong as can be.
        let far = if seen.is_finite() {
            (seen - exact).abs()
        } else {
            f64::MAX
        };
        error = error.max(far);
        largest = largest.max(exact.abs());
    }
    error / largest
}

/// One entry of the product of two square matrices of `n` rows, column after column as BLAS has them.
pub(crate) fn product(a: &[f64], b: &[f64], n: usize, row: usize, column: usize) -> f64 {
    let terms = (0..n).map(|k| a[row + k * n] * b[k + column * n]);
    terms.sum()
}

/// FNV-1a over bytes: the same bits, the same text.
pub(crate) fn bits(bytes: impl IntoIterator<Item = u8>) -> String {
    let hash = bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_in_their_range_and_survive_float32() {
        let numbers = random(1000, 7);
        assert!(numbers.iter().all(|it| (-1.0..=1.0).contains(it)));
        let back: Vec<f64> = single(&numbers).into_iter().map(f64::from).collect();
        assert_eq!(numbers, back);
    }

    #[test]
    fn a_product_is_that_of_matrices_column_by_column() {
        // (1 3; 2 4) times (5 7; 6 8) is (23 31; 34 46).
        let (a, b) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
        let entry = |row, column| product(&a, &b, 2, row, column);
        assert_eq!(
            [entry(0, 0), entry(1, 0), entry(0, 1), entry(1, 1)],
            [23.0, 34.0, 31.0, 46.0]
        );
    }

    #[test]
    fn an_error_counts_against_the_largest_value() {
        assert!((error([(1.0, 1.0), (9.0, 10.0)]) - 0.1).abs() < 1e-12);
        assert!(error([(f64::NAN, 1.0)]) > 1e100);
    }
}
