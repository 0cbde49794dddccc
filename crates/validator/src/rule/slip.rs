//! RP211 to RP213, RP303 to RP306, RP313, RP315, RP317 and RP319 to RP323: places where the text does not do what its shape
//! suggests. The front-ends see them; here they get their words.

use readpoint_catalog::Severity;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::Kind;
use crate::reading::{Slip, SlipKind};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &[
        "RP211", "RP212", "RP213", "RP303", "RP304", "RP305", "RP306", "RP313", "RP315", "RP317",
        "RP319", "RP320", "RP321", "RP322", "RP323",
    ],
    check,
};

/// What is said about a kind of slip.
struct Words {
    kind: SlipKind,
    code: &'static str,
    /// Said of a variable; `NAME` stands for it.
    message: &'static str,
    help: &'static str,
}

const WORDS: &[Words] = &[
    Words {
        kind: SlipKind::PartOfValue,
        code: "RP211",
        message: "quotes or a comment become part of the value of NAME, and its reader takes them literally",
        help: "write the bare value; put a comment on a line of its own",
    },
    Words {
        kind: SlipKind::NotString,
        code: "RP212",
        message: "YAML reads the value of NAME as a number, boolean or null, and an environment variable must be a string",
        help: "put the value in quotes",
    },
    Words {
        kind: SlipKind::NotPythonString,
        code: "RP213",
        message: "the value of NAME is not a string, so Python raises TypeError at this line",
        help: "write the value as a string, for example \"1\"",
    },
    Words {
        kind: SlipKind::SpacesAroundEquals,
        code: "RP303",
        message: "a blank beside `=` makes this no assignment; NAME is not set",
        help: "write NAME=value without blanks",
    },
    Words {
        kind: SlipKind::ValueCut,
        code: "RP304",
        message: "without quotes the value of NAME ends early; the shell runs the rest as a command",
        help: "put the whole value in quotes, or write a list without blanks",
    },
    Words {
        kind: SlipKind::WrongShell,
        code: "RP305",
        message: "this is the syntax of another shell; here it does not set NAME",
        help: "POSIX shells: export NAME=value; PowerShell: $env:NAME = \"value\"; cmd: set \"NAME=value\"",
    },
    Words {
        kind: SlipKind::MissingDollar,
        code: "RP306",
        message: "without `$` the name itself becomes part of NAME; the old value is lost",
        help: "write $NAME, or ${NAME:+:$NAME} to leave out the colon when it is empty",
    },
    Words {
        kind: SlipKind::ListJoined,
        code: "RP211",
        message: "the value of NAME is a list to PowerShell, which puts blanks between its parts",
        help: "put the value in quotes",
    },
    Words {
        kind: SlipKind::WrongForm,
        code: "RP317",
        message: "the environment of a container is a list of `name` and `value`; this is refused, and NAME is not set",
        help: "write `- name: NAME` with `value: \"…\"` under it",
    },
    Words {
        kind: SlipKind::OptionMisplaced,
        code: "RP313",
        message: "docker does not take this as an environment option, so the container does not get NAME",
        help: "write -e NAME=value before the image name",
    },
    Words {
        kind: SlipKind::CarriageReturn,
        code: "RP315",
        message: "a carriage return, the Windows line end, becomes part of NAME",
        help: "save the file with Unix line ends (LF)",
    },
    Words {
        kind: SlipKind::ProgramAsName,
        code: "RP319",
        message: "the shell takes the program behind NAME for another name; nothing is started",
        help: "put `&&` or a line end between the two, or write NAME=value before the command without `export`",
    },
    Words {
        kind: SlipKind::LookAlike,
        code: "RP320",
        message: "to the shell a no-break space or a full-width sign is a letter, so NAME is not what it looks like",
        help: "type the blanks and signs anew; copying may have changed them",
    },
    Words {
        kind: SlipKind::SettingAsProgram,
        code: "RP321",
        message: "a piece of the setting of NAME is taken for the program to start",
        help: "wrappers and lists of words: write `env NAME=value` before the program; mpirun: `-x NAME=value`",
    },
    Words {
        kind: SlipKind::BrokenLine,
        code: "RP322",
        message: "a blank stands behind the mark at the line's end, so the next line runs without NAME",
        help: "delete the blanks at the end of the line",
    },
    Words {
        kind: SlipKind::NoEquals,
        code: "RP317",
        message: "no `=` stands between NAME and its value, so NAME is not set",
        help: "write NAME=value",
    },
    Words {
        kind: SlipKind::UnknownPlace,
        code: "RP317",
        message: "the reader looks for no variables here, so NAME is not set",
        help: "Compose: `environment:`; Kubernetes: `- name: NAME` with `value:`; systemd: `Environment=NAME=value`; launch.json: `env`; Dockerfile: `ENV NAME=value`",
    },
    Words {
        kind: SlipKind::NameExpanded,
        code: "RP305",
        message: "with `$` in front the shell runs the value of NAME; NAME is not set",
        help: "write `export NAME=value` without `$`",
    },
    Words {
        kind: SlipKind::Comparison,
        code: "RP323",
        message: "this statement compares, annotates or reads, and does not set NAME",
        help: "write `os.environ[\"NAME\"] = \"value\"` with one `=`",
    },
];

/// A reference in the syntax of another shell: it stays in the value as it is.
const NOT_EXPANDED: Words = Words {
    kind: SlipKind::WrongShell,
    code: "RP305",
    message: "this reference is not replaced here; its letters become part of the value of NAME",
    help: "write the value itself, or set NAME where references are replaced",
};

/// What is said otherwise of one kind of text.
const BY_KIND: &[(Kind, Words)] = &[
    (
        Kind::Envfile,
        Words {
            kind: SlipKind::PartOfValue,
            code: "RP211",
            message: "`docker run --env-file` takes quotes and comments for part of the value of NAME; other readers take them away",
            help: "write the bare value, which all readers take alike; put a comment on a line of its own",
        },
    ),
    (
        Kind::Envfile,
        Words {
            kind: SlipKind::SpacesAroundEquals,
            code: "RP303",
            message: "`docker run --env-file` and shells take no blanks beside `=`; Compose and python-dotenv do",
            help: "write NAME=value without blanks",
        },
    ),
    (
        Kind::Envfile,
        Words {
            kind: SlipKind::NoEquals,
            code: "RP317",
            message: "only Compose takes anything but `=` between NAME and its value; for other readers NAME is not set",
            help: "write NAME=value",
        },
    ),
    (
        Kind::Systemd,
        Words {
            kind: SlipKind::ValueCut,
            code: "RP304",
            message: "an unquoted blank ends the value of NAME; systemd takes the rest for more assignments",
            help: "put quotes around the whole assignment: Environment=\"NAME=value\"",
        },
    ),
    (
        Kind::Dockerfile,
        Words {
            kind: SlipKind::SpacesAroundEquals,
            code: "RP303",
            message: "with a blank behind the name, everything behind it is the value, so NAME starts with `=`",
            help: "write NAME=value without blanks",
        },
    ),
    (
        Kind::Compose,
        Words {
            kind: SlipKind::SpacesAroundEquals,
            code: "RP303",
            message: "the blank before `=` becomes part of the name, so NAME is not set",
            help: "write `- NAME=value` without blanks",
        },
    ),
    (
        Kind::Batch,
        Words {
            kind: SlipKind::SpacesAroundEquals,
            code: "RP303",
            message: "the blank before `=` becomes part of the name, so NAME is not set",
            help: "write `set \"NAME=value\"` without blanks",
        },
    ),
    (
        Kind::Compose,
        Words {
            kind: SlipKind::WrongForm,
            code: "RP317",
            message: "a list of Compose holds strings and no maps, so the file is refused and NAME is not set",
            help: "write `- NAME=value`, or leave the dashes out",
        },
    ),
    (
        Kind::Systemd,
        Words {
            kind: SlipKind::WrongShell,
            code: "RP305",
            message: "no shell reads this line: a program of this name is looked for, and NAME is not set",
            help: "write Environment=NAME=value on a line of its own",
        },
    ),
    (
        Kind::Systemd,
        Words {
            kind: SlipKind::OptionMisplaced,
            code: "RP313",
            message: "this section starts no program, so systemd ignores `Environment=` here and NAME is not set",
            help: "move the line to `[Service]`",
        },
    ),
    (
        Kind::Conda,
        Words {
            kind: SlipKind::WrongForm,
            code: "RP317",
            message: "conda takes a map here and no list, so it does not set NAME",
            help: "write `NAME: value` without the dash",
        },
    ),
    (
        Kind::GithubActions,
        Words {
            kind: SlipKind::WrongForm,
            code: "RP317",
            message: "a workflow takes a map here and no list, so it is refused and NAME is not set",
            help: "write `NAME: value` without the dash",
        },
    ),
];

/// The same in JSON.
const NOT_JSON_STRING: Words = Words {
    kind: SlipKind::NotString,
    code: "RP212",
    message: "the value of NAME is no JSON string, and an environment variable must be one",
    help: "put the value in quotes",
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let sections = matches!(context.reading.kind, Kind::Systemd | Kind::Envfile);
    let elsewhere = !sections && is_elsewhere(context.text);
    for slip in &context.reading.slips {
        if elsewhere && slip.kind == SlipKind::SpacesAroundEquals {
            continue;
        }
        let name = slip.name.as_deref().unwrap_or_default();
        if slip.kind == SlipKind::NameExpanded && !context.is_real(name) {
            // `for NAME in …; do export $NAME=1; done` means what it says.
            continue;
        }
        let text = context.text.get(slip.span.clone()).unwrap_or_default();
        let start = text.get(.."$env".len()).unwrap_or_default();
        let reference = slip.kind == SlipKind::WrongShell
            && text.starts_with(['$', '%'])
            && !start.eq_ignore_ascii_case("$env");
        let words = reference.then_some(&NOT_EXPANDED);
        let kind = context.reading.kind;
        let of_kind = || {
            let mut rows = BY_KIND.iter().filter(|(of, _)| *of == kind);
            let row = rows.find(|(_, words)| words.kind == slip.kind);
            row.map(|(_, words)| words)
        };
        let general = || WORDS.iter().find(|it| it.kind == slip.kind);
        if let Some(words) = words.or_else(of_kind).or_else(general) {
            findings.push(finding(context, slip, words));
        }
    }
}

fn finding(context: &Context<'_>, slip: &Slip, words: &Words) -> Finding {
    let severity = severity(context.reading.kind, slip.kind);
    let json = slip.kind == SlipKind::NotString && context.reading.kind == Kind::Vscode;
    let words = if json { &NOT_JSON_STRING } else { words };
    let (message, help) = match &slip.name {
        Some(name) => (
            words.message.replace("NAME", &format!("`{name}`")),
            words.help.replace("NAME", name),
        ),
        None => (
            words.message.replace("NAME", unnamed(slip.kind)),
            words.help.to_owned(),
        ),
    };
    // Words that stand nowhere letter for letter have one place: nothing lies between them.
    let between = slip.edits.iter().all(|(span, _)| span.start <= span.end);
    let edits: &[_] = if between { &slip.edits } else { &[] };
    Finding {
        variable: slip.name.clone(),
        edits: edits.to_vec(),
        ..Finding::new(words.code, severity, &slip.span, message).help(help)
    }
}

/// What a slip concerns where no variable is meant.
fn unnamed(kind: SlipKind) -> &'static str {
    match kind {
        SlipKind::CarriageReturn | SlipKind::LookAlike => "the command",
        SlipKind::BrokenLine => "it",
        _ => "the variable",
    }
}

/// Whether a text read as a shell's is something else, where blanks around `=` are the custom: a
/// makefile, a table of TOML.
fn is_elsewhere(text: &str) -> bool {
    let table = |line: &str| {
        let name = line.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        name.is_some_and(|it| !it.is_empty() && !it.contains([' ', '[']))
    };
    crate::format::looks_like_makefile(text)
        || text.lines().any(|line| table(line.trim()))
        || text
            .lines()
            .any(|line| line.contains(" := ") || line.contains(" ?= "))
}

/// Most slips fail for certain. What an env file's quotes become depends on who reads it, and
/// only some YAML readers refuse what is not a string.
fn severity(kind: Kind, slip: SlipKind) -> Severity {
    let refuses = matches!(kind, Kind::Kubernetes | Kind::Helm);
    match slip {
        SlipKind::PartOfValue | SlipKind::SpacesAroundEquals | SlipKind::NoEquals
            if kind == Kind::Envfile =>
        {
            Severity::Warning
        }
        SlipKind::NotString if !refuses => Severity::Warning,
        _ => Severity::Error,
    }
}
