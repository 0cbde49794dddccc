//! What a text looks like, line by line.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, is_alphanumeric};

/// At most this many lines are looked at.
const LINES: usize = 2000;

/// A text and its lines without blanks around them.
#[derive(Debug)]
pub(super) struct Looks<'t> {
    pub(super) text: &'t str,
    lines: Vec<&'t str>,
}

impl<'t> Looks<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        Self {
            text,
            lines: text.lines().take(LINES).map(str::trim).gathered(),
        }
    }

    /// Lines that are neither empty nor a comment.
    pub(super) fn significant(&self) -> impl Iterator<Item = &'t str> {
        let lines = self.lines.iter().copied();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
    }

    pub(super) fn any_line(&self, test: impl Fn(&str) -> bool) -> bool {
        self.lines.iter().any(|line| test(line))
    }

    /// The first line names an interpreter that ends like this.
    pub(super) fn shebang(&self, interpreter: &str) -> bool {
        let first = self.lines.first().and_then(|line| line.strip_prefix("#!"));
        first.is_some_and(|line| {
            let mut words = line.split([' ', '/']);
            words.any(|word| {
                let name = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
                name == interpreter || (name.ends_with(interpreter) && name.len() < 6)
            })
        })
    }

    /// A line, without a prompt, starts with this word.
    pub(super) fn any_command(&self, name: &str) -> bool {
        self.significant().any(|line| first_word(line) == name)
    }

    /// A line holds this YAML key.
    pub(super) fn has_key(&self, key: &str) -> bool {
        self.significant().any(|line| {
            let line = line
                .trim_start_matches("- ")
                .trim_start_matches(['"', '\'']);
            let rest = line.strip_prefix(key);
            let rest = rest.map(|rest| rest.trim_start_matches(['"', '\'']));
            rest.is_some_and(|rest| rest.starts_with(':'))
        })
    }
}

/// A line without a prompt before it.
fn without_prompt(line: &str) -> &str {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    line.strip_prefix("sudo ").unwrap_or(line).trim_start()
}

fn first_word(line: &str) -> &str {
    let line = without_prompt(line);
    line.split_whitespace().next().unwrap_or_default()
}

pub(super) fn is_systemd(looks: &Looks<'_>) -> bool {
    const MARKS: &[&str] = &["[Service]", "[Unit]", "[Install]"];
    const KEYS: &[&str] = &[
        "Environment=",
        "EnvironmentFile=",
        "ExecStart=",
        "PassEnvironment=",
    ];
    looks.any_line(|line| MARKS.contains(&line) || KEYS.iter().any(|key| line.starts_with(key)))
}

/// JSON, also with comments and cut out of a file.
pub(super) fn is_json(looks: &Looks<'_>) -> bool {
    let no_comment = |line: &&str| !line.starts_with("//");
    let Some(first) = looks.significant().find(no_comment) else {
        return false;
    };
    let key = |line: &str| {
        let inner = line.strip_prefix('"').and_then(|it| it.split_once('"'));
        inner.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
    };
    key(first)
        || (first.starts_with('{') && !first.starts_with("{{"))
            && looks.any_line(|line| key(line.trim_start_matches(['{', ' '])))
}

pub(super) fn is_dockerfile(looks: &Looks<'_>) -> bool {
    const INSTRUCTIONS: &[&str] = &[
        "FROM",
        "ENV",
        "RUN",
        "CMD",
        "ARG",
        "COPY",
        "ADD",
        "WORKDIR",
        "ENTRYPOINT",
        "LABEL",
        "EXPOSE",
        "USER",
        "VOLUME",
        "SHELL",
        "HEALTHCHECK",
        "STOPSIGNAL",
        "ONBUILD",
    ];
    let first = looks.significant().next().unwrap_or_default();
    let mut words = first.split_whitespace();
    let name = words
        .next()
        .is_some_and(|word| INSTRUCTIONS.contains(&word));
    name && words.next().is_some_and(|word| word != "=")
}

pub(super) fn is_powershell(looks: &Looks<'_>) -> bool {
    looks.any_line(|line| {
        let lower = line.to_ascii_lowercase();
        let variable = ["$env:", "${env:"].iter().any(|mark| {
            let at = lower.find(mark);
            at.is_some_and(|at| !lower[..at].contains(['\'', '#']))
        });
        variable
            || lower.contains("]::setenvironmentvariable(")
            || lower.starts_with("ps ") && lower.contains("> ")
    })
}

pub(super) fn is_conda_command(looks: &Looks<'_>) -> bool {
    const PROGRAMS: &[&str] = &["conda", "mamba", "micromamba"];
    looks
        .significant()
        .any(|line| PROGRAMS.contains(&first_word(line)) && line.contains("env config vars set"))
}

pub(super) fn is_fish(looks: &Looks<'_>) -> bool {
    looks.significant().any(|line| {
        let mut words = without_prompt(line).split_whitespace();
        let is_set = words.next() == Some("set");
        let flag = words.next().unwrap_or_default();
        let short = flag.starts_with('-') && !flag.starts_with("--");
        is_set
            && (flag == "--export" || flag == "--global" || short && flag.contains(['x', 'g', 'U']))
            && words
                .next()
                .is_some_and(|name| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()))
    })
}

pub(super) fn is_python(looks: &Looks<'_>) -> bool {
    // Python behind `<<` is what a shell hands to a program.
    let mut outside = looks
        .significant()
        .take_while(|line| !is_here_document(line));
    outside.any(is_python_line) || is_notebook(looks)
}

/// A command that takes the lines behind it: `python - <<'PY'`.
fn is_here_document(line: &str) -> bool {
    let Some((command, word)) = line.split_once("<<") else {
        return false;
    };
    let word = word
        .trim_start_matches(['-', ' '])
        .trim_start_matches(['\'', '"', '\\']);
    let begins_a_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins_a_name && !command.trim().is_empty() && !command.contains(['=', '(', '#'])
}

/// Cells of a notebook: `%env NAME=value`, `!command`. What follows `%%bash` is shell text.
fn is_notebook(looks: &Looks<'_>) -> bool {
    let magic = |line: &str| line.starts_with("%env ") || line.starts_with("%set_env ");
    looks.significant().any(magic) && !looks.any_line(|line| line.starts_with("%%"))
}

/// A line that no shell and no batch file would hold.
fn is_python_line(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "os.environ",
        "os.putenv(",
        "os.system(",
        "environ[",
        "environ.",
        "subprocess.",
        "ray.init(",
        "import os",
        "import torch",
        "import sys",
        "print(",
        "torch.",
        "model.",
        "ENV[\"",
        "ENV['",
    ];
    if STARTS.iter().any(|start| line.starts_with(start)) {
        return true;
    }
    let words: Vec<&str> = line.split_whitespace().take(4).gathered();
    match words.as_slice() {
        ["from", _, "import", ..] => true,
        ["import", module] => module
            .chars()
            .all(|c| is_alphanumeric(c) || "._".contains(c)),
        ["import", _, "as", _] => true,
        ["def" | "class", rest, ..] => rest.contains('(') || line.ends_with(':'),
        ["if" | "for" | "while" | "with", ..] => line.ends_with(':'),
        [name, "=", value, ..] if is_target(name) => {
            value.contains('(') && !value.contains("$(")
                || value.starts_with(['[', '{', 'f'])
                || line.contains("torch.")
                || line.contains("os.environ")
                || line.contains("environ[")
        }
        _ => false,
    }
}

/// What can stand before a Python `=`.
fn is_target(name: &str) -> bool {
    let plain = |c: char| is_alphanumeric(c) || "_.[]\"'".contains(c);
    name.starts_with(|c: char| c == '_' || is_alphanumeric(c) && !c.is_ascii_digit())
        && name.chars().all(plain)
}

pub(super) fn is_batch(looks: &Looks<'_>) -> bool {
    const POSIX: &[&str] = &[
        "export", "source", "sudo", "fi", "done", "unset", ".", "srun", "cd",
    ];
    let is_set = |line: &str| {
        let mut words = line.trim_start_matches('@').splitn(2, ' ');
        let is_set = words
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case("set"));
        let rest = words
            .next()
            .unwrap_or_default()
            .trim_start()
            .trim_start_matches('"');
        let name = rest.split('=').next().unwrap_or_default();
        is_set && rest.contains('=') && crate::format::is_name(name.trim())
    };
    let sure = looks.any_line(|line| {
        let lower = line.to_ascii_lowercase();
        lower.starts_with("@echo off")
            || lower.starts_with("setx ")
            || lower.starts_with("rem ")
            || lower.starts_with("cmd /c")
            || lower.starts_with("cmd.exe /c")
            || lower == "setlocal"
            || is_drive_prompt(line)
    });
    let posix = || {
        looks
            .significant()
            .any(|line| POSIX.contains(&first_word(line)))
    };
    sure || looks.significant().any(is_set) && !posix()
}

/// `C:\folder>`.
fn is_drive_prompt(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() > 3
        && bytes[0].is_ascii_alphabetic()
        && bytes[1..3] == *b":\\"
        && line.contains('>')
}

pub(super) fn is_docker_run(looks: &Looks<'_>) -> bool {
    const PROGRAMS: &[&str] = &["docker", "podman", "nvidia-docker"];
    let first = looks.significant().next().unwrap_or_default();
    let mut words = without_prompt(first).split_whitespace();
    let program = words.next().unwrap_or_default();
    PROGRAMS.contains(&program)
        && words
            .take(3)
            .any(|word| matches!(word, "run" | "create" | "exec"))
}

pub(super) fn is_mpirun(looks: &Looks<'_>) -> bool {
    const PROGRAMS: &[&str] = &[
        "mpirun",
        "mpiexec",
        "mpiexec.hydra",
        "orterun",
        "horovodrun",
    ];
    let first = looks.significant().next().unwrap_or_default();
    PROGRAMS.contains(&first_word(first))
}

pub(super) fn is_slurm_command(looks: &Looks<'_>) -> bool {
    ["srun", "sbatch", "salloc"]
        .iter()
        .any(|name| looks.any_command(name))
}

/// Nothing but settings, with what only a file of them has: comments, quotes.
pub(super) fn is_envfile(looks: &Looks<'_>) -> bool {
    let commented = looks.any_line(|line| line.starts_with('#'));
    let quoted = |line: &str| {
        let value = line.split_once('=').map_or("", |(_, value)| value.trim());
        value.starts_with(['"', '\'']) || value.contains(" #")
    };
    is_envblock(looks) && (commented || looks.significant().any(quoted))
}

/// Nothing but `NAME=value`.
pub(super) fn is_envblock(looks: &Looks<'_>) -> bool {
    let mut lines = looks.significant().peekable();
    let bare = crate::format::is_allocator_setting;
    lines.peek().is_some() && lines.all(|line| is_setting(line) || bare(line))
}

/// `NAME=value` with no command after it.
fn is_setting(line: &str) -> bool {
    let Some((name, value)) = line.split_once('=') else {
        return false;
    };
    let command = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase() || "./\\&|".contains(c))
            || word.contains('=') && word.starts_with(|c: char| c.is_ascii_uppercase())
    };
    let quoted = value.starts_with(['"', '\'']) && value.len() > 1;
    let words = if quoted { after_quotes(value) } else { value };
    let substitution = value.contains("$(") || value.contains('`');
    crate::format::is_name(name)
        && !substitution
        && !value.ends_with('\\')
        && !words.split_whitespace().skip(1).any(command)
}

/// From the closing quote on.
fn after_quotes(value: &str) -> &str {
    let quote = value.chars().next().unwrap_or_default();
    let inner = &value[quote.len_utf8()..];
    inner.find(quote).map_or("", |at| &inner[at..])
}
