//! fish texts made up from its grammar.

use super::maker::Maker;

const NAMES: &[&str] = &["AA", "BB", "CC", "MY_PATH"];

const WORDS: &[&str] = &[
    "0",
    "1",
    "0,1",
    "INFO",
    "a:b",
    "x=y",
    "'two words'",
    "\"two words\"",
    "'it\\'s'",
    "\"a\\\"b\"",
    "a\\ b",
    "\"$AA\"",
    "$AA",
    "$BB",
    "x$AA",
    "\"$BB-$CC\"",
    "'$AA'",
    "$AA$BB",
    "\"\"",
    "''",
    "{1,2}",
    "(echo sub)",
    "\"$(echo sub)\"",
    "a#b",
    "%x",
    "a\\$b",
    "\"a\\$b\"",
    "\"a\\nb\"",
    "'a\\nb'",
    "a-b_c.d",
    "[1]",
    "\"x\"y'z'",
    "$MY_PATH",
    "a&b",
    "-1",
    "=x",
    "~x",
    "$AA[1]",
    "{$AA}",
    "\"a\\\nb\"",
    "a^b",
    "a?b",
];

/// A text for a number.
pub(crate) fn text(seed: u64) -> String {
    let mut maker = Maker::new(seed);
    let mut text = String::from("set -gx AA 5\n");
    for _ in 0..1 + maker.below(4) {
        text.push_str(&statement(&mut maker, 2));
        text.push_str(if maker.below(4) == 0 { "; " } else { "\n" });
    }
    text.push_str("\ntrainer end");
    text
}

fn word(maker: &mut Maker) -> String {
    maker.pick(WORDS).to_owned()
}

fn words(maker: &mut Maker) -> String {
    let count = [1, 1, 1, 1, 1, 2, 0][maker.below(7)];
    let words: Vec<String> = (0..count).map(|_| word(maker)).collect();
    words.join(" ")
}

/// A command that sets something or starts a program.
fn simple(maker: &mut Maker) -> String {
    let name = maker.pick(NAMES);
    match maker.below(22) {
        0..=3 => format!("set -gx {name} {}", words(maker)),
        4 | 5 => format!("set -x {name} {}", words(maker)),
        6 | 7 => format!("set {name} {}", words(maker)),
        8 => format!("set -g {name} {}", words(maker)),
        9 => format!("set -l{} {name} {}", maker.pick(&["", "x"]), words(maker)),
        10 => format!("set -e {name}"),
        11 => format!("set -{}x {name} {}", maker.pick(&["a", "p"]), word(maker)),
        12 => format!("set -u{} {name} {}", maker.pick(&["", "g"]), words(maker)),
        13 => format!("{name}={} trainer run", word(maker)),
        14 => format!("{name}={} BB=$AA trainer run", word(maker)),
        15 => format!("env {name}={} trainer run", word(maker)),
        16 => format!("trainer run {} >out 2>&1", word(maker)),
        17 => format!("export {name}={}", word(maker)),
        18 => format!("command trainer {}", word(maker)),
        19 => maker
            .pick(&[
                "echo hi | trainer x",
                "trainer | cat",
                "trainer &",
                "nohup trainer",
            ])
            .to_owned(),
        20 => maker
            .pick(&[
                "true",
                "false",
                "test 1 = 1",
                "test -n \"$NONE\"",
                "set -q AA",
                "set -q NONE",
            ])
            .to_owned(),
        _ => "torchrun --x".to_owned(),
    }
}

fn statement(maker: &mut Maker, depth: usize) -> String {
    if depth == 0 {
        return simple(maker);
    }
    let inner = |maker: &mut Maker| {
        let count = 1 + maker.below(2);
        let lines: Vec<String> = (0..count).map(|_| statement(maker, depth - 1)).collect();
        lines.join("\n")
    };
    match maker.below(20) {
        0 => format!("if {}\n{}\nend", simple(maker), inner(maker)),
        1 => format!(
            "if {}\n{}\nelse\n{}\nend",
            simple(maker),
            inner(maker),
            inner(maker)
        ),
        2 => {
            let (first, second) = (simple(maker), simple(maker));
            format!(
                "if {first}\n{}\nelse if {second}\n{}\nend",
                inner(maker),
                inner(maker)
            )
        }
        3 => format!(
            "for i in {}\n{}\ntrainer $i\nend",
            words(maker),
            inner(maker)
        ),
        4 => format!("for i in 0 1 2\nset -x CC $i\n{}\nend", inner(maker)),
        5 => format!("for i in 0 1; AA=$i trainer run; {}; end", inner(maker)),
        6 => format!("begin\n{}\nend", inner(maker)),
        7 => format!("begin; {}; end", inner(maker)),
        8 => format!("function f{depth}\n{}\nend\nf{depth}", inner(maker)),
        9 => format!("{}; and {}", simple(maker), simple(maker)),
        10 => format!("{}; or {}", simple(maker), simple(maker)),
        11 => format!("{} && {}", simple(maker), simple(maker)),
        12 => format!("{} || {}", simple(maker), simple(maker)),
        13 => format!("not {}; and {}", simple(maker), simple(maker)),
        14 => format!(
            "switch {}\ncase a 0\n{}\ncase '*'\n{}\nend",
            word(maker),
            inner(maker),
            inner(maker)
        ),
        15 => {
            let leave = maker.pick(&["break", "continue"]);
            format!(
                "for i in 1 2\n{}\nif {}\n{leave}\nend\n{}\nend",
                inner(maker),
                simple(maker),
                inner(maker)
            )
        }
        16 => format!("while false\n{}\nend", inner(maker)),
        _ => simple(maker),
    }
}
