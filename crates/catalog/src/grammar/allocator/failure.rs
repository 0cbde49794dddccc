//! Why and where a parser of the allocator settings gives up.

/// A parser's failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// Index of the token it looks at; past the end where tokens are missing.
    pub(super) token: usize,
    /// What it misses or rejects there.
    pub(super) cause: Cause,
}

/// What a parser misses or rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The settings end where more is needed.
    Ends,
    /// A list is not closed.
    Unclosed,
    /// Another character was expected.
    Expected(char),
    /// Not a key of this release.
    UnknownKey,
    /// A value its key does not take.
    Value,
    /// Two `backend` entries, or one written so that the loader does not see it.
    BackendDiffers,
}

/// A failure at `token`.
pub(super) fn fail<T>(token: usize, cause: Cause) -> Result<T, Failure> {
    Err(Failure { token, cause })
}
