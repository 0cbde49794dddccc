#!/bin/sh
# A launch script that obeys the rules of this folder; take the export away to see one fire.
export TEAM_DATASET_ROOT=/data/sets
torchrun --nproc_per_node=8 train.py
