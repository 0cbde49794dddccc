//! Texts that ask for more than their length, for measuring and for tests.

pub mod hostile;
