"""`loaded-libraries`: which of several equal libraries torch loads."""

import glob
import os


def copy(source, folder):
    target = os.path.join(folder, os.path.basename(source))
    try:
        os.link(source, target)
    except OSError:
        import shutil

        shutil.copyfile(source, target)


def probe(parameters, report):
    folder = report.request["copies"]
    names = []
    for library in report.request["libraries"]:
        for beginning in parameters["copies"]:
            for path in glob.glob(os.path.join(library, beginning + "*")):
                copy(path, folder)
                names.append(os.path.basename(path))
    report.reach("import torch")
    import torch

    report.reach("imported")
    if "expression" in parameters:
        report.tell("value", repr(eval(parameters["expression"], {"torch": torch})))
    with open("/proc/self/maps") as file:
        mapped = {line.split()[-1] for line in file if "/" in line}
    of_names = [path for path in mapped if os.path.basename(path) in names]
    ours = sorted(os.path.basename(path) for path in of_names if path.startswith(folder))
    wheel = sorted(os.path.basename(path) for path in of_names if not path.startswith(folder))
    report.tell("from_copies", ours)
    report.tell("from_wheel", wheel)
