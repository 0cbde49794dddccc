//! Statements that few texts hold: attributes, files that the text writes, name references by
//! text, letter case, expressions. What the front-end does not follow says OUTSIDE.

use super::Maker;

/// Regular expressions that differ in what they match.
const EXPRESSIONS: &[&str] = &[
    "^[0-9]+$",
    "^(0|1),?",
    "x=.",
    "[[:alpha:]]{2}",
    "^a.*b$",
    ",$|^-",
    "max:1",
];

/// Ways to write something seldom.
const MAKERS: &[fn(&mut Maker, u32) -> String] = &[
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("h() {{ declare -gx {name}={value}; declare A=in; trainer; }}; h")
    },
    |maker, _| {
        let (name, plain) = (maker.name(), maker.plain());
        format!("mapfile -t L <<< $'{plain}\\nb c'; {name}=${{L[0]}}:${{L[1]}}:${{#L[@]}}")
    },
    |maker, _| {
        let name = maker.name();
        format!("mapfile -t L < <(printf '%s\\n' a \"${name}\"); {name}=${{L[1]}}")
    },
    |maker, depth| {
        let (name, value, body) = (maker.name(), maker.value(), maker.block(depth));
        format!("o() {{ i() {{ {name}=$1; {body}\n}}; i {value}; }}; o; i outer")
    },
    |maker, _| {
        let (name, other) = (maker.name(), maker.name());
        format!(
            "alias trainer=launcher; {name}=${{{other}@Q}} trainer; A=${{{other}@U}}; : OUTSIDE"
        )
    },
    |maker, _| {
        let (name, other) = (maker.name(), maker.name());
        format!("{name}=${{{other},,}}; B=${{{other}^}}; C=${{{other},}}; A=${{{other}^^}}")
    },
    |maker, _| {
        let (name, other, plain) = (maker.name(), maker.name(), maker.plain());
        format!(
            "{name}=${{{other}/#0/{plain}}}; B=${{{other}/%1/y}}; C=${{{other}//,/ }}; A=${{{other}/[!0-9]*/}}"
        )
    },
    |maker, _| {
        let name = maker.name();
        format!(
            "for N in ${{!CUDA_*}}; do {name}=$N; done; select q in a b; do A=s; done < /dev/null; : OUTSIDE"
        )
    },
    |maker, _| {
        let (name, plain, program) = (maker.name(), maker.plain(), maker.program());
        format!(
            "cat > s.sh <<'E'\n{name}='{plain}'\nexport B=$1\nE\n. ./s.sh; {program}; bash s.sh x"
        )
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("cat > r.sh <<E\nexport {name}=${name}\n{program}\nE\nA=r bash ./r.sh; {program}")
    },
    |maker, _| {
        let (name, plain) = (maker.name(), maker.plain());
        format!("echo '{name}={plain}' > v.env; echo 'A=2' >> v.env; set -a; source v.env; set +a")
    },
    |maker, _| {
        let name = maker.name();
        format!("while IFS== read -r k v; do export \"$k=$v\"; done <<E\n{name}=q\nB=r=s\nE")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!(
            "k={name}; export \"$k\"={value}; declare -x \"${{k}}X=1\"; unset \"${{k}}X\"; A=${{!k}}"
        )
    },
    |maker, _| {
        let (name, other, expression) = (maker.name(), maker.name(), maker.pick(EXPRESSIONS));
        format!("re='{expression}'; if [[ ${other} =~ $re ]]; then {name}=hit; else B=miss; fi")
    },
    |maker, _| {
        let (name, other, expression) = (maker.name(), maker.name(), maker.pick(EXPRESSIONS));
        format!("[[ ${other} =~ {expression} ]] && {name}=hit || trainer")
    },
    |maker, _| {
        let name = maker.name();
        format!("case ${name} in 0*) A=z ;& 1) B=y ;; *) C=x ;;& [a-z]*) A=w ;; esac")
    },
    |maker, _| {
        let (name, plain) = (maker.name(), maker.plain());
        format!(
            "OPTIND=1; set -- -a '{plain}' -b rest; while getopts a:b o; do case $o in a) {name}=$OPTARG;; b) B=b;; esac; done; shift $((OPTIND-1)); A=$1; : OUTSIDE"
        )
    },
    |maker, _| {
        let name = maker.name();
        format!("unset U; : ${{U:={name}}}; : \"${{{name}:=filled}}\"; A=$U; export U")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!("declare -i D=2; D+=3; declare -u V=low; V=${{V}}er; {name}=$D$V; B={value}")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!("coproc {{ {name}=c {program}; }}; wait; {name}=d")
    },
    |maker, _| {
        let (name, program) = (maker.name(), maker.program());
        format!(
            "nohup env {name}=n timeout 5 {program} > /dev/null 2>&1 & wait; nice -n 1 {program}"
        )
    },
    |maker, _| {
        let name = maker.name();
        format!("export {name}=1 trainer a.py; {name}=2; trainer")
    },
    |maker, _| {
        let name = maker.name();
        format!("let \"I = 2\" 'J += I'; {name}=$((I ** J % 7)); A=$((0x1F + 010)) B=$((2#101))")
    },
    |maker, _| {
        let (name, other) = (maker.name(), maker.name());
        format!("{name}=${{{other}:-${{A:-d}}}}; B=${{{other}:+\"${name}\"}}; C=${{{other}: -2}}")
    },
    |maker, _| {
        let (name, value) = (maker.name(), maker.value());
        format!(
            "L=({value} b); L[3]=z; unset 'L[0]'; {name}=${{!L[*]}}; A=${{L[@]:1:2}} B=${{L[@]/b/q}}"
        )
    },
    |maker, depth| {
        let (name, body) = (maker.name(), maker.block(depth));
        format!("{{ {name}=g; {body}\n}} > /dev/null 2>&1; ( {name}=s; exit 2 ); A=$?")
    },
];

impl Maker {
    /// One such statement.
    pub(super) fn seldom(&mut self, depth: u32) -> String {
        let make = self.pick(MAKERS);
        make(self, depth)
    }
}
