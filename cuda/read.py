#!/usr/bin/env python3
"""Which PTX files of others are read: cuda/read.py FOLDER

Every file *.ptx below the folder goes through `heddle kernel show`. The last lines count those that are read, of all and of those with textures or surfaces;
before them stand those that are not, with what is said of the first place in each. A file that is read may have kernels that are refused when they are run;
these are counted beside it.
"""
import os, pathlib, re, subprocess, sys

USES = re.compile(r"^\s*(?:@!?%\S+\s+)?(?:tex|tld4|txq|suld|sust|suq)\.|\.(?:tex|surf|sampler)ref\b", re.M)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    heddle = os.environ.get("HEDDLE", str(pathlib.Path("target/release/heddle").absolute()))
    folder = pathlib.Path(sys.argv[1])
    counts = {"all": [0, 0], "with textures or surfaces": [0, 0]}
    for path in sorted(folder.rglob("*.ptx")):
        ran = subprocess.run([heddle, "kernel", "show", str(path)], capture_output=True, text=True, errors="replace")
        kinds = ["all"] + ["with textures or surfaces"] * bool(USES.search(path.read_text(errors="replace")))
        for kind in kinds:
            counts[kind][0] += ran.returncode == 0
            counts[kind][1] += 1
        said = [line.strip(" ×│") for line in ran.stderr.splitlines() if line.strip(" ×│")]
        if ran.returncode or "not supported" in ran.stderr + ran.stdout:
            what = "not read" if ran.returncode else "read in part"
            print(f"{path.relative_to(folder)}: {what}: {said[0] if said else ran.stdout.strip().splitlines()[-1]}")
    for kind, (read, there) in counts.items():
        print(f"{kind}: {read} of {there} are read")


if __name__ == "__main__":
    main()
