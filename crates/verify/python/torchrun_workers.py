"""`torchrun-workers`: what two workers of torchrun find in their environment."""

import os
import runpy
import sys

WORKER = """
import os, sys
rank = os.environ["RANK"]
pairs = [f"{name}={os.environ[name]}" if name in os.environ else f"{name} not set"
         for name in sys.argv[2:]]
with open(os.path.join(sys.argv[1], f"worker-{rank}"), "w") as file:
    file.write(" ".join(pairs))
"""


def probe(parameters, report):
    folder = os.path.dirname(report.path)
    worker = os.path.join(folder, "worker.py")
    with open(worker, "w") as file:
        file.write(WORKER)
    report.reach("torchrun")
    sys.argv = ["torchrun", "--standalone", "--nproc-per-node=2", worker, folder]
    sys.argv += parameters["names"]
    try:
        runpy.run_module("torch.distributed.run", run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise
    lines = []
    for rank in range(2):
        with open(os.path.join(folder, f"worker-{rank}")) as file:
            lines.append(file.read())
    report.tell("workers", lines)
    report.reach("done")
