//! What a program has without asking and a crate without the standard library has not: lists, texts
//! and boxes. Every file of the engine begins with `use …::prelude::*` if it needs one of them.

pub use alloc::borrow::ToOwned;
pub use alloc::boxed::Box;
pub use alloc::string::{String, ToString};
pub use alloc::vec::Vec;
pub use alloc::{format, vec};
