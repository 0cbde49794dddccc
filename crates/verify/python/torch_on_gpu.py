"""`torch-on-gpu`: the first work of torch on a GPU, with its memory and time."""


def probe(parameters, report):
    import time

    begin = time.monotonic()
    report.reach("import torch")
    import torch

    report.reach("add")
    value = (torch.ones(1, device="cuda") + 1).item()
    report.tell("value", repr(value))
    report.tell("seconds", time.monotonic() - begin)
    free, total = torch.cuda.mem_get_info()
    report.tell("taken", (total - free) >> 20)
    report.reach("done")
