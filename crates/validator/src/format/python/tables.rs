//! What is known of other people's Python: which modules bring torch in, which calls start CUDA,
//! which start programs.

/// Modules whose import imports torch.
const TORCH_MODULES: &[&str] = &[
    "torch",
    "torchvision",
    "torchaudio",
    "torchtext",
    "torchdata",
    "torchtune",
    "torchao",
    "torch_geometric",
    "torch_tensorrt",
    "functorch",
    "vllm",
    "sglang",
    "lightning",
    "pytorch_lightning",
    "lightning_fabric",
    "deepspeed",
    "accelerate",
    "transformers",
    "diffusers",
    "peft",
    "trl",
    "timm",
    "ultralytics",
    "sentence_transformers",
    "fastai",
    "xformers",
    "flash_attn",
    "bitsandbytes",
    "apex",
    "megatron",
    "colossalai",
    "unsloth",
    "kornia",
    "monai",
    "detectron2",
    "mmcv",
    "mmengine",
    "nnunetv2",
    "whisper",
    "composer",
    "open_clip",
    "fairseq",
    "fairscale",
    "gpytorch",
    "botorch",
    "pyro",
    "skorch",
    "ignite",
    "stable_baselines3",
    "segmentation_models_pytorch",
    "torchmetrics",
    "litgpt",
    "axolotl",
    "nemo",
    "optimum",
    "auto_gptq",
    "exllamav2",
    "onmt",
    "pytorch3d",
    "kaolin",
    "esm",
];

/// Whether importing a module imports torch.
pub(super) fn imports_torch(module: &str) -> bool {
    let top = module.split('.').next().unwrap_or(module);
    TORCH_MODULES.contains(&top)
}

/// Functions of `torch.cuda` that leave CUDA alone, or only note something for later.
const QUIET: &[&str] = &[
    "manual_seed",
    "manual_seed_all",
    "is_initialized",
    "amp",
    "graphs",
    "nvtx",
    "Event",
    "_is_compiled",
    "_lazy_call",
];

/// Functions that start CUDA under other names.
const STARTERS: &[&str] = &[
    "torch._C._cuda_getDeviceCount",
    "torch._C._cuda_init",
    "torch.cuda.init",
];

/// Whether a call of this dotted name starts CUDA.
pub(super) fn starts_cuda(name: &str) -> bool {
    let quiet = |rest: &str| {
        let first = rest.split('.').next().unwrap_or(rest);
        QUIET.contains(&first)
    };
    let of_cuda = name.strip_prefix("torch.cuda.");
    of_cuda.is_some_and(|rest| !quiet(rest)) || STARTERS.contains(&name) || name.ends_with(".cuda")
}

/// How a call starts a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The first argument is a list, or a text for the shell.
    Command,
    /// The first argument is a text for the shell.
    Shell,
    /// The first argument is the program, the second the list of its arguments with its name.
    Exec,
    /// The arguments are the program and its arguments, with its name.
    ExecList,
}

/// Calls that start programs.
const PROGRAMS: &[(&str, Start)] = &[
    ("subprocess.run", Start::Command),
    ("subprocess.Popen", Start::Command),
    ("subprocess.call", Start::Command),
    ("subprocess.check_call", Start::Command),
    ("subprocess.check_output", Start::Command),
    ("subprocess.getoutput", Start::Shell),
    ("subprocess.getstatusoutput", Start::Shell),
    ("os.system", Start::Shell),
    ("os.popen", Start::Shell),
    ("os.execv", Start::Exec),
    ("os.execvp", Start::Exec),
    ("os.execve", Start::Exec),
    ("os.execvpe", Start::Exec),
    ("os.execl", Start::ExecList),
    ("os.execlp", Start::ExecList),
];

/// How a call of this dotted name starts a program, if it does.
pub(super) fn starts_program(name: &str) -> Option<Start> {
    let found = PROGRAMS.iter().find(|(it, _)| *it == name);
    found.map(|(_, start)| *start)
}

/// Functions that look at no variable and start nothing.
const HARMLESS: &[&str] = &[
    "print",
    "str",
    "int",
    "float",
    "len",
    "repr",
    "bool",
    "list",
    "dict",
    "tuple",
    "map",
    "range",
    "join",
    "format",
    "os.path.join",
    "os.path.expanduser",
    "os.getcwd",
    "isinstance",
];

/// Whether a call of this dotted name can pass by without reading the environment.
pub(super) fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name) || name.ends_with(".join") || name.ends_with(".format")
}

/// Keys and keyword arguments whose mapping is an environment for others.
const ENVIRONMENT_KEYS: &[&str] = &[
    "env",
    "envs",
    "env_vars",
    "environment",
    "environment_variables",
    "extra_env",
];

/// Whether a key or keyword names an environment.
pub(super) fn names_environment(key: &str) -> bool {
    ENVIRONMENT_KEYS.contains(&key)
}
