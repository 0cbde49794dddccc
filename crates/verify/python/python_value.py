"""`python-value`: the value of an expression, after torch and what the claim names is imported."""

import importlib


def probe(parameters, report):
    names = {}
    report.reach("import torch")
    for module in ["os", "torch", *parameters.get("import", [])]:
        importlib.import_module(module)
        top = module.partition(".")[0]
        names[top] = importlib.import_module(top)
    set_late(parameters)
    report.reach("before")
    exec(parameters.get("before", ""), names)
    report.reach("expression")
    report.tell("value", repr(eval(parameters["expression"], names)))
    report.reach("done")
