//! `readpoint`: check, explain, value, build, serve.

fn main() {}
