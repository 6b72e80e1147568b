# SPDX-License-Identifier: BSD-3-Clause
"""library.py -- the C code that docs/library.md shows is that of an example, which is compiled and run.

usage: library.py POLHODE SOURCE"""
import os
import re
import sys


def text_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def main():
    source = sys.argv[2]
    example = text_of(source, "examples", "by_name.c")
    blocks = re.findall(r"^```c\n(.*?)^```", text_of(source, "docs", "library.md"), re.M | re.S)
    wrong = [block.splitlines()[0] for block in blocks if block not in example]
    for line in wrong:
        print(f"failed: not in examples/by_name.c: {line}")
    print(f"{len(blocks)} pieces of code, {len(wrong)} not those of the example")
    return 1 if wrong or not blocks else 0


sys.exit(main())
