// Texts to start from, one for each kind of mistake or place; `as` where a text alone does not show
// its kind. The browser suite opens every one.

export const EXAMPLES = [
  {
    title: "Allocator settings with =",
    text: `# copied from a forum post
export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128,garbage_collection_threshold=0.8
torchrun --nproc-per-node=8 train.py
`,
  },
  {
    title: "Set, but never exported",
    text: `NCCL_DEBUG=INFO
CUDA_VISIBLE_DEVICES = 0,1
python train.py --epochs 3
`,
  },
  {
    title: "Slurm script",
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
    title: "docker run",
    text: `docker run --rm --gpus all nvcr.io/nvidia/pytorch:25.04-py3 \\
  -e CUDA_VISIBLE_DEVICES=none \\
  python -c "import torch; print(torch.cuda.device_count())"
`,
  },
  {
    title: "Dockerfile",
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
    title: "Kubernetes pod",
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
    title: "Python, set too late",
    text: `import os
import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
os.environ["OMP_NUM_THREADS"] = 8
print(torch.cuda.device_count())
`,
  },
  {
    title: "Environment file",
    as: "envfile",
    text: `# .env for the inference service
CUDA_VISIBLE_DEVICES="0,1"
NVIDIA_TF32_OVERRIDE=false
TORCH_CUDNN_V8_API_DISABLED=1
OMP_NUM_THREADS=4   # one per core
`,
  },
  {
    title: "A clean launch",
    text: `export CUDA_VISIBLE_DEVICES=0,1,2,3
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
export OMP_NUM_THREADS=8
torchrun --nproc-per-node=4 train.py
`,
  },
];
