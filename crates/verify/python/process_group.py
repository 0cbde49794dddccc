"""`process-group`: a process group of one rank, or one that meets by the environment."""


def probe(parameters, report):
    report.reach("import torch")
    import torch
    import torch.distributed as distributed

    report.reach("init")
    if parameters.get("init", "store") == "env":
        distributed.init_process_group(parameters["backend"], init_method="env://")
    else:
        store = distributed.HashStore()
        distributed.init_process_group(parameters["backend"], store=store, rank=0, world_size=1)
    report.reach("created")
    report.tell("rank", distributed.get_rank())
    report.tell("world_size", distributed.get_world_size())
    group = distributed.group.WORLD
    if parameters["backend"] == "gloo":
        report.tell("backend", type(group._get_backend(torch.device("cpu"))).__name__)
        distributed.barrier()
    if "dump" in parameters:
        report.reach("dump")
        report.tell("value", repr(eval(parameters["dump"], {"torch": torch})))
    report.reach("destroy")
    distributed.destroy_process_group()
    report.reach("done")
