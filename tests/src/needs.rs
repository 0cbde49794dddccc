//! What a test needs from the machine: absent on a desk, it is skipped with a line that says why;
//! in CI its absence is an error.

/// Gives `found`, or says what is missing; with `CI=true` that ends the test.
///
/// # Panics
///
/// In CI, where everything must be there.
#[must_use]
#[allow(clippy::print_stderr, reason = "a skipped test says so")]
pub fn or_skip<T>(found: Option<T>, what: &str) -> Option<T> {
    if found.is_none() {
        let ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        assert!(!ci, "this test needs {what}");
        eprintln!("skipped: this test needs {what}");
    }
    found
}
