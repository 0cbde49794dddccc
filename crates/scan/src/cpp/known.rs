//! The readers whose bodies may lie outside the tree: those of C, of PyTorch and of NCCL.

use std::sync::Arc;

use crate::expr::{Expr, Param};
use crate::unit::{Form, Helper, Language, Otherwise};

/// Functions: symbol, which argument is the name, which the default.
const FUNCTIONS: &[(&str, usize, Option<usize>)] = &[
    ("getenv", 0, None),
    ("secure_getenv", 0, None),
    ("_wgetenv", 0, None),
    ("GetEnvironmentVariable", 0, None),
    ("GetEnvironmentVariableA", 0, None),
    ("GetEnvironmentVariableW", 0, None),
    ("c10::utils::get_env", 0, None),
    ("c10::utils::has_env", 0, None),
    ("c10::utils::check_env", 0, None),
    ("c10d::getCvarString", 0, Some(1)),
    ("c10d::getCvarInt", 0, Some(1)),
    ("c10d::getCvarBool", 0, Some(1)),
    ("ncclGetEnv", 0, None),
];

/// Words of which a file holds at least one if it reads the environment itself.
pub(crate) const MARKS: &[&str] = &[
    "getenv",
    "get_env",
    "has_env",
    "check_env",
    "getCvar",
    "GetEnv",
    "NCCL_PARAM",
    "vector<std::string>",
];

/// The readers known beforehand.
pub(crate) fn known() -> Vec<Helper> {
    let functions = FUNCTIONS.iter().map(|(symbol, name, default)| Helper {
        language: Language::Cpp,
        file: "".into(),
        symbol: (*symbol).into(),
        name: param(symbol, *name, ""),
        default: default.map_or(Otherwise::None, |at| otherwise(symbol, at)),
        form: Form::Call,
    });
    functions.chain(nccl()).collect()
}

/// NCCL's two macros: `NCCL_PARAM(Name, "REST", default)` and
/// `DEFINE_NCCL_PARAM(name, type, KEY, default, …)`.
fn nccl() -> [Helper; 2] {
    let old = "NCCL_PARAM";
    let new = "DEFINE_NCCL_PARAM";
    let helper = |symbol: &str, name, default| Helper {
        language: Language::Cpp,
        file: "".into(),
        symbol: symbol.into(),
        name,
        default: otherwise(symbol, default),
        form: Form::Macro,
    };
    let prefixed = Expr::Join(vec![Expr::text("NCCL_"), param(old, 1, "")]);
    [
        helper(old, prefixed, 2),
        helper(new, param(new, 2, "#2"), 3),
    ]
}

fn param(owner: &str, index: usize, name: &str) -> Expr {
    Expr::Param(of(owner, index, name))
}

fn otherwise(owner: &str, index: usize) -> Otherwise {
    Otherwise::Param(of(owner, index, ""), None)
}

fn of(owner: &str, index: usize, name: &str) -> Param {
    Param {
        owner: Arc::from(owner),
        index,
        name: name.into(),
        default: None,
    }
}
