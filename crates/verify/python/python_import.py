"""`python-import`: a module is imported, and that is all."""

import importlib


def probe(parameters, report):
    name = parameters.get("module", "torch")
    report.reach(f"import {name}")
    module = importlib.import_module(name)
    report.reach("imported")
    report.tell("value", getattr(module, "__version__", ""))
