//! What a file imports, and which helper a call by an imported name means.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::syntax::{Source, children, field};
use crate::unit::{Helper, Import};

use super::{File, module};

/// Every import of a file, by the name the file uses.
pub(super) fn all(source: &Source, nodes: &[Node<'_>], path: &str) -> BTreeMap<String, Import> {
    let mut imports = BTreeMap::new();
    for node in nodes {
        match node.kind() {
            "import_statement" => whole_modules(source, *node, &mut imports),
            "import_from_statement" => members(source, *node, path, &mut imports),
            _ => {}
        }
    }
    imports
}

fn whole_modules(source: &Source, node: Node<'_>, imports: &mut BTreeMap<String, Import>) {
    for name in children(node) {
        let alias = field(name, "alias").map(|it| source.of(it));
        let module = source.of(field(name, "name").unwrap_or(name));
        let root = module.split('.').next().unwrap_or(module);
        let (called, module) = alias.map_or((root, root), |alias| (alias, module));
        let import = Import {
            module: module.to_owned(),
            member: None,
        };
        imports.insert(called.to_owned(), import);
    }
}

fn members(source: &Source, node: Node<'_>, path: &str, imports: &mut BTreeMap<String, Import>) {
    let Some(from) = field(node, "module_name") else {
        return;
    };
    let module = module::absolute(source.of(from), path);
    for name in children(node).into_iter().filter(|it| *it != from) {
        let alias = field(name, "alias").map(|it| source.of(it));
        let member = source.of(field(name, "name").unwrap_or(name));
        let import = Import {
            module: module.clone(),
            member: Some(member.to_owned()),
        };
        imports.insert(alias.unwrap_or(member).to_owned(), import);
    }
}

impl<'a> File<'a> {
    /// `a.b.c` as written; `None` for anything but names with dots.
    pub(super) fn dotted(&self, node: Node<'a>) -> Option<String> {
        match node.kind() {
            "identifier" => Some(self.text(node).to_owned()),
            "attribute" => {
                let object = self.dotted(field(node, "object")?)?;
                let attribute = self.text(field(node, "attribute")?);
                Some(format!("{object}.{attribute}"))
            }
            _ => None,
        }
    }

    /// `a.b.c` with its first part replaced by what the file imports under that name.
    pub(super) fn full_name(&self, node: Node<'a>) -> Option<String> {
        let path = self.dotted(node)?;
        Some(self.spelled_out(&path))
    }

    fn spelled_out(&self, path: &str) -> String {
        let (root, rest) = path.split_once('.').unwrap_or((path, ""));
        let Some(import) = self.imports.get(root) else {
            return path.to_owned();
        };
        let parts = [
            import.module.as_str(),
            import.member.as_deref().unwrap_or_default(),
            rest,
        ];
        let parts: Vec<_> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        parts.join(".")
    }

    /// Whether a call written `path` can mean `helper`.
    pub(super) fn means(&self, path: &str, helper: &Helper) -> bool {
        if *helper.file == *self.path {
            return !self.imports.contains_key(path);
        }
        let root = path.split('.').next().unwrap_or(path);
        if !self.imports.contains_key(root) {
            // A method of an object that came from elsewhere: its name must speak for itself.
            return path.contains('.') && helper.symbol.contains('.') && path.contains("env");
        }
        let full = self.spelled_out(path);
        let from = full.strip_suffix(helper.called()).unwrap_or(&full);
        let from = from.trim_end_matches('.');
        let home = module::name_of(&helper.file);
        home == from || home.starts_with(&format!("{from}.")) || from.starts_with(&home)
    }
}
