//! Statements for the less usual corners of bash: arrays, here-documents, options, inner shells.

use super::Maker;

/// Ways to write something that sets or launches with what few people know by heart.
const MAKERS: &[fn(&mut Maker, u32) -> String] = &[
    |maker, _| {
        let (name, value, program) = (maker.name(), maker.value(), maker.program());
        format!("L=(a {value} \"b c\"); {name}=\"${{L[@]}}\" {program} \"${{L[@]}}\"")
    },
    |maker, _| {
        let (name, other) = (maker.name(), maker.plain());
        format!("L=(); L+=({other}); L+=(\"${name}\" z); {name}=${{#L[@]}},${{L[-1]}},${{L[*]}}")
    },
    |maker, _| {
        let name = maker.name();
        format!("read -r {name} J <<E\n${name},$((J+1)) `echo q` \\$A\nE")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("while read -r x y; do {name}=$x,$y {program}; done <<E\n1 2 3\n$A b\nE")
    },
    |maker, depth| {
        let (name, body) = (maker.name(), maker.block(depth));
        format!("case ${name} in [0-9]*) {body}\n;; a?b|*:*) B=m\n;;& ?*) C=n\n;; esac")
    },
    |maker, _| {
        let name = maker.name();
        format!("if [[ ${name} =~ ^([a-z]+)[=:](.*)$ ]]; then {name}=${{BASH_REMATCH[2]}}; fi")
    },
    |maker, _| {
        let (name, number) = (maker.name(), maker.below(5));
        format!("{name}=$((I++ + ++J, I*{number})); ((I > 3 && (J = 7))); B=$I-$J")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("declare -n R{name}={name}; R{name}={value}; unset -n R{name}")
    },
    |maker, _| {
        let (name, other) = (maker.name(), maker.name());
        format!("IFS=,: read -r {name} {other} J <<< \"${name}:x,y:z\"")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("IFS=,; set -- ${name} {value}; unset IFS; {name}=\"$#:$1:$2:$*\"")
    },
    |maker, depth| {
        let body = maker.block(depth);
        format!(
            "set -- -a 1 --b=2 c; while [ $# -gt 0 ]; do case $1 in -a) A=$2; shift 2;; \
             --*=*) B=${{1#*=}}; shift;; *) {body}\nbreak;; esac; done"
        )
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("env -S '{name}=s {program} x'")
    },
    |maker, _| {
        let (name, program, plain) = (maker.name(), maker.program(), maker.plain());
        format!("bash -c '{name}=$0-$1-$# {program}' n '{plain}' \"$A\"")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("(trap '{name}=t {program}' EXIT; {name}=u; exit 3) || A=$?")
    },
    |maker, _| {
        let (name, value, program) = (maker.name(), maker.value(), maker.program());
        format!("({name}={value} exec {program} x; A=never {program})")
    },
    |maker, _| {
        let name = maker.name();
        format!("echo 1 2 | read {name} B; echo 3 | {{ read {name}; export {name}; trainer; }}")
    },
    |maker, depth| {
        let (condition, body) = (maker.condition(), maker.inline(depth));
        format!("{condition} && true || {body}\nB=$?")
    },
    |maker, _| {
        let (name, condition) = (maker.name(), maker.condition());
        format!("(set -e; {condition}; {name}=kept trainer; false; {name}=lost trainer)")
    },
    |maker, _| {
        let (name, condition) = (maker.name(), maker.condition());
        format!("unset NOT_THERE; (set -u; {condition}; {name}=$NOT_THERE trainer; launcher); A=$?")
    },
    |maker, _| {
        let name = maker.name();
        format!(
            "for {name} in {{1..7..3}} {{08..10}} {{c..a}} x{{,y}}; do export {name}; trainer; done"
        )
    },
    |maker, _| {
        let (name, value, program) = (maker.name(), maker.value(), maker.program());
        format!(
            "g() {{ local -x {name}=${{1:-d}} J=$2; [ -n \"$2\" ] || return 4; {program} \"$@\"; }}\n\
             g {value} || B=$?\ng \"$A\" \"q r\""
        )
    },
    |maker, _| {
        let (name, plain) = (maker.name(), maker.plain());
        format!("{name}=\"$(echo \"a $(echo \"{plain} '${name}'\")\")\"")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("export L=(1 2); readonly Q{name}={value}; {name}=$Q{name}${{L[1]}}; export -n L")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("for ((i=0, k=3; i<k; i++, k--)); do {name}=$i$k {program} &\ndone; wait")
    },
    |maker, _| {
        let name = maker.name();
        format!("{name}=${{{name}:=dd}}; : ${{NEW{name}:=$A}}; export NEW{name}; B=${{A:?}}")
    },
    |maker, _| {
        let (name, plain) = (maker.name(), maker.plain());
        format!("printf -v {name} '%03d|%-4s|%s' 5 {plain} \"$A\" && trainer; [ -v {name} ] && B=v")
    },
    |maker, _| {
        let program = maker.program();
        format!("set -- p q; for x; do A=$x {program}; done; shift 2; A=${{1-none}} B=\"[$*]\"")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("{program} <(echo 1) > >(cat) {name}=1; cat <(A=in {program}) > /dev/null")
    },
    |maker, _| {
        let name = maker.name();
        format!(
            "ARGS=(--n 2); ARGS+=(--tag \"${name}\"); {name}=${{ARGS[*]}} torchrun \"${{ARGS[@]}}\""
        )
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("set -a; {name}={value}; B=all; set +a; C=none")
    },
];

impl Maker {
    /// One such statement.
    pub(super) fn corner(&mut self, depth: u32) -> String {
        let make = self.pick(MAKERS);
        make(self, depth)
    }
}
