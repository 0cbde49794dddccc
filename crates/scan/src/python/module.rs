//! Modules by name, and the constants that a module gives.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::expr::Expr;
use crate::syntax::{field, inside, parents};

use super::{File, bind, scope};

/// The module that a file is: `torch/cuda/__init__.py` is `torch.cuda`.
pub(crate) fn name_of(path: &str) -> String {
    let stem = path.strip_suffix(".py").unwrap_or(path);
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    stem.replace('/', ".")
}

/// The files that a module may be.
pub(crate) fn files_of(module: &str) -> [String; 2] {
    let path = module.replace('.', "/");
    [format!("{path}.py"), format!("{path}/__init__.py")]
}

/// A module's name with the dots of a relative import resolved for the file at `path`.
pub(super) fn absolute(module: &str, path: &str) -> String {
    let rest = module.trim_start_matches('.');
    let dots = module.len() - rest.len();
    if dots == 0 {
        return module.to_owned();
    }
    let mut package: Vec<_> = path.split('/').collect();
    package.truncate(package.len().saturating_sub(dots));
    package.extend(rest.split('.').filter(|it| !it.is_empty()));
    package.join(".")
}

/// What is assigned outside functions, by path; and what constructors keep in `self`.
pub(super) fn constants<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> BTreeMap<String, Expr> {
    let mut found: BTreeMap<String, Vec<Expr>> = BTreeMap::new();
    let local = inside(nodes, &["function_definition", "lambda"]);
    for (node, local) in nodes.iter().zip(local) {
        for (target, value) in bind::targets(*node) {
            if let Some(path) = path_of(file, *node, target, local) {
                found.entry(path).or_default().push(value.in_file(file));
            }
        }
    }
    for (path, value) in results(file, nodes) {
        found.entry(path).or_default().push(value);
    }
    let single = |(path, values)| (path, Expr::any(values));
    found.into_iter().map(single).collect()
}

/// What functions give back, under `function()`; only texts, for names that a function chooses.
fn results<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> Vec<(String, Expr)> {
    let returns = nodes.iter().filter(|it| it.kind() == "return_statement");
    let results = returns.filter_map(|it| {
        let function = parents(*it).find(|it| it.kind() == "function_definition")?;
        let value = file.value(it.named_child(0)?);
        let name = file.text(field(function, "name")?);
        let fixed = value.says_something() && value.params().is_empty();
        fixed.then(|| (format!("{name}()"), value))
    });
    results.collect()
}

fn path_of<'a>(file: &File<'a>, node: Node<'a>, target: Node<'a>, local: bool) -> Option<String> {
    let name = match target.kind() {
        "identifier" if !local => target,
        "attribute" if local && file.text(field(target, "object")?) == "self" => {
            field(target, "attribute")?
        }
        _ => return None,
    };
    Some(join(&scope::class_path(file, node), file.text(name)))
}

/// `Class.NAME`, or the name alone outside classes.
pub(super) fn join(class: &str, name: &str) -> String {
    if class.is_empty() {
        name.to_owned()
    } else {
        format!("{class}.{name}")
    }
}
