"""Puts allocator settings to the torch of this interpreter.

Standard input: a JSON array of settings. Standard output: {"torch": "2.15.0", "answers": [[ok,
warned, message], ...]}. `warned` tells whether torch said that it ignores a value.

Each value is judged as a fresh process would. The only state that one call leaves for the next is
the size of large segments, which is put back first; a value that kills the process is answered as
not ok, and a new process goes on behind it.
"""

import json
import os
import sys
import tempfile

import torch


def setter():
    for name in ("_accelerator_setAllocatorSettings", "_cuda_cudaCachingAllocator_set_allocator_settings"):
        if hasattr(torch._C, name):
            return getattr(torch._C, name)
    sys.exit("this torch has no call for allocator settings")


def answer(call, value, errors):
    try:
        call("large_segment_size_mb:20")
    except Exception:  # a release without that key has no such state
        pass
    before = os.fstat(errors).st_size
    try:
        call(value)
    except Exception as error:
        return [False, False, str(error).split("\n")[0]]
    text = os.pread(errors, os.fstat(errors).st_size - before, before)
    return [True, b"Ignoring invalid" in text, ""]


def child(values, start, out):
    errors = os.open(tempfile.mkstemp()[1], os.O_RDWR | os.O_APPEND)
    os.dup2(errors, 2)
    call = setter()
    with os.fdopen(out, "w", buffering=1) as stream:
        for value in values[start:]:
            print(json.dumps(answer(call, value, errors)), file=stream)
    os._exit(0)


def main():
    values = json.load(sys.stdin)
    answers = []
    while len(answers) < len(values):
        incoming, out = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(incoming)
            child(values, len(answers), out)
        os.close(out)
        with os.fdopen(incoming) as stream:
            answers.extend(json.loads(line) for line in stream)
        _, status = os.waitpid(pid, 0)
        if status != 0:
            answers.append([False, False, f"ended with status {status}"])
    version = torch.__version__.split("+")[0]
    json.dump({"torch": version, "answers": answers[: len(values)]}, sys.stdout)


main()
