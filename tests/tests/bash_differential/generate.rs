//! Shell texts made up from the grammar: small, finite, and full of what people write.

#[path = "corner.rs"]
mod corner;
#[path = "seldom.rs"]
mod seldom;

/// Deepest nesting.
const DEPTH: u32 = 3;

/// A text for a number; the same one every time.
pub(crate) fn text(seed: u64) -> String {
    let mut maker = Maker {
        state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        functions: 0,
    };
    for _ in 0..8 {
        maker.next();
    }
    let count = 1 + maker.below(5);
    let lines: Vec<String> = (0..count).map(|_| maker.statement(DEPTH)).collect();
    let glue = if maker.chance(2) { "\n" } else { "; " };
    let mut text = lines.join("\n");
    if glue == "; " && !text.contains("<<E") && !lines.iter().any(|line| line.ends_with('&')) {
        text = lines.join("; ");
    }
    let start = if maker.chance(6) {
        "# OUTSIDE values count"
    } else {
        "unset NCCL_DEBUG; A=0,1 B= C=x:y I=1 J=2; export CUDA_VISIBLE_DEVICES=0"
    };
    format!("{start}\n{text}\ntrainer end")
}

struct Maker {
    state: u64,
    functions: u32,
}

const NAMES: &[&str] = &["A", "B", "C", "CUDA_VISIBLE_DEVICES", "NCCL_DEBUG"];
const PLAIN: &[&str] = &[
    "0",
    "1",
    "0,1",
    "INFO",
    "a:b",
    "x=y",
    "max:1,b:[2:3]",
    "a{b",
    "10",
    "-1",
    "a.b",
];

impl Maker {
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// True once in `count`.
    fn chance(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let count = from.len() as u64;
        let index = self.below(count);
        from[usize::try_from(index).unwrap_or(0)]
    }

    fn plain(&mut self) -> &'static str {
        self.pick(PLAIN)
    }

    fn name(&mut self) -> &'static str {
        self.pick(NAMES)
    }

    fn program(&mut self) -> &'static str {
        self.pick(&["trainer", "torchrun", "launcher"])
    }

    /// A value as one writes it behind `=`.
    fn value(&mut self) -> String {
        let plain = self.pick(PLAIN);
        let name = self.name();
        let other = self.pick(PLAIN);
        match self.below(34) {
            0..=5 => plain.to_owned(),
            6 => format!("\"{plain}\""),
            7 => format!("'{plain} {other}'"),
            8 => format!("\"{plain} ${name}\""),
            9 => format!("${name}"),
            10 => format!("\"${{{name}:-{plain}}}\""),
            11 => format!("${{{name}:+{plain}}}"),
            12 => format!("${{{name}%,*}}"),
            13 => format!("${{{name}##*,}}"),
            14 => format!("${{{name}/,/{other}}}"),
            15 => format!("${{{name}//[0-9]/n}}"),
            16 => format!("${{#{name}}}"),
            17 => format!("${{{name}:1:2}}"),
            18 => format!("${{{name}^^}}"),
            19 => format!("$(({}))", self.arithmetic()),
            20 => format!("$(echo {plain})"),
            21 => format!("`echo {plain}`"),
            22 => format!("$(seq -s, 0 {})", self.below(4)),
            23 => format!("$'{plain}\\n{other}'"),
            24 => format!("\\\"{plain}\\\""),
            25 => String::new(),
            26 => format!("$(printf '%s-%s' {plain} ${name})"),
            27 => format!("$(echo \"${name}\" | cut -d, -f1)"),
            28 => format!("$(echo {plain} {other} | tr ' ' ,)"),
            29 => format!("${{{name}-{plain}}}"),
            30 => format!("\"${{{name}%%:*}}\"x"),
            31 => format!("$(echo \"$(echo '{plain}')\")"),
            32 => format!("{plain}\\\n{other}"),
            _ => format!("\"{plain}\"'{other}'"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let n = self.below(9);
        let name = self.pick(&["I", "J"]);
        match self.below(6) {
            0 => format!("{n} + 2 * 3"),
            1 => format!("{name} + {n}"),
            2 => format!("({n} << 1) | 1"),
            3 => format!("{n} > 4 ? 1 : 0"),
            4 => format!("{name}++"),
            _ => format!("-{n} % 4"),
        }
    }

    fn launch(&mut self) -> String {
        let program = self.program();
        match self.below(14) {
            0..=2 => format!("{program} a.py"),
            3..=6 => format!("{}={} {program} a.py", self.name(), self.value()),
            7 => format!(
                "{}={} {}={} {program}",
                self.name(),
                self.value(),
                self.name(),
                self.value()
            ),
            8 => format!("V={}; env {}=\"$V\" {program} a", self.value(), self.name()),
            9 => format!("env -u {} {program}", self.name()),
            10 => format!("nohup {program} a.py > /dev/null 2>&1"),
            11 => format!("{}={} timeout 10 {program}", self.name(), self.value()),
            12 => format!("{program} --x \"${}\" $A", self.name()),
            _ => format!("command {program}"),
        }
    }

    fn assignment(&mut self) -> String {
        let (name, value) = (self.name(), self.value());
        match self.below(16) {
            0..=3 => format!("{name}={value}"),
            4..=7 => format!("export {name}={value}"),
            8 => format!("export {name}"),
            9 => format!("unset {name}"),
            10 => format!("{name}+={value}"),
            11 => format!("export -n {name}"),
            12 => format!("declare -x {name}={value}"),
            13 => format!("I={}", self.below(9)),
            14 => format!("((I += {}))", self.below(4)),
            _ => format!("{name}={value} {}={value}", self.name()),
        }
    }

    fn condition(&mut self) -> String {
        let name = self.name();
        match self.below(11) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => format!("[ -n \"${name}\" ]"),
            3 => format!("[ \"${name}\" = \"{}\" ]", self.pick(PLAIN)),
            4 => format!("[[ ${name} == *,* ]]"),
            5 => format!("(({}))", self.arithmetic()),
            6 => format!("[[ -z ${name} || -n $A ]]"),
            7 => format!("test {} -gt {}", self.below(5), self.below(5)),
            8 => "! true".to_owned(),
            9 => format!("[ -z \"${{{name}+x}}\" ]"),
            _ => "[[ ! 1 -eq 2 && a < b ]]".to_owned(),
        }
    }

    /// One to three statements.
    fn block(&mut self, depth: u32) -> String {
        let count = 1 + self.below(3);
        let lines: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        lines.join("\n")
    }

    fn statement(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.chance(2) {
                self.launch()
            } else {
                self.assignment()
            };
        }
        match self.below(16) {
            0..=3 => self.assignment(),
            4..=6 => self.launch(),
            12..=13 => self.corner(depth - 1),
            14..=15 => self.seldom(depth - 1),
            7..=9 => self.compound(depth - 1),
            10 => self.odd(depth - 1),
            _ => {
                let glue = self.pick(&[" && ", " || "]);
                let left = if self.chance(2) {
                    self.condition()
                } else {
                    self.assignment()
                };
                format!("{left}{glue}{}", self.inline(depth - 1))
            }
        }
    }

    /// A statement that can stand behind `&&`.
    fn inline(&mut self, depth: u32) -> String {
        format!("{{ {}\n}}", self.statement(depth))
    }

    fn compound(&mut self, depth: u32) -> String {
        let name = self.name();
        match self.below(14) {
            0 => format!("if {}; then {}\nfi", self.condition(), self.block(depth)),
            1 => format!(
                "if {}; then {}\nelif {}; then {}\nelse {}\nfi",
                self.condition(),
                self.block(depth),
                self.condition(),
                self.block(depth),
                self.block(depth)
            ),
            2 => format!("for {name} in 0 1 $A; do {}\ndone", self.block(depth)),
            3 => format!("for I in {{0..2}}; do {}\ndone", self.block(depth)),
            4 => format!("for ((K=0; K<2; K++)); do {}\ndone", self.block(depth)),
            5 => format!("( {}\n)", self.block(depth)),
            6 => format!("{{ {}\n}}", self.block(depth)),
            7 => {
                self.functions += 1;
                let function = format!("f{}", self.functions);
                let body = self.block(depth);
                let local = if self.chance(2) {
                    format!("local {name}={}\n", self.value())
                } else {
                    String::new()
                };
                let prefix = if self.chance(3) {
                    format!("{}={} ", self.name(), self.value())
                } else {
                    String::new()
                };
                format!(
                    "{function}() {{ {local}{body}\nA=$1\n}}\n{prefix}{function} {}",
                    self.value()
                )
            }
            8 => format!(
                "case ${name} in 0|1) {}\n;; *,*) {}\n;; *) {}\n;; esac",
                self.block(depth),
                self.block(depth),
                self.block(depth)
            ),
            9 => format!(
                "for {name} in \"$A\" ${name}; do {}\n{} && break\ndone",
                self.block(depth),
                self.condition()
            ),
            10 => {
                let n = self.counter();
                let body = self.block(depth);
                format!("{n}=0; while [ ${n} -lt 2 ]; do {n}=$(({n}+1)); {body}\ndone")
            }
            11 => format!("{} | cat", self.inline(depth)),
            12 => format!("{} &", self.inline(depth)),
            _ => {
                let n = self.counter();
                let (condition, body) = (self.condition(), self.block(depth));
                format!(
                    "{n}=2; until (({n} == 0)); do (({n}--)); {condition} && continue; {body}\ndone"
                )
            }
        }
    }

    /// A variable that no other loop counts with.
    fn counter(&mut self) -> String {
        self.functions += 1;
        format!("N{}", self.functions)
    }

    fn odd(&mut self, depth: u32) -> String {
        let (name, value) = (self.name(), self.value());
        match self.below(20) {
            0 => format!("bash -c '{name}={} {}'", self.pick(PLAIN), self.program()),
            1 => format!("bash -c \"export {name}=$A; {} x\"", self.program()),
            2 => format!("eval \"export {name}={}\"", self.pick(PLAIN)),
            3 => format!("eval '{name}=$A {}'", self.program()),
            4 => "set -a".to_owned(),
            5 => "set +a".to_owned(),
            6 => "set -e".to_owned(),
            7 => format!("trap '{name}=1 {} t' EXIT", self.program()),
            8 => format!("cat <<E > /dev/null\nexport {name}=1 $A\nE"),
            9 => format!("read {name} B <<< \"{} $A\"", self.pick(PLAIN)),
            10 => format!("IFS=, read -ra L <<< \"0,1,${name}\"; {name}=${{L[1]}}; A=${{#L[@]}}"),
            11 => format!("L=(0 {value} $A); {name}=${{L[1]}}; B=\"${{L[*]}}\""),
            12 => format!("printf -v {name} '%s,%02d' {} 7", self.pick(PLAIN)),
            13 => format!("declare -A M=([a]=1 [b]={value}); {name}=${{M[b]}}"),
            14 => format!(
                "export {name}={value}\n( {}\n); {}",
                self.block(depth),
                self.launch()
            ),
            15 => "exit 0".to_owned(),
            16 => format!("echo 0 1 | xargs -n1 env {name}=q {}", self.program()),
            17 => format!("P={name}; A=${{!P}}; declare \"$P=z\""),
            18 => format!("readonly R=1; {name}=$R"),
            _ => format!("set -- 1 {value} c; {name}=$2; A=$#; shift; B=$1"),
        }
    }
}
