"""`library-call`: one function of one library of the stack, without torch."""

import ctypes
import glob
import os

FILES = {
    "nccl": "libnccl.so.2",
    "cudnn": "libcudnn.so.9",
    "cublas": "libcublas.so.*",
    "cublasLt": "libcublasLt.so.*",
    "gomp": "libgomp*.so*",
}


def find(library, request):
    folders = [*request["libraries"], os.path.join(request["packages"], "torch", "lib")]
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, FILES[library]))):
            return path
    return None


def load(library, request):
    path = find(library, request)
    if path is None:
        return None
    if library == "cublas":
        # It needs the other one, which lies beside it and may not be found by its name alone.
        ctypes.CDLL(find("cublasLt", request), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


def probe(parameters, report):
    request = report.request
    for file in parameters.get("write", []):
        name, _, text = file.partition(": ")
        with open(os.path.join(request["folder"], name), "w") as target:
            target.write(text + "\n")
    report.reach("load")
    library = load(parameters["library"], request)
    if library is None:
        report.cannot(f"this stack has no {parameters['library']}")
        return
    for name in parameters.get("first", []):
        getattr(library, name)((ctypes.c_char * 256)())
    function = getattr(library, parameters["function"])
    report.reach("call")
    if "out" in parameters:
        buffer = (ctypes.c_char * max(8, parameters["out"]))()
        report.tell("returned", function(buffer))
        report.tell("out", int.from_bytes(bytes(buffer)[:8], "little"))
    else:
        report.tell("returned", function())
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_char_p
    values = [(name, getenv(name.encode())) for name in parameters.get("environment", [])]
    report.tell("environment", [f"{name}={it.decode()}" for name, it in values if it is not None])
    report.reach("done")
