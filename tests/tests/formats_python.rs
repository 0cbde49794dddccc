//! Against the real reader: programs made of statements about the environment are run by Python,
//! and what it leaves in `os.environ` is compared. A value that is not known is no mistake.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use readpoint_validator::{Kind, format};

/// Statements that programs are made of. Each can stand alone and in a block.
const STATEMENTS: &[&str] = &[
    "os.environ['A'] = '1'",
    "os.environ['A'] = 'x' + 'y'",
    "os.environ['B'] = str(2)",
    "os.environ['B'] = os.environ.get('A', 'none')",
    "os.environ['C'] = f'{n}-{{n}}'",
    "os.environ['C'] = \"a\\tb\\x41\"",
    "os.environ['C'] = r'a\\tb'",
    "os.environ['C'] = 'a' 'b'",
    "environ['D'] = s",
    "environ.update({'A': 'u', 'D': s}, E='kw')",
    "os.environ |= {'E': '5'}",
    "os.environ.setdefault('A', 'dflt')",
    "os.environ.pop('A', None)",
    "os.environ.pop('B', None)",
    "os.environ['A'] = 'a=%d' % n",
    "os.environ['A'] = '{}'.format(n)",
    "n = n + 1",
    "s = 'other'",
    "os.environ['F'] = s if n > 1 else 'no'",
    "os.environ['A'] = os.environ.get('A', '') + ':x'",
    "x = os.environ['G'] = 'chain'",
    "os.environ['A'] = '''three\nlines'''",
    "# os.environ['A'] = '9'",
    "print; os.environ['B'] = 'after'",
    "t = \"os.environ['A'] = 'text'\"",
    "os.environ.clear()",
    "for k in ('A', 'B'): os.environ[k] = 'loop'",
    "os.environ['A'] = (\n    'in'\n    'brackets'\n)",
];

/// Blocks around statements.
const BLOCKS: &[&str] = &[
    "",
    "",
    "",
    "if n > 1:",
    "if n < 9:",
    "for i in range(2):",
    "def f():",
    "with c():",
];

/// Runs every program of a list in an empty environment and prints what it leaves.
const DRIVER: &str = r"
import contextlib, json, os, sys
results = []
for program in json.load(sys.stdin):
    os.environ.clear()
    try:
        exec(program, {'os': os, 'environ': os.environ, 'c': contextlib.nullcontext})
        results.append(dict(os.environ))
    except Exception:
        results.append(None)
json.dump(results, sys.stdout)
";

/// A program for a number; the same number gives the same program.
fn program(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut pick = |from: &[&'static str]| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        from[usize::try_from(state % from.len() as u64).unwrap_or(0)]
    };
    let mut text = String::from("n = 1\ns = 'text'\n");
    for _ in 0..6 {
        let block = pick(BLOCKS);
        let statement = pick(STATEMENTS);
        let assigns_name = statement.starts_with("n =") || statement.starts_with("s =");
        if block.is_empty() || statement.contains('\n') || assigns_name && block.starts_with("def")
        {
            text.push_str(&format!("{statement}\n"));
        } else {
            text.push_str(&format!("{block}\n    {statement}\n    pass\n"));
            if block.starts_with("def") && seed.is_multiple_of(2) {
                text.push_str("f()\n");
            }
        }
    }
    text
}

fn run(programs: &[String]) -> Vec<Option<BTreeMap<String, String>>> {
    let mut python = Command::new("python3")
        .args(["-c", DRIVER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed where the suite runs");
    let input = serde_json::to_vec(programs).expect("strings are JSON");
    let mut stdin = python.stdin.take().expect("stdin is piped");
    stdin.write_all(&input).expect("python reads its input");
    drop(stdin);
    let output = python.wait_with_output().expect("python ends");
    serde_json::from_slice(&output.stdout).expect("the driver prints JSON")
}

#[test]
fn python_agrees() {
    let programs: Vec<String> = (0..1500).map(program).collect();
    let mut wrong = Vec::new();
    for (text, real) in programs.iter().zip(run(&programs)) {
        let Some(real) = real else { continue };
        let ours = format::read(Kind::Python, text).exported;
        for (name, setting) in &ours {
            if let Some(value) = &setting.value
                && real.get(name) != Some(value)
            {
                wrong.push(format!(
                    "{name}: ours {value:?}, real {:?}\n{text}",
                    real.get(name)
                ));
            }
        }
        // A name that only a loop variable says cannot be known either.
        let nameless = text.contains("os.environ[k]");
        let missing = |name: &&String| !nameless && !ours.contains_key(name);
        for name in real.keys().filter(missing) {
            wrong.push(format!("{name} is missing, real {:?}\n{text}", real[name]));
        }
    }
    let count = wrong.len();
    assert!(
        wrong.is_empty(),
        "{count} wrong:\n{}",
        wrong.into_iter().take(5).collect::<Vec<_>>().join("\n")
    );
}
