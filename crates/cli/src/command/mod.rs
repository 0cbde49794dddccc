//! The subcommands, one file each.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod env;
pub(crate) mod explain;
pub(crate) mod init;
pub(crate) mod serve;
pub(crate) mod translations;
pub(crate) mod value;
