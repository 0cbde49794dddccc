"""What every probe in Python begins with; the probe's own text follows and defines `probe`.

A probe is called as `probe(parameters, report)`. `report.tell(name, value)` tells what was seen,
`report.reach(step)` which step begins, `report.cannot(why)` that there is nothing to be seen here.
The report is written anew each time, so that it outlives the process.
"""

import json
import os
import sys


class Report:
    def __init__(self, path):
        self.path = path
        self.fields = {}

    def tell(self, name, value):
        self.fields[name] = value
        with open(self.path, "w") as file:
            json.dump(self.fields, file)

    def reach(self, step):
        self.tell("reached", step)

    def cannot(self, why):
        self.tell("cannot", why)


def set_late(parameters):
    """Sets the variables that are to change once the reader is there."""
    for pair in parameters.get("late", []):
        name, _, value = pair.partition("=")
        os.environ[name] = value


def main():
    with open(sys.argv[1]) as file:
        request = json.load(file)
    report = Report(request["report"])
    report.request = request
    try:
        probe(request["parameters"], report)
    except ModuleNotFoundError as error:
        # What torch needs and this Python lacks says nothing about torch.
        if (error.name or "torch").partition(".")[0] in ("torch", "torchgen"):
            report.tell("raised", f"{type(error).__name__}: {error}")
        else:
            report.cannot(f"this Python has no {error.name}")
        raise
    except BaseException as error:
        report.tell("raised", f"{type(error).__name__}: {error}"[:4000])
        raise
