"""`thread-count`: how many threads torch uses, and on which cores they may run."""

import os


def probe(parameters, report):
    report.tell("cores", len(os.sched_getaffinity(0)))
    report.reach("import torch")
    import torch

    set_late(parameters)
    report.reach("count")
    report.tell("threads", torch.get_num_threads())
    report.tell("interop", torch.get_num_interop_threads())
    # Large enough that the product runs in parallel.
    torch.ones(1 << 20).exp().sum().item()
    report.tell("affinity", sorted(os.sched_getaffinity(0)))
