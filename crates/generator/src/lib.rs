//! Content in, static site out.
