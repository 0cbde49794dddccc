//! Diagrams of a path: what happens one after the other, and where something leaves it.
//!
//! A fenced block `diagram` holds one line for each part, in order:
//!
//! ```text
//! title: How a variable reaches the worker
//! step: `export NAME=value` in the shell
//! by: the shell hands exported names to what it starts
//! lost: without `export` it stays in the shell
//! step: `torchrun` and its workers
//! ```
//!
//! `step` is a box, `by` stands at the arrow to the next box, `lost` at a way out of it. The result
//! is one SVG, 360 units wide, so that it is read on a phone without being made smaller. It takes
//! its colours from classes (`d-box`, `d-line`, `d-lost`), and says in words what it shows.

use crate::html::escaped;

const WIDTH: usize = 360;
const PADDING: usize = 12;
const LINE: usize = 19;
/// Width of a Latin letter; others, such as Chinese ones, count twice.
const LETTER: usize = 7;
/// From the left edge to the arrows, and from there to their words.
const ARROW: usize = 24;
const INDENT: usize = 44;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Step,
    By,
    Lost,
}

/// The words that lines begin with.
const SORTS: [(&str, Sort); 3] = [("step", Sort::Step), ("by", Sort::By), ("lost", Sort::Lost)];

struct Part<'a> {
    sort: Sort,
    text: &'a str,
}

/// Draws a diagram; or says which line is none.
pub(crate) fn svg(source: &str) -> Result<String, String> {
    let (title, parts) = read(source)?;
    let mut drawing = Drawing::default();
    for (at, part) in parts.iter().enumerate() {
        match part.sort {
            Sort::Step => drawing.step(part.text),
            Sort::By => drawing.by(part.text),
            Sort::Lost => drawing.lost(part.text),
        }
        let next = parts.get(at + 1).map(|it| it.sort);
        if part.sort == Sort::Step && next == Some(Sort::Step) {
            drawing.by("");
        }
    }
    let height = drawing.y + 2;
    let label = escaped(&words(title, &parts));
    Ok(format!(
        "<figure class=\"diagram\"><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{label}\">{}</svg>{}</figure>\n",
        drawing.shapes,
        caption(title)
    ))
}

fn caption(title: &str) -> String {
    match title {
        "" => String::new(),
        title => format!("<figcaption>{}</figcaption>", escaped(title)),
    }
}

fn read(source: &str) -> Result<(&str, Vec<Part<'_>>), String> {
    let (mut title, mut parts) = ("", Vec::new());
    for line in source.lines().filter(|line| !line.trim().is_empty()) {
        let (word, text) = line.split_once(':').unwrap_or((line, ""));
        let (word, text) = (word.trim(), text.trim());
        if word == "title" {
            title = text;
            continue;
        }
        let sort = SORTS.iter().find(|(known, _)| *known == word);
        let Some((_, sort)) = sort else {
            return Err(format!(
                "a line of a diagram begins with `title:`, `step:`, `by:` or `lost:`, not `{word}`"
            ));
        };
        parts.push(Part { sort: *sort, text });
    }
    match parts.first().map(|part| part.sort) {
        Some(Sort::Step) => Ok((title, parts)),
        _ => Err("a diagram begins with a `step:`".to_owned()),
    }
}

/// What the diagram shows, as a sentence for those who do not see it.
fn words(title: &str, parts: &[Part<'_>]) -> String {
    let mut text = title.to_owned();
    for part in parts {
        let lead = match (part.sort, text.is_empty()) {
            (_, true) => "",
            (Sort::Step, false) => " → ",
            (Sort::By, false) => ", ",
            (Sort::Lost, false) => " ✕ ",
        };
        text.push_str(lead);
        text.push_str(&part.text.replace('`', ""));
    }
    text
}

#[derive(Default)]
struct Drawing {
    shapes: String,
    y: usize,
}

impl Drawing {
    fn step(&mut self, text: &str) {
        let lines = wrapped(text, WIDTH - 2 * PADDING);
        let height = lines.len() * LINE + 2 * PADDING - 4;
        self.shapes.push_str(&format!(
            "<rect class=\"d-box\" x=\"1\" y=\"{}\" width=\"{}\" height=\"{height}\" rx=\"4\"/>",
            self.y + 1,
            WIDTH - 2
        ));
        self.lines(&lines, PADDING, self.y + PADDING + 12, "d-step");
        self.y += height + 1;
    }

    /// An arrow down, with words beside it.
    fn by(&mut self, text: &str) {
        let lines = wrapped(text, WIDTH - INDENT);
        let height = (lines.len() * LINE).max(LINE) + 10;
        let end = self.y + height;
        self.shapes.push_str(&format!(
            "<path class=\"d-line\" d=\"M{ARROW} {}V{}m-4 -6l4 6l4 -6\"/>",
            self.y + 1,
            end - 1
        ));
        self.lines(&lines, INDENT, self.y + LINE, "d-by");
        self.y = end;
    }

    /// A way out to the side; the path goes on below.
    fn lost(&mut self, text: &str) {
        let lines = wrapped(text, WIDTH - INDENT - 14);
        let height = (lines.len() * LINE).max(LINE) + 8;
        let middle = self.y + 15;
        self.shapes.push_str(&format!(
            "<path class=\"d-line\" d=\"M{ARROW} {}V{}\"/>\
             <path class=\"d-lost\" d=\"M{ARROW} {middle}H{}m-6 -4l6 4l-6 4\"/>",
            self.y + 1,
            self.y + height,
            INDENT + 6
        ));
        self.lines(&lines, INDENT + 14, self.y + LINE, "d-out");
        self.y += height;
    }

    fn lines(&mut self, lines: &[Vec<(bool, String)>], x: usize, top: usize, class: &str) {
        if lines.is_empty() {
            return;
        }
        self.shapes.push_str(&format!("<text class=\"{class}\">"));
        for (at, line) in lines.iter().enumerate() {
            let y = top + at * LINE;
            self.shapes
                .push_str(&format!("<tspan x=\"{x}\" y=\"{y}\">"));
            for (code, piece) in line {
                let piece = escaped(piece);
                match code {
                    true => self
                        .shapes
                        .push_str(&format!("<tspan class=\"d-code\">{piece}</tspan>")),
                    false => self.shapes.push_str(&piece),
                }
            }
            self.shapes.push_str("</tspan>");
        }
        self.shapes.push_str("</text>");
    }
}

/// A sentence in lines of at most `width`; pieces in backticks are code.
fn wrapped(text: &str, width: usize) -> Vec<Vec<(bool, String)>> {
    let mut lines: Vec<Vec<(bool, String)>> = Vec::new();
    let mut used = usize::MAX;
    for (at, piece) in text.split('`').enumerate() {
        for word in words_of(piece) {
            let wide: usize = word.chars().map(letter).sum();
            if used.saturating_add(wide) > width {
                lines.push(Vec::new());
                used = 0;
            }
            let code = at % 2 == 1;
            let word = if used == 0 { word.trim_start() } else { word };
            used += wide;
            let line = lines.last_mut();
            match line.and_then(|line| {
                line.last_mut()
                    .filter(|last| last.0 == code)
                    .map(|it| &mut it.1)
            }) {
                Some(last) => last.push_str(word),
                None => {
                    if let Some(line) = lines.last_mut() {
                        line.push((code, word.to_owned()));
                    }
                }
            }
        }
    }
    lines
}

/// Where a line may break: before a blank, and before and after a letter of double width.
fn words_of(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut before) = (0, 0);
    for (at, c) in text.char_indices() {
        let breaks = c == ' ' || letter(c) > LETTER || before > LETTER;
        if breaks && at > start {
            words.push(&text[start..at]);
            start = at;
        }
        before = letter(c);
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

fn letter(c: char) -> usize {
    if c < '\u{1100}' { LETTER } else { 2 * LETTER }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_drawn_and_told_in_words() {
        let source =
            "title: A path\nstep: set `A=1`\nby: handed on\nlost: not exported\nstep: program";
        let svg = svg(source).expect("every line is one of a diagram");
        assert!(
            svg.contains("aria-label=\"A path → set A=1, handed on ✕ not exported → program\"")
        );
        assert_eq!(svg.matches("<rect").count(), 2);
        assert_eq!(svg.matches("d-lost").count(), 1);
        assert!(
            svg.contains("set <tspan class=\"d-code\">A=1</tspan>"),
            "{svg}"
        );
    }

    #[test]
    fn other_lines_are_told() {
        for source in ["box: a", "by: before any step", ""] {
            assert!(svg(source).is_err(), "{source}");
        }
    }

    #[test]
    fn long_texts_break_at_blanks_and_between_wide_letters() {
        for (text, lines) in [("one two three", 2), ("四个汉字四个汉字", 2), ("", 0)] {
            assert_eq!(wrapped(text, 9 * LETTER).len(), lines, "{text}");
        }
    }
}
