"""`allocator-settings`: the settings in force, or what becomes of settings that are put."""


def call(torch, *names):
    for name in names:
        if hasattr(torch._C, name):
            return getattr(torch._C, name)
    return None


def probe(parameters, report):
    report.reach("import torch")
    import torch

    report.reach("settings")
    if "settings" in parameters:
        put = call(
            torch,
            "_accelerator_setAllocatorSettings",
            "_cuda_cudaCachingAllocator_set_allocator_settings",
        )
        put(parameters["settings"])
        report.tell("value", "taken")
        return
    ask = call(torch, "_accelerator_getAllocatorSettings")
    if ask is None:
        report.cannot("this release has no call that tells the settings")
        return
    report.tell("value", ask())
