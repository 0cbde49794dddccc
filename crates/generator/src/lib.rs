//! Content in, static site out.

pub mod context;
