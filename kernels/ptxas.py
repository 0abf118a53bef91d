#!/usr/bin/env python3
"""Compares the registers of our compiler with those of ptxas: kernels/ptxas.py PTXAS [FILE.ptx...]

PTXAS is the path of a ptxas that knows sm_35 (CUDA 11.8 does). Without files: all workloads. Both compilers read the same text, but for its .target.
Fails if the mean of the ratios is above 1.10, or a kernel has more than 1.25 times the registers of ptxas and four.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def theirs(ptxas, file, folder):
    """Registers and bytes of spills by kernel, as ptxas says them."""
    copy = folder / file.name
    copy.write_text(re.sub(r"^\.target\s+sm_\d+", ".target sm_35", file.read_text(), flags=re.M))
    command = [ptxas, "-v", "-arch=sm_35", copy, "-o", folder / "out.cubin"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    found = {}
    for part in said.split("Compiling entry function '")[1:]:
        spilled = sum(int(n) for n in re.findall(r"(\d+) bytes spill", part))
        found[part.split("'")[0]] = (int(re.search(r"Used (\d+) registers", part)[1]), spilled)
    return found


def ours(files):
    """By file and kernel: words without scalars, words a thread and a warp with them, the most that are alive."""
    command = ["cargo", "run", "--release", "-q", "-p", "heddle-kernel", "--example", "words", "--", *files]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    if run.returncode:
        sys.exit(run.returncode)
    said = run.stdout
    rows = [line.rsplit(" ", 5) for line in said.splitlines()]
    return [(pathlib.Path(file), kernel, *map(int, words)) for file, kernel, *words in rows]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    files = [pathlib.Path(f).resolve() for f in sys.argv[2:]] or sorted((ROOT / "kernels").glob("*/*.ptx"))
    ratios, failed = [], False
    print(f"{'kernel':36} {'ours':>5} {'alive':>5} {'vector':>6} {'scalar':>6} {'ptxas':>5} {'ratio':>5}")
    with tempfile.TemporaryDirectory() as folder:
        judged = {file: theirs(sys.argv[1], file, pathlib.Path(folder)) for file in files}
    for file, kernel, words, vectors, scalars, alive in ours(files):
        registers, spilled = judged[file][kernel]
        ratios.append(words / registers)
        marks = []
        if words > 1.25 * registers + 4:
            marks.append("above 1.25 times and four")
        if vectors > words:
            marks.append("more with scalars than without")
        failed |= bool(marks)
        if spilled:
            marks.append(f"ptxas spills {spilled} bytes")
        name = f"{file.stem}/{kernel}"
        print(f"{name:36} {words:5} {alive:5} {vectors:6} {scalars:6} {registers:5} {ratios[-1]:5.2f} {', '.join(marks)}".rstrip())
    mean = sum(ratios) / len(ratios)
    print(f"{len(ratios)} kernels: mean of the ratios {mean:.3f}, largest {max(ratios):.2f}")
    sys.exit(failed or mean > 1.10)


main()
