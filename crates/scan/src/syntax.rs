//! Short words for what the front-ends ask a syntax tree.

use tree_sitter::{Node, Parser, Tree};

/// A file's text with its tree.
pub(crate) struct Source {
    pub(crate) text: Vec<u8>,
    pub(crate) tree: Tree,
}

impl Source {
    /// Parses `text`; the parsers recover from anything, so there is always a tree.
    pub(crate) fn parse(text: Vec<u8>, language: &tree_sitter::Language) -> Self {
        let mut parser = Parser::new();
        parser
            .set_language(language)
            .expect("the grammars are built for this version of the parser");
        let tree = parser
            .parse(&text, None)
            .expect("a parser with a language and no time limit gives a tree");
        Self { text, tree }
    }

    /// The source text of a node.
    pub(crate) fn of(&self, node: Node<'_>) -> &str {
        std::str::from_utf8(&self.text[node.byte_range()]).unwrap_or_default()
    }

    /// The source text of a node in one line, cut at `limit` characters.
    pub(crate) fn line_of(&self, node: Node<'_>, limit: usize) -> String {
        one_line(self.of(node), limit)
    }

    /// The innermost node at the first sign of a line, from 1.
    pub(crate) fn at_line(&self, line: usize) -> Option<Node<'_>> {
        let row = line.checked_sub(1)?;
        let text = self.text.split(|it| *it == b'\n').nth(row)?;
        let column = text.iter().position(|it| !it.is_ascii_whitespace())?;
        let point = tree_sitter::Point { row, column };
        let root = self.tree.root_node();
        root.descendant_for_point_range(point, point)
    }

    /// Every node, parents first.
    pub(crate) fn nodes(&self) -> Vec<Node<'_>> {
        descendants(self.tree.root_node())
    }
}

/// A text in one line, cut at `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let cut: String = line.chars().take(limit.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// A node and everything below it, parents first.
pub(crate) fn descendants(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = node.walk();
    loop {
        found.push(cursor.node());
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// For nodes in the order of [`descendants`]: whether each is inside one of `kinds`. Asking for
/// parents one by one is slow in large files.
pub(crate) fn inside(nodes: &[Node<'_>], kinds: &[&str]) -> Vec<bool> {
    let mut end = 0;
    let mark = |node: &Node<'_>| {
        let inside = node.start_byte() < end;
        if !inside && kinds.contains(&node.kind()) {
            end = node.end_byte();
        }
        inside
    };
    nodes.iter().map(mark).collect()
}

/// The parents of a node, nearest first.
pub(crate) fn parents(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |it| it.parent())
}

/// The named children of a node, without comments.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|it| it.kind() != "comment")
        .collect()
}

/// A child by field.
pub(crate) fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

/// First and last line of the statement around a node: everything up to the next block.
pub(crate) fn statement(node: Node<'_>) -> (usize, usize) {
    let mut whole = node;
    for parent in parents(node) {
        let kind = parent.kind();
        let ends = [
            "block",
            "statement_list",
            "module",
            "translation_unit",
            "source_file",
        ]
        .contains(&kind)
            || kind.ends_with("_list") && kind.starts_with("decl")
            || kind.ends_with("_declaration_list")
            || kind == "compound_statement"
            || kind.ends_with("_definition")
            || kind.starts_with("preproc_");
        let compound = ["if_", "for_", "while_", "with_", "try_", "switch_", "elif_"];
        if ends || compound.iter().any(|it| kind.starts_with(it)) {
            break;
        }
        whole = parent;
    }
    (line(whole), whole.end_position().row + 1)
}

/// The line of a node, from 1.
pub(crate) fn line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}
