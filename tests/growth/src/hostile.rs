//! Texts that ask for more than their length: a start, a piece again and again, an end.
//!
//! The measuring program feeds them at sizes whose cost shows; tests at sizes that are quick.

/// A text of any length. In a piece, `#` is the number of the repetition.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// What it asks for.
    pub name: &'static str,
    start: &'static str,
    piece: &'static str,
    end: &'static str,
}

impl Text {
    /// The text with about so many bytes.
    #[must_use]
    pub fn of(&self, size: usize) -> String {
        let mut text = self.start.to_owned();
        let mut number = 0;
        while text.len() < size {
            text.push_str(&self.piece.replace('#', &number.to_string()));
            number += 1;
        }
        text.push_str(self.end);
        text
    }
}

const fn text(
    name: &'static str,
    start: &'static str,
    piece: &'static str,
    end: &'static str,
) -> Text {
    Text {
        name,
        start,
        piece,
        end,
    }
}

/// All texts. Every kind reads every one of them: what is nothing to one is a trap to another.
pub fn texts() -> impl Iterator<Item = &'static Text> {
    MANY.iter().chain(NESTED)
}

/// Much of one thing.
pub const MANY: &[Text] = &[
    // Values that double line by line.
    text(
        "double shell",
        "export A=ab\n",
        "export A=$A$A\n",
        "python a\n",
    ),
    text("double braces", "A=ab\n", "A=${A}${A}\n", ""),
    text(
        "double dockerfile",
        "FROM a\nENV A=ab\n",
        "ENV A=$A$A\n",
        "CMD python a\n",
    ),
    text("double batch", "set A=ab\n", "set A=%A%%A%\n", "python a\n"),
    text(
        "double fish",
        "set -x A ab\n",
        "set -x A $A$A\n",
        "python a\n",
    ),
    text(
        "double fish local",
        "set A ab\n",
        "set A $A $A\n",
        "python a\n",
    ),
    text(
        "double csh",
        "setenv A ab\n",
        "setenv A $A$A\n",
        "python a\n",
    ),
    text(
        "double powershell",
        "$env:A = \"ab\"\n",
        "$env:A += \"$env:A\"\n",
        "python a\n",
    ),
    text(
        "double python",
        "A = 'ab'\n",
        "A = A + A\n",
        "import os\nos.environ['B'] = A\n",
    ),
    text(
        "double python f",
        "A = 'ab'\n",
        "A = f'{A}{A}'\n",
        "import os\nos.environ['B'] = A\n",
    ),
    text(
        "double python environ",
        "import os\nos.environ['A'] = 'ab'\n",
        "os.environ['A'] += os.environ['A']\n",
        "",
    ),
    text(
        "double python names",
        "A = 'ab' * 40 + 'abcdefgh'\nA0 = 'ab'\n",
        "A# = A + A\n",
        "",
    ),
    text(
        "chain kubernetes",
        "containers:\n- name: c\n  image: x\n  env:\n  - name: A\n    value: abcd\n",
        "  - name: A\n    value: $(A)$(A)\n",
        "",
    ),
    text(
        "chain systemd",
        "[Service]\nEnvironment=A=ab\n",
        "Environment=A=$A$A\n",
        "ExecStart=python $A\n",
    ),
    text("long value", "A=", "abcdefgh", "\npython a\n"),
    text(
        "many references",
        "A=abcdefghijklmnop\nB=",
        "$A${A}",
        "\npython a\n",
    ),
    text(
        "many batch references",
        "set A=abcdefghijklmnop\nset B=",
        "%A%!^",
        "\n",
    ),
    text(
        "long copied",
        "export A=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz\n",
        "export A#=$A$A$A$A$A$A\n",
        "python a\n",
    ),
    // Many of one thing.
    text("assignments", "", "NCCL_DEBUG=INFO\n", ""),
    text("exports", "", "export NCCL_DEBUG=INFO\n", ""),
    text("names", "", "export A_#=1\n", "python a\n"),
    text("names and launches", "", "export A_#=1\npython a\n", ""),
    text("unknown names", "", "export NCCL_X#Y=1\npython a.py\n", ""),
    text("unknown names alone", "", "NCCL_QQ#=1\n", ""),
    text("nul block", "", "NAME=x\0", ""),
    text(
        "nul names",
        "",
        "NCCL_DEBUG=x\0CUDA_VISIBLE_DEVICES=0,0\0",
        "",
    ),
    text(
        "sbatch export",
        "#!/bin/bash\n#SBATCH --export=ALL",
        ",A_#=1",
        "\nsrun python a\n",
    ),
    text("env pairs", "FROM a\nENV", " A_#=b", "\nCMD python a\n"),
    text(
        "env pairs with references",
        "FROM a\nENV B=c\nENV",
        " A_#=$B",
        "\nCMD python a\n",
    ),
    text(
        "devices twice",
        "export CUDA_VISIBLE_DEVICES=0",
        ",0",
        "\npython a\n",
    ),
    text(
        "devices",
        "export CUDA_VISIBLE_DEVICES=0",
        ",#",
        "\npython a\n",
    ),
    text(
        "devices short",
        "",
        "export CUDA_VISIBLE_DEVICES=0,0,0,0\npython a\n",
        "",
    ),
    text(
        "allocator",
        "export PYTORCH_CUDA_ALLOC_CONF=a:1",
        ",max_split_size_mb:2",
        "\npython a\n",
    ),
    text("words", "export TORCH_LOGS=a", ",+dynamo", "\npython a\n"),
    text(
        "subsystems",
        "export NCCL_DEBUG_SUBSYS=A",
        ",INIT",
        "\npython a\n",
    ),
    text(
        "docker options",
        "docker run",
        " -e A_#=1",
        " image python a\n",
    ),
    text("mpirun options", "mpirun", " -x A_#=1", " python a\n"),
    text(
        "environment of systemd",
        "[Service]\nEnvironment=",
        " A_#=1",
        "\nExecStart=python a\n",
    ),
    text("prefix assignments", "", "A_#=1 ", "python a\n"),
    text(
        "python environ",
        "import os\n",
        "os.environ['A_#'] = '1'\n",
        "import torch\n",
    ),
    text(
        "python subprocess",
        "import os, subprocess\n",
        "os.environ['A_#'] = '1'\nsubprocess.run(['python', 'a'])\n",
        "",
    ),
    text(
        "python copies",
        "import os\nos.environ['A'] = '1'\n",
        "e# = os.environ.copy()\n",
        "",
    ),
    text("python calls", "", "f(", ""),
    text("python sums", "x = ''", " + 'a'", "\n"),
    text("powershell", "", "$env:A_# = \"1\"\npython a\n", ""),
    text("batch", "", "set A_#=1\npython a\n", ""),
    text("fish", "", "set -gx A_# 1\npython a\n", ""),
    text("csh", "", "setenv A_# 1\npython a\n", ""),
    text("run lines", "FROM a\n", "ENV A_#=1\nRUN python x.py\n", ""),
    text(
        "stages",
        "FROM a AS b0\n",
        "FROM b# AS c#\nENV A_#=1\nRUN python x.py\nFROM c# AS b1\n",
        "",
    ),
    text(
        "services",
        "services:\n",
        "  s#:\n    image: x\n    environment:\n      NCCL_DEBUG: INFO\n    gpus: all\n",
        "",
    ),
    text(
        "containers",
        "kind: Pod\nspec:\n  containers:\n",
        "  - name: c#\n    image: x\n    env:\n    - name: NCCL_DEBUG\n      value: INFO\n    resources:\n      limits:\n        nvidia.com/gpu: 1\n",
        "",
    ),
    text(
        "env from",
        "kind: ConfigMap\nmetadata:\n  name: m\ndata:\n  A: b\n  B: b\n  C: b\n  D: b\n---\ncontainers:\n",
        "- name: c#\n  image: x\n  envFrom:\n  - configMapRef:\n      name: m\n",
        "",
    ),
    text(
        "config maps",
        "",
        "kind: ConfigMap\nmetadata:\n  name: m\ndata:\n  A_#: b\n---\ncontainers:\n- name: c\n  image: x\n  envFrom:\n  - configMapRef:\n      name: m\n---\n",
        "",
    ),
    text(
        "steps",
        "jobs:\n  a:\n    steps:\n",
        "    - run: python a\n      env:\n        A_#: 1\n",
        "",
    ),
    text(
        "step exports",
        "jobs:\n  a:\n    steps:\n",
        "    - run: echo A_#=1 >> $GITHUB_ENV; python a\n",
        "",
    ),
    text(
        "configurations",
        "{\"configurations\": [",
        "{\"program\": \"a.py\", \"env\": {\"A_#\": \"1\"}},",
        "]}",
    ),
    text("conda variables", "variables:\n", "  A_#: 1\n", ""),
    text("suppressions", "", "# readpoint: ignore RP201\n", "A=1\n"),
    text(
        "suppressions at ends",
        "",
        "NCCL_DEBUG=1 # readpoint: ignore RP204\n",
        "python a\n",
    ),
    text(
        "grants",
        "",
        "docker run --gpus all -e CUDA_VISIBLE_DEVICES=0 i python a\n",
        "",
    ),
    text(
        "srun",
        "",
        "srun --gres=gpu:1 --export=ALL,A_#=1 python a\n",
        "",
    ),
    text("spaces", "", "NCCL_DEBUG = INFO\n", "python a\n"),
    text(
        "commas",
        "",
        "export CUDA_VISIBLE_DEVICES=0, 1\n",
        "python a\n",
    ),
    text("open quotes", "", "A='b\n", ""),
    text(
        "loops with values",
        "",
        "for i in 0 1 2 3; do A=$i python a; done\n",
        "",
    ),
    text("function calls", "f() { f; python a; }\n", "f\n", ""),
    text("stray ends", "", "fi\n", ""),
    text(
        "loop without end",
        "while true; do python a; i=$((i+1)); done\n",
        "f() { f; f; }; f\n",
        "",
    ),
    text(
        "loops in loops",
        "",
        "for a in {1..200}; do for b in {1..200}; do A=$a python; done; done\n",
        "",
    ),
    text(
        "patterns",
        "A=abababababababababababababab\n",
        "B=${A//a*b*c/x} python\n",
        "",
    ),
    // YAML that multiplies.
    text("anchors", "a: &a [x]\nb:\n", "- *a\n", ""),
    text(
        "anchors of anchors",
        "a0: &a0 [x]\n",
        "a#: &b [*a0, *a0, *a0]\n",
        "",
    ),
    text("merges", "a: &a {X: 1}\nenv:\n", "- <<: *a\n", ""),
    text(
        "merges of merges",
        "x: &x {NCCL_DEBUG: INFO}\n",
        "y#: &x\n  <<: [*x, *x, *x, *x]\n  A_#: b\n",
        "",
    ),
    text(
        "merged services",
        "x: &x\n  NCCL_DEBUG: INFO\n  A: b\nservices:\n",
        "  s#:\n    image: x\n    environment:\n      <<: *x\n      B_#: c\n",
        "",
    ),
    // What is no text.
    text("quotes", "", "X=\"", ""),
    text("single quotes", "", "'\n", ""),
    text("escapes", "", "\\", ""),
    text("junk", "", "\u{1}\u{2}é\0\u{feff}\u{7f}", ""),
    text("wide", "", "显存😀 ", ""),
    text("replacement characters", "", "A=\u{fffd}\u{fffd}\n", ""),
    text("long line", "", "a", ""),
    text("blank lines", "", "\r\n", ""),
    text(
        "windows lines",
        "\u{feff}",
        "export NCCL_DEBUG=INFO\r\n",
        "python a\r\n",
    ),
    text("carriage returns", "", "A=b\r", ""),
    text("comments", "", "# x\n", ""),
    text("hashes", "A=b", "#", "\n"),
    text("templates", "", "{{ x }}", ""),
    text("percent", "", "%", ""),
    text("exclamation", "set A=", "!", "\n"),
    text("here documents", "", "cat <<E#\n", ""),
    text(
        "here documents closed",
        "",
        "cat <<E > a.env\nA=$B\nE\n",
        "",
    ),
    text("run here documents", "FROM a\n", "RUN <<A\n", ""),
    text("continued", "ENV A=1", " \\\n", "B=2\n"),
    text("documents", "", "---\n", ""),
    text("pipes", "cat", " | cat", "\n"),
    text("ands", "python a", " && python b", "\n"),
    text("stars", "python", " *?", "\n"),
    text("triple quotes", "", "'''", ""),
    text("tabs", "", "\t- a: b\n", ""),
    text("colons", "", "a:", ""),
    text("sections", "", "[Service]\n", ""),
];

/// Things inside of things.
pub const NESTED: &[Text] = &[
    text("flow", "", "[", ""),
    text("mappings", "", "{a: ", ""),
    text("lists", "", "- ", ""),
    text("parentheses", "", "(", ""),
    text("braces", "", "{ ", ""),
    text("dollars", "", "${", ""),
    text("defaults", "A=", "${A:-", "\n"),
    text(
        "compose defaults",
        "services:\n  a:\n    environment:\n      A: ",
        "${A:-",
        "\n",
    ),
    text("substitutions", "", "$(", ""),
    text("backquotes", "", "`", ""),
    text("arithmetic", "A=$((", "(1+", "\n"),
    text("subshells", "", "( ", ""),
    text("ifs", "", "if true; then\n", ""),
    text("loops", "", "for i in 1 2 3; do\n", ""),
    text("functions", "", "f#() {\n", ""),
    text("cases", "", "case a in a)\n", ""),
    text("eval", "", "eval ", "python a\n"),
    text("bash -c", "", "bash -c \"", "python a\n"),
    text(
        "bash -c closed",
        "bash -c '",
        "export A_#=1; ",
        "python a'\n",
    ),
    text("ssh", "", "ssh host ", "python a\n"),
    text("env env", "", "env ", "python a\n"),
    text("sudo", "", "sudo ", "python a\n"),
    text("cmd", "", "cmd /c ", "python a\n"),
    text("python blocks", "", "if x:\n ", ""),
    text("python deep", "", "if x: ", ""),
    text("python braces", "os.environ[", "{'a': ", ""),
    text("json", "", "{\"env\": ", ""),
    text("brace words", "A=", "{a,b}", "\n"),
    text("indented", "a:\n", "  ", "b: c\n"),
    text("extglob", "case a in ", "+(", "\n"),
    text("double brackets", "", "[[ ! ", ""),
];
