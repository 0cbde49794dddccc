//! `tmux` and `screen`: programs in a terminal that stays behind.
//!
//! A tmux server that runs already keeps the environment it was started with, so what the text
//! has exported may or may not be there. `screen -m` starts a process of its own.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::Source;
use super::super::state::Variables;
use super::options::{self, Style};
use super::{inner, run_program, setting};

const TMUX: Style = Style {
    valued: &["-L", "-S", "-T", "-c", "-f"],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// Options of the commands of tmux that take a program.
const WINDOW: Style = Style {
    valued: &[
        "-F", "-c", "-e", "-f", "-l", "-n", "-p", "-s", "-t", "-x", "-y",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

const KEYS: Style = Style {
    valued: &["-N", "-c", "-t"],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

const SCREEN: Style = Style {
    valued: &["-S", "-T", "-c", "-e", "-h", "-p", "-s", "-t"],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// Commands of tmux that take a program.
const WINDOWS: &[&str] = &[
    "new",
    "new-session",
    "new-window",
    "neww",
    "respawn-pane",
    "respawn-window",
    "respawnp",
    "respawnw",
    "split-window",
    "splitw",
];

/// `tmux`
pub(super) fn tmux(shell: &mut Shell, invocation: &Invocation) {
    shell.status = Status::Presumed;
    let arguments = invocation.arguments();
    let (_, at) = options::read(arguments, TMUX);
    let commands = arguments.get(at..).unwrap_or_default();
    for command in commands.split(|field| field.text() == ";") {
        let Some((name, rest)) = command.split_first() else {
            continue;
        };
        match name.text().as_str() {
            "send" | "send-keys" => send_keys(shell, rest),
            name if WINDOWS.contains(&name) => window(shell, invocation, rest),
            _ => {}
        }
    }
    shell.emit_unknown();
    shell.status = Status::Presumed;
}

/// A window: its program, or a shell that waits.
fn window(shell: &mut Shell, invocation: &Invocation, arguments: &[Field]) {
    let (found, at) = options::read(arguments, WINDOW);
    let mut vars = inner::doubtful(shell);
    for option in found.iter().filter(|it| it.name == "-e") {
        if let Some((field, 0)) = option.value {
            setting::put(shell, &mut vars, field);
        }
    }
    start(shell, invocation, vars, &arguments[at..]);
}

/// One word is shell text, several are a program with its arguments.
fn start(shell: &mut Shell, invocation: &Invocation, vars: Variables, words: &[Field]) {
    match words {
        [] => {}
        [text] => inner::run_text(shell, vars, &Source::from_parts(&text.parts)),
        _ => {
            let program = Invocation {
                fields: words.to_vec(),
                exact: invocation.exact,
                span: invocation.span.clone(),
            };
            shell.in_environment(vars, |shell| run_program(shell, &program));
        }
    }
}

/// Keys typed into a shell that goes on until the next keys.
fn send_keys(shell: &mut Shell, arguments: &[Field]) {
    let (found, at) = options::read(arguments, KEYS);
    let target = found.iter().find(|it| it.name == "-t");
    let target = target.and_then(options::Found::known).unwrap_or_default();
    for keys in &arguments[at..] {
        let is_key = matches!(keys.text().as_str(), "Enter" | "C-m" | "KPEnter" | "C-c");
        if !is_key {
            type_in(shell, &target, &Source::from_parts(&keys.parts));
        }
    }
}

fn type_in(shell: &mut Shell, terminal: &str, text: &Source) {
    let vars = shell.terminals.remove(terminal);
    let vars = vars.unwrap_or_else(|| inner::doubtful(shell));
    let vars = shell.with_environment(vars, |shell| {
        shell.in_terminal(|shell| shell.run_text(text));
    });
    if !shell.is_dry() {
        shell.record.seen(&exported(&vars));
    }
    shell.terminals.insert(terminal.to_owned(), vars);
}

/// The places of what the shell of a terminal exports: whatever is typed next sees it.
fn exported(vars: &Variables) -> Vec<usize> {
    let told = vars.names().filter_map(|name| vars.told(name));
    let exported = told.filter(|variable| variable.setting().is_some());
    exported.flat_map(|it| it.places.iter().copied()).gathered()
}

/// `screen`
pub(super) fn screen(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (found, at) = options::read(arguments, SCREEN);
    let has = |letter: char| {
        let short = |name: &str| name.starts_with('-') && !name.starts_with("--");
        found
            .iter()
            .any(|it| short(&it.field.text()) && it.field.text().contains(letter))
    };
    let words = &arguments[at..];
    if has('X') {
        if let [name, keys] = words
            && name.text() == "stuff"
        {
            let session = found.iter().find(|it| it.name == "-S");
            let session = session.and_then(options::Found::known).unwrap_or_default();
            type_in(shell, &session, &keystrokes(keys));
        }
    } else {
        let vars = if has('m') {
            shell.vars.inherited()
        } else {
            inner::doubtful(shell)
        };
        if !words.is_empty() {
            shell.in_environment(vars, |shell| run_program(shell, &invocation.from(1 + at)));
        }
    }
    shell.emit_unknown();
    shell.status = Status::Presumed;
}

/// What `stuff` types: `^M` and `\n` are the return key.
fn keystrokes(keys: &Field) -> Source {
    let text = keys.text();
    let ends = ["^M", "\\n", "\\r", "\n", "\r"];
    let typed = ends.iter().find_map(|it| text.strip_suffix(it));
    Source::from_parts(&setting::head(&keys.parts, typed.unwrap_or(&text).len()))
}

impl Shell {
    /// Runs something as the shell of a terminal, which has none of this shell's settings.
    fn in_terminal(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        let settings = core::mem::take(&mut self.settings);
        let locals = core::mem::take(&mut self.locals);
        let output = self.output.take();
        self.untested(|shell| {
            run(shell);
        });
        self.output = output;
        self.locals = locals;
        self.settings = settings;
    }
}
