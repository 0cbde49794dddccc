//! csh texts made up from its grammar.

use super::maker::Maker;

const NAMES: &[&str] = &["AA", "BB", "CC"];

const WORDS: &[&str] = &[
    "0",
    "1",
    "0,1",
    "INFO",
    "a:b",
    "x=y",
    "'two words'",
    "\"two words\"",
    "'it'\\''s'",
    "a\\ b",
    "\"$AA\"",
    "$AA",
    "${AA}x",
    "x${AA}",
    "\"$AA-${AA}\"",
    "'$AA'",
    "$AA$AA",
    "\"\"",
    "''",
    "`echo sub`",
    "\"`echo sub`\"",
    "a#b",
    "%x",
    "a\\$b",
    "\"a\\nb\"",
    "'a\\nb'",
    "a-b_c.d",
    "\"x\"y'z'",
    "-1",
    "=x",
    "a^b",
    "a\\;b",
    "\"a;b\"",
    "a\\&b",
    "$AA:h",
    "\"a=b c\"",
    "a@b",
    "a\\nb",
    "\"a'b\"",
    "'a\"b'",
];

/// A text for a number.
pub(crate) fn text(seed: u64) -> String {
    let mut maker = Maker::new(seed);
    let mut text = String::from("setenv AA 5\nset CC=own\n");
    for _ in 0..1 + maker.below(4) {
        text.push_str(&statement(&mut maker, 2));
        text.push('\n');
    }
    text.push_str("trainer end");
    text
}

fn word(maker: &mut Maker) -> String {
    maker.pick(WORDS).to_owned()
}

/// A command that sets something or starts a program.
fn simple(maker: &mut Maker) -> String {
    let name = maker.pick(NAMES);
    match maker.below(24) {
        0..=4 => format!("setenv {name} {}", word(maker)),
        5 => format!("setenv {name}"),
        6 => format!("set {name} = {}", word(maker)),
        7 => format!("set {name}={}", word(maker)),
        8 => format!("set {name} = ( {} )", word(maker)),
        9 => format!("unsetenv {name}"),
        10 => format!("unset {name}; set {name} = 1"),
        11 => format!("@ {name} = 1 + 2"),
        12 => format!("env {name}={} trainer run", word(maker)),
        13 => format!("trainer run {} >& out", word(maker)),
        14 => format!("( setenv {name} {}; trainer in )", word(maker)),
        15 => format!("setenv {name} {}; trainer", word(maker)),
        16 => maker
            .pick(&[
                "echo hi | trainer x",
                "trainer | cat",
                "trainer &",
                "trainer >& log &",
                "nohup trainer",
                "nice +5 trainer",
                "trainer |& tee log",
            ])
            .to_owned(),
        17 => format!("setenv {name} {} | cat", word(maker)),
        18 => format!("(setenv {name} 3; trainer x) >& log"),
        19 => format!("time trainer {}", word(maker)),
        20 => format!("setenv {name} {} \\\n", word(maker)),
        21 => maker
            .pick(&["# setenv AA 9", "echo a > f", "cd ."])
            .to_owned(),
        _ => "torchrun --x".to_owned(),
    }
}

const CONDITIONS: &[&str] = &[
    "1",
    "0",
    "$?AA",
    "! $?NONE",
    "\"$AA\" == 5",
    "-e x && 1",
    "{ true }",
];

fn statement(maker: &mut Maker, depth: usize) -> String {
    if depth == 0 {
        return simple(maker);
    }
    let condition = maker.pick(CONDITIONS);
    let inner = |maker: &mut Maker| {
        let count = 1 + maker.below(2);
        let lines: Vec<String> = (0..count).map(|_| statement(maker, depth - 1)).collect();
        lines.join("\n")
    };
    match maker.below(18) {
        0 => format!("if ({condition}) then\n{}\nendif", inner(maker)),
        1 => format!(
            "if ({condition}) then\n{}\nelse\n{}\nendif",
            inner(maker),
            inner(maker)
        ),
        2 => format!(
            "if ({condition}) then\n{}\nelse if (1) then\n{}\nendif",
            inner(maker),
            inner(maker)
        ),
        3 => format!("if ({condition}) setenv BB {}", word(maker)),
        4 => format!("if ({condition}) trainer one"),
        5 => format!(
            "foreach i (0 1 {})\n{}\ntrainer $i\nend",
            word(maker),
            inner(maker)
        ),
        6 => format!("foreach i (0 1)\nsetenv BB $i\n{}\nend", inner(maker)),
        7 => format!("trainer && {}", simple(maker)),
        8 => format!("trainer || {}", simple(maker)),
        9 => format!("setenv AA 1 && {}", simple(maker)),
        10 => format!(
            "switch ({})\ncase 5:\n{}\nbreaksw\ncase 1:\n{}\ndefault:\n{}\nendsw",
            word(maker),
            inner(maker),
            inner(maker),
            inner(maker)
        ),
        11 => {
            let leave = maker.pick(&["break", "continue"]);
            format!(
                "foreach i (1 2)\n{}\nif ({condition}) {leave}\n{}\nend",
                inner(maker),
                inner(maker)
            )
        }
        12 => format!("while (0)\n{}\nend", inner(maker)),
        13 => format!("set k = 0\nwhile ($k < 2)\n{}\n@ k++\nend", inner(maker)),
        _ => simple(maker),
    }
}
