"""`nccl-parameter`: what NCCL made of a variable, by its own call; NCCL 2.30 and newer."""

import ctypes
import glob
import os


def probe(parameters, report):
    folders = report.request["libraries"]
    paths = [path for it in folders for path in glob.glob(os.path.join(it, "libnccl.so.2"))]
    if not paths:
        report.cannot("this stack has no NCCL")
        return
    library = ctypes.CDLL(paths[0])
    if not hasattr(library, "ncclParamGetParameter"):
        report.cannot("this NCCL has no ncclParamGetParameter")
        return
    text = ctypes.c_char_p()
    length = ctypes.c_int()
    name = parameters["name"].encode()
    report.reach("call")
    status = library.ncclParamGetParameter(name, ctypes.byref(text), ctypes.byref(length))
    report.tell("returned", status)
    report.tell("value", text.value.decode() if text.value is not None else "")
