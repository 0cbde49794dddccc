// Texts to start from: each kind of text with something wrong in it, and a clean one. `as` is given
// where the text alone does not show its kind. The browser suite opens every one.

import { t } from "../words.js";

export const EXAMPLES = [
  {
    kind: "shell",
    title: t("Allocator settings from a forum"),
    wrong: t("Settings are written with = where the allocator wants a colon."),
    text: `# copied from a forum post
export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128,garbage_collection_threshold=0.8
torchrun --nproc-per-node=8 train.py
`,
  },
  {
    kind: "shell",
    title: t("Set, but never exported"),
    wrong: t("One variable stays in the shell, the other is a command: the program sees neither."),
    text: `NCCL_DEBUG=INFO
CUDA_VISIBLE_DEVICES = 0,1
python train.py --epochs 3
`,
  },
  {
    kind: "slurm",
    title: t("Slurm script"),
    wrong: t("srun starts with an empty environment, so nothing above it arrives."),
    text: `#!/bin/bash
#SBATCH --nodes=2
#SBATCH --gres=gpu:8
export NCCL_SOCKET_IFNAME=eth0
export NCCL_DEBUG=info
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun --export=NONE python train.py
`,
  },
  {
    kind: "dockerfile",
    title: "Dockerfile",
    wrong: t("The allocator takes True, not true."),
    text: `FROM nvidia/cuda:12.8.1-runtime-ubuntu24.04
ARG TORCH_CUDA_ARCH_LIST="8.0;9.0"
ENV NVIDIA_VISIBLE_DEVICES=all \\
    NVIDIA_DRIVER_CAPABILITIES=compute,utility \\
    PYTORCH_CUDA_ALLOC_CONF=expandable_segments:true
ENV LD_LIBRARY_PATH=/opt/lib
CMD ["python", "serve.py"]
`,
  },
  {
    kind: "docker-run",
    title: "docker run",
    wrong: t("The option stands after the image, so the container takes it for its command."),
    text: `docker run --rm --gpus all nvcr.io/nvidia/pytorch:25.04-py3 \\
  -e CUDA_VISIBLE_DEVICES=none \\
  python -c "import torch; print(torch.cuda.device_count())"
`,
  },
  {
    kind: "compose",
    title: t("Compose file"),
    wrong: t("The quotes of a list entry become part of the value."),
    text: `services:
  trainer:
    image: pytorch/pytorch:2.9.1-cuda12.8-cudnn9-runtime
    command: torchrun --nproc-per-node=4 train.py
    environment:
      - NCCL_DEBUG="INFO"
      - PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
    deploy:
      resources:
        reservations:
          devices:
            - driver: nvidia
              count: all
              capabilities: [gpu]
`,
  },
  {
    kind: "kubernetes",
    title: t("Kubernetes pod"),
    wrong: t("A number without quotes: the cluster refuses the pod."),
    text: `apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: pytorch/pytorch:2.9.1-cuda12.8-cudnn9-runtime
      command: ["torchrun", "--nproc-per-node=8", "train.py"]
      env:
        - name: NCCL_IB_DISABLE
          value: 1
        - name: PYTORCH_CUDA_ALLOC_CONF
          value: "expandable_segments:True"
      resources:
        limits:
          nvidia.com/gpu: 8
`,
  },
  {
    kind: "helm",
    as: "helm",
    title: t("Helm values"),
    wrong: t("The name is misspelled: nothing reads it."),
    text: `image:
  repository: pytorch/pytorch
  tag: 2.9.1-cuda12.8-cudnn9-runtime
env:
  - name: CUDA_VISABLE_DEVICES
    value: "0,1"
  - name: NCCL_DEBUG
    value: "WARN"
`,
  },
  {
    kind: "envfile",
    as: "envfile",
    title: t("Environment file"),
    wrong: t("A switch that takes a number gets a word."),
    text: `# .env for the inference service
CUDA_VISIBLE_DEVICES="0,1"
NVIDIA_TF32_OVERRIDE=false
TORCH_CUDNN_V8_API_DISABLED=1
OMP_NUM_THREADS=4   # one per core
`,
  },
  {
    kind: "envblock",
    as: "envblock",
    title: t("What env printed"),
    wrong: t("-1 ends the device list, and the number of threads is none."),
    text: `CUDA_VISIBLE_DEVICES=0,1,-1,2
OMP_NUM_THREADS=all
NCCL_DEBUG=INFO
HOME=/root
`,
  },
  {
    kind: "python",
    title: t("Python, set too late"),
    wrong: t("Set after import torch, and once to a number where Python wants a text."),
    text: `import os
import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
os.environ["OMP_NUM_THREADS"] = 8
print(torch.cuda.device_count())
`,
  },
  {
    kind: "powershell",
    title: "PowerShell",
    wrong: t("A shell variable, not one of the environment."),
    text: `$CUDA_VISIBLE_DEVICES = "0"
$env:PYTORCH_CUDA_ALLOC_CONF = "max_split_size_mb=128"
python train.py
`,
  },
  {
    kind: "batch",
    title: t("Windows batch"),
    wrong: t("The blanks around = become part of name and value."),
    text: `@echo off
set CUDA_VISIBLE_DEVICES = 0
set NCCL_DEBUG="INFO"
python train.py
`,
  },
  {
    kind: "systemd",
    title: t("systemd unit"),
    wrong: t("Without quotes around the whole, the value ends at the blank."),
    text: `[Unit]
Description=Inference server

[Service]
Environment=PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:128, expandable_segments:True
Environment=CUDA_VISIBLE_DEVICES=GPU0
ExecStart=/opt/venv/bin/python serve.py

[Install]
WantedBy=multi-user.target
`,
  },
  {
    kind: "mpirun",
    as: "mpirun",
    title: "mpirun",
    wrong: t("Exported here, but not handed to the ranks on other hosts."),
    text: `export NCCL_DEBUG=INFO
export NCCL_SOCKET_IFNAME=eth0
mpirun -np 16 -H node1:8,node2:8 python train.py
`,
  },
  {
    kind: "github-actions",
    title: t("GitHub Actions workflow"),
    wrong: t("An export ends with its step: the next one does not have it."),
    text: `name: gpu tests
on: push
jobs:
  test:
    runs-on: [self-hosted, gpu]
    env:
      OMP_NUM_THREADS: four
    steps:
      - run: export CUDA_VISIBLE_DEVICES=0
      - run: python -m pytest tests
`,
  },
  {
    kind: "conda",
    title: t("Conda environment"),
    wrong: t("A setting with = where the allocator wants a colon."),
    text: `name: train
channels: [conda-forge]
dependencies:
  - python=3.12
  - pytorch
variables:
  OMP_NUM_THREADS: 8
  PYTORCH_CUDA_ALLOC_CONF: max_split_size_mb=128
`,
  },
  {
    kind: "fish",
    as: "fish",
    title: "fish",
    wrong: t("Set without -x: no program sees it."),
    text: `set CUDA_VISIBLE_DEVICES 0,1
set -gx NCCL_DEBUG info,warn
python train.py
`,
  },
  {
    kind: "csh",
    as: "csh",
    title: "csh",
    wrong: t("setenv takes no equals sign."),
    text: `#!/bin/csh
setenv CUDA_VISIBLE_DEVICES=0,1
set NCCL_DEBUG = INFO
python train.py
`,
  },
  {
    kind: "vscode",
    title: "VS Code launch.json",
    wrong: t("The device has torch's name for it, which CUDA does not read."),
    text: `{
  "version": "0.2.0",
  "configurations": [
    {
      "name": "train",
      "type": "debugpy",
      "request": "launch",
      "program": "train.py",
      "env": {
        "CUDA_VISIBLE_DEVICES": "gpu0",
        "PYTORCH_CUDA_ALLOC_CONF": "max_split_size_mb=128"
      }
    }
  ]
}
`,
  },
  {
    kind: "shell",
    clean: true,
    title: t("A clean launch"),
    wrong: t("Nothing is wrong here."),
    text: `export CUDA_VISIBLE_DEVICES=0,1,2,3
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
export OMP_NUM_THREADS=8
torchrun --nproc-per-node=4 train.py
`,
  },
];
