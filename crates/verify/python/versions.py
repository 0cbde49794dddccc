"""Tells what the packages of this interpreter are, as JSON; torch itself is not imported."""

import importlib.metadata as metadata
import importlib.util
import json
import os
import platform
import re
import sys

spec = importlib.util.find_spec("torch")
if spec is None or not spec.submodule_search_locations:
    sys.exit("there is no torch")
packages = os.path.dirname(list(spec.submodule_search_locations)[0])
versions = {"python": platform.python_version()}
with open(os.path.join(packages, "torch", "version.py")) as file:
    text = file.read()
for name in ("__version__", "cuda"):
    found = re.search(rf"^{name}\b[^=]*= *'([^']*)'", text, re.M)
    if found:
        versions["torch" if name == "__version__" else name] = found[1]
for package in metadata.distributions():
    name = (package.metadata["Name"] or "").lower().replace("_", "-")
    found = re.fullmatch(r"nvidia-(nccl|cudnn|cublas|cuda-runtime|nvshmem)(-cu\d+)?", name)
    if found:
        versions[found[1]] = package.version
    elif name in ("triton", "numpy"):
        versions[name] = package.version
libraries = sorted(
    folder
    for folder, _, files in os.walk(os.path.join(packages, "nvidia"))
    if any(re.search(r"\.so(\.|$)", file) for file in files)
)
json.dump({"packages": packages, "libraries": libraries, "versions": versions}, sys.stdout)
