#!/bin/bash
# Two nodes, eight GPUs each.
export MASTER_ADDR=${MASTER_ADDR:-node0}
export MASTER_PORT=29500
export NCCL_SOCKET_IFNAME=^lo,docker0
export NCCL_DEBUG=WARN
export OMP_NUM_THREADS=8
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
for rank in 0 1; do NODE_RANK=$rank CUDA_VISIBLE_DEVICES=0,1 python prepare.py --shard "$rank"; done
torchrun --nnodes=2 --nproc-per-node=8 --node-rank="$NODE_RANK" train.py --config base.yaml
